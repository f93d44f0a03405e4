//! Output files of commands, and files of games.

use super::interrupt;
use crate::common::error::Error;
use crate::common::file_kind::FileKind;
use clap::Args;
use ferz_game::pgn::decode;
use ferz_output::{FinishedFile, OutputFile, check_distinct, check_inputs};
use std::ffi::OsStr;
use std::fs::File;
use std::io;
use std::io::{BufRead, BufWriter, ErrorKind, Read, Stdout, Write, stdout};
use std::path::{Path, PathBuf};

/// Returns true for `-`: standard input, or standard output.
pub(crate) fn is_standard_stream(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Checks that the inputs of a command can be opened and that none is its output file, or standard
/// output without one, that the name of the output does not promise compression, and that it would replace
/// no file of another kind.
///
/// # Errors
/// If a file cannot be used: the first of them.
pub(crate) fn check(
    output: Option<&Path>,
    kind: FileKind,
    inputs: &[PathBuf],
) -> Result<(), Error> {
    if let Some(path) = output
        && path
            .extension()
            .is_some_and(|ending| ["gz", "bz2", "zst"].map(OsStr::new).contains(&ending))
    {
        let path = path.display();
        return Err(Error::new(format_args!(
            "{path}: output is not compressed, give another name"
        )));
    }
    let inputs = || inputs.iter().map(PathBuf::as_path).filter(|path| !is_standard_stream(path));
    check_inputs(inputs())?;
    let output =
        output.map_or(("standard output", Path::new("/dev/stdout")), |path| ("--output", path));
    let inputs: Vec<_> = inputs().map(|path| ("an input file", path)).collect();
    check_distinct(&[output], &inputs)?;
    let regular = Some(output.1).filter(|path| *path != Path::new("/dev/stdout"));
    regular.map_or(Ok(()), |path| kind.check_replaced(path))
}

/// Checks the inputs of a command and creates its output file. After a signal the file stays as it was:
/// a command that can be cancelled has installed its handler before.
///
/// # Errors
/// If a file cannot be opened or created, or the output is an input or a file of another kind.
pub(crate) fn create(path: &Path, kind: FileKind, inputs: &[PathBuf]) -> Result<OutputFile, Error> {
    check(Some(path), kind, inputs)?;
    interrupt::install_exit();
    Ok(OutputFile::create(path)?)
}

/// Replaces the file by what has been written.
///
/// # Errors
/// If the file cannot be written, and [`Error::Interrupted`] after Ctrl-C. The old file then stays.
pub(crate) fn commit(file: OutputFile) -> Result<(), Error> {
    interrupt::check()?;
    Ok(file.commit()?)
}

/// The file of games that a command writes.
#[derive(Args, Debug)]
pub(crate) struct GameOutputArgs {
    /// File to write; an existing file of the same kind is replaced [default: standard output, or `-`]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl GameOutputArgs {
    /// Returns the path of the file; `None` for standard output.
    pub(crate) fn path(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| !is_standard_stream(path))
    }
}

/// A file of games, or standard output.
pub(crate) struct GameOutput {
    out: Out,
    is_empty: bool,
}

enum Out {
    File(OutputFile),
    Stdout(BufWriter<Stdout>),
}

impl GameOutput {
    /// Checks the input files and creates the file, or uses standard output.
    ///
    /// # Errors
    /// If a file cannot be opened or created, or the output is an input.
    pub(crate) fn new(path: Option<&Path>, inputs: &[PathBuf]) -> Result<Self, Error> {
        Self::of_kind(FileKind::Games, path, inputs)
    }

