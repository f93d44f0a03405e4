//! Positions in slots.

use crate::error;
use ferz::Bitboard;
use ferz::notation::san::SanPattern;
use ferz::notation::{CastlingMode, FenOptions, FenStyle};
use ferz::{
    CastleSide, Color, DrawReason, Move, Outcome, Piece, PieceType, Position, Square, attacks,
};
use ferz_game::book::BookMove;
use ferz_game::game::{Winnability, winnability};
use ferz_js_border::{Json, Output, call, running, text, words};
use std::cell::RefCell;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// The number of slots. One that is not used takes some bytes, and one of a game of 100 moves about 50 kB.
const SLOTS: usize = 4096;

thread_local! {
    // Made at the first use: as a constant it would be a seventh of the module.
    static POSITIONS: RefCell<Vec<Option<Position>>> = const { RefCell::new(Vec::new()) };
    static START: Position = Position::startpos();
}

/// Runs a function on the position of a slot. -1 without one.
pub(crate) fn with(slot: u32, run: impl FnOnce(&mut Position, &[u8], &mut Output) -> i32) -> i32 {
    running(|| {
        POSITIONS.with_borrow_mut(|positions| {
            let position = positions.get_mut(slot as usize).and_then(Option::as_mut);
            position.map_or(-1, |position| call(|input, output| run(position, input, output)))
        })
    })
}

/// Returns the number of slots.
#[unsafe(no_mangle)]
pub extern "C" fn slots() -> u32 {
    SLOTS as u32
}

/// How a FEN is read: the kinds of castling rights, and leniency.
fn fen_options(castling: u32, lenient: u32) -> FenOptions {
    let castling = match castling {
        1 => CastlingMode::Standard,
        2 => CastlingMode::Chess960,
        _ => CastlingMode::Detect,
    };
    let options = if lenient != 0 { FenOptions::LENIENT } else { FenOptions::STRICT };
    options.castling_mode(castling)
}

/// Fills a slot with a position and the moves that lead on from it. The input is `moves` words, each a move
/// or 0 for a null move, then the FEN; without a FEN the game begins as usual. `castling`: 0 decides by the
/// FEN, 1 standard chess, 2 Chess960. `lenient` corrects what can be corrected, as text of the output.
///
/// Returns 1, or 0 with an error.
#[unsafe(no_mangle)]
pub extern "C" fn position_set(slot: u32, moves: usize, castling: u32, lenient: u32) -> i32 {
    call(|input, output| {
        let (moves, fen) = words(input, moves);
        let read = match &*text(fen) {
            "" => None,
            fen => match Position::from_fen_corrected(fen, fen_options(castling, lenient)) {
                Ok((position, corrections)) => {
                    let corrections: Vec<_> = corrections.iter().map(ToString::to_string).collect();
                    if !corrections.is_empty() {
                        let list = error::quoted(&corrections);
                        output.write(Json::object().with_list("corrections", list));
                    }
                    Some(position)
                }
                Err(found) => {
                    output.fail(&error::fen(&found));
                    return 0;
                }
            },
        };
        POSITIONS.with_borrow_mut(|positions| {
            if positions.is_empty() {
                positions.resize_with(SLOTS, || None);
            }
            let Some(place) = positions.get_mut(slot as usize) else { return 0 };
            let position = place.get_or_insert_default();
            // The memory of the position before is used again: games that are alive at once take slots in turn.
            match read {
                Some(read) => position.clone_from(&read),
                None => START.with(|start| position.clone_from(start)),
            }
            if castling == 2 {
                position.set_chess960(true);
            }
            for bits in moves {
                if !make(position, bits) {
                    output.fail(&Json::error("MoveError", "a move of the line is not legal"));
                    return 0;
                }
            }
            1
        })
    })
}

/// Makes a legal move, or a null move for 0. Returns false and changes nothing if it is not possible.
pub(crate) fn make(position: &mut Position, bits: u32) -> bool {
    if bits == 0 {
        let possible = !position.in_check();
        if possible {
            position.do_null_move();
        }
        return possible;
    }
    let mv = u16::try_from(bits).ok().and_then(Move::from_bits);
    mv.is_some_and(|mv| position.try_do_move(mv).is_ok())
}

/// Makes a legal move, or a null move for 0. Returns 1, or 0 if it is not possible.
#[unsafe(no_mangle)]
pub extern "C" fn position_do(slot: u32, bits: u32) -> i32 {
    with(slot, |position, _, _| i32::from(make(position, bits)))
}

