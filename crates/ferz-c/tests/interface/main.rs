//! Tests of the functions of C, called as C calls them.

#![expect(
    clippy::undocumented_unsafe_blocks,
    reason = "every call passes null or valid pointers, which is what the functions ask for"
)]

mod engine;
mod games;
mod positions;
mod random_calls;

use ferz_c::*;
use std::ffi::{CString, c_char};
use std::ptr::{null, null_mut};

/// Returns a text for C.
fn c(text: &str) -> CString {
    CString::new(text).unwrap()
}

/// Returns the text that a function writes, or the code of its failure. The length is asked for first.
fn text_of(mut write: impl FnMut(*mut c_char, usize, *mut usize) -> i32) -> Result<String, i32> {
    let mut length = usize::MAX;
    match write(null_mut(), 0, &mut length) {
        FERZ_ERROR_BUFFER => {}
        code => return Err(code),
    }
    let mut buffer = vec![1 as c_char; length + 1];
    assert_eq!(write(buffer.as_mut_ptr(), length, null_mut()), FERZ_ERROR_BUFFER);
    assert_eq!(buffer[0], if length > 0 { 0 } else { 1 }, "a short buffer has an empty text");
    assert_eq!(write(buffer.as_mut_ptr(), length + 1, null_mut()), FERZ_OK);
    assert_eq!(buffer[length], 0);
    Ok(String::from_utf8(buffer[..length].iter().map(|&c| c as u8).collect()).unwrap())
}

/// Returns the message of the last failure.
fn message() -> String {
    text_of(|buffer, capacity, length| unsafe { ferz_last_error(buffer, capacity, length) })
        .unwrap()
}

/// Creates the position of a FEN, or the start.
fn position(fen: Option<&str>) -> *mut FerzPosition {
    let fen = fen.map(c);
    let mut position = null_mut();
    let pointer = fen.as_ref().map_or(null(), |fen| fen.as_ptr());
    let code = unsafe { ferz_position_new(pointer, FERZ_CASTLING_DETECT, &mut position) };
    assert_eq!(code, FERZ_OK, "{}", message());
    position
}

fn fen(position: *const FerzPosition) -> String {
    text_of(|buffer, capacity, length| unsafe {
        ferz_position_fen(position, buffer, capacity, length)
    })
    .unwrap()
}

fn moves(position: *const FerzPosition) -> Vec<u16> {
    let mut moves = [0; FERZ_MOVES_MAX];
    let mut count = 0;
    let code =
        unsafe { ferz_position_legal_moves(position, moves.as_mut_ptr(), moves.len(), &mut count) };
    assert_eq!(code, FERZ_OK);
    moves[..count].to_vec()
}

fn parse(position: *const FerzPosition, notation: i32, text: &str) -> Result<u16, i32> {
    let mut mv = 0;
    match unsafe { ferz_position_parse_move(position, notation, c(text).as_ptr(), &mut mv) } {
        FERZ_OK => Ok(mv),
        code => Err(code),
    }
}

fn play(position: *mut FerzPosition, line: &str) {
    for san in line.split_whitespace() {
        let mv = parse(position, FERZ_NOTATION_SAN, san).unwrap();
        assert_eq!(make(position, mv), FERZ_OK);
    }
}

fn free<T>(handle: *mut T) {
    assert_eq!(free_code(handle), FERZ_OK);
}

fn free_code<T>(handle: *mut T) -> i32 {
    unsafe { ferz_free(handle.cast()) }
}

fn make(position: *mut FerzPosition, mv: u16) -> i32 {
    unsafe { ferz_position_make(position, mv) }
}
