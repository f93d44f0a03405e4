//! The instruction sets of this x86-64 machine, detected at first use.

use core::sync::atomic::{AtomicU8, Ordering};

/// The versions of code that [`isa`](crate::isa) selects from, the least first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(crate) enum Level {
    Compiled = 1,
    Popcnt,
    Pext,
    Avx512,
}

cpufeatures::new!(v3, "bmi1", "bmi2", "popcnt", "avx2");
cpufeatures::new!(
    avx512,
    "bmi1",
    "bmi2",
    "popcnt",
    "avx2",
    "avx512f",
    "avx512bw",
    "avx512vl",
    "avx512vbmi",
    "avx512vbmi2",
    "avx512bitalg",
    "avx512vpopcntdq",
    "gfni"
);

/// Returns true if this machine has the instructions of [`Level::Popcnt`] and [`Level::Pext`].
pub(crate) fn has_v3() -> bool {
    v3::get()
}

/// Returns true if this machine has the instructions of [`Level::Avx512`].
pub(crate) fn has_avx512() -> bool {
    avx512::get()
}

/// The level of this machine; 0 before the detection.
static LEVEL: AtomicU8 = AtomicU8::new(0);

/// Returns the level of this machine.
#[inline(always)]
pub(crate) fn level() -> Level {
    match LEVEL.load(Ordering::Relaxed) {
        0 => detect(),
        1 => Level::Compiled,
        2 => Level::Popcnt,
        3 => Level::Pext,
        _ => Level::Avx512,
    }
}

/// Returns true if the selected version looks sliders up by PEXT. Builds with BMI2 always do.
#[cfg(all(not(miri), not(target_feature = "bmi2")))]
#[inline(always)]
pub(crate) fn pext_is_selected() -> bool {
    level() >= Level::Pext
}

#[cold]
#[inline(never)]
fn detect() -> Level {
    // A build with BMI2 gains by AVX-512 alone.
    let has_pext = cfg!(target_feature = "bmi2");
    let level = match (has_v3(), pext_is_fast(), has_avx512()) {
        _ if cfg!(miri) => Level::Compiled,
        (false, ..) => Level::Compiled,
        (true, true, true) => Level::Avx512,
        _ if has_pext => Level::Compiled,
        (true, false, _) => Level::Popcnt,
        (true, true, false) => Level::Pext,
    };
    LEVEL.store(level as u8, Ordering::Relaxed);
    level
}

/// Returns false for AMD before Zen 3 and for Hygon, which execute PEXT bit by bit.
fn pext_is_fast() -> bool {
    use core::arch::x86_64::__cpuid;
    #[allow(unused_unsafe, reason = "safe since Rust 1.94")]
    // SAFETY: every x86-64 processor has the instruction.
    let (vendor, version) = unsafe { (__cpuid(0), __cpuid(1)) };
    let base = version.eax >> 8 & 0xF;
    let family = if base == 0xF { base + (version.eax >> 20 & 0xFF) } else { base };
    let amd = [vendor.ebx.to_le_bytes(), vendor.edx.to_le_bytes()];
    let slow_vendor = amd == [*b"Auth", *b"enti"] || amd == [*b"Hygo", *b"nGen"];
    !(slow_vendor && family < 0x19)
}
