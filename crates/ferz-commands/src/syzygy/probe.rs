//! `syzygy probe`: the result of a position and of its moves.

use super::args::TablebaseProbeArgs;
use crate::common::board::described;
use crate::common::error::Error;
use crate::common::tables::{TablebaseResult, open};
use crate::common::text::print_json;
use ferz::Position;
use ferz_syzygy::{DtzMove, FiftyMoveRule, ProbeError};
use serde::Serialize;
use std::io::{Write, stdout};

/// JSON object of the result.
#[derive(Serialize)]
struct TablebaseReport {
    fen: String,
    #[serde(flatten)]
    result: TablebaseResult,
    moves: Vec<TablebaseMove>,
}

/// JSON object of a move.
#[derive(Serialize)]
struct TablebaseMove {
    #[serde(rename = "move")]
    uci: String,
    san: String,
    wdl: String,
    dtz: Option<i32>,
}

impl TablebaseMove {
    fn new(position: &Position, ranked: &DtzMove) -> Self {
        Self {
            uci: position.uci(ranked.mv).to_string(),
            san: position.san(ranked.mv).to_string(),
            wdl: ranked.wdl.to_string(),
            dtz: ranked.dtz,
        }
    }
}

/// Prints the result.
///
/// # Errors
/// If the position is invalid, the directories have no tables, or a table is missing or damaged.
pub(super) fn run(args: &TablebaseProbeArgs) -> Result<(), Error> {
    if !args.start.is_given() {
        let reason = "a position is required: FEN or --fen FEN".to_owned();
        return Err(Error::CommandLine { reason, command: "ferz syzygy probe".to_owned() });
    }
    let position = args.start.position(args.position, "ferz syzygy probe")?;
    let tables = open(&args.path)?;
    let error = |error: ProbeError| Error::Unavailable(format!("{}: {error}", position.fen()));
    let result = TablebaseResult::new(&tables, &position).map_err(error)?;
    let moves = tables.rank_moves(&position, &position.legal_moves(), FiftyMoveRule::Applied);
    let moves = moves.map_err(error)?;
    let moves: Vec<_> = moves.iter().map(|mv| TablebaseMove::new(&position, mv)).collect();
    if args.json {
        return print_json(&TablebaseReport { fen: position.fen(), result, moves });
    }
    let mut out = stdout().lock();
    writeln!(out, "{}\nTablebases: {result}", described(&position))?;
    if !moves.is_empty() {
        writeln!(out, "\nmove       dtz  result")?;
    }
    for TablebaseMove { san, wdl, dtz, .. } in moves {
        let dtz = dtz.map_or("?".to_owned(), |dtz| dtz.to_string());
        writeln!(out, "{san:<8} {dtz:>5}  {wdl}")?;
    }
    Ok(())
}
