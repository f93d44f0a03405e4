//! The rules of chess, games and openings for JavaScript.
//!
//! Nothing here has to be freed: positions live in a fixed number of slots, which the host fills again when it
//! needs a position that another one has displaced, and games cross the border as a whole (`game`).
//! Functions return a number; what else they return is left in the output (`ferz_js_border`). 0 or -1 means an
//! error, whose fields are the text of the output, unless a function says otherwise.

#![expect(unsafe_code, unreachable_pub, reason = "exported names")]

mod draw;
mod error;
mod game;
mod openings;
mod position;
mod puzzle;
mod repertoire;
mod review;

use std::sync::atomic::AtomicU32;

/// See [`ferz_js_border::input`].
#[unsafe(no_mangle)]
pub extern "C" fn input(bytes: usize) -> *mut u8 {
    ferz_js_border::input(bytes)
}

/// See [`ferz_js_border::output`].
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const AtomicU32 {
    ferz_js_border::output()
}
