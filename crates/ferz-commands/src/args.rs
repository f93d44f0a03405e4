//! The command line.

use crate::board::BoardArgs;
use crate::book::BookArgs;
use crate::common::engines::SearchLimits;
use crate::common::openings::OpeningArgs;
use crate::common::program::EXIT_STATUS_HELP;
use crate::pgn::PgnArgs;
use crate::play::ClockSetting;
use crate::syzygy::SyzygyArgs;
#[cfg(feature = "train")]
use crate::train::TrainArgs;
use clap::{Args, Parser, Subcommand, ValueEnum};
use ferz_engine::{Skill, bench};
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

/// A UCI chess engine with tools for perft, games, opening books, test suites and analysis
#[derive(Parser, Debug)]
#[command(name = "ferz", version, max_term_width = 100)]
#[command(after_help = concat_help("Without a command, runs the engine, as graphical interfaces \
    expect."))]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<CliCommand>,
}

#[derive(Subcommand, Debug)]
pub(crate) enum CliCommand {
    /// Run the UCI engine on standard input and output (default)
    Uci,
    /// Count the leaf nodes of the legal move tree
    #[command(
        after_help = concat_help("Ctrl-C stops a count and prints its partial result, and --resume \
        continues it later; --suite and --against print the differences found so far. The checks \
        that fail are a count of --suite or --against that differs, and an invalid line of a \
        suite. The keys of --hash have 128 bits: the probability of a wrong count is below 1 in 10 \
        million in 10^12 probes.")
    )]
    Perft(PerftArgs),
    /// Search a position and print the best lines
    #[command(visible_alias = "analyze", after_help = concat_help("Without --depth, --nodes and --time, searches for 5 seconds. \
        Ctrl-C stops the search and prints its result."))]
    Analyse(AnalyseArgs),
    /// Search the positions of an EPD file and count those solved
    #[command(
        after_help = "A position is solved if the best move is one of `bm` (best moves) and none of \
        `am` (moves to avoid), and the search found a mate in at most `dm` moves, as far as the \
        position has these operations; `c0 \"Qd5=10, Rf1=4\"` gives points to moves. Each position is searched as the first of a new \
        game. Without --time, --nodes and --depth, searches for 1 second. Ctrl-C prints the totals so \
        far and exits with status 130. Exits with status 0 however many positions are solved, unless \
        --min-solved sets a limit (status 1), and 2 for invalid files and engines that fail."
    )]
    Suite(SuiteArgs),
    /// Play a game against the engine in the terminal
    #[command(after_help = "Moves are entered in SAN (e4, Nf3, O-O, e8=Q) or UCI notation (e2e4, \
        e7e8q); `help` lists the commands. Without a terminal, moves and commands are read from \
        standard input. The game is written at its end: to --pgn FILE, else to standard output.")]
    Play(PlayArgs),
    /// Draw a position in the terminal or as an SVG image
    #[command(after_help = "On a terminal the pieces are drawn on coloured squares unless the \
        environment variable NO_COLOR is set.")]
    Board(BoardArgs),
    /// Search a fixed set of positions and print the node count and the speed
    #[command(after_help = concat_help("The last line is `N nodes M nps`. N at the default depth is \
        the signature of the engine: it is the same on every machine and changes with the search."))]
    Bench(BenchArgs),
    /// Make, change and print opening books in the Polyglot format
    Book(BookArgs),
    /// Check, measure, select and annotate the games of PGN files
    Pgn(PgnArgs),
    /// Verify Syzygy tables and print the results of positions
    Syzygy(SyzygyArgs),
    /// Generate training games, tune the evaluation, train networks and compare them
    #[cfg(feature = "train")]
    #[command(after_help = EXIT_STATUS_HELP)]
    Train(TrainArgs),
    /// Print the completions of a shell
    #[command(after_help = "For bash: ferz completions bash > \
        ~/.local/share/bash-completion/completions/ferz")]
    Completions(CompletionArgs),
    /// Print the manual page, or write those of all commands to a folder
    #[command(after_help = "For man: ferz man ~/.local/share/man/man1")]
    Man(ManArgs),
}

#[derive(Args, Debug)]
pub(crate) struct CompletionArgs {
    /// Shell
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}

#[derive(Args, Debug)]
pub(crate) struct ManArgs {
    /// Folder to write to; existing pages are replaced [default: the page `ferz` on standard output]
    #[arg(value_name = "DIR")]
    pub(crate) folder: Option<PathBuf>,
}

