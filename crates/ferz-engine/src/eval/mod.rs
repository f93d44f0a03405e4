//! The classical evaluation: piece-square score, imbalance of material, pawn structure, mobility,
//! threats, king safety and passed pawns, each a number for the middlegame and one for the endgame.

mod fill;
mod king;
mod ledger;
mod material;
mod passed;
mod pawns;
mod pieces;
mod shelter;
mod threats;
pub mod trace;
pub mod wdl;
mod weights;

use crate::value::{EVAL_LIMIT, Value};
use ferz::{Bitboard, Color, PieceType, Position, Score, attacks};
use ledger::TermAccumulator;
pub use material::Endgame;
use material::{FULL, MaterialTable};
use pawns::{PawnTable, Pawns};

/// The parts of the evaluation, in the order of the table that [`Evaluator::explain`] gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Term {
    /// Material and squares.
    PieceSquares,
    /// What pieces are worth in each other's company.
    Imbalance,
    /// Pawn structure.
    Pawns,
    /// Mobility and places of knights, bishops, rooks and queens.
    Pieces,
    /// Attacks on pieces.
    Threats,
    /// Shelter of the king and attack on it.
    King,
    /// Passed pawns.
    Passed,
    /// Having the move.
    Tempo,
}

impl Term {
    /// Every term.
    pub const ALL: [Self; 8] = [
        Self::PieceSquares,
        Self::Imbalance,
        Self::Pawns,
        Self::Pieces,
        Self::Threats,
        Self::King,
        Self::Passed,
        Self::Tempo,
    ];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::PieceSquares => "Material and squares",
            Self::Imbalance => "Imbalance",
            Self::Pawns => "Pawn structure",
            Self::Pieces => "Pieces and mobility",
            Self::Threats => "Threats",
            Self::King => "King safety",
            Self::Passed => "Passed pawns",
            Self::Tempo => "Having the move",
        }
    }
}

/// The evaluation taken apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EvalBreakdown {
    /// Each term's worth for White and for Black; the piece-square score stands with White whole.
    pub terms: [[Score; 2]; Term::ALL.len()],
    /// How much middlegame is left, 0 to [`PHASE_MAX`].
    pub phase: i32,
    /// The endgame's share that can still be won, of 64.
    pub scale: i32,
    /// The recognised endgame, if it is one: the value is then its own, whatever the terms say.
    pub endgame: Option<Endgame>,
    /// What the position is worth to White.
    pub white: Value,
}

/// The phase of the full board; 0 is an endgame of kings and pawns.
pub const PHASE_MAX: i32 = 128;

/// What each side attacks, worked out once for all terms.
struct Attacks {
    /// By side and type.
    by: [[Bitboard; PieceType::COUNT]; 2],
    /// By side, with any piece.
    all: [Bitboard; 2],
    /// By side, at least twice.
    twice: [Bitboard; 2],
    /// The squares around each king, and those before them.
    king_zone: [Bitboard; 2],
    /// The pieces that attack each king's zone, by the side that is attacked and by type.
    king_attackers: [[i32; PieceType::COUNT]; 2],
}

impl Attacks {
    fn new(pos: &Position) -> Self {
        let mut this = Self {
            by: [[Bitboard::EMPTY; PieceType::COUNT]; 2],
            all: [Bitboard::EMPTY; 2],
            twice: [Bitboard::EMPTY; 2],
            king_zone: [Bitboard::EMPTY; 2],
            king_attackers: [[0; PieceType::COUNT]; 2],
        };
        for us in Color::ALL {
            let king = pos.king(us);
            let near = attacks::king(king);
            this.king_zone[us] = near.with(king) | near.shift(us.forward());
            this.add(us, PieceType::King, near);
            this.add(us, PieceType::Pawn, pos.pawn_attacks(us));
        }
        this
    }

    #[inline(always)]
    fn add(&mut self, us: Color, kind: PieceType, attacked: Bitboard) {
        self.twice[us] |= self.all[us] & attacked;
        self.all[us] |= attacked;
        self.by[us][kind] |= attacked;
    }
}

/// Evaluates positions, and remembers pawn structures and distributions of material meanwhile.
pub struct Evaluator {
    material: MaterialTable,
    pawns: PawnTable,
}

impl Default for Evaluator {
    fn default() -> Self {
        Self::new()
    }
}

