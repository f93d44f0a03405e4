use ferz::notation::UciMove;
use ferz::{File, Move, PieceType, Position, Rank, Square};
use std::fmt;

/// A move as a Polyglot book stores it, in 16 bits: target file and rank (bits 0-2 and 3-5), origin
/// file and rank (bits 6-8 and 9-11), promotion piece (bits 12-14: 1 knight, 2 bishop, 3 rook,
/// 4 queen).
///
/// Castling is king takes own rook: `e1h1` for White's short castling. Any 16 bits are a
/// `BookMove`; [`find`](Self::find) decides about legality.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BookMove(pub u16);

/// The promotion pieces, by their number less 1.
const PROMOTIONS: [PieceType; 4] =
    [PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen];

impl BookMove {
    /// Encodes a move.
    pub fn new(mv: Move) -> Self {
        let number = |piece| PROMOTIONS.iter().position(|&promotion| promotion == piece);
        let promotion = mv.promotion().and_then(number).map_or(0, |index| index as u16 + 1);
        Self(promotion << 12 | (mv.from().index() as u16) << 6 | mv.to().index() as u16)
    }

    /// Returns the origin square.
    pub fn from(self) -> Square {
        square(self.0 >> 6)
    }

    /// Returns the target square; for castling, the square of the rook.
    pub fn to(self) -> Square {
        square(self.0)
    }

    /// Returns the legal move of the position, or `None` if there is none.
    ///
    /// Castling as the king's two squares (`e1g1`), which some books contain, is found too.
    pub fn find(self, position: &Position) -> Option<Move> {
        position.find_uci(self.uci()?).ok()
    }

    /// Returns the move in UCI notation, castling as king takes rook. `None` if origin and target
    /// are the same square or the number of the promotion piece is above 4.
    pub fn uci(self) -> Option<UciMove> {
        let promotion = match self.0 >> 12 {
            0 => None,
            number => Some(*PROMOTIONS.get(usize::from(number) - 1)?),
        };
        UciMove::new(self.from(), self.to(), promotion).ok()
    }
}

/// Returns the square of the lowest six bits.
fn square(bits: u16) -> Square {
    let file = File::ALL[usize::from(bits & 7)];
    let rank = Rank::ALL[usize::from(bits >> 3 & 7)];
    Square::new(file, rank)
}

/// Writes the UCI notation, or the number of 16 bits that encode no move.
impl fmt::Display for BookMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.uci() {
            Some(uci) => uci.fmt(f),
            None => write!(f, "{:#06x}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(fen: &str) -> Position {
        Position::from_fen(fen).unwrap()
    }

    #[test]
    fn published_encodings_are_found() {
        // The format's description: castling is e1h1, e1a1, e8h8, e8a8.
        let white = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
        let black = position("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1");
        for (position, bits, san) in [
            (&white, 0o0407, "O-O"),
            (&white, 0o0400, "O-O-O"),
            (&black, 0o7477, "O-O"),
            (&black, 0o7470, "O-O-O"),
            (&white, 0o0406, "O-O"),
            (&white, 0o0403, "Kd1"),
            (&white, 0o0777, "Rxh8+"),
        ] {
            let mv = BookMove(bits).find(position).unwrap();
            assert_eq!(position.san(mv).to_string(), san, "{bits:#o}");
        }
        let e2e4 = BookMove(0x031C).find(&Position::startpos()).unwrap();
        assert_eq!(Position::startpos().san(e2e4).to_string(), "e4");
        let pawn = position("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1");
        for (number, san) in [(1, "axb8=N"), (2, "axb8=B"), (3, "axb8=R+"), (4, "axb8=Q+")] {
            let mv = BookMove(number << 12 | 0o6071).find(&pawn).unwrap();
            assert_eq!(pawn.san(mv).to_string(), san);
        }
        assert_eq!(BookMove(0o6071).find(&pawn), None);
    }

    #[test]
    fn every_encoding_is_no_legal_move_or_round_trips() {
        for fen in [
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
            "4k3/1P6/8/2pP4/8/8/8/4K3 w - c6 0 1",
            "bnrbkrqn/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRQN w FCfc - 0 1",
        ] {
            let position = position(fen);
            let mut found = 0;
            for bits in 0..=u16::MAX {
                let Some(mv) = BookMove(bits).find(&position) else { continue };
                assert!(position.is_legal(mv));
                // Castling has two encodings in standard chess.
                if BookMove::new(mv).0 == bits {
                    found += 1;
                } else {
                    assert!(mv.is_castling(), "{mv:?}");
                }
            }
            assert_eq!(found, position.legal_moves().len());
        }
    }
}
