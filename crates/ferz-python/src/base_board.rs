//! `BaseBoard`: the placement of pieces without the rest of a position.

use crate::arguments::{ColorArg, Natural, PieceTypeArg, SquareArg, clipped, is_white};
use crate::chess_move::type_number;
use crate::piece::{Piece, figurine, inverted};
use crate::square_set::{MaskArg, SquareSet, SquaresArg};
use crate::state::State;
use ferz::{Bitboard, Color, File, PieceType, Rank, Setup, Square};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};

/// The placement of pieces on a board.
///
/// `BaseBoard()` is the initial placement, `BaseBoard(None)` the empty board, and
/// `BaseBoard(board_fen)` reads the piece placement of a FEN. Any placement is possible. `Board`
/// adds the rest of a position, moves and rules.
///
/// The attributes `pawns`, `knights`, `bishops`, `rooks`, `queens`, `kings`, `promoted` and
/// `occupied` are integer masks, and `occupied_co` a tuple of those of Black and White. They can be
/// set one by one; a board whose masks contradict each other has no defined moves.
#[pyclass(subclass, dict, weakref, module = "ferz")]
pub struct BaseBoard {
    pub(crate) state: State,
}

impl BaseBoard {
    /// Creates the initial placement.
    pub(crate) const fn start() -> Self {
        Self { state: State::start() }
    }

    /// Reads the piece placement of a FEN.
    pub(crate) fn read_board_fen(&mut self, fen: &str) -> PyResult<()> {
        let text = fen.trim();
        if text.contains(char::is_whitespace) {
            return Err(PyValueError::new_err(format!(
                "expected position part of fen, got multiple parts: {}",
                clipped(text)
            )));
        }
        self.state
            .set_board_fen(text)
            .map_err(|error| PyValueError::new_err(format!("{}: {}", error.0, clipped(text))))
    }

    /// Puts the pieces of a Chess960 initial position.
    pub(crate) fn write_chess960_pos(&mut self, number: Natural) -> PyResult<()> {
        let Natural(number) = number;
        let setup = u16::try_from(number).ok().and_then(Setup::chess960).ok_or_else(|| {
            PyValueError::new_err(format!("chess960 position index not 0 <= {number} <= 959"))
        })?;
        self.state.set_placement(&State::of_setup(&setup));
        Ok(())
    }
}

/// Creates a new object of the type of another, as `type(board)(None)`.
pub(crate) fn new_like<'py>(board: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    board.get_type().call1((board.py().None(),))
}

