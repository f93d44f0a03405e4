//! The bytes of a table file.
//!
//! Small files are read whole. Of larger files a probe reads only the bytes that it needs, and the
//! operating system caches the blocks in frequent use. A memory map would need unsafe code: if the
//! file shrinks or the disk fails, access to a map ends the process, whereas a read returns an error.

use crate::error::TableError;
use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The length of the checksum in bytes.
pub(crate) const CHECKSUM_LEN: u64 = 16;

/// The bytes of a table file.
pub(crate) enum TableFile {
    InMemory(Box<[u8]>),
    OnDisk { file: File, len: u64 },
}

impl TableFile {
    /// Opens a file, and reads it whole if it has at most `max_in_memory` bytes or if the platform
    /// has no positioned reads.
    pub(crate) fn open(path: &Path, max_in_memory: u64) -> Result<Self, TableError> {
        let file = File::open(path)?;
        let metadata = file.metadata()?;
        if !metadata.is_file() {
            return Err(TableError::NotATable);
        }
        let len = metadata.len();
        if len > max_in_memory && cfg!(any(unix, windows)) {
            return Ok(Self::OnDisk { file, len });
        }
        let mut bytes = Vec::new();
        let out_of_memory = TableError::Io(io::ErrorKind::OutOfMemory);
        bytes.try_reserve_exact(len as usize).map_err(|_| out_of_memory)?;
        file.take(len).read_to_end(&mut bytes)?;
        Ok(Self::InMemory(bytes.into()))
    }

    /// Returns the length in bytes.
    pub(crate) fn len(&self) -> u64 {
        match self {
            Self::InMemory(bytes) => bytes.len() as u64,
            Self::OnDisk { len, .. } => *len,
        }
    }

    /// Returns `len` bytes from `offset`.
    pub(crate) fn bytes(&self, offset: u64, len: usize) -> Result<Cow<'_, [u8]>, TableError> {
        match self {
            Self::InMemory(bytes) => slice(bytes, offset, len).map(Cow::Borrowed),
            Self::OnDisk { file, .. } => {
                let mut bytes = vec![0; len];
                read_at(file, offset, &mut bytes)?;
                Ok(Cow::Owned(bytes))
            }
        }
    }

    /// Returns `N` bytes from `offset`, without an allocation.
    pub(crate) fn array<const N: usize>(&self, offset: u64) -> Result<[u8; N], TableError> {
        let mut array = [0; N];
        match self {
            Self::InMemory(bytes) => array.copy_from_slice(slice(bytes, offset, N)?),
            Self::OnDisk { file, .. } => read_at(file, offset, &mut array)?,
        }
        Ok(array)
    }
}

fn slice(bytes: &[u8], offset: u64, len: usize) -> Result<&[u8], TableError> {
    let start = usize::try_from(offset).map_err(|_| TableError::Truncated)?;
    let end = start.checked_add(len).ok_or(TableError::Truncated)?;
    bytes.get(start..end).ok_or(TableError::Truncated)
}

#[cfg(unix)]
fn read_at(file: &File, offset: u64, bytes: &mut [u8]) -> Result<(), TableError> {
    Ok(std::os::unix::fs::FileExt::read_exact_at(file, bytes, offset)?)
}

#[cfg(windows)]
fn read_at(file: &File, mut offset: u64, mut bytes: &mut [u8]) -> Result<(), TableError> {
    while !bytes.is_empty() {
        let read = std::os::windows::fs::FileExt::seek_read(file, bytes, offset)?;
        if read == 0 {
            return Err(TableError::Truncated);
        }
        bytes = &mut bytes[read..];
        offset += read as u64;
    }
    Ok(())
}

/// Never called: on other platforms [`TableFile::open`] reads every file whole.
#[cfg(not(any(unix, windows)))]
fn read_at(_: &File, _: u64, _: &mut [u8]) -> Result<(), TableError> {
    Err(TableError::Io(std::io::ErrorKind::Unsupported))
}

/// A sequential reader of a file's header. Integers are little-endian.
pub(crate) struct HeaderReader<'a> {
    file: &'a TableFile,
    offset: u64,
}

impl<'a> HeaderReader<'a> {
    /// Starts at the beginning of the file.
    pub(crate) fn new(file: &'a TableFile) -> Self {
        Self { file, offset: 0 }
    }

    pub(crate) fn array<const N: usize>(&mut self) -> Result<[u8; N], TableError> {
        let array = self.file.array(self.offset)?;
        self.offset += N as u64;
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
        let bytes = self.file.bytes(self.offset, len)?;
        self.offset += len as u64;
        Ok(bytes)
    }

    /// Skips `len` bytes, which the file must have, and returns their offset.
    pub(crate) fn skip(&mut self, len: u64) -> Result<u64, TableError> {
        let start = self.offset;
        let end = start.checked_add(len).filter(|&end| end <= self.file.len());
        self.offset = end.ok_or(TableError::Truncated)?;
        Ok(start)
    }

    /// Returns true if nothing follows but the checksum, padding to 64 bytes aside.
    pub(crate) fn is_at_checksum(&self) -> bool {
        self.offset.next_multiple_of(64).checked_add(CHECKSUM_LEN) == Some(self.file.len())
    }

    /// Moves to the next multiple of `alignment`.
    pub(crate) fn align(&mut self, alignment: u64) {
        self.offset = self.offset.next_multiple_of(alignment);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_memory_and_on_disk_read_the_same_bytes() {
        let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"));
        let in_memory = TableFile::open(path, u64::MAX).unwrap();
        assert!(matches!(in_memory, TableFile::InMemory(_)));
        let at_limit = TableFile::open(path, in_memory.len()).unwrap();
        assert!(matches!(at_limit, TableFile::InMemory(_)));
        let on_disk = TableFile::open(path, in_memory.len() - 1).unwrap();
        assert_eq!(cfg!(any(unix, windows)), matches!(on_disk, TableFile::OnDisk { .. }));
        assert_eq!(in_memory.len(), std::fs::metadata(path).unwrap().len());
        assert_eq!(in_memory.len(), on_disk.len());
        for offset in [0, 7, in_memory.len() - 4] {
            assert_eq!(in_memory.array::<4>(offset), on_disk.array::<4>(offset));
            assert_eq!(in_memory.bytes(offset, 3), on_disk.bytes(offset, 3));
        }
        for file in [in_memory, on_disk] {
            assert_eq!(file.array::<4>(file.len() - 3), Err(TableError::Truncated));
            assert_eq!(file.bytes(file.len(), 1), Err(TableError::Truncated));
            assert_eq!(HeaderReader::new(&file).skip(file.len() + 1), Err(TableError::Truncated));
        }
    }
}
