//! Counts of a variant, move by move and in one thread.

use super::{PerftArgs, speed};
use crate::common::prelude::*;
use ferz::notation::FenOptions;
use ferz_variants::{Board, Rules, divide};
use std::collections::BTreeMap;

/// JSON object of a count.
#[derive(Serialize)]
struct VariantReport<'a> {
    fen: String,
    variant: &'static str,
    depth: u32,
    nodes: u64,
    seconds: f64,
    nps: u128,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<&'a BTreeMap<String, u64>>,
}

/// Counts the leaves of a position of a variant.
///
/// # Errors
/// If the position is not one of the variant, or standard output cannot be written.
pub(super) fn run(args: &PerftArgs, rules: Rules) -> Result<(), Error> {
    let words = args.start.words.join(" ");
    let fen = match (&args.start.fen, words.as_str()) {
        (Some(fen), _) => fen.clone(),
        (None, "" | "startpos") => rules.start_fen(),
        (None, _) => words,
    };
    let options = if args.position.lenient { FenOptions::LENIENT } else { FenOptions::STRICT };
    let (board, _) = Board::from_fen_corrected(&fen, rules, options)
        .map_err(|error| Error::usage(format_args!("{rules}: {error}"), "ferz perft"))?;
    let depth = args.depth.unwrap_or(0);
    let started = Instant::now();
    let counts: BTreeMap<String, u64> =
        divide(&board, depth).into_iter().map(|(mv, leaves)| (board.uci(mv), leaves)).collect();
    let nodes = if depth == 0 { 1 } else { counts.values().sum() };
    let elapsed = started.elapsed();
    if args.json {
        return print_json(&VariantReport {
            fen: board.fen(),
            variant: rules.uci_name(),
            depth,
            nodes,
            seconds: elapsed.as_secs_f64(),
            nps: per_second(nodes.into(), elapsed),
            divide: args.divide.then_some(&counts),
        });
    }
    let mut out = stdout().lock();
    if args.divide {
        for (uci, leaves) in &counts {
            writeln!(out, "{uci}: {leaves}")?;
        }
        writeln!(out)?;
    }
    writeln!(out, "Nodes searched: {nodes}")?;
    Ok(writeln!(out, "{}", speed(nodes.into(), elapsed))?)
}
