//! `ferz explore`: commands on the index of the positions of games, each in a file of its own.

mod add;
mod filter;
mod games;
mod show;
mod table;
mod upkeep;

use crate::common::prelude::*;
use crate::common::program::help;
use add::AddArgs;
use ferz_database::index::IndexError;
use games::ExploreGamesArgs;
use show::ExploreShowArgs;
use upkeep::{CompactArgs, RecoverArgs, UpkeepArgs};

#[derive(Subcommand, Debug)]
pub(crate) enum ExploreCommand {
    /// Add the games of PGN files to an index, which is created if it does not exist
    #[command(
        after_help = help!("explore-add")
    )]
    Add(AddArgs),
    /// Show the moves of a position: games, results, ratings, the last date
    #[command(
        after_help = help!("explore-show")
    )]
    Show(ExploreShowArgs),
    /// Copy the games with a position
    Games(ExploreGamesArgs),
    /// Merge the segments of an index into one, which is smaller and faster
    #[command(
        after_help = help!("explore-compact")
    )]
    Compact(CompactArgs),
    /// Read all files of an index and verify them
    #[command(after_help = "Exits with status 1 if a file is damaged.")]
    Check(UpkeepArgs),
    /// Make the manifest of an index anew after it was lost or damaged
    #[command(
        after_help = help!("explore-recover")
    )]
    Recover(RecoverArgs),
}

/// Runs a command on an index.
///
/// # Errors
/// If the arguments are invalid, a file cannot be read or written, or the index is damaged.
pub(crate) fn run(command: &ExploreCommand) -> Result<(), Error> {
    match command {
        ExploreCommand::Add(args) => add::run(args),
        ExploreCommand::Show(args) => show::run(args),
        ExploreCommand::Games(args) => games::run(args),
        ExploreCommand::Compact(args) => upkeep::compact(args),
        ExploreCommand::Check(args) => upkeep::check(args),
        ExploreCommand::Recover(args) => upkeep::recover(args),
    }
}

impl From<IndexError> for Error {
    fn from(error: IndexError) -> Self {
        match error {
            IndexError::Damaged { .. } | IndexError::LostGames { .. } => Self::failed_check(error),
            error => Self::new(error),
        }
    }
}
