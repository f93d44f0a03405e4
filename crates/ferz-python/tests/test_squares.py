"""Squares, masks and square sets."""

from __future__ import annotations

import copy
import itertools
import pickle
import random

import pytest

import ferz


def test_names_and_numbers_of_squares() -> None:
    assert ferz.A1 == 0 and ferz.H8 == 63 and ferz.E4 == ferz.parse_square("e4") == 28
    for square in ferz.SQUARES:
        name = ferz.square_name(square)
        assert getattr(ferz, name.upper()) == ferz.parse_square(name) == square
        assert getattr(ferz, "BB_" + name.upper()) == ferz.BB_SQUARES[square] == 1 << square
        assert ferz.square(ferz.square_file(square), ferz.square_rank(square)) == square
        assert ferz.square_mirror(ferz.square_mirror(square)) == square
    for text in ("", "e", "e9", "E4", "e44", "é4", "x" * 10_000):
        with pytest.raises(ValueError) as caught:
            ferz.parse_square(text)
        assert len(str(caught.value)) < 100


def test_distances() -> None:
    for a, b in itertools.product(ferz.SQUARES, repeat=2):
        files = abs(ferz.square_file(a) - ferz.square_file(b))
        ranks = abs(ferz.square_rank(a) - ferz.square_rank(b))
        assert ferz.square_distance(a, b) == max(files, ranks)
        assert ferz.square_manhattan_distance(a, b) == files + ranks
        knight = ferz.square_knight_distance(a, b)
        assert knight == ferz.square_knight_distance(b, a)
        assert (knight == 1) == (files * ranks == 2)
        assert knight % 2 == (files + ranks) % 2
    assert ferz.square_knight_distance(ferz.A1, ferz.B2) == 4
    assert ferz.square_knight_distance(ferz.A1, ferz.H8) == 6


def test_attack_tables_equal_those_of_a_board() -> None:
    for square in ferz.SQUARES:
        board = ferz.BaseBoard(None)
        for table, piece in (
            (ferz.BB_KNIGHT_ATTACKS, "N"),
            (ferz.BB_KING_ATTACKS, "K"),
            (ferz.BB_PAWN_ATTACKS[ferz.WHITE], "P"),
            (ferz.BB_PAWN_ATTACKS[ferz.BLACK], "p"),
        ):
            board.set_piece_at(square, ferz.Piece.from_symbol(piece))
            assert board.attacks_mask(square) == table[square]


def test_slider_tables_equal_the_attacks_of_a_board() -> None:
    rng = random.Random(4)
    for square in ferz.SQUARES:
        for piece, tables in (
            ("R", ("RANK", "FILE")),
            ("B", ("DIAG",)),
            ("Q", ("RANK", "FILE", "DIAG")),
        ):
            board = ferz.BaseBoard(None)
            board.set_piece_map(
                {s: ferz.Piece.from_symbol("n") for s in rng.sample(ferz.SQUARES, 15)}
            )
            board.set_piece_at(square, ferz.Piece.from_symbol(piece))
            attacks = 0
            for table in tables:
                mask = getattr(ferz, f"BB_{table}_MASKS")[square] & board.occupied
                attacks |= getattr(ferz, f"BB_{table}_ATTACKS")[square][mask]
            assert attacks == board.attacks_mask(square)
    with pytest.raises(AttributeError, match="BB_WRONG_ATTACKS"):
        ferz.BB_WRONG_ATTACKS


def test_flips_are_permutations_of_squares() -> None:
    def moved(file: int, rank: int) -> int:
        return 1 << ferz.square(file, rank)

    for file, rank in itertools.product(range(8), repeat=2):
        mask = moved(file, rank)
        assert ferz.flip_vertical(mask) == moved(file, 7 - rank)
        assert ferz.flip_horizontal(mask) == moved(7 - file, rank)
        assert ferz.flip_diagonal(mask) == moved(rank, file)
        assert ferz.flip_anti_diagonal(mask) == moved(7 - rank, 7 - file)
        steps = {
            ferz.shift_up: (0, 1), ferz.shift_down: (0, -1), ferz.shift_left: (-1, 0),
            ferz.shift_right: (1, 0), ferz.shift_2_up: (0, 2), ferz.shift_2_down: (0, -2),
            ferz.shift_2_left: (-2, 0), ferz.shift_2_right: (2, 0), ferz.shift_up_left: (-1, 1),
            ferz.shift_up_right: (1, 1), ferz.shift_down_left: (-1, -1),
            ferz.shift_down_right: (1, -1),
        }  # fmt: skip
        for shift, (x, y) in steps.items():
            inside = 0 <= file + x < 8 and 0 <= rank + y < 8
            assert shift(mask) == (moved(file + x, rank + y) if inside else 0)


