"""Jobs, and the processes and clusters on which their tasks run."""

from __future__ import annotations

import functools
import hashlib
import multiprocessing
import os
import threading
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Any, Callable, Dict, Generator, List, Tuple

import ferz
import ferz.batch as batch

FORMAT = 2
"""The version of output directories."""

Results = Generator[Tuple[int, bytes], None, None]
"""Finished tasks with the bytes of their files, in any order."""


class ClusterError(Exception):
    """A job cannot be run or continued."""


_SIGNATURE_FENS = (
    ferz.STARTING_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
)


@functools.lru_cache(maxsize=None)
def engine_signature() -> Dict[str, str]:
    """Returns digests that change with the network and with the search, whose results must not be
    mixed: of the evaluations of some positions, and of short searches of them."""
    positions = batch.from_fens(_SIGNATURE_FENS)
    moves, scores = batch.search(positions, nodes=500, threads=1)
    evaluations = batch.evaluate(positions, threads=1)
    found = {"network": evaluations.tobytes(), "search": moves.tobytes() + scores.tobytes()}
    return {name: hashlib.sha256(values).hexdigest()[:16] for name, values in found.items()}


@dataclass(frozen=True)
class Job:
    """A job: the identity in the manifest, and the work of a task."""

    kind: str
    arguments: Dict[str, Any]
    tasks: int
    suffix: str
    # Returns the arguments of `compute` for a task. Called in this process.
    load: Callable[[int], Tuple[Any, ...]]
    # Returns the bytes of a task's file. A function of a module, called anywhere, perhaps twice.
    compute: Callable[..., bytes]

    def manifest(self) -> Dict[str, Any]:
        return {
            "format": FORMAT,
            "kind": self.kind,
            "arguments": self.arguments,
            "tasks": self.tasks,
            "version": ferz.__version__,
            "engine": engine_signature(),
        }

    def name(self, task: int) -> str:
        return f"{task:06}{self.suffix}"


def run_here(job: Job, tasks: List[int]) -> Results:
    for task in tasks:
        yield task, job.compute(*job.load(task))


def _start_worker(has_started: Any) -> None:
    """Marks that a worker process has started, and ends it once its parent has ended."""
    has_started.set()
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def run_in_processes(job: Job, tasks: List[int], workers: int, max_retries: int) -> Results:
    waiting, failures = tasks[::-1], 0
    # A new process for each worker: a copy of this one would copy locks in any state.
    context = multiprocessing.get_context("spawn")
    has_started = context.Event()
    while waiting:
        running: Dict[Future[bytes], int] = {}
        pool = ProcessPoolExecutor(workers, context, _start_worker, (has_started,))
        try:
            while waiting or running:
                while waiting and len(running) < 2 * workers:
                    running[pool.submit(job.compute, *job.load(waiting[-1]))] = waiting[-1]
                    waiting.pop()
                done, _ = wait(running, return_when=FIRST_COMPLETED)
                # A failed task ends the job after all finished ones are delivered.
                for future in sorted(done, key=lambda future: future.exception() is not None):
                    result = future.result()
                    failures = 0
                    yield running.pop(future), result
        except BrokenProcessPool:
            if not has_started.is_set():
                raise ClusterError(
                    "no worker process has started: a script that runs a job needs "
                    'if __name__ == "__main__": before it'
                ) from None
            # All tasks that have not been delivered are repeated.
            waiting += sorted(running.values(), reverse=True)
            failures += 1
            if failures > max_retries:
                raise ClusterError(
                    f"a worker process died {failures} times without a finished task"
                ) from None
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def run_on_ray(job: Job, tasks: List[int], max_retries: int) -> Results:
    try:
        import ray  # type: ignore[import-untyped, unused-ignore]
    except ImportError as error:
        raise ImportError("ray=True needs Ray: pip install ferz[ray]") from error
    if not ray.is_initialized():
        ray.init()
    compute = ray.remote(max_retries=max_retries, num_cpus=1)(job.compute)
    waiting: List[int] = tasks[::-1]
    running: Dict[Any, int] = {}
    try:
        while waiting or running:
            resources = ray.cluster_resources()  # type: ignore[no-untyped-call, unused-ignore]
            cores = max(1, int(resources.get("CPU", 1)))
            while waiting and len(running) < 2 * cores:
                task = waiting.pop()
                running[compute.remote(*job.load(task))] = task
            done, _ = ray.wait(list(running), num_returns=1)
            for reference in done:
                yield running.pop(reference), ray.get(reference)
    finally:
        for reference in running:
            ray.cancel(reference, force=True)