    /// Creates the output like [`new`](Self::new) for a file of another kind.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub(crate) fn of_kind(
        kind: FileKind,
        path: Option<&Path>,
        inputs: &[PathBuf],
    ) -> Result<Self, Error> {
        let out = match path {
            Some(path) => Out::File(create(path, kind, inputs)?),
            None => {
                check(None, kind, inputs)?;
                Out::Stdout(BufWriter::new(stdout()))
            }
        };
        Ok(Self { out, is_empty: true })
    }

    /// Creates a second file of a command, given by an option, beside that of `--output`. `None` without a
    /// path.
    ///
    /// # Errors
    /// As [`new`](Self::new), and if both outputs are the same file or standard output.
    pub(crate) fn second(
        option: &str,
        path: Option<&Path>,
        output: Option<&Path>,
        inputs: &[PathBuf],
    ) -> Result<Option<Self>, Error> {
        let Some(path) = path else { return Ok(None) };
        if is_standard_stream(path) {
            return match output {
                Some(_) => Self::new(None, inputs).map(Some),
                None => Err(Error::new(format_args!(
                    "{option}: standard output has the other games, give a file with --output"
                ))),
            };
        }
        if let Some(output) = output {
            check_distinct(&[("--output", output), (option, path)], &[])?;
        }
        Self::new(Some(path), inputs).map(Some)
    }

    /// Writes the text of a game after a blank line, with the line end of its first line.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(crate) fn write(&mut self, text: &[u8]) -> Result<(), Error> {
        let first_line = text.split_inclusive(|&byte| byte == b'\n').next().unwrap_or_default();
        let line_end: &[u8] = if first_line.ends_with(b"\r\n") { b"\r\n" } else { b"\n" };
        let separator = if self.is_empty { b"" } else { line_end };
        self.is_empty = false;
        [separator, text, line_end].into_iter().try_for_each(|part| self.write_all(part))
    }

    /// Writes a line.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(crate) fn write_line(&mut self, line: &str) -> Result<(), Error> {
        self.is_empty = false;
        self.write_all(line.as_bytes())?;
        self.write_all(b"\n")
    }

    fn write_all(&mut self, bytes: &[u8]) -> Result<(), Error> {
        match &mut self.out {
            Out::File(file) => {
                file.write_all(bytes).map_err(|error| Error::file(file.path(), error))
            }
            Out::Stdout(out) => out.write_all(bytes).map_err(Error::Output),
        }
    }

    /// Writes buffered text to standard output, so that a reader has every game at once.
    ///
    /// # Errors
    /// If standard output cannot be written to.
    pub(crate) fn flush_stdout(&mut self) -> io::Result<()> {
        match &mut self.out {
            Out::File(_) => Ok(()),
            Out::Stdout(out) => out.flush(),
        }
    }

    /// Completes the output after the reading of its games: the file replaces the old one if they have
    /// been read to the end. Standard output has those before an error.
    ///
    /// # Errors
    /// The error of the reading, or if the output cannot be written.
    pub(crate) fn finish(mut self, read: Result<(), Error>) -> Result<(), Error> {
        self.flush_stdout()?;
        read?;
        match self.out {
            Out::File(file) => commit(file),
            Out::Stdout(_) => Ok(()),
        }
    }

    /// Completes the output like [`finish`](Self::finish) together with another one: neither file is
    /// replaced unless both are complete.
    ///
    /// # Errors
    /// The error of the reading, or if an output cannot be written.
    pub(crate) fn finish_with(
        mut self,
        second: Option<Self>,
        read: Result<(), Error>,
    ) -> Result<(), Error> {
        let Some(mut second) = second else { return self.finish(read) };
        self.flush_stdout()?;
        second.flush_stdout()?;
        read?;
        let finished = [self.close()?, second.close()?];
        interrupt::check()?;
        Ok(finished.into_iter().flatten().try_for_each(FinishedFile::commit)?)
    }

    /// Completes the output of a command that copies all games like [`finish`](Self::finish). Without a
    /// game the old file stays.
    ///
    /// # Errors
    /// As [`finish`](Self::finish), and if no game has been written.
    pub(crate) fn finish_copy(
        self,
        read: Result<(), Error>,
        inputs: &[PathBuf],
    ) -> Result<(), Error> {
        match read {
            Ok(()) if self.is_empty => Err(Error::new(self.no_game(inputs))),
            read => self.finish(read),
        }
    }

    /// Returns the message of a command that has no game to write and therefore drops its output.
    pub(crate) fn no_game(&self, inputs: &[PathBuf]) -> String {
        let names: Vec<_> = inputs.iter().map(|path| path.display().to_string()).collect();
        let left = match &self.out {
            Out::File(file) if !file.is_new() => {
                format!("; {} is left as it was", file.path().display())
            }
            _ => String::new(),
        };
        format!("{}: no game to write{left}", names.join(", "))
    }

    /// Completes the output like [`finish_copy`](Self::finish_copy); a file that did not exist before also
    /// gets the games before an error.
    ///
    /// # Errors
    /// As [`finish_copy`](Self::finish_copy).
    pub(crate) fn finish_or_keep(
        self,
        read: Result<(), Error>,
        inputs: &[PathBuf],
    ) -> Result<(), Error> {
        match self.out {
            Out::File(file) if read.is_err() && file.is_new() && !self.is_empty => {
                file.commit()?;
                read
            }
            out => Self { out, is_empty: self.is_empty }.finish_copy(read, inputs),
        }
    }

    /// Completes a file without the replacement of the old one. `None` for standard output.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(crate) fn close(mut self) -> Result<Option<FinishedFile>, Error> {
        self.flush_stdout()?;
        match self.out {
            Out::File(file) => Ok(Some(file.finish()?)),
            Out::Stdout(_) => Ok(None),
        }
    }
}

// Files and lines of limited size.

/// Largest size in bytes of a text file that [`read_text`] accepts: 256 MiB.
pub(crate) const MAX_TEXT_FILE: u64 = 256 << 20;

/// Largest size in bytes of a line that [`read_line`] accepts: 16 MiB.
pub(crate) const MAX_LINE: u64 = 16 << 20;

