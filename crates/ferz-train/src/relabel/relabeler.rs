use super::settings::RelabelSettings;
use crate::format::{Filter, IllegalPly, RANDOM_MOVE, TrainingGame, UNSEARCHED};
use crate::score_search::ScoreSearcher;
use ferz::Position;
use ferz_engine::{AllocationError, Control};
use ferz_nnue::Network;
use std::sync::Arc;

/// Searches the positions of games again, one game at a time.
pub struct Relabeler<'a> {
    searcher: ScoreSearcher<'a>,
    filter: Filter,
    every: u32,
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
        let filter = if settings.quiet { Filter::quiet() } else { Filter::all() };
        Ok(Self { searcher, filter, every: settings.every.max(1) })
    }

    /// Returns the game with new scores for the selected positions, which are searched in the order of
    /// the game; the other scores become [`UNSEARCHED`]. The searches are those of self-play: with all
    /// positions and the network, the node limit and the table size of a self-play game the scores are
    /// the same.
    ///
    /// # Errors
    /// If a move is illegal, or the search was stopped.
    pub fn relabel(&mut self, game: &TrainingGame) -> Result<TrainingGame, RelabelError> {
        let mut scores = Vec::with_capacity(game.scores.len());
        // Begins at another position in each game, so that the selected plies differ.
        let mut next = game.moves.len() as u32 % self.every;
        let mut replay = game.replay();
        while let Some(ply) = replay.next_ply()? {
            let Some(index) = ply.ply.checked_sub(game.opening_plies()) else { continue };
            if index == 0 {
                self.begin_game(ply.position)?;
            }
            let accepted = self.filter.accepts(&ply);
            scores.push(if accepted && next == 0 {
                self.searcher.search(ply.position).ok_or(RelabelError::Stopped)?.score
            } else if game.scores[index] == RANDOM_MOVE {
                RANDOM_MOVE
            } else {
                UNSEARCHED
            });
            if accepted {
                next = next.checked_sub(1).unwrap_or(self.every - 1);
            }
        }
        Ok(TrainingGame { scores, ..game.clone() })
    }

    /// Prepares for the searches of a game; with all positions as self-play does.
    fn begin_game(&mut self, opening: &Position) -> Result<(), RelabelError> {
        if self.every == 1 && self.filter == Filter::all() {
            self.searcher.begin_game(opening).ok_or(RelabelError::Stopped)?;
        } else {
            self.searcher.clear();
        }
        Ok(())
    }
}
