//! Parallel search beyond the table: the first thread to complete a node of the principal variation
//! completes it for all.
//!
//! All threads go down the principal variation, and share out the other moves of its nodes on the
//! way back. They are seldom ready at the same time, and what a thread does in a node that another
//! one has left is of no use: without this chapter that was nearly a fifth of all nodes. So the
//! first one to be ready hands its value and its line on, and the others drop what they were doing
//! there and take them over. At the root that means the whole iteration.

use super::node::{Node, NodeType};
use super::worker::Worker;
use crate::value::{Bound, DRAW, Value};
use ferz::Move;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, TryLockError};

/// How many nodes are kept, a power of two; far more than are open at a time.
const SLOTS: usize = 1024;

/// A node of the principal variation that a thread has entered, the root among them.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenNode {
    /// The search of the root and all positions from there on, as one hash. By another way the same
    /// position may be a draw, and a search with a new window is to look anew.
    path: u64,
    /// The depth asked for, which the node may have been searched less deeply than.
    depth: i32,
    alpha: Value,
    beta: Value,
}

/// What a search of such a node found.
#[derive(Clone, Debug, Default)]
pub(super) struct Completed {
    path: u64,
    depth: i32,
    value: Value,
    bound: Option<Bound>,
    /// The longest line looked at, in plies from the root.
    seldepth: usize,
    /// The best line from the node on, empty where no move is known to be good.
    line: Vec<Move>,
}

impl Completed {
    /// Whether it is all that a search of the node would want to know.
    fn is_sufficient_for(&self, node: &OpenNode) -> bool {
        self.path == node.path
            && self.depth >= node.depth
            && match self.bound {
                Some(Bound::Exact) => true,
                Some(Bound::Lower) => self.value >= node.beta,
                Some(Bound::Upper) => self.value <= node.alpha,
                None => false,
            }
    }
}

/// The nodes of the principal variation that were completed last, for all threads.
pub(crate) struct SharedPv {
    slots: Box<[Slot]>,
}

#[derive(Default)]
struct Slot {
    /// The path of the node kept here, as of a short while ago.
    path: AtomicU64,
    completed: Mutex<Completed>,
}

impl Slot {
    /// Not while another thread holds it: that one may have been put to sleep, and no move may wait
    /// for it.
    fn lock(&self) -> Option<MutexGuard<'_, Completed>> {
        match self.completed.try_lock() {
            Ok(guard) => Some(guard),
            Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        }
    }
}

impl SharedPv {
    pub(crate) fn new() -> Self {
        Self { slots: (0..SLOTS).map(|_| Slot::default()).collect() }
    }

    fn slot(&self, path: u64) -> &Slot {
        // The upper bits depend on all others.
        &self.slots[(path >> (u64::BITS - SLOTS.ilog2())) as usize]
    }

    /// Hands on what became of a node.
    fn publish(&self, completed: Completed) {
        let slot = self.slot(completed.path);
        if let Some(mut kept) = slot.lock() {
            slot.path.store(completed.path, Relaxed);
            *kept = completed;
        }
    }

    /// What another search of a node found, if that is enough.
    fn find(&self, node: &OpenNode) -> Option<Completed> {
        let slot = self.slot(node.path);
        if slot.path.load(Relaxed) != node.path {
            return None;
        }
        slot.lock().filter(|kept| kept.is_sufficient_for(node)).map(|kept| kept.clone())
    }
}

