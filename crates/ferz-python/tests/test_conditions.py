"""Conditions on games by keyword: each row of the table, compared with a count by python-chess."""

import random
import re
import unicodedata
from typing import Any, Callable, Dict, List, Tuple

import pytest

chess = pytest.importorskip("chess")
pytest.importorskip("numpy")

import io

import chess.pgn  # noqa: F811

import ferz
import ferz.batch as batch
from ferz import explore

NAMES = ["Anna", "Müller, Karl", "Mu\u0308ller, Karl", "BORIS", "?"]
EVENTS = ["Club cup", "Rated Blitz game", "Casual game", "?"]
ELOS = ["2400", "1999.9", "?", "2500?", "1500", ""]
DATES = ["2024.03.15", "2023.??.??", "????.??.??", "2025.01.01"]
CONTROLS = {"60+0": "bullet", "180+2": "blitz", "600+5": "rapid", "?": ""}
STARTS = [
    chess.STARTING_FEN,
    chess.STARTING_FEN,
    "4k3/r7/8/8/8/8/R6P/4K3 w - - 0 1",
    "nrbkqbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQBRN w GBgb - 0 1",
    # Near the fifty-move rule, near promotions, and a capture en passant.
    "4k3/r7/8/8/8/8/R6P/4K3 w - - 90 90",
    "4k3/P6P/8/8/8/8/p6p/4K3 w - - 0 50",
    "4k3/8/8/8/pPp5/8/P7/4K3 b - b3 0 1",
]


def made_game(number: int, rng: random.Random) -> str:
    """Returns a game of random moves in which few are frequent."""
    fen = rng.choice(STARTS)
    board = chess.Board(fen, chess960="GBgb" in fen)
    game = chess.pgn.Game()
    game.setup(board)
    node: Any = game
    # The first line is fool's mate, which random moves hardly ever are.
    line = (
        ["f2f3", "e7e5", "g2g4", "d8h4"] if number % 20 == 0 and fen == chess.STARTING_FEN else []
    )
    for ply in range(len(line) or rng.randrange(30)):
        moves = sorted(board.legal_moves, key=str)
        if not moves:
            break
        move = (
            chess.Move.from_uci(line[ply]) if line else moves[int(rng.random() ** 4 * len(moves))]
        )
        others = [other for other in moves if other != move]
        board.push(move)
        parent, node = node, node.add_variation(move)
        if number % 7 == ply == 2:
            node.comment = "A Novelty [%clk 0:01:00]"
        if number % 5 == ply == 1 and others:
            parent.add_variation(others[0], comment="a theory of its own")
    white, black = rng.choice(NAMES), rng.choice(NAMES)
    result = (
        board.result()
        if board.is_checkmate() or board.is_stalemate()
        else rng.choice(["1-0", "0-1", "1/2-1/2", "*"])
    )
    tags = {
        "Event": rng.choice(EVENTS),
        "Round": str(number),
        "White": white,
        "Black": black,
        "Result": result,
    }
    tags.update(WhiteElo=rng.choice(ELOS), BlackElo=rng.choice(ELOS), Date=rng.choice(DATES))
    tags["TimeControl"] = rng.choice(list(CONTROLS))
    game.headers.update(tags)
    return str(game)


