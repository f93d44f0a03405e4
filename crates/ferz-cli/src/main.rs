//! The `ferz` binary: a UCI engine by default, chess tools as subcommands.

#![forbid(unsafe_code)]

mod analyse;
mod args;
mod bench;
mod board;
mod book;
mod error;
mod genfens;
mod lines;
mod perft;
mod pgn;
mod play;
mod progress;
mod setup;
mod suite;
mod text;
mod uci;

use args::{Cli, Command};
use std::process::ExitCode;

fn main() -> ExitCode {
    if let Some(lines) = lines::in_arguments() {
        return ferz_cli_common::exit_code("ferz", lines::run(&lines));
    }
    ferz_cli_common::run(|cli: Cli| match cli.command {
        None | Some(Command::Uci) => uci::run(),
        Some(Command::Perft(args)) => perft::run(&args),
        Some(Command::Analyse(args)) => analyse::run(&args),
        Some(Command::Suite(args)) => suite::run(&args),
        Some(Command::Play(args)) => play::run(&args),
        Some(Command::Board(args)) => board::run(&args),
        Some(Command::Bench(args)) => bench::run(args),
        Some(Command::Book(args)) => book::run(&args),
        Some(Command::Pgn(args)) => pgn::run(&args),
    })
}
