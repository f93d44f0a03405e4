// [start:head]
//! Pruning: what need not be searched, or less deep.

use crate::bitboards::Bitboards;
use crate::board::Board;
use crate::engine::Feature;
use crate::engine::limits::Stopped;
use crate::engine::node::{INFINITY, MATE, MAX_PLY, Node};
use crate::engine::order::is_noisy;
use crate::engine::search::Search;
use crate::types::*;
// [end:head]

// [start:aspiration]
impl Search {
    /// Searches the root with a window around the last value, and widens it where it fails.
    pub fn aspiration(
        &mut self,
        board: &mut Bitboards,
        depth: i32,
        last: i32,
    ) -> Result<i32, Stopped> {
        let (mut below, mut above) = (25, 25);
        loop {
            let alpha = (last - below).max(-INFINITY);
            let beta = (last + above).min(INFINITY);
            let value = self.node(board, Node { depth, ply: 0, alpha, beta })?;
            // The fourth attempt is without bound.
            let wider = |margin: i32| if margin < 1_000 { 4 * margin } else { 2 * INFINITY };
            match value {
                _ if value <= alpha => below = wider(below),
                _ if value >= beta => above = wider(above),
                _ => return Ok(value),
            }
        }
    }
}
// [end:aspiration]

// [start:scout]
impl Search {
    /// Returns the value of a move that is not the first, if a search with an empty window is
    /// enough to know that it is not better than alpha, or good enough for a cutoff.
    pub fn scout(
        &mut self,
        board: &mut Bitboards,
        reduction: i32,
        next: Node,
    ) -> Result<Option<i32>, Stopped> {
        let alpha = -next.beta;
        let empty = Node { alpha: -alpha - 1, beta: -alpha, ..next };
        if reduction > 0 {
            let value = -self.node(board, Node { depth: next.depth - reduction, ..empty })?;
            if value <= alpha {
                return Ok(Some(value));
            }
        }
        if !self.features.has(Feature::Pvs) {
            return Ok(None);
        }
        let value = -self.node(board, empty)?;
        Ok((value <= alpha || value >= -next.alpha).then_some(value))
    }

    /// Returns by how many plies a move is searched less deep: late quiet moves are rarely best.
    pub fn reduction(&self, board: &Bitboards, mv: Move, number: usize, node: Node) -> i32 {
        let is_late = number >= 3 && node.depth >= 3;
        if !self.features.has(Feature::Reductions) || !is_late || is_noisy(mv) {
            return 0;
        }
        if board.in_check(board.side_to_move()) || board.gives_check(mv) {
            return 0;
        }
        let (depth, number) = (f64::from(node.depth), number as f64);
        let reduction = (0.5 + depth.ln() * number.ln() / 2.2) as i32;
        reduction.min(node.depth - 2)
    }
}
// [end:scout]

// [start:prune]
impl Search {
    /// Returns a value of at least beta if the side to move, which is not in check, stands so well
    /// that its moves need not be searched.
    pub fn prune_node(
        &mut self,
        board: &mut Bitboards,
        node: Node,
    ) -> Result<Option<i32>, Stopped> {
        let (futility, null) =
            (self.features.has(Feature::Futility), self.features.has(Feature::NullMove));
        if node.ply == 0 || node.beta.abs() > MATE - MAX_PLY || !(futility || null) {
            return Ok(None);
        }
        let value = self.evaluate(board);
        if futility && node.depth <= 6 && value - 90 * node.depth >= node.beta {
            return Ok(Some(value));
        }
        // With pawns alone, having to move is often what loses: passing proves nothing there.
        let us = board.side_to_move();
        let pieces = board.of_color(us)
            & !board.pieces(us, PieceType::Pawn)
            & !board.pieces(us, PieceType::King);
        if !null || node.depth < 3 || value < node.beta || pieces.is_empty() {
            return Ok(None);
        }
        let depth = node.depth - 3 - node.depth / 4;
        let next = Node { depth, ply: node.ply + 1, alpha: -node.beta, beta: 1 - node.beta };
        let mut passed = board.clone();
        passed.pass();
        let value = -self.node(&mut passed, next)?;
        // A mate after a pass is not proven.
        Ok((value >= node.beta).then_some(value.min(MATE - MAX_PLY)))
    }

    /// Returns true near the leaves if the side to move, which is not in check, stands so badly that
    /// a quiet move would have to win a piece.
    pub fn is_hopeless(&mut self, board: &Bitboards, node: Node) -> bool {
        self.features.has(Feature::Futility)
            && node.ply > 0
            && node.depth <= 4
            && self.evaluate(board) + 100 + 100 * node.depth <= node.alpha
    }

    /// Returns true for a quiet move that is not searched: it gives no check, and it comes late or
    /// the position is hopeless.
    pub fn is_futile(&self, board: &Bitboards, mv: Move, late: i32, is_hopeless: bool) -> bool {
        self.features.has(Feature::Futility)
            && (is_hopeless || late > 0)
            && !is_noisy(mv)
            && !board.gives_check(mv)
    }
}
// [end:prune]
