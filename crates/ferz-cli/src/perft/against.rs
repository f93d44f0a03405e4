//! Comparison with another engine, down to the first position with a different move list.

use super::engine_process::EngineProcess;
use super::report::{print_json, show};
use crate::args::PerftArgs;
use crate::error::Error;
use crate::progress::Progress;
use crate::text::{board, counted, grouped};
use ferz::{Move, Position};
use ferz_perft::CountOptions;
use ferz_perft::parallel::{self, Counts};
use ferz_uci::UciMove;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{Write, stdout};

/// Move that both engines list, with different counts below it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct Unequal {
    #[serde(rename = "move")]
    name: String,
    ferz: u128,
    engine: u128,
    #[serde(skip)]
    mv: Option<Move>,
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
    unequal: Vec<Unequal>,
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
/// [`Error::Mismatch`] if they differ; others if the engine does not run `go perft`.
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
    let mut process = EngineProcess::start(engine, root.is_chess960())?;
    let mut position = root.clone();
    let mut line = Vec::new();
    let mut left = depth;
    let mut comparison = compare(options, &mut process, root, &position, &line, left)?;
    while left > 1 && comparison.has_same_moves() {
        let Some(Unequal { mv: Some(mv), uci, .. }) = comparison.unequal.first().cloned() else {
            break;
        };
        if !args.json {
            print_step(&position, &comparison, left)?;
        }
        position.do_move(mv);
        line.push(uci);
        left -= 1;
        comparison = compare(options, &mut process, root, &position, &line, left)?;
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

/// Counts below each move of a position, here and by the engine.
fn compare(
    options: &CountOptions,
    process: &mut EngineProcess,
    root: &Position,
    position: &Position,
    line: &[UciMove],
    depth: u32,
) -> Result<Comparison, Error> {
    let mut progress = Progress::by_steps();
    let ours = parallel::divide(position, depth, options, |event| show(&mut progress, event))?;
    drop(progress);
    let theirs = process.divide(root, line, depth)?;
    Ok(match_moves(position, &ours, &theirs))
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
                comparison.unequal.push(Unequal { name, ferz, engine, mv: Some(mv), uci });
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
fn print_step(position: &Position, comparison: &Comparison, depth: u32) -> Result<(), Error> {
    let Some(first) = comparison.unequal.first() else { return Ok(()) };
    let san = first.mv.map(|mv| position.san(mv).to_string()).unwrap_or_default();
    let unequal = counted(comparison.unequal.len(), "move");
    let (ferz, engine) = (grouped(first.ferz), grouped(first.engine));
    let name = &first.name;
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
    if comparison.agrees() {
        if line.is_empty() {
            let nodes = grouped(comparison.ferz_nodes);
            writeln!(out, "ferz and {engine} agree: {nodes} leaves at depth {depth}")?;
        } else {
            writeln!(out, "{engine} agrees with ferz here and contradicts its own count above")?;
        }
        return Ok(());
    }
    if !line.is_empty() {
        writeln!(out)?;
    }
    writeln!(out, "{}", board(position))?;
    if !line.is_empty() {
        let moves: Vec<_> = line.iter().map(ToString::to_string).collect();
        writeln!(out, "line         {}", moves.join(" "))?;
        writeln!(out, "from         {}", root.fen())?;
    }
    let (ferz, other) = (grouped(comparison.ferz_nodes), grouped(comparison.engine_nodes));
    writeln!(out, "depth {depth:<6} {ferz} leaves by ferz, {other} by {engine}")?;
    print_moves(&mut out, "only ferz", &comparison.only_ferz)?;
    print_moves(&mut out, "only engine", &comparison.only_engine)?;
    for Unequal { name, ferz, engine, .. } in &comparison.unequal {
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
