//! Games of a PGN text for `ferz.pgn`: lines, tokens and trees of moves.

mod game_text;
mod lines;
mod tree;

use crate::board::Board;
use crate::chess_move::Move;
use ferz::notation::ParseSanProblem;
use ferz::{File, Position, Square};
use ferz_game::pgn::{PgnErrorKind, Variant};
use game_text::{GameText, Token};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString};
use std::ops::Range;
use std::sync::LazyLock;
use tree::{MoveTree, Notes};

/// The initial position of standard chess.
static STARTPOS: LazyLock<Position> = LazyLock::new(Position::startpos);

/// The tags and the movetext of one game.
#[pyclass(frozen, module = "ferz._core")]
pub(crate) struct PgnText(GameText);

/// The moves of one game, from which nodes are created when they are needed.
#[pyclass(frozen, module = "ferz._core")]
pub(crate) struct PgnTree {
    tree: MoveTree,
    /// The text of the comments; `None` without annotations.
    text: Option<Py<PgnText>>,
    chess960: bool,
}

/// Reads the next game, or its tags alone, from an object with a method `readline`, after the text `before`.
/// Returns the game, `None` at the end of the text, and the text behind it that has been read and cannot be
/// given back.
#[pyfunction]
pub(crate) fn read_pgn_text<'py>(
    py: Python<'py>,
    handle: &Bound<'py, PyAny>,
    before: Vec<u8>,
    tags_only: bool,
) -> PyResult<(Option<PgnText>, Bound<'py, PyBytes>)> {
    let (game, unread) = GameText::read(handle, before, tags_only)?;
    Ok((game.map(PgnText), PyBytes::new(py, &unread)))
}

#[pymethods]
impl PgnText {
    /// Adds the tags to a dictionary. Of two tags with the same name the last is kept.
    fn add_tags(&self, py: Python<'_>, tags: &Bound<'_, PyDict>) -> PyResult<()> {
        for (name, value) in self.0.tags() {
            tags.set_item(to_text(py, name)?, to_text(py, value)?)?;
        }
        Ok(())
    }

    /// Returns pairs of name and value, in the order of the text.
    fn tags<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<Vec<(Bound<'py, PyString>, Bound<'py, PyString>)>> {
        self.0.tags().map(|(name, value)| Ok((to_text(py, name)?, to_text(py, value)?))).collect()
    }

    /// Returns the tokens of the movetext as pairs of a kind and a value: `"san"`, `"comment"` and
    /// `"result"` with a text, `"nag"` with a number, `"("` and `")"` with `None`.
    fn tokens<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        let text = |place| Ok::<_, PyErr>(to_text(py, self.0.part(place))?.into_any());
        for token in self.0.tokens() {
            let (kind, value) = match token {
                Token::San(san) => ("san", text(san)?),
                Token::Comment(comment) => ("comment", text(comment)?),
                Token::Nag(nag) => ("nag", nag.0.into_pyobject(py)?.into_any()),
                Token::Open => ("(", py.None().into_bound(py)),
                Token::Close => (")", py.None().into_bound(py)),
            };
            list.append((kind, value))?;
        }
        if let Some(result) = self.result() {
            list.append(("result", result))?;
        }
        Ok(list)
    }

    /// The game termination marker.
    #[getter]
    fn result(&self) -> Option<&'static str> {
        self.0.result.map(|result| result.as_str())
    }

    /// The fault of the text after which the game has not been read.
    #[getter]
    fn error(&self) -> Option<String> {
        self.0.error.as_ref().map(|error| error.kind.to_string())
    }

    /// The faults of the text that hide no move.
    #[getter]
    fn warnings(&self) -> Vec<String> {
        self.0.warnings.iter().map(|warning| warning.kind.to_string()).collect()
    }

    /// Returns the tree of moves from the position of a board, by default the initial position of
    /// standard chess. Returns `None` if the position is not legal.
    #[pyo3(signature = (board = None))]
    fn tree(slf: Bound<'_, Self>, board: Option<&Bound<'_, Board>>) -> Option<PgnTree> {
        let start = match board {
            None => STARTPOS.clone(),
            Some(board) => Board::position(board).ok()?,
        };
        let chess960 = board.is_some_and(|board| Board::snapshot(board).chess960);
        let text = &slf.get().0;
        let tree = slf.py().detach(|| MoveTree::of_game(text, start));
        let text = tree.has_notes().then(|| slf.unbind());
        Some(PgnTree { tree, text, chess960 })
    }
}

/// The comments of a move, the comments before it, and its NAGs.
type NotesObject<'py> = (Vec<Bound<'py, PyString>>, Vec<Bound<'py, PyString>>, Vec<u16>);

/// An alternative to a move: its index, its move and its annotations.
type OtherObject<'py> = (u32, Py<Move>, Option<NotesObject<'py>>);

/// A move of a line, its annotations and its alternatives.
type LineObject<'py> = (Py<Move>, Option<NotesObject<'py>>, Option<Vec<OtherObject<'py>>>);

