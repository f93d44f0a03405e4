//! A position in 14 to 29 bytes: [`ferz::packed`] without its unused bytes.

use super::error::{GameError, WriteError};
use super::record::PayloadReader;
use ferz::{PackedPosition, Position};
use std::ops::Range;

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
pub(super) fn decode(reader: &mut PayloadReader<'_>) -> Result<Position, GameError> {
    let mut packed = PackedPosition([0; PackedPosition::SIZE]);
    let mut read = |part: Range<usize>| -> Result<usize, GameError> {
        packed.0[part.clone()].copy_from_slice(reader.bytes(part.len()).ok_or(GameError::Short)?);
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
            let mut reader = PayloadReader::new(&bytes);
            let decoded = decode(&mut reader).unwrap();
            assert_eq!((&decoded, reader.remaining()), (&position, 0), "{fen}");
            assert_eq!(decoded.key(), position.key(), "{fen}");
            for end in 0..bytes.len() {
                assert_eq!(decode(&mut PayloadReader::new(&bytes[..end])), Err(GameError::Short));
            }
        }
    }

    #[test]
    fn invalid_positions_are_errors() {
        let error = |change: &dyn Fn(&mut Vec<u8>)| {
            let mut bytes = encoded("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
            change(&mut bytes);
            decode(&mut PayloadReader::new(&bytes)).err().unwrap()
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
