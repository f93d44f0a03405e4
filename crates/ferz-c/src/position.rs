//! Positions.

use crate::handles::{Exclusive, Kind, create, find_mut, get, get_mut};
use crate::status::{
    FERZ_ERROR_ARGUMENT, FERZ_ERROR_ILLEGAL, FERZ_ERROR_NOT_FOUND, FERZ_ERROR_PARSE, Fault, guard,
    guard_or,
};
use crate::values::{
    move_of, optional_text, store, store_optional, text, values, write_struct, write_text,
    write_values,
};
use ferz::notation::{CastlingMode, FenOptions};
use ferz::{CastleSide, CastlingRights, Color, DrawReason, Move, Outcome, Position, Square};
use std::ffi::c_char;

/// A chess position with the history of its game. Created by `ferz_position_new`, `ferz_position_copy` and
/// `ferz_game_position`, freed by `ferz_free`. One thread at a time may use it.
pub struct FerzPosition(());

impl Exclusive for Position {
    type Handle = FerzPosition;
    const KIND: Kind = Kind::Position;
}

/// Castling letters of a FEN are those of standard chess.
pub const FERZ_CASTLING_STANDARD: i32 = 0;
/// Castling letters of a FEN are those of Chess960 (X-FEN or Shredder-FEN).
pub const FERZ_CASTLING_CHESS960: i32 = 1;
/// Castling letters of a FEN are those of Chess960 if each is possible, else of standard chess.
pub const FERZ_CASTLING_DETECT: i32 = 2;

/// Standard algebraic notation, such as `Nf3` and `O-O`.
pub const FERZ_NOTATION_SAN: i32 = 0;
/// The notation of UCI, such as `g1f3` and `e1g1`; castling in Chess960 is `e1h1`.
pub const FERZ_NOTATION_UCI: i32 = 1;

/// The key by which this library compares positions.
pub const FERZ_KEY_POSITION: i32 = 0;
/// The key of opening books in Polyglot's format.
pub const FERZ_KEY_POLYGLOT: i32 = 1;
/// The key of the number of pieces of each kind.
pub const FERZ_KEY_MATERIAL: i32 = 2;

/// The game goes on.
pub const FERZ_OUTCOME_NONE: i32 = 0;
/// The side to move is checkmated.
pub const FERZ_OUTCOME_CHECKMATE: i32 = 1;
/// The side to move has no legal move and is not in check.
pub const FERZ_OUTCOME_STALEMATE: i32 = 2;
/// Neither side can give checkmate.
pub const FERZ_OUTCOME_INSUFFICIENT_MATERIAL: i32 = 3;
/// Seventy-five moves of each side without a capture or pawn move.
pub const FERZ_OUTCOME_SEVENTY_FIVE_MOVES: i32 = 4;
/// The fifth occurrence of the position.
pub const FERZ_OUTCOME_FIVEFOLD_REPETITION: i32 = 5;
/// The game goes on, but the side to move can claim a draw: fifty moves of each side without a capture or pawn move.
pub const FERZ_OUTCOME_FIFTY_MOVES: i32 = 16;
/// The game goes on, but the side to move can claim a draw: the third occurrence of the position.
pub const FERZ_OUTCOME_THREEFOLD_REPETITION: i32 = 17;

/// The greatest depth of `ferz_perft`.
pub const FERZ_PERFT_DEPTH_MAX: u32 = 15;

/// The state of a position.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct FerzPositionState {
    /// `sizeof(FerzPositionState)`, set by the caller.
    pub struct_size: u32,
    /// The number of the next full move, from 1.
    pub fullmove_number: u32,
    /// The plies since the last capture or pawn move.
    pub halfmove_clock: u32,
    /// The occurrences of the position in its history, this one included.
    pub repetitions: u32,
    /// The pieces that give check to the side to move: bit 0 is a1, bit 1 b1, bit 63 h8.
    pub checkers: u64,
    /// The piece of each square, a1, b1, ... h8: 0 for none; 1 to 6 are White's pawn, knight, bishop, rook, queen and
    /// king, 7 to 12 those of Black.
    pub board: [u8; 64],
    /// 0 for White, 1 for Black.
    pub side_to_move: u8,
    /// 1 if the side to move is in check.
    pub in_check: u8,
    /// 1 if castling is written as in Chess960.
    pub chess960: u8,
    /// The castling rights: bits 0 and 1 are White's on the king's and the queen's side, bits 2 and 3 those of Black.
    pub castling_rights: u8,
    /// The number of legal moves.
    pub legal_moves: u32,
}

