//! `ferz puzzles find`: finds puzzles in games.

use super::checkpoint::{Checkpoint, FinishedGame, PuzzleText, Settings};
use super::engine_judge::EngineJudge;
use crate::common::arguments::mebibytes;
use crate::common::error::Error;
use crate::common::file_kind::FileKind;
use crate::common::files::{self, GameOutput, GameOutputArgs};
use crate::common::game_jobs::{FaultyGame, GameJob, work_on_games};
use crate::common::interrupt;
use crate::common::progress::{ErrorLog, progress_bar};
use crate::common::sources::{MoveArgs, SourceArgs};
use crate::common::text::{counted, duration, scaled};
use clap::{Args, ValueEnum};
use ferz_database::puzzles::{Conditions, Puzzle};
use ferz_engine::NAME;
use ferz_engine::eval::default_network;
use ferz_game::pgn::{NodeId, PgnError, PgnGame, Tree};
use ferz_output::check_distinct;
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{Write, stderr};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
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

    /// Save the puzzles of finished games to a file and skip the games that it already contains
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
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

    /// Returns the text of a puzzle.
    fn text(self, puzzle: &Puzzle) -> String {
        match self {
            Self::Csv => puzzle.to_csv(),
            Self::Pgn => game(puzzle).to_string().trim_end().to_owned(),
        }
    }
}

/// The factor of the nodes of a test.
const TEST_FACTOR: u64 = 10;

/// The puzzles of a game, or its error.
struct FoundPuzzles {
    finished: FinishedGame,
    error: Option<PgnError>,
    /// Set if the puzzles are those of the checkpoint.
    is_resumed: bool,
}

/// Finds the puzzles.
///
/// # Errors
/// If a file cannot be read or written, or the checkpoint is that of other games or another search;
/// [`Error::Interrupted`] after Ctrl-C. The puzzles found before have been written, unless they would replace an
/// old file.
pub(super) fn run(args: &FindArgs) -> Result<(), Error> {
    files::check(args.out.path(), args.to.file_kind(), &args.source.files)?;
    let control = interrupt::control();
    let engine = |_| EngineJudge::new(args.nodes, TEST_FACTOR * args.nodes, args.hash, &control);
    let judges = (0..args.source.threads).map(engine).collect::<Result<Vec<_>, _>>()?;
    let (checkpoint, finished) = open_checkpoint(args)?.unzip();
    let finished = finished.unwrap_or_default();
    let mut writer = Writer::new(args, checkpoint)?;
    let started = Instant::now();
    let found = work_on_games(
        &args.source,
        args.moves,
        judges,
        &control,
        |judge, job| find(judge, job, args, &finished),
        |found| writer.write(found?),
    );
    writer.finish(started, interrupt::check().and(found), &args.source.files)
}

/// Opens the checkpoint. `None` without the argument.
fn open_checkpoint(args: &FindArgs) -> Result<Option<(Checkpoint, Vec<FinishedGame>)>, Error> {
    let Some(path) = &args.resume else { return Ok(None) };
    let inputs: Vec<_> =
        args.source.files.iter().map(|path| ("an input file", path.as_path())).collect();
    let output = args.out.path().map(|path| ("--output", path));
    let outputs: Vec<_> = output.into_iter().chain([("--resume", path.as_path())]).collect();
    check_distinct(&outputs, &inputs)?;
    let settings = Settings {
        engine: NAME,
        network: format!("{:08x}", default_network().checksum()),
        nodes: args.nodes,
        hash_mib: args.hash.get(),
        format: format!("{:?}", args.to).to_lowercase(),
    };
    Checkpoint::open(path, &settings).map(Some)
}

/// Finds the puzzles of a game, or takes them from the finished games.
///
/// # Errors
/// If a search fails, or the finished game of this number is another one.
fn find(
    judge: &mut EngineJudge<'_>,
    job: GameJob<'_>,
    args: &FindArgs,
    finished: &[FinishedGame],
) -> Result<FoundPuzzles, Error> {
    let fingerprint = fingerprint(&job.game);
    let index = usize::try_from(job.total_number - 1).unwrap_or(usize::MAX);
    let earlier = finished.get(index);
    if let (Some(path), Some(earlier)) = (&args.resume, earlier)
        && earlier.game != fingerprint
    {
        let (file, number) = (job.file.display(), job.number);
        let reason = format_args!("not the puzzles of {file}, game {number}");
        return Err(Error::line(path, index + 2, reason));
    }
    let (found, error) = match (job.game, earlier) {
        (Err(FaultyGame { error, .. }), _) => (FinishedGame::default(), Some(error)),
        (Ok(_), Some(earlier)) => (earlier.clone(), None),
        (Ok(game), None) => (find_in(judge, &game, job.total_number, args.to)?, None),
    };
    let finished = FinishedGame { game: fingerprint, ..found };
    Ok(FoundPuzzles { finished, error, is_resumed: earlier.is_some() })
}

/// Returns a fingerprint of a game: equal for equal texts.
fn fingerprint(game: &Result<PgnGame, FaultyGame>) -> u64 {
    let mut hasher = DefaultHasher::new();
    match game {
        Ok(game) => game.to_string().hash(&mut hasher),
        Err(game) => game.text.hash(&mut hasher),
    }
    hasher.finish()
}

/// Finds the puzzles of a game of this number.
///
/// # Errors
/// If a search fails.
fn find_in(
    judge: &mut EngineJudge<'_>,
    game: &PgnGame,
    number: u64,
    format: Format,
) -> Result<FinishedGame, Error> {
    judge.new_game();
    let nodes_before = judge.total_nodes;
    let found = Conditions::default().find_in(game, number, judge)?;
    let text =
        |puzzle: &Puzzle| PuzzleText { key: puzzle.position().key(), text: format.text(puzzle) };
    Ok(FinishedGame {
        game: 0,
        candidates: found.candidates,
        nodes: judge.total_nodes - nodes_before,
        puzzles: found.puzzles.iter().map(text).collect(),
    })
}

/// The output of the command.
struct Writer {
    out: GameOutput,
    checkpoint: Option<Checkpoint>,
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
    fn new(args: &FindArgs, checkpoint: Option<Checkpoint>) -> Result<Self, Error> {
        let mut out =
            GameOutput::of_kind(args.to.file_kind(), args.out.path(), &args.source.files)?;
        if args.to == Format::Csv {
            out.write_line(Puzzle::COLUMNS)?;
        }
        Ok(Self {
            out,
            checkpoint,
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
    /// If a file cannot be written.
    fn write(&mut self, found: FoundPuzzles) -> Result<ControlFlow<()>, Error> {
        let FoundPuzzles { finished, error, is_resumed } = found;
        if let Some(checkpoint) = self.checkpoint.as_mut().filter(|_| !is_resumed) {
            checkpoint.append(&finished)?;
        }
        self.games += 1;
        self.candidates += finished.candidates;
        self.nodes += finished.nodes;
        if let Some(error) = &error {
            self.log.print(&self.bar, error);
        }
        for PuzzleText { key, text } in &finished.puzzles {
            if self.puzzles == self.limit {
                break;
            }
            if self.seen.insert(*key) {
                self.puzzles += 1;
                match self.format {
                    Format::Csv => self.out.write_line(text)?,
                    Format::Pgn => self.out.write(text.as_bytes())?,
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
