//! Reads FENs from strict to lenient and prints every fault: `cargo run -p ferz --example
//! setup_faults -- [FEN ...]`.

use ferz::notation::FenOptions;
use ferz::{Position, Setup, SetupFaults};

/// Texts for the demonstration, each with the names of its faults.
const EXAMPLES: [(&str, &[&str]); 5] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", &[]),
    ("4k3/8/8/8/8/8/8/4K3 w KQ - 0 0", &["IMPOSSIBLE_CASTLING", "BAD_COUNTERS"]),
    ("4k3/8/8/3pP3/8/8/8/4K3 w - c6 0 2", &["IMPOSSIBLE_EN_PASSANT"]),
    ("4k3/QQQQQQQQ/QQ6/8/8/8/8/K7 b", &["TOO_MANY_PROMOTED", "IMPOSSIBLE_CHECKERS"]),
    ("8/8/8/8/8/8/4R3/k1K1K3 w - - 0 1", &["SEVERAL_WHITE_KINGS"]),
];

/// Returns the report on a text: the position that is read from it, and its faults.
fn report(fen: &str) -> (Option<Position>, Vec<&'static str>, String) {
    let setup = match Setup::from_fen_with(fen, FenOptions::LENIENT) {
        Ok(setup) => setup,
        Err(error) => return (None, Vec::new(), format!("not a FEN: {error}")),
    };
    let faults = setup.faults();
    let names = faults.names().collect();
    match Position::from_setup_ignoring(&setup, SetupFaults::IGNORABLE) {
        Ok(position) if faults.is_empty() => (Some(position), names, "legal".into()),
        Ok(position) => {
            let text = format!("accepted as {position} in spite of: {faults}");
            (Some(position), names, text)
        }
        Err(error) => (None, names, format!("refused: {error}")),
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    for fen in &arguments {
        println!("{fen}\n  {}", report(fen).2);
    }
    if !arguments.is_empty() {
        return;
    }
    for (fen, expected) in EXAMPLES {
        let (position, names, text) = report(fen);
        println!("{fen}\n  {text}");
        assert_eq!(names, expected);
        let playable = SetupFaults::IGNORABLE.contains(expected.join("|").parse().expect("names"));
        assert_eq!(position.is_some(), playable, "{fen}");
    }
    let (_, _, text) = report("4k3/8/8/8/8/8/4x3/4K3 w - - 0 1");
    println!("{text}");
    assert_eq!(
        text,
        "not a FEN: FEN field 1 (piece placement \"4k3/8/8/8/8/8/4x3/4K3\"), column 16: expected one \
         of PNBRQKpnbrqk, a digit 1-8 or /, found 'x'"
    );
}
