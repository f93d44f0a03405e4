//! The `ferz-train` binary: plays games into a file, and shows what such a file holds.

#![forbid(unsafe_code)]

mod args;
mod failure;
mod interrupt;
mod play;
mod progress;
mod show;
mod tally;
mod tune;

use args::{Cli, Command};
use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Selfplay(args) => play::run(&args),
        Command::Show(args) => show::run(&args),
        Command::Tune(args) => tune::run(&args),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            if let Some(message) = failure.message() {
                eprintln!("ferz-train: {message}");
            }
            failure.exit_code()
        }
    }
}
