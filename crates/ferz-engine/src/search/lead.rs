//! Parallel search beyond the table: the first thread to complete an iteration completes it for all.
//!
//! Threads that search the same depth differ by chance in how long they take, often by a factor of
//! two. So the first one to be ready hands its moves on, the others drop what they were doing, and
//! all go on with the next depth.

use super::root::RootMoves;
use std::sync::atomic::{AtomicI32, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, TryLockError};

/// The deepest iteration that any thread has completed.
#[derive(Default)]
pub(crate) struct Lead {
    /// Its depth, as of a short while ago.
    depth: AtomicI32,
    completed: Mutex<Iteration>,
}

#[derive(Default)]
struct Iteration {
    depth: i32,
    root: RootMoves,
}

impl Lead {
    /// The depth of the iteration, 0 if there is none yet.
    #[inline(always)]
    pub(crate) fn depth(&self) -> i32 {
        self.depth.load(Relaxed)
    }

    /// Takes the lead, unless another thread is as far.
    pub(crate) fn take(&self, depth: i32, root: &RootMoves) {
        if let Some(mut completed) = self.lock().filter(|completed| completed.depth < depth) {
            completed.depth = depth;
            completed.root.clone_from(root);
            self.depth.store(depth, Relaxed);
        }
    }

    /// Catches up with the thread that is in the lead, if it is deeper than `depth`: its moves
    /// replace `root`, and its depth is returned.
    pub(crate) fn follow(&self, depth: i32, root: &mut RootMoves) -> Option<i32> {
        let completed = self.lock().filter(|completed| completed.depth > depth)?;
        root.clone_from(&completed.root);
        Some(completed.depth)
    }

    /// Not while another thread holds it: that one may have been put to sleep, and no move may wait
    /// for it.
    fn lock(&self) -> Option<MutexGuard<'_, Iteration>> {
        match self.completed.try_lock() {
            Ok(guard) => Some(guard),
            Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz::Position;

    #[test]
    fn the_first_to_be_ready_leads_and_the_others_follow_but_never_back() {
        let lead = Lead::default();
        let mut own = RootMoves::new(&Position::startpos(), &[]);
        assert_eq!((lead.depth(), lead.follow(0, &mut own)), (0, None));
        let mut first = own.clone();
        first.begin_line(7);
        lead.take(3, &first);
        lead.take(3, &own);
        lead.take(2, &own);
        assert_eq!(lead.depth(), 3);
        assert_eq!(lead.follow(3, &mut own), None);
        assert_eq!(own.lines_before(), 0);
        assert_eq!(lead.follow(2, &mut own), Some(3));
        assert_eq!(own.lines_before(), 7);
    }

    #[test]
    fn nobody_waits_for_a_thread_that_holds_the_lead() {
        let lead = Lead::default();
        let mut own = RootMoves::new(&Position::startpos(), &[]);
        lead.take(3, &own);
        let _asleep = lead.lock();
        lead.take(4, &own);
        assert_eq!((lead.follow(0, &mut own), lead.depth()), (None, 3));
    }
}