def test_bits_of_masks() -> None:
    rng = random.Random(1)
    for _ in range(200):
        mask = rng.getrandbits(64) & rng.getrandbits(64)
        squares = [square for square in ferz.SQUARES if mask >> square & 1]
        assert list(ferz.scan_forward(mask)) == squares
        assert list(ferz.scan_reversed(mask)) == squares[::-1]
        assert ferz.popcount(mask) == len(squares)
        if squares:
            assert (ferz.lsb(mask), ferz.msb(mask)) == (squares[0], squares[-1])
    assert (ferz.lsb(0), ferz.msb(0)) == (-1, -1)
    assert ferz.between(ferz.A1, ferz.D4) == ferz.BB_B2 | ferz.BB_C3
    assert ferz.between(ferz.A1, ferz.B3) == ferz.ray(ferz.A1, ferz.B3) == 0
    assert ferz.ray(ferz.C1, ferz.E1) == ferz.BB_RANK_1 == ferz.BB_RAYS[ferz.C1][ferz.E1]


def test_square_sets_behave_like_sets() -> None:
    rng = random.Random(2)
    for _ in range(200):
        masks = rng.getrandbits(64), rng.getrandbits(64)
        a, b = map(ferz.SquareSet, masks)
        x, y = set(a), set(b)
        assert (len(a), bool(a), list(a)) == (len(x), bool(x), sorted(x))
        assert list(reversed(a)) == sorted(x, reverse=True)
        for name in ("union", "intersection", "difference", "symmetric_difference"):
            assert set(getattr(a, name)(b)) == set(getattr(a, name)(y)) == getattr(x, name)(y)
            changed, expected = a.copy(), set(x)
            update = "update" if name == "union" else name + "_update"
            assert getattr(changed, update)(b) is None
            getattr(expected, update)(y)
            assert set(changed) == expected and set(a) == x
        assert set(a | b) == x | y and set(a & masks[1]) == x & y and set(masks[1] & a) == x & y
        assert set(a ^ b) == x ^ y and set(a - b) == x - y and set(masks[1] - a) == y - x
        assert a.isdisjoint(b) == x.isdisjoint(y)
        assert a.issubset(b) == x.issubset(y) and a.issuperset(b) == x.issuperset(y)
        assert a == masks[0] == a.mask == int(a) and (a == b) == (x == y)
        assert ferz.SquareSet(x) == ferz.SquareSet(list(x)) == a == copy.deepcopy(a)
        assert pickle.loads(pickle.dumps(a)) == a
        assert int(~a) == masks[0] ^ ferz.BB_ALL
        assert a.tolist() == [square in x for square in ferz.SQUARES]
        shift = rng.randrange(70)
        assert (
            int(a << shift) == masks[0] << shift & ferz.BB_ALL
            and int(a >> shift) == masks[0] >> shift
        )


def test_square_sets_are_changed_in_place() -> None:
    squares = alias = ferz.SquareSet()
    squares |= ferz.BB_RANK_1
    squares &= ferz.BB_FILE_A | ferz.BB_FILE_B
    squares ^= ferz.BB_C3
    squares -= ferz.BB_A1
    squares <<= 8
    assert alias is squares and list(squares) == [ferz.B2, ferz.C4]
    squares.add(ferz.H8)
    squares.discard(ferz.B2)
    squares.discard(ferz.B2)
    with pytest.raises(KeyError):
        squares.remove(ferz.B2)
    assert squares.pop() == ferz.C4 and squares.pop() == ferz.H8
    with pytest.raises(KeyError):
        squares.pop()
    squares.update(ferz.BB_A1, [ferz.B1, ferz.C1], ferz.SquareSet(ferz.BB_D1))
    squares.intersection_update(ferz.BB_RANK_1, [ferz.A1, ferz.B1])
    squares.update(squares)
    assert list(squares) == [ferz.A1, ferz.B1]
    squares.clear()
    assert not squares


def test_subsets_of_a_set() -> None:
    subsets = list(ferz.SquareSet(ferz.BB_CENTER).carry_rippler())
    assert len(set(subsets)) == 16 and all(subset & ~ferz.BB_CENTER == 0 for subset in subsets)


def test_masks_of_any_size_are_cut_to_64_bits() -> None:
    assert ferz.SquareSet(-1) == ferz.BB_ALL
    assert ferz.SquareSet(1 << 64 | 5) == 5
    assert ferz.SquareSet(~ferz.BB_ALL) == 0


@pytest.mark.parametrize("wrong", [None, "e4", object(), [64], [-1], ["e4"], 2.5j])
def test_other_arguments_are_refused(wrong: object) -> None:
    if wrong is not None:
        with pytest.raises((TypeError, ValueError)):
            ferz.SquareSet(wrong)
    with pytest.raises((TypeError, ValueError)):
        ferz.SquareSet().add(wrong)
    assert ferz.SquareSet() != wrong
    with pytest.raises((TypeError, ValueError)):
        ferz.SquareSet() << -1


def test_text_of_square_sets() -> None:
    squares = ferz.SquareSet(ferz.BB_A8 | ferz.BB_RANK_1)
    assert repr(squares) == "SquareSet(0x0100_0000_0000_00ff)"
    rows = str(squares).split("\n")
    assert rows[0] == "1 . . . . . . ." and rows[7] == "1 1 1 1 1 1 1 1" and len(rows) == 8
