//! Files of blocks with checksums, numbers of variable length, and the errors of an index.

use crate::selection::ConditionError;
use ferz_output::{FinishedFile, OutputError, OutputFile};
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Reason that an index cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum IndexError {
    /// A file cannot be read, created or removed.
    #[error("{}: {error}", path.display())]
    File {
        /// Path of the file.
        path: PathBuf,
        /// Error of the operating system.
        error: io::Error,
    },
    /// A file cannot be written.
    #[error(transparent)]
    Output(#[from] OutputError),
    /// A file has other bytes than those that were written.
    #[error("{}: damaged at byte {place}: {reason}", path.display())]
    Damaged {
        /// Path of the file.
        path: PathBuf,
        /// Place in the file in bytes: that of the block or of the record.
        place: u64,
        /// The fault found.
        reason: &'static str,
    },
    /// The folder has no index, or has other files.
    #[error("{}: {reason}", path.display())]
    NoIndex {
        /// Path of the folder.
        path: PathBuf,
        /// The fault found.
        reason: &'static str,
    },
    /// Games of an index without its manifest are lost, or the folder has segments of several indexes.
    #[error("{}: {faults}", path.display())]
    LostGames {
        /// Path of the folder.
        path: PathBuf,
        /// The faults found, with `;` between them.
        faults: String,
    },
    /// Another process writes the index.
    #[error("{}: another process writes this index", path.display())]
    Locked {
        /// Path of the folder.
        path: PathBuf,
    },
    /// The limit of plies differs from that of the index.
    #[error("the index has the first {found} plies of its games, not {given}")]
    Plies {
        /// Limit of the index.
        found: u16,
        /// Limit that was given.
        given: u16,
    },
    /// An index does not answer a condition.
    #[error(transparent)]
    Condition(ConditionError),
    /// More games or names than the numbers of a segment can count.
    #[error("more than 2^32 games or names in one segment")]
    TooLarge,
}

impl IndexError {
    pub(super) fn file(path: &Path, error: io::Error) -> Self {
        Self::File { path: path.to_owned(), error }
    }

    pub(super) fn damaged(path: &Path, place: u64, reason: &'static str) -> Self {
        Self::Damaged { path: path.to_owned(), place, reason }
    }
}

/// Bytes of a block in the file: a page of most file systems and memories, below which a read costs as much.
pub(super) const BLOCK: usize = 4096;
/// Bytes of a block that are data: the other four are the checksum.
pub(super) const BLOCK_DATA: usize = BLOCK - 4;

/// Returns the number of bytes of data in a file of this size.
pub(super) fn data_bytes(size: u64) -> u64 {
    size.saturating_sub(4 * size.div_ceil(BLOCK as u64))
}

/// Returns the CRC-32 of a block, which depends on its number: exchanged blocks are found.
pub(super) fn checksum(number: u64, data: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    // With the number, so that a whole block in the place of another one is damage too.
    hasher.update(&number.to_le_bytes());
    hasher.update(data);
    hasher.finalize()
}

/// Fails in tests from a certain step on, as if the process had been killed there. A step is a change of the
/// file system.
pub(super) fn step() -> io::Result<()> {
    #[cfg(test)]
    fault::step()?;
    Ok(())
}

/// The number of reads of a file by this thread, for tests.
#[cfg(test)]
pub(super) mod reads {
    use std::cell::Cell;

    thread_local! {
        static COUNT: Cell<u64> = const { Cell::new(0) };
    }

    pub(super) fn add() {
        COUNT.set(COUNT.get() + 1);
    }

    /// Returns the number of reads since the last call.
    pub(in crate::index) fn take() -> u64 {
        COUNT.replace(0)
    }
}

#[cfg(test)]
pub(super) mod fault {
    use std::cell::Cell;
    use std::io;

    thread_local! {
        static STEPS_LEFT: Cell<Option<u64>> = const { Cell::new(None) };
    }

    /// Sets the number of steps of this thread before all others fail.
    pub(in crate::index) fn fail_after(steps: Option<u64>) {
        STEPS_LEFT.set(steps);
    }

    pub(super) fn step() -> io::Result<()> {
        match STEPS_LEFT.get() {
            None => Ok(()),
            Some(0) => Err(io::Error::other("killed")),
            Some(steps) => {
                STEPS_LEFT.set(Some(steps - 1));
                Ok(())
            }
        }
    }
}

/// Writes a file of blocks, which appears under its name when it is complete.
pub(super) struct BlockWriter {
    file: OutputFile,
    /// The data of the block that is being filled.
    block: Vec<u8>,
    /// The number of complete blocks.
    blocks: u64,
}

impl BlockWriter {
    pub(super) fn create(path: &Path) -> Result<Self, IndexError> {
        step().map_err(|error| IndexError::file(path, error))?;
        let file = OutputFile::create(path)?;
        Ok(Self { file, block: Vec::with_capacity(BLOCK), blocks: 0 })
    }

    /// Returns the number of bytes of data written.
    pub(super) fn position(&self) -> u64 {
        self.blocks * BLOCK_DATA as u64 + self.block.len() as u64
    }

    #[inline]
    pub(super) fn write(&mut self, mut data: &[u8]) -> Result<(), IndexError> {
        while self.block.len() + data.len() >= BLOCK_DATA {
            let (now, later) = data.split_at(BLOCK_DATA - self.block.len());
            self.block.extend_from_slice(now);
            self.end_block()?;
            data = later;
        }
        self.block.extend_from_slice(data);
        Ok(())
    }

    /// Fills the block with zeros, so that the next byte is the first of a block.
    pub(super) fn align(&mut self) -> Result<(), IndexError> {
        if self.block.is_empty() {
            return Ok(());
        }
        self.block.resize(BLOCK_DATA, 0);
        self.end_block()
    }

    fn end_block(&mut self) -> Result<(), IndexError> {
        let sum = checksum(self.blocks, &self.block);
        self.block.extend_from_slice(&sum.to_le_bytes());
        step()
            .and_then(|()| self.file.write_all(&self.block))
            .map_err(|error| IndexError::file(self.file.path(), error))?;
        self.block.clear();
        self.blocks += 1;
        Ok(())
    }

    /// Completes the file on the storage device, under its name.
    pub(super) fn finish(mut self) -> Result<(), IndexError> {
        if !self.block.is_empty() {
            self.end_block()?;
        }
        commit(self.file)
    }
}

/// Completes a file on the storage device, under its name.
pub(super) fn commit(file: OutputFile) -> Result<(), IndexError> {
    let path = file.path().to_owned();
    // Killed before the file is complete, and between that and its name: the two states that a crash can leave.
    step().map_err(|error| IndexError::file(&path, error))?;
    let finished: FinishedFile = file.finish()?;
    step().map_err(|error| IndexError::file(&path, error))?;
    Ok(finished.commit()?)
}

/// Reads a file of blocks from any place, and verifies each block that it reads. Several threads can read at
/// once.
pub(super) struct BlockReader {
    file: File,
    path: PathBuf,
    /// The size of the file in bytes.
    length: u64,
}

impl BlockReader {
    /// Opens a file, which must have this length.
    pub(super) fn open(path: PathBuf, length: u64) -> Result<Self, IndexError> {
        let file = open_sized(&path, length)?;
        Ok(Self { file, path, length })
    }

    /// Returns the number of bytes of data, with the zeros that fill blocks.
    pub(super) fn data_length(&self) -> u64 {
        data_bytes(self.length)
    }

    /// Appends the data from `offset` to `end`, which must not be behind the last byte, to `data`.
    #[expect(unexpected_cfgs, reason = "`fuzz/run` sets `fuzzing`")]
    pub(super) fn read(&self, offset: u64, end: u64, data: &mut Vec<u8>) -> Result<(), IndexError> {
        if offset >= end {
            return Ok(());
        }
        // Before memory is allocated: the length can come from a damaged file.
        if end > self.data_length() {
            return Err(self.damaged(offset, "a place behind the end of the file"));
        }
        let first = offset / BLOCK_DATA as u64;
        let last = (end - 1) / BLOCK_DATA as u64;
        let start = first * BLOCK as u64;
        let bytes = ((last + 1) * BLOCK as u64).min(self.length) - start;
        // One read for all blocks: on a disk that is not in memory each read costs more than the blocks it has.
        let mut blocks = vec![0; bytes as usize];
        #[cfg(test)]
        reads::add();
        read_exact_at(&self.file, &mut blocks, start)
            .map_err(|error| IndexError::file(&self.path, error))?;
        for (number, block) in (first..).zip(blocks.chunks(BLOCK)) {
            let place = number * BLOCK_DATA as u64;
            let Some((content, sum)) = block.split_last_chunk::<4>() else {
                return Err(self.damaged(place, "a block without a checksum"));
            };
            // A fuzzer cannot find the checksum of its bytes.
            if checksum(number, content) != u32::from_le_bytes(*sum) && !cfg!(fuzzing) {
                return Err(self.damaged(place, "the checksum of the block differs"));
            }
            let from = offset.saturating_sub(place) as usize;
            let to = (end - place).min(content.len() as u64) as usize;
            data.extend_from_slice(&content[from..to]);
        }
        Ok(())
    }

    /// Verifies the checksums of all blocks, and that the data begin with these bytes.
    pub(super) fn check(&self, magic: &[u8]) -> Result<(), IndexError> {
        let (mut data, mut place, end) = (Vec::new(), 0, self.data_length());
        self.read(0, end.min(magic.len() as u64), &mut data)?;
        if data != magic {
            return Err(self.damaged(0, "other first bytes"));
        }
        while place < end {
            let next = end.min(place + (MAX_AHEAD / BLOCK * BLOCK_DATA) as u64);
            data.clear();
            self.read(place, next, &mut data)?;
            place = next;
        }
        Ok(())
    }

    /// Returns a cursor from `offset` to `end` that reads `ahead` bytes at once, and more after each time.
    pub(super) fn cursor(&self, offset: u64, end: u64, ahead: usize) -> BlockCursor<'_> {
        BlockCursor { file: self, buffer: Vec::new(), place: 0, next: offset, end, ahead }
    }

    /// Returns the error of a fault at an offset of the data.
    pub(super) fn damaged(&self, offset: u64, reason: &'static str) -> IndexError {
        let data = BLOCK_DATA as u64;
        let place = offset / data * BLOCK as u64 + offset % data;
        IndexError::damaged(&self.path, place, reason)
    }
}

