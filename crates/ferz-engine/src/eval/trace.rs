//! The evaluation as a function of its weights, for tuning: the coefficient of each weight in a
//! position.

use super::attacks::AttackMaps;
use super::classical::tempo;
use super::counts::{PHASE_MAX, imbalance, material_counts};
use super::king::{DANGER_LINEAR, DANGER_MAX, DANGER_SQUARED, danger};
use super::material::MaterialEval;
use super::pawns::{Pawns, passed, shelter, structure};
use super::pieces::{pieces, threats};
use super::scale::SCALE_NORMAL;
use super::weights::{TermAccumulator, VALUES, Weight};
use ferz::{Color, PhaseScore, PieceSums, Position};

pub use super::weights::{WEIGHT_GROUPS, WeightGroup};

/// The scale factor of an endgame that is not scaled down.
pub const SCALE_MAX: i32 = SCALE_NORMAL;

/// Returns the current values of all weights, in the order of [`WEIGHT_GROUPS`].
pub fn weights() -> &'static [PhaseScore] {
    &VALUES
}

/// The coefficient of a weight in a linear term.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Coefficient {
    /// The index of the weight in [`weights`].
    pub weight: u16,
    /// The factor of the weight.
    pub factor: i16,
}

/// The evaluation of a position, split into the coefficients of the weights.
#[derive(Clone, PartialEq, Debug)]
pub struct Trace {
    /// The coefficients of the score: White's less Black's.
    pub score: Vec<Coefficient>,
    /// The coefficients of the danger to each king, by colour.
    pub danger: [Vec<Coefficient>; 2],
    /// The part of the score without weights: the piece-square score of the position.
    pub offset: PhaseScore,
    /// The game phase, 0 (endgame) to [`PHASE_MAX`].
    pub phase: i32,
    /// The scale factor of the endgame if White and if Black is better, of [`SCALE_MAX`].
    pub scale: [i32; 2],
}

impl Trace {
    /// Traces the evaluation of a position; `None` for an endgame with an evaluation of its own.
    pub fn of(pos: &Position) -> Option<Self> {
        let sums = PieceSums::of(pos);
        let material = MaterialEval::of(pos, sums.material_key());
        if material.evaluate_endgame(pos).is_some() {
            return None;
        }
        let counts = material_counts(pos);
        let pawns = Pawns::of(pos, sums.pawn_key());
        let mut maps = AttackMaps::new(pos);
        let mut sides: [Vec<Coefficient>; 2] =
            Color::ALL.map(|us| pieces(pos, us, &pawns, &mut maps));
        for us in Color::ALL {
            let side = &mut sides[us];
            side.append(&mut imbalance(&counts, us));
            side.append(&mut structure(pos, us));
            side.append(&mut threats(pos, us, &maps));
            side.append(&mut passed(pos, us, &pawns, &maps));
            side.append(&mut shelter(pos, us));
            side.append(&mut tempo(pos, us));
        }
        let [mut score, black] = sides;
        score.extend(black.into_iter().map(|term| Coefficient { factor: -term.factor, ..term }));
        let score = merged(score);
        let danger = Color::ALL.map(|us| merged(danger(pos, us, &maps)));
        let scale = [1, -1].map(|endgame| material.scale(pos, pawns.passed, endgame));
        Some(Self { score, danger, offset: sums.psq(), phase: material.phase, scale })
    }

    /// Evaluates the position for White with these weights, in centipawns: the classical
    /// evaluation without rounding.
    pub fn evaluate(&self, weights: &[[f32; 2]]) -> f32 {
        let [middlegame, endgame] = self.score(weights);
        let scale = self.scale[usize::from(endgame < 0.0)] as f32 / SCALE_MAX as f32;
        let phase = self.phase as f32 / PHASE_MAX as f32;
        middlegame * phase + endgame * scale * (1.0 - phase)
    }

