"""Reading of PGN texts."""

from __future__ import annotations

import functools
import weakref
from typing import Any, Callable, List, Optional, TextIO, Tuple, overload

from ferz import _chess as chess
from ferz._core import PgnText, read_pgn_text
from ferz.pgn.headers import Headers
from ferz.pgn.tree import Game, GameBuilder
from ferz.pgn.visitor import SKIP, BaseVisitor, BoardBuilder, ResultT

_OVERRIDABLE = [
    name
    for name in vars(GameBuilder)
    if not name.startswith("_") and name not in ("handle_error", "result")
]
_OVERRIDABLE += [
    name for name in vars(BaseVisitor) if not name.startswith("_") and name not in vars(GameBuilder)
]


_unread: "weakref.WeakKeyDictionary[Any, Tuple[bytes, Optional[int]]]" = weakref.WeakKeyDictionary()
"""Text of files that has been read behind a game and could not be given back, with the position of the file."""


@overload
def read_game(handle: TextIO) -> Optional[Game]: ...


@overload
def read_game(
    handle: TextIO, *, Visitor: Callable[[], BaseVisitor[ResultT]]
) -> Optional[ResultT]: ...


def read_game(handle: TextIO, *, Visitor: Any = GameBuilder) -> Any:
    """Reads the next game of a text file.

    >>> import io
    >>> import ferz.pgn
    >>> game = ferz.pgn.read_game(io.StringIO("1. e4 e5 2. Nf3 *"))
    >>> str(game.mainline_moves())
    '1. e4 e5 2. Nf3'

    *handle* is any object with a method ``readline`` that returns text. The lines of one game are
    read: it ends with a blank line behind its result, without a result at the tags of the next game,
    at a move number 1 behind a blank line, or at the end of the file. A file that can seek is then at
    the next game. Byte order marks are ignored.

    The reader is that of ``ferz pgn`` and :mod:`ferz.batch`. It repairs faults that hide
    no move, which are in :data:`Game.warnings <ferz.pgn.Game.warnings>`. A move that is not legal ends
    its variation, and in the main line the game. The default visitor logs such errors and collects
    them in :data:`Game.errors <ferz.pgn.Game.errors>`.

    Returns the result of the visitor, by default a :class:`~ferz.pgn.Game`, or ``None`` at the end
    of the file.
    """
    visitor = Visitor()
    text = _read_text(handle)
    if text is None:
        return None
    kind: Any = type(visitor)
    if _builds_games(kind) and visitor.Game is Game and _build(visitor, text):
        return visitor.result()
    if kind is BoardBuilder:
        board = _final_board(text)
        if board is not None:
            return board
    return _visit(visitor, text)


def read_headers(handle: TextIO) -> Optional[Headers]:
    """Reads the headers of the next game and skips the rest. Returns ``None`` at the end of the file."""
    text = _read_text(handle, tags_only=True)
    if text is None:
        return None
    headers = Headers({})
    text.add_tags(headers._tags)
    return headers


def skip_game(handle: TextIO) -> bool:
    """Skips the next game. Returns ``False`` at the end of the file."""
    return _read_text(handle, tags_only=True) is not None


def _read_text(handle: TextIO, *, tags_only: bool = False) -> Optional[PgnText]:
    """Reads the tags and the tokens of the next game, or its tags alone."""
    before = b""
    if _unread:
        before, position = _unread.pop(handle, (b"", None))
        if before and position != _position(handle):
            # The file has been moved since.
            before = b""
    text, unread = read_pgn_text(handle, before, tags_only)
    if unread:
        _unread[handle] = unread, _position(handle)
    return text


def _position(handle: TextIO) -> Optional[int]:
    try:
        return handle.tell()
    except (AttributeError, OSError):
        return None


@functools.lru_cache(maxsize=None)
def _builds_games(kind: type) -> bool:
    """Checks if a class of visitors builds games with the methods of ``GameBuilder``."""
    return issubclass(kind, GameBuilder) and all(
        getattr(kind, name) is getattr(GameBuilder, name) for name in _OVERRIDABLE
    )


