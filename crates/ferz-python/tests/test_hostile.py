"""Arguments of any kind in any method: Python exceptions, but no panic and no crash."""

from __future__ import annotations

import inspect
import random
from typing import Callable, Dict, Iterator, List

import pytest

import ferz

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


class Liar:
    """Pretends to be a number, a sequence and a mapping, and fails each time."""

    def __index__(self) -> int:
        raise RuntimeError("index")

    def __iter__(self) -> Iterator[int]:
        yield 3
        raise RuntimeError("iter")

    def __bool__(self) -> bool:
        raise RuntimeError("bool")

    def items(self) -> List[int]:
        return [5]

    def generate_legal_moves(self) -> List[int]:
        return [5]


def objects() -> List[object]:
    """Returns arguments of many types and values."""
    return [
        None, True, False, 0, 1, 5, 6, 7, 28, 63, 64, -1, 2**32, 2**63, 2**64, -(2**70), 1.5,
        float("nan"), "", "e4", "e2e4", "O-O", "legal", "xfen", "KQkq", "N", "♔" * 50, "\0", "e" * 10**5,
        ferz.STARTING_FEN, KIWIPETE, ferz.STARTING_BOARD_FEN, "4k3/8/8/8/8/8/8/4K3 w - - bm Kd1;",
        b"bytes", [], [1, 2, 3], [64], ["e4"], {}, {28: ferz.Piece.from_symbol("N")}, {1: 2}, {64: None},
        (), object(), Liar(), int, ferz.Board, len, abs, ferz.flip_vertical, lambda mask: Liar(),
        ferz.Board(), ferz.Board(KIWIPETE), ferz.Board(None), ferz.BaseBoard(None), ferz.Board().legal_moves,
        ferz.Move.from_uci("e2e4"), ferz.Move.from_uci("a1h8n"), ferz.Move.from_uci("N@e4"),
        ferz.Move.from_uci("e1h1"), ferz.Move.null(), ferz.Piece.from_symbol("k"),
        ferz.SquareSet(), ferz.SquareSet(ferz.BB_CENTER),
    ]  # fmt: skip


MAKERS: Dict[str, Callable[[], object]] = {
    "Board": lambda: ferz.Board(KIWIPETE),
    "empty Board": lambda: ferz.Board(None, chess960=True),
    "BaseBoard": ferz.BaseBoard,
    "Move": lambda: ferz.Move.from_uci("e7e8q"),
    "Piece": lambda: ferz.Piece.from_symbol("N"),
    "SquareSet": lambda: ferz.SquareSet(ferz.BB_CENTER),
    "LegalMoveGenerator": lambda: ferz.Board(KIWIPETE).legal_moves,
    "PseudoLegalMoveGenerator": lambda: ferz.Board(KIWIPETE).pseudo_legal_moves,
}
SKIPPED = {
    "__class__", "__getattribute__", "__delattr__", "__dir__", "__init_subclass__", "__new__",
    "__subclasshook__", "__sizeof__", "__setattr__", "__getstate__", "__reduce_ex__", "__doc__",
    "_repr_svg_", "__dict__",
}  # fmt: skip


def check(call: Callable[[], object]) -> None:
    """Calls a function that may only raise the exceptions of wrong arguments."""
    try:
        call()
    except (
        TypeError,
        ValueError,
        IndexError,
        KeyError,
        AttributeError,
        AssertionError,
        OverflowError,
    ):
        pass
    except RuntimeError as error:
        assert str(error) in ("index", "iter", "bool"), error


@pytest.mark.parametrize("name", sorted(MAKERS))
def test_methods_with_any_arguments(name: str) -> None:
    rng = random.Random(name)
    members = [member for member in dir(MAKERS[name]()) if member not in SKIPPED]
    pool = objects()
    for member in members:
        for round_number in range(60):
            target = MAKERS[name]()
            count = rng.randrange(4) if round_number else 0
            arguments = [rng.choice([*pool, target]) for _ in range(count)]
            keywords = {}
            if rng.random() < 0.2:
                keyword = rng.choice(
                    ["stack", "chess960", "claim_draw", "en_passant", "promoted", "mask"]
                )
                keywords = {keyword: rng.choice(pool)}
            value = inspect.getattr_static(type(target), member)
            if inspect.isgetsetdescriptor(value):
                check(lambda: setattr(target, member, rng.choice(pool)))
                check(lambda: getattr(target, member))
            elif callable(getattr(target, member, None)):
                check(lambda: getattr(target, member)(*arguments, **keywords))
            check(lambda: repr(target))


@pytest.mark.parametrize(
    "cls",
    [ferz.Board, ferz.BaseBoard, ferz.Move, ferz.Piece, ferz.SquareSet, ferz.LegalMoveGenerator],
)
def test_classes_with_any_arguments(cls: type) -> None:
    rng, pool = random.Random(cls.__name__), objects()
    for _ in range(1500):
        arguments = [rng.choice(pool) for _ in range(rng.randrange(5))]
        check(lambda: repr(cls(*arguments)))


@pytest.mark.parametrize("name", ["between", "ray", "scan_forward", "scan_reversed"])
def test_functions_with_any_arguments(name: str) -> None:
    rng, pool = random.Random(name), objects()
    for _ in range(500):
        arguments = [rng.choice(pool) for _ in range(rng.randrange(4))]
        check(lambda: list(getattr(ferz, name)(*arguments)))


def test_objects_as_their_own_arguments() -> None:
    squares = ferz.SquareSet(ferz.BB_CENTER)
    squares |= squares
    squares &= squares
    assert squares == ferz.BB_CENTER
    squares.update(squares, squares)
    squares.intersection_update(squares)
    assert squares.union(squares) == squares == squares & squares
    squares ^= squares
    assert not squares
    squares -= squares
    squares.difference_update(squares)
    squares.symmetric_difference_update(squares)
    assert not squares
    board = ferz.Board()
    assert board == board and not board != board
    board.set_piece_map(board.piece_map())
    assert board.board_fen() == ferz.STARTING_BOARD_FEN


def test_callbacks_may_change_the_board() -> None:
    board = ferz.Board()

    class Pieces(dict):
        def items(self):
            board.clear()
            return super().items()

    board.set_piece_map(Pieces({ferz.A1: ferz.Piece.from_symbol("K")}))
    assert board.board_fen() == "8/8/8/8/8/8/8/K7"

    def moves():
        for uci in ("e2e4", "e7e5"):
            board.reset()
            yield ferz.Move.from_uci(uci)

    board.reset()
    assert board.variation_san(moves()) == "1. e4 e5"

    def transform(mask: int) -> int:
        board.push_san("--")
        return mask

    board.apply_transform(transform)
    assert board == ferz.Board() and not board.move_stack
