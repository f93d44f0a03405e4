//! The frame of a record (type, length, payload, checksum) and the payload of a game.

use super::MAX_OPENING_PLIES;
use super::error::{GameError, WriteError};
use super::game::{EndingCode, ResultCode, TrainingGame};
use ferz::{Move, PackedPosition, Position};
use std::ops::Range;

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

/// Reads a byte from the front of a payload.
fn read_u8(payload: &mut &[u8]) -> Result<u8, GameError> {
    payload.split_off_first().copied().ok_or(GameError::Short)
}

/// Reads bytes from the front of a payload.
fn read_bytes<'a>(payload: &mut &'a [u8], count: usize) -> Result<&'a [u8], GameError> {
    payload.split_off(..count).ok_or(GameError::Short)
}

/// The code of the standard start position.
const STANDARD_START: u8 = 0;
/// The code of a start position that follows the fixed fields.
const PACKED_START: u8 = 1;
/// The number of bytes of a move.
const MOVE_SIZE: usize = size_of::<u16>();
/// The maximum number of bytes of a score: a difference in zigzag form is less than 2^17.
const MAX_SCORE_BYTES: u32 = 3;

impl TrainingGame {
    /// Appends the payload.
    pub(super) fn encode(&self, out: &mut Vec<u8>) -> Result<(), WriteError> {
        let (plies, scores) = (self.moves.len(), self.scores.len());
        let opening = plies.checked_sub(scores).filter(|&opening| opening <= MAX_OPENING_PLIES);
        let opening = opening.ok_or(WriteError::Scores { scores, plies })?;
        let count = u16::try_from(plies).map_err(|_| WriteError::TooLong(plies * MOVE_SIZE))?;
        let standard = self.start == Position::startpos();
        out.push(if standard { STANDARD_START } else { PACKED_START });
        out.push(self.result as u8 | (self.ending as u8) << 4);
        out.push(opening as u8);
        out.extend(count.to_le_bytes());
        if !standard {
            encode(&self.start, out)?;
        }
        out.extend(self.moves.iter().flat_map(|mv| mv.bits().to_le_bytes()));
        encode_scores(&self.scores, out);
        Ok(())
    }

    /// Decodes a payload. Trailing bytes are an error.
    pub(super) fn decode(mut payload: &[u8]) -> Result<Self, GameError> {
        let start = read_u8(&mut payload)?;
        let outcome = read_u8(&mut payload)?;
        let opening = usize::from(read_u8(&mut payload)?);
        let plies = [read_u8(&mut payload)?, read_u8(&mut payload)?];
        let plies = usize::from(u16::from_le_bytes(plies));
        let result = ResultCode::ALL.get(usize::from(outcome & 0xf));
        let result = *result.ok_or(GameError::Result(outcome & 0xf))?;
        let ending = EndingCode::ALL.get(usize::from(outcome >> 4));
        let ending = *ending.ok_or(GameError::Ending(outcome >> 4))?;
        let scored = plies.checked_sub(opening).ok_or(GameError::Opening { opening, plies })?;
        let start = match start {
            STANDARD_START => Position::startpos(),
            PACKED_START => decode(&mut payload)?,
            other => return Err(GameError::Start(other)),
        };
        let moves = decode_moves(read_bytes(&mut payload, plies * MOVE_SIZE)?)?;
        let scores = decode_scores(&mut payload, scored);
        let scores = scores.map_err(|index| GameError::Score { ply: opening + index })?;
        match payload.len() {
            0 => Ok(Self { start, moves, scores, result, ending }),
            trailing => Err(GameError::Trailing(trailing)),
        }
    }
}

fn decode_moves(bytes: &[u8]) -> Result<Vec<Move>, GameError> {
    let (moves, _) = bytes.as_chunks::<MOVE_SIZE>();
    let decode_move = |(ply, bytes): (usize, &[u8; MOVE_SIZE])| {
        let bits = u16::from_le_bytes(*bytes);
        Move::from_bits(bits).ok_or(GameError::Move { ply, bits })
    };
    moves.iter().enumerate().map(decode_move).collect()
}

/// Appends the scores of a game: the difference of each from its predecessor (the first from 0) as
/// a zigzag LEB128 number, which takes one byte for -64 to 63.
fn encode_scores(scores: &[i16], out: &mut Vec<u8>) {
    let mut previous = 0;
    for &score in scores {
        let difference = i32::from(score) - previous;
        previous = i32::from(score);
        let mut zigzag = (difference << 1 ^ difference >> 31) as u32;
        while zigzag >= 0x80 {
            out.push(zigzag as u8 | 0x80);
            zigzag >>= 7;
        }
        out.push(zigzag as u8);
    }
}

/// Reads `count` scores. The error is the index of the first invalid one.
fn decode_scores(payload: &mut &[u8], count: usize) -> Result<Vec<i16>, usize> {
    let mut score = 0_i32;
    let decode_score = |index| {
        let zigzag = decode_leb128(payload).ok_or(index)?;
        let difference = (zigzag >> 1) as i32 ^ -((zigzag & 1) as i32);
        score += difference;
        i16::try_from(score).map_err(|_| index)
    };
    (0..count).map(decode_score).collect()
}

