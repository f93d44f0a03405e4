//! Leaf counts by cozy-chess, which copies a board for each move.

use cozy_chess::Board;

fn board(fen: &str) -> Board {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error:?}"))
}

/// Makes every leaf.
pub(crate) fn make(fen: &str, depth: u32) -> Box<dyn FnMut() -> u64> {
    fn walk(board: &Board, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut leaves = 0;
        board.generate_moves(|moves| {
            for mv in moves {
                let mut next = board.clone();
                next.play_unchecked(mv);
                leaves += walk(&next, depth - 1);
            }
            false
        });
        leaves
    }
    let board = board(fen);
    Box::new(move || walk(&board, depth))
}

/// Counts the moves of the last ply without making them.
pub(crate) fn list(fen: &str, depth: u32) -> Box<dyn FnMut() -> u64> {
    fn walk(board: &Board, depth: u32) -> u64 {
        let mut leaves = 0;
        board.generate_moves(|moves| {
            if depth == 1 {
                leaves += moves.len() as u64;
                return false;
            }
            for mv in moves {
                let mut next = board.clone();
                next.play_unchecked(mv);
                leaves += walk(&next, depth - 1);
            }
            false
        });
        leaves
    }
    let board = board(fen);
    Box::new(move || walk(&board, depth))
}
