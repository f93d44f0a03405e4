"""`import ferz.compat`, each test in a process of its own."""

import subprocess
import sys


def run(program, *options):
    return subprocess.run(
        [sys.executable, *options, "-c", program], capture_output=True, text=True, timeout=120
    )


def check(program):
    done = run("import ferz.compat\n" + program)
    assert done.returncode == 0, done.stderr


def test_chess_and_its_modules_are_those_of_ferz():
    check("""
import importlib, pickle, sys
import chess, chess.engine, chess.pgn, chess.polyglot, chess.svg, chess.syzygy, chess.variant
from chess.engine import Limit
import ferz
assert chess is ferz and Limit is ferz.engine.Limit
for name in ("engine", "pgn", "polyglot", "svg", "syzygy", "variant", "engine.score"):
    ours = importlib.import_module("ferz." + name)
    assert importlib.import_module("chess." + name) is ours is sys.modules["chess." + name]
    assert ours.__spec__.name == ours.__name__ == "ferz." + name
assert ferz.__spec__.name == "ferz"
assert pickle.loads(pickle.dumps(chess.Board())) == chess.Board()
assert str(chess.pgn.Game()).startswith("[Event")
""")


def test_modules_are_imported_on_first_use():
    check("""
import sys
import chess
assert "ferz.engine" not in sys.modules and "ferz.svg" not in sys.modules
import chess.svg
assert "ferz.svg" in sys.modules
""")


def test_other_names_are_not_found():
    check("""
for name in ("chess.nothing", "chess.pgn.nothing", "chessboard"):
    try:
        __import__(name)
    except ModuleNotFoundError as error:
        assert error.name == name, error
    else:
        raise AssertionError(name)
""")


def test_variants_are_those_of_ferz():
    check("""
import chess, chess.variant
from chess.variant import find_variant
import ferz
assert chess.variant is ferz.variant
assert find_variant("Standard") is find_variant("chess 960") is find_variant("From Position") is chess.Board
assert len(chess.variant.VARIANTS) == 10
for board in chess.variant.VARIANTS[1:]:
    assert find_variant(board.aliases[0]) is board and issubclass(board, chess.Board)
    assert board().legal_moves.count() >= 8
for name in ("Bughouse", "Losers", "nonsense" * 10**6):
    try:
        find_variant(name)
    except ValueError as error:
        assert name[:20] in str(error) and len(str(error)) < 200
    else:
        raise AssertionError(name)
""")


def test_gaviota_explains_what_to_do():
    check("""
import chess, chess.gaviota

def refused(error, call, *arguments):
    try:
        call(*arguments)
    except error as found:
        assert "install python-chess" in str(found) and "ferz.compat" in str(found), found
    else:
        raise AssertionError(call)

refused(NotImplementedError, chess.gaviota.open_tablebase, "/tables")
refused(NotImplementedError, chess.gaviota.open_tablebase_native, "/tables")
refused(NotImplementedError, chess.gaviota.PythonTablebase)
refused(NotImplementedError, chess.gaviota.NativeTablebase)
assert issubclass(chess.gaviota.MissingTableError, KeyError)
""")


def test_it_must_be_imported_before_python_chess():
    done = run(
        "import sys, types\nsys.modules['chess'] = types.ModuleType('chess')\nimport ferz.compat\n"
    )
    assert done.returncode == 1 and "import ferz.compat before chess" in done.stderr
    check(
        "import chess, importlib\nimportlib.reload(ferz.compat)\nimport chess.pgn\nassert chess is ferz\n"
    )


def test_as_a_plugin_of_pytest(tmp_path):
    (tmp_path / "test_program.py").write_text(
        "import chess.engine\n\ndef test_board():\n    assert chess.Board.__module__ == 'ferz' and chess.engine.Limit(1)\n"
    )
    command = [sys.executable, "-m", "pytest", "-q", "-p", "ferz.compat", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, cwd=tmp_path)
    assert done.returncode == 0, done.stdout


def test_worker_processes_find_it_too(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(
        "import ferz.compat\nimport chess\nimport multiprocessing\n\n"
        "def moves(board):\n    return board.legal_moves.count()\n\n"
        "if __name__ == '__main__':\n"
        "    with multiprocessing.get_context('spawn').Pool(1) as pool:\n"
        "        assert pool.map(moves, [chess.Board()]) == [20]\n"
    )
    done = subprocess.run(
        [sys.executable, str(program)], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
