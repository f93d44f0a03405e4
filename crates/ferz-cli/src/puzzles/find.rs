//! `ferz puzzles find`: finds puzzles in games.

use super::engine_judge::{EngineJudge, expected};
use crate::common::arguments::mebibytes;
use crate::common::error::Error;
use crate::common::file_kind::FileKind;
use crate::common::files::{self, GameOutput, GameOutputArgs};
use crate::common::interrupt;
use crate::common::progress::{ErrorLog, progress_bar};
use crate::common::sources::{MoveArgs, SourceArgs};
use crate::common::text::{counted, duration, scaled};
use clap::{Args, ValueEnum};
use ferz::{Color, Position};
use ferz_database::puzzles::{Candidate, Conditions, Effort, Judge, Puzzle, Verdict};
use ferz_engine::{Control, Searcher};
use ferz_game::ordered::work_in_order;
use ferz_game::pgn::annotation::{Annotation, annotations};
use ferz_game::pgn::{CommentPlace, GameBuilder, NodeId, PgnError, PgnGame, Tree};
use std::collections::HashSet;
use std::io::{Write, stderr};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::path::PathBuf;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::Builder;
use std::time::Instant;

#[derive(Args, Debug)]
pub(crate) struct FindArgs {
    #[command(flatten)]
    source: SourceArgs,

    #[command(flatten)]
    moves: MoveArgs,

    #[command(flatten)]
    out: GameOutputArgs,

    /// Format of the puzzles
    #[arg(long, value_enum, default_value_t = Format::Csv)]
    to: Format,

    /// Nodes of the search of each move; the test has ten times as many
    #[arg(long, value_name = "N", default_value_t = 150_000, value_parser = clap::value_parser!(u64).range(100..=1_000_000_000))]
    nodes: u64,

    /// Transposition table size of the engine of each thread in MiB
    #[arg(long, value_name = "MIB", default_value = "32", value_parser = mebibytes)]
    hash: NonZeroUsize,

    /// End after this number of puzzles
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    limit: Option<u64>,
}

/// Formats of puzzles.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Format {
    /// A row a puzzle, with the columns of Lichess's puzzle database
    Csv,
    /// A game a puzzle, from the position before the error
    Pgn,
}

impl Format {
    fn file_kind(self) -> FileKind {
        match self {
            Self::Csv => FileKind::Rows,
            Self::Pgn => FileKind::Games,
        }
    }
}

/// The factor of the nodes of a test.
const TEST_FACTOR: u64 = 10;

/// A game, or the error that ends it.
struct GameJob {
    /// The number among the games of all files, from 1.
    number: u64,
    game: Result<PgnGame, PgnError>,
}

/// The puzzles of a game.
#[derive(Default)]
struct FoundPuzzles {
    puzzles: Vec<Puzzle>,
    candidates: u64,
    nodes: u64,
    error: Option<PgnError>,
}

/// Finds the puzzles.
///
/// # Errors
/// If a file cannot be read or written; [`Error::Interrupted`] after Ctrl-C. The puzzles found before have been
/// written, unless they would replace an old file.
pub(super) fn run(args: &FindArgs) -> Result<(), Error> {
    files::check(args.out.path(), args.to.file_kind(), &args.source.files)?;
    let control = interrupt::control();
    let engine = |_| EngineJudge::new(args.nodes, TEST_FACTOR * args.nodes, args.hash, &control);
    let judges = (0..args.source.threads).map(engine).collect::<Result<Vec<_>, _>>()?;
    let mut writer = Writer::new(args)?;
    let started = Instant::now();
    let found = std::thread::scope(|scope| {
        let (jobs, games) = sync_channel(1);
        let reader = Builder::new().spawn_scoped(scope, move || read_games(args, &jobs));
        let reader = reader.map_err(thread_error)?;
        let work = |judge: &mut EngineJudge<'_>, job| find(judge, job, &control);
        let written = work_in_order(judges, Searcher::STACK_SIZE, games, work, |found| {
            let written = found.and_then(|found| writer.write(found));
            if !matches!(written, Ok(ControlFlow::Continue(()))) {
                // Ends the searches of puzzles that will not be written.
                control.stop();
            }
            match written {
                Ok(ControlFlow::Continue(())) => ControlFlow::Continue(()),
                Ok(ControlFlow::Break(())) => ControlFlow::Break(Ok(())),
                Err(error) => ControlFlow::Break(Err(error)),
            }
        });
        let read = reader.join().unwrap_or_else(|panic| resume_unwind(panic));
        match written.map_err(thread_error)? {
            ControlFlow::Break(ended) => ended,
            ControlFlow::Continue(()) => read,
        }
    });
    writer.finish(started, interrupt::check().and(found), &args.source.files)
}

