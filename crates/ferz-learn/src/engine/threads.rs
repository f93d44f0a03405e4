// [start:head]
//! Two threads that search the same position and share the table.

use crate::bitboards::Bitboards;
use crate::engine::Feature;
use crate::engine::limits::Limits;
use crate::engine::node::Report;
use crate::engine::search::Search;
use crate::types::*;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread::scope;
// [end:head]

// [start:threads]
impl Search {
    /// Searches with a second thread, which begins one ply deeper. It gives no move: what it finds
    /// reaches the first thread by the table.
    pub fn think_with_helper(
        &mut self,
        board: &Bitboards,
        keys: &[u64],
        limits: Limits,
        report: impl FnMut(Report),
    ) -> Option<(Move, i32)> {
        let features = self.features.without(Feature::SecondThread);
        let mut helper = self.helper.take().unwrap_or_else(|| Box::new(Search::new(features)));
        helper.table = Arc::clone(&self.table);
        // It ends by a flag. In a match by nodes it has as many as the first thread, or it would
        // search for as long as that one waits for a processor.
        let helper_limits = Limits { nodes: limits.nodes, ..Limits::default() };
        let stop = Arc::clone(&helper_limits.stop);
        let choice = scope(|scope| {
            scope.spawn(|| helper.iterate(board, keys, 2, helper_limits, |_| {}));
            let choice = self.iterate(board, keys, 1, limits, report);
            stop.store(true, Ordering::Relaxed);
            choice
        });
        self.helper = Some(helper);
        choice
    }
}
// [end:threads]

// [start:tests]
#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::engine::Features;

    #[test]
    fn two_threads_find_a_mate_and_end_together() {
        let fen = "4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 1 16";
        let board = Bitboards::from_fen(fen).unwrap();
        let mut search = Search::new(Features::rung(7));
        for _ in 0..10 {
            let (mv, _) = search.think(&board, &[], Limits::of_depth(5), |_| {}).unwrap();
            assert_eq!(mv.to_string(), "b3b8");
        }
    }
}
// [end:tests]
