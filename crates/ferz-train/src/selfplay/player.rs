use super::Settings;
use super::adjudicator::{Adjudicator, ending_by_rules};
use super::openings::{Opening, Openings};
use crate::format::{Ending, Game, GameResult};
use fastrand::Rng;
use ferz::Color;
use ferz_engine::{AllocationError, Control, Limits, Searcher};

/// The most nodes a move, as a multiple of those asked for.
const HARD_FACTOR: u64 = 8;
/// The nodes that judge an opening, as a multiple of those for a move.
const OPENING_FACTOR: u64 = 10;
/// The largest score, in centipawns, of an opening worth playing.
const OPENING_SCORE: i32 = 250;
/// The most plies of a game.
const MOST_PLIES: usize = 800;

/// Plays games against itself, one after the other, with one search at a time.
pub struct Player<'a> {
    settings: &'a Settings,
    openings: &'a Openings,
    control: &'a Control,
    searcher: Searcher,
}

/// Why a game was not played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoGame {
    /// The opening led to the end of the game, or was known already.
    Known,
    /// The opening was as good as won for one side.
    Lopsided,
    /// The player was told to stop.
    Stopped,
}

impl<'a> Player<'a> {
    /// A player that stops when `control` says so.
    ///
    /// # Errors
    /// If the memory for its table cannot be had.
    pub fn new(
        settings: &'a Settings,
        openings: &'a Openings,
        control: &'a Control,
    ) -> Result<Self, AllocationError> {
        let searcher = Searcher::new(1, settings.hash_mib)?;
        Ok(Self { settings, openings, control, searcher })
    }

    /// Plays the game with this number. `is_new` is asked, at most once, whether the position with
    /// this key is a new opening.
    ///
    /// # Errors
    /// If the opening will not do, or the player was told to stop.
    pub fn play(&mut self, number: u64, is_new: impl FnOnce(u64) -> bool) -> Result<Game, NoGame> {
        let mut rng = Rng::with_seed(self.settings.game_seed(number));
        let opening = self.openings.draw(&mut rng).ok_or(NoGame::Known)?;
        if !is_new(opening.position.key()) {
            return Err(NoGame::Known);
        }
        self.searcher.clear();
        let limits = Limits::nodes(self.settings.nodes.saturating_mul(OPENING_FACTOR));
        let judged = self.searcher.search_silent(&opening.position, &limits, self.control);
        if self.control.is_stopped() {
            return Err(NoGame::Stopped);
        }
        if judged.value.abs() > OPENING_SCORE {
            return Err(NoGame::Lopsided);
        }
        self.play_on(opening).ok_or(NoGame::Stopped)
    }

    /// Plays from an opening to the end, unless told to stop.
    fn play_on(&mut self, opening: Opening) -> Option<Game> {
        let Opening { start, mut moves, mut position } = opening;
        let nodes = self.settings.nodes;
        let mut scores = Vec::new();
        let mut adjudicator = Adjudicator::default();
        let mut verdict = None;
        let (result, ending) = loop {
            if let Some(end) = ending_by_rules(&position).or(verdict) {
                break end;
            }
            if moves.len() >= MOST_PLIES {
                break (GameResult::Draw, Ending::TooLong);
            }
            let limits = Limits::soft_nodes(nodes, nodes.saturating_mul(HARD_FACTOR));
            let outcome = self.searcher.search_silent(&position, &limits, self.control);
            let mv = outcome.best.filter(|_| !self.control.is_stopped())?;
            let white = position.side_to_move() == Color::White;
            let score = i16::try_from(if white { outcome.value } else { -outcome.value }).ok()?;
            verdict = adjudicator.judge(moves.len(), score);
            position.do_move(mv);
            moves.push(mv);
            scores.push(score);
        };
        Some(Game { start, moves, scores, result, ending })
    }
}
