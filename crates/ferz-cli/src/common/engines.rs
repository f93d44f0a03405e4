use super::interrupt;
use crate::common::error::Error;
use clap::Args;
use ferz::{Bound, Move, Position, Score};
use ferz_engine::eval::wdl::WinRates;
use ferz_engine::{Control, Limits, NAME, Report, SearchSettings, Searcher, SearcherOptions};
use ferz_uci::client::{BestMove, Engine, EngineBuilder, EngineError};
use ferz_uci::{Go, UciMove, WdlPermille};
use serde::Serialize;
use std::fmt::Display;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

/// The time after that of the search after which an engine that searches on is sent `stop`.
const STOP_DELAY: Duration = Duration::from_secs(1);

/// The time between two checks for a stop.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// The settings of engines.
#[derive(Clone, Copy)]
pub(crate) struct EngineSettings<'a> {
    /// The number of threads.
    pub(crate) threads: u16,
    /// The size of the transposition table in MiB.
    pub(crate) hash: NonZeroUsize,
    /// UCI options as `NAME=VALUE` for engines other than the built-in one.
    pub(crate) options: &'a [String],
}

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

/// The result of a search.
#[derive(Clone, Default)]
pub(crate) struct SearchOutcome {
    pub(crate) best: Option<Move>,
    /// The score of the last line that was not an upper bound.
    pub(crate) score: Option<LineScore>,
    /// The moves of that line; the best move alone if it is not the first of them.
    pub(crate) line: Vec<Move>,
    /// The depth of that line.
    pub(crate) depth: u32,
    pub(crate) nodes: u64,
    pub(crate) time: Duration,
}

/// A line of a search from its position, with its score.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct RootLine {
    /// The rank among the best lines, from 1.
    pub(crate) rank: usize,
    pub(crate) depth: u32,
    pub(crate) seldepth: u32,
    /// The score from the view of the side to move.
    pub(crate) score: LineScore,
    /// The wins, draws and losses of the side to move per mille, if the engine tells them.
    pub(crate) wdl: Option<[u16; 3]>,
    /// The nodes of all threads.
    pub(crate) nodes: u64,
    pub(crate) elapsed: Duration,
    /// Legal moves; an engine can send a score without any.
    pub(crate) moves: Vec<Move>,
}

/// The end of a search.
#[derive(Default)]
pub(crate) struct SearchEnd {
    pub(crate) best: Option<Move>,
    /// The expected reply.
    reply: Option<Move>,
    /// The greatest depth.
    pub(crate) depth: u32,
    pub(crate) nodes: u64,
    pub(crate) time: Duration,
}

/// Receives the first move of each new best line, and the time of the search.
pub(crate) type OnLine<'a> = &'a mut dyn FnMut(Option<Move>, Duration);

/// The UCI option by which engines tell wins, draws and losses.
const SHOW_WDL: &str = "UCI_ShowWDL";

/// The value of `--engine` that stands for the engine of this program.
pub(crate) const BUILT_IN: &str = "ferz";

/// An engine: the built-in one or a process.
pub(crate) enum SearchEngine {
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

impl SearchEngine {
    /// Returns the engine of a command line; [`BUILT_IN`] is the built-in one.
    ///
    /// # Errors
    /// If the memory for the transposition table cannot be allocated, and as [`start`](Self::start).
    pub(crate) fn new(command: &str, settings: EngineSettings<'_>) -> Result<Self, Error> {
        if command == BUILT_IN {
            let searcher = searcher(settings.threads, settings.hash)?;
            return Ok(Self::BuiltIn(Box::new(searcher)));
        }
        Self::start(command, settings)
    }

