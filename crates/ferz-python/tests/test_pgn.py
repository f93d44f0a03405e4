"""Tests of reading, editing and writing games."""

import copy
import io
import pickle
import random
import time

import pytest

import ferz
import ferz.svg
from ferz import pgn


def read(text, **options):
    return pgn.read_game(io.StringIO(text), **options)


def movetext(game, **options):
    return game.accept(pgn.StringExporter(headers=False, columns=None, **options))


def shape(node):
    """Returns a node with all that follows as nested tuples."""
    children = tuple(shape(child) for child in node.variations)
    return str(node.move), node.comment, node.starting_comment, sorted(node.nags), children


class Trace(pgn.BaseVisitor):
    """Records all calls."""

    def __init__(self):
        self.calls = []

    def begin_game(self):
        self.calls.append("begin_game")

    def visit_header(self, tagname, tagvalue):
        self.calls.append(f"{tagname}={tagvalue}")

    def end_headers(self):
        self.calls.append("end_headers")

    def begin_parse_san(self, board, san):
        self.calls.append(f"parse {san}")

    def visit_move(self, board, move):
        self.calls.append(board.san(move))

    def visit_board(self, board):
        self.calls.append(f"ply {board.ply()}")

    def visit_comment(self, comment):
        self.calls.append(f"{{{comment}}}")

    def visit_nag(self, nag):
        self.calls.append(f"${nag}")

    def begin_variation(self):
        self.calls.append("(")

    def end_variation(self):
        self.calls.append(")")

    def visit_result(self, result):
        self.calls.append(result)

    def end_game(self):
        self.calls.append("end_game")

    def handle_error(self, error):
        self.calls.append(type(error).__name__)

    def result(self):
        return self.calls


class EveryCall(pgn.GameBuilder):
    """Builds games through the calls of a visitor, as subclasses do that override any of them."""

    def visit_nag(self, nag):
        super().visit_nag(nag)


ANNOTATED = """[White "A \\"B\\" C"]
[Black "Müller"]
[Result "1-0"]

{start} {of the game} 1. e4! $10 {[%clk 0:01:00]} ({other} 1. d4 d5 (1... Nf6 $5 2. c4) 2. c4) (1. c4)
1... e5 2. Nf3?! ({only a comment}) 2... Nc6 3. Bb5 a6 {last} 1-0
"""

GAMES = [
    ANNOTATED,
    '[FEN "4k3/P7/8/8/8/8/7p/4K1N1 b - - 0 9"]\n\n9... hxg1=Q+ (9... h1N 10. a8=R+) 10. Kd2 *',
    '[Variant "Chess960"]\n[FEN "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 1"]\n\n1. O-O-O (1. O-O) O-O 2. Kb1 *',
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O Be7 5. -- d6 *",
    "1. e2-e4 e7e5 2. g1f3 Ng8-f6 3. f1e2 Bc5 4. e1g1 0-0 *",
    "1. e4 (1. e4 e5) (1. e4) 1... c5 *",
    "1. f3 e5 2. g4 Qh4# {[%eval #-0] [%csl Ga1]} 0-1",
    "*",
]


@pytest.mark.parametrize("text", GAMES)
def test_lazy_games_equal_built_games(text):
    lazy, built = read(text), read(text, Visitor=EveryCall)
    assert lazy._tree is not None and built._tree is None
    assert lazy.errors == built.errors == []
    assert dict(lazy.headers) == dict(built.headers)
    assert list(lazy.mainline_moves()) == list(built.mainline_moves())
    assert shape(lazy) == shape(built)
    assert lazy.end().board() == built.end().board()
    assert lazy.end().board().move_stack == built.end().board().move_stack
    assert read(text, Visitor=pgn.BoardBuilder) == built.end().board()


@pytest.mark.parametrize("text", GAMES)
@pytest.mark.parametrize("columns", [None, 1, 20, 80])
def test_exported_games_read_back_equal(text, columns):
    game = read(text)
    exported = game.accept(pgn.StringExporter(columns=columns))
    again = read(exported)
    assert again.errors == []
    assert dict(again.headers) == dict(game.headers)
    assert shape(again) == shape(game)
    assert again.accept(pgn.StringExporter(columns=columns)) == exported
    if columns is not None and "[%" not in text:
        body = exported.split("\n\n", 1)[1]
        assert all(len(line) <= max(columns, 25) for line in body.split("\n"))