/// Creates a position. `fen` is a FEN or EPD with at least four fields, or null for the start of standard chess;
/// `castling` says how its castling letters are read (`FERZ_CASTLING_...`).
///
/// # Safety
/// `fen` is null or a text with a zero byte at its end, `position` null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_position_new(
    fen: *const c_char,
    castling: i32,
    position: *mut *mut FerzPosition,
) -> i32 {
    guard(|| {
        let mode = match castling {
            FERZ_CASTLING_STANDARD => CastlingMode::Standard,
            FERZ_CASTLING_CHESS960 => CastlingMode::Chess960,
            FERZ_CASTLING_DETECT => CastlingMode::Detect,
            other => return Err(unknown("castling", other)),
        };
        // SAFETY: the caller's.
        let created = match unsafe { optional_text(fen) }? {
            None => Position::startpos(),
            Some(fen) => {
                let read = Position::from_fen_with(fen, FenOptions::STRICT.castling_mode(mode));
                read.map_err(|error| Fault::of(FERZ_ERROR_PARSE, error))?
            }
        };
        // SAFETY: the caller's.
        unsafe { store_position(created, position) }
    })
}

/// Creates a position and stores its handle.
///
/// # Safety
/// `to` is null or valid for writes.
pub(crate) unsafe fn store_position(
    position: Position,
    to: *mut *mut FerzPosition,
) -> Result<(), Fault> {
    if to.is_null() {
        return Err(crate::values::null_result());
    }
    // SAFETY: not null; the caller's.
    unsafe { store(to, create(position)?) }
}

#[cold]
pub(crate) fn unknown(name: &str, value: i32) -> Fault {
    Fault::new(FERZ_ERROR_ARGUMENT, format!("there is no {name} {value}"))
}

/// Creates a copy of a position, with its history.
///
/// # Safety
/// `copy` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_position_copy(
    position: *const FerzPosition,
    copy: *mut *mut FerzPosition,
) -> i32 {
    // SAFETY: the caller's.
    guard(|| unsafe { store_position(get::<Position>(position)?.clone(), copy) })
}

/// Writes the FEN, at most 127 bytes with the zero byte at its end.
///
/// # Safety
/// `buffer` has room for `capacity` bytes, or is null with a capacity of 0; `length` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_position_fen(
    position: *const FerzPosition,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> i32 {
    // SAFETY: the caller's.
    guard(|| unsafe { write_text(&get::<Position>(position)?.fen(), buffer, capacity, length) })
}

/// Stores the state of a position in a structure whose `struct_size` is set.
///
/// # Safety
/// `state` is null or points to `state->struct_size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_position_state(
    position: *const FerzPosition,
    state: *mut FerzPositionState,
) -> i32 {
    guard(|| {
        // SAFETY: the caller's.
        let position = unsafe { get::<Position>(position) }?;
        let code = |square| {
            position.piece_on(square).map_or(0, |piece| {
                piece.color().index() as u8 * 6 + piece.piece_type().index() as u8 + 1
            })
        };
        let value = FerzPositionState {
            struct_size: 0,
            fullmove_number: position.fullmove_number().into(),
            halfmove_clock: position.rule50().into(),
            repetitions: position.repetition_count() as u32,
            checkers: position.checkers().0,
            board: Square::ALL.map(code),
            side_to_move: position.side_to_move().index() as u8,
            in_check: position.in_check().into(),
            chess960: position.is_chess960().into(),
            castling_rights: castling_bits(position),
            legal_moves: position.legal_count() as u32,
        };
        // SAFETY: the caller's.
        unsafe { write_struct(state, value) }
    })
}

fn castling_bits(position: &Position) -> u8 {
    let mut bits = 0;
    for color in Color::ALL {
        for (index, side) in [CastleSide::KingSide, CastleSide::QueenSide].into_iter().enumerate() {
            let has = position.castling_rights().contains(CastlingRights::of(color, side));
            bits |= u8::from(has) << (2 * color.index() + index);
        }
    }
    bits
}

