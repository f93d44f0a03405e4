// [start:head]
//! The exercises of the course: functions whose bodies the reader writes.
// [end:head]

// [start:chapter_1]
use crate::types::*;

/// Returns the moves that a king needs on an empty board.
pub fn king_distance(_a: Square, _b: Square) -> u8 {
    todo!("chapter 1, exercise 1")
}

/// Returns the first field of a FEN.
pub fn placement(_pieces: &[Option<Piece>; 64]) -> String {
    todo!("chapter 1, exercise 2")
}
// [end:chapter_1]

// [start:chapter_2]
use crate::board::Board;
use crate::fen::Setup;
use crate::mailbox::Mailbox;

/// Returns true if the side to move is checkmated.
pub fn is_mate(_board: &mut Mailbox) -> bool {
    todo!("chapter 2, exercise 1")
}

/// Returns the position upside down, with the colours swapped.
pub fn mirror(_setup: &Setup) -> Setup {
    todo!("chapter 2, exercise 2")
}
// [end:chapter_2]

// [start:chapter_3]
/// Returns the cells of a 10x12 board that are off the board, in order.
pub fn frame_cells() -> Vec<usize> {
    todo!("chapter 3, exercise 1")
}

/// Returns true if two cells of a 0x88 board lie on a common diagonal.
pub fn on_one_diagonal(_a: usize, _b: usize) -> bool {
    todo!("chapter 3, exercise 2")
}
// [end:chapter_3]

// [start:chapter_4]
use crate::bitboard::Bitboard;

/// Returns the set upside down.
pub fn flip_ranks(_set: Bitboard) -> Bitboard {
    todo!("chapter 4, exercise 1")
}

/// Returns the set with all squares above its squares.
pub fn fill_north(_set: Bitboard) -> Bitboard {
    todo!("chapter 4, exercise 2")
}

/// Returns the dark squares. a1 is one of them.
pub fn dark_squares() -> Bitboard {
    todo!("chapter 4, exercise 3")
}
// [end:chapter_4]

// [start:chapter_5]
/// Returns all squares that a set of knights attacks.
pub fn attacks_of_knights(_knights: Bitboard) -> Bitboard {
    todo!("chapter 5, exercise 1")
}

/// Returns the moves that a knight needs on an empty board.
pub fn knight_moves(_from: Square, _to: Square) -> u32 {
    todo!("chapter 5, exercise 2")
}
// [end:chapter_5]

// [start:chapter_6]
/// Returns the squares that a rook attacks only if the first piece of each direction is gone.
pub fn xray_rook(_from: Square, _occupied: Bitboard) -> Bitboard {
    todo!("chapter 6, exercise 1")
}

/// Returns the squares that a rook attacks upwards, by a subtraction.
pub fn north_by_subtraction(_from: Square, _occupied: Bitboard) -> Bitboard {
    todo!("chapter 6, exercise 2")
}
// [end:chapter_6]

// [start:chapter_7]
/// Returns a score and the 16 bits of a move, in order of the scores.
pub fn scored(_score: i16, _bits: u16) -> u32 {
    todo!("chapter 7, exercise 1")
}

/// Returns true if the 16 bits of a move are a capture.
pub fn captures_by_bits(_bits: u16) -> bool {
    todo!("chapter 7, exercise 2")
}
// [end:chapter_7]

// [start:chapter_8]
use crate::bitboards::Bitboards;

/// Counts how often the last position of a game has occurred, by the keys of the game.
pub fn occurrences(_keys: &[u64]) -> usize {
    todo!("chapter 8, exercise 1")
}

/// Returns a key of the pawns alone.
pub fn pawn_key(_board: &Bitboards) -> u64 {
    todo!("chapter 8, exercise 2")
}
// [end:chapter_8]

// [start:chapter_9]
/// Returns the number of pseudo-legal moves of each type, without castling and en passant.
pub fn moves_by_type(_board: &Bitboards) -> [usize; 6] {
    todo!("chapter 9, exercise 1")
}

/// Returns all squares that pawns of a colour attack.
pub fn pawn_attack_set(_color: Color, _pawns: Bitboard) -> Bitboard {
    todo!("chapter 9, exercise 2")
}
// [end:chapter_9]

