//! The search: principal variation search with iterative deepening.
//!
//! | module | content |
//! |---|---|
//! | [`node`] | one node in numbered steps, from entry to exit |
//! | [`flight_squares`] | flight squares of a king, for pruning that must not overlook a mate |
//! | [`quiescence`] | quiescence search |
//! | [`root`] | iterations, aspiration windows, reports and result |
//! | [`root_moves`] | the moves of the root with their values and lines |
//! | [`mate`] | exhaustive mate search for `go mate` |
//! | [`picker`] | staged move picker |
//! | [`history`] | move histories and correction history |
//! | [`history_updates`] | updates of the histories after a node |
//! | [`parallel`] | data that threads share: moves being searched, completed nodes of the principal variation |
//! | [`thread`] | a search thread, its stack, the shared state; making and undoing moves |

mod flight_squares;
pub(crate) mod history;
mod history_updates;
pub(crate) mod mate;
mod node;
pub(crate) mod parallel;
mod picker;
mod quiescence;
mod reductions;
pub(crate) mod root;
pub(crate) mod root_moves;
#[cfg(test)]
mod tests;
pub(crate) mod thread;
