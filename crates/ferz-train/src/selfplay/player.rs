use super::openings::{OpeningSource, RandomOpening};
use super::settings::SelfplaySettings;
use crate::format::{EndingCode, RANDOM_MOVE, ResultCode, TrainingGame, ending_by_rules};
use crate::score_search::{ScoreSearcher, Scored};
use fastrand::Rng;
use ferz::Color;
use ferz_engine::{AllocationError, Control, Searcher};
use ferz_nnue::Network;
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, scope};

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
    /// Creates a player with a network that `control` can stop. The settings are expected to have the
    /// checksum of the network, as after [`SelfplaySettings::with_network`].
    ///
    /// # Errors
    /// If the memory for the transposition table cannot be allocated.
    pub fn new(
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
                break (ResultCode::Draw, EndingCode::TooLong);
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

/// The number of consecutive rejected openings after which a player stops.
const MAX_CONSECUTIVE_REJECTIONS: u32 = 10_000;

/// Runs players in parallel, on openings that are played at most once.
pub struct Runner<'a> {
    settings: &'a SelfplaySettings,
    openings: &'a OpeningSource,
    control: &'a Control,
    network: Arc<Network>,
    /// The number of the next game.
    next: AtomicU64,
    /// The keys of the openings that have been played.
    played: Mutex<HashSet<u64>>,
}

/// An error that ends self-play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RunnerError {
    /// The memory for a player's transposition table cannot be allocated.
    #[error("{0}")]
    Memory(#[from] AllocationError),
    /// The operating system starts no thread.
    #[error("cannot start a thread")]
    Thread,
    /// A player found no new opening.
    #[error("no new opening among {MAX_CONSECUTIVE_REJECTIONS} in a row: use more random plies")]
    Exhausted {
        /// The openings that were rejected.
        rejections: Rejections,
    },
}

/// The numbers of rejected openings, by reason.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Rejections {
    /// Openings that are not new, or in which the rules end the game.
    pub unusable: u64,
    /// Openings with a score that is too high for one side.
    pub lopsided: u64,
}

impl<'a> Runner<'a> {
    /// Creates a runner with a network that `control` can stop. The settings are expected to have the
    /// checksum of the network. Openings whose position keys are in `played` are rejected.
    pub fn new(
        settings: &'a SelfplaySettings,
        openings: &'a OpeningSource,
        control: &'a Control,
        network: Arc<Network>,
        played: HashSet<u64>,
    ) -> Self {
        let (next, played) = (AtomicU64::new(0), Mutex::new(played));
        Self { settings, openings, control, network, next, played }
    }

    /// Plays games until stopped or until `on_game` breaks. Calls `on_game` on this thread for each
    /// finished game and drops the games that are unfinished at the end.
    ///
    /// # Errors
    /// If a player cannot be created, or finds no new opening. `on_game` has received the games
    /// finished before.
    pub fn run(
        &self,
        mut on_game: impl FnMut(TrainingGame) -> ControlFlow<()>,
    ) -> Result<Rejections, RunnerError> {
        let players = (0..self.settings.threads.max(1))
            .map(|_| {
                let network = Arc::clone(&self.network);
                SelfplayPlayer::new(self.settings, self.openings, self.control, network)
            })
            .collect::<Result<Vec<_>, _>>()?;
        let mut finished = false;
        let (sender, games) = channel();
        let results = scope(|scope| {
            let mut threads = Vec::new();
            for player in players {
                let sender = sender.clone();
                let builder = Builder::new().stack_size(Searcher::STACK_SIZE);
                match builder.spawn_scoped(scope, move || self.play_games(player, &sender)) {
                    Ok(thread) => threads.push(thread),
                    Err(_) if threads.is_empty() => return Err(RunnerError::Thread),
                    // Fewer players play all games.
                    Err(_) => break,
                }
            }
            drop(sender);
            finished = games.into_iter().any(|game| on_game(game).is_break());
            if finished {
                self.control.stop();
            }
            let joined = threads.into_iter().map(|thread| thread.join());
            Ok(joined.map(|result| result.unwrap_or_else(|panic| resume_unwind(panic))).collect())
        });
        let results: Vec<(Rejections, bool)> = results?;
        let rejections = Rejections {
            unusable: results.iter().map(|(rejections, _)| rejections.unusable).sum(),
            lopsided: results.iter().map(|(rejections, _)| rejections.lopsided).sum(),
        };
        if !finished && results.iter().any(|&(_, is_exhausted)| is_exhausted) {
            Err(RunnerError::Exhausted { rejections })
        } else {
            Ok(rejections)
        }
    }