class Facts:
    """The facts of a game by python-chess."""

    def __init__(self, game: Any) -> None:
        headers = game.headers
        self.white, self.black = (words(headers[side]) for side in ("White", "Black"))
        self.names = [self.white, self.black]
        self.event, self.result = headers["Event"], headers["Result"]
        self.elos = [elo(headers.get(tag, "")) for tag in ("WhiteElo", "BlackElo")]
        self.date, self.speed = headers["Date"], CONTROLS[headers["TimeControl"]]
        self.is_chess960 = headers.get("Variant") == "Chess960"
        self.is_standard_start = "FEN" not in headers
        self.boards = [game.board()]
        self.moves: List[str] = []
        self.comments = [game.comment, *(node.comment for node in game.mainline())]
        for move in game.mainline_moves():
            self.moves.append(self.boards[-1].uci(move))
            self.boards.append(self.boards[-1].copy())
            self.boards[-1].push(move)

    def side(self, name: str) -> List[int]:
        return [side for side in (0, 1) if name in self.names[side]]

    @property
    def winner(self) -> List[str]:
        return {"1-0": self.white, "0-1": self.black}.get(self.result, [])

    @property
    def loser(self) -> List[str]:
        return {"0-1": self.white, "1-0": self.black}.get(self.result, [])

    def days(self) -> Tuple[str, str]:
        return self.date.replace("??", "01"), self.date.replace("??", "99")

    def rows(self, test: Callable[[Any], bool]) -> int:
        """Returns the greatest number of consecutive positions for which a test holds."""
        longest = length = 0
        for board in self.boards:
            length = length + 1 if test(board) else 0
            longest = max(longest, length)
        return longest

    def happens(self, test: Callable[[Any, Any], bool]) -> bool:
        moves = (chess.Move.from_uci(move) for move in self.moves)
        return any(test(board, move) for board, move in zip(self.boards, moves))

    def pieces(self, board: Any) -> str:
        return "".join(sorted(piece.symbol() for piece in board.piece_map().values()))


def words(name: str) -> List[str]:
    import unicodedata

    return re.findall(r"\w+", unicodedata.normalize("NFC", name).lower()) or [name]


def elo(text: str) -> int:
    found = re.fullmatch(r"(\d+)(\.\d+)?\??", text)
    return int(found[1]) if found else 0


def both(facts: Facts, test: Callable[[int], bool]) -> bool:
    return all(rating > 0 and test(rating) for rating in facts.elos)


def rooks(board: Any) -> bool:
    return re.fullmatch(r"KP*RRkp*r|KP*R+kp*r+", Facts.pieces(None, board)) is not None  # type: ignore[arg-type]


def lead(board: Any, side: bool) -> int:
    values = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9}
    return sum(
        value * (len(board.pieces(piece, side)) - len(board.pieces(piece, not side)))
        for piece, value in values.items()
    )


def has_minors(board: Any, side: bool) -> bool:
    """KQR2M4P*vKQR2BM+P*, by counting."""

    def count(piece: int, color: bool) -> int:
        return len(board.pieces(piece, color))

    heavy = all(count(chess.QUEEN, it) == 1 and count(chess.ROOK, it) == 2 for it in (True, False))
    bishops, knights = (count(piece, not side) for piece in (chess.BISHOP, chess.KNIGHT))
    own = count(chess.BISHOP, side) + count(chess.KNIGHT, side)
    return heavy and own == 4 and bishops >= 1 and bishops + knights in (2, 3)


def begins(facts: Facts, line: List[Callable[[Any, str], bool]]) -> bool:
    enough = facts.is_standard_start and len(facts.moves) >= len(line)
    return enough and all(
        test(board, move) for test, board, move in zip(line, facts.boards, facts.moves)
    )


RANGES = {"opponent_elo": "2000-2450", "player": "anna"}