fn decode_leb128(payload: &mut &[u8]) -> Option<u32> {
    let mut number = 0;
    for group in 0..MAX_SCORE_BYTES {
        let byte = *payload.split_off_first()?;
        number |= u32::from(byte & 0x7f) << (7 * group);
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

/// The occupied squares.
const OCCUPIED: Range<usize> = 0..8;
/// The side to move and the en passant square.
const STATE: Range<usize> = 24..25;
/// The halfmove clock and the fullmove number.
const COUNTERS: Range<usize> = 26..30;

/// Returns the bytes of the codes of so many pieces.
fn codes(pieces: usize) -> Range<usize> {
    OCCUPIED.end..OCCUPIED.end + pieces.div_ceil(2)
}

/// Appends a position.
///
/// # Errors
/// [`WriteError::TooManyPieces`] for more than 32 pieces.
pub(super) fn encode(position: &Position, out: &mut Vec<u8>) -> Result<(), WriteError> {
    let pieces = position.occupied().len();
    let packed = PackedPosition::new(position).ok_or(WriteError::TooManyPieces(pieces))?;
    for part in [OCCUPIED, codes(pieces), STATE, COUNTERS] {
        out.extend(&packed.0[part]);
    }
    Ok(())
}

/// Reads a position.
pub(super) fn decode(payload: &mut &[u8]) -> Result<Position, GameError> {
    let mut packed = PackedPosition([0; PackedPosition::SIZE]);
    let mut read = |part: Range<usize>| -> Result<usize, GameError> {
        packed.0[part.clone()].copy_from_slice(read_bytes(payload, part.len())?);
        Ok(packed.occupied().len().min(PackedPosition::MAX_PIECES))
    };
    let pieces = read(OCCUPIED)?;
    for part in [codes(pieces), STATE, COUNTERS] {
        read(part)?;
    }
    Ok(packed.position()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz::Square;
    use ferz::packed::PackedPositionError;

    #[test]
    fn scores_round_trip() {
        let scores = [0, 1, -1, 63, -64, 64, i16::MAX, i16::MIN, i16::MAX, 32_000, -32_000, 12];
        let mut bytes = Vec::new();
        encode_scores(&scores, &mut bytes);
        let decoded = decode_scores(&mut bytes.as_slice(), scores.len());
        assert_eq!(decoded, Ok(scores.to_vec()));
        // A difference of -64 to 63 is one byte, of -8192 to 8191 two.
        let size = |scores: &[i16]| {
            let mut bytes = Vec::new();
            encode_scores(scores, &mut bytes);
            bytes.len()
        };
        assert_eq!([size(&[63]), size(&[-64]), size(&[64]), size(&[8191])], [1, 1, 2, 2]);
        assert_eq!(size(&[i16::MIN, i16::MAX]), 6);
    }

    #[test]
    fn invalid_score_is_reported_by_index() {
        let error = |mut bytes: &[u8], count| decode_scores(&mut bytes, count).err();
        assert_eq!(error(&[0, 0], 3), Some(2), "too few");
        assert_eq!(error(&[0, 0x80, 0x80, 0x80, 0], 2), Some(1), "four bytes");
        assert_eq!(error(&[0xff, 0xff, 0x7f], 1), Some(0), "more than sixteen bits");
    }

    fn encoded(fen: &str) -> Vec<u8> {
        let mut bytes = Vec::new();
        encode(&Position::from_fen(fen).unwrap(), &mut bytes).unwrap();
        bytes
    }

    #[test]
    fn positions_round_trip() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 12 34",
            "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
            "rnbqkbnr/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 3",
            // Chess960: inner rooks, and a different start for each side.
            "1rkr4/8/8/8/8/8/8/RRKR4 w DBdb - 0 1",
            "qnrbbkrn/pppppppp/8/8/8/8/PPPPPPPP/RBKRNNBQ w DAgc - 0 1",
            "8/8/8/4k3/8/8/4K3/8 b - - 150 65535",
        ] {
            let position = Position::from_fen(fen).unwrap();
            let bytes = encoded(fen);
            assert!(bytes.len() <= 29, "{fen}");
            let mut rest = bytes.as_slice();
            let decoded = decode(&mut rest).unwrap();
            assert_eq!((&decoded, rest.len()), (&position, 0), "{fen}");
            assert_eq!(decoded.key(), position.key(), "{fen}");
            for end in 0..bytes.len() {
                assert_eq!(decode(&mut &bytes[..end]), Err(GameError::Short));
            }
        }
    }

    #[test]
    fn invalid_positions_are_errors() {
        let error = |change: &dyn Fn(&mut Vec<u8>)| {
            let mut bytes = encoded("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
            change(&mut bytes);
            decode(&mut bytes.as_slice()).err().unwrap()
        };
        // The piece on a1 is the low half of byte 8; six pieces take bytes 8 to 10.
        let unknown = PackedPositionError::Piece { square: Square::A1, code: 15 };
        assert_eq!(error(&|bytes| bytes[8] |= 15), unknown.into());
        assert_eq!(error(&|bytes| bytes[11] = 65), PackedPositionError::EnPassant(65).into());
        let full = |bytes: &mut Vec<u8>| *bytes = vec![255; 29];
        assert_eq!(error(&full), PackedPositionError::TooManyPieces(64).into());
    }

    #[test]
    fn more_than_32_pieces_are_not_written() {
        let fen = "qqqqkqqq/qqqqqqqq/q7/8/8/8/PPPPPPPP/QQQQKQQQ b - - 0 1";
        let position = Position::from_fen_with(fen, ferz::notation::FenOptions::LENIENT).unwrap();
        let written = encode(&position, &mut Vec::new());
        assert!(matches!(written, Err(WriteError::TooManyPieces(33))));
    }
}
