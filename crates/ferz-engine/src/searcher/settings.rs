//! The settings of a search.

use crate::search::skill::Skill;
use crate::tablebase::TablebaseSettings;
use crate::time::TimeSource;
use std::num::NonZeroU64;
use std::time::Duration;

/// Settings of a search besides its limits.
///
/// ```
/// use ferz_engine::{SearchSettings, Skill};
///
/// let settings = SearchSettings::default().with_multipv(3).with_skill(Skill::from_level(10));
/// assert_eq!(settings.multipv, 3);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SearchSettings {
    /// Number of lines to report, at least 1.
    pub multipv: usize,
    /// Time lost per move between the engine and the clock.
    pub move_overhead: Duration,
    /// Playing strength. Below full strength a single thread searches and the move is chosen among
    /// the best lines; the reported lines are those of the analysis and do not depend on the choice.
    pub skill: Skill,
    /// Nodes per millisecond if time is measured in nodes. The searcher then keeps the clocks of the
    /// game itself until [`Searcher::clear`](crate::Searcher::clear).
    pub nodes_per_ms: Option<NonZeroU64>,
    /// Use of tablebases, if the searcher has any.
    pub tablebases: TablebaseSettings,
}

impl SearchSettings {
    /// Default move overhead.
    pub const MOVE_OVERHEAD: Duration = Duration::from_millis(10);

    /// Sets the number of lines to report; 0 counts as 1.
    #[must_use]
    pub fn with_multipv(self, multipv: usize) -> Self {
        Self { multipv, ..self }
    }

    /// Sets the playing strength.
    #[must_use]
    pub fn with_skill(self, skill: Skill) -> Self {
        Self { skill, ..self }
    }

    /// Sets the time lost per move between the engine and the clock.
    #[must_use]
    pub fn with_move_overhead(self, move_overhead: Duration) -> Self {
        Self { move_overhead, ..self }
    }

    /// Measures time in nodes, or by the clock without a number of nodes per millisecond.
    #[must_use]
    pub fn with_nodes_per_ms(self, nodes_per_ms: Option<NonZeroU64>) -> Self {
        Self { nodes_per_ms, ..self }
    }

    /// Sets the use of tablebases.
    #[must_use]
    pub fn with_tablebases(self, tablebases: TablebaseSettings) -> Self {
        Self { tablebases, ..self }
    }

    pub(crate) fn time_source(&self) -> TimeSource {
        match self.nodes_per_ms {
            Some(per_ms) => TimeSource::Nodes { per_ms },
            None => TimeSource::Clock { overhead: self.move_overhead },
        }
    }
}

impl Default for SearchSettings {
    fn default() -> Self {
        Self {
            multipv: 1,
            move_overhead: Self::MOVE_OVERHEAD,
            skill: Skill::FULL,
            nodes_per_ms: None,
            tablebases: TablebaseSettings::default(),
        }
    }
}