CASES: List[Tuple[Dict[str, Any], Callable[[Facts], bool]]] = [
    ({"player": "anna"}, lambda f: bool(f.side("anna"))),
    ({"player": ["mu\u0308LLER", "boris"]}, lambda f: bool(f.side("müller") + f.side("boris"))),
    ({"player": "anna", "color": ferz.BLACK}, lambda f: "anna" in f.black),
    ({"player": "anna", "opponent": "karl"}, lambda f: bool(f.side("anna") and f.side("karl"))),
    (RANGES, lambda f: any(2000 <= f.elos[1 - side] <= 2450 for side in f.side("anna"))),
    ({"white": ["karl", "boris"]}, lambda f: "karl" in f.white or "boris" in f.white),
    ({"black": "anna"}, lambda f: "anna" in f.black),
    ({"event": ["CLUB", "casual"]}, lambda f: f.event in ("Club cup", "Casual game")),
    ({"min_elo": 2000}, lambda f: both(f, lambda rating: rating >= 2000)),
    ({"max_elo": 1999}, lambda f: both(f, lambda rating: rating <= 1999)),
    ({"mean_elo": "-1999,2450-"}, lambda f: both(f, bool) and not 1999 < sum(f.elos) // 2 < 2450),
    ({"speeds": ["bullet", "rapid"]}, lambda f: f.speed in ("bullet", "rapid")),
    ({"modes": "rated"}, lambda f: f.event.startswith("Rated")),
    ({"since": "2023.06"}, lambda f: f.date[0] != "?" and f.days()[1] >= "2023.06.01"),
    ({"until": "2024.03.14"}, lambda f: f.date[0] != "?" and f.days()[0] <= "2024.03.14"),
    (
        {"tags": ["Event ~ game$", "WhiteElo > 1999"]},
        lambda f: f.event.endswith("game") and f.elos[0] > 1999,
    ),
    ({"variant": "chess960"}, lambda f: f.is_chess960),
    ({"variant": ["standard"]}, lambda f: not f.is_chess960),
    ({"results": ["1-0", "*"]}, lambda f: f.result in ("1-0", "*")),
    ({"won": "anna"}, lambda f: "anna" in f.winner),
    ({"lost": ["anna", "boris"]}, lambda f: "anna" in f.loser or "boris" in f.loser),
    ({"drew": "anna"}, lambda f: f.result == "1/2-1/2" and bool(f.side("anna"))),
    (
        {"moves": ["a2a3", "1. a4"]},
        lambda f: f.is_standard_start and f.moves[:1] in (["a2a3"], ["a2a4"]),
    ),
    (
        {"moves": ["* a5", "!a2a3 b6|a6"]},
        lambda f: (
            f.is_standard_start
            and f.moves[1:2] == ["a7a5"]
            or begins(f, [lambda _, m: m != "a2a3", lambda _, m: m in ("b7b6", "a7a6")])
        ),
    ),
    (
        {"moves": "* * !Nf3 Nf6|Nc6"},
        lambda f: begins(
            f,
            [
                lambda _, m: True,
                lambda _, m: True,
                lambda board, m: board.san(chess.Move.from_uci(m)) != "Nf3",
                lambda board, m: board.san(chess.Move.from_uci(m)) in ("Nf6", "Nc6"),
            ],
        ),
    ),
    ({"comment": "novel|nothing"}, lambda f: any("Novelty" in text for text in f.comments)),
    ({"comment": ["NOVELTY.*clk"]}, lambda f: any("Novelty" in text for text in f.comments)),
    (
        {"occurs": "repetition"},
        lambda f: any(board.is_repetition(3) for board in f.boards),
    ),
    (
        {"occurs": ["fivefold-repetition", "fifty-moves"]},
        lambda f: any(board.is_repetition(5) or board.halfmove_clock >= 100 for board in f.boards),
    ),
    ({"occurs": "promotion"}, lambda f: f.happens(lambda _, m: m.promotion is not None)),
    (
        {"occurs": "underpromotion"},
        lambda f: f.happens(lambda _, m: m.promotion not in (None, chess.QUEEN)),
    ),
    ({"occurs": "en-passant"}, lambda f: f.happens(lambda board, m: board.is_en_passant(m))),
    ({"min_plies": 15}, lambda f: len(f.moves) >= 15),
    ({"max_plies": 3}, lambda f: len(f.moves) <= 3),
    ({"termination": "checkmate"}, lambda f: f.boards[-1].is_checkmate()),
    ({"endgame": "rook"}, lambda f: sum(map(rooks, f.boards[:-1])) >= 10),
    ({"endgame": "rook", "endgame_plies": 3}, lambda f: sum(map(rooks, f.boards[:-1])) >= 3),
    ({"material": "KRPvKR"}, lambda f: any(f.pieces(board) == "KPRkr" for board in f.boards)),
    (
        {"material": "KRPvKR", "material_of": "black"},
        lambda f: any(f.pieces(board) == "KRkpr" for board in f.boards),
    ),
    (
        {"material": "KQR2M4P*vKQR2BM+P*"},
        lambda f: any(has_minors(board, side) for board in f.boards for side in (True, False)),
    ),
    (
        {"material": "KRPvKR", "stable_plies": 7},
        lambda f: f.rows(lambda board: f.pieces(board) == "KPRkr") >= 7,
    ),
    (
        {"material_lead": "3-"},
        lambda f: any(abs(lead(board, True)) >= 3 for board in f.boards),
    ),
    (
        {"material_lead": "1-2,5", "material_of": "black", "stable_plies": 3},
        lambda f: f.rows(lambda board: lead(board, False) in (1, 2, 5)) >= 3,
    ),
    (
        {"material_lead": 0, "at_ply": "10-12"},
        lambda f: any(lead(board, True) == 0 for board in f.boards[10:13]),
    ),
    (
        {"piece_count": "4-20", "stable_plies": 12, "at_ply": "5-"},
        lambda f: sum(4 <= len(board.piece_map()) <= 20 for board in f.boards[5:]) >= 12,
    ),
    ({"piece_count": "-4"}, lambda f: any(len(board.piece_map()) <= 4 for board in f.boards)),
    (
        {"fen": "rnbqkbnr/pppppppp/8/8/8/P7/1PPPPPPP/RNBQKBNR b KQkq - 0 1"},
        lambda f: f.is_standard_start and f.moves[:1] == ["a2a3"],
    ),
    (
        {"pattern": "Pa4", "at_ply": "-6,20-"},
        lambda f: any(
            board.piece_at(chess.A4) == chess.Piece.from_symbol("P")
            for ply, board in enumerate(f.boards)
            if ply <= 6 or ply >= 20
        ),
    ),
    (
        {"pattern": "Pa4", "stable_plies": 4},
        lambda f: (
            f.rows(lambda board: board.piece_at(chess.A4) == chess.Piece.from_symbol("P")) >= 4
        ),
    ),
    (
        {"pattern": "Pa4"},
        lambda f: any(
            board.piece_at(chess.A4) == chess.Piece.from_symbol("P") for board in f.boards
        ),
    ),
]

# Conditions whose meaning python-chess cannot count are compared with the program in test_with_the_program.
OTHERS: List[Dict[str, Any]] = [
    {"eco": ["A0", "B", "C20-C99"][1:]},
    {"pattern": "Pa4", "pattern_turn": ferz.WHITE},
    {"pattern": "Pa4", "either_color": True},
    {"follows": "REPERTOIRE"},
    {"follows": "REPERTOIRE", "leaves": "black"},
]


@pytest.fixture(scope="module")
def games() -> Tuple[bytes, List[Facts]]:
    rng = random.Random(64)
    texts = [made_game(number, rng) for number in range(1000)]
    facts = [Facts(chess.pgn.read_game(io.StringIO(text))) for text in texts]
    return "\n\n".join(texts).encode(), facts


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case[0]))
def test_conditions_select_the_games_of_python_chess(
    games: Tuple[bytes, List[Facts]], case: Any
) -> None:
    text, facts = games
    conditions, test = case
    expected = [number for number, game in enumerate(facts, 1) if test(game)]
    found = batch.games(text, **conditions).read_all()["game"].tolist()
    assert found == expected
    assert 0 < len(expected) < 1000 or "material_of" in conditions
    rows = batch.positions(text, columns=["game"], final=True, **conditions).read_all()["game"]
    assert sorted(set(rows.tolist())) == expected


