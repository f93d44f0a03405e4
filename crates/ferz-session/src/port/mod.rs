//! Engines: the built-in one and, with the feature `process`, those of other programs, behind one type.
//!
//! A search passes on each [`AnalysisLine`] as a value; text of the protocol stays within `ferz_uci::client`.

#[cfg(feature = "serde")]
mod game;
mod line;
#[cfg(feature = "serde")]
mod position;
#[cfg(feature = "process")]
mod process;
mod review;
mod strength;
#[cfg(feature = "serde")]
mod tablebase;

#[cfg(feature = "serde")]
pub use game::{AnalysisSource, GameObject};
pub use line::{AnalysisLine, LineScore, line_texts};
#[cfg(feature = "serde")]
pub use line::{LineObject, ScoreFields};
#[cfg(feature = "serde")]
pub use position::PositionAnalysis;
pub use review::ReviewError;
pub use strength::EngineStrength;
#[cfg(feature = "serde")]
pub use tablebase::{TablebaseMove, TablebaseReport, TablebaseResult};

use ferz::{Bound, Move, Position, Score};
use ferz_engine::{
    AllocationError, Control, Limits, NAME, Report, SearchSettings, Searcher, SearcherOptions,
};
#[cfg(feature = "process")]
use process::Process;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

/// The command line that stands for the engine of this program.
pub const BUILT_IN: &str = "ferz";

/// The settings of engines.
#[derive(Clone, Copy)]
pub struct EngineSettings<'a> {
    /// The number of threads; without one as many as this machine and the engine have.
    pub threads: Option<u16>,
    /// The size of the transposition table in MiB.
    pub hash: NonZeroUsize,
    /// UCI options as `NAME=VALUE` for engines other than the built-in one.
    pub options: &'a [String],
}

