"""The directory of a job: the files of its tasks and the manifest."""

from __future__ import annotations

import contextlib
import json
import os
import pathlib
import tempfile
from dataclasses import dataclass
from typing import Any, Dict, Iterator, List, Optional, Union

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

from ferz._core import replace_file
from ferz._progress import Progress

from ._workers import FORMAT, ClusterError, Job, Results, run_here, run_in_processes, run_on_ray

PathArgument = Union[str, "os.PathLike[str]"]

MANIFEST = "manifest.json"
_LOCK = ".lock"


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
    with tempfile.TemporaryDirectory(prefix="ferz-", ignore_cleanup_errors=True) as temporary:
        yield pathlib.Path(temporary, "job")
