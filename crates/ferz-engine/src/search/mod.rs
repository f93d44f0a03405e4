//! The search: principal variation search with iterative deepening, in chapters.
//!
//! | chapter | holds |
//! |---|---|
//! | [`driver`] | iterative deepening, aspiration windows, when to stop, what is told of it |
//! | [`node`] | a node from entry to exit: draws, table, static evaluation |
//! | [`tablebase`] | what tablebases know of a node |
//! | [`pruning`] | leaving a whole node early: razoring, reverse futility, null move, ProbCut; internal iterative reduction |
//! | [`moves`] | the loop over a node's moves: which to skip, how deep to search the others |
//! | [`extensions`] | singular extensions and multicut |
//! | [`reductions`] | late move reductions |
//! | [`quiescence`] | the captures and checks beyond the last ply |
//! | [`picker`] | moves in the order they are worth trying, generated in stages |
//! | [`learning`] | what a node teaches once its value is known |
//! | [`history`], [`correction`], [`gravity`] | what was learned of moves and of evaluations, and how |
//! | [`strength`] | playing below full strength |
//! | [`busy`] | which moves the threads are searching, so that they share the work |
//! | [`lead`] | the principal variation's nodes that one thread completes for all |
//! | [`worker`], [`root`], [`report`] | one thread's state, the root's moves, what callers are told |
//!
//! A chapter tells what its heuristic was measured to bring: the Elo of the whole engine over the
//! same without it, in 300 games from balanced openings at 5000 nodes a move. Ten plies or so are
//! too few for what pays at depth, time spent is not seen, and heuristics that prune the same nodes
//! stand in for each other; so a figure near zero says that a heuristic is not needed there, and no
//! more.

pub(crate) mod busy;
pub(crate) mod correction;
mod driver;
mod extensions;
mod gravity;
pub(crate) mod history;
pub(crate) mod lead;
mod learning;
mod moves;
mod node;
mod picker;
mod pruning;
mod quiescence;
mod reductions;
pub(crate) mod report;
pub(crate) mod root;
pub(crate) mod strength;
mod tablebase;
pub(crate) mod worker;

use ferz::{Move, PieceType};

/// Whether a move is noisy: a capture or a queen promotion.
#[inline(always)]
fn is_noisy(mv: Move) -> bool {
    mv.is_capture() || mv.promotion() == Some(PieceType::Queen)
}
