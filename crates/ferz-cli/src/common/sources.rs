//! The games of the PGN files of a command.

use crate::common::arguments::thread_count;
use crate::common::error::Error;
use crate::common::files::is_standard_stream;
use crate::common::formats::{counted, grouped};
use crate::common::interrupt;
use crate::common::output::print_message;
use crate::common::progress::{ErrorLog, progress_bar};
use clap::Args;
use ferz_game::pgn::{
    Chunk, GameTexts, GameVisitor, Input, ParallelReader, PgnError, PgnErrorKind, PieceLetters,
    Player, Reader, Visitor,
};
use indicatif::ProgressBar;
use std::cell::Cell;
use std::fs::{self, File};
use std::io::{self, Read};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// PGN files and the threads that read them.
#[derive(Args, Debug)]
pub(crate) struct SourceArgs {
    /// PGN files, plain or compressed with gzip, bzip2 or zstd; `-` is standard input
    #[arg(value_name = "PGN", required = true)]
    pub(crate) files: Vec<PathBuf>,

    /// Number of threads; the output does not depend on it
    #[arg(long, value_name = "N", default_value = "1", value_parser = thread_count())]
    pub(crate) threads: u16,

    /// Number of errors that are printed, and of warnings; all are counted
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub(crate) max_errors: u64,

    /// Make warnings errors: of malformed tags, text after results and other faults that are repaired
    #[arg(long)]
    pub(crate) strict: bool,
}

impl SourceArgs {
    /// Returns the sources of a command.
    pub(crate) fn sources(&self) -> Sources<'_> {
        self.sources_of(&self.files)
    }

    /// Returns other files as sources that are read in the same way.
    pub(crate) fn sources_of<'a>(&self, files: &'a [PathBuf]) -> Sources<'a> {
        let threads = NonZeroUsize::new(self.threads.into()).unwrap_or(NonZeroUsize::MIN);
        Sources { threads, is_strict: self.strict, ..Sources::new(files, self.max_errors) }
    }
}

/// The language of moves.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct MoveArgs {
    /// Read moves with the piece letters of a language: a code like de, es or fr, or the letters of
    /// king, queen, rook, bishop and knight, like KDTLS
    #[arg(long, value_name = "LANGUAGE", value_parser = piece_letters)]
    pieces: Option<PieceLetters>,
}

/// Parses the code of a language or five letters.
fn piece_letters(text: &str) -> Result<PieceLetters, String> {
    let expected = |error| {
        let codes: Vec<_> = PieceLetters::languages().map(|(code, ..)| code).collect();
        format!("{error}, or a language: {}", codes.join(", "))
    };
    PieceLetters::of_language(text).map_or_else(|| text.parse().map_err(expected), Ok)
}

impl MoveArgs {
    /// Creates a player that reads these moves.
    pub(crate) fn player<V: GameVisitor>(self, visitor: V) -> Player<V> {
        let mut player = Player::new(visitor);
        self.set_letters(&mut player);
        player
    }

    /// Makes a player read these moves.
    pub(crate) fn set_letters<V: GameVisitor>(self, player: &mut Player<V>) {
        if let Some(letters) = self.pieces {
            player.set_piece_letters(letters);
        }
    }

    /// Returns the piece letters of the language, if one is given.
    pub(crate) fn letters(self) -> Option<PieceLetters> {
        self.pieces
    }

    /// Returns true if a language is given.
    pub(crate) fn is_given(self) -> bool {
        self.pieces.is_some()
    }
}

/// The number of games between updates of the progress bar.
const GAMES_PER_UPDATE: u64 = 1000;

/// The files of a command, with their progress bar.
pub(crate) struct Sources<'a> {
    files: &'a [PathBuf],
    threads: NonZeroUsize,
    keeps_texts: bool,
    is_strict: bool,
    has_own_warnings: bool,
    /// The language of moves that were not read, by its name and code.
    language: Cell<Option<(&'static str, &'static str)>>,
    /// The number of warnings, which are not printed one by one.
    warnings: Cell<u64>,
    /// All files have a size.
    are_rereadable: bool,
    bar: ProgressBar,
    log: ErrorLog,
}

/// Reads a chunk of a file whose games and warnings have been counted.
type ChunkStep<'s> = dyn FnMut(u64, u64, Consume<'_>) -> ControlFlow<()> + 's;

/// Consumes a chunk.
type Consume<'c> = Box<dyn FnOnce() -> Result<ControlFlow<()>, Error> + 'c>;

