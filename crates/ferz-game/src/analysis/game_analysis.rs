//! The analysis of a game from the evaluations of its positions.

use super::{Evaluation, GamePhase, ScoreCurve};
use crate::pgn::{GamePosition, Nag, NodeId, Tree};
use ferz::{Color, Move};
use std::fmt;

/// A position of a game with its evaluation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EvaluatedPosition {
    /// The evaluation from White's view.
    pub evaluation: Evaluation,
    /// The search depth in plies.
    pub depth: Option<u32>,
    /// The best line from the position, of legal moves; empty if it is unknown.
    pub line: Vec<Move>,
}

impl EvaluatedPosition {
    /// Creates a position without depth and line.
    pub const fn new(evaluation: Evaluation) -> Self {
        Self { evaluation, depth: None, line: Vec::new() }
    }

    /// Returns the evaluation of the position before a move of a side that leads here, if it is the best one.
    pub(super) fn before(&self, mv: Move, side: Color) -> Self {
        let evaluation = match self.evaluation {
            Evaluation::Mate { winner, moves } if winner == side => {
                Evaluation::Mate { winner, moves: moves + 1 }
            }
            evaluation => evaluation,
        };
        let line = std::iter::once(mv).chain(self.line.iter().copied()).collect();
        Self { evaluation, depth: self.depth.map(|depth| depth + 1), line }
    }
}

/// Options of a [`GameAnalysis`].
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct AnalysisOptions {
    /// The curve from centipawns to expected score.
    pub curve: ScoreCurve,
    /// The least losses of the assessments.
    pub thresholds: Thresholds,
}

/// Errors of [`GameAnalysis::new`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AnalysisError {
    /// The number of positions is not one more than that of the moves.
    #[error("a main line of {moves} moves has one position more, found {positions}")]
    PositionCount {
        /// The moves of the main line.
        moves: usize,
        /// The positions given.
        positions: usize,
    },
}

/// A move of an analysed game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AnalysedMove {
    /// The node of the move.
    pub node: NodeId,
    /// The side that moved.
    pub side: Color,
    /// The phase of the position before the move.
    pub phase: GamePhase,
    /// White's expected score after the move, in percent.
    pub score: f64,
    /// The side's loss of expected score in percentage points, at least 0.
    pub loss: f64,
    /// The side's loss in centipawns, at least 0, with evaluations of at most
    /// [`Evaluation::MAX_CENTIPAWNS`].
    pub centipawn_loss: u32,
    /// The accuracy, from 0 to 100; see [`move_accuracy`].
    pub accuracy: f64,
    /// The assessment of the loss.
    pub assessment: Option<MoveAssessment>,
}

impl AnalysedMove {
    /// Returns the expected score of a side after the move, in percent.
    pub fn score_of(&self, side: Color) -> f64 {
        if side == Color::White { self.score } else { 100.0 - self.score }
    }
}

/// The moves of one side in numbers. Null moves are not counted.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct SideSummary {
    /// The number of moves.
    pub moves: u32,
    /// The number of inaccuracies.
    pub inaccuracies: u32,
    /// The number of mistakes.
    pub mistakes: u32,
    /// The number of blunders.
    pub blunders: u32,
    /// The mean loss of expected score in percentage points; `None` without moves.
    pub average_loss: Option<f64>,
    /// The mean loss in centipawns; `None` without moves.
    pub average_centipawn_loss: Option<f64>,
    /// The accuracy, from 0 to 100; `None` without moves.
    ///
    /// It is the mean of two means of the moves, as lichess computes it: the mean weighted by
    /// volatility, and the harmonic mean, in which single bad moves weigh more. The volatility of a
    /// move is the standard deviation of White's expected score in a window of positions around it,
    /// in percentage points from 0.5 to 12; the window has a tenth of the game's positions, 2 to 8.
    pub accuracy: Option<f64>,
}

/// The analysis of the main line of a game.
///
/// The loss of a move is the difference between the expected scores before and after it. A move
/// that the best line of its position begins with loses nothing: a difference is then an error of
/// the evaluation. Neither does a null move.
#[derive(Clone, PartialEq, Debug)]
pub struct GameAnalysis {
    start: f64,
    positions: Vec<EvaluatedPosition>,
    moves: Vec<AnalysedMove>,
    summaries: [SideSummary; 2],
    /// The summaries of each side by phase.
    phases: [[SideSummary; 3]; 2],
}

