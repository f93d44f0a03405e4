// [start:head]
//! The search: iterative deepening, alpha-beta and quiescence.

use crate::bitboards::Bitboards;
use crate::bitboards::stages::Stage;
use crate::board::Board;
use crate::engine::evaluate::evaluate;
use crate::engine::limits::{Limits, Stopped, Watch};
// +27
use crate::engine::network::Accumulator;
// -27
// +24
use crate::engine::order::Order;
// -24
// +26
use crate::engine::phased::Phased;
// -26
// +23
use crate::engine::table::{Bound, Entry, Table, from_stored, to_stored};
// -23
use crate::engine::node::{INFINITY, MATE, MAX_PLY, Node, Report};
use crate::engine::{Feature, Features};
use crate::packed::PackedMove;
use crate::types::*;
// +23
use std::sync::Arc;
// -23
// [end:head]

// [start:struct]
/// The search, with what it keeps from move to move.
pub struct Search {
    /// What is switched on.
    pub features: Features,
    /// Nodes and limits.
    pub watch: Watch,
    /// The keys of the game and of the line that is searched.
    keys: Vec<u64>,
    /// The best move at the root.
    best: Option<Move>,
    // +23
    /// The transposition table.
    pub table: Arc<Table>,
    /// The number of searches, by which old entries are known.
    age: u8,
    // -23
    // +24
    /// What the order of moves has learned.
    pub order: Order,
    // -24
    // +26
    /// The evaluation in phases.
    phased: Phased,
    // -26
    // +27
    /// The sums of the network.
    network: Accumulator,
    // -27
    // +28
    /// The search of the second thread, kept for what it has learned.
    pub helper: Option<Box<Search>>,
    // -28
}

impl Search {
    /// Returns a search that has seen nothing.
    pub fn new(features: Features) -> Search {
        Search {
            features,
            watch: Watch::new(Limits::default()),
            keys: Vec::new(),
            best: None,
            // +23
            table: Arc::new(Table::new(16)),
            age: 0,
            // -23
            // +24
            order: Order::default(),
            // -24
            // +26
            phased: Phased::default(),
            // -26
            // +27
            network: Accumulator::default(),
            // -27
            // +28
            helper: None,
            // -28
        }
    }
}
// [end:struct]

// [start:think]
impl Search {
    /// Returns the best move and its value: searches one ply, then two and so on until a limit is
    /// reached. `None` if there is no legal move. `keys` are those of the game before this position.
    pub fn think(
        &mut self,
        board: &Bitboards,
        keys: &[u64],
        limits: Limits,
        report: impl FnMut(Report),
    ) -> Option<(Move, i32)> {
        // +28
        if self.features.has(Feature::SecondThread) {
            return self.think_with_helper(board, keys, limits, report);
        }
        // -28
        self.iterate(board, keys, 1, limits, report)
    }
}
// [end:think]

// [start:begin]
impl Search {
    /// Prepares what a new search begins with.
    fn begin(&mut self, limits: Limits) {
        self.watch = Watch::new(limits);
        // +23
        self.age = self.age.wrapping_add(1);
        // -23
        // +24
        self.order.begin_search();
        // -24
    }
}
// [end:begin]

// [start:iterate]
impl Search {
    /// Searches as `think` does, in this thread and from a depth on.
    pub fn iterate(
        &mut self,
        board: &Bitboards,
        keys: &[u64],
        mut depth: i32,
        limits: Limits,
        mut report: impl FnMut(Report),
    ) -> Option<(Move, i32)> {
        self.begin(limits);
        // There is a move to play even if the search is stopped at once.
        self.best = Some(*board.clone().legal_moves().first()?);
        let mut value = 0;
        while self.watch.allows(depth) {
            // A search that is stopped in the middle leaves moves on the board and in the list.
            self.keys = keys.to_vec();
            let Ok(found) = self.iteration(&mut board.clone(), depth, value) else { break };
            value = found;
            let (nodes, time) = (self.watch.nodes, self.watch.elapsed());
            report(Report { depth, value, nodes, time, mv: self.best? });
            depth += 1;
        }
        Some((self.best?, value))
    }
}
// [end:iterate]

