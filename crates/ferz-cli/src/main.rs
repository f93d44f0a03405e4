//! The `ferz` binary: a UCI engine by default, chess tools as subcommands.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(ferz_cli::run(std::env::args_os()))
}
