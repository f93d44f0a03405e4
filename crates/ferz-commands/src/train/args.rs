//! The command line.

use crate::common::openings::OpeningArgs;
use clap::{Args, Subcommand};
use ferz_train::format::Filter;
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(crate) struct TrainArgs {
    #[command(subcommand)]
    pub(crate) command: TrainCommand,
}

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
        mean result of the side ahead beside the logistic function of the score, and duplicates. \
        Positions are duplicates if their keys are equal, games if their moves are; above 1.8 million \
        different keys a random sample of the keys is counted, in at most 110 MiB. If a file \
        is damaged or truncated, counts the games before the damage and exits with status 1."
    )]
    Show(ShowArgs),
    /// Tune the evaluation weights on games
    #[command(after_help = "Fits the weights to the results and scores of quiet positions by \
        logistic regression (Texel tuning) on several cores. Reports the mean logistic loss before \
        training and after each epoch, for the training games and for those held out, one in 50 by a \
        hash of start position and first moves. The default is a dry run: --write updates the sources.")]
    Tune(TuneArgs),
    /// Train a network on games
    #[command(
        after_help = "Trains a network (768 -> N) x 2 -> 8 -> 32 -> 1 on quiet positions by AdamW on up \
        to 16 cores; the same seed gives the same network on any number of cores, with a build for the \
        same instruction set. Prints the loss after each epoch, the mean squared error of the expected \
        points unless --loss-exponent is given, for the training games and for those held out, one in 50 \
        by a hash of start position and first moves, and writes the network; after the last epoch also \
        the loss of the games held out from each file, if there are several. The games of all files are shuffled together. With \
        --checkpoint, an interrupted run continues after the last completed epoch, with the same \
        arguments."
    )]
    Network(NetworkArgs),
    /// Compare evaluations by their difference from the expected points of positions
    #[command(
        after_help = "Prints for each evaluation the logistic scale in centipawns that fits the expected \
        points best, and the root mean square of the difference in expected points at that scale: the \
        lowest error is the best. The slopes show what the evaluation underrates (above 0) or overrates: \
        the change of the difference for one standard deviation of a feature, the side to move's less \
        the opponent's, the other features being equal, with its t value. FILE has a position a line: \
        FEN;expected points of the side to move, 0 to 1. Take expected points from deep searches of \
        another engine, in quiet positions that no network was trained on."
    )]
    Compare(CompareArgs),
}

#[derive(Args, Debug)]
pub(crate) struct SelfplayArgs {
    /// Append the games to this file, and create it if necessary
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,

    /// Stop after N games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: Option<u64>,

    /// Stop after the game in which the number of scored positions reaches N
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) positions: Option<u64>,

    #[command(flatten)]
    pub(crate) search: TrainSearchArgs,

    /// Random plies at the start of a game; half of the games have N + 1, unless N is 0
    #[arg(long, value_name = "N", default_value = "8",
        value_parser = clap::value_parser!(u8).range(0..=100))]
    pub(crate) random_plies: u8,

    /// Share of random moves, 0 to 1, after those at the start, up to ply 30
    #[arg(long, value_name = "SHARE", default_value = "0", value_parser = share,
        allow_negative_numbers = true)]
    pub(crate) random_moves: f64,

    /// Random seed [default: random]; with one thread, the same seed writes the same file
    #[arg(long, value_name = "SEED")]
    pub(crate) seed: Option<u64>,

    #[command(flatten)]
    pub(crate) openings: OpeningArgs,

    /// Share of games, 0 to 1, that start from a position of --openings, of those without Chess960 at
    /// most; the rest start from the standard position
    #[arg(long, value_name = "SHARE", default_value = "1", value_parser = share,
        requires = "openings", allow_negative_numbers = true)]
    pub(crate) openings_share: f64,

    /// Random plies after a position of --openings [default: those of --random-plies]
    #[arg(long, value_name = "N", requires = "openings",
        value_parser = clap::value_parser!(u8).range(0..=100))]
    pub(crate) openings_plies: Option<u8>,

    /// Share of games, 0 to 1, that start from a random arrangement of double Chess960
    #[arg(long, value_name = "SHARE", default_value = "0", value_parser = share,
        allow_negative_numbers = true)]
    pub(crate) chess960: f64,
}

#[derive(Args, Debug)]
pub(crate) struct RelabelArgs {
    /// Game files
    #[arg(value_name = "FILE", required = true)]
    pub(crate) games: Vec<PathBuf>,

    /// Append the games with new scores to this file, and create it if necessary
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,

    /// Search one position in N and leave the others without a score
    #[arg(long, value_name = "N", default_value = "1",
        value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) every: u32,

    /// Search and count positions from ply 16 on that are not in check and whose move is neither a
    /// capture nor a promotion
    #[arg(long)]
    pub(crate) quiet: bool,

    #[command(flatten)]
    pub(crate) search: TrainSearchArgs,
}