impl GameAnalysis {
    /// Returns the first of a side's moves with the largest loss; `None` if no move has an assessment.
    pub fn worst_move(&self, side: Color) -> Option<&AnalysedMove> {
        let moves = self.moves.iter().rev();
        let weak = moves.filter(|mv| mv.side == side && mv.assessment.is_some());
        weak.max_by(|a, b| a.loss.total_cmp(&b.loss))
    }

    /// Analyses the main line of a game. `positions` are that before the first move and that after
    /// each move.
    ///
    /// # Errors
    /// [`AnalysisError::PositionCount`].
    pub fn new(
        tree: &Tree,
        positions: Vec<EvaluatedPosition>,
        options: &AnalysisOptions,
    ) -> Result<Self, AnalysisError> {
        let nodes: Vec<_> = tree.main_line().collect();
        if positions.len() != nodes.len() + 1 {
            let (moves, positions) = (nodes.len(), positions.len());
            return Err(AnalysisError::PositionCount { moves, positions });
        }
        let score = |position: &EvaluatedPosition| {
            100.0 * options.curve.expected_score(position.evaluation)
        };
        let scores: Vec<_> = positions.iter().map(score).collect();
        let weights = volatility_weights(&scores);
        let mut position = tree.start();
        let mut phase = GamePhase::Opening;
        let mut moves = Vec::with_capacity(nodes.len());
        let mut totals = [SideTotals::default(); 2];
        let mut phases = [[SideTotals::default(); 3]; 2];
        for (index, &node) in nodes.iter().enumerate() {
            let mv = tree.mv(node);
            let side = position.side_to_move();
            phase = phase.max(GamePhase::of(&position));
            let is_best = mv.is_none() || positions[index].line.first() == mv.as_ref();
            let sign = if side == Color::White { 1 } else { -1 };
            let centipawns = |index: usize| sign * positions[index].evaluation.clamped_centipawns();
            let (loss, centipawn_loss) = if is_best {
                (0.0, 0)
            } else {
                let loss = f64::from(sign) * (scores[index] - scores[index + 1]);
                // The maximum may be the negative zero, which is printed with its sign; the sum is not.
                (loss.max(0.0) + 0.0, (centipawns(index) - centipawns(index + 1)).max(0))
            };
            let analysed = AnalysedMove {
                node,
                side,
                phase,
                score: scores[index + 1],
                loss,
                centipawn_loss: centipawn_loss.unsigned_abs(),
                accuracy: move_accuracy(loss),
                assessment: options.thresholds.assess(loss),
            };
            if mv.is_some() {
                totals[side].add(&analysed, weights[index]);
                phases[side][phase as usize].add(&analysed, weights[index]);
            }
            moves.push(analysed);
            position.make(mv);
        }
        let summaries = totals.map(|totals| totals.summary());
        let phases = phases.map(|phases| phases.map(|totals| totals.summary()));
        Ok(Self { start: scores[0], positions, moves, summaries, phases })
    }

    /// Returns White's expected score before the first move, in percent.
    pub fn start_score(&self) -> f64 {
        self.start
    }

    /// Returns the positions: that before the first move and that after each move.
    pub fn positions(&self) -> &[EvaluatedPosition] {
        &self.positions
    }

    /// Returns the moves of the main line.
    pub fn moves(&self) -> &[AnalysedMove] {
        &self.moves
    }

    /// Returns the numbers of a side.
    pub fn summary(&self, side: Color) -> &SideSummary {
        &self.summaries[side]
    }

    /// Returns the numbers of a side in one phase of the game.
    pub fn phase_summary(&self, side: Color, phase: GamePhase) -> &SideSummary {
        &self.phases[side][phase as usize]
    }
}

/// The sums of one side.
#[derive(Clone, Copy, Default)]
struct SideTotals {
    summary: SideSummary,
    loss: f64,
    centipawns: u64,
    /// The sums of the [weights](volatility_weights), of the weighted and of the inverse accuracies.
    weights: f64,
    weighted: f64,
    inverse: f64,
}

impl SideTotals {
    fn add(&mut self, mv: &AnalysedMove, weight: f64) {
        self.summary.moves += 1;
        self.loss += mv.loss;
        self.centipawns += u64::from(mv.centipawn_loss);
        self.add_accuracy(mv.accuracy, weight);
        match mv.assessment {
            Some(MoveAssessment::Inaccuracy) => self.summary.inaccuracies += 1,
            Some(MoveAssessment::Mistake) => self.summary.mistakes += 1,
            Some(MoveAssessment::Blunder) => self.summary.blunders += 1,
            None => {}
        }
    }

