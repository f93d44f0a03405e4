"""The Rust classes of the package; ``ferz`` exports the public ones."""

from ._analysis import GameLine as GameLine, LineAnalysis as LineAnalysis
from ._base_board import BaseBoard as BaseBoard
from ._board import Board as Board
from ._engine import (
    Analysis as Analysis,
    Engine as Engine,
    evaluate as evaluate,
    perft as perft,
    perft_divide as perft_divide,
    replace_file as replace_file,
    run_program as run_program,
)
from ._games import (
    MissingTableError as MissingTableError,
    PgnText as PgnText,
    PgnTree as PgnTree,
    PolyglotBook as PolyglotBook,
    SyzygyTables as SyzygyTables,
    pgn_variant as pgn_variant,
    polyglot_key as polyglot_key,
    polyglot_random as polyglot_random,
    read_pgn_text as read_pgn_text,
    svg_piece as svg_piece,
)
from ._moves import (
    AmbiguousMoveError as AmbiguousMoveError,
    IllegalMoveError as IllegalMoveError,
    InvalidMoveError as InvalidMoveError,
    LegalMoveGenerator as LegalMoveGenerator,
    Move as Move,
    MoveStack as MoveStack,
    Piece as Piece,
    PseudoLegalMoveGenerator as PseudoLegalMoveGenerator,
)
from ._squares import (
    SquareIterator as SquareIterator,
    SquareSet as SquareSet,
    SubsetIterator as SubsetIterator,
    between as between,
    ray as ray,
    scan_forward as scan_forward,
    scan_reversed as scan_reversed,
)

__version__: str
