"""Annotated games: agreement with the command, options, existing annotations, games with faults."""

from __future__ import annotations

import io
import json
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from typing import Any, Dict, List, Tuple

import pytest

import ferz
import ferz._annotate
import ferz.engine
import ferz.pgn

NODES = 2000

# Mistakes of both sides, castling, an existing variation with an evaluation, a NAG and a clock.
GAME = """\
[Event "A"]
[White "Anna"]
[Black "Bert"]
[Result "0-1"]

{before} 1. e4 {[%clk 0:10:00] best [%eval 9.99,1]} e5 2. Nf3 Nc6 3. Bc4 Nd4 $1
(3... Bc5 {[%eval 0.1] sound} 4. c3) 4. Nxe5 Qg5 5. Nxf7 (5. Bxf7+ {better} Ke7) Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1
"""
CHESS960 = """\
[Variant "Chess960"]
[FEN "rk2r3/pppppppp/8/8/8/8/PPPPPPPP/RK2R3 w EAea - 0 1"]
[SetUp "1"]

1. O-O O-O-O 2. f4 e5 3. g4 exf4 4. Rae1 f3 *
"""
BLACK_FIRST = """\
[FEN "r3k2r/8/8/8/8/8/6q1/R3K2R b KQkq - 0 30"]
[SetUp "1"]

30... Qg5 31. -- O-O-O 32. Rxh8 Rxh8 33. Kf1 *
"""
STALEMATE = '[FEN "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1"]\n[SetUp "1"]\n\n1. Qf7 1/2-1/2\n'
REPETITION = (
    "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 7. Nf3 Nf6 8. Ng1 Ng8 *\n"
)
GAMES = {
    "standard": GAME,
    "chess960": CHESS960,
    "null move": BLACK_FIRST,
    "stalemate": STALEMATE,
    "repetition": REPETITION,
    "empty": '[White "X"]\n\n*\n',
}
FERZ = [sys.executable, "-m", "ferz"]


def read(text: str) -> ferz.pgn.Game:
    game = ferz.pgn.read_game(io.StringIO(text))
    assert game is not None and not game.errors
    return game


