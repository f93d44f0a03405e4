//! Time limits for replies.

use std::time::{Duration, Instant};

/// A time limit for a reply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Deadline {
    /// The instant of the limit.
    pub(super) at: Instant,
    /// The time to it at its start.
    pub(super) timeout: Duration,
}

impl Deadline {
    /// Returns the limit that is a time from now.
    pub(super) fn after(timeout: Duration) -> Self {
        // An instant that does not fit is further away than any search.
        let year = Duration::from_secs(365 * 24 * 3600);
        Self { at: Instant::now() + timeout.min(year), timeout }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deadlines_of_any_length_fit() {
        for (timeout, shortest) in [(Duration::ZERO, 0), (Duration::MAX, 364 * 24 * 3600)] {
            let deadline = Deadline::after(timeout);
            assert_eq!(deadline.timeout, timeout);
            assert!(deadline.at - Instant::now() >= Duration::from_secs(shortest));
        }
    }
}
