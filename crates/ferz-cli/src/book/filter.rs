//! `book filter`: copies a book without some of its moves.

use super::{finish, read};
use crate::common::files;
use crate::common::prelude::*;
use ferz_game::book::{Book, BookEntry, BookFilter, BookMove, WalkLimits, walk};
use std::collections::HashSet;
use std::{io, slice};

#[derive(Args, Debug)]
pub(crate) struct BookFilterArgs {
    /// Book to read
    #[arg(value_name = "BOOK")]
    book: PathBuf,

    /// Book to write; an existing book is replaced; `-` is standard output
    #[arg(long, short, value_name = "BOOK")]
    output: PathBuf,

    /// Minimum weight of a move
    #[arg(long, value_name = "N", default_value_t = 0)]
    min_weight: u16,

    /// Minimum share of the weights of its position, in percent
    #[arg(long, value_name = "PERCENT", default_value_t = 0.0, value_parser = number(0.0..=100.0))]
    min_share: f64,

    /// Maximum number of moves of a position, the heaviest first
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    max_moves: Option<u16>,

    /// Keep only legal moves of positions that the book's moves reach from the start position
    #[arg(long)]
    reachable: bool,

    /// Keep only positions with this side to move; implies --reachable, and the other side makes any
    /// moves
    #[arg(long, value_name = "SIDE", value_parser = side())]
    color: Option<Color>,

    /// Keep only moves within this number of plies from the start position; implies --reachable
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    max_plies: Option<u32>,

    /// Print the result as one JSON object
    #[arg(long)]
    json: bool,
}

/// Copies a book without the moves that the arguments exclude.
///
/// # Errors
/// If a file cannot be read or written.
pub(super) fn run(args: &BookFilterArgs) -> Result<(), Error> {
    let file = files::create(&args.output, FileKind::Book, slice::from_ref(&args.book))?;
    let book = Book::open(&args.book)?;
    let color = args.color;
    let reachable = args.reachable || color.is_some() || args.max_plies.is_some();
    // The positions before the last move have fewer plies.
    let max_plies = args.max_plies.map_or(u32::MAX, |plies| plies - 1);
    let limits = WalkLimits { max_plies, color };
    let allowed = match reachable {
        true => Some(reached(&book, limits).map_err(|error| Error::file(&args.book, error))?),
        false => None,
    };
    let filter = BookFilter {
        allowed,
        min_weight: args.min_weight,
        min_share: args.min_share,
        max_moves: args.max_moves.map_or(usize::MAX, usize::from),
    };
    let entries = read(&book, &args.book)?;
    finish(entries.len(), &filter.apply(&entries), file, args.json)
}

/// Returns the legal moves of the positions that the book's moves reach; with a colour in the
/// limits, only of those with that side to move.
fn reached(book: &Book, limits: WalkLimits) -> io::Result<HashSet<(u64, BookMove)>> {
    let mut reached = HashSet::new();
    walk(book, &Position::startpos(), limits, |visited| {
        let side = visited.position.side_to_move();
        if limits.color.is_none_or(|color| color == side) {
            let key = visited.position.polyglot_key();
            let legal = |entry: &&BookEntry| entry.mv.find(visited.position).is_some();
            let entries = book.find(key)?;
            reached.extend(entries.iter().filter(legal).map(|entry| (key, entry.mv)));
        }
        Ok::<_, io::Error>(())
    })?;
    Ok(reached)
}
