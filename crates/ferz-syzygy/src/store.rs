//! The bytes of a table's file.
//!
//! Small files are read whole. Of large ones only what a probe asks for is read, at its place in
//! the file, and the system's cache keeps what is asked often. A memory map would be as fast, but
//! it cannot be had safely: if the file changes or its disk fails, the program ends on the spot,
//! where a read gives an error.

use crate::fault::TableError;
use std::borrow::Cow;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Files up to this many bytes are read whole. It holds all tables of four men and most WDL tables
/// of five.
const WHOLE_MOST: u64 = 4 << 20;

/// The bytes of a file.
pub(crate) enum Store {
    Whole(Box<[u8]>),
    File { file: File, len: u64 },
}

impl Store {
    pub(crate) fn open(path: &Path) -> Result<Self, TableError> {
        let mut file = File::open(path)?;
        let len = file.metadata()?.len();
        if len > WHOLE_MOST && cfg!(any(unix, windows)) {
            return Ok(Self::File { file, len });
        }
        let mut bytes = Vec::with_capacity(len.min(WHOLE_MOST) as usize);
        file.read_to_end(&mut bytes)?;
        Ok(Self::Whole(bytes.into()))
    }

    pub(crate) fn len(&self) -> u64 {
        match self {
            Self::Whole(bytes) => bytes.len() as u64,
            Self::File { len, .. } => *len,
        }
    }

    /// So many bytes from a place on.
    pub(crate) fn bytes(&self, at: u64, len: usize) -> Result<Cow<'_, [u8]>, TableError> {
        match self {
            Self::Whole(bytes) => slice(bytes, at, len).map(Cow::Borrowed),
            Self::File { file, .. } => {
                let mut bytes = vec![0; len];
                read_at(file, at, &mut bytes)?;
                Ok(Cow::Owned(bytes))
            }
        }
    }

    /// The bytes of a small number.
    pub(crate) fn array<const N: usize>(&self, at: u64) -> Result<[u8; N], TableError> {
        let mut array = [0; N];
        match self {
            Self::Whole(bytes) => array.copy_from_slice(slice(bytes, at, N)?),
            Self::File { file, .. } => read_at(file, at, &mut array)?,
        }
        Ok(array)
    }
}

fn slice(bytes: &[u8], at: u64, len: usize) -> Result<&[u8], TableError> {
    let from = usize::try_from(at).map_err(|_| TableError::Truncated)?;
    let to = from.checked_add(len).ok_or(TableError::Truncated)?;
    bytes.get(from..to).ok_or(TableError::Truncated)
}

#[cfg(unix)]
fn read_at(file: &File, at: u64, bytes: &mut [u8]) -> Result<(), TableError> {
    Ok(std::os::unix::fs::FileExt::read_exact_at(file, bytes, at)?)
}

#[cfg(windows)]
fn read_at(file: &File, mut at: u64, mut bytes: &mut [u8]) -> Result<(), TableError> {
    while !bytes.is_empty() {
        let read = std::os::windows::fs::FileExt::seek_read(file, bytes, at)?;
        if read == 0 {
            return Err(TableError::Truncated);
        }
        bytes = &mut bytes[read..];
        at += read as u64;
    }
    Ok(())
}

/// Elsewhere every file is read whole.
#[cfg(not(any(unix, windows)))]
fn read_at(_: &File, _: u64, _: &mut [u8]) -> Result<(), TableError> {
    Err(TableError::Io(std::io::ErrorKind::Unsupported))
}

/// Reads a file's header from its beginning on, numbers in little-endian order.
pub(crate) struct Reader<'a> {
    store: &'a Store,
    at: u64,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(store: &'a Store) -> Self {
        Self { store, at: 0 }
    }

    pub(crate) fn array<const N: usize>(&mut self) -> Result<[u8; N], TableError> {
        let array = self.store.array(self.at)?;
        self.at += N as u64;
        Ok(array)
    }

    pub(crate) fn u8(&mut self) -> Result<u8, TableError> {
        self.array().map(|[byte]| byte)
    }

    pub(crate) fn u16(&mut self) -> Result<u16, TableError> {
        self.array().map(u16::from_le_bytes)
    }

    pub(crate) fn u32(&mut self) -> Result<u32, TableError> {
        self.array().map(u32::from_le_bytes)
    }

    pub(crate) fn bytes(&mut self, len: usize) -> Result<Cow<'a, [u8]>, TableError> {
        let bytes = self.store.bytes(self.at, len)?;
        self.at += len as u64;
        Ok(bytes)
    }

    /// Passes over so many bytes and gives their place; they must be there.
    pub(crate) fn skip(&mut self, len: u64) -> Result<u64, TableError> {
        let start = self.at;
        let end = start.checked_add(len).filter(|&end| end <= self.store.len());
        self.at = end.ok_or(TableError::Truncated)?;
        Ok(start)
    }

    /// Goes on at the next place that is a multiple of `step`.
    pub(crate) fn align(&mut self, step: u64) {
        self.at = self.at.next_multiple_of(step);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_reads_the_same_whole_and_in_parts() {
        let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"));
        let whole = Store::open(path).unwrap();
        let file = File::open(path).unwrap();
        let parts = Store::File { file, len: whole.len() };
        for at in [0, 7, whole.len() - 4] {
            assert_eq!(whole.array::<4>(at), parts.array::<4>(at));
            assert_eq!(whole.bytes(at, 3), parts.bytes(at, 3));
        }
        for store in [whole, parts] {
            assert_eq!(store.array::<4>(store.len() - 3), Err(TableError::Truncated));
            assert_eq!(store.bytes(store.len(), 1), Err(TableError::Truncated));
            assert_eq!(Reader::new(&store).skip(store.len() + 1), Err(TableError::Truncated));
        }
    }
}
