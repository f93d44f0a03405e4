//! Games of viriformat: a position of 32 bytes, moves with scores of 4 bytes each, and 4 zeros.

use super::error::RecordFault;
use super::white_score;
use crate::format::ResultCode;
use ferz::{Color, Move, PackedPosition, PieceType, Position, SetupFaults};

/// The number of bytes of the start position.
pub(super) const HEADER_SIZE: usize = PackedPosition::SIZE;
/// The number of bytes of a move with its score.
pub(super) const PLY_SIZE: usize = 4;
/// The bytes after the last move.
pub(super) const END: [u8; PLY_SIZE] = [0; PLY_SIZE];

const PIECES: usize = 8;
const STATE: usize = 24;
const RESULT: usize = 30;

/// The offset of a field of viriformat: the halfmove clock has one byte.
const CLOCK: usize = 25;
const FULLMOVE_NUMBER: usize = 26;
/// The offsets in a [`PackedPosition`], whose halfmove clock has two bytes.
const PACKED_CLOCK: usize = 26;
const PACKED_FULLMOVE_NUMBER: usize = 28;

/// Set in the code of a black piece.
const BLACK: u8 = 8;
/// The piece type of a rook with a castling right.
const CASTLING_ROOK: u8 = PieceType::COUNT as u8;

/// The type of a move in bits 14 and 15.
const EN_PASSANT: u16 = 1 << 14;
const CASTLING: u16 = 2 << 14;
const PROMOTION: u16 = 3 << 14;

/// Returns true if the first bytes of a file are a position and a legal move or the end of the game.
pub(super) fn describes(start: &[u8]) -> bool {
    let Some((header, rest)) = start.split_first_chunk() else { return false };
    let Ok((position, _)) = decode_header(header) else { return false };
    match rest.first_chunk() {
        None => rest.is_empty(),
        Some(&END) => true,
        Some(&ply) => decode_ply(&position, ply).is_ok(),
    }
}

/// Encodes the start position and the result of a game. A halfmove clock above 255 becomes 255. Returns
/// `None` for more than 32 pieces.
pub(super) fn encode_header(position: &Position, result: ResultCode) -> Option<[u8; HEADER_SIZE]> {
    let PackedPosition(packed) = PackedPosition::new(position)?;
    let mut bytes = [0; HEADER_SIZE];
    bytes[..PIECES].copy_from_slice(&packed[..PIECES]);
    // A packed position has the colour in the lowest bit of a code, and no codes behind the last piece.
    let code = |packed: u8| (packed >> 1) | ((packed & 1) * BLACK);
    for (byte, &packed) in bytes[PIECES..STATE].iter_mut().zip(&packed[PIECES..STATE]) {
        *byte = code(packed & 0xf) | code(packed >> 4) << 4;
    }
    bytes[STATE] = packed[STATE];
    bytes[CLOCK] = position.rule50().min(u8::MAX.into()) as u8;
    bytes[FULLMOVE_NUMBER..][..2].copy_from_slice(&packed[PACKED_FULLMOVE_NUMBER..][..2]);
    bytes[RESULT] = result as u8;
    Some(bytes)
}

/// Decodes the start position and the result of a game. An en passant square without a capture is
/// dropped, the fullmove number 0 is read as 1.
pub(super) fn decode_header(
    bytes: &[u8; HEADER_SIZE],
) -> Result<(Position, ResultCode), RecordFault> {
    let mut packed = PackedPosition([0; HEADER_SIZE]);
    packed.0[..PIECES].copy_from_slice(&bytes[..PIECES]);
    let pieces = packed.occupied().len();
    if pieces > PackedPosition::MAX_PIECES {
        return Err(RecordFault::TooManyPieces(pieces));
    }
    for nth in 0..pieces {
        let code = bytes[PIECES + nth / 2] >> (4 * (nth % 2)) & 0xf;
        let piece_type = code & !BLACK;
        if piece_type > CASTLING_ROOK {
            return Err(RecordFault::PieceCode(code));
        }
        packed.0[PIECES + nth / 2] |= ((piece_type << 1) | (code / BLACK)) << (4 * (nth % 2));
    }
    packed.0[STATE] = bytes[STATE];
    packed.0[PACKED_CLOCK] = bytes[CLOCK];
    let number = u16::from_le_bytes([bytes[FULLMOVE_NUMBER], bytes[FULLMOVE_NUMBER + 1]]).max(1);
    packed.0[PACKED_FULLMOVE_NUMBER..][..2].copy_from_slice(&number.to_le_bytes());
    let setup = packed.setup()?;
    let ignored = SetupFaults::IGNORABLE - SetupFaults::IMPOSSIBLE_CASTLING;
    let position = Position::from_setup_ignoring(&setup, ignored)?;
    let result = ResultCode::ALL.get(usize::from(bytes[RESULT]));
    Ok((position, *result.ok_or(RecordFault::Result(bytes[RESULT]))?))
}

/// Encodes a move and White's score.
pub(super) fn encode_ply(mv: Move, score: i16) -> [u8; PLY_SIZE] {
    let [a, b] = move_bits(mv).to_le_bytes();
    let [c, d] = score.to_le_bytes();
    [a, b, c, d]
}

/// Decodes a move of a position and White's score. The error is the bits of the move.
pub(super) fn decode_ply(
    position: &Position,
    [a, b, c, d]: [u8; PLY_SIZE],
) -> Result<(Move, i16), u16> {
    let bits = u16::from_le_bytes([a, b]);
    let mv = position.legal_moves().iter().copied().find(|&mv| move_bits(mv) == bits);
    Ok((mv.ok_or(bits)?, white_score(i16::from_le_bytes([c, d]), Color::White)))
}

/// Returns a move in viriformat: origin, target, promotion piece and type. Castling is king takes rook.
fn move_bits(mv: Move) -> u16 {
    let squares = mv.from().index() as u16 | (mv.to().index() as u16) << 6;
    let kind = if let Some(piece) = mv.promotion() {
        PROMOTION | ((piece.index() - PieceType::Knight.index()) as u16) << 12
    } else if mv.is_castling() {
        CASTLING
    } else if mv.is_en_passant() {
        EN_PASSANT
    } else {
        0
    };
    squares | kind
}
