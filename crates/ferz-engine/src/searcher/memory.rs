//! The memory of search threads.

use super::run::STACK_SIZE;
use crate::available_memory::{address_space_mib, available_mib};
use crate::tt::AllocationError;

/// Memory that a search thread uses, in MiB: its evaluator, its share of the histories, and the used
/// part of its stack.
const MIB_PER_THREAD: usize = 4;

/// Returns an error if a searcher of `held` threads has no memory for `threads`: their memory exceeds
/// the available memory, or their stacks exceed the address space.
pub(super) fn check_threads(threads: usize, held: usize) -> Result<(), AllocationError> {
    let added = threads.saturating_sub(held);
    let with_stack = MIB_PER_THREAD + (STACK_SIZE >> 20);
    // The stacks of threads other than the first are mapped during searches only.
    let stacks = threads.saturating_sub(1).saturating_mul(STACK_SIZE >> 20);
    let memory = (added.saturating_mul(MIB_PER_THREAD), available_mib());
    let address_space = (memory.0.saturating_add(stacks), address_space_mib());
    for (needed, available) in [memory, address_space] {
        if let Some(available) = available.filter(|&available| added > 0 && available < needed) {
            let mib = threads.saturating_mul(with_stack);
            return Err(AllocationError::Threads { threads, mib, available });
        }
    }
    Ok(())
}