fn thread_error(error: std::io::Error) -> Error {
    Error::new(format_args!("thread: {error}"))
}

/// Reads the games of all files and sends them until the receiver is dropped.
fn read_games(args: &FindArgs, jobs: &SyncSender<GameJob>) -> Result<(), Error> {
    let mut number = 0;
    args.source.sources().without_bar().read(
        || args.moves.player(GameBuilder::new()),
        |_, mut chunk| {
            let mut number_in_file = chunk.games_before;
            for (game, error) in chunk.visitor.visitor_mut().take_all() {
                (number, number_in_file) = (number + 1, number_in_file + 1);
                let game = match error {
                    None => Ok(game),
                    Some(mut error) => {
                        error.game = number_in_file;
                        Err(error)
                    }
                };
                if jobs.send(GameJob { number, game }).is_err() {
                    return Ok(ControlFlow::Break(()));
                }
            }
            Ok(ControlFlow::Continue(()))
        },
    )
}

/// Finds the puzzles of a game.
fn find(
    judge: &mut EngineJudge<'_>,
    job: GameJob,
    control: &Control,
) -> Result<FoundPuzzles, Error> {
    if control.is_stopped() {
        return Err(Error::Interrupted);
    }
    let game = match job.game {
        Ok(game) => game,
        Err(error) => return Ok(FoundPuzzles { error: Some(error), ..FoundPuzzles::default() }),
    };
    judge.new_game();
    let conditions = Conditions::default();
    let nodes_before = judge.total_nodes;
    let mut found = FoundPuzzles::default();
    for (ply, candidate) in candidates(&game.tree, &conditions, judge)? {
        found.candidates += 1;
        let Some(mut puzzle) = conditions.solve(&candidate, judge)? else { continue };
        if conditions.test(&puzzle, judge)? != Verdict::Confirmed {
            continue;
        }
        puzzle.id = format!("{}-{ply}", job.number);
        let tag = |name| game.tags.get(name).unwrap_or_default();
        let site = Some(tag("Site")).filter(|site| site.starts_with("http"));
        puzzle.game = site.map(|site| format!("{site}#{ply}")).unwrap_or_default();
        puzzle.opening = tag("Opening").replace([' ', ','], "_");
        found.puzzles.push(puzzle);
    }
    found.nodes = judge.total_nodes - nodes_before;
    Ok(found)
}

/// Returns the candidates of the main line with the number of their ply, from 1, by the evaluations in the
/// comments and else by a glance of the engine.
fn candidates(
    tree: &Tree,
    conditions: &Conditions,
    judge: &mut EngineJudge<'_>,
) -> Result<Vec<(usize, Candidate)>, Error> {
    let mut position = tree.start();
    let mut before = expected_score(tree, NodeId::ROOT, &position, judge)?;
    let mut found = Vec::new();
    for (index, node) in tree.main_line().enumerate() {
        let Some(mv) = tree.mv(node) else {
            position.do_null_move();
            position = Tree::from_position(&position).start();
            before = expected_score(tree, node, &position, judge)?;
            continue;
        };
        let start = position.clone();
        position.do_move(mv);
        let after = expected_score(tree, node, &position, judge)?;
        let candidate = Candidate { start, error: mv };
        if let (Some(before), Some(after)) = (before, after)
            && conditions.is_candidate(&candidate, 1.0 - before, after)
        {
            found.push((index + 1, candidate));
        }
        before = after;
    }
    Ok(found)
}

/// Returns the expected score of the side to move; `None` if the game is over.
fn expected_score(
    tree: &Tree,
    node: NodeId,
    position: &Position,
    judge: &mut EngineJudge<'_>,
) -> Result<Option<f64>, Error> {
    if position.outcome().is_some() {
        return Ok(None);
    }
    let mut comments = tree.comments(node, CommentPlace::After).flat_map(annotations);
    let written = comments.find_map(|annotation| match annotation {
        Annotation::Eval(eval) => Some(eval.score),
        _ => None,
    });
    if let Some(score) = written {
        let is_white = position.side_to_move() == Color::White;
        return Ok(Some(expected(if is_white { score } else { -score })));
    }
    let lines = judge.best_lines(position, 1, Effort::Glance)?;
    Ok(lines.first().map(|line| line.expected))
}

