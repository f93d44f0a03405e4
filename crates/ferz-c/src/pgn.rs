//! PGN by callbacks.

use crate::status::{FERZ_ERROR_IO, Fault, guard};
use crate::values::{read_struct, store_optional, text, values};
use ferz::{Move, Position};
use ferz_game::GameResult;
use ferz_game::pgn::{
    Comment, GameVisitor, Input, Nag, PgnError, Player, Reader, Tag, Visit, decode,
};
use std::ffi::{CString, c_char, c_void};
use std::io::{self, Read};

/// Reading continues.
pub const FERZ_CONTINUE: i32 = 0;
/// The rest of the variation is skipped; in the main line, the rest of the game.
pub const FERZ_SKIP: i32 = 1;
/// Reading ends after this game, whose rest is skipped.
pub const FERZ_STOP: i32 = 2;

/// The result of a game is not known: `*`.
pub const FERZ_RESULT_UNKNOWN: i32 = 0;
/// White has won: `1-0`.
pub const FERZ_RESULT_WHITE_WINS: i32 = 1;
/// Black has won: `0-1`.
pub const FERZ_RESULT_BLACK_WINS: i32 = 2;
/// The game is drawn: `1/2-1/2`.
pub const FERZ_RESULT_DRAW: i32 = 3;

/// The functions that receive games, in the order of their text. Each may be null. `user` is the pointer given to
/// `ferz_pgn_read`. Texts are UTF-8, end with a zero byte, and are valid during the call only.
///
/// The functions with a result return `FERZ_CONTINUE`, `FERZ_SKIP` or `FERZ_STOP`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct FerzPgnCallbacks {
    /// `sizeof(FerzPgnCallbacks)`, set by the caller.
    pub struct_size: u32,
    /// Receives the number of a game, from 1.
    pub begin_game: Option<unsafe extern "C" fn(user: *mut c_void, number: u64)>,
    /// Receives a tag pair.
    pub tag:
        Option<unsafe extern "C" fn(user: *mut c_void, name: *const c_char, value: *const c_char)>,
    /// Receives the FEN of the start position, after all tags. `chess960` is 1 if its castling letters are those of
    /// Chess960, else 0: the argument `castling` of `ferz_position_new`.
    pub begin_moves:
        Option<unsafe extern "C" fn(user: *mut c_void, fen: *const c_char, chess960: i32) -> i32>,
    /// Receives a legal move, 0 for a null move, and the key of the position before it (`FERZ_KEY_POSITION`).
    pub played: Option<unsafe extern "C" fn(user: *mut c_void, mv: u16, key: u64) -> i32>,
    /// Receives a numeric annotation glyph: `!` is 1, `?` 2, `!!` 3, `??` 4, `!?` 5, `?!` 6.
    pub nag: Option<unsafe extern "C" fn(user: *mut c_void, nag: u8)>,
    /// Receives a comment, with its commands such as `[%clk 0:01:00]`.
    pub comment: Option<unsafe extern "C" fn(user: *mut c_void, text: *const c_char)>,
    /// Begins a variation: its first move replaces the last move of the line around it. Without this function variations
    /// are skipped.
    pub begin_variation: Option<unsafe extern "C" fn(user: *mut c_void) -> i32>,
    /// Ends a variation.
    pub end_variation: Option<unsafe extern "C" fn(user: *mut c_void)>,
    /// Ends a game, with its result (`FERZ_RESULT_...`); that of the tag if the text ends without one.
    pub end_game: Option<unsafe extern "C" fn(user: *mut c_void, result: i32)>,
    /// Receives an error, after which the rest of the game is skipped, or (`is_warning` 1) a fault that hides no move.
    pub error:
        Option<unsafe extern "C" fn(user: *mut c_void, message: *const c_char, is_warning: i32)>,
}

/// The code of a result in C.
pub(crate) const fn result_code(result: GameResult) -> i32 {
    match result {
        GameResult::WhiteWins => FERZ_RESULT_WHITE_WINS,
        GameResult::BlackWins => FERZ_RESULT_BLACK_WINS,
        GameResult::Draw => FERZ_RESULT_DRAW,
        GameResult::Unknown => FERZ_RESULT_UNKNOWN,
    }
}

/// The visitor that calls the functions of C.
struct Caller {
    callbacks: FerzPgnCallbacks,
    user: *mut c_void,
    is_stopped: bool,
}

/// Returns a text for C. A zero byte, which would end it early, becomes a space.
pub(crate) fn c_text(text: &str) -> CString {
    CString::new(text.replace('\0', " ")).unwrap_or_default()
}

impl Caller {
    fn visit(&mut self, answer: i32) -> Visit {
        match answer {
            FERZ_CONTINUE => Visit::Continue,
            FERZ_SKIP => Visit::SkipVariation,
            _ => {
                self.is_stopped = true;
                Visit::SkipGame
            }
        }
    }

    fn played(&mut self, mv: u16, before: &Position) -> Visit {
        let Some(call) = self.callbacks.played else { return Visit::Continue };
        // SAFETY: the caller of `ferz_pgn_read` has given the function with its pointer.
        let answer = unsafe { call(self.user, mv, before.key()) };
        self.visit(answer)
    }

