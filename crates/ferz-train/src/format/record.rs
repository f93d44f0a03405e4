//! The frame that every record has: kind, length, payload, checksum.

use super::error::WriteError;

/// What a record holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum Kind {
    /// The settings of the games that follow.
    Settings = b'S',
    /// A game.
    Game = b'G',
}

impl Kind {
    pub(super) fn from_code(code: u8) -> Option<Self> {
        [Self::Settings, Self::Game].into_iter().find(|&kind| kind as u8 == code)
    }
}

/// The bytes before the payload: kind and length.
pub(super) const HEAD_SIZE: usize = 3;
/// The bytes behind it.
pub(super) const CHECKSUM_SIZE: usize = 4;

/// Frames what `payload` adds to the buffer, which is emptied before.
pub(super) fn frame(
    kind: Kind,
    buffer: &mut Vec<u8>,
    payload: impl FnOnce(&mut Vec<u8>) -> Result<(), WriteError>,
) -> Result<(), WriteError> {
    buffer.clear();
    buffer.extend([kind as u8, 0, 0]);
    payload(buffer)?;
    let length = buffer.len() - HEAD_SIZE;
    let length = u16::try_from(length).map_err(|_| WriteError::TooLong(length))?;
    buffer[1..HEAD_SIZE].copy_from_slice(&length.to_le_bytes());
    let checksum = crc32fast::hash(buffer);
    buffer.extend(checksum.to_le_bytes());
    Ok(())
}

/// Whether a whole record is what was written.
pub(super) fn checksum_fits(record: &[u8]) -> bool {
    record
        .split_last_chunk::<CHECKSUM_SIZE>()
        .is_some_and(|(framed, checksum)| crc32fast::hash(framed) == u32::from_le_bytes(*checksum))
}

/// The payload of a whole record.
pub(super) fn payload(record: &[u8]) -> &[u8] {
    &record[HEAD_SIZE..record.len() - CHECKSUM_SIZE]
}
