// [start:head]
//! A hint to the processor: this will be read soon.
// [end:head]

// [start:prefetch]
/// Tells the processor to load a place of memory into its cache. The program does not wait for it.
/// Does nothing on other processors than x86-64.
pub fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: the instruction is part of every x86-64 processor, and changes no memory.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast()) }
    }
    let _ = place;
}
// [end:prefetch]
