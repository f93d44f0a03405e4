//! The commands of the `ferz` binary as one function, for the binary and for other programs that
//! contain them. The list of all commands stands here.

#![forbid(unsafe_code)]

mod analyse;
mod bench;
mod board;
mod book;
mod common;
mod explore;
mod install;
mod perft;
mod pgn;
mod play;
mod puzzles;
mod repertoire;
#[cfg(feature = "serve")]
mod serve;
mod suite;
mod syzygy;
#[cfg(feature = "train")]
mod train;
mod uci;

use crate::common::prelude::*;
use analyse::AnalyseArgs;
use bench::BenchArgs;
use board::BoardArgs;
use book::BookCommand;
use clap::{CommandFactory, Parser};
use common::error::Error;
use common::program::{self, concat_help, help};
use explore::ExploreCommand;
use install::{CompletionArgs, ManArgs};
use perft::PerftArgs;
use pgn::PgnCommand;
use play::PlayArgs;
use puzzles::PuzzlesCommand;
use repertoire::RepertoireCommand;
#[cfg(feature = "serve")]
use serve::ServeArgs;
use std::ffi::OsString;
use suite::SuiteArgs;
use syzygy::SyzygyCommand;
#[cfg(feature = "train")]
use train::TrainCommand;

/// A UCI chess engine with tools for perft, games, opening books, test suites and analysis
#[derive(Parser, Debug)]
#[command(name = "ferz", version, max_term_width = 100)]
#[command(after_help = concat_help(&help!("ferz")))]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<CliCommand>,
}

#[derive(Subcommand, Debug)]
pub(crate) enum CliCommand {
    /// Run the UCI engine on standard input and output (default)
    #[command(display_order = 7)]
    Uci,
    /// Count the leaf nodes of the legal move tree
    #[command(
        display_order = 8,
        after_help = concat_help(&help!("perft"))
    )]
    Perft(PerftArgs),
    /// Show the mistakes of a game, or the best lines of a position
    #[command(display_order = 2, visible_alias = "analyze", after_help = concat_help(&help!("analyse")))]
    Analyse(Box<AnalyseArgs>),
    /// Search the positions of an EPD file and count those solved
    #[command(
        display_order = 9,
        after_help = help!("suite")
    )]
    Suite(SuiteArgs),
    /// Play a game against the engine in the terminal
    #[command(
        display_order = 1,
        after_help = help!("play")
    )]
    Play(PlayArgs),
    /// Draw a position, or one of a game, in the terminal or as an SVG image
    #[command(
        display_order = 5,
        after_help = help!("board")
    )]
    Board(BoardArgs),
    /// Open the board in a browser, with the engines, books, tables and games of this machine
    #[cfg(feature = "serve")]
    #[command(
        display_order = 0,
        after_help = "Only this machine can connect, and only the address printed has the secret of \
        the run. Ctrl-C ends it. A second engine: ferz serve --engine \"other=/opt/other --uci\""
    )]
    Serve(ServeArgs),
    /// Search a fixed set of positions and print the node count and the speed
    #[command(display_order = 10, after_help = concat_help("The last line is `N nodes M nps`. N at the default depth is \
        the signature of the engine: it is the same on every machine and changes with the search."))]
    Bench(BenchArgs),
    /// Make, change and print opening books in the Polyglot format
    #[command(subcommand, display_order = 4)]
    Book(BookCommand),
    /// Check, clean, find, count and annotate the games of PGN files
    #[command(subcommand, display_order = 3)]
    Pgn(PgnCommand),
    /// Find puzzles in games, solve them, and test their solutions
    #[command(subcommand, display_order = 4)]
    Puzzles(PuzzlesCommand),
    /// Check the openings that you play, learn them, and see where your games left them
    #[command(subcommand, display_order = 4)]
    Repertoire(RepertoireCommand),
    /// Count the moves of positions in many games: an opening explorer of your own
    #[command(subcommand, display_order = 4)]
    Explore(ExploreCommand),
    /// Look up the results of endgames in Syzygy tables, and verify the tables
    #[command(subcommand, display_order = 6)]
    Syzygy(SyzygyCommand),
    /// Generate training games and train networks on them
    #[cfg(feature = "train")]
    #[command(subcommand, display_order = 11, after_help = program::EXIT_STATUS_HELP)]
    Train(TrainCommand),
    /// Print the completions of a shell
    #[command(
        display_order = 12,
        after_help = "For bash: ferz completions bash > \
        ~/.local/share/bash-completion/completions/ferz"
    )]
    Completions(CompletionArgs),
    /// Print the manual page, or write those of all commands to a folder
    #[command(display_order = 13, after_help = "For man: ferz man ~/.local/share/man/man1")]
    Man(ManArgs),
}

