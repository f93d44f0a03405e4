//! The engines of a suite, and their searches.

use super::case::Case;
use crate::analyse::report::LineScore;
use crate::args::SuiteArgs;
use crate::error::Error;
use ferz::Move;
use ferz_cli_common::interrupt;
use ferz_engine::value::Bound;
use ferz_engine::{Control, Limits, NAME, Report, SearchSettings, Searcher};
use ferz_uci::client::{Engine, EngineBuilder, EngineError};
use ferz_uci::{Go, Info, ScoreBound};
use std::time::{Duration, Instant};

/// The time between two checks for Ctrl-C.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// The result of a search.
#[derive(Clone, Copy, Default)]
pub(super) struct Searched {
    pub(super) best: Option<Move>,
    pub(super) score: Option<LineScore>,
    pub(super) depth: u32,
    pub(super) nodes: u64,
    pub(super) time: Duration,
    /// The time after which the first move of the best line stayed an expected one.
    pub(super) found_after: Option<Duration>,
}

impl Searched {
    /// Updates the time after which the first move stayed an expected one.
    fn update(&mut self, case: &Case, first: Option<Move>, elapsed: Duration) {
        if !case.accepts(first) {
            self.found_after = None;
        } else if self.found_after.is_none() {
            self.found_after = Some(elapsed);
        }
    }
}

/// An engine of a suite: the built-in one or a process.
pub(super) enum Contender {
    /// The engine of this program.
    BuiltIn(Box<Searcher>),
    /// Another engine.
    Process {
        /// The process.
        engine: Box<Engine>,
        /// The command line.
        command: String,
    },
}

impl Contender {
    /// Returns the built-in engine.
    ///
    /// # Errors
    /// If the memory for the transposition table cannot be allocated.
    pub(super) fn built_in(args: &SuiteArgs) -> Result<Self, Error> {
        let searcher = Searcher::new(args.threads.into(), args.hash.get());
        let searcher = searcher.map_err(|error| Error::Unavailable(error.to_string()))?;
        Ok(Self::BuiltIn(Box::new(searcher)))
    }

    /// Starts an engine and sets its options.
    ///
    /// # Errors
    /// If it cannot be started, or an option is invalid; [`Error::Interrupted`] after Ctrl-C.
    pub(super) fn start(command: &str, args: &SuiteArgs) -> Result<Self, Error> {
        let error = |error: EngineError| Error::engine(command, error);
        let started =
            EngineBuilder::from_command_line(command).start_while(|| !interrupt::requested());
        let mut engine = match started {
            Err(EngineError::Cancelled) => return Err(Error::Interrupted),
            started => started.map_err(error)?,
        };
        let handle = engine.kill_handle();
        interrupt::before_exit(move || handle.kill());
        let threads = i64::from(args.threads);
        let hash = i64::try_from(args.hash.get()).unwrap_or(i64::MAX);
        for (name, value, default) in [("Threads", threads, Some(1)), ("Hash", hash, None)] {
            // An engine without the option has one thread and a table of its own.
            if engine.option(name).is_some() || default.is_some_and(|default| default != value) {
                engine.set_option(name, value).map_err(error)?;
            }
        }
        for option in &args.options {
            let (name, value) = option.split_once('=').unwrap_or((option, ""));
            engine.set_option_text(name.trim(), value.trim()).map_err(error)?;
        }
        engine.wait_ready().map_err(error)?;
        Ok(Self::Process { engine: Box::new(engine), command: command.to_owned() })
    }

    /// Returns the name of the engine.
    pub(super) fn name(&self) -> &str {
        match self {
            Self::BuiltIn(_) => NAME,
            Self::Process { engine, command } => engine.name().unwrap_or(command),
        }
    }

    /// Returns the command line of a process.
    pub(super) fn command(&self) -> Option<&str> {
        match self {
            Self::BuiltIn(_) => None,
            Self::Process { command, .. } => Some(command),
        }
    }

    /// Searches a position as the first of a new game. After Ctrl-C the search is stopped.
    ///
    /// # Errors
    /// If the engine fails.
    pub(super) fn search(
        &mut self,
        case: &Case,
        args: &SuiteArgs,
        control: &Control,
    ) -> Result<Searched, Error> {
        match self {
            Self::BuiltIn(searcher) => Ok(search_built_in(searcher, case, args, control)),
            Self::Process { engine, command } => search_process(engine, case, args)
                .map_err(|error| Error::engine(command, format!("{}: {error}", case.id))),
        }
    }
}

fn search_built_in(
    searcher: &mut Searcher,
    case: &Case,
    args: &SuiteArgs,
    control: &Control,
) -> Searched {
    searcher.clear();
    let limits = Limits {
        depth: args.depth,
        nodes: args.nodes,
        move_time: args.move_time().map(Duration::from_millis),
        ..Limits::none()
    };
    let started = Instant::now();
    let mut searched = Searched::default();
    let settings = SearchSettings::default();
    let result = searcher.search(&case.position, &limits, &settings, control, &mut |report| {
        if let Report::Line(line) = report
            && line.bound != Bound::Upper
        {
            searched.score = Some(LineScore::new(&line));
            searched.update(case, line.pv.first().copied(), line.elapsed);
        }
    });
    searched.time = started.elapsed();
    // Ctrl-C before the search leaves the position unsearched.
    let Ok(result) = result else { return searched };
    (searched.depth, searched.nodes) = (result.depth, result.nodes);
    finished(searched, case, result.best)
}

fn search_process(
    engine: &mut Engine,
    case: &Case,
    args: &SuiteArgs,
) -> Result<Searched, EngineError> {
    engine.new_game()?;
    engine.set_position(&case.position, &[])?;
    let movetime = args.move_time().and_then(|millis| i64::try_from(millis).ok());
    let go = Go { depth: args.depth, nodes: args.nodes, movetime, ..Go::default() };
    let started = Instant::now();
    let mut searched = Searched::default();
    let mut search = engine.go(&go)?;
    let mut is_stopped = false;
    while search.best_move().is_none() {
        if interrupt::requested() && !is_stopped {
            search.stop()?;
            is_stopped = true;
        }
        if let Some(info) = search.next_within(POLL_INTERVAL)? {
            update(&mut searched, case, &info, started.elapsed());
        }
    }
    searched.time = started.elapsed();
    let best = search.finish()?.best;
    Ok(finished(searched, case, best))
}

/// Stores the numbers of an `info` line for the best line.
fn update(searched: &mut Searched, case: &Case, info: &Info, elapsed: Duration) {
    if info.multipv.is_some_and(|rank| rank > 1) {
        return;
    }
    searched.nodes = info.nodes.unwrap_or(searched.nodes);
    let Some(score) = info.score.filter(|score| score.bound != ScoreBound::Upper) else { return };
    searched.depth = info.depth.unwrap_or(searched.depth);
    searched.score = Some(score.into());
    if let Some(&first) = info.pv.first() {
        searched.update(case, case.position.find_uci(first).ok(), elapsed);
    }
}

/// Stores the best move, which need not be that of the last line.
fn finished(mut searched: Searched, case: &Case, best: Option<Move>) -> Searched {
    searched.best = best;
    let time = searched.time;
    searched.update(case, best, time);
    searched
}
