//! Searches: an engine for each, at most two at once.

use super::NamedEngine;
use super::position::{legal_move, line, position};
use crate::common::engines::{search_error, start};
use crate::common::prelude::*;
use ferz_engine::{Limits, SearchSettings, Skill};
use ferz_game::analysis::GameReview;
use ferz_serve::{Answer, Refusal, Stream};
use ferz_session::port::{
    AnalysisLine, BUILT_IN, EngineSettings, EngineStrength, PortError, PositionAnalysis,
    SearchEngine, TablebaseResult, machine_threads,
};
use ferz_syzygy::Tablebases;
use serde::Deserialize;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The number of searches at once.
const MAX_SEARCHES: usize = 2;

/// The time to wait for a search that is being stopped.
const SLOT_TIME: Duration = Duration::from_secs(2);

/// The time to wait for an engine of a search that is being stopped, whose transposition table is filled, before another
/// one is started.
const ENGINE_TIME: Duration = Duration::from_millis(300);

/// The number of best lines.
const MAX_LINES: usize = 256;

/// A call to search.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct SearchCall {
    #[serde(default = "built_in")]
    engine: String,
    fen: String,
    /// Moves from the position on, in UCI notation.
    #[serde(default)]
    moves: Vec<String>,
    #[serde(default)]
    chess960: bool,
    #[serde(default)]
    limits: LimitsCall,
    #[serde(default = "one_line")]
    multipv: usize,
    /// The strength of the built-in engine.
    elo: Option<u32>,
    level: Option<u32>,
    /// Set for the first search of another game.
    #[serde(default)]
    new_game: bool,
    /// Set for a search of a review, which depends on its position alone: one thread, and a small and empty table.
    #[serde(default)]
    review: bool,
}

/// The limits of a search; without any it runs until the request is closed.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct LimitsCall {
    depth: Option<u32>,
    nodes: Option<u64>,
    /// Milliseconds.
    time: Option<u64>,
    mate: Option<u32>,
    clock: Option<ClockCall>,
    /// The moves to search.
    #[serde(default)]
    moves: Vec<String>,
    #[serde(default)]
    infinite: bool,
}

/// The clocks of a game in milliseconds.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct ClockCall {
    white: u64,
    black: u64,
    #[serde(default)]
    increment: u64,
    moves_to_go: Option<u32>,
}

fn built_in() -> String {
    BUILT_IN.to_owned()
}

fn one_line() -> usize {
    1
}

impl LimitsCall {
    /// Returns the limits for the engine.
    ///
    /// # Errors
    /// If a move is not legal.
    fn limits(&self, position: &Position) -> Result<Limits, Refusal> {
        let mut limits = Limits {
            depth: self.depth.map(|depth| depth.max(1)),
            nodes: self.nodes.map(|nodes| nodes.max(1)),
            move_time: self.time.map(|millis| Duration::from_millis(millis.max(1))),
            mate: self.mate.map(|mate| mate.max(1)),
            infinite: self.infinite,
            ..Limits::none()
        };
        for text in &self.moves {
            limits.search_moves.push(legal_move(position, text)?);
        }
        if let Some(clock) = &self.clock {
            limits.clock[Color::White] = Some(Duration::from_millis(clock.white));
            limits.clock[Color::Black] = Some(Duration::from_millis(clock.black));
            limits.increment = [Duration::from_millis(clock.increment); 2];
            limits.moves_to_go = clock.moves_to_go;
        }
        limits.infinite |= !limits.is_limited();
        Ok(limits)
    }
}

/// The engines of the command line.
pub(super) struct Engines {
    offered: Vec<Arc<Offered>>,
    threads: Option<u16>,
    hash: NonZeroUsize,
    tables: Option<Arc<Tablebases>>,
    slots: Arc<SearchSlots>,
}

/// An engine by its name, with those of it that wait for a search.
struct Offered {
    name: String,
    /// The name that the engine gives itself.
    title: String,
    command: String,
    threads: Option<u16>,
    hash: NonZeroUsize,
    tables: Option<Arc<Tablebases>>,
    idle: Mutex<Vec<SearchEngine>>,
    /// The engines with the settings of reviews that wait for a search.
    reviewers: Mutex<Vec<SearchEngine>>,
    returned: Condvar,
}

/// The JSON object of an engine.
#[derive(Serialize)]
pub(super) struct EngineInfo<'a> {
    /// The name in calls.
    pub(super) name: &'a str,
    /// The name that the engine gives itself.
    pub(super) title: &'a str,
}