    /// Plays games until stopped, the receiver is dropped, or no new opening is found, which is the
    /// second value.
    fn play_games(
        &self,
        mut player: SelfplayPlayer<'_>,
        games: &Sender<TrainingGame>,
    ) -> (Rejections, bool) {
        let mut rejections = Rejections::default();
        let mut consecutive_rejections = 0;
        while consecutive_rejections < MAX_CONSECUTIVE_REJECTIONS {
            consecutive_rejections += 1;
            let number = self.next.fetch_add(1, Relaxed);
            let game = player.play(number, |key| self.mark_played(key));
            match game.map(|game| games.send(game).is_ok()) {
                Ok(true) => consecutive_rejections = 0,
                Err(SelfplayError::UnusableOpening) => rejections.unusable += 1,
                Err(SelfplayError::LopsidedOpening) => rejections.lopsided += 1,
                Ok(false) | Err(SelfplayError::Stopped) => return (rejections, false),
            }
        }
        (rejections, true)
    }

    /// Adds an opening to those that have been played and returns true if it is new.
    fn mark_played(&self, key: u64) -> bool {
        self.played.lock().unwrap_or_else(PoisonError::into_inner).insert(key)
    }
}

/// A larger absolute score, in centipawns, is a win score.
const WIN_SCORE: u16 = 2000;
/// The number of consecutive win scores for a win. Both sides contribute.
const WIN_PLIES: u32 = 4;
/// An absolute score up to this number of centipawns is a draw score.
const DRAW_SCORE: u16 = 4;
/// The number of consecutive draw scores for a draw.
const DRAW_PLIES: u32 = 12;
/// The first ply of a game at which draw scores count.
const DRAW_MIN_PLY: usize = 80;

/// Adjudicates a game by its scores. The limits are strict, so that the result is rarely another than
/// over the board.
#[derive(Clone, Debug, Default)]
pub struct Adjudicator {
    /// The side with the last win scores, and their number.
    winning: Option<(Color, u32)>,
    /// The number of last draw scores.
    draw_scores: u32,
}

impl Adjudicator {
    /// Adds the score of the position at a ply, White's view, and returns the result if the game
    /// is adjudicated.
    pub fn update(&mut self, ply: usize, score: i16) -> Option<(ResultCode, EndingCode)> {
        let winner = if score > 0 { Color::White } else { Color::Black };
        self.winning = (score.unsigned_abs() > WIN_SCORE).then(|| {
            let previous = self.winning.filter(|&(color, _)| color == winner);
            (winner, previous.map_or(0, |(_, plies)| plies) + 1)
        });
        let is_draw_score = score.unsigned_abs() <= DRAW_SCORE && ply >= DRAW_MIN_PLY;
        self.draw_scores = if is_draw_score { self.draw_scores + 1 } else { 0 };
        match self.winning {
            Some((winner, WIN_PLIES..)) => {
                Some((ResultCode::win(winner), EndingCode::AdjudicatedWin))
            }
            _ if self.draw_scores >= DRAW_PLIES => {
                Some((ResultCode::Draw, EndingCode::AdjudicatedDraw))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the ply, result and ending at which the scores, from `ply` on, end the game.
    fn adjudicated(ply: usize, scores: &[i16]) -> Option<(usize, ResultCode, EndingCode)> {
        let mut adjudicator = Adjudicator::default();
        (ply..).zip(scores).find_map(|(ply, &score)| {
            adjudicator.update(ply, score).map(|(result, ending)| (ply, result, ending))
        })
    }

    #[test]
    fn win_needs_four_consecutive_scores() {
        let win = |ply, result| Some((ply, result, EndingCode::AdjudicatedWin));
        assert_eq!(adjudicated(0, &[2001; 5]), win(3, ResultCode::WhiteWins));
        assert_eq!(adjudicated(0, &[-31_990; 5]), win(3, ResultCode::BlackWins));
        assert_eq!(adjudicated(0, &[2000; 50]), None);
        assert_eq!(adjudicated(0, &[2500, 2500, 2500, 0, 2500, 2500, 2500]), None);
        let reversed = [2500, 2500, 2500, -2500, -2500, -2500, -2500];
        assert_eq!(adjudicated(0, &reversed), win(6, ResultCode::BlackWins));
    }

    #[test]
    fn draw_needs_twelve_consecutive_scores_from_ply_80() {
        let draw = |ply| Some((ply, ResultCode::Draw, EndingCode::AdjudicatedDraw));
        assert_eq!(adjudicated(80, &[-4; 20]), draw(91));
        assert_eq!(adjudicated(0, &[0; 200]), draw(91));
        assert_eq!(adjudicated(80, &[5; 50]), None);
        let interrupted: Vec<_> = [[0; 11].as_slice(), &[9], &[0; 12]].concat();
        assert_eq!(adjudicated(100, &interrupted), draw(123));
    }
}
