//! `ferz pgn`: commands on the games of PGN files, each in a file of its own.

mod annotate;
mod check;
mod clean;
mod convert;
mod crosstable;
mod dedupe;
mod filter;
mod list;
mod merge;
mod player_stats;
mod result_table;
mod sort;
mod split;
mod stats;

use crate::common::prelude::*;
use annotate::AnnotateArgs;
use check::PgnCheckArgs;
use clean::CleanArgs;
use convert::ConvertArgs;
use crosstable::CrosstableArgs;
use dedupe::DedupeArgs;
use filter::PgnFilterArgs;
use list::ListArgs;
use merge::MergeArgs;
use sort::SortArgs;
use split::SplitArgs;
use stats::StatsArgs;

#[derive(Subcommand, Debug)]
pub(crate) enum PgnCommand {
    /// Verify the moves of all games and print each error with its place
    #[command(
        after_help = "A game with an error is read up to the error. Warnings are faults that hide no \
        move, such as a malformed tag, text after the result, an illegal move in a variation or a move \
        in UCI notation; a tag Result that differs from the result after the moves; a result that \
        contradicts a mate or a stalemate on the board; and a check mark of a move that gives no check \
        or no mate. Exits with status 1 if there are errors, and with --strict if there are warnings."
    )]
    Check(PgnCheckArgs),
    /// Count games, results, lengths, players, openings, endgames and terminations
    #[command(
        after_help = "Games with errors are reported on standard error and left out of all counts \
        but that of games. Openings are found by the positions, not by the tag ECO, and a code has \
        the name of the most frequent opening of its games. A kind of endgame counts if at least \
        10 plies are played with its material, as with `ferz pgn filter --endgame`; bishop and knight \
        endgames are endgames of minor pieces too. With --player, the results are those of that player by colour, \
        opening and endgame, in place of those of all players. The termination of a game \
        is that of its last position, else that of the tag Termination, else that of the result."
    )]
    Stats(StatsArgs),
    /// Write games or positions as rows: moves, CSV, JSON, EPD or FEN
    #[command(
        after_help = "Games with errors are reported on standard error and have no row; their positions \
        before the error have rows with --every and --ply. Rows are in the order of the games, and memory \
        does not depend on their number, except for --unique, which keeps a key of 64 bits for each \
        position.\n\n\
        Rows of games in `csv` have the columns file, game, the tags, plies, fen and moves, in `jsonl` \
        file, game, tags, result, plies, fen and moves; `fen` is a start position that is not the standard \
        one. Rows of positions have file, game, ply, fen and move, the next one in UCI notation.\n\n\
        Examples:\n  \
        ferz pgn convert games.pgn --to fen                    the final positions\n  \
        ferz pgn convert games.pgn --to epd --every --unique   all positions once\n  \
        ferz pgn convert games.pgn --to csv -o games.csv       a table for DuckDB, pandas or a spreadsheet"
    )]
    Convert(ConvertArgs),
    /// Copy the games that meet all conditions
    #[command(
        after_help = "The text of a game is copied unchanged, and a blank line separates games. \
        Moves are read only if a condition needs them and the tags meet the conditions on tags; \
        games with errors in these moves are reported on standard error and not copied. All conditions must \
        hold; of several values of one condition, one is enough. A range of \
        dates contains a date with unknown parts if it contains one of the possible days. A \
        condition on positions is met by a position of the main line.\n\n\
        Names are compared by whole words: `magnus carlsen` finds `Carlsen, Magnus`, and `Player 1` \
        does not find `Player 10`. If a name finds several, standard error lists them.\n\n\
        --tag compares numbers and dates by their values. Two names are no tags: `Speed` is \
        ultraBullet, bullet, blitz, rapid, classical or correspondence by the tag TimeControl, as \
        Lichess computes it (base + 40 increments: below 30, 180, 480, 1500 and 21600 seconds), and \
        `EloDiff` the rating of White minus that of Black:\n  \
        ferz pgn filter games.pgn --tag 'Speed >= blitz' --tag 'EloDiff <= -200' --result 1-0\n\n\
        --endgame selects games of which --endgame-plies are played with the material of a kind of \
        endgame, the plies before and after an interruption together. The lost rook endgames of a player:\n  \
        ferz pgn filter games.pgn --lost meyer --endgame rook -o lost.pgn\n\n\
        --follows selects games whose moves stay within a repertoire until one of its lines ends; \
        --leaves those in which a side plays another move before:\n  \
        ferz pgn filter games.pgn --follows white.pgn --leaves player --player meyer\n\n\
        A pattern lists conditions that hold together, with commas between them:\n  \
        Nf5, pd6        a white knight on f5 and a black pawn on d6\n  \
        _h7, Ag1, ag8   h7 is empty, any white piece on g1, any black piece on g8\n  \
        [NB]f5          a white knight or a white bishop on f5\n  \
        Ra-h7, k[g8,h8] a rook on the seventh rank, the king on g8 or h8\n  \
        q, !Q           a black queen on any square, no white queen\n\
        or is a board as in FEN, where `?` is any content of a square and `*` any rest of a rank:\n  \
        */*/*/3p4/3PP3/*/?????PPP/*\n\
        Example, an isolated pawn on d4 for ten moves:\n  \
        ferz pgn filter games.pgn --pattern 'Pd4,!Pc2-7,!Pe2-7' --stable-plies 20"
    )]
    Filter(Box<PgnFilterArgs>),
    /// List the games that meet all conditions, one line each, with their numbers
    #[command(
        after_help = "The conditions are those of `ferz pgn filter`. A game has its number in its file, \
        for `ferz analyse FILE --game N` and `ferz board --pgn FILE --game N`, its date, players, result, \
        number of moves and opening by the positions. On a terminal long names are cut off with `…`. Games \
        with errors are reported on standard error and not listed.\n\n\
        Examples:\n  \
        ferz pgn list games.pgn --player meyer --since 2024\n  \
        ferz pgn list games.pgn --lost meyer --endgame rook"
    )]
    List(Box<ListArgs>),
    /// Print the results of the players of each event against each other
    #[command(
        after_help = "An event has the games with the same tag Event; --event chooses one. The columns of a round \
        robin are the opponents by their lines, those of other events the rounds by the tag Round: `12w½` is a draw \
        with White against the player in line 12. Without rounds the games of a player are counted.\n\n\
        Equal scores are separated by Sonneborn-Berger (the sum of the opponents' scores, each multiplied by the points \
        against it) and the number of wins; but in a Swiss first by Buchholz (the sum of the opponents' scores). \
        Players who are equal in all are in the order of their names. Games without a known result score nothing, byes are not in a \
        file, and each game counts: `ferz pgn dedupe` leaves out copies.\n\n\
        Example:\n  \
        ferz pgn crosstable games.pgn --event 'Club cup' --since 2024"
    )]
    Crosstable(Box<CrosstableArgs>),
    /// Write the games in the export format of PGN
    #[command(
        after_help = "Without options everything is kept: comments, NAGs, variations and all tags, in their \
        order after the first seven. Moves are written in SAN with the right check marks, in lines of \
        at most 79 characters, and text as UTF-8. A game that ends with checkmate or stalemate gets this \
        result. If the tag Result and the result after the moves differ, the latter is written, unless it \
        is `*`. Escaped lines (%) and comments between games are not part of a game.\n\n\
        A game with an error is written up to the error, which is reported on standard error, or \
        unchanged if no move before the error can be read. Faults that hide no move are left out and \
        counted as warnings; `ferz pgn check` prints them. With --strict, games with an error or a \
        warning are written unchanged. Without a game to write, an existing file stays as it was. Exits \
        with status 1 if a game has an error.\n\n\
        Examples:\n  \
        ferz pgn clean games.pgn -o tidy.pgn\n  \
        ferz pgn clean games.pgn --moves-only --tags roster --width 0 -o short.pgn\n  \
        ferz pgn clean games.pgn --add ECO,Opening -o named.pgn"
    )]
    Clean(Box<CleanArgs>),
    /// Copy each game once
    #[command(
        after_help = "Games are equal if they have the same start position and moves of the main \
        line, and the same players, date and result. Games with errors are equal if their texts are. \
        The first of equal games is copied unchanged. Keeps 16 bytes for each game, also \
        for those of --against."
    )]
    Dedupe(DedupeArgs),
    /// Divide games into files of a number of games, or by ECO code, month or a tag
    #[command(
        after_help = "--by names each file by its value: games-B90.pgn, games-2024-05.pgn, with `_` for \
        characters that names of files may not have and `unknown` for games without the value. All files are \
        open until the end, at most 1,000.\n\n\
        Examples:\n  \
        ferz pgn split games.pgn --games 1000 -o part.pgn\n  \
        ferz pgn split games.pgn --by month -o games.pgn"
    )]
    Split(SplitArgs),
    /// Merge games into one tree of variations, the most frequent moves first
    #[command(
        after_help = "Writes one game for each start position, in which moves are sorted by the number \
        of games that played them, equal numbers by the moves, so that the order of the games does not \
        count. Comments have the numbers, [%games 12], and are read again: a tree can be merged with further \
        games, and alone it is merged to itself. Without a comment a move has the number of the position \
        before it, and the first move of a variation 0, as in a game with variations. Other comments, NAGs, \
        tags, results and games with errors are left out. Takes about 24 bytes of memory for each \
        different move, and more to write it.\n\n\
        Example, the openings of a player with White:\n  \
        ferz pgn filter games.pgn --white meyer | ferz pgn merge - --plies 20 --min-games 2"
    )]
    Merge(MergeArgs),
    /// Sort games by a tag
    #[command(
        after_help = "Numbers come first and are compared by size, other values by their characters, \
        so that dates are in order; unknown values are the last. Games with equal values keep their \
        order. All games are kept in memory."
    )]
    Sort(SortArgs),
    /// Analyse the games with an engine and annotate their moves
    #[command(after_help = "Evaluates each position of the main lines and \
        adds the evaluations, `?!`, `?` and `??`, the best lines at these moves, and the accuracy of \
        both sides. With conditions, which are those of `ferz pgn filter`, the other games are left out. Comments, NAGs and \
        variations of the games are kept unless --replace removes \
        them; a move with one of the NAGs 1 to 6 keeps it, and [%eval] is replaced. Games with errors \
        are reported on standard error and copied unchanged. Without --nodes, --depth and --time, \
        searches 100,000 nodes. Each search begins with an empty table, and a move whose loss is within \
        2 points of a border of `?!`, `?` or `??` is judged by searches four times as long (3 plies \
        deeper with --depth): two runs are equal, and the result does not depend on the machine. --threads \
        analyses several games at once, each with an engine of its own. \
        The loss of a move is the difference of expected scores, in percentage points, by the curve \
        of lichess, 100 / (1 + exp(-0.00368208 cp)), and its accuracy 103.1668 exp(-0.04354 loss) - \
        3.1669. The accuracy of a side is half of the harmonic mean and half of the mean weighted by \
        the volatility of the score. A move that the engine prefers loses nothing. A table of \
        summaries is printed on standard output with --output, else on standard error after the games. \
        Losses are percentage points in the table and in --json, too. Ctrl-C drops the games in progress and exits with \
        status 130; finished games have been written, unless --output would replace a file.")]
    Annotate(Box<AnnotateArgs>),
}

/// Runs a command on PGN files.
///
/// # Errors
/// If the arguments are invalid, a file cannot be read or written, or a check fails.
pub(crate) fn run(command: &PgnCommand) -> Result<(), Error> {
    match command {
        PgnCommand::Check(args) => check::run(args),
        PgnCommand::Stats(args) => stats::run(args),
        PgnCommand::Convert(args) => convert::run(args),
        PgnCommand::Filter(args) => filter::run(args),
        PgnCommand::List(args) => list::run(args),
        PgnCommand::Crosstable(args) => crosstable::run(args),
        PgnCommand::Clean(args) => clean::run(args),
        PgnCommand::Dedupe(args) => dedupe::run(args),
        PgnCommand::Split(args) => split::run(args),
        PgnCommand::Merge(args) => merge::run(args),
        PgnCommand::Sort(args) => sort::run(args),
        PgnCommand::Annotate(args) => annotate::run(args),
    }
}
