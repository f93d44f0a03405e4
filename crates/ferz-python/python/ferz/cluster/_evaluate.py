"""Evaluation of positions as a job."""

from __future__ import annotations

import hashlib
import io
import os
import pathlib
import zipfile
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Optional, Tuple

import numpy as np

import ferz
import ferz.batch as batch
from ferz.batch._records import as_records

from ._job import PathArgument, Workers, read_manifest, run_job
from ._parts import divide, file_identity, path_list
from ._workers import ClusterError, Job

if TYPE_CHECKING:
    from numpy.typing import NDArray

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
    run = Workers(workers, ray, max_retries, progress)
    # Wrong arguments are refused before the directory is made.
    _values(batch.from_fens([ferz.STARTING_FEN]), min(nodes, 1))
    if isinstance(source, (str, os.PathLike)) or (
        isinstance(source, (list, tuple)) and all(isinstance(s, (str, os.PathLike)) for s in source)
    ):
        options["columns"] = list(options.get("columns", ("game", "ply", "result", "move")))
        batch.positions(b"", threads=1, **options).close()
        paths = path_list(source)
        parts = divide(paths, part_size)
        arguments = {"files": file_identity(paths), "part_size": part_size, "nodes": nodes}
        arguments["options"] = options

        def load_part(task: int) -> Tuple[Any, ...]:
            part = parts[task]
            return part.read(), part.file, nodes, options

        job = Job("evaluate", arguments, len(parts), ".npz", load_part, _evaluate_text)
        return run_job(job, pathlib.Path(out), run)
    if options:
        raise TypeError(f"options for PGN files only: {', '.join(options)}")
    records = as_records(source)
    rows = _ROWS if nodes == 0 else max(1, min(_ROWS, 20_000_000 // nodes))
    size = rows * batch.POSITION_DTYPE.itemsize

    def load_rows(task: int) -> Tuple[Any, ...]:
        return records[task * size : (task + 1) * size].tobytes(), nodes

    arguments = {"sha256": hashlib.sha256(records.data).hexdigest(), "nodes": nodes}
    job = Job("evaluate", arguments, -(-len(records) // size), ".npz", load_rows, _evaluate_array)
    return run_job(job, pathlib.Path(out), run)


def read_results(out: PathArgument) -> Iterator[Dict[str, NDArray[Any]]]:
    """Yields the columns of each file of :func:`evaluate` in order. The column ``game`` counts the
    games of its file, as :func:`ferz.batch.positions` does.

    Raises :class:`ClusterError` if the job is not finished.
    """
    directory = pathlib.Path(out)
    manifest = read_manifest(directory)
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
