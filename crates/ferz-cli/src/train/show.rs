//! `ferz train show`: prints the totals, positions or games of game files.

use super::games::{check_files, read_error};
use crate::common::prelude::*;
use ferz_output::replace;
use ferz_train::WdlFit;
use ferz_train::format::{EndingCode, GameReader, PositionFilter, ResultCode, TrainingGame};
use ferz_train::nnue::TrainSettings;
use ferz_train::statistics::{Duplicates, GameStatistics, StatisticsSummary, draw};
use std::fs::File;
use std::io;

#[derive(Args, Debug)]
pub(crate) struct DataShowArgs {
    /// Game files
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,

    /// Verify that every move is legal and that each game ended as recorded
    #[arg(long, conflicts_with_all = ["fen", "pgn"])]
    pub(crate) check: bool,

    /// Print positions as `FEN;score;result`: score in centipawns, result 0, 0.5 or 1, White's view
    #[arg(long, conflicts_with = "pgn")]
    pub(crate) fen: bool,

    /// Print games in PGN with scores as comments
    #[arg(long)]
    pub(crate) pgn: bool,

    /// Print the totals as one JSON object
    #[arg(long, conflicts_with_all = ["fen", "pgn"])]
    pub(crate) json: bool,

    /// Draw a histogram of the scores and the mean result at each score to an SVG file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "pgn"])]
    pub(crate) svg: Option<PathBuf>,

    /// Stop after N games of all files
    #[arg(long, value_name = "N")]
    pub(crate) limit: Option<usize>,

    /// With --fen, skip positions in check and positions whose move is a capture or a promotion
    #[arg(long, requires = "fen")]
    pub(crate) quiet: bool,

    /// With --fen, skip the first N plies of each game
    #[arg(long, value_name = "N", default_value = "0", requires = "fen")]
    pub(crate) min_ply: usize,

    /// With --fen, skip positions whose absolute score exceeds this number of centipawns
    #[arg(long, value_name = "CP", default_value = "32767", requires = "fen",
        value_parser = clap::value_parser!(i16).range(0..))]
    pub(crate) max_score: i16,
}

/// Prints totals, positions or games.
///
/// # Errors
/// If a file cannot be read, is damaged or truncated, or contains an invalid game. The games before
/// are in the output; after a damaged or truncated file the other files are too.
pub(crate) fn run(args: &DataShowArgs) -> Result<(), Error> {
    check_files(&args.files, args.svg.as_deref())?;
    interrupt::install_exit();
    let mut out = BufWriter::new(stdout().lock());
    if args.fen || args.pgn {
        let result = write_games(args, &mut out);
        out.flush()?;
        return result;
    }
    let mut statistics = GameStatistics::default();
    let (files, result) = count(args, &mut statistics)?;
    let totals = GameFileTotals { files, summary: statistics.summary() };
    if args.json {
        writeln!(out, "{}", serde_json::json!(totals))?;
    } else {
        totals.write(&mut out)?;
        if args.check && result.is_ok() {
            writeln!(out, "\nall games are valid")?;
        }
    }
    out.flush()?;
    if let Some(path) = &args.svg {
        let text = draw(statistics.scores()).map_err(Error::new)?;
        replace(path, text.as_bytes())?;
    }
    result
}

/// Reads the games of the files, up to `limit` in all, and passes each chunk with the number of its
/// first game to `visit`. Returns the totals of each file with settings, and the error of the first file
/// that is damaged or truncated. That error ends the reading if no file has settings.
fn for_each_chunk(
    args: &DataShowArgs,
    mut visit: impl FnMut(&Path, usize, &[TrainingGame]) -> Result<(), Error>,
) -> Result<(Vec<FileTotals>, Result<(), Error>), Error> {
    let mut left = args.limit.unwrap_or(usize::MAX);
    let (mut files, mut result) = (Vec::new(), Ok(()));
    for path in &args.files {
        let read_error = |error| read_error(path, &error);
        let file = File::open(path).map_err(|error| Error::file(path, error))?;
        let mut reader = match GameReader::new(file) {
            Ok(reader) => reader,
            Err(error) => {
                result = result.and(Err(read_error(error)));
                continue;
            }
        };
        let mut games = 0;
        loop {
            let (chunk, read) = reader.read_chunk(left);
            result = result.and(read.map_err(read_error));
            if chunk.is_empty() {
                break;
            }
            visit(path, games + 1, &chunk)?;
            games += chunk.len();
            left -= chunk.len();
        }
        files.push(FileTotals {
            path: path.display().to_string(),
            games,
            bytes: reader.bytes_read(),
            settings: reader.settings().to_owned(),
        });
    }
    if files.is_empty() {
        result?;
        result = Ok(());
    }
    Ok((files, result))
}

fn invalid(path: &Path, number: usize, reason: &dyn ToString) -> Error {
    let reason = reason.to_string();
    Error::failed_check(format_args!("{}, game {number}: {reason}", path.display()))
}

/// Counts the games, and verifies them if requested. The inner error is that of a damaged file.
fn count(
    args: &DataShowArgs,
    statistics: &mut GameStatistics,
) -> Result<(Vec<FileTotals>, Result<(), Error>), Error> {
    for_each_chunk(args, |path, first, games| {
        if args.check {
            for (number, game) in (first..).zip(games) {
                game.verify().map_err(|error| invalid(path, number, &error))?;
            }
        }
        let counted = statistics.add(games);
        counted.map_err(|illegal| invalid(path, first + illegal.index, &illegal.error))
    })
}

