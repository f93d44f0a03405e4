//! Engines of other programs.

use super::{
    AnalysisLine, EngineSettings, LineScore, PortError, SearchEnd, SearchEngine, machine_threads,
};
use ferz::{Move, Position};
use ferz_engine::{Control, Limits};
use ferz_uci::client::{BestMove, Engine, EngineBuilder, EngineError, KillHandle};
use ferz_uci::{Go, OptionKind, UciMove, WdlPermille};
use std::time::{Duration, Instant};

/// The time after that of the search after which an engine that searches on is sent `stop`.
const STOP_DELAY: Duration = Duration::from_secs(1);

/// The time for the best move after `stop`; an engine that hangs is killed after it.
const STOP_TIMEOUT: Duration = Duration::from_secs(10);

/// The time between two checks for a stop.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// The UCI option for the number of threads.
const THREADS: &str = "Threads";

/// The UCI option for the size of the transposition table.
const HASH: &str = "Hash";

/// The UCI option by which engines tell wins, draws and losses.
const SHOW_WDL: &str = "UCI_ShowWDL";

/// An engine that runs as a process.
pub struct Process {
    engine: Engine,
    /// The command line.
    pub(super) command: String,
}

impl SearchEngine {
    /// Starts the engine of a command line while `continues` returns true, and sets its options. An engine that
    /// does not answer within `reply_timeout` is killed.
    ///
    /// # Errors
    /// If it cannot be started, or an option is invalid.
    pub fn start(
        command: &str,
        settings: EngineSettings<'_>,
        reply_timeout: Duration,
        continues: impl FnMut() -> bool,
    ) -> Result<Self, PortError> {
        let builder = EngineBuilder::from_command_line(command).reply_timeout(reply_timeout);
        let mut engine = builder.start_while(continues)?;
        // An engine without the option has one thread: to want more of it is an error, a default is not.
        let threads = settings.threads.unwrap_or_else(|| most_threads(&engine));
        if engine.option(THREADS).is_some() || threads > 1 {
            engine.set_option(THREADS, i64::from(threads))?;
        }
        // One without this option has a table of its own.
        if engine.option(HASH).is_some() {
            engine.set_option(HASH, i64::try_from(settings.hash.get()).unwrap_or(i64::MAX))?;
        }
        if engine.option(SHOW_WDL).is_some() {
            engine.set_option(SHOW_WDL, true)?;
        }
        for option in settings.options {
            let (name, value) = option.split_once('=').unwrap_or((option, ""));
            engine.set_option_text(name.trim(), value.trim())?;
        }
        engine.wait_ready()?;
        Ok(Self::Process(Box::new(Process { engine, command: command.to_owned() })))
    }

    /// Returns the handle that kills a process from another thread.
    pub fn kill_handle(&self) -> Option<KillHandle> {
        match self {
            Self::BuiltIn(_) => None,
            Self::Process(process) => Some(process.engine.kill_handle()),
        }
    }
}

impl Process {
    /// Returns the name that the engine gives itself, or its command line.
    pub(super) fn name(&self) -> &str {
        self.engine.name().unwrap_or(&self.command)
    }

    pub(super) fn new_game(&mut self) -> Result<(), EngineError> {
        self.engine.new_game()
    }

    pub(super) fn set_position(
        &mut self,
        start: &Position,
        moves: &[Move],
    ) -> Result<(), EngineError> {
        self.engine.set_position(start, moves)
    }

    /// Sets the number of best lines, if the engine can have several.
    pub(super) fn set_line_count(&mut self, multipv: usize) -> Result<(), EngineError> {
        if self.engine.option("MultiPV").is_none() {
            return Ok(());
        }
        self.engine.set_option("MultiPV", i64::try_from(multipv).unwrap_or(i64::MAX))
    }

    /// Searches the position that was set, and passes on each line.
    pub(super) fn search(
        &mut self,
        position: &Position,
        limits: &Limits,
        control: &Control,
        on_line: &mut dyn FnMut(AnalysisLine),
    ) -> Result<SearchEnd, EngineError> {
        let started = Instant::now();
        let (mut depth, mut nodes, mut best_score) = (0, 0, None);
        let mut search = self.engine.go(&go(position, limits))?;
        let overdue = limits.move_time.map(|time| time.saturating_add(STOP_DELAY));
        let mut is_stopped = false;
        while search.best_move().is_none() {
            let is_overdue = overdue.is_some_and(|overdue| started.elapsed() >= overdue);
            if (control.is_stopped() || is_overdue) && !is_stopped {
                search.stop()?;
                search.set_timeout(Some(STOP_TIMEOUT));
                is_stopped = true;
            }
            let Some(info) = search.next_within(POLL_INTERVAL)? else { continue };
            nodes = info.nodes.unwrap_or(nodes);
            let Some(score) = info.score else { continue };
            depth = depth.max(info.depth.unwrap_or(0));
            let rank = info.multipv.map_or(1, |rank| rank as usize);
            best_score = if rank == 1 { Some(score) } else { best_score };
            on_line(AnalysisLine {
                rank,
                depth: info.depth.unwrap_or(0),
                seldepth: info.seldepth.unwrap_or(0),
                score: LineScore { score, bound: info.bound },
                wdl: info.wdl.map(|WdlPermille { win, draw, loss }| [win, draw, loss]),
                nodes,
                elapsed: started.elapsed(),
                hashfull: info.hashfull.unwrap_or(0),
                tb_hits: info.tbhits.unwrap_or(0),
                moves: legal_line(position, &info.pv),
            });
        }
        let BestMove { best, .. } = search.finish()?;
        Ok(SearchEnd { best, score: best_score, depth, nodes, ..SearchEnd::default() })
    }
}

/// Returns as many threads as this machine and an engine have.
fn most_threads(engine: &Engine) -> u16 {
    match engine.option(THREADS).map(|option| &option.kind) {
        Some(&OptionKind::Spin { max, .. }) => {
            machine_threads().min(u16::try_from(max.max(1)).unwrap_or(u16::MAX))
        }
        _ => 1,
    }
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
