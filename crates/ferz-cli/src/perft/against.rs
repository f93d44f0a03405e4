//! Comparison with another engine, down to the first position with a different move list.

use super::engine_process::{EngineCounts, EngineProcess};
use super::report::show;
use crate::args::PerftArgs;
use crate::error::Error;
use crate::progress::Progress;
use crate::text::{board, counted, grouped, print_json};
use ferz::{Move, Position};
use ferz_cli_common::interrupt;
use ferz_cli_common::output::{self, print_message};
use ferz_perft::CountOptions;
use ferz_perft::parallel::{self, Counts};
use ferz_uci::UciMove;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{Write, stdout};
use std::ops::ControlFlow;
use std::time::Duration;

/// Move that both engines list, with different counts below it.
#[derive(Serialize)]
struct CountDifference {
    #[serde(rename = "move")]
    name: String,
    ferz: u128,
    engine: u128,
    #[serde(skip)]
    mv: Move,
    #[serde(skip)]
    uci: UciMove,
}

/// Comparison of the counts of one position.
#[derive(Default, Serialize)]
struct Comparison {
    ferz_nodes: u128,
    engine_nodes: u128,
    only_ferz: BTreeMap<String, u128>,
    only_engine: BTreeMap<String, u128>,
    unequal: Vec<CountDifference>,
}

/// JSON object of the result.
#[derive(Serialize)]
struct Difference<'a> {
    engine: &'a str,
    agree: bool,
    fen: String,
    depth: u32,
    line: Vec<String>,
    #[serde(flatten)]
    comparison: &'a Comparison,
}

impl Comparison {
    fn agrees(&self) -> bool {
        self.has_same_moves() && self.unequal.is_empty()
    }

    fn has_same_moves(&self) -> bool {
        self.only_ferz.is_empty() && self.only_engine.is_empty()
    }
}

/// Compares the counts of a tree with those of an engine.
///
/// # Errors
/// [`Error::Mismatch`] if they differ; [`Error::Interrupted`] after Ctrl-C; others if the engine does
/// not run `go perft` or exceeds the time limit.
pub(super) fn run(
    args: &PerftArgs,
    options: &CountOptions,
    root: &Position,
    depth: u32,
    engine: &str,
) -> Result<(), Error> {
    if depth == 0 {
        let reason = "--against requires depth 1 or more, found 0".into();
        return Err(Error::CommandLine { reason, command: "ferz perft".into() });
    }
    interrupt::install(|| {});
    let limit = Duration::from_secs(args.timeout.into());
    let mut process = EngineProcess::start(engine, root.is_chess960(), limit)?;
    let mut position = root.clone();
    let mut line = Vec::new();
    let mut left = depth;
    let compare = |process: &mut EngineProcess, position: &Position, line: &[UciMove], left| {
        let compared = compare(options, process, root, position, line, left);
        if let Err(Error::Interrupted) = compared {
            print_message(interrupted(line, left));
        }
        compared
    };
    let mut comparison = compare(&mut process, &position, &line, left)?;
    while left > 1
        && comparison.has_same_moves()
        && let Some(first) = comparison.unequal.first()
    {
        if !args.json {
            print_step(&position, first, comparison.unequal.len(), left)?;
        }
        position.do_move(first.mv);
        line.push(first.uci);
        left -= 1;
        comparison = compare(&mut process, &position, &line, left)?;
    }
    let agree = line.is_empty() && comparison.agrees();
    if args.json {
        print_json(&Difference {
            engine: &process.name,
            agree,
            fen: position.fen(),
            depth: left,
            line: line.iter().map(ToString::to_string).collect(),
            comparison: &comparison,
        })?;
    } else {
        print_result(&process.name, root, &position, &line, left, &comparison)?;
    }
    if agree { Ok(()) } else { Err(Error::Mismatch) }
}

/// Returns the message after Ctrl-C.
fn interrupted(line: &[UciMove], depth: u32) -> String {
    let moves: Vec<_> = line.iter().map(ToString::to_string).collect();
    match moves.as_slice() {
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
    process: &mut EngineProcess,
    root: &Position,
    position: &Position,
    line: &[UciMove],
    depth: u32,
) -> Result<Comparison, Error> {
    let mut progress = Progress::by_steps();
    let show = |event| match show(&mut progress, event) {
        ControlFlow::Continue(()) if output::is_closed() => ControlFlow::Break(()),
        flow => flow,
    };
    let ours = parallel::divide(position, depth, options, show)?;
    drop(progress);
    if !ours.is_finished() {
        return Err(Error::Interrupted);
    }
    let EngineCounts { rows, total } = process.divide(root, line, depth)?;
    let comparison = match_moves(position, &ours, &rows);
    let sum = comparison.engine_nodes;
    if comparison.agrees() && sum != u128::from(total) {
        let reason = format!("sent the total {total}, but the sum of its counts is {sum}");
        return Err(process.error(&reason));
    }
    Ok(comparison)
}

/// Matches the moves of both engines and compares the counts below them.
fn match_moves(position: &Position, counts: &Counts, theirs: &[(UciMove, u64)]) -> Comparison {
    let mut ours: BTreeMap<&str, (Move, u128)> =
        counts.rows.iter().map(|row| (row.uci.as_str(), (row.mv, row.leaves))).collect();
    let mut comparison = Comparison { ferz_nodes: counts.leaves, ..Comparison::default() };
    for &(uci, nodes) in theirs {
        let engine = u128::from(nodes);
        comparison.engine_nodes += engine;
        // Castling is accepted in both notations.
        let name = match position.find_uci(uci) {
            Ok(mv) => position.uci(mv).to_string(),
            Err(_) => uci.to_string(),
        };
        match ours.remove(name.as_str()) {
            Some((mv, ferz)) if ferz != engine => {
                comparison.unequal.push(CountDifference { name, ferz, engine, mv, uci });
            }
            Some(_) => {}
            None => {
                // A move that the engine lists twice counts as a move of the engine alone.
                *comparison.only_engine.entry(name).or_default() += engine;
            }
        }
    }
    comparison.only_ferz = ours.into_iter().map(|(name, (_, n))| (name.to_owned(), n)).collect();
    comparison.unequal.sort_by(|a, b| a.name.cmp(&b.name));
    comparison
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
    line: &[UciMove],
    depth: u32,
    comparison: &Comparison,
) -> Result<(), Error> {
    let mut out = stdout().lock();
    let moves = line.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    if comparison.agrees() {
        match line.last() {
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
    writeln!(out, "{}", board(position))?;
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