// [start:chapter_10]
/// Returns all squares that a side attacks.
pub fn attacked_squares(_board: &Bitboards, _by: Color) -> Bitboard {
    todo!("chapter 10, exercise 1")
}

/// Returns the squares to which the king of the side to move can go, without castling.
pub fn flight_squares(_board: &Bitboards) -> Bitboard {
    todo!("chapter 10, exercise 2")
}
// [end:chapter_10]

// [start:chapter_11]
/// Returns White's first rank in the start position of this number, from 0 to 959. The number
/// divided by 4 leaves the place of one bishop among the files b, d, f and h; the result divided by
/// 4 that of the other among a, c, e and g; that divided by 6 the place of the queen among the
/// files left; and what remains, from 0 to 9, the pair of places of the knights among the five
/// files left: 0 and 1, 0 and 2, 0 and 3, 0 and 4, 1 and 2, and so on.
pub fn chess960_start(_number: usize) -> [PieceType; 8] {
    todo!("chapter 11, exercise 1")
}

/// Returns the number of legal captures en passant.
pub fn en_passant_captures(_board: &Bitboards) -> usize {
    todo!("chapter 11, exercise 2")
}
// [end:chapter_11]

// [start:chapter_12]
/// What `perft_by_kind` counts in the last ply.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Kinds {
    /// Captures, with those en passant and those that promote.
    pub captures: u64,
    /// Captures en passant.
    pub en_passant: u64,
    /// Castlings.
    pub castles: u64,
    /// Promotions, with or without a capture.
    pub promotions: u64,
    /// Moves that give check.
    pub checks: u64,
}

/// Counts the kinds of moves in the last ply of perft.
pub fn perft_by_kind<B: Board>(_board: &mut B, _depth: u32) -> Kinds {
    todo!("chapter 12, exercise 1")
}

/// Returns what only the first and what only the second of two lists has, both sorted.
pub fn differences(_a: &[String], _b: &[String]) -> [Vec<String>; 2] {
    todo!("chapter 12, exercise 2")
}
// [end:chapter_12]

// [start:chapter_13]
use crate::bitboards::sums::Sums;

/// Returns the material as books write it, White first, such as `KRPvKR`.
pub fn material_name(_sums: &Sums) -> String {
    todo!("chapter 13, exercise 1")
}

/// Returns true if each side has one bishop, on squares of different colours, and no other piece
/// but pawns.
pub fn is_opposite_bishops(_board: &Bitboards, _sums: &Sums) -> bool {
    todo!("chapter 13, exercise 2")
}
// [end:chapter_13]

// [start:chapter_14]
/// Returns the legal moves that give check with two pieces at once.
pub fn double_checks(_board: &mut Bitboards) -> Vec<Move> {
    todo!("chapter 14, exercise 1")
}

/// Returns a legal move that checkmates.
pub fn mate_in_one(_board: &mut Bitboards) -> Option<Move> {
    todo!("chapter 14, exercise 2")
}
// [end:chapter_14]

// [start:chapter_15]
/// Returns how many legal moves are captures or promotions, how many are others, and how many of the
/// others give check.
pub fn stage_sizes(_board: &Bitboards) -> [usize; 3] {
    todo!("chapter 15, exercise 1")
}

/// Returns true if a legal quiet move stalemates the other side.
pub fn can_stalemate(_board: &Bitboards) -> bool {
    todo!("chapter 15, exercise 2")
}
// [end:chapter_15]

// [start:chapter_16]
/// Returns the squares of the enemy's pieces that the side to move wins by an exchange.
pub fn hanging(_board: &mut Bitboards) -> Bitboard {
    todo!("chapter 16, exercise 1")
}

/// Sorts captures by what they win, the best first.
pub fn by_exchange(_board: &Bitboards, _captures: &mut [Move]) {
    todo!("chapter 16, exercise 2")
}
// [end:chapter_16]

// [start:chapter_17]
use crate::position::Position;

/// Returns the moves that have led to a position, the first one first.
pub fn line(_position: Position) -> Vec<Move> {
    todo!("chapter 17, exercise 1")
}

/// Returns the capture that would win most by an exchange if the enemy were to move; none if no
/// capture wins anything, or in check. The position is the same afterwards.
pub fn threat(_position: &mut Position) -> Option<Move> {
    todo!("chapter 17, exercise 2")
}
// [end:chapter_17]

