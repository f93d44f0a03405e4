"""Tests of drawings."""

import re
from xml.etree import ElementTree

import pytest

import ferz
from ferz import svg

NAMESPACE = "{http://www.w3.org/2000/svg}"


def elements(drawing, name, class_=None):
    found = ElementTree.fromstring(drawing).iter(NAMESPACE + name)
    return [
        element for element in found if class_ is None or class_ in element.get("class", "").split()
    ]


def places(drawing):
    """Returns the corner of each piece by its name."""
    uses = elements(drawing, "use")
    return {(use.get("href")[1:], use.get("transform")) for use in uses}


def test_pieces_stand_on_their_squares():
    board = ferz.BaseBoard("8/8/8/8/8/8/8/K6q")
    assert places(svg.board(board)) == {
        ("white-king", "translate(15 330)"),
        ("black-queen", "translate(330 330)"),
    }
    drawing = svg.board(board, orientation=ferz.BLACK, coordinates=False)
    assert places(drawing) == {
        ("white-king", "translate(315 0)"),
        ("black-queen", "translate(0 0)"),
    }
    drawing = svg.board(ferz.Board())
    assert len(places(drawing)) == 32
    assert {element.get("id") for element in elements(drawing, "g", "white")} == {
        f"white-{name}" for name in ["pawn", "knight", "bishop", "rook", "queen", "king"]
    }


@pytest.mark.parametrize("coordinates", [False, True])
@pytest.mark.parametrize("borders", [False, True])
def test_sizes(coordinates, borders):
    drawing = svg.board(size=200, coordinates=coordinates, borders=borders)
    root = ElementTree.fromstring(drawing)
    side = 360 + 30 * coordinates + (4 if coordinates else 2) * borders
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == (
        "200",
        "200",
        f"0 0 {side} {side}",
    )
    assert len(elements(drawing, "text")) == 32 * coordinates
    assert len(elements(drawing, "rect", "square")) == 64
    assert "width" not in ElementTree.fromstring(svg.board()).attrib


def test_squares_have_their_colours():
    colors = {"square light": "#00000080", "square dark lastmove": "#123456"}
    drawing = svg.board(
        lastmove=ferz.Move.from_uci("e2e3"), fill={ferz.A1: "#ff0000"}, colors=colors
    )
    (light,) = elements(drawing, "rect", "a8")
    assert light.get("fill") == "#000000" and float(light.get("fill-opacity")) == pytest.approx(
        128 / 255, abs=1e-3
    )
    (target,) = elements(drawing, "rect", "e3")
    assert target.get("fill") == "#123456" and "lastmove" in target.get("class")
    (dark,) = elements(drawing, "rect", "a1")
    assert dark.get("fill") == svg.DEFAULT_COLORS["square dark"]
    assert len([rect for rect in elements(drawing, "rect") if rect.get("fill") == "#ff0000"]) == 1
    lights = [rect for rect in elements(drawing, "rect", "light")]
    assert len(lights) == 32 and all("a1" not in rect.get("class").split() for rect in lights)


def test_marks():
    drawing = svg.board(
        arrows=[
            (ferz.A1, ferz.A1),
            svg.Arrow(ferz.A1, ferz.H8, color="red"),
            svg.Arrow(ferz.B1, ferz.B2, color="#abc"),
        ],
        squares=[ferz.C3, ferz.D4],
        check=ferz.E1,
        style="rect > a { fill: <&> }",
    )
    assert len(elements(drawing, "circle", "circle")) == 1
    assert [line.get("stroke") for line in elements(drawing, "line", "arrow")] == [
        "#a02020",
        "#abc",
    ]
    assert len(elements(drawing, "g", "cross")) == 2
    assert len(elements(drawing, "rect", "check")) == 1
    assert elements(drawing, "style")[0].text == "rect > a { fill: <&> }"
    assert not re.search("nan|inf", drawing)


def test_hostile_texts_are_escaped():
    drawing = svg.board(
        fill={ferz.A1: '"/><script>'},
        arrows=[svg.Arrow(0, 1, color="</svg>")],
        colors={"coord": "'\"&"},
    )
    assert elements(drawing, "script") == []


def test_single_pieces():
    for symbol in "PNBRQKpnbrqk":
        piece = ferz.Piece.from_symbol(symbol)
        drawing = svg.piece(piece, size=30)
        color, name = ferz.COLOR_NAMES[piece.color], ferz.piece_name(piece.piece_type)
        assert len(elements(drawing, "g", name)) == 1 and f'id="{color}-{name}"' in drawing
        assert 'width="30"' in drawing


def test_notebooks_show_drawings():
    drawing = svg.board(ferz.Board())
    assert isinstance(drawing, str) and drawing._repr_svg_() == drawing == drawing._repr_html_()
    assert "white bishop" in ferz.Board()._repr_svg_()
    assert "<svg" in ferz.Piece.from_symbol("q")._repr_svg_()
    assert len(elements(ferz.SquareSet([1, 2])._repr_svg_(), "g", "cross")) == 2


def test_arrows_of_pgn():
    for text in ["Ga1", "Ya2h2", "Rh8a1", "Bb7"]:
        assert svg.Arrow.from_pgn(text).pgn() == text
    assert svg.Arrow.from_pgn("e2e4").pgn() == "Ge2e4"
    assert svg.Arrow(ferz.E2, ferz.E4, color="pink").pgn() == "Ge2e4"
    assert repr(svg.Arrow(ferz.E2, ferz.E4)) == "Arrow(E2, E4, color='green')"
    for text in ["", "G", "Ga", "Ga1b", "Xa1", "Ga1b2c", "ga1"]:
        with pytest.raises(ValueError):
            svg.Arrow.from_pgn(text)
