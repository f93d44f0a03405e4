//! `ferz train`: training data and networks, each command in a file of its own.

mod convert;
mod games;
mod network;
mod relabel;
mod selfplay;
mod show;

use crate::common::prelude::*;
use crate::common::program::help;
use convert::DataConvertArgs;
use network::NetworkArgs;
use relabel::RelabelArgs;
use selfplay::SelfplayArgs;
use show::DataShowArgs;

#[derive(Subcommand, Debug)]
pub(crate) enum TrainCommand {
    /// Play games of the engine against itself and append them to a file
    #[command(after_help = help!("train-selfplay"))]
    Selfplay(SelfplayArgs),
    /// Give the positions of game files new scores, and append the games to another file
    #[command(
        after_help = help!("train-relabel")
    )]
    Relabel(RelabelArgs),
    /// Print totals, positions or games of game files
    #[command(
        after_help = help!("train-show")
    )]
    Show(DataShowArgs),
    /// Convert training data to and from the formats of other programs
    #[command(
        after_help = help!("train-convert")
    )]
    Convert(DataConvertArgs),
    /// Train a network on games
    #[command(
        after_help = help!("train-network")
    )]
    Network(NetworkArgs),
}

/// Runs a command of the group.
///
/// # Errors
/// Those of the command.
pub(crate) fn run(command: &TrainCommand) -> Result<(), Error> {
    match command {
        TrainCommand::Selfplay(args) => selfplay::run(args),
        TrainCommand::Relabel(args) => relabel::run(args),
        TrainCommand::Show(args) => show::run(args),
        TrainCommand::Convert(args) => convert::run(args),
        TrainCommand::Network(args) => network::run(args),
    }
}
