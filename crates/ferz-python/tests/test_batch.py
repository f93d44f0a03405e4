"""Arrays of positions: records, moves, layouts, evaluation."""

from __future__ import annotations

import ast
import pathlib
import random
import signal
import threading
import time
from typing import List

import pytest

np = pytest.importorskip("numpy")

import ferz
import ferz.batch as batch
import ferz.openings
from conftest import random_positions
from reference import (
    FENS,
    PERFT,
    START,
    is_chess960,
    record_of,
)


def test_records_are_those_of_the_documentation() -> None:
    assert batch.POSITION_DTYPE.itemsize == 32
    array = batch.from_fens(FENS)
    assert array.tobytes() == b"".join(map(record_of, FENS))
    assert batch.to_fens(array, shredder=True) == batch.to_fens(
        batch.from_fens(FENS), shredder=True
    )
    assert batch.to_fens(array[:1]) == [START]
    assert batch.to_fens(array[:1], shredder=True) == [START.replace("KQkq", "HAha")]


def test_fens_and_records_round_trip(positions: np.ndarray) -> None:
    fens = batch.to_fens(positions)
    assert len(set(fens)) > 2000
    assert b"".join(map(record_of, fens)) == positions.tobytes()
    assert (batch.from_fens(fens) == positions).all()
    assert (batch.from_fens(batch.to_fens(positions, shredder=True)) == positions).all()


def test_fens_are_read_from_files_and_iterators(tmp_path) -> None:
    expected = batch.from_fens(FENS)
    plain, packed = tmp_path / "fens.txt", tmp_path / "fens.txt.gz"
    plain.write_text("\n\n".join(FENS) + "\n")
    import gzip

    packed.write_bytes(gzip.compress(plain.read_bytes()))
    for source in (plain, packed, iter(FENS), tuple(FENS)):
        assert (batch.from_fens(source) == expected).all()
    with open(plain) as file:
        assert (batch.from_fens(file) == expected).all()
    assert len(batch.from_fens([])) == len(batch.from_fens(iter([]))) == 0
    plain.write_text(f"{START}\n\n{START}x\n")
    with pytest.raises(batch.PositionError, match="position 2: ") as error:
        batch.from_fens(plain)
    assert error.value.index == 2
    with pytest.raises(TypeError, match="single string"):
        batch.from_fens(START)


def test_errors_name_the_first_invalid_element() -> None:
    fens = [START] * 5000
    fens[4321], fens[4999] = "8/8/8/8/8/8/8/8 w - - 0 1", "nonsense"
    with pytest.raises(batch.PositionError, match="position 4321: .*White has no king") as error:
        batch.from_fens(fens)
    assert error.value.index == 4321
    assert "8/8/8/8/8/8/8/8 w - - 0 1" in error.value.text
    assert isinstance(error.value, ValueError)
    too_many = "qqqqkqqq/qqqqqqqq/q7/8/8/8/PPPPPPPP/QQQQKQQQ b - - 0 1"
    with pytest.raises(batch.PositionError, match="pieces"):
        batch.from_fens([too_many])


def test_perft_counts_are_the_published_ones() -> None:
    array = batch.from_fens(list(PERFT))
    for depth in (1, 2, 3):
        assert batch.perft(array, depth).tolist() == [
            counts[depth - 1] for counts in PERFT.values()
        ]
    assert batch.perft(array, 0).tolist() == [1] * len(PERFT)
    for depth in (-1, 101, 2**40):
        with pytest.raises(ValueError, match="depth"):
            batch.perft(array, depth)


def test_move_counts_are_the_first_of_perft() -> None:
    array = batch.from_fens(list(PERFT))
    assert batch.legal_move_counts(array).tolist() == [counts[0] for counts in PERFT.values()]


def test_children_and_play_agree_with_perft() -> None:
    array = batch.from_fens(list(PERFT))
    for _ in range(2):
        array, parents = batch.children(array)
        assert (np.diff(parents) >= 0).all()
    assert len(array) == sum(counts[1] for counts in PERFT.values())
    assert len({fen.split()[0] for fen in batch.to_fens(array)}) > 1000


