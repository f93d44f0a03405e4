"""Boards: moves, undo, copies, equality, subclasses and direct assignment of fields."""

from __future__ import annotations

import copy
import pickle
import random
import threading
import time
from collections.abc import Sequence
from unittest import mock

import pytest

import ferz

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


def perft(board: ferz.Board, depth: int) -> int:
    if depth == 0:
        return 1
    leaves = 0
    for move in board.legal_moves:
        board.push(move)
        leaves += perft(board, depth - 1)
        board.pop()
    return leaves


@pytest.mark.parametrize(
    ("fen", "chess960", "counts"),
    [
        (ferz.STARTING_FEN, False, [20, 400, 8902]),
        (KIWIPETE, False, [48, 2039]),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", False, [14, 191, 2812]),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", False, [6, 264]),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", False, [44, 1486]),
        ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", True, [21, 528]),
        ("rbbqn1kr/pp2p1pp/6n1/2pp1p2/2P4P/P7/BP1PPPP1/R1BQNNKR w HAha - 0 9", True, [27, 916]),
    ],
)
def test_perft_by_push_and_pop(fen: str, chess960: bool, counts: list) -> None:
    board = ferz.Board(fen, chess960=chess960)
    before = board.copy()
    for depth, leaves in enumerate(counts, 1):
        assert perft(board, depth) == leaves
    assert board == before
    assert not board.move_stack


def random_games(seed: int, games: int, plies: int):
    """Yields boards of random games in standard chess and Chess960."""
    rng = random.Random(seed)
    for number in range(games):
        board = ferz.Board.from_chess960_pos(rng.randrange(960)) if number % 2 else ferz.Board()
        for _ in range(plies):
            yield board
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(rng.choice(moves))


def test_views_generators_and_predicates_agree() -> None:
    rng = random.Random(2)
    for board in random_games(1, games=12, plies=60):
        legal = list(board.legal_moves)
        pseudo = list(board.pseudo_legal_moves)
        assert len(set(legal)) == len(legal) == board.legal_moves.count()
        assert bool(board.legal_moves) == bool(legal)
        assert [move for move in pseudo if board.is_legal(move)] == sorted(legal, key=pseudo.index)
        assert list(board.generate_legal_moves()) == legal
        captures = set(board.generate_legal_captures())
        assert captures == {move for move in legal if board.is_capture(move)}
        assert set(board.generate_legal_ep()) == {m for m in legal if board.is_en_passant(m)}
        castling = {move for move in legal if board.is_castling(move)}
        assert set(board.generate_castling_moves()) == castling
        for _ in range(20):
            move = ferz.Move(rng.randrange(64), rng.randrange(64), rng.choice([None, None, 2, 5]))
            if move not in legal and not board.is_castling(move):
                assert not board.is_legal(move)
                assert move not in board.legal_moves


def test_masks_select_origins_and_targets() -> None:
    rng = random.Random(3)
    for board in random_games(4, games=4, plies=40):
        origins, targets = rng.getrandbits(64), rng.getrandbits(64)
        expected = [
            move
            for move in board.legal_moves
            if origins >> move.from_square & 1
            and targets >> move.to_square & 1
            and not board.is_castling(move)
        ]
        found = [
            m for m in board.generate_legal_moves(origins, targets) if not board.is_castling(m)
        ]
        assert found == expected


def test_undo_restores_everything() -> None:
    for number in range(4):
        board = ferz.Board.from_chess960_pos(number * 200) if number else ferz.Board()
        rng, seen = random.Random(number), []
        for _ in range(80):
            moves = list(board.pseudo_legal_moves)
            if not moves:
                break
            state = (board.fen(en_passant="fen"), board.promoted, board.castling_rights)
            move = rng.choice(moves)
            seen.append((state, move))
            board.push(move)
            assert board.peek() == move
        assert board.move_stack == [move for _, move in seen]
        for state, move in reversed(seen):
            assert board.pop() == move
            assert (board.fen(en_passant="fen"), board.promoted, board.castling_rights) == state


