//! Deferred moves: moves of a node that another thread is searching, searched last.

use super::searching::SearchingTable;
use crate::search::node_state::{ArrayVec, Candidate, Node};
use crate::search::worker::Worker;

/// First depth at which moves are deferred.
const DEFER_DEPTH: i32 = 2;

/// The deferred moves of a node in their order, at most 16.
#[derive(Default)]
pub(in crate::search) struct Deferred {
    candidates: ArrayVec<Candidate, 16>,
    popped: usize,
}

impl Deferred {
    /// Appends a move. Returns false if the list is full.
    pub(in crate::search) fn push(&mut self, candidate: Candidate) -> bool {
        self.candidates.push(candidate)
    }

    /// Returns the first move that was not returned before.
    pub(in crate::search) fn pop(&mut self) -> Option<Candidate> {
        let candidate = self.candidates.get(self.popped)?;
        self.popped += 1;
        Some(candidate)
    }
}

impl<'a> Worker<'a> {
    /// Returns the table of moves being searched, for nodes whose moves may be deferred.
    #[inline(always)]
    pub(in crate::search) fn searching_table(&self, node: &Node) -> Option<&'a SearchingTable> {
        let table = self.shared.searching.as_ref();
        table.filter(|_| node.depth >= DEFER_DEPTH && node.excluded.is_none())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Control;
    use crate::eval::Evaluator;
    use crate::limits::Limits;
    use crate::search::histories::Histories;
    use crate::search::root_moves::RootMoves;
    use crate::search::shared::Shared;
    use crate::tt::TranspositionTable;
    use crate::value::{MAX_PLY, mate_in};
    use ferz::Position;

    #[test]
    fn move_claimed_by_another_thread_is_deferred_and_still_searched() {
        let pos = Position::from_fen("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1").unwrap();
        let (limits, control) = (Limits::depth(6), Control::default());
        let (tt, histories) = (TranspositionTable::new(1).unwrap(), [Histories::new()]);
        let shared = Shared::for_two_threads(&tt, &histories, &control, &limits);
        let root = RootMoves::new(&pos, &[]);
        let searching = shared.searching.as_ref().unwrap();
        let mate = pos.parse_uci("a1a6").unwrap();
        let key = pos.key_after(mate);
        let _other_claim = searching.claim(key);
        let mut evaluator = Evaluator::new(None);
        let mut worker = Worker::new(&shared, &mut evaluator, None, 0, &pos, root);
        worker.iterate(MAX_PLY);
        assert_eq!(worker.root().best().mv(), mate);
        assert_eq!(worker.root().best().last_value(), mate_in(3));
        assert!(searching.is_searched(key));
    }
}
