//! Arguments of `ferz pgn`.

use super::annotate::AnnotateArgs;
use super::ending::EndingKind;
use super::filter::pattern::Turn;
use super::filter::values::{Date, EcoRange, MaterialPattern};
use crate::args::thread_count;
use clap::builder::NonEmptyStringValueParser;
use clap::{Args, Subcommand};
use ferz_game::GameResult;
use ferz_game::pattern::PositionPattern;
use ferz_game::pgn::{GameVisitor, Player};
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(crate) struct PgnArgs {
    #[command(subcommand)]
    pub(super) command: PgnCommand,
}

#[derive(Subcommand, Debug)]
pub(super) enum PgnCommand {
    /// Verify the moves of all games and print each error with its place
    #[command(
        after_help = "A game with an error is read up to the error. Warnings are a tag Result that \
        differs from the result after the moves, a result that contradicts a mate or a stalemate on \
        the board, and a check mark of a move that gives no check or no mate. Exits with status 1 \
        if there are errors, and with --strict if there are warnings."
    )]
    Check(PgnCheckArgs),
    /// Count games, results, lengths, players, openings and endings
    #[command(
        after_help = "Games with errors are reported on standard error and left out of all counts \
        but that of games. Openings are found by the positions, not by the tag ECO; `+` and `-` \
        are wins of White and of Black, and for players their wins and losses. The end of a game is \
        that of its last position, else that of the tag Termination, else that of the result."
    )]
    Stats(StatsArgs),
    /// Print positions of the main lines as FENs, one on a line
    #[command(
        after_help = "Without --every and --ply, prints the final position of each game without \
        errors. Games with errors are reported on standard error, and their positions before the \
        error are used by --every and --ply. --unique keeps a key of 64 bits for each position."
    )]
    Fen(FenArgs),
    /// Copy the games that meet all conditions
    #[command(
        after_help = "The text of a game is copied unchanged, and a blank line separates games. \
        Moves are read only if a condition needs them and the tags meet the conditions on tags; \
        games with errors in these moves are reported on standard error and not copied. A range of \
        dates contains a date with unknown parts if it contains one of the possible days. A \
        condition on positions is met by a position of the main line.\n\n\
        A pattern lists conditions that hold together, with commas between them:\n  \
        Nf5, pd6        a white knight on f5 and a black pawn on d6\n  \
        _h7, Ag1, ag8   h7 is empty, any white piece on g1, any black piece on g8\n  \
        [NB]f5          a white knight or a white bishop on f5\n  \
        Ra-h7, k[g8,h8] a rook on the seventh rank, the king on g8 or h8\n  \
        q, !Q           a black queen on any square, no white queen\n\
        or is a board as in FEN, where `?` is any content of a square and `*` any rest of a rank:\n  \
        */*/*/3p4/3PP3/*/*/?????PPP\n\
        Example, an isolated pawn on d4 for ten moves:\n  \
        ferz pgn filter games.pgn --pattern 'Pd4,!Pc2-7,!Pe2-7' --pattern-plies 20"
    )]
    Filter(Box<PgnFilterArgs>),
    /// Copy each game once
    #[command(
        after_help = "Games are equal if they have the same start position and moves of the main \
        line, and the same players, date and result. Games with errors are equal if their texts are. \
        The first of equal games is copied unchanged. Keeps 16 bytes for each game."
    )]
    Dedupe(DedupeArgs),
    /// Divide games into files of a number of games
    Split(SplitArgs),
    /// Sort games by a tag
    #[command(
        after_help = "Numbers come first and are compared by size, other values by their characters, \
        so that dates are in order; unknown values are the last. Games with equal values keep their \
        order. All games are kept in memory."
    )]
    Sort(SortArgs),
    /// Analyse the games with an engine and annotate their moves
    #[command(
        after_help = "Evaluates each position of the main lines, from the last to the first, and \
        adds the evaluations, `?!`, `?` and `??`, the best lines at these moves, and the accuracy of \
        both sides. Comments, NAGs and variations of the games are kept unless --replace removes \
        them; a move with one of the NAGs 1 to 6 keeps it, and [%eval] is replaced. Games with errors \
        are reported on standard error and copied unchanged. Without --nodes, --depth and --time, \
        searches 200,000 nodes: the result then does not depend on the machine. --threads analyses \
        several games at once, each with an engine of its own. \
        The loss of a move is the difference of expected scores, in percentage points, by the curve \
        of lichess, 100 / (1 + exp(-0.00368208 cp)), and its accuracy 103.1668 exp(-0.04354 loss) - \
        3.1669. The accuracy of a side is half of the harmonic mean and half of the mean weighted by \
        the volatility of the score. A move that the engine prefers loses nothing. With --output the \
        summaries are printed on standard output. Ctrl-C drops the games in progress and exits with \
        status 130; finished games have been written, unless --output would replace a file."
    )]
    Annotate(Box<AnnotateArgs>),
}

