//! Tests of the whole evaluation.

use super::classical::ClassicalEvaluator;
use super::endgames::{Endgame, KNOWN_WIN};
use crate::value::Value;
use Expected::{Better, Drawn, Won};
use ferz::notation::FenOptions;
use ferz::{Color, Piece, Position, Rank, Setup, SetupFaults, Square};

const FENS: [&str; 8] = [
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

/// Any change of the classical evaluation alters the hash; the bench evaluates by the network.
#[test]
fn evaluations_of_random_games_have_this_hash() {
    let mut evaluator = ClassicalEvaluator::new();
    let mut rng = fastrand::Rng::with_seed(2);
    let mut hash = 0_u64;
    for fen in FENS.iter().cycle().take(64) {
        let mut pos = Position::from_fen(fen).unwrap();
        for _ in 0..200 {
            let value = evaluator.evaluate(&pos);
            hash = (hash ^ value as u64).wrapping_mul(0x100_0000_01B3).rotate_left(23);
            let moves = pos.legal_moves();
            if moves.is_empty() {
                break;
            }
            // 64 bits on every target, for equal games.
            pos.do_move(moves[rng.u64(..moves.len() as u64) as usize]);
        }
    }
    assert_eq!(hash, 0xD226_D19E_41BB_67EB);
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

/// The expected range of the evaluation for White.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Expected {
    /// A known win.
    Won,
    /// A clear advantage.
    Better,
    /// A draw or nearly a draw.
    Drawn,
}

impl Expected {
    fn of(white: Value) -> Option<Self> {
        match white {
            KNOWN_WIN.. => Some(Won),
            150..KNOWN_WIN => Some(Better),
            -100..=100 => Some(Drawn),
            _ => None,
        }
    }
}

const POSITIONS: &[(Expected, &str)] = &[
    // Pieces against a bare king.
    (Won, "8/8/8/4k3/8/8/8/KQ6 w - - 0 1"),
    (Won, "8/8/8/4k3/8/8/8/KR6 b - - 0 1"),
    (Won, "8/8/8/4k3/8/8/8/KBB5 w - - 0 1"),
    (Won, "8/8/8/4k3/8/8/8/KBN5 b - - 0 1"),
    (Won, "8/8/8/4k3/8/2P5/8/KN1B4 w - - 0 1"),
    // Insufficient material: two knights, bishops of one colour, a piece each; stalemate.
    (Drawn, "8/8/8/4k3/8/8/8/KNN5 w - - 0 1"),
    (Drawn, "8/8/8/4k3/8/8/8/KB1B4 w - - 0 1"),
    (Drawn, "8/8/4k3/8/2b5/8/8/KB6 w - - 0 1"),
    (Drawn, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"),
    // Pawns against a bare king: opposition; a king in front of rook pawns.
    (Won, "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1"),
    (Drawn, "8/4k3/8/4K3/4P3/8/8/8 w - - 0 1"),
    (Won, "8/4k3/8/4K3/4P3/8/8/8 b - - 0 1"),
    (Drawn, "k7/8/8/P7/P1K5/8/8/8 w - - 0 1"),
    (Won, "7k/8/8/P7/P1K5/8/8/8 w - - 0 1"),
    // Bishop of the right and of the wrong colour for a rook pawn.
    (Won, "8/8/8/3k4/8/3PB3/3K4/8 b - - 0 1"),
    (Won, "k7/8/1K6/P7/8/3B4/8/8 w - - 0 1"),
    (Drawn, "k7/8/1K6/P7/8/4B3/8/8 w - - 0 1"),
    (Drawn, "k7/8/1K6/P6p/8/4B3/8/8 w - - 0 1"),
    // Knight tied to a rook pawn on the seventh rank.
    (Drawn, "k7/P7/2N5/2K5/8/8/8/8 w - - 0 1"),
    (Won, "8/3k4/P1N5/2K5/8/8/8/8 w - - 0 1"),
    // Bishop and pawn against a minor piece: blockade.
    (Drawn, "8/6b1/4k3/8/4P3/4K3/3B4/8 w - - 0 1"),
    (Drawn, "8/6n1/4k3/8/4P3/4K3/3B4/8 w - - 0 1"),
    // Pawn against pawn.
    (Drawn, "8/8/3k4/p7/8/P7/2K5/8 w - - 0 1"),
    // Rook against pawn: king in front of the pawn; king too late.
    (Better, "8/8/8/8/3k4/3p4/8/R2K4 w - - 0 1"),
    (Drawn, "K6R/8/8/8/8/8/2pk4/8 w - - 0 1"),
    // Rook against a minor piece, two knights against a pawn.
    (Drawn, "8/8/8/3kb3/8/8/8/1KR5 w - - 0 1"),
    (Drawn, "8/8/8/3kn3/8/8/8/1KR5 w - - 0 1"),
    (Drawn, "8/8/8/3kp3/8/8/8/KNN5 w - - 0 1"),
    // A knight cut off from its king.
    (Better, "n6k/8/8/8/8/3K4/8/3R4 w - - 0 1"),
    // Queen against pawn on the seventh rank: rook file and centre file.
    (Drawn, "8/8/4K3/8/8/8/pk6/3Q4 w - - 0 1"),
    (Better, "8/8/4K3/8/8/8/3pk3/Q7 w - - 0 1"),
    (Better, "8/8/8/3k4/3p4/8/8/KQ6 w - - 0 1"),
    // Queen against a piece.
    (Better, "8/8/8/3kr3/8/8/8/KQ6 w - - 0 1"),
    (Better, "8/8/8/3kb3/8/8/8/1KQ5 w - - 0 1"),
    (Better, "8/8/8/3kn3/8/8/8/1KQ5 w - - 0 1"),
    // Rook and pawn against rook: Philidor, checks from behind, blocked pawn.
    (Drawn, "4k3/8/r7/4P3/4K3/8/8/7R w - - 0 1"),
    (Drawn, "4k3/8/4P3/5K2/8/8/r7/7R b - - 0 1"),
    (Drawn, "R7/P5k1/8/8/8/8/r7/6K1 w - - 0 1"),
    (Better, "R7/P7/1K6/8/8/6k1/8/1r6 w - - 0 1"),
    // Fortress of rook and pawn against queen.
    (Drawn, "6k1/6p1/5r2/8/3K4/8/8/3Q4 w - - 0 1"),
];

#[test]
fn known_positions_evaluate_as_expected_for_both_colors() {
    let mut evaluator = ClassicalEvaluator::new();
    for &(expected, fen) in POSITIONS {
        let pos = Position::from_fen(fen).unwrap();
        let flipped = Position::from(pos.flip_colors());
        let white = evaluator.breakdown(&pos).white;
        assert_eq!(Expected::of(white), Some(expected), "{fen}: {white}");
        assert_eq!(evaluator.breakdown(&flipped).white, -white, "{fen}");
        assert_eq!(evaluator.evaluate(&flipped), evaluator.evaluate(&pos), "{fen}");
    }
}

#[test]
fn recognised_endgames_are_named() {
    let named =
        |fen| ClassicalEvaluator::new().breakdown(&Position::from_fen(fen).unwrap()).endgame;
    assert_eq!(named("8/8/8/4k3/8/8/8/KBN5 w - - 0 1"), Some(Endgame::Kbnk));
    assert_eq!(named("kbn5/8/8/8/8/8/8/4K3 w - - 0 1"), Some(Endgame::Kbnk));
    assert_eq!(named("k7/8/8/P7/P1K5/8/8/8 w - - 0 1"), None);
    assert_eq!(named("7k/8/8/P7/P1K5/8/8/8 w - - 0 1"), Some(Endgame::Kpsk));
    assert_eq!(named("8/6b1/4k3/8/4P3/4K3/3B4/8 w - - 0 1"), None);
}

/// Places pieces on random squares; `None` if the result is illegal.
fn random_position(pieces: &str, rng: &mut fastrand::Rng) -> Option<Position> {
    let mut setup = Setup::empty();
    for letter in pieces.chars() {
        let piece = Piece::from_letter(letter)?;
        let square = Square::ALL[rng.usize(..Square::COUNT)];
        let pawn = letter.eq_ignore_ascii_case(&'p');
        let occupied = setup.pieces[square].is_some();
        if occupied || (pawn && matches!(square.rank(), Rank::First | Rank::Eighth)) {
            return None;
        }
        setup.pieces[square] = Some(piece);
    }
    setup.side_to_move = Color::ALL[rng.usize(..2)];
    Position::from_setup_ignoring(&setup, SetupFaults::IGNORABLE).ok()
}

/// Material with and without an endgame evaluation or scaling rule.
const MATERIAL: &[&str] = &[
    "KQk",
    "KRk",
    "KBBk",
    "KBNk",
    "KNNk",
    "KPk",
    "KPPk",
    "KBPk",
    "KBPPk",
    "KNPk",
    "KNPPk",
    "KBPkp",
    "KRkp",
    "KRkb",
    "KRkn",
    "KQkp",
    "KQkr",
    "KQkb",
    "KQkn",
    "KNNkp",
    "KPkp",
    "KBPkb",
    "KBPkn",
    "KRPkr",
    "KQkrp",
    "KQkrpp",
    "KBPPkbp",
    "KRBkr",
    "KRRkq",
    "KQRkqr",
    "KQRBPkqrnp",
    "KRBPPkrbpp",
];

#[test]
fn random_endgames_evaluate_symmetrically() {
    let mut rng = fastrand::Rng::with_seed(7);
    let mut evaluator = ClassicalEvaluator::new();
    for pieces in MATERIAL {
        let mut tested = 0;
        while tested < 200 {
            let Some(pos) = random_position(pieces, &mut rng) else { continue };
            let flipped = Position::from(pos.flip_colors());
            let (this, other) = (evaluator.breakdown(&pos), evaluator.breakdown(&flipped));
            assert_eq!(this.white, -other.white, "{}", pos.fen());
            assert_eq!(this.endgame, other.endgame, "{}", pos.fen());
            assert_eq!(evaluator.evaluate(&pos), evaluator.evaluate(&flipped), "{}", pos.fen());
            tested += 1;
        }
    }
}
