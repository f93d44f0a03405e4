"""Compares the user time of reading PGN in modules with python-chess's names.

    python benches/compare_pgn.py games.pgn ferz chess

Each task runs in a process of its own, in turns with the other modules; the table shows the fastest of
the rounds. All modules must give the same answers.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib
import io
import json
import logging
import resource
import subprocess
import sys
from typing import Any, Callable, Dict, List, TextIO

Answer = List[Any]


def read_games(module: Any, handle: TextIO) -> Answer:
    """Reads all games and counts them and their errors."""
    games = errors = 0
    while True:
        game = module.pgn.read_game(handle)
        if game is None:
            return [games, errors]
        games += 1
        errors += len(game.errors)


def read_moves(module: Any, handle: TextIO) -> Answer:
    """Reads all games and their main lines as moves."""
    games = moves = squares = 0
    while True:
        game = module.pgn.read_game(handle)
        if game is None:
            return [games, moves, squares]
        games += 1
        for move in game.mainline_moves():
            moves += 1
            squares += move.to_square


def visit_nodes(module: Any, handle: TextIO) -> Answer:
    """Reads all games and visits all nodes of their main lines, with their NAGs."""
    games = nodes = nags = 0
    while True:
        game = module.pgn.read_game(handle)
        if game is None:
            return [games, nodes, nags]
        games += 1
        for node in game.mainline():
            nodes += 1
            nags += len(node.nags)


def export_games(module: Any, handle: TextIO) -> Answer:
    """Reads all games and writes them as text."""
    digest = hashlib.sha256()
    while True:
        game = module.pgn.read_game(handle)
        if game is None:
            return [digest.hexdigest()[:16]]
        digest.update(str(game).encode("utf-8"))


def final_boards(module: Any, handle: TextIO) -> Answer:
    """Reads the last position of all games with a visitor."""
    digest = hashlib.sha256()
    while True:
        board = module.pgn.read_game(handle, Visitor=module.pgn.BoardBuilder)
        if board is None:
            return [digest.hexdigest()[:16]]
        digest.update(board.fen().encode("utf-8"))


def read_headers(module: Any, handle: TextIO) -> Answer:
    """Reads the headers of all games."""
    games = tags = 0
    while True:
        headers = module.pgn.read_headers(handle)
        if headers is None:
            return [games, tags]
        games += 1
        tags += len(headers)


def skip_games(module: Any, handle: TextIO) -> Answer:
    """Skips all games."""
    games = 0
    while module.pgn.skip_game(handle):
        games += 1
    return [games]


TASKS: Dict[str, Callable[[Any, TextIO], Answer]] = {
    function.__name__: function
    for function in [
        read_games,
        read_moves,
        visit_nodes,
        export_games,
        final_boards,
        read_headers,
        skip_games,
    ]
}


def run_task(name: str, task: str, path: str, in_memory: bool) -> None:
    """Runs a task in this process and prints its user time in seconds and its answer."""
    logging.disable(logging.CRITICAL)
    module = importlib.import_module(name)
    importlib.import_module(name + ".pgn")
    with open(path, encoding="utf-8", errors="replace") as file:
        handle = io.StringIO(file.read()) if in_memory else file
        start = resource.getrusage(resource.RUSAGE_SELF).ru_utime
        answer = TASKS[task](module, handle)
        seconds = resource.getrusage(resource.RUSAGE_SELF).ru_utime - start
    print(json.dumps([seconds, answer]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", help="a PGN file")
    parser.add_argument("modules", nargs="+", help="names of modules; the ratios are to the first")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--in-memory", action="store_true", help="read from io.StringIO")
    parser.add_argument("--tasks", nargs="+", choices=TASKS, default=list(TASKS))
    parser.add_argument("--run", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.run:
        run_task(arguments.modules[0], arguments.tasks[0], arguments.file, arguments.in_memory)
        return

    print(f"{'task':14}" + "".join(f"{name:>22}" for name in arguments.modules))
    for task in arguments.tasks:
        best = {name: float("inf") for name in arguments.modules}
        answers = {}
        for _ in range(arguments.rounds):
            for name in arguments.modules:
                command = [sys.executable, __file__, arguments.file, name, "--run", "--tasks", task]
                command += ["--in-memory"] if arguments.in_memory else []
                seconds, answers[name] = json.loads(
                    subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout
                )
                best[name] = min(best[name], seconds)
        first = best[arguments.modules[0]]
        cells = (f"{best[name]:12.3f} s {best[name] / first:6.1f} x" for name in arguments.modules)
        print(f"{task:14}" + "".join(f"{cell:>22}" for cell in cells))
        if len({json.dumps(answer) for answer in answers.values()}) > 1:
            sys.exit(f"{task}: different answers: {answers}")


if __name__ == "__main__":
    main()
