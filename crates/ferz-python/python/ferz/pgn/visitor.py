"""The base class of visitors."""

from __future__ import annotations

import abc
import contextlib
import enum
import re
from typing import TYPE_CHECKING, Generic, MutableMapping, Optional, TypeVar

from ferz import _chess as chess

if TYPE_CHECKING:
    from typing_extensions import Literal

ResultT = TypeVar("ResultT", covariant=True)

_UCI = re.compile("(?:[a-h][1-8]){2}[nbrq]?")


class SkipType(enum.Enum):
    """The type of :data:`SKIP`."""

    SKIP = None


SKIP = SkipType.SKIP
"""Returned by methods of a visitor to skip a game, its movetext, a variation or a move."""


class BaseVisitor(abc.ABC, Generic[ResultT]):
    """Base class for visitors of a game.

    A visitor is passed to :func:`~ferz.pgn.read_game()`, or to the method ``accept`` of a game or a
    node. Its methods are called in the order of the PGN text, and do nothing by default.
    """

    def begin_game(self) -> Optional[SkipType]:
        """Begins a game. Skips it if :data:`SKIP` is returned."""

    def begin_headers(self) -> Optional[MutableMapping[str, str]]:
        """Begins the headers. May return a container for them, which the visitor fills itself."""

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        """Receives a header."""

    def end_headers(self) -> Optional[SkipType]:
        """Ends the headers. Skips the movetext if :data:`SKIP` is returned."""

    def begin_parse_san(self, board: chess.Board, san: str) -> Optional[SkipType]:
        """Receives a move of a text, before it is parsed. Skips it if :data:`SKIP` is returned."""

    def parse_san(self, board: chess.Board, san: str) -> chess.Move:
        """Parses a move of a text, in SAN or in UCI notation as some programs write it.

        :raises: :exc:`ValueError` if *san* is not a legal move.
        """
        try:
            return board.parse_san(san)
        except ValueError:
            if _UCI.fullmatch(san):
                with contextlib.suppress(ValueError):
                    return board.parse_uci(san)
            raise

    def visit_move(self, board: chess.Board, move: chess.Move) -> None:
        """Receives a move and the position before it.

        Changes of *board* must be undone before the method returns.
        """

    def visit_board(self, board: chess.Board) -> None:
        """Receives the start position, and the position after each move.

        Changes of *board* must be undone before the method returns.
        """

    def visit_comment(self, comment: str) -> None:
        """Receives a comment."""

    def visit_nag(self, nag: int) -> None:
        """Receives a numeric annotation glyph."""

    def begin_variation(self) -> Optional[SkipType]:
        """Begins a variation. Skips it if :data:`SKIP` is returned."""

    def end_variation(self) -> None:
        """Ends a variation, also a skipped one."""

    def visit_result(self, result: str) -> None:
        """Receives the result: the game termination marker, or the header ``Result``."""

    def end_game(self) -> None:
        """Ends a game."""

    @abc.abstractmethod
    def result(self) -> ResultT:
        """Returns the result of the visitor."""

    def handle_error(self, error: Exception) -> None:
        """Receives an error. Raises it by default."""
        raise error


class SkipVisitor(BaseVisitor["Literal[True]"]):
    """Skips a game."""

    def begin_game(self) -> SkipType:
        return SKIP

    def end_headers(self) -> SkipType:
        return SKIP

    def begin_variation(self) -> SkipType:
        return SKIP

    def result(self) -> Literal[True]:
        return True


class BoardBuilder(BaseVisitor["chess.Board"]):
    """Returns a board with the last position of the main line and its moves."""

    board: chess.Board

    def begin_variation(self) -> SkipType:
        return SKIP

    def visit_board(self, board: chess.Board) -> None:
        self.board = board

    def result(self) -> chess.Board:
        return self.board
