//! Moves in UCI notation: origin, target and promotion piece, as in `e2e4` and `e7e8q`.
//!
//! [`UciMove`] is the text alone. [`Board::parse_uci`] and [`Board::find_uci`] look up the
//! legal move it names, and [`Board::uci`] writes a move of the position. No conversion avoids the
//! position, because it decides the notation of castling.
//!
//! Castling is read in both notations, as the king's two squares (`e1g1`) and as king takes rook
//! (`e1h1`), in standard chess and Chess960. A text that is both castling and a plain king move,
//! such as `f1g1` in Chess960, is the king move.

use crate::position::{Board, IllegalMove, Position, View};
use crate::text::truncated;
use crate::types::{File, Move, PieceType, Rank, Square};
use alloc::format;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

/// A move in UCI notation: two squares and an optional promotion piece, or the null move `0000`.
///
/// The type carries no position: castling, captures and legality are resolved by
/// [`Board::find_uci`]. Parsing accepts letters in either case, since some engines write
/// `E7E8Q`; `Display` writes lower case.
///
/// ```
/// use ferz::notation::UciMove;
/// use ferz::{PieceType, Square};
///
/// let promotion: UciMove = "e7e8q".parse()?;
/// assert_eq!((promotion.from(), promotion.to()), (Square::E7, Square::E8));
/// assert_eq!(promotion.promotion(), Some(PieceType::Queen));
/// assert_eq!("0000".parse(), Ok(UciMove::NULL));
/// # Ok::<(), ferz::notation::UciMoveTextError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UciMove {
    from: Square,
    to: Square,
    promotion: Option<PieceType>,
}

/// The error for text that is not a move in UCI notation.
#[derive(Clone, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[error("{text:?} is not a move in UCI notation: {problem}")]
#[non_exhaustive]
pub struct UciMoveTextError {
    /// The text, as [`truncated`] shortens it.
    pub text: String,
    /// The kind of error.
    pub problem: UciMoveTextProblem,
}

/// The kinds of errors in the text of a move in UCI notation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum UciMoveTextProblem {
    /// The text does not have four characters, or five with a promotion.
    #[error("expected two squares and an optional promotion piece, like e2e4 or e7e8q")]
    Shape,
    /// The first two characters are not a square.
    #[error("the first two characters are not a square")]
    From,
    /// The third and fourth characters are not a square.
    #[error("the third and fourth characters are not a square")]
    To,
    /// The fifth character is not one of `n`, `b`, `r`, `q`.
    #[error("the promotion piece is not one of n, b, r, q")]
    Promotion,
    /// Both squares are the same.
    #[error("origin and target are the same square")]
    SameSquare,
}

/// Errors of [`Board::parse_uci`] and [`Board::find_uci`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ParseUciMoveError {
    /// The text is not a move in UCI notation.
    #[error(transparent)]
    Text(#[from] UciMoveTextError),
    /// No legal move of the position is written like this.
    #[error("{0} is not a legal move in this position")]
    NoSuchMove(UciMove),
}

/// Error of [`Position::play_uci`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("move {}: {reason}", .index + 1)]
pub struct UciLineError {
    /// Index of the first move that is not legal after the moves before it.
    pub index: usize,
    /// The reason.
    pub reason: ParseUciMoveError,
}

impl UciMove {
    /// The null move `0000`, which passes the turn.
    pub const NULL: Self = Self { from: Square::A1, to: Square::A1, promotion: None };

    /// Creates the move between two different squares.
    ///
    /// # Errors
    /// [`UciMoveTextProblem::SameSquare`] if the squares are the same, and
    /// [`UciMoveTextProblem::Promotion`] if the promotion piece is a pawn or a king.
    pub fn new(
        from: Square,
        to: Square,
        promotion: Option<PieceType>,
    ) -> Result<Self, UciMoveTextProblem> {
        if from == to {
            return Err(UciMoveTextProblem::SameSquare);
        }
        match promotion {
            Some(PieceType::Pawn | PieceType::King) => Err(UciMoveTextProblem::Promotion),
            _ => Ok(Self { from, to, promotion }),
        }
    }

    /// Returns the origin square; a1 for the null move.
    pub const fn from(self) -> Square {
        self.from
    }

    /// Returns the target square as written, which for castling is the king's target or the rook's
    /// square; a1 for the null move.
    pub const fn to(self) -> Square {
        self.to
    }

