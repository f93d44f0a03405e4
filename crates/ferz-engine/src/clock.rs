//! The clock of the search. WebAssembly without a system has none: there the host passes the time, and
//! gets its turn during a search.
//!
//! A host imports two functions into the module, in the namespace `ferz`: `now`, which returns milliseconds
//! from any start as a 64-bit float and never goes back, and `poll`, which a search calls many times a
//! second. In `poll` the host can read its messages and call [`Control::stop`](crate::Control::stop). Its
//! argument is 1 if the search only waits for a signal, so that the host may sleep.

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use host::Instant;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use host::poll;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub(crate) use host::wait;

/// Gives the host its turn, for jobs of some length beside the search. Where there are threads it does
/// nothing.
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
#[inline(always)]
pub fn poll() {}

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
#[expect(unsafe_code, reason = "functions of the host")]
mod host {
    use std::time::Duration;

    mod import {
        #[link(wasm_import_module = "ferz")]
        // SAFETY: the module documentation has the types; the functions touch no memory of the module.
        unsafe extern "C" {
            pub(super) safe fn now() -> f64;
            pub(super) safe fn poll(idle: i32);
        }
    }

    /// A point of the host's time.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
    pub struct Instant(Duration);

    impl Instant {
        /// Returns the present.
        pub fn now() -> Self {
            Self(Duration::try_from_secs_f64(import::now() / 1000.0).unwrap_or_default())
        }

        /// Returns the time since this point.
        pub fn elapsed(&self) -> Duration {
            Self::now().0.saturating_sub(self.0)
        }
    }

    /// Gives the host its turn, for jobs of some length beside the search.
    pub fn poll() {
        import::poll(0);
    }

    /// Gives the host its turn while nothing but a signal is waited for.
    pub(crate) fn wait() {
        import::poll(1);
    }
}
