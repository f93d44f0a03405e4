//! `ferz puzzles find`: finds puzzles in games.

use super::checkpoint::{FindSettings, FinishedGame, PuzzleCheckpoint, PuzzleText};
use super::engine_judge::EngineJudge;
use crate::common::collector::count_games;
use crate::common::files;
use crate::common::game_jobs::{FaultyGame, GameJob, work_on_games};
use crate::common::prelude::*;
use ferz_database::facts::{Fingerprint, GameTags};
use ferz_database::puzzles::{Conditions, Puzzle};
use ferz_database::selection::{Selection, Tests};
use ferz_engine::NAME;
use ferz_engine::eval::default_network;
use ferz_game::pgn::{PgnError, PgnGame};
use ferz_output::check_distinct;
use ferz_session::port::{EngineSettings, SearchEngine};
use std::collections::HashSet;
use std::io::stderr;

#[derive(Args, Debug)]
pub(crate) struct FindArgs {
    #[command(flatten)]
    source: SourceArgs,

    #[command(flatten)]
    moves: MoveArgs,

    #[command(flatten)]
    out: GameOutputArgs,

    /// Format of the puzzles [default: pgn for an output file with .pgn, else csv]
    #[arg(long, value_enum)]
    to: Option<Format>,

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

    #[command(flatten)]
    conditions: ConditionArgs,
}

/// The name of the command in errors of usage.
const COMMAND: &str = "ferz puzzles find";

/// Formats of puzzles.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Format {
    /// A row a puzzle, with the columns of Lichess's puzzle database
    Csv,
    /// A game a puzzle, from the position before the error, with players, event, date and whose error it is
    Pgn,
}

impl FindArgs {
    /// Returns the format of the puzzles.
    fn format(&self) -> Format {
        let ending = self.out.path().and_then(|path| path.extension()?.to_str());
        let is_pgn = ending.is_some_and(|ending| ending.eq_ignore_ascii_case("pgn"));
        self.to.unwrap_or(if is_pgn { Format::Pgn } else { Format::Csv })
    }
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
            Self::Pgn => puzzle.to_pgn().to_string().trim_end().to_owned(),
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
    /// Set if the game does not meet the conditions.
    is_left_out: bool,
    /// The names and tags of the conditions that the game has.
    known: u64,
}

/// Finds the puzzles.
///
/// # Errors
/// If a file cannot be read or written, or the checkpoint is that of other games or another search;
/// [`Error::Interrupted`] after Ctrl-C. The puzzles found before have been written, unless they would replace an
/// old file.
pub(super) fn run(args: &FindArgs) -> Result<(), Error> {
    let selection = args.conditions.selection(args.moves, COMMAND)?;
    let tests = selection.tests();
    files::check(args.out.path(), args.format().file_kind(), &args.source.files)?;
    let control = interrupt::control();
    let engine = |_| {
        let settings = EngineSettings { threads: Some(1), hash: args.hash, options: &[] };
        let (engine, nodes) = (SearchEngine::built_in(settings)?, args.nodes);
        Ok::<_, Error>(EngineJudge::new(engine, nodes, TEST_FACTOR * nodes, &control))
    };
    let judges = (0..args.source.threads).map(engine).collect::<Result<Vec<_>, _>>()?;
    let (checkpoint, finished) = open_checkpoint(args)?.unzip();
    let finished = finished.unwrap_or_default();
    let total = count_games(&args.source, args.moves, &tests, |_| 1)?;
    let mut writer = PuzzleWriter::new(args, &selection, checkpoint, total)?;
    let started = Instant::now();
    let found = work_on_games(
        &args.source,
        args.moves,
        judges,
        &control,
        |judge, job| find(judge, job, args, &tests, &finished),
        |found| writer.write(found?),
    );
    writer.finish(started, interrupt::check().and(found), &args.source.files)
}

/// Opens the checkpoint. `None` without the argument.
fn open_checkpoint(
    args: &FindArgs,
) -> Result<Option<(PuzzleCheckpoint, Vec<FinishedGame>)>, Error> {
    let Some(path) = &args.resume else { return Ok(None) };
    let inputs: Vec<_> =
        args.source.files.iter().map(|path| ("an input file", path.as_path())).collect();
    let output = args.out.path().map(|path| ("--output", path));
    let outputs: Vec<_> = output.into_iter().chain([("--resume", path.as_path())]).collect();
    check_distinct(&outputs, &inputs)?;
    let settings = FindSettings {
        engine: NAME,
        network: format!("{:08x}", default_network().checksum()),
        nodes: args.nodes,
        hash_mib: args.hash.get(),
        format: format!("{:?}", args.format()).to_lowercase(),
        conditions: args.conditions.texts().to_vec(),
    };
    PuzzleCheckpoint::open(path, &settings).map(Some)
}