/// Declares integer masks with the names of getter and setter and the field of the state.
macro_rules! masks {
    ($($(#[$doc:meta])* $name:ident, $set_name:ident => $field:ident $([$index:expr])?;)+) => {
        #[pymethods]
        impl BaseBoard {
            $(
                $(#[$doc])*
                #[getter]
                fn $name(&self) -> u64 {
                    self.state.$field $([$index])? .0
                }

                #[setter]
                fn $set_name(&mut self, mask: MaskArg) {
                    self.state.$field $([$index])? = mask.0;
                }
            )+
        }
    };
}

masks! {
    /// The pawns as an integer mask.
    pawns, set_pawns => by_type[PieceType::Pawn];
    /// The knights as an integer mask.
    knights, set_knights => by_type[PieceType::Knight];
    /// The bishops as an integer mask.
    bishops, set_bishops => by_type[PieceType::Bishop];
    /// The rooks as an integer mask.
    rooks, set_rooks => by_type[PieceType::Rook];
    /// The queens as an integer mask.
    queens, set_queens => by_type[PieceType::Queen];
    /// The kings as an integer mask.
    kings, set_kings => by_type[PieceType::King];
    /// The promoted pieces as an integer mask.
    promoted, set_promoted => promoted;
    /// The occupied squares as an integer mask.
    occupied, set_occupied => occupied;
}

#[pymethods]
impl BaseBoard {
    #[new]
    #[pyo3(
        signature = (*_arguments, **_keywords),
        text_signature = "(board_fen='rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR')"
    )]
    fn new(_arguments: &Bound<'_, PyTuple>, _keywords: Option<&Bound<'_, PyDict>>) -> Self {
        Self::start()
    }

    #[pyo3(signature = (board_fen=Some(crate::state::STARTING_BOARD_FEN)))]
    fn __init__(&mut self, board_fen: Option<&str>) -> PyResult<()> {
        match board_fen {
            None => self.state = State::empty(),
            Some(crate::state::STARTING_BOARD_FEN) => self.state = State::start(),
            Some(fen) => self.read_board_fen(fen)?,
        }
        Ok(())
    }

    /// The squares occupied by Black and by White as integer masks, so that
    /// `board.occupied_co[color]` is the mask of a colour. Assign a new pair to change it.
    #[getter]
    fn occupied_co(&self) -> (u64, u64) {
        let [white, black] = self.state.by_color;
        (black.0, white.0)
    }

    #[setter]
    fn set_occupied_co(&mut self, masks: [MaskArg; 2]) {
        let [black, white] = masks;
        self.state.by_color = [white.0, black.0];
    }

    /// Returns the mask of the pieces of a type and a colour.
    fn pieces_mask(&self, piece_type: PieceTypeArg, color: ColorArg) -> u64 {
        self.state.pieces(color.0, piece_type.0).0
    }

    /// Returns the squares of the pieces of a type and a colour.
    fn pieces(&self, piece_type: PieceTypeArg, color: ColorArg) -> SquareSet {
        SquareSet::of(self.state.pieces(color.0, piece_type.0))
    }

    /// Returns the number of pieces on the board.
    fn piece_count(&self) -> usize {
        self.state.occupied.len()
    }

    /// Returns the piece on a square, or `None`.
    fn piece_at(&self, py: Python<'_>, square: SquareArg) -> PyResult<Option<Py<Piece>>> {
        self.state.piece_at(square.0).map(|piece| Piece::object(py, piece)).transpose()
    }

    /// Returns the type of the piece on a square, or `None`.
    fn piece_type_at(&self, square: SquareArg) -> Option<u8> {
        self.state.type_at(square.0).map(type_number)
    }

    /// Returns the colour of the piece on a square, or `None`.
    fn color_at(&self, square: SquareArg) -> Option<bool> {
        self.state.color_at(square.0).map(is_white)
    }

    /// Returns the square of the king of a colour. Returns `None` if there is none or there are
    /// several. Promoted kings do not count.
    fn king(&self, color: ColorArg) -> Option<u8> {
        self.state.only_king(color.0).map(|square| square as u8)
    }

    /// Returns the mask of the squares that the piece on a square attacks. Pins are not considered.
    fn attacks_mask(&self, square: SquareArg) -> u64 {
        self.state.attacks_from(square.0).0
    }

    /// Returns the squares that the piece on a square attacks. Pins are not considered, and a pawn
    /// attacks the squares diagonally ahead.
    fn attacks(&self, square: SquareArg) -> SquareSet {
        SquareSet::of(self.state.attacks_from(square.0))
    }

    /// Returns the mask of the pieces of a colour that attack a square, with `occupied` in place of
    /// the occupied squares.
    #[pyo3(signature = (color, square, occupied=None))]
    fn attackers_mask(
        &self,
        color: ColorArg,
        square: SquareArg,
        occupied: Option<SquaresArg>,
    ) -> u64 {
        self.attackers(color, square, occupied).squares.0
    }

    /// Returns the pieces of a colour that attack a square, with `occupied` in place of the occupied
    /// squares. Pinned pieces attack too.
    #[pyo3(signature = (color, square, occupied=None))]
    fn attackers(
        &self,
        color: ColorArg,
        square: SquareArg,
        occupied: Option<SquaresArg>,
    ) -> SquareSet {
        let occupied = occupied.map_or(self.state.occupied, |argument| argument.0);
        SquareSet::of(self.state.attackers(color.0, square.0, occupied))
    }

    /// Returns true if a colour attacks a square.
    #[pyo3(signature = (color, square, occupied=None))]
    fn is_attacked_by(
        &self,
        color: ColorArg,
        square: SquareArg,
        occupied: Option<SquaresArg>,
    ) -> bool {
        self.attackers(color, square, occupied).squares.any()
    }

    /// Returns the mask of the line of an absolute pin: see `pin()`.
    fn pin_mask(&self, color: ColorArg, square: SquareArg) -> u64 {
        self.state.pin(color.0, square.0).0
    }

    /// Returns the rank, file or diagonal of an absolute pin of a square against the king of a
    /// colour, or all squares if there is no pin.
    fn pin(&self, color: ColorArg, square: SquareArg) -> SquareSet {
        SquareSet::of(self.state.pin(color.0, square.0))
    }

    /// Returns true if a square is pinned against the king of a colour.
    fn is_pinned(&self, color: ColorArg, square: SquareArg) -> bool {
        self.state.pin(color.0, square.0) != Bitboard::ALL
    }

    /// Returns the piece placement of a FEN, with `~` after promoted pieces if `promoted` is true.
    #[pyo3(signature = (*, promoted=Some(false)))]
    fn board_fen(&self, promoted: Option<bool>) -> String {
        self.state.board_fen(promoted.unwrap_or(false))
    }

    /// Returns a dictionary of the pieces by square, of the squares of a mask.
    #[pyo3(signature = (*, mask=MaskArg(Bitboard::ALL)))]
    fn piece_map<'py>(&self, py: Python<'py>, mask: MaskArg) -> PyResult<Bound<'py, PyDict>> {
        let pieces = PyDict::new(py);
        for (square, piece) in self.state.piece_list(mask.0) {
            pieces.set_item(square as u8, Piece::object(py, piece)?)?;
        }
        Ok(pieces)
    }

    /// Puts the pieces of a Chess960 initial position with a number 0 to 959.
    ///
    /// Raises `ValueError` for another number.
    fn set_chess960_pos(&mut self, scharnagl: Natural) -> PyResult<()> {
        self.write_chess960_pos(scharnagl)
    }

    /// Returns the Chess960 number if this is an initial placement, else `None`.
    fn chess960_pos(&self) -> Option<u16> {
        self.state.chess960_placement()
    }

    /// Returns a copy.
    fn copy<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let copy = new_like(slf)?;
        copy.cast::<Self>()?.borrow_mut().state = slf.borrow().state;
        Ok(copy)
    }

    fn __copy__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.call_method0("copy")
    }

    fn __deepcopy__<'py>(
        slf: &Bound<'py, Self>,
        memo: &Bound<'py, PyDict>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let copy = slf.call_method0("copy")?;
        memo.set_item(slf.as_ptr() as usize, &copy)?;
        Ok(copy)
    }

    /// Creates an empty board.
    #[classmethod]
    fn empty<'py>(cls: &Bound<'py, PyType>) -> PyResult<Bound<'py, PyAny>> {
        cls.call1((cls.py().None(),))
    }

    /// Creates a Chess960 initial placement with a number 0 to 959.
    #[classmethod]
    fn from_chess960_pos<'py>(
        cls: &Bound<'py, PyType>,
        scharnagl: Natural,
    ) -> PyResult<Bound<'py, PyAny>> {
        let board = Self::empty(cls)?;
        board.call_method1("set_chess960_pos", (scharnagl.0,))?;
        Ok(board)
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let fen = slf.borrow().state.board_fen(true);
        Ok(format!("{}('{fen}')", slf.get_type().name()?))
    }

    fn __eq__(&self, other: &Bound<'_, Self>) -> bool {
        self.state.same_placement(&other.borrow().state)
    }
}

