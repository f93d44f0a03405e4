"""Compares the speed of arrays with that of loops over python-chess, an optional program.

    python benches/compare_batch.py games.pgn [--megabytes 4] [--rounds 3]

All loops fill the same arrays, and the answers are compared. Times are the least of the rounds: wall
time, and user time of all threads. Build the package in release mode first.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import time
from typing import Any, Callable, List, Tuple

import ferz.batch as batch
import numpy as np


def user_time() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_utime


def measure(function: Callable[[], Any], rounds: int) -> Tuple[Any, float, float]:
    """Returns the result, and the least wall time and user time of the rounds."""
    best = (float("inf"), float("inf"))
    result = None
    for _ in range(rounds):
        wall, user = time.perf_counter(), user_time()
        result = function()
        times = (time.perf_counter() - wall, user_time() - user)
        best = (min(best[0], times[0]), min(best[1], times[1]))
    return (result, *best)


def report(name: str, count: int, unit: str, wall: float, user: float) -> None:
    rate = f"{count / wall / 1000:10,.0f} thousand {unit}/s"
    print(f"{name:34} {wall:8.3f} s wall {user:8.3f} s user {rate}")


def chess_rows(path: str) -> List[np.ndarray]:
    """Fills the columns of `batch.positions` with python-chess."""
    import chess.pgn

    occupied, ply, result, move = [], [], [], []
    results = {"1-0": 1, "0-1": -1, "1/2-1/2": 0}
    with open(path, encoding="utf-8", errors="replace") as file:
        while (game := chess.pgn.read_game(file)) is not None:
            if game.errors:
                continue
            outcome = results.get(game.headers.get("Result", "*"), 2)
            board = game.board()
            for number, played in enumerate(game.mainline_moves()):
                occupied.append(board.occupied)
                ply.append(number)
                result.append(outcome)
                move.append(played.from_square | played.to_square << 6)
                board.push(played)
    types = (np.uint64, np.uint16, np.int8, np.uint16)
    return [np.array(column, kind) for column, kind in zip((occupied, ply, result, move), types)]


def compare_pgn(path: str, rounds: int) -> batch.PositionStream:
    found, wall, user = measure(lambda: batch.positions(path).read_all(), rounds)
    count = len(found["position"])
    report("PGN to arrays, all cores", count, "positions", wall, user)
    _, one_wall, one_user = measure(lambda: batch.positions(path, threads=1).read_all(), rounds)
    report("PGN to arrays, one thread", count, "positions", one_wall, one_user)
    try:
        import chess  # noqa: F401
    except ImportError:
        print("python-chess is not installed")
        return found
    expected, chess_wall, chess_user = measure(lambda: chess_rows(path), 1)
    report("the same by python-chess", count, "positions", chess_wall, chess_user)
    assert (expected[0] == found["position"]["occupied"]).all()
    assert (expected[1] == found["ply"]).all() and (expected[2] == found["result"]).all()
    # Castling is the move to the rook's square in arrays.
    same = expected[3] == found["move"] & 0xFFF
    assert (same | (found["move"] >> 12 == 1)).all()
    print(f"ratio {chess_wall / wall:.0f} of wall time, {chess_user / one_user:.0f} of user time")
    return found


def compare_fens(positions: np.ndarray, rounds: int) -> None:
    fens, wall, user = measure(lambda: batch.to_fens(positions), rounds)
    report("positions to FEN", len(fens), "positions", wall, user)
    read, wall, user = measure(lambda: batch.from_fens(fens), rounds)
    report("FEN to positions", len(fens), "positions", wall, user)
    assert (read == positions).all()


def functions(positions: np.ndarray, moves: np.ndarray, rounds: int) -> None:
    rows = {
        "evaluation": batch.evaluate,
        "keys": batch.keys,
        "legal move counts": batch.legal_move_counts,
        "planes, float": lambda some: batch.planes(some[:100_000]),
        "planes, bool": lambda some: batch.planes(some[:100_000], dtype=bool),
        "legal mask, lc0": lambda some: batch.legal_mask(some[:100_000]),
        "move indexes, lc0": lambda some: batch.move_indexes(some, moves),
    }
    for name, function in rows.items():
        result, wall, user = measure(lambda function=function: function(positions), rounds)
        report(name, len(result), "positions", wall, user)


MEMORY = """
import re, sys
import ferz.batch as batch
def peak():
    return int(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1]) / 1024
before = peak()
count = sum(len(chunk["position"]) for chunk in batch.positions(sys.argv[1]))
print(f"{count} positions; VmHWM {before:.0f} MiB after the import, {peak():.0f} MiB at the end")
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pgn")
    parser.add_argument("--megabytes", type=float, default=4)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    part = "/tmp/ferz-compare-batch.pgn"
    with open(arguments.pgn, "rb") as source, open(part, "wb") as target:
        text = source.read(int(arguments.megabytes * 1e6))
        target.write(text[: text.rfind(b"\n\n[Event ") + 1])
    print(f"{os.path.getsize(part) / 1e6:.1f} MB of {arguments.pgn}, {os.cpu_count()} cores")
    found = compare_pgn(part, arguments.rounds)
    positions = found["position"]
    repeated = np.resize(np.arange(len(positions)), 400_000)
    compare_fens(positions[repeated], arguments.rounds)
    functions(positions[repeated], found["move"][repeated], arguments.rounds)
    os.unlink(part)
    sys.stdout.flush()
    subprocess.run([sys.executable, "-c", MEMORY, arguments.pgn], check=True)


if __name__ == "__main__":
    main()
