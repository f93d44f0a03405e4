//! The command `syzygy`: verifies tables and prints the results of positions.

mod args;
mod probe;
mod verify;

pub(crate) use args::SyzygyArgs;

use crate::common::error::Error;
use args::SyzygyCommand;

/// Runs a command on tables.
///
/// # Errors
/// If the arguments are invalid, a directory cannot be read or has no tables, a file is damaged, or a
/// table of the position is missing.
pub(crate) fn run(args: &SyzygyArgs) -> Result<(), Error> {
    match &args.command {
        SyzygyCommand::Verify(args) => verify::run(args),
        SyzygyCommand::Probe(args) => probe::run(args),
    }
}
