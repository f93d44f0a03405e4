//! Runs the fixed workload: `cargo run --release -p ferz-engine --example bench [DEPTH]`.

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let depth = match std::env::args().nth(1) {
        Some(depth) => depth.parse()?,
        None => ferz_engine::bench::DEPTH,
    };
    let result = ferz_engine::bench::run(depth, &ferz_engine::Control::default(), |fen, nodes| {
        println!("{nodes:>10} {fen}")
    })?;
    println!("{} nodes {} nps", result.nodes, result.speed());
    Ok(())
}
