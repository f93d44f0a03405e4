// [start:head]
//! The words of the search: values, tasks and reports.

use crate::types::Move;
use std::time::Duration;
// [end:head]

// [start:node]
/// The value of mate on the board. Mate in n plies is n less.
pub const MATE: i32 = 30_000;
/// More than any value.
pub const INFINITY: i32 = MATE + 1;
/// The greatest distance from the root.
pub const MAX_PLY: i32 = 128;

/// A task of the search: the value of a position to a depth, as far as it lies between alpha and
/// beta.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// The plies to search before quiescence.
    pub depth: i32,
    /// The distance from the root.
    pub ply: i32,
    /// What the side to move has already elsewhere.
    pub alpha: i32,
    /// What the other side has already elsewhere, seen from the side to move.
    pub beta: i32,
}

/// The result of an iteration.
#[derive(Clone, Copy, Debug)]
pub struct Report {
    /// The depth of the iteration.
    pub depth: i32,
    /// The value for the side to move, in hundredths of a pawn.
    pub value: i32,
    /// The nodes of the search so far.
    pub nodes: u64,
    /// The time of the search so far.
    pub time: Duration,
    /// The best move.
    pub mv: Move,
}
// [end:node]
