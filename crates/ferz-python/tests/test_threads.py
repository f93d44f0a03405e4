"""Tests with several threads, which run at the same time in a free-threaded interpreter."""

from __future__ import annotations

import io
import random
import subprocess
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from typing import List

import pytest

import ferz
import ferz.pgn

THREADS = 4
TEXT = (
    '[White "A"]\n\n1. e4 {x} e5 (1... c5 2. Nf3 d6) 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O *\n\n'
)


def random_game(seed: int) -> List[str]:
    """Returns the texts of a random game on a board of its own."""
    source, board, texts = random.Random(seed), ferz.Board(), []
    while len(board.move_stack) < 80 and not board.is_game_over():
        move = source.choice(list(board.legal_moves))
        texts.append(board.san_and_push(move))
    return [*texts, board.fen()]


def test_threads_with_objects_of_their_own() -> None:
    expected = [random_game(seed) for seed in range(24)]
    with ThreadPoolExecutor(THREADS) as pool:
        for _ in range(3):
            assert list(pool.map(random_game, range(24))) == expected


def test_threads_that_read_shared_objects() -> None:
    board = ferz.Board()
    game = ferz.pgn.read_game(io.StringIO(TEXT))
    assert game is not None
    squares = ferz.SquareSet(ferz.BB_CORNERS)

    def read(_: int) -> tuple:
        moves = [move.uci() for move in board.legal_moves]
        return moves, board.fen(), board.copy() == board, list(squares), str(game)

    expected = read(0)
    with ThreadPoolExecutor(THREADS) as pool:
        assert all(found == expected for found in pool.map(read, range(200)))


def test_searches_of_several_engines() -> None:
    def search(seed: int) -> ferz.Move:
        move = ferz.Engine(hash=1).play(ferz.Board(), nodes=100 + seed % 2).move
        assert move is not None
        return move

    with ThreadPoolExecutor(THREADS) as pool:
        found = list(pool.map(search, range(12)))
    assert len(set(found[::2])) == len(set(found[1::2])) == 1


@pytest.mark.skipif(
    not sysconfig.get_config_var("Py_GIL_DISABLED"), reason="needs a free-threaded interpreter"
)
def test_the_module_does_not_enable_the_lock() -> None:
    program = "import sys, ferz, ferz.pgn; print(sys._is_gil_enabled())"
    result = subprocess.run(
        [sys.executable, "-c", program], check=True, stdout=subprocess.PIPE, text=True
    )
    assert result.stdout == "False\n"
