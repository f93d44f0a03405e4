//! Positions with expected points, and fits of evaluations to them.

use super::features::PositionFeatures;
use super::regression::{Observation, Slope, regression};
use crate::tune::{logistic, minimum};
use ferz::Position;
use ferz::notation::FenError;

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
}
