//! The error of a search.

/// The reason that a search is refused. Nothing is reported and the searcher is unchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SearchError {
    /// [`Limits::search_moves`](crate::Limits::search_moves) has moves, none of which is legal.
    #[error("no search move is legal in the position")]
    NoLegalSearchMove,
    /// The [`Control`](crate::Control) was stopped during or after an earlier search and not
    /// [reset](crate::Control::reset), so that it would end this one at once.
    #[error("the control of the search is still stopped from an earlier search")]
    StoppedControl,
}
