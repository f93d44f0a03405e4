"""Annotation and self-play as jobs."""

from __future__ import annotations

import io
import pathlib
import re
import warnings
from typing import Any, Dict, Iterable, List, Optional, Tuple

import ferz
import ferz.pgn
from ferz._core import batch as _batch
from ferz._core import replace_file

from ._job import PathArgument, Workers, run_job
from ._parts import Paths, divide, file_identity, path_list
from ._workers import Job


# A small transposition table suits short searches and many workers. In MiB.
_HASH = 4
# The options of `ferz.annotate` on which a result may depend. A time limit is none of them.
_OPTIONS = ("depth", "thresholds", "curve", "line_plies", "evals", "nags", "tags", "replace")


def _part_text(games: Iterable[str], left_out: int) -> bytes:
    """Returns the file of a part: a line with the number of games left out, and its games."""
    return "".join([f"%{left_out}\n", *games]).encode()


def _read_part(text: bytes) -> Tuple[int, bytes]:
    line, _, games = text.partition(b"\n")
    return int(line[1:]), games


def _is_chess(game: ferz.pgn.Game) -> bool:
    """Returns true if the rules of a game are those of chess."""
    try:
        return game.headers.variant() is ferz.Board
    except ValueError:
        return False


def _annotate_task(text: bytes, nodes: int, options: Dict[str, Any]) -> bytes:
    engine = ferz.Engine(hash=_HASH)
    annotated: List[str] = []
    left_out = 0
    for game_text in _batch.game_texts(text):
        game = ferz.pgn.read_game(io.StringIO(game_text))
        if not _is_chess(game):
            left_out += 1
            continue
        ferz.annotate(game, engine=engine, nodes=nodes, **options)
        annotated.append(game.accept(ferz.pgn.StringExporter()) + "\n\n")
    return _part_text(annotated, left_out)


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
    **options: Any,
) -> List[pathlib.Path]:
    """Annotates the games of PGN files by searches of ``nodes`` nodes, as :func:`ferz.annotate` does,
    and returns the annotated files: ``out/NAME.pgn`` for each input, in its order of games.

    ``options`` are those of :func:`ferz.annotate` but ``engine``, ``time`` and ``progress``. A game
    with an error ends before it. Games of other variants are left out, with a warning that has their
    number.
    """
    unknown = [name for name in options if name not in _OPTIONS]
    if unknown:
        raise TypeError(f"options that annotate() does not have: {', '.join(unknown)}")
    # Wrong arguments are refused before the directory is made.
    ferz.annotate(ferz.pgn.Game(), engine=ferz.Engine(hash=1), nodes=min(nodes, 1), **options)
    paths = path_list(files)
    names = [pathlib.Path(path).name for path in paths]
    stems = [re.sub(r"\.(gz|bz2|zst)$", "", name) for name in names]
    if len(set(stems)) < len(stems):
        raise ValueError("expected files of different names")
    parts = divide(paths, part_size)

    def load(task: int) -> Tuple[Any, ...]:
        return parts[task].read(), nodes, options

    arguments: Dict[str, Any] = {"files": file_identity(paths), "part_size": part_size}
    arguments.update(nodes=nodes, options=options)
    job = Job("annotate", arguments, len(parts), ".part.pgn", load, _annotate_task)
    directory = pathlib.Path(out)
    results = run_job(job, directory, Workers(workers, ray, max_retries, progress))
    merged, left_out = [], 0
    for number, stem in enumerate(stems):
        mine = [file for file, part in zip(results, parts) if part.file == number]
        read = [_read_part(file.read_bytes()) for file in mine]
        left_out += sum(count for count, _ in read)
        merged.append(directory / stem)
        replace_file(merged[-1], b"".join(games for _, games in read))
    if left_out:
        warnings.warn(f"games of other variants are left out: {left_out}", stacklevel=2)
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

    _batch.selfplay_text(0, 0, seed, nodes, random_plies)

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
    replace_file(directory / "games.pgn", b"".join(file.read_bytes() for file in results))
    return directory / "games.pgn"


def _selfplay_task(first: int, count: int, seed: int, nodes: int, random_plies: int) -> bytes:
    return _batch.selfplay_text(first, count, seed, nodes, random_plies).encode()
