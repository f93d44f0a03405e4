//! Games as jobs of several threads whose results are consumed in order.

use super::error::Error;
use super::sources::{MoveArgs, SourceArgs};
use ferz_engine::{Control, Searcher};
use ferz_game::pgn::{GameBuilder, PgnError, PgnGame};
use ferz_threads::work_in_order;
use std::io;
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::path::Path;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::Builder;

/// A game of the files of a command.
pub(crate) struct GameJob<'a> {
    pub(crate) file: &'a Path,
    /// The number in its file, from 1.
    pub(crate) number: u64,
    /// The number among the games of all files, from 1.
    pub(crate) total_number: u64,
    pub(crate) game: Result<PgnGame, FaultyGame>,
}

/// A game with an error.
pub(crate) struct FaultyGame {
    /// The error, with the number of the game in its file.
    pub(crate) error: PgnError,
    pub(crate) text: Vec<u8>,
}

/// Reads the games of all files in a thread of its own, passes them to threads, one for each worker, and
/// the results in the order of the games to `consume`, which runs in the calling thread, until it breaks or
/// fails. The searches of `control` are then stopped. Once it is stopped, the results are
/// [`Error::Interrupted`].
///
/// # Errors
/// If a file cannot be read, the error of `consume`, and [`Error::Interrupted`] after Ctrl-C.
pub(crate) fn work_on_games<W: Send, R: Send>(
    source: &SourceArgs,
    moves: MoveArgs,
    workers: Vec<W>,
    control: &Control,
    work: impl Fn(&mut W, GameJob<'_>) -> Result<R, Error> + Sync,
    mut consume: impl FnMut(Result<R, Error>) -> Result<ControlFlow<()>, Error>,
) -> Result<(), Error> {
    let work = |worker: &mut W, job: GameJob<'_>| {
        if control.is_stopped() { Err(Error::Interrupted) } else { work(worker, job) }
    };
    std::thread::scope(|scope| {
        let (jobs, games) = sync_channel(1);
        let reader = Builder::new().spawn_scoped(scope, move || read_games(source, moves, &jobs));
        let reader = reader.map_err(thread_error)?;
        let worked = work_in_order(workers, Searcher::STACK_SIZE, games, work, |result| {
            match consume(result) {
                Ok(ControlFlow::Continue(())) => ControlFlow::Continue(()),
                end => {
                    // Ends the searches of games whose results will not be consumed.
                    control.stop();
                    ControlFlow::Break(end.map(|_| ()))
                }
            }
        });
        let read = reader.join().unwrap_or_else(|panic| resume_unwind(panic));
        match worked.map_err(thread_error)? {
            ControlFlow::Break(end) => end,
            ControlFlow::Continue(()) => read,
        }
    })
}

fn thread_error(error: io::Error) -> Error {
    Error::new(format_args!("thread: {error}"))
}

/// Reads the games of all files and sends them until the receiver is dropped.
///
/// # Errors
/// If a file cannot be read, and [`Error::Interrupted`] after Ctrl-C.
fn read_games<'a>(
    source: &'a SourceArgs,
    moves: MoveArgs,
    jobs: &SyncSender<GameJob<'a>>,
) -> Result<(), Error> {
    let mut total_number = 0;
    source.sources().with_texts().without_bar().read(
        || moves.player(GameBuilder::new()),
        |file, mut chunk| {
            let mut number = chunk.games_before;
            let games = chunk.visitor.visitor_mut().take_all();
            for ((game, error), text) in games.into_iter().zip(chunk.texts.iter()) {
                (number, total_number) = (number + 1, total_number + 1);
                let game = match error {
                    None => Ok(game),
                    Some(mut error) => {
                        error.game = number;
                        Err(FaultyGame { error, text: text.to_owned() })
                    }
                };
                if jobs.send(GameJob { file, number, total_number, game }).is_err() {
                    return Ok(ControlFlow::Break(()));
                }
            }
            Ok(ControlFlow::Continue(()))
        },
    )
}
