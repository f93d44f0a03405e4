//! The bytes of a book, in memory or in a file.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::sync::{Mutex, PoisonError};

/// The bytes of a book.
#[derive(Debug)]
pub(super) enum BookBytes {
    Memory(Box<[u8]>),
    File {
        /// Locked while the file is read, because a read moves its cursor.
        file: Mutex<File>,
        len: u64,
    },
}

impl BookBytes {
    /// Wraps a file without reading it.
    pub(super) fn file(file: File) -> io::Result<Self> {
        let len = file.metadata()?.len();
        Ok(Self::File { file: Mutex::new(file), len })
    }

    /// Returns the length in bytes.
    pub(super) fn len(&self) -> u64 {
        match self {
            Self::Memory(bytes) => bytes.len() as u64,
            Self::File { len, .. } => *len,
        }
    }

    /// Reads bytes from `offset` until `buffer` is full.
    pub(super) fn read(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        match self {
            Self::Memory(bytes) => {
                let start = usize::try_from(offset).ok();
                let range = start.and_then(|start| bytes.get(start..start + buffer.len()));
                buffer.copy_from_slice(range.ok_or(io::ErrorKind::UnexpectedEof)?);
                Ok(())
            }
            Self::File { file, .. } => {
                let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
                file.seek(SeekFrom::Start(offset))?;
                file.read_exact(buffer)
            }
        }
    }
}