    /// Returns the promotion piece: a knight, bishop, rook or queen.
    pub const fn promotion(self) -> Option<PieceType> {
        self.promotion
    }

    /// Returns true for the null move.
    pub fn is_null(self) -> bool {
        self == Self::NULL
    }
}

impl FromStr for UciMove {
    type Err = UciMoveTextError;

    fn from_str(text: &str) -> Result<Self, UciMoveTextError> {
        Self::read(text).map_err(|problem| UciMoveTextError { text: truncated(text), problem })
    }
}

impl UciMove {
    fn read(text: &str) -> Result<Self, UciMoveTextProblem> {
        use UciMoveTextProblem::{From, Promotion, Shape, To};
        if text == "0000" {
            return Ok(Self::NULL);
        }
        let ([from_file, from_rank, to_file, to_rank], promotion) = match *text.as_bytes() {
            [a, b, c, d] => ([a, b, c, d], None),
            [a, b, c, d, letter] => ([a, b, c, d], Some(letter)),
            _ => return Err(Shape),
        };
        let from = parse_square(from_file, from_rank).ok_or(From)?;
        let to = parse_square(to_file, to_rank).ok_or(To)?;
        let promotion = promotion
            .map(|letter| PieceType::from_letter(letter.into()).ok_or(Promotion))
            .transpose()?;
        Self::new(from, to, promotion)
    }

    /// Creates the move with the squares of a [`Move`]: castling is king takes rook.
    fn with_squares_of(mv: Move) -> Self {
        Self { from: mv.from(), to: mv.to(), promotion: mv.promotion() }
    }
}

/// Parses a file letter in either case and a rank digit.
fn parse_square(file: u8, rank: u8) -> Option<Square> {
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

impl View<'_> {
    pub(crate) fn find_uci(self, uci_move: UciMove) -> Result<Move, ParseUciMoveError> {
        let moves = self.legal_moves();
        let same_squares = moves.iter().find(|&&mv| uci_move == UciMove::with_squares_of(mv));
        // The king's two squares name castling only where no plain move has them.
        let castling = || moves.iter().find(|&&mv| king_move_of_castling(mv) == Some(uci_move));
        same_squares.or_else(castling).copied().ok_or(ParseUciMoveError::NoSuchMove(uci_move))
    }
}

impl Board {
    /// Returns the UCI notation of a move: castling is the king's two squares (`e1g1`), or king
    /// takes rook (`e1h1`) if [`is_chess960`](Self::is_chess960) or if the king keeps its square.
    #[doc(alias = "display_uci_move")]
    pub fn uci(&self, mv: Move) -> UciMove {
        match king_move_of_castling(mv) {
            Some(king_move) if !self.is_chess960() => king_move,
            _ => UciMove::with_squares_of(mv),
        }
    }

    /// Returns consecutive moves in UCI notation, separated by spaces: a principal variation.
    ///
    /// # Errors
    /// The first move that is not legal after the moves before it.
    pub fn uci_line(&self, moves: &[Move]) -> Result<String, IllegalMove> {
        let (mut board, mut line) = (*self, String::new());
        for &mv in moves {
            let space = if line.is_empty() { "" } else { " " };
            line.push_str(&format!("{space}{}", board.uci(mv)));
            board.try_play(mv)?;
        }
        Ok(line)
    }
}

impl Position {
    /// Makes moves in UCI notation, as the command `position` lists them.
    ///
    /// ```
    /// use ferz::Position;
    ///
    /// let mut position = Position::startpos();
    /// let moves = ["e2e4".parse()?, "c7c5".parse()?, "a1a8".parse()?];
    /// let error = position.play_uci(&moves).unwrap_err();
    /// assert_eq!(error.to_string(), "move 3: a1a8 is not a legal move in this position");
    /// assert_eq!(position.game_ply(), 2);
    /// # Ok::<(), ferz::notation::UciMoveTextError>(())
    /// ```
    ///
    /// # Errors
    /// The first move that is not legal after the moves before it, which have been made.
    pub fn play_uci(&mut self, moves: &[UciMove]) -> Result<(), UciLineError> {
        for (index, &uci_move) in moves.iter().enumerate() {
            let found = self.find_uci(uci_move);
            let mv = found.map_err(|reason| UciLineError { index, reason })?;
            self.do_move(mv);
        }
        Ok(())
    }
}

