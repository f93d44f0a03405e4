//! The tables of a path list, and the tablebase result of a position.

use super::output::print_message;
use crate::common::error::Error;
use ferz::Position;
use ferz_syzygy::{DtzMove, ProbeError, Tablebases};
use serde::Serialize;
use std::ffi::OsStr;
use std::fmt;

/// Tablebase result of a position.
#[derive(Serialize)]
pub(crate) struct TablebaseResult {
    /// Outcome for the side to move, as if its fifty-move counter were zero.
    wdl: String,
    /// Distance to zeroing in plies; none if a DTZ table is missing.
    dtz: Option<i32>,
    /// Best move by distance to zeroing, in UCI notation; none after the end of the game.
    best: Option<String>,
    #[serde(skip)]
    san: Option<String>,
}

impl TablebaseResult {
    /// Probes a position.
    ///
    /// # Errors
    /// If no WDL table has it, or one cannot be used.
    pub(crate) fn new(tables: &Tablebases, position: &Position) -> Result<Self, ProbeError> {
        let wdl = tables.wdl(position)?;
        let best: Option<DtzMove> = tables.best_move(position).ok().flatten();
        Ok(Self {
            wdl: wdl.to_string(),
            dtz: tables.dtz(position).ok(),
            best: best.map(|best| position.uci(best.mv).to_string()),
            san: best.map(|best| position.san(best.mv).to_string()),
        })
    }
}

/// Writes `win, 31 plies to zeroing, best move Kd4`.
impl fmt::Display for TablebaseResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.wdl)?;
        if let Some(dtz) = self.dtz.filter(|&dtz| dtz != 0) {
            let (plies, noun) = (dtz.abs(), if dtz.abs() == 1 { "ply" } else { "plies" });
            write!(f, ", {plies} {noun} to zeroing")?;
        }
        match &self.san {
            Some(san) => write!(f, ", best move {san}"),
            None => Ok(()),
        }
    }
}

/// Opens the tables in the directories of a path list. Files that cannot be used are listed on
/// standard error.
///
/// # Errors
/// If no table can be used.
pub(crate) fn open(path: &OsStr) -> Result<Tablebases, Error> {
    let tables = Tablebases::open(std::env::split_paths(path)).map_err(Error::new)?;
    for file in tables.skipped() {
        print_message(format_args!("ferz: skipped {file}"));
    }
    Ok(tables)
}
