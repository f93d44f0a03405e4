//! `Move`: two squares with an optional promotion or drop.
//!
//! A move is immutable, and moves without a drop are shared: the move lists of two positions contain
//! the same object for `e2e4`, so that generating moves allocates no objects after the first use.

use crate::arguments::{PieceTypeArg, SquareArg, clipped};
use ferz::{PieceType, Square};
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use std::fmt;

/// A move from a square to a square, possibly a promotion or a drop.
///
/// `Move(from_square, to_square, promotion=None, drop=None)`; `Move.from_uci("e2e4")` reads UCI
/// notation. Castling is the king's two squares, or king takes rook in Chess960. The null move
/// `Move.null()` passes the turn and is false.
#[pyclass(frozen, eq, module = "ferz")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    pub(crate) from: Square,
    pub(crate) to: Square,
    pub(crate) promotion: Option<PieceType>,
    pub(crate) drop: Option<PieceType>,
}

/// The shared objects: for each promotion piece, none first, one for each pair of squares.
static SHARED: [PyOnceLock<Py<Move>>; (PieceType::COUNT + 1) * 4096] =
    [const { PyOnceLock::new() }; (PieceType::COUNT + 1) * 4096];

impl Move {
    /// The null move.
    pub(crate) const NULL: Self =
        Self { from: Square::A1, to: Square::A1, promotion: None, drop: None };

    /// Creates a move without promotion or drop.
    #[inline]
    pub(crate) const fn new(from: Square, to: Square) -> Self {
        Self { from, to, promotion: None, drop: None }
    }

    /// Creates a promotion, or a plain move for `None`.
    #[inline]
    pub(crate) const fn promoting(from: Square, to: Square, promotion: Option<PieceType>) -> Self {
        Self { from, to, promotion, drop: None }
    }

    /// Returns true for the null move.
    #[inline]
    pub(crate) fn is_null(self) -> bool {
        self == Self::NULL
    }

    /// Returns the Python object of the move, shared unless the move is a drop.
    #[inline]
    pub(crate) fn object(self, py: Python<'_>) -> PyResult<Py<Self>> {
        if self.drop.is_some() {
            return Py::new(py, self);
        }
        let promotion = self.promotion.map_or(0, |piece_type| piece_type.index() + 1);
        let index = promotion << 12 | self.from.index() << 6 | self.to.index();
        let shared = SHARED[index].get_or_try_init(py, || Py::new(py, self))?;
        Ok(shared.clone_ref(py))
    }

    /// Returns a move of this position as its board writes it. The move may be of a later position of a line.
    pub(crate) fn written(position: &ferz::Position, mv: ferz::Move) -> Self {
        let uci = position.uci(mv);
        Self::promoting(uci.from(), uci.to(), uci.promotion())
    }

    /// Reads UCI notation.
    pub(crate) fn parse_uci(uci: &str) -> Result<Self, &'static str> {
        const INVALID: &str = "invalid uci";
        let square = |name: &[u8]| match *name {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => {
                Ok(Square::wrapping(usize::from(rank - b'1') * 8 + usize::from(file - b'a')))
            }
            _ => Err(INVALID),
        };
        match uci.as_bytes() {
            b"0000" => Ok(Self::NULL),
            [letter, b'@', to @ ..] if matches!(uci.len(), 4 | 5) => {
                let drop = PieceType::from_letter(char::from(*letter)).ok_or(INVALID)?;
                let to = square(to)?;
                Ok(Self { from: to, to, promotion: None, drop: Some(drop) })
            }
            [a, b, c, d, promotion @ ..] if promotion.len() <= 1 => {
                let (from, to) = (square(&[*a, *b])?, square(&[*c, *d])?);
                let promotion = match promotion {
                    [letter @ (b'p' | b'n' | b'b' | b'r' | b'q' | b'k')] => {
                        PieceType::from_letter(char::from(*letter))
                    }
                    [] => None,
                    _ => return Err(INVALID),
                };
                if from == to {
                    return Err("invalid uci (use 0000 for null moves)");
                }
                Ok(Self::promoting(from, to, promotion))
            }
            _ => Err("expected uci string to be of length 4 or 5"),
        }
    }

    /// Reads UCI notation, with python-chess's error.
    pub(crate) fn from_text(uci: &str) -> PyResult<Self> {
        Self::parse_uci(uci)
            .map_err(|reason| InvalidMoveError::new_err(format!("{reason}: {}", clipped(uci))))
    }
}

/// A move that becomes its shared Python object, for collections.
pub(crate) struct SharedMove(pub(crate) Move);

impl<'py> IntoPyObject<'py> for SharedMove {
    type Target = Move;
    type Output = Bound<'py, Move>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        Ok(self.0.object(py)?.into_bound(py))
    }
}