/// Reads a file and passes its chunks on.
type FileReader<'r, 'a> = dyn FnMut(&'a Path, ParallelReader<Input>, &mut ChunkStep<'_>) -> io::Result<ControlFlow<()>>
    + 'r;

impl<'a> Sources<'a> {
    /// Creates sources that are read by one thread, and cancels their reading after Ctrl-C. The
    /// progress bar counts bytes if all files have a size. At most `max_errors` errors are printed.
    pub(crate) fn new(files: &'a [PathBuf], max_errors: u64) -> Self {
        interrupt::install(|| {});
        let total = total_size(files);
        let (threads, log) = (NonZeroUsize::MIN, ErrorLog::new(max_errors));
        let warnings = Cell::new(0);
        Self {
            files,
            threads,
            keeps_texts: false,
            is_strict: false,
            has_own_warnings: false,
            language: Cell::new(None),
            warnings,
            are_rereadable: total.is_some(),
            bar: progress_bar(total),
            log,
        }
    }

    /// Keeps the texts of the games for [`Chunk::texts`].
    pub(crate) fn with_texts(mut self) -> Self {
        self.keeps_texts = true;
        self
    }

    /// Leaves the warnings to the caller, who prints them.
    pub(crate) fn with_own_warnings(mut self) -> Self {
        self.is_strict = false;
        self.has_own_warnings = true;
        self
    }

    /// Draws no progress bar.
    pub(crate) fn without_bar(mut self) -> Self {
        self.bar = ProgressBar::hidden();
        self
    }

    /// Returns true if all files can be read twice: none is a stream.
    pub(crate) fn are_rereadable(&self) -> bool {
        self.are_rereadable
    }

    /// Returns the progress bar.
    pub(crate) fn bar(&self) -> &ProgressBar {
        &self.bar
    }

    /// Opens a file, or standard input for `-`.
    ///
    /// # Errors
    /// If the file cannot be opened.
    fn open(&self, path: &Path) -> Result<Input, Error> {
        let input = open_tracked(path, self.bar.clone()).and_then(Input::new);
        input.map_err(|error| read_error(path, error))
    }

