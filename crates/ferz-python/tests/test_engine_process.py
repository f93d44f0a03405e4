"""Engines in processes: the engine of the package itself, and engines that misbehave."""

import asyncio
import gc
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import ferz as chess
from ferz.engine import AnalysisComplete, Cp, EngineError, EngineTerminatedError, INFO_ALL, Limit
from ferz.engine import Mate, SimpleEngine, popen_uci, run_in_background

FERZ = [sys.executable, "-m", "ferz"]
FAKE = os.path.join(os.path.dirname(__file__), "fake_engine.py")

MATE_IN_2 = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"


def fake(fault, timeout=20.0):
    engine = SimpleEngine.popen_uci([sys.executable, FAKE, fault], timeout=20.0)
    engine.timeout = timeout
    return engine


FAKE_XBOARD = os.path.join(os.path.dirname(__file__), "fake_xboard_engine.py")


def is_running(pid):
    """Zombies count as running: they must be gone too."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def children():
    """The processes that this one has started, zombies included; none where /proc is not mounted."""
    found = set()
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(path.read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
        if parent == os.getpid():
            found.add(path.parent.name)
    return found


@pytest.fixture(autouse=True)
def nothing_is_left_behind():
    threads = set(threading.enumerate())
    processes = children()
    yield
    gc.collect()
    deadline = time.monotonic() + 5
    while time.monotonic() < deadline:
        left = set(threading.enumerate()) - threads
        if not left:
            break
        time.sleep(0.01)
    assert not left
    assert children() <= processes


@pytest.fixture(scope="class")
def engine():
    with SimpleEngine.popen_uci(FERZ, timeout=30) as engine:
        yield engine


class TestFerz:
    """The UCI engine of the package."""

    @pytest.fixture(autouse=True)
    def nothing_is_left_behind(self):
        # The engine is shared.
        yield

    def test_identification(self, engine):
        assert engine.id["name"].startswith("Ferz")
        assert engine.options["hash"].type == "spin"
        assert engine.options["Clear Hash"].is_button()
        with pytest.raises(KeyError):
            engine.options["No Such Option"]

    def test_a_game(self, engine):
        board = chess.Board()
        for _ in range(12):
            result = engine.play(board, Limit(nodes=500), game="game", info=INFO_ALL, ponder=True)
            assert board.is_legal(result.move) and result.info["pv"][0] == result.move
            board.push(result.move)
            if result.ponder is not None:
                assert board.is_legal(result.ponder)
        assert len(board.move_stack) == 12

    def test_mate(self, engine):
        board = chess.Board(MATE_IN_2)
        info = engine.analyse(board, Limit(depth=12), game="mate")
        assert info["score"].white() == Mate(2) and info["score"].black() == Mate(-2)
        result = engine.play(board, Limit(mate=2), game="another")
        assert result.move == chess.Move.from_uci("a1a6")

    def test_finished_game(self, engine):
        board = chess.Board("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
        # UCI has the null move for it.
        assert not engine.play(board, Limit(depth=1)).move

    def test_chess960(self, engine):
        board = chess.Board(
            "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", chess960=True
        )
        result = engine.play(board, Limit(nodes=300), root_moves=list(board.legal_moves)[:3])
        assert result.move in list(board.legal_moves)[:3]
        engine.play(chess.Board(), Limit(depth=1))

    def test_lines_and_root_moves(self, engine):
        board = chess.Board()
        infos = engine.analyse(board, Limit(depth=5), multipv=3)
        assert [info["multipv"] for info in infos] == [1, 2, 3]
        assert infos[0]["score"].relative >= infos[1]["score"].relative
        assert len({info["pv"][0] for info in infos}) == 3
        only = chess.Move.from_uci("a2a3")
        assert engine.analyse(board, Limit(depth=3), root_moves=[only])["pv"][0] == only
        # One move gives one line.
        assert len(engine.analyse(board, Limit(depth=3), root_moves=[only], multipv=3)) == 1

    def test_infinite_analysis(self, engine):
        with engine.analysis(chess.Board()) as analysis:
            for info in analysis:
                if info.get("depth", 0) >= 6:
                    break
            assert analysis.info["pv"] and analysis.multipv[0]["depth"] >= 6
        best = analysis.wait()
        assert chess.Board().is_legal(best.move)
        assert not analysis.would_block()
        while not analysis.empty():
            analysis.get()
        with pytest.raises(AnalysisComplete):
            analysis.get()
        assert analysis.next() is None

    def test_options(self, engine):
        engine.configure({"Hash": 2, "clear hash": None})
        with pytest.raises(EngineError, match="at most"):
            engine.configure({"Hash": 10**9})
        with pytest.raises(EngineError, match="managed"):
            engine.configure({"MultiPV": 2})

    def test_time_limit(self, engine):
        start = time.monotonic()
        engine.play(chess.Board(), Limit(time=0.1))
        assert 0.05 < time.monotonic() - start < 5

    def test_stop_from_another_thread(self, engine):
        analysis = engine.analysis(chess.Board())
        timer = threading.Timer(0.1, analysis.stop)
        timer.start()
        assert analysis.wait().move is not None
        timer.join()


def test_requests_of_several_threads_are_complete():
    nodes = [60_000, 40_000, 20_000]
    found = {}

    def analyse(engine, limit):
        found[limit] = engine.analyse(chess.Board(), Limit(nodes=limit))["nodes"]

    with SimpleEngine.popen_uci(FERZ, timeout=60) as engine:
        # An analysis that only its handle keeps is stopped.
        handle = engine.analysis(chess.Board())
        threads = [threading.Thread(target=analyse, args=(engine, limit)) for limit in nodes]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert handle.wait().move is not None
    assert list(found) == nodes
    assert all(limit <= searched for limit, searched in found.items())


def test_requests_of_several_tasks_are_complete():
    async def main():
        transport, engine = await popen_uci(FERZ)
        infos = await asyncio.gather(
            *(engine.analyse(chess.Board(), Limit(depth=depth)) for depth in (9, 8, 7)),
            engine.ping(),
        )
        assert [info["depth"] for info in infos[:3]] == [9, 8, 7]
        await engine.quit()

    asyncio.run(main())


def test_timeout_begins_with_the_turn_of_a_request():
    with fake("slow", timeout=0.9) as engine:
        results = []

        def play():
            results.append(engine.play(chess.Board(), Limit(time=0.1)).move)

        threads = [threading.Thread(target=play) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(results) == 4


def test_quit_and_close():
    engine = SimpleEngine.popen_uci(FERZ)
    pid = engine.transport.get_pid()
    engine.quit()
    for call in (engine.ping, engine.quit, lambda: engine.play(chess.Board(), Limit(depth=1))):
        with pytest.raises(EngineTerminatedError):
            call()
    engine.close()
    engine.close()
    assert not is_running(pid)


def test_deleted_engine_ends_its_process():
    engine = fake("")
    pid = engine.transport.get_pid()
    del engine
    gc.collect()
    assert not is_running(pid)


def test_engine_is_ended_at_exit_of_the_program():
    program = f"""