// [start:iteration]
impl Search {
    /// Searches the root to a depth. `value` is that of the depth before.
    fn iteration(&mut self, board: &mut Bitboards, depth: i32, value: i32) -> Result<i32, Stopped> {
        // +25
        if self.features.has(Feature::Aspiration) && depth >= 4 {
            return self.aspiration(board, depth, value);
        }
        // -25
        self.node(board, Node { depth, ply: 0, alpha: -INFINITY, beta: INFINITY })
    }
}
// [end:iteration]

// [start:node]
impl Search {
    /// Returns the value of a position for the side to move. Outside of the window it is a bound.
    ///
    /// # Errors
    /// If a limit is reached. The board is then somewhere below this node.
    pub fn node(&mut self, board: &mut Bitboards, mut node: Node) -> Result<i32, Stopped> {
        let in_check = board.in_check(board.side_to_move());
        // A check has few answers: it is searched one ply deeper.
        node.depth += i32::from(in_check);
        if node.depth <= 0 || node.ply >= MAX_PLY {
            return self.quiescence(board, node);
        }
        self.watch.count()?;
        if node.ply > 0 && self.is_draw(board, in_check) {
            return Ok(0);
        }
        let mut first = PackedMove::NONE;
        // +23
        let entry = self.probe(board, node);
        if let Some(value) =
            entry.and_then(|entry| entry.decides(node.depth, node.alpha, node.beta))
            && node.ply > 0
        {
            return Ok(value);
        }
        // -23
        // +24
        if let Some(entry) = entry.filter(|_| self.features.has(Feature::TableMove)) {
            first = entry.mv;
        }
        // -24
        // +25
        if !in_check && let Some(value) = self.prune_node(board, node)? {
            return Ok(value);
        }
        // -25
        if node.ply == 0 {
            // The best move of the last iteration comes first, so that this one may be cut short.
            first = self.best.map_or(PackedMove::NONE, PackedMove::from);
        }
        let moves = self.sorted_moves(board, node.ply, first);
        if moves.is_empty() {
            return Ok(if in_check { node.ply - MATE } else { 0 });
        }
        // +25
        let is_hopeless = !in_check && self.is_hopeless(board, node);
        // -25
        let (mut value, mut best) = (-INFINITY, PackedMove::NONE);
        let alpha = node.alpha;
        for (number, &mv) in moves.iter().enumerate() {
            // +25
            let late = number as i32 - 4 - 3 * node.depth * node.depth;
            let may_skip = node.ply > 0 && !in_check && value > MAX_PLY - MATE;
            if may_skip && self.is_futile(board, mv, late, is_hopeless) {
                continue;
            }
            // -25
            let found = self.child(board, mv, number, node)?;
            if found > value {
                (value, best) = (found, mv.into());
            }
            if found > node.alpha {
                node.alpha = found;
                if node.ply == 0 {
                    self.best = Some(mv);
                }
            }
            if node.alpha >= node.beta {
                // The other side has a better choice before: this position is not reached.
                // +24
                self.order.cutoff(board, &moves[..=number], node);
                // -24
                break;
            }
        }
        // +23
        self.store(board, node, alpha, value, best);
        // -23
        Ok(value)
    }
}
// [end:node]

// [start:child]
impl Search {
    /// Returns the value of a move: makes it, searches the position after it, and takes it back.
    fn child(
        &mut self,
        board: &mut Bitboards,
        mv: Move,
        number: usize,
        node: Node,
    ) -> Result<i32, Stopped> {
        let next =
            Node { depth: node.depth - 1, ply: node.ply + 1, alpha: -node.beta, beta: -node.alpha };
        // +25
        let reduction = self.reduction(board, mv, number, node);
        // -25
        self.keys.push(board.key());
        let undo = board.do_move(mv);
        let mut value = None;
        // +25
        if number > 0 {
            value = self.scout(board, reduction, next)?;
        }
        // -25
        let value = match value {
            Some(value) => value,
            None => -self.node(board, next)?,
        };
        board.undo_move(mv, undo);
        self.keys.pop();
        Ok(value)
    }
}
// [end:child]

