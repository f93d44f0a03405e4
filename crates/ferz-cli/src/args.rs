//! What the command line may say.

use clap::{Args, Parser, Subcommand, ValueEnum};
use ferz_engine::bench;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// A chess engine and a bench of chess tools in one binary.
///
/// Without a command it is a UCI engine that listens on standard input, as chess programs expect.
#[derive(Parser, Debug)]
#[command(name = "ferz", version, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Listen to UCI commands on standard input (the same as no command at all)
    Uci,
    /// Count the leaves of the legal move tree
    Perft(PerftArgs),
    /// Search a position and show the board and the lines found
    Analyse(AnalyseArgs),
    /// Search a fixed set of positions; the last line is `N nodes M nps`
    Bench(BenchArgs),
}

/// `ferz bench`.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct BenchArgs {
    /// Search so many plies deep; the signature is that of the default
    #[arg(default_value_t = bench::DEPTH, value_parser = clap::value_parser!(u32).range(1..=64))]
    pub(crate) depth: u32,

    /// Instead tell the time to the depth for one thread and for N, position by position, and at
    /// the end the geometric mean of how many times as fast N are
    #[arg(long, value_name = "N", value_parser = thread_count())]
    pub(crate) threads: Option<u16>,

    /// With --threads: search each position so often both ways in turn, and take the medians
    #[arg(long, value_name = "R", default_value_t = 3, requires = "threads",
        value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub(crate) rounds: u16,
}

/// The position that a command works on.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Dialect {
    /// Write castling as king takes rook (e1h1), as UCI does in Chess960; both are read anyway
    #[arg(long)]
    pub(crate) chess960: bool,

    /// Take positions whose faults do no harm: odd counters, rights without a rook, too many pieces
    #[arg(long)]
    pub(crate) lenient: bool,
}

#[derive(Args, Debug)]
pub(crate) struct PerftArgs {
    /// How many plies deep; with --suite, the deepest counts to check
    #[arg(required_unless_present = "suite", value_parser = clap::value_parser!(u32).range(0..=64))]
    pub(crate) depth: Option<u32>,

    /// The position, instead of the start of a game
    #[arg(long, value_name = "FEN", conflicts_with = "suite")]
    pub(crate) fen: Option<String>,

    #[command(flatten)]
    pub(crate) dialect: Dialect,

    /// Show the count below each first move
    #[arg(long, conflicts_with = "suite")]
    pub(crate) divide: bool,

    /// How the leaves are counted
    #[arg(long, value_enum, default_value_t = Method::Count)]
    pub(crate) method: Method,

    /// Threads that share the work
    #[arg(long, value_name = "N", default_value = "1", value_parser = thread_count())]
    pub(crate) threads: u16,

    /// Remember subtrees in a table of so many MiB (with --method count); a wrong count for two
    /// boards with one key of 128 bits is less likely than 1 in 10 million in a trillion probes
    #[arg(long, value_name = "MIB", conflicts_with = "stats")]
    pub(crate) hash: Option<NonZeroUsize>,

    /// Print one JSON object on the last line, for other programs
    #[arg(long)]
    pub(crate) json: bool,

    /// Count captures, en passant, castles, promotions, checks and mates among the leaves
    #[arg(long, conflicts_with_all = ["suite", "against"])]
    pub(crate) stats: bool,

    /// Check each line `FEN ;D1 20 ;D2 400` of a file; exit status 1 if a count is wrong
    #[arg(long, value_name = "FILE")]
    pub(crate) suite: Option<PathBuf>,

    /// Compare with a UCI engine's `go perft`; exit status 1 if it counts otherwise
    #[arg(long, value_name = "ENGINE", conflicts_with = "suite")]
    pub(crate) against: Option<String>,

    /// Keep finished subtrees in a file, and go on from those that it holds already
    #[arg(long, value_name = "FILE", conflicts_with_all = ["suite", "against", "stats"])]
    pub(crate) resume: Option<PathBuf>,
}

/// More threads than any machine has are a slip.
fn thread_count() -> clap::builder::RangedI64ValueParser<u16> {
    clap::value_parser!(u16).range(1..=1024)
}

/// How perft counts.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Method {
    /// Make and unmake each leaf
    Make,
    /// List the moves of the last ply
    List,
    /// Count the moves of the last ply and write none down
    Count,
}

impl Method {
    /// The word that chooses it.
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
    /// The position, instead of the start of a game (quotes may be left out)
    #[arg(value_name = "FEN", num_args = 0..)]
    pub(crate) fen: Vec<String>,

    #[command(flatten)]
    pub(crate) dialect: Dialect,

    /// Search no deeper than so many plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) depth: Option<u32>,

    /// Search no more than about so many nodes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,

    /// Search for so many milliseconds (5000 if nothing else limits the search)
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) time: Option<u64>,

    /// Show so many best lines
    #[arg(long, value_name = "N", default_value = "1",
        value_parser = clap::value_parser!(u16).range(1..=500))]
    pub(crate) multipv: u16,

    /// Threads that search together
    #[arg(long, value_name = "N", default_value = "1", value_parser = thread_count())]
    pub(crate) threads: u16,

    /// Memory for the transposition table, in MiB
    #[arg(long, value_name = "MIB", default_value = "64")]
    pub(crate) hash: NonZeroUsize,

    /// Print one JSON object on the last line, for other programs
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
