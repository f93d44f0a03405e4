"""Large jobs as tasks on the cores of this machine or of a Ray cluster.

A job is split into tasks that depend on their input alone. Each finished task is one file in the
output directory, written to a temporary file first and then renamed, beside ``manifest.json``, which
holds the arguments. A job that was interrupted at any point is continued by the same call: finished
tasks are not repeated, and none counts twice. A directory of other arguments is refused.

Without Ray, tasks run in processes of this machine (``workers``, by default one for each core;
``workers=0`` runs them in this process). A process that dies is replaced and its tasks are repeated.
With ``ray=True`` the tasks run on the cluster to which Ray is connected, or on the one that
``ray.init()`` finds or starts; Ray repeats tasks of dead workers and nodes. Input and results travel
with the tasks, so the nodes need no common file system, only this package.

As with every program that starts processes, a script needs ``if __name__ == "__main__":``.
"""

from __future__ import annotations

import contextlib
import io
import json
import multiprocessing
import os
import pathlib
import re
import shutil
import tempfile
import zipfile
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import (
    TYPE_CHECKING,
    Any,
    Callable,
    Dict,
    Generator,
    Iterator,
    List,
    Optional,
    Sequence,
    Tuple,
    Union,
)

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

import ferz.batch as batch
from ferz._core import batch as _batch
from ferz._progress import Progress
from ferz.batch import np

if TYPE_CHECKING:
    from numpy.typing import NDArray

PathArgument = Union[str, "os.PathLike[str]"]
Paths = Union[PathArgument, Sequence[PathArgument]]

Results = Generator[Tuple[int, bytes], None, None]

FORMAT = 1
"""The version of output directories."""

_MANIFEST = "manifest.json"
_LOCK = ".lock"
_COMPRESSED = (".gz", ".bz2", ".zst")
# A blank line and the start of a tag pair end a game in any state of the reader.
_BORDER = re.compile(rb"\n\r?\n(?=\[[A-Za-z0-9_+#=:-]{1,40}[ \t]{0,8}\")")


class ClusterError(Exception):
    """A job cannot be run or continued."""


@dataclass(frozen=True)
class _Job:
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
        }

    def name(self, task: int) -> str:
        return f"{task:06}{self.suffix}"


@dataclass(frozen=True)
class _Workers:
    """The place where tasks run."""

    workers: Optional[int]
    ray: bool
    max_retries: int
    progress: bool

    def run(self, job: _Job, tasks: List[int]) -> Results:
        """Yields the finished tasks in any order."""
        if not tasks:
            return _run_here(job, tasks)
        if self.ray:
            return _run_on_ray(job, tasks, self.max_retries)
        workers = os.cpu_count() or 1 if self.workers is None else self.workers
        if workers < 0:
            raise ValueError(f"expected at least 0 workers, found {workers}")
        if workers == 0:
            return _run_here(job, tasks)
        return _run_in_processes(job, tasks, workers, self.max_retries)


def _run_here(job: _Job, tasks: List[int]) -> Results:
    for task in tasks:
        yield task, job.compute(*job.load(task))


def _run_in_processes(
    job: _Job, tasks: List[int], workers: int, max_retries: int
) -> Results:
    waiting, failures = tasks[::-1], 0
    # A new process for each worker: a copy of this one would copy locks in any state.
    context = multiprocessing.get_context("spawn")
    while waiting:
        running: Dict[Future[bytes], int] = {}
        pool = ProcessPoolExecutor(workers, mp_context=context)
        try:
            while waiting or running:
                while waiting and len(running) < 2 * workers:
                    running[pool.submit(job.compute, *job.load(waiting[-1]))] = waiting[-1]
                    waiting.pop()
                done, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    result = future.result()
                    failures = 0
                    yield running.pop(future), result
        except BrokenProcessPool:
            # All tasks that have not been delivered are repeated.
            waiting += sorted(running.values(), reverse=True)
            failures += 1
            if failures > max_retries:
                raise ClusterError(
                    f"a worker process died {failures} times without a finished task"
                ) from None
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _run_on_ray(job: _Job, tasks: List[int], max_retries: int) -> Results:
    try:
        import ray
    except ImportError as error:
        raise ImportError("ray=True needs Ray: pip install ferz[ray]") from error
    if not ray.is_initialized():
        ray.init()
    compute = ray.remote(max_retries=max_retries, num_cpus=1)(job.compute)
    waiting, running = tasks[::-1], {}
    try:
        while waiting or running:
            cores = max(1, int(ray.cluster_resources().get("CPU", 1)))
            while waiting and len(running) < 2 * cores:
                task = waiting.pop()
                running[compute.remote(*job.load(task))] = task
            done, _ = ray.wait(list(running), num_returns=1)
            for reference in done:
                yield running.pop(reference), ray.get(reference)
    finally:
        for reference in running:
            ray.cancel(reference, force=True)


