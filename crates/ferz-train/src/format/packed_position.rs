//! A position in 14 to 29 bytes, up to 32 pieces.

use super::error::PackedPositionError;
use super::record::PayloadReader;
use ferz::{Bitboard, CastleSide, Color, Piece, PieceType, Position, Setup, SetupFaults, Square};

/// The code of a white rook with a castling right; a black one has the next. The other pieces have
/// their index, 0 to 11.
const CASTLING_ROOK: u8 = 12;
/// The code for no en passant square.
const NO_SQUARE: u8 = 64;
/// Set in the en passant field if Black is to move.
const BLACK_TO_MOVE: u8 = 0x80;

/// Appends a position.
pub(super) fn encode(position: &Position, out: &mut Vec<u8>) {
    let occupied = position.occupied();
    out.extend(occupied.0.to_le_bytes());
    let mut codes = occupied.into_iter().map(|square| piece_code(position, square));
    while let Some(low) = codes.next() {
        out.push(low | codes.next().unwrap_or(0) << 4);
    }
    let en_passant = position.en_passant().map_or(NO_SQUARE, |square| square.index() as u8);
    let side = if position.side_to_move() == Color::Black { BLACK_TO_MOVE } else { 0 };
    out.push(en_passant | side);
    out.extend(position.rule50().to_le_bytes());
    out.extend(position.fullmove_number().to_le_bytes());
}

/// Returns the four-bit code of the piece on an occupied square.
fn piece_code(position: &Position, square: Square) -> u8 {
    let Some(piece) = position.piece_on(square) else { return 0 };
    let can_castle = CastleSide::ALL
        .into_iter()
        .any(|side| position.castling_rook(piece.color(), side) == Some(square));
    if can_castle { CASTLING_ROOK + piece.color().index() as u8 } else { piece.index() as u8 }
}

/// Reads a position.
pub(super) fn decode(reader: &mut PayloadReader<'_>) -> Result<Position, PackedPositionError> {
    let mut setup = Setup::empty();
    let castling_rooks = decode_pieces(reader, &mut setup)?;
    for rook in castling_rooks {
        add_castling_right(&mut setup, rook)?;
    }
    let state = reader.u8().ok_or(PackedPositionError::Short)?;
    let square = state & !BLACK_TO_MOVE;
    setup.en_passant = match Square::from_index(square.into()) {
        None if square != NO_SQUARE => return Err(PackedPositionError::EnPassant(square)),
        en_passant => en_passant,
    };
    setup.side_to_move = if state == square { Color::White } else { Color::Black };
    setup.halfmove_clock = reader.u16().ok_or(PackedPositionError::Short)?;
    setup.fullmove_number = reader.u16().ok_or(PackedPositionError::Short)?;
    // Every start position is decoded, including those that only a lenient setup accepts.
    let forgiven = SetupFaults::IGNORABLE
        - SetupFaults::IMPOSSIBLE_CASTLING
        - SetupFaults::IMPOSSIBLE_EN_PASSANT;
    Ok(Position::from_setup_ignoring(&setup, forgiven)?)
}

/// Reads the pieces into the setup and returns the rooks with a castling right.
fn decode_pieces(
    reader: &mut PayloadReader<'_>,
    setup: &mut Setup,
) -> Result<Bitboard, PackedPositionError> {
    let occupied = Bitboard(reader.u64().ok_or(PackedPositionError::Short)?);
    let packed = reader.bytes(occupied.len().div_ceil(2)).ok_or(PackedPositionError::Short)?;
    let codes = packed.iter().flat_map(|byte| [byte & 0xf, byte >> 4]);
    let mut castling_rooks = Bitboard::EMPTY;
    for (square, code) in occupied.into_iter().zip(codes) {
        let piece = match code.checked_sub(CASTLING_ROOK).map(usize::from) {
            None => Piece::from_index(code.into()),
            Some(color) => {
                castling_rooks |= Bitboard::of(square);
                Color::from_index(color).map(|color| Piece::new(color, PieceType::Rook))
            }
        };
        setup.pieces[square] = Some(piece.ok_or(PackedPositionError::Piece { square, code })?);
    }
    Ok(castling_rooks)
}

/// Adds the castling right with a rook: king side if the rook is to the right of its king.
fn add_castling_right(setup: &mut Setup, rook: Square) -> Result<(), PackedPositionError> {
    let error = PackedPositionError::Castling(rook);
    let color = setup.piece_on(rook).map(Piece::color).ok_or(error)?;
    let king = setup.king(color).ok_or(error)?;
    let side = if rook > king { CastleSide::KingSide } else { CastleSide::QueenSide };
    if setup.castling_rook(color, side).is_some() {
        return Err(error);
    }
    setup.set_castling_rook(color, side, Some(rook));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn encoded(fen: &str) -> Vec<u8> {
        let mut bytes = Vec::new();
        encode(&Position::from_fen(fen).unwrap(), &mut bytes);
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
                assert_eq!(
                    decode(&mut PayloadReader::new(&bytes[..end])),
                    Err(PackedPositionError::Short)
                );
            }
        }
    }

    #[test]
    fn invalid_bytes_are_reported_by_cause() {
        let error = |change: &dyn Fn(&mut Vec<u8>)| {
            let mut bytes = encoded("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
            change(&mut bytes);
            decode(&mut PayloadReader::new(&bytes)).err().unwrap()
        };
        // The piece on a1 is the low half of byte 8; six pieces take bytes 8 to 10.
        let unknown = PackedPositionError::Piece { square: Square::A1, code: 15 };
        assert_eq!(error(&|bytes| bytes[8] |= 15), unknown);
        assert_eq!(error(&|bytes| bytes[11] = 65), PackedPositionError::EnPassant(65));
        let two_kings = |bytes: &mut Vec<u8>| bytes[8] = 0xa << 4 | 0xa;
        assert_eq!(error(&two_kings), PackedPositionError::Castling(Square::H1));
        let en_passant = |bytes: &mut Vec<u8>| bytes[11] = Square::E6.index() as u8;
        assert!(matches!(error(&en_passant), PackedPositionError::Setup(_)));
    }
}
