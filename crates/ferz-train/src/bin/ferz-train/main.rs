//! The `ferz-train` binary: plays training games, gives games new scores, shows game files, tunes the
//! classical evaluation, trains networks and compares them.

#![forbid(unsafe_code)]

mod args;
mod compare;
mod error;
mod losses;
mod network;
mod reading;
mod recorder;
mod relabel;
mod selfplay;
mod show;
mod train;
mod tune;

use args::{Cli, Command};
use std::process::ExitCode;

fn main() -> ExitCode {
    let status = ferz_cli_common::run(std::env::args_os(), |cli: Cli| match cli.command {
        Command::Selfplay(args) => selfplay::run(&args),
        Command::Relabel(args) => relabel::run(&args),
        Command::Show(args) => show::run(&args),
        Command::Tune(args) => tune::run(&args),
        Command::Train(args) => train::run(&args),
        Command::Compare(args) => compare::run(&args),
    });
    ExitCode::from(status)
}
