"""The processes and clusters on which tasks run."""

from __future__ import annotations

import multiprocessing
import os
import threading
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING, Any, Dict, Generator, List, Tuple

if TYPE_CHECKING:
    from ._job import Job

Results = Generator[Tuple[int, bytes], None, None]
"""Finished tasks with the bytes of their files, in any order."""


class ClusterError(Exception):
    """A job cannot be run or continued."""


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
