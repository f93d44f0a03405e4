//! `book merge` and `book filter`.

use super::args::{BookFilterArgs, MergeArgs};
use super::{open, positions, print_json, read, write};
use crate::common::error::Error;
use crate::common::output_file;
use crate::common::text::{counted, grouped};
use ferz::{Color, Position};
use ferz_game::book::{
    Book, BookEntry, BookFilter, BookMove, MergeRule, WalkLimits, merge as merge_books, walk,
};
use ferz_output::OutputFile;
use serde::Serialize;
use std::collections::HashSet;
use std::io::{self, Write, stdout};
use std::slice;

/// JSON object of a changed book.
#[derive(Serialize)]
struct EditReport {
    entries_read: usize,
    entries: usize,
    positions: usize,
}

/// Merges books.
///
/// # Errors
/// If a file cannot be read or written.
pub(super) fn merge(args: &MergeArgs) -> Result<(), Error> {
    let file = output_file::create(&args.output, &args.books)?;
    let books = args.books.iter().map(|path| read(path)).collect::<Result<Vec<_>, _>>()?;
    let rule = if args.first { MergeRule::First } else { MergeRule::Sum };
    let merged = merge_books(&books, rule);
    finish(books.iter().map(Vec::len).sum(), &merged, file, args.json)
}

/// Copies a book without the moves that the arguments exclude.
///
/// # Errors
/// If a file cannot be read or written.
pub(super) fn filter(args: &BookFilterArgs) -> Result<(), Error> {
    let file = output_file::create(&args.output, slice::from_ref(&args.book))?;
    let book = open(&args.book)?;
    let color = args.color.map(Color::from);
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
    let entries = read(&args.book)?;
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

/// Writes the book and prints its size.
fn finish(
    entries_read: usize,
    book: &[BookEntry],
    file: OutputFile,
    json: bool,
) -> Result<(), Error> {
    let path = file.path().display().to_string();
    write(file, book)?;
    let report = EditReport { entries_read, entries: book.len(), positions: positions(book) };
    if json {
        return print_json(&report);
    }
    let moves = counted(report.entries, "move");
    let read = grouped(report.entries_read as u128);
    let positions = counted(report.positions, "position");
    Ok(writeln!(stdout(), "{path}: {moves} in {positions}, of {read} moves read")?)
}
