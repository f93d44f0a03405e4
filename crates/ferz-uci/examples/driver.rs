//! Drives a UCI engine: lists its options, searches a position and prints the best line.
//!
//! ```sh
//! cargo run -p ferz-uci --features client --example driver -- stockfish 12
//! ```

use ferz::Position;
use ferz_uci::client::{Engine, EngineError};
use ferz_uci::{Go, OptionKind};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let Some(program) = arguments.next() else {
        eprintln!("usage: driver ENGINE [DEPTH [FEN]]");
        std::process::exit(2);
    };
    let depth = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(10);
    let position = match arguments.next().map(|fen| Position::from_fen(&fen)) {
        None => Position::startpos(),
        Some(Ok(position)) => position,
        Some(Err(error)) => {
            eprintln!("driver: {error}");
            std::process::exit(2);
        }
    };
    if let Err(error) = drive(&program, depth, &position) {
        eprintln!("driver: {program}: {error}");
        std::process::exit(1);
    }
}

/// Starts the engine, searches the position and quits.
fn drive(program: &str, depth: u32, position: &Position) -> Result<(), EngineError> {
    let mut engine = Engine::start(program)?;
    println!("{} by {}", engine.name().unwrap_or(program), engine.author().unwrap_or("?"));
    for option in engine.options() {
        if let OptionKind::Spin { default, min, max } = option.kind {
            println!("  {}: {default}, from {min} to {max}", option.name);
        }
    }
    if engine.option("Hash").is_some() {
        engine.set_option("Hash", 64)?;
    }
    engine.new_game()?;
    engine.set_position(position, &[])?;

    let mut search = engine.go(&Go { depth: Some(depth), ..Go::default() })?;
    for info in search.by_ref() {
        let info = info?;
        if let (Some(depth), Some(score)) = (info.depth, info.score) {
            let moves = info.pv.iter().map(|mv| format!(" {mv}")).collect::<String>();
            println!("depth {depth:>2}  {score:<10} {moves}");
        }
    }
    match search.finish()?.best {
        Some(best) => println!("best move: {}", position.san(best)),
        None => println!("no legal move"),
    }
    if let Some(status) = engine.quit() {
        println!("the engine ended with {status}");
    }
    Ok(())
}
