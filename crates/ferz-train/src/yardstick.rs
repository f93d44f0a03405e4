//! A yardstick: positions with expected points from another engine, that measure evaluations.
//!
//! A [`Yardstick`] fits an evaluation to the expected points and finds what is left to depend on a few
//! [features](PositionFeatures) of the position: there the evaluation is wrong by a rule.

use crate::score_search::ScoreSearcher;
use crate::tune::{logistic, minimum};
use ferz::notation::FenError;
use ferz::{Bitboard, Color, PieceType, Position, attacks};
use ferz_engine::eval::Evaluator;
use ferz_engine::{AllocationError, Control};
use ferz_nnue::Network;
use rayon::prelude::*;
use std::sync::Arc;

/// A position with the expected points of the side to move.
#[derive(Clone, PartialEq, Debug)]
pub struct ReferencePosition {
    /// The position.
    pub position: Position,
    /// The expected points of the side to move, 0 to 1.
    pub expectation: f32,
}

/// Positions that measure evaluations.
#[derive(Clone, PartialEq, Debug)]
pub struct Yardstick {
    positions: Vec<ReferencePosition>,
}

/// The fit of an evaluation to the expected points.
#[derive(Clone, PartialEq, Debug)]
pub struct EvaluationFit {
    /// The logistic scale in centipawns that fits best.
    pub scale: f32,
    /// The root mean square of the difference from the expected points.
    pub error: f64,
    /// The slopes of expected points less prediction by the [`PositionFeatures`]; `None` if the features of
    /// the positions are too much alike.
    pub slopes: Option<[Slope; PositionFeatures::NAMES.len()]>,
}

/// An error in a list of reference positions.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum YardstickError {
    /// The first field is no position.
    #[error("line {line}: {error}")]
    Position {
        /// The line, from 1.
        line: usize,
        /// The cause.
        error: FenError,
    },
    /// The second field is no number from 0 to 1.
    #[error("line {line}: expected points of 0 to 1 in the second field, found {found:?}")]
    Expectation {
        /// The line, from 1.
        line: usize,
        /// The field.
        found: String,
    },
    /// The list has no position.
    #[error("expected positions, found none")]
    Empty,
}

impl Yardstick {
    /// Reads positions, one a line: a FEN, a semicolon, the expected points of the side to move, and
    /// after another semicolon anything. A first line that begins with `fen;` is a heading.
    ///
    /// # Errors
    /// At the first line that is wrong, and without any position.
    pub fn parse(text: &str) -> Result<Self, YardstickError> {
        let mut positions = Vec::new();
        for (line, text) in (1..).zip(text.lines()) {
            if text.is_empty() || line == 1 && text.starts_with("fen;") {
                continue;
            }
            let mut fields = text.split(';').map(str::trim);
            let (fen, found) = (fields.next().unwrap_or(""), fields.next().unwrap_or(""));
            let position = Position::from_fen(fen)
                .map_err(|error| YardstickError::Position { line, error })?;
            let expectation = found.parse().ok().filter(|number| (0.0..=1.0).contains(number));
            let expectation = expectation
                .ok_or_else(|| YardstickError::Expectation { line, found: found.to_owned() })?;
            positions.push(ReferencePosition { position, expectation });
        }
        if positions.is_empty() { Err(YardstickError::Empty) } else { Ok(Self { positions }) }
    }

    /// Returns the positions with their expected points.
    pub fn references(&self) -> &[ReferencePosition] {
        &self.positions
    }

    /// Returns the positions.
    pub fn positions(&self) -> Vec<&Position> {
        self.positions.iter().map(|reference| &reference.position).collect()
    }

    /// Fits evaluations of the positions, in centipawns for the side to move and in their order, to the
    /// expected points.
    ///
    /// # Panics
    /// If there are not as many evaluations as positions.
    pub fn fit(&self, evaluations: &[f32]) -> EvaluationFit {
        assert_eq!(evaluations.len(), self.positions.len(), "evaluations of the positions");
        let residuals = |scale: f32| {
            self.positions.iter().zip(evaluations).map(move |(reference, evaluation)| {
                f64::from(reference.expectation - logistic(evaluation / scale))
            })
        };
        let mean_square = |scale| {
            let squares: f64 = residuals(scale).map(|residual| residual * residual).sum();
            squares / self.positions.len() as f64
        };
        let scale = minimum(150.0, mean_square);
        let features = self
            .positions
            .iter()
            .map(|reference| PositionFeatures::of(&reference.position).values());
        let rows: Vec<_> = features
            .zip(residuals(scale))
            .map(|(predictors, response)| Observation { predictors, response })
            .collect();
        EvaluationFit { scale, error: mean_square(scale).sqrt(), slopes: regression(&rows) }
    }
}

