//! The engine: a session in this process, whose searches run on a thread of their own.

use crate::handles::{Freed, Kind, Shared, create_shared, get, share};
use crate::pgn::c_text;
use crate::position::{FerzPosition, legal};
use crate::status::{
    FERZ_ERROR_ARGUMENT, FERZ_ERROR_BUSY, FERZ_ERROR_CALLBACK, FERZ_ERROR_INTERNAL,
    FERZ_ERROR_LIMIT, FERZ_ERROR_NOT_FOUND, FERZ_ERROR_PARSE, FERZ_ERROR_TIMEOUT, Fault, guard,
};
use crate::values::{
    null_result, optional_text, read_struct, store, store_optional, text, write_struct,
};
use ferz::notation::UciMove;
use ferz::{Bound, Move, Position, Score};
use ferz_session::options::declarations;
use ferz_session::{Output, Session, SessionSignals};
use ferz_uci::{Command, Go, Info, OptionKind, Reply, SetOption};
use std::cell::Cell;
use std::ffi::{c_char, c_void};
use std::io;
use std::ptr::null;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// An engine. Created by `ferz_engine_new`, freed by `ferz_free`. Several threads may use it at once.
pub struct FerzEngine(());

impl Shared for Engine {
    type Handle = FerzEngine;
    const KIND: Kind = Kind::Engine;
}

/// A line of a running search, with its score.
pub const FERZ_EVENT_LINE: u32 = 1;
/// A message, such as the number of tablebases found, or that a file cannot be read.
pub const FERZ_EVENT_TEXT: u32 = 2;
/// The end of a search, with its best move.
pub const FERZ_EVENT_DONE: u32 = 3;

/// `score` is in centipawns: at 100, half of the games are won.
pub const FERZ_SCORE_CENTIPAWNS: u32 = 0;
/// `score` is the number of moves to mate; negative, or 0, if the side to move is mated.
pub const FERZ_SCORE_MATE: u32 = 1;

/// The score is exact.
pub const FERZ_BOUND_EXACT: u32 = 0;
/// The score is a lower bound.
pub const FERZ_BOUND_LOWER: u32 = 1;
/// The score is an upper bound.
pub const FERZ_BOUND_UPPER: u32 = 2;

/// An event of an engine. The event and what it points to are valid during the call only.
#[repr(C)]
pub struct FerzEvent {
    /// The size of the structure that the library passes. A field beyond it does not exist in this version.
    pub struct_size: u32,
    /// The kind of the event (`FERZ_EVENT_...`), which says what the other fields hold.
    pub kind: u32,
    /// Line: the principal variation. Done: the best move and, if there is one, the expected reply; no move if the position
    /// has none, or after an error of the library, whose text comes before.
    pub moves: *const u16,
    /// The number of moves.
    pub move_count: usize,
    /// Text: the message, UTF-8 with a zero byte at its end; else null.
    pub text: *const c_char,
    /// Line: the rank among the best lines, from 1.
    pub rank: u32,
    /// Line: the depth in plies.
    pub depth: u32,
    /// Line: the depth of the deepest line in plies.
    pub seldepth: u32,
    /// Line: the unit of the score (`FERZ_SCORE_...`).
    pub score_kind: u32,
    /// Line: the score from the view of the side to move.
    pub score: i32,
    /// Line: the bound of the score (`FERZ_BOUND_...`).
    pub bound: u32,
    /// Line: wins, draws and losses of the side to move per mille; all 0 if the option `UCI_ShowWDL` is off.
    pub wdl: [u16; 3],
    /// Line: the part of the transposition table in use, per mille.
    pub hashfull: u16,
    /// Line: the nodes of all threads.
    pub nodes: u64,
    /// Line: the nodes per second.
    pub nps: u64,
    /// Line: the tablebase hits of all threads.
    pub tb_hits: u64,
    /// Line: the time since the start of the search in milliseconds.
    pub time_ms: u64,
}

/// Receives the events of an engine, on the thread of its searches, or on the thread that calls the engine; never two
/// at once. From there `ferz_engine_stop` and all functions without an engine may be called; the other functions of
/// an engine fail with `FERZ_ERROR_CALLBACK`.
pub type FerzEventCallback =
    Option<unsafe extern "C" fn(user: *mut c_void, event: *const FerzEvent)>;

