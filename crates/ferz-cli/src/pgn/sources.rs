//! The games of the PGN files of a command.

use super::args::SourceArgs;
use super::recorder::TextReader;
use crate::error::Error;
use crate::text::grouped;
use ferz_cli_common::{interrupt, output::print_message, progress_bar};
use ferz_game::pgn::{GameVisitor, Input, ParallelReader, PgnError, Player, Reader, Visitor};
use indicatif::ProgressBar;
use std::fs::{self, File};
use std::io::{self, Read};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The approximate number of bytes of a batch that is read with one thread.
const BATCH_SIZE: u64 = 1 << 20;

/// The number of games between updates of the progress bar.
const GAMES_PER_UPDATE: u64 = 1000;

/// The files of a command, with their progress bar.
pub(super) struct Sources<'a> {
    files: &'a [PathBuf],
    bar: ProgressBar,
    /// Set to end the texts at the next read.
    is_stopped: Arc<AtomicBool>,
}

/// Consecutive games of a file.
pub(super) struct Batch<'a, V> {
    /// The file.
    pub(super) path: &'a Path,
    /// The visitor of the games.
    pub(super) visitor: V,
    /// The number of games.
    pub(super) games: u64,
    /// The number to add to the game numbers of the visitor.
    pub(super) numbers_before: u64,
}

impl<'a> Sources<'a> {
    /// Creates the sources of a command and cancels their reading after Ctrl-C. The progress bar
    /// counts bytes if all files have a size.
    pub(super) fn new(files: &'a [PathBuf]) -> Self {
        interrupt::install(|| {});
        let size = |path: &PathBuf| {
            let metadata = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
            Some(metadata.len())
        };
        let bar = progress_bar(files.iter().map(size).sum());
        Self { files, bar, is_stopped: Arc::default() }
    }

    /// Creates sources whose progress bar is never drawn.
    pub(super) fn without_bar(files: &'a [PathBuf]) -> Self {
        Self { bar: ProgressBar::hidden(), ..Self::new(files) }
    }

    /// Returns true if all files can be read twice: none is a stream.
    pub(super) fn are_rereadable(&self) -> bool {
        self.bar.length().is_some()
    }

    /// Returns the progress bar.
    pub(super) fn bar(&self) -> &ProgressBar {
        &self.bar
    }

    /// Opens a file, or standard input for `-`.
    ///
    /// # Errors
    /// If the file cannot be opened.
    fn open(&self, path: &Path) -> Result<Input, Error> {
        let (bar, is_stopped) = (self.bar.clone(), Arc::clone(&self.is_stopped));
        let input = if is_stdin(path) {
            Input::new(Tracked { input: io::stdin(), bar, is_stopped })
        } else {
            File::open(path).and_then(|input| Input::new(Tracked { input, bar, is_stopped }))
        };
        input.map_err(|error| read_error(path, error))
    }

