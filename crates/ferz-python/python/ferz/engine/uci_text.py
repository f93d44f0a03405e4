"""The texts of UCI: what is sent for positions and limits, and the parts of ``info`` and the rest."""

from __future__ import annotations

import logging
import re
from typing import Any, Callable, Dict, Iterable, List, Optional, Sequence, Tuple

from ferz import _chess as chess

from .exchange import EngineError
from .option import Option
from .score import Cp, Mate, PovScore, PovWdl, Wdl
from .types import BestMove, Info, InfoDict, Limit, Opponent

LOGGER = logging.getLogger(__name__)

#: A move in UCI notation, drops and null moves included.
UCI_REGEX = re.compile(r"[a-h][1-8][a-h][1-8][pnbrqk]?|[PNBRQK]@[a-h][1-8]|0000", re.IGNORECASE)

#: Keywords of ``option``, each of which begins a field.
_OPTION_FIELDS = ("name", "type", "default", "min", "max", "var")


def split_word(text: str) -> Tuple[str, str]:
    """Returns the first word and the rest, without the space between them."""
    words = text.split(None, 1)
    return words[0] if words else "", words[1] if len(words) > 1 else ""


# Engine to program.


def parse_option(text: str) -> Option:
    """
    Parses the text after ``option``.

    :raises: :class:`EngineError` if it declares no valid option.
    """
    fields: Dict[str, List[str]] = {}
    var: List[str] = []
    words: List[str] = []
    for word in text.split():
        # A name or value may contain the keywords of fields that have been read.
        if word in _OPTION_FIELDS and (word == "var" or word not in fields):
            words = fields[word] = []
            if word == "var":
                var.append("")
        else:
            words.append(word)
            if "var" in fields and words is fields["var"]:
                var[-1] = " ".join(words)
    values = {key: " ".join(value) for key, value in fields.items()}

    def limit(key: str) -> Optional[int]:
        try:
            return int(values[key]) if key in values else None
        except ValueError:
            raise EngineError(f"invalid {key} in option: {text!r}") from None

    name, kind = values.get("name", ""), values.get("type", "")
    option = Option(name, kind, None, limit("min"), limit("max"), var)
    if not name or not kind:
        raise EngineError(f"option without a name or type: {text!r}")
    default = values.get("default")
    if default is None:
        return option
    # Some engines declare a default outside of their own limits.
    lenient = Option(name, kind, None, None, None, [*var, default])
    return Option(name, kind, lenient.parse(default), option.min, option.max, var)


def parse_best_move(board: chess.Board, text: str) -> BestMove:
    """
    Parses the text after ``bestmove``. An invalid ponder move is ignored.

    :raises: :class:`EngineError` if the move is not legal.
    """
    words = text.split()
    if not words or words[0].lower() in ("(none)", "null", "none"):
        return BestMove(None, None)
    try:
        # Some engines write upper-case letters.
        move = board.parse_uci(words[0].lower())
    except ValueError as error:
        raise EngineError(f"the engine sent an invalid best move: {error}") from error
    ponder = None
    if len(words) >= 3 and words[1] == "ponder" and words[2] != "(none)":
        after = board.copy(stack=False)
        after.push(move)
        try:
            ponder = after.parse_uci(words[2].lower())
        except ValueError as error:
            LOGGER.warning("the engine sent an invalid ponder move: %s", error)
    return BestMove(move, ponder)


def _parse_line(board: chess.Board, words: Iterable[str]) -> List[chess.Move]:
    after = board.copy(stack=False)
    moves = []
    for word in words:
        move = after.parse_uci(word)
        after.push(move)
        moves.append(move)
    return moves


class _InfoReader:
    """A cursor over the words of an ``info`` line."""

    def __init__(self, text: str, board: chess.Board, selector: Info) -> None:
        self.words = text.split()
        self.next = 0
        self.board = board
        self.selector = selector
        self.info: InfoDict = {}

    def take(self) -> str:
        if self.next == len(self.words):
            raise ValueError("value missing")
        self.next += 1
        return self.words[self.next - 1]

    def take_moves(self) -> List[str]:
        start = self.next
        while self.next < len(self.words) and UCI_REGEX.fullmatch(self.words[self.next]):
            self.next += 1
        return self.words[start : self.next]

    def score(self) -> None:
        kind = self.take()
        if kind not in ("cp", "mate"):
            raise ValueError(f"unknown kind of score: {kind}")
        number = int(self.take())
        following = self.words[self.next : self.next + 1]
        if following in (["lowerbound"], ["upperbound"]):
            self.next += 1
        if self.selector & Info.SCORE:
            score = Cp(number) if kind == "cp" else Mate(number)
            if following == ["lowerbound"]:
                self.info["lowerbound"] = True
            elif following == ["upperbound"]:
                self.info["upperbound"] = True
            self.info["score"] = PovScore(score, self.board.turn)

    def wdl(self) -> None:
        wdl = Wdl(int(self.take()), int(self.take()), int(self.take()))
        self.info["wdl"] = PovWdl(wdl, self.board.turn)

    def pv(self) -> None:
        words = self.take_moves()
        if self.selector & Info.PV:
            self.info["pv"] = _parse_line(self.board, words)

    def refutation(self) -> None:
        words = self.take_moves()
        if self.selector & Info.REFUTATION and words:
            first, *line = _parse_line(self.board, words)
            self.info.setdefault("refutation", {})[first] = line

    def currline(self) -> None:
        number = int(self.take())
        words = self.take_moves()
        if self.selector & Info.CURRLINE:
            self.info.setdefault("currline", {})[number] = _parse_line(self.board, words)

    def currmove(self) -> None:
        self.info["currmove"] = self.board.parse_uci(self.take())


