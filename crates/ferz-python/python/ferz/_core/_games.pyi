"""Stubs of the classes behind ``ferz.pgn``, ``ferz.polyglot``, ``ferz.svg`` and ``ferz.syzygy``."""

from typing import Any, Dict, List, Optional, Tuple

from ._board import Board
from ._moves import Move, Piece

# Comments, starting comments and NAGs.
_Notes = Tuple[List[str], List[str], List[int]]
_Other = Tuple[int, Move, Optional[_Notes]]

class PgnText:
    """The tags and the movetext of one game."""
    def add_tags(self, tags: Dict[str, str]) -> None:
        """Adds the tags to a dictionary. Of two tags with the same name the last is kept."""
    def tags(self) -> List[Tuple[str, str]]:
        """Returns pairs of name and value, in the order of the text."""
    def tokens(self) -> List[Tuple[str, Any]]:
        """Returns the tokens of the movetext as pairs of a kind and a value: `"san"`, `"comment"` and
        `"result"` with a text, `"nag"` with a number, `"("` and `")"` with `None`.
        """
    def tree(self, board: Optional[Board] = None) -> Optional[PgnTree]:
        """Returns the tree of moves from the position of a board, by default the initial position of
        standard chess. Returns `None` if the position or a move is not legal.
        """

class PgnTree:
    """The moves of one game, from which nodes are created when they are needed."""
    @property
    def result(self) -> Optional[str]:
        """The game termination marker."""
    def line(self, node: int) -> List[Tuple[Move, Optional[_Notes], Optional[List[_Other]]]]:
        """Returns the main line after a node: for each move a tuple of the move, its annotations or
        `None`, and its alternatives or `None`. An alternative is a tuple of its index, move and
        annotations. Index 0 is the start position.
        """
    def notes(self, node: int) -> Optional[_Notes]:
        """Returns comments, starting comments and NAGs of a node, or `None`."""
    def main_line(self, node: int) -> List[Move]:
        """Returns the moves of the main line after a node."""

def read_pgn_text(handle: object) -> Optional[PgnText]:
    """Reads the tags and the movetext of the next game from an object with a method `readline`.
    Returns `None` at the end of the text.
    """

class PolyglotBook:
    """A Polyglot book that is searched in its file."""
    def __new__(cls, path: str) -> PolyglotBook: ...
    def __len__(self) -> int: ...
    def entry(self, index: int) -> Tuple[int, int, int, int]:
        """Returns the numbers of an entry."""
    def find(self, key: int) -> List[Tuple[int, int, int, int]]:
        """Returns the numbers of the entries of a position, in the order of the file."""

def polyglot_key(board: Board) -> int:
    """Returns the Polyglot key of any board. The en passant file counts if a pawn attacks the square,
    pinned or not.
    """
def polyglot_random() -> List[int]:
    """Returns the 781 random numbers of the format."""
def svg_piece(piece: Piece) -> str:
    """Returns the drawing of a piece on a square of 100 by 100 units, as elements of SVG for a group with
    `stroke-linejoin="round"`.
    """

class MissingTableError(KeyError):
    """A table that a probe requires is missing."""

class SyzygyTables:
    """A set of tables. Threads may probe at once."""
    def __new__(cls) -> SyzygyTables: ...
    def add_directory(self, path: str, wdl: bool, dtz: bool) -> int:
        """Adds the tables of a directory and returns the number of files."""
    def add_file(self, path: str, wdl: bool, dtz: bool) -> bool:
        """Adds a table and returns true, or false if the file is no table of these kinds."""
    def close(self) -> None:
        """Closes all tables."""
    def wdl(self, board: Board) -> int:
        """Returns the outcome of a position, -2 to 2."""
    def dtz(self, board: Board) -> int:
        """Returns the distance to zeroing of a position."""
    def wdl_table(self, board: Board) -> int:
        """Returns the value of the WDL table alone."""
    def dtz_table(self, board: Board, wdl: int) -> Optional[int]:
        """Returns the value of the DTZ table alone, or `None` if it stores the other side to move."""


def pgn_variant(name: str) -> Optional[str]:
    """Returns `"standard"`, `"wild"` or `"chess960"` for a value of the tag `Variant`, or `None` for a
    variant with rules of its own. Case, spaces and punctuation do not count.
    """
