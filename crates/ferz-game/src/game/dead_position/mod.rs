//! Dead positions: positions in which a side cannot checkmate by any series of legal moves.
//!
//! Three methods are tried, the fastest first: material, a static analysis of
//! blocked positions ([`blocked`]), and a search for a helpmate that either finds one or visits
//! every position that can arise ([`helpmate`]). Each answer is proven; a search that reaches its
//! limit answers [`Winnability::Unknown`]. Move counters are ignored, because claims and the
//! seventy-five-move rule end a game without changing what can be reached.
//!
//! The problem and the combination of static analysis and search are described by Miguel Ambrona,
//! "A Practical Algorithm for Chess Unwinnability", FUN 2022.

mod blocked;
mod helpmate;
#[cfg(test)]
mod tests;

use ferz::{Board, Color};

/// The result of a proof that a side can checkmate by some series of legal moves of both sides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Winnability {
    /// Some series of legal moves ends with checkmate by the side.
    Winnable,
    /// No series of legal moves ends with checkmate by the side.
    Unwinnable,
    /// The search reached its limit without a proof.
    Unknown,
}

/// The result of a proof that a position is dead: neither side can checkmate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Deadness {
    /// Neither side can checkmate.
    Dead,
    /// A side can checkmate.
    NotDead,
    /// The search reached its limit without a proof.
    Unknown,
}

/// Decides if `side` can checkmate by any series of legal moves. The search for a helpmate visits
/// at most `max_nodes` positions, which take about 300 bytes each; 0 leaves it out.
///
/// ```
/// use ferz::{Board, Color};
/// use ferz_game::game::{Winnability, winnability};
/// // The pawns are blocked for ever, and the kings cannot pass them.
/// let wall = Board::from_fen("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1")?;
/// assert_eq!(winnability(&wall, Color::White, 0), Winnability::Unwinnable);
/// // A knight checkmates in the corner if Black helps with the pawn.
/// let knight = Board::from_fen("7k/7p/8/8/8/8/8/KN6 w - - 0 1")?;
/// assert_eq!(winnability(&knight, Color::White, 100_000), Winnability::Winnable);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn winnability(board: &Board, side: Color, max_nodes: usize) -> Winnability {
    if !board.has_legal_move() {
        let is_mate = board.in_check() && board.side_to_move() != side;
        return if is_mate { Winnability::Winnable } else { Winnability::Unwinnable };
    }
    if board.has_insufficient_material(side) || blocked::is_unwinnable(board, side) {
        return Winnability::Unwinnable;
    }
    helpmate::search(board, side, max_nodes)
}

/// Decides if the position is dead. Each side's search visits at most `max_nodes` positions.
pub fn deadness(board: &Board, max_nodes: usize) -> Deadness {
    let us = board.side_to_move();
    let first = winnability(board, us, max_nodes);
    if first == Winnability::Winnable {
        return Deadness::NotDead;
    }
    match (first, winnability(board, !us, max_nodes)) {
        (_, Winnability::Winnable) => Deadness::NotDead,
        (Winnability::Unwinnable, Winnability::Unwinnable) => Deadness::Dead,
        _ => Deadness::Unknown,
    }
}

/// Returns true if the position is proven dead with at most `max_nodes` positions of search for
/// each side. Ends at the first side that may win, so it is faster than [`deadness`].
pub(super) fn is_proven_dead(board: &Board, max_nodes: usize) -> bool {
    let is_lost = |side| winnability(board, side, max_nodes) == Winnability::Unwinnable;
    Color::ALL.into_iter().all(is_lost)
}
