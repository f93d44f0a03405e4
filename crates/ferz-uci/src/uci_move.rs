use crate::UciMoveError;
use core::fmt;
use core::str::FromStr;
use ferz::{File, PieceType, Rank, Square};

/// A move as the protocol writes it: two squares and perhaps a promotion, or the null move `0000`.
///
/// The text alone does not tell a capture from a quiet move, nor whether `e1g1` castles; the rules
/// crate finds that out from the position. Letters are read in either case, since some engines
/// write `E7E8Q`, and written in lower case.
///
/// ```
/// use ferz_uci::UciMove;
/// use ferz::{PieceType, Square};
///
/// let promotion: UciMove = "e7e8q".parse()?;
/// assert_eq!((promotion.from(), promotion.to()), (Square::E7, Square::E8));
/// assert_eq!(promotion.promotion(), Some(PieceType::Queen));
/// assert_eq!("0000".parse(), Ok(UciMove::NULL));
/// # Ok::<(), ferz_uci::UciMoveError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UciMove {
    from: Square,
    to: Square,
    promotion: Option<PieceType>,
}

impl UciMove {
    /// The move that only passes the turn, `0000`.
    pub const NULL: Self = Self { from: Square::A1, to: Square::A1, promotion: None };

    /// The move between two squares.
    ///
    /// # Errors
    /// If the squares are the same, or the promotion is to a pawn or a king.
    pub fn new(
        from: Square,
        to: Square,
        promotion: Option<PieceType>,
    ) -> Result<Self, UciMoveError> {
        if from == to {
            return Err(UciMoveError::SameSquare);
        }
        match promotion {
            Some(PieceType::Pawn | PieceType::King) => Err(UciMoveError::Promotion),
            _ => Ok(Self { from, to, promotion }),
        }
    }

    /// The square the piece leaves; a1 for the null move.
    pub const fn from(self) -> Square {
        self.from
    }

    /// The square the piece goes to, as written (for castling the king's target or the rook's
    /// square, as the writer has it); a1 for the null move.
    pub const fn to(self) -> Square {
        self.to
    }

    /// What the pawn becomes: a knight, bishop, rook or queen.
    pub const fn promotion(self) -> Option<PieceType> {
        self.promotion
    }

    /// Whether this is the null move.
    pub fn is_null(self) -> bool {
        self == Self::NULL
    }
}

/// Keeps the squares as the rules crate has them, so castling is the king taking its own rook: the
/// Chess960 way to write it.
impl From<ferz::Move> for UciMove {
    fn from(m: ferz::Move) -> Self {
        Self { from: m.from(), to: m.to(), promotion: m.promotion() }
    }
}

impl FromStr for UciMove {
    type Err = UciMoveError;

    fn from_str(text: &str) -> Result<Self, UciMoveError> {
        if text == "0000" {
            return Ok(Self::NULL);
        }
        let ([from_file, from_rank, to_file, to_rank], promotion) = match *text.as_bytes() {
            [a, b, c, d] => ([a, b, c, d], None),
            [a, b, c, d, letter] => ([a, b, c, d], Some(letter)),
            _ => return Err(UciMoveError::Shape),
        };
        let from = square(from_file, from_rank).ok_or(UciMoveError::From)?;
        let to = square(to_file, to_rank).ok_or(UciMoveError::To)?;
        let promotion = promotion
            .map(|letter| PieceType::from_letter(letter.into()).ok_or(UciMoveError::Promotion))
            .transpose()?;
        Self::new(from, to, promotion)
    }
}

/// The square of a file letter in either case and a rank digit.
fn square(file: u8, rank: u8) -> Option<Square> {
    Some(Square::new(File::from_letter(file.into())?, Rank::from_digit(rank.into())?))
}

impl fmt::Display for UciMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_null() {
            return f.write_str("0000");
        }
        write!(f, "{}{}", self.from, self.to)?;
        match self.promotion {
            Some(piece) => write!(f, "{}", piece.letter()),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for UciMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_round_trips_in_both_cases() {
        let promotions = PieceType::PROMOTIONS.map(Some).into_iter().chain([None]);
        for promotion in promotions {
            for from in Square::ALL {
                for to in Square::ALL {
                    let Ok(m) = UciMove::new(from, to, promotion) else {
                        assert_eq!(from, to);
                        continue;
                    };
                    let text = m.to_string();
                    assert_eq!(text.parse(), Ok(m));
                    assert_eq!(text.to_uppercase().parse(), Ok(m));
                }
            }
        }
        assert_eq!(UciMove::NULL.to_string().parse(), Ok(UciMove::NULL));
    }

    #[test]
    fn a_bad_move_is_refused_by_its_part() {
        for (text, reason) in [
            ("", UciMoveError::Shape),
            ("e2", UciMoveError::Shape),
            ("e2e4qq", UciMoveError::Shape),
            ("00000", UciMoveError::From),
            ("é2e4", UciMoveError::From),
            ("i2e4", UciMoveError::From),
            ("e2e9", UciMoveError::To),
            ("e2 e4", UciMoveError::To),
            ("a1é", UciMoveError::To),
            ("e7e8k", UciMoveError::Promotion),
            ("e7e8p", UciMoveError::Promotion),
            ("e7e8=", UciMoveError::Promotion),
            ("e2e2", UciMoveError::SameSquare),
        ] {
            assert_eq!(text.parse::<UciMove>(), Err(reason), "{text:?}");
        }
    }

    #[test]
    fn the_rules_crates_move_keeps_its_squares() {
        use ferz::{Move, MoveFlag};
        let castling = Move::new(Square::E1, Square::H1, MoveFlag::Castle);
        let castling: UciMove = castling.into();
        assert_eq!(castling.to_string(), "e1h1");
        let promotion = Move::new(Square::A7, Square::B8, MoveFlag::KnightCapturePromotion);
        let promotion: UciMove = promotion.into();
        assert_eq!(promotion.to_string(), "a7b8n");
    }
}
