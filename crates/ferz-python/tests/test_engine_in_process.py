"""The engine in the process, the static evaluation and perft."""

import os
import re
import signal
import subprocess
import sys
import threading
import time

import pytest

import ferz as chess
import ferz.engine
from ferz.engine import INFO_NONE, INFO_PV, INFO_SCORE, AnalysisComplete, Cp, EngineError, Limit
from ferz.engine import Mate, MateGiven, PovScore

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
MATE_IN_2 = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"


@pytest.fixture()
def engine():
    return chess.Engine(hash=4)


def test_information_has_the_types_of_uci_engines(engine):
    board = chess.Board()
    info = engine.analyse(board, nodes=5000)
    assert isinstance(info["score"], PovScore) and info["score"].turn == chess.WHITE
    assert set(info) <= set(ferz.engine.InfoDict.__annotations__)
    assert info["nodes"] >= 1000 and info["depth"] >= 3 and info["time"] > 0
    assert info["wdl"].relative.total() == 1000
    line = board.copy()
    for move in info["pv"]:
        assert line.is_legal(move)
        line.push(move)
    # The board is unchanged.
    assert board == chess.Board() and not board.move_stack


def test_equal_searches_give_equal_results(engine):
    board = chess.Board(KIWIPETE)
    results = []
    for _ in range(2):
        engine.new_game()
        info = engine.analyse(board, nodes=3000)
        results.append((info["score"], info["pv"], info["nodes"]))
    assert results[0] == results[1]
    other = chess.Engine(hash=4)
    info = other.analyse(board, Limit(nodes=3000))
    assert (info["score"], info["pv"], info["nodes"]) == results[0]


