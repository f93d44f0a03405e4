//! Prefetch, which has no safe form in the standard library.

/// Prefetches the cache line at the start of `target` into all cache levels.
#[inline(always)]
#[cfg(target_arch = "x86_64")]
#[expect(unsafe_code, reason = "the standard library has no safe prefetch")]
pub(crate) fn prefetch<T>(target: &T) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    // SAFETY: a prefetch reads no value and cannot fault, and it is part of SSE, which every
    // x86-64 processor has.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(target).cast()) };
}

/// Does nothing on other processors.
#[inline(always)]
#[cfg(not(target_arch = "x86_64"))]
pub(crate) fn prefetch<T>(_target: &T) {}
