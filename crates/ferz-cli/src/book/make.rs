//! `book make`: makes a book from the games of PGN files or of an index.

use super::{positions, write};
use crate::common::files::{self, is_standard_stream};
use crate::common::prelude::*;
use ferz_database::index::{ExploredMove, Index, Shown};
use ferz_database::selection::Selection;
use ferz_game::book::{BookBuilder, BuildOptions, Counting, LeftOut, PgnGames};
use ferz_game::pgn::{GameBuilder, PgnError};
use std::collections::{HashSet, VecDeque};

#[derive(Args, Debug)]
pub(crate) struct BookMakeArgs {
    /// PGN files, plain or compressed with gzip, bzip2 or zstd; `-` is standard input
    #[arg(value_name = "PGN", required_unless_present = "from")]
    files: Vec<PathBuf>,

    /// Take the moves from an index of `ferz explore` in place of PGN files, from the start position by moves
    /// of at least --min-games games; all games are counted, as with --exact
    #[arg(long, value_name = "INDEX", conflicts_with_all = ["files", "variations"])]
    from: Option<PathBuf>,

    /// Book to write; an existing book is replaced; `-` is standard output
    #[arg(long, short, value_name = "BOOK")]
    output: PathBuf,

    #[command(flatten)]
    moves: MoveArgs,

    /// Number of errors that are printed; all are counted
    #[arg(long, value_name = "N", default_value_t = 100)]
    max_errors: u64,

    /// Use the moves of variations too, each as that of a game without a result
    #[arg(long)]
    variations: bool,

    /// Minimum number of games with a move [default: 3, or 1 with --variations]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    min_games: Option<u32>,

    /// Number of plies of each game that are used
    #[arg(long, value_name = "N", default_value_t = 1024)]
    max_plies: u32,

    /// Minimum score of a move in percent: 100 if its side won all games, 50 if all were drawn
    #[arg(long, value_name = "PERCENT", default_value_t = 0.0, value_parser = number(0.0..=100.0))]
    min_score: f64,

    /// Keep the moves of one side only
    #[arg(long, value_name = "SIDE", value_parser = side())]
    color: Option<Color>,

    /// Give all moves the weight 1
    #[arg(long)]
    uniform: bool,

    /// Store the number of games and the points of each move in the field `learn`, as Polyglot's book
    /// learning does: `ferz book probe` prints them
    #[arg(long)]
    learn: bool,

    /// Count all games, and scale weights above 65535, instead of halving the counts of a position
    /// each time a move has 16384 games
    #[arg(long)]
    exact: bool,

    /// Print the result as one JSON object
    #[arg(long)]
    json: bool,
}

/// JSON object of a new book.
#[derive(Serialize)]
struct MakeReport {
    games: u64,
    errors: u64,
    moves_read: usize,
    entries: usize,
    positions: usize,
    left_out: LeftOutReport,
}

/// JSON object of the moves that were left out, by reason.
#[derive(Serialize)]
struct LeftOutReport {
    other_side: usize,
    few_games: usize,
    no_points: usize,
    low_score: usize,
}

/// Makes a book.
///
/// # Errors
/// If a file cannot be read or written, the book is one of the PGN files or would have no move, or after
/// Ctrl-C, which writes no book.
pub(super) fn run(args: &BookMakeArgs) -> Result<(), Error> {
    let sources = Sources::new(&args.files, args.max_errors);
    let file = files::create(&args.output, FileKind::Book, &args.files)?;
    let builder = BookBuilder::new(build_options(args));
    let mut games = None;
    let (builder, errors) = if let Some(folder) = &args.from {
        let index = Index::open(folder)?;
        games = Some(index.games());
        (add_index(builder, args, &index)?, 0)
    } else if args.variations {
        add_trees(builder, args, &sources)?
    } else {
        add_main_lines(builder, args, &sources)?
    };
    let entries = builder.finish();
    if entries.is_empty() {
        let reason = empty_text(args, &builder);
        return Err(if errors > 0 { Error::failed_check(reason) } else { Error::new(reason) });
    }
    write(file, &entries)?;
    let LeftOut { other_side, few_games, no_points, low_score } = builder.left_out();
    let report = MakeReport {
        games: games.unwrap_or(builder.games()),
        errors,
        moves_read: builder.moves(),
        entries: entries.len(),
        positions: positions(&entries),
        left_out: LeftOutReport { other_side, few_games, no_points, low_score },
    };
    if is_standard_stream(&args.output) {
        return Ok(());
    }
    if args.json {
        return print_json(&report);
    }
    let (path, games) = (args.output.display(), counted(report.games, "game"));
    let errors = match report.errors {
        0 => String::new(),
        errors => format!(" ({} with errors)", grouped(errors)),
    };
    let (moves, positions) =
        (counted(report.entries, "move"), counted(report.positions, "position"));
    writeln!(
        stdout(),
        "{path}: {moves} in {positions}, of {} moves in {games}{errors}",
        grouped(report.moves_read)
    )?;
    for text in left_out_texts(args, &builder) {
        writeln!(stdout(), "left out: {text}")?;
    }
    Ok(())
}

