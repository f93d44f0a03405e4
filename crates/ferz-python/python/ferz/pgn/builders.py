"""Visitors that create objects: games, headers and boards."""

from __future__ import annotations

import logging
from typing import Any, Generic, List, Union

import ferz as chess
from ferz.pgn.game import Game, GameT
from ferz.pgn.headers import Headers, HeadersT
from ferz.pgn.node import GameNode
from ferz.pgn.visitor import SKIP, BaseVisitor, SkipType

LOGGER = logging.getLogger("ferz.pgn")


class GameBuilder(BaseVisitor[GameT]):
    """Creates a game. The default visitor of :func:`~ferz.pgn.read_game()`."""

    game: GameT

    def __init__(self, *, Game: Any = Game) -> None:
        self.Game = Game

    def begin_game(self) -> None:
        self.game = self.Game()
        # The node of each open line.
        self.variation_stack: List[GameNode] = [self.game]
        self.starting_comments: List[str] = []
        self.in_variation = False

    def begin_headers(self) -> Headers:
        return self.game.headers

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        self.game.headers[tagname] = tagvalue

    def visit_nag(self, nag: int) -> None:
        self.variation_stack[-1].nags.add(nag)

    def begin_variation(self) -> None:
        parent = self.variation_stack[-1].parent
        assert parent is not None, "begin_variation called, but root node on top of stack"
        self.variation_stack.append(parent)
        self.in_variation = False

    def end_variation(self) -> None:
        self.variation_stack.pop()
        self.in_variation = True
        # Comments of a variation without moves belong to the move before it.
        self.variation_stack[-1].comments.extend(self.starting_comments)
        self.starting_comments = []

    def visit_result(self, result: str) -> None:
        if self.game.headers.get("Result", "*") == "*":
            self.game.headers["Result"] = result

    def visit_comment(self, comment: Union[str, List[str]]) -> None:
        comments = [text for text in ([comment] if isinstance(comment, str) else comment) if text]
        node = self.variation_stack[-1]
        if self.in_variation or (node.parent is None and node.is_end()):
            node.comments.extend(comments)
        else:
            self.starting_comments.extend(comments)

    def visit_move(self, board: chess.Board, move: chess.Move) -> None:
        node = self.variation_stack[-1].add_variation(move)
        if self.starting_comments:
            node.starting_comments = self.starting_comments
            self.starting_comments = []
        self.variation_stack[-1] = node
        self.in_variation = True

    def handle_error(self, error: Exception) -> None:
        """Appends an error to :data:`Game.errors <ferz.pgn.Game.errors>` and logs it.

        Subclasses may override the method, for example to raise errors.
        """
        LOGGER.error("%s while parsing %r", error, self.game)
        self.game.errors.append(error)

    def result(self) -> GameT:
        """Returns the game."""
        return self.game


class HeadersBuilder(BaseVisitor[HeadersT], Generic[HeadersT]):
    """Collects the headers of a game and skips the rest."""

    headers: HeadersT

    def __init__(self, *, Headers: Any = Headers) -> None:
        self.Headers = Headers

    def begin_headers(self) -> HeadersT:
        self.headers = self.Headers({})
        return self.headers

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        self.headers[tagname] = tagvalue

    def end_headers(self) -> SkipType:
        return SKIP

    def result(self) -> HeadersT:
        return self.headers


class BoardBuilder(BaseVisitor["chess.Board"]):
    """Returns a board with the last position of the main line and its moves."""

    board: chess.Board

    def begin_variation(self) -> SkipType:
        return SKIP

    def visit_board(self, board: chess.Board) -> None:
        self.board = board

    def result(self) -> chess.Board:
        return self.board
