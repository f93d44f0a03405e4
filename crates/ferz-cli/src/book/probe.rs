//! `book probe`: prints the moves of a book in one position.

use super::{BookMoveReport, LENIENT, describe};
use crate::common::prelude::*;
use ferz_game::book::{Book, BookSelection, select};
use ferz_game::openings;

#[derive(Args, Debug)]
pub(crate) struct BookProbeArgs {
    /// Book to read
    #[arg(value_name = "BOOK")]
    book: PathBuf,

    #[command(flatten)]
    start: StartArgs,

    /// Print one move, selected by this rule, in UCI notation
    #[arg(long, value_enum, value_name = "RULE")]
    select: Option<SelectionArg>,

    /// Seed of the random numbers of --select [default: a random one]
    #[arg(long, value_name = "N", requires = "select")]
    seed: Option<u64>,

    /// Print the result as one JSON object
    #[arg(long)]
    json: bool,
}

/// A rule that selects a move.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum SelectionArg {
    /// The move with the greatest weight
    Best,
    /// A random move, with a probability proportional to its weight
    Weighted,
    /// A random move, each with the same probability
    Uniform,
}

impl From<SelectionArg> for BookSelection {
    fn from(rule: SelectionArg) -> Self {
        match rule {
            SelectionArg::Best => Self::Best,
            SelectionArg::Weighted => Self::Weighted,
            SelectionArg::Uniform => Self::Uniform,
        }
    }
}

/// JSON object of a probe.
#[derive(Serialize)]
struct BookReport {
    fen: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    eco: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    opening: Option<&'static str>,
    moves: Vec<BookMoveReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    selected: Option<String>,
}

/// Prints the moves of a position, or one of them.
///
/// # Errors
/// If the position or a move is invalid, the book cannot be read, or it has no move to print.
pub(super) fn run(args: &BookProbeArgs) -> Result<(), Error> {
    let book = Book::open(&args.book)?;
    let position = args.start.position(LENIENT, "ferz book probe")?;
    let found = book.moves(&position).map_err(|error| Error::file(&args.book, error))?;
    let selected = args.select.and_then(|rule| {
        let mut random = args.seed.map_or_else(fastrand::Rng::new, fastrand::Rng::with_seed);
        select(&found, rule.into(), random.u64(..))
    });
    let is_missing = if args.select.is_some() { selected.is_none() } else { found.is_empty() };
    let selected = selected.map(|found| position.uci(found.mv).to_string());
    let opening = openings::find(&position);
    let moves = describe(&position, &found);
    let mut out = stdout().lock();
    if args.json {
        print_json(&BookReport {
            fen: position.fen(),
            eco: opening.map(|opening| opening.eco.to_string()),
            opening: opening.map(|opening| opening.name),
            moves,
            selected,
        })?;
    } else if args.select.is_some() {
        selected.map_or(Ok(()), |uci| writeln!(out, "{uci}"))?;
    } else {
        writeln!(out, "{}", position.fen())?;
        opening.map_or(Ok(()), |opening| writeln!(out, "{opening}"))?;
        print_moves(&mut out, &moves)?;
    }
    if is_missing {
        return Err(Error::failed_check("the book has no move for this position"));
    }
    Ok(())
}

/// Prints a table of moves with their shares and weights, and games and scores if the book has them.
fn print_moves(out: &mut impl Write, moves: &[BookMoveReport]) -> Result<(), Error> {
    if moves.is_empty() {
        return Ok(());
    }
    let has_games = moves.iter().any(|mv| mv.games.is_some());
    let header = if has_games { "     games   score" } else { "" };
    writeln!(out, "\n{:<8} {:>7} {:>7}{header}", "move", "share", "weight")?;
    for mv in moves {
        let share = format!("{:.1} %", 100.0 * mv.share);
        write!(out, "{:<8} {share:>7} {:>7}", mv.san, mv.weight)?;
        match (mv.games, mv.score) {
            (Some(games), Some(score)) => {
                writeln!(out, "{:>10} {:>7}", grouped(games.into()), format!("{score:.1} %"))?;
            }
            _ if has_games => writeln!(out, "{:>10} {:>7}", "-", "-")?,
            _ => writeln!(out)?,
        }
    }
    if !has_games {
        writeln!(out, "\nThe book has weights only, no games and scores (book make --learn).")?;
    }
    Ok(())
}
