//! Errors of table files and of probes.

use crate::Material;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Errors of a table file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// The operating system cannot read the file.
    #[error("cannot read the file: {}", reason(*.0))]
    Io(io::ErrorKind),
    /// The file does not begin with the magic bytes of its kind, or its length is not that of a
    /// table.
    #[error("not a Syzygy table of this kind")]
    NotATable,
    /// The file ends before the data that its header describes.
    #[error("the file is truncated")]
    Truncated,
    /// The named part of the file holds an invalid value.
    #[error("the file is damaged: invalid {0}")]
    Damaged(&'static str),
    /// The contents do not match the checksum at the end of the file.
    #[error("the file is damaged: its checksum does not match its contents")]
    Checksum,
}

/// Returns the words of operating systems for frequent errors, else those of Rust.
fn reason(kind: io::ErrorKind) -> String {
    match kind {
        io::ErrorKind::NotFound => "no such file or directory".to_owned(),
        io::ErrorKind::NotADirectory => "not a directory".to_owned(),
        kind => kind.to_string(),
    }
}

impl From<io::Error> for TableError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Self::Truncated,
            kind => Self::Io(kind),
        }
    }
}

/// Error of [`Tablebases::open`](crate::Tablebases::open): no directory has a usable table.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no tablebases in {}{}", list(directories), first(unusable))]
#[non_exhaustive]
pub struct NoTables {
    /// The directories.
    pub directories: Vec<PathBuf>,
    /// The directories and table files that cannot be used, with the reasons.
    pub unusable: Vec<UnusableFile>,
}

/// Returns the paths with commas between them.
fn list(directories: &[PathBuf]) -> String {
    match directories {
        [] => "an empty list of directories".to_owned(),
        _ => directories.iter().map(|path| shown(path)).collect::<Vec<_>>().join(", "),
    }
}

/// Returns a path, an empty one in quotes.
fn shown(path: &Path) -> String {
    if path.as_os_str().is_empty() { "\"\"".to_owned() } else { path.display().to_string() }
}

/// Returns the first unusable file with its reason, in parentheses.
fn first(unusable: &[UnusableFile]) -> String {
    match unusable {
        [] => String::new(),
        [file] => format!(" ({file})"),
        [file, others @ ..] => format!(" ({file}; and {} more)", others.len()),
    }
}

/// A directory or table file that cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnusableFile {
    /// The path of the directory or file.
    pub path: PathBuf,
    /// The reason.
    pub error: TableError,
}

impl fmt::Display for UnusableFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", shown(&self.path), self.error)
    }
}

/// The two kinds of tables.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TableKind {
    /// Win, draw or loss: `.rtbw` files.
    Wdl,
    /// Distance to zeroing: `.rtbz` files.
    Dtz,
}

impl TableKind {
    /// Both kinds.
    pub const ALL: [Self; 2] = [Self::Wdl, Self::Dtz];

    /// Returns the file extension, without the dot.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Wdl => "rtbw",
            Self::Dtz => "rtbz",
        }
    }

    /// Returns the first four bytes of a file.
    pub(crate) const fn magic(self) -> [u8; 4] {
        match self {
            Self::Wdl => [0x71, 0xE8, 0x23, 0x5D],
            Self::Dtz => [0xD7, 0x66, 0x0C, 0xA5],
        }
    }
}

impl fmt::Display for TableKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Wdl => "WDL",
            Self::Dtz => "DTZ",
        })
    }
}

/// Errors of a probe.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProbeError {
    /// The position has more men than any table.
    #[error("no table has {men} men")]
    TooManyMen {
        /// The number of men on the board, kings included.
        men: usize,
    },
    /// The position has castling rights, which tables do not cover.
    #[error("tables do not cover positions with castling rights")]
    CastlingRights,
    /// A required table is not among the files found.
    #[error("the {kind} table {table} is missing")]
    Missing {
        /// The material that names the table.
        table: Material,
        /// The kind of the table.
        kind: TableKind,
    },
    /// A required table cannot be used.
    #[error("the {kind} table {table} cannot be used: {error}")]
    Unusable {
        /// The material that names the table.
        table: Material,
        /// The kind of the table.
        kind: TableKind,
        /// The error of its file.
        error: TableError,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_name_the_directories_and_the_first_file() {
        let missing = io::Error::from(io::ErrorKind::NotFound);
        let file = |path: &str, error| UnusableFile { path: path.into(), error };
        let absent = file("", missing.into());
        let damaged = file("a/KQvK.rtbw", TableError::Damaged("header"));
        let truncated = file("b", io::Error::from(io::ErrorKind::UnexpectedEof).into());
        assert_eq!(truncated.to_string(), "b: the file is truncated");
        for (directories, unusable, message) in [
            (&[][..], vec![], "no tablebases in an empty list of directories"),
            (
                &["", "a"],
                vec![absent.clone()],
                "no tablebases in \"\", a (\"\": cannot read the file: no such file or directory)",
            ),
            (
                &["a"],
                vec![damaged, absent, truncated],
                "no tablebases in a (a/KQvK.rtbw: the file is damaged: invalid header; and 2 more)",
            ),
        ] {
            let directories = directories.iter().map(PathBuf::from).collect();
            assert_eq!(NoTables { directories, unusable }.to_string(), message);
        }
    }
}
