"""Indexes of games as jobs."""

from __future__ import annotations

import hashlib
import io
import pathlib
import shutil
import tempfile
import warnings
import zipfile
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Optional, Sequence, Tuple

import numpy as np

from ferz._core import GameIndex, merge_indexes

from ._job import PathArgument, Workers, run_job
from ._parts import Part, Paths, divide, file_identity, path_list
from ._workers import Job

if TYPE_CHECKING:
    from numpy.typing import NDArray

# The memory of a task for games, in bytes; more of them are sorted on the disk.
_MEMORY = 64 << 20
# The files of a task besides those of its index: the fingerprints of its games, and the number of games with errors.
_FINGERPRINTS = "fingerprints"
_ERRORS = "errors"
# The file that an index locks while it is written.
_LOCK = "lock"


def _index_task(text: bytes, known: bytes, plies: int, texts: bool) -> bytes:
    """Returns an index of the games of a text as an archive, without games of these fingerprints."""
    with tempfile.TemporaryDirectory(prefix="ferz-") as folder:
        index = GameIndex(folder, True, plies)
        left_out = np.frombuffer(known, "<u8").tolist()
        options = {
            "memory": _MEMORY,
            "texts": texts,
            "threads": 1,
            "known": left_out,
            "keeps_fingerprints": True,
        }
        _, _, errors, _, fingerprints = index.add([text], options)
        files = {
            path.name: path.read_bytes()
            for path in pathlib.Path(folder).iterdir()
            if path.name != _LOCK
        }
    files[_FINGERPRINTS] = np.array(fingerprints, "<u8").tobytes()
    files[_ERRORS] = str(errors).encode()
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as file:
        for name in sorted(files):
            # Without a time, so that equal tasks have equal bytes.
            file.writestr(zipfile.ZipInfo(name), files[name])
    return archive.getvalue()


def _unpacked(archives: Sequence[pathlib.Path]) -> Iterator[str]:
    """Yields a folder with the index of each archive, until the next one."""
    for archive in archives:
        with tempfile.TemporaryDirectory(prefix="ferz-") as folder:
            with zipfile.ZipFile(archive) as file:
                names = [name for name in file.namelist() if name not in (_FINGERPRINTS, _ERRORS)]
                file.extractall(folder, names)
            yield folder


def _duplicates(archives: Sequence[pathlib.Path]) -> Dict[int, NDArray[np.uint64]]:
    """Returns by its number each archive with games that one before it has, with their fingerprints."""
    lists = []
    for archive in archives:
        with zipfile.ZipFile(archive) as file:
            lists.append(np.frombuffer(file.read(_FINGERPRINTS), "<u8"))
    if not lists:
        return {}
    games = np.concatenate(lists)
    parts = np.repeat(np.arange(len(lists)), [len(part) for part in lists])
    is_first = np.zeros(len(games), bool)
    is_first[np.unique(games, return_index=True)[1]] = True
    known, owners = games[~is_first], parts[~is_first]
    return {int(part): known[owners == part] for part in np.unique(owners)}


def _errors(archive: pathlib.Path) -> int:
    with zipfile.ZipFile(archive) as file:
        return int(file.read(_ERRORS))


def index(
    files: Paths,
    out: PathArgument,
    *,
    plies: int = 50,
    texts: bool = True,
    part_size: int = 4 << 20,
    workers: Optional[int] = None,
    ray: bool = False,
    max_retries: int = 3,
    progress: bool = False,
) -> pathlib.Path:
    """Makes an index of the games of PGN files and returns its folder, ``out/index``, for
    :class:`ferz.explore.Index` and the command ``ferz explore``.

    Tasks index parts of about ``part_size`` bytes (a compressed file is one part), and their indexes are merged in
    the order of the parts. The index has the first ``plies`` plies of each game and, unless ``texts`` is false, its
    text. It has the games of :meth:`ferz.explore.Index.add` under the same numbers, and the same bytes on any
    number of workers, whichever of them die.

    A game that several parts have is kept in the first: the parts after it are indexed again without the game,
    which takes 8 bytes of memory a game of all files. Games with errors are left out, with a warning that has their
    number. Once the index is there, the other files in ``out`` can be deleted.
    """
    if not 1 <= plies <= 0xFFFF:
        raise ValueError(f"expected plies from 1 to {0xFFFF}, found {plies}")
    run = Workers(workers, ray, max_retries, progress)
    paths = path_list(files)
    parts = divide(paths, part_size)
    arguments = {
        "files": file_identity(paths),
        "part_size": part_size,
        "plies": plies,
        "texts": texts,
    }
    directory = pathlib.Path(out)
    archives = _run(parts, {}, arguments, directory / "parts", run)
    known = _duplicates(archives)
    if known:
        digest = hashlib.sha256(
            b"".join(known[part].tobytes() for part in sorted(known))
        ).hexdigest()
        numbers = sorted(known)
        chosen = {task: known[part] for task, part in enumerate(numbers)}
        repeated_arguments = {**arguments, "repeated": numbers, "known": digest}
        repeated = _run(
            [parts[part] for part in numbers],
            chosen,
            repeated_arguments,
            directory / "repeated",
            run,
        )
        for part, archive in zip(numbers, repeated):
            archives[part] = archive
    errors = sum(map(_errors, archives))
    if errors:
        warnings.warn(f"games with errors are left out: {errors}", stacklevel=2)
    return _merged(archives, plies, directory)


def _run(
    parts: Sequence[Part],
    known: Dict[int, NDArray[np.uint64]],
    arguments: Dict[str, Any],
    out: pathlib.Path,
    run: Workers,
) -> List[pathlib.Path]:
    """Runs a task for each part, with the fingerprints that its games must not have."""

    def load(task: int) -> Tuple[Any, ...]:
        left_out = known[task].tobytes() if task in known else b""
        return parts[task].read(), left_out, arguments["plies"], arguments["texts"]

    return run_job(Job("index", arguments, len(parts), ".zip", load, _index_task), out, run)


def _merged(archives: Sequence[pathlib.Path], plies: int, directory: pathlib.Path) -> pathlib.Path:
    """Merges the indexes of all parts, unless that has been done."""
    merged, folder = directory / "index", directory / "index.tmp"
    if not merged.exists():
        shutil.rmtree(folder, ignore_errors=True)
        merge_indexes(folder, _unpacked(archives), plies)
        folder.rename(merged)
    return merged
