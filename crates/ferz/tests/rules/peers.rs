//! The independent generators `cozy-chess` and `chess`, with conversions of moves and squares.

use crate::reference::MoveSet;
use ferz::notation::FenStyle;
use ferz::{File, Move, MoveFlag, PieceType, Position, Square};

/// Returns the same position in cozy-chess.
pub(crate) fn cozy_board(position: &Position) -> cozy_chess::Board {
    let fen = position.setup().fen(FenStyle::Shredder).to_string();
    cozy_chess::Board::from_fen(&fen, true).unwrap_or_else(|error| panic!("{fen}: {error:?}"))
}

/// Returns the same position in chess, which supports only standard chess.
pub(crate) fn chess_board(position: &Position) -> chess::Board {
    let fen = position.fen();
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error:?}"))
}

/// Counts leaves with cozy-chess.
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

/// Packs origin, target and promotion for comparison.
fn code(from: usize, to: usize, promotion: usize) -> u16 {
    (from | to << 6 | promotion << 12) as u16
}

/// Returns the code of a move, with castling as king takes rook.
pub(crate) fn own_code(mv: Move) -> u16 {
    code(mv.from().index(), mv.to().index(), mv.promotion().map_or(0, PieceType::index))
}

/// Returns the code of a move, with castling as the king's two squares.
pub(crate) fn own_code_standard(mv: Move) -> u16 {
    if mv.flag() != MoveFlag::Castle {
        return own_code(mv);
    }
    let file = if mv.to() > mv.from() { File::G } else { File::C };
    code(mv.from().index(), Square::new(file, mv.from().rank()).index(), 0)
}

/// Returns the codes of cozy-chess's legal moves, with castling as king takes rook.
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

/// Converts a move to cozy-chess.
pub(crate) fn cozy_move(mv: Move) -> cozy_chess::Move {
    cozy_chess::Move {
        from: cozy_chess::Square::index(mv.from().index()),
        to: cozy_chess::Square::index(mv.to().index()),
        promotion: mv.promotion().map(|piece| cozy_chess::Piece::index(piece.index())),
    }
}

/// Returns the codes of chess's legal moves, with castling as the king's two squares.
pub(crate) fn chess_moves(board: &chess::Board) -> MoveSet {
    chess::MoveGen::new_legal(board)
        .map(|mv| {
            let promotion = mv.get_promotion().map_or(0, |piece| piece.to_index());
            code(mv.get_source().to_index(), mv.get_dest().to_index(), promotion)
        })
        .collect()
}

/// Converts a move to chess.
pub(crate) fn chess_move(mv: Move) -> chess::ChessMove {
    let bits = usize::from(own_code_standard(mv));
    let square = |index: usize| chess::ALL_SQUARES[index & 63];
    let promotion = mv.promotion().map(|piece| chess::ALL_PIECES[piece.index()]);
    chess::ChessMove::new(square(bits), square(bits >> 6), promotion)
}
