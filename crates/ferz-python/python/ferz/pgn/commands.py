"""Commands in comments: ``[%eval]``, ``[%clk]``, ``[%emt]``, ``[%csl]`` and ``[%cal]``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Callable, Iterable, List, Match, Optional, Pattern, Tuple, Union

from ferz import _chess as chess

from .regexes import ARROWS_REGEX

if TYPE_CHECKING:
    import ferz.engine
    import ferz.svg

_EVAL = re.compile(
    r"(?P<prefix>)\[%eval\s(?P<score>[^\s\],]+)(?:,(?P<depth>[0-9]+))?\](?P<suffix>)"
)
_PAWNS = re.compile(r"([+-]?)([0-9]{0,10})(?:\.([0-9]{0,2}))?")
_MATE = re.compile(r"#([+-]?[0-9]{1,9})")

Score = Union["ferz.engine.Cp", "ferz.engine.Mate"]


def _parse_score(text: str) -> Optional[Score]:
    """Parses pawns or ``#`` with the moves to mate, from White's point of view."""
    from ferz.engine import Cp, Mate

    mate = _MATE.fullmatch(text)
    if mate:
        return Mate(int(mate.group(1)))
    pawns = _PAWNS.fullmatch(text)
    if not pawns or not (pawns.group(2) or pawns.group(3)):
        return None
    centipawns = 100 * int(pawns.group(2) or 0) + int((pawns.group(3) or "").ljust(2, "0"))
    return Cp(-centipawns if pawns.group(1) == "-" else centipawns)


def _first_eval(comment: str) -> Optional[Match[str]]:
    return next(
        (match for match in _EVAL.finditer(comment) if _parse_score(match["score"]) is not None),
        None,
    )


def read_eval(comments: Iterable[str]) -> Optional[Tuple[Score, Optional[int]]]:
    """Returns the first evaluation and its depth."""
    for comment in comments:
        for match in _EVAL.finditer(comment):
            score = _parse_score(match["score"])
            if score is not None:
                return score, int(match["depth"]) if match["depth"] else None
    return None


def write_eval(
    comments: List[str], score: Optional[ferz.engine.Score], depth: Optional[int]
) -> None:
    """Replaces the first evaluation by a score from White's point of view, or removes it."""
    text = ""
    if score is not None:
        centipawns, mate = score.score(), score.mate()
        if centipawns is not None:
            text = f"{centipawns / 100:.2f}"
        elif mate:
            text = f"#{mate}"
        if text:
            text = f"[%eval {text}]" if depth is None else f"[%eval {text},{max(depth, 0)}]"
    _replace(comments, _first_eval, text)


def read_time(comments: Iterable[str], pattern: Pattern[str]) -> Optional[float]:
    """Returns the first time of a pattern in seconds."""
    for comment in comments:
        match = pattern.search(comment)
        if match:
            return int(match["hours"]) * 3600 + int(match["minutes"]) * 60 + float(match["seconds"])
    return None


def write_time(
    comments: List[str], pattern: Pattern[str], command: str, seconds: Optional[float]
) -> None:
    """Replaces the first time of a pattern, rounded to milliseconds, or removes it."""
    text = ""
    if seconds is not None:
        milliseconds = int(max(0.0, seconds) * 1000 + 0.5)
        minutes, rest = divmod(milliseconds, 60_000)
        fraction = f".{rest % 1000:03}".rstrip("0").rstrip(".")
        text = f"[%{command} {minutes // 60}:{minutes % 60:02}:{rest // 1000:02}{fraction}]"
    _replace(comments, pattern.search, text)


def read_arrows(comments: Iterable[str]) -> List[ferz.svg.Arrow]:
    """Returns all arrows and marked squares."""
    from ferz.svg import Arrow

    lists = (
        match["arrows"].split(",")
        for comment in comments
        for match in ARROWS_REGEX.finditer(comment)
    )
    return [Arrow.from_pgn(text) for arrows in lists for text in arrows]


def write_arrows(
    comments: List[str], arrows: Iterable[Union[ferz.svg.Arrow, Tuple[chess.Square, chess.Square]]]
) -> None:
    """Replaces all arrows and marked squares."""
    from ferz.svg import Arrow

    for index, comment in enumerate(comments):
        while match := ARROWS_REGEX.search(comment):
            comment = _substitute(comment, match, "")
        comments[index] = comment
    comments[:] = filter(None, comments)

    squares: List[str] = []
    lines: List[str] = []
    for arrow in arrows:
        if not isinstance(arrow, Arrow):
            arrow = Arrow(*arrow)
        (squares if arrow.tail == arrow.head else lines).append(arrow.pgn())
    text = f"[%csl {','.join(squares)}]" if squares else ""
    if lines:
        text += f"[%cal {','.join(lines)}]"
    if text:
        comments.insert(0, text)


def _replace(comments: List[str], find: Callable[[str], Optional[Match[str]]], text: str) -> None:
    """Replaces the first match in the comments, or adds a comment. An empty text removes it."""
    for index, comment in enumerate(comments):
        match = find(comment)
        if match:
            comments[index] = _substitute(comment, match, text)
            if not comments[index]:
                del comments[index]
            return
    if text:
        comments.append(text)


def _substitute(comment: str, match: Match[str], text: str) -> str:
    """Replaces a match. With an empty text, the space on one side of it is removed too."""
    before, after = comment[: match.end("prefix")], comment[match.start("suffix") :]
    if not text:
        if after[:1].isspace() and (not before or before[-1].isspace()):
            after = after[1:]
        elif not after and before[-1:].isspace():
            before = before[:-1]
    return before + text + after
