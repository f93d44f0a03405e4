//! The moves of the root with their values and lines.

use crate::tablebase::root::RankedMove;
use crate::value::{Bound, INFINITE, Value, is_mate};
use ferz::{Move, Position};
use std::ops::Range;

/// A move of the root.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    /// Value in the current iteration; `-INFINITE` if the move was not best.
    pub(crate) value: Value,
    /// Last value before, from the previous iteration or an earlier window of this one.
    pub(crate) previous: Value,
    /// Bound of the value.
    pub(crate) bound: Bound,
    /// Depth of the iteration of the value.
    pub(crate) depth: i32,
    /// Selective depth of the value, in plies.
    pub(crate) seldepth: usize,
    /// Nodes below the move in the whole search.
    pub(crate) nodes: u64,
    /// Best line that starts with the move; never empty.
    pub(crate) pv: Vec<Move>,
    /// Tablebase rank: higher ranks have a better outcome. 0 without tablebases.
    rank: i32,
    /// Value of the tablebase outcome.
    tb_value: Option<Value>,
}

impl RootMove {
    fn new(mv: Move) -> Self {
        Self {
            value: -INFINITE,
            previous: -INFINITE,
            bound: Bound::Exact,
            depth: 0,
            seldepth: 0,
            nodes: 0,
            pv: vec![mv],
            rank: 0,
            tb_value: None,
        }
    }

    fn of_ranked(ranked: &RankedMove) -> Self {
        Self { rank: ranked.rank, tb_value: Some(ranked.value), ..Self::new(ranked.mv) }
    }

    /// Returns the tablebase value, unless the search value is a mate.
    pub(crate) fn tb_value_for(&self, value: Value) -> Option<Value> {
        self.tb_value.filter(|_| !is_mate(value))
    }

    /// Sets value, bound, depths and line after a search within the window `(alpha, beta)`. The line
    /// continues after the move itself.
    pub(crate) fn set(
        &mut self,
        value: Value,
        (alpha, beta): (Value, Value),
        (depth, seldepth): (i32, usize),
        replies: impl Iterator<Item = Move>,
    ) {
        self.bound = if value >= beta {
            Bound::Lower
        } else if value <= alpha {
            Bound::Upper
        } else {
            Bound::Exact
        };
        self.value = value;
        self.depth = depth;
        self.seldepth = seldepth;
        self.pv.truncate(1);
        self.pv.extend(replies);
    }

    /// Returns the move.
    pub(crate) fn mv(&self) -> Move {
        self.pv[0]
    }

    /// Returns the value of this iteration, or the previous value if there is none.
    pub(crate) fn last_value(&self) -> Value {
        if self.value == -INFINITE { self.previous } else { self.value }
    }
}

/// The moves of the root, best first.
///
/// The line being searched considers the moves from index `first` on that have the tablebase rank of
/// the first of them.
#[derive(Clone, Debug)]
pub(crate) struct RootMoves {
    moves: Vec<RootMove>,
    first: usize,
}

impl RootMoves {
    /// Creates the list of the legal moves of a position, restricted to `search_moves` unless that is
    /// empty.
    pub(crate) fn new(pos: &Position, search_moves: &[Move]) -> Self {
        let legal = pos.legal_moves();
        let selected = |mv: &&Move| search_moves.is_empty() || search_moves.contains(mv);
        Self {
            moves: legal.iter().filter(selected).map(|&mv| RootMove::new(mv)).collect(),
            first: 0,
        }
    }

    /// Creates the list in the order of tablebase ranks.
    pub(crate) fn ranked(ranked: &[RankedMove]) -> Self {
        Self { moves: ranked.iter().map(RootMove::of_ranked).collect(), first: 0 }
    }

    /// Returns the moves in their order.
    pub(crate) fn list(&self) -> Vec<Move> {
        self.moves.iter().map(RootMove::mv).collect()
    }

    /// Returns the range of moves with the tablebase rank of the one at `first`.
    fn same_tb_rank(&self) -> Range<usize> {
        let Some(first) = self.moves.get(self.first) else { return 0..0 };
        let start = self.moves.partition_point(|root_move| root_move.rank > first.rank);
        start..self.moves.partition_point(|root_move| root_move.rank >= first.rank)
    }

    /// Returns the moves that the current line considers.
    fn searched(&mut self) -> &mut [RootMove] {
        let end = self.same_tb_rank().end;
        &mut self.moves[self.first..end]
    }

    pub(crate) fn len(&self) -> usize {
        self.moves.len()
    }

    pub(crate) fn all(&self) -> &[RootMove] {
        &self.moves
    }

    /// Returns the nodes below all moves in the whole search.
    pub(crate) fn nodes(&self) -> u64 {
        self.moves.iter().map(|root_move| root_move.nodes).sum()
    }

    /// Returns the best move of the current line.
    pub(crate) fn best(&self) -> &RootMove {
        &self.moves[self.first]
    }

    /// Returns the number of better lines.
    pub(crate) fn lines_before(&self) -> usize {
        self.first
    }

    /// Returns true if the current line is the best one.
    pub(crate) fn is_first_line(&self) -> bool {
        self.first == 0
    }

    /// Begins an iteration: the values become previous values.
    pub(crate) fn begin_iteration(&mut self) {
        self.first = 0;
        self.save_scores();
    }

    /// Begins the search of the best line among the moves from index `first` on.
    pub(crate) fn begin_line(&mut self, first: usize) {
        self.first = first;
    }

    /// Returns a move if the current line considers it.
    pub(crate) fn find(&mut self, mv: Move) -> Option<&mut RootMove> {
        self.searched().iter_mut().find(|root_move| root_move.mv() == mv)
    }

    /// Returns the first moves of the better lines.
    pub(crate) fn better_moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.moves[..self.first].iter().map(RootMove::mv)
    }

    /// Adopts value and line of the root from another thread.
    pub(crate) fn adopt(
        &mut self,
        value: Value,
        window: (Value, Value),
        depths: (i32, usize),
        line: &[Move],
    ) {
        let searched = self.searched();
        searched.iter_mut().for_each(|root_move| root_move.value = -INFINITE);
        let Some((&best, replies)) = line.split_first() else { return };
        if let Some(root_move) = searched.iter_mut().find(|root_move| root_move.mv() == best) {
            root_move.set(value, window, depths, replies.iter().copied());
        }
    }

    /// Saves the values of this iteration as previous values before a search with another window.
    pub(crate) fn save_scores(&mut self) {
        for root_move in &mut self.moves[self.first..] {
            root_move.previous = root_move.last_value();
            root_move.value = -INFINITE;
        }
    }

    /// Sorts the moves of the current line by value; those without a value keep their order.
    pub(crate) fn sort_searched(&mut self) {
        self.searched().sort_by_key(|root_move| std::cmp::Reverse(root_move.value));
    }

    /// Sorts the lines up to and with the current one, as far as they have one tablebase rank.
    pub(crate) fn sort_lines(&mut self) {
        let start = self.same_tb_rank().start;
        let end = (self.first + 1).min(self.moves.len());
        self.moves[start..end].sort_by_key(|root_move| std::cmp::Reverse(root_move.last_value()));
    }
}