impl Evaluator {
    /// An evaluator that remembers nothing yet.
    pub fn new() -> Self {
        Self { material: MaterialTable::new(), pawns: PawnTable::new() }
    }

    /// Forgets what it remembers; its judgement does not depend on it.
    pub fn clear(&mut self) {
        *self = Self::new();
    }

    /// What the position is worth to the side to move. It must not be in check for the value to
    /// mean much.
    pub fn evaluate(&mut self, pos: &Position) -> Value {
        let own = |white: Value| if pos.side_to_move() == Color::White { white } else { -white };
        if let Some((_, white)) = self.material.get(pos).recognised(pos) {
            return own(white);
        }
        let value = own(self.evaluate_terms(pos).white);
        // The nearer the fifty-move rule, the nearer a draw.
        let faded = value * (220 - i32::from(pos.rule50().min(100))) / 220;
        faded.clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }

    /// The evaluation taken apart.
    #[inline]
    pub fn breakdown(&mut self, pos: &Position) -> EvalBreakdown {
        let common = self.evaluate_terms(pos);
        match self.material.get(pos).recognised(pos) {
            Some((endgame, white)) => EvalBreakdown { endgame: Some(endgame), white, ..common },
            None => common,
        }
    }

    /// The sum of all terms, whatever endgame it is.
    #[inline]
    fn evaluate_terms(&mut self, pos: &Position) -> EvalBreakdown {
        let material = self.material.get(pos);
        let pawns = self.pawns.get(pos);
        let shelters = Color::ALL.map(|us| pawns.shelters[us].get(pos, us));
        let pawns = &*pawns;
        let mut attacks = Attacks::new(pos);
        let terms = [
            [pos.psq(), Score::ZERO],
            material.imbalance,
            pawns.score,
            Color::ALL.map(|us| pieces::pieces(pos, us, pawns, &mut attacks)),
            Color::ALL.map(|us| threats::threats(pos, us, &attacks)),
            Color::ALL.map(|us| shelters[us] - king::penalty(king::danger(pos, us, &attacks))),
            Color::ALL.map(|us| passed::passed(pos, us, pawns, &attacks)),
            Color::ALL.map(|us| tempo(pos, us)),
        ];
        let score: Score = terms.iter().map(|[white, black]| *white - *black).sum();
        let phase = material.phase;
        let scale = material.scale(pos, pawns.passed, score.endgame());
        let endgame = score.endgame() * scale / FULL;
        let white = (score.middlegame() * phase + endgame * (PHASE_MAX - phase)) / PHASE_MAX;
        EvalBreakdown { terms, phase, scale, endgame: None, white }
    }
}

/// What the move is worth to a side.
fn tempo<L: TermAccumulator>(pos: &Position, us: Color) -> L {
    let mut worth = L::default();
    worth.add(weights::TEMPO, i32::from(pos.side_to_move() == us));
    worth
}

/// The squares of a square's colour.
fn colored_as(square: ferz::Square) -> Bitboard {
    if Bitboard::DARK.contains(square) { Bitboard::DARK } else { Bitboard::LIGHT }
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn both_sides_are_judged_alike() {
        let mut evaluator = Evaluator::new();
        let mut seed = 1_u64;
        for fen in FENS {
            let mut pos = Position::from_fen(fen).unwrap();
            for _ in 0..60 {
                let other = pos.flip_colors();
                assert_eq!(evaluator.evaluate(&pos), evaluator.evaluate(&other), "{}", pos.fen());
                assert_eq!(evaluator.breakdown(&pos).white, -evaluator.breakdown(&other).white);
                let moves = pos.legal_moves();
                if moves.is_empty() {
                    break;
                }
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                pos.do_move(moves[(seed >> 33) as usize % moves.len()]);
            }
        }
    }

    #[test]
    fn what_is_remembered_does_not_change_the_judgement() {
        let mut evaluator = Evaluator::new();
        for fen in FENS.into_iter().chain(FENS) {
            let pos = Position::from_fen(fen).unwrap();
            assert_eq!(evaluator.evaluate(&pos), Evaluator::new().evaluate(&pos));
        }
    }

    #[test]
    fn an_extra_piece_is_worth_its_price() {
        let mut evaluator = Evaluator::new();
        let pos = Position::from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1");
        assert!((-550..-250).contains(&evaluator.evaluate(&pos.unwrap())));
    }
}