/// Returns the number of moves that were left out for each reason.
fn left_out_texts(args: &BookMakeArgs, builder: &BookBuilder) -> Vec<String> {
    let LeftOut { other_side, few_games, no_points, low_score } = builder.left_out();
    let min_games = min_games(args);
    [
        (other_side, "of the other side (--color)".to_owned()),
        (few_games, format!("in fewer than {min_games} games (--min-games 1 keeps them)")),
        (no_points, "without points: their side lost all games".to_owned()),
        (low_score, format!("with a score below {} % (--min-score)", args.min_score)),
    ]
    .into_iter()
    .filter(|&(count, _)| count > 0)
    .map(|(count, reason)| format!("{} {reason}", counted(count, "move")))
    .collect()
}

/// Returns the message of a book that would have no move, with the reasons.
fn empty_text(args: &BookMakeArgs, builder: &BookBuilder) -> String {
    let names: Vec<_> = args.files.iter().map(|path| path.display().to_string()).collect();
    let games = counted(builder.games(), "game");
    let found = match builder.moves() {
        0 => format!("found no move in {games}"),
        moves => format!("no move of {} in {games} is left", grouped(moves)),
    };
    let reasons = left_out_texts(args, builder);
    let reasons = if reasons.is_empty() {
        String::new()
    } else {
        format!("; left out: {}", reasons.join(", "))
    };
    let tip = if args.variations || builder.moves() == 0 {
        ""
    } else {
        "; --variations makes a book of a repertoire, with its variations"
    };
    format!("{}: {found}, and no book is written{reasons}{tip}", names.join(", "))
}

/// Adds the main lines of all games. Returns the builder with the number of errors.
fn add_main_lines(
    builder: BookBuilder,
    args: &BookMakeArgs,
    sources: &Sources<'_>,
) -> Result<(BookBuilder, u64), Error> {
    let mut errors = 0;
    let report = |error: PgnError| {
        errors += 1;
        sources.report_all([error], 0);
    };
    let mut player = args.moves.player(PgnGames::new(builder, report));
    sources.read_with(&mut player)?;
    let builder = player.into_visitor().into_builder();
    Ok((builder, errors))
}

/// Adds the main lines and variations of all games. Returns the builder with the number of errors.
fn add_trees(
    mut builder: BookBuilder,
    args: &BookMakeArgs,
    sources: &Sources<'_>,
) -> Result<(BookBuilder, u64), Error> {
    let mut errors = 0;
    sources.read(
        || args.moves.player(GameBuilder::new()),
        |_, mut chunk| {
            for (game, error) in chunk.visitor.visitor_mut().take_all() {
                builder.add_tree(&game.tree, game.result);
                errors += u64::from(error.is_some());
                sources.report_all(error, chunk.games_before);
            }
            Ok(ControlFlow::Continue(()))
        },
    )?;
    Ok((builder, errors))
}

/// Adds the moves of an index. Positions that no move of enough games leads to are not found.
fn add_index(
    mut builder: BookBuilder,
    args: &BookMakeArgs,
    index: &Index,
) -> Result<BookBuilder, Error> {
    let start = Position::startpos();
    let mut known = HashSet::from([start.key()]);
    // In the order of plies, so that the limit of plies counts the shortest way to a position.
    let mut open = VecDeque::from([(start, 0)]);
    while let Some((position, plies)) = open.pop_front() {
        interrupt::check()?;
        let side = position.side_to_move();
        let explored = index.explore(&position, &Selection::default(), Shown::default())?;
        for ExploredMove { mv, counts, .. } in explored.moves {
            let wins = if side == Color::White { counts.white } else { counts.black };
            let points = 2 * wins + counts.draws + counts.unknown();
            let count = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
            builder.add_counts(&position, mv, count(counts.games), count(points));
            let mut after = position.clone();
            after.do_move(mv);
            let is_followed = counts.games >= min_games(args).into() && plies + 1 < args.max_plies;
            if is_followed && known.insert(after.key()) {
                open.push_back((after, plies + 1));
            }
        }
    }
    Ok(builder)
}

/// Returns the minimum number of games with a move: the moves of a repertoire occur once.
fn min_games(args: &BookMakeArgs) -> u32 {
    let default = if args.variations { 1 } else { BuildOptions::default().min_games };
    args.min_games.unwrap_or(default)
}

fn build_options(args: &BookMakeArgs) -> BuildOptions {
    BuildOptions {
        min_games: min_games(args),
        max_plies: args.max_plies,
        min_score: args.min_score,
        color: args.color,
        uniform: args.uniform,
        learn: args.learn,
        counting: if args.exact { Counting::Exact } else { Counting::Halving },
    }
}
