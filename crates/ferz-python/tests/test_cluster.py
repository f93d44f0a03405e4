"""Jobs on processes and on Ray: results, interruptions, dead workers."""

from __future__ import annotations

import gzip
import json
import multiprocessing
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time
import warnings
from typing import Any, Dict, Iterator, List

import pytest

np = pytest.importorskip("numpy")

import ferz
import ferz.batch as batch
import ferz.cluster as cluster
import ferz.explore as explore
import ferz.pgn
from ferz.cluster import _evaluate, _job, _workers
from reference import FENS, PERFT, START
from test_batch_pgn import GAMES, many_games

KIWIPETE = list(PERFT)[1]
PERFT_4 = {START: 197281, KIWIPETE: 4085603}


def finished(out: pathlib.Path) -> List[pathlib.Path]:
    return sorted(path for path in out.glob("[0-9]*") if path.is_file())


def wait_for(condition: Any, seconds: float = 120) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "a condition that should hold by now"
        time.sleep(0.005)


@pytest.mark.parametrize("fen", list(PERFT_4))
def test_perft_is_the_published_count(fen: str) -> None:
    assert cluster.perft(fen, 4, workers=0) == PERFT_4[fen]
    for depth, count in enumerate([1, *PERFT[fen]]):
        assert cluster.perft(fen, depth, workers=0) == count


def test_perft_of_finished_games_and_invalid_arguments() -> None:
    assert cluster.perft("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", 5, workers=0) == 0
    for depth in (-1, 101):
        with pytest.raises(ValueError, match="depth"):
            cluster.perft(START, depth)
    with pytest.raises(ValueError, match="workers"):
        cluster.perft(START, 2, workers=-1)
    for depth in (0, 1):
        with pytest.raises(batch.PositionError):
            cluster.perft("nonsense", depth, workers=0)


def test_processes_give_the_same_result(tmp_path: pathlib.Path) -> None:
    assert cluster.perft(KIWIPETE, 3, out=tmp_path / "perft", workers=2) == PERFT[KIWIPETE][2]
    files = finished(tmp_path / "perft")
    assert sum(json.loads(file.read_text())["leaves"] for file in files) == PERFT[KIWIPETE][2]
    times = [file.stat().st_mtime_ns for file in files]
    assert cluster.perft(KIWIPETE, 3, out=tmp_path / "perft", workers=2) == PERFT[KIWIPETE][2]
    assert [file.stat().st_mtime_ns for file in files] == times


@pytest.mark.skipif(os.name == "nt", reason="needs permissions of Unix")
def test_files_have_the_permissions_of_new_files(tmp_path: pathlib.Path) -> None:
    new = tmp_path / "new"
    new.write_bytes(b"")
    cluster.perft(START, 2, out=tmp_path / "perft", workers=0)
    for file in [tmp_path / "perft" / "manifest.json", *finished(tmp_path / "perft")]:
        assert file.stat().st_mode == new.stat().st_mode


def test_a_directory_of_another_job_is_refused(tmp_path: pathlib.Path) -> None:
    cluster.perft(START, 2, out=tmp_path / "perft", workers=0)
    with pytest.raises(cluster.ClusterError, match="another job"):
        cluster.perft(START, 3, out=tmp_path / "perft", workers=0)
    with pytest.raises(cluster.ClusterError, match="kind 'perft'"):
        next(cluster.read_results(tmp_path / "perft"))
    (tmp_path / "perft" / "manifest.json").write_text("{")
    with pytest.raises(cluster.ClusterError, match="manifest.json"):
        cluster.perft(START, 2, out=tmp_path / "perft", workers=0)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "letter.txt").write_text("keep me")
    with pytest.raises(cluster.ClusterError, match="neither empty"):
        cluster.perft(START, 2, out=tmp_path / "other", workers=0)
    assert (tmp_path / "other" / "letter.txt").read_text() == "keep me"


