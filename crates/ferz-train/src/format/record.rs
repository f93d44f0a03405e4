//! The frame of a record (type, length, payload, checksum) and a reader of payload fields.

use super::error::WriteError;

/// The type of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum RecordType {
    /// The settings of the games that follow.
    Settings = b'S',
    /// A game.
    Game = b'G',
}

impl RecordType {
    pub(super) fn from_code(code: u8) -> Option<Self> {
        [Self::Settings, Self::Game].into_iter().find(|&record_type| record_type as u8 == code)
    }
}

/// The number of bytes before the payload: type and length.
pub(super) const RECORD_HEADER_SIZE: usize = 3;
/// The number of bytes after the payload.
pub(super) const CHECKSUM_SIZE: usize = 4;

/// Clears the buffer and writes a complete record to it, with the payload that `payload` appends.
pub(super) fn write_record(
    record_type: RecordType,
    buffer: &mut Vec<u8>,
    payload: impl FnOnce(&mut Vec<u8>) -> Result<(), WriteError>,
) -> Result<(), WriteError> {
    buffer.clear();
    buffer.extend([record_type as u8, 0, 0]);
    payload(buffer)?;
    let length = buffer.len() - RECORD_HEADER_SIZE;
    let length = u16::try_from(length).map_err(|_| WriteError::TooLong(length))?;
    buffer[1..RECORD_HEADER_SIZE].copy_from_slice(&length.to_le_bytes());
    let checksum = crc32fast::hash(buffer);
    buffer.extend(checksum.to_le_bytes());
    Ok(())
}

/// Returns true if the checksum of a complete record is correct.
pub(super) fn has_valid_checksum(record: &[u8]) -> bool {
    record
        .split_last_chunk::<CHECKSUM_SIZE>()
        .is_some_and(|(framed, checksum)| crc32fast::hash(framed) == u32::from_le_bytes(*checksum))
}

/// Returns the payload of a complete record.
pub(super) fn payload(record: &[u8]) -> &[u8] {
    &record[RECORD_HEADER_SIZE..record.len() - CHECKSUM_SIZE]
}

/// Reads little-endian fields from the front of a payload. A field that extends past the end is
/// `None`.
pub(super) struct PayloadReader<'a> {
    rest: &'a [u8],
}

impl<'a> PayloadReader<'a> {
    pub(super) fn new(payload: &'a [u8]) -> Self {
        Self { rest: payload }
    }

    /// Returns the number of unread bytes.
    pub(super) fn remaining(&self) -> usize {
        self.rest.len()
    }

    /// Reads `count` bytes.
    pub(super) fn bytes(&mut self, count: usize) -> Option<&'a [u8]> {
        let (bytes, rest) = self.rest.split_at_checked(count)?;
        self.rest = rest;
        Some(bytes)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (bytes, rest) = self.rest.split_first_chunk()?;
        self.rest = rest;
        Some(*bytes)
    }

    pub(super) fn u8(&mut self) -> Option<u8> {
        self.array().map(u8::from_le_bytes)
    }

    pub(super) fn u16(&mut self) -> Option<u16> {
        self.array().map(u16::from_le_bytes)
    }
}