@pytest.mark.parametrize("conditions", OTHERS, ids=str)
def test_with_the_program(
    games: Tuple[bytes, List[Facts]], conditions: Dict[str, Any], tmp_path: Any
) -> None:
    import json
    import subprocess
    import sys

    path, repertoire = tmp_path / "games.pgn", tmp_path / "repertoire.pgn"
    path.write_bytes(games[0])
    repertoire.write_text("1. a3 a6 2. a4 *\n\n1. a4 a5 *\n")
    conditions = {
        name: str(repertoire) if value == "REPERTOIRE" else value
        for name, value in conditions.items()
    }
    options = []
    for name, value in conditions.items():
        for single in value if isinstance(value, list) else [value]:
            if name == "pattern_turn":
                single = "white" if single else "black"
            options += [
                "--" + name.replace("_", "-"),
                *([] if single is True else [str(single)]),
            ]
    command = [sys.executable, "-m", "ferz", "pgn", "list", str(path), "--json", *options]
    printed = subprocess.run(
        command, capture_output=True, text=True, check=True, timeout=120
    ).stdout
    expected = [json.loads(line)["game"] for line in printed.splitlines()]
    assert batch.games(str(path), **conditions).read_all()["game"].tolist() == expected


def test_names_are_those_of_the_table(tmp_path: Any) -> None:
    with pytest.raises(TypeError) as error:
        batch.games(b"", nothing=1)  # type: ignore[call-arg]
    table = str(error.value).split("expected one of ")[1].split(", ")
    plural = {"speed": "speeds", "mode": "modes", "tag": "tags", "result": "results"}
    names = [plural.get(name, name).replace("-", "_") for name in table]
    assert sorted(names) == sorted(
        batch.Conditions.__annotations__ | explore.IndexConditions.__annotations__
    )
    tested = {name for conditions in [*(case[0] for case in CASES), *OTHERS] for name in conditions}
    assert tested == set(names), "each condition needs a case in CASES or OTHERS"
    index = explore.Index(tmp_path / "index", create=True)
    assert set(names) - set(explore.IndexConditions.__annotations__) == {
        "comment",
        "follows",
        "leaves",
    }
    repertoire = tmp_path / "repertoire.pgn"
    repertoire.write_text("1. a3 a6 *\n")
    index.add(b"1. e4 e5 *\n")
    with pytest.raises(ValueError, match="an index has no comments"):
        index.moves(comment="novelty")  # type: ignore[call-arg]
    with pytest.raises(ValueError, match="an index reads no other file"):
        index.moves(follows=str(repertoire))  # type: ignore[call-arg]


