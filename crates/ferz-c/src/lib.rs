#![doc = include_str!("../README.md")]

mod engine;
mod game;
mod handles;
mod pgn;
mod position;
mod probes;
mod status;
mod values;

pub use engine::*;
pub use game::*;
pub use pgn::*;
pub use position::*;
pub use probes::*;
pub use status::*;

use ferz::Position;
use ferz_game::book::Book;
use ferz_game::pgn::PgnGame;
use ferz_syzygy::Tablebases;
use handles::{Kind, kind, take};
use std::ffi::{CStr, c_char, c_void};

/// The version of the interface. A program that was compiled with another one may not fit the library.
pub const FERZ_ABI_VERSION: u32 = 2;

/// Returns the version of the interface of the library. It changes when a function or a structure is no longer what it
/// was; a new function, and a new field at the end of a structure with `struct_size`, leave it.
#[unsafe(no_mangle)]
pub extern "C" fn ferz_abi_version() -> u32 {
    FERZ_ABI_VERSION
}

/// Returns the version of Ferz, such as `0.1.0`: a text that lives as long as the program.
#[unsafe(no_mangle)]
pub extern "C" fn ferz_version() -> *const c_char {
    const VERSION: &CStr =
        match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
            Ok(version) => version,
            Err(_) => unreachable!(),
        };
    VERSION.as_ptr()
}

/// Frees an object of any type. Its handle is then no longer valid: each use of it fails with `FERZ_ERROR_HANDLE`. A null
/// pointer is ignored.
///
/// An engine stops its search, and sends no event after this. A book, tablebases or an engine in a call of another thread
/// live until that call ends.
///
/// # Safety
/// No other thread uses the position or game.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_free(object: *mut c_void) -> i32 {
    guard(|| {
        if object.is_null() {
            return Ok(());
        }
        engine::expect_freeable(kind(object))?;
        let freed = take(object)?;
        // SAFETY: each type has the kind of its arm, and one thread at a time uses an exclusive object.
        unsafe {
            match freed.kind {
                Kind::Position => drop(freed.into_exclusive::<Position>()),
                Kind::Game => drop(freed.into_exclusive::<PgnGame>()),
                Kind::Book => drop(freed.into_shared::<Book>()),
                Kind::Tablebases => drop(freed.into_shared::<Tablebases>()),
                Kind::Engine => engine::free(freed),
            }
        }
        Ok(())
    })
}

/// Writes the message of the last call of this thread that failed. Empty before the first one; a call that succeeds
/// leaves it.
///
/// # Safety
/// `buffer` has room for `capacity` bytes, or is null with a capacity of 0; `length` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_last_error(
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> i32 {
    // Not by `guard`: a failure would replace the message.
    // SAFETY: the caller's.
    match unsafe { values::write_text(&status::last_message(), buffer, capacity, length) } {
        Ok(()) => FERZ_OK,
        Err(fault) => fault.code(),
    }
}
