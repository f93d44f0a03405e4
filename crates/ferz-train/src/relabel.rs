//! New scores for the positions of games.
//!
//! A [`Relabeler`] searches every scored position of a game again and keeps the moves, the result and
//! the ending. [`relabel_files`] does so for several games at a time. A score depends on the
//! game and the [`RelabelSettings`] alone: each game starts with cleared tables and the search of its
//! opening, as in self-play, and its positions are searched in order on one thread.

use crate::format::{IllegalPly, PositionFilter, RANDOM_MOVE, TrainingGame, UNSEARCHED};
use crate::games::{FileGame, GamesError};
use crate::score_search::{ScoreSearcher, move_pruning_if_unset, network_checksum};
use ferz::Position;
use ferz_engine::{AllocationError, Control, Searcher};
use ferz_nnue::Network;
use ferz_threads::work_in_order;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::ops::ControlFlow;
use std::sync::Arc;

/// The key of the settings in the JSON object of a game file.
const KEY: &str = "labels";

/// The searches that gave the scores of relabelled games. The settings of a game file have them under
/// the key `labels`, beside the settings with which the games were played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RelabelSettings {
    /// The engine with its version.
    pub engine: String,
    /// The CRC-32 of the network in hexadecimal.
    pub network: String,
    /// The soft node limit of a search: the iteration that exceeds it is completed.
    pub nodes: u64,
    /// The size of the transposition table in MiB.
    pub hash_mib: usize,
    /// Set if the searches prune moves in the move loop.
    #[serde(default = "move_pruning_if_unset")]
    pub move_pruning: bool,
    /// One position in this many is searched, at least 1.
    #[serde(default = "one")]
    pub every: u32,
    /// Set if quiet positions alone are searched and counted: those of [`PositionFilter::quiet`].
    ///
    /// [`PositionFilter::quiet`]: crate::format::PositionFilter::quiet
    #[serde(default)]
    pub quiet: bool,
}

/// Returns the value of `every` in settings without it.
fn one() -> u32 {
    1
}

/// Settings that are not a JSON object.
#[derive(Debug, thiserror::Error)]
#[error("settings of the games: {0}")]
pub struct SettingsError(#[from] serde_json::Error);

impl RelabelSettings {
    /// Returns the settings of searches of all positions by this build of the engine with a network,
    /// without pruning of moves.
    pub fn new(network: &Network, nodes: u64, hash_mib: usize) -> Self {
        let engine = ferz_engine::NAME.to_owned();
        let network = network_checksum(network);
        Self { engine, network, nodes, hash_mib, move_pruning: false, every: 1, quiet: false }
    }

    /// Returns the settings of games, a JSON object, with these label settings in place of earlier
    /// ones.
    ///
    /// # Errors
    /// If the settings of the games are not a JSON object.
    pub fn added_to(&self, settings: &str) -> Result<String, SettingsError> {
        let mut object: Map<String, Value> = serde_json::from_str(settings)?;
        object.insert(KEY.to_owned(), serde_json::to_value(self)?);
        Ok(Value::Object(object).to_string())
    }

    /// Returns the label settings in the settings of games; `None` if the scores are those of the
    /// games' own searches.
    ///
    /// # Errors
    /// If the settings are not a JSON object, or the label settings are incomplete.
    pub fn of(settings: &str) -> Result<Option<Self>, SettingsError> {
        let mut object: Map<String, Value> = serde_json::from_str(settings)?;
        Ok(object.remove(KEY).map(serde_json::from_value).transpose()?)
    }
}

/// Searches the positions of games again, one game at a time.
pub struct Relabeler<'a> {
    searcher: ScoreSearcher<'a>,
    filter: PositionFilter,
    every: u32,
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
        let filter = if settings.quiet { PositionFilter::quiet() } else { PositionFilter::all() };
        Ok(Self { searcher, filter, every: settings.every.max(1) })
    }

    /// Returns the game with new scores for the selected positions, which are searched in the order of
    /// the game; the other scores become [`UNSEARCHED`]. The searches are those of self-play: with all
    /// positions and the network, the node limit and the table size of a self-play game the scores are
    /// the same. `None` if the search was stopped.
    ///
    /// # Errors
    /// If a move is illegal.
    pub fn relabel(&mut self, game: &TrainingGame) -> Result<Option<TrainingGame>, IllegalPly> {
        let mut scores = Vec::with_capacity(game.scores.len());
        // Begins at another position in each game, so that the selected plies differ.
        let mut next = game.moves.len() as u32 % self.every;
        let mut replay = game.replay();
        while let Some(ply) = replay.next_ply()? {
            let Some(index) = ply.ply.checked_sub(game.opening_plies()) else { continue };
            if index == 0 && self.begin_game(ply.position).is_none() {
                return Ok(None);
            }
            let accepted = self.filter.accepts(&ply);
            scores.push(if accepted && next == 0 {
                let Some(scored) = self.searcher.search(ply.position) else { return Ok(None) };
                scored.score
            } else if game.scores[index] == RANDOM_MOVE {
                RANDOM_MOVE
            } else {
                UNSEARCHED
            });
            if accepted {
                next = next.checked_sub(1).unwrap_or(self.every - 1);
            }
        }
        Ok(Some(TrainingGame { scores, ..game.clone() }))
    }

    /// Prepares for the searches of a game; with all positions as self-play does. `None` if stopped.
    fn begin_game(&mut self, opening: &Position) -> Option<()> {
        if self.every == 1 && self.filter == PositionFilter::all() {
            self.searcher.begin_game(opening)?;
        } else {
            self.searcher.clear();
        }
        Some(())
    }
}

