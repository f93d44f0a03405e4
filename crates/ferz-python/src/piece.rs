//! `Piece`: a piece type with a colour, immutable and shared.

use crate::arguments::{ColorArg, PieceTypeArg, clipped, is_white};
use crate::chess_move::type_number;
use ferz::{Color, Piece as FerzPiece};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

/// A piece with its type and colour: `Piece(KNIGHT, WHITE)` or `Piece.from_symbol("N")`.
#[pyclass(frozen, eq, module = "ferz")]
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Piece {
    pub(crate) piece: FerzPiece,
}

static SHARED: [PyOnceLock<Py<Piece>>; FerzPiece::COUNT] =
    [const { PyOnceLock::new() }; FerzPiece::COUNT];

impl Piece {
    /// Returns the shared object of a piece.
    pub(crate) fn object(py: Python<'_>, piece: FerzPiece) -> PyResult<Py<Self>> {
        let shared = SHARED[piece].get_or_try_init(py, || Py::new(py, Self { piece }))?;
        Ok(shared.clone_ref(py))
    }
}

/// Returns the Unicode figurine of a piece.
pub(crate) fn figurine(piece: FerzPiece) -> char {
    match piece {
        FerzPiece::WhitePawn => '♙',
        FerzPiece::WhiteKnight => '♘',
        FerzPiece::WhiteBishop => '♗',
        FerzPiece::WhiteRook => '♖',
        FerzPiece::WhiteQueen => '♕',
        FerzPiece::WhiteKing => '♔',
        FerzPiece::BlackPawn => '♟',
        FerzPiece::BlackKnight => '♞',
        FerzPiece::BlackBishop => '♝',
        FerzPiece::BlackRook => '♜',
        FerzPiece::BlackQueen => '♛',
        FerzPiece::BlackKing => '♚',
    }
}

/// Returns the piece of the other colour.
pub(crate) fn inverted(piece: FerzPiece) -> FerzPiece {
    FerzPiece::new(!piece.color(), piece.piece_type())
}

#[pymethods]
impl Piece {
    #[new]
    fn new(piece_type: PieceTypeArg, color: ColorArg) -> Self {
        Self { piece: FerzPiece::new(color.0, piece_type.0) }
    }

    /// The piece type.
    #[getter]
    fn piece_type(&self) -> u8 {
        type_number(self.piece.piece_type())
    }

    /// The colour, `True` for White.
    #[getter]
    fn color(&self) -> bool {
        is_white(self.piece.color())
    }

    /// Returns the piece of a FEN letter: upper case for White, lower case for Black.
    ///
    /// Raises `ValueError` for other text.
    #[staticmethod]
    fn from_symbol(py: Python<'_>, symbol: &str) -> PyResult<Py<Self>> {
        let mut letters = symbol.chars();
        match (letters.next().and_then(FerzPiece::from_letter), letters.next()) {
            (Some(piece), None) => Self::object(py, piece),
            _ => Err(PyValueError::new_err(format!(
                "expected one of PNBRQKpnbrqk, found {}",
                clipped(symbol)
            ))),
        }
    }

    /// Returns the FEN letter.
    fn symbol(&self) -> String {
        self.piece.letter().to_string()
    }

    /// Returns the Unicode figurine.
    #[pyo3(signature = (*, invert_color=false))]
    fn unicode_symbol(&self, invert_color: bool) -> String {
        figurine(if invert_color { inverted(self.piece) } else { self.piece }).to_string()
    }

    fn __hash__(&self) -> u64 {
        let black = self.piece.color() == Color::Black;
        self.piece.piece_type() as u64 + if black { 6 } else { 0 }
    }

    fn __repr__(&self) -> String {
        format!("Piece.from_symbol('{}')", self.piece.letter())
    }

    fn __str__(&self) -> String {
        self.symbol()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (u8, bool)) {
        let piece = slf.get();
        (slf.get_type().into_any(), (piece.piece_type(), piece.color()))
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    /// Returns a picture for Jupyter.
    fn _repr_svg_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        crate::package::svg(slf.py(), "piece", 45, &[("piece", slf.as_any())])
    }

    /// The names for structural pattern matching.
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str) {
        ("piece_type", "color")
    }
}

/// Returns the drawing of a piece on a square of 100 by 100 units, as elements of SVG for a group with
/// `stroke-linejoin="round"`.
#[pyfunction]
pub(crate) fn svg_piece(piece: &Bound<'_, Piece>) -> String {
    ferz_game::svg::PieceSvg(piece.get().piece).to_string()
}
