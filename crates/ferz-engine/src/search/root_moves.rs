//! The moves of the root with their values and lines.

use crate::tablebase::TbRootMove;
use crate::value::{Bound, INFINITE, Value, is_mate};
use ferz::{Move, Position};
use std::ops::Range;

/// A move of the root.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    /// The move.
    pub(crate) mv: Move,
    /// Best line after the move.
    pub(crate) replies: Vec<Move>,
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
    /// Tablebase rank: higher ranks have a better outcome. 0 without tablebases.
    rank: i32,
    /// Value of the tablebase outcome.
    tb_value: Option<Value>,
}

impl RootMove {
    fn new(mv: Move) -> Self {
        Self {
            mv,
            replies: Vec::new(),
            value: -INFINITE,
            previous: -INFINITE,
            bound: Bound::Exact,
            depth: 0,
            seldepth: 0,
            nodes: 0,
            rank: 0,
            tb_value: None,
        }
    }

    fn of_ranked(ranked: &TbRootMove) -> Self {
        Self { rank: ranked.rank, tb_value: Some(ranked.value), ..Self::new(ranked.mv) }
    }

    /// Returns the tablebase value, unless the search value is a mate.
    pub(crate) fn tb_value_for(&self, value: Value) -> Option<Value> {
        self.tb_value.filter(|_| !is_mate(value))
    }

    /// Sets value, bound, depths and replies after a search within the window `(alpha, beta)`.
    pub(crate) fn set(
        &mut self,
        value: Value,
        (alpha, beta): (Value, Value),
        (depth, seldepth): (i32, usize),
        replies: &[Move],
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
        replies.clone_into(&mut self.replies);
    }

    /// Returns the best line, which starts with the move.
    pub(crate) fn pv(&self) -> Vec<Move> {
        std::iter::once(self.mv).chain(self.replies.iter().copied()).collect()
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
    pub(crate) fn ranked(ranked: &[TbRootMove]) -> Self {
        Self { moves: ranked.iter().map(RootMove::of_ranked).collect(), first: 0 }
    }

    /// Returns a copy of the first lines alone.
    pub(crate) fn first_lines(&self, count: usize) -> Self {
        Self { moves: self.moves.iter().take(count).cloned().collect(), first: 0 }
    }

    /// Returns the moves in their order.
    pub(crate) fn list(&self) -> Vec<Move> {
        self.moves.iter().map(|root_move| root_move.mv).collect()
    }

    /// Returns the range of moves with the tablebase rank of the one at `first`.
    fn same_tb_rank(&self) -> Range<usize> {
        let Some(first) = self.moves.get(self.first) else { return 0..0 };
        let start = self.moves.partition_point(|root_move| root_move.rank > first.rank);
        start..self.moves.partition_point(|root_move| root_move.rank >= first.rank)
    }

    /// Returns the moves that the current line considers.
    pub(crate) fn searched(&mut self) -> &mut [RootMove] {
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
        self.searched().iter_mut().find(|root_move| root_move.mv == mv)
    }

    /// Returns the first moves of the better lines.
    pub(crate) fn better_moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.moves[..self.first].iter().map(|root_move| root_move.mv)
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
        if let Some(root_move) = searched.iter_mut().find(|root_move| root_move.mv == best) {
            root_move.set(value, window, depths, replies);
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

    /// Sorts all moves of the current line's tablebase rank by value after the search was stopped in
    /// the iteration with this depth. The value of the last complete line bounds the values of the
    /// iteration before from above. Older values are dropped: later iterations found better lines.
    pub(crate) fn sort_last_lines(&mut self, depth: i32) {
        let same_rank = self.same_tb_rank();
        for root_move in self.moves.iter_mut().filter(|root_move| root_move.depth < depth - 1) {
            (root_move.value, root_move.previous) = (-INFINITE, -INFINITE);
        }
        let complete = self.first.checked_sub(1).filter(|last| same_rank.contains(last));
        if let Some(max) = complete.map(|last| self.moves[last].last_value()) {
            let earlier = self.moves[self.first..same_rank.end].iter_mut();
            let above =
                |root_move: &&mut RootMove| root_move.depth < depth && root_move.last_value() > max;
            for root_move in earlier.filter(above) {
                (root_move.value, root_move.bound, root_move.depth) = (max, Bound::Upper, depth);
            }
        }
        self.moves[same_rank].sort_by_key(|root_move| std::cmp::Reverse(root_move.last_value()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WINDOW: (Value, Value) = (-INFINITE, INFINITE);

    /// Returns root moves of the initial position whose first ones have these values at depth 5.
    fn with_values(values: &[Value]) -> RootMoves {
        let mut root = RootMoves::new(&Position::startpos(), &[]);
        for (root_move, &value) in root.moves.iter_mut().zip(values) {
            root_move.set(value, WINDOW, (5, 5), &[]);
        }
        root
    }

    fn first_lines(root: &RootMoves, count: usize) -> Vec<(Value, Bound, i32)> {
        let lines = root.all().iter().take(count);
        lines.map(|line| (line.last_value(), line.bound, line.depth)).collect()
    }

    #[test]
    fn last_lines_are_bounded_by_the_complete_line_of_their_iteration() {
        let mut root = with_values(&[40, 30, 5]);
        root.begin_iteration();
        root.moves[0].set(20, WINDOW, (6, 6), &[]);
        root.begin_line(1);
        root.sort_last_lines(6);
        let expected = [(20, Bound::Exact, 6), (20, Bound::Upper, 6), (5, Bound::Exact, 5)];
        assert_eq!(first_lines(&root, 3), expected);
    }

    #[test]
    fn values_of_older_iterations_are_not_last_lines() {
        let mut root = with_values(&[40, 5, 30]);
        root.moves[2].depth = 4;
        root.begin_iteration();
        root.moves[1].set(45, WINDOW, (6, 6), &[]);
        root.sort_last_lines(6);
        assert_eq!(first_lines(&root, 2), [(45, Bound::Exact, 6), (40, Bound::Exact, 5)]);
        assert!(root.all()[2..].iter().all(|root_move| root_move.last_value() == -INFINITE));
    }

    #[test]
    fn last_lines_of_an_incomplete_first_line_are_sorted_by_their_latest_values() {
        let mut root = with_values(&[40, 30, 5]);
        root.begin_iteration();
        root.moves[2].set(35, (20, 35), (6, 6), &[]);
        root.moves[0].set(10, WINDOW, (6, 6), &[]);
        root.sort_last_lines(6);
        let expected = [(35, Bound::Lower, 6), (30, Bound::Exact, 5), (10, Bound::Exact, 6)];
        assert_eq!(first_lines(&root, 3), expected);
        // Moves without a value follow.
        assert!(root.all()[3..].iter().all(|root_move| root_move.last_value() == -INFINITE));
    }
}
