//! The classical evaluation: a sum of terms, each with a middlegame and an endgame score,
//! interpolated by the game phase.

use super::attacks::AttackMaps;
use super::counts::PHASE_MAX;
use super::endgames::Endgame;
use super::king::{danger, penalty};
use super::material::MaterialTable;
use super::pawns::{PawnTable, passed};
use super::pieces::{pieces, threats};
use super::scale::SCALE_NORMAL;
use super::weights::TEMPO;
use crate::value::{EVAL_LIMIT, Value};
use ferz::{Board, Color, PhaseScore, PieceSums, Position};

/// The terms of the evaluation, in the order of [`EvalBreakdown::terms`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Term {
    /// Material and piece-square tables.
    PieceSquares,
    /// Material imbalance.
    Imbalance,
    /// Pawn structure.
    Pawns,
    /// Mobility, outposts and files of knights, bishops, rooks and queens.
    Pieces,
    /// Threats against pieces.
    Threats,
    /// King shelter and king danger.
    King,
    /// Passed pawns.
    Passed,
    /// The side to move.
    Tempo,
}

impl Term {
    /// All terms.
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

    /// Returns the name of the term.
    pub const fn name(self) -> &'static str {
        match self {
            Self::PieceSquares => "Material and PSQT",
            Self::Imbalance => "Imbalance",
            Self::Pawns => "Pawn structure",
            Self::Pieces => "Pieces and mobility",
            Self::Threats => "Threats",
            Self::King => "King safety",
            Self::Passed => "Passed pawns",
            Self::Tempo => "Tempo",
        }
    }
}

/// The evaluation of a position, term by term.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EvalBreakdown {
    /// The score of each term for White and for Black; that of piece squares is White's less
    /// Black's, with zero for Black.
    pub terms: [[PhaseScore; 2]; Term::ALL.len()],
    /// The game phase, 0 (endgame) to [`PHASE_MAX`].
    pub phase: i32,
    /// The scale factor of the endgame score, of 64.
    pub scale: i32,
    /// The recognised endgame, whose own evaluation replaces the sum of the terms.
    pub endgame: Option<Endgame>,
    /// The evaluation for White.
    pub white: Value,
}

/// The classical evaluator with its caches of pawn structures and material.
#[derive(Default)]
pub struct ClassicalEvaluator {
    material: MaterialTable,
    pawns: PawnTable,
}

impl ClassicalEvaluator {
    /// Creates an evaluator with empty caches.
    pub fn new() -> Self {
        Self::default()
    }

    /// Clears the caches. Evaluations do not depend on their content.
    pub fn clear(&mut self) {
        *self = Self::new();
    }

    /// Evaluates a position for the side to move, which should not be in check, without the scaling
    /// by the fifty-move counter.
    pub fn evaluate(&mut self, pos: &Position) -> Value {
        self.evaluate_with(pos, &PieceSums::of(pos))
    }

    /// Evaluates a position with known sums: see [`evaluate`](Self::evaluate).
    pub(super) fn evaluate_with(&mut self, pos: &Position, sums: &PieceSums) -> Value {
        let own = |white: Value| if pos.side_to_move() == Color::White { white } else { -white };
        if let Some((_, white)) = self.material.get(pos, sums).evaluate_endgame(pos) {
            return own(white);
        }
        own(self.evaluate_terms(pos, sums).white).clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }

    /// Evaluates a position term by term, without the scaling by the fifty-move counter.
    #[inline]
    pub fn breakdown(&mut self, pos: &Position) -> EvalBreakdown {
        let sums = PieceSums::of(pos);
        let terms = self.evaluate_terms(pos, &sums);
        match self.material.get(pos, &sums).evaluate_endgame(pos) {
            Some((endgame, white)) => EvalBreakdown { endgame: Some(endgame), white, ..terms },
            None => terms,
        }
    }

    /// Sums all terms, without endgame recognition.
    #[inline]
    fn evaluate_terms(&mut self, pos: &Position, sums: &PieceSums) -> EvalBreakdown {
        let material = self.material.get(pos, sums);
        let pawns = self.pawns.get(pos, sums);
        let shelters = Color::ALL.map(|us| pawns.shelters[us].get(pos, us));
        let pawns = &*pawns;
        let mut maps = AttackMaps::new(pos);
        // Reads through a plain reference are not repeated after each write.
        let pos = pos.board();
        let terms = [
            [sums.psq(), PhaseScore::ZERO],
            material.imbalance,
            pawns.score,
            Color::ALL.map(|us| pieces(pos, us, pawns, &mut maps)),
            Color::ALL.map(|us| threats(pos, us, &maps)),
            Color::ALL.map(|us| shelters[us] - penalty(danger(pos, us, &maps))),
            Color::ALL.map(|us| passed(pos, us, pawns, &maps)),
            Color::ALL.map(|us| tempo(pos, us)),
        ];
        let score: PhaseScore = terms.iter().map(|[white, black]| *white - *black).sum();
        let phase = material.phase;
        let scale = material.scale(pos, pawns.passed, score.endgame());
        let endgame = score.endgame() * scale / SCALE_NORMAL;
        let white = (score.middlegame() * phase + endgame * (PHASE_MAX - phase)) / PHASE_MAX;
        EvalBreakdown { terms, phase, scale, endgame: None, white }
    }
}

/// Evaluates the tempo: a bonus for the side to move.
fn tempo(pos: &Board, us: Color) -> PhaseScore {
    TEMPO * i32::from(pos.side_to_move() == us)
}
