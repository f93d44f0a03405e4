"""Tests of the boards of variants. The traps are those in which programs differ or err."""

import asyncio
import copy
import io
import pickle
import random
import subprocess
import sys
from xml.etree import ElementTree

import pytest

import ferz
from ferz import engine, pgn, svg, syzygy, variant
from ferz.variant import (
    AntichessBoard,
    AtomicBoard,
    CrazyhouseBoard,
    CrazyhousePocket,
    GiveawayBoard,
    HordeBoard,
    KingOfTheHillBoard,
    RacingKingsBoard,
    SuicideBoard,
    ThreeCheckBoard,
)

BOARDS = variant.VARIANTS[1:]
WHITE, BLACK = ferz.WHITE, ferz.BLACK


def is_legal(board, uci):
    move = ferz.Move.from_uci(uci)
    found = move in list(board.legal_moves)
    assert (move in board.legal_moves) == board.is_legal(move) == found, (board, uci)
    return found


def played(board, *sans):
    for san in sans:
        board.push_san(san)
    return board


def result(board):
    outcome = board.outcome()
    return outcome and (outcome.termination.name, outcome.winner)


def random_game(kind, seed, plies=50):
    """Yields a board after each move of a random game, captures and drops preferred."""
    rng = random.Random(f"{kind.__name__}{seed}")
    board = kind()
    if seed % 2 and kind not in (RacingKingsBoard, HordeBoard):
        board = kind.from_chess960_pos(rng.randrange(960))
    yield board
    for _ in range(plies):
        moves = list(board.legal_moves)
        sharp = [move for move in moves if move.drop or board.is_capture(move)]
        if not moves:
            return
        board.push(rng.choice(sharp if sharp and rng.random() < 0.5 else moves))
        yield board


# Names.


def test_classes_have_the_names_of_python_chess():
    assert [kind.uci_variant for kind in BOARDS] == [
        "suicide",
        "giveaway",
        "antichess",
        "atomic",
        "kingofthehill",
        "racingkings",
        "horde",
        "3check",
        "crazyhouse",
    ]
    for kind in BOARDS:
        assert issubclass(kind, ferz.Board) and kind.__doc__ and kind().fen() == kind.starting_fen
        assert kind.xboard_variant == kind.uci_variant.replace("antichess", "giveaway")
        for name in [*kind.aliases, kind.uci_variant, kind.aliases[0].upper() + " 960"]:
            assert variant.find_variant(name) is kind
    for name in ("Standard", "Chess960", "From Position", "fischerandom"):
        assert variant.find_variant(name) is ferz.Board
    for name in ("Bughouse", "Losers", "Atomic2", "x" * 10**6):
        with pytest.raises(ValueError, match=f"^unsupported variant: {name[:100]}"):
            variant.find_variant(name)