    /// Returns the middlegame and the endgame score for White with these weights.
    pub fn score(&self, weights: &[[f32; 2]]) -> [f32; 2] {
        let mut sum = weighted_sum(&self.score, weights);
        sum[0] += self.offset.middlegame() as f32;
        sum[1] += self.offset.endgame() as f32;
        for (danger, sign) in self.danger.iter().zip([-1.0, 1.0]) {
            let [middlegame, endgame] = weighted_sum(danger, weights);
            sum[0] += sign * Penalty::middlegame(middlegame).value;
            sum[1] += sign * Penalty::endgame(endgame).value;
        }
        sum
    }
}

/// The penalty for king danger and its derivative.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Penalty {
    /// The penalty in centipawns.
    pub value: f32,
    /// The derivative by the danger.
    pub slope: f32,
}

impl Penalty {
    /// Returns the middlegame penalty.
    pub fn middlegame(danger: f32) -> Self {
        let value = danger.max(0.0) * danger / DANGER_SQUARED as f32;
        if value >= DANGER_MAX as f32 {
            Self { value: DANGER_MAX as f32, slope: 0.0 }
        } else {
            Self { value, slope: 2.0 * danger.max(0.0) / DANGER_SQUARED as f32 }
        }
    }

    /// Returns the endgame penalty.
    pub fn endgame(danger: f32) -> Self {
        let slope = if danger > 0.0 { 1.0 / DANGER_LINEAR as f32 } else { 0.0 };
        Self { value: danger * slope, slope }
    }
}

/// Returns the sum of the weights times their coefficients.
pub fn weighted_sum(coefficients: &[Coefficient], weights: &[[f32; 2]]) -> [f32; 2] {
    coefficients.iter().fold([0.0; 2], |[middlegame, endgame], coefficient| {
        let weight = weights[usize::from(coefficient.weight)];
        let factor = f32::from(coefficient.factor);
        [middlegame + weight[0] * factor, endgame + weight[1] * factor]
    })
}

/// Collects the coefficients.
impl TermAccumulator for Vec<Coefficient> {
    fn add(&mut self, weight: impl Into<Weight>, coefficient: i32) {
        let weight = weight.into().0 as u16;
        self.push(Coefficient { weight, factor: coefficient as i16 });
    }

    fn middlegame(&self) -> i32 {
        let product = |coefficient: &Coefficient| {
            VALUES[usize::from(coefficient.weight)].middlegame() * i32::from(coefficient.factor)
        };
        self.iter().map(product).sum()
    }
}

/// Adds up the coefficients of each weight and removes zeros.
fn merged(mut list: Vec<Coefficient>) -> Vec<Coefficient> {
    list.sort_unstable_by_key(|coefficient| coefficient.weight);
    list.dedup_by(|next, kept| {
        let same = next.weight == kept.weight;
        if same {
            kept.factor += next.factor;
        }
        same
    });
    list.retain(|coefficient| coefficient.factor != 0);
    list
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::classical::ClassicalEvaluator;
    use crate::eval::tests::FENS;

    #[test]
    fn traced_evaluation_matches_the_evaluator() {
        let weights: Vec<[f32; 2]> =
            weights().iter().map(|w| [w.middlegame() as f32, w.endgame() as f32]).collect();
        let mut evaluator = ClassicalEvaluator::new();
        let mut rng = fastrand::Rng::with_seed(7);
        for fen in FENS {
            let mut pos = Position::from_fen(fen).unwrap();
            for _ in 0..60 {
                let expected = evaluator.breakdown(&pos).white as f32;
                if let Some(trace) = Trace::of(&pos) {
                    let value = trace.evaluate(&weights);
                    assert!((value - expected).abs() <= 3.0, "{value} {expected} {}", pos.fen());
                }
                let moves = pos.legal_moves();
                if moves.is_empty() {
                    break;
                }
                pos.do_move(moves[rng.usize(..moves.len())]);
            }
        }
    }

    #[test]
    fn groups_cover_all_weights() {
        let mut next = 0;
        for group in WEIGHT_GROUPS {
            assert_eq!(group.first, next, "{}", group.name);
            next += group.len;
        }
        assert_eq!(next, weights().len());
    }
}