// [start:chapter_18]
/// Returns if the player to move could claim a draw, by the fifty-move rule and by repetition.
pub fn claims(_position: &Position) -> [bool; 2] {
    todo!("chapter 18, exercise 1")
}

/// Returns the plies that may still be played before the 75-move rule ends the game, if no pawn moves
/// and nothing is captured.
pub fn plies_left(_position: &Position) -> u16 {
    todo!("chapter 18, exercise 2")
}
// [end:chapter_18]

// [start:chapter_19]
/// Returns the squares that a set of rooks attacks.
pub fn all_rook_attacks(_rooks: Bitboard, _occupied: Bitboard) -> Bitboard {
    todo!("chapter 19, exercise 1")
}

/// Returns the number of squares that a move fills or empties.
pub fn toggles(_mv: Move) -> u32 {
    todo!("chapter 19, exercise 2")
}
// [end:chapter_19]

// [start:chapter_20]
/// Returns the material of a side in hundredths of a pawn, without the king.
pub fn material(_board: &Bitboards, _color: Color) -> i32 {
    todo!("chapter 20, exercise 1")
}

/// Sorts captures: the most valuable victim first, among equal ones the least valuable attacker.
pub fn mvv_lva(_board: &Bitboards, _captures: &mut [Move]) {
    todo!("chapter 20, exercise 2")
}
// [end:chapter_20]

// [start:chapter_21]
use crate::engine::sprt::Pairs;

/// Returns the number of games after which the error of a match between equal engines, which draw half
/// of their games, is as small as this number of Elo points.
pub fn games_needed(_error: f64) -> u32 {
    todo!("chapter 21, exercise 1")
}

/// Returns the result of two matches as one.
pub fn merged(_a: Pairs, _b: Pairs) -> Pairs {
    todo!("chapter 21, exercise 2")
}
// [end:chapter_21]

// [start:chapter_22]
/// Returns the value of a position for the side to move, without alpha, beta and quiescence.
pub fn minimax(_board: &mut Bitboards, _depth: i32) -> i32 {
    todo!("chapter 22, exercise 1")
}
// [end:chapter_22]

// [start:chapter_23]
use crate::engine::table::Table;

/// Returns the moves that the table has as the best from a position on, at most `plies`.
pub fn best_line(_table: &Table, _board: &Bitboards, _plies: usize) -> Vec<Move> {
    todo!("chapter 23, exercise 1")
}
// [end:chapter_23]

// [start:chapter_24]
/// Returns the legal captures that lose material by the exchange.
pub fn losing_captures(_board: &mut Bitboards) -> Vec<Move> {
    todo!("chapter 24, exercise 1")
}

/// Returns by what factor the nodes grow with each depth, from the nodes of depth 1, 2 and so on: the
/// geometric mean.
pub fn branching_factor(_nodes: &[u64]) -> f64 {
    todo!("chapter 24, exercise 2")
}
// [end:chapter_24]

// [start:chapter_25]
/// Returns the reductions by depth and number of the move, 0 where one of them is 0.
pub fn reductions() -> [[i32; 64]; 64] {
    todo!("chapter 25, exercise 1")
}

/// Returns true if the side to move would be better off if it could pass, by searches to a depth.
pub fn is_zugzwang(_board: &Bitboards, _depth: i32) -> bool {
    todo!("chapter 25, exercise 2")
}
// [end:chapter_25]

// [start:chapter_26]
/// Returns the pawns of a side that no pawn of the other side can stop or capture on their way.
pub fn passed_pawns(_board: &Bitboards, _color: Color) -> Bitboard {
    todo!("chapter 26, exercise 1")
}
// [end:chapter_26]

// [start:chapter_27]
/// Returns the input of a piece, seen from a side whose king stands on the files e to h: if it does
/// not, the board is mirrored.
pub fn mirrored_input(_view: Color, _king: Square, _piece: Piece, _square: Square) -> usize {
    todo!("chapter 27, exercise 1")
}
// [end:chapter_27]

// [start:chapter_28]
use crate::engine::node::Report;

/// Returns the move of the deepest of the threads' last reports, and among equally deep ones that of
/// the greatest value.
pub fn elected(_reports: &[Report]) -> Option<Move> {
    todo!("chapter 28, exercise 1")
}
// [end:chapter_28]