/// Stores a key of a position, by its kind (`FERZ_KEY_...`).
///
/// # Safety
/// `key` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_position_key(
    position: *const FerzPosition,
    kind: i32,
    key: *mut u64,
) -> i32 {
    guard(|| {
        // SAFETY: the caller's.
        let position = unsafe { get::<Position>(position) }?;
        let found = match kind {
            FERZ_KEY_POSITION => position.key(),
            FERZ_KEY_POLYGLOT => position.polyglot_key(),
            FERZ_KEY_MATERIAL => position.material_key(),
            other => return Err(unknown("key", other)),
        };
        // SAFETY: the caller's.
        unsafe { store(key, found) }
    })
}

/// Stores the squares that the piece on a square attacks, and the pieces of both sides that attack the square. Either
/// pointer may be null. Squares are 0 (a1) to 63 (h8), sets as in `FerzPositionState.checkers`.
///
/// # Safety
/// `attacked` and `attackers` are null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_position_attacks(
    position: *const FerzPosition,
    square: u32,
    attacked: *mut u64,
    attackers: *mut u64,
) -> i32 {
    guard(|| {
        // SAFETY: the caller's.
        let position = unsafe { get::<Position>(position) }?;
        let square = Square::from_index(square as usize)
            .ok_or_else(|| Fault::new(FERZ_ERROR_ARGUMENT, "a square is a number up to 63"))?;
        // SAFETY: the caller's.
        unsafe {
            store_optional(attacked, position.attacks_from(square).0);
            store_optional(attackers, position.attackers_to(square).0);
        }
        Ok(())
    })
}

/// Stores 1 if a legal move wins at least `threshold` centipawns by the captures on its target square (static exchange
/// evaluation), else 0. Pawns count 100.
///
/// # Safety
/// `result` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_position_see_ge(
    position: *const FerzPosition,
    mv: u16,
    threshold: i32,
    result: *mut i32,
) -> i32 {
    guard(|| {
        // SAFETY: the caller's.
        let position = unsafe { get::<Position>(position) }?;
        let mv = legal(position, mv)?;
        // SAFETY: the caller's.
        unsafe { store(result, position.see_ge(mv, threshold).into()) }
    })
}

/// Returns a move if it is legal.
pub(crate) fn legal(position: &Position, bits: u16) -> Result<Move, Fault> {
    let mv = move_of(bits)?;
    match position.is_legal(mv) {
        true => Ok(mv),
        false => Err(illegal(bits)),
    }
}

#[cold]
fn illegal(bits: u16) -> Fault {
    Fault::new(FERZ_ERROR_ILLEGAL, format!("the move {bits} is not legal in the position"))
}

/// Stores how the game has ended, or which draw can be claimed (`FERZ_OUTCOME_...`).
///
/// # Safety
/// `outcome` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_position_outcome(
    position: *const FerzPosition,
    outcome: *mut i32,
) -> i32 {
    guard(|| {
        // SAFETY: the caller's.
        let position = unsafe { get::<Position>(position) }?;
        let found = match position.outcome() {
            Some(Outcome::Checkmate { .. }) => FERZ_OUTCOME_CHECKMATE,
            Some(Outcome::Draw(reason)) => match reason {
                DrawReason::Stalemate => FERZ_OUTCOME_STALEMATE,
                DrawReason::InsufficientMaterial => FERZ_OUTCOME_INSUFFICIENT_MATERIAL,
                DrawReason::SeventyFiveMoves => FERZ_OUTCOME_SEVENTY_FIVE_MOVES,
                DrawReason::FivefoldRepetition => FERZ_OUTCOME_FIVEFOLD_REPETITION,
            },
            None if position.is_repetition(3) => FERZ_OUTCOME_THREEFOLD_REPETITION,
            None if position.is_fifty_move_draw() => FERZ_OUTCOME_FIFTY_MOVES,
            None => FERZ_OUTCOME_NONE,
        };
        // SAFETY: the caller's.
        unsafe { store(outcome, found) }
    })
}

