//! Any text is a FEN of a variant or refused with a message, and the moves of a position round-trip as text
//! and as bits. The first line is the name of the rules, the second a FEN, each other line a move.

#![no_main]

use ferz::SetupFaults;
use ferz::notation::FenOptions;
use ferz_variants::{Board, Move, Position, Rules};
use libfuzzer_sys::fuzz_target;

/// Checks that the FEN of a board reads as the same board.
fn check_fen(board: &Board) {
    let fen = board.fen();
    let options = FenOptions::LENIENT.ignore(SetupFaults::IGNORABLE);
    let read = Board::from_fen_corrected(&fen, board.rules(), options);
    match read {
        Ok((read, _)) => assert_eq!(read.fen(), fen, "{}", board.rules()),
        // A game goes on from an impossible start to boards that no setup admits, such as three checks.
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

fuzz_target!(|text: &str| {
    let mut lines = text.lines();
    let rules = lines.next().and_then(Rules::from_name).unwrap_or(Rules::Crazyhouse);
    let read = lines.next().map(|fen| Board::from_fen_corrected(fen, rules, FenOptions::LENIENT));
    if let Some(Err(error)) = &read {
        assert!(!error.to_string().is_empty());
    }
    let start = read.and_then(Result::ok).map_or_else(|| Board::start(rules), |(board, _)| board);
    check_fen(&start);
    let mut position = Position::from(start);
    for line in lines.take(100) {
        let board = *position.board();
        let moves = board.legal_moves();
        // A line that is no move selects one by its length.
        let chosen = moves.get(line.len() % moves.len().max(1)).copied();
        let read = board.parse_san(line).ok().or_else(|| board.parse_uci(line).ok());
        let Some(mv) = read.or(chosen) else { break };
        assert!(moves.contains(&mv), "{line} parses as {mv:?} at {board}");
        assert_eq!(Move::from_bits(mv.bits()), Some(mv));
        let (san, uci) = (board.san(mv), board.uci(mv));
        assert_eq!(board.parse_san(&san), Ok(mv), "{san} at {board}");
        assert_eq!(board.parse_uci(&uci), Ok(mv), "{uci} at {board}");
        position.do_move(mv);
        check_fen(position.board());
    }
    while position.undo() {}
    assert_eq!(*position.board(), start);
});
