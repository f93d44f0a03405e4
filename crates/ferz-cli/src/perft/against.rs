//! Comparison with another engine, down to the first position with a different move list.

use super::{PerftArgs, show};
use crate::common::engines::{engine_error, kill_before_exit};
use crate::common::output;
use crate::common::prelude::*;
use crate::common::progress::CountProgress;
use crate::common::terminal_board::described;
use ferz_perft::comparison::{CountDifference, PerftComparison};
use ferz_perft::{CountOptions, parallel};
use ferz_session::port::line_texts;
use ferz_uci::client::{Engine, EngineBuilder, EngineError, PerftResult};
use std::collections::BTreeMap;

/// Time limit of an engine for `uciok`.
const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(20);
/// Longest engine name that is printed, in characters.
const MAX_NAME: usize = 80;

/// JSON object of the result.
#[derive(Serialize)]
struct Difference<'a> {
    engine: &'a str,
    agree: bool,
    fen: String,
    depth: u32,
    line: Vec<String>,
    #[serde(flatten)]
    comparison: &'a PerftComparison,
}

/// Another UCI engine that supports `go perft`.
struct OtherEngine {
    engine: Engine,
    command: String,
    /// Name from `id name`, else the command.
    name: String,
    /// End of the whole comparison.
    deadline: Instant,
    limit: Duration,
}

impl OtherEngine {
    /// Starts an engine: the path of a program, or a command with arguments. `limit` is the time
    /// for everything that the engine does.
    ///
    /// # Errors
    /// If it cannot be started or does not reply to `uci`; [`Error::Interrupted`] after Ctrl-C.
    fn start(command: &str, limit: Duration) -> Result<Self, Error> {
        let deadline = Instant::now() + limit;
        let builder = EngineBuilder::from_command_line(command)
            .handshake_timeout(HANDSHAKE_TIMEOUT.min(limit));
        let engine =
            builder.start_while(continues).map_err(|error| engine_error(command, &error))?;
        kill_before_exit(engine.kill_handle());
        let name = output::escaped(engine.name().unwrap_or(command));
        let name = name.chars().take(MAX_NAME).collect();
        Ok(Self { name, engine, command: command.to_owned(), deadline, limit })
    }

    /// Returns the counts of the engine for the position after `line`.
    ///
    /// # Errors
    /// If the engine fails, exceeds the time limit or does not support `go perft`;
    /// [`Error::Interrupted`] after Ctrl-C.
    fn divide(&mut self, root: &Position, line: &[Move], depth: u32) -> Result<PerftResult, Error> {
        let timeout = self.deadline.saturating_duration_since(Instant::now());
        let counted = self
            .engine
            .set_position(root, line)
            .and_then(|()| self.engine.perft_while(depth, Some(timeout), continues));
        counted.map_err(|error| match error {
            EngineError::Timeout { .. } => {
                let seconds = self.limit.as_secs();
                let reason = "did not complete the count within";
                Error::engine(&self.command, format!("{reason} {seconds} s (--timeout)"))
            }
            error => engine_error(&self.command, &error),
        })
    }
}

/// Returns true until Ctrl-C, and while standard output is open.
fn continues() -> bool {
    !interrupt::requested() && !output::is_closed()
}

/// Compares the counts of a tree with those of an engine.
///
/// # Errors
/// [`Error::CheckFailed`] if they differ; [`Error::Interrupted`] after Ctrl-C; others if the engine does
/// not run `go perft` or exceeds the time limit.
pub(super) fn run(
    args: &PerftArgs,
    options: &CountOptions,
    root: &Position,
    depth: u32,
    engine: &str,
) -> Result<(), Error> {
    if depth == 0 {
        let reason = "--against requires depth 1 or more, found 0";
        return Err(Error::usage(reason, "ferz perft"));
    }
    interrupt::install(|| {});
    let limit = Duration::from_secs(args.timeout.into());
    let mut position = root.clone();
    let mut line = Vec::new();
    let mut left = depth;
    let report = |error, line: &[Move], left| {
        if let Error::Interrupted = error {
            print_message(interrupted(root, line, left));
        }
        error
    };
    let mut other =
        OtherEngine::start(engine, limit).map_err(|error| report(error, &line, left))?;
    let compare = |other: &mut OtherEngine, position: &Position, line: &[Move], left| {
        compare(options, other, root, position, line, left)
            .map_err(|error| report(error, line, left))
    };
    let mut comparison = compare(&mut other, &position, &line, left)?;
    while left > 1
        && comparison.has_same_moves()
        && let Some(first) = comparison.unequal.first()
    {
        if !args.json {
            print_step(&position, first, comparison.unequal.len(), left)?;
        }
        position.do_move(first.mv);
        line.push(first.mv);
        left -= 1;
        comparison = compare(&mut other, &position, &line, left)?;
    }
    let agree = line.is_empty() && comparison.agrees();
    if args.json {
        print_json(&Difference {
            engine: &other.name,
            agree,
            fen: position.fen(),
            depth: left,
            line: uci_texts(root, &line),
            comparison: &comparison,
        })?;
    } else {
        print_result(&other.name, root, &position, &line, left, &comparison)?;
    }
    if agree { Ok(()) } else { Err(Error::CheckFailed) }
}

