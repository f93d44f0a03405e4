//! `ferz train`: plays training games, gives games new scores, shows game files, tunes the
//! classical evaluation, trains networks and compares them.

mod args;
mod compare;
mod error;
mod losses;
mod network;
mod network_file;
mod reading;
mod recorder;
mod relabel;
mod selfplay;
mod show;
mod tune;

pub(crate) use args::TrainArgs;
pub(crate) use error::TrainError;

use args::TrainCommand;

/// Runs a command of the group.
///
/// # Errors
/// Those of the command.
pub(crate) fn run(args: &TrainArgs) -> Result<(), TrainError> {
    match &args.command {
        TrainCommand::Selfplay(args) => selfplay::run(args),
        TrainCommand::Relabel(args) => relabel::run(args),
        TrainCommand::Show(args) => show::run(args),
        TrainCommand::Tune(args) => tune::run(args),
        TrainCommand::Network(args) => network::run(args),
        TrainCommand::Compare(args) => compare::run(args),
    }
}
