//! Comparing with another engine, down to the first position where the move lists differ.

use super::count::Counting;
use super::peer::Peer;
use super::report::print_json;
use super::tally;
use crate::args::PerftArgs;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::text::{board, counted, grouped};
use ferz::{Move, Position};
use ferz_uci::UciMove;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{Write, stdout};

/// A move that both sides have, and what each counts below it.
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

/// How the two sides' counts of one position compare.
#[derive(Default, Serialize)]
struct Comparison {
    ferz_nodes: u128,
    engine_nodes: u128,
    only_ferz: BTreeMap<String, u128>,
    only_engine: BTreeMap<String, u128>,
    unequal: Vec<Unequal>,
}

/// What is found in the end, as JSON has it.
#[derive(Serialize)]
struct Finding<'a> {
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

/// Compares the counts of a tree with an engine's.
///
/// # Errors
/// [`Failure::Mismatch`] if they differ; others if the engine cannot be asked.
pub(super) fn run(
    args: &PerftArgs,
    counting: &Counting,
    root: &Position,
    depth: u32,
    engine: &str,
) -> Result<(), Failure> {
    if depth == 0 {
        let reason = "there is nothing to compare at depth 0".into();
        return Err(Failure::CommandLine { reason, command: "ferz perft".into() });
    }
    let mut peer = Peer::start(engine, root.is_chess960())?;
    let mut position = root.clone();
    let mut line = Vec::new();
    let mut left = depth;
    let mut comparison = compare(counting, &mut peer, root, &position, &line, left)?;
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
        comparison = compare(counting, &mut peer, root, &position, &line, left)?;
    }
    let agree = line.is_empty() && comparison.agrees();
    if args.json {
        print_json(&Finding {
            engine: &peer.name,
            agree,
            fen: position.fen(),
            depth: left,
            line: line.iter().map(ToString::to_string).collect(),
            comparison: &comparison,
        })?;
    } else {
        print_finding(&peer.name, root, &position, &line, left, &comparison)?;
    }
    if agree { Ok(()) } else { Err(Failure::Mismatch) }
}

/// Asks both sides for the counts below each move of a position.
fn compare(
    counting: &Counting,
    peer: &mut Peer,
    root: &Position,
    position: &Position,
    line: &[UciMove],
    depth: u32,
) -> Result<Comparison, Failure> {
    let mut progress = Progress::by_steps();
    let tally = tally::count(position, depth, counting, None, &mut progress)?;
    drop(progress);
    let theirs = peer.divide(root, line, depth)?;
    Ok(sort_out(position, &tally, &theirs))
}

/// Sorts moves by who has them and who counts what below them.
fn sort_out(position: &Position, tally: &tally::Tally, theirs: &[(UciMove, u64)]) -> Comparison {
    let mut ours: BTreeMap<&str, (Move, u128)> =
        tally.rows.iter().map(|row| (row.name.as_str(), (row.first, row.nodes))).collect();
    let mut comparison = Comparison { ferz_nodes: tally.nodes, ..Comparison::default() };
    for &(uci, nodes) in theirs {
        let engine = u128::from(nodes);
        comparison.engine_nodes += engine;
        // Castling may be written in either way.
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
                // A move that is listed twice is one move too many.
                *comparison.only_engine.entry(name).or_default() += engine;
            }
        }
    }
    comparison.only_ferz = ours.into_iter().map(|(name, (_, n))| (name.to_owned(), n)).collect();
    comparison.unequal.sort_by(|a, b| a.name.cmp(&b.name));
    comparison
}

/// One step of the way down.
fn print_step(position: &Position, comparison: &Comparison, depth: u32) -> Result<(), Failure> {
    let Some(first) = comparison.unequal.first() else { return Ok(()) };
    let san = first.mv.map(|mv| position.san(mv).to_string()).unwrap_or_default();
    let unequal = counted(comparison.unequal.len(), "move");
    let (ferz, engine) = (grouped(first.ferz), grouped(first.engine));
    let name = &first.name;
    Ok(writeln!(
        stdout(),
        "depth {depth}: the same moves, {unequal} with other counts; going down {name} ({san}): \
         {ferz} here, {engine} there"
    )?)
}

fn print_finding(
    engine: &str,
    root: &Position,
    position: &Position,
    line: &[UciMove],
    depth: u32,
    comparison: &Comparison,
) -> Result<(), Failure> {
    let mut out = stdout().lock();
    if comparison.agrees() {
        if line.is_empty() {
            let nodes = grouped(comparison.ferz_nodes);
            writeln!(out, "ferz and {engine} agree: {nodes} leaves at depth {depth}")?;
        } else {
            writeln!(out, "here {engine} counts as ferz does: it contradicts its own count above")?;
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
    writeln!(out, "depth {depth:<6} {ferz} leaves here, {other} by {engine}")?;
    print_moves(&mut out, "only ferz", &comparison.only_ferz)?;
    print_moves(&mut out, "only engine", &comparison.only_engine)?;
    for Unequal { name, ferz, engine, .. } in &comparison.unequal {
        writeln!(out, "{name:<12} {} here, {} there", grouped(*ferz), grouped(*engine))?;
    }
    Ok(())
}

fn print_moves(
    out: &mut impl Write,
    whose: &str,
    moves: &BTreeMap<String, u128>,
) -> std::io::Result<()> {
    if moves.is_empty() {
        return Ok(());
    }
    let list: Vec<_> = moves.keys().map(String::as_str).collect();
    writeln!(out, "{whose:<12} {}", list.join(" "))
}
