"""Jobs: tasks, their files and the directory of results."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import json
import os
import pathlib
import shutil
import tempfile
from dataclasses import dataclass
from typing import Any, Callable, Dict, Iterator, List, Optional, Tuple, Union

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

import ferz
import ferz.batch as batch
from ferz._core import replace_file
from ferz._progress import Progress

from ._workers import ClusterError, Results, run_here, run_in_processes, run_on_ray

PathArgument = Union[str, "os.PathLike[str]"]

FORMAT = 2
"""The version of output directories."""

MANIFEST = "manifest.json"
_LOCK = ".lock"


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


@dataclass(frozen=True)
class Workers:
    """The place where tasks run."""

    workers: Optional[int]
    ray: bool
    max_retries: int
    progress: bool

    def __post_init__(self) -> None:
        if self.workers is not None and self.workers < 0:
            raise ValueError(f"expected at least 0 workers, found {self.workers}")

    def run(self, job: Job, tasks: List[int]) -> Results:
        """Yields the finished tasks in any order."""
        if not tasks:
            return run_here(job, tasks)
        if self.ray:
            return run_on_ray(job, tasks, self.max_retries)
        workers = os.cpu_count() or 1 if self.workers is None else self.workers
        if workers == 0:
            return run_here(job, tasks)
        return run_in_processes(job, tasks, workers, self.max_retries)


def read_manifest(out: pathlib.Path) -> Dict[str, Any]:
    try:
        manifest = json.loads((out / MANIFEST).read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise ClusterError(f"{out / MANIFEST}: {error}") from error
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise ClusterError(f"{out / MANIFEST}: not a manifest of format {FORMAT}")
    return manifest


@contextlib.contextmanager
def lock(out: pathlib.Path) -> Iterator[None]:
    """Holds the directory, so that two processes do not run the same job at once."""
    out.mkdir(parents=True, exist_ok=True)
    with open(out / _LOCK, "wb") as file:
        if fcntl is not None:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise ClusterError(f"another process runs the job of {out}") from None
        # The lock ends with this process, however it ends.
        yield


def _open(job: Job, out: pathlib.Path) -> List[int]:
    """Checks the directory and returns the tasks that are not finished."""
    # A write that was interrupted.
    for leftover in out.glob(".*.tmp"):
        leftover.unlink()
    # A plain value, as it is read back.
    expected = json.loads(json.dumps(job.manifest()))
    if (out / MANIFEST).exists():
        found = read_manifest(out)
        if found != expected:
            raise ClusterError(f"{out} holds another job: expected {expected}, found {found}")
    elif any(path.name != _LOCK for path in out.iterdir()):
        raise ClusterError(f"{out} is neither empty nor the directory of a job")
    else:
        replace_file(out / MANIFEST, json.dumps(expected, indent=1).encode())
    return [task for task in range(job.tasks) if not (out / job.name(task)).exists()]


def run_job(job: Job, out: pathlib.Path, workers: Workers) -> List[pathlib.Path]:
    """Runs the unfinished tasks of a job and returns the files of all tasks."""
    bar = Progress(job.tasks, unit="task", description=job.kind, enabled=workers.progress)
    with lock(out), bar:
        tasks = _open(job, out)
        bar.advance(job.tasks - len(tasks))
        with contextlib.closing(workers.run(job, tasks)) as results:
            for task, content in results:
                replace_file(out / job.name(task), content)
                bar.advance()
    return [out / job.name(task) for task in range(job.tasks)]


@contextlib.contextmanager
def directory(out: Optional[PathArgument]) -> Iterator[pathlib.Path]:
    """The output directory; without one a temporary directory."""
    if out is not None:
        yield pathlib.Path(out)
        return
    temporary = pathlib.Path(tempfile.mkdtemp(prefix="ferz-"))
    try:
        yield temporary / "job"
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