/// Takes the last move back, a null move if `null` is set. Returns 1, or 0 if there is none.
#[unsafe(no_mangle)]
pub extern "C" fn position_undo(slot: u32, null: u32) -> i32 {
    with(slot, |position, _, _| {
        if null == 0 {
            return i32::from(position.undo_move().is_some());
        }
        position.undo_null_move();
        1
    })
}

/// Writes the FEN: 0 as usual, 1 with the files of the castling rooks.
#[unsafe(no_mangle)]
pub extern "C" fn position_fen(slot: u32, style: u32) -> i32 {
    with(slot, |position, _, output| {
        if style == 0 {
            output.text.push_str(&position.fen());
        } else {
            output.write(position.setup().fen(FenStyle::Shredder));
        }
        1
    })
}

/// The board that [`position_board`] and [`position_play`] have written last, in cells of a fixed place, so that the host
/// needs no view of its own for each:
///
/// | cells | |
/// |---|---|
/// | 0 | side to move: 0 White, 1 Black |
/// | 1 | bits: 0 check, 1 Chess960 |
/// | 2 | the castling rooks, a byte each: White's short and long side, Black's; 64 without the right |
/// | 3, 4 | the square behind a double push, and that of a legal en passant capture; 64 for none |
/// | 5, 6, 7 | halfmove clock, number of the move, plies of the game |
/// | 8 to 23 | the pieces, a byte each from a1: 0, White's 1 to 6 (pawn to king), Black's 7 to 12 |
static BOARD: [AtomicU32; 24] = [const { AtomicU32::new(0) }; 24];

/// Returns the address of the cells of the board.
#[unsafe(no_mangle)]
pub extern "C" fn board() -> *const AtomicU32 {
    BOARD.as_ptr()
}

/// Writes the board of a position into its cells.
#[unsafe(no_mangle)]
pub extern "C" fn position_board(slot: u32) -> i32 {
    with(slot, |position, _, _| {
        write_board(position);
        1
    })
}

/// The codes of the pieces in the cells of the board.
const CODES: [u8; Piece::COUNT] = {
    let mut codes = [0; Piece::COUNT];
    let mut index = 0;
    while index < Piece::COUNT {
        let piece = Piece::ALL[index];
        codes[index] = (1 + 6 * piece.color().index() + piece.piece_type().index()) as u8;
        index += 1;
    }
    codes
};

fn write_board(board: &Position) {
    let square = |found: Option<Square>| found.map_or(64, |square| square.index() as u32);
    let rights =
        CastleSide::BY_COLOR.map(|(color, side)| square(board.castling_rook(color, side)) as u8);
    let numbers = [
        board.side_to_move() as u32,
        u32::from(board.in_check()) | u32::from(board.is_chess960()) << 1,
        u32::from_le_bytes(rights),
        square(board.en_passant_target()),
        square(board.en_passant()),
        u32::from(board.rule50()),
        u32::from(board.fullmove_number()),
        board.game_ply(),
    ];
    let (cells, piece_cells) = BOARD.split_at(numbers.len());
    for (cell, number) in cells.iter().zip(numbers) {
        cell.store(number, Relaxed);
    }
    for (cell, squares) in piece_cells.iter().zip(Square::ALL.as_chunks::<4>().0) {
        let codes = squares.map(|square| board.piece_on(square).map_or(0, |piece| CODES[piece]));
        cell.store(u32::from_le_bytes(codes), Relaxed);
    }
}

/// Writes what follows from the moves and the game, as words:
///
/// | words | |
/// |---|---|
/// | 0 | 1 if a draw can be claimed |
/// | 1 | the end: 0 none, 1 checkmate, 2 stalemate, 3 material, 4 seventy-five moves, 5 fivefold repetition |
/// | 2 | occurrences of the position |
/// | 3, 4 | the checking pieces |
/// | 5 to 8 | key and Polyglot's key |
#[unsafe(no_mangle)]
pub extern "C" fn position_facts(slot: u32) -> i32 {
    with(slot, |position, _, output| {
        let outcome = match position.outcome() {
            None => 0,
            Some(Outcome::Checkmate { .. }) => 1,
            Some(Outcome::Draw(DrawReason::Stalemate)) => 2,
            Some(Outcome::Draw(DrawReason::InsufficientMaterial)) => 3,
            Some(Outcome::Draw(DrawReason::SeventyFiveMoves)) => 4,
            Some(Outcome::Draw(DrawReason::FivefoldRepetition)) => 5,
        };
        output.words.extend([
            u32::from(position.can_claim_draw()),
            outcome,
            position.repetition_count() as u32,
        ]);
        output.push64(position.checkers().0);
        output.push64(position.key());
        output.push64(position.polyglot_key());
        1
    })
}

