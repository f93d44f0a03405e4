//! `book merge`: merges books.

use super::{finish, read};
use crate::common::files;
use crate::common::prelude::*;
use ferz_game::book::{Book, MergeRule, merge};

#[derive(Args, Debug)]
pub(crate) struct BookMergeArgs {
    /// Books to merge
    #[arg(value_name = "BOOK", required = true, num_args = 2..)]
    books: Vec<PathBuf>,

    /// Book to write; an existing book is replaced; `-` is standard output
    #[arg(long, short, value_name = "BOOK")]
    output: PathBuf,

    /// Take each position from the first book that contains it
    #[arg(long)]
    first: bool,

    /// Print the result as one JSON object
    #[arg(long)]
    json: bool,
}

/// Merges books.
///
/// # Errors
/// If a file cannot be read or written.
pub(super) fn run(args: &BookMergeArgs) -> Result<(), Error> {
    let file = files::create(&args.output, FileKind::Book, &args.books)?;
    let books = args.books.iter().map(|path| read(&Book::open(path)?, path));
    let books = books.collect::<Result<Vec<_>, Error>>()?;
    let rule = if args.first { MergeRule::First } else { MergeRule::Sum };
    let merged = merge(&books, rule);
    finish(books.iter().map(Vec::len).sum(), &merged, file, args.json)
}