#[pymethods]
impl BaseBoard {
    /// Returns the board as eight lines of Unicode figurines.
    ///
    /// `invert_color` exchanges white and black figurines, for dark backgrounds; `borders` adds
    /// lines and coordinates; `orientation` is the colour at the bottom.
    #[pyo3(signature = (*, invert_color=false, borders=false, empty_square="⭘", orientation=ColorArg(Color::White)))]
    fn unicode(
        &self,
        invert_color: bool,
        borders: bool,
        empty_square: &str,
        orientation: ColorArg,
    ) -> String {
        let symbol =
            |piece| figurine(if invert_color { inverted(piece) } else { piece }).to_string();
        self.diagram(symbol, borders, empty_square, orientation.0)
    }

    fn __str__(&self) -> String {
        self.diagram(|piece| piece.letter().to_string(), false, ".", Color::White)
    }

    /// Returns a picture for Jupyter.
    fn _repr_svg_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        crate::package::svg(slf.py(), "board", 400, &[("board", slf.as_any())])
    }
}

impl BaseBoard {
    /// Draws the board from the point of view of a colour.
    fn diagram(
        &self,
        symbol: impl Fn(ferz::Piece) -> String,
        borders: bool,
        empty: &str,
        orientation: Color,
    ) -> String {
        let (mut ranks, mut files) = (Rank::ALL, File::ALL);
        match orientation {
            Color::White => ranks.reverse(),
            Color::Black => files.reverse(),
        }
        let rows = ranks.into_iter().map(|rank| {
            let cell = |file| {
                let piece = self.state.piece_at(Square::new(file, rank));
                piece.map_or_else(|| empty.to_owned(), &symbol)
            };
            let cells = files.map(cell);
            if borders { format!("{rank} |{}|", cells.join("|")) } else { cells.join(" ") }
        });
        let rows: Vec<String> = rows.collect();
        if !borders {
            return rows.join("\n");
        }
        let line = format!("  {}\n", "-".repeat(17));
        let names = files.map(|file| file.letter().to_string()).join(" ");
        let body: String = rows.iter().map(|row| format!("{line}{row}\n")).collect();
        format!("{body}{line}   {names}")
    }
}