def test_moves_that_are_not_legal_can_be_pushed_and_undone() -> None:
    board = ferz.Board()
    for uci, fen in [
        ("e2e5", "rnbqkbnr/pppppppp/8/4P3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"),
        ("e1e8", "rnbqKbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR b - - 0 1"),
        ("a1h8", "rnbqkbnR/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR b Kq - 0 1"),
        ("N@e4", "rnbqkbnr/pppppppp/8/8/4N3/8/PPPPPPPP/RNBQKBNR b KQkq - 1 1"),
        ("0000", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 1 1"),
    ]:
        board.push(ferz.Move.from_uci(uci))
        assert board.fen() == fen
        assert board.pop().uci() == uci
        assert board.fen() == ferz.STARTING_FEN
    with pytest.raises(AssertionError, match="e4e5"):
        board.push(ferz.Move.from_uci("e4e5"))
    assert board.fen() == ferz.STARTING_FEN


def test_empty_stacks_raise() -> None:
    with pytest.raises(IndexError):
        ferz.Board().pop()
    with pytest.raises(IndexError):
        ferz.Board().peek()


def test_boards_may_change_during_an_iteration() -> None:
    board = ferz.Board(KIWIPETE)
    seen = []
    for move in board.legal_moves:
        seen.append(move)
        board.push(move)
        board.clear()
        board.set_fen(KIWIPETE)
    assert seen == list(board.legal_moves)
    view = board.legal_moves
    board.push_san("O-O")
    assert view.count() == board.legal_moves.count()


def test_copies_have_the_requested_stack() -> None:
    board = ferz.Board()
    for san in "e4 e5 Nf3 Nc6".split():
        board.push_san(san)
    assert board.copy().move_stack == board.move_stack
    assert board.copy(stack=False).move_stack == []
    assert board.copy(stack=3).move_stack == board.move_stack[-3:]
    assert board.copy(stack=99).move_stack == board.move_stack
    assert board.root().fen() == ferz.STARTING_FEN
    assert board.root().move_stack == []
    with pytest.raises(ValueError, match="at least 0"):
        board.copy(stack=-1)
    for other in (copy.copy(board), copy.deepcopy(board), pickle.loads(pickle.dumps(board))):
        assert other == board and other is not board
        assert other.move_stack == board.move_stack
        other.pop()
        assert other != board
        while other.move_stack:
            other.pop()
        assert other.fen() == ferz.STARTING_FEN
    assert len(board.move_stack) == 4


def test_move_stack_is_a_view() -> None:
    board = ferz.Board()
    moves = board.move_stack
    assert not moves and moves == [] and isinstance(moves, Sequence)
    line = [board.push_san(san) for san in ("Nf3", "Nf6", "Ng1", "Ng8", "Nf3")]
    assert list(moves) == line and moves == line and line == moves and moves != line[1:]
    assert moves == board.copy().move_stack != board.copy(stack=2).move_stack
    assert (moves[0], moves[-1], moves[1:-1], moves[::-1]) == (
        line[0],
        line[-1],
        line[1:-1],
        line[::-1],
    )
    assert list(reversed(moves)) == line[::-1] and moves + line == line + line
    assert (moves.count(line[0]), moves.index(line[0], 1), line[2] in moves) == (2, 4, True)
    assert ferz.Move.null() not in moves and "g1f3" not in moves
    assert copy.deepcopy(moves) == pickle.loads(pickle.dumps(moves)) == moves.copy() == line
    assert repr(moves) == repr(line)
    for index in (5, -6, 10**9):
        with pytest.raises(IndexError):
            moves[index]
    with pytest.raises(TypeError):
        moves[0] = line[1]
    board.pop()
    assert len(moves) == 4 and not hasattr(moves, "clear")


def test_move_stack_takes_constant_time() -> None:
    board = ferz.Board()
    for san in ["Nf3", "Nf6", "Ng1", "Ng8"] * 5000:
        board.push_san(san)
    start = time.process_time()
    for _ in range(20_000):
        board.move_stack[-1]
    assert time.process_time() - start < 1


def test_equality_with_other_objects_is_left_to_them() -> None:
    objects = (
        ferz.Board(),
        ferz.BaseBoard(),
        ferz.Move.null(),
        ferz.Piece.from_symbol("N"),
        ferz.SquareSet(),
        ferz.Board().move_stack,
    )
    for thing in objects:
        assert thing.__eq__(None) is thing.__eq__(mock.ANY) is NotImplemented
        assert thing == mock.ANY and mock.ANY == thing
        assert (thing == "5", thing != "5") == (False, True)


def test_equality_ignores_history_and_impossible_rights() -> None:
    transposed = [ferz.Board(), ferz.Board()]
    for board, line in zip(transposed, ("Nf3 Nf6 Nc3 Nc6", "Nc3 Nc6 Nf3 Nf6")):
        for san in line.split():
            board.push_san(san)
    assert transposed[0] == transposed[1]
    assert transposed[0]._transposition_key() == transposed[1]._transposition_key()
    table = {transposed[0]._transposition_key(): "found"}
    assert table.get(transposed[1]._transposition_key()) == "found"
    assert ferz.Board()._transposition_key() not in table
    assert ferz.Board() != ferz.Board(None)
    assert ferz.Board() != ferz.STARTING_FEN
    assert ferz.Board("4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1") == ferz.Board(
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
    )
    assert ferz.Board("4k3/8/8/8/8/8/8/4K3 w - e6 0 1") == ferz.Board(
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
    )
    assert ferz.Board("4k3/8/8/8/8/8/8/4K3 w - - 1 1") != ferz.Board(
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
    )
    with pytest.raises(TypeError):
        hash(ferz.Board())


def test_assigned_fields_change_the_position() -> None:
    board = ferz.Board(KIWIPETE)
    assert board.is_legal(ferz.Move.from_uci("e1g1"))
    board.castling_rights &= ~ferz.BB_H1
    assert not board.is_legal(ferz.Move.from_uci("e1g1"))
    assert ferz.Move.from_uci("e1g1") not in board.legal_moves
    board.turn = ferz.BLACK
    assert all(board.color_at(move.from_square) == ferz.BLACK for move in board.legal_moves)
    board.halfmove_clock, board.fullmove_number, board.ep_square = 7, 9, ferz.E3
    assert board.fen(en_passant="fen").endswith("b Qkq e3 7 9")
    board.knights |= ferz.BB_E4
    board.pawns &= ~ferz.BB_E4
    assert board.piece_at(ferz.E4) == ferz.Piece(ferz.KNIGHT, ferz.WHITE)
    black, white = board.occupied_co
    assert black | white == board.occupied
    board.occupied_co = [white, black]
    assert board.piece_at(ferz.E4) == ferz.Piece(ferz.KNIGHT, ferz.BLACK)


def test_contradicting_masks_do_no_harm() -> None:
    rng = random.Random(6)
    names = "pawns knights bishops rooks queens kings occupied promoted castling_rights".split()
    for _ in range(300):
        board = ferz.Board(KIWIPETE, chess960=rng.random() < 0.5)
        for name in rng.sample(names, 3):
            setattr(board, name, rng.getrandbits(64))
        board.occupied_co = [rng.getrandbits(64), rng.getrandbits(64)]
        board.ep_square = rng.randrange(64)
        board.turn = rng.random() < 0.5
        board.status(), board.outcome(claim_draw=True), str(board), board.fen(), board.mirror()
        for move in list(board.pseudo_legal_moves):
            board.is_legal(move), board.gives_check(move)
            try:
                board.san(move), board.push(move)
            except AssertionError:
                continue
            board.pop()


def test_subclasses_keep_their_type_and_override_methods() -> None:
    class Counting(ferz.Board):
        def __init__(self, fen=ferz.STARTING_FEN, *, chess960=False, label="none"):
            super().__init__(fen, chess960=chess960)
            self.label = label
            self.pushes = 0

        def push(self, move):
            self.pushes += 1
            super().push(move)

        def generate_legal_moves(self, from_mask=ferz.BB_ALL, to_mask=ferz.BB_ALL):
            for move in super().generate_legal_moves(from_mask, to_mask):
                if not self.is_zeroing(move):
                    yield move

        def is_legal(self, move):
            return super().is_legal(move) and not self.is_zeroing(move)

    board = Counting(label="mine")
    assert board.label == "mine"
    assert board.legal_moves.count() == 4
    assert ferz.Move.from_uci("e2e4") not in board.legal_moves
    board.push_san("Nf3")
    board.push_uci("g8f6")
    assert board.pushes == 2
    for other in (
        board.copy(),
        board.mirror(),
        board.root(),
        Counting.empty(),
        copy.deepcopy(board),
    ):
        assert type(other) is Counting
    restored = pickle.loads(pickle.dumps(ferz.Board()))
    assert type(restored) is ferz.Board


def test_attributes_and_weak_references() -> None:
    import weakref

    board = ferz.Board()
    board.note = "kept"
    assert board.note == "kept"
    assert pickle.loads(pickle.dumps(board)).note == "kept"
    assert weakref.ref(board)() is board


def test_null_moves_pass_the_turn() -> None:
    board = ferz.Board("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3")
    assert board.has_legal_en_passant()
    board.push(ferz.Move.null())
    assert board.turn == ferz.WHITE and board.ep_square is None
    assert (board.halfmove_clock, board.fullmove_number) == (1, 4)
    board.pop()
    assert board.has_legal_en_passant()


def test_transforms_call_back_while_the_board_is_readable() -> None:
    board = ferz.Board(KIWIPETE)

    def flip(mask: int) -> int:
        assert board.fen() == KIWIPETE
        return ferz.flip_vertical(mask)

    flipped = board.transform(flip)
    assert flipped.turn == ferz.WHITE
    assert flipped.piece_at(ferz.E8) == ferz.Piece(ferz.KING, ferz.WHITE)
    assert flipped.castling_rights == board.castling_rights
    board.apply_transform(flip)
    assert board == flipped
    with pytest.raises(ZeroDivisionError):
        board.apply_transform(lambda mask: 1 // 0)
    assert board == flipped
    assert board.mirror().mirror() == board


def test_boards_in_several_threads() -> None:
    shared = ferz.Board(KIWIPETE)
    results = []

    def work(seed: int) -> None:
        rng, board = random.Random(seed), ferz.Board()
        for _ in range(150):
            moves = list(board.legal_moves) or [ferz.Move.null()]
            board.push(rng.choice(moves))
            results.append(shared.legal_moves.count())

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [48] * 600


@pytest.mark.parametrize(
    "call",
    [
        lambda: ferz.Board().copy(stack=10**30),
        lambda: ferz.Board().copy(stack=-1),
        lambda: ferz.Board.from_chess960_pos(2**64),
        lambda: ferz.Board().set_chess960_pos(-1),
        lambda: ferz.parse_square(5),
        lambda: ferz.parse_square([]),
        lambda: ferz.parse_square("x" * 10**6),
    ],
)
def test_arguments_out_of_range_are_value_errors(call):
    with pytest.raises(ValueError) as error:
        call()
    assert len(str(error.value)) < 200