/// The size of the transposition table of each search in MiB.
const HASH_MIB: usize = 4;
/// The positions that a thread searches at a time.
const CHUNK: usize = 32;

/// Returns the static evaluations by a network, or by the classical evaluation without one, in
/// centipawns.
pub fn static_evaluations<'a>(
    positions: impl IntoIterator<Item = &'a Position>,
    network: Option<Arc<Network>>,
) -> Vec<f32> {
    let mut evaluator = Evaluator::new(network);
    let evaluate = |position| {
        evaluator.reset(position);
        evaluator.evaluate(position) as f32
    };
    positions.into_iter().map(evaluate).collect()
}

/// Returns the scores of searches with a soft node limit and an empty table, as self-play and
/// relabelling search, in centipawns. All cores search.
///
/// # Errors
/// If the memory for a transposition table cannot be allocated.
pub fn search_scores(
    positions: &[&Position],
    network: &Arc<Network>,
    nodes: u64,
) -> Result<Vec<f32>, AllocationError> {
    let control = Control::default();
    let search = |chunk: &[&Position]| {
        let mut searcher =
            ScoreSearcher::new(nodes, HASH_MIB, false, Arc::clone(network), &control)?;
        let score = |&position: &&Position| {
            searcher.clear();
            // A position without a legal move has no score.
            let score = searcher.search(position).map_or(0, |scored| scored.score);
            f32::from(if position.side_to_move() == Color::White { score } else { -score })
        };
        Ok(chunk.iter().map(score).collect::<Vec<_>>())
    };
    let scores: Vec<_> = positions.par_chunks(CHUNK).map(search).collect::<Result<_, _>>()?;
    Ok(scores.concat())
}

/// The values of the pieces in pawns.
const VALUES: [i32; PieceType::COUNT] = [1, 3, 3, 5, 9, 0];

/// Features of a position: those of the side to move less those of its opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PositionFeatures {
    /// Squares that knights to queens attack, without those of own pieces and those that enemy pawns
    /// attack.
    pub mobility: i32,
    /// Material in pawns: 1, 3, 3, 5, 9.
    pub material: i32,
    /// Own pawns on the king's file and its neighbours, one or two ranks in front of the king.
    pub shelter: i32,
    /// Squares of the enemy king's zone (its square and those next to it) that knights to queens attack,
    /// each attack counted.
    pub king_attack: i32,
}

impl PositionFeatures {
    /// The names of the features, in the order of [`values`](Self::values).
    pub const NAMES: [&str; 4] = ["mobility", "material", "shelter", "king attack"];

    /// Returns the features of a position.
    pub fn of(position: &Position) -> Self {
        let [us, them] = [position.side_to_move(), !position.side_to_move()]
            .map(|side| Self::of_side(position, side));
        Self {
            mobility: us.mobility - them.mobility,
            material: us.material - them.material,
            shelter: us.shelter - them.shelter,
            king_attack: us.king_attack - them.king_attack,
        }
    }

    /// Returns the values of the features.
    pub fn values(self) -> [f64; 4] {
        [self.mobility, self.material, self.shelter, self.king_attack].map(f64::from)
    }

    fn of_side(position: &Position, us: Color) -> Self {
        let king = position.king(us);
        let enemy_king = position.king(!us);
        let zone = attacks::king(enemy_king).with(enemy_king);
        let safe = !(position.by_color(us) | position.pawn_attacks(!us));
        let mut features = Self { mobility: 0, material: 0, shelter: 0, king_attack: 0 };
        for kind in PieceType::ALL {
            let pieces = position.pieces(us, kind);
            features.material += VALUES[kind as usize] * count(pieces);
            if matches!(kind, PieceType::Pawn | PieceType::King) {
                continue;
            }
            for square in pieces.squares() {
                let attacked = attacks::of(kind, square, position.occupied());
                features.mobility += count(attacked & safe);
                features.king_attack += count(attacked & zone);
            }
        }
        let beside = attacks::king(king).with(king) & Bitboard::rank(king.rank());
        let front = beside.shift(us.forward());
        let shelter = front | front.shift(us.forward());
        features.shelter = count(position.pieces(us, PieceType::Pawn) & shelter);
        features
    }
}

fn count(squares: Bitboard) -> i32 {
    squares.len() as i32
}

/// The slope of a response by a predictor.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Slope {
    /// The change of the response for one standard deviation of the predictor, the other predictors
    /// being equal.
    pub per_deviation: f64,
    /// The slope divided by its standard error.
    pub t: f64,
}