#[derive(Args, Debug)]
pub(crate) struct TrainSearchArgs {
    /// Soft node limit per position: complete the iteration that exceeds it, up to 8 N nodes
    #[arg(long, value_name = "N", default_value = "500",
        value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: u64,

    /// Prune moves in the move loop, as the engine does; with few nodes the scores are worse
    #[arg(long)]
    pub(crate) move_pruning: bool,

    /// Number of threads; each searches the positions of a game of its own
    #[arg(long, value_name = "N", default_value = "1",
        value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: u16,

    /// Transposition table size per thread, in MiB
    #[arg(long, value_name = "MIB", default_value = "8",
        value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) hash: u16,

    /// Evaluate by the network in FILE [default: the embedded network]
    #[arg(long, value_name = "FILE")]
    pub(crate) evalfile: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct SampleFilterArgs {
    /// Skip the first N plies of each game
    #[arg(long, value_name = "N", default_value = "16")]
    min_ply: usize,

    /// Skip positions whose absolute score exceeds this number of centipawns
    #[arg(long, value_name = "CP", default_value = "3000",
        value_parser = clap::value_parser!(i16).range(1..))]
    max_score: i16,
}

impl SampleFilterArgs {
    /// Returns the conditions on quiet positions.
    pub(crate) fn filter(&self) -> Filter {
        Filter { min_ply: self.min_ply, max_score: self.max_score, ..Filter::quiet() }
    }
}

fn share(text: &str) -> Result<f64, String> {
    let number: f64 = text.parse().map_err(|_| "expected a number".to_owned())?;
    if (0.0..=1.0).contains(&number) { Ok(number) } else { Err("not in 0..=1".to_owned()) }
}

#[derive(Args, Debug)]
pub(crate) struct ShowArgs {
    /// Game files
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,

    /// Verify that every move is legal and that each game ended as recorded
    #[arg(long, conflicts_with_all = ["fen", "pgn"])]
    pub(crate) check: bool,

    /// Print positions as `FEN;score;result`: score in centipawns, result 0, 0.5 or 1, White's view
    #[arg(long, conflicts_with = "pgn")]
    pub(crate) fen: bool,

    /// Print games in PGN with scores as comments
    #[arg(long)]
    pub(crate) pgn: bool,

    /// Print the totals as one JSON object
    #[arg(long, conflicts_with_all = ["fen", "pgn"])]
    pub(crate) json: bool,

    /// Draw a histogram of the scores and the mean result at each score to an SVG file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "pgn"])]
    pub(crate) svg: Option<PathBuf>,

    /// Stop after N games of all files
    #[arg(long, value_name = "N")]
    pub(crate) limit: Option<usize>,

    /// With --fen, skip positions in check and positions whose move is a capture or a promotion
    #[arg(long, requires = "fen")]
    pub(crate) quiet: bool,

    /// With --fen, skip the first N plies of each game
    #[arg(long, value_name = "N", default_value = "0", requires = "fen")]
    pub(crate) min_ply: usize,

    /// With --fen, skip positions whose absolute score exceeds this number of centipawns
    #[arg(long, value_name = "CP", default_value = "32767", requires = "fen",
        value_parser = clap::value_parser!(i16).range(0..))]
    pub(crate) max_score: i16,
}

#[derive(Args, Debug)]
pub(crate) struct TuneArgs {
    /// Game files
    #[arg(value_name = "FILE", required = true)]
    pub(crate) games: Vec<PathBuf>,

    /// Write the tuned weights to the sources under the project root DIR
    #[arg(long, value_name = "DIR")]
    pub(crate) write: Option<PathBuf>,

    /// Draw the loss curve to an SVG file
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,

    /// Number of passes over the positions
    #[arg(long, value_name = "N", default_value = "16")]
    pub(crate) epochs: usize,

    /// Positions per step
    #[arg(long, value_name = "N", default_value = "16384",
        value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) batch: u32,

    /// Initial step size in centipawns; decays to a fiftieth
    #[arg(long, value_name = "CP", default_value = "1.0", value_parser = positive,
        allow_negative_numbers = true)]
    pub(crate) rate: f32,

    /// Standard deviation, in centipawns, of the normal prior around the current weights
    #[arg(long, value_name = "CP", default_value = "70", value_parser = positive,
        allow_negative_numbers = true)]
    pub(crate) prior: f32,

    /// Share of the game result in the label of a position, 0 to 1; the search score has the rest
    #[arg(long, value_name = "SHARE", default_value = "0.3", value_parser = share_f32,
        allow_negative_numbers = true)]
    pub(crate) result_share: f32,

    /// Skip the first N plies of each game
    #[arg(long, value_name = "N", default_value = "16")]
    pub(crate) min_ply: usize,

    /// Skip positions whose absolute score exceeds this number of centipawns
    #[arg(long, value_name = "CP", default_value = "1500",
        value_parser = clap::value_parser!(i16).range(1..))]
    pub(crate) max_score: i16,

    /// Maximum number of training positions
    #[arg(long, value_name = "N", default_value = "10000000")]
    pub(crate) positions: usize,

    /// Random seed of the order of the positions
    #[arg(long, value_name = "SEED", default_value = "1")]
    pub(crate) seed: u64,
}