/// Finds the puzzles of a game, or takes them from the finished games.
///
/// # Errors
/// If a search fails, or the finished game of this number is another one.
fn find(
    judge: &mut EngineJudge<'_>,
    job: GameJob<'_>,
    args: &FindArgs,
    tests: &Tests<'_>,
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
    let (mut is_left_out, mut known) = (false, 0);
    let (found, error) = match (job.game, earlier) {
        (Err(FaultyGame { error, .. }), _) => (FinishedGame::default(), Some(error)),
        (Ok(game), earlier) => {
            is_left_out = !tests.accept_game(&game);
            known = tests.known(&GameTags::of_game(&game));
            let found = match earlier {
                Some(earlier) => earlier.clone(),
                None if is_left_out => FinishedGame::default(),
                None => {
                    let player = player_of(tests.selection(), &game);
                    find_in(judge, &game, job.total_number, args.format(), player)?
                }
            };
            (found, None)
        }
    };
    let finished = FinishedGame { game: fingerprint, ..found };
    Ok(FoundPuzzles { finished, error, is_resumed: earlier.is_some(), is_left_out, known })
}

/// Returns the side of the player of the conditions; `None` without a name, and for both sides, which says nothing.
fn player_of(selection: &Selection, game: &PgnGame) -> Option<Color> {
    let has_name = !selection.players.is_empty();
    match selection.player_sides(&GameTags::of_game(game)) {
        [true, false] if has_name => Some(Color::White),
        [false, true] if has_name => Some(Color::Black),
        _ => None,
    }
}

/// Returns a fingerprint of a game: equal for equal texts.
fn fingerprint(game: &Result<PgnGame, FaultyGame>) -> u64 {
    let mut fingerprint = Fingerprint::default();
    match game {
        Ok(game) => fingerprint.add_text(game.to_string().as_bytes()),
        Err(game) => fingerprint.add_text(&game.text),
    }
    fingerprint.bits()
}

/// Finds the puzzles of a game of this number, in which the player has this side.
///
/// # Errors
/// If a search fails.
fn find_in(
    judge: &mut EngineJudge<'_>,
    game: &PgnGame,
    number: u64,
    format: Format,
    player: Option<Color>,
) -> Result<FinishedGame, Error> {
    judge.new_game()?;
    let nodes_before = judge.total_nodes;
    let mut found = Conditions::default().find_in(game, number, judge)?;
    found.puzzles.iter_mut().for_each(|puzzle| puzzle.source.player = player);
    let text =
        |puzzle: &Puzzle| PuzzleText { key: puzzle.position().key(), text: format.text(puzzle) };
    Ok(FinishedGame {
        game: 0,
        candidates: found.candidates,
        unsolved: found.unsolved,
        unconfirmed: found.unconfirmed,
        nodes: judge.total_nodes - nodes_before,
        puzzles: found.puzzles.iter().map(text).collect(),
    })
}

/// The output of the command.
struct PuzzleWriter<'a> {
    args: &'a FindArgs,
    names: NameReport<'a>,
    out: GameOutput,
    checkpoint: Option<PuzzleCheckpoint>,
    format: Format,
    /// The keys of the positions to solve; each is one puzzle.
    seen: HashSet<u64>,
    /// The number of games to search, if it is known.
    total: Option<u64>,
    counts: FindTotals,
    bar: indicatif::ProgressBar,
    log: ErrorLog,
}

/// The numbers of a search.
#[derive(Default)]
struct FindTotals {
    games: u64,
    /// The games with errors.
    faulty: u64,
    candidates: u64,
    unsolved: u64,
    unconfirmed: u64,
    /// The puzzles whose position was that of an earlier one.
    repeated: u64,
    puzzles: u64,
    nodes: u64,
}

impl FindTotals {
    /// Adds the numbers of a game.
    fn add(&mut self, finished: &FinishedGame) {
        self.games += 1;
        self.candidates += finished.candidates;
        self.unsolved += finished.unsolved;
        self.unconfirmed += finished.unconfirmed;
        self.nodes += finished.nodes;
    }

    /// Returns how many puzzles were found, and why not more.
    fn text(&self, limit: Option<u64>, elapsed: Duration) -> String {
        let puzzles = match limit {
            Some(limit) => {
                format!("{} of {}", grouped(self.puzzles), counted(limit, "puzzle"))
            }
            None => counted(self.puzzles, "puzzle"),
        };
        let candidates = counted(self.candidates, "candidate");
        let games = counted(self.games, "game");
        let losses = with_reasons([
            (self.unsolved, "without a solution"),
            (self.unconfirmed, "not confirmed by the test"),
            (self.repeated, "of a position found before"),
        ]);
        let faulty = match self.faulty {
            0 => String::new(),
            faulty => format!("; {} with errors", counted(faulty, "game")),
        };
        let (nodes, time) = (scaled(self.nodes.into()), duration(elapsed));
        format!("{puzzles} found: {candidates} in {games}{losses}{faulty} ({nodes} nodes, {time})")
    }
}