/// Returns a text with the exit statuses after it.
fn concat_help(text: &str) -> String {
    format!("{text}\n\n{EXIT_STATUS_HELP}")
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

    /// Print the result as one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// A position, given as an argument or with `--fen`, and moves from it: the same for every command.
#[derive(Args, Clone, Debug)]
pub(crate) struct StartArgs {
    /// Position, with or without quotes [default: the standard start position]
    #[arg(value_name = "FEN", num_args = 0..)]
    pub(crate) words: Vec<String>,

    /// The position as an option
    #[arg(long, value_name = "FEN", conflicts_with = "words")]
    pub(crate) fen: Option<String>,

    /// Moves to play first, in SAN or UCI notation: `--moves "e4 e5 Nf3"`
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    pub(crate) moves: String,
}

/// Options for reading a position and writing its moves.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct PositionArgs {
    /// Write castling as king takes rook (e1h1), as UCI does in Chess960; both forms are read
    #[arg(long)]
    pub(crate) chess960: bool,

    /// Accept positions with harmless faults, such as impossible counters, castling rights without
    /// a rook or too many pieces
    #[arg(long)]
    pub(crate) lenient: bool,
}

#[derive(Args, Debug)]
pub(crate) struct PerftArgs {
    /// Depth in plies, 0 to 64; with --suite, the maximum depth to check [default: all]
    #[arg(required_unless_present = "suite", value_parser = clap::value_parser!(u32).range(0..=64))]
    pub(crate) depth: Option<u32>,

    #[command(flatten)]
    pub(crate) start: StartArgs,

    #[command(flatten)]
    pub(crate) position: PositionArgs,

    /// Print the count after each first move, with --stats of each kind
    #[arg(long, conflicts_with_all = ["suite", "against"])]
    pub(crate) divide: bool,

    /// Counting method
    #[arg(long, value_enum, default_value_t = MethodArg::Count)]
    pub(crate) method: MethodArg,

    /// Number of threads
    #[arg(long, value_name = "N", default_value = "1", value_parser = thread_count())]
    pub(crate) threads: u16,

    /// Cache subtree counts in a hash table of this size in MiB (--method count only)
    #[arg(long, value_name = "MIB", conflicts_with = "stats", value_parser = mebibytes)]
    pub(crate) hash: Option<NonZeroUsize>,

    /// Print the result as one JSON object, on the last line
    #[arg(long)]
    pub(crate) json: bool,

    /// Count captures, en passant captures, castles, promotions, checks and checkmates separately
    #[arg(long, conflicts_with_all = ["suite", "against", "method"])]
    pub(crate) stats: bool,

    /// Check the counts in a file with lines of the form `FEN ;D1 20 ;D2 400`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["words", "fen", "moves"])]
    pub(crate) suite: Option<PathBuf>,

    /// Compare with the `go perft` of another UCI engine, a program or a command with arguments, and
    /// find the first difference
    #[arg(long, value_name = "ENGINE", conflicts_with = "suite")]
    pub(crate) against: Option<String>,

    /// With --against, end with an error if the comparison takes longer, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 3600, requires = "against",
        value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) timeout: u32,

    /// Save finished subtrees to a file and skip those that it already contains
    #[arg(long, value_name = "FILE", conflicts_with_all = ["suite", "against", "stats"])]
    pub(crate) resume: Option<PathBuf>,
}

/// Returns a parser for a number of threads. The limit rejects typing errors.
pub(crate) fn thread_count() -> clap::builder::RangedI64ValueParser<u16> {
    clap::value_parser!(u16).range(1..=1024)
}

/// Parses a size in MiB.
pub(crate) fn mebibytes(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| "expected a whole number of MiB, 1 or more".to_owned())
}

/// The counting method of perft.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MethodArg {
    /// Make and unmake every move
    Make,
    /// Count the moves of the last ply as sets, without making them (bulk counting)
    Bulk,
    /// Count the moves of the last plies without generating them
    Count,
}

impl MethodArg {
    /// Returns the value of `--method`.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Make => "make",
            Self::Bulk => "bulk",
            Self::Count => "count",
        }
    }
}

#[derive(Args, Debug)]
pub(crate) struct AnalyseArgs {
    #[command(flatten)]
    pub(crate) start: StartArgs,

    #[command(flatten)]
    pub(crate) position: PositionArgs,

    /// Maximum depth in plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) depth: Option<u32>,

    /// Maximum number of nodes; several threads can search up to 512 more each
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
    #[arg(long, value_name = "MIB", default_value = "64", value_parser = mebibytes)]
    pub(crate) hash: NonZeroUsize,

    /// UCI engine to run, a path or a command with arguments; `ferz` is the built-in engine
    #[arg(long, value_name = "ENGINE", default_value = "ferz")]
    pub(crate) engine: String,

    /// UCI option of an --engine but the built-in one; repeat it for several
    #[arg(long = "option", value_name = "NAME=VALUE")]
    pub(crate) options: Vec<String>,

    /// Use the Syzygy tablebases in these directories, separated as in the PATH variable, with the
    /// built-in engine
    #[arg(long, value_name = "PATH")]
    pub(crate) syzygy: Option<OsString>,

