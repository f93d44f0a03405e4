use super::adjudicator::{Adjudicator, ending_by_rules};
use super::openings::{Opening, Openings};
use super::settings::SelfplaySettings;
use crate::format::{Ending, Game, GameResult};
use fastrand::Rng;
use ferz::Color;
use ferz_engine::{AllocationError, Control, Limits, Searcher};

/// The hard node limit of a move, as a multiple of the soft limit.
const HARD_LIMIT_FACTOR: u64 = 8;
/// The node limit of an opening's evaluation, as a multiple of a move's soft limit.
const OPENING_FACTOR: u64 = 10;
/// The largest absolute score of an opening in centipawns.
const MAX_OPENING_SCORE: i32 = 250;
/// The maximum number of plies of a game.
const MAX_PLIES: usize = 800;

/// Plays games of the engine against itself, one at a time.
pub struct Player<'a> {
    settings: &'a SelfplaySettings,
    openings: &'a Openings,
    control: &'a Control,
    searcher: Searcher,
}

/// The reason why a game was not played or not finished.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlayError {
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

impl<'a> Player<'a> {
    /// Creates a player that `control` can stop.
    ///
    /// # Errors
    /// If the memory for the transposition table cannot be allocated.
    pub fn new(
        settings: &'a SelfplaySettings,
        openings: &'a Openings,
        control: &'a Control,
    ) -> Result<Self, AllocationError> {
        let searcher = Searcher::new(1, settings.hash_mib)?;
        Ok(Self { settings, openings, control, searcher })
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
    ) -> Result<Game, PlayError> {
        let mut rng = Rng::with_seed(self.settings.game_seed(number));
        let start = self.settings.opening_number(number);
        let opening = self.openings.sample(&mut rng, start).ok_or(PlayError::UnusableOpening)?;
        if !is_new(opening.position.key()) {
            return Err(PlayError::UnusableOpening);
        }
        self.searcher.clear();
        let limits = Limits::nodes(self.settings.nodes.saturating_mul(OPENING_FACTOR));
        // A search is refused only if the control was stopped before.
        let result = self.searcher.search_silent(&opening.position, &limits, self.control);
        let result = result.map_err(|_| PlayError::Stopped)?;
        if self.control.is_stopped() {
            return Err(PlayError::Stopped);
        }
        if result.value.abs() > MAX_OPENING_SCORE {
            return Err(PlayError::LopsidedOpening);
        }
        self.play_from(opening).ok_or(PlayError::Stopped)
    }

    /// Plays an opening to the end of the game; returns `None` if stopped.
    fn play_from(&mut self, opening: Opening) -> Option<Game> {
        let Opening { start, mut moves, mut position } = opening;
        let nodes = self.settings.nodes;
        let mut scores = Vec::new();
        let mut adjudicator = Adjudicator::default();
        let mut adjudication = None;
        let (result, ending) = loop {
            if let Some(end) = ending_by_rules(&position).or(adjudication) {
                break end;
            }
            if moves.len() >= MAX_PLIES {
                break (GameResult::Draw, Ending::TooLong);
            }
            let limits = Limits::soft_nodes(nodes, nodes.saturating_mul(HARD_LIMIT_FACTOR));
            let search = self.searcher.search_silent(&position, &limits, self.control).ok()?;
            let mv = search.best.filter(|_| !self.control.is_stopped())?;
            let white = position.side_to_move() == Color::White;
            let score = i16::try_from(if white { search.value } else { -search.value }).ok()?;
            adjudication = adjudicator.update(moves.len(), score);
            position.do_move(mv);
            moves.push(mv);
            scores.push(score);
        };
        Some(Game { start, moves, scores, result, ending })
    }
}