impl<'a> PuzzleWriter<'a> {
    /// Creates the file, for the puzzles of this number of games.
    ///
    /// # Errors
    /// If the file cannot be created.
    fn new(
        args: &'a FindArgs,
        selection: &'a Selection,
        checkpoint: Option<PuzzleCheckpoint>,
        total: Option<u64>,
    ) -> Result<Self, Error> {
        let format = args.format();
        let out = GameOutput::of_kind(format.file_kind(), args.out.path(), &args.source.files)?;
        Ok(Self {
            args,
            names: NameReport::new(selection),
            out,
            checkpoint,
            format,
            seen: HashSet::new(),
            total,
            counts: FindTotals::default(),
            bar: progress_bar(total),
            log: ErrorLog::new(args.source.max_errors),
        })
    }

    /// Writes the puzzles of a game. Breaks at the limit.
    ///
    /// # Errors
    /// If a file cannot be written.
    fn write(&mut self, found: FoundPuzzles) -> Result<ControlFlow<()>, Error> {
        let FoundPuzzles { finished, error, is_resumed, is_left_out, known } = found;
        self.names.add(known);
        if let Some(checkpoint) = self.checkpoint.as_mut().filter(|_| !is_resumed) {
            checkpoint.append(&finished)?;
        }
        if is_left_out {
            return Ok(ControlFlow::Continue(()));
        }
        if let Some(error) = &error {
            self.counts.faulty += 1;
            self.log.print(&self.bar, error);
            return Ok(ControlFlow::Continue(()));
        }
        self.counts.add(&finished);
        let limit = self.args.limit.unwrap_or(u64::MAX);
        for PuzzleText { key, text } in &finished.puzzles {
            if self.counts.puzzles == limit {
                break;
            } else if self.seen.insert(*key) {
                self.write_puzzle(text)?;
            } else {
                self.counts.repeated += 1;
            }
        }
        self.out.flush_stdout()?;
        self.show_progress();
        let is_full = self.counts.puzzles == limit;
        Ok(if is_full { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    /// Writes a puzzle, the first row below the names of the columns.
    ///
    /// # Errors
    /// If the file cannot be written.
    fn write_puzzle(&mut self, text: &str) -> Result<(), Error> {
        if self.counts.puzzles == 0 {
            self.write_columns()?;
        }
        self.counts.puzzles += 1;
        match self.format {
            Format::Csv => self.out.write_line(text),
            Format::Pgn => self.out.write(text.as_bytes()),
        }
    }

    /// Writes the names of the columns of rows.
    ///
    /// # Errors
    /// If the file cannot be written.
    fn write_columns(&mut self) -> Result<(), Error> {
        match self.format {
            Format::Csv => self.out.write_line(Puzzle::COLUMNS),
            Format::Pgn => Ok(()),
        }
    }

    /// Shows the numbers of games and puzzles. The time left is that to the last game, or to the last puzzle
    /// that is wanted if that is nearer.
    fn show_progress(&self) {
        let FindTotals { games, puzzles, .. } = self.counts;
        let of = |total: Option<u64>| {
            total.map(|total| format!(" of {}", grouped(total))).unwrap_or_default()
        };
        let limit = self.args.limit;
        let (all_games, all_puzzles) = (of(self.total), of(limit));
        let (games_text, puzzles_text) = (grouped(games), grouped(puzzles));
        self.bar.set_message(format!(
            "{games_text}{all_games} games, {puzzles_text}{all_puzzles} puzzles"
        ));
        if let Some(total) = self.total {
            let by_puzzles = limit.map_or(0, |limit| {
                (u128::from(total) * u128::from(puzzles) / u128::from(limit)) as u64
            });
            self.bar.set_position(games.max(by_puzzles));
        }
    }

    /// Completes the file and prints the totals on standard error, but not before the error of an input
    /// without a puzzle.
    ///
    /// # Errors
    /// The error of the search, or if the file cannot be written.
    fn finish(
        mut self,
        started: Instant,
        found: Result<(), Error>,
        inputs: &[PathBuf],
    ) -> Result<(), Error> {
        self.bar.finish_and_clear();
        self.log.finish();
        let is_complete = found.is_ok();
        let has_totals = matches!(found, Ok(()) | Err(Error::Interrupted));
        let has_puzzles = self.counts.puzzles > 0;
        if is_complete && !has_puzzles {
            self.write_columns()?;
        }
        let finished = match self.out {
            // Without a puzzle the file is empty, as one of `ferz pgn filter` without a game.
            out if is_complete => out.finish(found),
            out => out.finish_or_keep(found, inputs),
        };
        let FindTotals { games, faulty, .. } = self.counts;
        let has_conditions = self.args.conditions.first_given().is_some();
        if is_complete && games + faulty == 0 && has_conditions {
            self.names.print(false, 0);
        } else if has_totals || has_puzzles {
            // The puzzles are the result: errors of the totals are ignored.
            let text = self.counts.text(self.args.limit, started.elapsed());
            let _ = writeln!(stderr(), "{text}");
        }
        finished
    }
}