impl Engines {
    /// Starts the built-in engine and those of the command line, so that one that fails is named at once.
    ///
    /// # Errors
    /// If an engine cannot be started, or two have the same name.
    pub(super) fn start(
        named: &[NamedEngine],
        threads: Option<u16>,
        hash: NonZeroUsize,
        tables: Option<Arc<Tablebases>>,
    ) -> Result<Self, Error> {
        let own = NamedEngine { name: BUILT_IN.to_owned(), command: BUILT_IN.to_owned() };
        let mut offered: Vec<Arc<Offered>> = Vec::new();
        for NamedEngine { name, command } in std::iter::once(&own).chain(named) {
            if offered.iter().any(|other| other.name == *name) {
                return Err(Error::usage(
                    format_args!("two engines are named {name}"),
                    "ferz serve",
                ));
            }
            let mut engine = Offered {
                name: name.clone(),
                title: String::new(),
                command: command.clone(),
                threads,
                hash,
                tables: tables.clone(),
                idle: Mutex::default(),
                reviewers: Mutex::default(),
                returned: Condvar::new(),
            };
            let started = engine.start(false)?;
            engine.title = started.name().to_owned();
            engine.put_back(started, false);
            offered.push(Arc::new(engine));
        }
        Ok(Self { offered, threads, hash, tables, slots: Arc::default() })
    }

    /// Returns the names of the engines.
    pub(super) fn info(&self) -> Vec<EngineInfo<'_>> {
        let named = self.offered.iter();
        named.map(|engine| EngineInfo { name: &engine.name, title: &engine.title }).collect()
    }

    /// Returns the number of threads of each engine that can have so many.
    pub(super) fn threads(&self) -> u16 {
        self.threads.unwrap_or_else(machine_threads)
    }

    /// Returns the size of the transposition table of each engine in MiB.
    pub(super) fn hash(&self) -> usize {
        self.hash.get()
    }

    /// Begins a search. Its answer is a line of JSON for each line, and the object of `ferz analyse --json` at the end.
    ///
    /// # Errors
    /// If the call is invalid, or too many searches run.
    pub(super) fn search(&self, call: SearchCall) -> Result<Answer, Refusal> {
        let engine = self.offered.iter().find(|engine| engine.name == call.engine);
        let missing = || Refusal::NotFound(format!("no engine {:?}", call.engine));
        let engine = Arc::clone(engine.ok_or_else(missing)?);
        let search = ServedSearch::new(&call, &engine, self.tables.clone())?;
        let slot = SearchSlot::take(&self.slots)?;
        let write = move |stream: &Stream| {
            search.run(&engine, stream);
            drop(slot);
        };
        Ok(Answer::Stream { content_type: "application/x-ndjson", write: Box::new(write) })
    }
}

impl Offered {
    /// Starts the engine once more, for reviews with their settings.
    fn start(&self, review: bool) -> Result<SearchEngine, Error> {
        let (threads, hash) = match review {
            true => (Some(1), NonZeroUsize::new(GameReview::HASH_MIB).expect("a table has memory")),
            false => (self.threads, self.hash),
        };
        let settings = EngineSettings { threads, hash, options: &[] };
        let mut engine = start(&self.command, settings)?;
        if let SearchEngine::BuiltIn(searcher) = &mut engine {
            searcher.set_tablebases(self.tables.clone());
        }
        Ok(engine)
    }

    /// Returns the engine that searched last, or another one if none is idle within [`ENGINE_TIME`].
    fn take(&self, review: bool) -> Result<SearchEngine, Error> {
        if review {
            let last = self.lock(true).pop();
            return last.map_or_else(|| self.start(true), Ok);
        }
        let idle = self.lock(false);
        let waited = self.returned.wait_timeout_while(idle, ENGINE_TIME, |idle| idle.is_empty());
        let (mut idle, _) = waited.unwrap_or_else(PoisonError::into_inner);
        let last = idle.pop();
        drop(idle);
        last.map_or_else(|| self.start(false), Ok)
    }

    fn put_back(&self, engine: SearchEngine, review: bool) {
        self.lock(review).push(engine);
        self.returned.notify_one();
    }

