"""Visitors that write games as PGN text."""

from __future__ import annotations

from typing import List, Optional, TextIO

from ferz import _chess as chess
from ferz.pgn.visitor import SKIP, BaseVisitor, SkipType


class StringExporterMixin:
    """The writer of tokens and lines that the exporters share."""

    def __init__(
        self,
        *,
        columns: Optional[int] = 80,
        headers: bool = True,
        comments: bool = True,
        variations: bool = True,
    ) -> None:
        self.columns = columns
        self.headers = headers
        self.comments = comments
        self.variations = variations

        self.found_headers: bool = False
        self.force_movenumber: bool = True
        self.lines: List[str] = []
        self._tokens: List[str] = []
        self.current_line = ""
        self.variation_depth: int = 0

    @property
    def current_line(self) -> str:
        """The line that is being written."""
        # Tokens are joined when the line is read: adding each to a string copies the string.
        self._tokens = ["".join(self._tokens)]
        return self._tokens[0]

    @current_line.setter
    def current_line(self, line: str) -> None:
        self._tokens, self._length = [line], len(line)

    def flush_current_line(self) -> None:
        """Ends the current line if it has text."""
        if self.current_line:
            self.lines.append(self.current_line.rstrip())
        self.current_line = ""

    def write_token(self, token: str) -> None:
        """Writes a token with its space, on the next line if this one would be too long."""
        if self.columns is not None and self._length + len(token) > self.columns:
            self.flush_current_line()
        self._tokens.append(token)
        self._length += len(token)

    def write_line(self, line: str = "") -> None:
        """Writes a line of its own."""
        self.flush_current_line()
        self.lines.append(line.rstrip())

    def end_game(self) -> None:
        self.write_line()

    def begin_headers(self) -> None:
        self.found_headers = False

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        if self.headers:
            self.found_headers = True
            self.write_line(f'[{tagname} "{tagvalue}"]')

    def end_headers(self) -> None:
        if self.found_headers:
            self.write_line()

    def begin_variation(self) -> Optional[SkipType]:
        self.variation_depth += 1
        if not self.variations:
            return SKIP
        self.write_token("( ")
        self.force_movenumber = True
        return None

    def end_variation(self) -> None:
        self.variation_depth -= 1
        if self.variations:
            self.write_token(") ")
            self.force_movenumber = True

    def _writes_annotations(self) -> bool:
        return self.comments and (self.variations or self.variation_depth == 0)

    def visit_comment(self, comment: str) -> None:
        if self._writes_annotations():
            # A brace that ends a comment cannot be escaped.
            text = comment.replace("}", "").strip()
            self.write_token(f"{{ {text} }} ")
            self.force_movenumber = True

    def visit_nag(self, nag: int) -> None:
        if self._writes_annotations():
            self.write_token(f"${nag} ")

    def visit_move(self, board: chess.Board, move: chess.Move) -> None:
        if not self.variations and self.variation_depth > 0:
            return
        if board.turn:
            self.write_token(f"{board.fullmove_number}. ")
        elif self.force_movenumber:
            self.write_token(f"{board.fullmove_number}... ")
        self.write_token(board.san(move) + " ")
        self.force_movenumber = False

    def visit_result(self, result: str) -> None:
        self.write_token(result + " ")


class StringExporter(StringExporterMixin, BaseVisitor[str]):
    """Writes a game to a string.

    >>> import ferz.pgn
    >>> game = ferz.pgn.Game.without_tag_roster()
    >>> _ = game.add_line([ferz.Move.from_uci("e2e4"), ferz.Move.from_uci("e7e5")])
    >>> game.accept(ferz.pgn.StringExporter(headers=False))
    '1. e4 e5 *'

    Lines of movetext have at most *columns* characters, without limit for ``None``. Comments are not
    broken. The string does not end with a line break.
    """

    def result(self) -> str:
        lines = self.lines + [self.current_line.rstrip()] if self.current_line else self.lines
        return "\n".join(lines).rstrip()

    def __str__(self) -> str:
        return self.result()


class FileExporter(StringExporterMixin, BaseVisitor[int]):
    """Writes games to a text file, each followed by a blank line.

    The result is the number of characters written. The options are those of
    :class:`~ferz.pgn.StringExporter`.
    """

    def __init__(
        self,
        handle: TextIO,
        *,
        columns: Optional[int] = 80,
        headers: bool = True,
        comments: bool = True,
        variations: bool = True,
    ) -> None:
        super().__init__(columns=columns, headers=headers, comments=comments, variations=variations)
        self.handle = handle
        self.written: int = 0

    def begin_game(self) -> None:
        self.written = 0

    def flush_current_line(self) -> None:
        if self.current_line:
            self.written += self.handle.write(self.current_line.rstrip() + "\n")
        self.current_line = ""

    def write_line(self, line: str = "") -> None:
        self.flush_current_line()
        self.written += self.handle.write(line.rstrip() + "\n")

    def result(self) -> int:
        return self.written

    def __repr__(self) -> str:
        return f"<FileExporter at {id(self):#x}>"

    def __str__(self) -> str:
        return repr(self)
