//! Sums of a player's analysed games by phase.

use super::{GameAnalysis, GamePhase, SideSummary};
use ferz::Color;

/// The sums of a player's games.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct PlayerTotals {
    /// The number of games, one with both sides counted twice.
    pub games: usize,
    /// The sums of each phase.
    pub phases: [PhaseTotals; GamePhase::ALL.len()],
    /// The sums of whole games.
    pub all: PhaseTotals,
}

/// The sums of games in a phase.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct PhaseTotals {
    /// The number of games with a move of the player.
    pub games: u32,
    /// The number of moves.
    pub moves: u32,
    /// The sum of the accuracies of the games.
    accuracy: f64,
    /// The sum of the losses of the moves.
    loss: f64,
    /// The number of inaccuracies.
    pub inaccuracies: u32,
    /// The number of mistakes.
    pub mistakes: u32,
    /// The number of blunders.
    pub blunders: u32,
    /// The number of games whose worst move is in the phase.
    pub worst: u32,
}

impl PlayerTotals {
    /// Adds a side of a game.
    pub fn add(&mut self, side: Color, analysis: &GameAnalysis) {
        self.games += 1;
        let worst = analysis.worst_move(side).map(|mv| mv.phase);
        for (phase, totals) in GamePhase::ALL.into_iter().zip(&mut self.phases) {
            totals.add(analysis.phase_summary(side, phase), worst == Some(phase));
        }
        self.all.add(analysis.summary(side), worst.is_some());
    }
}

impl PhaseTotals {
    fn add(&mut self, summary: &SideSummary, has_worst: bool) {
        let &SideSummary { moves, inaccuracies, mistakes, blunders, .. } = summary;
        self.games += u32::from(moves > 0);
        self.moves += moves;
        self.accuracy += summary.accuracy.unwrap_or(0.0);
        self.loss += summary.average_loss.unwrap_or(0.0) * f64::from(moves);
        self.inaccuracies += inaccuracies;
        self.mistakes += mistakes;
        self.blunders += blunders;
        self.worst += u32::from(has_worst);
    }

    /// Returns the mean of the games' accuracies; `None` without a game.
    pub fn mean_accuracy(&self) -> Option<f64> {
        (self.games > 0).then(|| self.accuracy / f64::from(self.games))
    }

    /// Returns the mean loss of the moves in percentage points of expected score; `None` without a move.
    pub fn mean_loss(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.loss / f64::from(self.moves))
    }
}