def test_missing_tasks_are_repeated_and_incomplete_files_removed(tmp_path: pathlib.Path) -> None:
    out = tmp_path / "perft"
    expected = cluster.perft(START, 4, out=out, workers=0)
    files = finished(out)
    assert len(files) > 10
    contents = [file.read_bytes() for file in files]
    for file in files[::3]:
        file.unlink()
    leftover = out / ".000000.json.abc.tmp"
    leftover.write_bytes(b'{"leaves": 99')
    assert cluster.perft(START, 4, out=out, workers=0) == expected == PERFT_4[START]
    assert [file.read_bytes() for file in files] == contents
    assert not leftover.exists()
    # An interruption before the manifest was complete.
    (tmp_path / "new").mkdir()
    (tmp_path / "new" / ".manifest.json.x.tmp").write_text("{")
    assert cluster.perft(START, 2, out=tmp_path / "new", workers=0) == 400


@pytest.mark.skipif(sys.platform == "win32", reason="needs flock")
def test_two_processes_do_not_run_one_job(tmp_path: pathlib.Path) -> None:
    with _job.lock(tmp_path / "job"):
        with pytest.raises(cluster.ClusterError, match="another process"):
            cluster.perft(START, 2, out=tmp_path / "job", workers=0)
    assert cluster.perft(START, 2, out=tmp_path / "job", workers=0) == 400


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_a_killed_worker_process_is_replaced(tmp_path: pathlib.Path) -> None:
    out, killed = tmp_path / "perft", []

    def kill() -> None:
        wait_for(lambda: len(finished(out)) >= 3)
        child = multiprocessing.active_children()[0]
        killed.append(len(finished(out)))
        os.kill(child.pid, signal.SIGKILL)

    thread = threading.Thread(target=kill)
    thread.start()
    count = cluster.perft(KIWIPETE, 4, out=out, workers=2)
    thread.join()
    assert count == PERFT_4[KIWIPETE]
    assert killed[0] < len(finished(out))


def dies(number: int) -> bytes:
    os._exit(3)


def fails(number: int) -> bytes:
    if number == 2:
        raise KeyError("task 2")
    return b"%d" % number


def number(task: int) -> Any:
    return (task,)


def workers(count: int, ray: bool = False) -> Any:
    return _job.Workers(count, ray, 2, False)


def test_wrong_arguments_are_refused_before_the_directory_is_made(tmp_path: pathlib.Path) -> None:
    path, out = tmp_path / "games.pgn", tmp_path / "out"
    path.write_text(GAMES)
    calls: List[Any] = [
        lambda: cluster.evaluate(path, out, bogus=1),
        lambda: cluster.evaluate(path, out, columns=["nothing"]),
        lambda: cluster.evaluate(path, out, results=["2-0"]),
        lambda: cluster.evaluate(path, out, nodes=-1),
        lambda: cluster.evaluate(path, out, workers=-1),
        lambda: cluster.annotate(path, out, thresholds=(3, 2, 1)),
        lambda: cluster.annotate(path, out, curve="nothing"),
        lambda: cluster.annotate(path, out, nodes=0),
        lambda: cluster.selfplay(3, out, seed=-1),
        lambda: cluster.selfplay(3, out, random_plies="many"),
    ]
    for call in calls:
        with pytest.raises((TypeError, ValueError, OverflowError)):
            call()
        assert not out.exists()
    cluster.evaluate(path, out, workers=0)


@pytest.mark.parametrize("changed", ["version", "network", "search"])
def test_results_of_another_engine_are_not_mixed(
    tmp_path: pathlib.Path, monkeypatch: Any, changed: str
) -> None:
    cluster.selfplay(2, tmp_path / "out", nodes=10, workers=0)
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text())
    assert manifest["version"] == ferz.__version__
    assert manifest["engine"] == _workers.engine_signature()
    if changed == "version":
        monkeypatch.setattr(ferz, "__version__", "0.0.0")
    else:
        other = {**_workers.engine_signature(), changed: "other"}
        monkeypatch.setattr(_workers, "engine_signature", lambda: other)
    with pytest.raises(cluster.ClusterError, match="another job"):
        cluster.selfplay(2, tmp_path / "out", nodes=10, workers=0)