def _build(visitor: GameBuilder[Game], text: PgnText) -> bool:
    """Builds a game whose nodes are created when they are needed. Returns false, and leaves the game
    to :func:`_visit`, if the text has errors."""
    game = Game.__new__(Game)
    headers = Headers()
    text.add_tags(headers._tags)
    if "FEN" in headers._tags or "Variant" in headers._tags:
        try:
            board = headers.board()
        except ValueError:
            return False
        if type(board) is not chess.Board:
            # The moves of variants are those of the board's class.
            return False
        tree = text.tree(board)
    else:
        tree = text.tree()
    if tree is None:
        return False
    game.headers = headers
    game.errors = []
    game.warnings = [*text.warnings, *tree.warnings]
    game._tree = tree
    notes = tree.notes(0)
    if notes is not None:
        game._set_notes(notes)
    if text.result is not None and headers._tags["Result"] == "*":
        headers._tags["Result"] = text.result
    visitor.game = game
    for name, message in tree.errors:
        visitor.handle_error(_ERRORS[name](message))
    if text.error is not None:
        visitor.handle_error(ValueError(text.error))
    return True


_ERRORS = {
    "illegal": chess.IllegalMoveError,
    "invalid": chess.InvalidMoveError,
    "ambiguous": chess.AmbiguousMoveError,
}


def _final_board(text: PgnText) -> Optional[chess.Board]:
    """Returns the board after the main line, or ``None`` if the text has errors."""
    headers = Headers({})
    text.add_tags(headers._tags)
    try:
        board = headers.board()
    except ValueError:
        return None
    if type(board) is not chess.Board:
        return None
    tree = text.tree(board)
    if tree is None or tree.errors or text.error is not None:
        return None
    for move in tree.main_line(0):
        board.push(move)
    return board


def _visit(visitor: BaseVisitor[Any], text: PgnText) -> Any:
    """Passes a game to a visitor and returns its result."""
    if visitor.begin_game() is not SKIP:
        given = visitor.begin_headers()
        managed = isinstance(given, Headers)
        headers = given if isinstance(given, Headers) else Headers({})
        for name, value in text.tags():
            visitor.visit_header(name, value)
            if not managed:
                headers[name] = value
        if visitor.end_headers() is not SKIP:
            board = _start_board(visitor, headers)
            if board is not None:
                _visit_movetext(visitor, board, text)
        if text.error is not None:
            visitor.handle_error(ValueError(text.error))
    visitor.end_game()
    return visitor.result()


def _start_board(visitor: BaseVisitor[Any], headers: Headers) -> Optional[chess.Board]:
    """Returns the start position, or ``None`` if the FEN is invalid or the variant is not supported."""
    try:
        return headers.board()
    except ValueError as error:
        visitor.handle_error(error)
        return None


def _visit_movetext(visitor: BaseVisitor[Any], board: chess.Board, text: PgnText) -> None:
    """Passes the tokens of the movetext to a visitor."""
    visitor.visit_board(board)
    line = _Line(board)
    # Open parentheses from that of the skipped variation on.
    skipped = 0
    for kind, value in text.tokens():
        if skipped and kind not in ("(", ")"):
            continue
        if kind == "san":
            try:
                if visitor.begin_parse_san(board, value) is not SKIP:
                    move = visitor.parse_san(board, value)
                    visitor.visit_move(board, move)
                    line.push(move)
            except ValueError as error:
                visitor.handle_error(error)
                skipped = 1
            visitor.visit_board(board)
        elif kind == "comment":
            visitor.visit_comment(value)
        elif kind == "nag":
            visitor.visit_nag(value)
        elif kind == "result":
            if not line.replaced:
                visitor.visit_result(value)
        elif skipped:
            skipped += 1 if kind == "(" else -1
            if skipped == 0:
                if not line.replaced:
                    return
                visitor.end_variation()
                line.leave_variation()
        elif kind == "(":
            # A variation before the first move replaces nothing.
            if line.plies > 0:
                skipped = int(visitor.begin_variation() is SKIP)
                line.enter_variation()
        elif line.replaced:
            visitor.end_variation()
            line.leave_variation()
    while line.replaced:
        line.leave_variation()


class _Line:
    """The moves on a board, which a variation takes back and makes again at its end."""

    def __init__(self, board: chess.Board) -> None:
        self.board = board
        self.plies = 0
        # The moves that the open variations replace, with the plies before them.
        self.replaced: List[Tuple[chess.Move, int]] = []

    def push(self, move: chess.Move) -> None:
        self.board.push(move)
        self.plies += 1

    def enter_variation(self) -> None:
        self.plies -= 1
        self.replaced.append((self.board.pop(), self.plies))

    def leave_variation(self) -> None:
        move, plies = self.replaced.pop()
        while self.plies > plies:
            self.board.pop()
            self.plies -= 1
        self.push(move)