/// Writes positions or games.
fn write_games(args: &DataShowArgs, out: &mut impl Write) -> Result<(), Error> {
    let filter = PositionFilter {
        min_ply: args.min_ply,
        max_score: args.max_score,
        no_check: args.quiet,
        no_tactics: args.quiet,
    };
    let (_, result) = for_each_chunk(args, |path, first, games| {
        for (number, game) in (first..).zip(games) {
            if args.fen {
                write_positions(game, &filter, out)?
                    .map_err(|error| invalid(path, number, &error))?;
            } else {
                let text = game.pgn().map_err(|error| invalid(path, number, &error))?;
                out.write_all(text.as_bytes())?;
            }
        }
        Ok(())
    })?;
    result
}

/// Writes the positions of a game that the filter accepts. The inner error is an illegal move.
fn write_positions(
    game: &TrainingGame,
    filter: &PositionFilter,
    out: &mut impl Write,
) -> io::Result<Result<(), String>> {
    let mut written = Ok(());
    let visited = game.visit(filter, |ply| {
        if let (Ok(()), Some(score)) = (&written, ply.score) {
            let (fen, points) = (ply.position.fen(), ply.result.points());
            written = writeln!(out, "{fen};{score};{points}");
        }
    });
    written.map(|()| visited.map_err(|error| error.to_string()))
}

/// The totals over all files, and their JSON object.
#[derive(Serialize)]
struct GameFileTotals {
    files: Vec<FileTotals>,
    #[serde(flatten)]
    summary: StatisticsSummary,
}

/// The size of a file.
#[derive(Serialize)]
struct FileTotals {
    path: String,
    games: usize,
    /// The number of bytes of the records that were read.
    bytes: u64,
    /// The settings of the last game.
    settings: String,
}

impl GameFileTotals {
    /// Writes the totals as tables.
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        for file in &self.files {
            if self.files.len() > 1 {
                writeln!(out, "{}: {} games, {} bytes", file.path, file.games, file.bytes)?;
            }
            writeln!(out, "{}", file.settings)?;
        }
        let summary = &self.summary;
        let bytes: u64 = self.files.iter().map(|file| file.bytes).sum();
        let plies_per_game = summary.plies as f64 / summary.games.max(1) as f64;
        let bytes_per_ply = bytes as f64 / summary.plies.max(1) as f64;
        writeln!(out, "games      {:>12}", summary.games)?;
        writeln!(out, "plies      {:>12}  {plies_per_game:.1} per game", summary.plies)?;
        writeln!(out, "positions  {:>12}  with a score", summary.positions)?;
        writeln!(out, "longest    {:>12}  plies", summary.longest)?;
        writeln!(out, "bytes      {bytes:>12}  {bytes_per_ply:.3} per ply")?;
        writeln!(out, "\nresult")?;
        for result in ResultCode::ALL.into_iter().rev() {
            let name = result.as_str();
            writeln!(out, "{}", share_row(name, summary.results[name], summary.games))?;
        }
        writeln!(out, "\nending")?;
        for name in EndingCode::ALL.map(EndingCode::as_str) {
            writeln!(out, "{}", share_row(name, summary.endings[name], summary.games))?;
        }
        write_scores(out, summary)?;
        writeln!(out, "\nduplicates")?;
        write_duplicates(out, "positions", &summary.duplicate_positions)?;
        write_duplicates(out, "openings", &summary.duplicate_openings)?;
        write_duplicates(out, "games", &summary.duplicate_games)
    }
}

/// Writes the positions by absolute score, with the mean result of the side ahead and the mean of the
/// logistic function.
fn write_scores(out: &mut impl Write, summary: &StatisticsSummary) -> io::Result<()> {
    writeln!(out, "\nabsolute score in centipawns, up to     share  result    logistic")?;
    for bin in &summary.scores {
        let name = bin.up_to.map_or_else(|| "more".to_owned(), |end| end.to_string());
        let row = share_row(&name, bin.positions, summary.positions);
        match (bin.mean_result, bin.expected) {
            (Some(result), Some(expected)) => writeln!(out, "{row}  {result:.4}    {expected:.4}")?,
            _ => writeln!(out, "{row}")?,
        }
    }
    if let Some(scale) = summary.logistic_scale {
        let default = TrainSettings::default().scale;
        writeln!(out, "  logistic scale {scale:.1} cp fitted up to 3000 ({default} in train)")?;
    }
    if let Some(WdlFit { offset, scale }) = summary.win_rates {
        writeln!(out, "  win rate 50 % at {offset:.1} cp, scale {scale:.1} cp")?;
    }
    Ok(())
}

fn write_duplicates(out: &mut impl Write, name: &str, found: &Duplicates) -> io::Result<()> {
    let row = share_row(name, found.repeated, found.counted);
    let sample = match found.sampled_one_in {
        1 => String::new(),
        keys => format!(" in a sample of one key in {keys}"),
    };
    writeln!(out, "{row} of {}, {} different{sample}", found.counted, found.distinct)
}