/// The predictors and the response of one observation.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Observation<const N: usize> {
    /// The predictors.
    pub predictors: [f64; N],
    /// The response.
    pub response: f64,
}

/// Fits a response by predictors and a constant, by least squares, and returns the slopes in the order of
/// the predictors. `None` if a predictor is constant, or a sum of multiples of the others.
pub fn regression<const N: usize>(observations: &[Observation<N>]) -> Option<[Slope; N]> {
    let count = observations.len() as f64;
    let mean_response = observations.iter().map(|row| row.response).sum::<f64>() / count;
    let means: [f64; N] = std::array::from_fn(|i| {
        observations.iter().map(|row| row.predictors[i]).sum::<f64>() / count
    });
    let mut covariances = [[0.0; N]; N];
    let mut products = [0.0; N];
    for row in observations {
        let centred: [f64; N] = std::array::from_fn(|i| row.predictors[i] - means[i]);
        for i in 0..N {
            products[i] += centred[i] * (row.response - mean_response) / count;
            for j in 0..N {
                covariances[i][j] += centred[i] * centred[j] / count;
            }
        }
    }
    let inverse = inverse(covariances)?;
    let slopes: [f64; N] =
        std::array::from_fn(|i| (0..N).map(|j| inverse[i][j] * products[j]).sum());
    let squared_error = |row: &Observation<N>| {
        let explained: f64 = (0..N).map(|i| slopes[i] * (row.predictors[i] - means[i])).sum();
        (row.response - mean_response - explained).powi(2)
    };
    let freedom = count - N as f64 - 1.0;
    let variance = observations.iter().map(squared_error).sum::<f64>() / freedom;
    Some(std::array::from_fn(|i| Slope {
        per_deviation: slopes[i] * covariances[i][i].sqrt(),
        t: slopes[i] / (variance * inverse[i][i] / count).sqrt(),
    }))
}

