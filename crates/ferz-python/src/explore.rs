//! The index of the positions of games, for `ferz.explore`: `ferz_database::index` on boards.

use crate::arguments::Natural;
use crate::batch::TextSource;
use crate::board::Board;
use crate::conditions::selection;
use crate::file_error::file_error;
use ferz::Move;
use ferz_database::facts::GameFacts;
use ferz_database::index::{
    ExploredGame, GameIndexer, Index, IndexError, IndexWriter, Shown, WriterOptions,
};
use ferz_game::pgn::{Chunk, ParallelReader, Player, decode};
use pyo3::exceptions::{PyException, PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

pyo3::create_exception!(
    ferz.explore,
    ExploreError,
    PyException,
    "An index is missing or damaged, or another process writes it."
);

/// The number of error texts that are kept.
const MAX_ERRORS: usize = 1000;

fn error_object(error: IndexError) -> PyErr {
    match error {
        IndexError::File { path, error } => file_error(&path, &error),
        IndexError::Output(error) => PyOSError::new_err(error.to_string()),
        IndexError::Condition(_) => PyValueError::new_err(error.to_string()),
        // The library names the command that makes an index.
        error => ExploreError::new_err(
            error.to_string().replace("`ferz explore add`", "`Index(path, create=True)`"),
        ),
    }
}

/// An index of games in a folder. Threads may use it at once.
#[pyclass(frozen, module = "ferz._core")]
pub(crate) struct GameIndex {
    folder: PathBuf,
    /// The index as it was after the last call that changed it here.
    index: RwLock<Arc<Index>>,
}

/// A move of a position, as `ferz.explore.MoveRow` has it.
#[derive(IntoPyObject)]
struct MoveFields {
    uci: String,
    san: String,
    games: u64,
    white: u64,
    draws: u64,
    black: u64,
    /// The games without a known result.
    unknown: u64,
    average_rating: Option<u64>,
    last_played: Option<String>,
    /// The number of the game if it is the only one.
    game: Option<u64>,
}

/// A game, as `ferz.explore.GameRow` has it.
#[derive(IntoPyObject)]
struct GameFields {
    number: u64,
    white: String,
    black: String,
    white_elo: Option<u16>,
    black_elo: Option<u16>,
    event: String,
    date: Option<String>,
    result: &'static str,
    speed: Option<&'static str>,
}

/// A move in UCI notation and a game that played it.
type PlayedGame = (String, GameFields);

/// The games added, those left out as known, those with errors, the first errors, and the fingerprints of the
/// games added, if they are kept.
type AddedTuple = (u64, u64, u64, Vec<String>, Vec<u64>);

impl GameFields {
    fn new(number: u64, info: GameFacts) -> Self {
        let GameFacts { white, black, white_elo, black_elo, event, .. } = info;
        let date = info.date.year().is_some().then(|| info.date.to_string());
        let (result, speed) = (info.result.as_str(), info.speed.map(|speed| speed.name()));
        Self { number, white, black, white_elo, black_elo, event, date, result, speed }
    }
}

/// How games are added.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct AddOptions {
    /// Bytes for games in memory.
    memory: Natural,
    /// Stores the texts of games.
    texts: bool,
    /// The number of threads that read, all cores for 0.
    threads: Natural,
    /// The fingerprints of games that are left out as known.
    known: Vec<u64>,
    /// Returns the fingerprints of the games added.
    keeps_fingerprints: bool,
}

#[pymethods]
impl GameIndex {
    /// Opens an index; with `create` makes one if the folder has none.
    #[new]
    #[pyo3(signature = (folder, create, plies))]
    fn new(
        py: Python<'_>,
        folder: PathBuf,
        create: bool,
        plies: Option<Natural<u16>>,
    ) -> PyResult<Self> {
        let plies = plies.map(|plies| plies.0);
        if plies == Some(0) {
            return Err(PyValueError::new_err("expected plies of at least 1"));
        }
        let opened = py.detach(|| match Index::open(&folder) {
            Err(IndexError::NoIndex { .. }) if create => {
                let options = WriterOptions { plies, ..WriterOptions::default() };
                IndexWriter::open(&folder, options)?.commit()?;
                Index::open(&folder)
            }
            opened => opened,
        });
        let index = opened.map_err(error_object)?;
        if let Some(given) = plies.filter(|&plies| plies != index.plies()) {
            return Err(error_object(IndexError::Plies { found: index.plies(), given }));
        }
        Ok(Self { folder, index: RwLock::new(Arc::new(index)) })
    }

