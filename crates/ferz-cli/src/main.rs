//! The `ferz` binary: a UCI engine by default, chess tools as subcommands.

#![forbid(unsafe_code)]

mod analyse;
mod args;
mod bench;
mod error;
mod perft;
mod progress;
mod setup;
mod text;
mod uci;

use args::{Cli, Command};
use std::process::ExitCode;

fn main() -> ExitCode {
    ferz_cli_common::run(|cli: Cli| match cli.command {
        None | Some(Command::Uci) => uci::run(),
        Some(Command::Perft(args)) => perft::run(&args),
        Some(Command::Analyse(args)) => analyse::run(&args),
        Some(Command::Bench(args)) => bench::run(args),
    })
}