def test_mates(engine):
    board = chess.Board(MATE_IN_2)
    assert engine.analyse(board, depth=8)["score"].relative == Mate(2)
    board.push_uci("a1a6")
    assert engine.analyse(board, depth=8)["score"].white() == Mate(1)
    board.push_uci("b7a6")
    board.push_uci("b6b7")
    assert board.is_checkmate()
    result = engine.play(board, depth=3)
    assert result.move is None and result.info["score"].white() == MateGiven
    stalemate = chess.Board("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
    assert engine.analyse(stalemate, depth=3)["score"].relative == Cp(0)


def test_several_lines_and_root_moves(engine):
    board = chess.Board()
    infos = engine.analyse(board, depth=5, multipv=4)
    assert [info["multipv"] for info in infos] == [1, 2, 3, 4]
    scores = [info["score"].relative for info in infos]
    assert scores == sorted(scores, reverse=True)
    moves = [chess.Move.from_uci("a2a3"), chess.Move.from_uci("h2h4")]
    assert engine.play(board, nodes=200, root_moves=moves).move in moves
    assert len(engine.analyse(board, depth=2, root_moves=moves, multipv=5)) == 2


def test_repetitions_of_the_game_count(engine):
    # White is a queen up, and any repetition is a draw.
    board = chess.Board("6k1/5ppp/8/8/8/8/5PPP/3Q2K1 w - - 0 1")
    for uci in ("d1d2", "g8f8", "d2d1", "f8g8", "d1d2", "g8f8", "d2d1"):
        board.push_uci(uci)
    back = chess.Move.from_uci("f8g8")
    with_history = engine.analyse(board, depth=3, root_moves=[back])
    without = engine.analyse(chess.Board(board.fen()), depth=3, root_moves=[back])
    assert with_history["score"].relative == Cp(0)
    assert without["score"].relative < Cp(-300)


def test_castling_is_written_as_the_board_writes_it(engine):
    fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    for chess960, uci in ((False, "e1g1"), (True, "e1h1")):
        board = chess.Board(fen, chess960=chess960)
        castling = chess.Move.from_uci(uci)
        info = engine.analyse(board, depth=1, root_moves=[castling])
        assert info["pv"][0] == castling and board.is_legal(castling)


def test_clocks_and_times(engine):
    start = time.monotonic()
    engine.play(chess.Board(), Limit(white_clock=1.0, white_inc=0.05))
    engine.play(chess.Board(), time=0.05)
    assert time.monotonic() - start < 5


def test_invalid_arguments(engine):
    board = chess.Board()
    for call in (
        lambda: engine.analyse(board),
        lambda: engine.play(board, Limit()),
        lambda: engine.analyse(board, time=-1),
        lambda: engine.analyse(board, time=float("nan")),
        lambda: engine.analyse(board, depth=1, multipv=0),
        lambda: engine.analyse(board, depth=1, root_moves=[]),
        lambda: engine.analyse(board, depth=1, root_moves=[chess.Move.from_uci("e2e5")]),
        lambda: engine.analyse(chess.Board(None), depth=1),
        lambda: chess.Engine(threads=0),
        lambda: chess.Engine(hash=0),
        lambda: chess.perft(board, 65),
        lambda: chess.perft(board, 2, threads=0),
        lambda: chess.perft(chess.Board(None), 2),
    ):
        with pytest.raises(ValueError):
            call()
    with pytest.raises(FileNotFoundError, match="nothing.nnue"):
        chess.Engine(network="/no/nothing.nnue")
    with pytest.raises(OSError):
        chess.Engine(syzygy="/no/such/directory")
    with pytest.raises(MemoryError):
        chess.Engine(hash=1 << 40)
    with pytest.raises((TypeError, AttributeError)):
        engine.analyse(board, 5)


def test_analysis_is_an_iterator(engine):
    board = chess.Board()
    with engine.analysis(board, multipv=2) as analysis:
        for info in analysis:
            if info.get("depth", 0) >= 5:
                break
        assert len(analysis.multipv) == 2 and analysis.info == analysis.multipv[0]
    best = analysis.wait()
    assert board.is_legal(best.move)
    list(analysis)
    assert analysis.empty() and not analysis.would_block() and analysis.next() is None
    with pytest.raises(AnalysisComplete):
        analysis.get()
    # The engine is free again.
    assert engine.play(board, nodes=100).move is not None
    # A limited analysis ends by itself.
    depths = [info["depth"] for info in engine.analysis(board, depth=4) if "score" in info]
    assert depths[-1] == 4


def test_one_search_at_a_time(engine):
    analysis = engine.analysis(chess.Board())
    for call in (
        lambda: engine.analyse(chess.Board(), depth=1),
        lambda: engine.analysis(chess.Board()),
        engine.new_game,
    ):
        with pytest.raises(RuntimeError, match="searching"):
            call()
    # Deleting an analysis stops it.
    del analysis
    engine.new_game()


def test_stop_from_another_thread(engine):
    timer = threading.Timer(0.2, engine.stop)
    timer.start()
    start = time.monotonic()
    result = engine.play(chess.Board(), time=600)
    assert time.monotonic() - start < 30 and result.move is not None
    timer.join()


def test_other_threads_run_during_a_search(engine):
    counted = 0

    def count():
        nonlocal counted
        while not done.is_set():
            counted += 1
            time.sleep(0.001)

    done = threading.Event()
    thread = threading.Thread(target=count)
    thread.start()
    engine.analyse(chess.Board(), time=0.3)
    done.set()
    thread.join()
    assert counted > 20


def test_several_threads_search(engine):
    engine = chess.Engine(threads=2, hash=4)
    assert repr(engine) == "Engine(threads=2, hash=4)"
    assert chess.Board().is_legal(engine.play(chess.Board(), nodes=20000).move)
    engines = [chess.Engine(hash=1) for _ in range(3)]
    moves = {}
    threads = [
        threading.Thread(
            target=lambda i=i: moves.update({i: engines[i].play(chess.Board(), nodes=500).move})
        )
        for i in range(3)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(moves.values())) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize(
    "call",
    [
        "engine.analyse(board, time=600)",
        "list(engine.analysis(board))",
        "ferz.perft(board, 12)",
    ],
)
def test_ctrl_c_raises_keyboard_interrupt(call):
    program = f"""
import ferz
engine, board = ferz.Engine(hash=4), ferz.Board()
print("ready", flush=True)
try:
    {call}
except KeyboardInterrupt:
    print("interrupted", engine.play(board, nodes=100).move is not None, flush=True)
"""
    command = [sys.executable, "-c", program]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.3)
        start = time.monotonic()
        os.kill(process.pid, signal.SIGINT)
        assert process.stdout.readline() == "interrupted True\n"
        assert process.wait(10) == 0
        assert time.monotonic() - start < 5