    /// Starts an engine and sets its options.
    ///
    /// # Errors
    /// If it cannot be started, or an option is invalid; [`Error::Interrupted`] after Ctrl-C.
    fn start(command: &str, settings: EngineSettings<'_>) -> Result<Self, Error> {
        let builder = EngineBuilder::from_command_line(command);
        let mut engine = start_engine(&builder, command, || !interrupt::requested())?;
        let error = |error: EngineError| Error::engine(command, error);
        let threads = i64::from(settings.threads);
        let hash = i64::try_from(settings.hash.get()).unwrap_or(i64::MAX);
        for (name, value, default) in [("Threads", threads, Some(1)), ("Hash", hash, None)] {
            // An engine without the option has one thread and a table of its own.
            if engine.option(name).is_some() || default.is_some_and(|default| default != value) {
                engine.set_option(name, value).map_err(error)?;
            }
        }
        if engine.option(SHOW_WDL).is_some() {
            engine.set_option(SHOW_WDL, true).map_err(error)?;
        }
        for option in settings.options {
            let (name, value) = option.split_once('=').unwrap_or((option, ""));
            engine.set_option_text(name.trim(), value.trim()).map_err(error)?;
        }
        engine.wait_ready().map_err(error)?;
        Ok(Self::Process { engine: Box::new(engine), command: command.to_owned() })
    }

    /// Returns the name of the engine.
    pub(crate) fn name(&self) -> &str {
        match self {
            Self::BuiltIn(_) => NAME,
            Self::Process { engine, command } => engine.name().unwrap_or(command),
        }
    }

    /// Returns the command line of a process.
    pub(crate) fn command(&self) -> Option<&str> {
        match self {
            Self::BuiltIn(_) => None,
            Self::Process { command, .. } => Some(command),
        }
    }

    /// Returns an error of the engine in a search.
    pub(crate) fn error(&self, reason: impl Display) -> Error {
        Error::engine(self.command().unwrap_or(NAME), reason)
    }

    /// Starts a new game, with an empty transposition table.
    ///
    /// # Errors
    /// If the engine fails.
    pub(crate) fn new_game(&mut self) -> Result<(), EngineError> {
        match self {
            Self::BuiltIn(searcher) => {
                searcher.clear();
                Ok(())
            }
            Self::Process { engine, .. } => engine.new_game(),
        }
    }

