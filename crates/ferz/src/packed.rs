//! Positions in 32 bytes.
//!
//! A [`PackedPosition`] has no pointers and no padding, so files and arrays of any language can
//! hold it. All numbers are little-endian. Squares are numbered a1 = 0, b1 = 1 to h8 = 63.
//!
//! | offset | bytes | |
//! |---|---|---|
//! | 0 | 8 | the occupied squares, bit *i* for square *i* |
//! | 8 | 16 | four bits for each piece in the order of the squares, low half of a byte first; unused halves are 0 |
//! | 24 | 1 | bits 0 to 6: the en passant square if a pawn can capture there by a legal move, else 64; bit 7: set if Black is to move |
//! | 25 | 1 | 0 |
//! | 26 | 2 | halfmove clock: plies since the last capture or pawn move |
//! | 28 | 2 | fullmove number, from 1 |
//! | 30 | 2 | 0 |
//!
//! | code | piece | code | piece |
//! |---|---|---|---|
//! | 0, 1 | white, black pawn | 8, 9 | white, black queen |
//! | 2, 3 | white, black knight | 10, 11 | white, black king |
//! | 4, 5 | white, black bishop | 12, 13 | white, black rook with a castling right |
//! | 6, 7 | white, black rook | 14, 15 | none |
//!
//! A castling right is kingside if its rook is to the right of the king (towards the h-file), as in
//! Chess960. A position has one encoding, so equal bytes mean equal positions, and the reverse.
//! Counters end at 65535, as in [`Position`].

use crate::position::Position;
use crate::setup::{InvalidSetup, Setup, SetupFaults};
use crate::types::{Bitboard, CastleSide, Color, Piece, PieceType, Square};

/// The code of a white rook with a castling right; a black one has the next. The other pieces have
/// their index, 0 to 11.
const CASTLING_ROOK: u8 = 12;
/// The code for no en passant square.
const NO_SQUARE: u8 = 64;
/// Set in the en passant byte if Black is to move.
const BLACK_TO_MOVE: u8 = 0x80;

const PIECES: usize = 8;
const STATE: usize = 24;
const ZERO: [usize; 3] = [25, 30, 31];
const HALFMOVE_CLOCK: usize = 26;
const FULLMOVE_NUMBER: usize = 28;

/// A position of at most 32 pieces in the 32 bytes that the [module](self) describes.
///
/// ```
/// use ferz::Position;
/// use ferz::packed::PackedPosition;
///
/// let position = Position::from_fen("r3k2r/8/8/8/8/8/8/R3K2R b Kq - 12 34")?;
/// let packed = PackedPosition::new(&position).expect("at most 32 pieces");
/// assert_eq!(packed.position()?, position);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(transparent)]
pub struct PackedPosition(
    /// The bytes. Any bytes are allowed here: [`position`](PackedPosition::position) checks them.
    pub [u8; PackedPosition::SIZE],
);

/// The fault of bytes that are no packed position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PackedPositionError {
    /// More than 32 squares are occupied.
    #[error("expected at most {max} pieces, found {0}", max = PackedPosition::MAX_PIECES)]
    TooManyPieces(usize),
    /// A piece code is unknown.
    #[error("unknown piece code {code} on {square}")]
    Piece {
        /// The square.
        square: Square,
        /// The code.
        code: u8,
    },
    /// A rook marked as able to castle is the second on its side of the king, or is not on the back
    /// rank of its king, or its side does not have exactly one king.
    #[error("the rook on {0} cannot have a castling right")]
    Castling(Square),
    /// The en passant field is neither 64 nor a square on which a legal capture exists.
    #[error("expected 64 or the square of a legal en passant capture, found {0}")]
    EnPassant(u8),
    /// The byte at this offset has no meaning and is not 0.
    #[error("expected 0 at byte {0}")]
    NotZero(usize),
    /// The position is invalid by the rules of chess.
    #[error("illegal position: {0}")]
    Setup(#[from] InvalidSetup),
}

impl PackedPosition {
    /// The number of bytes.
    pub const SIZE: usize = 32;
    /// The maximum number of pieces, kings and pawns included.
    pub const MAX_PIECES: usize = 32;

    /// Packs a position, without the history of its game. Returns `None` if it has more than 32
    /// pieces.
    pub fn new(position: &Position) -> Option<Self> {
        let occupied = position.occupied();
        if occupied.len() > Self::MAX_PIECES {
            return None;
        }
        let mut bytes = [0; Self::SIZE];
        bytes[..PIECES].copy_from_slice(&occupied.0.to_le_bytes());
        for (nth, square) in occupied.into_iter().enumerate() {
            let code = position.piece_on(square).map_or(0, |piece| match piece.piece_type() {
                PieceType::Rook if position.castling_rooks().contains(square) => {
                    CASTLING_ROOK + piece.color().index() as u8
                }
                _ => piece.index() as u8,
            });
            bytes[PIECES + nth / 2] |= code << (4 * (nth % 2));
        }
        let side = if position.side_to_move() == Color::Black { BLACK_TO_MOVE } else { 0 };
        bytes[STATE] =
            position.en_passant().map_or(NO_SQUARE, |square| square.index() as u8) | side;
        bytes[HALFMOVE_CLOCK..][..2].copy_from_slice(&position.rule50().to_le_bytes());
        bytes[FULLMOVE_NUMBER..][..2].copy_from_slice(&position.fullmove_number().to_le_bytes());
        Some(Self(bytes))
    }