/// Reads a line into `bytes`, with its line break. Returns false at the end of the input.
///
/// # Errors
/// If the input cannot be read, or the line is longer than [`MAX_LINE`].
pub(crate) fn read_line(input: &mut impl BufRead, bytes: &mut Vec<u8>) -> io::Result<bool> {
    bytes.clear();
    let length = input.take(MAX_LINE + 1).read_until(b'\n', bytes)?;
    if length as u64 > MAX_LINE {
        return Err(invalid(format!("expected a line of at most {MAX_LINE} bytes, found more")));
    }
    Ok(length > 0)
}

/// Reads a text file, of which lines that are not UTF-8 are read as Latin-1: names of players and places
/// in older EPD files. Stops at [`MAX_TEXT_FILE`], and at the first NUL character: a device such as
/// `/dev/zero` has no end, and no text file has a NUL.
///
/// # Errors
/// If the file cannot be read or is too large.
pub(crate) fn read_text(path: &Path) -> Result<String, Error> {
    let bytes = File::open(path).and_then(|file| read_limited(file, MAX_TEXT_FILE));
    let bytes = bytes.map_err(|error| Error::file(path, error))?;
    Ok(bytes.split_inclusive(|&byte| byte == b'\n').map(decode).collect())
}

/// Reads a file of at most `limit` bytes.
///
/// # Errors
/// If the file cannot be read or is larger.
#[cfg(any(feature = "train", test))]
pub(crate) fn read_bytes(path: &Path, limit: u64) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(limit + 1).read_to_end(&mut bytes));
    match read {
        Ok(length) if length as u64 > limit => Err(Error::file(path, too_large(limit))),
        Ok(_) => Ok(bytes),
        Err(error) => Err(Error::file(path, error)),
    }
}

/// Reads the bytes of a text, at most `limit`.
fn read_limited(source: impl Read, limit: u64) -> io::Result<Vec<u8>> {
    let mut source = source.take(limit + 1);
    let mut bytes = Vec::new();
    let mut chunk = [0; 1 << 16];
    loop {
        let read = match source.read(&mut chunk) {
            Ok(0) => break,
            Ok(read) => read,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if bytes.is_empty() && matches!(chunk[..read], [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..]) {
            return Err(invalid("found UTF-16 text, expected UTF-8".to_owned()));
        }
        if let Some(nul) = chunk[..read].iter().position(|&byte| byte == 0) {
            let offset = bytes.len() + nul;
            return Err(invalid(format!("expected text, found a NUL character at byte {offset}")));
        }
        bytes.extend_from_slice(&chunk[..read]);
    }
    if bytes.len() as u64 > limit {
        return Err(too_large(limit));
    }
    Ok(bytes)
}

fn too_large(limit: u64) -> io::Error {
    invalid(format!("expected at most {limit} bytes, found more"))
}

fn invalid(reason: String) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, reason)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn devices_without_end_are_refused() {
        let zero = Path::new("/dev/zero");
        assert!(read_text(zero).unwrap_err().to_string().contains("NUL character at byte 0"));
        assert!(read_bytes(zero, 1000).unwrap_err().to_string().contains("at most 1000 bytes"));
    }

    #[test]
    fn lines_have_a_limit() {
        let mut bytes = Vec::new();
        let long = "x".repeat(MAX_LINE as usize - 1);
        let text = format!("a\n\n{long}\nb");
        let mut input = text.as_bytes();
        for line in ["a\n", "\n", &format!("{long}\n"), "b"] {
            assert!(read_line(&mut input, &mut bytes).unwrap());
            assert!(bytes == line.as_bytes());
        }
        assert!(!read_line(&mut input, &mut bytes).unwrap());
        let text = format!("{long}x\n");
        assert!(read_line(&mut text.as_bytes(), &mut bytes).is_err());
        assert!(read_line(&mut io::BufReader::new(io::repeat(0)), &mut bytes).is_err());
        assert!(bytes.len() as u64 <= MAX_LINE + 1);
    }

    #[test]
    fn lines_that_are_not_utf_8_are_latin_1() {
        let path = std::env::temp_dir().join(format!("ferz-latin-1-{}", std::process::id()));
        std::fs::write(&path, b"M\xfcnchen\nZ\xc3\xbcrich\n").unwrap();
        let text = read_text(&path);
        std::fs::remove_file(&path).unwrap();
        assert_eq!(text.unwrap(), "M\u{fc}nchen\nZ\u{fc}rich\n");
    }

    #[test]
    fn endless_and_binary_input_is_refused() {
        let error = |source: &mut dyn Read| read_limited(source, 1 << 20).unwrap_err().to_string();
        assert!(error(&mut io::repeat(0)).contains("NUL"));
        assert!(error(&mut io::repeat(b'x')).contains("at most 1048576 bytes"));
        assert!(error(&mut &b"\xff\xfea\0"[..]).contains("UTF-16"));
        assert_eq!(read_limited(&b"e4\ne5\n"[..], 6).unwrap(), b"e4\ne5\n");
        assert!(read_limited(&b"e4\ne5\n"[..], 5).is_err());
    }
}
