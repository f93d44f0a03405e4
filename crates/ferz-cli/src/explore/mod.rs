//! `ferz explore`: commands on the index of the positions of games, each in a file of its own.

mod add;
mod filter;
mod games;
mod json;
mod show;
mod table;
mod upkeep;

use crate::common::prelude::*;
use add::AddArgs;
use ferz_database::index::IndexError;
use games::ExploreGamesArgs;
#[cfg(feature = "serve")]
pub(crate) use json::ExploredReport;
use show::ShowArgs;
use upkeep::{CompactArgs, RecoverArgs, UpkeepArgs};

#[derive(Subcommand, Debug)]
pub(crate) enum ExploreCommand {
    /// Add the games of PGN files to an index, which is created if it does not exist
    #[command(
        after_help = "The index is a folder. Adding changes it at the end, as a whole: after Ctrl-C or \
        a fault it is the old one. Games that it has already are left out: those with the same start, \
        moves, players, date and result. So are games with errors, which are reported on standard \
        error. One process at a time can write; others can read meanwhile."
    )]
    Add(AddArgs),
    /// Show the moves of a position: games, results, ratings, the last date
    #[command(
        after_help = "The position is that after moves, or a FEN, whatever moves led to it:\n  \
        ferz explore show my.index e4 c5 --player Meyer --color white\n\
        All conditions are exact and must hold together. The bar has the wins of White, the draws \
        and the wins of Black; the rating is the mean of the players who made the move. --json \
        prints an object with the fields of the explorer of Lichess."
    )]
    Show(ShowArgs),
    /// Copy the games with a position
    Games(ExploreGamesArgs),
    /// Merge the segments of an index into one, which is smaller and faster
    #[command(
        after_help = "Most positions occur in one game: --min-games 2 leaves out nine of ten. Counts and \
        filters of the others stay exact. Games that are added later are whole, so that a position which \
        was left out has the later games only."
    )]
    Compact(CompactArgs),
    /// Read all files of an index and verify them
    #[command(after_help = "Exits with status 1 if a file is damaged.")]
    Check(UpkeepArgs),
    /// Make the manifest of an index anew after it was lost or damaged
    #[command(
        after_help = "All segments in the folder are read and verified. If one is lost or damaged, nothing \
        is changed unless --partial is given; the texts of a damaged one may be whole: `ferz explore add NEW \
        INDEX/text-3.pgn.gz`. No file is removed."
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
