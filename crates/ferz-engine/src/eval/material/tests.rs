//! Verdicts on known positions, and the same ones with colours flipped.

use super::endgames::SURE_WIN;
use crate::eval::{Endgame, Evaluator};
use crate::value::Value;
use ferz::{Color, Piece, Position, Rank, Setup, SetupFaults, Square};

/// What the evaluation should say of White's chances.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    /// White wins by technique.
    Won,
    /// White is clearly better.
    Better,
    /// There is little or nothing to hope for.
    Drawn,
}
use Verdict::{Better, Drawn, Won};

impl Verdict {
    fn of(white: Value) -> Option<Self> {
        match white {
            SURE_WIN.. => Some(Won),
            150..SURE_WIN => Some(Better),
            -100..=100 => Some(Drawn),
            _ => None,
        }
    }
}

const VERDICTS: &[(Verdict, &str)] = &[
    // Pieces against a bare king.
    (Won, "8/8/8/4k3/8/8/8/KQ6 w - - 0 1"),
    (Won, "8/8/8/4k3/8/8/8/KR6 b - - 0 1"),
    (Won, "8/8/8/4k3/8/8/8/KBB5 w - - 0 1"),
    (Won, "8/8/8/4k3/8/8/8/KBN5 b - - 0 1"),
    (Won, "8/8/8/4k3/8/2P5/8/KN1B4 w - - 0 1"),
    // Too little: two knights, bishops of one colour, a piece each, stalemate.
    (Drawn, "8/8/8/4k3/8/8/8/KNN5 w - - 0 1"),
    (Drawn, "8/8/8/4k3/8/8/8/KB1B4 w - - 0 1"),
    (Drawn, "8/8/4k3/8/2b5/8/8/KB6 w - - 0 1"),
    (Drawn, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"),
    // Pawns against a bare king: the opposition, a king before pawns on a rook's file.
    (Won, "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1"),
    (Drawn, "8/4k3/8/4K3/4P3/8/8/8 w - - 0 1"),
    (Won, "8/4k3/8/4K3/4P3/8/8/8 b - - 0 1"),
    (Drawn, "k7/8/8/P7/P1K5/8/8/8 w - - 0 1"),
    (Won, "7k/8/8/P7/P1K5/8/8/8 w - - 0 1"),
    // With a bishop that attacks the corner of a rook's pawn, and one that does not.
    (Won, "8/8/8/3k4/8/3PB3/3K4/8 b - - 0 1"),
    (Won, "k7/8/1K6/P7/8/3B4/8/8 w - - 0 1"),
    (Drawn, "k7/8/1K6/P7/8/4B3/8/8 w - - 0 1"),
    (Drawn, "k7/8/1K6/P6p/8/4B3/8/8 w - - 0 1"),
    // With a knight that cannot leave the pawn it defends.
    (Drawn, "k7/P7/2N5/2K5/8/8/8/8 w - - 0 1"),
    (Won, "8/3k4/P1N5/2K5/8/8/8/8 w - - 0 1"),
    // A king that no bishop drives from before the pawn.
    (Drawn, "8/6b1/4k3/8/4P3/4K3/3B4/8 w - - 0 1"),
    (Drawn, "8/6n1/4k3/8/4P3/4K3/3B4/8 w - - 0 1"),
    // Pawn against pawn.
    (Drawn, "8/8/3k4/p7/8/P7/2K5/8 w - - 0 1"),
    // Rook against pawn: the king before it; the king too late.
    (Better, "8/8/8/8/3k4/3p4/8/R2K4 w - - 0 1"),
    (Drawn, "K6R/8/8/8/8/8/2pk4/8 w - - 0 1"),
    // Rook against a minor piece, two knights against a pawn.
    (Drawn, "8/8/8/3kb3/8/8/8/1KR5 w - - 0 1"),
    (Drawn, "8/8/8/3kn3/8/8/8/1KR5 w - - 0 1"),
    (Drawn, "8/8/8/3kp3/8/8/8/KNN5 w - - 0 1"),
    // A knight cut off from its king.
    (Better, "n6k/8/8/8/8/3K4/8/3R4 w - - 0 1"),
    // Queen against pawn: about to queen on a rook's file and on a centre file.
    (Drawn, "8/8/4K3/8/8/8/pk6/3Q4 w - - 0 1"),
    (Better, "8/8/4K3/8/8/8/3pk3/Q7 w - - 0 1"),
    (Better, "8/8/8/3k4/3p4/8/8/KQ6 w - - 0 1"),
    // Queen against a piece.
    (Better, "8/8/8/3kr3/8/8/8/KQ6 w - - 0 1"),
    (Better, "8/8/8/3kb3/8/8/8/1KQ5 w - - 0 1"),
    (Better, "8/8/8/3kn3/8/8/8/1KQ5 w - - 0 1"),
    // Rook and pawn against rook: Philidor, checks from behind, the rook before its pawn.
    (Drawn, "4k3/8/r7/4P3/4K3/8/8/7R w - - 0 1"),
    (Drawn, "4k3/8/4P3/5K2/8/8/r7/7R b - - 0 1"),
    (Drawn, "R7/P5k1/8/8/8/8/r7/6K1 w - - 0 1"),
    (Better, "R7/P7/1K6/8/8/6k1/8/1r6 w - - 0 1"),
    // A rook that its pawn and king defend on their third rank.
    (Drawn, "6k1/6p1/5r2/8/3K4/8/8/3Q4 w - - 0 1"),
];

#[test]
fn verdicts_are_as_known_for_both_colors() {
    let mut evaluator = Evaluator::new();
    for &(verdict, fen) in VERDICTS {
        let pos = Position::from_fen(fen).unwrap();
        let flipped = pos.flip_colors();
        let white = evaluator.breakdown(&pos).white;
        assert_eq!(Verdict::of(white), Some(verdict), "{fen}: {white}");
        assert_eq!(evaluator.breakdown(&flipped).white, -white, "{fen}");
        assert_eq!(evaluator.evaluate(&flipped), evaluator.evaluate(&pos), "{fen}");
    }
}

#[test]
fn what_is_recognised_is_named() {
    let named = |fen| Evaluator::new().breakdown(&Position::from_fen(fen).unwrap()).endgame;
    assert_eq!(named("8/8/8/4k3/8/8/8/KBN5 w - - 0 1"), Some(Endgame::Kbnk));
    assert_eq!(named("kbn5/8/8/8/8/8/8/4K3 w - - 0 1"), Some(Endgame::Kbnk));
    assert_eq!(named("k7/8/8/P7/P1K5/8/8/8 w - - 0 1"), None);
    assert_eq!(named("7k/8/8/P7/P1K5/8/8/8 w - - 0 1"), Some(Endgame::Kpsk));
    assert_eq!(named("8/6b1/4k3/8/4P3/4K3/3B4/8 w - - 0 1"), None);
}

/// A piece on each of as many random squares, as far as the rules allow it.
fn scattered(letters: &str, random: &mut impl FnMut(usize) -> usize) -> Option<Position> {
    let mut setup = Setup::empty();
    for letter in letters.chars() {
        let piece = Piece::from_letter(letter)?;
        let square = Square::ALL[random(Square::COUNT)];
        let pawn = letter.eq_ignore_ascii_case(&'p');
        let taken = setup.pieces[square].is_some();
        if taken || (pawn && matches!(square.rank(), Rank::First | Rank::Eighth)) {
            return None;
        }
        setup.pieces[square] = Some(piece);
    }
    setup.side_to_move = Color::ALL[random(2)];
    Position::from_setup_ignoring(&setup, SetupFaults::IGNORABLE).ok()
}

/// Material that endgames and rules are recognised by, and some that none is.
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
fn random_places_are_judged_alike_for_both_colors() {
    let mut seed = 7_u64;
    let mut random = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below
    };
    let mut evaluator = Evaluator::new();
    for letters in MATERIAL {
        let mut judged = 0;
        while judged < 200 {
            let Some(pos) = scattered(letters, &mut random) else { continue };
            let flipped = pos.flip_colors();
            let (this, other) = (evaluator.breakdown(&pos), evaluator.breakdown(&flipped));
            assert_eq!(this.white, -other.white, "{}", pos.fen());
            assert_eq!(this.endgame, other.endgame, "{}", pos.fen());
            assert_eq!(evaluator.evaluate(&pos), evaluator.evaluate(&flipped), "{}", pos.fen());
            judged += 1;
        }
    }
}
