//! Opening books and endgame tablebases.

use crate::handles::{Kind, Shared, create_shared, get, share};
use crate::position::FerzPosition;
use crate::status::{FERZ_ERROR_IO, FERZ_ERROR_NOT_FOUND, Fault, guard};
use crate::values::{null_result, store, store_optional, text, write_values};
use ferz::Position;
use ferz_game::book::Book;
use ferz_syzygy::Tablebases;
use std::ffi::c_char;

/// An opening book in Polyglot's format. Several threads may use it at once.
pub struct FerzBook(());

impl Shared for Book {
    type Handle = FerzBook;
    const KIND: Kind = Kind::Book;
}

/// Syzygy tablebases. Several threads may use them at once.
pub struct FerzTablebases(());

impl Shared for Tablebases {
    type Handle = FerzTablebases;
    const KIND: Kind = Kind::Tablebases;
}

/// A move of a book.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct FerzBookMove {
    /// The move.
    pub mv: u16,
    /// Its weight in relation to those of the other moves.
    pub weight: u16,
    /// The field `learn` of the entry.
    pub learn: u32,
}

/// # Safety
/// `to` is null or valid for writes.
unsafe fn store_shared<T: Shared>(object: T, to: *mut *mut T::Handle) -> Result<(), Fault> {
    if to.is_null() {
        return Err(null_result());
    }
    // SAFETY: not null; the caller's.
    unsafe { store(to, create_shared(object)?) }
}

/// Opens a book. The file stays open until the book is freed.
///
/// # Safety
/// `path` is null or a text with a zero byte at its end, `book` null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_book_open(path: *const c_char, book: *mut *mut FerzBook) -> i32 {
    guard(|| {
        // SAFETY: the caller's.
        let opened = Book::open(unsafe { text(path) }?);
        let opened = opened.map_err(|error| Fault::of(FERZ_ERROR_IO, error))?;
        // SAFETY: the caller's.
        unsafe { store_shared(opened, book) }
    })
}

/// Writes the legal moves that a book has for a position, the greatest weight first, and stores their number: 0 without
/// any.
///
/// # Safety
/// `moves` has room for `capacity` moves, or is null with a capacity of 0; `count` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_book_moves(
    book: *const FerzBook,
    position: *const FerzPosition,
    moves: *mut FerzBookMove,
    capacity: usize,
    count: *mut usize,
) -> i32 {
    guard(|| {
        let book = share::<Book>(book)?;
        // SAFETY: the caller's.
        let found = book.moves(unsafe { get::<Position>(position) }?);
        let found = found.map_err(|error| Fault::of(FERZ_ERROR_IO, error))?;
        let mut found: Vec<_> = found
            .iter()
            .map(|found| FerzBookMove {
                mv: found.mv.bits(),
                weight: found.weight,
                learn: found.learn,
            })
            .collect();
        found.sort_by_key(|found| std::cmp::Reverse(found.weight));
        // SAFETY: the caller's.
        unsafe { write_values(&found, moves, capacity, count) }
    })
}

/// Opens the tablebases of folders, whose names are joined as in `PATH` of the system.
///
/// # Safety
/// `path` is null or a text with a zero byte at its end, `tablebases` null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_tablebases_open(
    path: *const c_char,
    tablebases: *mut *mut FerzTablebases,
) -> i32 {
    guard(|| {
        // SAFETY: the caller's.
        let opened = Tablebases::open(std::env::split_paths(unsafe { text(path) }?));
        let opened = opened.map_err(|error| Fault::of(FERZ_ERROR_IO, error))?;
        // SAFETY: the caller's.
        unsafe { store_shared(opened, tablebases) }
    })
}

/// Probes a position. Stores the outcome for the side to move: -2 is a loss, -1 a loss that the fifty-move rule draws,
/// 0 a draw, 1 a win that the fifty-move rule draws, 2 a win, all for a fifty-move counter of 0; and the distance in
/// plies to the next capture or pawn move by best play, negative for a loss (DTZ). Either pointer may be null; without
/// `dtz` the tables of distances are not needed.
///
/// Fails with `FERZ_ERROR_NOT_FOUND` if the position has castling rights or no table has its pieces.
///
/// # Safety
/// `wdl` and `dtz` are null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_tablebases_probe(
    tablebases: *const FerzTablebases,
    position: *const FerzPosition,
    wdl: *mut i32,
    dtz: *mut i32,
) -> i32 {
    guard(|| {
        let tablebases = share::<Tablebases>(tablebases)?;
        // SAFETY: the caller's.
        let position = unsafe { get::<Position>(position) }?;
        let fault = |error| Fault::of(FERZ_ERROR_NOT_FOUND, error);
        let outcome = tablebases.wdl(position).map_err(fault)?.value();
        // SAFETY: the caller's, for both.
        unsafe {
            if !dtz.is_null() {
                store_optional(dtz, tablebases.dtz(position).map_err(fault)?);
            }
            store_optional(wdl, outcome);
        }
        Ok(())
    })
}
