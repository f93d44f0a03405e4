"""Puzzles of games as a job."""

from __future__ import annotations

import pathlib
import subprocess
import sys
from typing import Any, Dict, List, Optional, Set, Tuple

import ferz
from ferz._core import batch as _batch
from ferz._core import replace_file

from ._job import PathArgument, Workers, run_job
from ._parts import Paths, divide, file_identity, path_list
from ._workers import Job


def _puzzles_task(text: bytes, nodes: int) -> bytes:
    """Returns the file of a part: a line with the number of its games, and the rows of its puzzles."""
    command = [sys.executable, "-m", "ferz", "puzzles", "find", "-", "--nodes", str(nodes)]
    found = subprocess.run(command, input=text, capture_output=True)
    if found.returncode != 0:
        raise RuntimeError(found.stderr.decode(errors="replace").strip())
    return f"%{len(_batch.game_texts(text))}\n".encode() + found.stdout


def puzzles(
    files: Paths,
    out: PathArgument,
    *,
    nodes: int = 150_000,
    part_size: int = 64 << 10,
    workers: Optional[int] = None,
    ray: bool = False,
    max_retries: int = 3,
    progress: bool = False,
) -> pathlib.Path:
    """Finds the puzzles of the games of PGN files and returns the file ``out/puzzles.csv``: that which
    ``ferz puzzles find`` writes with ``nodes`` nodes for each move, on any number of workers.
    """
    if nodes < 100:
        raise ValueError(f"expected at least 100 nodes, found {nodes}")
    paths = path_list(files)
    parts = divide(paths, part_size)

    def load(task: int) -> Tuple[Any, ...]:
        return parts[task].read(), nodes

    arguments: Dict[str, Any] = {"files": file_identity(paths), "part_size": part_size}
    arguments.update(nodes=nodes)
    job = Job("puzzles", arguments, len(parts), ".part.csv", load, _puzzles_task)
    directory = pathlib.Path(out)
    results = run_job(job, directory, Workers(workers, ray, max_retries, progress))
    replace_file(directory / "puzzles.csv", _merged([file.read_bytes() for file in results]))
    return directory / "puzzles.csv"


def _merged(parts: List[bytes]) -> bytes:
    """Returns the rows of all parts with one header. The games are numbered through all parts, and each
    position to solve occurs once."""
    lines: List[str] = []
    seen: Set[str] = set()
    games = 0
    for part in parts:
        count, header, *rows = part.decode().splitlines()
        if not lines:
            lines.append(header)
        for row in rows:
            name, fen, moves, *rest = row.split(",")
            board = ferz.Board(fen)
            board.push_uci(moves.split()[0])
            position = board.epd()
            if position in seen:
                continue
            seen.add(position)
            game, ply = name.split("-")
            lines.append(",".join([f"{games + int(game)}-{ply}", fen, moves, *rest]))
        games += int(count[1:])
    return "".join(line + "\n" for line in lines).encode()
