//! Games of a PGN text for `ferz.pgn`: lines, tokens and trees of moves.

mod text;
mod token;
mod tree;

use crate::board::Board;
use crate::chess_move::Move;
use ferz::{File, Position, Square};
use ferz_game::pgn::Tags;
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};
use std::ops::Range;
use std::sync::LazyLock;
use text::GameText;
use token::{MovetextTokens, Token};
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
    movetext: Vec<u8>,
    chess960: bool,
}

/// Reads the tags and the movetext of the next game from an object with a method `readline`.
/// Returns `None` at the end of the text.
#[pyfunction]
pub(crate) fn read_pgn_text(handle: &Bound<'_, PyAny>) -> PyResult<Option<PgnText>> {
    let readline = handle.getattr("readline")?;
    let next_line = |text: &mut Vec<u8>| {
        let line = readline.call0()?;
        let line = line.cast::<PyString>().map_err(|_| {
            PyTypeError::new_err("expected a file opened in text mode: readline() returned no str")
        })?;
        append_text(line, text)
    };
    Ok(GameText::read::<PyErr>(next_line)?.map(PgnText))
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
        for token in MovetextTokens::new(self.0.movetext()) {
            let text = |text| Ok::<_, PyErr>(to_text(py, text)?.into_any());
            let (kind, value) = match token {
                Token::San(san) => ("san", text(san)?),
                Token::Comment(comment) => ("comment", text(comment)?),
                Token::Result(result) => ("result", text(result)?),
                Token::Nag(digits) => {
                    // A number of any length, which Python's integers can hold.
                    ("nag", py.get_type::<pyo3::types::PyInt>().call1((text(digits)?,))?)
                }
                Token::Suffix(number) => ("nag", number.into_pyobject(py)?.into_any()),
                Token::Open => ("(", py.None().into_bound(py)),
                Token::Close => (")", py.None().into_bound(py)),
            };
            list.append((kind, value))?;
        }
        Ok(list)
    }

    /// Returns the tree of moves from the position of a board, by default the initial position of
    /// standard chess. Returns `None` if the position or a move is not legal.
    #[pyo3(signature = (board = None))]
    fn tree(&self, py: Python<'_>, board: Option<&Bound<'_, Board>>) -> Option<PgnTree> {
        let start = match board {
            None => STARTPOS.clone(),
            Some(board) => Board::position(board).ok()?,
        };
        let chess960 = board.is_some_and(|board| Board::snapshot(board).chess960);
        let movetext = self.0.movetext();
        let tree = py.detach(|| MoveTree::parse(movetext, start)).ok()?;
        let movetext = if tree.has_notes() { movetext.to_vec() } else { Vec::new() };
        Some(PgnTree { tree, movetext, chess960 })
    }
}

/// The comments of a move, the comments before it, and its NAGs.
type NotesObject<'py> = (Vec<Bound<'py, PyString>>, Vec<Bound<'py, PyString>>, Vec<u64>);

/// An alternative to a move: its index, its move and its annotations.
type OtherObject<'py> = (u32, Py<Move>, Option<NotesObject<'py>>);

/// A move of a line, its annotations and its alternatives.
type LineObject<'py> = (Py<Move>, Option<NotesObject<'py>>, Option<Vec<OtherObject<'py>>>);

#[pymethods]
impl PgnTree {
    /// The game termination marker.
    #[getter]
    fn result(&self) -> Option<&'static str> {
        self.tree.result.map(|result| result.as_str())
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
        let Some(Notes { comments, starting_comments, nags }) = self.tree.notes(node) else {
            return Ok(None);
        };
        let texts = |places: &[Range<usize>]| -> PyResult<Vec<_>> {
            places.iter().map(|place| to_text(py, &self.movetext[place.clone()])).collect()
        };
        Ok(Some((texts(comments)?, texts(starting_comments)?, nags.clone())))
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

/// Other names of standard chess, in small letters and digits alone.
const STANDARD: [&str; 6] = ["standard", "chess", "classical", "normal", "fromposition", "illegal"];
/// The wild variants with the rules of standard chess and other start positions.
const WILD: [&str; 10] =
    ["wild0", "wild1", "wild2", "wild3", "wild4", "wild5", "wild6", "wild7", "wild8", "wild8a"];

/// Returns `"standard"`, `"wild"` or `"chess960"` for a value of the tag `Variant`, or `None` for a
/// variant with rules of its own. Case, spaces and punctuation do not count.
#[pyfunction]
pub(crate) fn pgn_variant(name: &str) -> Option<&'static str> {
    let letters: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    let letters = letters.to_ascii_lowercase();
    if STANDARD.contains(&letters.as_str()) {
        Some("standard")
    } else if WILD.contains(&letters.as_str()) {
        Some("wild")
    } else {
        Tags::is_chess960(&letters).then_some("chess960")
    }
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
