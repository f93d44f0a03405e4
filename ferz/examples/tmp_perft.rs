use ferz::*;
fn setup(fen: &str) -> Setup {
    let mut s = Setup::empty();
    let f: Vec<&str> = fen.split(' ').collect();
    let (mut r, mut c) = (7i32, 0);
    for ch in f[0].chars() {
        match ch {
            '/' => {
                r -= 1;
                c = 0;
            }
            d if d.is_ascii_digit() => c += d as i32 - 48,
            p => {
                s.pieces[Square::wrapping((r * 8 + c) as usize)] = Piece::from_letter(p);
                c += 1;
            }
        }
    }
    if f[1] == "b" {
        s.side_to_move = Color::Black
    }
    for ch in f[2].chars() {
        let col = if ch.is_uppercase() { Color::White } else { Color::Black };
        let w = match ch.to_ascii_lowercase() {
            'k' => Wing::King,
            'q' => Wing::Queen,
            _ => continue,
        };
        let r = s.outermost_rook(col, w);
        s.set_castling_rook(col, w, r);
    }
    s.en_passant = f[3].parse().ok();
    s
}

fn cozy_make(b:&cozy_chess::Board,d:u32)->u64{ if d==0{return 1} let mut n=0; b.generate_moves(|ms|{for m in ms{let mut c=b.clone();c.play_unchecked(m);n+=cozy_make(&c,d-1);}false}); n}
fn cozy_bulk(b:&cozy_chess::Board,d:u32)->u64{ let mut n=0; b.generate_moves(|ms|{ if d==1{n+=ms.len() as u64}else{for m in ms{let mut c=b.clone();c.play_unchecked(m);n+=cozy_bulk(&c,d-1);}}false}); n}
fn main(){
 let rows=[("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",5,4865609u64),("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",4,4085603),("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -",6,11030083),("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -",5,15833292),("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -",4,2103487),("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - -",4,3894594)];
 let methods=["make","cozy_make","list","count","cozy_bulk"]; let mut best=[[0f64;6];5];
 let rounds:usize=std::env::args().nth(1).and_then(|a|a.parse().ok()).unwrap_or(5);
 for _ in 0..rounds { for (r,(fen,d,n)) in rows.iter().enumerate(){ for (k,name) in methods.iter().enumerate(){
  let mut p=Position::from_setup_forgiving(&setup(fen),SetupFaults::FORGIVABLE).unwrap(); let b:cozy_chess::Board=format!("{fen} 0 1").parse().unwrap();
  let t=std::time::Instant::now();
  let c=match *name{"make"=>perft::make(&mut p,*d),"list"=>perft::list(&mut p,*d),"count"=>perft::count(&mut p,*d),"cozy_make"=>cozy_make(&b,*d),_=>cozy_bulk(&b,*d)}; let e=t.elapsed().as_secs_f64(); assert_eq!(c,*n,"{name} {fen}"); let v=c as f64/e/1e6; if v>best[k][r]{best[k][r]=v}}}}
 for (k,n) in methods.iter().enumerate(){ println!("{n:10} {:?} geo {:.1}",best[k].map(|x|x.round()),(best[k].iter().map(|x|x.ln()).sum::<f64>()/6.0).exp()); }
}
