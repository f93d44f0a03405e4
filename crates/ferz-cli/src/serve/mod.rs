//! `ferz serve`: the page in a browser, with the engines, books, tables and games of this machine.

mod api;
mod books;
mod browser;
mod explorer_api;
mod games;
mod indexes;
mod json;
mod position;
mod search;
mod worth;

use crate::common::prelude::*;
use crate::syzygy::open_tables;
use api::Workbench;
use books::Books;
use explorer_api::ExplorerApi;
use ferz_serve::{Origin, Page, Server};
use ferz_session::port::BUILT_IN;
use games::OfferedFiles;
use indexes::Indexes;
use search::Engines;
use std::ffi::OsString;

#[derive(Args, Debug)]
pub(crate) struct ServeArgs {
    /// Port, 0 for any free one [default: 8064, or a free one if that is in use]
    #[arg(long, value_name = "N")]
    port: Option<u16>,

    /// Print the address without opening a browser
    #[arg(long)]
    no_open: bool,

    /// UCI engine to offer besides the built-in one: its name in the page, and a path or a command
    /// with arguments; repeat it for several
    #[arg(long = "engine", value_name = "NAME=COMMAND", value_parser = named_engine)]
    engines: Vec<NamedEngine>,

    /// Number of threads of each engine [default: all of this machine, if the engine can have them]
    #[arg(long, value_name = "N", value_parser = thread_count())]
    threads: Option<u16>,

    /// Transposition table size of each search in MiB
    #[arg(long, value_name = "MIB", default_value = "256", value_parser = mebibytes)]
    hash: NonZeroUsize,

    /// Use the Syzygy tablebases in these directories, separated as in the PATH variable
    #[arg(long, value_name = "PATH")]
    syzygy: Option<OsString>,

    /// Polyglot book to offer; repeat it for several
    #[arg(long = "book", value_name = "FILE")]
    books: Vec<PathBuf>,

    /// Folder whose PGN files and CSV files of puzzles are offered, or one file; repeat it for several
    #[arg(long = "games", value_name = "FOLDER")]
    games: Vec<PathBuf>,

    /// Index of games to offer, a folder that `ferz explore add` has made; repeat it for several
    #[arg(long = "index", value_name = "FOLDER")]
    indexes: Vec<PathBuf>,

    /// Answer the calls of Lichess's opening explorer (/lichess, /masters, /player) from the indexes, without the
    /// secret: to any program of this machine
    #[arg(long, requires = "indexes")]
    explorer_api: bool,

    /// Origin of pages that may read the explorer too, such as http://localhost:5173; repeat it for several
    #[arg(long = "allow-origin", value_name = "ORIGIN", requires = "explorer_api")]
    origins: Vec<Origin>,

    /// Folder of a page in place of the one of this program; files that it lacks are those of this program
    #[arg(long, value_name = "FOLDER")]
    page: Option<PathBuf>,
}

/// An engine of the command line.
#[derive(Clone, Debug)]
struct NamedEngine {
    name: String,
    command: String,
}

/// Parses `NAME=COMMAND`.
fn named_engine(text: &str) -> Result<NamedEngine, String> {
    let parts = text.split_once('=').map(|(name, command)| (name.trim(), command.trim()));
    match parts {
        Some((name, _)) if name == BUILT_IN => Err(format!("{BUILT_IN} is the built-in engine")),
        Some((name, command)) if !name.is_empty() && !command.is_empty() => {
            Ok(NamedEngine { name: name.to_owned(), command: command.to_owned() })
        }
        _ => Err("expected NAME=COMMAND".to_owned()),
    }
}

/// Serves until Ctrl-C.
///
/// # Errors
/// If an engine cannot be started, a book, table or folder cannot be read, or the port cannot be used.
pub(crate) fn run(args: &ServeArgs) -> Result<(), Error> {
    let tables = args.syzygy.as_deref().map(open_tables).transpose()?.map(Arc::new);
    let page = match &args.page {
        Some(folder) => Page::folder(folder).map_err(|error| Error::file(folder, error))?,
        None => Page::embedded(),
    };
    let indexes = Arc::new(Indexes::open(&args.indexes)?);
    let workbench = Workbench {
        engines: Engines::start(&args.engines, args.threads, args.hash, tables.clone())?,
        books: Books::open(&args.books)?,
        games: OfferedFiles::new(&args.games)?,
        indexes: Arc::clone(&indexes),
        tables,
    };
    let has_page = page.is_complete();
    let mut server = Server::bind(args.port, page, workbench).map_err(Error::new)?;
    if args.explorer_api {
        server = server.open_calls(ExplorerApi::new(indexes), args.origins.clone());
    }
    let stopper = server.stopper();
    interrupt::install(move || stopper.stop());
    if !has_page {
        print_message("ferz: this program was built without its page: the address says what to do");
    }
    let address = server.address();
    let open = match args.explorer_api {
        true => format!("The explorer needs none: {}/lichess\n", server.origin()),
        false => String::new(),
    };
    let elsewhere = match server.is_elsewhere() {
        true => format!(
            "\nPort {} is in use, so the address is another one than usual: the browser keeps recent games, settings\n\
             and progress for each address apart. End the other program to have them back.\n",
            Server::DEFAULT_PORT
        ),
        false => String::new(),
    };
    // One write: who reads the address may close the pipe after it.
    let text = format!(
        "{address}\n\nOnly this address has the secret of this run. Ctrl-C ends it.\n{open}{elsewhere}"
    );
    stdout().write_all(text.as_bytes())?;
    stdout().flush()?;
    if !args.no_open {
        browser::open(&address);
    }
    let served = server.run().map_err(Error::new);
    // An engine that hangs in a search holds the thread that would end it, and outlives this process.
    interrupt::end_processes();
    served
}
