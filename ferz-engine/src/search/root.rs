//! The root's moves, and how they fared.

use crate::value::{Bound, INFINITE, Value};
use ferz::{Move, Position};

/// A move of the root position and what is known of it.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    /// Its value in this iteration; `-INFINITE` if it did not become best.
    pub(crate) value: Value,
    /// Its last value before, from the iteration before or from another window.
    pub(crate) previous: Value,
    /// How the value relates to the true one.
    pub(crate) bound: Bound,
    /// The longest line looked at beneath it.
    pub(crate) seldepth: usize,
    /// The nodes spent on it in the whole search.
    pub(crate) nodes: u64,
    /// The best line that begins with it; never empty.
    pub(crate) pv: Vec<Move>,
}

impl RootMove {
    fn new(m: Move) -> Self {
        Self {
            value: -INFINITE,
            previous: -INFINITE,
            bound: Bound::Exact,
            seldepth: 0,
            nodes: 0,
            pv: vec![m],
        }
    }

    /// Keeps the value found within `alpha` and `beta`, and the line after the move.
    pub(crate) fn set(
        &mut self,
        value: Value,
        (alpha, beta): (Value, Value),
        seldepth: usize,
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
        self.seldepth = seldepth;
        self.pv.truncate(1);
        self.pv.extend(answers);
    }

    /// The move itself.
    pub(crate) fn mv(&self) -> Move {
        self.pv[0]
    }

    /// The value of this iteration, or of the one before where this one has none.
    pub(crate) fn best_known(&self) -> Value {
        if self.value == -INFINITE { self.previous } else { self.value }
    }
}

/// The root's moves, best first, of which those from `first` on are being searched.
#[derive(Clone, Debug, Default)]
pub(crate) struct RootMoves {
    moves: Vec<RootMove>,
    first: usize,
}

impl RootMoves {
    /// The legal moves of a position, or those of them that are wished for.
    pub(crate) fn new(pos: &Position, wished: &[Move]) -> Self {
        let legal = pos.legal_moves();
        let is_wished = |m: &&Move| wished.is_empty() || wished.contains(m);
        Self {
            moves: legal.iter().filter(is_wished).map(|&m| RootMove::new(m)).collect(),
            first: 0,
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.moves.len()
    }

    pub(crate) fn all(&self) -> &[RootMove] {
        &self.moves
    }

    /// The best move among those being searched.
    pub(crate) fn leader(&self) -> &RootMove {
        &self.moves[self.first]
    }

    /// Whether the lines before the one being searched are none.
    pub(crate) fn is_first_line(&self) -> bool {
        self.first == 0
    }

    /// Begins an iteration: the values become those of the iteration before.
    pub(crate) fn begin_iteration(&mut self) {
        self.first = 0;
        self.set_values_aside();
    }

    /// Searches the best line among the moves from `first` on.
    pub(crate) fn begin_line(&mut self, first: usize) {
        self.first = first;
    }

    /// The move, if it is among those being searched.
    pub(crate) fn find(&mut self, m: Move) -> Option<&mut RootMove> {
        self.moves[self.first..].iter_mut().find(|root_move| root_move.mv() == m)
    }

    /// Begins a search of the moves with another window: what this iteration found so far stands
    /// with the values of the iteration before.
    pub(crate) fn set_values_aside(&mut self) {
        for root_move in &mut self.moves[self.first..] {
            root_move.previous = root_move.best_known();
            root_move.value = -INFINITE;
        }
    }

    /// Sorts the moves being searched, best first; those that did not become best keep their order.
    pub(crate) fn sort_searched(&mut self) {
        self.moves[self.first..].sort_by_key(|root_move| std::cmp::Reverse(root_move.value));
    }

    /// Sorts all moves up to and with the line just searched.
    pub(crate) fn sort_lines(&mut self) {
        let end = (self.first + 1).min(self.moves.len());
        self.moves[..end].sort_by_key(|root_move| std::cmp::Reverse(root_move.best_known()));
    }
}