/// PGN files and the threads that read them.
#[derive(Args, Debug)]
pub(super) struct SourceArgs {
    /// PGN files, plain or compressed with gzip, bzip2 or zstd; `-` is standard input
    #[arg(value_name = "PGN", required = true)]
    pub(super) files: Vec<PathBuf>,

    /// Number of threads; the output does not depend on it
    #[arg(long, value_name = "N", default_value = "1", value_parser = thread_count())]
    pub(super) threads: u16,

    /// Number of errors that are printed, and of warnings; all are counted
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub(super) max_errors: u64,
}

/// Moves other than SAN that are read.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct MoveArgs {
    /// Read moves of pieces in UCI notation too, like g1f3
    #[arg(long)]
    uci_moves: bool,

    /// Read null moves (`--`, `Z0`) in main lines too
    #[arg(long)]
    null_moves: bool,
}

impl MoveArgs {
    /// Creates a player that reads these moves.
    pub(crate) fn player<V: GameVisitor>(self, visitor: V) -> Player<V> {
        let mut player = Player::new(visitor);
        player.set_uci_moves(self.uci_moves);
        player.set_null_moves(self.null_moves);
        player
    }
}

#[derive(Args, Debug)]
pub(super) struct PgnCheckArgs {
    #[command(flatten)]
    pub(super) source: SourceArgs,

    #[command(flatten)]
    pub(super) moves: MoveArgs,

    /// Exit with status 1 if there are warnings
    #[arg(long)]
    pub(super) strict: bool,

    /// Verify the moves of variations too
    #[arg(long)]
    pub(super) variations: bool,

    /// Print one JSON object for each error, and one with the totals on the last line
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Args, Debug)]
pub(super) struct StatsArgs {
    #[command(flatten)]
    pub(super) source: SourceArgs,

    #[command(flatten)]
    pub(super) moves: MoveArgs,

    /// Number of players and of openings to print
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(super) top: usize,

    /// Print the result as one JSON object
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Args, Debug)]
pub(super) struct FenArgs {
    #[command(flatten)]
    pub(super) source: SourceArgs,

    #[command(flatten)]
    pub(super) moves: MoveArgs,

    /// Print all positions, with that before the first move
    #[arg(long)]
    pub(super) every: bool,

    /// Print the position after this number of plies, of games that have it
    #[arg(long, value_name = "N", conflicts_with = "every")]
    pub(super) ply: Option<u32>,

    /// Print a position once, also if its counters differ
    #[arg(long)]
    pub(super) unique: bool,

    /// Print one JSON object a line, with file, game and ply
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Args, Debug)]
pub(super) struct PgnFilterArgs {
    #[command(flatten)]
    pub(super) source: SourceArgs,

    #[command(flatten)]
    pub(super) moves: MoveArgs,

    /// File to write; an existing file is replaced [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,

    #[command(flatten)]
    pub(super) conditions: ConditionArgs,

    /// Copy the games that do not meet all conditions
    #[arg(long)]
    pub(super) invert: bool,

    /// Stop after this number of copied games
    #[arg(long, value_name = "N")]
    pub(super) limit: Option<u64>,

    /// Print the numbers of games as one JSON object
    #[arg(long, requires = "output")]
    pub(super) json: bool,
}

