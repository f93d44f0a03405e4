"""Chess: rules, games, engines and arrays of positions."""

from __future__ import annotations

import collections.abc as _collections
import typing as _typing

from ._annotate import (
    GameAnalysis as GameAnalysis,
    MoveAnalysis as MoveAnalysis,
    PlayerAnalysis as PlayerAnalysis,
    annotate as annotate,
)
from ._core import (
    AmbiguousMoveError as AmbiguousMoveError,
    Analysis as Analysis,
    BaseBoard as BaseBoard,
    Board as Board,
    Engine as Engine,
    IllegalMoveError as IllegalMoveError,
    InvalidMoveError as InvalidMoveError,
    LegalMoveGenerator as LegalMoveGenerator,
    Move as Move,
    MoveStack as _MoveStack,
    Piece as Piece,
    PseudoLegalMoveGenerator as PseudoLegalMoveGenerator,
    SquareSet as SquareSet,
    __version__ as __version__,
    between as between,
    evaluate as evaluate,
    perft as perft,
    perft_divide as perft_divide,
    ray as ray,
    scan_forward as scan_forward,
    scan_reversed as scan_reversed,
)
from ._outcome import *
from ._regexes import FEN_CASTLING_REGEX as FEN_CASTLING_REGEX, SAN_REGEX as SAN_REGEX
from ._squares import *
from ._types import (
    Bitboard as Bitboard,
    BoardT as BoardT,
    Color as Color,
    EnPassantSpec as EnPassantSpec,
    IntoSquareSet as IntoSquareSet,
    PieceType as PieceType,
    Square as Square,
)

_collections.Sequence.register(_MoveStack)  # type: ignore[attr-defined, unused-ignore]

if _typing.TYPE_CHECKING:
    from ._sliders import (
        BB_DIAG_ATTACKS as BB_DIAG_ATTACKS,
        BB_DIAG_MASKS as BB_DIAG_MASKS,
        BB_FILE_ATTACKS as BB_FILE_ATTACKS,
        BB_FILE_MASKS as BB_FILE_MASKS,
        BB_RANK_ATTACKS as BB_RANK_ATTACKS,
        BB_RANK_MASKS as BB_RANK_MASKS,
    )


_SLIDER_TABLES = [f"BB_{line}_{kind}" for line in ("DIAG", "FILE", "RANK") for kind in ("ATTACKS", "MASKS")]

# The tables are names of the module too, although they are computed on first use.
__all__ = [name for name in globals() if not name.startswith("_") and name != "annotations"] + _SLIDER_TABLES


def __getattr__(name: str) -> _typing.Any:
    """Computes the attack tables of sliders on first use."""
    if name in _SLIDER_TABLES:
        from . import _sliders

        return getattr(_sliders, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
