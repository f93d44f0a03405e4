// [start:head]
//! The order of moves: what is probably best is searched first.

use crate::bitboards::Bitboards;
use crate::bitboards::see::VALUES;
use crate::board::Board;
use crate::engine::node::{MAX_PLY, Node};
use crate::engine::{Feature, Features};
use crate::types::*;
// [end:head]

// [start:struct]
/// What earlier cutoffs say about quiet moves.
pub struct Order {
    /// The last two quiet moves that caused a cutoff, by ply.
    killers: Vec<[Option<Move>; 2]>,
    /// How often a quiet move caused a cutoff rather than not: by side, origin and target.
    history: Box<[[[i32; 64]; 64]; 2]>,
}

impl Default for Order {
    fn default() -> Order {
        let killers = vec![[None; 2]; MAX_PLY as usize];
        Order { killers, history: Box::new([[[0; 64]; 64]; 2]) }
    }
}

/// The bound of history.
const HISTORY_MAX: i32 = 16_384;
/// Added to captures that lose nothing: before all quiet moves.
const GOOD_CAPTURE: i32 = 100_000;
/// Added to killers: before the other quiet moves.
const KILLER: i32 = 50_000;
// [end:struct]

// [start:captures]
/// Returns true if a move changes the material: a capture or a promotion.
pub fn is_noisy(mv: Move) -> bool {
    mv.captures_on().is_some() || mv.promotion().is_some()
}

/// Returns the order of captures: most valuable victim first, then least valuable attacker.
fn mvv_lva(board: &Bitboards, mv: Move) -> i32 {
    let kind = |square| board.piece_on(square).map_or(0, |piece| piece.kind as i32);
    let promotion = mv.promotion().map_or(0, |piece| piece as i32);
    let victim = mv.captures_on().map_or(0, |square| kind(square) + 1);
    16 * (victim + promotion) - kind(mv.from)
}

/// Returns true if a capture gives more than it wins.
fn loses(board: &Bitboards, mv: Move) -> bool {
    let value = |square| board.piece_on(square).map_or(0, |piece| VALUES[piece.kind as usize]);
    // A pawn that takes a queen needs no look at the exchange that follows.
    mv.captures_on().is_none_or(|square| value(square) < value(mv.from)) && board.see(mv) < 0
}

impl Order {
    /// Sorts the moves of quiescence. Losing captures are left out unless the side is in check.
    pub fn sort_captures(&self, board: &Bitboards, in_check: bool, moves: &mut Vec<Move>) {
        if !in_check {
            moves.retain(|&mv| !loses(board, mv));
        }
        moves.sort_by_cached_key(|&mv| -mvv_lva(board, mv));
    }
}
// [end:captures]

// [start:priority]
impl Order {
    /// Returns a number that is greater for moves to search earlier.
    pub fn priority(&self, features: Features, board: &Bitboards, mv: Move, ply: i32) -> i32 {
        if is_noisy(mv) {
            return match features.has(Feature::Captures) {
                // In the order of the generator, before the quiet moves.
                false => GOOD_CAPTURE,
                true if loses(board, mv) => mvv_lva(board, mv) - GOOD_CAPTURE,
                true => mvv_lva(board, mv) + GOOD_CAPTURE,
            };
        }
        if features.has(Feature::Killers) && self.killers[ply as usize].contains(&Some(mv)) {
            return KILLER;
        }
        let side = board.side_to_move() as usize;
        let history = self.history[side][mv.from.index()][mv.to.index()];
        if features.has(Feature::History) { history } else { 0 }
    }
}
// [end:priority]

// [start:learn]
impl Order {
    /// Forgets killers, which belong to a position, and halves history, which ages.
    pub fn begin_search(&mut self) {
        self.killers.fill([None; 2]);
        self.history.as_flattened_mut().as_flattened_mut().iter_mut().for_each(|n| *n /= 2);
    }

    /// Learns from a cutoff: the last of these moves caused it, those before did not.
    pub fn cutoff(&mut self, board: &Bitboards, searched: &[Move], node: Node) {
        let Some((&best, others)) = searched.split_last() else { return };
        if is_noisy(best) {
            return;
        }
        let killers = &mut self.killers[node.ply as usize];
        if killers[0] != Some(best) {
            *killers = [Some(best), killers[0]];
        }
        let bonus = (node.depth * node.depth).min(400);
        self.add(board, best, bonus);
        for &mv in others.iter().filter(|&&mv| !is_noisy(mv)) {
            self.add(board, mv, -bonus);
        }
    }

    fn add(&mut self, board: &Bitboards, mv: Move, bonus: i32) {
        let side = board.side_to_move() as usize;
        let entry = &mut self.history[side][mv.from.index()][mv.to.index()];
        // The nearer to its bound, the less is added: old cutoffs fade.
        *entry += bonus - *entry * bonus.abs() / HISTORY_MAX;
    }
}
// [end:learn]