/// The limits of a search. A field that is 0 or null sets no limit; without any limit the search ends by
/// `ferz_engine_stop`. Set the whole structure to 0, then its size and the limits.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct FerzLimits {
    /// `sizeof(FerzLimits)`, set by the caller.
    pub struct_size: u32,
    /// The depth in plies.
    pub depth: u32,
    /// The nodes.
    pub nodes: u64,
    /// The time of the search in milliseconds.
    pub move_time_ms: u64,
    /// White's remaining time in milliseconds.
    pub white_time_ms: u64,
    /// Black's remaining time in milliseconds.
    pub black_time_ms: u64,
    /// White's increment for each move in milliseconds.
    pub white_increment_ms: u64,
    /// Black's increment for each move in milliseconds.
    pub black_increment_ms: u64,
    /// The moves to the next time control.
    pub moves_to_go: u32,
    /// Searches for a mate in this number of moves.
    pub mate: u32,
    /// The only first moves that are searched.
    pub search_moves: *const u16,
    /// Their number.
    pub search_move_count: usize,
    /// 1 for a search on the time of the opponent, which keeps to its limits after `ferz_engine_ponder_hit`.
    pub ponder: u32,
    /// 1 for a search that ends by `ferz_engine_stop` alone.
    pub infinite: u32,
}

/// The kinds of options.
pub const FERZ_OPTION_CHECK: u32 = 0;
/// A whole number from `min` to `max`.
pub const FERZ_OPTION_SPIN: u32 = 1;
/// A text.
pub const FERZ_OPTION_STRING: u32 = 2;
/// An action without a value.
pub const FERZ_OPTION_BUTTON: u32 = 3;

/// An option of an engine.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct FerzOption {
    /// `sizeof(FerzOption)`, set by the caller.
    pub struct_size: u32,
    /// The kind (`FERZ_OPTION_...`).
    pub kind: u32,
    /// Check: 0 or 1. Spin: a number.
    pub default_value: i64,
    /// Spin: the minimum.
    pub min: i64,
    /// Spin: the maximum.
    pub max: i64,
    /// The name, UTF-8 with zero bytes from its end on.
    pub name: [c_char; 32],
}

/// A session with its search thread.
struct Engine {
    session: Mutex<Session>,
    signals: SessionSignals,
    events: Arc<Events>,
}

/// The receiver of events and the state of the search.
struct Events {
    /// Held during each call of the function of C, so that no two calls overlap, and none begins after the end.
    receiver: Mutex<Receiver>,
    search: Mutex<Search>,
    /// Signals the end of a search.
    ended: Condvar,
}

struct Receiver {
    callback: FerzEventCallback,
    user: *mut c_void,
}

// SAFETY: the caller of `ferz_engine_new` has said that the function can be called with the pointer on any thread.
unsafe impl Send for Receiver {}

#[derive(Default)]
struct Search {
    /// The position of the running search.
    position: Option<Position>,
    /// The best move and the expected reply of the last search.
    best: Vec<u16>,
    /// Set after a panic of the thread of the search: the engine is of no use.
    has_failed: bool,
}

impl Search {
    fn expect_no_failure(&self) -> Result<(), Fault> {
        match self.has_failed {
            true => Err(Fault::new(FERZ_ERROR_INTERNAL, "the search has failed")),
            false => Ok(()),
        }
    }

    fn expect_idle(&self) -> Result<(), Fault> {
        match self.position {
            Some(_) => Err(Fault::new(FERZ_ERROR_BUSY, "a search is running")),
            None => self.expect_no_failure(),
        }
    }
}

