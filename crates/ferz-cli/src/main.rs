//! The `ferz` binary: a UCI engine by default, and tools by command.

#![forbid(unsafe_code)]

mod analyse;
mod args;
mod bench;
mod failure;
mod interrupt;
mod perft;
mod progress;
mod setup;
mod text;
mod uci;

use args::{Cli, Command};
use clap::Parser;
use failure::Failure;
use std::process::ExitCode;

fn main() -> ExitCode {
    match Cli::try_parse().map_err(Stop::from).and_then(|cli| run(cli).map_err(Stop::Failure)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Stop::Help(text)) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(Stop::Failure(failure)) => {
            if let Some(message) = failure.message() {
                eprintln!("{message}");
            }
            failure.exit_code()
        }
    }
}

/// Why there is nothing more to do.
enum Stop {
    /// Help or the version was asked for.
    Help(String),
    Failure(Failure),
}

impl From<clap::Error> for Stop {
    fn from(error: clap::Error) -> Self {
        if error.use_stderr() {
            Self::Failure(Failure::of_arguments(std::env::args_os().skip(1), &error))
        } else {
            Self::Help(error.to_string())
        }
    }
}

fn run(cli: Cli) -> Result<(), Failure> {
    match cli.command {
        None | Some(Command::Uci) => uci::run(),
        Some(Command::Perft(args)) => perft::run(&args),
        Some(Command::Analyse(args)) => analyse::run(&args),
        Some(Command::Bench(args)) => bench::run(args),
    }
}
