use super::relabeler::{RelabelError, Relabeler};
use super::settings::RelabelSettings;
use crate::format::IllegalPly;
use crate::games::{FileGame, GamesError};
use crate::workers;
use ferz_engine::{AllocationError, Control};
use ferz_nnue::Network;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};

/// Relabels games on several threads, each a whole game at a time, and keeps their order.
pub struct ParallelRelabeler<'a> {
    /// One for each thread.
    relabelers: Vec<Relabeler<'a>>,
    control: &'a Control,
}

/// An error that ends relabelling.
#[derive(Debug, thiserror::Error)]
pub enum ParallelRelabelError {
    /// The games cannot be read.
    #[error("{0}")]
    Games(#[from] GamesError),
    /// A game has an illegal move.
    #[error("{}, game {number}: {error}", path.display())]
    Illegal {
        /// The file.
        path: PathBuf,
        /// The number of the game in the file, from 1.
        number: usize,
        /// The illegal move.
        error: IllegalPly,
    },
    /// The [`Control`] stopped the searches.
    #[error("stopped")]
    Stopped,
    /// The operating system starts no thread.
    #[error("cannot start a thread: {0}")]
    Thread(#[from] std::io::Error),
}

/// A game with new scores and its place in the order of the games.
type Numbered = (usize, Result<FileGame, ParallelRelabelError>);

impl<'a> ParallelRelabeler<'a> {
    /// Creates a relabeler for a number of threads, at least one, that `control` can stop. The
    /// settings are expected to be those of the network.
    ///
    /// # Errors
    /// If the memory for the transposition tables cannot be allocated.
    pub fn new(
        threads: usize,
        settings: &RelabelSettings,
        network: &Arc<Network>,
        control: &'a Control,
    ) -> Result<Self, AllocationError> {
        let relabelers = (0..threads.max(1))
            .map(|_| Relabeler::new(settings, Arc::clone(network), control))
            .collect::<Result<_, _>>()?;
        Ok(Self { relabelers, control })
    }

    /// Relabels games until `on_game` breaks. Calls `on_game` on this thread for each game with new
    /// scores, in the order of the games: games that end before an earlier one wait for it. The control
    /// is stopped at the end.
    ///
    /// # Errors
    /// The first error in the order of the games. `on_game` has received the games before it.
    pub fn relabel(
        self,
        games: impl Iterator<Item = Result<FileGame, GamesError>> + Send,
        mut on_game: impl FnMut(FileGame) -> ControlFlow<()>,
    ) -> Result<(), ParallelRelabelError> {
        let Self { relabelers, control } = self;
        let games = Mutex::new(games.enumerate());
        let work = |relabeler, results: &Sender<_>| relabel_games(relabeler, &games, results);
        let mut result = Ok(());
        workers::run(relabelers, work, |games| {
            result = receive_in_order(games, &mut on_game);
            // Ends the searches of games after a break or an error. Without either there are none.
            control.stop();
        })?;
        result
    }
}

/// Relabels games until there are none, the receiver is dropped, or an error.
fn relabel_games(
    mut relabeler: Relabeler<'_>,
    games: &Mutex<impl Iterator<Item = (usize, Result<FileGame, GamesError>)>>,
    results: &Sender<Numbered>,
) {
    loop {
        let next = games.lock().unwrap_or_else(PoisonError::into_inner).next();
        let Some((index, game)) = next else { return };
        let result =
            game.map_err(Into::into).and_then(|game| with_new_scores(&mut relabeler, game));
        let is_last = result.is_err();
        if results.send((index, result)).is_err() || is_last {
            return;
        }
    }
}

fn with_new_scores(
    relabeler: &mut Relabeler<'_>,
    game: FileGame,
) -> Result<FileGame, ParallelRelabelError> {
    match relabeler.relabel(&game.game) {
        Ok(relabelled) => Ok(FileGame { game: relabelled, ..game }),
        Err(RelabelError::Stopped) => Err(ParallelRelabelError::Stopped),
        Err(RelabelError::Illegal(error)) => {
            let (path, number) = (game.path.to_path_buf(), game.number);
            Err(ParallelRelabelError::Illegal { path, number, error })
        }
    }
}

/// Passes games to `on_game` in their order, until it breaks or the first error.
fn receive_in_order(
    games: Receiver<Numbered>,
    on_game: &mut impl FnMut(FileGame) -> ControlFlow<()>,
) -> Result<(), ParallelRelabelError> {
    let (mut waiting, mut next) = (BTreeMap::new(), 0);
    for (index, game) in games {
        waiting.insert(index, game);
        while let Some(game) = waiting.remove(&next) {
            next += 1;
            if on_game(game?).is_break() {
                return Ok(());
            }
        }
    }
    Ok(())
}