/// Returns the king's two squares if the move is castling and the king changes its square.
fn king_move_of_castling(mv: Move) -> Option<UciMove> {
    let file = if mv.to() > mv.from() { File::G } else { File::C };
    let king_to = Square::new(file, mv.from().rank());
    UciMove::new(mv.from(), king_to, None).ok().filter(|_| mv.is_castling())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::MoveFlag;
    use alloc::string::ToString;

    #[test]
    fn every_move_round_trips_in_both_cases() {
        let promotions = PieceType::PROMOTIONS.map(Some).into_iter().chain([None]);
        for promotion in promotions {
            for from in Square::ALL {
                for to in Square::ALL {
                    let Ok(mv) = UciMove::new(from, to, promotion) else {
                        assert_eq!(from, to);
                        continue;
                    };
                    let text = mv.to_string();
                    assert_eq!(text.parse(), Ok(mv));
                    assert_eq!(text.to_uppercase().parse(), Ok(mv));
                }
            }
        }
        assert_eq!(UciMove::NULL.to_string().parse(), Ok(UciMove::NULL));
    }

    #[test]
    fn bad_text_is_refused_by_its_part() {
        for (text, reason) in [
            ("", UciMoveTextProblem::Shape),
            ("e2", UciMoveTextProblem::Shape),
            ("e2e4qq", UciMoveTextProblem::Shape),
            ("00000", UciMoveTextProblem::From),
            ("é2e4", UciMoveTextProblem::From),
            ("i2e4", UciMoveTextProblem::From),
            ("e2e9", UciMoveTextProblem::To),
            ("e2 e4", UciMoveTextProblem::To),
            ("a1é", UciMoveTextProblem::To),
            ("e7e8k", UciMoveTextProblem::Promotion),
            ("e7e8p", UciMoveTextProblem::Promotion),
            ("e7e8=", UciMoveTextProblem::Promotion),
            ("e2e2", UciMoveTextProblem::SameSquare),
        ] {
            let error = text.parse::<UciMove>().unwrap_err();
            assert_eq!((error.text.as_str(), error.problem), (text, reason));
        }
    }

    #[test]
    fn errors_show_the_text_up_to_a_bound() {
        let error = "e2e9".parse::<UciMove>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "\"e2e9\" is not a move in UCI notation: the third and fourth characters are not a square"
        );
        let error = "x".repeat(1_000_000).parse::<UciMove>().unwrap_err();
        assert_eq!(error.text, "x".repeat(64) + "…");
    }

    #[test]
    fn castling_is_written_as_the_position_requires() {
        let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        let mut position = Position::from_fen(fen).unwrap();
        let castling = [("e1g1", Square::H1), ("e1c1", Square::A1)];
        for (text, rook) in castling {
            let mv = Move::new(Square::E1, rook, MoveFlag::Castle);
            assert_eq!(position.uci(mv).to_string(), text);
        }
        position.set_chess960(true);
        for (_, rook) in castling {
            let mv = Move::new(Square::E1, rook, MoveFlag::Castle);
            assert_eq!(position.uci(mv).to_string(), alloc::format!("e1{rook}"));
        }
        let promotion = Move::new(Square::A7, Square::B8, MoveFlag::KnightCapturePromotion);
        assert_eq!(position.uci(promotion).to_string(), "a7b8n");
    }

    #[test]
    fn lines_are_written_as_their_positions_require() {
        let mut position = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
        let castling = Move::new(Square::E1, Square::H1, MoveFlag::Castle);
        let king = Move::new(Square::E8, Square::E7, MoveFlag::Quiet);
        assert_eq!(position.uci_line(&[castling, king]).as_deref(), Ok("e1g1 e8e7"));
        assert_eq!(position.uci_line(&[castling, castling]), Err(IllegalMove(castling)));
        assert_eq!(position.uci_line(&[]).as_deref(), Ok(""));
        let moves = ["e1g1", "e8e7"].map(|text| text.parse().unwrap());
        assert_eq!(position.play_uci(&moves), Ok(()));
        assert_eq!(position.last_move(), Some(king));
    }

    #[test]
    fn castling_without_a_king_move_is_king_takes_rook() {
        let mut position = Position::from_fen("4k3/8/8/8/8/8/8/6KR w H - 0 1").unwrap();
        position.set_chess960(false);
        let castling = Move::new(Square::G1, Square::H1, MoveFlag::Castle);
        assert_eq!(position.uci(castling).to_string(), "g1h1");
        assert_eq!(position.parse_uci("g1h1"), Ok(castling));
    }
}