#[pymethods]
impl PgnTree {
    /// The moves that cannot be read or made: for each the kind of the error, `"illegal"`, `"invalid"` or
    /// `"ambiguous"`, and its text.
    #[getter]
    fn errors(&self) -> Vec<(&'static str, String)> {
        let kind = |error: &PgnErrorKind| match error {
            PgnErrorKind::Move { reason: ParseSanProblem::Malformed, .. }
            | PgnErrorKind::PieceLetters { .. } => "invalid",
            PgnErrorKind::Move { reason: ParseSanProblem::Ambiguous { .. }, .. } => "ambiguous",
            _ => "illegal",
        };
        self.tree.errors.iter().map(|error| (kind(error), error.to_string())).collect()
    }

    /// The faults of moves that are read in spite of them.
    #[getter]
    fn warnings(&self) -> Vec<String> {
        self.tree.warnings.iter().map(ToString::to_string).collect()
    }

    /// Returns the main line after a node: for each move a tuple of the move, its annotations or
    /// `None`, and its alternatives or `None`. An alternative is a tuple of its index, move and
    /// annotations. Index 0 is the start position.
    fn line<'py>(&self, py: Python<'py>, node: u32) -> PyResult<Vec<LineObject<'py>>> {
        self.check(node)?;
        let mut line = Vec::new();
        for node in self.tree.main_line(node) {
            let others = self
                .tree
                .alternatives(node)
                .map(|other| Ok((other, self.move_object(py, other)?, self.notes(py, other)?)));
            let others: Vec<_> = others.collect::<PyResult<_>>()?;
            let others = (!others.is_empty()).then_some(others);
            line.push((self.move_object(py, node)?, self.notes(py, node)?, others));
        }
        Ok(line)
    }

    /// Returns comments, starting comments and NAGs of a node, or `None`.
    fn notes<'py>(&self, py: Python<'py>, node: u32) -> PyResult<Option<NotesObject<'py>>> {
        self.check(node)?;
        let (Some(Notes { comments, starting_comments, nags }), Some(text)) =
            (self.tree.notes(node), &self.text)
        else {
            return Ok(None);
        };
        let text = &text.get().0;
        let texts = |places: &[Range<usize>]| -> PyResult<Vec<_>> {
            places.iter().map(|place| to_text(py, text.part(place))).collect()
        };
        let nags = nags.iter().map(|nag| nag.0.into()).collect();
        Ok(Some((texts(comments)?, texts(starting_comments)?, nags)))
    }

    /// Returns the moves of the main line after a node.
    fn main_line(&self, py: Python<'_>, node: u32) -> PyResult<Vec<Py<Move>>> {
        self.check(node)?;
        self.tree.main_line(node).map(|node| self.move_object(py, node)).collect()
    }
}

impl PgnTree {
    fn check(&self, node: u32) -> PyResult<()> {
        if self.tree.contains(node) {
            return Ok(());
        }
        Err(PyIndexError::new_err("no such node"))
    }

    /// Returns Python's object of the move of a node.
    fn move_object(&self, py: Python<'_>, node: u32) -> PyResult<Py<Move>> {
        let written = match self.tree.mv(node) {
            None => Move::NULL,
            Some(mv) => Move::promoting(mv.from(), self.written_target(mv), mv.promotion()),
        };
        written.object(py)
    }

    /// Returns the target square of a move: for castling from the squares of standard chess the
    /// king's, unless the board is one of Chess960.
    fn written_target(&self, mv: ferz::Move) -> Square {
        let to = mv.to();
        let target = match (mv.from().file(), to.file()) {
            (File::E, File::H) => File::G,
            (File::E, File::A) => File::C,
            _ => return to,
        };
        if mv.is_castling() && !self.chess960 { Square::new(target, to.rank()) } else { to }
    }
}

/// Returns `"standard"`, `"wild"` or `"chess960"` for a value of the tag `Variant`, or `None` for a
/// variant with rules of its own. Case, spaces and punctuation do not count.
#[pyfunction]
pub(crate) fn pgn_variant(name: &str) -> Option<&'static str> {
    Variant::from_tag(name).map(|variant| match variant {
        Variant::Standard => "standard",
        Variant::Wild => "wild",
        Variant::Chess960 => "chess960",
    })
}

/// The error handler that encodes surrogates as three bytes and decodes them again.
const HANDLER: &str = "surrogatepass";

/// Appends a text in UTF-8 to bytes.
pub(crate) fn append_text(text: &Bound<'_, PyString>, bytes: &mut Vec<u8>) -> PyResult<()> {
    match text.encode_utf8() {
        Ok(text) => bytes.extend_from_slice(text.as_bytes()),
        Err(_) => {
            let encoded = text.call_method1("encode", ("utf-8", HANDLER))?;
            bytes.extend_from_slice(encoded.cast::<pyo3::types::PyBytes>()?.as_bytes());
        }
    }
    Ok(())
}

/// Returns the text of bytes that [`append_text`] has written.
pub(crate) fn to_text<'py>(py: Python<'py>, bytes: &[u8]) -> PyResult<Bound<'py, PyString>> {
    match str::from_utf8(bytes) {
        Ok(text) => Ok(PyString::new(py, text)),
        Err(_) => {
            let bytes = pyo3::types::PyBytes::new(py, bytes);
            let text = bytes.call_method1("decode", ("utf-8", HANDLER))?;
            Ok(text.cast_into::<PyString>()?)
        }
    }
}
