//! What the command line may say.

use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;

/// Games for Ferz to learn from.
#[derive(Parser, Debug)]
#[command(name = "ferz-train", version, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Play games of the engine against itself into a file
    Selfplay(SelfplayArgs),
    /// Show what a file of games holds
    Show(ShowArgs),
    /// Tune the weights of the evaluation on games
    Tune(TuneArgs),
}

/// Without --games and --positions it plays until Ctrl-C, which drops the games in hand and leaves
/// a whole file; it can be added to at any time, and so can one that was cut off.
#[derive(Args, Debug)]
pub(crate) struct SelfplayArgs {
    /// The file; games are added to one that is there already
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,

    /// Stop after so many games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: Option<u64>,

    /// Stop after the game with which so many positions have a score
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) positions: Option<u64>,

    /// Nodes a move: the iteration that reaches them is finished, up to eight times as many
    #[arg(long, value_name = "N", default_value = "500",
        value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: u64,

    /// Games that are played at once, each in a thread of its own
    #[arg(long, value_name = "N", default_value = "1",
        value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: u16,

    /// Random plies at the beginning; half of the games have one more, unless it is 0
    #[arg(long, value_name = "N", default_value = "8",
        value_parser = clap::value_parser!(u8).range(0..=100))]
    pub(crate) random_plies: u8,

    /// Where the random numbers come from: with one thread, the same seed writes the same file
    #[arg(long, value_name = "S")]
    pub(crate) seed: Option<u64>,

    /// Begin from the positions of a file, one FEN or EPD a line, instead of the start of a game
    #[arg(long, value_name = "EPD")]
    pub(crate) openings: Option<PathBuf>,

    /// The part of the games, 0 to 1, that begin from a start of Chess960
    #[arg(long, value_name = "SHARE", default_value = "0", value_parser = share)]
    pub(crate) chess960: f64,

    /// The table of each player, in MiB
    #[arg(long, value_name = "MIB", default_value = "8",
        value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) hash: u16,
}

fn share(text: &str) -> Result<f64, String> {
    let number: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
    if (0.0..=1.0).contains(&number) { Ok(number) } else { Err("not in 0..=1".to_owned()) }
}

/// Without a choice below it prints totals. The exit status is 1 if the file is damaged or cut off;
/// what comes before is shown.
#[derive(Args, Debug)]
pub(crate) struct ShowArgs {
    /// The file
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// Make every move by the rules, and see that each game ended as it says
    #[arg(long, conflicts_with_all = ["fen", "pgn"])]
    pub(crate) check: bool,

    /// Print positions, one `FEN;score;result` a line: White's view, result 0, 0.5 or 1
    #[arg(long, conflicts_with = "pgn")]
    pub(crate) fen: bool,

    /// Print games as PGN, with a score in each comment
    #[arg(long)]
    pub(crate) pgn: bool,

    /// Stop after so many games
    #[arg(long, value_name = "N")]
    pub(crate) limit: Option<usize>,

    /// With --fen, leave out positions in check and those whose move captures or promotes
    #[arg(long, requires = "fen")]
    pub(crate) quiet: bool,

    /// With --fen, leave out the first plies
    #[arg(long, value_name = "N", default_value = "0", requires = "fen")]
    pub(crate) min_ply: usize,

    /// With --fen, leave out positions with a larger score for either side
    #[arg(long, value_name = "CP", default_value = "32767", requires = "fen",
        value_parser = clap::value_parser!(i16).range(0..))]
    pub(crate) max_score: i16,
}

/// Fits the evaluation's weights to results and search scores of quiet positions (Texel's method),
/// on all cores, and prints the mean logistic loss of each epoch. One game in fifty is used for
/// validation only.
#[derive(Args, Debug)]
pub(crate) struct TuneArgs {
    /// Game files
    #[arg(value_name = "FILE", required = true)]
    pub(crate) games: Vec<PathBuf>,

    /// Write the weights into the engine's sources under this folder, the project's root
    #[arg(long, value_name = "ROOT")]
    pub(crate) write: Option<PathBuf>,

    /// Write a chart of the loss by epoch into this SVG file
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,

    /// Passes over the positions
    #[arg(long, value_name = "N", default_value = "16")]
    pub(crate) epochs: usize,

    /// Positions per step
    #[arg(long, value_name = "N", default_value = "16384",
        value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) batch: u32,

    /// Learning rate of the first step, in centipawns; the last is a fiftieth of it
    #[arg(long, value_name = "CP", default_value = "1.0")]
    pub(crate) rate: f32,

    /// Standard deviation of the prior around the current weights, in centipawns: a smaller value
    /// keeps weights with few samples closer to their current values
    #[arg(long, value_name = "CP", default_value = "70")]
    pub(crate) prior: f32,

    /// Share of the game result in the labels, 0 to 1; the search score has the rest
    #[arg(long, value_name = "SHARE", default_value = "0.3", value_parser = share_f32)]
    pub(crate) result_share: f32,

    /// Skip the first N plies of each game
    #[arg(long, value_name = "N", default_value = "16")]
    pub(crate) min_ply: usize,

    /// Skip positions with a larger score for either side
    #[arg(long, value_name = "CP", default_value = "1500",
        value_parser = clap::value_parser!(i16).range(1..))]
    pub(crate) max_score: i16,

    /// Maximum number of training positions
    #[arg(long, value_name = "N", default_value = "10000000")]
    pub(crate) positions: usize,

    /// Seed of the sample order
    #[arg(long, value_name = "S", default_value = "1")]
    pub(crate) seed: u64,
}

fn share_f32(text: &str) -> Result<f32, String> {
    share(text).map(|share| share as f32)
}