/// An error that ends relabelling.
#[derive(Debug, thiserror::Error)]
pub enum RelabelFilesError {
    /// The games cannot be read, or one has an illegal move.
    #[error("{0}")]
    Games(#[from] GamesError),
    /// The [`Control`] stopped the searches.
    #[error("stopped")]
    Stopped,
    /// The operating system starts no thread.
    #[error("cannot start a thread: {0}")]
    Thread(#[from] std::io::Error),
}

/// Relabels games, each with one of the relabelers on a thread of its own, and calls `on_game` with
/// the games in their order until it breaks. `control` is that of the relabelers; it is stopped at the
/// end.
///
/// # Errors
/// At the first game that cannot be read or has an illegal move, if no thread can be started, or if the
/// searches were stopped. `on_game` has received the games before.
pub fn relabel_files(
    relabelers: Vec<Relabeler<'_>>,
    control: &Control,
    games: impl Iterator<Item = Result<FileGame, GamesError>> + Send,
    mut on_game: impl FnMut(FileGame) -> ControlFlow<()>,
) -> Result<(), RelabelFilesError> {
    let work = |relabeler: &mut Relabeler<'_>, game: Result<FileGame, GamesError>| {
        with_new_scores(relabeler, game?)
    };
    let stack_size = Searcher::STACK_SIZE;
    let relabelled = work_in_order(relabelers, stack_size, games, work, |game| {
        let flow = match game {
            Ok(game) => on_game(game).map_break(Ok),
            Err(error) => ControlFlow::Break(Err(error)),
        };
        if flow.is_break() {
            // Ends the searches of later games.
            control.stop();
        }
        flow
    })?;
    control.stop();
    relabelled.break_value().unwrap_or(Ok(()))
}

/// Returns the game with new scores.
fn with_new_scores(
    relabeler: &mut Relabeler<'_>,
    game: FileGame,
) -> Result<FileGame, RelabelFilesError> {
    match relabeler.relabel(&game.game) {
        Ok(Some(relabelled)) => Ok(FileGame { game: relabelled, ..game }),
        Ok(None) => Err(RelabelFilesError::Stopped),
        Err(error) => {
            let (path, number) = (game.path.to_path_buf(), game.number);
            Err(GamesError::Illegal { path, number, error }.into())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::selfplay::SelfplaySettings;
    use ferz_engine::eval::default_network;

    #[test]
    fn label_settings_are_beside_those_of_the_games() {
        let games = SelfplaySettings::default();
        let first = RelabelSettings::new(&default_network(), 500, 8);
        let second = RelabelSettings { nodes: 5000, ..first.clone() };
        assert_eq!(RelabelSettings::of(&games.to_json()).unwrap(), None);
        let relabelled = first.added_to(&games.to_json()).unwrap();
        assert_eq!(RelabelSettings::of(&relabelled).unwrap(), Some(first));
        let again = second.added_to(&relabelled).unwrap();
        let read: SelfplaySettings = serde_json::from_str(&again).unwrap();
        assert_eq!(read, SelfplaySettings { labels: Some(second), ..games });
    }

    #[test]
    fn settings_that_are_no_object_are_errors() {
        let labels = RelabelSettings::new(&default_network(), 500, 8);
        for text in ["", "first", "[1]", "{\"engine\":"] {
            assert!(labels.added_to(text).is_err() && RelabelSettings::of(text).is_err(), "{text}");
        }
        assert!(RelabelSettings::of("{\"labels\":{\"nodes\":5}}").is_err());
    }
}