/// Writes the legal moves and stores their number. `FERZ_MOVES_MAX` places are always enough; with fewer than needed
/// nothing is written but the number.
///
/// A move is 16 bits: the square from which it goes (bits 0 to 5), that to which it goes (bits 6 to 11; castling goes to
/// the square of the rook), and in bits 12 to 15 1 for castling, 2 for a double push of a pawn, 4 to 7 for promotions
/// to knight, bishop, rook and queen, plus 8 for captures, and 9 for en passant. No move is 0.
///
/// # Safety
/// `moves` has room for `capacity` moves, or is null with a capacity of 0; `count` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_position_legal_moves(
    position: *const FerzPosition,
    moves: *mut u16,
    capacity: usize,
    count: *mut usize,
) -> i32 {
    guard(|| {
        // SAFETY: the caller's.
        let list = unsafe { get::<Position>(position) }?.legal_moves();
        // SAFETY: the caller's; a move has the representation of its bits, as `NonZeroU16` does.
        unsafe { write_values(list.as_slice(), moves.cast::<Move>(), capacity, count) }
    })
}

/// The number of places that `ferz_position_legal_moves` needs at most. A position that can occur in a game has at most
/// 218 moves.
pub const FERZ_MOVES_MAX: usize = 512;

const _: () = assert!(ferz::MAX_MOVES <= FERZ_MOVES_MAX);

/// Makes a move, if it is legal.
///
/// # Safety
/// No other thread uses the position.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_position_make(position: *mut FerzPosition, mv: u16) -> i32 {
    let body = || {
        // SAFETY: the caller's.
        let position = unsafe { find_mut::<Position>(position) }?;
        let mv = Move::from_bits(mv).filter(|&mv| position.is_legal(mv))?;
        // Its own copy of the function: with the check in one body a call less than `try_do_move`.
        position.do_move_with(mv, None, &mut ());
        Some(())
    };
    guard_or(body, || make_failed(position, mv))
}

/// Reports why a move was not made.
#[cold]
#[inline(never)]
fn make_failed(position: *mut FerzPosition, mv: u16) -> i32 {
    // SAFETY: no other thread uses the position.
    guard(|| Err(unsafe { get::<Position>(position) }.err().unwrap_or_else(|| illegal(mv))))
}

/// Makes consecutive moves that are known to be legal, such as one of `ferz_position_legal_moves` or those of a game,
/// faster than `ferz_position_make`. After a move that is not legal the position may have any pieces, or the
/// call fails with `FERZ_ERROR_ILLEGAL` or `FERZ_ERROR_INTERNAL`; memory stays valid.
///
/// # Safety
/// No other thread uses the position; `moves` is null or has `count` moves.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_position_make_legal(
    position: *mut FerzPosition,
    moves: *const u16,
    count: usize,
) -> i32 {
    // The registers of a loop would take a tenth of the time of one move.
    if count != 1 || moves.is_null() {
        // SAFETY: the caller's.
        return unsafe { make_line(position, moves, count) };
    }
    let body = || {
        // SAFETY: the caller's, for both.
        let (position, mv) = unsafe { (find_mut::<Position>(position)?, moves.read()) };
        position.do_move(Move::from_bits(mv)?);
        Some(())
    };
    // SAFETY: as above; what has failed fails again, with its reason.
    guard_or(body, || unsafe { make_line(position, moves, count) })
}

/// Makes consecutive moves or reports why not.
///
/// # Safety
/// As for [`ferz_position_make_legal`].
#[inline(never)]
unsafe fn make_line(position: *mut FerzPosition, moves: *const u16, count: usize) -> i32 {
    guard(|| {
        // SAFETY: the caller's.
        let (position, moves) = unsafe { (get_mut::<Position>(position)?, values(moves, count)?) };
        moves.iter().try_for_each(|&mv| move_of(mv).map(|mv| position.do_move(mv)))
    })
}

