//! The command line.

use clap::{Args, Parser, Subcommand, ValueEnum};
use ferz_engine::bench;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// A UCI chess engine with perft, analysis and a benchmark
#[derive(Parser, Debug)]
#[command(name = "ferz", version, max_term_width = 100)]
#[command(after_help = "Without a command, runs the engine, as graphical interfaces expect.")]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Run the UCI engine on standard input and output (default)
    Uci,
    /// Count the leaf nodes of the legal move tree
    #[command(
        after_help = "Ctrl-C stops a count and prints its partial result; --resume continues \
        it later. Exits with status 1 if a count of --suite or --against differs. The keys of \
        --hash have 128 bits: the probability of a wrong count is below 1 in 10 million in 10^12 \
        probes."
    )]
    Perft(PerftArgs),
    /// Search a position and print the best lines
    #[command(after_help = "Without --depth, --nodes and --time, searches for 5 seconds. Ctrl-C \
        stops the search and prints its result.")]
    Analyse(AnalyseArgs),
    /// Search a fixed set of positions and print the node count and the speed
    #[command(after_help = "The last line is `N nodes M nps`. N at the default depth is the \
        signature of the engine: it is the same on every machine and changes with the search.")]
    Bench(BenchArgs),
}

#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct BenchArgs {
    /// Search depth in plies, 1 to 64
    #[arg(default_value_t = bench::DEPTH, value_parser = clap::value_parser!(u32).range(1..=64))]
    pub(crate) depth: u32,

    /// Measure instead the speedup of N threads over one, in time to depth: for each position, and
    /// the geometric mean
    #[arg(long, value_name = "N", value_parser = thread_count())]
    pub(crate) threads: Option<u16>,

    /// With --threads, search each position R times with both numbers of threads in turn, and use
    /// the median times
    #[arg(long, value_name = "R", default_value_t = 3, requires = "threads",
        value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub(crate) rounds: u16,
}

/// Options for reading a position and writing its moves.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct PositionArgs {
    /// Write castling as king takes rook (e1h1), as UCI does in Chess960; both forms are read
    #[arg(long)]
    pub(crate) chess960: bool,

    /// Accept positions with harmless faults: impossible counters, castling rights without a rook,
    /// too many pieces
    #[arg(long)]
    pub(crate) lenient: bool,
}

#[derive(Args, Debug)]
pub(crate) struct PerftArgs {
    /// Depth in plies, 0 to 64; with --suite, the maximum depth to check [default: all]
    #[arg(required_unless_present = "suite", value_parser = clap::value_parser!(u32).range(0..=64))]
    pub(crate) depth: Option<u32>,

    /// Count from this position [default: the standard start position]
    #[arg(long, value_name = "FEN", conflicts_with = "suite")]
    pub(crate) fen: Option<String>,

    #[command(flatten)]
    pub(crate) position: PositionArgs,

    /// Print the count after each first move
    #[arg(long, conflicts_with = "suite")]
    pub(crate) divide: bool,

    /// Counting method
    #[arg(long, value_enum, default_value_t = Method::Count)]
    pub(crate) method: Method,

    /// Number of threads
    #[arg(long, value_name = "N", default_value = "1", value_parser = thread_count())]
    pub(crate) threads: u16,

    /// Cache subtree counts in a hash table of this size in MiB (--method count only)
    #[arg(long, value_name = "MIB", conflicts_with = "stats")]
    pub(crate) hash: Option<NonZeroUsize>,

    /// Print the result as one JSON object, on the last line
    #[arg(long)]
    pub(crate) json: bool,

    /// Count captures, en passant captures, castles, promotions, checks and checkmates separately
    #[arg(long, conflicts_with_all = ["suite", "against"])]
    pub(crate) stats: bool,

    /// Check the counts in a file with lines of the form `FEN ;D1 20 ;D2 400`
    #[arg(long, value_name = "FILE")]
    pub(crate) suite: Option<PathBuf>,

    /// Compare with the `go perft` of another UCI engine and find the first difference
    #[arg(long, value_name = "ENGINE", conflicts_with = "suite")]
    pub(crate) against: Option<String>,

    /// Save finished subtrees to a file and skip those that it already contains
    #[arg(long, value_name = "FILE", conflicts_with_all = ["suite", "against", "stats"])]
    pub(crate) resume: Option<PathBuf>,
}

/// Returns a parser for a number of threads. The limit rejects typing errors.
fn thread_count() -> clap::builder::RangedI64ValueParser<u16> {
    clap::value_parser!(u16).range(1..=1024)
}

/// The counting method of perft.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Method {
    /// Make and unmake every move
    Make,
    /// Generate the moves of the last ply without making them (bulk counting)
    List,
    /// Count the moves of the last plies without generating them
    Count,
}

impl Method {
    /// Returns the value of `--method`.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Make => "make",
            Self::List => "list",
            Self::Count => "count",
        }
    }
}

#[derive(Args, Debug)]
pub(crate) struct AnalyseArgs {
    /// Position to search, with or without quotes [default: the standard start position]
    #[arg(value_name = "FEN", num_args = 0..)]
    pub(crate) fen: Vec<String>,

    #[command(flatten)]
    pub(crate) position: PositionArgs,

    /// Maximum depth in plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) depth: Option<u32>,

    /// Approximate maximum number of nodes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,

    /// Search time in milliseconds
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) time: Option<u64>,

    /// Number of best lines
    #[arg(long, value_name = "N", default_value = "1",
        value_parser = clap::value_parser!(u16).range(1..=500))]
    pub(crate) multipv: u16,

    /// Number of threads
    #[arg(long, value_name = "N", default_value = "1", value_parser = thread_count())]
    pub(crate) threads: u16,

    /// Transposition table size in MiB
    #[arg(long, value_name = "MIB", default_value = "64")]
    pub(crate) hash: NonZeroUsize,

    /// Print the result as one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz_cli_common::argument_error;
    use std::ffi::OsString;

    #[test]
    fn argument_errors_take_one_line() {
        for (arguments, expected) in [
            (
                "perft",
                "the following required arguments were not provided: <DEPTH> \
                 (try 'ferz perft --help')",
            ),
            (
                "pefrt 3",
                "unrecognized subcommand 'pefrt'; tip: a similar subcommand exists: 'perft' \
                 (try 'ferz --help')",
            ),
            (
                "perft 3 --threads 0",
                "invalid value '0' for '--threads <N>': 0 is not in 1..=1024 \
                 (try 'ferz perft --help')",
            ),
        ] {
            let words = ["ferz"].into_iter().chain(arguments.split(' '));
            let error = Cli::try_parse_from(words.clone()).unwrap_err();
            let arguments = words.skip(1).map(OsString::from);
            assert_eq!(argument_error::<Cli>(arguments, &error), expected);
        }
    }
}