/// Opens a file, which must have this length.
pub(super) fn open_sized(path: &Path, length: u64) -> Result<File, IndexError> {
    let file = File::open(path).map_err(|error| IndexError::file(path, error))?;
    let found = file.metadata().map_err(|error| IndexError::file(path, error))?.len();
    // The checksums of blocks cannot find blocks that are missing at the end: the manifest has the lengths for that.
    if found == length {
        Ok(file)
    } else {
        Err(IndexError::damaged(path, found.min(length), "the length of the file differs"))
    }
}

/// Reads bytes at a place of a file without a change of its current place.
#[cfg(unix)]
pub(super) fn read_exact_at(file: &File, bytes: &mut [u8], place: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, place)
}

/// Reads bytes at a place of a file. The current place of the file, which changes, is not used.
#[cfg(windows)]
pub(super) fn read_exact_at(file: &File, mut bytes: &mut [u8], mut place: u64) -> io::Result<()> {
    while !bytes.is_empty() {
        match std::os::windows::fs::FileExt::seek_read(file, bytes, place) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(read) => {
                bytes = &mut bytes[read..];
                place += read as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Systems without reading at a place have no index.
#[cfg(not(any(unix, windows)))]
pub(super) fn read_exact_at(_: &File, _: &mut [u8], _: u64) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// The most bytes that a cursor reads at once.
const MAX_AHEAD: usize = 1 << 18;

/// Reads numbers one after the other from a range of a file of blocks.
pub(super) struct BlockCursor<'a> {
    file: &'a BlockReader,
    buffer: Vec<u8>,
    /// The place in the buffer.
    place: usize,
    /// The offset of the byte after the buffer.
    next: u64,
    end: u64,
    ahead: usize,
}

impl BlockCursor<'_> {
    /// Returns the offset of the next byte.
    pub(super) fn offset(&self) -> u64 {
        self.next - (self.buffer.len() - self.place) as u64
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.offset() >= self.end
    }

    /// Returns the error of a fault in the record that was read last.
    #[cold]
    pub(super) fn damaged(&self, reason: &'static str) -> IndexError {
        self.file.damaged(self.offset().saturating_sub(1), reason)
    }

    /// Reads at least this number of bytes into the buffer.
    #[cold]
    fn fill(&mut self, bytes: usize) -> Result<(), IndexError> {
        self.buffer.drain(..self.place);
        self.place = 0;
        let missing = bytes - self.buffer.len();
        if self.end.saturating_sub(self.next) < missing as u64 {
            return Err(self.damaged("a record without its end"));
        }
        let end = self.end.min(self.next + missing.max(self.ahead) as u64);
        self.file.read(self.next, end, &mut self.buffer)?;
        self.next = end;
        // A probe wants one bucket, a merge the whole file: what is read ahead grows with what was read in order.
        self.ahead = (2 * self.ahead).min(MAX_AHEAD);
        Ok(())
    }

    #[inline]
    pub(super) fn byte(&mut self) -> Result<u8, IndexError> {
        if self.place == self.buffer.len() {
            self.fill(1)?;
        }
        self.place += 1;
        Ok(self.buffer[self.place - 1])
    }

    /// Reads a number of at most 8 bytes, the first the least significant.
    #[inline]
    pub(super) fn number(&mut self, bytes: usize) -> Result<u64, IndexError> {
        if self.buffer.len() - self.place < bytes {
            self.fill(bytes)?;
        }
        let mut number = [0; 8];
        number[..bytes].copy_from_slice(&self.buffer[self.place..self.place + bytes]);
        self.place += bytes;
        Ok(u64::from_le_bytes(number))
    }

    /// Appends bytes to `data`.
    pub(super) fn copy(&mut self, bytes: usize, data: &mut Vec<u8>) -> Result<(), IndexError> {
        if self.buffer.len() - self.place < bytes {
            self.fill(bytes)?;
        }
        data.extend_from_slice(&self.buffer[self.place..self.place + bytes]);
        self.place += bytes;
        Ok(())
    }

    /// Reads a number of variable length: 7 bits a byte, the least significant first, with the high bit of
    /// all bytes but the last.
    #[inline]
    pub(super) fn varint(&mut self) -> Result<u64, IndexError> {
        let mut number = 0;
        // Nine bytes at most: damaged data without an end of a number must not be read on.
        for shift in (0..63).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(self.damaged("a number of more than 63 bits"))
    }

    /// Skips bytes without reading those that are not in the buffer.
    pub(super) fn skip(&mut self, bytes: u64) -> Result<(), IndexError> {
        let left = (self.buffer.len() - self.place) as u64;
        if bytes <= left {
            self.place += bytes as usize;
            return Ok(());
        }
        let behind = bytes - left;
        if self.end.saturating_sub(self.next) < behind {
            return Err(self.damaged("a list behind the end of its bucket"));
        }
        self.buffer.clear();
        self.place = 0;
        self.next += behind;
        // The order is broken, so what follows need not be read either.
        self.ahead = BLOCK_DATA;
        Ok(())
    }
}

/// Appends a number in the encoding of [`BlockCursor::varint`].
#[inline]
pub(super) fn push_varint(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(name: &str, data: &[u8]) -> (PathBuf, u64) {
        let folder = std::env::temp_dir();
        let path = folder.join(format!("ferz-blocks-{}-{name}", std::process::id()));
        let mut writer = BlockWriter::create(&path).unwrap();
        // Pieces of several lengths, so that blocks end within and between them.
        let (mut rest, mut length) = (data, 1);
        while !rest.is_empty() {
            let (now, later) = rest.split_at(length.min(rest.len()));
            writer.write(now).unwrap();
            (rest, length) = (later, length * 3 % 9_973);
        }
        assert_eq!(writer.position(), data.len() as u64);
        writer.finish().unwrap();
        let length = std::fs::metadata(&path).unwrap().len();
        (path, length)
    }

    #[test]
    fn every_range_is_read_and_every_damaged_byte_found() {
        let data: Vec<u8> = (0..3 * BLOCK_DATA + 7).map(|i| (i * i / 7) as u8).collect();
        let (path, length) = written("ranges", &data);
        let reader = BlockReader::open(path.clone(), length).unwrap();
        assert_eq!(reader.data_length(), data.len() as u64);
        for (from, to) in
            [(0, 1), (0, data.len()), (4091, 4093), (4092, 8184), (5, 5), (12_280, 12_283)]
        {
            let mut read = Vec::new();
            reader.read(from as u64, to as u64, &mut read).unwrap();
            assert_eq!(read, data[from..to], "{from} to {to}");
        }
        assert!(reader.read(0, data.len() as u64 + 1, &mut Vec::new()).is_err());
        let bytes = std::fs::read(&path).unwrap();
        for place in (0..bytes.len()).step_by(97).chain([bytes.len() - 1]) {
            let mut damaged = bytes.clone();
            damaged[place] ^= 1 << (place % 8);
            std::fs::write(&path, damaged).unwrap();
            let reader = BlockReader::open(path.clone(), length).unwrap();
            let error = reader.read(0, data.len() as u64, &mut Vec::new()).unwrap_err();
            let IndexError::Damaged { place: found, .. } = error else { panic!("{error}") };
            assert_eq!(found, (place / BLOCK * BLOCK) as u64);
        }
        assert!(BlockReader::open(path.clone(), length - 1).is_err());
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn numbers_are_read_across_blocks_and_skipped() {
        let numbers: Vec<u64> = (0..4_000).map(|i: u64| i.pow(5) % (1 << (i % 63))).collect();
        let mut data = Vec::new();
        numbers.iter().for_each(|&number| push_varint(&mut data, number));
        let (path, length) = written("numbers", &data);
        let reader = BlockReader::open(path.clone(), length).unwrap();
        let mut cursor = reader.cursor(0, data.len() as u64, 10);
        for &number in &numbers {
            assert_eq!(cursor.varint().unwrap(), number);
        }
        assert!(cursor.is_at_end() && cursor.byte().is_err());
        for skipped in [0, 1, 9, 5_000, data.len() as u64 - 1] {
            let mut cursor = reader.cursor(0, data.len() as u64, 10);
            cursor.byte().unwrap();
            cursor.skip(skipped).unwrap();
            assert_eq!(cursor.offset(), skipped + 1);
            match data.get(skipped as usize + 1) {
                Some(&byte) => assert_eq!(cursor.byte().unwrap(), byte),
                None => assert!(cursor.byte().is_err()),
            }
        }
        assert!(reader.cursor(0, data.len() as u64, 10).skip(data.len() as u64 + 1).is_err());
        std::fs::remove_file(path).unwrap();
    }
}
