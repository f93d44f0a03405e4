"""The public names of python-chess, where it is installed."""

import importlib
import re
from typing import Callable

import pytest

import ferz
import ferz.batch
import ferz.engine
import ferz.pgn
import ferz.polyglot
import ferz.svg
import ferz.variant

MODULES = ("", ".engine", ".pgn", ".polyglot", ".svg", ".variant")
# Helpers of the implementation.
ABSENT = {
    "": set(),
    ".engine": {"EventLoopPolicy", "F", "ProtocolT", "T", "override"},
    ".pgn": {"F", "MainlineMapT", "override"},
    ".polyglot": set(),
    ".svg": {"CHECK_GRADIENT", "COORDS", "XX"},
    ".variant": {"CrazyhouseBoardT", "CrazyhousePocketT", "ThreeCheckBoardT"},
}


@pytest.mark.parametrize("module", MODULES)
def test_the_names_of_python_chess_exist(module):
    pytest.importorskip("chess")
    theirs, ours = (
        importlib.import_module("chess" + module),
        importlib.import_module("ferz" + module),
    )
    names = {
        name
        for name, value in vars(theirs).items()
        if not name.startswith("_")
        and getattr(value, "__module__", theirs.__name__) == theirs.__name__
    }
    modules = {name for name in names if type(getattr(theirs, name)).__name__ == "module"}
    missing = {name for name in names - modules if not hasattr(ours, name)}
    assert not missing - ABSENT[module], sorted(missing - ABSENT[module])


@pytest.mark.parametrize(
    "regex, texts",
    [
        ("SAN_REGEX", ["Nf3", "exd8=Q+", "Qh4xe1#", "O-O", "e9", "Nf3 "]),
        ("FEN_CASTLING_REGEX", ["-", "KQkq", "HAha", "KK", "KQK", "x"]),
        ("pgn.TAG_REGEX", ['[A "b"]', '[A  "b\\" c"] ', "[A b]"]),
        ("pgn.EVAL_REGEX", ["[%eval 0.3]", "x [%eval #-4,18] y", "[%eval .]", "[%eval 1]"]),
        ("pgn.ARROWS_REGEX", ["a [%csl Ra1,Gb2] b", "[%cal Ya1b2,Bh8h1]", "[%cal Ra9]", "[%csl ]"]),
        ("pgn.TAG_NAME_REGEX", ["Event", "a-b", "-a", "a b", ""]),
        ("pgn.SKIP_MOVETEXT_REGEX", ["1. e4 {a} ;b", "e4"]),
        ("pgn.CLOCK_REGEX", ["[%clk 1:02:03.5]", "a [%clk 1:2] b"]),
        ("pgn.MOVETEXT_REGEX", ["1. e4 {a", "e5 $3 (Nf3) ;x", "!? 1-0 * -- Z0 O-O-O P@e4 e8=Q"]),
    ],
)
def test_regular_expressions_match_like_those_of_python_chess(regex, texts):
    chess = pytest.importorskip("chess")
    importlib.import_module("chess.pgn")
    ours, theirs = ferz, chess
    for name in regex.split("."):
        ours, theirs = getattr(ours, name), getattr(theirs, name)
    assert isinstance(ours, re.Pattern) and ours.groupindex == theirs.groupindex
    for text in texts:
        found = [(match.span(), match.groups()) for match in ours.finditer(text)]
        assert found == [(match.span(), match.groups()) for match in theirs.finditer(text)]


def test_files_and_ranks_have_names():
    assert [ferz.parse_file(name) for name in ferz.FILE_NAMES] == ferz.FILES == list(range(8))
    assert [ferz.rank_name(rank) for rank in ferz.RANKS] == ferz.RANK_NAMES
    assert ferz.parse_rank("8") == ferz.RANK_8 and ferz.file_name(ferz.FILE_H) == "h"
    for parse, name in ((ferz.parse_file, "i"), (ferz.parse_rank, "a")):
        with pytest.raises(ValueError):
            parse(name)


def test_moves_that_checkmate_are_found():
    board = ferz.Board("7k/8/6KR/8/8/8/8/R7 w - - 0 1")
    before = board.copy()
    assert not board.gives_checkmate(ferz.Move.from_uci("h6g5"))
    assert ferz.Board("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1").gives_checkmate(
        ferz.Move.from_uci("a1a8")
    )
    assert board == before and board.move_stack == []


