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
    #[arg(long, value_name = "RULE", value_parser = named(&RULES))]
    select: Option<BookSelection>,

    /// Seed of the random numbers of --select [default: a random one]
    #[arg(long, value_name = "N", requires = "select")]
    seed: Option<u64>,

    /// Print the result as one JSON object
    #[arg(long)]
    json: bool,
}

/// The rules that select a move.
const RULES: [(&str, &str, BookSelection); 3] = [
    ("best", "The move with the greatest weight", BookSelection::Best),
    (
        "weighted",
        "A random move, with a probability proportional to its weight",
        BookSelection::Weighted,
    ),
    ("uniform", "A random move, each with the same probability", BookSelection::Uniform),
];

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
        select(&found, rule, random.u64(..))
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
    let columns = [
        Column::left("move", 8),
        Column::right("share", 7),
        Column::right("weight", 7),
        Column::right("games", 9),
        Column::right("score", 7),
    ];
    let table = Table::new(if has_games { &columns } else { &columns[..3] }, None);
    writeln!(out, "\n{}", table.header())?;
    for mv in moves {
        let (share, score) = (percent(Some(100.0 * mv.share)), percent(mv.score));
        let games = mv.games.map_or("-".to_owned(), grouped);
        writeln!(out, "{}", table.row(&[&mv.san, &share, &mv.weight, &games, &score]))?;
    }
    if !has_games {
        writeln!(out, "\nThe book has weights only, no games and scores (book make --learn).")?;
    }
    Ok(())
}
