"""Drawings of boards and pieces as SVG, for notebooks and pages.

>>> import ferz.svg
>>> svg = ferz.svg.board(ferz.Board(), arrows=[(ferz.E2, ferz.E4)], size=350)
>>> svg.startswith("<svg ")
True
"""

from __future__ import annotations

import math
from typing import Dict, Iterable, List, Optional, Tuple, Union
from xml.sax.saxutils import escape, quoteattr

from . import _chess as chess
from ferz._core import svg_piece

SQUARE_SIZE = 45
"""The side of a square in units of the drawing."""

MARGIN = 15
"""The width of the margin with the coordinates."""

DEFAULT_COLORS = {
    "square light": "#f0d9b5",
    "square dark": "#b58863",
    "square light lastmove": "#cdd26a",
    "square dark lastmove": "#aaa23a",
    "margin": "#2e2a26",
    "coord": "#e8e0d4",
    "inner border": "#111111",
    "outer border": "#111111",
    "arrow green": "#15781b99",
    "arrow red": "#a0202099",
    "arrow yellow": "#e6b800b3",
    "arrow blue": "#1a4a9c99",
}
"""The colours that the argument *colors* of :func:`board()` replaces."""

_PGN_COLORS = {"G": "green", "R": "red", "Y": "yellow", "B": "blue"}
_PGN_LETTERS = {color: letter for letter, color in _PGN_COLORS.items()}

# Half the width of a cross, in units of the drawing.
_CROSS = 10


class Arrow:
    """An arrow from the square *tail* to the square *head*, or a circle if they are equal.

    *color* is ``green``, ``red``, ``yellow``, ``blue``, or a colour of CSS.
    """

    tail: chess.Square
    head: chess.Square
    color: str

    def __init__(self, tail: chess.Square, head: chess.Square, *, color: str = "green") -> None:
        self.tail = tail
        self.head = head
        self.color = color

    def pgn(self) -> str:
        """Returns the arrow as in the commands ``[%cal]`` and ``[%csl]`` of PGN: ``Ya2h2``, ``Ga1``.

        Colours other than red, yellow and blue become green.
        """
        letter = _PGN_LETTERS.get(self.color, "G")
        head = "" if self.tail == self.head else chess.square_name(self.head)
        return f"{letter}{chess.square_name(self.tail)}{head}"

    def __str__(self) -> str:
        return self.pgn()

    def __repr__(self) -> str:
        tail, head = (chess.square_name(square).upper() for square in (self.tail, self.head))
        return f"Arrow({tail}, {head}, color={self.color!r})"

    @classmethod
    def from_pgn(cls, pgn: str) -> Arrow:
        """Parses an arrow in the form of :func:`pgn()`, whose letter may be missing.

        :raises: :exc:`ValueError` if the text is invalid.
        """
        color = _PGN_COLORS.get(pgn[:1])
        squares = pgn if color is None else pgn[1:]
        tail = chess.parse_square(squares[:2])
        head = chess.parse_square(squares[2:]) if len(squares) > 2 else tail
        return cls(tail, head, color=color or "green")


class SvgWrapper(str):
    """A text that notebooks show as a drawing."""

    def _repr_svg_(self) -> SvgWrapper:
        return self

    def _repr_html_(self) -> SvgWrapper:
        return self