def test_lines_with_errors_of_xboard_engines():
    for line in (
        "Error (unknown command): x",
        "Illegal move: e2e5",
        "Illegal move (in check) : e2e5",
    ):
        assert ferz.engine.XBOARD_ERROR_REGEX.match(line)
    assert not ferz.engine.XBOARD_ERROR_REGEX.match("Errors: 0")


def test_errors_of_arguments_are_short_and_of_one_kind():
    positions = ferz.batch.from_fens([ferz.STARTING_FEN])
    for call in (
        lambda: ferz.perft(ferz.Board(), -1),
        lambda: ferz.perft(ferz.Board(), 1, threads=2**70),
        lambda: ferz.batch.planes(positions, layout="x" * 10**6),
        lambda: ferz.batch.legal_mask(positions, layout="x" * 10**6),
    ):
        with pytest.raises(ValueError) as found:
            call()
        assert len(str(found.value)) < 300


def test_all_names_are_imported_with_a_star():
    names = {}
    exec("from ferz import *", names)
    for name in ("Board", "BB_DIAG_ATTACKS", "BB_RANK_MASKS", "STATUS_VALID", "E4", "BoardT"):
        assert names[name] is getattr(ferz, name)
    assert "annotations" not in names


def test_drawings_of_pieces_and_games():
    assert set(ferz.svg.PIECES) == set("PNBRQKpnbrqk")
    assert all(svg.startswith("<g ") for svg in ferz.svg.PIECES.values())
    game = ferz.pgn.Game()
    node = game.add_line([ferz.Move.from_uci("e2e4"), ferz.Move.from_uci("e7e5")])
    assert game._repr_svg_() == node._repr_svg_() == node.board()._repr_svg_()
    assert game.next()._repr_svg_() != node._repr_svg_()


def test_entries_of_polyglot_books_have_16_bytes():
    assert ferz.polyglot.ENTRY_STRUCT.size == 16 and ferz.engine.LOGGER.name == "ferz.engine"


HUGE = 2**70


@pytest.mark.parametrize(
    "call",
    [
        lambda: setattr(ferz.Board(), "fullmove_number", HUGE),
        lambda: setattr(ferz.Board(), "halfmove_clock", -HUGE),
        lambda: ferz.Board().set_chess960_pos(HUGE),
        lambda: ferz.Board().copy(stack=HUGE),
        lambda: ferz.Board().piece_at(-HUGE),
        lambda: ferz.Piece(HUGE, True),
        lambda: HUGE in ferz.SquareSet(),
        lambda: ferz.SquareSet(5) << -HUGE,
        lambda: ferz.perft(ferz.Board(), HUGE),
        lambda: ferz.Engine(classical=True, hash=1).play(ferz.Board(), time=10**400),
        lambda: ferz.Engine(classical=True, hash=1).play(
            ferz.Board(), ferz.engine.Limit(time=10**400)
        ),
        lambda: ferz.Engine(classical=True, hash=1).play(
            ferz.Board(), ferz.engine.Limit(nodes=HUGE)
        ),
        lambda: ferz.Engine(classical=True, hash=1).configure({"Hash": -HUGE}),
    ],
)
def test_integers_that_no_type_of_the_core_holds_are_value_errors(
    call: Callable[[], object],
) -> None:
    with pytest.raises(ValueError):
        call()


def test_limits_and_shifts_of_any_size() -> None:
    board = ferz.Board()
    board.push_san("e4")
    assert not board.is_repetition(HUGE) and board.is_repetition(-HUGE)
    assert (
        ferz.SquareSet(5) << HUGE
        == ferz.SquareSet(5) >> HUGE
        == ferz.SquareSet(5) << 64
        == ferz.SquareSet()
    )
    assert board.move_stack.index(ferz.Move.from_uci("e2e4"), -HUGE, HUGE) == 0
    with pytest.raises(IndexError):
        board.move_stack[HUGE]


@pytest.mark.parametrize("module", ["", ".engine", ".pgn", ".polyglot", ".svg", ".syzygy"])
def test_names_of_python_chess_are_exported(module: str) -> None:
    theirs = pytest.importorskip(f"chess{module}")
    ours = importlib.import_module(f"ferz{module}")
    own = {
        name
        for name, value in vars(theirs).items()
        if not name.startswith("_")
        and (name.isupper() or getattr(value, "__module__", None) == theirs.__name__)
    }
    # Checkers of types refuse a name that the list leaves out, although it can be used.
    exported = set(getattr(ours, "__all__", vars(ours)))
    assert own & set(vars(ours)) <= exported
