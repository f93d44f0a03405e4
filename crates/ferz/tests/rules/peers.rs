//! The two generators written by others, and how their moves and squares translate.

use crate::plain::MoveSet;
use ferz::notation::FenStyle;
use ferz::{File, Move, MoveFlag, PieceType, Position, Square};

/// The same position in cozy-chess.
pub(crate) fn cozy_board(position: &Position) -> cozy_chess::Board {
    let fen = position.setup().fen(FenStyle::Shredder).to_string();
    cozy_chess::Board::from_fen(&fen, true).unwrap_or_else(|error| panic!("{fen}: {error:?}"))
}

/// The same position in chess, which knows standard chess only.
pub(crate) fn chess_board(position: &Position) -> chess::Board {
    let fen = position.fen();
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error:?}"))
}

/// How many leaves cozy-chess counts.
pub(crate) fn cozy_perft(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut leaves = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            leaves += moves.len() as u64;
            return false;
        }
        for mv in moves {
            let mut next = board.clone();
            next.play_unchecked(mv);
            leaves += cozy_perft(&next, depth - 1);
        }
        false
    });
    leaves
}

/// Origin, target and promotion as a number to compare.
fn code(from: usize, to: usize, promotion: usize) -> u16 {
    (from | to << 6 | promotion << 12) as u16
}

/// A move of ours without its kind; castling is king takes rook.
pub(crate) fn own_code(mv: Move) -> u16 {
    code(mv.from().index(), mv.to().index(), mv.promotion().map_or(0, PieceType::index))
}

/// A move of ours without its kind; castling is the king's two squares.
pub(crate) fn own_code_standard(mv: Move) -> u16 {
    if mv.flag() != MoveFlag::Castle {
        return own_code(mv);
    }
    let file = if mv.to() > mv.from() { File::G } else { File::C };
    code(mv.from().index(), Square::new(file, mv.from().rank()).index(), 0)
}

/// The legal moves of cozy-chess, castling as king takes rook.
pub(crate) fn cozy_moves(board: &cozy_chess::Board) -> MoveSet {
    let mut set = MoveSet::new();
    board.generate_moves(|moves| {
        set.extend(moves.into_iter().map(|mv| {
            code(mv.from as usize, mv.to as usize, mv.promotion.map_or(0, |piece| piece as usize))
        }));
        false
    });
    set
}

/// Our move in cozy-chess.
pub(crate) fn cozy_move(mv: Move) -> cozy_chess::Move {
    cozy_chess::Move {
        from: cozy_chess::Square::index(mv.from().index()),
        to: cozy_chess::Square::index(mv.to().index()),
        promotion: mv.promotion().map(|piece| cozy_chess::Piece::index(piece.index())),
    }
}

/// The legal moves of chess, castling as the king's two squares.
pub(crate) fn chess_moves(board: &chess::Board) -> MoveSet {
    chess::MoveGen::new_legal(board)
        .map(|mv| {
            let promotion = mv.get_promotion().map_or(0, |piece| piece.to_index());
            code(mv.get_source().to_index(), mv.get_dest().to_index(), promotion)
        })
        .collect()
}

/// Our move in chess.
pub(crate) fn chess_move(mv: Move) -> chess::ChessMove {
    let bits = usize::from(own_code_standard(mv));
    let square = |index: usize| chess::ALL_SQUARES[index & 63];
    let promotion = mv.promotion().map(|piece| chess::ALL_PIECES[piece.index()]);
    chess::ChessMove::new(square(bits), square(bits >> 6), promotion)
}