def random_game(seed):
    """Creates a game with variations, comments and NAGs at random places."""
    rng = random.Random(seed)
    game = pgn.Game()
    game.headers["White"] = rng.choice(["?", 'quoted "name"', "back\\slash", "a]b", "Ŝuŝo", ""])
    nodes = [game]
    for _ in range(60):
        node = rng.choice(nodes[-8:])
        moves = [move for move in node.board().legal_moves if move not in node]
        if not moves:
            continue
        child = node.add_variation(
            rng.choice(moves), nags=rng.sample(range(1, 140), rng.choice([0, 0, 1, 3]))
        )
        if rng.random() < 0.3:
            child.comments = rng.choice(
                [["one"], ["two", "more"], ["[%emt 0:00:07]"], ["x ; ) ( $1 1-0 *"], ["é\nb"]]
            )
        if rng.random() < 0.3 and child.starts_variation():
            child.starting_comments = ["before"]
        nodes.append(child)
    return game


@pytest.mark.parametrize("seed", range(20))
def test_random_games_read_back_equal(seed):
    game = random_game(seed)
    again = read(str(game))
    assert again.errors == []
    assert dict(again.headers) == dict(game.headers)
    assert shape(again) == shape(game)
    assert game.accept(pgn.GameBuilder()).headers == game.headers
    assert shape(game.accept(pgn.GameBuilder())) == shape(game)


def test_calls_of_a_visitor_are_those_of_the_text():
    text = '[A "1"]\n\n{a} 1. e4 $1 ({b} 1. d4) {c} 1... e5 *'
    parsed = read(text, Visitor=Trace)
    expected = [
        "begin_game",
        "A=1",
        "end_headers",
        "ply 0",
        "{a}",
        "parse e4",
        "e4",
        "ply 1",
        "$1",
        "(",
        "{b}",
    ]
    expected += ["parse d4", "d4", "ply 1", ")", "{c}", "parse e5", "e5", "ply 2", "*", "end_game"]
    assert parsed == expected
    accepted = read(text).accept(Trace())
    # Comments of a move come before the variations that replace it.
    expected = [call for call in expected if not call.startswith("parse")]
    expected.insert(expected.index("("), expected.pop(expected.index("{c}")))
    assert [call for call in accepted if "=" not in call or call == "A=1"] == expected


def test_the_board_of_a_visitor_ends_with_the_main_line():
    class Boards(pgn.BoardBuilder):
        def begin_variation(self):
            return None

    class Quiet(Boards):
        def handle_error(self, error):
            pass

    for text in ["1. e4 e5 (1... c5 2. Nf3 (2. Nc3 Qd4 d6) (2. f4 (2. d4", "1. e4 e5 (1... c5) *"]:
        board = read(text, Visitor=Quiet)
        assert [move.uci() for move in board.move_stack] == ["e2e4", "e7e5"]
    assert (
        read("1. e4 (1. d4 d5)", Visitor=pgn.BoardBuilder).fen()
        == read("1. e4").end().board().fen()
    )
    with pytest.raises(ValueError, match="close 1 variation"):
        read("1. e4 (1. d4 d5", Visitor=pgn.BoardBuilder)


GAMES_IN_ROWS = """\ufeff[A "1"]

1. e4
{a

b} ; note
% ignored


1... e5 1-0 {time
out}
[Event "2"]
[Result "*"]

[Event "3"]

1. d4
 \t
1. c4

[Event "5"]

1. f4 * 1. g4 *"""


@pytest.mark.parametrize("readline_only", [False, True])
def test_lines_of_one_game_are_read(readline_only):
    text = io.StringIO(GAMES_IN_ROWS)
    handle = Readline(text) if readline_only else text
    games = []
    while True:
        position = text.tell()
        game = pgn.read_game(handle)
        if game is None:
            break
        games.append((position, game))
    expected = [
        "1. e4 { a\n\nb note } 1... e5 { time\nout } 1-0",
        "*",
        "1. d4 *",
        "1. c4 *",
        "1. f4 *",
        "1. g4 *",
    ]
    assert [movetext(game) for _, game in games] == expected
    assert [game.headers["Event"] for _, game in games] == ["?", "2", "3", "?", "5", "?"]
    if readline_only:
        return
    # The last game begins within a line.
    for position, game in games[:-1]:
        handle.seek(position)
        headers = pgn.read_headers(handle)
        assert {**pgn.Headers(), **headers, "Result": "*"} == {**game.headers, "Result": "*"}
        handle.seek(position)
        assert pgn.skip_game(handle)
    assert pgn.skip_game(handle)
    assert not pgn.skip_game(handle)
    assert pgn.read_headers(handle) is None


