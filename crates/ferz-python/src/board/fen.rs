//! FEN, EPD and castling fields.

use super::Board;
use crate::arguments::{ColorArg, clipped};
use crate::package;
use crate::state::{EnPassantStyle, State, castling_fen_is_valid};
use ferz::CastleSide;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};

/// Reads a FEN, with python-chess's error.
pub(super) fn read_fen(state: &mut State, fen: &str) -> PyResult<()> {
    state.set_fen(fen).map_err(|error| match error.0 {
        "empty fen" => PyValueError::new_err(error.0),
        reason => PyValueError::new_err(format!("{reason}: {}", clipped(fen))),
    })
}

/// Reads the `en_passant` argument: `"legal"`, `"xfen"` or `"fen"`.
impl<'py> FromPyObject<'_, 'py> for EnPassantStyle {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match &*object.extract::<std::borrow::Cow<'_, str>>()? {
            "legal" => Ok(Self::Legal),
            "xfen" => Ok(Self::XFen),
            "fen" => Ok(Self::Fen),
            other => {
                let expected = "expected en_passant as 'legal', 'xfen' or 'fen', found";
                Err(PyValueError::new_err(format!("{expected} {}", clipped(other))))
            }
        }
    }
}

#[pymethods]
impl Board {
    /// Returns the FEN.
    ///
    /// `shredder` writes castling rights as file letters. `en_passant` writes the en passant square
    /// if a capture is `"legal"`, if a pawn can capture (`"xfen"`), or after each double push
    /// (`"fen"`). `promoted` marks promoted pieces with `~`.
    #[pyo3(signature = (*, shredder=false, en_passant=EnPassantStyle::Legal, promoted=None))]
    fn fen(
        slf: PyRef<'_, Self>,
        shredder: bool,
        en_passant: EnPassantStyle,
        promoted: Option<bool>,
    ) -> String {
        Self::state(&slf).fen(shredder, en_passant, promoted.unwrap_or(false))
    }

    /// Returns the FEN with castling rights as file letters of the rooks.
    #[pyo3(signature = (*, en_passant=EnPassantStyle::Legal, promoted=None))]
    fn shredder_fen(
        slf: PyRef<'_, Self>,
        en_passant: EnPassantStyle,
        promoted: Option<bool>,
    ) -> String {
        Self::state(&slf).fen(true, en_passant, promoted.unwrap_or(false))
    }

    /// Reads a FEN of one to six fields and clears the move stack.
    ///
    /// Raises `ValueError` for other text, with the board unchanged.
    fn set_fen(slf: &Bound<'_, Self>, fen: &str) -> PyResult<()> {
        let mut state = Self::snapshot(slf);
        read_fen(&mut state, fen)?;
        Self::replace(slf, state)
    }

    /// Returns the EPD: the first four fields of the FEN with operations, given as keywords.
    ///
    /// Operands are `None`, text, numbers, a move, or a list of moves; the moves of `pv` are
    /// consecutive.
    #[pyo3(signature = (*, shredder=false, en_passant=EnPassantStyle::Legal, promoted=None, **operations))]
    fn epd(
        slf: &Bound<'_, Self>,
        shredder: bool,
        en_passant: EnPassantStyle,
        promoted: Option<bool>,
        operations: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<String> {
        let fields =
            Self::snapshot(slf).epd_fields(shredder, en_passant, promoted.unwrap_or(false));
        let Some(operations) = operations else { return Ok(fields) };
        let module = package::epd(slf.py())?;
        let text: String =
            module.call_method1("format_operations", (slf, operations))?.extract()?;
        Ok(format!("{fields} {text}"))
    }

    /// Reads an EPD, clears the move stack and returns the operations. `hmvc` and `fmvn` set the
    /// counters.
    ///
    /// Raises `ValueError` for other text.
    fn set_epd<'py>(slf: &Bound<'py, Self>, epd: &str) -> PyResult<Bound<'py, PyAny>> {
        package::epd(slf.py())?.call_method1("set_epd", (slf, epd))
    }

    /// Creates a board from an EPD and returns it with the operations.
    ///
    /// Raises `ValueError` for other text.
    #[classmethod]
    #[pyo3(signature = (epd, *, chess960=false))]
    fn from_epd<'py>(
        cls: &Bound<'py, PyType>,
        epd: &str,
        chess960: bool,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let board = Self::empty(cls, chess960)?;
        let operations = board.call_method1("set_epd", (epd,))?;
        Ok((board, operations))
    }

    /// Returns the possible castling rights as `KQkq`, with file letters where that is ambiguous.
    fn castling_xfen(slf: PyRef<'_, Self>) -> String {
        Self::state(&slf).castling_xfen()
    }

    /// Returns the possible castling rights as file letters of the rooks.
    fn castling_shredder_fen(slf: PyRef<'_, Self>) -> String {
        Self::state(&slf).castling_shredder_fen()
    }

    /// Sets the castling rights from the castling field of a FEN and clears the move stack.
    ///
    /// Raises `ValueError` for other text.
    fn set_castling_fen(slf: &Bound<'_, Self>, castling_fen: &str) -> PyResult<()> {
        if !castling_fen_is_valid(castling_fen) {
            let text = clipped(castling_fen);
            return Err(PyValueError::new_err(format!("invalid castling fen: {text}")));
        }
        let mut state = Self::snapshot(slf);
        state.set_castling_fen(castling_fen);
        Self::replace(slf, state)
    }

    /// Returns the mask of the castling rights whose king and rook are in place.
    fn clean_castling_rights(slf: PyRef<'_, Self>) -> u64 {
        Self::state(&slf).clean_castling_rights().0
    }

    /// Returns true if a colour has a castling right.
    fn has_castling_rights(slf: PyRef<'_, Self>, color: ColorArg) -> bool {
        Self::state(&slf).rights_of(color.0, None).any()
    }

    /// Returns true if a colour has the right to castle short.
    fn has_kingside_castling_rights(slf: PyRef<'_, Self>, color: ColorArg) -> bool {
        Self::state(&slf).rights_of(color.0, Some(CastleSide::KingSide)).any()
    }

    /// Returns true if a colour has the right to castle long.
    fn has_queenside_castling_rights(slf: PyRef<'_, Self>, color: ColorArg) -> bool {
        Self::state(&slf).rights_of(color.0, Some(CastleSide::QueenSide)).any()
    }

    /// Returns true if there are castling rights that standard chess does not have.
    fn has_chess960_castling_rights(slf: PyRef<'_, Self>) -> bool {
        Self::state(&slf).has_chess960_rights()
    }
}