import sys
from ferz.engine import SimpleEngine
engine = SimpleEngine.popen_uci([sys.executable, {FAKE!r}, "ignores quit"])
print(engine.transport.get_pid())
"""
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, timeout=30)
    assert done.returncode == 0 and "Traceback" not in done.stderr, done.stderr
    assert not is_running(int(done.stdout))


def test_missing_program():
    with pytest.raises(FileNotFoundError):
        SimpleEngine.popen_uci("/no/such/engine")


def test_engine_that_dies_at_the_start():
    with pytest.raises(EngineTerminatedError, match="exit code: 3"):
        fake("dies at uci")


def test_silent_engine():
    start = time.monotonic()
    with pytest.raises(asyncio.TimeoutError):
        SimpleEngine.popen_uci([sys.executable, FAKE, "silent"], timeout=0.3)
    assert time.monotonic() - start < 5


def test_engine_that_dies_in_a_search():
    with fake("dies in search") as engine:
        with pytest.raises(EngineTerminatedError, match="exit code: 1"):
            engine.play(chess.Board(), Limit(depth=1))
    with fake("dies in search") as engine:
        analysis = engine.analysis(chess.Board())
        with pytest.raises(EngineTerminatedError):
            analysis.wait()
        # The information before the end remains, although the event loop is gone.
        assert analysis.info["score"].relative == Cp(10)


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_killed_engine():
    with fake("kills itself") as engine:
        with pytest.raises(EngineTerminatedError, match="exit code: -9"):
            engine.analyse(chess.Board(), Limit(depth=1))


@pytest.mark.skipif(sys.platform == "win32", reason="pipes")
def test_engine_that_closes_its_output():
    with fake("closes its output") as engine:
        with pytest.raises(EngineTerminatedError, match="output"):
            engine.play(chess.Board(), Limit(depth=1))
        with pytest.raises(EngineTerminatedError):
            engine.ping()


def test_engine_that_hangs():
    with fake("hangs at isready", timeout=0.3) as engine:
        for _ in range(2):
            with pytest.raises(asyncio.TimeoutError):
                engine.ping()
    with fake("ignores quit", timeout=0.3) as engine:
        with pytest.raises(asyncio.TimeoutError):
            engine.quit()


def test_search_that_takes_too_long_is_stopped():
    with fake("never answers", timeout=0.2) as engine:
        with pytest.raises(asyncio.TimeoutError):
            engine.play(chess.Board(), Limit(time=0.1))
        # The engine obeys the stop, so that it is usable.
        engine.timeout = 20.0
        engine.ping()


def test_illegal_move():
    with fake("illegal move") as engine:
        with pytest.raises(EngineError, match="e2e5"):
            engine.play(chess.Board(), Limit(depth=1))
        engine.ping()


def test_nonsense_is_ignored():
    with fake("nonsense") as engine:
        result = engine.play(chess.Board(), Limit(depth=1), info=INFO_ALL)
        assert result.move == chess.Move.from_uci("a2a3")
        assert result.info["score"].relative == Cp(20) and "lowerbound" not in result.info
        assert "broken" not in engine.options and engine.options["skill level"].max == 20


def test_endless_line():
    with fake("endless line") as engine:
        with pytest.raises(EngineTerminatedError, match="line of more than"):
            engine.play(chess.Board(), Limit(depth=1))


def test_asyncio():
    async def main():
        transport, engine = await popen_uci([sys.executable, FAKE, ""])
        results = await asyncio.gather(
            *(engine.play(chess.Board(), Limit(depth=1)) for _ in range(5)), engine.ping()
        )
        assert {result.move.uci() for result in results[:5]} == {"a2a3"}
        with await engine.analysis(chess.Board()) as analysis:
            async for info in analysis:
                if info["score"].relative == Cp(20):
                    break
        assert (await analysis.wait()).move is not None
        with pytest.raises(asyncio.TimeoutError):
            endless = await engine.analysis(chess.Board())
            await asyncio.wait_for(endless.wait(), 0.05)
        await engine.quit()
        assert await engine.returncode == 0
        with pytest.raises(EngineTerminatedError):
            await engine.ping()

    asyncio.run(main())


def test_asyncio_engine_that_dies_fails_all_requests():
    async def main():
        transport, engine = await popen_uci([sys.executable, FAKE, "dies in search"])
        search = engine.play(chess.Board(), Limit(depth=1))
        results = await asyncio.gather(search, engine.ping(), return_exceptions=True)
        assert [type(result) for result in results] == [EngineTerminatedError] * 2
        assert await engine.returncode == 1

    asyncio.run(main())


def test_xboard_engine():
    with SimpleEngine.popen_xboard([sys.executable, FAKE_XBOARD], timeout=20.0) as engine:
        assert engine.id["name"] == "Fake X" and engine.options["Depth"].max == 9
        engine.configure({"Depth": 5})
        board = chess.Board()
        for _ in range(6):
            result = engine.play(board, Limit(time=1), game="game", info=INFO_ALL)
            assert result.move.uci() == min(move.uci() for move in board.legal_moves)
            assert result.info["score"].relative == Cp(25) and result.info["pv"] == [result.move]
            board.push(result.move)
            board.push(next(iter(board.legal_moves)))
        for _ in range(5):
            board.pop()
        info = engine.analyse(board, Limit(depth=3), game="game")
        assert (info["depth"], info["nodes"], info["score"].pov(board.turn)) == (3, 300, Cp(30))
        assert engine.play(board, Limit(depth=1), game="game").move in board.legal_moves
        engine.send_game_result(board, chess.BLACK, "White resigns")
        engine.ping()
        engine.quit()
        with pytest.raises(EngineTerminatedError):
            engine.ping()


def test_run_in_background():
    async def succeed(future):
        future.set_result(threading.current_thread())

    async def fail(future):
        raise KeyError("expected")

    async def end(future):
        pass

    assert run_in_background(succeed, name="loop") is not threading.current_thread()
    with pytest.raises(KeyError, match="expected"):
        run_in_background(fail)
    with pytest.raises(RuntimeError, match="without a result"):
        run_in_background(end)


def test_close_from_another_thread_ends_a_search():
    with fake("never answers") as engine:
        timer = threading.Timer(0.1, engine.close)
        timer.start()
        with pytest.raises(EngineTerminatedError):
            engine.play(chess.Board(), Limit(depth=1))
        timer.join()


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_interrupts_a_call_and_leaves_the_engine_usable():
    program = f"""
import sys
import ferz
from ferz.engine import Limit, SimpleEngine
with SimpleEngine.popen_uci([sys.executable, {FAKE!r}, "never answers"], setpgrp=True) as engine:
    print("ready", flush=True)
    try:
        engine.play(ferz.Board(), Limit(depth=1))
    except KeyboardInterrupt:
        engine.ping()
        print("interrupted", flush=True)
"""
    command = [sys.executable, "-c", program]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.3)
        os.kill(process.pid, signal.SIGINT)
        assert process.stdout.readline() == "interrupted\n"
        assert process.wait(10) == 0
