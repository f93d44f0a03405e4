//! Parallel search: lazy SMP with a shared principal variation and deferred moves.
//!
//! All threads search the root and share the transposition table. The first thread that completes a
//! node of the principal variation completes it for all ([`shared_pv`], [`adopt_pv`]). A move that
//! another thread is searching is deferred ([`searching`], [`deferred`]).

mod adopt_pv;
pub(super) mod deferred;
pub(crate) mod searching;
pub(crate) mod shared_pv;
