use super::Settings;
use super::openings::Openings;
use super::player::{NoGame, Player};
use crate::format::Game;
use ferz_engine::{AllocationError, Control};
use std::collections::HashSet;
use std::ops::{AddAssign, ControlFlow};
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, PoisonError};

/// The stack of a player: the deepest line of a search takes a good part of it in debug builds.
const STACK_SIZE: usize = 16 << 20;
/// After so many openings in a row that will not do, there are no others to hope for.
const PATIENCE: u32 = 10_000;

/// Players that share the openings, and know which have been played.
pub struct Crew<'a> {
    settings: &'a Settings,
    openings: &'a Openings,
    control: &'a Control,
    /// The number of the next game.
    next: AtomicU64,
    /// The keys of the openings that have been played.
    known: Mutex<HashSet<u64>>,
}

/// Why a crew stops before it is told to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CrewError {
    /// No memory for a player's table.
    #[error("{0}")]
    Table(#[from] AllocationError),
    /// No thread for a player.
    #[error("no thread can be started")]
    Thread,
    /// Nothing new comes of the openings any more.
    #[error("no new opening among {PATIENCE} in a row: allow more random plies")]
    Exhausted,
}

/// How many openings were not played, and why.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Rejections {
    /// Ended the game, or had been played already.
    pub known: u64,
    /// As good as won for one side.
    pub lopsided: u64,
}

impl AddAssign for Rejections {
    fn add_assign(&mut self, other: Self) {
        self.known += other.known;
        self.lopsided += other.lopsided;
    }
}

/// What a player has to tell at the end.
#[derive(Default)]
struct Turns {
    rejections: Rejections,
    exhausted: bool,
}

impl<'a> Crew<'a> {
    /// A crew that stops when `control` says so. The openings whose keys are `known` are not
    /// played.
    pub fn new(
        settings: &'a Settings,
        openings: &'a Openings,
        control: &'a Control,
        known: HashSet<u64>,
    ) -> Self {
        Self { settings, openings, control, next: AtomicU64::new(0), known: Mutex::new(known) }
    }

    /// Plays until told to stop, or until `take` breaks; it is given each game in this thread.
    /// Games that are not finished then are dropped.
    ///
    /// # Errors
    /// If a player cannot be made, or all openings have been played. The games given before stand.
    pub fn play(
        &self,
        mut take: impl FnMut(Game) -> ControlFlow<()>,
    ) -> Result<Rejections, CrewError> {
        let players = (0..self.settings.threads.max(1))
            .map(|_| Player::new(self.settings, self.openings, self.control))
            .collect::<Result<Vec<_>, _>>()?;
        std::thread::scope(|scope| {
            let (sender, games) = channel();
            let mut threads = Vec::new();
            for player in players {
                let sender = sender.clone();
                let thread = std::thread::Builder::new()
                    .stack_size(STACK_SIZE)
                    .spawn_scoped(scope, move || self.take_turns(player, &sender));
                match thread {
                    Ok(thread) => threads.push(thread),
                    Err(_) if threads.is_empty() => return Err(CrewError::Thread),
                    // The players that there are play all the games.
                    Err(_) => break,
                }
            }
            drop(sender);
            let enough = games.into_iter().any(|game| take(game).is_break());
            if enough {
                self.control.stop();
            }
            let mut rejections = Rejections::default();
            let mut exhausted = false;
            for thread in threads {
                let turns = thread.join().unwrap_or_else(|panic| resume_unwind(panic));
                rejections += turns.rejections;
                exhausted |= turns.exhausted;
            }
            if exhausted && !enough { Err(CrewError::Exhausted) } else { Ok(rejections) }
        })
    }

    /// Plays one game after the other until told to stop, or until nobody takes them any more, or
    /// nothing new can be played.
    fn take_turns(&self, mut player: Player<'_>, games: &Sender<Game>) -> Turns {
        let mut turns = Turns::default();
        let mut in_a_row = 0;
        while in_a_row < PATIENCE {
            in_a_row += 1;
            let number = self.next.fetch_add(1, Relaxed);
            match player.play(number, |key| self.is_new(key)).map(|game| games.send(game).is_ok()) {
                Ok(true) => in_a_row = 0,
                Err(NoGame::Known) => turns.rejections.known += 1,
                Err(NoGame::Lopsided) => turns.rejections.lopsided += 1,
                Ok(false) | Err(NoGame::Stopped) => return turns,
            }
        }
        turns.exhausted = true;
        turns
    }

    /// Whether this opening has not been played yet; from now on it has.
    fn is_new(&self, key: u64) -> bool {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).insert(key)
    }
}
