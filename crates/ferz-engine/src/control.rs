//! Signals to a running search: stop and ponder hit.

use crate::clock::Instant;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Signals to a search: stop, and the ponder hit that ends pondering. Any thread may send them, before
/// or during the search.
///
/// A stop stays set after its search. A later search with the same control is then refused with
/// [`SearchError::StoppedControl`], unless the control is [reset](Self::reset).
#[derive(Debug, Default)]
pub struct Control {
    stop: AtomicBool,
    state: Mutex<Signals>,
    changed: Condvar,
    pondering: AtomicBool,
}

#[derive(Debug, Default)]
struct Signals {
    ponder_hit: Option<Instant>,
    /// Set once a search has begun.
    used: bool,
}

impl Control {
    /// Creates the signals of a search that ponders until [`Self::ponder_hit`] if `pondering` is set.
    pub fn new(pondering: bool) -> Self {
        Self { pondering: AtomicBool::new(pondering), ..Self::default() }
    }

    /// Withdraws all signals for another search, which does not ponder. During a search this revokes
    /// a stop that the search has not polled.
    pub fn reset(&self) {
        let mut state = self.lock();
        *state = Signals::default();
        self.stop.store(false, Ordering::Relaxed);
        self.pondering.store(false, Ordering::Relaxed);
    }

    /// Begins a search.
    ///
    /// # Errors
    /// If an earlier search has begun and the stop is set.
    pub(crate) fn begin(&self) -> Result<(), SearchError> {
        let mut state = self.lock();
        if state.used && self.is_stopped() {
            return Err(SearchError::StoppedControl);
        }
        *state = Signals { used: true, ponder_hit: state.ponder_hit.filter(|_| !state.used) };
        Ok(())
    }

    /// Stops the search.
    pub fn stop(&self) {
        let _state = self.lock();
        self.stop.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// Ends pondering: the opponent played the expected move, and the clock of the search starts.
    pub fn ponder_hit(&self) {
        let mut state = self.lock();
        state.ponder_hit.get_or_insert_with(Instant::now);
        self.pondering.store(false, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// Returns true after [`Self::stop`].
    #[inline(always)]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Returns true while the search ponders, on the opponent's time.
    #[inline(always)]
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Relaxed)
    }

    /// Returns the time of the ponder hit.
    pub(crate) fn ponder_hit_at(&self) -> Option<Instant> {
        self.lock().ponder_hit
    }

    /// Blocks until stopped or, unless `infinite` is set, until the search no longer ponders.
    pub fn wait(&self, infinite: bool) {
        let mut state = self.lock();
        while !self.is_stopped() && (infinite || self.is_pondering()) {
            state = self.wait_for_signal(state);
        }
    }

    #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
    fn wait_for_signal<'a>(&self, state: MutexGuard<'a, Signals>) -> MutexGuard<'a, Signals> {
        self.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
    }

    /// Without threads the host sends the signal, in its turn.
    #[cfg(all(target_family = "wasm", target_os = "unknown"))]
    fn wait_for_signal<'a>(&'a self, state: MutexGuard<'a, Signals>) -> MutexGuard<'a, Signals> {
        drop(state);
        crate::clock::wait();
        self.lock()
    }

    fn lock(&self) -> MutexGuard<'_, Signals> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The reason that a search is refused. Nothing is reported and the searcher is unchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SearchError {
    /// [`Limits::search_moves`](crate::Limits::search_moves) has moves, none of which is legal.
    #[error("no search move is legal in the position")]
    NoLegalSearchMove,
    /// The [`Control`](crate::Control) was stopped during or after an earlier search and not
    /// [reset](crate::Control::reset), so that it would end this one at once.
    #[error("the control of the search is still stopped from an earlier search")]
    StoppedControl,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wait_ends_with_ponder_hit_or_stop() {
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

    #[test]
    fn used_stop_refuses_a_search_until_reset() {
        let control = Control::default();
        // A stop before the first search ends that search.
        control.stop();
        assert_eq!(control.begin(), Ok(()));
        assert_eq!(control.begin(), Err(SearchError::StoppedControl));
        control.reset();
        assert!(!control.is_stopped());
        assert_eq!(control.begin(), Ok(()));
        // A search that ended by itself leaves the control usable, without its ponder hit.
        control.ponder_hit();
        assert_eq!(control.begin(), Ok(()));
        assert_eq!(control.ponder_hit_at(), None);
        control.stop();
        assert_eq!(control.begin(), Err(SearchError::StoppedControl));
    }
}
