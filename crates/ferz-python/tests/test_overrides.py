"""Boards whose class overrides rules, beside those of python-chess where it is installed."""

import random

import pytest

import ferz

MODULES = [ferz]
try:
    import chess

    MODULES.append(chess)
except ImportError:
    pass


def no_queen_moves(module, method):
    """A class of boards whose queens cannot move, by one overridden method."""

    class Board(module.Board):
        def is_frozen(self, move):
            return bool(move) and self.piece_type_at(move.from_square) == module.QUEEN

    if method == "is_legal":

        def is_legal(self, move):
            return not self.is_frozen(move) and super(Board, self).is_legal(move)

        Board.is_legal = is_legal
    else:

        def generate(self, from_mask=module.BB_ALL, to_mask=module.BB_ALL):
            moves = getattr(super(Board, self), method)(from_mask, to_mask)
            return (move for move in moves if not self.is_frozen(move))

        setattr(Board, method, generate)
    return Board


def answer(function):
    """Returns the result, or the name of its error."""
    try:
        return function()
    except (ValueError, AssertionError) as error:
        return type(error).__name__


def answers(module, Board, fen, seed):
    """Returns the results of all methods that depend on rules, during random moves."""
    rng = random.Random(seed)
    board, found = Board(fen), []
    for _ in range(12):
        pseudo_legal = sorted(map(str, module.Board(board.fen()).pseudo_legal_moves))
        legal = sorted(map(str, board.legal_moves))
        picks = [
            module.Move.from_uci(uci) for uci in rng.sample(pseudo_legal, min(4, len(pseudo_legal)))
        ]
        outcome = board.outcome(claim_draw=True)
        found += [board.fen(), legal, board.legal_moves.count(), bool(board.legal_moves)]
        found += [board.is_checkmate(), board.is_stalemate(), board.is_game_over(), board.result()]
        found += [outcome and outcome.termination.name, outcome and outcome.winner]
        found += [board.can_claim_draw(), board.is_seventyfive_moves(), board.is_fifty_moves()]
        for move in picks:
            san = module.Board(board.fen()).san(move)
            found += [board.is_legal(move), move in board.legal_moves, san]
            found += [answer(lambda: board.san(move)), answer(lambda: board.lan(move))]
            found.append(answer(lambda: str(board.parse_san(san))))
            found.append(answer(lambda: str(board.parse_uci(move.uci()))))
            found.append(answer(lambda: str(board.find_move(move.from_square, move.to_square))))
            # python-chess 1.11.2 writes no space after the dots.
            found.append(answer(lambda: board.variation_san([move]).replace("... ", "...")))
        legal = [uci for uci in legal if board.is_legal(module.Move.from_uci(uci))]
        if not legal:
            break
        uci = rng.choice(legal)
        if rng.random() < 0.5:
            board.push_uci(uci)
        else:
            found.append(
                answer(lambda: board.push_san(board.san(module.Move.from_uci(uci)))) is None
            )
    return found


FENS = [
    ferz.STARTING_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    # Only the queen can capture the piece that gives check, or move at all.
    "7k/8/8/8/8/5n2/3q1PPP/4Q1RK w - - 99 80",
    "7k/8/8/8/8/8/5qrP/3Q3K w - - 149 80",
    "k7/8/1K6/8/8/8/8/Q7 w - - 0 1",
    "3Q2Q1/8/8/7k/8/7K/8/3Q2Q1 w - - 0 1",
]


@pytest.mark.parametrize(
    "method", ["is_legal", "generate_legal_moves", "generate_pseudo_legal_moves"]
)
@pytest.mark.parametrize("fen", FENS)
def test_overridden_rules_are_those_of_python_chess(method, fen):
    if len(MODULES) < 2:
        pytest.skip("python-chess is not installed")
    for seed in range(5):
        a, b = (answers(module, no_queen_moves(module, method), fen, seed) for module in MODULES)
        for index, (x, y) in enumerate(zip(a, b)):
            assert x == y, (seed, index, a[max(0, index - 12) : index + 2])


def test_overridden_rules_decide_the_end_of_the_game():
    board = no_queen_moves(ferz, "generate_legal_moves")("7k/8/8/8/8/8/5PPP/3rQ1K1 w - - 0 1")
    assert not ferz.Board(board.fen()).is_game_over()
    mate = no_queen_moves(ferz, "generate_legal_moves")("7k/8/8/8/8/8/3Q1PPP/4r1K1 w - - 0 1")
    assert mate.is_checkmate() and mate.outcome().winner == ferz.BLACK and mate.result() == "0-1"
    before = type(mate)("7k/8/8/4r3/8/8/3Q1PPP/6K1 b - - 0 1")
    assert before.san(ferz.Move.from_uci("e5e1")) == "Re1#"
    assert ferz.Board(before.fen()).san(ferz.Move.from_uci("e5e1")) == "Re1+"
    with pytest.raises(ferz.IllegalMoveError):
        mate.push_san("Qd1")


def test_castling_is_read_as_by_plain_boards():
    class Rules(ferz.Board):
        def is_legal(self, move):
            return super().is_legal(move)

    for board in (ferz.Board(FENS[1]), Rules(FENS[1])):
        assert board.parse_san("O-O+") == board.parse_san("0-0") == ferz.Move.from_uci("e1g1")
        assert board.parse_san("e1h1") == board.parse_san("e1g1") == ferz.Move.from_uci("e1g1")
        for san in ("O-0", "0-O-O", "O-O++"):
            with pytest.raises(ferz.InvalidMoveError):
                board.parse_san(san)


def test_a_variant_by_its_own_rules():
    class ToTheHill(ferz.Board):
        def is_variant_end(self):
            return any(
                self.king(color) in (ferz.D4, ferz.E4, ferz.D5, ferz.E5) for color in ferz.COLORS
            )

        def is_variant_loss(self):
            return self.king(not self.turn) in (ferz.D4, ferz.E4, ferz.D5, ferz.E5)

    board = ToTheHill("7k/8/8/8/8/4K3/8/R7 w - - 0 1")
    assert board.outcome() is None
    assert board.san(ferz.Move.from_uci("e3e4")) == "Ke4#"
    board.push_san("Ke4")
    assert board.outcome() == ferz.Outcome(ferz.Termination.VARIANT_LOSS, ferz.WHITE)