    fn lock(&self, review: bool) -> MutexGuard<'_, Vec<SearchEngine>> {
        let engines = if review { &self.reviewers } else { &self.idle };
        engines.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The number of searches that run.
#[derive(Default)]
struct SearchSlots {
    taken: Mutex<usize>,
    freed: Condvar,
}

/// The permission of one search; its drop is its end.
struct SearchSlot(Arc<SearchSlots>);

impl SearchSlot {
    /// Takes a permission, and waits for one at most [`SLOT_TIME`].
    ///
    /// # Errors
    /// If too many searches run.
    fn take(slots: &Arc<SearchSlots>) -> Result<Self, Refusal> {
        let taken = slots.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let waited =
            slots.freed.wait_timeout_while(taken, SLOT_TIME, |taken| *taken >= MAX_SEARCHES);
        let (mut taken, _) = waited.unwrap_or_else(PoisonError::into_inner);
        if *taken >= MAX_SEARCHES {
            return Err(Refusal::Busy(format!("{MAX_SEARCHES} searches run already")));
        }
        *taken += 1;
        Ok(Self(Arc::clone(slots)))
    }
}

impl Drop for SearchSlot {
    fn drop(&mut self) {
        *self.0.taken.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        self.0.freed.notify_one();
    }
}

/// A search that is ready to run.
struct ServedSearch {
    start: Position,
    moves: Vec<Move>,
    position: Position,
    limits: Limits,
    settings: SearchSettings,
    new_game: bool,
    review: bool,
    tables: Option<Arc<Tablebases>>,
}

impl ServedSearch {
    /// Checks a call.
    ///
    /// # Errors
    /// If the position, a move or a number is invalid.
    fn new(
        call: &SearchCall,
        engine: &Offered,
        tables: Option<Arc<Tablebases>>,
    ) -> Result<Self, Refusal> {
        let invalid = |reason: &str| Err(Refusal::Invalid(reason.to_owned()));
        if !(1..=MAX_LINES).contains(&call.multipv) {
            return invalid("multipv: expected 1 to 256");
        }
        let skill = match (call.elo, call.level) {
            (None, None) => Skill::FULL,
            _ if engine.name != BUILT_IN => {
                return invalid("elo and level are for the built-in engine");
            }
            (Some(_), Some(_)) => return invalid("elo or level, not both"),
            (elo, level) => EngineStrength::new(level, elo).skill(),
        };
        let start = position(&call.fen, call.chess960)?;
        let (position, moves) = line(&start, &call.moves)?;
        let limits = call.limits.limits(&position)?;
        let settings = SearchSettings { multipv: call.multipv, skill, ..SearchSettings::default() };
        Ok(Self {
            start,
            moves,
            position,
            limits,
            settings,
            new_game: call.new_game || call.review,
            review: call.review,
            tables,
        })
    }

    /// Searches until a limit or until the stream is closed. An error is the last line.
    fn run(&self, offered: &Offered, stream: &Stream) {
        let mut engine = match offered.take(self.review) {
            Ok(engine) => engine,
            Err(error) => return send_error(stream, &error),
        };
        let control = Arc::new(Control::default());
        let stopped = Arc::clone(&control);
        stream.on_close(move || stopped.stop());
        match self.search(&mut engine, stream, &control) {
            Ok(()) => offered.put_back(engine, self.review),
            Err(error) => {
                send_error(stream, &search_error(&engine, &error));
                if !error.is_fatal() {
                    offered.put_back(engine, self.review);
                }
            }
        }
    }

    fn search(
        &self,
        engine: &mut SearchEngine,
        stream: &Stream,
        control: &Control,
    ) -> Result<(), PortError> {
        if self.new_game {
            engine.new_game()?;
        }
        let mut lines: Vec<AnalysisLine> = Vec::new();
        let has_moves = self.position.has_legal_move();
        let on_line = &mut |line: AnalysisLine| {
            if has_moves && line.moves.is_empty() {
                return;
            }
            let object = json_line(&line.object(&self.position));
            // A review must not depend on how fast its lines are read.
            match self.review {
                true => drop(stream.send(object)),
                false => stream.offer(object),
            }
            line.update(&mut lines);
        };
        let Self { start, moves, limits, settings, .. } = self;
        let end = engine.search_lines(start, moves, limits, settings, control, on_line)?;
        let tablebase = self
            .tables
            .as_deref()
            .and_then(|tables| TablebaseResult::new(tables, &self.position).ok());
        let report = PositionAnalysis::new(engine.name(), &self.position, &end, &lines, tablebase);
        // A client that has gone needs no end.
        let _ = stream.send(json_line(&report));
        Ok(())
    }
}

/// Returns a value as a line of JSON.
fn json_line(value: &impl Serialize) -> Vec<u8> {
    let mut line = serde_json::to_vec(value).unwrap_or_default();
    line.push(b'\n');
    line
}

/// Ends a stream with an error.
fn send_error(stream: &Stream, error: &Error) {
    let _ = stream.send(json_line(&serde_json::json!({ "error": error.to_string() })));
}
