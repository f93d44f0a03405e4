//! The search of a position of a suite.

use super::case::Case;
use crate::args::SuiteArgs;
use crate::common::engines::{SearchEngine, SearchOutcome};
use crate::common::error::Error;
use ferz::Move;
use ferz_engine::Control;
use std::time::Duration;

/// The result of a search, and the time after which it found the solution.
pub(super) struct Solved {
    pub(super) searched: SearchOutcome,
    /// The time after which the first move of the best line stayed an expected one.
    pub(super) found_after: Option<Duration>,
}

/// Searches a position as the first of a new game.
///
/// # Errors
/// If the engine fails.
pub(super) fn search(
    contender: &mut SearchEngine,
    case: &Case,
    args: &SuiteArgs,
    control: &Control,
) -> Result<Solved, Error> {
    let mut found_after = None;
    let mut on_line = |first: Option<Move>, elapsed: Duration| {
        if !case.accepts(first) {
            found_after = None;
        } else if found_after.is_none() {
            found_after = Some(elapsed);
        }
    };
    let searched = contender
        .new_game()
        .and_then(|()| contender.search(&case.position, &[], args.limits(), control, &mut on_line));
    let searched = searched.map_err(|error| contender.error(format!("{}: {error}", case.id)))?;
    on_line(searched.best, searched.time);
    Ok(Solved { searched, found_after })
}