def test_unique_positions_have_their_bytes_once(positions: np.ndarray) -> None:
    repeated = np.concatenate([positions, positions[::-1]])
    different, inverse = batch.unique(repeated)
    assert (different[inverse] == repeated).all()
    assert len(different) == len({record.tobytes() for record in positions})
    first = batch.from_fens([START, START.replace("0 1", "7 9")])
    assert len(batch.unique(first)[0]) == 2
    merged, _ = batch.unique(first, ignore_counters=True)
    assert batch.to_fens(merged) == [START]


def test_moves_and_uci_round_trip(positions: np.ndarray) -> None:
    moves, offsets = batch.legal_moves(positions)
    repeated = np.repeat(positions, np.diff(offsets))
    texts = batch.to_uci(repeated, moves)
    assert (batch.from_uci(repeated, texts) == moves).all()
    assert len(moves) == batch.legal_move_counts(positions).sum()
    start = batch.from_fens([START])
    assert batch.from_uci(start, ["e2e4"]).tolist() == [12 | 28 << 6 | 2 << 12]
    after = batch.play(start, batch.from_uci(start, ["e2e4"]))
    assert batch.to_fens(after) == ["rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"]


@pytest.mark.parametrize("move", [0, 12 | 36 << 6, 0xFFFF, 3 << 12 | 12 | 28 << 6])
def test_illegal_moves_are_errors(move: int) -> None:
    start = batch.from_fens([START, START])
    legal = batch.from_uci(start[:1], ["e2e4"])[0]
    for function in (batch.play, batch.to_uci, batch.move_indexes):
        with pytest.raises(batch.PositionError, match="position 1: .*not a legal move"):
            function(start, [legal, move])


def test_values_that_are_no_moves_are_errors() -> None:
    start = batch.from_fens([START])
    with pytest.raises(ValueError, match="16 bits"):
        batch.play(start, [70000])
    with pytest.raises(TypeError, match="integers"):
        batch.play(start, [1.5])
    with pytest.raises(ValueError, match="expected 1 moves, found 2"):
        batch.play(start, [1, 2])
    with pytest.raises(batch.PositionError, match="position 0"):
        batch.from_uci(start, ["e2e5"])


def test_single_values_of_known_positions() -> None:
    fens = [
        START,
        "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1",
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        "7k/8/6K1/8/8/8/8/8 b - - 0 1",
        "7k/8/6K1/8/8/8/8/R7 b - - 150 90",
    ]
    array = batch.from_fens(fens)
    assert batch.game_ends(array).tolist() == [0, 1, 2, 3, 4]
    assert [batch.GAME_ENDS[end] for end in batch.game_ends(array)][1] == "checkmate"
    assert batch.is_check(array).tolist() == [False, True, False, False, False]
    assert batch.material(array).tolist() == [0, 2, 9, 0, 5]
    assert batch.piece_counts(array)[0].tolist() == [8, 2, 2, 2, 1, 1] * 2
    # Polyglot's published key of the initial position.
    assert batch.keys(array)[0] == 0x463B96181691FC9C


def test_keys_identify_positions_without_counters(positions: np.ndarray) -> None:
    keys = batch.keys(positions)
    _, by_bytes = batch.unique(positions, ignore_counters=True)
    _, by_key = np.unique(keys, return_inverse=True)
    pairs = set(zip(by_bytes.tolist(), by_key.reshape(-1).tolist()))
    assert len(pairs) == len(set(by_bytes.tolist())) == len(set(keys.tolist()))


def test_evaluation_has_the_sign_of_the_advantage_and_no_state(positions: np.ndarray) -> None:
    array = batch.from_fens(
        [
            START,
            "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
        ]
    )
    start, up, down = batch.evaluate(array).tolist()
    assert abs(start) < 100 and up > 300 and down < -300
    assert batch.evaluate(array, view="white").tolist() == [start, up, -down]
    values = batch.evaluate(positions)
    order = np.random.default_rng(1).permutation(len(positions))
    assert (batch.evaluate(positions[order], threads=3) == values[order]).all()
    single = [batch.evaluate(positions[i : i + 1])[0] for i in range(0, len(positions), 100)]
    assert single == values[::100].tolist()
    with pytest.raises(ValueError, match="view"):
        batch.evaluate(array, view="black")
    with pytest.raises(ValueError):
        batch.evaluate(array, network="/nonexistent.nnue")