    fn add_accuracy(&mut self, accuracy: f64, weight: f64) {
        self.weights += weight;
        self.weighted += weight * accuracy;
        // Without the least value a single move would make the mean 0.
        self.inverse += 1.0 / accuracy.max(1.0);
    }

    fn summary(&self) -> SideSummary {
        if self.summary.moves == 0 {
            return self.summary;
        }
        let moves = f64::from(self.summary.moves);
        SideSummary {
            average_loss: Some(self.loss / moves),
            average_centipawn_loss: Some(self.centipawns as f64 / moves),
            accuracy: Some(f64::midpoint(self.weighted / self.weights, moves / self.inverse)),
            ..self.summary
        }
    }
}

/// The assessment of a move that loses expected score.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MoveAssessment {
    /// `?!`, the NAG 6.
    Inaccuracy,
    /// `?`, the NAG 2.
    Mistake,
    /// `??`, the NAG 4.
    Blunder,
}

impl MoveAssessment {
    /// All assessments, from the smallest loss on.
    pub const ALL: [Self; 3] = [Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// Returns the numeric annotation glyph.
    pub const fn nag(self) -> Nag {
        match self {
            Self::Inaccuracy => Nag::DUBIOUS,
            Self::Mistake => Nag::MISTAKE,
            Self::Blunder => Nag::BLUNDER,
        }
    }

    /// Returns the symbol behind the move.
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// Returns the name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }
}

/// Writes the name.
impl fmt::Display for MoveAssessment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The least losses of the assessments, in percentage points of expected score.
///
/// The default values 5, 10 and 15 are those of lichess, which states them as 0.1, 0.2 and 0.3 on a
/// scale from -1 to 1. At equality a loss of 15 points is one of 168 centipawns by
/// [`GAMES_OF_PLAYERS`](super::ScoreCurve::GAMES_OF_PLAYERS).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Thresholds {
    /// The least loss of an inaccuracy.
    pub inaccuracy: f64,
    /// The least loss of a mistake.
    pub mistake: f64,
    /// The least loss of a blunder.
    pub blunder: f64,
}

impl Default for Thresholds {
    fn default() -> Self {
        Self { inaccuracy: 5.0, mistake: 10.0, blunder: 15.0 }
    }
}

impl Thresholds {
    /// Returns the assessment of a loss in percentage points; `None` below all thresholds.
    pub fn assess(&self, loss: f64) -> Option<MoveAssessment> {
        if loss >= self.blunder {
            Some(MoveAssessment::Blunder)
        } else if loss >= self.mistake {
            Some(MoveAssessment::Mistake)
        } else if loss >= self.inaccuracy {
            Some(MoveAssessment::Inaccuracy)
        } else {
            None
        }
    }
}

/// Returns the accuracy of a move, from 0 to 100, by its loss in percentage points of expected
/// score: `103.1668 exp(-0.04354 loss) - 3.1669`, the formula of
/// <https://lichess.org/page/accuracy>. A move without a loss has 100.
///
/// ```
/// use ferz_game::analysis::move_accuracy;
/// assert_eq!((move_accuracy(0.0), move_accuracy(-2.0)), (100.0, 100.0));
/// assert_eq!((move_accuracy(10.0).round(), move_accuracy(90.0)), (64.0, 0.0));
/// ```
pub fn move_accuracy(loss: f64) -> f64 {
    if loss <= 0.0 {
        return 100.0;
    }
    (103.1668 * (-0.04354 * loss).exp() - 3.1669).clamp(0.0, 100.0)
}

/// Returns the weight of each move by volatility. `scores` are White's expected scores in percent:
/// before the first move and after each.
fn volatility_weights(scores: &[f64]) -> Vec<f64> {
    let moves = scores.len().saturating_sub(1);
    let width = (moves / 10).clamp(2, 8);
    let weight = |index: usize| {
        // The window ends with the position after the move, except near the start of the game.
        let start = (index + 2).saturating_sub(width);
        standard_deviation(&scores[start..start + width]).clamp(0.5, 12.0)
    };
    (0..moves).map(weight).collect()
}