def test_any_object_with_readline_is_a_handle():
    class Lines:
        def __init__(self):
            self.lines = iter(["1. e4\n", "e5 *\n", "\n", "must not be read"])

        def readline(self):
            return next(self.lines)

    handle = Lines()
    assert movetext(pgn.read_game(handle)) == "1. e4 e5 *"
    assert next(handle.lines) == "must not be read"
    with pytest.raises(TypeError, match="text mode"):
        pgn.read_game(io.BytesIO(b"1. e4"))


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1"])
def test_files(tmp_path, newline, encoding):
    path = tmp_path / "games.pgn"
    text = '[White "Müller"]\n\n1. e4 {é} *\n\n[White "B"]\n\n1. d4 *\n'
    path.write_bytes(text.replace("\n", newline).encode(encoding))
    with open(path, encoding=encoding) as file:
        first = pgn.read_game(file)
        position = file.tell()
        second = pgn.read_game(file)
        assert pgn.read_game(file) is None
        file.seek(position)
        assert pgn.read_headers(file)["White"] == "B"
    assert (first.headers["White"], second.headers["White"]) == ("Müller", "B")
    assert first.next().comments == ["é"]
    # The byte order mark is skipped by the reader if the codec leaves it.
    if encoding == "utf-8-sig":
        with open(path, encoding="utf-8") as file:
            assert pgn.read_game(file).headers["White"] == "Müller"


GAMES = [
    '[White "Müller"]\n\n1. e4 {é\n\nß} e5 *\n\n',
    '[White "B"]\n[Black "\U0001f642"]\n\n\n',
    '[White "C"]\n\n1. d4 ; {\n1... d5 *\n \t\n',
    '[White "Long"]\n\n' + "{ long text } " * 2000 + "1. Nf3 *\n\n",
    "%\n1. c4 *",
]