def _write(path: pathlib.Path, content: bytes) -> None:
    """Writes a file that exists completely or not at all."""
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".tmp", dir=path.parent)
    try:
        with open(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise


def _read_manifest(out: pathlib.Path) -> Dict[str, Any]:
    try:
        manifest = json.loads((out / _MANIFEST).read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise ClusterError(f"{out / _MANIFEST}: {error}") from error
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise ClusterError(f"{out / _MANIFEST}: not a manifest of format {FORMAT}")
    return manifest


@contextlib.contextmanager
def _lock(out: pathlib.Path) -> Iterator[None]:
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


def _open_directory(job: _Job, out: pathlib.Path) -> List[int]:
    """Checks the directory and returns the tasks that are not finished."""
    # A write that was interrupted.
    for leftover in out.glob(".*.tmp"):
        leftover.unlink()
    # A plain value, as it is read back.
    expected = json.loads(json.dumps(job.manifest()))
    if (out / _MANIFEST).exists():
        found = _read_manifest(out)
        if found != expected:
            raise ClusterError(f"{out} holds another job: expected {expected}, found {found}")
    elif any(path.name != _LOCK for path in out.iterdir()):
        raise ClusterError(f"{out} is neither empty nor the directory of a job")
    else:
        _write(out / _MANIFEST, json.dumps(expected, indent=1).encode())
    return [task for task in range(job.tasks) if not (out / job.name(task)).exists()]


def _run(job: _Job, out: pathlib.Path, workers: _Workers) -> List[pathlib.Path]:
    """Runs the unfinished tasks of a job and returns the files of all tasks."""
    bar = Progress(job.tasks, unit="task", description=job.kind, enabled=workers.progress)
    with _lock(out), bar:
        tasks = _open_directory(job, out)
        bar.advance(job.tasks - len(tasks))
        with contextlib.closing(workers.run(job, tasks)) as results:
            for task, content in results:
                _write(out / job.name(task), content)
                bar.advance()
    return [out / job.name(task) for task in range(job.tasks)]


@contextlib.contextmanager
def _directory(out: Optional[PathArgument]) -> Iterator[pathlib.Path]:
    """The output directory; without one a temporary directory."""
    if out is not None:
        yield pathlib.Path(out)
        return
    temporary = pathlib.Path(tempfile.mkdtemp(prefix="ferz-"))
    try:
        yield temporary / "job"
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


# Perft.

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
    if depth < 0:
        raise ValueError(f"expected a depth of at least 0, found {depth}")
    if depth == 0:
        batch.from_fens([fen])
        return 1
    positions, paths, rest = _unique_positions(fen, depth)
    tasks = min(_PERFT_TASKS, len(positions))

    def load(task: int) -> Tuple[Any, ...]:
        # Every n-th position, so that expensive positions, which are neighbours, are spread.
        return positions[task::tasks].tobytes(), paths[task::tasks], rest

    arguments = {"fen": fen, "depth": depth, "positions": len(positions)}
    job = _Job("perft", arguments, tasks, ".json", load, _perft_task)
    with _directory(out) as directory:
        files = _run(job, directory, _Workers(workers, ray, max_retries, progress))
        return sum(json.loads(file.read_text("utf-8"))["leaves"] for file in files)


# Parts of PGN files.


@dataclass(frozen=True)
class _Part:
    """A range of bytes of a file, from one border of games to another."""

    file: int
    path: str
    start: int
    end: int

    def read(self) -> bytes:
        with open(self.path, "rb") as file:
            file.seek(self.start)
            return file.read(self.end - self.start)


def _border_after(file: Any, start: int, size: int) -> int:
    """Returns the first border of games at or after an offset, or the size of the file."""
    step = 1 << 20
    # One blank line before, since the border may begin before the offset.
    at = max(0, start - 3)
    while at < size:
        file.seek(at)
        # A border that is cut by the end of the text is found by the next step.
        text = file.read(step + 64)
        for match in _BORDER.finditer(text):
            if at + match.end() >= start:
                return at + match.end()
        at += step
    return size


def _parts(paths: Sequence[str], part_size: int) -> List[_Part]:
    """Divides files at borders of games. A compressed file is one part."""
    if part_size < 1:
        raise ValueError(f"expected a part size of at least 1 byte, found {part_size}")
    parts = []
    for number, path in enumerate(paths):
        size = os.stat(path).st_size
        if path.endswith(_COMPRESSED):
            parts.append(_Part(number, path, 0, size))
            continue
        with open(path, "rb") as file:
            start = 0
            while start < size:
                end = _border_after(file, start + part_size, size)
                parts.append(_Part(number, path, start, end))
                start = end
    return parts


def _path_list(files: Paths) -> List[str]:
    if isinstance(files, (str, os.PathLike)):
        files = [files]
    return [os.path.abspath(os.fspath(file)) for file in files]


def _file_identity(paths: Sequence[str]) -> List[List[Any]]:
    """Paths, sizes and times of files, by which a changed input is noticed."""
    return [[path, os.stat(path).st_size, os.stat(path).st_mtime_ns] for path in paths]


# Evaluation.

_ROWS = 1 << 18
# The entry of a part's file with the number of its input file and of its games.
_PART = "_part"


def _save(columns: Dict[str, Any]) -> bytes:
    """Returns the file of `np.savez`, which itself cannot write a column of the name `file`."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, column in columns.items():
            with archive.open(f"{name}.npy", "w", force_zip64=True) as file:
                np.lib.format.write_array(file, column, allow_pickle=False)
    return buffer.getvalue()


def _values(positions: Any, nodes: int) -> NDArray[Any]:
    if nodes == 0:
        return batch.evaluate(positions, threads=1)
    return batch.search(positions, nodes=nodes, threads=1)[1]


def _evaluate_array(positions: bytes, nodes: int) -> bytes:
    array = np.frombuffer(positions, batch.POSITION_DTYPE)
    return _save({"position": array, "score": _values(array, nodes)})


def _evaluate_text(text: bytes, file: int, nodes: int, options: Dict[str, Any]) -> bytes:
    stream = batch.positions(text, threads=1, chunk_size=1 << 30, **options)
    columns = stream.read_all()
    rows = len(columns["position"])
    columns["file"] = np.full(rows, file, np.uint32)
    columns["score"] = _values(columns["position"], nodes)
    # For the numbers of games in the parts behind this one.
    columns[_PART] = np.array([file, stream.games], np.uint64)
    return _save(columns)


def evaluate(
    source: Any,
    out: PathArgument,
    *,
    nodes: int = 0,
    part_size: int = 4 << 20,
    workers: Optional[int] = None,
    ray: bool = False,
    max_retries: int = 3,
    progress: bool = False,
    **options: Any,
) -> List[pathlib.Path]:
    """Evaluates positions and returns the files of results in order, for :func:`read_results`.

    ``source`` is an array of positions or one or more paths of PGN files, which are divided into
    parts of about ``part_size`` bytes (a compressed file is one part). The score is the static
    evaluation of :func:`ferz.batch.evaluate`, or with ``nodes`` above 0 that of a search
    (:func:`ferz.batch.search`), for the side to move. ``options`` are filters and columns of
    :func:`ferz.batch.positions`; ``dedupe`` would work within a part only and is refused.
    """
    if options.get("dedupe"):
        raise ValueError("dedupe sees one part only: evaluate an array of positions instead")
    run = _Workers(workers, ray, max_retries, progress)
    if isinstance(source, (str, os.PathLike)) or (
        isinstance(source, (list, tuple)) and all(isinstance(s, (str, os.PathLike)) for s in source)
    ):
        options["columns"] = list(options.get("columns", ("game", "ply", "result", "move")))
        paths = _path_list(source)
        parts = _parts(paths, part_size)
        arguments = {"files": _file_identity(paths), "part_size": part_size, "nodes": nodes}
        arguments["options"] = options

        def load_part(task: int) -> Tuple[Any, ...]:
            part = parts[task]
            return part.read(), part.file, nodes, options

        job = _Job("evaluate", arguments, len(parts), ".npz", load_part, _evaluate_text)
        return _run(job, pathlib.Path(out), run)
    if options:
        raise TypeError(f"options for PGN files only: {', '.join(options)}")
    records = batch._records(source)
    rows = _ROWS if nodes == 0 else max(1, min(_ROWS, 20_000_000 // nodes))
    size = rows * batch.POSITION_DTYPE.itemsize

    def load_rows(task: int) -> Tuple[Any, ...]:
        return records[task * size : (task + 1) * size].tobytes(), nodes

    arguments = {"sha256": _digest(records), "nodes": nodes}
    job = _Job(
        "evaluate", arguments, -(-len(records) // size), ".npz", load_rows, _evaluate_array
    )
    return _run(job, pathlib.Path(out), run)


def _digest(records: NDArray[np.uint8]) -> str:
    import hashlib

    return hashlib.sha256(records.data).hexdigest()


def read_results(out: PathArgument) -> Iterator[Dict[str, NDArray[Any]]]:
    """Yields the columns of each file of :func:`evaluate` in order. The column ``game`` counts the
    games of its file, as :func:`ferz.batch.positions` does.

    Raises :class:`ClusterError` if the job is not finished.
    """
    directory = pathlib.Path(out)
    manifest = _read_manifest(directory)
    if manifest["kind"] != "evaluate":
        raise ClusterError(f"{out} holds a job of the kind {manifest['kind']!r}")
    names = [directory / f"{task:06}.npz" for task in range(manifest["tasks"])]
    missing = [name.name for name in names if not name.exists()]
    if missing:
        raise ClusterError(f"{len(missing)} of {len(names)} tasks of {out} are not finished")
    file, games = 0, 0
    for name in names:
        with np.load(name) as archive:
            columns = {key: archive[key] for key in archive.files}
        part_file, part_games = columns.pop(_PART, (0, 0))
        games = games if part_file == file else 0
        if "game" in columns:
            columns["game"] += np.uint64(games)
        file, games = part_file, games + int(part_games)
        yield columns


# Games.


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
    paths = _path_list(files)
    names = [pathlib.Path(path).name for path in paths]
    stems = [re.sub(r"\.(gz|bz2|zst)$", "", name) for name in names]
    if len(set(stems)) < len(stems):
        raise ValueError("expected files of different names")
    parts = _parts(paths, part_size)

    def load(task: int) -> Tuple[Any, ...]:
        return parts[task].read(), nodes

    arguments = {"files": _file_identity(paths), "part_size": part_size, "nodes": nodes}
    job = _Job("annotate", arguments, len(parts), ".part.pgn", load, _annotate_task)
    directory = pathlib.Path(out)
    results = _run(job, directory, _Workers(workers, ray, max_retries, progress))
    merged = []
    for number, stem in enumerate(stems):
        mine = [file for file, part in zip(results, parts) if part.file == number]
        merged.append(directory / stem)
        _write(merged[-1], b"".join(file.read_bytes() for file in mine))
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
    with ``nodes`` nodes. It depends on ``seed`` and its number alone, so the file is the same on any
    number of workers.
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
    job = _Job("selfplay", arguments, -(-games // games_per_task), ".part.pgn", load, _selfplay_task)
    directory = pathlib.Path(out)
    results = _run(job, directory, _Workers(workers, ray, max_retries, progress))
    _write(directory / "games.pgn", b"".join(file.read_bytes() for file in results))
    return directory / "games.pgn"


def _selfplay_task(first: int, count: int, seed: int, nodes: int, random_plies: int) -> bytes:
    return _batch.selfplay_text(first, count, seed, nodes, random_plies).encode()