/// The output of the command.
struct Writer {
    out: GameOutput,
    format: Format,
    limit: u64,
    /// The keys of the positions to solve; each is one puzzle.
    seen: HashSet<u64>,
    games: usize,
    candidates: u64,
    puzzles: u64,
    nodes: u64,
    bar: indicatif::ProgressBar,
    log: ErrorLog,
}

impl Writer {
    /// Creates the file.
    ///
    /// # Errors
    /// If the file cannot be created.
    fn new(args: &FindArgs) -> Result<Self, Error> {
        let mut out =
            GameOutput::of_kind(args.to.file_kind(), args.out.path(), &args.source.files)?;
        if args.to == Format::Csv {
            out.write_line(Puzzle::COLUMNS)?;
        }
        Ok(Self {
            out,
            format: args.to,
            limit: args.limit.unwrap_or(u64::MAX),
            seen: HashSet::new(),
            games: 0,
            candidates: 0,
            puzzles: 0,
            nodes: 0,
            bar: progress_bar(None),
            log: ErrorLog::new(args.source.max_errors),
        })
    }

    /// Writes the puzzles of a game. Breaks at the limit.
    ///
    /// # Errors
    /// If the file cannot be written.
    fn write(&mut self, found: FoundPuzzles) -> Result<ControlFlow<()>, Error> {
        self.games += 1;
        self.candidates += found.candidates;
        self.nodes += found.nodes;
        if let Some(error) = &found.error {
            self.log.print(&self.bar, error);
        }
        for puzzle in &found.puzzles {
            if self.puzzles == self.limit {
                break;
            }
            if self.seen.insert(puzzle.position().key()) {
                self.puzzles += 1;
                match self.format {
                    Format::Csv => self.out.write_line(&puzzle.to_csv())?,
                    Format::Pgn => {
                        self.out.write(game(puzzle).to_string().trim_end().as_bytes())?
                    }
                }
            }
        }
        self.out.flush_stdout()?;
        let (games, puzzles) =
            (counted(self.games, "game"), counted(self.puzzles as usize, "puzzle"));
        self.bar.set_message(format!("{games}, {puzzles}"));
        let is_full = self.puzzles == self.limit;
        Ok(if is_full { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    /// Completes the file and prints the totals on standard error.
    ///
    /// # Errors
    /// The error of the search, or if the file cannot be written.
    fn finish(
        self,
        started: Instant,
        found: Result<(), Error>,
        inputs: &[PathBuf],
    ) -> Result<(), Error> {
        self.bar.finish_and_clear();
        self.log.finish();
        let finished = self.out.finish_or_keep(found, inputs);
        // The puzzles are the result: errors of the totals are ignored.
        let _ = writeln!(
            stderr(),
            "{}, {}: {} ({} nodes, {})",
            counted(self.games, "game"),
            counted(self.candidates as usize, "candidate"),
            counted(self.puzzles as usize, "puzzle"),
            scaled(self.nodes.into()),
            duration(started.elapsed())
        );
        finished
    }
}

/// Returns a puzzle as a game from the position before the error.
fn game(puzzle: &Puzzle) -> PgnGame {
    let mut game = PgnGame { tree: Tree::from_position(&puzzle.start), ..PgnGame::new() };
    let themes: Vec<&str> = puzzle.themes.iter().map(|theme| theme.name()).collect();
    let event = format!("Puzzle {}", puzzle.id);
    let tags = [
        ("Event", &*event),
        ("Site", &puzzle.game),
        ("Opening", &puzzle.opening),
        ("Themes", &themes.join(" ")),
    ];
    for (name, value) in tags {
        if !value.is_empty() {
            // The names are valid, and values are escaped.
            let _ = game.tags.set(name, value);
        }
    }
    let mut node = NodeId::ROOT;
    for &mv in &puzzle.moves {
        node = game.tree.add(node, mv).expect("the moves of a puzzle are legal");
    }
    game
}