class Readline:
    """A file that has lines only."""

    def __init__(self, file):
        self.readline = file.readline


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r", "mixed"])
@pytest.mark.parametrize("encoding", ["utf-8", "latin-1", "ascii", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("mode", [None, ""])
def test_files_are_read_as_their_lines(tmp_path, newline, encoding, mode):
    path = tmp_path / "games.pgn"
    text = "".join(GAMES)
    breaks = iter(["\n", "\r\n", "\r\n"] * text.count("\n"))
    text = "".join(
        (next(breaks) if newline == "mixed" else newline) if c == "\n" else c for c in text
    )
    path.write_bytes(text.encode(encoding, errors="replace"))
    with (
        open(path, encoding=encoding, newline=mode) as lines,
        open(path, encoding=encoding, newline=mode) as file,
    ):
        found = []
        lines = Readline(lines)
        while True:
            expected = pgn.read_game(lines)
            place = file.tell()
            game = pgn.read_game(file)
            assert (game is None) == (expected is None)
            if game is None:
                break
            found.append(game)
            # Line breaks in comments depend on `newline`.
            assert str(game).replace("\r", "") == str(expected).replace("\r", "")
            after = file.tell()
            file.seek(place)
            assert {**pgn.Headers(), **pgn.read_headers(file)} == dict(game.headers)
            assert file.tell() == after
        assert file.read() == ""
    assert len(found) == len(GAMES)


def test_reading_of_games_and_lines_in_turns(tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text(GAMES[0] + "a line é\n" + "".join(GAMES[1:]), encoding="utf-8")
    with open(path, encoding="utf-8") as file:
        assert file.readline() == '[White "Müller"]\n'
        assert pgn.read_game(file).next().comments == ["é\n\nß"]
        assert file.read(6) == "a line"
        assert next(file) == " é\n"
        # A file that is being iterated has no position: the line that ends the tags is kept.
        assert pgn.read_headers(file)["White"] == "B"
        assert pgn.read_game(file).end().san() == "d5"
        assert pgn.read_game(file).end().san() == "Nf3"
    with open(path, encoding="utf-8") as file:
        assert pgn.skip_game(file) and file.readline() == "a line é\n" and pgn.skip_game(file)
        assert file.readline() == '[White "C"]\n'
    text = io.StringIO("first \U0001f642\n" + "".join(GAMES))
    assert text.readline() == "first \U0001f642\n"
    assert pgn.read_game(text).headers["White"] == "Müller"
    assert text.readline() == '[White "B"]\n'


def test_invalid_bytes_are_left_to_the_decoder(tmp_path):
    path = tmp_path / "games.pgn"
    path.write_bytes('[White "Müller"]\n\n1. e4 *\n\n'.encode("latin-1") * 2)
    with open(path, encoding="utf-8", errors="replace") as file:
        assert [pgn.read_headers(file)["White"] for _ in range(2)] == ["M\ufffdller"] * 2
        assert pgn.read_headers(file) is None
    with open(path, encoding="utf-8") as file, pytest.raises(UnicodeDecodeError):
        pgn.read_headers(file)


def test_bytes_of_another_encoding_survive():
    raw = '[White "Müller"]\n\n1. e4 {é} e5 *'.encode("latin-1")
    game = pgn.read_game(io.StringIO(raw.decode("utf-8", errors="surrogateescape")))
    assert game.headers["White"].encode("utf-8", "surrogateescape").decode("latin-1") == "Müller"
    assert game.next().comments == ["\udce9"]
    assert game.end().san() == "e5"


def test_errors_end_their_variation_and_are_collected():
    game = read(
        "1. e4 (1. d4 Qd5 2. c4) 1... e5 (1... c5 2. Ke3 (2. Nf3) d6) 2. Bb5 a5 3. Rxh7 Nc6 *"
    )
    assert movetext(game) == "1. e4 ( 1. d4 ) 1... e5 ( 1... c5 ) 2. Bb5 a5 *"
    assert [type(error) for error in game.errors] == [ferz.IllegalMoveError] * 3
    assert all(san in str(error) for san, error in zip(["Qd5", "Ke3", "Rxh7"], game.errors))
    assert "3 errors" in repr(game)

    class Strict(pgn.GameBuilder):
        def handle_error(self, error):
            raise error

    assert read("1. e4 e5", Visitor=Strict).end().san() == "e5"
    with pytest.raises(ValueError):
        read("1. e4 Qd5", Visitor=Strict)
    with pytest.raises(ValueError):
        read("1. e4 Qd5", Visitor=type("Base", (pgn.BaseVisitor,), {"result": lambda self: None}))


def test_start_positions_that_are_no_positions():
    game = read('[FEN "nonsense"]\n\n1. e4')
    assert len(game.errors) == 1 and game.is_end()
    game = read('[Variant "Unheard of"]\n\n1. e4')
    assert len(game.errors) == 1 and game.is_end()
    # A board without kings has moves, and is read with the same rules.
    game = read('[FEN "8/8/8/8/8/8/4P3/8 w - - 0 1"]\n\n1. e4 *')
    assert game.errors == [] and game.end().board().piece_at(ferz.E4)


def test_nested_variations_are_exported_without_recursion():
    game = pgn.Game()
    node = game
    for _ in range(2_000):
        for uci in ["g1f3", "g8f6", "f3g1", "f6g8"]:
            node = node.add_variation(ferz.Move.from_uci(uci))
    node = game
    for depth in range(3_000):
        node = node.variations[0]
        if depth % 2 == 0:
            node.parent.add_line([ferz.Move.from_uci("b1c3" if depth % 4 == 0 else "f3e5")])
    text = str(game)
    assert text.endswith("4000. Ng1 Ng8 *")
    assert text.count("(") == 1_500


def test_editing():
    game = read("1. e4 (1. d4) (1. c4) 1... e5")
    e4, d4, c4 = game.variations
    game.promote(c4)
    assert game.variations == [e4, c4, d4]
    game.promote_to_main(d4.move)
    assert game.variations == [d4, e4, c4] and d4.is_main_variation() and not e4.is_mainline()
    game.demote(d4)
    game.demote(c4)
    assert game.variations == [e4, d4, c4]
    game.remove_variation(1)
    assert game.variations == [e4, c4]
    assert d4 not in game and c4 in game and c4.move in game and 1 in game and 2 not in game
    with pytest.raises(KeyError):
        game[d4.move]
    main = game.add_main_variation(ferz.Move.from_uci("g1f3"), comment="best", nags=[1])
    assert game.variations == [main, e4, c4] and main.comments == ["best"]
    end = main.add_line(
        [ferz.Move.from_uci(uci) for uci in ["d7d5", "d2d4"]],
        comment="end",
        starting_comment="start",
        nags=[3],
    )
    assert end.parent.starting_comments == ["start"] and end.comment == "end" and end.nags == {3}
    assert [node.san() for node in game.mainline()] == ["Nf3", "d5", "d4"]
    assert list(reversed(game.mainline_moves()))[0] == end.move
    assert (end.ply(), end.turn(), end.root(), end.game(), end.end()) == (
        3,
        ferz.BLACK,
        game,
        game,
        end,
    )
    end.comment = ""
    assert end.comments == []
    end.starting_comment = "a"
    assert end.starting_comments == ["a"]


def test_edits_of_a_line_are_not_lost():
    game = read("1. e4 e5 2. Nf3 (2. Nc3 Nf6) 2... Nc6")
    knight = game.next().next().variations[1]
    knight.next().comment = "edited"
    game.next().next().promote_to_main(knight)
    assert [move.uci() for move in game.mainline_moves()] == ["e2e4", "e7e5", "b1c3", "g8f6"]
    assert game.end().comment == "edited"


def test_copies():
    game = read(ANNOTATED)
    for duplicate in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game)):
        assert shape(duplicate) == shape(game)
        duplicate.next().comments.append("new")
        assert shape(duplicate) != shape(game)
        assert duplicate.end().root() is duplicate


def test_subclasses_of_nodes():
    class Node(pgn.GameNode):
        def add_variation(self, move, *, comment="", starting_comment="", nags=()):
            return Child(self, move, comment=comment, starting_comment=starting_comment, nags=nags)

    class Child(pgn.ChildNode, Node):
        pass

    class Root(pgn.Game, Node):
        pass

    game = read("1. e4 e5 (1... c5) *", Visitor=Root.builder)
    assert isinstance(game, Root)
    assert all(isinstance(node, Child) for node in game.mainline())
    assert isinstance(Root.from_board(game.end().board()).next(), Child)


def test_headers():
    headers = pgn.Headers()
    assert list(headers) == pgn.TAG_ROSTER
    headers["ECO"] = "A00"
    headers["Annotator"] = "x"
    del headers["Site"]
    headers["Site"] = "London"
    assert list(headers) == [*pgn.TAG_ROSTER, "ECO", "Annotator"]
    assert headers.copy() == headers and headers.copy() is not headers
    assert repr(pgn.Headers({"A": "1"})) == "Headers(A='1')"
    assert pgn.Headers([("White", "w")], B="2") == {"White": "w", "B": "2"}
    for name in ["", "a b", "~", "-a", "é", 'a"', "a\n"]:
        with pytest.raises(ValueError):
            headers[name] = "x"
    for value in ["a\nb", "a\rb"]:
        with pytest.raises(ValueError):
            headers["A"] = value
    with pytest.raises(KeyError):
        headers["Missing"]
    assert pgn.Headers(Variant="fischerandom").board().chess960
    assert pgn.Headers(FEN="1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1").board().chess960
    assert not pgn.Headers(FEN="r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1").board().chess960
    with pytest.raises(ValueError):
        pgn.Headers(Variant="xyz").variant()


def test_setup_and_games_of_boards():
    board = ferz.Board("4k3/8/8/8/8/8/4P3/4K3 b - - 3 7")
    game = pgn.Game()
    game.setup(board)
    assert (game.headers["FEN"], game.headers["SetUp"]) == (board.fen(), "1")
    assert game.board() == board and game.ply() == board.ply() and game.turn() == ferz.BLACK
    game.setup(ferz.STARTING_FEN)
    assert "FEN" not in game.headers and "SetUp" not in game.headers
    for san in ["Kd7", "e4", "Kd6"]:
        board.push_san(san)
    game = pgn.Game.from_board(board)
    assert str(game).endswith("7... Kd7 8. e4 Kd6 *")
    assert game.end().board() == board
    sub = game.next().accept_subgame(pgn.GameBuilder())
    assert sub.headers["FEN"] == game.next().board().fen()
    assert list(sub.mainline_moves()) == board.move_stack[1:]


def test_commands_in_comments():
    node = read("1. e4 {before [%clk 1:02:03.5] after} *").next()
    assert node.clock() == 3723.5
    node.set_clock(59.9996)
    assert node.comments == ["before [%clk 0:01:00] after"]
    node.set_clock(None)
    assert node.comments == ["before after"] and node.clock() is None
    node.set_emt(7)
    node.set_arrows([(ferz.A1, ferz.A1), ferz.svg.Arrow(ferz.B1, ferz.B8, color="red")])
    assert node.comments == ["[%csl Ga1][%cal Rb1b8]", "before after", "[%emt 0:00:07]"]
    assert [arrow.pgn() for arrow in node.arrows()] == ["Ga1", "Rb1b8"]
    assert (node.emt(), node.eval(), node.eval_depth()) == (7, None, None)
    node.set_arrows([])
    node.set_emt(None)
    assert node.comments == ["before after"]


def test_evaluations_in_comments():
    engine = pytest.importorskip("ferz.engine")
    node = read(
        "1. e4 {[%eval 0.07,21]} e5 {[%eval #-3]} 2. d4 {[%eval 1.234] [%eval 1.]} *"
    ).next()
    assert node.eval() == engine.PovScore(engine.Cp(-7), ferz.BLACK) and node.eval_depth() == 21
    assert node.next().eval().white() == engine.Mate(-3)
    assert node.next().next().eval().white() == engine.Cp(100)
    for centipawns in range(-250, 250):
        node.set_eval(engine.PovScore(engine.Cp(centipawns), ferz.WHITE))
        assert node.eval().white().score() == centipawns


@pytest.mark.parametrize(
    "text, kind, parts",
    [
        ("?", "UNKNOWN", []),
        ("-", "UNLIMITED", []),
        ("179", "BULLET", [(0, 179, 0)]),
        ("60+2", "BLITZ", [(0, 60, 2)]),
        ("900", "RAPID", [(0, 900, 0)]),
        ("40/7200:20/3600:900+30", "STANDARD", [(40, 7200, 0), (20, 3600, 0), (0, 900, 30)]),
    ],
)
def test_time_controls(text, kind, parts):
    control = pgn.parse_time_control(text)
    assert control.type.name == kind
    assert [(part.moves, part.time, part.increment) for part in control.parts] == parts
    game = pgn.Game()
    game.headers["TimeControl"] = text
    assert game.time_control() == control


@pytest.mark.parametrize("text", ["60+", "60+x", "a", "40/", "/60", "60:60", "60++1", "1e3"])
def test_invalid_time_controls(text):
    with pytest.raises(ValueError):
        pgn.parse_time_control(text)


def test_skips():
    class NoVariations(pgn.GameBuilder):
        def begin_variation(self):
            return pgn.SKIP

        def end_variation(self):
            pass

    text = "1. e4 (1. d4 {x} (1. c4) d5) 1... e5 *"
    assert movetext(read(text, Visitor=NoVariations)) == "1. e4 e5 *"
    assert movetext(read(text).accept(NoVariations())) == "1. e4 e5 *"
    assert read(text, Visitor=pgn.SkipVisitor) is True
    assert read('[A "1"]\n\n1. e9', Visitor=pgn.HeadersBuilder) == {"A": "1"}
    assert movetext(read(text), variations=False, comments=False) == "1. e4 e5 *"


def test_file_exporter():
    file = io.StringIO()
    exporter = pgn.FileExporter(file, columns=30)
    for text in GAMES[:2]:
        game = read(text)
        before = len(file.getvalue())
        assert game.accept(exporter) == len(file.getvalue()) - before
        assert file.getvalue()[before:] == game.accept(pgn.StringExporter(columns=30)) + "\n\n"
    file.seek(0)
    assert [shape(pgn.read_game(file)) for _ in range(2)] == [
        shape(read(text)) for text in GAMES[:2]
    ]


@pytest.mark.parametrize("sign", ["", "-", "+"])
def test_mate_in_0_is_against_the_side_to_move(sign):
    game = read(f"1. f3 {{[%eval #{sign}0]}} e5 {{[%eval #{sign}0]}} *")
    after_white, after_black = game.next(), game.next().next()
    assert repr(after_white.eval()) == "PovScore(Mate(-0), BLACK)"
    assert repr(after_black.eval()) == "PovScore(Mate(-0), WHITE)"


def long_game(plies):
    game = node = pgn.Game()
    for index in range(plies):
        node = node.add_variation(ferz.Move.from_uci(["g1f3", "g8f6", "f3g1", "f6g8"][index % 4]))
        node.comment = str(index)
    return game


def seconds(function):
    """The least user time of three calls."""
    times = []
    for _ in range(3):
        start = time.process_time()
        function()
        times.append(time.process_time() - start)
    return min(times)


def test_text_of_a_game_takes_linear_time():
    short, long = long_game(4_000), long_game(32_000)
    # Eight times the moves: quadratic time would be 64 times as much.
    assert seconds(lambda: str(long)) < 24 * seconds(lambda: str(short))


@pytest.mark.parametrize(
    "duplicate", [copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game))]
)
def test_copies_of_long_and_deep_games(duplicate):
    game = long_game(20_000)
    assert str(duplicate(game)) == str(game)
    deep = node = pgn.Game()
    for index in range(5_000):
        knight, other = (("g1f3", "b1c3"), ("g8f6", "b8c6"), ("f3g1", "f3d4"), ("f6g8", "f6d5"))[
            index % 4
        ]
        node.add_variation(ferz.Move.from_uci(other))
        node = node.add_variation(ferz.Move.from_uci(knight))
    assert str(duplicate(deep)) == str(deep)