def test_games_of_other_variants_are_left_out_of_annotations(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "games.pgn"
    other = '[Event "X"]\n[Variant "Antichess"]\n[Result "0-1"]\n\n1. e4 e6 0-1\n\n'
    path.write_text(other + GAMES + "\n" + other)
    with pytest.warns(UserWarning, match="left out: 2$"):
        (merged,) = cluster.annotate(path, tmp_path / "out", nodes=10, part_size=100, workers=0)
    assert [game.headers["Event"] for game in read_games(merged)] == ["A", "B", "C", "D"]
    assert merged.read_text().startswith("[Event")


def waits(path: str) -> bytes:
    pathlib.Path(path).write_text(str(os.getpid()))
    time.sleep(600)
    return b""


WAITING_JOB = """
import sys
sys.path.insert(0, sys.argv[1])
import test_cluster
from ferz.cluster import _job, _workers
if __name__ == "__main__":
    job = _workers.Job("test", {}, 2, ".txt", lambda task: (f"{sys.argv[2]}/pid{task}",), test_cluster.waits)
    _job.run_job(job, test_cluster.pathlib.Path(sys.argv[2]) / "out", test_cluster.workers(2))
"""


def is_running(pid: int) -> bool:
    try:
        # A zombie has ended.
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(not os.path.exists("/proc/self/stat"), reason="needs /proc")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_workers_end_with_their_parent(tmp_path: pathlib.Path, number: int) -> None:
    script = tmp_path / "run.py"
    script.write_text(WAITING_JOB)
    tests = os.path.dirname(__file__)
    process = subprocess.Popen([sys.executable, str(script), tests, str(tmp_path)])
    files = [tmp_path / "pid0", tmp_path / "pid1"]
    wait_for(lambda: all(file.exists() and file.read_text() for file in files))
    os.kill(process.pid, number)
    process.wait()
    pids = [int(file.read_text()) for file in files]
    wait_for(lambda: not any(map(is_running, pids)), seconds=30)


def test_a_script_without_a_guard_is_told_so(tmp_path: pathlib.Path) -> None:
    script = tmp_path / "run.py"
    script.write_text(
        f"import sys, ferz.cluster\nprint(ferz.cluster.perft({START!r}, 3, workers=2))\n"
    )
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True)
    assert done.returncode == 1
    # Python may warn of leaked semaphores after the error.
    assert "ClusterError: no worker process has started" in done.stderr


def test_tasks_that_always_kill_their_process_end_the_job(tmp_path: pathlib.Path) -> None:
    job = _workers.Job("test", {}, 3, ".txt", number, dies)
    with pytest.raises(cluster.ClusterError, match="died 3 times"):
        _job.run_job(job, tmp_path / "job", workers(1))


@pytest.mark.parametrize("count", [0, 1])
def test_an_exception_of_a_task_ends_the_job_and_keeps_the_others(
    tmp_path: pathlib.Path, count: int
) -> None:
    job = _workers.Job("test", {}, 4, ".txt", number, fails)
    with pytest.raises(KeyError, match="task 2"):
        _job.run_job(job, tmp_path / "job", workers(count))
    files = finished(tmp_path / "job")
    assert {file.name for file in files} >= {"000000.txt", "000001.txt"}
    assert "000002.txt" not in {file.name for file in files}