thread_local! {
    /// Set while this thread is in a callback of an engine.
    static IN_CALLBACK: Cell<bool> = const { Cell::new(false) };
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Fails in a callback: the thread of the search would wait for itself.
fn expect_no_callback() -> Result<(), Fault> {
    match IN_CALLBACK.get() {
        true => Err(Fault::new(FERZ_ERROR_CALLBACK, "not allowed in a callback of an engine")),
        false => Ok(()),
    }
}

impl FerzEvent {
    fn new(kind: u32, moves: &[u16]) -> Self {
        Self {
            struct_size: size_of::<Self>() as u32,
            kind,
            moves: moves.as_ptr(),
            move_count: moves.len(),
            text: null(),
            rank: 0,
            depth: 0,
            seldepth: 0,
            score_kind: FERZ_SCORE_CENTIPAWNS,
            score: 0,
            bound: FERZ_BOUND_EXACT,
            wdl: [0; 3],
            hashfull: 0,
            nodes: 0,
            nps: 0,
            tb_hits: 0,
            time_ms: 0,
        }
    }

    /// Returns the event of a line whose moves were converted.
    fn line(info: &Info, score: Score, moves: &[u16]) -> Self {
        let (score_kind, score) = match score {
            Score::Cp(centipawns) => (FERZ_SCORE_CENTIPAWNS, centipawns),
            Score::Mate(moves) => (FERZ_SCORE_MATE, moves),
        };
        Self {
            rank: info.multipv.unwrap_or(1),
            depth: info.depth.unwrap_or(0),
            seldepth: info.seldepth.unwrap_or(0),
            score_kind,
            score,
            bound: match info.bound {
                Bound::Exact => FERZ_BOUND_EXACT,
                Bound::Lower => FERZ_BOUND_LOWER,
                Bound::Upper => FERZ_BOUND_UPPER,
            },
            wdl: info.wdl.map_or([0; 3], |rates| [rates.win, rates.draw, rates.loss]),
            hashfull: info.hashfull.unwrap_or(0),
            nodes: info.nodes.unwrap_or(0),
            nps: info.nps.unwrap_or(0),
            tb_hits: info.tbhits.unwrap_or(0),
            time_ms: info.time.unwrap_or(0),
            ..Self::new(FERZ_EVENT_LINE, moves)
        }
    }
}

/// Returns the bits of consecutive moves from a position, up to the first that is not legal in it.
fn bits(position: &Position, moves: &[UciMove]) -> Vec<u16> {
    // The history, which may be long, is not needed.
    let mut position = Position::from(**position);
    let next = |&mv: &UciMove| {
        let mv = position.find_uci(mv).ok()?;
        position.do_move(mv);
        Some(mv.bits())
    };
    moves.iter().map_while(next).collect()
}

impl Events {
    fn send(&self, event: &FerzEvent) {
        let receiver = lock(&self.receiver);
        if let Some(call) = receiver.callback {
            let outer = IN_CALLBACK.replace(true);
            // SAFETY: the caller of `ferz_engine_new` has given the function with its pointer; the event lives during
            // the call.
            unsafe { call(receiver.user, event) };
            IN_CALLBACK.set(outer);
        }
    }

    /// Receives an output of the session.
    fn receive(&self, output: Output) {
        match output {
            Output::Reply(Reply::Info(info)) => self.receive_info(&info),
            Output::Reply(Reply::BestMove { best, ponder }) => {
                let line: Vec<_> = best.into_iter().chain(ponder).collect();
                let moves = self.line(&line);
                self.send(&FerzEvent::new(FERZ_EVENT_DONE, &moves));
                self.end(moves, false);
            }
            Output::Failure(message) => {
                self.send_text(&message);
                // The thread may fail after its last search has ended.
                let is_searching = lock(&self.search).position.is_some();
                if is_searching {
                    self.send(&FerzEvent::new(FERZ_EVENT_DONE, &[]));
                }
                self.end(Vec::new(), true);
            }
            _ => {}
        }
    }

    /// Ends the search for those who wait.
    fn end(&self, best: Vec<u16>, has_failed: bool) {
        *lock(&self.search) = Search { position: None, best, has_failed };
        self.ended.notify_all();
    }

    fn send_text(&self, text: &str) {
        let text = c_text(text);
        self.send(&FerzEvent { text: text.as_ptr(), ..FerzEvent::new(FERZ_EVENT_TEXT, &[]) });
    }

    fn receive_info(&self, info: &Info) {
        if let Some(text) = &info.string {
            self.send_text(text);
        }
        if let Some(score) = info.score {
            let moves = self.line(&info.pv);
            self.send(&FerzEvent::line(info, score, &moves));
        }
    }

    /// Returns the bits of a line of the running search.
    fn line(&self, line: &[UciMove]) -> Vec<u16> {
        let search = lock(&self.search);
        search.position.as_ref().map_or(Vec::new(), |position| bits(position, line))
    }
}

impl Engine {
    fn new(receiver: Receiver) -> Result<Self, Fault> {
        let events = Arc::new(Events {
            receiver: Mutex::new(receiver),
            search: Mutex::default(),
            ended: Condvar::new(),
        });
        let sink = Arc::clone(&events);
        let session = Session::new(move |output| -> io::Result<()> {
            sink.receive(output);
            Ok(())
        });
        let mut session = session.map_err(|error| Fault::of(FERZ_ERROR_LIMIT, error))?;
        let show = SetOption { name: "UCI_ShowWDL".into(), value: Some("true".into()) };
        let _ = session.command(Command::SetOption(show));
        Ok(Self { signals: session.signals(), session: Mutex::new(session), events })
    }

    fn expect_idle(&self) -> Result<(), Fault> {
        lock(&self.events.search).expect_idle()
    }

    fn search(&self, position: &Position, go: Go) -> Result<(), Fault> {
        let mut session = lock(&self.session);
        {
            let mut search = lock(&self.events.search);
            search.expect_idle()?;
            *search = Search { position: Some(position.clone()), ..Search::default() };
        }
        session.accept_position(position.clone());
        let _ = session.command(Command::Go(go));
        Ok(())
    }

    /// Waits for the end of the search, for ever without a time. Returns the best moves.
    fn wait(&self, time: Option<Duration>) -> Result<Vec<u16>, Fault> {
        let until = time.and_then(|time| Instant::now().checked_add(time));
        let mut search = lock(&self.events.search);
        while search.position.is_some() {
            let Some(until) = until else {
                search = self.events.ended.wait(search).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            let rest = until.saturating_duration_since(Instant::now());
            if rest.is_zero() {
                return Err(Fault::new(FERZ_ERROR_TIMEOUT, "the search goes on"));
            }
            let waited = self.events.ended.wait_timeout(search, rest);
            search = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        search.expect_no_failure()?;
        Ok(search.best.clone())
    }

    /// Ends the search, and the events for good. Other threads may still wait for the end.
    fn close(&self) {
        lock(&self.events.receiver).callback = None;
        self.signals.stop();
    }
}

/// Returns the fault of an engine that is freed in a callback.
pub(crate) fn expect_freeable(kind: Option<Kind>) -> Result<(), Fault> {
    if kind == Some(Kind::Engine) { expect_no_callback() } else { Ok(()) }
}

/// Ends the search and the events of an engine whose handle is no longer valid, and frees it.
pub(crate) fn free(freed: Freed) {
    // SAFETY: the kind of the object is that of an engine.
    let engine = unsafe { freed.into_shared::<Engine>() };
    engine.close();
}

/// Creates an engine with the default options and the embedded network. `callback` receives its events and may be null;
/// `user` is passed to it.
///
/// # Safety
/// `callback` can be called with `user` on any thread until `ferz_free` returns; `engine` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_engine_new(
    callback: FerzEventCallback,
    user: *mut c_void,
    engine: *mut *mut FerzEngine,
) -> i32 {
    guard(|| {
        if engine.is_null() {
            return Err(null_result());
        }
        let created = create_shared(Engine::new(Receiver { callback, user })?)?;
        // SAFETY: not null; the caller's.
        unsafe { store(engine, created) }
    })
}

/// Sets an option by its name, in any case. `value` is `true` or `false`, a number or a text, and null for a button. A
/// file that cannot be read is reported as `FERZ_EVENT_TEXT`. Fails with `FERZ_ERROR_BUSY` during a search.
///
/// # Safety
/// `name` and `value` are null or texts with a zero byte at their end.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_engine_set_option(
    engine: *const FerzEngine,
    name: *const c_char,
    value: *const c_char,
) -> i32 {
    guard(|| {
        expect_no_callback()?;
        let engine = share::<Engine>(engine)?;
        // SAFETY: the caller's.
        let (name, value) = unsafe { (text(name)?, optional_text(value)?) };
        let mut session = lock(&engine.session);
        engine.expect_idle()?;
        let option = SetOption { name: name.to_owned(), value: value.map(str::to_owned) };
        // The session reports an error as a text: the values by themselves return it.
        let applied = session.options().clone().apply(&option);
        applied.map_err(|error| Fault::of(FERZ_ERROR_PARSE, error))?;
        let _ = session.command(Command::SetOption(option));
        Ok(())
    })
}

/// Stores the option with an index, from 0, in a structure whose `struct_size` is set. Fails with `FERZ_ERROR_NOT_FOUND`
/// after the last one. All engines have the same options.
///
/// # Safety
/// `option` is null or points to `option->struct_size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_engine_option(index: usize, option: *mut FerzOption) -> i32 {
    guard(|| {
        let found = declarations().nth(index);
        let found = found.ok_or_else(|| Fault::new(FERZ_ERROR_NOT_FOUND, "no such option"))?;
        let (kind, default_value, min, max) = match found.kind {
            OptionKind::Check { default } => (FERZ_OPTION_CHECK, default.into(), 0, 1),
            OptionKind::Spin { default, min, max } => (FERZ_OPTION_SPIN, default, min, max),
            OptionKind::Button => (FERZ_OPTION_BUTTON, 0, 0, 0),
            OptionKind::Combo { .. } | OptionKind::String { .. } => (FERZ_OPTION_STRING, 0, 0, 0),
        };
        let mut name = [0; 32];
        // The last byte stays zero.
        for (to, &from) in name.iter_mut().take(31).zip(found.name.as_bytes()) {
            *to = from as c_char;
        }
        let value = FerzOption { struct_size: 0, kind, default_value, min, max, name };
        // SAFETY: the caller's.
        unsafe { write_struct(option, value) }
    })
}

