//! The payload of a game: encoding and decoding.

use super::error::{GameError, WriteError};
use super::game::{EndingCode, GameResult, TrainingGame};
use super::record::PayloadReader;
use super::{MAX_OPENING_PLIES, packed_position};
use ferz::{Move, Position};

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
            packed_position::encode(&self.start, out)?;
        }
        out.extend(self.moves.iter().flat_map(|mv| mv.bits().to_le_bytes()));
        encode_scores(&self.scores, out);
        Ok(())
    }

    /// Decodes a payload. Trailing bytes are an error.
    pub(super) fn decode(payload: &[u8]) -> Result<Self, GameError> {
        let mut reader = PayloadReader::new(payload);
        let start = reader.u8().ok_or(GameError::Short)?;
        let outcome = reader.u8().ok_or(GameError::Short)?;
        let opening = usize::from(reader.u8().ok_or(GameError::Short)?);
        let plies = usize::from(reader.u16().ok_or(GameError::Short)?);
        let result = GameResult::ALL.get(usize::from(outcome & 0xf));
        let result = *result.ok_or(GameError::Result(outcome & 0xf))?;
        let ending = EndingCode::ALL.get(usize::from(outcome >> 4));
        let ending = *ending.ok_or(GameError::Ending(outcome >> 4))?;
        let scored = plies.checked_sub(opening).ok_or(GameError::Opening { opening, plies })?;
        let start = match start {
            STANDARD_START => Position::startpos(),
            PACKED_START => packed_position::decode(&mut reader)?,
            other => return Err(GameError::Start(other)),
        };
        let bytes = reader.bytes(plies * MOVE_SIZE).ok_or(GameError::Short)?;
        let moves = decode_moves(bytes)?;
        let scores = decode_scores(&mut reader, scored);
        let scores = scores.map_err(|index| GameError::Score { ply: opening + index })?;
        match reader.remaining() {
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
fn decode_scores(reader: &mut PayloadReader<'_>, count: usize) -> Result<Vec<i16>, usize> {
    let mut score = 0_i32;
    let decode_score = |index| {
        let zigzag = decode_leb128(reader).ok_or(index)?;
        let difference = (zigzag >> 1) as i32 ^ -((zigzag & 1) as i32);
        score += difference;
        i16::try_from(score).map_err(|_| index)
    };
    (0..count).map(decode_score).collect()
}

fn decode_leb128(reader: &mut PayloadReader<'_>) -> Option<u32> {
    let mut number = 0;
    for group in 0..MAX_SCORE_BYTES {
        let byte = reader.u8()?;
        number |= u32::from(byte & 0x7f) << (7 * group);
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_round_trip() {
        let scores = [0, 1, -1, 63, -64, 64, i16::MAX, i16::MIN, i16::MAX, 32_000, -32_000, 12];
        let mut bytes = Vec::new();
        encode_scores(&scores, &mut bytes);
        let decoded = decode_scores(&mut PayloadReader::new(&bytes), scores.len());
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
        let error =
            |bytes: &[u8], count| decode_scores(&mut PayloadReader::new(bytes), count).err();
        assert_eq!(error(&[0, 0], 3), Some(2), "too few");
        assert_eq!(error(&[0, 0x80, 0x80, 0x80, 0], 2), Some(1), "four bytes");
        assert_eq!(error(&[0xff, 0xff, 0x7f], 1), Some(0), "more than sixteen bits");
    }
}