impl Worker<'_> {
    /// Searches the moves of a node of the principal variation that was to be searched `depth` plies
    /// deep, unless or until another thread has done so.
    pub(super) fn search_variation<K: NodeType>(&mut self, node: &mut Node, depth: i32) -> Value {
        let Some(lead) = self.shared.shared_pv.as_ref() else {
            return self.search_moves::<K>(node);
        };
        let (alpha, beta) = (node.alpha, node.beta);
        let before = match self.pv_path.last() {
            Some(parent) => parent.path,
            None => path_before(self.keys_of_better_lines(), depth, alpha, beta),
        };
        let open = OpenNode { path: path_of(before, self.pos.key()), depth, alpha, beta };
        self.pv_path.push(open);
        self.poll_shared_pv();
        let value = if self.stopped { DRAW } else { self.search_moves::<K>(node) };
        self.pv_path.pop();
        if let Some((_, completed)) = self.adopted.take_if(|(ply, _)| *ply == node.ply) {
            self.stopped = false;
            return self.adopt_pv::<K>(node, completed);
        }
        if !self.stopped {
            lead.publish(self.completed::<K>(&open, value));
        }
        value
    }

    /// Breaks the search off if another thread has completed an open node, up to the first such.
    pub(super) fn poll_shared_pv(&mut self) {
        let Some(lead) = self.shared.shared_pv.as_ref() else { return };
        let mut open = self.pv_path.iter().enumerate();
        self.adopted = open.find_map(|(ply, node)| Some((ply, lead.find(node)?)));
        self.stopped |= self.adopted.is_some();
    }

    /// The keys of the positions that the lines before this one lead to at once, as one.
    fn keys_of_better_lines(&self) -> u64 {
        self.root.better_moves().fold(0, |keys, m| keys ^ self.pos.key_after(m))
    }

    /// What this thread has found out about a node it has searched.
    fn completed<K: NodeType>(&self, node: &OpenNode, value: Value) -> Completed {
        let (bound, line) = if value > node.alpha {
            let bound = if value >= node.beta { Bound::Lower } else { Bound::Exact };
            (bound, self.pv_table.line(self.pv_path.len()).collect())
        } else {
            (Bound::Upper, if K::ROOT { self.root.best().pv.clone() } else { Vec::new() })
        };
        let (OpenNode { path, depth, .. }, seldepth) = (*node, self.seldepth);
        Completed { path, depth, value, bound: Some(bound), seldepth, line }
    }

    /// Makes what another thread has found out about a node this one's own.
    fn adopt_pv<K: NodeType>(&mut self, node: &Node, completed: Completed) -> Value {
        let Completed { value, line, seldepth, .. } = completed;
        self.seldepth = self.seldepth.max(seldepth);
        self.pv_table.set(node.ply, &line);
        if K::ROOT {
            let depths = (self.root_depth, self.seldepth);
            self.root.adopt(value, (node.alpha, node.beta), depths, &line);
        }
        value
    }
}

/// The path on which a search of the root begins.
fn path_before(better_lines: u64, depth: i32, alpha: Value, beta: Value) -> u64 {
    [depth, alpha, beta].into_iter().fold(better_lines, |path, n| path_of(path, n as u64))
}