    /// Searches the position after legal moves from `start`. A stop of `control` ends the search.
    ///
    /// # Errors
    /// If the engine fails.
    pub(crate) fn search(
        &mut self,
        start: &Position,
        moves: &[Move],
        limits: SearchLimits,
        control: &Control,
        on_line: OnLine<'_>,
    ) -> Result<SearchOutcome, EngineError> {
        let mut searched = SearchOutcome::default();
        let (limits, settings) = (limits.limits(), SearchSettings::default());
        let end = self.search_lines(start, moves, &limits, &settings, control, &mut |line| {
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
        searched.finish(end.best, end.reply);
        Ok(searched)
    }

    /// Sets the number of best lines of an engine other than the built-in one, if it can have several.
    ///
    /// # Errors
    /// If the engine fails, or cannot have so many.
    #[cfg(feature = "serve")]
    pub(crate) fn set_line_count(&mut self, multipv: usize) -> Result<(), EngineError> {
        match self {
            Self::Process { engine, .. } if engine.option("MultiPV").is_some() => {
                engine.set_option("MultiPV", i64::try_from(multipv).unwrap_or(i64::MAX))
            }
            _ => Ok(()),
        }
    }

    /// Searches the position after legal moves from `start`, and passes on each line. The settings are those of the
    /// built-in engine. A stop of `control` ends the search.
    ///
    /// # Errors
    /// If the engine fails.
    pub(crate) fn search_lines(
        &mut self,
        start: &Position,
        moves: &[Move],
        limits: &Limits,
        settings: &SearchSettings,
        control: &Control,
        on_line: &mut dyn FnMut(RootLine),
    ) -> Result<SearchEnd, EngineError> {
        let mut position = start.clone();
        moves.iter().for_each(|&mv| position.do_move(mv));
        let started = Instant::now();
        let end = match self {
            Self::BuiltIn(searcher) => {
                search_built_in(searcher, &position, limits, settings, control, on_line)
            }
            Self::Process { engine, .. } => {
                engine.set_position(start, moves)?;
                search_process(engine, &position, limits, control, on_line)?
            }
        };
        Ok(SearchEnd { time: started.elapsed(), ..end })
    }
}

/// Creates the built-in engine with this number of threads and MiB of the transposition table.
///
/// # Errors
/// If the memory for the transposition table cannot be allocated.
pub(crate) fn searcher(threads: u16, hash: NonZeroUsize) -> Result<Searcher, Error> {
    Ok(Searcher::new(SearcherOptions {
        threads: threads.into(),
        hash_mib: hash.get(),
        ..SearcherOptions::default()
    })?)
}

/// Starts an engine while `continues` returns true, and ends its process before the exit after Ctrl-C.
/// `command` names it in errors.
///
/// # Errors
/// If it cannot be started; [`Error::Interrupted`] if `continues` returned false.
pub(crate) fn start_engine(
    builder: &EngineBuilder,
    command: &str,
    continues: fn() -> bool,
) -> Result<Engine, Error> {
    let engine = builder.start_while(continues).map_err(|error| engine_error(command, &error))?;
    let handle = engine.kill_handle();
    interrupt::before_exit(move || handle.kill());
    Ok(engine)
}

/// Returns the error of an engine; [`Error::Interrupted`] if it was cancelled.
pub(crate) fn engine_error(command: &str, error: &EngineError) -> Error {
    match error {
        EngineError::Cancelled => Error::Interrupted,
        error => Error::engine(command, error),
    }
}

impl SearchOutcome {
    /// Stores a line. A line that is the start of the last one, as bounds have it, leaves that.
    fn set_line(&mut self, line: Vec<Move>) {
        if !self.line.starts_with(&line) {
            self.line = line;
        }
    }

    /// Stores the best move, which need not be that of the last line, and the expected reply.
    fn finish(&mut self, best: Option<Move>, reply: Option<Move>) {
        self.best = best;
        let line = best.into_iter().chain(reply.filter(|_| best.is_some())).collect();
        if self.line.len() < 2 || self.line.first() != best.as_ref() {
            self.set_line(line);
        }
    }
}

fn search_built_in(
    searcher: &mut Searcher,
    position: &Position,
    limits: &Limits,
    settings: &SearchSettings,
    control: &Control,
    on_line: &mut dyn FnMut(RootLine),
) -> SearchEnd {
    let mut on_report = |report| {
        if let Report::Line(line) = report {
            let rates = if line.proven { WinRates::proven } else { WinRates::of };
            let WinRates { win, draw, loss } = rates(line.value);
            on_line(RootLine {
                rank: line.multipv,
                depth: line.depth,
                seldepth: line.seldepth,
                score: LineScore { score: line.score(), bound: line.bound },
                wdl: Some([win, draw, loss].map(|rate| rate as u16)),
                nodes: line.nodes,
                elapsed: line.elapsed,
                moves: line.pv,
            });
        }
    };
    let result = searcher.search(position, limits, settings, control, Some(&mut on_report));
    // A stop before the search leaves the position unsearched.
    result.map_or_else(
        |_| SearchEnd::default(),
        |result| SearchEnd {
            best: result.best,
            reply: result.ponder,
            depth: result.depth,
            nodes: result.nodes,
            ..SearchEnd::default()
        },
    )
}

fn search_process(
    engine: &mut Engine,
    position: &Position,
    limits: &Limits,
    control: &Control,
    on_line: &mut dyn FnMut(RootLine),
) -> Result<SearchEnd, EngineError> {
    let go = go(position, limits);
    let started = Instant::now();
    let (mut depth, mut nodes) = (0, 0);
    let mut search = engine.go(&go)?;
    let overdue = limits.move_time.map(|time| time.saturating_add(STOP_DELAY));
    let mut is_stopped = false;
    while search.best_move().is_none() {
        let is_overdue = overdue.is_some_and(|overdue| started.elapsed() >= overdue);
        if (control.is_stopped() || is_overdue) && !is_stopped {
            search.stop()?;
            is_stopped = true;
        }
        let Some(info) = search.next_within(POLL_INTERVAL)? else { continue };
        nodes = info.nodes.unwrap_or(nodes);
        let Some(score) = info.score else { continue };
        depth = depth.max(info.depth.unwrap_or(0));
        on_line(RootLine {
            rank: info.multipv.map_or(1, |rank| rank as usize),
            depth: info.depth.unwrap_or(0),
            seldepth: info.seldepth.unwrap_or(0),
            score: LineScore { score, bound: info.bound },
            wdl: info.wdl.map(|WdlPermille { win, draw, loss }| [win, draw, loss]),
            nodes,
            elapsed: started.elapsed(),
            moves: legal_line(position, &info.pv),
        });
    }
    let BestMove { best, ponder } = search.finish()?;
    Ok(SearchEnd { best, reply: ponder, depth, nodes, ..SearchEnd::default() })
}

/// Returns the command for a search with these limits.
fn go(position: &Position, limits: &Limits) -> Go {
    let millis = |time: Duration| i64::try_from(time.as_millis()).ok();
    let [wtime, btime] = limits.clock.map(|left| left.and_then(millis));
    let [winc, binc] =
        limits.increment.map(|time| (!time.is_zero()).then(|| millis(time)).flatten());
    Go {
        wtime,
        btime,
        winc,
        binc,
        movestogo: limits.moves_to_go,
        depth: limits.depth,
        nodes: limits.nodes,
        mate: limits.mate,
        movetime: limits.move_time.and_then(millis),
        infinite: limits.infinite,
        searchmoves: limits.search_moves.iter().map(|&mv| position.uci(mv)).collect(),
        ..Go::default()
    }
}

/// Returns the moves of a line of an engine up to the first that is not legal.
fn legal_line(position: &Position, pv: &[UciMove]) -> Vec<Move> {
    let (mut position, mut line) = (position.clone(), Vec::with_capacity(pv.len()));
    for &uci in pv {
        let Ok(mv) = position.find_uci(uci) else { break };
        line.push(mv);
        position.do_move(mv);
    }
    line
}

/// The score of a line from the view of the side to move, with its bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct LineScore {
    /// The score.
    #[serde(flatten, with = "ScoreFields")]
    pub(crate) score: Score,
    /// The bound of the score.
    #[serde(with = "BoundName")]
    pub(crate) bound: Bound,
}

/// The JSON field of a score, `cp` or `mate`, for a flattened field.
#[derive(Serialize)]
#[serde(remote = "Score", rename_all = "lowercase")]
pub(crate) enum ScoreFields {
    /// Centipawns: at 100, half of the games are won.
    Cp(i32),
    /// The number of moves to mate; negative or 0 if the side of the score is mated.
    Mate(i32),
}

/// The JSON text of a bound.
#[derive(Serialize)]
#[serde(remote = "Bound", rename_all = "lowercase")]
enum BoundName {
    Exact,
    Lower,
    Upper,
}

impl LineScore {
    /// Returns the number of moves in which the side to move gives mate.
    pub(crate) fn mates_in(self) -> Option<i32> {
        match self.score {
            Score::Mate(moves @ 1..) if self.bound != Bound::Upper => Some(moves),
            _ => None,
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
            (&["e4 e5 Nf3"][..], "e4 c5", "e4 e5 Nf3"),
            (&["e4 e5 Nf3", "e4 c5"], "e4 c5", "e4 c5"),
            (&["e4 e5 Nf3", "e4"], "e4", "e4 e5 Nf3"),
            (&["e4 e5 Nf3", "d4"], "d4 d5", "d4 d5"),
            (&["e4 e5 Nf3"], "d4", "d4"),
            (&[], "d4 d5", "d4 d5"),
            (&["e4"], "", "e4"),
        ] {
            let mut searched = SearchOutcome::default();
            lines.iter().for_each(|text| searched.set_line(line(text)));
            let end = line(end);
            searched.finish(end.first().copied(), end.get(1).copied());
            assert_eq!(searched.line, line(expected), "{lines:?} {end:?}");
            assert_eq!(searched.best, end.first().copied());
        }
    }

    #[test]
    fn scores_are_objects_with_centipawns_or_moves_to_mate() {
        let json = |score, bound| serde_json::to_string(&LineScore { score, bound }).unwrap();
        let cp = json(Score::Cp(-31), Bound::Exact);
        assert_eq!(cp, r#"{"cp":-31,"bound":"exact"}"#);
        let mate = json(Score::Mate(3), Bound::Lower);
        assert_eq!(mate, r#"{"mate":3,"bound":"lower"}"#);
    }

    #[test]
    fn mates_that_are_upper_bounds_are_not_proven() {
        let score = LineScore { score: Score::Mate(2), bound: Bound::Upper };
        assert_eq!(score.mates_in(), None);
        assert_eq!(LineScore { bound: Bound::Lower, ..score }.mates_in(), Some(2));
    }
}
