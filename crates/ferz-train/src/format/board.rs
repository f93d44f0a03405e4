//! A position in at most 29 bytes where the material is that of a game.

use super::cursor::Cursor;
use super::error::BoardError;
use ferz::{Bitboard, CastleSide, Color, Piece, PieceType, Position, Setup, SetupFaults, Square};

/// The code of a white rook that may castle; a black one has the next. The other pieces have their
/// index, 0 to 11.
const CASTLING_ROOK: u8 = 12;
/// No en passant square.
const NO_SQUARE: u8 = 64;
/// Set if Black is to move.
const BLACK_TO_MOVE: u8 = 0x80;

/// Adds a position.
pub(super) fn encode(position: &Position, out: &mut Vec<u8>) {
    let occupied = position.occupied();
    out.extend(occupied.0.to_le_bytes());
    let mut codes = occupied.into_iter().map(|square| code_of(position, square));
    while let Some(low) = codes.next() {
        out.push(low | codes.next().unwrap_or(0) << 4);
    }
    let en_passant = position.en_passant().map_or(NO_SQUARE, |square| square.index() as u8);
    let side = if position.side_to_move() == Color::Black { BLACK_TO_MOVE } else { 0 };
    out.push(en_passant | side);
    out.extend(position.rule50().to_le_bytes());
    out.extend(position.fullmove_number().to_le_bytes());
}

/// What stands on an occupied square, in four bits.
fn code_of(position: &Position, square: Square) -> u8 {
    let Some(piece) = position.piece_on(square) else { return 0 };
    let castles = CastleSide::ALL
        .into_iter()
        .any(|side| position.castling_rook(piece.color(), side) == Some(square));
    if castles { CASTLING_ROOK + piece.color().index() as u8 } else { piece.index() as u8 }
}

/// Reads a position.
pub(super) fn decode(cursor: &mut Cursor<'_>) -> Result<Position, BoardError> {
    let mut setup = Setup::empty();
    let rooks = decode_pieces(cursor, &mut setup)?;
    for rook in rooks {
        give_right(&mut setup, rook)?;
    }
    let state = cursor.u8().ok_or(BoardError::Short)?;
    let square = state & !BLACK_TO_MOVE;
    setup.en_passant = match Square::from_index(square.into()) {
        None if square != NO_SQUARE => return Err(BoardError::EnPassant(square)),
        en_passant => en_passant,
    };
    setup.side_to_move = if state == square { Color::White } else { Color::Black };
    setup.halfmove_clock = cursor.u16().ok_or(BoardError::Short)?;
    setup.fullmove_number = cursor.u16().ok_or(BoardError::Short)?;
    // Whatever a position may have been forgiven when it was made.
    let forgiven = SetupFaults::IGNORABLE
        - SetupFaults::IMPOSSIBLE_CASTLING
        - SetupFaults::IMPOSSIBLE_EN_PASSANT;
    Ok(Position::from_setup_ignoring(&setup, forgiven)?)
}

/// Puts the pieces and gives back the rooks that may castle.
fn decode_pieces(cursor: &mut Cursor<'_>, setup: &mut Setup) -> Result<Bitboard, BoardError> {
    let occupied = Bitboard(cursor.u64().ok_or(BoardError::Short)?);
    let packed = cursor.bytes(occupied.len().div_ceil(2)).ok_or(BoardError::Short)?;
    let codes = packed.iter().flat_map(|byte| [byte & 0xf, byte >> 4]);
    let mut rooks = Bitboard::EMPTY;
    for (square, code) in occupied.into_iter().zip(codes) {
        let piece = match code.checked_sub(CASTLING_ROOK).map(usize::from) {
            None => Piece::from_index(code.into()),
            Some(color) => {
                rooks |= Bitboard::of(square);
                Color::from_index(color).map(|color| Piece::new(color, PieceType::Rook))
            }
        };
        setup.pieces[square] = Some(piece.ok_or(BoardError::Piece { square, code })?);
    }
    Ok(rooks)
}

/// Gives the right to castle with a rook: on the king's side if it stands to the right of its king.
fn give_right(setup: &mut Setup, rook: Square) -> Result<(), BoardError> {
    let fault = BoardError::Castling(rook);
    let color = setup.piece_on(rook).map(Piece::color).ok_or(fault)?;
    let king = setup.king(color).ok_or(fault)?;
    let side = if rook > king { CastleSide::KingSide } else { CastleSide::QueenSide };
    if setup.castling_rook(color, side).is_some() {
        return Err(fault);
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
    fn every_part_of_a_position_comes_back() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 12 34",
            "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
            "rnbqkbnr/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 3",
            // Chess960: inner rooks, and each side its own start.
            "1rkr4/8/8/8/8/8/8/RRKR4 w DBdb - 0 1",
            "qnrbbkrn/pppppppp/8/8/8/8/PPPPPPPP/RBKRNNBQ w DAgc - 0 1",
            "8/8/8/4k3/8/8/4K3/8 b - - 150 65535",
        ] {
            let position = Position::from_fen(fen).unwrap();
            let bytes = encoded(fen);
            assert!(bytes.len() <= 29, "{fen}");
            let mut cursor = Cursor::new(&bytes);
            let decoded = decode(&mut cursor).unwrap();
            assert_eq!((&decoded, cursor.left()), (&position, 0), "{fen}");
            assert_eq!(decoded.key(), position.key(), "{fen}");
            for end in 0..bytes.len() {
                assert_eq!(decode(&mut Cursor::new(&bytes[..end])), Err(BoardError::Short));
            }
        }
    }

    #[test]
    fn bytes_that_are_no_position_are_refused_for_their_reason() {
        let refused = |change: &dyn Fn(&mut Vec<u8>)| {
            let mut bytes = encoded("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
            change(&mut bytes);
            decode(&mut Cursor::new(&bytes)).err().unwrap()
        };
        // a1 is the low half of byte 8; six pieces take bytes 8 to 10.
        let unknown = BoardError::Piece { square: Square::A1, code: 15 };
        assert_eq!(refused(&|bytes| bytes[8] |= 15), unknown);
        assert_eq!(refused(&|bytes| bytes[11] = 65), BoardError::EnPassant(65));
        let two_kings = |bytes: &mut Vec<u8>| bytes[8] = 0xa << 4 | 0xa;
        assert_eq!(refused(&two_kings), BoardError::Castling(Square::H1));
        let en_passant = |bytes: &mut Vec<u8>| bytes[11] = Square::E6.index() as u8;
        assert!(matches!(refused(&en_passant), BoardError::Setup(_)));
    }
}
