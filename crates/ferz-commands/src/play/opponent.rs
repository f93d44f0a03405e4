//! The engine as an opponent.

use super::clock::Clocks;
use crate::args::PlayArgs;
use crate::common::error::Error;
use ferz::{Color, Move, Position};
use ferz_engine::value::Value;
use ferz_engine::{Control, Limits, NAME, SearchSettings, Searcher, Skill};
use std::sync::Arc;
use std::time::Duration;

/// The maximum time of a hint.
const HINT_TIME: Duration = Duration::from_secs(1);

/// The strength of the engine as the arguments or the player set it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Strength {
    Full,
    Level(u32),
    Elo(u32),
}

impl Strength {
    /// Returns the strength of the arguments.
    pub(super) fn new(args: &PlayArgs) -> Self {
        match (args.level, args.elo) {
            (Some(level), _) => Self::of_level(level),
            (None, Some(elo)) => Self::Elo(elo),
            (None, None) => Self::Full,
        }
    }

    /// Returns the strength of a skill level.
    pub(super) fn of_level(level: u32) -> Self {
        if level >= Skill::MAX_LEVEL { Self::Full } else { Self::Level(level) }
    }

    fn skill(self) -> Skill {
        match self {
            Self::Full => Skill::FULL,
            Self::Level(level) => Skill::from_level(level),
            Self::Elo(elo) => Skill::from_elo(elo),
        }
    }

    /// Returns the name of the engine with its strength.
    pub(super) fn engine_name(self) -> String {
        match self {
            Self::Full => NAME.to_owned(),
            Self::Level(level) => format!("{NAME} (level {level})"),
            Self::Elo(elo) => format!("{NAME} (Elo {elo})"),
        }
    }
}

/// The engine with its strength and its time.
pub(super) struct Opponent {
    searcher: Searcher,
    pub(super) strength: Strength,
    move_time: Duration,
    control: Arc<Control>,
    /// The value of its last move for the engine.
    pub(super) value: Option<Value>,
}

impl Opponent {
    /// Creates the engine. `control` stops its searches.
    ///
    /// # Errors
    /// If the memory for the transposition table cannot be allocated.
    pub(super) fn new(args: &PlayArgs, control: Arc<Control>) -> Result<Self, Error> {
        let searcher = Searcher::new(args.threads.into(), args.hash.get());
        Ok(Self {
            searcher: searcher.map_err(|error| Error::Unavailable(error.to_string()))?,
            strength: Strength::new(args),
            move_time: Duration::from_millis(args.time),
            control,
            value: None,
        })
    }

    /// Returns the move of the engine; `None` if there is no legal move, and after Ctrl-C.
    pub(super) fn choose(&mut self, position: &Position, clocks: Option<&Clocks>) -> Option<Move> {
        let limits = match clocks {
            None => Limits::move_time(self.move_time),
            Some(clocks) => Limits {
                clock: Color::ALL.map(|color| Some(clocks.left(color))),
                increment: [clocks.increment(); 2],
                ..Limits::none()
            },
        };
        let settings = SearchSettings::default().with_skill(self.strength.skill());
        let result =
            self.searcher.search(position, &limits, &settings, &self.control, &mut |_| {}).ok()?;
        self.value = Some(result.value);
        result.best
    }

    /// Returns the best move at full strength.
    pub(super) fn hint(&mut self, position: &Position) -> Option<Move> {
        let limits = Limits::move_time(self.move_time.min(HINT_TIME));
        let settings = SearchSettings::default();
        let result = self.searcher.search(position, &limits, &settings, &self.control, &mut |_| {});
        result.ok()?.best
    }
}
