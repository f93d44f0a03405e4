//! The search: principal variation search with iterative deepening.
//!
//! Data, in files that import no logic:
//!
//! | module | content |
//! |---|---|
//! | [`node_state`] | node types, the state of a node, its candidates and searched moves |
//! | [`stack`] | entries, principal variations and generated moves of the current line |
//! | [`shared`], [`worker`] | the state of all threads and of one; making and undoing moves |
//! | [`root_moves`], [`report`] | the moves of the root, the reports to the caller |
//! | [`histories`], [`history`], [`correction`], [`history_entry`] | move histories and correction history |
//! | [`lmr_table`] | the base of late move reductions |
//! | [`picker`] | staged move picker |
//! | [`skill`] | playing below full strength |
//!
//! Logic, as methods of [`worker::Worker`]:
//!
//! | module | content |
//! |---|---|
//! | [`iterative_deepening`] | iterations, aspiration windows, limits between iterations, reports |
//! | [`alpha_beta`] | a node from entry to exit: draws, table, result |
//! | [`evaluation`] | static evaluation with corrections |
//! | [`tablebase`] | tablebase probes |
//! | [`pruning`] | whole-node pruning: razoring, reverse futility, null move, ProbCut, internal iterative reduction |
//! | [`move_loop`] | search of a node's moves |
//! | [`move_pruning`] | futility, late move, history and SEE pruning of moves |
//! | [`extensions`], [`reductions`] | singular extensions and multicut; late move reductions |
//! | [`quiescence`] | quiescence search |
//! | [`history_update`] | updates of all histories |
//! | [`parallel`] | shared principal variation and deferred moves of several threads |

mod alpha_beta;
mod correction;
mod evaluation;
mod extensions;
pub(crate) mod histories;
mod history;
mod history_entry;
mod history_update;
mod iterative_deepening;
mod lmr_table;
mod move_loop;
mod move_pruning;
mod node_state;
pub(crate) mod parallel;
mod picker;
mod pruning;
mod quiescence;
mod ranked_move;
mod reductions;
pub(crate) mod report;
pub(crate) mod root_moves;
pub(crate) mod shared;
pub(crate) mod skill;
mod stack;
mod tablebase;
pub(crate) mod worker;
