//! Searches of the positions of a game with a soft node limit.

use ferz::{Color, Move, Position};
use ferz_engine::{
    AllocationError, Control, Limits, SearchResult, SearchSettings, Searcher, SearcherOptions,
};
use ferz_nnue::Network;
use std::sync::Arc;

/// The hard node limit of a search, as a multiple of the soft limit.
const HARD_LIMIT_FACTOR: u64 = 8;
/// The node limit of the search of an opening, as a multiple of the soft limit.
const OPENING_FACTOR: u64 = 10;

/// Returns the CRC-32 of a network's file in hexadecimal.
pub(crate) fn network_checksum(network: &Network) -> String {
    format!("{:08x}", network.checksum())
}

/// Returns the value of `move_pruning` in settings without it, which were written by versions that
/// always pruned.
pub(crate) fn move_pruning_if_unset() -> bool {
    true
}

/// A search on one thread that gives White's score, until `control` stops it.
pub(crate) struct ScoreSearcher<'a> {
    searcher: Searcher,
    nodes: u64,
    control: &'a Control,
}

/// The result of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Scored {
    /// The best move.
    pub(crate) best: Move,
    /// The score in centipawns, White's view.
    pub(crate) score: i16,
}

impl<'a> ScoreSearcher<'a> {
    /// Creates a searcher with a soft limit of `nodes` for each search, with or without
    /// [pruning of moves](ferz_engine::SearcherOptions::move_pruning).
    ///
    /// # Errors
    /// If the memory for the transposition table cannot be allocated.
    pub(crate) fn new(
        nodes: u64,
        hash_mib: usize,
        move_pruning: bool,
        network: Arc<Network>,
        control: &'a Control,
    ) -> Result<Self, AllocationError> {
        let searcher = Searcher::new(SearcherOptions {
            hash_mib,
            move_pruning,
            network: Some(network),
            ..SearcherOptions::default()
        })?;
        Ok(Self { searcher, nodes, control })
    }

    /// Searches a position that has a legal move; `None` if stopped.
    pub(crate) fn search(&mut self, position: &Position) -> Option<Scored> {
        let hard_limit = self.nodes.saturating_mul(HARD_LIMIT_FACTOR);
        let result = self.run(position, &Limits::soft_nodes(self.nodes, hard_limit))?;
        let white = position.side_to_move() == Color::White;
        let score = i16::try_from(if white { result.value } else { -result.value }).ok()?;
        Some(Scored { best: result.best?, score })
    }

    /// Clears all tables and searches the position after an opening with ten times the nodes: the
    /// first search of each game. Returns the value for the side to move; `None` if stopped.
    pub(crate) fn begin_game(&mut self, position: &Position) -> Option<i32> {
        self.clear();
        let limits = Limits::nodes(self.nodes.saturating_mul(OPENING_FACTOR));
        Some(self.run(position, &limits)?.value)
    }

    /// Clears all tables.
    pub(crate) fn clear(&mut self) {
        self.searcher.clear();
    }

    fn run(&mut self, position: &Position, limits: &Limits) -> Option<SearchResult> {
        // A search is refused only if the control was stopped before.
        let result = self
            .searcher
            .search_on_current_thread(
                position,
                limits,
                &SearchSettings::default(),
                self.control,
                None,
            )
            .ok()?;
        (!self.control.is_stopped()).then_some(result)
    }
}