/// Writes the legal moves as words, those from one square or, for 64, all. Returns their number.
#[unsafe(no_mangle)]
pub extern "C" fn position_moves(slot: u32, from: u32) -> i32 {
    with(slot, |position, _, output| {
        let moves = position.legal_moves();
        let from_there = |mv: &&Move| from == 64 || mv.from().index() as u32 == from;
        output.words.extend(moves.iter().filter(from_there).map(|mv| u32::from(mv.bits())));
        output.words.len() as i32
    })
}

/// Writes moves in SAN or, with `uci`, in UCI notation, one a line: those that are the words of the input, or
/// all legal moves, which are then the words of the output. Illegal moves are empty lines.
#[unsafe(no_mangle)]
pub extern "C" fn position_notation(slot: u32, moves: usize, uci: u32) -> i32 {
    with(slot, |position, input, output| {
        let (given, _) = words(input, moves);
        let moves: Vec<Option<Move>> = if given.is_empty() {
            position.legal_moves().iter().map(|&mv| Some(mv)).collect()
        } else {
            let legal = |mv: &Move| position.is_legal(*mv);
            let decode = |&bits: &u32| Move::from_bits(u16::try_from(bits).ok()?).filter(legal);
            given.iter().map(decode).collect()
        };
        for mv in moves {
            output.words.push(mv.map_or(0, |mv| u32::from(mv.bits())));
            match mv {
                Some(mv) if uci != 0 => output.write(position.uci(mv)),
                Some(mv) => output.write(position.san(mv)),
                None => {}
            }
            output.text.push('\n');
        }
        1
    })
}

/// Writes the moves of a line in SAN, one a line, each in the position after those before it: the words of the input,
/// 0 for a null move. A move that is not legal ends them. The slot stays as it is.
#[unsafe(no_mangle)]
pub extern "C" fn position_line(slot: u32, moves: usize) -> i32 {
    with(slot, |position, input, output| {
        let mut position = position.clone();
        for bits in words(input, moves).0 {
            match Move::from_bits(bits as u16) {
                Some(mv) if position.is_legal(mv) => output.write(position.san(mv)),
                _ => output.text.push_str("--"),
            }
            output.text.push('\n');
            if !make(&mut position, bits) {
                return 0;
            }
        }
        1
    })
}

/// Returns the legal move that the input names, in SAN or UCI notation. 0 with an error.
#[unsafe(no_mangle)]
pub extern "C" fn position_find(slot: u32) -> i32 {
    with(slot, |position, input, output| find(position, input, output).map_or(0, bits_of))
}

/// Makes the legal move that the input names, writes the board behind it into its cells, and returns the move. 0 with an
/// error.
#[unsafe(no_mangle)]
pub extern "C" fn position_play(slot: u32) -> i32 {
    with(slot, |position, input, output| {
        find(position, input, output).map_or(0, |mv| {
            position.do_move(mv);
            write_board(position);
            bits_of(mv)
        })
    })
}

fn bits_of(mv: Move) -> i32 {
    i32::from(mv.bits())
}

fn find(position: &Position, input: &[u8], output: &mut Output) -> Option<Move> {
    // Most names are SAN, which then is read without the error of a text that is not UCI notation.
    let (name, mut head) = (input.trim_ascii(), [0; 8]);
    head.iter_mut().zip(name).for_each(|(byte, &letter)| *byte = letter);
    let is_uci = name.len() > 3 && name[1].is_ascii_digit() && name[3].is_ascii_digit();
    if !is_uci
        && let Ok(pattern) = SanPattern::parse_with_head(head, name)
        && let Ok(mv) = position.find_san(&pattern)
    {
        return Some(mv);
    }
    let name = text(input);
    if let Ok(mv) = position.parse_uci(name.trim()) {
        return Some(mv);
    }
    match position.parse_san(&name) {
        Ok(mv) => Some(mv),
        Err(found) => {
            output.fail(&error::mv(&found));
            None
        }
    }
}

/// Returns 1 if a legal move gives check, 2 if it gives mate, else 0.
#[unsafe(no_mangle)]
pub extern "C" fn position_check(slot: u32, bits: u32) -> i32 {
    with(slot, |position, _, _| {
        let mv = u16::try_from(bits).ok().and_then(Move::from_bits);
        let Some(mv) = mv.filter(|&mv| position.is_legal(mv)) else { return 0 };
        i32::from(position.gives_check(mv)) + i32::from(position.gives_mate(mv))
    })
}