    /// Reads the games of all files and passes them in their order to `consume`, in chunks of about
    /// a megabyte with the path of their file and a visitor each, until it breaks.
    ///
    /// # Errors
    /// As [`read_files`](Self::read_files).
    pub(crate) fn read<V: Visitor + Send>(
        &self,
        visitor: impl Fn() -> V + Sync,
        mut consume: impl FnMut(&'a Path, Chunk<V>) -> Result<ControlFlow<()>, Error>,
    ) -> Result<(), Error> {
        self.read_files(&mut |path, reader, step| {
            reader.read_all(&visitor, |chunk| {
                step(chunk.games, chunk.warnings, Box::new(|| consume(path, chunk)))
            })
        })
    }

    /// Reads all files in their order by `read`, which takes the reader of a file and passes each of its chunks to a
    /// function of the numbers of games and warnings, until it breaks.
    ///
    /// # Errors
    /// If a file cannot be read, the first error of a chunk, and [`Error::Interrupted`] after Ctrl-C. The chunks before
    /// have been consumed.
    pub(crate) fn read_files(&self, read: &mut FileReader<'_, 'a>) -> Result<(), Error> {
        let (mut games, mut end) = (0, Ok(ControlFlow::Continue(())));
        for path in self.files {
            let read = self.reader(path).and_then(|reader| {
                let done = read(path, reader, &mut |count, warnings, consume| {
                    games += count;
                    self.warnings.update(|before| before + warnings);
                    self.show_games(games);
                    // The last chunk of a cancelled text may end within a game.
                    let is_cancelled = interrupt::requested();
                    end = if is_cancelled { Ok(ControlFlow::Break(())) } else { consume() };
                    match end {
                        Ok(ControlFlow::Continue(())) => ControlFlow::Continue(()),
                        _ => ControlFlow::Break(()),
                    }
                });
                done.map_err(|error| read_error(path, error))
            });
            match read {
                Ok(ControlFlow::Continue(())) => {}
                Ok(ControlFlow::Break(())) => break,
                Err(error) => {
                    end = Err(error);
                    break;
                }
            }
        }
        self.finish(end.map(|_| ()))
    }

    /// Returns the reader of a file.
    ///
    /// # Errors
    /// If it cannot be opened.
    fn reader(&self, path: &Path) -> Result<ParallelReader<Input>, Error> {
        let mut reader = ParallelReader::new(self.open(path)?);
        reader.set_source(path.display().to_string());
        reader.set_threads(self.threads);
        reader.set_strict(self.is_strict);
        if self.keeps_texts {
            reader.keep_texts();
        }
        Ok(reader)
    }

    /// Reads the games of all files in their order with one visitor.
    ///
    /// # Errors
    /// If a file cannot be read, and [`Error::Interrupted`] after Ctrl-C.
    pub(crate) fn read_with(&self, visitor: &mut impl Visitor) -> Result<(), Error> {
        let mut games = 0_u64;
        let read = self.files.iter().try_for_each(|path| {
            let mut reader = Reader::new(self.open(path)?);
            reader.set_source(path.display().to_string());
            reader.set_strict(self.is_strict);
            while reader.read_game(visitor).map_err(|error| read_error(path, error))? {
                games += 1;
                if games.is_multiple_of(GAMES_PER_UPDATE) {
                    self.show_games(games);
                }
            }
            self.warnings.update(|warnings| warnings + reader.warnings());
            Ok(())
        });
        self.finish(read)
    }

    /// Shows the number of games beside the progress bar.
    fn show_games(&self, games: u64) {
        self.bar.set_message(format!("{} games", grouped(games)));
    }

    /// Ends the output of the reading and returns its result.
    fn finish(&self, read: Result<(), Error>) -> Result<(), Error> {
        self.bar.finish_and_clear();
        self.log.finish();
        let warnings = self.warnings.take();
        if warnings > 0 && !self.has_own_warnings {
            let warnings = counted(warnings, "warning");
            print_message(format_args!("ferz: {warnings}, which `ferz pgn check` prints"));
        }
        if let Some((language, code)) = self.language.take() {
            print_message(format_args!("ferz: --pieces {code} reads moves in {language}"));
        }
        interrupt::check().and(read)
    }

    /// Prints on standard error which games of a chunk have no text, since they are too long to be
    /// copied.
    pub(crate) fn report_long_games(&self, path: &Path, texts: &GameTexts, games_before: u64) {
        for (index, text) in texts.iter().enumerate() {
            if text.is_empty() {
                let (path, game) = (path.display(), games_before + index as u64 + 1);
                let message =
                    format_args!("{path}: game {game} is longer than 64 MiB and left out");
                self.log.print(&self.bar, message);
            }
        }
    }

    /// Keeps the language of a move, for the message at the end of the reading.
    pub(crate) fn note_language(&self, kind: &PgnErrorKind) {
        if let PgnErrorKind::PieceLetters { language, code, .. } = kind {
            self.language.set(Some((language, code)));
        }
    }

    /// Prints errors of games on standard error, with `games_before` added to the numbers of the
    /// games.
    pub(crate) fn report_all(&self, errors: impl IntoIterator<Item = PgnError>, games_before: u64) {
        for mut error in errors {
            error.game += games_before;
            self.note_language(&error.kind);
            self.log.print(&self.bar, error);
        }
    }
}

/// Returns the size of all files in bytes; `None` if one is no regular file.
pub(crate) fn total_size(files: &[PathBuf]) -> Option<u64> {
    let size = |path: &PathBuf| {
        let metadata = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
        Some(metadata.len())
    };
    files.iter().map(size).sum()
}

/// Opens a file, or standard input for `-`, as a stream that advances the progress bar by its bytes and
/// ends after Ctrl-C.
///
/// # Errors
/// If the file cannot be opened.
pub(crate) fn open_tracked(path: &Path, bar: ProgressBar) -> io::Result<Box<dyn Read + Send>> {
    Ok(if is_standard_stream(path) {
        Box::new(Tracked { input: io::stdin(), bar })
    } else {
        Box::new(Tracked { input: File::open(path)?, bar })
    })
}

/// Returns the error of an input that cannot be read.
pub(crate) fn read_error(path: &Path, error: io::Error) -> Error {
    if is_standard_stream(path) { Error::input(error) } else { Error::file(path, error) }
}

/// A stream that advances the progress bar by its bytes, and ends after Ctrl-C.
struct Tracked<R> {
    input: R,
    bar: ProgressBar,
}

impl<R: Read> Read for Tracked<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if interrupt::requested() {
            return Ok(0);
        }
        let read = self.input.read(bytes)?;
        self.bar.inc(read as u64);
        Ok(read)
    }
}