/// A path that goes on to the position with this key.
fn path_of(before: u64, key: u64) -> u64 {
    (before.rotate_left(1) ^ key).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Control;
    use crate::eval::Evaluator;
    use crate::limits::Limits;
    use crate::search::node::Root;
    use crate::search::root::RootMoves;
    use crate::search::worker::{Histories, Shared};
    use crate::tt::TranspositionTable;
    use crate::value::{INFINITE, MAX_PLY};
    use ferz::Position;

    const OPEN: OpenNode = OpenNode { path: 77 << 50, depth: 5, alpha: -10, beta: 10 };

    fn completed(value: Value, bound: Bound) -> Completed {
        let (OpenNode { path, depth, .. }, bound) = (OPEN, Some(bound));
        Completed { path, depth, value, bound, seldepth: 7, line: Vec::new() }
    }

    #[test]
    fn what_another_found_is_enough_if_as_deep_and_on_the_right_side() {
        let lead = SharedPv::new();
        assert!(lead.find(&OPEN).is_none());
        for (value, bound, is_enough) in [
            (3, Bound::Exact, true),
            (30, Bound::Exact, true),
            (10, Bound::Lower, true),
            (9, Bound::Lower, false),
            (-10, Bound::Upper, true),
            (-9, Bound::Upper, false),
        ] {
            lead.publish(completed(value, bound));
            assert_eq!(lead.find(&OPEN).map(|found| found.value), is_enough.then_some(value));
        }
        lead.publish(completed(3, Bound::Exact));
        assert!(lead.find(&OpenNode { depth: 4, ..OPEN }).is_some());
        assert!(lead.find(&OpenNode { depth: 6, ..OPEN }).is_none());
        // Another node that shares the slot.
        assert!(lead.find(&OpenNode { path: OPEN.path + 1, ..OPEN }).is_none());
    }

    #[test]
    fn nobody_waits_for_a_thread_that_holds_a_slot() {
        let lead = SharedPv::new();
        lead.publish(completed(3, Bound::Exact));
        let asleep = lead.slot(OPEN.path).lock();
        lead.publish(completed(4, Bound::Exact));
        assert!(lead.find(&OPEN).is_none());
        drop(asleep);
        assert_eq!(lead.find(&OPEN).map(|found| found.value), Some(3));
    }

    /// Searches a position to a depth, in whose last iteration another thread has found `value` and
    /// the line `told` after the moves `played`. Gives the depth reached, and value and line of the root.
    fn search_after(
        fen: &str,
        depth: u32,
        (played, depth_told, value, told): (&[&str], i32, Value, &[&str]),
    ) -> (i32, Value, Vec<String>) {
        let pos = Position::from_fen(fen).unwrap();
        let (limits, control) = (Limits::depth(depth), Control::default());
        let (table, experiences) = (TranspositionTable::new(1).unwrap(), [Histories::new()]);
        let shared = Shared::for_two_threads(&table, &experiences, &control, &limits);
        let mut at = pos.clone();
        let begun = path_before(0, depth as i32, -INFINITE, INFINITE);
        let mut path = path_of(begun, at.key());
        let whole = OpenNode { path, depth: depth as i32, alpha: -INFINITE, beta: INFINITE };
        for uci in played {
            at.do_move(at.parse_uci(uci).unwrap());
            path = path_of(path, at.key());
        }
        let mut line = Vec::new();
        for uci in told {
            line.push(at.parse_uci(uci).unwrap());
            at.do_move(line[line.len() - 1]);
        }
        let bound = Some(Bound::Exact);
        let lead = shared.shared_pv.as_ref().unwrap();
        lead.publish(Completed { path, depth: depth_told, value, bound, seldepth: 50, line });
        let mut evaluator = Evaluator::new();
        let root = RootMoves::new(&pos, &[]);
        let mut worker = Worker::new(&shared, &mut evaluator, None, 0, &pos, root);
        worker.iterate(MAX_PLY);
        assert!(!worker.is_stopped() && worker.pv_path.is_empty());
        let leader = worker.root().best();
        assert!(leader.seldepth >= leader.pv.len(), "{leader:?}");
        let handed_on = lead.find(&whole).unwrap();
        assert_eq!((handed_on.value, &handed_on.line), (leader.best_known(), &leader.pv));
        (worker.depth(), leader.best_known(), leader.pv.iter().map(Move::to_string).collect())
    }

    #[test]
    fn an_iteration_completed_elsewhere_is_taken_over() {
        let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let told = (&[][..], 4, 123, &["a2a4", "h7h5"][..]);
        let line = ["a2a4", "h7h5"].map(String::from).to_vec();
        assert_eq!(search_after(fen, 4, told), (4, 123, line));
    }

    #[test]
    fn a_node_completed_elsewhere_is_taken_over_within_the_tree() {
        // Only Kg1 is legal.
        let fen = "7k/8/8/8/8/7q/8/7K w - - 0 1";
        let told = (&["h1g1"][..], 40, -77, &["h8h7", "g1f2"][..]);
        let line = ["h1g1", "h8h7", "g1f2"].map(String::from).to_vec();
        assert_eq!(search_after(fen, 4, told), (4, 77, line));
        // Not deep enough to be of use.
        let told = (&["h1g1"][..], 2, -77, &["h8h7", "g1f2"][..]);
        let (depth, value, _) = search_after(fen, 4, told);
        assert!(depth == 4 && value < -500, "{depth} {value}");
    }

    #[test]
    fn a_root_that_fails_low_hands_on_the_line_of_its_first_move() {
        let (pos, depth) = (Position::startpos(), 4);
        let (limits, control) = (Limits::depth(depth as u32), Control::default());
        let (table, experiences) = (TranspositionTable::new(1).unwrap(), [Histories::new()]);
        let shared = Shared::for_two_threads(&table, &experiences, &control, &limits);
        let mut evaluator = Evaluator::new();
        let root = RootMoves::new(&pos, &[]);
        let mut worker = Worker::new(&shared, &mut evaluator, None, 0, &pos, root);
        let (alpha, beta) = (500, 520);
        assert!(worker.search::<Root>(0, alpha, beta, depth, false) <= alpha);
        let path = path_of(path_before(0, depth, alpha, beta), pos.key());
        let handed_on =
            shared.shared_pv.as_ref().unwrap().find(&OpenNode { path, depth, alpha, beta });
        assert_eq!(handed_on.unwrap().line, worker.root().best().pv);
    }
}
