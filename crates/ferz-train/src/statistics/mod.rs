//! Statistics of games: results, endings, scores, results by score, and duplicates.
//!
//! [`GameStatistics`] counts games in bounded memory (at most 110 MiB), [`StatisticsSummary`] holds the numbers,
//! and [`draw`] draws scores and results.

mod chart;
mod counter;
mod key_counts;
mod score_results;

pub use chart::draw;
pub use counter::{GameStatistics, StatisticsSummary};
pub use key_counts::{Duplicates, KeyCounts};
pub use score_results::{ScoreBin, ScoreResults};
