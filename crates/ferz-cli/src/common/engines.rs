//! Engines of the command line, whose processes end with this one.

use super::interrupt;
use crate::common::arguments::{mebibytes, thread_count};
use crate::common::error::Error;
use clap::Args;
use clap::builder::NonEmptyStringValueParser;
use ferz_engine::Limits;
use ferz_session::port::{BUILT_IN, EngineSettings, PortError, SearchEngine};
use ferz_uci::client::{EngineError, KillHandle};
use serde::Serialize;
use std::fmt::Display;
use std::num::NonZeroUsize;
use std::time::Duration;

/// The time for an answer of an engine, also to `stop`.
const REPLY_TIMEOUT: Duration = Duration::from_secs(20);

/// The limits of a search.
#[derive(Args, Clone, Copy, Default, Debug, Serialize)]
pub(crate) struct SearchLimits {
    /// Search time for each position in milliseconds
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    #[serde(rename = "time_ms")]
    pub(crate) time: Option<u64>,

    /// Maximum number of nodes for each position; several threads of the built-in engine can search
    /// up to 512 more each
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,

    /// Maximum depth in plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) depth: Option<u32>,
}

impl SearchLimits {
    /// Returns the limits, or `default` if there are none.
    pub(crate) fn or(self, default: Self) -> Self {
        let is_limited = self.time.is_some() || self.nodes.is_some() || self.depth.is_some();
        if is_limited { self } else { default }
    }

    /// Returns the limits for the engine.
    pub(crate) fn limits(self) -> Limits {
        let Self { time, nodes, depth } = self;
        Limits { depth, nodes, move_time: time.map(Duration::from_millis), ..Limits::none() }
    }
}

/// The engine of a command. A command has its own defaults and help by `mut_arg`.
#[derive(Args, Debug)]
pub(crate) struct EngineArgs {
    /// UCI engine to run, a path or a command with arguments; `ferz` is the built-in engine
    #[arg(long, value_name = "ENGINE", default_value = BUILT_IN, value_parser = NonEmptyStringValueParser::new())]
    pub(crate) engine: String,

    /// UCI option of an --engine but the built-in one; repeat it for several
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,

    /// Number of threads of each engine
    #[arg(long, value_name = "N", default_value = "1", value_parser = thread_count())]
    engine_threads: u16,

    /// Transposition table size of each engine in MiB
    #[arg(long, value_name = "MIB", value_parser = mebibytes)]
    hash: Option<NonZeroUsize>,
}

impl EngineArgs {
    /// Starts the engine, with a table of `default_hash` MiB without `--hash` and further options unless it is the built-in one.
    ///
    /// # Errors
    /// An error of usage for options of the built-in engine, and as [`start`].
    pub(crate) fn start(
        &self,
        default_hash: NonZeroUsize,
        more_options: Vec<String>,
        command: &str,
    ) -> Result<SearchEngine, Error> {
        let mut options = self.options.clone();
        match self.engine == BUILT_IN {
            true if !options.is_empty() => {
                let reason = "--option is for an --engine other than the built-in one";
                return Err(Error::usage(reason, command));
            }
            true => {}
            false => options.extend(more_options),
        }
        let (threads, hash) = (Some(self.engine_threads), self.hash.unwrap_or(default_hash));
        start(&self.engine, EngineSettings { threads, hash, options: &options })
    }
}

/// Starts the engine of a command line; [`BUILT_IN`] is the built-in one.
///
/// # Errors
/// If the memory for the transposition table cannot be allocated, the engine cannot be started, or an option is
/// invalid; [`Error::Interrupted`] after Ctrl-C.
pub(crate) fn start(command: &str, settings: EngineSettings<'_>) -> Result<SearchEngine, Error> {
    if command == BUILT_IN {
        return Ok(SearchEngine::built_in(settings)?);
    }
    let started = SearchEngine::start(command, settings, REPLY_TIMEOUT, || !interrupt::requested());
    let engine = started.map_err(|error| match error {
        PortError::Process(error) => engine_error(command, &error),
        error => Error::new(error),
    })?;
    engine.kill_handle().into_iter().for_each(kill_before_exit);
    Ok(engine)
}

/// Ends a process before the exit after Ctrl-C.
pub(crate) fn kill_before_exit(handle: KillHandle) {
    interrupt::before_exit(move || handle.kill());
}

/// Returns the error of an engine in a search.
pub(crate) fn search_error(engine: &SearchEngine, reason: impl Display) -> Error {
    Error::engine(engine.command().unwrap_or(ferz_engine::NAME), reason)
}

/// Returns the error of an engine; [`Error::Interrupted`] if it was cancelled.
pub(crate) fn engine_error(command: &str, error: &EngineError) -> Error {
    match error {
        EngineError::Cancelled => Error::Interrupted,
        error => Error::engine(command, error),
    }
}
