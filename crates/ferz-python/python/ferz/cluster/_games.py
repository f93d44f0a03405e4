"""Annotation and self-play as jobs."""

from __future__ import annotations

import pathlib
import re
from typing import Any, List, Optional, Tuple

from ferz._core import batch as _batch

from ._job import Job, PathArgument, Workers, run_job, write
from ._parts import Paths, divide, file_identity, path_list


def _annotate_task(text: bytes, nodes: int) -> bytes:
    return _batch.annotate_text(text, nodes)[0].encode()


def annotate(
    files: Paths,
    out: PathArgument,
    *,
    nodes: int = 10_000,
    part_size: int = 64 << 10,
    workers: Optional[int] = None,
    ray: bool = False,
    max_retries: int = 3,
    progress: bool = False,
) -> List[pathlib.Path]:
    """Adds ``[%eval]`` by a search of ``nodes`` nodes after each move of the main lines of PGN
    files, and returns the annotated files: ``out/NAME.pgn`` for each input, in its order of games.

    Variations and other comments stay. A game with an error ends before it.
    """
    paths = path_list(files)
    names = [pathlib.Path(path).name for path in paths]
    stems = [re.sub(r"\.(gz|bz2|zst)$", "", name) for name in names]
    if len(set(stems)) < len(stems):
        raise ValueError("expected files of different names")
    parts = divide(paths, part_size)

    def load(task: int) -> Tuple[Any, ...]:
        return parts[task].read(), nodes

    arguments = {"files": file_identity(paths), "part_size": part_size, "nodes": nodes}
    job = Job("annotate", arguments, len(parts), ".part.pgn", load, _annotate_task)
    directory = pathlib.Path(out)
    results = run_job(job, directory, Workers(workers, ray, max_retries, progress))
    merged = []
    for number, stem in enumerate(stems):
        mine = [file for file, part in zip(results, parts) if part.file == number]
        merged.append(directory / stem)
        write(merged[-1], b"".join(file.read_bytes() for file in mine))
    return merged


def selfplay(
    games: int,
    out: PathArgument,
    *,
    nodes: int = 2000,
    seed: int = 0,
    random_plies: int = 8,
    games_per_task: int = 16,
    workers: Optional[int] = None,
    ray: bool = False,
    max_retries: int = 3,
    progress: bool = False,
) -> pathlib.Path:
    """Plays games of the engine against itself and returns the PGN file ``out/games.pgn`` with the
    score of each searched position as ``[%eval]``.

    A game begins with ``random_plies`` random moves, or one more, and each later move is searched
    with ``nodes`` nodes. It depends on ``seed`` and its number alone, so the file is the same on
    any number of workers.
    """
    if games < 0 or games_per_task < 1:
        raise ValueError("expected at least 0 games and at least 1 for each task")

    def load(task: int) -> Tuple[Any, ...]:
        first = task * games_per_task
        return first, min(games_per_task, games - first), seed, nodes, random_plies

    arguments = {
        "games": games,
        "nodes": nodes,
        "seed": seed,
        "random_plies": random_plies,
        "games_per_task": games_per_task,
    }
    job = Job("selfplay", arguments, -(-games // games_per_task), ".part.pgn", load, _selfplay_task)
    directory = pathlib.Path(out)
    results = run_job(job, directory, Workers(workers, ray, max_retries, progress))
    write(directory / "games.pgn", b"".join(file.read_bytes() for file in results))
    return directory / "games.pgn"


def _selfplay_task(first: int, count: int, seed: int, nodes: int, random_plies: int) -> bytes:
    return _batch.selfplay_text(first, count, seed, nodes, random_plies).encode()
