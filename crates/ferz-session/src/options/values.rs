//! The values of the options.

use ferz_engine::SearchSettings;
use ferz_engine::Skill;
use ferz_engine::tablebase::TablebaseSettings;
use ferz_game::book::Selection;
use std::num::NonZeroU64;
use std::time::Duration;

/// The values of the engine's options.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct OptionValues {
    /// The size of the transposition table in MiB.
    pub hash_mib: usize,
    /// The number of search threads.
    pub threads: usize,
    /// The number of principal variations.
    pub multipv: usize,
    /// Set if the GUI uses pondering. It has no effect: the engine ponders on `go ponder`.
    pub ponder: bool,
    /// Set if castling is written as king takes rook.
    pub chess960: bool,
    /// Set if win, draw and loss probabilities are reported.
    pub show_wdl: bool,
    /// Set if the GUI analyses: the moves of the opening book are not played.
    pub analyse_mode: bool,
    /// The file to which the session appends its input and output; empty for none.
    pub debug_log_file: String,
    /// Set if each search sends a comment for the game record, as OpenBench's match runner stores it.
    pub pgn_comment: bool,
    /// The time lost per move between the engine and the GUI's clock.
    pub move_overhead: Duration,
    /// Set if a network evaluates positions; otherwise the classical evaluation.
    pub use_nnue: bool,
    /// The file of the network; empty for the embedded one.
    pub eval_file: String,
    /// The folders of the tablebases, joined as in the `PATH` of the platform; empty for none.
    pub syzygy_path: String,
    /// The limits of tablebase probing.
    pub tablebases: TablebaseSettings,
    /// The skill level, from 0 to 20 (full strength).
    pub skill_level: u32,
    /// Set if the strength is limited to `elo`, which overrides the skill level.
    pub limit_strength: bool,
    /// The Elo rating of limited strength.
    pub elo: u32,
    /// Set if moves are taken from the opening book.
    pub own_book: bool,
    /// The file of the opening book in Polyglot's format; empty for none.
    pub book_file: String,
    /// The number of the last move that is taken from the book.
    pub book_depth: u16,
    /// Set if the book move with the greatest weight is always played, instead of a random one.
    pub best_book_move: bool,
    /// The number of nodes per millisecond of game time; 0 for wall-clock time.
    pub nodes_per_ms: u64,
}

impl OptionValues {
    /// Returns the rule that selects a book move.
    pub(crate) fn book_selection(&self) -> Selection {
        if self.best_book_move { Selection::Best } else { Selection::Weighted }
    }

    /// Returns the settings of the search.
    pub fn search_settings(&self) -> SearchSettings {
        let skill = match self.limit_strength {
            true => Skill::from_elo(self.elo),
            false => Skill::from_level(self.skill_level),
        };
        SearchSettings {
            multipv: self.multipv,
            move_overhead: self.move_overhead,
            skill,
            nodes_per_ms: NonZeroU64::new(self.nodes_per_ms),
            tablebases: self.tablebases,
        }
    }
}
