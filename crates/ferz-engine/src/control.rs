//! How a running search is told to stop, and how it is told that the opponent played as expected.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Instant;

/// The two signals that a running search listens to. Each search has its own.
#[derive(Debug, Default)]
pub struct Control {
    stop: AtomicBool,
    state: Mutex<State>,
    changed: Condvar,
    pondering: AtomicBool,
}

#[derive(Debug, Default)]
struct State {
    ponder_hit: Option<Instant>,
}

impl Control {
    /// For a search that ponders if `pondering`, until [`Self::ponder_hit`].
    pub fn new(pondering: bool) -> Self {
        Self { pondering: AtomicBool::new(pondering), ..Self::default() }
    }

    /// Tells the search to stop as soon as it can.
    pub fn stop(&self) {
        let _state = self.lock();
        self.stop.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// Tells a pondering search that the opponent played the expected move: its clock runs now.
    pub fn ponder_hit(&self) {
        let mut state = self.lock();
        state.ponder_hit.get_or_insert_with(Instant::now);
        self.pondering.store(false, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// Whether the search has been told to stop.
    #[inline(always)]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Whether the search thinks on the opponent's time.
    #[inline(always)]
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Relaxed)
    }

    /// When the opponent played the expected move.
    pub(crate) fn ponder_hit_at(&self) -> Option<Instant> {
        self.lock().ponder_hit
    }

    /// Waits until stopped, or until pondering ends if it is only for that.
    pub(crate) fn wait(&self, infinite: bool) {
        let mut state = self.lock();
        while !self.is_stopped() && (infinite || self.is_pondering()) {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waiting_ends_with_the_signal_it_waits_for() {
        let control = Control::new(true);
        std::thread::scope(|scope| {
            let waiter = scope.spawn(|| control.wait(false));
            control.ponder_hit();
            waiter.join().unwrap();
            let waiter = scope.spawn(|| control.wait(true));
            control.stop();
            waiter.join().unwrap();
        });
        assert!(control.is_stopped() && !control.is_pondering());
        assert!(control.ponder_hit_at().is_some());
    }
}