    /// Reads the games of all files and passes them in their order to `consume`, in batches of about
    /// a megabyte with a visitor each.
    ///
    /// # Errors
    /// If a file cannot be read, the first error of `consume`, and [`Error::Interrupted`] after
    /// Ctrl-C. The batches before have been consumed.
    pub(super) fn read<V: GameVisitor + Send>(
        &self,
        threads: u16,
        visitor: impl Fn() -> V + Sync,
        mut consume: impl FnMut(Batch<'a, V>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let result = self.files.iter().try_for_each(|path| match threads {
            ..=1 => self.read_sequential(path, &visitor, &mut consume),
            _ => self.read_parallel(path, threads, &visitor, &mut consume),
        });
        self.bar.finish_and_clear();
        if interrupt::requested() { Err(Error::Interrupted) } else { result }
    }

    fn read_sequential<V: GameVisitor + Send>(
        &self,
        path: &'a Path,
        visitor: &impl Fn() -> V,
        consume: &mut impl FnMut(Batch<'a, V>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut reader = Reader::new(self.open(path)?);
        reader.set_source(path.display().to_string());
        let mut has_more = Ok(true);
        while matches!(has_more, Ok(true)) {
            let mut player = Player::new(visitor());
            let (games_before, start) = (reader.games(), reader.position());
            while matches!(has_more, Ok(true)) && reader.position() - start < BATCH_SIZE {
                has_more = reader.read_game(&mut player);
            }
            if interrupt::requested() {
                return Err(Error::Interrupted);
            }
            let games = reader.games() - games_before;
            let visitor = player.into_visitor();
            consume(Batch { path, visitor, games, numbers_before: 0 })?;
        }
        has_more.map(|_| ()).map_err(|error| read_error(path, error))
    }

    fn read_parallel<V: GameVisitor + Send>(
        &self,
        path: &'a Path,
        threads: u16,
        visitor: &(impl Fn() -> V + Sync),
        consume: &mut impl FnMut(Batch<'a, V>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut reader = ParallelReader::new(self.open(path)?);
        reader.set_source(path.display().to_string());
        reader.set_threads(NonZeroUsize::new(threads.into()).unwrap_or(NonZeroUsize::MIN));
        let mut consumed = Ok(());
        let read = reader.read_all(
            || Player::new(visitor()),
            |chunk| {
                // The last chunk of a cancelled text may end within a game.
                if consumed.is_err() || interrupt::requested() {
                    return;
                }
                let (games, numbers_before) = (chunk.games, chunk.games_before);
                let visitor = chunk.visitor.into_visitor();
                consumed = consume(Batch { path, visitor, games, numbers_before });
                if consumed.is_err() {
                    self.is_stopped.store(true, Ordering::Relaxed);
                }
            },
        );
        consumed.and(read.map_err(|error| read_error(path, error)))
    }

    /// Reads the games of all files with one thread and passes the text of each to `with_text`,
    /// without white space around it, until that returns false.
    ///
    /// # Errors
    /// If a file cannot be read, the first error of `with_text`, and [`Error::Interrupted`] after
    /// Ctrl-C.
    pub(super) fn read_texts<V: Visitor>(
        &self,
        visitor: &mut V,
        mut with_text: impl FnMut(&mut V, &[u8]) -> Result<bool, Error>,
    ) -> Result<(), Error> {
        let mut games = 0_u64;
        for path in self.files {
            let mut reader = TextReader::new(self.open(path)?, path.display().to_string());
            loop {
                // The last game of a cancelled text may be a part of a game.
                let read = reader.read_game(visitor, |visitor, text| {
                    if interrupt::requested() { Ok(false) } else { with_text(visitor, text) }
                });
                if interrupt::requested() {
                    return Err(Error::Interrupted);
                }
                let Some(is_continued) = read.map_err(|error| read_error(path, error))? else {
                    break;
                };
                if !is_continued? {
                    self.bar.finish_and_clear();
                    return Ok(());
                }
                games += 1;
                if games.is_multiple_of(GAMES_PER_UPDATE) {
                    self.bar.set_message(format!("{} games", grouped(games.into())));
                }
            }
        }
        self.bar.finish_and_clear();
        Ok(())
    }

    /// Prints errors of games on standard error, with `numbers_before` added to the numbers of the
    /// games.
    pub(super) fn report_all(&self, errors: Vec<PgnError>, numbers_before: u64) {
        for mut error in errors {
            error.game += numbers_before;
            self.bar.suspend(|| print_message(format_args!("ferz: {error}")));
        }
    }
}

impl SourceArgs {
    /// Returns the sources of a command.
    pub(super) fn sources(&self) -> Sources<'_> {
        Sources::new(&self.files)
    }
}

fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Returns the error of a text that cannot be read.
fn read_error(path: &Path, error: io::Error) -> Error {
    if is_stdin(path) { Error::Input(error) } else { Error::file(path, error) }
}

/// A stream that advances the progress bar by its bytes, and ends once it is stopped.
struct Tracked<R> {
    input: R,
    bar: ProgressBar,
    is_stopped: Arc<AtomicBool>,
}

impl<R: Read> Read for Tracked<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if self.is_stopped.load(Ordering::Relaxed) || interrupt::requested() {
            return Ok(0);
        }
        let read = self.input.read(bytes)?;
        self.bar.inc(read as u64);
        Ok(read)
    }
}
