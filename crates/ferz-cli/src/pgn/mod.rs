//! `ferz pgn`: commands on the games of PGN files, each in a file of its own.

mod annotate;
mod check;
mod clean;
mod convert;
mod crosstable;
mod dedupe;
mod filter;
mod list;
mod merge;
mod sort;
mod split;
mod stats;

use crate::common::prelude::*;
use crate::common::program::help;
use annotate::AnnotateArgs;
use check::PgnCheckArgs;
use clean::CleanArgs;
use convert::ConvertArgs;
use crosstable::CrosstableArgs;
use dedupe::DedupeArgs;
use filter::PgnFilterArgs;
use list::ListArgs;
use merge::MergeArgs;
use sort::SortArgs;
use split::SplitArgs;
use stats::StatsArgs;

#[derive(Subcommand, Debug)]
pub(crate) enum PgnCommand {
    /// Verify the moves of all games and print each error with its place
    #[command(
        after_help = help!("pgn-check")
    )]
    Check(PgnCheckArgs),
    /// Count games, results, lengths, players, openings, endgames and terminations
    #[command(
        after_help = help!("pgn-stats")
    )]
    Stats(StatsArgs),
    /// Write games or positions as rows: moves, CSV, JSON, EPD or FEN
    #[command(
        after_help = help!("pgn-convert")
    )]
    Convert(ConvertArgs),
    /// Copy the games that meet all conditions
    #[command(
        after_help = help!("pgn-filter")
    )]
    Filter(Box<PgnFilterArgs>),
    /// List the games that meet all conditions, one line each, with their numbers
    #[command(
        after_help = help!("pgn-list")
    )]
    List(Box<ListArgs>),
    /// Print the results of the players of each event against each other
    #[command(
        after_help = help!("pgn-crosstable")
    )]
    Crosstable(Box<CrosstableArgs>),
    /// Write the games in the export format of PGN
    #[command(
        after_help = help!("pgn-clean")
    )]
    Clean(Box<CleanArgs>),
    /// Copy each game once
    #[command(
        after_help = help!("pgn-dedupe")
    )]
    Dedupe(DedupeArgs),
    /// Divide games into files of a number of games, or by ECO code, month or a tag
    #[command(
        after_help = help!("pgn-split")
    )]
    Split(SplitArgs),
    /// Merge games into one tree of variations, the most frequent moves first
    #[command(
        after_help = help!("pgn-merge")
    )]
    Merge(MergeArgs),
    /// Sort games by a tag
    #[command(
        after_help = help!("pgn-sort")
    )]
    Sort(SortArgs),
    /// Analyse the games with an engine and annotate their moves
    #[command(after_help = help!("pgn-annotate"))]
    Annotate(Box<AnnotateArgs>),
}

/// Runs a command on PGN files.
///
/// # Errors
/// If the arguments are invalid, a file cannot be read or written, or a check fails.
pub(crate) fn run(command: &PgnCommand) -> Result<(), Error> {
    match command {
        PgnCommand::Check(args) => check::run(args),
        PgnCommand::Stats(args) => stats::run(args),
        PgnCommand::Convert(args) => convert::run(args),
        PgnCommand::Filter(args) => filter::run(args),
        PgnCommand::List(args) => list::run(args),
        PgnCommand::Crosstable(args) => crosstable::run(args),
        PgnCommand::Clean(args) => clean::run(args),
        PgnCommand::Dedupe(args) => dedupe::run(args),
        PgnCommand::Split(args) => split::run(args),
        PgnCommand::Merge(args) => merge::run(args),
        PgnCommand::Sort(args) => sort::run(args),
        PgnCommand::Annotate(args) => annotate::run(args),
    }
}
