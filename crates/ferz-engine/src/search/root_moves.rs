//! The root's moves, and how they fared.

use crate::tablebase::root::RankedMove;
use crate::value::{Bound, INFINITE, Value, is_mate};
use ferz::{Move, Position};
use std::ops::Range;

/// A move of the root position and what is known of it.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    /// Its value in this iteration; `-INFINITE` if it did not become best.
    pub(crate) value: Value,
    /// Its last value before, from the iteration before or from another window.
    pub(crate) previous: Value,
    /// How the value relates to the true one.
    pub(crate) bound: Bound,
    /// The depth of the iteration that the value is from.
    pub(crate) depth: i32,
    /// The longest line looked at beneath it.
    pub(crate) seldepth: usize,
    /// The nodes spent on it in the whole search.
    pub(crate) nodes: u64,
    /// The best line that begins with it; never empty.
    pub(crate) pv: Vec<Move>,
    /// What tablebases say: moves with a greater rank keep a better outcome. 0 without tables.
    rank: i32,
    /// What the outcome is worth that tablebases know.
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

    /// What tablebases say, unless the search has found a mate.
    pub(crate) fn tb_value_for(&self, value: Value) -> Option<Value> {
        self.tb_value.filter(|_| !is_mate(value))
    }

    /// Keeps the value that an iteration found within `alpha` and `beta`, and the line after the
    /// move.
    pub(crate) fn set(
        &mut self,
        value: Value,
        (alpha, beta): (Value, Value),
        (depth, seldepth): (i32, usize),
        answers: impl Iterator<Item = Move>,
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
        self.pv.extend(answers);
    }

    /// The move itself.
    pub(crate) fn mv(&self) -> Move {
        self.pv[0]
    }

    /// The value of this iteration, or of the one before where this one has none.
    pub(crate) fn last_value(&self) -> Value {
        if self.value == -INFINITE { self.previous } else { self.value }
    }
}

/// The root's moves, best first, of which those from `first` on are being searched as far as they
/// have the rank of the first.
#[derive(Clone, Debug)]
pub(crate) struct RootMoves {
    moves: Vec<RootMove>,
    first: usize,
}

impl RootMoves {
    /// The legal moves of a position, or those of them that are wished for.
    pub(crate) fn new(pos: &Position, wished: &[Move]) -> Self {
        let legal = pos.legal_moves();
        let is_wished = |mv: &&Move| wished.is_empty() || wished.contains(mv);
        Self {
            moves: legal.iter().filter(is_wished).map(|&mv| RootMove::new(mv)).collect(),
            first: 0,
        }
    }

    /// The moves as tablebases rank them.
    pub(crate) fn ranked(ranked: &[RankedMove]) -> Self {
        Self { moves: ranked.iter().map(RootMove::of_ranked).collect(), first: 0 }
    }

    /// The moves themselves.
    pub(crate) fn list(&self) -> Vec<Move> {
        self.moves.iter().map(RootMove::mv).collect()
    }

    /// The moves that have the rank of the one at `first`: from where, and to before where.
    fn same_tb_rank(&self) -> Range<usize> {
        let Some(first) = self.moves.get(self.first) else { return 0..0 };
        let start = self.moves.partition_point(|root_move| root_move.rank > first.rank);
        start..self.moves.partition_point(|root_move| root_move.rank >= first.rank)
    }

    /// The moves being searched.
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

    /// The nodes spent on all moves in the whole search.
    pub(crate) fn nodes(&self) -> u64 {
        self.moves.iter().map(|root_move| root_move.nodes).sum()
    }

    /// The best move among those being searched.
    pub(crate) fn best(&self) -> &RootMove {
        &self.moves[self.first]
    }

    /// How many better lines than the one being searched there are.
    pub(crate) fn lines_before(&self) -> usize {
        self.first
    }

    /// Whether the best line is being searched.
    pub(crate) fn is_first_line(&self) -> bool {
        self.first == 0
    }

    /// Begins an iteration: the values become those of the iteration before.
    pub(crate) fn begin_iteration(&mut self) {
        self.first = 0;
        self.save_scores();
    }

    /// Searches the best line among the moves from `first` on.
    pub(crate) fn begin_line(&mut self, first: usize) {
        self.first = first;
    }

    /// The move, if it is among those being searched.
    pub(crate) fn find(&mut self, mv: Move) -> Option<&mut RootMove> {
        self.searched().iter_mut().find(|root_move| root_move.mv() == mv)
    }

    /// The moves of the lines before the one being searched.
    pub(crate) fn better_moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.moves[..self.first].iter().map(RootMove::mv)
    }

    /// The search of the moves has come to this value with this line; no other move became best.
    pub(crate) fn adopt(
        &mut self,
        value: Value,
        window: (Value, Value),
        depths: (i32, usize),
        line: &[Move],
    ) {
        let searched = self.searched();
        searched.iter_mut().for_each(|root_move| root_move.value = -INFINITE);
        let Some((&best, answers)) = line.split_first() else { return };
        if let Some(root_move) = searched.iter_mut().find(|root_move| root_move.mv() == best) {
            root_move.set(value, window, depths, answers.iter().copied());
        }
    }

    /// Begins a search of the moves with another window: what this iteration found so far stands
    /// with the values of the iteration before.
    pub(crate) fn save_scores(&mut self) {
        for root_move in &mut self.moves[self.first..] {
            root_move.previous = root_move.last_value();
            root_move.value = -INFINITE;
        }
    }

    /// Sorts the moves being searched, best first; those that did not become best keep their order.
    pub(crate) fn sort_searched(&mut self) {
        self.searched().sort_by_key(|root_move| std::cmp::Reverse(root_move.value));
    }

    /// Sorts the moves up to and with the line just searched, as far as they have one rank.
    pub(crate) fn sort_lines(&mut self) {
        let start = self.same_tb_rank().start;
        let end = (self.first + 1).min(self.moves.len());
        self.moves[start..end].sort_by_key(|root_move| std::cmp::Reverse(root_move.last_value()));
    }
}
