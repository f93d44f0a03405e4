use super::adjudicator::{Adjudicator, ending_by_rules};
use super::openings::{OpeningSource, RandomOpening};
use super::settings::SelfplaySettings;
use crate::format::{EndingCode, GameResult, RANDOM_MOVE, TrainingGame};
use crate::score_search::{ScoreSearcher, Scored};
use fastrand::Rng;
use ferz_engine::eval::default_network;
use ferz_engine::{AllocationError, Control};
use ferz_nnue::Network;
use std::sync::Arc;

/// The largest absolute score of an opening in centipawns.
const MAX_OPENING_SCORE: i32 = 150;
/// The plies of a game in which moves can be random.
const RANDOM_MOVE_PLIES: usize = 30;
/// The maximum number of plies of a game.
const MAX_PLIES: usize = 800;

/// Plays games of the engine against itself, one at a time.
pub struct SelfplayPlayer<'a> {
    settings: &'a SelfplaySettings,
    openings: &'a OpeningSource,
    searcher: ScoreSearcher<'a>,
}

/// The reason why a game was not played or not finished.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SelfplayError {
    /// The opening is not new, or the rules end the game in it.
    #[error("the opening is not new, or ends the game")]
    UnusableOpening,
    /// The score of the opening is too high for one side.
    #[error("the opening is lopsided")]
    LopsidedOpening,
    /// The [`Control`] stopped the player.
    #[error("stopped")]
    Stopped,
}

impl<'a> SelfplayPlayer<'a> {
    /// Creates a player with the embedded network that `control` can stop.
    ///
    /// # Errors
    /// If the memory for the transposition table cannot be allocated.
    pub fn new(
        settings: &'a SelfplaySettings,
        openings: &'a OpeningSource,
        control: &'a Control,
    ) -> Result<Self, AllocationError> {
        Self::with_network(settings, openings, control, default_network())
    }

    /// Creates a player with this network that `control` can stop.
    ///
    /// # Errors
    /// If the memory for the transposition table cannot be allocated.
    pub fn with_network(
        settings: &'a SelfplaySettings,
        openings: &'a OpeningSource,
        control: &'a Control,
        network: Arc<Network>,
    ) -> Result<Self, AllocationError> {
        let searcher = ScoreSearcher::new(
            settings.nodes,
            settings.hash_mib,
            settings.move_pruning,
            network,
            control,
        )?;
        Ok(Self { settings, openings, searcher })
    }

    /// Plays the game with this number. Calls `is_new` at most once, with the position key of the
    /// opening, and rejects the opening if it returns false.
    ///
    /// # Errors
    /// If the opening is rejected, or the player was stopped.
    pub fn play(
        &mut self,
        number: u64,
        is_new: impl FnOnce(u64) -> bool,
    ) -> Result<TrainingGame, SelfplayError> {
        let mut rng = Rng::with_seed(self.settings.game_seed(number));
        let start = self.settings.opening_number(number);
        let opening =
            self.openings.sample(&mut rng, start).ok_or(SelfplayError::UnusableOpening)?;
        if !is_new(opening.position.key()) {
            return Err(SelfplayError::UnusableOpening);
        }
        let value = self.searcher.begin_game(&opening.position);
        if value.ok_or(SelfplayError::Stopped)?.abs() > MAX_OPENING_SCORE {
            return Err(SelfplayError::LopsidedOpening);
        }
        self.play_from(opening, &mut rng).ok_or(SelfplayError::Stopped)
    }

    /// Plays an opening to the end of the game; returns `None` if stopped.
    fn play_from(&mut self, opening: RandomOpening, rng: &mut Rng) -> Option<TrainingGame> {
        let RandomOpening { start, mut moves, mut position } = opening;
        let mut scores = Vec::new();
        let mut adjudicator = Adjudicator::default();
        let mut adjudication = None;
        let (result, ending) = loop {
            if let Some(end) = ending_by_rules(&position).or(adjudication) {
                break end;
            }
            if moves.len() >= MAX_PLIES {
                break (GameResult::Draw, EndingCode::TooLong);
            }
            let (mv, score) =
                if moves.len() < RANDOM_MOVE_PLIES && rng.f64() < self.settings.random_moves {
                    let legal = position.legal_moves();
                    (legal[rng.usize(..legal.len())], RANDOM_MOVE)
                } else {
                    let Scored { best, score } = self.searcher.search(&position)?;
                    adjudication = adjudicator.update(moves.len(), score);
                    (best, score)
                };
            position.do_move(mv);
            moves.push(mv);
            scores.push(score);
        };
        Some(TrainingGame { start, moves, scores, result, ending })
    }
}
