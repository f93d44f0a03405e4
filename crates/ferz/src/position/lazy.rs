//! Values computed on first use.

/// Words that are computed on first use and cached.
///
/// Most positions of a search tree are leaves whose pins are never needed. The cells are atomic
/// since several threads may read a position: two that compute the words at the same time store
/// equal values.
pub(super) struct Lazy<const N: usize> {
    ready: Flag,
    words: [Word; N],
}

impl<const N: usize> Lazy<N> {
    #[inline(always)]
    pub(super) const fn new() -> Self {
        Self { ready: Flag::new(false), words: [const { Word::new(0) }; N] }
    }

    /// Returns the words, computing and caching them on first use.
    #[inline(always)]
    pub(super) fn get_or_compute(&self, compute: impl FnOnce() -> [u64; N]) -> [u64; N] {
        if self.ready.load() {
            return core::array::from_fn(|i| self.words[i].load());
        }
        let words = compute();
        for (place, word) in self.words.iter().zip(words) {
            place.store(word);
        }
        self.ready.store(true);
        words
    }

    /// Discards the cached words.
    #[inline(always)]
    pub(super) fn invalidate(&mut self) {
        self.ready = Flag::new(false);
    }
}

impl<const N: usize> Clone for Lazy<N> {
    fn clone(&self) -> Self {
        if !self.ready.load() {
            return Self::new();
        }
        Self {
            ready: Flag::new(true),
            words: core::array::from_fn(|i| Word::new(self.words[i].load())),
        }
    }
}

use cell::{Flag, Word};

/// The flag is stored last with release order and loaded first with acquire order: a thread that
/// reads `true` reads the words.
#[cfg(target_has_atomic = "64")]
mod cell {
    use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};

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

    pub(super) struct Flag(AtomicBool);

    impl Flag {
        #[inline(always)]
        pub(super) const fn new(flag: bool) -> Self {
            Self(AtomicBool::new(flag))
        }

        #[inline(always)]
        pub(super) fn load(&self) -> bool {
            self.0.load(Ordering::Acquire)
        }

        #[inline(always)]
        pub(super) fn store(&self, flag: bool) {
            self.0.store(flag, Ordering::Release);
        }
    }
}

/// Without 64-bit atomics a position cannot be shared between threads.
#[cfg(not(target_has_atomic = "64"))]
mod cell {
    use core::cell::Cell;

    pub(super) type Word = LocalCell<u64>;
    pub(super) type Flag = LocalCell<bool>;

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
