"""Arrays of positions: inputs and outputs of neural networks."""

from __future__ import annotations

import pytest

np = pytest.importorskip("numpy")

import ferz.batch as batch
from reference import FENS, START, alphazero_index, lc0_moves, planes_of, seen_by_mover


def test_lc0_indexes_are_those_of_the_list() -> None:
    moves = lc0_moves()
    assert len(moves) == len(set(moves)) == 1858
    assert (moves[0], moves[1791], moves[1792], moves[1857]) == ("a1b1", "h8g8", "a7a8q", "h7h8b")
    start = batch.from_fens([START])
    e4 = batch.from_uci(start, ["e2e4"])
    assert batch.move_indexes(start, e4).tolist() == [moves.index("e2e4")] == [322]
    # 73 moves from each square: e2 is 12, two squares north is plane 1.
    assert batch.move_indexes(start, e4, layout="alphazero").tolist() == [73 * 12 + 1]


@pytest.mark.parametrize("layout", ["lc0", "alphazero"])
def test_move_indexes_and_masks(positions: np.ndarray, layout: str) -> None:
    positions = np.concatenate([batch.from_fens(FENS), positions[::5]])
    moves, offsets = batch.legal_moves(positions)
    parents = np.repeat(np.arange(len(positions)), np.diff(offsets))
    repeated = positions[parents]
    indexes = batch.move_indexes(repeated, moves, layout=layout)
    assert (batch.moves_from_indexes(repeated, indexes, layout=layout) == moves).all()
    fens, texts = batch.to_fens(positions), batch.to_uci(repeated, moves)
    names = lc0_moves()
    for parent, text, index in zip(parents, texts, indexes):
        seen = seen_by_mover(fens[parent], text)
        if layout == "lc0":
            assert names[index] == seen, (fens[parent], text)
        else:
            assert index == alphazero_index(seen, text.endswith("n")), (fens[parent], text)
    mask = batch.legal_mask(positions, layout=layout)
    assert mask.shape == (len(positions), batch.POLICY_SIZES[layout])
    expected = np.zeros_like(mask)
    expected[parents, indexes] = True
    assert (mask == expected).all() and mask.sum() == len(moves)


def test_indexes_without_a_legal_move_are_errors() -> None:
    start = batch.from_fens([START])
    for index in (0, 1857, 65535):
        with pytest.raises(batch.PositionError, match=f"no legal move has the index {index}"):
            batch.moves_from_indexes(start, [index])
    with pytest.raises(ValueError, match="layout"):
        batch.legal_mask(start, layout="lc1")


@pytest.mark.parametrize("layout", ["white", "mover"])
def test_planes_are_those_of_the_fen(positions: np.ndarray, layout: str) -> None:
    positions = np.concatenate([batch.from_fens(FENS), positions[::5]])
    bits = batch.planes(positions, layout=layout, dtype=bool)
    assert bits.shape == (len(positions), 18, 8, 8)
    for fen, found in zip(batch.to_fens(positions), bits):
        expected, _ = planes_of(fen, mover=layout == "mover")
        assert [sorted(plane) for plane in expected] == [
            np.flatnonzero(plane).tolist() for plane in found.reshape(18, 64)
        ], fen
    numbers = batch.planes(positions, layout=layout, counters=True)
    assert numbers.dtype == np.float32 and numbers.shape == (len(positions), 20, 8, 8)
    assert (numbers[:, :18] == bits).all()
    for plane, field in ((18, "halfmove_clock"), (19, "fullmove_number")):
        expected = positions[field].astype(np.float32) / np.float32(100)
        assert (numbers[:, plane] == expected[:, None, None]).all()
    # All of a position can be read back: the pieces, castling rooks and en passant square.
    different, _ = batch.unique(positions, ignore_counters=True)
    images = {image.tobytes() for image in batch.planes(different, layout=layout)}
    assert len(images) == len(different)


def test_alphazero_planes(positions: np.ndarray) -> None:
    numbers = batch.planes(positions, layout="alphazero")
    assert numbers.shape == (len(positions), 19, 8, 8)
    mover = batch.planes(positions, layout="mover", counters=True)
    assert (numbers[:, :13] == mover[:, :13]).all()
    assert (numbers[:, 13] == mover[:, 19]).all() and (numbers[:, 18] == mover[:, 18]).all()
    rights = mover[:, 13:17].any(axis=(2, 3))
    assert (numbers[:, 14:18] == rights[:, :, None, None]).all()
    with pytest.raises(ValueError, match="counters"):
        batch.planes(positions, layout="alphazero", counters=True)
    with pytest.raises(TypeError, match="float32"):
        batch.planes(positions, layout="alphazero", dtype=bool)
    with pytest.raises(TypeError, match="float32"):
        batch.planes(positions, dtype=np.float64)
    with pytest.raises(ValueError, match="layout"):
        batch.planes(positions, layout="black")


def test_a_plane_by_hand() -> None:
    array = batch.from_fens(["4k2r/8/8/3pP3/8/8/8/4K3 b k - 0 1"])
    white = batch.planes(array, layout="white", dtype=bool)[0]
    assert white[0, 4, 4] and white[6, 4, 3] and white[5, 0, 4] and white[11, 7, 4]
    assert not white[12].any() and white[15, 7, 7] and white[9, 7, 7]
    mover = batch.planes(array, layout="mover", dtype=bool)[0]
    assert mover[0, 3, 3] and mover[6, 3, 4] and mover[5, 0, 4] and mover[13, 0, 7]


@pytest.mark.parametrize("layout", ["white", "mover", "alphazero"])
@pytest.mark.parametrize("counters", [False, True])
def test_planes_of_all_types_have_the_same_values(
    positions: np.ndarray, layout: str, counters: bool
) -> None:
    if layout == "alphazero" and counters:
        pytest.skip("the layout has its own counters")
    expected = batch.planes(positions, layout=layout, counters=counters)
    half = batch.planes(positions, layout=layout, counters=counters, dtype=np.float16)
    assert half.dtype == np.float16 and (half == expected.astype(np.float16)).all()
    has_counters = counters or layout == "alphazero"
    for dtype in (np.int8, np.bool_):
        if has_counters:
            with pytest.raises(TypeError, match="float32 or float16"):
                batch.planes(positions, layout=layout, counters=counters, dtype=dtype)
        else:
            found = batch.planes(positions, layout=layout, dtype=dtype)
            assert found.dtype == dtype and (found == expected).all()
    with pytest.raises(TypeError, match="found int16"):
        batch.planes(positions, layout=layout, dtype=np.int16)