def test_letters_with_marks_are_one_in_all_forms_of_unicode():
    scripts = ("LATIN", "GREEK", "CYRILLIC", "ARABIC", "HIRAGANA", "KATAKANA", "HANGUL SYLLABLE")
    # Characters that Unicode composes only in another way, and the syllables of one consonant.
    letters = [
        chr(code)
        for code in [*range(0xC0, 0x3100), *range(0xAC00, 0xAE4C)]
        if unicodedata.name(chr(code), "").startswith(scripts)
        and unicodedata.normalize("NFC", chr(code)) == chr(code)
        and unicodedata.normalize("NFD", chr(code)) != chr(code)
        and chr(code).isalpha()
    ]
    assert len(letters) > 1400
    games = "".join(
        f'[White "{unicodedata.normalize("NFD", letter)} {number}x"]\n\n1. e4 *\n\n'
        for number, letter in enumerate(letters)
    )
    players = batch.games(games.encode()).read_all()["White"]
    for number in range(0, len(letters), 7):
        name = f"{letters[number]} {number}x"
        assert unicodedata.normalize("NFC", players[number]) == name
        found = batch.games(games.encode(), player=name).read_all()["White"]
        assert list(found) == [players[number]], name


def test_errors_name_the_keyword() -> None:
    for conditions, message in [
        ({"min_elo": 70000}, "^min_elo: expected a rating"),
        ({"mean_elo": "x"}, "^mean_elo: "),
        ({"at_ply": "3"}, "at_ply needs"),
    ]:
        with pytest.raises(ValueError, match=message):
            batch.games(b"", **conditions)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match='"foo", expected one of .*opponent_elo.*material_lead'):
        batch.games(b"", foo=1)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="^player: expected a text or several, found '4'"):
        batch.games(b"", player=4)  # type: ignore[arg-type]