def command(tmp_path: Any, text: str, *arguments: str) -> Tuple[ferz.pgn.Game, Dict[str, Any]]:
    """Returns the game that the command annotates, and its JSON object."""
    source, output = tmp_path / "game.pgn", tmp_path / "annotated.pgn"
    source.write_text(text)
    line = [*FERZ, "pgn", "annotate", str(source), "-o", str(output), "--json", "--threads", "1"]
    done = subprocess.run([*line, *arguments], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return read(output.read_text()), json.loads(done.stdout)


def facts(game: ferz.pgn.Game) -> List[Any]:
    """Returns the annotations of all nodes in the order of PGN, spaces for the line breaks of a file."""
    found: List[Any] = []
    stack: List[ferz.pgn.GameNode] = [game]
    while stack:
        node = stack.pop()
        comments = [" ".join(comment.split()) for comment in node.comments]
        found.append((node.move, comments, sorted(node.nags), node.starting_comments))
        stack += reversed(node.variations)
    names = ("WhiteAccuracy", "BlackAccuracy", "Annotator")
    return [*found, [game.headers.get(name) for name in names]]


@pytest.mark.parametrize("name", list(GAMES))
def test_annotations_are_those_of_the_command(tmp_path: Any, name: str) -> None:
    expected, report = command(tmp_path, GAMES[name], "--nodes", str(NODES))
    game = read(GAMES[name])
    analysis = ferz.annotate(game, nodes=NODES)
    assert facts(game) == facts(expected)
    for side, found in (("white", analysis.white), ("black", analysis.black)):
        for key in ("moves", "inaccuracies", "mistakes", "blunders"):
            assert getattr(found, key) == report[side][key]
        value = found.accuracy
        expected_accuracy = None if value is None else pytest.approx(value, abs=0.0051)
        assert report[side]["accuracy"] == expected_accuracy
    assert len(analysis.moves) == len(report["moves"])
    for move, row in zip(analysis.moves, report["moves"]):
        assert (move.ply, move.san, move.assessment) == (row["ply"], row["san"], row["assessment"])
        assert move.turn == (row["side"] == "white") and move.depth == row["depth"]
        exact = [move.expected_score, move.loss, move.accuracy]
        assert exact == pytest.approx([row["score"], row["loss"], row["accuracy"]], abs=0.0051)
        white = move.score.white()
        assert white.score() == row.get("cp")
        assert white.mate() == row.get("mate")
        board = move.node.parent.board()
        sans = []
        for mv in move.best_line:
            sans.append(board.san(mv))
            board.push(mv)
        assert sans == row["best_line"]


@pytest.mark.parametrize(
    "options, arguments",
    [
        ({"depth": 5}, ["--depth", "5"]),
        (
            {"nodes": 500, "thresholds": (1, 2, 30.5)},
            ["--nodes", "500", "--thresholds", "1,2,30.5"],
        ),
        ({"nodes": 500, "curve": "engine"}, ["--nodes", "500", "--curve", "engine"]),
        ({"nodes": 500, "line_plies": 0}, ["--nodes", "500", "--line-plies", "0"]),
        (
            {"nodes": 500, "line_plies": 2, "evals": False},
            ["--nodes", "500", "--line-plies", "2", "--no-evals"],
        ),
        (
            {"nodes": 500, "nags": False, "tags": False},
            ["--nodes", "500", "--no-nags", "--no-tags"],
        ),
        ({"nodes": 500, "replace": True}, ["--nodes", "500", "--replace"]),
    ],
)
def test_options_are_those_of_the_command(
    tmp_path: Any, options: Any, arguments: List[str]
) -> None:
    text = GAME.replace("[White", '[Annotator "Carl"]\n[White')
    expected, _ = command(tmp_path, text, *arguments)
    game = read(text)
    ferz.annotate(game, **options)
    assert facts(game) == facts(expected)


def test_engines_of_the_caller_give_the_same_result() -> None:
    expected = read(GAME)
    ferz.annotate(expected, nodes=NODES)
    engine = ferz.Engine(hash=32)
    engine.analyse(ferz.Board(), nodes=5000)
    for _ in range(2):
        game = read(GAME)
        ferz.annotate(game, engine=engine, nodes=NODES)
        assert facts(game) == facts(expected)
    with ferz.engine.SimpleEngine.popen_uci(FERZ) as process:
        process.configure({"Hash": 32})
        for text in (GAME, CHESS960, BLACK_FIRST):
            expected, game = read(text), read(text)
            ferz.annotate(expected, nodes=NODES)
            ferz.annotate(game, engine=process, nodes=NODES)
            assert facts(game) == facts(expected)
    assert engine.id == {"name": "Ferz " + ferz.__version__, "author": "the Ferz developers"}


def test_existing_annotations_are_kept() -> None:
    game = read(GAME)
    ferz.annotate(game, nodes=NODES, thresholds=(0.5, 1, 2))
    first = game.next()
    assert game.comment == "before" and first.clock() == 600 and first.comment.endswith("best")
    assert first.comment.count("%eval") == 1 and "9.99" not in first.comment
    knight = game.mainline_moves() and list(game.mainline())[5]
    assert knight.move == ferz.Move.from_uci("c6d4") and knight.nags == {1}
    sound = next(node for node in knight.parent.variations if node.move.uci() == "f8c5")
    assert "sound" in sound.comment and sound.next().move.uci() == "c2c3"
    # A second analysis finds the same and adds nothing.
    text = str(game)
    ferz.annotate(game, nodes=NODES, thresholds=(0.5, 1, 2))
    assert str(game) == text
    # Glyphs beyond a byte, and a game whose comments have no UTF-8.
    game = read("1. f3 $200 {a} e5 2. g4 Qh4# *")
    game.next().comments = ["a \udc80"]
    ferz.annotate(game, nodes=500)
    assert 200 in game.next().nags and game.next().eval() is not None


def test_replace_removes_annotations_but_times() -> None:
    game = read(GAME)
    ferz.annotate(game, nodes=NODES, replace=True, evals=False, nags=False, line_plies=0)
    line = list(game.mainline())
    assert game.comments == [] and line[0].comments == ["[%clk 0:10:00]"]
    assert not any(node.nags or len(node.variations) > 1 for node in [game, *line])
    assert len(line) == 14


def test_ended_and_empty_games() -> None:
    game = read(GAMES["empty"])
    analysis = ferz.annotate(game, nodes=100)
    assert analysis.moves == [] and analysis.white.accuracy is None
    assert analysis.start_score.white().score() is not None and "<svg" in analysis.chart_svg()
    # A start position without a legal move is not searched.
    game.setup("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
    assert ferz.annotate(game, nodes=100).start_score.white() == ferz.engine.Cp(0)
    mated = ferz.annotate(read(GAME), nodes=100).moves[-1]
    assert mated.score.is_mate() and mated.depth is None and mated.expected_score == 0.0
    assert mated.node.comments == []


def test_invalid_games_and_options_leave_the_game_as_it_was() -> None:
    for fen, moves in (
        ("8/8/8/8/8/8/8/KK6 w - - 0 1", []),
        (ferz.STARTING_FEN, ["e2e4", "e2e5"]),
        ("4k3/8/8/8/4r3/8/8/4K3 w - - 0 1", ["0000"]),
    ):
        game = ferz.pgn.Game()
        game.setup(fen)
        game.add_line([ferz.Move.from_uci(move) for move in moves], comment="c")
        before = facts(game)
        with pytest.raises(ValueError):
            ferz.annotate(game, nodes=100)
        assert facts(game) == before
    game = read(GAME)
    before = facts(game)
    for options in (
        {"nodes": 0},
        {"depth": -1},
        {"time": 0.0},
        {"line_plies": -1},
        {"thresholds": (5, 4, 6)},
        {"thresholds": (1, 2, float("nan"))},
        {"thresholds": (0, 2, 3)},
        {"thresholds": (1, 2, 101)},
        {"curve": "straight"},
    ):
        with pytest.raises(ValueError, match=next(iter(options))):
            ferz.annotate(game, **options)
    for node in (None, game.next()):
        with pytest.raises(TypeError, match="Game"):
            ferz.annotate(node)
    assert facts(game) == before


def test_illegal_variations_are_kept() -> None:
    game = read("1. f3 e5 2. g4 *")
    game.next().add_variation(ferz.Move.from_uci("a1a8"), comment="odd")
    game.next().add_variation(ferz.Move.from_uci("e7e5"), comment="again")
    ferz.annotate(game, nodes=500)
    assert [node.move.uci() for node in game.next().variations][1:3] == ["a1a8", "e7e5"]
    assert [node.comment for node in game.next().variations][1:3] == ["odd", "again"]


def test_the_chart_has_the_players_and_marks() -> None:
    game = read(GAME)
    analysis = ferz.annotate(game, nodes=NODES)
    svg = analysis._repr_svg_()
    assert svg == analysis.chart_svg() and svg.startswith("<svg") and "Anna" in svg and "0-1" in svg
    weak = sum(move.assessment is not None for move in analysis.moves)
    assert weak > 0 and svg.count("<title>") == weak
    assert pickle.loads(pickle.dumps(analysis)).chart_svg() == svg


def scripted(*lines: str) -> List[str]:
    """Returns the command of an engine that replies to each `go` with these lines."""
    code = "for line in iter(input, 'quit'): print({'uci': 'uciok', 'isready': 'readyok'}.get("
    code += f"line, {chr(10).join(lines)!r} if line.startswith('go') else ''), flush=True)"
    return [sys.executable, "-c", code]


def test_an_engine_without_scores_is_an_error() -> None:
    game = read("*")
    with ferz.engine.SimpleEngine.popen_uci(scripted("bestmove e2e4")) as engine:
        with pytest.raises(ferz.engine.EngineError, match="no score"):
            ferz.annotate(game, engine=engine)
        assert "Annotator" not in game.headers


@pytest.mark.parametrize(
    "last, best_line",
    [
        ("bestmove e2e4 ponder e7e5", "e2e4 e7e5 g1f3"),
        ("info depth 8 score cp 40 lowerbound pv e2e4\nbestmove e2e4", "e2e4 e7e5 g1f3"),
        ("info depth 8 score cp 40 upperbound pv d2d4 d7d5\nbestmove e2e4", "e2e4 e7e5 g1f3"),
        ("info depth 7 multipv 2 score cp 40 pv d2d4 d7d5\nbestmove e2e4", "e2e4 e7e5 g1f3"),
        ("info depth 8 score cp 40 lowerbound pv d2d4\nbestmove d2d4 ponder d7d5", "d2d4"),
        ("bestmove c2c4 ponder c7c5", "c2c4"),
        ("bestmove c2c4", "c2c4"),
    ],
)
def test_best_lines_are_complete_and_begin_with_the_best_move(last: str, best_line: str) -> None:
    reply = scripted("info depth 7 score cp 30 pv e2e4 e7e5 g1f3", *last.split("\n"))
    with ferz.engine.SimpleEngine.popen_uci(reply) as engine:
        limit = ferz.engine.Limit(depth=8)
        found = ferz._annotate._search(engine, ferz.Board(), limit)
    lower = "lowerbound" in last
    assert (found.score.white().score(), found.depth) == ((40, 8) if lower else (30, 7))
    assert " ".join(map(str, found.line)) == best_line


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_leaves_the_game_and_the_engine_as_they_were() -> None:
    engine, game = ferz.Engine(hash=4), read(GAME)
    before = facts(game)
    threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        ferz.annotate(game, engine=engine, time=60)
    assert time.monotonic() - start < 20 and facts(game) == before
    assert engine.analyse(ferz.Board(), depth=2)["depth"] == 2


def test_other_threads_run_during_searches() -> None:
    ticks, done = [], threading.Event()

    def count() -> None:
        while not done.wait(0.01):
            ticks.append(time.monotonic())

    thread = threading.Thread(target=count)
    thread.start()
    try:
        ferz.annotate(read("1. e4 *"), time=0.5)
    finally:
        done.set()
        thread.join()
    assert len(ticks) >= 20


def test_progress_is_shown_on_request(capsys: Any, monkeypatch: Any) -> None:
    shown: List[int] = []
    monkeypatch.setattr(
        "ferz._annotate.Progress.advance", lambda bar, amount=1: shown.append(amount)
    )
    ferz.annotate(read("1. e4 e5 *"), nodes=100, progress=True)
    assert [amount for amount in shown if amount] == [1, 1, 1]