/// Returns the population standard deviation.
fn standard_deviation(values: &[f64]) -> f64 {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::Games;

    fn tree(pgn: &str) -> Tree {
        Games::new(pgn.as_bytes()).next().unwrap().unwrap().0.tree
    }

    fn positions(centipawns: &[i32]) -> Vec<EvaluatedPosition> {
        let position = |&cp| EvaluatedPosition::new(Evaluation::Centipawns(cp));
        centipawns.iter().map(position).collect()
    }

    fn analyse(pgn: &str, centipawns: &[i32]) -> GameAnalysis {
        let options = AnalysisOptions::default();
        GameAnalysis::new(&tree(pgn), positions(centipawns), &options).unwrap()
    }

    #[test]
    fn losses_are_those_of_the_side_that_moves() {
        let analysis = analyse("1. e4 e5 2. Nf3 Nc6 *", &[0, -100, 200, 200, 2000]);
        let moves = analysis.moves();
        let losses: Vec<_> = moves.iter().map(|mv| mv.loss).collect();
        // Scores: 50, 40.897, 67.621, 67.621, 99.937.
        for (found, expected) in losses.iter().zip([9.103, 26.724, 0.0, 32.315]) {
            assert!((found - expected).abs() < 1e-3, "{losses:?}");
        }
        let centipawns: Vec<_> = moves.iter().map(|mv| mv.centipawn_loss).collect();
        assert_eq!(centipawns, [100, 300, 0, 800]);
        let assessments: Vec<_> = moves.iter().map(|mv| mv.assessment).collect();
        let blunder = Some(MoveAssessment::Blunder);
        assert_eq!(assessments, [Some(MoveAssessment::Inaccuracy), blunder, None, blunder]);
        let (white, black) = (analysis.summary(Color::White), analysis.summary(Color::Black));
        assert_eq!((white.moves, white.inaccuracies, white.blunders), (2, 1, 0));
        assert_eq!((black.moves, black.inaccuracies, black.blunders), (2, 0, 2));
        assert!((white.average_loss.unwrap() - 9.103 / 2.0).abs() < 1e-3, "{white:?}");
        assert_eq!(white.average_centipawn_loss, Some(50.0));
        assert_eq!(black.average_centipawn_loss, Some(550.0));
        // Accuracies 66.237 with deviation 4.552 and 100 with deviation 0.5 (the least):
        // weighted 69.578, harmonic 79.690, mean 74.634.
        assert!((white.accuracy.unwrap() - 74.634).abs() < 1e-2, "{white:?}");
    }

    #[test]
    fn best_moves_and_null_moves_lose_nothing() {
        let tree = tree("1. e4 -- 2. Nf3 *");
        let mut positions = positions(&[300, 0, 300, 0]);
        positions[0].line = vec![tree.start().parse_san("e4").unwrap()];
        let analysis = GameAnalysis::new(&tree, positions, &AnalysisOptions::default()).unwrap();
        let losses: Vec<_> = analysis.moves().iter().map(|mv| mv.centipawn_loss).collect();
        assert_eq!(losses, [0, 0, 300]);
        assert_eq!(analysis.moves()[1].assessment, None);
        assert_eq!(*analysis.summary(Color::Black), SideSummary::default());
        assert_eq!(analysis.summary(Color::White).average_centipawn_loss, Some(150.0));
    }

    #[test]
    fn no_loss_has_no_sign() {
        let tree = tree("1. e4 e5 *");
        let analysis =
            GameAnalysis::new(&tree, positions(&[20, 20, 20]), &AnalysisOptions::default())
                .unwrap();
        for mv in analysis.moves() {
            assert_eq!(format!("{:.1}", mv.loss), "0.0", "{mv:?}");
        }
    }

    #[test]
    fn summaries_of_the_phases_add_up() {
        // The promotion makes a seventh piece, with which no endgame begins.
        let pgn = "[FEN \"4k3/P7/1rr5/8/8/8/1RR5/2QQK3 w - - 0 1\"]\n\n1. a8=Q+ Ke7 2. Qa7+ *";
        let analysis = analyse(pgn, &[0, -100, 0, 900]);
        let phases: Vec<_> = analysis.moves().iter().map(|mv| mv.phase).collect();
        assert_eq!(phases, [GamePhase::Endgame; 3]);
        let summary = |phase| analysis.phase_summary(Color::White, phase);
        assert_eq!(summary(GamePhase::Endgame), analysis.summary(Color::White));
        assert_eq!(*summary(GamePhase::Opening), SideSummary::default());
        // The exchange of two knights leaves ten pieces.
        let pgn = "[FEN \"r1bqk2r/ppp2ppp/2n2n2/3p4/3P4/2N2N2/PPP2PPP/R1BQK2R w KQkq - 0 8\"]\n\n\
                   8. Ne5 Nxe5 9. dxe5 Ne4 *";
        let analysis = analyse(pgn, &[0, -100, 0, 0, 0]);
        let phases = |phase| Color::ALL.map(|side| analysis.phase_summary(side, phase).moves);
        assert_eq!(GamePhase::ALL.map(phases), [[2, 1], [0, 1], [0, 0]]);
        let opening = analysis.phase_summary(Color::White, GamePhase::Opening);
        assert!(opening.accuracy < Some(90.0) && opening.average_loss > Some(4.5), "{opening:?}");
    }

    #[test]
    fn first_move_of_black_is_counted_for_black() {
        let pgn = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 1\"]\n\n1... Kd7 *";
        let analysis = analyse(pgn, &[-100, 100]);
        assert_eq!(analysis.moves()[0].side, Color::Black);
        assert_eq!(analysis.summary(Color::Black).average_centipawn_loss, Some(200.0));
        assert_eq!(analysis.summary(Color::White).accuracy, None);
    }

    #[test]
    fn number_of_positions_is_checked() {
        let error = GameAnalysis::new(&tree("1. e4 *"), positions(&[0]), &Default::default());
        assert_eq!(error, Err(AnalysisError::PositionCount { moves: 1, positions: 1 }));
        assert_eq!(analyse("*", &[0]).moves(), []);
    }

    #[test]
    fn losses_reach_thresholds() {
        let assess = |loss| Thresholds::default().assess(loss);
        for (loss, expected) in [
            (-3.0, None),
            (4.999, None),
            (5.0, Some(MoveAssessment::Inaccuracy)),
            (9.999, Some(MoveAssessment::Inaccuracy)),
            (10.0, Some(MoveAssessment::Mistake)),
            (15.0, Some(MoveAssessment::Blunder)),
            (100.0, Some(MoveAssessment::Blunder)),
        ] {
            assert_eq!(assess(loss), expected, "{loss}");
        }
    }

    #[test]
    fn glyphs_are_those_of_the_symbols() {
        for assessment in MoveAssessment::ALL {
            assert_eq!(Nag::from_suffix(assessment.symbol().as_bytes()), Some(assessment.nag()));
        }
    }

    fn assert_near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 5e-3, "found {found}, expected {expected}");
    }

    #[test]
    fn accuracies_follow_the_published_formula() {
        // 103.1668 exp(-0.2177) - 3.1669 and so on, computed by hand.
        for (loss, expected) in [(5.0, 79.817), (15.0, 50.524), (50.0, 8.530), (80.0, 0.001)] {
            assert_near(move_accuracy(loss), expected);
        }
        assert_near(move_accuracy(1e-9), 100.0);
    }

    #[test]
    fn windows_cover_the_positions_around_a_move() {
        assert_eq!(standard_deviation(&[50.0, 50.0]), 0.0);
        assert_eq!(standard_deviation(&[40.0, 60.0]), 10.0);
        assert_eq!(volatility_weights(&[50.0]), []);
        // Windows of two positions: before and after the move.
        assert_eq!(volatility_weights(&[50.0, 50.0, 60.0, 0.0]), [0.5, 5.0, 12.0]);
        // 40 moves have windows of 4: the jump to 58 after move 20 is in those of moves 20 to 22,
        // with deviations of sqrt(12), 4 and sqrt(12).
        let scores: Vec<_> = (0..=40).map(|index| if index < 20 { 50.0 } else { 58.0 }).collect();
        let weights = volatility_weights(&scores);
        assert_eq!(weights.len(), 40);
        assert_eq!(weights.iter().filter(|&&weight| weight > 0.5).count(), 3);
        assert_near(weights[19], 12_f64.sqrt());
        assert_eq!(weights[20], 4.0);
        assert_near(weights[21], 12_f64.sqrt());
        assert_eq!((weights[0], weights[18], weights[22]), (0.5, 0.5, 0.5));
    }

    #[test]
    fn means_are_weighted_and_harmonic() {
        let mut totals = SideTotals::default();
        assert_eq!(totals.summary().accuracy, None);
        let mut add = |accuracy, weight| {
            totals.summary.moves += 1;
            totals.add_accuracy(accuracy, weight);
            totals.summary().accuracy.unwrap()
        };
        assert_eq!(add(100.0, 1.0), 100.0);
        // (100 + 150) / 4 = 62.5 and 2 / (0.01 + 0.02) = 66.67.
        assert_near(add(50.0, 3.0), 64.583);
        // 250 / 5 = 50 and 3 / (0.03 + 1) = 2.91.
        assert_near(add(0.0, 1.0), 26.456);
    }
}
