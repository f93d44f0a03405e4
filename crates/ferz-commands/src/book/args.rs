//! Arguments of `ferz book`.

use crate::args::StartArgs;
use crate::pgn::MoveArgs;
use clap::{Args, Subcommand, ValueEnum};
use ferz::Color;
use ferz_game::book::Selection;
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(crate) struct BookArgs {
    #[command(subcommand)]
    pub(super) command: BookCommand,
}

#[derive(Subcommand, Debug)]
pub(super) enum BookCommand {
    /// Make a book from the games of PGN files
    #[command(
        after_help = "The weight of a move is 2 for each win of its side and 1 for each draw or \
        unknown result. Games with errors are reported on standard error and used up to the error. \
        With the same options the book is that of `polyglot make-book`, whose defaults are the \
        defaults here. Variations are not used."
    )]
    Make(MakeArgs),
    /// Merge books
    #[command(
        after_help = "Without --first, the weights of a move that several books contain are \
        added; if a sum is above 65535, the weights of its position are scaled."
    )]
    Merge(MergeArgs),
    /// Copy a book without some of its moves
    Filter(BookFilterArgs),
    /// Print the positions of a book with their moves
    #[command(
        after_help = "A book contains keys instead of positions, so the positions are found by \
        following the book's moves from the start; each is printed once. --raw prints every entry."
    )]
    Dump(DumpArgs),
    /// Print the moves of a book in one position
    Probe(BookProbeArgs),
    /// Check the order and the moves of a book
    #[command(
        after_help = "Exits with status 1 if the entries are not in order, or a move is illegal."
    )]
    Check(BookCheckArgs),
}

#[derive(Args, Debug)]
pub(super) struct MakeArgs {
    /// PGN files, plain or compressed with gzip, bzip2 or zstd; `-` is standard input
    #[arg(value_name = "PGN", required = true)]
    pub(super) files: Vec<PathBuf>,

    /// Book to write; an existing file is replaced
    #[arg(long, short, value_name = "BOOK")]
    pub(super) output: PathBuf,

    #[command(flatten)]
    pub(super) moves: MoveArgs,

    /// Number of errors that are printed; all are counted
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub(super) max_errors: u64,

    /// Minimum number of games with a move
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) min_games: u32,

    /// Number of plies of each game that are used
    #[arg(long, value_name = "N", default_value_t = 1024)]
    pub(super) max_plies: u32,

    /// Minimum score of a move in percent: 100 if its side won all games, 50 if all were drawn
    #[arg(long, value_name = "PERCENT", default_value_t = 0.0, value_parser = percent)]
    pub(super) min_score: f64,

    /// Keep the moves of one side only
    #[arg(long, value_enum, value_name = "SIDE")]
    pub(super) color: Option<SideArg>,

    /// Give all moves the weight 1
    #[arg(long)]
    pub(super) uniform: bool,

    /// Count all games, and scale weights above 65535, instead of halving the counts of a position
    /// each time a move has 16384 games
    #[arg(long)]
    pub(super) exact: bool,

    /// Print the result as one JSON object
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Args, Debug)]
pub(super) struct MergeArgs {
    /// Books to merge
    #[arg(value_name = "BOOK", required = true, num_args = 2..)]
    pub(super) books: Vec<PathBuf>,

    /// Book to write; an existing file is replaced
    #[arg(long, short, value_name = "BOOK")]
    pub(super) output: PathBuf,

    /// Take each position from the first book that contains it
    #[arg(long)]
    pub(super) first: bool,

    /// Print the result as one JSON object
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Args, Debug)]
pub(super) struct BookFilterArgs {
    /// Book to read
    #[arg(value_name = "BOOK")]
    pub(super) book: PathBuf,

    /// Book to write; an existing file is replaced
    #[arg(long, short, value_name = "BOOK")]
    pub(super) output: PathBuf,

    /// Minimum weight of a move
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(super) min_weight: u16,

    /// Minimum share of the weights of its position, in percent
    #[arg(long, value_name = "PERCENT", default_value_t = 0.0, value_parser = percent)]
    pub(super) min_share: f64,

    /// Maximum number of moves of a position, the heaviest first
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(super) max_moves: Option<u16>,

    /// Keep only legal moves of positions that the book's moves reach from the start position
    #[arg(long)]
    pub(super) reachable: bool,

    /// Keep only positions with this side to move; implies --reachable, and the other side makes any
    /// moves
    #[arg(long, value_enum, value_name = "SIDE")]
    pub(super) color: Option<SideArg>,

    /// Keep only moves within this number of plies from the start position; implies --reachable
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) max_plies: Option<u32>,

    /// Print the result as one JSON object
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Args, Debug)]
pub(super) struct DumpArgs {
    /// Book to read
    #[arg(value_name = "BOOK")]
    pub(super) book: PathBuf,

    #[command(flatten)]
    pub(super) start: StartArgs,

    /// Print only positions within this number of plies from the start
    #[arg(long, value_name = "N")]
    pub(super) max_plies: Option<u32>,

    /// Follow any move of the other side, and the book's moves of this side
    #[arg(long, value_enum, value_name = "SIDE")]
    pub(super) color: Option<SideArg>,

    /// Print all entries in the order of the file: key, move, weight and `learn`
    #[arg(long, conflicts_with_all = ["words", "fen", "moves", "max_plies", "color"])]
    pub(super) raw: bool,

    /// Print one JSON object a line
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Args, Debug)]
pub(super) struct BookProbeArgs {
    /// Book to read
    #[arg(value_name = "BOOK")]
    pub(super) book: PathBuf,

    #[command(flatten)]
    pub(super) start: StartArgs,

    /// Print one move, selected by this rule, in UCI notation
    #[arg(long, value_enum, value_name = "RULE")]
    pub(super) select: Option<SelectionArg>,

    /// Seed of the random numbers of --select [default: a random one]
    #[arg(long, value_name = "N", requires = "select")]
    pub(super) seed: Option<u64>,

    /// Print the result as one JSON object
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Args, Debug)]
pub(super) struct BookCheckArgs {
    /// Book to check
    #[arg(value_name = "BOOK")]
    pub(super) book: PathBuf,

    /// Print the result as one JSON object
    #[arg(long)]
    pub(super) json: bool,
}

/// A side.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SideArg {
    White,
    Black,
}

impl From<SideArg> for Color {
    fn from(side: SideArg) -> Self {
        match side {
            SideArg::White => Self::White,
            SideArg::Black => Self::Black,
        }
    }
}

/// A rule that selects a move.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SelectionArg {
    /// The move with the greatest weight
    Best,
    /// A random move, with a probability proportional to its weight
    Weighted,
    /// A random move, each with the same probability
    Uniform,
}

impl From<SelectionArg> for Selection {
    fn from(rule: SelectionArg) -> Self {
        match rule {
            SelectionArg::Best => Self::Best,
            SelectionArg::Weighted => Self::Weighted,
            SelectionArg::Uniform => Self::Uniform,
        }
    }
}

/// Parses a number from 0 to 100.
fn percent(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (0.0..=100.0).contains(number));
    number.ok_or_else(|| "expected a number from 0 to 100".to_owned())
}