def test_searches_find_mates_and_depend_on_the_position_alone(positions: np.ndarray) -> None:
    array = batch.from_fens(
        [
            "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1",
            "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1",
            "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        ]
    )
    moves, scores = batch.search(array, nodes=500)
    assert batch.to_uci(array[:1], moves[:1]) == ["a1a8"]
    assert moves.tolist()[1:] == [0, 0] and scores.tolist() == [31999, -32000, 0]
    some = positions[::40]
    moves, scores = batch.search(some, nodes=60)
    again = batch.search(some[::-1], nodes=60, threads=1)
    assert (again[0][::-1] == moves).all() and (again[1][::-1] == scores).all()
    going_on = batch.legal_move_counts(some) > 0
    assert (going_on == (moves != 0)).all()
    batch.play(some[going_on], moves[going_on])


def test_values_are_those_of_boards(positions: np.ndarray) -> None:
    some = positions[::3]
    fens = batch.to_fens(some)
    moves, offsets = batch.legal_moves(some)
    texts = batch.to_uci(np.repeat(some, np.diff(offsets)), moves)
    after = batch.to_fens(batch.children(some)[0])
    checks, ends = batch.is_check(some), batch.game_ends(some)
    for i, fen in enumerate(fens):
        chess960 = is_chess960(fen)
        board = ferz.Board(fen, chess960=chess960)
        span = slice(offsets[i], offsets[i + 1])
        assert sorted(texts[span]) == sorted(move.uci() for move in board.legal_moves), fen
        assert checks[i] == board.is_check()
        assert (ends[i] == 1) == board.is_checkmate() and (ends[i] == 2) == board.is_stalemate()
        for text, expected in zip(texts[span], after[span]):
            board.push_uci(text)
            # Boards count moves beyond 65535.
            assert expected.split()[:5] == board.fen().split()[:5], (fen, text)
            board.pop()


def test_results_are_written_into_given_arrays(positions: np.ndarray) -> None:
    count = len(positions)
    values = np.zeros(count, np.int32)
    assert batch.evaluate(positions, out=values) is values
    assert (values == batch.evaluate(positions)).all()
    mask = np.ones((count, 1858), bool)
    assert batch.legal_mask(positions, out=mask) is mask
    assert mask.sum() == batch.legal_move_counts(positions).sum()
    for wrong in (np.zeros(count, np.int64), np.zeros(count + 1, np.int32), [0] * count):
        with pytest.raises(TypeError, match="output"):
            batch.evaluate(positions, out=wrong)
    frozen = np.zeros(count, np.int32)
    frozen.flags.writeable = False
    with pytest.raises(ValueError, match="writable"):
        batch.evaluate(positions, out=frozen)
    with pytest.raises(ValueError, match="contiguous"):
        batch.evaluate(positions, out=np.zeros(2 * count, np.int32)[::2])


def test_any_buffer_of_the_type_is_accepted(positions: np.ndarray, tmp_path) -> None:
    expected = batch.keys(positions)
    assert (batch.keys(positions[::-1]) == expected[::-1]).all()
    assert (batch.keys(positions.reshape(-1, 1)) == expected).all()
    frozen = positions.copy()
    frozen.flags.writeable = False
    assert (batch.keys(frozen) == expected).all()
    assert (batch.keys(memoryview(positions)) == expected).all()
    positions.tofile(tmp_path / "positions.bin")
    mapped = np.memmap(tmp_path / "positions.bin", batch.POSITION_DTYPE, mode="r")
    assert (batch.keys(mapped) == expected).all()
    unaligned = np.frombuffer(b"x" + positions.tobytes(), np.uint8)[1:].view(batch.POSITION_DTYPE)
    assert (batch.keys(unaligned) == expected).all()
    assert batch.keys(positions[0]).tolist() == expected[:1].tolist()


@pytest.mark.parametrize(
    "wrong", [np.zeros(32, np.uint8), np.zeros(4, np.uint64), [1, 2], "text", None, b"x" * 32]
)
def test_other_types_are_errors(wrong: object) -> None:
    with pytest.raises(TypeError, match="POSITION_DTYPE"):
        batch.keys(wrong)


def test_functions_of_no_positions() -> None:
    empty = np.empty(0, batch.POSITION_DTYPE)
    assert batch.to_fens(empty) == []
    for function in (
        batch.keys,
        batch.evaluate,
        batch.legal_mask,
        batch.planes,
        batch.piece_counts,
    ):
        assert len(function(empty)) == 0
    assert len(batch.legal_moves(empty)[0]) == 0 and len(batch.children(empty)[0]) == 0
    assert len(batch.unique(empty)[0]) == 0


def test_the_stub_of_the_core_has_its_names_and_arguments() -> None:
    stub = pathlib.Path(ferz.__file__).parent / "_core" / "batch.pyi"
    nodes = ast.parse(stub.read_text("utf-8")).body
    named = {node.name: node for node in nodes if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    core = ferz._core.batch
    assert set(named) == {name for name in vars(core) if not name.startswith("_")}
    for name, node in named.items():
        if isinstance(node, ast.FunctionDef):
            expected = [argument.arg for argument in node.args.args]
            signature = getattr(core, name).__text_signature__
            assert signature == f"({', '.join(expected)})", name


def test_random_bytes_raise_or_are_positions() -> None:
    rng = np.random.default_rng(7)
    for _ in range(2000):
        record = np.frombuffer(rng.bytes(32), batch.POSITION_DTYPE)
        with pytest.raises(batch.PositionError):
            batch.perft(record, 2)


def test_changed_bytes_raise_or_are_positions(positions: np.ndarray) -> None:
    rng = np.random.default_rng(8)
    accepted = 0
    for _ in range(20000):
        data = bytearray(positions[rng.integers(len(positions))].tobytes())
        data[rng.integers(32)] ^= 1 << rng.integers(8)
        record = np.frombuffer(bytes(data), batch.POSITION_DTYPE)
        try:
            (fen,) = batch.to_fens(record)
        except batch.PositionError as error:
            assert error.index == 0 and error.text
            continue
        accepted += 1
        if ferz.Board(fen).is_valid():
            assert batch.from_fens([fen]).tobytes() == bytes(data)
        batch.perft(record, 2)
        batch.evaluate(record)
    assert accepted > 2000


def test_the_first_invalid_record_is_named(positions: np.ndarray) -> None:
    broken = positions.copy()
    broken["pieces"][1234] = 255
    broken["state"][2900] = 77
    for threads in (0, 1, 2, 8):
        for function in (batch.keys, batch.evaluate, batch.to_fens, batch.legal_mask, batch.planes):
            with pytest.raises(batch.PositionError, match="position 1234: ") as error:
                function(broken, threads=threads)
            assert error.value.index == 1234


def test_other_threads_run_during_a_count() -> None:
    array = batch.from_fens([START] * 4)
    span = []

    def count() -> None:
        span.append(time.perf_counter())
        batch.perft(array, 5, threads=1)
        span.append(time.perf_counter())

    thread = threading.Thread(target=count)
    ticks = []
    thread.start()
    while thread.is_alive():
        ticks.append(time.perf_counter())
    begin, end = span
    assert sum(begin < tick < end for tick in ticks) > 10


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs setitimer")
def test_a_signal_ends_a_long_count() -> None:
    def handler(*_: object) -> None:
        raise TimeoutError

    array = batch.from_fens([START] * 100_000)
    previous = signal.signal(signal.SIGALRM, handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        begin = time.perf_counter()
        with pytest.raises(TimeoutError):
            batch.perft(array, 5)
        assert time.perf_counter() - begin < 20
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)


def test_more_threads_than_the_system_has_are_no_error(positions: np.ndarray) -> None:
    expected = batch.perft(positions, 1)
    assert (batch.perft(positions, 1, threads=10**9) == expected).all()
    with pytest.raises(ValueError, match="at least 0"):
        batch.perft(positions, 1, threads=-1)


def test_arrow_round_trip(positions: np.ndarray) -> None:
    pytest.importorskip("pyarrow")
    chunk = {"position": positions, "eval": batch.evaluate(positions)}
    table = batch.to_arrow(chunk)
    assert table.num_rows == len(positions)
    assert table["position"][3].as_py() == positions[3].tobytes()
    for part, rows in ((table, slice(None)), (table.slice(10, 20), slice(10, 30))):
        back = batch.from_arrow(part)
        assert (back["position"] == positions[rows]).all()
        assert (back["eval"] == chunk["eval"][rows]).all()


def test_single_texts_and_arrays_of_two_dimensions_are_refused() -> None:
    start = batch.from_fens([START])
    with pytest.raises(TypeError, match="single string"):
        batch.from_uci(start, "e2e4")
    with pytest.raises(TypeError, match="single string"):
        batch.from_san(start, "e4")
    with pytest.raises(TypeError, match="single string"):
        batch.from_fens(START)
    for shape in ((1, 2), (2, 1), (1, 1, 1)):
        with pytest.raises(ValueError, match="dimensions"):
            batch.from_fens(np.full(shape, START))
    assert len(batch.from_fens(np.array([START, START]))) == 2


def test_long_texts_are_cut_in_errors() -> None:
    for call in (
        lambda: batch.from_fens(["8" * 10**7]),
        lambda: batch.from_uci(batch.from_fens([START]), ["e" * 10**7]),
    ):
        with pytest.raises(ValueError) as caught:
            call()
        assert len(str(caught.value)) < 500


def odd_fens(count: int, seed: int) -> List[str]:
    """Positions of random games with a few squares changed."""
    rng, fens = random.Random(seed), []
    for fen in batch.to_fens(random_positions(count, seed)):
        board = ferz.Board(fen)
        for _ in range(rng.choice((0, 1, 1, 2, 4))):
            piece = ferz.Piece.from_symbol(rng.choice("PNBRQpnbrqPp"))
            square = rng.randrange(64)
            if board.piece_type_at(square) != ferz.KING:
                board.set_piece_at(square, rng.choice((None, piece)))
        if rng.random() < 0.1:
            board.turn = not board.turn
        fens.append(board.fen())
    return fens


def test_positions_are_accepted_if_boards_find_them_valid() -> None:
    fens = odd_fens(4000, 7) + [
        "4k3/pppppppp/pppppppp/pppppppp/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/QQQQQQQQ w - - 0 1",
        "4k3/8/8/8/8/QQQQQQQQ/QQQQQQQQ/4K3 w - - 0 1",
        "8/8/8/8/8/8/8/8 w - - 0 1",
    ]
    ignored = ferz.STATUS_BAD_CASTLING_RIGHTS | ferz.STATUS_INVALID_EP_SQUARE
    valid = 0
    for fen in fens:
        board = ferz.Board(fen)
        board.castling_rights = board.clean_castling_rights()
        if board.status() & ferz.STATUS_INVALID_EP_SQUARE:
            board.ep_square = None
        is_valid = not board.status() & ~ignored
        valid += is_valid
        try:
            batch.from_fens([fen])
        except batch.PositionError as error:
            assert not is_valid, (fen, error)
        else:
            assert is_valid, (fen, board.status())
    assert 500 < valid < len(fens) - 500


def test_san_is_that_of_boards(positions: np.ndarray) -> None:
    some = positions[:100]
    moves, offsets = batch.legal_moves(some)
    repeated = np.repeat(some, np.diff(offsets))
    texts = batch.to_san(repeated, moves)
    boards = [
        ferz.Board(fen, chess960=is_chess960(fen)) for fen in batch.to_fens(some, shredder=True)
    ]
    expected = [board.san(move) for board in boards for move in board.legal_moves]
    assert sorted(texts) == sorted(expected)
    assert (batch.from_san(repeated, texts) == moves).all()
    assert batch.from_san(repeated[:0], []).tolist() == []


def test_san_that_matches_no_move_is_an_error_with_its_index() -> None:
    start = batch.from_fens([START, START])
    with pytest.raises(batch.PositionError) as found:
        batch.from_san(start, ["e4", "e5"])
    assert found.value.index == 1 and "e5" in str(found.value)
    with pytest.raises(batch.PositionError):
        batch.to_san(start, [0, 0])


def test_openings_of_positions() -> None:
    boards = [ferz.Board()]
    for san in ("e4", "c5", "Nf3", "a5"):
        board = boards[-1].copy()
        board.push_san(san)
        boards.append(board)
    indexes = batch.openings(batch.from_fens([board.fen() for board in boards]))
    found = [ferz.openings.all_openings()[index].name if index >= 0 else None for index in indexes]
    names = ["King's Pawn Game", "Sicilian Defense"]
    assert found[:3] == [None, *names] and found[4] is None
    assert indexes.dtype == np.int16