def _line_number(text: str) -> int:
    number = int(text)
    # No position has more legal moves than MultiPV has values.
    if not 1 <= number <= 256:
        raise ValueError(f"line {number} is outside 1 to 256")
    return number


def _basic(key: str, convert: Callable[[str], Any]) -> Callable[[_InfoReader], None]:
    def read(reader: _InfoReader) -> None:
        reader.info[key] = convert(reader.take())  # type: ignore[literal-required]

    return read


_INFO_FIELDS: Dict[str, Callable[[_InfoReader], None]] = {
    **{
        key: _basic(key, int)
        for key in (
            "depth",
            "seldepth",
            "nodes",
            "nps",
            "tbhits",
            "currmovenumber",
            "hashfull",
            "cpuload",
            "movesleft",
        )
    },
    "multipv": _basic("multipv", _line_number),
    "time": _basic("time", lambda text: int(text) / 1000.0),
    "ebf": _basic("ebf", float),
    "currmove": _InfoReader.currmove,
    "score": _InfoReader.score,
    "wdl": _InfoReader.wdl,
    "pv": _InfoReader.pv,
    "refutation": _InfoReader.refutation,
    "currline": _InfoReader.currline,
}


def parse_info(text: str, board: chess.Board, selector: Info = Info.ALL) -> InfoDict:
    """
    Parses the text after ``info``. Unknown words are ignored, and invalid fields are left out.

    :param board: The position that is searched.
    :param selector: The kinds of information to return. Basic information, which costs little, is
        returned with any kind.
    """
    if not selector:
        return {}
    # A string extends to the end of the line.
    fields, *string = re.split(r"(?:^|\s)string(?:\s|$)", text, maxsplit=1)
    reader = _InfoReader(fields, board, selector)
    while reader.next < len(reader.words):
        key = reader.take()
        read = _INFO_FIELDS.get(key)
        if read is not None:
            start = reader.next
            try:
                read(reader)
            except ValueError as error:
                # The value may be missing, and the next word be a key.
                reader.next = start
                LOGGER.warning("invalid %s in info %r: %s", key, text, error)
    if string:
        reader.info["string"] = string[0]
    return reader.info


# Program to engine.


def position_command(board: chess.Board) -> str:
    """
    Returns the ``position`` command of a board: its first position and the moves since, or its
    current position if there is a null move among them, which UCI lacks.
    """
    moves: Sequence[chess.Move] = board.move_stack
    if all(moves):
        root = board.root()
    else:
        LOGGER.warning("the moves before a null move are not sent to the engine")
        root, moves = board, []
    fen = root.fen(shredder=board.chess960, en_passant="fen")
    start = "startpos" if fen == chess.STARTING_FEN else f"fen {fen}"
    words = ["position", start]
    if moves:
        words.append("moves")
        words.extend(move.uci() for move in moves)
    return " ".join(words)


def _milliseconds(seconds: float) -> int:
    return max(1, round(seconds * 1000))


def go_command(
    limit: Limit,
    *,
    root_moves: Optional[Iterable[chess.Move]] = None,
    ponder: bool = False,
    infinite: bool = False,
) -> str:
    """Returns the ``go`` command of a search."""
    words = ["go"]
    if ponder:
        words.append("ponder")
    for name, seconds in (
        ("wtime", limit.white_clock),
        ("btime", limit.black_clock),
        ("winc", limit.white_inc),
        ("binc", limit.black_inc),
    ):
        if seconds is not None:
            # An increment, unlike a clock, may be zero.
            minimum = 0 if name.endswith("inc") and seconds <= 0 else _milliseconds(seconds)
            words += [name, str(minimum)]
    if limit.remaining_moves is not None and limit.remaining_moves > 0:
        words += ["movestogo", str(limit.remaining_moves)]
    for name, count in (("depth", limit.depth), ("nodes", limit.nodes), ("mate", limit.mate)):
        if count is not None:
            words += [name, str(max(1, int(count)))]
    if limit.time is not None:
        words += ["movetime", str(_milliseconds(limit.time))]
    if infinite:
        words.append("infinite")
    if root_moves is not None:
        words.append("searchmoves")
        # Without any word all moves would be searched.
        words += [move.uci() for move in root_moves] or ["0000"]
    return " ".join(words)


def opponent_text(opponent: Opponent) -> str:
    """Returns the value of ``UCI_Opponent``."""
    rating = "none" if opponent.rating is None else str(opponent.rating)
    kind = "computer" if opponent.is_engine else "human"
    return f"{opponent.title or 'none'} {rating} {kind} {opponent.name or 'unknown'}"
