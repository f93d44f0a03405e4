//! Records of bulletformat: a position of 32 bytes from the view of the side to move.

use super::error::RecordFault;
use super::{side_result, side_score, white_score};
use crate::format::{ResultCode, ScoredPly};
use ferz::{
    Bitboard, Color, PackedPosition, Piece, PieceType, Position, Setup, SetupFaults, Square,
};

/// The number of bytes of a record.
pub(super) const SIZE: usize = 32;
/// The number of records at the start of a file that tell its format.
const TESTED_RECORDS: usize = 16;

const PIECES: usize = 8;
const SCORE: usize = 24;
const RESULT: usize = 26;
const OWN_KING: usize = 27;
const ENEMY_KING: usize = 28;
/// Set in the code of a piece of the side that is not to move.
const ENEMY: u8 = 8;
/// The index of a square with the ranks in reverse order differs in these bits.
const FLIP: u8 = 56;

/// Returns true if the first bytes of a file are positions.
pub(super) fn describes(start: &[u8]) -> bool {
    let (records, _) = start.as_chunks::<SIZE>();
    !records.is_empty() && records.iter().take(TESTED_RECORDS).all(|record| decode(record).is_ok())
}

/// Encodes a position. White's pieces are those of the side to move; with Black to move the ranks are in
/// reverse order. Returns `None` for more than 32 pieces.
pub(super) fn encode(ply: &ScoredPly<'_>, score: i16) -> Option<[u8; SIZE]> {
    let (board, us) = (ply.position.board(), ply.position.side_to_move());
    if board.occupied().len() > PackedPosition::MAX_PIECES {
        return None;
    }
    let seen = |square: Square| if us == Color::White { square } else { square.flip_rank() };
    let mut occupied = board.occupied();
    if us == Color::Black {
        occupied = occupied.flip_ranks();
    }
    let mut bytes = [0; SIZE];
    bytes[..PIECES].copy_from_slice(&occupied.0.to_le_bytes());
    for (nth, square) in occupied.into_iter().enumerate() {
        let code = board.piece_on(seen(square)).map_or(0, |piece| {
            piece.piece_type().index() as u8 | if piece.color() == us { 0 } else { ENEMY }
        });
        bytes[PIECES + nth / 2] |= code << (4 * (nth % 2));
    }
    bytes[SCORE..RESULT].copy_from_slice(&side_score(score, us).to_le_bytes());
    bytes[RESULT] = side_result(ply.result, us) as u8;
    bytes[OWN_KING] = seen(board.king(us)).index() as u8;
    bytes[ENEMY_KING] = seen(board.king(!us)).index() as u8 ^ FLIP;
    Some(bytes)
}

/// Decodes a position with White to move, White's score and the result.
pub(super) fn decode(bytes: &[u8; SIZE]) -> Result<(Position, i16, ResultCode), RecordFault> {
    let setup = decode_setup(bytes)?;
    let king = |color| setup.king(color).map(|square| square.index() as u8);
    let [own, enemy] = [bytes[OWN_KING], bytes[ENEMY_KING] ^ FLIP];
    if king(Color::White) != Some(own) || king(Color::Black) != Some(enemy) {
        return Err(RecordFault::Kings);
    }
    let result = ResultCode::ALL.get(usize::from(bytes[RESULT]));
    let result = *result.ok_or(RecordFault::Result(bytes[RESULT]))?;
    let position = Position::from_setup_ignoring(&setup, SetupFaults::IGNORABLE)?;
    let score = i16::from_le_bytes([bytes[SCORE], bytes[SCORE + 1]]);
    Ok((position, white_score(score, Color::White), result))
}

fn decode_setup(bytes: &[u8; SIZE]) -> Result<Setup, RecordFault> {
    let [a, b, c, d, e, f, g, h, ..] = *bytes;
    let occupied = Bitboard(u64::from_le_bytes([a, b, c, d, e, f, g, h]));
    if occupied.len() > PackedPosition::MAX_PIECES {
        return Err(RecordFault::TooManyPieces(occupied.len()));
    }
    let codes = bytes[PIECES..SCORE].iter().flat_map(|byte| [byte & 0xf, byte >> 4]);
    let mut setup = Setup::empty();
    for (square, code) in occupied.into_iter().zip(codes) {
        let color = if code & ENEMY == 0 { Color::White } else { Color::Black };
        let piece_type = PieceType::from_index((code & !ENEMY).into());
        let piece_type = piece_type.ok_or(RecordFault::PieceCode(code))?;
        setup.pieces[square] = Some(Piece::new(color, piece_type));
    }
    Ok(setup)
}