/// Forgets earlier games: clears the transposition table and the histories of the search. Fails with `FERZ_ERROR_BUSY`
/// during a search.
#[unsafe(no_mangle)]
pub extern "C" fn ferz_engine_new_game(engine: *const FerzEngine) -> i32 {
    guard(|| {
        expect_no_callback()?;
        let engine = share::<Engine>(engine)?;
        let mut session = lock(&engine.session);
        engine.expect_idle()?;
        let _ = session.command(Command::UciNewGame);
        Ok(())
    })
}

/// Starts a search of a position, with its history, on the thread of the engine, and returns. Fails with
/// `FERZ_ERROR_BUSY` if a search is running. The position may be changed and freed at once.
///
/// # Safety
/// `limits` is null or points to `limits->struct_size` bytes, with `search_move_count` moves at `search_moves`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_engine_search(
    engine: *const FerzEngine,
    position: *const FerzPosition,
    limits: *const FerzLimits,
) -> i32 {
    guard(|| {
        expect_no_callback()?;
        let engine = share::<Engine>(engine)?;
        // SAFETY: the caller's.
        let (position, limits) = unsafe { (get::<Position>(position)?, read_struct(limits)?) };
        // SAFETY: the caller's.
        let go = unsafe { go(position, &limits) }?;
        engine.search(position, go)
    })
}

