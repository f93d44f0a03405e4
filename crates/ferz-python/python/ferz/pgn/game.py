"""The root node of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterable, List, Mapping, Optional, Tuple, Type, TypeVar, Union

import ferz as chess
from ferz.pgn.headers import Headers
from ferz.pgn.node import GameNode
from ferz.pgn.time_control import TimeControl, parse_time_control
from ferz.pgn.visitor import SKIP, BaseVisitor, ResultT
from ferz.pgn.walk import visit_comments, walk

if TYPE_CHECKING:
    from ferz.pgn.builders import GameBuilder

GameT = TypeVar("GameT", bound="Game")


def setup_headers(headers: Headers, board: chess.Board) -> None:
    """Sets or removes the headers that describe a start position."""
    fen = board.fen()
    if fen == chess.STARTING_FEN:
        headers.pop("FEN", None)
        headers.pop("SetUp", None)
    else:
        headers["FEN"] = fen
        headers["SetUp"] = "1"
    if board.chess960:
        headers["Variant"] = "Chess960"
    else:
        headers.pop("Variant", None)


class Game(GameNode):
    """The start position of a game, with its headers and the errors of its text."""

    headers: Headers
    """The tag pairs."""

    errors: List[Exception]
    """The errors found while the game was read."""

    def __init__(self, headers: Optional[Union[Mapping[str, str], Iterable[Tuple[str, str]]]] = None) -> None:
        super().__init__()
        self.headers = Headers(headers)
        self.errors = []

    def board(self) -> chess.Board:
        return self.headers.board()

    def ply(self) -> int:
        # Most games start from the initial position, which needs no board.
        return self.board().ply() if "FEN" in self.headers else 0

    def setup(self, board: Union[chess.Board, str]) -> None:
        """Sets the start position, a board or a FEN, by the headers ``FEN``, ``SetUp`` and
        ``Variant``.

        :raises: :exc:`ValueError` if the FEN is invalid.
        """
        if isinstance(board, str):
            board = chess.Board(board)
            board.chess960 = board.has_chess960_castling_rights()
        setup_headers(self.headers, board)

    def accept(self, visitor: BaseVisitor[ResultT]) -> ResultT:
        if visitor.begin_game() is not SKIP:
            visitor.begin_headers()
            for name, value in self.headers.items():
                visitor.visit_header(name, value)
            if visitor.end_headers() is not SKIP:
                board = self.board()
                visitor.visit_board(board)
                visit_comments(visitor, self.comments)
                if self.variations:
                    walk(visitor, board, self.variations[0], siblings=True)
                visitor.visit_result(self.headers.get("Result", "*"))
        visitor.end_game()
        return visitor.result()

    def time_control(self) -> TimeControl:
        """Returns the time control by the header ``TimeControl``.

        :raises: :exc:`ValueError` if the header is invalid.
        """
        return parse_time_control(self.headers.get("TimeControl", ""))

    @classmethod
    def from_board(cls: Type[GameT], board: chess.Board) -> GameT:
        """Creates a game from the moves of a board, with its result."""
        game = cls()
        game.setup(board.root())
        node: GameNode = game
        for move in board.move_stack:
            node = node.add_variation(move)
        game.headers["Result"] = board.result()
        return game

    @classmethod
    def without_tag_roster(cls: Type[GameT]) -> GameT:
        """Creates a game without the Seven Tag Roster."""
        return cls(headers={})

    @classmethod
    def builder(cls: Type[GameT]) -> GameBuilder[GameT]:
        """Creates a visitor that builds games of this class."""
        from ferz.pgn.builders import GameBuilder

        return GameBuilder(Game=cls)

    def __repr__(self) -> str:
        headers = self.headers
        white, black = headers.get("White", "?"), headers.get("Black", "?")
        date, site = headers.get("Date", "????.??.??"), headers.get("Site", "?")
        errors = f", {len(self.errors)} errors" if self.errors else ""
        return f"<{type(self).__name__} at {id(self):#x} ({white!r} vs. {black!r}, {date!r} at {site!r}{errors})>"