/// Returns the moves of a line in UCI notation.
fn uci_texts(root: &Position, line: &[Move]) -> Vec<String> {
    line_texts(root, line, |position, mv| position.uci(mv).to_string())
}

/// Returns the message after Ctrl-C.
fn interrupted(root: &Position, line: &[Move], depth: u32) -> String {
    match uci_texts(root, line).as_slice() {
        [] => format!("interrupted at depth {depth}, before the engine's count was complete"),
        moves => format!("interrupted at depth {depth} after {}: a count differs", moves.join(" ")),
    }
}

/// Counts below each move of a position, here and by the engine.
///
/// # Errors
/// As [`run`]; also if all counts agree but the engine's total is not their sum.
fn compare(
    options: &CountOptions,
    other: &mut OtherEngine,
    root: &Position,
    position: &Position,
    line: &[Move],
    depth: u32,
) -> Result<PerftComparison, Error> {
    let mut progress = CountProgress::new(None);
    let show = |event| match show(&mut progress, event) {
        ControlFlow::Continue(()) if output::is_closed() => ControlFlow::Break(()),
        flow => flow,
    };
    let ours = parallel::divide(position, depth, options, show)?;
    drop(progress);
    if !ours.is_finished() {
        return Err(Error::Interrupted);
    }
    let PerftResult { moves, nodes: total } = other.divide(root, line, depth)?;
    let comparison = PerftComparison::new(position, &ours, &moves);
    let sum = comparison.engine_nodes;
    if comparison.agrees() && sum != u128::from(total) {
        let reason = format!("sent the total {total}, but the sum of its counts is {sum}");
        return Err(Error::engine(&other.command, reason));
    }
    Ok(comparison)
}

/// Prints the move to the next position.
fn print_step(
    position: &Position,
    next: &CountDifference,
    unequal: usize,
    depth: u32,
) -> Result<(), Error> {
    let (name, san) = (&next.name, position.san(next.mv));
    let unequal = counted(unequal, "move");
    let (ferz, engine) = (grouped(next.ferz), grouped(next.engine));
    Ok(writeln!(
        stdout(),
        "depth {depth}: same moves, {unequal} with different counts; next {name} ({san}): \
         {ferz} by ferz, {engine} by the engine"
    )?)
}

fn print_result(
    engine: &str,
    root: &Position,
    position: &Position,
    line: &[Move],
    depth: u32,
    comparison: &PerftComparison,
) -> Result<(), Error> {
    let mut out = stdout().lock();
    let texts = uci_texts(root, line);
    let moves = texts.join(" ");
    if comparison.agrees() {
        match texts.last() {
            None => {
                let nodes = grouped(comparison.ferz_nodes);
                writeln!(out, "ferz and {engine} agree: {nodes} leaves at depth {depth}")?;
            }
            Some(last) => writeln!(
                out,
                "{engine} agrees with ferz at depth {depth} after {moves}: its count for {last} \
                 one ply above is not the sum of its own counts"
            )?,
        }
        return Ok(());
    }
    if !line.is_empty() {
        writeln!(out)?;
    }
    writeln!(out, "{}", described(position))?;
    if !line.is_empty() {
        writeln!(out, "line         {moves}")?;
        writeln!(out, "from         {}", root.fen())?;
    }
    let (ferz, other) = (grouped(comparison.ferz_nodes), grouped(comparison.engine_nodes));
    writeln!(out, "depth {depth:<6} {ferz} leaves by ferz, {other} by {engine}")?;
    print_moves(&mut out, "only ferz", &comparison.only_ferz)?;
    print_moves(&mut out, "only engine", &comparison.only_engine)?;
    for CountDifference { name, ferz, engine, .. } in &comparison.unequal {
        writeln!(out, "{name:<12} {} by ferz, {} by the engine", grouped(*ferz), grouped(*engine))?;
    }
    Ok(())
}

fn print_moves(
    out: &mut impl Write,
    title: &str,
    moves: &BTreeMap<String, u128>,
) -> std::io::Result<()> {
    if moves.is_empty() {
        return Ok(());
    }
    let list: Vec<_> = moves.keys().map(String::as_str).collect();
    writeln!(out, "{title:<12} {}", list.join(" "))
}
