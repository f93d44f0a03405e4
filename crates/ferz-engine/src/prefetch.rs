//! The one processor hint that has no safe form.

/// Asks the processor to bring the cache line of `target` closer. It changes nothing but time.
#[inline(always)]
#[cfg(target_arch = "x86_64")]
#[expect(unsafe_code, reason = "the standard library has no safe prefetch")]
pub(crate) fn prefetch<T>(target: &T) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    // SAFETY: a prefetch reads nothing into the program and cannot fault, and every x86-64
    // processor has it.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(target).cast()) };
}

/// Other processors go without the hint.
#[inline(always)]
#[cfg(not(target_arch = "x86_64"))]
pub(crate) fn prefetch<T>(_target: &T) {}