    /// Print the result as one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct SuiteArgs {
    /// EPD file: a position and its operations in each line, like `4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;`
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    #[command(flatten)]
    pub(crate) position: PositionArgs,

    /// Search time for each position in milliseconds
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    time: Option<u64>,

    /// Maximum number of nodes for each position; several threads of the built-in engine can search
    /// up to 512 more each
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,

    /// Maximum depth in plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) depth: Option<u32>,

    /// UCI engine to run, a path or a command with arguments; `ferz` is the built-in engine.
    /// Repeat it to compare engines [default: ferz]
    #[arg(long = "engine", value_name = "ENGINE")]
    pub(crate) engines: Vec<String>,

    /// UCI option for every --engine but the built-in one; repeat it for several options
    #[arg(long = "option", value_name = "NAME=VALUE", requires = "engines")]
    pub(crate) options: Vec<String>,

    /// Number of threads of each engine
    #[arg(long, value_name = "N", default_value = "1", value_parser = thread_count())]
    pub(crate) threads: u16,

    /// Transposition table size of each engine in MiB
    #[arg(long, value_name = "MIB", default_value = "64", value_parser = mebibytes)]
    pub(crate) hash: NonZeroUsize,

    /// Exit with status 1 if an engine solves fewer positions
    #[arg(long, value_name = "N")]
    pub(crate) min_solved: Option<usize>,

    /// Print the result as one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

impl SuiteArgs {
    /// The search time in milliseconds without any limit in the arguments.
    const DEFAULT_TIME: u64 = 1000;

    /// Returns the search time in milliseconds; `None` if only nodes or depth are limited.
    pub(crate) fn move_time(&self) -> Option<u64> {
        let is_limited = self.nodes.is_some() || self.depth.is_some();
        self.time.or((!is_limited).then_some(Self::DEFAULT_TIME))
    }

    /// Returns the limits of each search.
    pub(crate) fn limits(&self) -> SearchLimits {
        let time = self.move_time().map(Duration::from_millis);
        SearchLimits { depth: self.depth, nodes: self.nodes, time }
    }
}

#[derive(Args, Debug)]
pub(crate) struct PlayArgs {
    /// Your side
    #[arg(long, value_enum, default_value_t = PlayerSide::White)]
    pub(crate) side: PlayerSide,

    /// Skill level of the engine, 0 to 20, of which 20 is full strength
    #[arg(long, value_name = "N", conflicts_with = "elo",
        value_parser = clap::value_parser!(u32).range(0..=i64::from(Skill::MAX_LEVEL)))]
    pub(crate) level: Option<u32>,

    /// Approximate Elo of the engine, 1240 to 2760
    #[arg(long, value_name = "ELO",
        value_parser = clap::value_parser!(u32)
            .range(i64::from(Skill::MIN_ELO)..=i64::from(Skill::MAX_ELO)))]
    pub(crate) elo: Option<u32>,

    /// Time of the engine for each move in milliseconds
    #[arg(long, value_name = "MS", default_value = "1000", conflicts_with = "clock",
        value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) time: u64,

    /// Play with clocks: minutes for the game and seconds for each move, like 5+3
    #[arg(long, value_name = "MIN+SEC")]
    pub(crate) clock: Option<ClockSetting>,

    #[command(flatten)]
    pub(crate) start: StartArgs,

    #[command(flatten)]
    pub(crate) openings: OpeningArgs,

    #[command(flatten)]
    pub(crate) position: PositionArgs,

    /// Append the game to this PGN file at its end
    #[arg(long, value_name = "FILE")]
    pub(crate) pgn: Option<PathBuf>,

    /// Your name in the PGN
    #[arg(long, value_name = "NAME", default_value = "Player")]
    pub(crate) name: String,

    /// Draw pieces as letters
    #[arg(long)]
    pub(crate) ascii: bool,

    /// Number of threads of the engine
    #[arg(long, value_name = "N", default_value = "1", value_parser = thread_count())]
    pub(crate) threads: u16,

    /// Transposition table size in MiB
    #[arg(long, value_name = "MIB", default_value = "64", value_parser = mebibytes)]
    pub(crate) hash: NonZeroUsize,
}

/// The side of the player.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PlayerSide {
    /// Play the white pieces
    White,
    /// Play the black pieces
    Black,
    /// Play a side at random
    Random,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::common::program::argument_error;

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
            (
                "pgn filter games.pgn --threads 0",
                "invalid value '0' for '--threads <N>': 0 is not in 1..=1024 \
                 (try 'ferz pgn filter --help')",
            ),
        ] {
            let words = ["ferz"].into_iter().chain(arguments.split(' '));
            let error = Cli::try_parse_from(words.clone()).unwrap_err();
            let arguments = words.skip(1).map(OsString::from);
            assert_eq!(argument_error::<Cli>(arguments, &error), expected);
        }
    }
}
