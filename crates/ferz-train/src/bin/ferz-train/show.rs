//! `ferz-train show`: what a file of games holds.

use crate::args::ShowArgs;
use crate::error::Error;
use crate::tally::Tally;
use ferz_train::format::{Filter, Game, GameReader, ReadError};
use std::fs::File;
use std::io::{BufWriter, Write, stdout};

/// Prints totals, positions or games.
///
/// # Errors
/// If the file cannot be read, is damaged or cut off, or holds a game that is none by the rules;
/// what comes before has been printed then.
pub(crate) fn run(args: &ShowArgs) -> Result<(), Error> {
    let wrong = |error| Error::Read { path: args.file.clone(), error };
    let file = File::open(&args.file).map_err(|error| Error::file(&args.file, error))?;
    let mut games = GameReader::new(file).map_err(wrong)?;
    let mut out = BufWriter::new(stdout().lock());
    let mut tally = Tally::default();
    let mut end: Result<(), ReadError> = Ok(());
    for (number, game) in (1..=args.limit.unwrap_or(usize::MAX)).zip(&mut games) {
        let game = match game {
            Ok(game) => game,
            Err(error) => {
                end = Err(error);
                break;
            }
        };
        let bad = |reason| Error::Game { path: args.file.clone(), number, reason };
        if args.fen {
            write_positions(&game, &filter(args), &mut out)?.map_err(bad)?;
        } else if args.pgn {
            write!(out, "{}", game.pgn().map_err(|error| bad(error.to_string()))?)?;
        } else {
            if args.check {
                game.verify().map_err(|error| bad(error.to_string()))?;
            }
            tally.add(&game);
        }
    }
    if !args.fen && !args.pgn {
        writeln!(out, "{}", games.settings())?;
        tally.write(games.bytes_read(), &mut out)?;
        if args.check && end.is_ok() {
            writeln!(out, "\nevery game is as it should be")?;
        }
    }
    out.flush()?;
    end.map_err(wrong)
}

fn filter(args: &ShowArgs) -> Filter {
    Filter {
        min_ply: args.min_ply,
        max_score: args.max_score,
        no_check: args.quiet,
        no_tactics: args.quiet,
    }
}

/// Writes the positions of a game that a filter keeps; the inner error is that of the game.
fn write_positions(
    game: &Game,
    filter: &Filter,
    out: &mut impl Write,
) -> std::io::Result<Result<(), String>> {
    let mut written = Ok(());
    let visited = game.visit(filter, |ply| {
        if let (Ok(()), Some(score)) = (&written, ply.score) {
            let (fen, points) = (ply.position.fen(), ply.result.points());
            written = writeln!(out, "{fen};{score};{points}");
        }
    });
    written.map(|()| visited.map_err(|error| error.to_string()))
}
