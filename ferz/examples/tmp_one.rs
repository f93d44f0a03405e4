use ferz::*;
fn main() {
    let mut p = Position::startpos();
    let a: Vec<String> = std::env::args().collect();
    let d: u32 = a[2].parse().unwrap();
    let n = match &*a[1] {
        "make" => perft::make(&mut p, d),
        "list" => perft::list(&mut p, d),
        _ => perft::count(&mut p, d),
    };
    println!("{n}");
}
