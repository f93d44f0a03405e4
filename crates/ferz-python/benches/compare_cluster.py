"""Measures the overhead of a task of `ferz.cluster` and the scaling from one worker to two.

    python benches/compare_cluster.py [--depth 8] [--rounds 3] [--ray]

A job of 256 tasks counts perft in this process, with one and with two processes, and with `--ray` on
local Ray clusters of one and of two processors. At depth 3 the tasks are nearly empty: the time by task
is overhead. At `--depth` the ratio of one worker to two is the scaling. Times are wall times, the least
of the rounds, after a first job that starts the workers of Ray. Build the package in release mode first.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from typing import Any

import ferz
import ferz.cluster as cluster

TASKS = 256


def seconds(depth: int, rounds: int, **workers: Any) -> float:
    """Returns the least time of a job in an empty directory."""
    best = float("inf")
    for _ in range(rounds):
        with tempfile.TemporaryDirectory() as out:
            start = time.perf_counter()
            leaves = cluster.perft(ferz.STARTING_FEN, depth, out=out, **workers)
            best = min(best, time.perf_counter() - start)
        assert leaves == ferz.perft(ferz.Board(), depth)
    return best


def row(name: str, depth: int, rounds: int, base: float, **workers: Any) -> float:
    """Prints the overhead and the time of the long job, and returns that time."""
    overhead = seconds(3, rounds, **workers) / TASKS
    long = seconds(depth, rounds, **workers)
    ratio = f"{base / long:5.2f} x" if base else ""
    print(
        f"{name:24} {overhead * 1000:8.2f} ms a task {long:8.2f} s at depth {depth}  {ratio}",
        flush=True,
    )
    return long


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--depth", type=int, default=8)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--ray", action="store_true")
    arguments = parser.parse_args()
    row("in this process", arguments.depth, arguments.rounds, 0.0, workers=0)
    base = row("1 process", arguments.depth, arguments.rounds, 0.0, workers=1)
    row("2 processes", arguments.depth, arguments.rounds, base, workers=2)
    if arguments.ray:
        import ray

        base = 0.0
        for processors in (1, 2):
            ray.init(num_cpus=processors, log_to_driver=False)
            cluster.perft(ferz.STARTING_FEN, 3, ray=True)
            name = f"Ray, {processors} processor{'s' * (processors > 1)}"
            base = row(name, arguments.depth, arguments.rounds, base, ray=True)
            ray.shutdown()


if __name__ == "__main__":
    main()
