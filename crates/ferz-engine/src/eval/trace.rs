//! The evaluation as a tuner sees it: not a number, but how often each weight counts in it.

use super::king::{DANGER_LINEAR, DANGER_MOST, DANGER_SQUARED, danger};
use super::ledger::{TermAccumulator, Weight};
use super::material::{self, FULL, Material};
use super::pawns::{Pawns, structure};
use super::shelter::shelter;
use super::weights::{COUNT, GROUPS, VALUES};
use super::{Attacks, PHASE_MAX, passed, pieces, tempo, threats};
use ferz::position::{PIECE_VALUE, SQUARE_BONUS, bonus_index};
use ferz::{Color, PieceType, Position, Score};

pub use super::weights::Group;

/// The number of weights: those of the terms, then for each piece type the bonus of each square on
/// the files a to d, rank by rank.
pub const WEIGHTS: usize = COUNT + PieceType::COUNT * SQUARES;
/// The squares on the files a to d.
pub const SQUARES: usize = 32;

/// The groups of the terms' weights; they cover the list up to the squares' bonuses.
pub const TERMS: &[Group] = GROUPS;

/// What the weights are worth now, in the order of the list.
pub fn weights() -> Vec<Score> {
    let squares = SQUARE_BONUS.iter().flatten().flatten();
    VALUES.iter().chain(squares).copied().collect()
}

/// How often a weight counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Times {
    /// The weight's place in the list.
    pub weight: u16,
    /// How often.
    pub times: i16,
}

/// A position taken apart into the weights that make up its worth.
#[derive(Clone, PartialEq, Debug)]
pub struct Trace {
    /// How often each weight counts for White, less how often for Black.
    pub score: Vec<Times>,
    /// The danger to each king.
    pub danger: [Vec<Times>; 2],
    /// What the weights leave alone: the pieces' nominal worth, White's less Black's.
    pub fixed: Score,
    /// How much middlegame is left, 0 to [`PHASE_MAX`].
    pub phase: i32,
    /// What of the endgame counts, if White and if Black is better, of [`SCALE_FULL`].
    pub scale: [i32; 2],
}

/// The scale that takes nothing off.
pub const SCALE_FULL: i32 = FULL;

impl Trace {
    /// Takes a position apart; `None` if it is an endgame with an evaluation of its own, which
    /// knows no weights.
    pub fn of(pos: &Position) -> Option<Self> {
        let material = Material::of(pos);
        if material.recognised(pos).is_some() {
            return None;
        }
        let counts = material::Counts::of(pos);
        let pawns = Pawns::of(pos);
        let mut info = Attacks::new(pos);
        let mut sides: [Counts; 2] =
            Color::ALL.map(|us| pieces::pieces(pos, us, &pawns, &mut info));
        for us in Color::ALL {
            let side = &mut sides[us];
            side.extend(material::imbalance(&counts, us));
            side.extend(structure(pos, us));
            side.extend(threats::threats(pos, us, &info));
            side.extend(passed::passed(pos, us, &pawns, &info));
            side.extend(shelter(pos, us));
            side.extend(tempo(pos, us));
            side.extend(squares(pos, us));
        }
        let [white, black] = sides;
        let score = merged(white.0.into_iter().chain(black.0.into_iter().map(Times::negated)));
        let danger = Color::ALL.map(|us| merged(danger::<Counts>(pos, us, &info).0.into_iter()));
        let scale = [1, -1].map(|better| material.scale(pos, pawns.passed, better));
        Some(Self { score, danger, fixed: nominal(pos), phase: material.phase, scale })
    }

    /// What the position is worth to White under these weights, in centipawns: the evaluation
    /// without its rounding.
    pub fn value(&self, weights: &[[f32; 2]]) -> f32 {
        let [middlegame, endgame] = self.halves(weights);
        let scale = self.scale[usize::from(endgame < 0.0)] as f32 / SCALE_FULL as f32;
        let share = self.phase as f32 / PHASE_MAX as f32;
        middlegame * share + endgame * scale * (1.0 - share)
    }

    /// The middlegame's and the endgame's worth to White.
    pub fn halves(&self, weights: &[[f32; 2]]) -> [f32; 2] {
        let mut sum = sum(&self.score, weights);
        sum[0] += self.fixed.middlegame() as f32;
        sum[1] += self.fixed.endgame() as f32;
        for (danger, sign) in self.danger.iter().zip([-1.0, 1.0]) {
            let [middlegame, endgame] = self::sum(danger, weights);
            sum[0] += sign * Penalty::middlegame(middlegame).0;
            sum[1] += sign * Penalty::endgame(endgame).0;
        }
        sum
    }
}