/// The conditions of `pgn filter`.
#[derive(Args, Debug)]
#[command(next_help_heading = "Conditions")]
pub(super) struct ConditionArgs {
    /// Part of the name of a player, in any case; repeat it for both players
    #[arg(long = "player", value_name = "NAME")]
    pub(super) players: Vec<String>,

    /// Part of the name of White
    #[arg(long, value_name = "NAME")]
    pub(super) white: Vec<String>,

    /// Part of the name of Black
    #[arg(long, value_name = "NAME")]
    pub(super) black: Vec<String>,

    /// Minimum rating of both players
    #[arg(long, value_name = "ELO")]
    pub(super) min_elo: Option<u32>,

    /// Maximum rating of both players
    #[arg(long, value_name = "ELO")]
    pub(super) max_elo: Option<u32>,

    /// First date, like 2024, 2024.03 or 2024.03.15
    #[arg(long, value_name = "DATE")]
    pub(super) from: Option<Date>,

    /// Last date
    #[arg(long, value_name = "DATE")]
    pub(super) to: Option<Date>,

    /// Result: 1-0, 0-1, 1/2-1/2 or *; repeat it for several
    #[arg(long = "result", value_name = "RESULT")]
    pub(super) results: Vec<GameResult>,

    /// ECO code, range or volume, like B90, B20-B99 or B, found by the positions; repeat it for
    /// several
    #[arg(long, value_name = "ECO")]
    pub(super) eco: Vec<EcoRange>,

    /// Minimum length in plies
    #[arg(long, value_name = "N")]
    pub(super) min_plies: Option<u32>,

    /// Maximum length in plies
    #[arg(long, value_name = "N")]
    pub(super) max_plies: Option<u32>,

    /// Kind of end; repeat it for several
    #[arg(long = "ending", value_enum, value_name = "KIND")]
    pub(super) endings: Vec<EndingKind>,

    /// Material of a position, like KRPvKR, with either side as White
    #[arg(long, value_name = "PIECES")]
    pub(super) material: Option<MaterialPattern>,

    /// Position that occurs, with any counters
    #[arg(long, value_name = "FEN")]
    pub(super) fen: Option<String>,

    /// Pieces on squares of a position, like `Nf5,Pe4,_h7` or a board with `?` and `*`; see below
    #[arg(long, value_name = "PATTERN")]
    pub(super) pattern: Option<PositionPattern>,

    /// Number of consecutive positions in which the pattern holds
    #[arg(long, value_name = "N", default_value_t = 1, requires = "pattern",
        value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) pattern_plies: u32,

    /// Side to move in the first of these positions
    #[arg(long, value_enum, value_name = "SIDE", requires = "pattern")]
    pub(super) pattern_turn: Option<Turn>,

    /// Accept the pattern with colours exchanged and the board flipped too
    #[arg(long, requires = "pattern")]
    pub(super) either_color: bool,
}

#[derive(Args, Debug)]
pub(super) struct DedupeArgs {
    #[command(flatten)]
    pub(super) source: SourceArgs,

    #[command(flatten)]
    pub(super) move_forms: MoveArgs,

    /// File to write; an existing file is replaced [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,

    /// Compare only start positions and moves
    #[arg(long)]
    pub(super) moves: bool,

    /// Print the numbers of games as one JSON object
    #[arg(long, requires = "output")]
    pub(super) json: bool,
}

#[derive(Args, Debug)]
pub(super) struct SplitArgs {
    #[command(flatten)]
    pub(super) source: SourceArgs,

    /// Name of the files to write, to which `-0001` and so forth is added before the extension;
    /// existing files are replaced
    #[arg(long, short, value_name = "FILE")]
    pub(super) output: PathBuf,

    /// Number of games of each file
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) games: u64,

    /// Print the numbers of games and files as one JSON object
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Args, Debug)]
pub(super) struct SortArgs {
    #[command(flatten)]
    pub(super) source: SourceArgs,

    /// File to write; an existing file is replaced [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,

    /// Name of the tag
    #[arg(long, value_name = "NAME", default_value = "Date",
        value_parser = NonEmptyStringValueParser::new())]
    pub(super) tag: String,

    /// Sort in descending order
    #[arg(long)]
    pub(super) reverse: bool,
}
