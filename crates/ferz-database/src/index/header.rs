//! The header of a segment: what makes a lost manifest again.

use super::blocks::{BLOCK, BLOCK_DATA, BlockReader, IndexError, checksum};
use std::path::Path;

/// The first block of a table of games. A manifest has most of its numbers too, but a manifest can be lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct SegmentHeader {
    /// The number of games of the index before the segment: whole segments fit together without a list of them.
    pub(super) first_game: u64,
    pub(super) games: u32,
    pub(super) names: u32,
    /// The number of plies of each game that are stored.
    pub(super) plies: u16,
    /// The least number of games of a position when positions were left out; 1 if none were.
    pub(super) min_games: u32,
    /// The size of the file of texts; 0 without one.
    pub(super) text_bytes: u64,
}

impl SegmentHeader {
    /// The first bytes: they tell the file from others.
    pub(super) const MAGIC: &[u8; 8] = b"FerzGam2";
    const BYTES: usize = 38;

    pub(super) fn to_bytes(self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        bytes[..8].copy_from_slice(Self::MAGIC);
        bytes[8..16].copy_from_slice(&self.first_game.to_le_bytes());
        bytes[16..20].copy_from_slice(&self.games.to_le_bytes());
        bytes[20..24].copy_from_slice(&self.names.to_le_bytes());
        bytes[24..26].copy_from_slice(&self.plies.to_le_bytes());
        bytes[26..30].copy_from_slice(&self.min_games.to_le_bytes());
        bytes[30..].copy_from_slice(&self.text_bytes.to_le_bytes());
        bytes
    }

    /// Reads the header of a table of games.
    pub(super) fn read(file: &BlockReader) -> Result<Self, IndexError> {
        let mut data = Vec::new();
        file.read(0, file.data_length().min(Self::BYTES as u64), &mut data)?;
        let bytes: &[u8; Self::BYTES] = data
            .first_chunk()
            .filter(|bytes| bytes.starts_with(Self::MAGIC))
            .ok_or_else(|| file.damaged(0, "other first bytes"))?;
        let number = |place: usize, length: usize| {
            let mut number = [0; 8];
            number[..length].copy_from_slice(&bytes[place..place + length]);
            u64::from_le_bytes(number)
        };
        Ok(Self {
            first_game: number(8, 8),
            games: number(16, 4) as u32,
            names: number(20, 4) as u32,
            plies: number(24, 2) as u16,
            min_games: number(26, 4) as u32,
            text_bytes: number(30, 8),
        })
    }

    /// Reads the header of the file with a path.
    pub(super) fn of_file(path: &Path) -> Result<Self, IndexError> {
        let length = path.metadata().map_err(|error| IndexError::file(path, error))?.len();
        Self::read(&BlockReader::open(path.to_owned(), length)?)
    }

    /// Returns the block of the header, as it is in the file.
    pub(super) fn block(self) -> Vec<u8> {
        let mut block = Vec::with_capacity(BLOCK);
        block.extend_from_slice(&self.to_bytes());
        block.resize(BLOCK_DATA, 0);
        let sum = checksum(0, &block);
        block.extend_from_slice(&sum.to_le_bytes());
        block
    }
}