/// What danger costs, and by how much that grows with it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Penalty(pub f32, pub f32);

impl Penalty {
    /// In the middlegame.
    pub fn middlegame(danger: f32) -> Self {
        let cost = danger.max(0.0) * danger / DANGER_SQUARED as f32;
        if cost >= DANGER_MOST as f32 {
            Self(DANGER_MOST as f32, 0.0)
        } else {
            Self(cost, 2.0 * danger.max(0.0) / DANGER_SQUARED as f32)
        }
    }

    /// In the endgame.
    pub fn endgame(danger: f32) -> Self {
        let slope = if danger > 0.0 { 1.0 / DANGER_LINEAR as f32 } else { 0.0 };
        Self(danger * slope, slope)
    }
}

/// The sum of the weights that count.
pub fn sum(counts: &[Times], weights: &[[f32; 2]]) -> [f32; 2] {
    counts.iter().fold([0.0; 2], |[middlegame, endgame], counted| {
        let (weight, times) = (weights[usize::from(counted.weight)], f32::from(counted.times));
        [middlegame + weight[0] * times, endgame + weight[1] * times]
    })
}

/// The ledger that notes what is added.
#[derive(Default)]
struct Counts(Vec<Times>);

impl Counts {
    fn extend(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    fn note(&mut self, weight: usize, times: i32) {
        self.0.push(Times { weight: weight as u16, times: times as i16 });
    }
}

impl TermAccumulator for Counts {
    fn add(&mut self, weight: impl Into<Weight>, times: i32) {
        self.note(weight.into().index(), times);
    }

    fn middlegame(&self) -> i32 {
        let worth = |counted: &Times| {
            VALUES[usize::from(counted.weight)].middlegame() * i32::from(counted.times)
        };
        self.0.iter().map(worth).sum()
    }
}

impl Times {
    fn negated(self) -> Self {
        Self { times: -self.times, ..self }
    }
}

/// The squares of a side's pieces.
fn squares(pos: &Position, us: Color) -> Counts {
    let mut counts = Counts::default();
    for square in pos.by_color(us) {
        let Some(piece) = pos.piece_on(square) else { continue };
        let (rank, file) = bonus_index(us, square);
        counts.note(COUNT + piece.piece_type().index() * SQUARES + 4 * rank + file, 1);
    }
    counts
}

/// The pieces' worth regardless of their squares, White's less Black's.
fn nominal(pos: &Position) -> Score {
    let worth = |color| -> Score {
        let worth = |kind: PieceType| PIECE_VALUE[kind] * pos.pieces(color, kind).len() as i32;
        PieceType::ALL.into_iter().map(worth).sum()
    };
    worth(Color::White) - worth(Color::Black)
}

/// Each weight once, and only those that count.
fn merged(counts: impl Iterator<Item = Times>) -> Vec<Times> {
    let mut counts: Vec<Times> = counts.collect();
    counts.sort_unstable_by_key(|counted| counted.weight);
    counts.dedup_by(|next, kept| {
        let same = next.weight == kept.weight;
        if same {
            kept.times += next.times;
        }
        same
    });
    counts.retain(|counted| counted.times != 0);
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::{Evaluator, tests::FENS};

    #[test]
    fn the_counts_add_up_to_the_evaluation() {
        let weights: Vec<[f32; 2]> =
            weights().iter().map(|w| [w.middlegame() as f32, w.endgame() as f32]).collect();
        let mut evaluator = Evaluator::new();
        let mut seed = 7_u64;
        for fen in FENS {
            let mut pos = Position::from_fen(fen).unwrap();
            for _ in 0..60 {
                let told = evaluator.breakdown(&pos).white;
                if let Some(trace) = Trace::of(&pos) {
                    let value = trace.value(&weights);
                    assert!((value - told as f32).abs() <= 3.0, "{value} {told} {}", pos.fen());
                }
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
    fn groups_cover_the_list() {
        let mut next = 0;
        for group in TERMS {
            assert_eq!(group.first, next, "{}", group.name);
            next += group.len;
        }
        assert_eq!(next + PieceType::COUNT * SQUARES, weights().len());
    }
}