SCRIPT = """
import sys
import ferz.cluster
if __name__ == "__main__":
    print(ferz.cluster.perft(sys.argv[1], 4, out=sys.argv[2], workers=1))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_a_killed_run_is_continued(tmp_path: pathlib.Path) -> None:
    script, out = tmp_path / "run.py", tmp_path / "perft"
    script.write_text(SCRIPT)
    command = [sys.executable, str(script), KIWIPETE, str(out)]
    for done in (3, 20):
        process = subprocess.Popen(command, start_new_session=True, stdout=subprocess.PIPE)
        while len(finished(out)) < done and process.poll() is None:
            time.sleep(0.005)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        process.stdout.close()
    files = finished(out)
    assert 20 <= len(files) < 256
    times = {file: file.stat().st_mtime_ns for file in files}
    assert cluster.perft(KIWIPETE, 4, out=out, workers=2) == PERFT_4[KIWIPETE]
    assert all(file.stat().st_mtime_ns == old for file, old in times.items())


@pytest.fixture(scope="module")
def pgn(tmp_path_factory: Any) -> pathlib.Path:
    path = tmp_path_factory.mktemp("pgn") / "games.pgn"
    path.write_bytes(many_games(2000) + GAMES.encode() + b"\n" + many_games(10))
    return path


def joined(out: pathlib.Path) -> dict:
    chunks = list(cluster.read_results(out))
    return {name: np.concatenate([chunk[name] for chunk in chunks]) for name in chunks[0]}


@pytest.mark.parametrize("part_size", [1000, 50_000, 1 << 30])
def test_evaluation_of_files(pgn: pathlib.Path, tmp_path: pathlib.Path, part_size: int) -> None:
    expected = batch.positions(pgn).read_all()
    scores = batch.evaluate(expected["position"])
    files = [pgn, pgn]
    parts = cluster.evaluate(files, tmp_path / "out", part_size=part_size, workers=0)
    assert len(parts) == 2 * -(-pgn.stat().st_size // part_size) or part_size < 1 << 30
    found = joined(tmp_path / "out")
    for name, column in expected.items():
        assert (found[name] == np.concatenate([column, column])).all(), name
    assert (found["score"] == np.concatenate([scores, scores])).all()
    assert (found["file"] == np.repeat([0, 1], len(scores))).all()


def test_evaluation_with_filters_and_compressed_files(
    pgn: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    packed = tmp_path / "games.pgn.gz"
    packed.write_bytes(gzip.compress(pgn.read_bytes()))
    options = {"player": "anna", "columns": ["game", "result"]}
    expected = batch.positions(pgn, **options).read_all()
    assert len(expected["game"]) == 9
    cluster.evaluate([packed, pgn], tmp_path / "out", part_size=20_000, workers=0, **options)
    found = joined(tmp_path / "out")
    assert (found["game"] == np.tile(expected["game"], 2)).all()
    assert (found["result"] == np.tile(expected["result"], 2)).all()
    with pytest.raises(ValueError, match="dedupe"):
        cluster.evaluate(pgn, tmp_path / "dedupe", dedupe=True)
    (tmp_path / "out" / "000001.npz").unlink()
    with pytest.raises(cluster.ClusterError, match="1 of .* tasks"):
        list(cluster.read_results(tmp_path / "out"))


def test_a_changed_input_is_another_job(pgn: pathlib.Path, tmp_path: pathlib.Path) -> None:
    copy = tmp_path / "copy.pgn"
    copy.write_bytes(pgn.read_bytes())
    cluster.evaluate(copy, tmp_path / "out", workers=0)
    copy.write_bytes(pgn.read_bytes() + GAMES.encode())
    with pytest.raises(cluster.ClusterError, match="another job"):
        cluster.evaluate(copy, tmp_path / "out", workers=0)


@pytest.mark.parametrize("nodes", [0, 50])
def test_evaluation_of_arrays(tmp_path: pathlib.Path, monkeypatch: Any, nodes: int) -> None:
    array = batch.from_fens(FENS * 5)
    monkeypatch.setattr(_evaluate, "_ROWS", 7)
    files = cluster.evaluate(array, tmp_path / "out", nodes=nodes, workers=0)
    assert len(files) == -(-len(array) // 7)
    found = joined(tmp_path / "out")
    assert (found["position"] == array).all()
    expected = batch.search(array, nodes=nodes)[1] if nodes else batch.evaluate(array)
    assert (found["score"] == expected).all()
    with pytest.raises(TypeError, match="PGN files only"):
        cluster.evaluate(array, tmp_path / "out2", min_elo=2000)


def test_annotated_games_have_scores_after_each_move(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(GAMES.replace("2. Ke3", "2. Nf3"))
    (merged,) = cluster.annotate(path, tmp_path / "out", nodes=100, part_size=1, workers=0)
    assert merged == tmp_path / "out" / "games.pgn" and len(finished(tmp_path / "out")) == 4
    chunk = batch.positions(
        merged, columns=("game", "move", "eval", "eval_after", "clock")
    ).read_all()
    plain = batch.positions(path).read_all()
    assert (chunk["position"] == plain["position"]).all()
    assert (chunk["move"] == plain["move"]).all() and (chunk["game"] == plain["game"]).all()
    # Each position but the final ones is searched; the initial position has no comment of a move.
    has_score = chunk["eval"] != batch.NO_EVAL
    assert (has_score[1:7]).all()
    assert chunk["clock"].tolist()[:2] == [600000, 598500]
    text = merged.read_text()
    assert "( 1... c5 { [%eval 9.9] } 2. Nf3 )" in " ".join(text.split())
    (again,) = cluster.annotate(path, tmp_path / "other", nodes=100, part_size=1 << 20, workers=1)
    assert again.read_text() == text
    # The games are those of `ferz.annotate`, whichever games the engine has searched before.
    (last,) = cluster.annotate(path, tmp_path / "out", nodes=100, part_size=1, workers=0)
    with path.open() as file:
        for found in read_games(last):
            game = ferz.pgn.read_game(file)
            ferz.annotate(game, engine=ferz.Engine(hash=4), nodes=100)
            movetexts = [str(game).split("\n\n")[1] for game in (found, game)]
            assert movetexts[0] == movetexts[1]


def read_games(path: pathlib.Path) -> Iterator[ferz.pgn.Game]:
    with path.open() as file:
        yield from iter(lambda: ferz.pgn.read_game(file), None)


def test_annotated_games_end_before_errors_and_have_the_options(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "games.pgn.gz"
    text = GAMES.replace('"Dora"', '"Jos\u00e9"').encode("latin-1")
    path.write_bytes(gzip.compress(text))
    out = tmp_path / "out"
    options = {"evals": False, "line_plies": 0, "replace": True, "thresholds": (1, 2, 3)}
    (merged,) = cluster.annotate(path, out, nodes=200, workers=0, **options)
    games = list(read_games(merged))
    assert merged.name == "games.pgn" and len(games) == 4
    assert games[2].headers["Black"] == "Jos\u00e9"
    # The move after these is not legal.
    assert [node.san() for node in games[2].mainline()] == ["e4", "e5"]
    for game in games:
        assert all(len(node.variations) <= 1 for node in [game, *game.mainline()])
        assert all(node.eval() is None for node in game.mainline())
    assert 4 in games[0].next().next().next().next().next().next().nags
    assert games[0].headers["Annotator"].startswith("Ferz")
    # The options are part of the job.
    with pytest.raises(cluster.ClusterError, match="another job"):
        cluster.annotate(path, out, nodes=200, workers=0, **{**options, "line_plies": 1})
    assert cluster.annotate(path, out, nodes=200, workers=0, **options) == [merged]
    with pytest.raises(TypeError, match="time"):
        cluster.annotate(path, tmp_path / "timed", time=0.1)


def test_selfplay_depends_on_the_seed_alone(tmp_path: pathlib.Path) -> None:
    def play(name: str, **options: Any) -> str:
        return cluster.selfplay(5, tmp_path / name, nodes=30, **options).read_text()

    first = play("a", workers=0, games_per_task=2)
    assert first == play("b", workers=2, games_per_task=3)
    assert first != play("c", workers=0, seed=1)
    stream = batch.positions(first.encode(), columns=("game", "ply", "eval", "result"))
    chunk = stream.read_all()
    assert stream.games == stream.games_selected == 5 and stream.error_count == 0
    assert len(set(chunk["position"][chunk["ply"] == 8].tobytes())) > 1
    # The last random position is scored by the search that follows it.
    late = chunk["ply"] >= 9
    assert (chunk["eval"][late] != batch.NO_EVAL).all() and late.sum() > 50
    with pytest.raises(ValueError, match="games"):
        cluster.selfplay(-1, tmp_path / "d")
    assert cluster.selfplay(0, tmp_path / "e").read_text() == ""


MATES = """[Event "a"]
[FEN "5r2/1b3pk1/p5p1/1p1p2Q1/1P2p1N1/P3P2P/3q1PPK/R1r5 b - - 1 33"]