/// Undoes the last `count` moves, at most 65,535, and stores them in the order in which they were made, so that
/// `ferz_position_make_legal` makes them again; `moves` may be null. Fails with `FERZ_ERROR_NOT_FOUND`, and undoes none,
/// if the history has fewer since its first position or its last null move.
///
/// # Safety
/// No other thread uses the position. `moves` is null or has room for `count` moves.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_position_undo(
    position: *mut FerzPosition,
    moves: *mut u16,
    count: usize,
) -> i32 {
    if count != 1 {
        // SAFETY: the caller's.
        return unsafe { undo_line(position, moves, count) };
    }
    let body = || {
        // SAFETY: the caller's, for both.
        unsafe {
            let undone = find_mut::<Position>(position)?.undo_move()?;
            store_optional(moves, undone.bits());
        }
        Some(())
    };
    // SAFETY: as above; what has failed fails again, with its reason.
    guard_or(body, || unsafe { undo_line(position, moves, count) })
}

/// Undoes moves or reports why not.
///
/// # Safety
/// As for [`ferz_position_undo`].
#[inline(never)]
unsafe fn undo_line(position: *mut FerzPosition, moves: *mut u16, count: usize) -> i32 {
    guard(|| {
        // SAFETY: the caller's.
        let position = unsafe { get_mut::<Position>(position) }?;
        let too_few = || Fault::new(FERZ_ERROR_NOT_FOUND, "there are not as many moves to undo");
        if count > position.plies_from_null().into() {
            return Err(too_few());
        }
        for index in (0..count).rev() {
            let undone = position.undo_move().ok_or_else(too_few)?;
            if !moves.is_null() {
                // SAFETY: the caller's.
                unsafe { moves.add(index).write(undone.bits()) };
            }
        }
        Ok(())
    })
}

/// Finds the legal move of a text in a notation (`FERZ_NOTATION_...`). UCI accepts castling as `e1g1` and as `e1h1`.
///
/// # Safety
/// `move_text` is null or a text with a zero byte at its end, `mv` null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_position_parse_move(
    position: *const FerzPosition,
    notation: i32,
    move_text: *const c_char,
    mv: *mut u16,
) -> i32 {
    guard(|| {
        // SAFETY: the caller's.
        let (position, text) = unsafe { (get::<Position>(position)?, text(move_text)?) };
        let parsed = match notation {
            FERZ_NOTATION_SAN => {
                position.parse_san(text).map_err(|e| Fault::of(FERZ_ERROR_PARSE, e))
            }
            FERZ_NOTATION_UCI => {
                position.parse_uci(text).map_err(|e| Fault::of(FERZ_ERROR_PARSE, e))
            }
            other => Err(unknown("notation", other)),
        };
        // SAFETY: the caller's.
        unsafe { store(mv, parsed?.bits()) }
    })
}

/// Writes a legal move in a notation (`FERZ_NOTATION_...`), at most 8 bytes with the zero byte at its end.
///
/// # Safety
/// `buffer` has room for `capacity` bytes, or is null with a capacity of 0; `length` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_position_move_text(
    position: *const FerzPosition,
    notation: i32,
    mv: u16,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> i32 {
    guard(|| {
        // SAFETY: the caller's.
        let position = unsafe { get::<Position>(position) }?;
        let mv = legal(position, mv)?;
        let text = match notation {
            FERZ_NOTATION_SAN => position.san(mv).to_string(),
            FERZ_NOTATION_UCI => position.uci(mv).to_string(),
            other => return Err(unknown("notation", other)),
        };
        // SAFETY: the caller's.
        unsafe { write_text(&text, buffer, capacity, length) }
    })
}

/// Counts the leaf nodes of the tree of legal moves, at most to `FERZ_PERFT_DEPTH_MAX`. Depth 6 of the start takes
/// fractions of a second, each further ply about thirty times as long; nothing stops a count.
///
/// # Safety
/// `nodes` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_perft(
    position: *const FerzPosition,
    depth: u32,
    nodes: *mut u64,
) -> i32 {
    guard(|| {
        // SAFETY: the caller's.
        let position = unsafe { get::<Position>(position) }?;
        let too_large = || Fault::new(FERZ_ERROR_ARGUMENT, "perft: the depth is too large");
        if depth > FERZ_PERFT_DEPTH_MAX {
            return Err(too_large());
        }
        let counted = ferz_perft::count(position, depth);
        let counted = u64::try_from(counted).map_err(|_| too_large())?;
        // SAFETY: the caller's.
        unsafe { store(nodes, counted) }
    })
}
