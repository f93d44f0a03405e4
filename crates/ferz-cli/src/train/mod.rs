//! `ferz train`: training data and networks, each command in a file of its own.

mod convert;
mod games;
mod network;
mod relabel;
mod selfplay;
mod show;

use crate::common::prelude::*;
use convert::ConvertArgs;
use network::NetworkArgs;
use relabel::RelabelArgs;
use selfplay::SelfplayArgs;
use show::ShowArgs;

#[derive(Subcommand, Debug)]
pub(crate) enum TrainCommand {
    /// Play games of the engine against itself and append them to a file
    #[command(after_help = "Without --games and --positions, plays until Ctrl-C. Ctrl-C drops \
        unfinished games and leaves a complete file. An incomplete record at the end of the file, \
        as after a power failure, is removed before new games are appended.")]
    Selfplay(SelfplayArgs),
    /// Give the positions of game files new scores, and append the games to another file
    #[command(
        after_help = "Searches every position that has a score, or those that --every and --quiet \
        select, in the order of the game and with cleared tables for each game, and keeps moves, \
        results, endings and order. With the \
        settings of self-play the scores are those of the games. The same \
        input gives the same file on any number of threads. A run that was stopped continues after \
        the last game in the output, if settings and games are the same. An incomplete record at the \
        end of an input is ignored."
    )]
    Relabel(RelabelArgs),
    /// Print totals, positions or games of game files
    #[command(
        after_help = "Without --fen and --pgn, prints totals: results, endings, scores with the \
        mean result of the side ahead beside the logistic function of the score, win rates, and duplicates. \
        Positions are duplicates if their keys are equal, games if their moves are; above 1.8 million \
        different keys a random sample of the keys is counted, in at most 110 MiB. If a file \
        is damaged or truncated, counts the games before the damage and exits with status 1."
    )]
    Show(ShowArgs),
    /// Convert training data to and from the formats of other programs
    #[command(
        after_help = "Formats: ferz (games of this command group), plain (text, from the tools of Stockfish), \
        bulletformat (the positions of 32 bytes of the trainer bullet), viriformat (games of Viridithas). \
        Scores keep their numbers, seen from the side that the format wants. The last line tells what \
        was left out and what the format does not hold. Positions without a score, such as random \
        opening moves, are left out of all formats but ferz. Bulletformat has no moves, no colours and no \
        counters: --fill-moves turns its positions into games of one move. An incomplete record at the \
        end of an input is ignored; the first invalid record ends the command, and the output stays as \
        it was."
    )]
    Convert(ConvertArgs),
    /// Train a network on games
    #[command(
        after_help = "Trains a network (1536 -> N) x 2 -> 8 -> 32 -> 1 on quiet positions by AdamW on up \
        to 16 cores; the same seed gives the same network on any number of cores, with a build for the \
        same instruction set. Prints the loss after each epoch, the mean squared error of the expected \
        points unless --loss-exponent is given, for the training games and for those held out, one in 50 \
        by a hash of start position and first moves, and writes the network; after the last epoch also \
        the loss of the games held out from each file, if there are several. The games of all files are shuffled together. With \
        --checkpoint, an interrupted run continues after the last completed epoch, with the same \
        arguments."
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
