//! Engines of the command line, whose processes end with this one.

use super::interrupt;
use crate::common::error::Error;
use clap::Args;
use ferz_engine::Limits;
use ferz_session::port::{BUILT_IN, EngineSettings, PortError, SearchEngine};
use ferz_uci::client::{EngineError, KillHandle};
use serde::Serialize;
use std::fmt::Display;
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