    /// Returns the numbers of games, positions, segments and plies, and the bytes of index and texts.
    fn sizes(&self) -> (u64, u64, usize, u16, u64, u64) {
        let index = self.index();
        let [index_bytes, text_bytes] = index.sizes();
        let (games, positions) = (index.games(), index.positions());
        (games, positions, index.segments(), index.plies(), index_bytes, text_bytes)
    }

    /// Returns the moves of a position, the most frequent first, then games of the best rated players and of the
    /// last dates.
    fn explore(
        &self,
        board: &Bound<'_, Board>,
        conditions: &Bound<'_, PyDict>,
        top_games: Natural,
        recent_games: Natural,
    ) -> PyResult<(Vec<MoveFields>, Vec<PlayedGame>, Vec<PlayedGame>)> {
        let position = Board::position(board)?;
        let (top_games, recent_games) = (top_games.size(), recent_games.size());
        let (selection, shown) =
            (selection(conditions)?, Shown { top_games, recent_games, by_month: false });
        let index = self.index();
        let explored = board.py().detach(|| index.explore(&position, &selection, shown));
        let explored = explored.map_err(error_object)?;
        let side = position.side_to_move();
        let moves = explored.moves.iter().map(|found| {
            let counts = &found.counts;
            let date = counts.last_played;
            MoveFields {
                uci: position.uci(found.mv).to_string(),
                san: position.san(found.mv).to_string(),
                games: counts.games,
                white: counts.white,
                draws: counts.draws,
                black: counts.black,
                unknown: counts.unknown(),
                average_rating: counts.average_rating(side),
                last_played: date.year().is_some().then(|| date.to_string()),
                game: found.game,
            }
        });
        let played = |games: Vec<ExploredGame>| {
            let uci = |mv: Move| position.uci(mv).to_string();
            let fields =
                |game: ExploredGame| (uci(game.mv), GameFields::new(game.number, game.info));
            games.into_iter().map(fields).collect()
        };
        Ok((moves.collect(), played(explored.top_games), played(explored.recent_games)))
    }

    /// Returns the numbers of the games with a position, in the order of the index.
    fn find_games(
        &self,
        board: &Bound<'_, Board>,
        conditions: &Bound<'_, PyDict>,
    ) -> PyResult<Vec<u64>> {
        let (position, selection) = (Board::position(board)?, selection(conditions)?);
        let index = self.index();
        board.py().detach(|| index.find_games(&position, &selection)).map_err(error_object)
    }

    /// Returns a game by its number, None behind the last one.
    fn game(&self, py: Python<'_>, number: Natural) -> PyResult<Option<GameFields>> {
        let index = self.index();
        let info = py.detach(|| index.info(number.0)).map_err(error_object)?;
        Ok(info.map(|info| GameFields::new(number.0, info)))
    }

    /// Returns the text of a game, None if it is not stored or there is no such game.
    fn text(&self, py: Python<'_>, number: Natural) -> PyResult<Option<String>> {
        let index = self.index();
        let text = py.detach(|| index.text(number.0)).map_err(error_object)?;
        Ok(text.map(|text| decode(&text).into_owned()))
    }

    /// Adds the games of texts.
    fn add(
        &self,
        py: Python<'_>,
        sources: Vec<TextSource>,
        options: AddOptions,
    ) -> PyResult<AddedTuple> {
        py.detach(|| {
            let added = add(&self.folder, sources, options)?;
            self.reopen()?;
            Ok(added)
        })
    }

    /// Merges all segments into one and returns the number that there were.
    fn compact(&self, py: Python<'_>) -> PyResult<usize> {
        py.detach(|| {
            let writer = IndexWriter::open(&self.folder, WriterOptions::default());
            let segments = writer.and_then(IndexWriter::compact).map_err(error_object)?;
            self.reopen()?;
            Ok(segments)
        })
    }

