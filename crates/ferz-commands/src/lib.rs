//! The commands of the `ferz` binary as one function, for the binary and for other programs that
//! contain them.

#![forbid(unsafe_code)]

mod analyse;
mod args;
mod bench;
mod board;
mod book;
mod common;
mod genfens;
mod install;
mod lines;
mod perft;
mod pgn;
mod play;
mod suite;
mod syzygy;
#[cfg(feature = "train")]
mod train;
mod uci;

use args::{Cli, CliCommand};
use common::error::Error;
use common::program;
use std::ffi::OsString;
use std::io::Write;

/// Runs `ferz` with these arguments, of which the first is the program's name, on the standard
/// streams, and returns the exit status of the process.
///
/// A second Ctrl-C, and a reader of standard output that is gone, end the process: the function is
/// meant for programs that do nothing else.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let status = match lines::in_arguments(&arguments) {
        Some(lines) => program::exit_status("ferz", lines::run(&lines)),
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
        Some(CliCommand::Bench(args)) => bench::run(args),
        Some(CliCommand::Book(args)) => book::run(&args),
        Some(CliCommand::Pgn(args)) => pgn::run(&args),
        Some(CliCommand::Syzygy(args)) => syzygy::run(&args),
        #[cfg(feature = "train")]
        Some(CliCommand::Train(args)) => Ok(train::run(&args)?),
        Some(CliCommand::Completions(args)) => install::completions(&args),
        Some(CliCommand::Man(args)) => install::man(&args),
    }
}
