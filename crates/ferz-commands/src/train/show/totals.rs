//! The totals of game files as text and JSON.

use ferz_train::format::{EndingCode, GameReader, GameResult};
use ferz_train::nnue::TrainSettings;
use ferz_train::statistics::{Duplicates, GameStatistics, StatisticsSummary};
use serde::Serialize;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

/// The totals over all files.
pub(super) struct GameFileTotals {
    pub(super) files: Vec<FileTotals>,
    pub(super) statistics: GameStatistics,
}

/// The size of a file.
#[derive(Serialize)]
pub(super) struct FileTotals {
    path: String,
    games: usize,
    /// The number of bytes of the records that were read.
    bytes: u64,
    /// The settings of the last game.
    settings: String,
}

impl FileTotals {
    pub(super) fn new(path: &Path, games: usize, reader: &GameReader<File>) -> Self {
        Self {
            path: path.display().to_string(),
            games,
            bytes: reader.bytes_read(),
            settings: reader.settings().to_owned(),
        }
    }
}

/// The JSON object of the totals.
#[derive(Serialize)]
pub(super) struct JsonTotals<'a> {
    files: &'a [FileTotals],
    #[serde(flatten)]
    summary: StatisticsSummary,
}

impl GameFileTotals {
    /// Returns the totals for JSON.
    pub(super) fn summary(&self) -> JsonTotals<'_> {
        JsonTotals { files: &self.files, summary: self.statistics.summary() }
    }

    /// Writes the totals as tables.
    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        for file in &self.files {
            if self.files.len() > 1 {
                writeln!(out, "{}: {} games, {} bytes", file.path, file.games, file.bytes)?;
            }
            writeln!(out, "{}", file.settings)?;
        }
        let summary = self.statistics.summary();
        let bytes: u64 = self.files.iter().map(|file| file.bytes).sum();
        let plies_per_game = summary.plies as f64 / summary.games.max(1) as f64;
        let bytes_per_ply = bytes as f64 / summary.plies.max(1) as f64;
        writeln!(out, "games      {:>12}", summary.games)?;
        writeln!(out, "plies      {:>12}  {plies_per_game:.1} per game", summary.plies)?;
        writeln!(out, "positions  {:>12}  with a score", summary.positions)?;
        writeln!(out, "longest    {:>12}  plies", summary.longest)?;
        writeln!(out, "bytes      {bytes:>12}  {bytes_per_ply:.3} per ply")?;
        writeln!(out, "\nresult")?;
        for result in GameResult::ALL.into_iter().rev() {
            let name = result.as_str();
            write_row(out, name, summary.results[name], summary.games)?;
        }
        writeln!(out, "\nending")?;
        for name in EndingCode::ALL.map(EndingCode::as_str) {
            write_row(out, name, summary.endings[name], summary.games)?;
        }
        write_scores(out, &summary)?;
        writeln!(out, "\nduplicates")?;
        write_duplicates(out, "positions", &summary.duplicate_positions)?;
        write_duplicates(out, "openings", &summary.duplicate_openings)?;
        write_duplicates(out, "games", &summary.duplicate_games)
    }
}

fn write_row(out: &mut impl Write, name: &str, count: u64, total: u64) -> io::Result<()> {
    writeln!(out, "{}", row(name, count, total))
}

fn row(name: &str, count: u64, total: u64) -> String {
    let percent = 100.0 * count as f64 / total.max(1) as f64;
    format!("  {name:<21}{count:>12}  {percent:5.1} %")
}

/// Writes the positions by absolute score, with the mean result of the side ahead and the mean of the
/// logistic function.
fn write_scores(out: &mut impl Write, summary: &StatisticsSummary) -> io::Result<()> {
    writeln!(out, "\nabsolute score in centipawns, up to           share   result  logistic")?;
    for bin in &summary.scores {
        let name = bin.up_to.map_or_else(|| "more".to_owned(), |end| end.to_string());
        let row = row(&name, bin.positions, summary.positions);
        match (bin.mean_result, bin.expected) {
            (Some(result), Some(expected)) => writeln!(out, "{row}  {result:.4}    {expected:.4}")?,
            _ => writeln!(out, "{row}")?,
        }
    }
    if let Some(scale) = summary.logistic_scale {
        let default = TrainSettings::default().scale;
        writeln!(out, "  logistic scale {scale:.1} cp fitted up to 3000 ({default} in train)")?;
    }
    Ok(())
}

fn write_duplicates(out: &mut impl Write, name: &str, found: &Duplicates) -> io::Result<()> {
    let row = row(name, found.repeated, found.counted);
    let sample = match found.sampled_one_in {
        1 => String::new(),
        keys => format!(" in a sample of one key in {keys}"),
    };
    writeln!(out, "{row} of {}, {} different{sample}", found.counted, found.distinct)
}
