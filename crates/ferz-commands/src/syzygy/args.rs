//! Arguments of `ferz syzygy`.

use crate::args::{PositionArgs, StartArgs};
use clap::{Args, Subcommand};
use std::ffi::OsString;
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(crate) struct SyzygyArgs {
    #[command(subcommand)]
    pub(super) command: SyzygyCommand,
}

#[derive(Subcommand, Debug)]
pub(super) enum SyzygyCommand {
    /// Verify the checksums of all tables in directories and print the damaged files
    #[command(
        after_help = "Reads every file whole. Ctrl-C prints the totals so far. Exit status: 0 \
        if no file is damaged, 1 if one is, 2 if a directory cannot be read or has no tables, 130 \
        after Ctrl-C."
    )]
    Verify(VerifyArgs),
    /// Print the result of a position and of each of its moves, the best move first
    #[command(after_help = "The result is for the side to move: win, draw or loss. DTZ is the \
        distance in plies to the next capture, pawn move or mate, negative for the side that loses; \
        of 100 plies and fewer the fifty-move rule allows the win. The moves count the fifty-move \
        counter of the position. Exit status: 0 after success, 2 if a table is missing or any other \
        error occurs.")]
    Probe(TablebaseProbeArgs),
}

#[derive(Args, Debug)]
pub(super) struct VerifyArgs {
    /// Directories with tables; their subdirectories are not searched
    #[arg(value_name = "DIR", required = true)]
    pub(super) directories: Vec<PathBuf>,

    /// Print the result as one JSON object
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Args, Debug)]
pub(super) struct TablebaseProbeArgs {
    #[command(flatten)]
    pub(super) start: StartArgs,

    #[command(flatten)]
    pub(super) position: PositionArgs,

    /// Directories with tables, separated as in the PATH variable
    #[arg(long, visible_alias = "syzygy", value_name = "PATH")]
    pub(super) path: OsString,

    /// Print the result as one JSON object
    #[arg(long)]
    pub(super) json: bool,
}