#[derive(Args, Debug)]
pub(crate) struct NetworkArgs {
    /// Game files
    #[arg(value_name = "FILE", required = true)]
    pub(crate) games: Vec<PathBuf>,

    /// Write the quantised network to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,

    /// Write the state after each epoch to this file, and resume from it if it exists; its settings,
    /// games and filters must equal the arguments
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Option<PathBuf>,

    /// Draw the loss curve to an SVG file
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,

    /// Start from the weights of a network or of a checkpoint, with a new state of the optimiser
    #[arg(long, value_name = "FILE")]
    pub(crate) init: Option<PathBuf>,

    /// Neurons of each accumulator, a multiple of 32 up to 1024 [default: 128, or those of
    /// --init]
    #[arg(long, value_name = "N")]
    pub(crate) hidden: Option<usize>,

    /// Output buckets, chosen by the number of pieces: 1, 2, 4 or 8 [default: 8, or those of --init]
    #[arg(long, value_name = "N")]
    pub(crate) buckets: Option<usize>,

    /// Number of passes over the positions
    #[arg(long, value_name = "N", default_value = "20",
        value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) epochs: u16,

    /// Positions per step
    #[arg(long, value_name = "N", default_value = "16384",
        value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) batch: u32,

    /// Learning rate after the warm-up
    #[arg(long, value_name = "RATE", default_value = "0.001", value_parser = positive,
        allow_negative_numbers = true)]
    pub(crate) rate: f32,

    /// Learning rate of the last step
    #[arg(long, value_name = "RATE", default_value = "0.00001", value_parser = positive,
        allow_negative_numbers = true)]
    pub(crate) final_rate: f32,

    /// Keep the samples in temporary files in this folder, 32 bytes each, if there are more than memory
    /// holds; their order, and with it the network, differs from that of samples in memory
    #[arg(long, value_name = "FOLDER")]
    pub(crate) sample_files: Option<PathBuf>,

    /// Power of the errors of the expected points whose mean is minimised, 2 or more
    #[arg(long, value_name = "P", default_value = "2", value_parser = positive,
        allow_negative_numbers = true)]
    pub(crate) loss_exponent: f32,

    /// λ of the labels, 0 to 1: the share of the next position's label in that of a position; the
    /// search score has the rest
    #[arg(long, value_name = "SHARE", default_value = "0.7", value_parser = share_f32,
        allow_negative_numbers = true)]
    pub(crate) lambda: f32,

    /// Additional share of the game result in each label, 0 to 1
    #[arg(long, value_name = "SHARE", default_value = "0.05", value_parser = share_f32,
        allow_negative_numbers = true)]
    pub(crate) result_share: f32,

    /// Score that is odds of e to 1, in the internal centipawns of game files; `ferz train show`
    /// prints the fitted value
    #[arg(long, value_name = "CP", default_value = "176",
        value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) scale: u16,

    #[command(flatten)]
    pub(crate) filter: SampleFilterArgs,

    /// Random seed of the weights and of the order of the positions
    #[arg(long, value_name = "SEED", default_value = "1")]
    pub(crate) seed: u64,
}

#[derive(Args, Debug)]
pub(crate) struct CompareArgs {
    /// Positions with expected points
    #[arg(value_name = "FILE")]
    pub(crate) positions: PathBuf,

    /// Evaluate by the network in FILE; can be repeated [default: the embedded network]
    #[arg(long, value_name = "FILE")]
    pub(crate) network: Vec<PathBuf>,

    /// Evaluate by the classical evaluation too
    #[arg(long, conflicts_with = "nodes")]
    pub(crate) classical: bool,

    /// Compare the scores of searches, as by relabel with --nodes N, instead of static evaluations
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
}

fn share_f32(text: &str) -> Result<f32, String> {
    share(text).map(|share| share as f32)
}

fn positive(text: &str) -> Result<f32, String> {
    let number: f32 = text.parse().map_err(|_| "expected a number".to_owned())?;
    let is_valid = number > 0.0 && number.is_finite();
    if is_valid { Ok(number) } else { Err("not a positive number".to_owned()) }
}