def _element(name: str, content: str = "", **attributes: Union[str, int, float, None]) -> str:
    """Writes an element. Underscores at the end of attribute names are dropped, the others become
    hyphens, and attributes that are ``None`` are left out."""
    written = "".join(
        f" {key.rstrip('_').replace('_', '-')}={quoteattr(f'{value:g}' if isinstance(value, float) else str(value))}"
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{written}>{content}</{name}>" if content else f"<{name}{written}/>"


def _document(side: int, size: Optional[int], content: str) -> SvgWrapper:
    return SvgWrapper(
        _element(
            "svg",
            content,
            xmlns="http://www.w3.org/2000/svg",
            **{"xmlns:xlink": "http://www.w3.org/1999/xlink"},
            viewBox=f"0 0 {side} {side}",
            width=size,
            height=size,
        )
    )


def _color(color: str) -> Tuple[str, Optional[float]]:
    """Splits ``#rrggbbaa`` into a colour and its opacity, which older viewers do not read together."""
    if len(color) == 9 and color[0] == "#":
        try:
            return color[:7], int(color[7:], 16) / 255
        except ValueError:
            pass
    return color, None


def _names(piece: chess.Piece) -> Tuple[str, str]:
    return chess.COLOR_NAMES[piece.color], chess.piece_name(piece.piece_type)


def _piece(piece: chess.Piece) -> str:
    """Draws a piece on a square of the board's units, with an identifier and CSS classes."""
    color, name = _names(piece)
    scaled = _element(
        "g", svg_piece(piece), transform=f"scale({SQUARE_SIZE / 100:g})", stroke_linejoin="round"
    )
    return _element("g", scaled, id=f"{color}-{name}", class_=f"{color} {name}")


PIECES = {symbol: _piece(chess.Piece.from_symbol(symbol)) for symbol in "PNBRQKpnbrqk"}
"""The drawings of the pieces on a square of 45 units, by the letters of FEN."""


def piece(piece: chess.Piece, size: Optional[int] = None) -> str:
    """Draws a piece.

    :param piece: The piece.
    :param size: Width and height in pixels, or ``None`` to leave them to the viewer.
    """
    return _document(SQUARE_SIZE, size, _piece(piece))


class _Drawing:
    """The geometry and the colours of a board."""

    def __init__(
        self, orientation: chess.Color, coordinates: bool, borders: bool, colors: Dict[str, str]
    ) -> None:
        self.orientation = orientation
        self.colors = {**DEFAULT_COLORS, **colors}
        self.inner_border = 1 if borders and coordinates else 0
        self.outer_border = 1 if borders else 0
        self.margin = MARGIN if coordinates else 0
        self.offset = self.inner_border + self.margin + self.outer_border
        self.side = 8 * SQUARE_SIZE + 2 * self.offset

    def corner(self, square: chess.Square) -> Tuple[int, int]:
        """Returns the upper left corner of a square."""
        column, row = chess.square_file(square), 7 - chess.square_rank(square)
        if not self.orientation:
            column, row = 7 - column, 7 - row
        return self.offset + column * SQUARE_SIZE, self.offset + row * SQUARE_SIZE

    def center(self, square: chess.Square) -> Tuple[float, float]:
        x, y = self.corner(square)
        return x + SQUARE_SIZE / 2, y + SQUARE_SIZE / 2

    def frame(self) -> str:
        """Draws the borders and the margin."""
        drawn = []
        start = 0
        for width, color in [
            (self.outer_border, "outer border"),
            (self.margin, "margin"),
            (self.inner_border, "inner border"),
        ]:
            if width:
                stroke, opacity = _color(self.colors[color])
                # The line of the rectangle runs in the middle of its stroke.
                place, side = start + width / 2, self.side - 2 * start - width
                drawn.append(
                    _element(
                        "rect",
                        x=place,
                        y=place,
                        width=side,
                        height=side,
                        fill="none",
                        stroke=stroke,
                        stroke_width=width,
                        stroke_opacity=opacity,
                    )
                )
            start += width
        return "".join(drawn)

    def coordinates(self) -> str:
        """Writes the letters of the files and the digits of the ranks on all sides."""
        fill, opacity = _color(self.colors["coord"])
        middle = self.outer_border + MARGIN / 2
        texts = []
        for index in range(8):
            x, _ = self.center(chess.square(index, 0))
            _, y = self.center(chess.square(0, index))
            for place in (middle, self.side - middle):
                # The baseline is a third of the height below the middle of a letter.
                texts.append(_element("text", chess.FILE_NAMES[index], x=x, y=place + 3.5))
                texts.append(_element("text", chess.RANK_NAMES[index], x=place, y=y + 3.5))
        return _element(
            "g",
            "".join(texts),
            font_family="sans-serif",
            font_size=10,
            text_anchor="middle",
            fill=fill,
            fill_opacity=opacity,
        )

    def square(self, square: chess.Square, color: str, class_: Optional[str] = None) -> str:
        """Fills a square."""
        x, y = self.corner(square)
        fill, opacity = _color(color)
        return _element(
            "rect",
            x=x,
            y=y,
            width=SQUARE_SIZE,
            height=SQUARE_SIZE,
            class_=class_,
            fill=fill,
            fill_opacity=opacity,
        )

    def board_square(self, square: chess.Square, lastmove: Optional[chess.Move]) -> str:
        """Draws a square of the board."""
        kind = "square light" if chess.BB_LIGHT_SQUARES >> square & 1 else "square dark"
        if lastmove is not None and square in (lastmove.from_square, lastmove.to_square):
            kind += " lastmove"
        return self.square(square, self.colors[kind], f"{kind} {chess.square_name(square)}")

    def cross(self, square: chess.Square) -> str:
        """Marks a square with a cross that is visible on all colours."""
        x, y = self.center(square)
        path = f"M{-_CROSS} {-_CROSS}L{_CROSS} {_CROSS}M{-_CROSS} {_CROSS}L{_CROSS} {-_CROSS}"
        lines = [
            _element("path", d=path, stroke=color, stroke_width=width, stroke_linecap="round")
            for color, width in [("#ffffff", 6), ("#000000", 4)]
        ]
        return _element("g", "".join(lines), transform=f"translate({x:g} {y:g})", class_="cross")

    def arrow(self, arrow: Arrow) -> str:
        """Draws an arrow, or a circle for one with the same square at both ends."""
        color, opacity = _color(self.colors.get(f"arrow {arrow.color}", arrow.color))
        (x1, y1), (x2, y2) = self.center(arrow.tail), self.center(arrow.head)
        width = SQUARE_SIZE / 9
        if arrow.tail == arrow.head:
            return _element(
                "circle",
                cx=x1,
                cy=y1,
                r=0.45 * SQUARE_SIZE,
                fill="none",
                stroke=color,
                stroke_opacity=opacity,
                stroke_width=width,
                class_="circle",
            )
        length = math.hypot(x2 - x1, y2 - y1)
        dx, dy = (x2 - x1) / length, (y2 - y1) / length
        # The point of the arrow lies in the middle of the target, its base 16 units before it.
        base_x, base_y = x2 - 16 * dx, y2 - 16 * dy
        points = [
            (x2, y2),
            (base_x - 12 * dy, base_y + 12 * dx),
            (base_x + 12 * dy, base_y - 12 * dx),
        ]
        line = _element(
            "line",
            x1=x1 + 10 * dx,
            y1=y1 + 10 * dy,
            x2=base_x,
            y2=base_y,
            stroke=color,
            stroke_opacity=opacity,
            stroke_width=1.5 * width,
            class_="arrow",
        )
        head = _element(
            "polygon",
            points=" ".join(f"{x:.2f},{y:.2f}" for x, y in points),
            fill=color,
            fill_opacity=opacity,
            class_="arrow",
        )
        return line + head


_CHECK_GRADIENT = (
    '<radialGradient id="check_gradient"><stop offset="0%" stop-color="#ff1010"/>'
    '<stop offset="60%" stop-color="#e01010" stop-opacity="0.8"/>'
    '<stop offset="100%" stop-color="#a00000" stop-opacity="0"/></radialGradient>'
)


def board(
    board: Optional[chess.BaseBoard] = None,
    *,
    orientation: chess.Color = True,
    lastmove: Optional[chess.Move] = None,
    check: Optional[chess.Square] = None,
    arrows: Iterable[Union[Arrow, Tuple[chess.Square, chess.Square]]] = (),
    fill: Dict[chess.Square, str] = {},
    squares: Optional[chess.IntoSquareSet] = None,
    size: Optional[int] = None,
    coordinates: bool = True,
    colors: Dict[str, str] = {},
    borders: bool = False,
    style: Optional[str] = None,
) -> str:
    """Draws a board.

    :param board: The pieces, or ``None`` for an empty board.
    :param orientation: The side at the bottom.
    :param lastmove: A move whose squares are highlighted.
    :param check: A square that is marked as that of a king in check.
    :param arrows: Arrows, or pairs of the squares of green arrows.
    :param fill: Colours of squares, drawn over those of the board.
    :param squares: Squares that are marked with a cross.
    :param size: Width and height in pixels, or ``None`` to leave them to the viewer.
    :param coordinates: Draws a margin with the coordinates.
    :param colors: Replacements of :data:`DEFAULT_COLORS`, as ``#rrggbb`` or, with opacity,
        ``#rrggbbaa``.
    :param borders: Draws lines around the board and around the margin.
    :param style: CSS for the drawing. The classes are ``square``, ``light``, ``dark``, ``lastmove``,
        names of squares, colours and names of pieces, ``check``, ``cross``, ``arrow`` and ``circle``.
    """
    drawing = _Drawing(orientation, coordinates, borders, colors)
    pieces = {} if board is None else board.piece_map()
    kinds = {piece.symbol(): piece for piece in pieces.values()}
    definitions = [_piece(kinds[symbol]) for symbol in sorted(kinds)]
    if check is not None:
        definitions.append(_CHECK_GRADIENT)

    drawn: List[str] = []
    if style:
        drawn.append(f"<style>{escape(style)}</style>")
    if board is not None:
        drawn.append(f"<desc><pre>{escape(str(board))}</pre></desc>")
    if definitions:
        drawn.append(f"<defs>{''.join(definitions)}</defs>")
    drawn.append(drawing.frame())
    if coordinates:
        drawn.append(drawing.coordinates())
    drawn += (drawing.board_square(square, lastmove) for square in chess.SQUARES)
    drawn += (drawing.square(square, color) for square, color in fill.items())
    if check is not None:
        drawn.append(drawing.square(check, "url(#check_gradient)", "check"))
    for square in sorted(pieces):
        x, y = drawing.corner(square)
        # Older viewers read the second form of the reference only.
        link = "#" + "-".join(_names(pieces[square]))
        drawn.append(
            _element("use", href=link, transform=f"translate({x} {y})", **{"xlink:href": link})
        )
    if squares is not None:
        drawn += (drawing.cross(square) for square in chess.SquareSet(squares))
    drawn += (
        drawing.arrow(arrow if isinstance(arrow, Arrow) else Arrow(*arrow)) for arrow in arrows
    )
    return _document(drawing.side, size, "".join(drawn))