/// Runs `ferz` with these arguments, of which the first is the program's name, on the standard
/// streams, and returns the exit status of the process.
///
/// A second Ctrl-C, and a reader of standard output that is gone, end the process: the function is
/// meant for programs that do nothing else.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    common::interrupt::report_file_size_limit();
    let status = match uci::lines_in_arguments(&arguments) {
        Some(lines) => program::exit_status(uci::run_lines(&lines)),
        None => program::run(arguments, run_command),
    };
    // Only a `main` in Rust flushes by itself. Errors have been reported by the command.
    let _ = std::io::stdout().flush();
    status
}

fn run_command(cli: Cli) -> Result<(), Error> {
    match cli.command {
        None | Some(CliCommand::Uci) => uci::run(),
        Some(CliCommand::Perft(args)) => perft::run(&args),
        Some(CliCommand::Analyse(args)) => analyse::run(&args),
        Some(CliCommand::Suite(args)) => suite::run(&args),
        Some(CliCommand::Play(args)) => play::run(&args),
        Some(CliCommand::Board(args)) => board::run(&args),
        #[cfg(feature = "serve")]
        Some(CliCommand::Serve(args)) => serve::run(&args),
        Some(CliCommand::Bench(args)) => bench::run(args),
        Some(CliCommand::Book(command)) => book::run(&command),
        Some(CliCommand::Pgn(command)) => pgn::run(&command),
        Some(CliCommand::Puzzles(command)) => puzzles::run(&command),
        Some(CliCommand::Repertoire(command)) => repertoire::run(&command),
        Some(CliCommand::Explore(command)) => explore::run(&command),
        Some(CliCommand::Syzygy(command)) => syzygy::run(&command),
        #[cfg(feature = "train")]
        Some(CliCommand::Train(command)) => train::run(&command),
        Some(CliCommand::Completions(args)) => install::completions(&args, Cli::command()),
        Some(CliCommand::Man(args)) => install::man(&args, Cli::command()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::common::program::argument_error;

    #[test]
    fn argument_errors_take_one_line() {
        for (arguments, expected) in [
            (
                "perft",
                "the following required arguments were not provided: <DEPTH> \
                 (try 'ferz perft --help')",
            ),
            (
                "pefrt 3",
                "unrecognized subcommand 'pefrt'; tip: a similar subcommand exists: 'perft' \
                 (try 'ferz --help')",
            ),
            (
                "analyse --time abc",
                "invalid value 'abc' for '--time <MS>': expected a whole number \
                 (try 'ferz analyse --help')",
            ),
            (
                "perft 3 --threads 0",
                "invalid value '0' for '--threads <N>': 0 is not in 1..=1024 \
                 (try 'ferz perft --help')",
            ),
            (
                "perft 3 --treads 2",
                "unexpected argument '--treads' found; tip: a similar argument exists: '--threads' \
                 (try 'ferz perft --help')",
            ),
            (
                "pgn filter games.pgn --date 2024",
                "unexpected argument '--date' found (try 'ferz pgn filter --help')",
            ),
            (
                "pgn check games.pgn --limit 3",
                "unexpected argument '--limit' found (try 'ferz pgn check --help')",
            ),
            (
                "pgn filter games.pgn --playr meyer",
                "unexpected argument '--playr' found; tip: a similar argument exists: '--player' \
                 (try 'ferz pgn filter --help')",
            ),
            (
                "perft 3 --threads 1 --threads 2",
                "the argument '--threads <N>' cannot be used multiple times \
                 (try 'ferz perft --help')",
            ),
            (
                "completions bsh",
                "invalid value 'bsh' for '<SHELL>'; [possible values: bash, elvish, fish, \
                 powershell, zsh]; tip: a similar value exists: 'bash' \
                 (try 'ferz completions --help')",
            ),
            (
                "analyse --time",
                "a value is required for '--time <MS>' but none was supplied \
                 (try 'ferz analyse --help')",
            ),
            (
                "book merge a.bin",
                "'<BOOK> <BOOK>...' requires 2 values or more (try 'ferz book merge --help')",
            ),
            (
                "pgn filter games.pgn --threads 0",
                "invalid value '0' for '--threads <N>': 0 is not in 1..=1024 \
                 (try 'ferz pgn filter --help')",
            ),
        ] {
            let words = ["ferz"].into_iter().chain(arguments.split(' '));
            let error = Cli::try_parse_from(words.clone()).unwrap_err();
            let arguments = words.skip(1).map(OsString::from);
            assert_eq!(argument_error::<Cli>(arguments, &error), expected);
        }
    }
}
