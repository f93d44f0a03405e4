"""The texts of the XBoard protocol: features, options, thinking output and results."""

from __future__ import annotations

import re
from typing import Dict, Iterator, List, Optional, Tuple

from ferz import _chess as chess

from .exchange import EngineError
from .option import ConfigValue, Option
from .score import Cp, Mate, PovScore, Score
from .types import Info, InfoDict

#: Scores of mates begin here: the rest is the number of moves.
_MATE_SCORE = 100_000

#: `name=value` or `name="value with spaces"`. Only a quote before the next name ends a value.
_FEATURE = re.compile(r'(\w+)=(?:"(.*?)"(?=\s+\w+=|\s*$)|(\S+))')

XBOARD_ERROR_REGEX = re.compile(r"\s*(?:Error|Illegal move)\s*(?:\([^()]+\)\s*)?:")
"""The beginning of a line that reports an error."""

_ENDINGS = {
    "CHECKMATE": None,
    "STALEMATE": "Stalemate",
    "INSUFFICIENT_MATERIAL": "Insufficient material",
    "SEVENTYFIVE_MOVES": "Seventyfive-move rule",
    "FIVEFOLD_REPETITION": "Fivefold repetition",
    "FIFTY_MOVES": "Fifty-move rule",
    "THREEFOLD_REPETITION": "Threefold repetition",
}


def check_error(line: str) -> None:
    """
    Checks a line of an engine.

    :raises: :class:`EngineError` if it reports an error.
    """
    if XBOARD_ERROR_REGEX.match(line):
        raise EngineError(f"the engine sent an error: {line}")


def parse_features(text: str) -> Iterator[Tuple[str, str]]:
    """Yields the names and values of the text after ``feature``."""
    for match in _FEATURE.finditer(text):
        name, quoted, plain = match.groups()
        yield name, plain if quoted is None else quoted


def parse_option(text: str) -> Option:
    """
    Parses the value of a feature ``option``: ``NAME -TYPE VALUE``.

    :raises: :class:`EngineError` if it declares no valid option.
    """
    match = re.fullmatch(r"(.*?)\s+-(\w+)(?:\s+(.*))?", text)
    if match is None:
        raise EngineError(f"invalid option: {text!r}")
    name, kind, value = match[1], match[2], match[3] or ""
    default: ConfigValue = None
    low = high = None
    var: List[str] = []
    if kind == "combo":
        choices = [choice.strip() for choice in value.split("///")]
        chosen = [choice[1:] for choice in choices if choice.startswith("*")]
        var = [choice[1:] if choice.startswith("*") else choice for choice in choices]
        default = chosen[0] if chosen else None
    elif kind in ("spin", "slider"):
        kind = "spin"
        try:
            default, low, high = (int(word) for word in value.split())
        except ValueError:
            raise EngineError(f"invalid option: {text!r}") from None
    elif kind == "check":
        default = value.strip() not in ("", "0", "false")
    elif kind in ("string", "file", "path"):
        default = value
    return Option(name, kind, default, low, high, var)


def option_command(option: Option, value: ConfigValue) -> str:
    """Returns the command that sets an option to a parsed value."""
    if option.is_button():
        return f"option {option.name}"
    if option.type == "check":
        value = int(bool(value))
    if option.name in ("memory", "cores") or option.name.startswith("egtpath "):
        return f"{option.name} {value}"
    return f"option {option.name}={value}"


def _score(number: int) -> Score:
    if number > _MATE_SCORE:
        return Mate(number - _MATE_SCORE)
    if number < -_MATE_SCORE:
        return Mate(number + _MATE_SCORE)
    return Cp(number)


def _parse_moves(board: chess.Board, words: List[str]) -> List[chess.Move]:
    """Parses moves up to the first word that is none. Move numbers are skipped."""
    after = board.copy(stack=False)
    moves = []
    for word in words:
        word = re.sub(r"^\d+\.+", "", word).strip("().")
        if not word or word.isdigit():
            continue
        try:
            moves.append(after.push_san(word))
        except ValueError:
            break
    return moves


def parse_post(line: str, board: chess.Board, selector: Info = Info.ALL) -> Optional[InfoDict]:
    """
    Parses thinking output, ``PLY SCORE TIME NODES [SELDEPTH NPS TBHITS] PV``, with the score in
    centipawns and the time in hundredths of a second. Returns ``None`` for other lines.
    """
    head, tab, tail = line.partition("\t")
    words = head.split()
    first = re.match(r"(\d+)[.+\-&]?$", words[0]) if len(words) >= 4 else None
    if first is None:
        return None
    try:
        score, centiseconds, nodes = (int(word) for word in words[1:4])
    except ValueError:
        return None
    extra: Dict[str, int] = {}
    rest = words[4:]
    if tab:
        numbers = [int(word) for word in rest if word.isdigit()]
        extra = dict(zip(("seldepth", "nps", "tbhits"), numbers))
        rest = tail.split()
    info: InfoDict = {
        "depth": int(first[1]),
        "time": centiseconds / 100.0,
        "nodes": nodes,
        **extra,  # type: ignore[typeddict-item]
    }
    if selector & Info.SCORE:
        info["score"] = PovScore(_score(score), board.turn)
    if selector & Info.PV:
        info["pv"] = _parse_moves(board, rest)
    return info


def level_command(clock: float, increment: float, moves: Optional[int]) -> str:
    """Returns the command of a time control with the time left in seconds."""
    minutes, seconds = divmod(int(clock), 60)
    base = f"{minutes}:{seconds:02}" if seconds else str(minutes)
    return f"level {moves or 0} {base} {increment:g}"


def result_command(
    board: chess.Board, winner: Optional[bool], ending: Optional[str], complete: bool
) -> str:
    """
    Returns the command of a result.

    :raises: :class:`EngineError` if the ending has a line break or a brace.
    """
    if ending and any(char in "\n\r{}" for char in ending):
        raise EngineError(f"line break or brace in the ending of a game: {ending!r}")
    result = "*"
    if complete:
        outcome = board.outcome()
        if winner is None and ending is None and outcome is not None:
            winner = outcome.winner
            ending = _ENDINGS.get(outcome.termination.name)
            if ending is None and winner is not None:
                ending = "White mates" if winner else "Black mates"
        if winner is not None:
            result = "1-0" if winner else "0-1"
        elif ending is not None:
            result = "1/2-1/2"
    return f"result {result}" + (f" {{{ending}}}" if ending else "")
