//! Nodes of the principal variation in parallel search: the first thread that completes one
//! completes it for all.
//!
//! All threads follow the principal variation and share the other moves of its nodes on the way
//! back. They seldom finish a node at the same time. So the first thread publishes value and line,
//! and the others abandon the node and adopt both. At the root this covers the whole iteration.

use super::shared_pv::{Completed, OpenNode, next_path, path_before_root};
use crate::search::node_state::{Node, NodeType};
use crate::search::worker::Worker;
use crate::value::{Bound, DRAW, Value};

impl Worker<'_> {
    /// Searches the moves of a node of the principal variation, unless or until another thread
    /// completes it. `depth` is the requested depth, before reductions of the node.
    pub(in crate::search) fn search_pv_moves<T: NodeType>(
        &mut self,
        node: &mut Node,
        depth: i32,
    ) -> Value {
        let Some(shared_pv) = self.shared.shared_pv.as_ref() else {
            return self.search_moves::<T>(node);
        };
        let (alpha, beta) = (node.alpha, node.beta);
        let path = match self.pv_progress.open.last() {
            Some(parent) => parent.path,
            None => path_before_root(self.keys_of_better_lines(), depth, alpha, beta),
        };
        let open = OpenNode { path: next_path(path, self.pos.key()), depth, alpha, beta };
        self.pv_progress.open.push(open);
        self.poll_shared_pv();
        let value = if self.stopped { DRAW } else { self.search_moves::<T>(node) };
        self.pv_progress.open.pop();
        let at_node = |(ply, _): &mut (usize, Completed)| *ply == node.ply;
        if let Some((_, completed)) = self.pv_progress.completed.take_if(at_node) {
            self.stopped = false;
            return self.adopt_pv::<T>(node, completed);
        }
        if !self.stopped {
            shared_pv.publish(self.completed::<T>(&open, value));
        }
        value
    }

    /// Stops the search up to the first open node that another thread has completed, if there is
    /// one.
    pub(in crate::search) fn poll_shared_pv(&mut self) {
        let Some(shared_pv) = self.shared.shared_pv.as_ref() else { return };
        let mut open = self.pv_progress.open.iter().enumerate();
        self.pv_progress.completed =
            open.find_map(|(ply, node)| Some((ply, shared_pv.find(node)?)));
        self.stopped |= self.pv_progress.completed.is_some();
    }

    /// Returns the combined keys of the positions after the first moves of the better lines.
    fn keys_of_better_lines(&self) -> u64 {
        self.root.better_moves().fold(0, |keys, mv| keys ^ self.pos.key_after(mv))
    }

    /// Returns the result of a node that this thread has searched.
    fn completed<T: NodeType>(&self, node: &OpenNode, value: Value) -> Completed {
        let (bound, line) = if value > node.alpha {
            let bound = if value >= node.beta { Bound::Lower } else { Bound::Exact };
            (bound, self.stack.pv_table.line(self.pv_progress.open.len()).collect())
        } else {
            (Bound::Upper, if T::ROOT { self.root.best().pv.clone() } else { Vec::new() })
        };
        let (OpenNode { path, depth, .. }, seldepth) = (*node, self.iteration.seldepth);
        Completed { path, depth, value, bound: Some(bound), seldepth, line }
    }

    /// Adopts the result of another thread for a node and returns its value.
    fn adopt_pv<T: NodeType>(&mut self, node: &Node, completed: Completed) -> Value {
        let Completed { value, line, seldepth, .. } = completed;
        self.iteration.seldepth = self.iteration.seldepth.max(seldepth);
        self.stack.pv_table.set(node.ply, &line);
        if T::ROOT {
            let depths = (self.iteration.depth, self.iteration.seldepth);
            self.root.adopt(value, (node.alpha, node.beta), depths, &line);
        }
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Control;
    use crate::eval::Evaluator;
    use crate::limits::Limits;
    use crate::search::histories::Histories;
    use crate::search::node_state::Root;
    use crate::search::root_moves::RootMoves;
    use crate::search::shared::Shared;
    use crate::tt::TranspositionTable;
    use crate::value::{INFINITE, MAX_PLY};
    use ferz::Position;

    /// A result of another thread: the moves to its node, depth, value and line.
    type Published<'a> = (&'a [&'a str], i32, Value, &'a [&'a str]);

    /// Searches a position to a depth in whose last iteration another thread has published a
    /// result. Returns the depth reached, and value and line of the root.
    fn search_after(
        fen: &str,
        depth: u32,
        (moves, published_depth, value, line): Published,
    ) -> (i32, Value, Vec<String>) {
        let pos = Position::from_fen(fen).unwrap();
        let (limits, control) = (Limits::depth(depth), Control::default());
        let (tt, histories) = (TranspositionTable::new(1).unwrap(), [Histories::new()]);
        let shared = Shared::for_two_threads(&tt, &histories, &control, &limits);
        let mut after = pos.clone();
        let before_root = path_before_root(0, depth as i32, -INFINITE, INFINITE);
        let mut path = next_path(before_root, after.key());
        let root_node = OpenNode { path, depth: depth as i32, alpha: -INFINITE, beta: INFINITE };
        for uci in moves {
            after.do_move(after.parse_uci(uci).unwrap());
            path = next_path(path, after.key());
        }
        let line = line.iter().map(|uci| {
            let mv = after.parse_uci(uci).unwrap();
            after.do_move(mv);
            mv
        });
        let (line, bound) = (line.collect(), Some(Bound::Exact));
        let shared_pv = shared.shared_pv.as_ref().unwrap();
        let depth = published_depth;
        shared_pv.publish(Completed { path, depth, value, bound, seldepth: 50, line });
        let mut evaluator = Evaluator::new(None);
        let root = RootMoves::new(&pos, &[]);
        let mut worker = Worker::new(&shared, &mut evaluator, None, 0, &pos, root);
        worker.iterate(MAX_PLY);
        assert!(!worker.is_stopped() && worker.pv_progress.open.is_empty());
        let best = worker.root().best();
        assert!(best.seldepth >= best.pv.len(), "{best:?}");
        let found = shared_pv.find(&root_node).unwrap();
        assert_eq!((found.value, &found.line), (best.last_value(), &best.pv));
        let line = best.pv.iter().map(|&mv| pos.uci(mv).to_string()).collect();
        (worker.completed_depth(), best.last_value(), line)
    }

    #[test]
    fn iteration_completed_by_another_thread_is_adopted() {
        let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let published = (&[][..], 4, 123, &["a2a4", "h7h5"][..]);
        let line = ["a2a4", "h7h5"].map(String::from).to_vec();
        assert_eq!(search_after(fen, 4, published), (4, 123, line));
    }

    #[test]
    fn inner_node_completed_by_another_thread_is_adopted_if_deep_enough() {
        // Only Kg1 is legal.
        let fen = "7k/8/8/8/8/7q/8/7K w - - 0 1";
        let published = (&["h1g1"][..], 40, -77, &["h8h7", "g1f2"][..]);
        let line = ["h1g1", "h8h7", "g1f2"].map(String::from).to_vec();
        assert_eq!(search_after(fen, 4, published), (4, 77, line));
        let too_shallow = (&["h1g1"][..], 2, -77, &["h8h7", "g1f2"][..]);
        let (depth, value, _) = search_after(fen, 4, too_shallow);
        assert!(depth == 4 && value < -500, "{depth} {value}");
    }

    #[test]
    fn root_that_fails_low_publishes_the_line_of_its_first_move() {
        let (pos, depth) = (Position::startpos(), 4);
        let (limits, control) = (Limits::depth(depth as u32), Control::default());
        let (tt, histories) = (TranspositionTable::new(1).unwrap(), [Histories::new()]);
        let shared = Shared::for_two_threads(&tt, &histories, &control, &limits);
        let mut evaluator = Evaluator::new(None);
        let root = RootMoves::new(&pos, &[]);
        let mut worker = Worker::new(&shared, &mut evaluator, None, 0, &pos, root);
        let (alpha, beta) = (500, 520);
        assert!(worker.search::<Root>(0, alpha, beta, depth, false) <= alpha);
        let path = next_path(path_before_root(0, depth, alpha, beta), pos.key());
        let found = shared.shared_pv.as_ref().unwrap().find(&OpenNode { path, depth, alpha, beta });
        assert_eq!(found.unwrap().line, worker.root().best().pv);
    }
}