    /// Returns the position.
    ///
    /// Positions with [ignorable](SetupFaults::IGNORABLE) faults are accepted, except that a
    /// castling right or an en passant square must be possible.
    ///
    /// # Errors
    /// [`PackedPositionError`] for bytes that are no position.
    pub fn position(&self) -> Result<Position, PackedPositionError> {
        let setup = self.setup()?;
        let position = Position::from_setup_ignoring(&setup, SetupFaults::IGNORABLE)?;
        if position.en_passant() != setup.en_passant {
            return Err(PackedPositionError::EnPassant(self.0[STATE] & !BLACK_TO_MOVE));
        }
        for (color, side) in CastleSide::BY_COLOR {
            let rook = setup.castling_rook(color, side);
            if let Some(rook) = rook.filter(|_| position.castling_rook(color, side) != rook) {
                return Err(PackedPositionError::Castling(rook));
            }
        }
        Ok(position)
    }

    /// Returns the setup, which need not be legal.
    ///
    /// # Errors
    /// [`PackedPositionError`] for bytes that describe no setup.
    pub fn setup(&self) -> Result<Setup, PackedPositionError> {
        if let Some(at) = ZERO.into_iter().find(|&at| self.0[at] != 0) {
            return Err(PackedPositionError::NotZero(at));
        }
        let mut setup = Setup::empty();
        for rook in self.unpack_pieces(&mut setup)? {
            add_castling_right(&mut setup, rook)?;
        }
        let square = self.0[STATE] & !BLACK_TO_MOVE;
        setup.en_passant = match Square::from_index(square.into()) {
            None if square != NO_SQUARE => return Err(PackedPositionError::EnPassant(square)),
            en_passant => en_passant,
        };
        setup.side_to_move = if self.0[STATE] == square { Color::White } else { Color::Black };
        let number = |at: usize| u16::from_le_bytes([self.0[at], self.0[at + 1]]);
        setup.halfmove_clock = number(HALFMOVE_CLOCK);
        setup.fullmove_number = number(FULLMOVE_NUMBER);
        if setup.fullmove_number == 0 {
            return Err(InvalidSetup(SetupFaults::BAD_COUNTERS).into());
        }
        Ok(setup)
    }

    /// Returns the occupied squares.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        let [a, b, c, d, e, f, g, h, ..] = self.0;
        Bitboard(u64::from_le_bytes([a, b, c, d, e, f, g, h]))
    }

    /// Writes the pieces to the setup. Returns the rooks with a castling right.
    fn unpack_pieces(&self, setup: &mut Setup) -> Result<Bitboard, PackedPositionError> {
        let occupied = self.occupied();
        if occupied.len() > Self::MAX_PIECES {
            return Err(PackedPositionError::TooManyPieces(occupied.len()));
        }
        let mut codes = self.0[PIECES..STATE].iter().flat_map(|byte| [byte & 0xf, byte >> 4]);
        let mut castling_rooks = Bitboard::EMPTY;
        for (square, code) in occupied.into_iter().zip(&mut codes) {
            let piece = match code.checked_sub(CASTLING_ROOK).map(usize::from) {
                None => Piece::from_index(code.into()),
                Some(color) => {
                    castling_rooks |= Bitboard::of(square);
                    Color::from_index(color).map(|color| Piece::new(color, PieceType::Rook))
                }
            };
            let piece = piece.ok_or(PackedPositionError::Piece { square, code })?;
            setup.pieces[square] = Some(piece);
        }
        // `zip` takes no code for the end of the squares, because the squares come first.
        match codes.any(|code| code != 0) {
            true => Err(PackedPositionError::NotZero(PIECES + occupied.len() / 2)),
            false => Ok(castling_rooks),
        }
    }
}

/// Packs a position: see [`PackedPosition::new`].
///
/// # Errors
/// [`PackedPositionError::TooManyPieces`].
impl TryFrom<&Position> for PackedPosition {
    type Error = PackedPositionError;

    fn try_from(position: &Position) -> Result<Self, PackedPositionError> {
        Self::new(position).ok_or(PackedPositionError::TooManyPieces(position.occupied().len()))
    }
}

impl TryFrom<PackedPosition> for Position {
    type Error = PackedPositionError;

    fn try_from(packed: PackedPosition) -> Result<Self, PackedPositionError> {
        packed.position()
    }
}

