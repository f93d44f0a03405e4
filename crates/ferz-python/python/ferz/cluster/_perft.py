"""Perft as a job."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, List, Optional, Tuple

import numpy as np

import ferz.batch as batch
from ferz.batch._values import MAX_PERFT_DEPTH

from ._job import PathArgument, Workers, directory, run_job
from ._workers import Job

if TYPE_CHECKING:
    from numpy.typing import NDArray

_PERFT_TASKS = 256
_PERFT_POSITIONS = 2000


def _perft_task(positions: bytes, multiplicities: List[int], depth: int) -> bytes:
    array = np.frombuffer(positions, batch.POSITION_DTYPE)
    counts = batch.perft(array, depth, threads=1).tolist()
    leaves = sum(count * times for count, times in zip(counts, multiplicities))
    return json.dumps({"positions": len(array), "leaves": leaves}).encode()


def _unique_positions(fen: str, depth: int) -> Tuple[NDArray[np.void], List[int], int]:
    """Returns the different positions at the first ply with enough of them, the number of paths to
    each, and the plies that remain."""
    positions, paths = batch.from_fens([fen]), np.ones(1, np.uint64)
    while depth > 1 and 0 < len(positions) < _PERFT_POSITIONS:
        after, parents = batch.children(positions)
        positions, inverse = batch.unique(after, ignore_counters=True)
        sums = np.zeros(len(positions), np.uint64)
        np.add.at(sums, inverse, paths[parents])
        paths, depth = sums, depth - 1
    return positions, paths.tolist(), depth


def perft(
    fen: str,
    depth: int,
    *,
    out: Optional[PathArgument] = None,
    workers: Optional[int] = None,
    ray: bool = False,
    max_retries: int = 3,
    progress: bool = False,
) -> int:
    """Returns the number of move sequences of ``depth`` plies, of any size.

    The tree is cut at a ply with some thousands of positions. Equal positions there are counted
    once and multiplied by the number of paths to them; the sum is exact.
    """
    if not 0 <= depth <= MAX_PERFT_DEPTH:
        raise ValueError(f"expected a depth from 0 to {MAX_PERFT_DEPTH}, found {depth}")
    if depth == 0:
        batch.from_fens([fen])
        return 1
    positions, paths, rest = _unique_positions(fen, depth)
    tasks = min(_PERFT_TASKS, len(positions))

    def load(task: int) -> Tuple[Any, ...]:
        # Every n-th position, so that expensive positions, which are neighbours, are spread.
        return positions[task::tasks].tobytes(), paths[task::tasks], rest

    arguments = {"fen": fen, "depth": depth, "positions": len(positions)}
    job = Job("perft", arguments, tasks, ".json", load, _perft_task)
    with directory(out) as path:
        files = run_job(job, path, Workers(workers, ray, max_retries, progress))
        return sum(json.loads(file.read_text("utf-8"))["leaves"] for file in files)
