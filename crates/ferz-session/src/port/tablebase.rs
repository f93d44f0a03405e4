//! The JSON objects of positions in tablebases.

use ferz::Position;
use ferz_syzygy::{DtzMove, FiftyMoveRule, ProbeError, Tablebases};
use serde::Serialize;
use std::fmt;

/// JSON object of the result.
#[derive(Serialize)]
pub struct TablebaseReport {
    fen: String,
    /// The result of the position.
    #[serde(flatten)]
    pub result: TablebaseResult,
    /// Its moves, the best first.
    pub moves: Vec<TablebaseMove>,
}

impl TablebaseReport {
    /// Probes a position and its moves.
    ///
    /// # Errors
    /// If a table is missing or damaged.
    pub fn new(tables: &Tablebases, position: &Position) -> Result<Self, ProbeError> {
        let result = TablebaseResult::new(tables, position)?;
        let moves = tables.rank_moves(position, &position.legal_moves(), FiftyMoveRule::Applied)?;
        let report = |ranked: &DtzMove| TablebaseMove {
            uci: position.uci(ranked.mv).to_string(),
            san: position.san(ranked.mv).to_string(),
            wdl: ranked.wdl.to_string(),
            dtz: ranked.dtz,
        };
        let moves = moves.iter().map(report).collect();
        Ok(Self { fen: position.fen(), result, moves })
    }
}

/// JSON object of a move.
#[derive(Serialize)]
pub struct TablebaseMove {
    #[serde(rename = "move")]
    uci: String,
    /// The move in SAN.
    pub san: String,
    /// The result for the side that moves.
    pub wdl: String,
    /// The distance to zeroing in plies; `None` if a DTZ table is missing.
    pub dtz: Option<i32>,
}

/// Tablebase result of a position.
#[derive(Serialize)]
pub struct TablebaseResult {
    /// Outcome for the side to move with the fifty-move counter and the history of the position, as
    /// that of its best move.
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
    pub fn new(tables: &Tablebases, position: &Position) -> Result<Self, ProbeError> {
        let wdl = tables.wdl(position)?;
        let best: Option<DtzMove> = tables.best_move(position).ok().flatten();
        Ok(Self {
            wdl: best.map_or(wdl, |best| best.wdl).to_string(),
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
