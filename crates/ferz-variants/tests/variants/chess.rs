//! Chess by the rules of this crate equals `ferz`.

use ferz::{Color, Position as ChessPosition, Setup};
use ferz_variants::{Board, Position, Rules};
use std::collections::BTreeSet;

const POSITIONS: usize = 100_000;

/// Compares a position: moves, their texts, key, FEN, en passant, check and material.
fn assert_equal(board: &Board, chess: &ChessPosition, texts: bool) {
    let fen = chess.fen();
    assert_eq!(board.fen(), fen);
    assert_eq!(board.key(), chess.key(), "{fen}");
    assert_eq!(board.checkers_of(board.side_to_move()), chess.checkers(), "{fen}");
    assert_eq!(board.en_passant_target(), chess.en_passant_target(), "{fen}");
    assert_eq!(board.castling_rights(), chess.castling_rights(), "{fen}");
    for color in Color::ALL {
        let ours = board.has_insufficient_material(color);
        assert_eq!(ours, chess.has_insufficient_material(color), "{fen}");
    }
    let ours: BTreeSet<u16> = board.legal_moves().into_iter().map(u16::from).collect();
    let theirs: BTreeSet<u16> = chess.legal_moves().iter().map(|&mv| mv.bits()).collect();
    assert_eq!(ours, theirs, "{fen}");
    if !texts {
        return;
    }
    for &mv in &chess.legal_moves() {
        let (san, uci) = (chess.san(mv).to_string(), chess.uci(mv).to_string());
        assert_eq!((board.san(mv.into()), board.uci(mv.into())), (san.clone(), uci.clone()));
        assert_eq!(board.parse_san(&san), Ok(mv.into()), "{san} at {fen}");
        assert_eq!(board.parse_uci(&uci), Ok(mv.into()), "{uci} at {fen}");
    }
}

#[test]
fn chess_equals_ferz() {
    let mut random = fastrand::Rng::with_seed(70);
    let mut compared = 0;
    while compared < POSITIONS {
        let start = match random.u16(0..4) {
            0 => Setup::start(),
            1 => Setup::chess960(random.u16(0..960)).unwrap(),
            _ => Setup::double_chess960(random.u16(0..960), random.u16(0..960)).unwrap(),
        };
        let mut chess = ChessPosition::from_setup(&start).unwrap();
        let setup = ferz_variants::Setup::from(start);
        let mut ours = Position::from(Board::from_setup(Rules::Chess, &setup).unwrap());
        for _ in 0..200 {
            assert_equal(ours.board(), &chess, random.u8(0..40) == 0);
            compared += 1;
            assert_eq!(ours.repetition_count(), chess.repetition_count());
            let outcome = chess.outcome();
            let winner = ours.outcome().map(|end| end.winner);
            assert_eq!(winner, outcome.map(|end| end.winner()), "{}", chess.fen());
            if outcome.is_some() {
                break;
            }
            let moves = chess.legal_moves();
            // Castling is rare, and taken where it is possible.
            let castling = moves.iter().find(|mv| mv.is_castling());
            let mv = *castling.unwrap_or(&moves[random.usize(0..moves.len())]);
            chess.do_move(mv);
            ours.do_move(mv.into());
        }
    }
}