    fn report(&self, error: &PgnError, is_warning: bool) {
        if let Some(call) = self.callbacks.error {
            // SAFETY: as above; the text lives during the call.
            unsafe { call(self.user, c_text(&error.to_string()).as_ptr(), is_warning.into()) };
        }
    }
}

impl GameVisitor for Caller {
    /// The tag `Result`.
    type Game = String;

    fn begin_game(&mut self, number: u64) -> String {
        if let Some(call) = self.callbacks.begin_game {
            // SAFETY: the caller of `ferz_pgn_read` has given the function with its pointer.
            unsafe { call(self.user, number) };
        }
        String::new()
    }

    fn tag(&mut self, result: &mut String, tag: Tag<'_>) {
        if tag.name() == b"Result" {
            *result = tag.value().into_owned();
        }
        if let Some(call) = self.callbacks.tag {
            let (name, value) = (c_text(&decode(tag.name())), c_text(&tag.value()));
            // SAFETY: as above; the texts live during the call.
            unsafe { call(self.user, name.as_ptr(), value.as_ptr()) };
        }
    }

    fn begin_moves(&mut self, _: &mut String, start: &Position) -> Visit {
        let Some(call) = self.callbacks.begin_moves else { return Visit::Continue };
        let fen = c_text(&start.fen());
        // SAFETY: as above; the text lives during the call.
        let answer = unsafe { call(self.user, fen.as_ptr(), start.is_chess960().into()) };
        self.visit(answer)
    }

    fn played(&mut self, _: &mut String, before: &Position, mv: Move) -> Visit {
        self.played(mv.bits(), before)
    }

    fn null_move(&mut self, _: &mut String, before: &Position) -> Visit {
        self.played(0, before)
    }

    fn nag(&mut self, _: &mut String, nag: Nag) {
        if let Some(call) = self.callbacks.nag {
            // SAFETY: as above.
            unsafe { call(self.user, nag.0) };
        }
    }

    fn comment(&mut self, _: &mut String, comment: Comment<'_>) {
        if let Some(call) = self.callbacks.comment {
            // SAFETY: as above; the text lives during the call.
            unsafe { call(self.user, c_text(&comment.text()).as_ptr()) };
        }
    }

    fn begin_variation(&mut self, _: &mut String) -> Visit {
        let Some(call) = self.callbacks.begin_variation else { return Visit::SkipVariation };
        // SAFETY: as above.
        let answer = unsafe { call(self.user) };
        self.visit(answer)
    }

    fn end_variation(&mut self, _: &mut String) {
        if let Some(call) = self.callbacks.end_variation {
            // SAFETY: as above.
            unsafe { call(self.user) };
        }
    }

    fn end_game(&mut self, tag: String, _: &Position, marker: Option<GameResult>) {
        if let Some(call) = self.callbacks.end_game {
            // SAFETY: as above.
            unsafe { call(self.user, result_code(GameResult::of_game(marker, &tag))) };
        }
    }

    fn error(&mut self, _: &mut String, error: PgnError) {
        self.report(&error, false);
    }

    fn warning(&mut self, _: &mut String, warning: PgnError) {
        self.report(&warning, true);
    }
}

/// Reads all games and returns their number.
fn read(reader: &mut Reader<impl Read>, caller: Caller) -> io::Result<u64> {
    let mut player = Player::new(caller);
    while !player.visitor().is_stopped && reader.read_game(&mut player)? {}
    Ok(reader.games())
}

/// Reads the games of a text and passes them to callbacks on the thread of the caller. Stores the number of games that
/// were begun; `games` may be null.
///
/// # Safety
/// `data` has `length` bytes, which need no zero byte at their end; `callbacks` is null or points to
/// `callbacks->struct_size` bytes; its functions can be called with `user`; `games` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_pgn_read(
    data: *const c_char,
    length: usize,
    callbacks: *const FerzPgnCallbacks,
    user: *mut c_void,
    games: *mut u64,
) -> i32 {
    guard(|| {
        // SAFETY: the caller's.
        let (data, callbacks) =
            unsafe { (values::<u8>(data.cast(), length)?, read_struct(callbacks)?) };
        let read = read(&mut Reader::new(data), Caller { callbacks, user, is_stopped: false });
        let read = read.map_err(|error| Fault::of(FERZ_ERROR_IO, error))?;
        // SAFETY: the caller's.
        unsafe { store_optional(games, read) };
        Ok(())
    })
}

/// Reads the games of a file, which may be compressed with gzip, bzip2 or Zstandard, as `ferz_pgn_read` does.
///
/// # Safety
/// As for `ferz_pgn_read`; `path` is null or a text with a zero byte at its end.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_pgn_read_file(
    path: *const c_char,
    callbacks: *const FerzPgnCallbacks,
    user: *mut c_void,
    games: *mut u64,
) -> i32 {
    guard(|| {
        // SAFETY: the caller's.
        let (path, callbacks) = unsafe { (text(path)?, read_struct(callbacks)?) };
        let io_fault = |error: io::Error| Fault::new(FERZ_ERROR_IO, format!("{path}: {error}"));
        let mut reader = Reader::new(Input::open(path).map_err(io_fault)?);
        let read = read(&mut reader, Caller { callbacks, user, is_stopped: false });
        let read = read.map_err(io_fault)?;
        // SAFETY: the caller's.
        unsafe { store_optional(games, read) };
        Ok(())
    })
}
