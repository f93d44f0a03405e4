//! Output files of commands, and files of games.

use super::interrupt;
use crate::common::error::Error;
use clap::Args;
use ferz_output::{FinishedFile, OutputFile, check_distinct, check_inputs};
use std::io::{self, BufWriter, Stdout, Write, stdout};
use std::path::{Path, PathBuf};

/// Checks that the inputs of a command can be opened and that none is its output file, or standard
/// output without one.
///
/// # Errors
/// If a file cannot be used: the first of them.
pub(crate) fn check(output: Option<&Path>, inputs: &[PathBuf]) -> Result<(), Error> {
    let inputs = || inputs.iter().map(PathBuf::as_path).filter(|path| path.as_os_str() != "-");
    check_inputs(inputs())?;
    let output =
        output.map_or(("standard output", Path::new("/dev/stdout")), |path| ("--output", path));
    let inputs: Vec<_> = inputs().map(|path| ("an input file", path)).collect();
    Ok(check_distinct(&[output], &inputs)?)
}

/// Checks the inputs of a command and creates its output file. After a signal the file stays as it was:
/// a command that can be cancelled has installed its handler before.
///
/// # Errors
/// If a file cannot be opened or created, or the output is an input.
pub(crate) fn create(path: &Path, inputs: &[PathBuf]) -> Result<OutputFile, Error> {
    check(Some(path), inputs)?;
    interrupt::install_exit();
    Ok(OutputFile::create(path)?)
}

/// Replaces the file by what has been written.
///
/// # Errors
/// If the file cannot be written, and [`Error::Interrupted`] after Ctrl-C. The old file then stays.
pub(crate) fn commit(file: OutputFile) -> Result<(), Error> {
    if interrupt::requested() {
        return Err(Error::Interrupted);
    }
    Ok(file.commit()?)
}

/// The file of games that a command writes.
#[derive(Args, Debug)]
pub(crate) struct GameOutputArgs {
    /// File to write; an existing file is replaced [default: standard output, or `-`]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl GameOutputArgs {
    /// Returns the path of the file; `None` for standard output.
    pub(crate) fn path(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| path.as_os_str() != "-")
    }

    /// Checks that `--json` does not mix its object with games on standard output.
    ///
    /// # Errors
    /// If it does.
    pub(crate) fn check_json(&self, json: bool, command: &str) -> Result<(), Error> {
        if json && self.path().is_none() {
            return Err(Error::usage("--json needs the games in a file: --output FILE", command));
        }
        Ok(())
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
        let out = match path {
            Some(path) => Out::File(create(path, inputs)?),
            None => {
                check(None, inputs)?;
                Out::Stdout(BufWriter::new(stdout()))
            }
        };
        Ok(Self { out, is_empty: true })
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
        [separator, text, line_end].iter().try_for_each(|part| match &mut self.out {
            Out::File(file) => {
                file.write_all(part).map_err(|error| Error::file(file.path(), error))
            }
            Out::Stdout(out) => out.write_all(part).map_err(Error::Output),
        })
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

    /// Completes the output like [`finish`](Self::finish); a file that did not exist before also gets the
    /// games before an error.
    ///
    /// # Errors
    /// The error of the reading, or if the output cannot be written.
    pub(crate) fn finish_or_keep(self, read: Result<(), Error>) -> Result<(), Error> {
        match self.out {
            Out::File(file) if read.is_err() && file.is_new() && !self.is_empty => {
                file.commit()?;
                read
            }
            out => Self { out, is_empty: self.is_empty }.finish(read),
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