    /// Reads and verifies all files. Returns the first fault of each segment that has one.
    fn check(&self, py: Python<'_>) -> Vec<String> {
        let index = self.index();
        py.detach(|| index.check().iter().map(ToString::to_string).collect())
    }
}

impl GameIndex {
    fn index(&self) -> Arc<Index> {
        Arc::clone(&self.index.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Opens the index as it is now.
    fn reopen(&self) -> PyResult<()> {
        let index = Arc::new(Index::open(&self.folder).map_err(error_object)?);
        *self.index.write().unwrap_or_else(PoisonError::into_inner) = index;
        Ok(())
    }
}

/// Adds the games of texts to an index, without the lock of the interpreter.
///
/// # Errors
/// If a text cannot be read or a file cannot be written, and after Ctrl-C. The index then stays as it was.
fn add(folder: &Path, sources: Vec<TextSource>, options: AddOptions) -> PyResult<AddedTuple> {
    let memory = options.memory.size();
    let writer_options = WriterOptions { plies: None, memory, texts: options.texts };
    let mut adder = Adder {
        writer: IndexWriter::open(folder, writer_options).map_err(error_object)?,
        known: options.known.into_iter().collect(),
        fingerprints: options.keeps_fingerprints.then(Vec::new),
        left_out: 0,
        error_count: 0,
        errors: Vec::new(),
    };
    let plies = adder.writer.plies();
    for source in sources {
        let (name, input) = source.open()?;
        let mut reader = ParallelReader::new(input);
        reader.set_source(name);
        reader.keep_texts();
        if let Some(threads) = NonZeroUsize::new(options.threads.size()) {
            reader.set_threads(threads);
        }
        let read = reader.read_all(
            || Player::new(GameIndexer::new(plies)),
            |chunk| match adder.add(chunk) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => ControlFlow::Break(error),
            },
        )?;
        if let ControlFlow::Break(error) = read {
            return Err(error);
        }
    }
    let Adder { writer, fingerprints, left_out, error_count, errors, .. } = adder;
    let report = writer.commit().map_err(error_object)?;
    let duplicates = report.duplicates + left_out;
    Ok((report.added, duplicates, error_count, errors, fingerprints.unwrap_or_default()))
}

/// Adds games to an index and counts those that are left out.
struct Adder {
    writer: IndexWriter,
    known: HashSet<u64>,
    fingerprints: Option<Vec<u64>>,
    left_out: u64,
    error_count: u64,
    errors: Vec<String>,
}

impl Adder {
    fn add(&mut self, chunk: Chunk<Player<GameIndexer>>) -> PyResult<()> {
        Python::attach(|py| py.check_signals())?;
        let games = chunk.visitor.into_visitor().into_games();
        for (mut game, text) in games.into_iter().zip(chunk.texts.iter()) {
            if let Some(mut error) = game.error.take() {
                self.error_count += 1;
                if self.errors.len() < MAX_ERRORS {
                    error.game += chunk.games_before;
                    self.errors.push(error.to_string());
                }
            } else if self.known.contains(&game.fingerprint()) {
                self.left_out += 1;
            } else if self.writer.add(&game, text).map_err(error_object)?
                && let Some(fingerprints) = &mut self.fingerprints
            {
                fingerprints.push(game.fingerprint());
            }
        }
        Ok(())
    }
}

/// Makes an index in a new or an empty folder out of others, whose folders are yielded one after the other and are
/// not used later. A game that two of them have is in it twice.
#[pyfunction]
pub(crate) fn merge_indexes(
    py: Python<'_>,
    folder: PathBuf,
    parts: &Bound<'_, PyAny>,
    plies: Natural<u16>,
) -> PyResult<u64> {
    let options = WriterOptions { plies: Some(plies.0), ..WriterOptions::default() };
    let mut writer = py.detach(|| IndexWriter::open(&folder, options)).map_err(error_object)?;
    for part in parts.try_iter()? {
        let part: PathBuf = part?.extract()?;
        py.detach(|| writer.adopt(&part)).map_err(error_object)?;
    }
    let report = py.detach(|| writer.commit()).map_err(error_object)?;
    Ok(report.added)
}