def test_evaluation():
    queen_up = chess.Board("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
    for classical in (False, True):
        assert chess.evaluate(queen_up, classical=classical) > 300
        queen_up.turn = chess.BLACK
        assert chess.evaluate(queen_up, classical=classical) < -300
        queen_up.turn = chess.WHITE
        assert abs(chess.evaluate(chess.Board(), classical=classical)) < 150
    with pytest.raises(ValueError):
        chess.evaluate(chess.Board(None))


# Published counts: https://www.chessprogramming.org/Perft_Results
@pytest.mark.parametrize(
    "fen, depth, leaves",
    [
        (chess.STARTING_FEN, 0, 1),
        (chess.STARTING_FEN, 4, 197281),
        (KIWIPETE, 3, 97862),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 674624),
    ],
)
def test_perft(fen, depth, leaves):
    board = chess.Board(fen)
    assert chess.perft(board, depth) == leaves
    assert chess.perft(board, depth, threads=2, hash=1) == leaves
    divided = chess.perft_divide(board, depth)
    if depth:
        assert sum(divided.values()) == leaves
        assert set(divided) == set(board.legal_moves)
        assert [move.uci() for move in divided] == sorted(move.uci() for move in divided)
        for move, count in list(divided.items())[:3]:
            board.push(move)
            assert chess.perft(board, depth - 1) == count
            board.pop()
    else:
        assert divided == {}


def test_engine_is_used_like_a_simple_engine():
    board = chess.Board()
    with chess.Engine(hash=1) as engine:
        assert engine.options["threads"].type == engine.options["HASH"].type == "spin"
        engine.configure({"threads": 2, "Hash": 3})
        assert (engine.threads, engine.hash) == (2, 3)
        engine.configure({})
        engine.ping()
        assert (
            engine.options["Skill Level"].max == 20
            and engine.options["UCI_LimitStrength"].type == "check"
        )
        with pytest.raises(EngineError, match="no option 'Skill'"):
            engine.configure({"Skill": 1})
        with pytest.raises(ValueError, match="at least 1"):
            engine.configure({"Threads": 0})
        assert (engine.threads, engine.hash) == (2, 3)
        result = engine.play(board, Limit(nodes=100), game="a", info=INFO_SCORE)
        assert "score" in result.info and "pv" not in result.info and result.info["nodes"] > 0
        info = engine.analyse(board, Limit(nodes=100), game="a", info=INFO_NONE)
        assert info == {}
        with engine.analysis(board, Limit(nodes=100), game="a", info=INFO_PV) as analysis:
            assert all("score" not in info for info in analysis)
            assert analysis.info["pv"] and "score" not in analysis.multipv[0]
        engine.quit()
    assert engine.play(board, nodes=10).move is not None


def test_another_game_clears_the_tables():
    engine, board = chess.Engine(hash=1), chess.Board()
    first = engine.analyse(board, nodes=5000, game="a")["nodes"]
    depth = engine.analyse(board, nodes=5000, game="b")["depth"]
    assert engine.analyse(board, nodes=5000, game="b")["depth"] >= depth
    assert engine.analyse(board, nodes=5000, game="a")["nodes"] == first


@pytest.mark.parametrize("number", [-1, -(10**30), 10**30])
def test_numbers_out_of_range_are_value_errors(number):
    board = chess.Board()
    for call in (
        lambda: chess.Engine(threads=number),
        lambda: chess.Engine(hash=number),
        lambda: chess.Engine(hash=1).analyse(board, nodes=number),
        lambda: chess.Engine(hash=1).analyse(board, depth=number),
        lambda: chess.Engine(hash=1).analyse(board, nodes=1, multipv=number),
        lambda: chess.Engine(hash=1).play(board, Limit(nodes=number)),
        lambda: chess.Engine(hash=1).play(board, Limit(mate=number)),
    ):
        with pytest.raises(ValueError) as caught:
            call()
        assert len(str(caught.value)) < 300
    with pytest.raises(TypeError, match="^expected syzygy as a directory or a list of directories"):
        chess.Engine(syzygy=5)


