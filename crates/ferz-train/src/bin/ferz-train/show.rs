//! `ferz-train show`: prints the totals, positions or games of a game file.

use crate::args::ShowArgs;
use crate::error::Error;
use ferz_train::format::{Ending, Filter, Game, GameReader, GameResult, ReadError};
use std::fs::File;
use std::io::{self, BufWriter, Write, stdout};

/// Prints totals, positions or games.
///
/// # Errors
/// If the file cannot be read, is damaged or truncated, or contains an invalid game. The output for
/// the games before has been printed.
pub(crate) fn run(args: &ShowArgs) -> Result<(), Error> {
    let read_error = |error| Error::Read { path: args.file.clone(), error };
    let file = File::open(&args.file).map_err(|error| Error::file(&args.file, error))?;
    let mut games = GameReader::new(file).map_err(read_error)?;
    let mut out = BufWriter::new(stdout().lock());
    let mut totals = Totals::default();
    let mut end: Result<(), ReadError> = Ok(());
    for (number, game) in (1..=args.limit.unwrap_or(usize::MAX)).zip(&mut games) {
        let game = match game {
            Ok(game) => game,
            Err(error) => {
                end = Err(error);
                break;
            }
        };
        let invalid = |reason| Error::Game { path: args.file.clone(), number, reason };
        if args.fen {
            write_positions(&game, &filter(args), &mut out)?.map_err(invalid)?;
        } else if args.pgn {
            write!(out, "{}", game.pgn().map_err(|error| invalid(error.to_string()))?)?;
        } else {
            if args.check {
                game.verify().map_err(|error| invalid(error.to_string()))?;
            }
            totals.add(&game);
        }
    }
    if !args.fen && !args.pgn {
        writeln!(out, "{}", games.settings())?;
        totals.write(games.bytes_read(), &mut out)?;
        if args.check && end.is_ok() {
            writeln!(out, "\nall games are valid")?;
        }
    }
    out.flush()?;
    end.map_err(read_error)
}

fn filter(args: &ShowArgs) -> Filter {
    Filter {
        min_ply: args.min_ply,
        max_score: args.max_score,
        no_check: args.quiet,
        no_tactics: args.quiet,
    }
}

/// Writes the positions of a game that the filter accepts. The inner error is an illegal move.
fn write_positions(
    game: &Game,
    filter: &Filter,
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

/// The upper ends of the histogram of absolute scores, in centipawns. Larger scores form the last
/// bin.
const SCORE_BINS: [u16; 8] = [5, 25, 50, 100, 200, 400, 1000, 3000];

/// Totals over the games of a file.
#[derive(Default)]
struct Totals {
    games: u64,
    plies: u64,
    positions: u64,
    longest: usize,
    results: [u64; GameResult::ALL.len()],
    endings: [u64; Ending::ALL.len()],
    scores: [u64; SCORE_BINS.len() + 1],
}

impl Totals {
    fn add(&mut self, game: &Game) {
        self.games += 1;
        self.plies += game.moves.len() as u64;
        self.positions += game.scores.len() as u64;
        self.longest = self.longest.max(game.moves.len());
        self.results[game.result as usize] += 1;
        self.endings[game.ending as usize] += 1;
        for score in &game.scores {
            self.scores[SCORE_BINS.partition_point(|&end| end < score.unsigned_abs())] += 1;
        }
    }

    /// Writes the totals of a file of `bytes` bytes as tables.
    fn write(&self, bytes: u64, out: &mut impl Write) -> io::Result<()> {
        let plies_per_game = self.plies as f64 / self.games.max(1) as f64;
        let bytes_per_ply = bytes as f64 / self.plies.max(1) as f64;
        writeln!(out, "games      {:>12}", self.games)?;
        writeln!(out, "plies      {:>12}  {plies_per_game:.1} per game", self.plies)?;
        writeln!(out, "positions  {:>12}  with a score", self.positions)?;
        writeln!(out, "longest    {:>12}  plies", self.longest)?;
        writeln!(out, "bytes      {bytes:>12}  {bytes_per_ply:.3} per ply")?;
        writeln!(out, "\nresult")?;
        for result in GameResult::ALL.into_iter().rev() {
            write_row(out, result.as_str(), self.results[result as usize], self.games)?;
        }
        writeln!(out, "\nending")?;
        for ending in Ending::ALL {
            write_row(out, ending.as_str(), self.endings[ending as usize], self.games)?;
        }
        writeln!(out, "\nabsolute score in centipawns, up to")?;
        for (end, &count) in SCORE_BINS.iter().zip(&self.scores) {
            write_row(out, &end.to_string(), count, self.positions)?;
        }
        write_row(out, "more", self.scores[SCORE_BINS.len()], self.positions)
    }
}

fn write_row(out: &mut impl Write, name: &str, count: u64, total: u64) -> io::Result<()> {
    let percent = 100.0 * count as f64 / total.max(1) as f64;
    writeln!(out, "  {name:<21}{count:>12}  {percent:5.1} %")
}
