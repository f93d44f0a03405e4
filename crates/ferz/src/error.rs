use crate::notation::epd::{InvalidOperation, OperandError};
use crate::notation::{
    EpdError, FenError, FenTextError, ParseSanError, ParseUciMoveError, UciLineError,
    UciMoveTextError,
};
use crate::packed::PackedPositionError;
use crate::position::IllegalMove;
use crate::setup::InvalidSetup;
use crate::types::{ParseLetterError, ParseSquareError};

/// Any error of reading positions, moves and notation, for functions that pass errors on by `?`. Each
/// variant holds the error of one reader, with its place and text, and displays as that does.
///
/// ```
/// use ferz::{Error, Position};
///
/// /// Returns the FEN after a move in SAN and a reply in UCI notation.
/// fn after(fen: &str, san: &str, uci: &str) -> Result<String, Error> {
///     let mut position = Position::from_fen(fen)?;
///     position.try_do_move(position.parse_san(san)?)?;
///     position.play_uci(&[uci.parse()?])?;
///     Ok(position.fen())
/// }
///
/// let start = Position::startpos().fen();
/// assert!(after(&start, "e4", "e7e5").is_ok());
/// assert!(matches!(after("8/8", "e4", "e7e5"), Err(Error::Fen(_))));
/// assert!(matches!(after(&start, "e5", "e7e5"), Err(Error::San(_))));
/// assert!(matches!(after(&start, "e4", "e7e9"), Err(Error::UciText(_))));
/// assert!(matches!(after(&start, "e4", "e2e4"), Err(Error::UciLine(_))));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(transparent)]
#[non_exhaustive]
pub enum Error {
    /// A FEN that cannot be read as a position.
    Fen(#[from] FenError),
    /// A FEN that cannot be read as a setup.
    FenText(#[from] FenTextError),
    /// A setup that is not legal.
    Setup(#[from] InvalidSetup),
    /// A move in SAN that cannot be read or is not legal.
    San(#[from] ParseSanError),
    /// A move in UCI notation that cannot be read or is not legal.
    Uci(#[from] ParseUciMoveError),
    /// Text that is not a move in UCI notation.
    UciText(#[from] UciMoveTextError),
    /// A line of moves in UCI notation with a move that is not legal.
    UciLine(#[from] UciLineError),
    /// A move that is not legal.
    Move(#[from] IllegalMove),
    /// Text that is not EPD.
    Epd(#[from] EpdError),
    /// An operand of an EPD operation that cannot be read.
    Operand(#[from] OperandError),
    /// An EPD operation that cannot be written.
    Operation(#[from] InvalidOperation),
    /// A packed position that is not legal.
    Packed(#[from] PackedPositionError),
    /// Text that is not a square.
    Square(#[from] ParseSquareError),
    /// A letter that names no colour, piece, file or rank.
    Letter(#[from] ParseLetterError),
}
