//! Plays a game written in SAN and prints its result: `cargo run -p ferz --example san_game -- [MOVE
//! ...]`.

use ferz::notation::ParseSanError;
use ferz::{Outcome, Position};
use std::error::Error;

/// A game by Morphy, Paris 1858.
const OPERA_GAME: &str = "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 \
    Nxb5 cxb5 Bxb5+ Nbd7 O-O-O Rd8 Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#";

/// Plays the moves from the initial position. Returns the last position and the moves with numbers.
fn play<'a>(sans: impl Iterator<Item = &'a str>) -> Result<(Position, String), ParseSanError> {
    let start = Position::startpos();
    let (mut position, mut moves) = (start.clone(), Vec::new());
    for san in sans {
        let mv = position.parse_san(san)?;
        position.do_move(mv);
        moves.push(mv);
    }
    let text = start.numbered_san_line(&moves).expect("the moves have been played");
    Ok((position, text))
}

/// Returns the result as PGN writes it, with its reason; `*` for a game that has not ended.
fn result(outcome: Option<Outcome>, claimable: bool) -> String {
    match outcome {
        Some(outcome) => format!("{outcome} ({})", outcome.reason()),
        None if claimable => "* (a draw can be claimed)".into(),
        None => "*".into(),
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (position, text) = if arguments.is_empty() {
        play(OPERA_GAME.split_whitespace())?
    } else {
        play(arguments.iter().map(String::as_str))?
    };
    let result = result(position.outcome(), position.can_claim_draw());
    println!("{text} {result}\n{}", position.diagram());

    if arguments.is_empty() {
        assert_eq!(result, "1-0 (checkmate)");
        assert!(text.ends_with("16. Qb8+ Nxb8 17. Rd8#"), "{text}");
        let (shuffle, _) = play("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8".split(' '))?;
        assert!(shuffle.outcome().is_none() && shuffle.can_claim_draw());
        let error = play("e4 e5 Ke3".split(' ')).expect_err("the king cannot reach e3");
        assert_eq!(error.to_string(), "\"Ke3\": no legal move of this position matches");
    }
    Ok(())
}