/// The reason that an engine cannot start or search.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PortError {
    /// The memory for the search is not available.
    #[error(transparent)]
    Memory(#[from] AllocationError),
    /// The engine has sent no score.
    #[error("no score in any reply")]
    NoScore,
    /// The search was stopped.
    #[error("stopped")]
    Stopped,
    /// Another program has failed.
    #[cfg(feature = "process")]
    #[error(transparent)]
    Process(#[from] ferz_uci::client::EngineError),
}

impl PortError {
    /// Returns true if the engine cannot be used any more.
    pub fn is_fatal(&self) -> bool {
        match self {
            Self::Memory(_) => true,
            Self::NoScore | Self::Stopped => false,
            #[cfg(feature = "process")]
            Self::Process(error) => error.is_fatal(),
        }
    }
}

/// The result of a search.
#[derive(Clone, Default)]
pub struct SearchOutcome {
    /// The move to play.
    pub best: Option<Move>,
    /// The score of the last line that was not an upper bound.
    pub score: Option<LineScore>,
    /// The moves of that line; the best move alone if it is not the first of them.
    pub line: Vec<Move>,
    /// The depth of that line.
    pub depth: u32,
    /// The nodes of all threads.
    pub nodes: u64,
    /// The time of the search.
    pub time: Duration,
}

/// The end of a search.
#[derive(Default)]
pub struct SearchEnd {
    /// The move to play.
    pub best: Option<Move>,
    /// The score of the move to play, from the view of the side to move.
    pub score: Option<Score>,
    /// The greatest depth.
    pub depth: u32,
    /// The nodes of all threads.
    pub nodes: u64,
    /// The time of the search.
    pub time: Duration,
}

/// Receives the first move of each new best line, and the time of the search.
pub type OnLine<'a> = &'a mut dyn FnMut(Option<Move>, Duration);

/// An engine: the built-in one or a process.
pub enum SearchEngine {
    /// The engine of this program.
    BuiltIn(Box<Searcher>),
    /// Another engine.
    #[cfg(feature = "process")]
    Process(Box<Process>),
}

impl SearchEngine {
    /// Creates the built-in engine with the embedded network.
    ///
    /// # Errors
    /// If the memory for the transposition table cannot be allocated.
    pub fn built_in(settings: EngineSettings<'_>) -> Result<Self, AllocationError> {
        let searcher = Searcher::new(SearcherOptions {
            threads: settings.threads.unwrap_or_else(machine_threads).into(),
            hash_mib: settings.hash.get(),
            ..SearcherOptions::default()
        })?;
        Ok(Self::BuiltIn(Box::new(searcher)))
    }

    /// Returns the name of the engine.
    pub fn name(&self) -> &str {
        match self {
            Self::BuiltIn(_) => NAME,
            #[cfg(feature = "process")]
            Self::Process(process) => process.name(),
        }
    }

    /// Returns the command line of a process.
    pub fn command(&self) -> Option<&str> {
        match self {
            Self::BuiltIn(_) => None,
            #[cfg(feature = "process")]
            Self::Process(process) => Some(&process.command),
        }
    }

    /// Starts a new game, with an empty transposition table.
    ///
    /// # Errors
    /// If the engine fails.
    pub fn new_game(&mut self) -> Result<(), PortError> {
        match self {
            Self::BuiltIn(searcher) => searcher.clear(),
            #[cfg(feature = "process")]
            Self::Process(process) => process.new_game()?,
        }
        Ok(())
    }

    /// Searches the position after legal moves from `start`. A stop of `control` ends the search.
    ///
    /// # Errors
    /// If the engine fails.
    pub fn search(
        &mut self,
        start: &Position,
        moves: &[Move],
        limits: &Limits,
        control: &Control,
        on_line: OnLine<'_>,
    ) -> Result<SearchOutcome, PortError> {
        let mut searched = SearchOutcome::default();
        let settings = SearchSettings::default();
        let end = self.search_lines(start, moves, limits, &settings, control, &mut |line| {
            if line.rank > 1 || line.score.bound == Bound::Upper {
                return;
            }
            searched.score = Some(line.score);
            searched.depth = searched.depth.max(line.depth);
            if let Some(&first) = line.moves.first() {
                on_line(Some(first), line.elapsed);
                searched.set_line(line.moves);
            }
        })?;
        (searched.nodes, searched.time) = (end.nodes, end.time);
        searched.finish(end.best);
        Ok(searched)
    }

    /// Searches the position after legal moves from `start`, and passes on each line. Of the settings a process
    /// has the number of lines alone, if it can have several. A stop of `control` ends the search.
    ///
    /// # Errors
    /// If the engine fails.
    pub fn search_lines(
        &mut self,
        start: &Position,
        moves: &[Move],
        limits: &Limits,
        settings: &SearchSettings,
        control: &Control,
        on_line: &mut dyn FnMut(AnalysisLine),
    ) -> Result<SearchEnd, PortError> {
        let mut position = start.clone();
        moves.iter().for_each(|&mv| position.do_move(mv));
        let started = Instant::now();
        let end = match self {
            Self::BuiltIn(searcher) => {
                search_built_in(searcher, &position, limits, settings, control, on_line)
            }
            #[cfg(feature = "process")]
            Self::Process(process) => {
                process.set_line_count(settings.multipv)?;
                process.set_position(start, moves)?;
                process.search(&position, limits, control, on_line)?
            }
        };
        Ok(SearchEnd { time: started.elapsed(), ..end })
    }
}

/// Returns the number of threads that this machine runs at once.
pub fn machine_threads() -> u16 {
    let threads = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    u16::try_from(threads).unwrap_or(u16::MAX)
}

fn search_built_in(
    searcher: &mut Searcher,
    position: &Position,
    limits: &Limits,
    settings: &SearchSettings,
    control: &Control,
    on_line: &mut dyn FnMut(AnalysisLine),
) -> SearchEnd {
    let mut on_report = |report| {
        if let Report::Line(line) = report {
            on_line(line.into());
        }
    };
    let result = searcher.search(position, limits, settings, control, Some(&mut on_report));
    // A stop before the search leaves the position unsearched.
    result.map_or_else(
        |_| SearchEnd::default(),
        |result| SearchEnd {
            best: result.best,
            score: Some(result.score()),
            depth: result.depth,
            nodes: result.nodes,
            ..SearchEnd::default()
        },
    )
}

impl SearchOutcome {
    /// Stores a line. A line that is the start of the last one, as bounds have it, leaves that.
    fn set_line(&mut self, line: Vec<Move>) {
        if !self.line.starts_with(&line) {
            self.line = line;
        }
    }

    /// Stores the best move, which need not be that of the last line.
    fn finish(&mut self, best: Option<Move>) {
        self.best = best;
        if best.is_some() && self.line.first() != best.as_ref() {
            self.line = best.into_iter().collect();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_complete_and_begin_with_the_best_move() {
        let position = Position::startpos();
        let line = |text: &str| -> Vec<_> {
            let mut position = position.clone();
            let parse = |san| {
                let mv = position.parse_san(san).unwrap();
                position.do_move(mv);
                mv
            };
            text.split_whitespace().map(parse).collect()
        };
        for (lines, end, expected) in [
            (&["e4 e5 Nf3"][..], "e4", "e4 e5 Nf3"),
            (&["e4 e5 Nf3", "e4 c5"], "e4", "e4 c5"),
            (&["e4 e5 Nf3", "e4"], "e4", "e4 e5 Nf3"),
            (&["e4 e5 Nf3", "d4"], "d4", "d4"),
            (&["e4 e5 Nf3"], "d4", "d4"),
            (&[], "d4", "d4"),
            (&["e4"], "", "e4"),
        ] {
            let mut searched = SearchOutcome::default();
            lines.iter().for_each(|text| searched.set_line(line(text)));
            let best = line(end).first().copied();
            searched.finish(best);
            assert_eq!(searched.line, line(expected), "{lines:?} {end}");
            assert_eq!(searched.best, best);
        }
    }
}