/// Adds the castling right with a rook: king side if the rook is to the right of its king.
fn add_castling_right(setup: &mut Setup, rook: Square) -> Result<(), PackedPositionError> {
    let error = PackedPositionError::Castling(rook);
    let color = setup.piece_on(rook).map(Piece::color).ok_or(error)?;
    let side = CastleSide::of(setup.king(color).ok_or(error)?, rook);
    if setup.castling_rook(color, side).is_some() {
        return Err(error);
    }
    setup.set_castling_rook(color, side, Some(rook));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packed(fen: &str) -> PackedPosition {
        PackedPosition::new(&Position::from_fen(fen).unwrap()).unwrap()
    }

    #[test]
    fn the_bytes_are_those_of_the_table() {
        let start = PackedPosition::new(&Position::startpos()).unwrap();
        let [pawns, black_pawns] = [0x00, 0x11];
        let expected = [
            [0xff, 0xff, 0, 0, 0, 0, 0xff, 0xff],
            [0x2c, 0x84, 0x4a, 0xc2, pawns, pawns, pawns, pawns],
            [black_pawns, black_pawns, black_pawns, black_pawns, 0x3d, 0x95, 0x5b, 0xd3],
            [64, 0, 0, 0, 1, 0, 0, 0],
        ];
        assert_eq!(start.0, *expected.as_flattened());
        let clocks = packed("8/8/8/4k3/8/8/4K3/8 b - - 150 65535");
        assert_eq!(clocks.0[8..], {
            let mut rest = [0; 24];
            rest[0] = 0xba;
            rest[16..22].copy_from_slice(&[64 | 0x80, 0, 150, 0, 255, 255]);
            rest
        });
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
            let unpacked = packed(fen).position().unwrap();
            assert_eq!((&unpacked, unpacked.key()), (&position, position.key()), "{fen}");
            assert_eq!(PackedPosition::new(&unpacked), Some(packed(fen)), "{fen}");
        }
    }

    #[test]
    fn an_en_passant_square_without_a_legal_capture_is_not_stored() {
        let without = packed("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
        let with = packed("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
        assert_eq!(with, without);
    }

    #[test]
    fn more_than_32_pieces_are_refused() {
        let fen = "qqqqkqqq/qqqqqqqq/q7/8/8/8/PPPPPPPP/QQQQKQQQ b - - 0 1";
        let position = Position::from_fen_with(fen, crate::notation::FenOptions::LENIENT).unwrap();
        assert_eq!(PackedPosition::new(&position), None);
        let error = PackedPosition::try_from(&position).unwrap_err();
        assert_eq!(error, PackedPositionError::TooManyPieces(position.occupied().len()));
        let start = Position::startpos();
        assert_eq!(PackedPosition::try_from(&start).ok(), PackedPosition::new(&start));
    }

    #[test]
    fn invalid_bytes_are_reported_by_cause() {
        let error = |change: &dyn Fn(&mut [u8; 32])| {
            let mut changed = packed("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
            change(&mut changed.0);
            changed.position().err().unwrap()
        };
        let unknown = PackedPositionError::Piece { square: Square::A1, code: 15 };
        assert_eq!(error(&|bytes| bytes[8] |= 15), unknown);
        assert_eq!(error(&|bytes| bytes[24] = 65), PackedPositionError::EnPassant(65));
        let en_passant = Square::E6.index() as u8;
        let square = PackedPositionError::EnPassant(en_passant);
        assert_eq!(error(&|bytes| bytes[24] = en_passant), square);
        let two_kings = |bytes: &mut [u8; 32]| bytes[8] = 0xa << 4 | 0xa;
        assert_eq!(error(&two_kings), PackedPositionError::Castling(Square::H1));
        let king_on_e2 = |bytes: &mut [u8; 32]| {
            bytes[..2].copy_from_slice(&[0x81, 0x10]);
            bytes[8..10].copy_from_slice(&[0xcc, 0xda]);
        };
        assert_eq!(error(&king_on_e2), PackedPositionError::Castling(Square::H1));
        let many = |bytes: &mut [u8; 32]| bytes[..8].fill(255);
        assert_eq!(error(&many), PackedPositionError::TooManyPieces(64));
        for at in [25, 30, 31] {
            assert_eq!(error(&|bytes| bytes[at] = 1), PackedPositionError::NotZero(at));
        }
        assert_eq!(error(&|bytes| bytes[11] = 1), PackedPositionError::NotZero(11));
        let counters = PackedPositionError::Setup(InvalidSetup(SetupFaults::BAD_COUNTERS));
        assert_eq!(error(&|bytes| bytes[28] = 0), counters);
    }

    #[test]
    fn every_accepted_change_of_one_byte_is_the_encoding_of_a_consistent_position() {
        let fens = [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
        ];
        let mut accepted = 0;
        for fen in fens {
            for (at, byte) in (0..32).flat_map(|at| (0..=255).map(move |byte| (at, byte))) {
                let mut changed = packed(fen);
                changed.0[at] = byte;
                if let Ok(position) = changed.position() {
                    assert_eq!(position.check_consistency(), Ok(()));
                    assert_eq!(PackedPosition::new(&position), Some(changed), "{at} {byte}");
                    accepted += 1;
                }
            }
        }
        assert!(accepted > 1000, "{accepted}");
    }
}