def test_arguments_of_simple_engine_are_accepted(engine):
    opponent = ferz.engine.Opponent("A", None, 2000, True)
    engine.send_opponent_information(opponent=opponent, engine_rating=2500)
    board = chess.Board()
    result = engine.play(
        board,
        Limit(nodes=500),
        game=1,
        info=INFO_SCORE,
        ponder=True,
        draw_offered=True,
        root_moves=list(board.legal_moves)[:5],
        options={"hash": 8},
        opponent=opponent,
    )
    assert board.is_legal(result.move) and set(result.info) >= {"score"} and "pv" not in result.info
    # The option is of that search only.
    assert engine.hash == 4 and engine.analyse(board, nodes=100, options={})["nodes"] > 0
    engine.send_game_result(board, True, "resigned", False)
    with pytest.raises(EngineError, match="no option 'Contempt'"):
        engine.play(board, nodes=1, options={"Contempt": 1})


def test_pondering_ends_with_the_next_call():
    engine = chess.Engine(hash=16)
    board = chess.Board()
    result = engine.play(board, nodes=3000, ponder=True)
    assert result.ponder is not None
    board.push(result.move)
    board.push(result.ponder)
    before = len(os.listdir("/proc/self/task")) if os.path.isdir("/proc/self/task") else None
    time.sleep(0.5)
    # The search of the expected position has filled the table.
    cold = chess.Engine(hash=16)
    cold.play(chess.Board(), nodes=3000)
    assert engine.analyse(board, depth=13)["nodes"] < cold.analyse(board, depth=13)["nodes"]
    engine.play(board, nodes=500, ponder=True)
    engine.configure({"Threads": 2})
    engine.play(board, nodes=500, ponder=True)
    engine.new_game()
    engine.play(board, nodes=500, ponder=True)
    engine.stop()
    with engine:
        engine.play(board, nodes=500, ponder=True)
    if before is not None:
        assert len(os.listdir("/proc/self/task")) <= before


@pytest.mark.parametrize("method", ["analyse", "play", "analysis"])
def test_wrong_arguments_are_named(engine, method):
    search = getattr(engine, method)
    for keywords, error, text in (
        ({"nodes": -1}, ValueError, "argument 'nodes': expected a number of at least 0"),
        ({"depth": 1 << 80}, ValueError, "argument 'depth'"),
        ({"time": "x"}, TypeError, "argument 'time'"),
        ({"time": -1, "nodes": 1}, ValueError, "not a time in seconds"),
        ({"bogus": 1}, TypeError, f"argument 'bogus': {method}() has no such argument"),
        ({"info": -1, "nodes": 1}, ValueError, "argument 'info'"),
    ):
        with pytest.raises(error, match=re.escape(text)):
            search(chess.Board(), **keywords)
    if method != "play":
        with pytest.raises(ValueError, match="multipv is 0"):
            search(chess.Board(), nodes=1, multipv=0)
    else:
        with pytest.raises(TypeError, match="no such argument"):
            search(chess.Board(), nodes=1, multipv=1)


def test_strength_is_set_by_level_and_by_elo():
    board = chess.Board()
    limit = Limit(depth=8)
    with chess.Engine(hash=1) as engine:
        full = engine.analyse(board, limit)["nodes"]
        weak = {"Skill Level": 0}
        assert engine.analyse(board, limit, options=weak)["nodes"] < full
        # The options of a search do not remain.
        assert engine.analyse(board, Limit(nodes=20_000), options={})["nodes"] >= 20_000
        engine.configure({"uci_limitstrength": True, "uci_elo": engine.options["UCI_Elo"].min})
        assert engine.analyse(board, Limit(nodes=20_000))["nodes"] < 2_000
        assert (
            len({engine.play(board, Limit(nodes=1_000), game=game).move for game in range(40)}) > 1
        )
        engine.configure({"UCI_LimitStrength": False})
        assert engine.analyse(board, Limit(nodes=20_000))["nodes"] >= 20_000
        for options in ({"Skill Level": 21}, {"UCI_Elo": 100}, {"Skill Level": -1}):
            with pytest.raises(ValueError):
                engine.configure(options)
        with pytest.raises(TypeError):
            engine.configure({"UCI_LimitStrength": "yes"})
