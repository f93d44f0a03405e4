//! Lines on the board of a position, computed on first use.

/// Checkers, pins and check squares of a board, computed on first use.
///
/// Most positions of a search tree are leaves whose pins are never needed. The cells are atomic
/// since several threads may read a position: two that compute the words at the same time store
/// equal values.
pub(super) struct Lines {
    /// One byte, so that a move invalidates everything by one store.
    known: Flags,
    our_king: [Word; 3],
    their_king: [Word; 4],
}

/// The last move is known to give no check.
const NO_CHECK: u8 = 1;
const OUR_KING: u8 = 2;
const THEIR_KING: u8 = 4;

impl Lines {
    #[inline(always)]
    pub(super) const fn unknown() -> Self {
        Self {
            known: Flags::new(0),
            our_king: [const { Word::new(0) }; 3],
            their_king: [const { Word::new(0) }; 4],
        }
    }

    /// Invalidates the lines of another board. `no_check` is true if the last move gives no check.
    #[inline(always)]
    pub(super) fn invalidate(&mut self, no_check: bool) {
        self.known = Flags::new(if no_check { NO_CHECK } else { 0 });
    }

    /// Returns true if the last move is known to give no check.
    #[inline(always)]
    pub(super) fn no_check(&self) -> bool {
        self.known.load() & NO_CHECK != 0
    }

    /// Returns checkers, blockers and pinners of the king to move.
    #[inline(always)]
    pub(super) fn our_king(&self, compute: impl FnOnce() -> [u64; 3]) -> [u64; 3] {
        cached(&self.known, OUR_KING, &self.our_king, compute)
    }

    /// Returns blockers, pinners, and check squares of bishops and rooks, of the other king.
    #[inline(always)]
    pub(super) fn their_king(&self, compute: impl FnOnce() -> [u64; 4]) -> [u64; 4] {
        cached(&self.known, THEIR_KING, &self.their_king, compute)
    }
}

/// Returns the words, computing and storing them on first use.
///
/// Of two threads that add a flag at the same time one may lose its own, and its words are computed
/// again.
#[inline(always)]
fn cached<const N: usize>(
    known: &Flags,
    flag: u8,
    words: &[Word; N],
    compute: impl FnOnce() -> [u64; N],
) -> [u64; N] {
    let flags = known.load();
    if flags & flag != 0 {
        return core::array::from_fn(|i| words[i].load());
    }
    let computed = compute();
    for (place, word) in words.iter().zip(computed) {
        place.store(word);
    }
    known.store(flags | flag);
    computed
}

impl Clone for Lines {
    fn clone(&self) -> Self {
        let known = self.known.load();
        Self {
            known: Flags::new(known),
            our_king: core::array::from_fn(|i| Word::new(self.our_king[i].load())),
            their_king: core::array::from_fn(|i| Word::new(self.their_king[i].load())),
        }
    }
}

use cell::{Flags, Word};

/// The flags are stored last with release order and loaded first with acquire order: a thread that
/// reads a flag reads its words.
#[cfg(target_has_atomic = "64")]
mod cell {
    use core::sync::atomic::{AtomicU8, AtomicU64, Ordering};

    pub(super) struct Word(AtomicU64);

    impl Word {
        #[inline(always)]
        pub(super) const fn new(word: u64) -> Self {
            Self(AtomicU64::new(word))
        }

        #[inline(always)]
        pub(super) fn load(&self) -> u64 {
            self.0.load(Ordering::Relaxed)
        }

        #[inline(always)]
        pub(super) fn store(&self, word: u64) {
            self.0.store(word, Ordering::Relaxed);
        }
    }

    pub(super) struct Flags(AtomicU8);

    impl Flags {
        #[inline(always)]
        pub(super) const fn new(flags: u8) -> Self {
            Self(AtomicU8::new(flags))
        }

        #[inline(always)]
        pub(super) fn load(&self) -> u8 {
            self.0.load(Ordering::Acquire)
        }

        #[inline(always)]
        pub(super) fn store(&self, flags: u8) {
            self.0.store(flags, Ordering::Release);
        }
    }
}

/// Without 64-bit atomics a position cannot be shared between threads.
#[cfg(not(target_has_atomic = "64"))]
mod cell {
    use core::cell::Cell;

    pub(super) type Word = LocalCell<u64>;
    pub(super) type Flags = LocalCell<u8>;

    pub(super) struct LocalCell<T>(Cell<T>);

    impl<T: Copy> LocalCell<T> {
        pub(super) const fn new(value: T) -> Self {
            Self(Cell::new(value))
        }

        pub(super) fn load(&self) -> T {
            self.0.get()
        }

        pub(super) fn store(&self, value: T) {
            self.0.set(value);
        }
    }
}