def test_the_module_is_imported_by_those_who_need_it_alone():
    program = (
        "import sys, io, ferz, ferz.pgn, ferz.engine\n"
        "ferz.pgn.read_game(io.StringIO('[Variant \"Chess960\"]\\n\\n1. e4 *'))\n"
        "assert 'ferz.variant' not in sys.modules\n"
        "game = ferz.pgn.read_game(io.StringIO('[Variant \"Atomic\"]\\n\\n1. e4 *'))\n"
        "assert type(game.board()).__name__ == 'AtomicBoard' and 'ferz.variant' in sys.modules\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


# Laws that hold in every position.


@pytest.mark.parametrize("kind", BOARDS)
def test_positions_moves_and_texts_come_back(kind):
    for seed in range(4):
        positions = []
        for board in random_game(kind, seed):
            chess960 = {"chess960": board.chess960}
            fen, epd = board.fen(), board.epd(hmvc=board.halfmove_clock, id="x")
            assert kind(fen, **chess960).fen() == fen and kind(fen, **chess960) == board
            again, operations = kind.from_epd(epd, **chess960)
            assert again.epd() == board.epd() and operations["id"] == "x"
            assert board.status() == ferz.STATUS_VALID and board.is_valid()
            for other in (pickle.loads(pickle.dumps(board)), board.copy(), copy.deepcopy(board)):
                assert other == board and repr(other) == repr(board)
                assert not other != board and other.move_stack == board.move_stack
            if kind is not RacingKingsBoard and kind is not HordeBoard:
                assert board.mirror().mirror() == board
                assert len(list(board.mirror().legal_moves)) == board.legal_moves.count()
            positions.append(fen)
            for move in list(board.legal_moves)[seed::5]:
                san = board.san(move)
                assert board.parse_san(san) == board.parse_xboard(board.xboard(move)) == move
                assert board.parse_uci(board.uci(move)) == move and board.is_pseudo_legal(move)
                ends_check = board.gives_check(move)
                board.push(move)
                is_won = board.is_checkmate() or board.is_variant_loss() or board.is_variant_win()
                assert board.is_check() == ends_check and san.endswith("#") == is_won
                assert board.pop() == move and board.fen() == fen
        assert board.root().fen() == positions[0]
        while board.move_stack:
            assert board.fen() == positions.pop()
            board.pop()
        assert [board.fen()] == positions


@pytest.mark.parametrize("kind", BOARDS)
def test_copies_are_independent(kind):
    *_, board = random_game(kind, 2, plies=20)
    before, length = board.fen(), len(board.move_stack)
    last = board.peek()
    for other in (
        board.copy(),
        board.copy(stack=3),
        copy.copy(board),
        pickle.loads(pickle.dumps(board)),
    ):
        assert other.pop() == last and other.fen() != before
        while other.move_stack:
            other.pop()
        other.push(next(iter(other.legal_moves)))
        other.reset()
        assert other.fen() == kind.starting_fen and not other.move_stack
    assert (board.fen(), len(board.move_stack)) == (before, length)
    assert board.copy(stack=False) == board and not board.copy(stack=False).move_stack
    board.clear()
    assert board.copy() == kind.empty() == kind(None) and not board.move_stack
    with pytest.raises(IndexError):
        board.pop()
    assert board == kind(None)


def test_boards_of_different_rules_differ():
    boards = [ferz.Board(), *(kind() for kind in BOARDS)]
    for a in boards:
        assert [b == a for b in boards] == [b is a for b in boards] == [not b != a for b in boards]
        assert a != "text"
        with pytest.raises(TypeError):
            hash(a)


def test_moves_are_in_the_order_of_python_chess():
    board = CrazyhouseBoard("4k3/8/8/8/8/8/P7/4K3[NPp] w - - 0 1")
    moves = [move.uci() for move in board.legal_moves]
    assert moves[:9] == "e1f2 e1e2 e1d2 e1f1 e1d1 a2a3 a2a4 P@b2 P@c2".split()
    assert moves[-1] == "N@h8"
    king = SuicideBoard("8/P5p1/8/2k5/8/8/4K3/8 w - - 0 1")
    assert [move.uci() for move in king.legal_moves][-5:] == "a7a8k a7a8q a7a8r a7a8b a7a8n".split()


# Crazyhouse.


def test_crazyhouse_pockets_in_fens():
    placement = "4k3/8/8/8/8/8/8/4K3"
    for text, written in {
        "": "[]",
        "[]": "[]",
        "[-]": "[]",
        "/": "[]",
        "[Qn]": "[Qn]",
        "/Qn": "[Qn]",
        "[pPqNQ]": "[QNPqp]",
    }.items():
        board = CrazyhouseBoard(f"{placement}{text} w - - 0 1")
        assert board.fen() == f"{placement}{written} w - - 0 1" and board.board_fen() == placement
    for text in ("[K]", "[x]", "[Q", "Q]", "/Qn/", "[Q]n", "[é]", "[" + "p" * 256 + "]"):
        with pytest.raises(ValueError, match="fen"):
            CrazyhouseBoard(f"{placement}{text} w - - 0 1")
    with pytest.raises(ValueError, match="fen"):
        ferz.Board(CrazyhouseBoard.starting_fen)
    board = CrazyhouseBoard(f"{placement}[Qn] w - - 0 1")
    with pytest.raises(ValueError):
        board.set_fen(f"{placement}[Q] x - - 0 1")
    assert board.fen() == f"{placement}[Qn] w - - 0 1"
    assert [str(pocket) for pocket in board.mirror().pockets] == ["q", "n"]
    assert board.transform(ferz.flip_horizontal).fen() == "3k4/8/8/8/8/8/8/3K4[Qn] w - - 0 1"


def test_crazyhouse_promoted_pieces_are_pawns_in_pockets():
    fen = "3qk3/2P5/8/8/8/8/8/4K3[] w - - 0 1"
    board = played(CrazyhouseBoard(fen), "cxd8=R+")
    assert board.fen() == "3R~k3/8/8/8/8/8/8/4K3[Q] b - - 0 1"
    assert board.fen(promoted=False).startswith("3Rk3/") and board.board_fen().startswith("3R~k3/")
    played(board, "Kxd8")
    assert [str(pocket) for pocket in board.pockets] == ["p", "q"]
    moved = played(CrazyhouseBoard("3R~4/7k/8/8/8/8/8/4K3[] w - - 0 1"), "Rd4")
    assert moved.fen() == "8/7k/8/8/3R~4/8/8/4K3[] b - - 1 1"


def test_crazyhouse_drops():
    board = CrazyhouseBoard("4k3/8/8/8/8/8/8/4K3[RNPn] w - - 7 9")
    assert board.legal_drop_squares() == ~ferz.SquareSet([ferz.E1, ferz.E8])
    for uci, legal in {"P@a2": 1, "P@h7": 1, "P@a1": 0, "P@h8": 0, "N@a1": 1, "N@e1": 0}.items():
        assert is_legal(board, uci) == legal, uci
    assert not is_legal(board, "Q@a3")
    drop = board.parse_san("@e4")
    assert drop == board.parse_san("P@e4") == board.parse_uci("P@e4") == ferz.Move.from_uci("P@e4")
    assert (board.san(drop), board.lan(drop), board.uci(drop)) == ("@e4", "@e4", "P@e4")
    # The clock counts on, as in python-chess.
    board.push(drop)
    assert board.fen() == "4k3/8/8/8/4P3/8/8/4K3[RNn] b - - 8 9"
    # A rook on a corner has no right to castle.
    assert played(CrazyhouseBoard("4k3/8/8/8/8/8/8/4K3[R] w - - 0 1"), "R@h1").castling_rights == 0


def test_crazyhouse_drops_in_check_block():
    board = CrazyhouseBoard("4k3/8/8/8/8/8/3P1P2/r3K3[NP] w - - 0 1")
    assert board.legal_drop_squares() == ferz.SquareSet([ferz.B1, ferz.C1, ferz.D1])
    assert is_legal(board, "N@d1") and not is_legal(board, "P@d1") and not is_legal(board, "N@a2")
    double = CrazyhouseBoard("4k3/8/8/8/8/5n2/8/r3K3[N] w - - 0 1")
    assert not double.legal_drop_squares() and not any(move.drop for move in double.legal_moves)
    # A drop may mate, and a block may be the only reason why it is no mate.
    fen = "6k1/5ppp/8/8/8/8/8/4K3[R%s] w - - 0 1"
    mate = CrazyhouseBoard(fen % "")
    assert mate.san(ferz.Move.from_uci("R@e8")) == "R@e8#"
    assert CrazyhouseBoard(fen % "n").san(ferz.Move.from_uci("R@e8")) == "R@e8+"


def test_crazyhouse_wrong_drops():
    board = CrazyhouseBoard("4k3/8/8/8/8/8/8/4K3[Np] w - - 0 1")
    for text in ("Q@e4", "P@e4", "@e4", "N@e1", "N@e8"):
        with pytest.raises(ferz.IllegalMoveError, match=r"illegal san: .* in 4k3.*\[Np\]"):
            board.push_san(text)
        with pytest.raises(ValueError):
            board.push_uci("P" + text if text[0] == "@" else text)
    for text in ("N@", "N@e9", "K@e4", "@", "N@e4e5", "NN@e4"):
        with pytest.raises(ValueError):
            board.parse_san(text)
    for uci in ("Q@e4", "P@e4", "N@e1", "e4e5"):
        with pytest.raises(AssertionError, match="pseudo-legal"):
            board.push(ferz.Move.from_uci(uci))
    assert board.fen() == "4k3/8/8/8/8/8/8/4K3[Np] w - - 0 1" and not board.move_stack
    with pytest.raises(ferz.IllegalMoveError):
        AtomicBoard().push_san("N@e4")


def test_crazyhouse_repetition_survives_captures():
    # Captures, drops and pawn moves do not end the search, lost castling rights do.
    board = CrazyhouseBoard("r3k2r/8/8/8/8/8/P7/R3K2R[N] w Qkq - 0 1")
    for san, irreversible in {"Rh2": 0, "a3": 0, "N@e4": 0, "Rxh8": 1, "Rb1": 1, "Kd1": 1}.items():
        assert board.is_irreversible(board.parse_san(san)) == irreversible, san
    knights = CrazyhouseBoard("4k1n1/8/8/8/8/8/8/4K1N1[] w - - 0 1")
    for _ in range(4):
        played(knights, "Nf3", "Nf6", "Ng1", "Ng8")
    assert knights.is_repetition(5) and result(knights) == ("FIVEFOLD_REPETITION", None)
    knights.pop()
    assert not knights.is_fivefold_repetition() and knights.can_claim_threefold_repetition()
    # Other pockets are another position.
    other = CrazyhouseBoard("4k1n1/8/8/8/8/8/8/4K1N1[] w - - 0 1")
    played(other, "Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8")
    assert other.is_repetition(3)
    other.pockets[WHITE].add(ferz.PAWN)
    assert not other.is_repetition(2)


def test_pockets():
    pocket = CrazyhousePocket("pqp")
    assert (str(pocket), len(pocket), repr(pocket)) == ("qpp", 3, "CrazyhousePocket('qpp')")
    assert [pocket.count(kind) for kind in range(1, 6)] == [2, 0, 0, 0, 1]
    twin = pocket.copy()
    assert twin == pocket == CrazyhousePocket("ppq") != CrazyhousePocket("q") and pocket != "qpp"
    pocket.add(ferz.ROOK)
    pocket.remove(ferz.QUEEN)
    assert str(pocket) == "rpp" and str(twin) == "qpp"
    with pytest.raises(AssertionError, match="no q in"):
        pocket.remove(ferz.QUEEN)
    for symbols in ("k", "Q", "x", "1"):
        with pytest.raises(ValueError, match="letters pnbrq"):
            CrazyhousePocket(symbols)
    for kind in (0, ferz.KING, 7):
        with pytest.raises(ValueError):
            pocket.add(kind)
    pocket.reset()
    assert len(pocket) == 0 and not pocket and pickle.loads(pickle.dumps(twin)) == twin
    board = CrazyhouseBoard()
    for _ in range(256):
        board.pockets[WHITE].add(ferz.PAWN)
    with pytest.raises(ValueError, match="0 to 255"):
        board.legal_moves.count()


# Atomic.


def test_atomic_captures():
    # A king never captures, although it may be in check.
    board = AtomicBoard("8/8/8/8/8/3k4/4q3/4K3 w - - 0 1")
    assert not is_legal(board, "e1e2") and board.is_pseudo_legal(ferz.Move.from_uci("e1e2"))
    # The blast is around the target, in en passant too, and spares pawns.
    board = AtomicBoard("4k3/2np4/1p6/3rP3/8/8/8/4K3 b - - 0 1")
    played(board, "Rb5", "Kf1", "d5", "exd6")
    assert board.fen() == "4k3/8/1p6/1r6/8/8/8/5K2 b - - 0 3"
    # Exploding the enemy king wins, also in check; exploding both is not possible.
    check = AtomicBoard("3rk3/3p4/8/8/8/8/8/3RK2r w - - 0 1")
    assert check.is_check() and check.san(ferz.Move.from_uci("d1d7")) == "Rxd7#"
    played(check, "Rxd7#")
    assert check.king(BLACK) is None and not any(check.legal_moves) and check.is_valid()
    assert result(check) == ("VARIANT_LOSS", WHITE)
    both = AtomicBoard("8/8/8/3k4/3q4/4K3/8/3R4 w - - 0 1")
    explodes = ferz.Move.from_uci("d1d4")
    assert not is_legal(both, "d1d4") and both.is_into_check(explodes)
    assert both.is_pseudo_legal(explodes)


def test_atomic_kings():
    adjacent = AtomicBoard("8/8/8/8/8/3qk3/4K3/8 w - - 0 1")
    assert not adjacent.is_check() and adjacent.is_valid() and not adjacent.checkers()
    assert is_legal(adjacent, "e2d2") and not is_legal(adjacent, "e2d1")
    assert is_legal(AtomicBoard("8/8/8/8/8/8/5kq1/4K2R w K - 0 1"), "e1g1")
    # The king's square is tested with the rook on its new one.
    board = AtomicBoard("8/8/8/8/8/8/4k3/rR4KR w KQ - 0 1", chess960=True)
    assert not is_legal(board, "g1b1")
    board = AtomicBoard("8/8/8/8/8/8/2k5/rR4KR w KQ - 0 1", chess960=True)
    assert is_legal(board, "g1b1")
    for move, fen in {
        "Rxh8": "r3k3/8/8/8/8/8/8/R3K3 b Qq - 0 1",
        "Rxa8": "4k2r/8/8/8/8/8/8/4K2R b Kk - 0 1",
    }.items():
        assert played(AtomicBoard("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"), move).fen() == fen
    # The square of a king in check has a gradient.
    checked = AtomicBoard("8/8/8/8/8/3q3k/4K3/8 w - - 0 1")
    gradients = [board._repr_svg_().count("radialGradient") for board in (checked, adjacent)]
    assert checked.is_check() and gradients[0] > gradients[1]


def test_atomic_material():
    for fen, white, black in [
        ("4k3/8/8/8/8/8/8/4K3", True, True),
        ("4k3/8/8/8/8/8/8/R3K3", True, True),
        ("4k3/8/8/8/8/8/8/NN2K3", True, True),
        ("4k3/8/8/8/8/8/8/BN2K3", False, True),
        ("4k3/8/8/8/8/8/8/Q3K3", False, True),
        ("4k3/8/8/8/8/8/8/P3K3", False, True),
        ("4k1b1/8/8/8/8/8/8/B3K3", True, True),
        ("4kb2/8/8/8/8/8/8/B3K3", False, False),
        ("4k1n1/8/8/8/8/8/8/B3K3", False, False),
        ("8/8/8/8/8/8/8/B3K3", False, True),
    ]:
        board = AtomicBoard(fen + " w - - 0 1")
        found = [board.has_insufficient_material(color) for color in (WHITE, BLACK)]
        assert found == [white, black] and board.is_insufficient_material() == all(found), fen


# Antichess, Giveaway and Suicide.


@pytest.mark.parametrize("kind", [SuicideBoard, GiveawayBoard, AntichessBoard])
def test_captures_are_compulsory(kind):
    board = played(kind(), "e3", "b5")
    assert [move.uci() for move in board.legal_moves] == ["f1b5"]
    assert len(list(board.generate_pseudo_legal_moves())) > 20
    with pytest.raises(ferz.IllegalMoveError):
        board.push_san("Nf3")
    passant = played(kind(), "e4", "g6", "e5", "d5")
    assert passant.has_legal_en_passant()
    assert {move.uci() for move in passant.legal_moves} == {"e5d6"}
    # The other knight has no legal move to d5, so that no file is needed.
    one = kind("8/8/8/3p4/8/2N5/8/5N2 w - - 0 1")
    assert one.san(ferz.Move.from_uci("c3d5")) == "Nxd5#"
    last = played(kind("8/8/8/3p4/4P3/8/8/8 w - - 0 1"), "exd5#")
    assert result(last) == ("VARIANT_WIN", BLACK) and last.is_variant_end()


@pytest.mark.parametrize("kind", [SuicideBoard, GiveawayBoard, AntichessBoard])
def test_kings_are_ordinary_pieces(kind):
    board = kind("8/P6p/8/8/8/8/8/8 w - - 0 1")
    king = board.parse_san("a8=K")
    assert king == board.parse_uci("a7a8k") and board.san(king) == "a8=K"
    assert not is_legal(ferz.Board("8/P6k/8/8/8/8/8/K7 w - - 0 1"), "a7a8k")
    # Castling goes through attacks, but not with a promoted king.
    assert is_legal(kind("5r2/8/8/8/8/8/6P1/4K2R w K - 0 1"), "e1g1")
    castles = kind("7p/8/8/8/8/8/8/4K2R w K - 0 1")
    assert [move.uci() for move in castles.generate_castling_moves()] == ["e1g1"]
    castles.set_piece_at(ferz.E1, ferz.Piece.from_symbol("K"), promoted=True)
    castles.castling_rights = ferz.BB_H1
    assert not any(castles.generate_castling_moves()) and not is_legal(castles, "e1g1")
    assert not kind("4k3/8/8/8/8/8/8/4R1K1 b - - 0 1").is_check()
    assert kind("8/8/8/8/8/8/8/R7 w - - 0 1").is_valid()


def test_no_move_left():
    equal, more = "8/8/8/8/8/p7/P7/8 w - - 0 1", "8/8/8/8/p7/P1p5/P1P5/8 w - - 0 1"
    for kind in (GiveawayBoard, AntichessBoard):
        assert result(kind(equal)) == result(kind(more)) == ("VARIANT_WIN", WHITE)
    assert result(SuicideBoard(equal)) == ("VARIANT_DRAW", None)
    assert result(SuicideBoard(more)) == ("VARIANT_LOSS", BLACK)


def test_material_that_cannot_be_lost():
    for fen, white, black in [
        ("8/8/8/6b1/8/3B4/4B3/5B2 w - - 0 1", True, True),
        ("8/8/5b2/8/8/3B4/3B4/8 w - - 0 1", True, False),
        ("8/8/8/1n2N3/8/8/8/8 w - - 0 32", True, False),
        ("6n1/8/8/4N3/8/8/8/8 b - - 0 27", False, True),
        ("8/3n4/8/8/8/8/8/8 w - - 0 29", False, True),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", False, False),
    ]:
        for kind in (SuicideBoard, GiveawayBoard, AntichessBoard):
            found = [kind(fen).has_insufficient_material(color) for color in (WHITE, BLACK)]
            assert found == [white, black], fen


# King of the Hill, Three-check, Racing Kings and Horde.


def test_hill():
    board = KingOfTheHillBoard("4k3/8/8/8/8/4K3/8/8 w - - 0 1")
    assert not board.is_insufficient_material() and board.outcome() is None
    assert board.san(ferz.Move.from_uci("e3e4")) == "Ke4#"
    played(board, "Ke4")
    assert result(board) == ("VARIANT_LOSS", WHITE) and not any(board.legal_moves)
    assert (board.is_variant_end(), board.is_checkmate(), board.result()) == (True, False, "1-0")


def test_checks_in_texts():
    fields = "4k3/8/8/8/8/8/8/4K3 w - -"
    for text, white, black in [
        ("3+3 0 1", 3, 3),
        ("0 1", 3, 3),
        ("1+2 4 7", 1, 2),
        ("4 7 +1+2", 2, 1),
        ("2+3", 2, 3),
        ("+3+0 0 1", 0, 3),
    ]:
        board = ThreeCheckBoard(f"{fields} {text}")
        assert board.remaining_checks == [black, white], text
        assert board.fen().split()[4] == f"{white}+{black}" == board.epd().split()[4]
        assert board.mirror().remaining_checks == [white, black]
    for text in ("5+5 0 1", "3+3+3 0 1", "0 1 +4+0", "3+x 0 1", "+0 0 1", "3+3 0 1 +0+0", "0 1 3+"):
        with pytest.raises(ValueError, match="checks|parts|clock"):
            ThreeCheckBoard(f"{fields} {text}")
    board, operations = ThreeCheckBoard.from_epd(f'{fields} 1+3 hmvc 3; id "+0+0";')
    assert board.fen() == f"{fields} 1+3 3 1" and operations["id"] == "+0+0"
    assert ThreeCheckBoard.from_epd(f"{fields} +1+0;")[0].remaining_checks == [3, 2]
    assert ThreeCheckBoard.from_epd(f'{fields} id "x";')[0].remaining_checks == [3, 3]
    with pytest.raises(ValueError, match="checks"):
        board.set_epd(f'{fields} 7+7 id "x";')
    assert board.fen() == f"{fields} 1+3 3 1"
    with pytest.raises(ValueError):
        ferz.Board(f"{fields} 3+3 0 1")


def test_checks_are_counted():
    # A double check is one.
    double = played(ThreeCheckBoard("4k3/8/8/8/4N3/8/8/K3R3 w - - 3+3 0 1"), "Nf6+")
    assert len(double.checkers()) == 2 and double.remaining_checks == [3, 2]
    # The pieces return, the counts do not.
    board = ThreeCheckBoard("4k3/8/8/8/8/8/8/K2R4 w - - 3+3 0 1")
    played(board, "Re1+", "Kf8", "Rd1", "Ke8")
    assert board.fen() == "4k3/8/8/8/8/8/8/K2R4 w - - 2+3 4 3" and not board.is_repetition(2)
    assert board.is_irreversible(board.parse_san("Re1+")) and not board.has_castling_rights(WHITE)
    third = ThreeCheckBoard("4k3/8/8/8/8/8/8/R3K3 w - - 1+1 0 1")
    assert third.san(ferz.Move.from_uci("a1a8")) == "Ra8#"
    played(third, "Ra8")
    assert result(third) == ("VARIANT_LOSS", WHITE) and not any(third.legal_moves)
    third.pop()
    assert third.remaining_checks == [1, 1]
    third.remaining_checks = [1, -1]
    with pytest.raises(ValueError, match="0 to 255"):
        third.is_variant_end()


def test_races():
    # A king's move may discover a check, to either side.
    board = RacingKingsBoard("8/8/8/k1K4R/8/8/8/8 w - - 0 1")
    assert not is_legal(board, "c5c6") and not is_legal(board, "h5a5") and is_legal(board, "h5h8")
    # Black has one move to draw.
    home = RacingKingsBoard("7K/k7/8/8/8/8/8/8 b - - 0 1")
    assert home.outcome() is None
    assert result(played(home.copy(), "Ka8")) == ("VARIANT_DRAW", None)
    assert result(played(home, "Ka6")) == ("VARIANT_WIN", WHITE)
    far = RacingKingsBoard("7K/8/k7/8/8/8/8/8 b - - 0 1")
    assert result(far) == ("VARIANT_LOSS", WHITE) and not any(far.legal_moves)
    assert result(RacingKingsBoard("k7/8/7K/8/8/8/8/8 w - - 0 1")) == ("VARIANT_LOSS", BLACK)
    for fen, fault in [
        ("k6K/8/8/8/8/8/8/8 b - - 0 1", ferz.STATUS_RACE_OVER),
        ("8/8/8/8/8/8/kp5K/6r1 b - - 0 1", ferz.STATUS_RACE_MATERIAL),
        ("8/8/8/8/8/8/k6K/7r w - - 0 1", ferz.STATUS_RACE_CHECK),
        ("8/8/8/8/8/8/k6K/7r b - - 0 1", ferz.STATUS_OPPOSITE_CHECK),
    ]:
        assert RacingKingsBoard(fen).status() & fault and not RacingKingsBoard(fen).is_valid(), fen


def test_horde():
    board = HordeBoard("4k3/3p4/8/8/3p4/8/8/4P3 w - - 0 1")
    assert is_legal(board, "e1e3") and board.is_valid()
    assert played(board.copy(), "e3").ep_square is None
    passant = played(HordeBoard("4k3/8/8/8/3p4/8/8/4P3 w - - 0 1"), "e2", "Ke7", "e4")
    assert passant.ep_square == ferz.E3 and is_legal(passant, "d4e3")
    captured = played(HordeBoard("4k3/8/8/8/8/8/1q6/P7 b - - 0 1"), "Qxa1#")
    assert result(captured) == ("VARIANT_LOSS", BLACK)
    assert result(HordeBoard("4k3/8/8/8/8/p7/P7/8 w - - 0 1")) == ("STALEMATE", None)
    assert result(HordeBoard("k7/8/1R6/R7/8/8/8/8 b - - 0 1")) == ("CHECKMATE", WHITE)
    for fen, fault in [
        (ferz.STARTING_FEN, ferz.STATUS_TOO_MANY_KINGS),
        ("P3k3/8/8/8/8/8/8/P7 w - - 0 1", ferz.STATUS_PAWNS_ON_BACKRANK),
        ("4k3/8/8/8/8/8/8/p6P w - - 0 1", ferz.STATUS_PAWNS_ON_BACKRANK),
        (
            "4k3/8/8/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w - - 0 1",
            ferz.STATUS_TOO_MANY_WHITE_PAWNS,
        ),
    ]:
        assert HordeBoard(fen).status() & fault, fen


def test_counters_and_claims():
    for kind in (AtomicBoard, CrazyhouseBoard, ThreeCheckBoard):
        board = kind("4k2r/8/8/8/8/8/7P/R3K3 w - - 100 90")
        assert board.is_fifty_moves() and board.can_claim_draw() and not board.is_game_over()
        board.halfmove_clock = 150
        assert result(board) == ("SEVENTYFIVE_MOVES", None)


# PGN.


@pytest.mark.parametrize("kind", BOARDS)
def test_games_are_written_and_read(kind):
    for seed in range(3):
        *_, board = random_game(kind, seed)
        game = pgn.Game.from_board(board)
        assert game.headers["Variant"] == kind.aliases[0]
        assert (
            game.headers["FEN"] == board.root().fen() and game.headers["Result"] == board.result()
        )
        text = str(game)
        read = pgn.read_game(io.StringIO(text))
        assert not read.errors and type(read.board()) is kind and str(read) == text
        assert read.end().board() == board and read.end().board().move_stack == board.move_stack
        node = read.next()
        assert node.san() == board.root().san(node.move) and not read.warnings
        final = pgn.read_game(io.StringIO(text), Visitor=pgn.BoardBuilder)
        assert final == board
        read.setup(ferz.Board())
        assert "Variant" not in read.headers and "FEN" not in read.headers


def test_games_as_servers_write_them():
    for name, moves, fen in [
        (
            "zh",
            "1. e4 d5 2. exd5 Qxd5 3. P@d6 Qxd2+",
            "rnb1kbnr/ppp1pppp/3P4/8/8/8/PPPq1PPP/RNBQKBNR[pp] w KQkq - 0 4",
        ),
        (
            "Atomic",
            "1. Nf3 e6 2. Ng5 h6 3. Nxf7#",
            "rnbq3r/pppp2p1/4p2p/8/8/8/PPPPPPPP/RNBQKB1R b KQ - 0 3",
        ),
        (
            "Three-check",
            "1. e4 e5 2. Qf3 Nc6 3. Qxf7+",
            "r1bqkbnr/pppp1Qpp/2n5/4p3/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 2+3 0 3",
        ),
        (
            "Antichess",
            "1. e3 b5 2. Bxb5 Na6 3. Bxa6",
            "r1bqkbnr/p1pppppp/B7/8/8/4P3/PPPP1PPP/RNBQK1NR b - - 0 3",
        ),
        ("horde", "1. a5 e6 2. a6 Nxa6", None),
        ("Racing Kings", "1. Kh3 Ka3 2. Kh4 Ka4", None),
    ]:
        game = pgn.read_game(io.StringIO(f'[Variant "{name}"]\n\n{moves} *\n'))
        assert not game.errors and game.end().ply() in (4, 5, 6), name
        assert fen is None or game.end().board().fen() == fen
    wrong = pgn.read_game(io.StringIO('[Variant "Antichess"]\n\n1. e3 b5 2. Nf3 *\n'))
    assert len(list(wrong.mainline_moves())) == 2
    assert isinstance(wrong.errors[0], ferz.IllegalMoveError)
    wrong = pgn.read_game(
        io.StringIO('[Variant "Crazyhouse"]\n\n1. e4 d5 (1... N@f6 2. d4) 2. exd5 *\n')
    )
    assert len(list(wrong.mainline_moves())) == 3 and len(wrong.errors) == 1
    for name in ("Bughouse", "Losers"):
        unknown = pgn.read_game(io.StringIO(f'[Variant "{name}"]\n\n1. e4 *\n'))
        assert str(unknown.errors[0]) == f"unsupported variant: {name}" and unknown.next() is None
        with pytest.raises(ValueError, match=name):
            pgn.Headers(Variant=name).board()
    fen = pgn.read_game(
        io.StringIO('[Variant "Atomic"]\n[FEN "4k3/8/8/8/8/8/8/4K3[] w - - 0 1"]\n\n*\n')
    )
    assert fen.errors


# What knows chess alone, and what takes any board.


@pytest.mark.parametrize("kind", BOARDS)
def test_what_knows_chess_alone_refuses_boards_of_variants(kind):
    board = kind()
    search = ferz.Engine(hash=1)
    for call in (
        lambda: search.analyse(board, nodes=1),
        lambda: search.play(board, nodes=1),
        lambda: ferz.evaluate(board),
        lambda: ferz.perft(board, 1),
        lambda: ferz.annotate(pgn.Game.from_board(board), nodes=1),
    ):
        with pytest.raises(ValueError, match=f"of the variant {kind.uci_variant}$"):
            call()
    for tables in (syzygy.Tablebase(), syzygy.Tablebase(VariantBoard=kind)):
        with pytest.raises(syzygy.MissingTableError, match=kind.uci_variant):
            tables.probe_wdl(board)
        assert tables.get_dtz(board) is None
    for add in (
        lambda: syzygy.open_tablebase("missing", VariantBoard=kind),
        lambda: syzygy.Tablebase(VariantBoard=kind).add_file("missing"),
    ):
        with pytest.raises(ValueError, match=f"variant {kind.uci_variant} are not supported"):
            add()


def test_subclasses_of_boards_of_chess_are_boards_of_chess():
    class Mine(ferz.Board):
        pass

    assert ferz.perft(Mine(), 2) == 400
    assert not syzygy.Tablebase(VariantBoard=Mine).get_wdl(Mine())


def test_pictures_of_variants():
    board = CrazyhouseBoard("3R~k3/8/8/8/8/8/8/4K3[Q] b - - 0 1")
    drawing = ElementTree.fromstring(board._repr_svg_())
    names = [use.get("href") for use in drawing.iter("{http://www.w3.org/2000/svg}use")]
    assert sorted(names) == ["#black-king", "#white-king", "#white-rook"]
    assert str(board).splitlines()[0] == ". . . R k . . ." and "♔" in board.unicode()
    for kind in BOARDS:
        drawing = ElementTree.fromstring(svg.board(kind()))
        uses = [use for use in drawing.iter("{http://www.w3.org/2000/svg}use")]
        assert len(uses) == kind().piece_map().__len__()


@pytest.mark.parametrize("kind", BOARDS)
def test_engines_are_told_the_variant(kind):
    async def main():
        protocol = engine.UciProtocol()
        mock = engine.MockTransport(protocol)
        option = (
            f"option name UCI_Variant type combo default chess var chess var {kind.uci_variant}"
        )
        mock.expect("uci", [option, "uciok"])
        await protocol.initialize()
        mock.expect("setoption name UCI_Variant value " + kind.uci_variant)
        mock.expect("ucinewgame")
        mock.expect("isready", ["readyok"])
        board = kind()
        move = next(iter(board.legal_moves))
        is_chess = kind.starting_fen == ferz.STARTING_FEN
        mock.expect("position " + ("startpos" if is_chess else f"fen {kind.starting_fen}"))
        mock.expect("go depth 1", [f"bestmove {move.uci()}"])
        assert (await protocol.play(board, engine.Limit(depth=1))).move == move
        mock.assert_done()

    asyncio.run(main())


def test_engines_without_the_variant_are_not_asked():
    async def main():
        protocol = engine.UciProtocol()
        mock = engine.MockTransport(protocol)
        mock.expect("uci", ["uciok"])
        await protocol.initialize()
        with pytest.raises(engine.EngineError, match="UCI_Variant"):
            await protocol.play(AtomicBoard(), engine.Limit(depth=1))

    asyncio.run(main())


@pytest.mark.parametrize("kind", BOARDS)
def test_contradicting_masks_are_errors_at_most(kind):
    masks = ("pawns", "knights", "rooks", "queens", "kings", "promoted", "occupied")
    for seed in range(12):
        *_, board = random_game(kind, seed, plies=8)
        rng = random.Random(seed)
        for name in rng.sample(masks, 3):
            setattr(board, name, rng.getrandbits(64) & rng.getrandbits(64))
        board.castling_rights, board.ep_square = rng.getrandbits(64), rng.randrange(64)
        moves = [ferz.Move(rng.randrange(64), rng.randrange(64)) for _ in range(6)]
        moves.append(ferz.Move(20, 20, drop=ferz.KNIGHT))
        for move in moves:
            for method in ("is_legal", "is_pseudo_legal", "san", "gives_check", "push"):
                try:
                    getattr(board, method)(move)
                except (ValueError, AssertionError):
                    continue
            board.status()
            board.outcome(claim_draw=True)
            assert set(board.generate_castling_moves()) <= set(board.pseudo_legal_moves)
            assert board.copy() == board and board.mirror().fen()
        while board.move_stack:
            board.pop()