33... Rxa1 34. Qh6+ Kg8 35. Nf6# 1-0

[Event "b"]
[FEN "1r4k1/3bpp1p/p2p2p1/3P4/qr2P1P1/5P2/PP1QB2P/K2R3R w - - 5 26"]

{[%eval 0.0]} 26. Rb1 {[%eval #-2]} Qxa2+ 27. Kxa2 Ra4# 0-1

"""


def test_puzzles_are_those_of_the_program(tmp_path: pathlib.Path) -> None:
    first, second = tmp_path / "first.pgn", tmp_path / "second.pgn"
    first.write_text('[Event "c"]\n\n1. e4 e9 *\n\n' + MATES)
    second.write_text(MATES.replace('"b"', '"d"'))
    program = [sys.executable, "-m", "ferz", "puzzles", "find", str(first), str(second)]
    plain = subprocess.run([*program, "--nodes", "20000"], check=True, capture_output=True).stdout
    assert plain.count(b"\n") == 3 and b"\n2-1," in plain and b"\n3-1," in plain
    for part_size, workers in ((1, 2), (1 << 20, 0)):
        out = tmp_path / str(part_size)
        found = cluster.puzzles(
            [first, second], out, nodes=20_000, part_size=part_size, workers=workers
        )
        assert found == out / "puzzles.csv" and found.read_bytes() == plain
    assert len(finished(tmp_path / "1")) == 5
    with pytest.raises(ValueError, match="nodes"):
        cluster.puzzles(first, tmp_path / "few", nodes=1)


@pytest.fixture(scope="module")
def ray_cluster() -> Iterator[Any]:
    ray = pytest.importorskip("ray", reason="Ray is not installed")
    probe = "import ray; ray.init(num_cpus=1); ray.get(ray.remote(lambda: 1).remote())"
    try:
        subprocess.run([sys.executable, "-c", probe], check=True, capture_output=True, timeout=180)
    except subprocess.SubprocessError as error:
        pytest.skip(f"Ray does not start on this machine: {error}")
    from ray.cluster_utils import Cluster

    nodes = Cluster(
        initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False}
    )
    ray.init(address=nodes.address, log_to_driver=False)
    yield nodes
    ray.shutdown()
    nodes.shutdown()


def test_ray_gives_the_same_result(ray_cluster: Any, tmp_path: pathlib.Path) -> None:
    assert cluster.perft(KIWIPETE, 3, out=tmp_path / "perft", ray=True) == PERFT[KIWIPETE][2]
    array = batch.from_fens(FENS)
    cluster.evaluate(array, tmp_path / "out", ray=True)
    assert (joined(tmp_path / "out")["score"] == batch.evaluate(array)).all()


def test_ray_repeats_the_task_of_a_killed_worker(ray_cluster: Any, tmp_path: pathlib.Path) -> None:
    marker = str(tmp_path / "died")

    # A local function travels by value, so that the workers need not import this file.
    def dies_once(number: int) -> bytes:
        import os
        import signal

        if number == 2 and not os.path.exists(marker):
            open(marker, "w").close()
            os.kill(os.getpid(), signal.SIGKILL)
        return b"%d" % number

    job = _workers.Job("test", {}, 5, ".txt", number, dies_once)
    files = _job.run_job(job, tmp_path / "job", workers(0, ray=True))
    assert [file.read_bytes() for file in files] == [b"0", b"1", b"2", b"3", b"4"]
    assert os.path.exists(marker)


def test_ray_repeats_the_tasks_of_a_killed_node(ray_cluster: Any, tmp_path: pathlib.Path) -> None:
    out, node = tmp_path / "perft", ray_cluster.add_node(num_cpus=2)
    ray_cluster.wait_for_nodes()
    done_at_kill = []

    def kill() -> None:
        wait_for(lambda: len(finished(out)) >= 5)
        done_at_kill.append(len(finished(out)))
        ray_cluster.remove_node(node, allow_graceful=False)

    thread = threading.Thread(target=kill)
    thread.start()
    count = cluster.perft(KIWIPETE, 4, out=out, ray=True)
    thread.join()
    assert count == PERFT_4[KIWIPETE]
    assert done_at_kill[0] < len(finished(out))


def index_files(out: pathlib.Path) -> Dict[str, bytes]:
    """Returns the files of an index; the lock has no content."""
    return {
        path.name: path.read_bytes() for path in (out / "index").iterdir() if path.name != "lock"
    }


def index_games(path: pathlib.Path) -> None:
    """Writes 3,000 games, every 50th of which has occurred far before."""
    lines = ["1. e4 e5 2. Nf3", "1. e4 c5", "1. d4 d5 2. c4 e6 3. Nc3", "1. d4 Nf6 2. c4"]
    games: List[str] = []
    for number in range(3000):
        tags = f'[White "w{number}"]\n[Black "b{number % 7}"]\n[WhiteElo "{1500 + number % 900}"]\n'
        new = f"{tags}\n{lines[number % 4]} {('1-0', '0-1', '*')[number % 3]}\n\n"
        games.append(games[number - 700] if number % 50 == 0 and number >= 700 else new)
    path.write_text("".join(games))


def test_an_index_has_the_games_of_the_plain_one(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "games.pgn"
    index_games(path)
    plain = explore.Index(tmp_path / "plain", create=True)
    report = plain.add(path)
    assert report.duplicates == 46
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        folder = cluster.index(path, tmp_path / "out", part_size=40_000, workers=0)
    index = explore.Index(folder)
    assert (index.game_count, index.segment_count, index.check()) == (report.added, 1, [])
    assert len(finished(tmp_path / "out" / "parts")) > 5 and finished(tmp_path / "out" / "repeated")
    for number in range(index.game_count):
        assert index.game(number) == plain.game(number) and index.pgn(number) == plain.pgn(number)
    board = ferz.Board()
    while rows := plain.moves(board):
        assert index.moves(board) == rows
        for name in ("w7", "b3"):
            assert index.moves(board, player=name) == plain.moves(board, player=name)
        board.push_uci(rows[0].uci)
    # The same call finds the finished job, another one is refused.
    times = [file.stat().st_mtime_ns for file in folder.iterdir()]
    assert cluster.index(path, tmp_path / "out", part_size=40_000, workers=0) == folder
    assert [file.stat().st_mtime_ns for file in folder.iterdir()] == times
    with pytest.raises(cluster.ClusterError, match="another job"):
        cluster.index(path, tmp_path / "out", part_size=40_000, plies=10, workers=0)


def test_an_index_of_odd_files(tmp_path: pathlib.Path) -> None:
    (tmp_path / "games.pgn.gz").write_bytes(gzip.compress(GAMES.encode()))
    (tmp_path / "empty.pgn").write_bytes(b"")
    (tmp_path / "games.pgn").write_text(GAMES)
    files = [tmp_path / name for name in ("games.pgn.gz", "empty.pgn", "games.pgn")]
    with pytest.warns(UserWarning, match="errors are left out: 2"):
        folder = cluster.index(files, tmp_path / "out", plies=3, texts=False, workers=0)
    index = explore.Index(folder)
    assert (index.game_count, index.plies, index.pgn(0), index.check()) == (3, 3, None, [])
    assert explore.Index(cluster.index([], tmp_path / "none", workers=0)).game_count == 0
    with pytest.raises(ValueError, match="plies"):
        cluster.index(files, tmp_path / "other", plies=0)


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_an_index_after_a_killed_worker_has_the_same_bytes(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "games.pgn"
    index_games(path)
    cluster.index(path, tmp_path / "plain", part_size=10_000, workers=0)
    expected = index_files(tmp_path / "plain")
    killed = []

    def kill() -> None:
        parts = tmp_path / "out" / "parts"
        wait_for(lambda: len(finished(parts)) >= 3)
        child = multiprocessing.active_children()[0]
        killed.append(len(finished(parts)))
        os.kill(child.pid, signal.SIGKILL)

    thread = threading.Thread(target=kill)
    thread.start()
    cluster.index(path, tmp_path / "out", part_size=10_000, workers=2)
    thread.join()
    assert killed[0] < len(finished(tmp_path / "out" / "parts"))
    assert index_files(tmp_path / "out") == expected and len(expected) == 6
    # A process that is killed while it merges: the next call merges again.
    (tmp_path / "out" / "index").rename(tmp_path / "out" / "index.tmp")
    (tmp_path / "out" / "index.tmp" / "manifest").write_bytes(b"cut")
    cluster.index(path, tmp_path / "out", part_size=10_000, workers=0)
    assert index_files(tmp_path / "out") == expected