/// Writes UCI notation.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(piece_type) = self.drop {
            return write!(f, "{}@{}", piece_type.letter().to_ascii_uppercase(), self.to);
        }
        if self.is_null() {
            return f.write_str("0000");
        }
        write!(f, "{}{}", self.from, self.to)?;
        match self.promotion {
            Some(piece_type) => write!(f, "{}", piece_type.letter()),
            None => Ok(()),
        }
    }
}

/// The arguments of `Move` in Python: origin, target, promotion and drop.
pub(crate) type MoveNumbers = (u8, u8, Option<u8>, Option<u8>);

impl Move {
    /// Returns the arguments that create the move in Python.
    pub(crate) fn numbers(self) -> MoveNumbers {
        let number = |piece_type: Option<PieceType>| piece_type.map(type_number);
        (self.from as u8, self.to as u8, number(self.promotion), number(self.drop))
    }

    /// Returns the move with these arguments, or `None` if a number is out of range.
    pub(crate) fn of_numbers((from, to, promotion, drop): MoveNumbers) -> Option<Self> {
        let square = |index: u8| Square::from_index(index.into());
        let piece_type = |number: Option<u8>| match number {
            None => Some(None),
            Some(number) => PieceType::from_index(usize::from(number).checked_sub(1)?).map(Some),
        };
        Some(Self {
            from: square(from)?,
            to: square(to)?,
            promotion: piece_type(promotion)?,
            drop: piece_type(drop)?,
        })
    }
}

/// Returns the number of a piece type in Python, 1 to 6.
pub(crate) fn type_number(piece_type: PieceType) -> u8 {
    piece_type as u8 + 1
}

#[pymethods]
impl Move {
    #[new]
    #[pyo3(signature = (from_square, to_square, promotion=None, drop=None))]
    fn py_new(
        from_square: SquareArg,
        to_square: SquareArg,
        promotion: Option<PieceTypeArg>,
        drop: Option<PieceTypeArg>,
    ) -> PyResult<Self> {
        Ok(Self {
            from: from_square.0,
            to: to_square.0,
            promotion: promotion.map(|argument| argument.0),
            drop: drop.map(|argument| argument.0),
        })
    }

    /// The origin square.
    #[getter(from_square)]
    fn origin(&self) -> u8 {
        self.from as u8
    }

    /// The target square.
    #[getter(to_square)]
    fn target(&self) -> u8 {
        self.to as u8
    }

    /// The piece type of a promotion, or `None`.
    #[getter]
    fn promotion(&self) -> Option<u8> {
        self.promotion.map(type_number)
    }

    /// The piece type of a drop, or `None`.
    #[getter]
    fn drop(&self) -> Option<u8> {
        self.drop.map(type_number)
    }

    /// Reads a move in UCI notation, such as `e2e4`, `e7e8q`, `N@f3` or `0000`.
    ///
    /// Raises `InvalidMoveError` for other text.
    #[staticmethod]
    fn from_uci(py: Python<'_>, uci: &str) -> PyResult<Py<Self>> {
        Self::from_text(uci)?.object(py)
    }

    /// Returns the null move, which passes the turn.
    #[staticmethod]
    fn null(py: Python<'_>) -> PyResult<Py<Self>> {
        Self::NULL.object(py)
    }

    /// Returns the move in UCI notation.
    fn uci(&self) -> String {
        self.to_string()
    }

    /// Returns the move in the notation of the XBoard protocol: as UCI, but `@@@@` for the null
    /// move. `Board.xboard()` writes castling in Chess960.
    fn xboard(&self) -> String {
        if self.is_null() { "@@@@".to_owned() } else { self.to_string() }
    }

    fn __bool__(&self) -> bool {
        !self.is_null()
    }

    fn __hash__(&self) -> u64 {
        let number = |piece_type: Option<PieceType>| piece_type.map_or(0, type_number);
        u64::from(self.from as u8)
            | u64::from(self.to as u8) << 6
            | u64::from(number(self.promotion)) << 12
            | u64::from(number(self.drop)) << 15
    }

    fn __repr__(&self) -> String {
        format!("Move.from_uci('{self}')")
    }

    fn __str__(&self) -> String {
        self.to_string()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, MoveNumbers) {
        (slf.get_type().into_any(), slf.get().numbers())
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    /// The names for structural pattern matching.
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str, &'static str, &'static str) {
        ("from_square", "to_square", "promotion", "drop")
    }
}

create_exception!(ferz, InvalidMoveError, PyValueError, "The text or object is not a move at all.");
create_exception!(ferz, IllegalMoveError, PyValueError, "The move is not legal in the position.");
create_exception!(
    ferz,
    AmbiguousMoveError,
    PyValueError,
    "More than one legal move of the position matches the text."
);
