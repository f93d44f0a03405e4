"""Compares the speed of chess modules with python-chess's names.

    python benches/compare.py                  # ferz, and chess if it is installed
    python benches/compare.py ferz MODULE ...

Runs each task in each module in turn, several rounds, and prints the least user time of a round and
the ratio to the first module. The results of the tasks must be equal in all modules.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from types import ModuleType
from typing import Callable, Dict, List, Tuple

ROUNDS = 5
FENS = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "6k1/5ppp/8/8/8/8/r4PPP/3R2K1 w - - 12 34",
]
VARIANT_FENS = {
    "CrazyhouseBoard": [
        "r1bqk1nr/p1pp2pp/2nb4/1p2pp2/4PP2/6P1/PPPP3P/RNBQKBNR[Np] w KQkq - 1 6",
        "rn2kb1r/pp1bq2p/3p1p1n/2p1p1p1/PB1P1PPP/N7/1PP1PK2/R2Q1BNR[] w kq - 0 11",
        "r3q1n1/1Ppkb1p1/p3p2r/1p2npNp/1PPp2bP/P4NP1/RB1PBP2/2QK3R[Pq] w - - 1 21",
    ],
    "AtomicBoard": [
        "r1bqk1nr/p1pp2pp/2nb4/1p2pp2/4PP2/6P1/PPPP3P/RNBQKBNR w KQkq - 1 6",
        "3q2nr/1pp3p1/3k1p2/bb5p/3P1PPP/8/PPP5/R1BK1B1R w - - 0 16",
        "3k1r2/1b3pp1/4pnQp/1p1p2N1/P1P3P1/8/2K2P1P/RN3BR1 w - - 1 21",
    ],
}
GAME = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7".split()


def perft(module: ModuleType) -> int:
    """Counts the leaves of three plies by push and pop."""

    def count(board, depth: int) -> int:
        if depth == 0:
            return 1
        leaves = 0
        for move in board.legal_moves:
            board.push(move)
            leaves += count(board, depth - 1)
            board.pop()
        return leaves

    return count(module.Board(), 3) + count(module.Board(FENS[1]), 2)


def perft_4(module: ModuleType) -> int:
    """Counts the leaves of four plies by push and pop."""
    board = module.Board()

    def count(depth: int) -> int:
        leaves = 0
        for move in board.legal_moves:
            board.push(move)
            leaves += 1 if depth == 1 else count(depth - 1)
            board.pop()
        return leaves

    return count(4)


def legal_moves(module: ModuleType) -> int:
    """Lists the legal moves."""
    boards = [module.Board(fen) for fen in FENS]
    return sum(len(list(board.legal_moves)) for board in boards for _ in range(100))


def count_moves(module: ModuleType) -> int:
    """Counts the legal moves."""
    boards = [module.Board(fen) for fen in FENS]
    return sum(board.legal_moves.count() for board in boards for _ in range(100))


def read_fen(module: ModuleType) -> int:
    """Reads FENs."""
    return sum(module.Board(fen).occupied & 255 for fen in FENS for _ in range(100))


def write_fen(module: ModuleType) -> int:
    """Writes FENs."""
    boards = [module.Board(fen) for fen in FENS]
    return sum(len(board.fen()) for board in boards for _ in range(100))


def san(module: ModuleType) -> int:
    """Writes all legal moves in SAN."""
    boards = [module.Board(fen) for fen in FENS]
    return sum(
        len(board.san(move)) for board in boards for _ in range(3) for move in board.legal_moves
    )


def push_san(module: ModuleType) -> int:
    """Plays a game from SAN."""
    total = 0
    for _ in range(20):
        board = module.Board()
        for text in GAME:
            board.push_san(text)
        total += board.ply()
    return total


def copy(module: ModuleType) -> int:
    """Copies a board with twenty moves."""
    board = module.Board()
    for text in GAME:
        board.push_san(text)
    return sum(board.copy().ply() for _ in range(600))


def game_over(module: ModuleType) -> int:
    """Tests for the end of the game."""
    boards = [module.Board(fen) for fen in FENS]
    return sum(board.is_game_over() for board in boards for _ in range(100))


def pieces(module: ModuleType) -> int:
    """Reads each square and the piece map."""
    boards = [module.Board(fen) for fen in FENS]
    found = sum(
        board.piece_at(s) is not None for board in boards for s in module.SQUARES for _ in range(5)
    )
    return found + sum(len(board.piece_map()) for board in boards for _ in range(20))


def attackers(module: ModuleType) -> int:
    """Finds the attackers of each square."""
    boards = [module.Board(fen) for fen in FENS]
    return sum(
        len(board.attackers(True, s)) for board in boards for s in module.SQUARES for _ in range(5)
    )


def variant_moves(module: ModuleType, name: str) -> int:
    """Lists the legal moves of a variant."""
    kind = getattr(importlib.import_module(f"{module.__name__}.variant"), name)
    boards = [kind(fen) for fen in VARIANT_FENS[name]]
    return sum(len(list(board.legal_moves)) for board in boards for _ in range(30))


def variant_pushes(module: ModuleType, name: str) -> int:
    """Makes and undoes the legal moves of a variant."""
    kind = getattr(importlib.import_module(f"{module.__name__}.variant"), name)
    turns = 0
    for fen in VARIANT_FENS[name]:
        board = kind(fen)
        for move in list(board.legal_moves) * 20:
            board.push(move)
            turns += board.turn
            board.pop()
    return turns


def crazyhouse_moves(module: ModuleType) -> int:
    """Lists the legal moves of Crazyhouse."""
    return variant_moves(module, "CrazyhouseBoard")


def crazyhouse_push(module: ModuleType) -> int:
    """Makes and undoes the legal moves of Crazyhouse."""
    return variant_pushes(module, "CrazyhouseBoard")


def atomic_moves(module: ModuleType) -> int:
    """Lists the legal moves of Atomic."""
    return variant_moves(module, "AtomicBoard")


def atomic_push(module: ModuleType) -> int:
    """Makes and undoes the legal moves of Atomic."""
    return variant_pushes(module, "AtomicBoard")


TASKS: List[Callable[[ModuleType], int]] = [
    perft, perft_4, legal_moves, count_moves, read_fen, write_fen, san, push_san, copy, game_over,
    pieces, attackers, crazyhouse_moves, crazyhouse_push, atomic_moves, atomic_push,
]  # fmt: skip


def user_time(task: Callable[[ModuleType], int], module: ModuleType) -> Tuple[float, int]:
    """Returns the user time of a task in seconds, and its result."""
    start = os.times().user
    runs = 0
    while True:
        result = task(module)
        runs += 1
        elapsed = os.times().user - start
        if elapsed > 0.3:
            return elapsed / runs, result


def main(names: List[str]) -> None:
    """Measures all tasks in the modules of these names and prints a table."""
    modules = [importlib.import_module(name) for name in names]
    print(f"{'task':<16}" + "".join(f"{name:>14}" for name in names) + "   ratio")
    for task in TASKS:
        best: Dict[str, float] = {}
        results = set()
        for _ in range(1 if task is perft_4 else ROUNDS):
            for name, module in zip(names, modules):
                elapsed, result = user_time(task, module)
                results.add(result)
                best[name] = min(elapsed, best.get(name, elapsed))
        if len(results) != 1:
            sys.exit(f"{task.__name__}: the modules disagree: {results}")
        times = "".join(f"{best[name] * 1e3:>11.3f} ms" for name in names)
        ratios = " ".join(f"{best[name] / best[names[0]]:>7.1f}" for name in names[1:])
        print(f"{task.__name__:<16}{times}   {ratios}")


if __name__ == "__main__":
    main(sys.argv[1:] or ["ferz"] + ["chess"] * (importlib.util.find_spec("chess") is not None))
