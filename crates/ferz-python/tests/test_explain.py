"""Reasons why moves were bad: `ferz.explain`, and those of an analysed game."""

from __future__ import annotations

import io

import pytest

import ferz
import ferz.engine
import ferz.pgn

SCHOLAR = "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0"


def lines(board: ferz.Board, centipawns: int, text: str) -> ferz.engine.InfoDict:
    """Returns what an engine would say of a position."""
    board = board.copy()
    score = ferz.engine.PovScore(ferz.engine.Cp(centipawns), board.turn)
    return {"score": score, "pv": [board.push_san(san) for san in text.split()]}


def test_given_lines_are_explained_without_an_engine() -> None:
    board = ferz.Board("r3k2r/p1pnqppp/1p1pp3/8/4P1N1/PP1n1B2/2QN3P/R4K2 b - - 1 22")
    move = board.parse_san("Nb2")
    after = board.copy()
    after.push(move)
    given = {"before": lines(board, 100, "N3c5"), "after": lines(after, 300, "Qxb2")}
    (reason,) = ferz.explain(board, move, **given)
    assert str(reason) == "The knight can be taken on b2: 23. Qxb2 wins a knight."
    assert (reason.kind, reason.concern, reason.pawns) == ("hanging", "played", 3)
    assert (reason.squares, reason.proof) == ((ferz.B2,), "all-replies")
    assert [move.uci() for move in reason.line] == ["c2b2"]
    # An engine that sees no loss disagrees.
    assert ferz.explain(board, move, before=given["before"], after=lines(after, -50, "Qxb2")) == []


def test_moves_of_the_board_count_for_exchanges() -> None:
    board = ferz.Board("4k3/2p1p3/3p4/8/8/8/3R4/3RK3 w - - 0 1")
    board.push_san("Rxd6")
    move = board.parse_san("Kf7")
    after = board.copy()
    after.push(move)
    given = {"before": lines(board, 400, "cxd6"), "after": lines(after, 400, "R6d3")}
    (reason,) = ferz.explain(board, move, **given)
    assert str(reason) == "It does not take back: 1... cxd6 would have won a rook."


def test_the_engine_searches_what_is_not_given() -> None:
    board = ferz.Board()
    for san in "e4 e5 Qh5 Nc6 Bc4".split():
        board.push_san(san)
    texts = [str(reason) for reason in ferz.explain(board, board.parse_san("Nf6"), nodes=2000)]
    assert texts[0] == "It allows mate: 4. Qxf7#."
    assert ferz.explain(board, board.parse_san("g6"), nodes=2000) == []
    with pytest.raises(ferz.IllegalMoveError, match="illegal move: e2e4"):
        ferz.explain(board, ferz.Move.from_uci("e2e4"))


def test_errors_of_the_engine_are_raised() -> None:
    class Broken:
        def analyse(self, *arguments: object, **options: object) -> object:
            raise ferz.engine.EngineError("broken")

    board = ferz.Board()
    with pytest.raises(ferz.engine.EngineError, match="broken"):
        ferz.explain(board, board.parse_san("f3"), engine=Broken())  # type: ignore[arg-type]


def test_annotated_games_have_reasons_on_request() -> None:
    game = ferz.pgn.read_game(io.StringIO(SCHOLAR))
    assert game is not None
    assert all(move.reasons == () for move in ferz.annotate(game, nodes=1000).moves)
    for _ in range(2):
        analysis = ferz.annotate(game, nodes=1000, reasons=True)
        reason = analysis.moves[5].reasons[0]
        assert (reason.kind, str(reason)) == ("mate", "It allows mate: 4. Qxf7#.")
        node = analysis.moves[5].node
        assert " ".join(node.comments).count("It allows mate") == 1
        assert node.arrows()[-1].pgn() == "Rh5f7"
