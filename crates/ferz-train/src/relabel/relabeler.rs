use super::settings::RelabelSettings;
use crate::format::{Game, IllegalPly};
use crate::score_search::ScoreSearcher;
use ferz_engine::{AllocationError, Control};
use ferz_nnue::Network;
use std::sync::Arc;

/// Searches the positions of games again, one game at a time.
pub struct Relabeler<'a> {
    searcher: ScoreSearcher<'a>,
}

/// The reason why a game has no new scores.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RelabelError {
    /// A move is illegal.
    #[error("{0}")]
    Illegal(#[from] IllegalPly),
    /// The [`Control`] stopped the search.
    #[error("stopped")]
    Stopped,
}

impl<'a> Relabeler<'a> {
    /// Creates a relabeler that `control` can stop. The settings are expected to be those of the
    /// network.
    ///
    /// # Errors
    /// If the memory for the transposition table cannot be allocated.
    pub fn new(
        settings: &RelabelSettings,
        network: Arc<Network>,
        control: &'a Control,
    ) -> Result<Self, AllocationError> {
        let searcher = ScoreSearcher::new(
            settings.nodes,
            settings.hash_mib,
            settings.move_pruning,
            network,
            control,
        )?;
        Ok(Self { searcher })
    }

    /// Returns the game with new scores for the positions that have one, which are searched in the
    /// order of the game. The searches are those of self-play: with the network, the node limit and the
    /// table size of a self-play game the scores are the same.
    ///
    /// # Errors
    /// If a move is illegal, or the search was stopped.
    pub fn relabel(&mut self, game: &Game) -> Result<Game, RelabelError> {
        let mut scores = Vec::with_capacity(game.scores.len());
        let mut replay = game.replay();
        while let Some(ply) = replay.next_ply()? {
            if ply.score.is_some() {
                if scores.is_empty() {
                    self.searcher.begin_game(ply.position).ok_or(RelabelError::Stopped)?;
                }
                let scored = self.searcher.search(ply.position).ok_or(RelabelError::Stopped)?;
                scores.push(scored.score);
            }
        }
        Ok(Game { scores, ..game.clone() })
    }
}
