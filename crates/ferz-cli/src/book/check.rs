//! `book check`: checks the order and the moves of a book.

use crate::common::prelude::*;
use ferz_game::book::{Book, BookFaults};

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
struct BookCheckReport {
    entries: u64,
    unsorted: u64,
    malformed: u64,
    illegal: u64,
    zero_weights: u64,
}

pub(super) fn run(args: &BookCheckArgs) -> Result<(), Error> {
    let book = Book::open(&args.book)?;
    let faults = book.check().map_err(|error| Error::file(&args.book, error))?;
    let (entries, BookFaults { unsorted, malformed, illegal, zero_weights }) = (book.len(), faults);
    let text = format!(
        "{entries} entries\n{unsorted} out of order\n{malformed} with 16 bits that are no move\n\
         {illegal} illegal in positions reached from the start\n{zero_weights} with weight 0"
    );
    let report = BookCheckReport { entries, unsorted, malformed, illegal, zero_weights };
    print_summary(args.json, &report, text)?;
    match unsorted + malformed + illegal {
        0 => Ok(()),
        _ => Err(Error::CheckFailed),
    }
}