/// Converts limits to the arguments of `go`.
///
/// # Safety
/// There are `search_move_count` moves at `search_moves`.
unsafe fn go(position: &Position, limits: &FerzLimits) -> Result<Go, Fault> {
    let number = |value: u64| (value > 0).then(|| value.min(i64::MAX as u64) as i64);
    let small = |value: u32| (value > 0).then_some(value);
    let mut searchmoves = Vec::new();
    if limits.search_move_count > 0 {
        if limits.search_moves.is_null() {
            return Err(Fault::new(FERZ_ERROR_ARGUMENT, "search_moves is null"));
        }
        for index in 0..limits.search_move_count {
            // SAFETY: the caller's. A move that is not legal ends the loop, so that a wrong count reads little.
            let mv: Move = legal(position, unsafe { limits.search_moves.add(index).read() })?;
            searchmoves.push(position.uci(mv));
        }
    }
    Ok(Go {
        ponder: limits.ponder != 0,
        wtime: number(limits.white_time_ms),
        btime: number(limits.black_time_ms),
        winc: number(limits.white_increment_ms),
        binc: number(limits.black_increment_ms),
        movestogo: small(limits.moves_to_go),
        depth: small(limits.depth),
        nodes: (limits.nodes > 0).then_some(limits.nodes),
        mate: small(limits.mate),
        movetime: number(limits.move_time_ms),
        perft: None,
        infinite: limits.infinite != 0,
        searchmoves,
    })
}

/// Stops the search, if one is running: it sends its best move, and `ferz_engine_wait` returns. The one function of an
/// engine that its callback may call.
#[unsafe(no_mangle)]
pub extern "C" fn ferz_engine_stop(engine: *const FerzEngine) -> i32 {
    guard(|| {
        share::<Engine>(engine)?.signals.stop();
        Ok(())
    })
}

/// Ends the time of the opponent: the search keeps to its limits from now on.
#[unsafe(no_mangle)]
pub extern "C" fn ferz_engine_ponder_hit(engine: *const FerzEngine) -> i32 {
    guard(|| {
        expect_no_callback()?;
        share::<Engine>(engine)?.signals.ponder_hit();
        Ok(())
    })
}

/// Waits until no search is running, at most `timeout_ms` milliseconds, or without limit if that is negative, and
/// stores the best move of the last search and the expected reply: 0 without one. Fails with `FERZ_ERROR_TIMEOUT` if
/// the search goes on, and with `FERZ_ERROR_INTERNAL` if it ended by an error of the library, as all later calls with
/// the engine do. Both pointers may be null.
///
/// # Safety
/// `best` and `reply` are null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_engine_wait(
    engine: *const FerzEngine,
    timeout_ms: i64,
    best: *mut u16,
    reply: *mut u16,
) -> i32 {
    guard(|| {
        expect_no_callback()?;
        let engine = share::<Engine>(engine)?;
        let found = engine.wait(u64::try_from(timeout_ms).ok().map(Duration::from_millis))?;
        let mv = |index| found.get(index).copied().unwrap_or(0);
        // SAFETY: the caller's.
        unsafe {
            store_optional(best, mv(0));
            store_optional(reply, mv(1));
        }
        Ok(())
    })
}
