//! Tests of the whole evaluation.

use super::classical::ClassicalEvaluator;
use ferz::notation::FenOptions;
use ferz::{Color, Position};

pub(super) const FENS: [&str; 8] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "8/8/1p2k3/1P1p4/3P1K2/8/8/8 w - - 12 60",
    "2r3k1/5ppp/p3p3/1p1bP3/3P4/P4P2/1r1B2PP/R2R2K1 b - - 3 25",
    "6k1/5p2/4p1p1/1Q5p/2P2q2/7P/5PP1/6K1 b - - 0 40",
];

#[test]
fn evaluation_is_symmetric_in_color() {
    let mut evaluator = ClassicalEvaluator::new();
    let mut rng = fastrand::Rng::with_seed(1);
    for fen in FENS {
        let mut pos = Position::from_fen(fen).unwrap();
        for _ in 0..60 {
            let flipped = Position::from(pos.flip_colors());
            assert_eq!(evaluator.evaluate(&pos), evaluator.evaluate(&flipped), "{}", pos.fen());
            assert_eq!(evaluator.breakdown(&pos).white, -evaluator.breakdown(&flipped).white);
            let moves = pos.legal_moves();
            if moves.is_empty() {
                break;
            }
            pos.do_move(moves[rng.usize(..moves.len())]);
        }
    }
}

#[test]
fn evaluation_does_not_depend_on_the_caches() {
    let mut evaluator = ClassicalEvaluator::new();
    for fen in FENS.into_iter().chain(FENS) {
        let pos = Position::from_fen(fen).unwrap();
        assert_eq!(evaluator.evaluate(&pos), ClassicalEvaluator::new().evaluate(&pos));
    }
}

#[test]
fn missing_knight_costs_about_three_pawns() {
    let mut evaluator = ClassicalEvaluator::new();
    let pos = Position::from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1");
    assert!((-550..-250).contains(&evaluator.evaluate(&pos.unwrap())));
}

/// Piece-square scores and terms of 62 queens exceed 16 bits.
#[test]
fn a_board_full_of_queens_is_won_for_their_side() {
    let rank = "QQQQQQQQ";
    let board = format!("k{}/{}{}K", &rank[1..], format!("{rank}/").repeat(6), &rank[1..]);
    let fen = format!("{board} b - - 0 1");
    let pos = Position::from_fen_with(&fen, FenOptions::LENIENT).unwrap();
    let mut evaluator = ClassicalEvaluator::new();
    for (pos, queens) in [(pos.flip_colors().into(), Color::Black), (pos, Color::White)] {
        let white = evaluator.breakdown(&pos).white;
        let value = if queens == Color::White { white } else { -white };
        assert!(value > 30_000, "{value} for {queens}");
        assert!(evaluator.evaluate(&pos) < -5_000, "{}", pos.fen());
    }
}