/// Returns 1 if a legal move wins at least `threshold` centipawns by exchanges on its target, else 0.
#[unsafe(no_mangle)]
pub extern "C" fn position_exchange(slot: u32, bits: u32, threshold: i32) -> i32 {
    with(slot, |position, _, _| {
        let mv = u16::try_from(bits).ok().and_then(Move::from_bits);
        let mv = mv.filter(|&mv| position.is_legal(mv));
        i32::from(mv.is_some_and(|mv| position.see_ge(mv, threshold)))
    })
}

/// Writes sets of squares, two words each: the pieces of both sides that attack a square, the pieces that
/// are pinned, and the squares that the piece on a square attacks.
#[unsafe(no_mangle)]
pub extern "C" fn position_sets(slot: u32, square: u32) -> i32 {
    with(slot, |position, _, output| {
        let Some(square) = Square::from_index(square as usize) else { return -1 };
        let pinned = Color::ALL.map(|color| position.pinned(color).0);
        output.push64(position.attackers_to(square).0);
        output.push64(pinned[0] | pinned[1]);
        output.push64(position.attacks_from(square).0);
        1
    })
}

/// Counts the leaf nodes at a depth of at most 15 plies; as words, each root move with the two words of its
/// count, and the total last.
#[unsafe(no_mangle)]
pub extern "C" fn position_perft(slot: u32, depth: u32) -> i32 {
    with(slot, |position, _, output| {
        let depth = depth.min(15);
        if depth == 0 {
            output.push64(1);
            return 1;
        }
        let mut total = 0_u64;
        for &mv in &position.legal_moves() {
            position.do_move(mv);
            let nodes = leaves(position, depth - 1);
            position.undo_move();
            output.words.push(u32::from(mv.bits()));
            output.push64(nodes);
            total = total.saturating_add(nodes);
        }
        output.push64(total);
        1
    })
}

/// Counts leaf nodes move by move, the last ply by the number of its moves. `ferz-perft` is faster, and as large as
/// a quarter of this module.
fn leaves(position: &mut Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.legal_count() as u64,
        _ => {
            let mut nodes = 0;
            for &mv in &position.legal_moves() {
                position.do_move(mv);
                nodes += leaves(position, depth - 1);
                position.undo_move();
            }
            nodes
        }
    }
}

/// Returns the legal move of a book's 16 bits, or 0.
#[unsafe(no_mangle)]
pub extern "C" fn position_book_move(slot: u32, bits: u32) -> i32 {
    with(slot, |position, _, _| {
        let mv = BookMove(bits as u16).find(position);
        mv.map_or(0, |mv| i32::from(mv.bits()))
    })
}

/// Returns who can still give checkmate by any legal moves, with at most `nodes` positions of search for each
/// side: bit 0 White cannot, bit 1 Black cannot, bits 2 and 3 it is not known.
#[unsafe(no_mangle)]
pub extern "C" fn position_winnable(slot: u32, nodes: u32) -> i32 {
    with(slot, |position, _, _| {
        let bits =
            Color::ALL.map(|side| match winnability(position.board(), side, nodes as usize) {
                Winnability::Winnable => 0,
                Winnability::Unwinnable => 1,
                Winnability::Unknown => 4,
            });
        bits[0] | bits[1] << 1
    })
}

/// Writes the FEN of the position with colours exchanged (0), files mirrored (1) or the board turned (2).
#[unsafe(no_mangle)]
pub extern "C" fn position_transformed(slot: u32, how: u32) -> i32 {
    with(slot, |position, _, output| {
        let board = match how {
            0 => position.board().flip_colors(),
            1 => position.board().mirror_files(),
            _ => position.board().rotate(),
        };
        output.text.push_str(&board.fen());
        1
    })
}

/// Returns the attacks of a piece type (1 pawn of White, 2 knight to 6 king, 7 pawn of Black) on a square for a set of
/// occupied squares. 0 outside of these numbers.
#[unsafe(no_mangle)]
pub extern "C" fn attack_set(piece: u32, square: u32, occupied: u64) -> u64 {
    let Some(square) = Square::from_index(square as usize) else { return 0 };
    let occupied = Bitboard(occupied);
    let set = match piece {
        1 => attacks::pawn(Color::White, square),
        7 => attacks::pawn(Color::Black, square),
        _ => match (piece as usize).checked_sub(1).and_then(PieceType::from_index) {
            Some(piece_type) => attacks::of(piece_type, square, occupied),
            None => Bitboard::EMPTY,
        },
    };
    set.0
}