/// Inverts a positive definite matrix by Gauss-Jordan elimination; `None` if it is singular.
fn inverse<const N: usize>(mut matrix: [[f64; N]; N]) -> Option<[[f64; N]; N]> {
    let mut inverse: [[f64; N]; N] =
        std::array::from_fn(|i| std::array::from_fn(|j| if i == j { 1.0 } else { 0.0 }));
    let diagonal: [f64; N] = std::array::from_fn(|i| matrix[i][i]);
    for i in 0..N {
        let pivot = matrix[i][i];
        if pivot.is_nan() || pivot <= 1e-9 * diagonal[i] {
            return None;
        }
        for j in 0..N {
            matrix[i][j] /= pivot;
            inverse[i][j] /= pivot;
        }
        let (row, inverse_row) = (matrix[i], inverse[i]);
        for k in (0..N).filter(|&k| k != i) {
            let factor = matrix[k][i];
            for j in 0..N {
                matrix[k][j] -= factor * row[j];
                inverse[k][j] -= factor * inverse_row[j];
            }
        }
    }
    Some(inverse)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns positions of random games with expected points by a function.
    fn yardstick(expectation: impl Fn(&Position) -> f32) -> Yardstick {
        let mut rng = fastrand::Rng::with_seed(2);
        let mut positions = Vec::new();
        while positions.len() < 2000 {
            let mut position = Position::startpos();
            for _ in 0..60 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.do_move(moves[rng.usize(..moves.len())]);
                let expectation = expectation(&position);
                positions.push(ReferencePosition { position: position.clone(), expectation });
            }
        }
        Yardstick { positions }
    }

    fn material(position: &Position) -> f32 {
        PositionFeatures::of(position).material as f32
    }

    fn mobility(position: &Position) -> f32 {
        PositionFeatures::of(position).mobility as f32
    }

    #[test]
    fn scale_and_error_are_those_of_the_best_fit() {
        let yardstick = yardstick(|position| logistic(material(position) / 3.0));
        let evaluations: Vec<f32> = yardstick.positions().into_iter().map(material).collect();
        let fit = yardstick.fit(&evaluations);
        assert!((fit.scale - 3.0).abs() < 0.01 && fit.error < 1e-3, "{fit:?}");
        let zero = yardstick.fit(&vec![0.0; evaluations.len()]);
        let squares =
            yardstick.references().iter().map(|reference| (reference.expectation - 0.5).powi(2));
        let error = f64::from(squares.sum::<f32>() / evaluations.len() as f32).sqrt();
        assert!((zero.error - error).abs() < 1e-5, "{zero:?}");
    }

    #[test]
    fn slopes_show_what_the_evaluation_lacks() {
        let expectation =
            |position: &Position| logistic(material(position) / 3.0 + mobility(position) / 20.0);
        let yardstick = yardstick(expectation);
        let evaluations: Vec<f32> = yardstick.positions().into_iter().map(material).collect();
        let [mobility, material, shelter, _] = yardstick.fit(&evaluations).slopes.unwrap();
        assert!(mobility.per_deviation > 0.03 && mobility.t > 10.0, "{mobility:?}");
        assert!(shelter.t.abs() < mobility.t / 5.0, "{material:?} {shelter:?}");
    }

    #[test]
    fn positions_are_read_with_and_without_a_heading() {
        let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
        let heading = format!("fen;expectation;move\n{fen};0.75;e2e4\n\n{fen};0\n");
        let yardstick = Yardstick::parse(&heading).unwrap();
        let found: Vec<f32> =
            yardstick.references().iter().map(|reference| reference.expectation).collect();
        assert_eq!((found, yardstick.positions()[0].fen()), (vec![0.75, 0.0], fen.to_owned()));
        assert_eq!(Yardstick::parse(&format!("{fen}; 1")).unwrap().positions().len(), 1);
    }

    #[test]
    fn wrong_lines_are_errors_with_their_number() {
        let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
        let error = |text: &str| Yardstick::parse(text).unwrap_err().to_string();
        assert!(error(&format!("{fen};0.5\nnothing;0.5")).starts_with("line 2: "));
        for field in ["1.5", "-0.1", "nan", "half", ""] {
            let expected =
                format!("line 1: expected points of 0 to 1 in the second field, found {field:?}");
            assert_eq!(error(&format!("{fen};{field}")), expected);
        }
        assert!(error(fen).starts_with("line 1: expected points"));
        assert_eq!(error("fen;expectation\n"), "expected positions, found none");
    }

    #[test]
    fn features_are_those_of_the_side_to_move_less_the_opponents() {
        // The rook on a8 attacks 14 squares, two of them next to the king on g8; White has one more pawn
        // and two pawns in front of its king, Black one. The king on g8 itself is attacked as well.
        let position = Position::from_fen("R5k1/5p2/8/8/8/8/6PP/6K1 b - - 0 1").unwrap();
        let features = PositionFeatures::of(&position);
        let expected =
            PositionFeatures { mobility: -13, material: -6, shelter: -1, king_attack: -2 };
        assert_eq!(features, expected);
        let flipped = Position::from_fen("6k1/6pp/8/8/8/8/5P2/r5K1 w - - 0 1").unwrap();
        assert_eq!(PositionFeatures::of(&flipped), expected);
    }

    #[test]
    fn enemy_pawns_and_own_pieces_limit_mobility() {
        // A knight on b1: the pawn on b4 attacks a3 and c3, d2 has a pawn, which one on e3 attacks.
        for fen in ["4k3/8/8/8/1p6/8/3P4/1N2K3 w - - 0 1", "4k3/8/8/8/1p6/4p3/3P4/1N2K3 w - - 0 1"]
        {
            let position = Position::from_fen(fen).unwrap();
            assert_eq!(PositionFeatures::of(&position).mobility, 0, "{fen}");
        }
    }

    #[test]
    fn slopes_of_correlated_predictors_are_separated() {
        let mut rng = fastrand::Rng::with_seed(1);
        let mut normal = || (0..12).map(|_| rng.f64()).sum::<f64>() - 6.0;
        let rows: Vec<_> = (0..20_000)
            .map(|_| {
                let (a, b, noise) = (normal(), normal(), normal());
                // Standard deviations of 2 and about 1.4.
                let predictors = [2.0 * a + 5.0, a + b];
                Observation { predictors, response: 0.5 * predictors[0] - 3.0 + noise }
            })
            .collect();
        let [first, second] = regression(&rows).unwrap();
        assert!((first.per_deviation - 1.0).abs() < 0.05, "{first:?}");
        // One unit of noise for 20,000 rows, half of whose variance the other predictor explains.
        assert!((first.t - 100.0).abs() < 5.0, "{first:?}");
        assert!(second.per_deviation.abs() < 0.05 && second.t.abs() < 4.0, "{second:?}");
    }

    #[test]
    fn dependent_predictors_have_no_slopes() {
        for second in [|x| 2.0 * x, |_| 1.0] {
            let row = |x| Observation { predictors: [x, second(x)], response: x };
            let rows: Vec<_> = (0..10).map(f64::from).map(row).collect();
            assert_eq!(regression(&rows), None);
        }
        assert_eq!(regression::<2>(&[]), None);
    }
}
