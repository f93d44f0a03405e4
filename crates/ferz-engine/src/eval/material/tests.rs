//! Tests of endgame evaluations and scale factors on known positions.

use super::endgames::KNOWN_WIN;
use crate::eval::{ClassicalEvaluator, Endgame};
use crate::value::Value;
use ferz::{Color, Piece, Position, Rank, Setup, SetupFaults, Square};

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
use Expected::{Better, Drawn, Won};

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