// [start:draw]
impl Search {
    /// Returns true if the position has occurred before, or 50 moves without progress have passed.
    fn is_draw(&self, board: &mut Bitboards, in_check: bool) -> bool {
        let clock = usize::from(board.state().halfmove_clock);
        // One repetition is enough: what was best once is best again.
        let is_repeated = self.keys.iter().rev().take(clock).any(|&key| key == board.key());
        // A move that mates ends the game, whatever the counter says.
        is_repeated || clock >= 100 && !(in_check && board.legal_moves().is_empty())
    }
}
// [end:draw]

// [start:moves]
impl Search {
    /// Returns the legal moves in the order in which they are searched.
    fn sorted_moves(&self, board: &Bitboards, ply: i32, first: PackedMove) -> Vec<Move> {
        let (safety, mut moves) = (board.safety(), Vec::with_capacity(48));
        board.stage_moves(Stage::Captures, &safety, &mut moves);
        board.stage_moves(Stage::Quiets, &safety, &mut moves);
        moves.retain(|&mv| board.is_legal(mv, &safety));
        // +24
        moves.sort_by_cached_key(|&mv| -self.order.priority(self.features, board, mv, ply));
        // -24
        if let Some(place) = moves.iter().position(|&mv| PackedMove::from(mv) == first) {
            moves[..=place].rotate_right(1);
        }
        moves
    }
}
// [end:moves]

// [start:quiescence]
impl Search {
    /// Searches captures until the position is quiet, and all moves in check.
    pub fn quiescence(&mut self, board: &mut Bitboards, node: Node) -> Result<i32, Stopped> {
        self.watch.count()?;
        if node.ply >= MAX_PLY || !self.features.has(Feature::Quiescence) {
            return Ok(self.evaluate(board));
        }
        let (safety, mut moves) = (board.safety(), Vec::with_capacity(16));
        let in_check = board.in_check(board.side_to_move());
        let mut value = -INFINITY;
        if in_check {
            board.stage_moves(Stage::Evasions, &safety, &mut moves);
        } else {
            // No capture is forced: the position is worth at least what it is worth now.
            value = self.evaluate(board);
            board.stage_moves(Stage::Captures, &safety, &mut moves);
        }
        moves.retain(|&mv| board.is_legal(mv, &safety));
        if in_check && moves.is_empty() {
            return Ok(node.ply - MATE);
        }
        // +24
        if self.features.has(Feature::Captures) {
            self.order.sort_captures(board, in_check, &mut moves);
        }
        // -24
        let mut alpha = node.alpha.max(value);
        for mv in moves {
            if alpha >= node.beta {
                break;
            }
            let undo = board.do_move(mv);
            let next = Node { ply: node.ply + 1, alpha: -node.beta, beta: -alpha, ..node };
            let found = -self.quiescence(board, next)?;
            board.undo_move(mv, undo);
            value = value.max(found);
            alpha = alpha.max(found);
        }
        Ok(value)
    }
}
// [end:quiescence]

// [start:evaluate]
impl Search {
    /// Returns the value of a position without a search, for the side to move.
    pub fn evaluate(&mut self, board: &Bitboards) -> i32 {
        // +27
        if self.features.has(Feature::Network) {
            return self.network.evaluate(board);
        }
        // -27
        // +26
        if self.features.has(Feature::Phased) {
            return self.phased.evaluate(board);
        }
        // -26
        evaluate(board)
    }
}
// [end:evaluate]

// [start:table]
impl Search {
    /// Returns what the table has about a position.
    fn probe(&self, board: &Bitboards, node: Node) -> Option<Entry> {
        if !self.features.has(Feature::Table) {
            return None;
        }
        let entry = self.table.probe(board.key())?;
        Some(Entry { value: from_stored(entry.value, node.ply), ..entry })
    }

    /// Stores the result of a node. `alpha` is that of its beginning.
    fn store(&self, board: &Bitboards, node: Node, alpha: i32, value: i32, mv: PackedMove) {
        if !self.features.has(Feature::Table) {
            return;
        }
        let bound = match value {
            _ if value >= node.beta => Bound::Lower,
            _ if value <= alpha => Bound::Upper,
            _ => Bound::Exact,
        };
        // If all moves fail low, none is known to be better than the others.
        let mv = if bound == Bound::Upper { PackedMove::NONE } else { mv };
        let value = to_stored(value, node.ply);
        self.table.store(board.key(), self.age, Entry { mv, value, depth: node.depth, bound });
    }
}
// [end:table]