def test_copies_of_nodes_are_of_one_game():
    game = read("{start} 1. e4 (1. d4 d5 {closed} (1... Nf6 $1)) 1... e5 *")
    node = game.variations[1].variations[1]
    for duplicate in (copy.deepcopy, lambda nodes: pickle.loads(pickle.dumps(nodes))):
        root, other = duplicate([game, node])
        assert type(root) is pgn.Game and other.game() is root and root is not game
        assert other.nags == {1} and other.parent.variations[0].comment == "closed"
        assert str(root) == str(game) and root.headers is not game.headers
        other.parent.remove_variation(1)
        assert len(node.parent.variations) == 2
    shallow = copy.copy(game)
    assert str(shallow) == str(game) and shallow.variations is game.variations


def test_the_type_of_read_game_and_comments_as_python_chess_writes_them() -> None:
    game = pgn.read_game(io.StringIO("1. e4 {[%csl Ge4]} {text} e5 *"))
    assert game is not None
    node = game.next()
    assert node is not None and node.comments == ["[%csl Ge4]", "text"]
    assert str(game).endswith("1. e4 { [%csl Ge4] text } 1... e5 *")


def test_comments_are_written_as_by_python_chess():
    chess_pgn = pytest.importorskip("chess.pgn")
    for comment in [
        "{[%csl Ra1]} {text}",
        "{  [%csl Ra1]   a  b }",
        "{   }",
        "{\ta}",
        "{ a\n b }",
        "{ {a }",
        "{a } {  b}",
        "{[%eval #-3,12] x} {[%clk 1:00:00]\nnext}",
    ]:
        for moves in [
            "1. e4 %s e5 *",
            "%s 1. e4 *",
            "1. e4 (%s 1. d4 d5 %s) e5 *",
            "1. e4 e5 %s *",
        ]:
            text = moves.replace("%s", comment)
            game, expected = (reader.read_game(io.StringIO(text)) for reader in (pgn, chess_pgn))
            assert str(game) == str(expected), text


def test_comments_between_tags_are_no_game():
    file = io.StringIO('[Event "a"]\n{b}\n[White "c"]\n\n1. e4 *\n\n[Event "d"]\n\n1. d4 *\n')
    games = [pgn.read_game(file) for _ in range(3)]
    assert [game and game.headers["White"] for game in games] == ["c", "?", None]
