//! `book check`: checks the order and the moves of a book.

use crate::common::prelude::*;
use ferz_game::book::Book;

#[derive(Args, Debug)]
pub(crate) struct BookCheckArgs {
    /// Book to check
    #[arg(value_name = "BOOK")]
    book: PathBuf,

    /// Print the result as one JSON object
    #[arg(long)]
    json: bool,
}

/// JSON object of a check.
#[derive(Serialize)]
struct CheckReport {
    entries: u64,
    unsorted: u64,
    malformed: u64,
    illegal: u64,
    zero_weights: u64,
}

pub(super) fn run(args: &BookCheckArgs) -> Result<(), Error> {
    let book = Book::open(&args.book)?;
    let faults = book.check().map_err(|error| Error::file(&args.book, error))?;
    if args.json {
        print_json(&CheckReport {
            entries: book.len(),
            unsorted: faults.unsorted,
            malformed: faults.malformed,
            illegal: faults.illegal,
            zero_weights: faults.zero_weights,
        })?;
    } else {
        let mut out = stdout().lock();
        writeln!(out, "{} entries", book.len())?;
        writeln!(out, "{} out of order", faults.unsorted)?;
        writeln!(out, "{} with 16 bits that are no move", faults.malformed)?;
        writeln!(out, "{} illegal in positions reached from the start", faults.illegal)?;
        writeln!(out, "{} with weight 0", faults.zero_weights)?;
    }
    match faults.unsorted + faults.malformed + faults.illegal {
        0 => Ok(()),
        _ => Err(Error::CheckFailed),
    }
}
