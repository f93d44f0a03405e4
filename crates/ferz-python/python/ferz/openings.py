"""Names of openings with their ECO codes (Encyclopaedia of Chess Openings).

About 3,800 positions have a name. A position is found by its pieces, so the order of the moves does not
matter; the opening of a game is its last position with a name.

>>> import ferz, ferz.openings
>>> board = ferz.Board()
>>> for san in ("Nf3", "Nf6", "d4", "e6", "c4", "b6", "h4"):
...     _ = board.push_san(san)
>>> ferz.openings.find(board) is None
True
>>> print(ferz.openings.classify(board))
E12 Queen's Indian Defense

The names are those of https://github.com/lichess-org/chess-openings (CC0 1.0). For arrays of positions there
is :func:`ferz.batch.openings`.
"""

from __future__ import annotations

import functools
from typing import Iterable, List, NamedTuple, Optional, Protocol, Tuple, Union

from . import _chess as chess
from ._core import classify_opening, find_opening, opening_rows


class Opening(NamedTuple):
    """A position with a name."""

    eco: str
    """The ECO code, ``A00`` to ``E99``."""
    name: str
    """The English name: the family, and for variations a colon and their names, separated by commas."""
    uci: str
    """The usual moves to the position in UCI notation, separated by spaces."""

    @property
    def family(self) -> str:
        """The name without variations."""
        return self.name.split(": ", 1)[0]

    @property
    def moves(self) -> List[chess.Move]:
        """The usual moves to the position, from the initial position."""
        return [chess.Move.from_uci(text) for text in self.uci.split()]

    def board(self) -> chess.Board:
        """Returns a board with the position, after the usual moves."""
        board = chess.Board()
        for move in self.moves:
            board.push(move)
        return board

    def __str__(self) -> str:
        return f"{self.eco} {self.name}"


class _Game(Protocol):
    """A game or a node of one, such as :class:`ferz.pgn.Game`."""

    def board(self) -> chess.Board: ...
    def mainline_moves(self) -> Iterable[chess.Move]: ...


@functools.lru_cache(maxsize=None)
def all_openings() -> Tuple[Opening, ...]:
    """Returns all openings, in the order of their codes."""
    return tuple(Opening(*row) for row in opening_rows())


def find(board: chess.Board) -> Optional[Opening]:
    """Returns the opening of exactly this position, if it has a name."""
    index = find_opening(board)
    return None if index is None else all_openings()[index]


def classify(game: Union[chess.Board, _Game]) -> Optional[Opening]:
    """Returns the opening of a game, if one of its positions has a name: the last one of the main line of a
    :class:`ferz.pgn.Game`, or of the moves that led to a board.

    Moves from the first illegal one on are ignored.
    """
    if isinstance(game, chess.Board):
        index = classify_opening(game, ())
    else:
        index = classify_opening(game.board(), game.mainline_moves())
    return None if index is None else all_openings()[index]
