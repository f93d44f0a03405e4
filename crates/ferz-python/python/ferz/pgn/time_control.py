"""The tag ``TimeControl``."""

from __future__ import annotations

import dataclasses
import enum
from typing import List


class TimeControlType(enum.Enum):
    """The class of a time control, by the time of a game of 60 moves."""

    UNKNOWN = 0
    UNLIMITED = 1
    STANDARD = 2
    """One hour or more."""
    RAPID = 3
    """From 15 minutes to one hour."""
    BLITZ = 4
    """From 3 to 15 minutes."""
    BULLET = 5
    """Less than 3 minutes."""


@dataclasses.dataclass
class TimeControlPart:
    """A period of a time control: *time* seconds for *moves* moves, or for the rest of the game if
    *moves* is 0, with an *increment* or a *delay* in seconds for each move."""

    moves: int = 0
    time: int = 0
    increment: float = 0
    delay: float = 0


@dataclasses.dataclass
class TimeControl:
    """A time control with one or more periods, as in ``40/7200:3600+30``."""

    parts: List[TimeControlPart] = dataclasses.field(default_factory=list)
    type: TimeControlType = TimeControlType.UNKNOWN


def _parse_part(text: str) -> TimeControlPart:
    part = TimeControlPart()
    if "/" in text:
        moves, text = text.split("/", 1)
        part.moves = int(moves)
    if "+" in text:
        text, increment = text.split("+", 1)
        if not increment[:1].isdigit():
            raise ValueError(f"invalid increment: {increment!r}")
        part.increment = float(increment)
    part.time = int(text)
    return part


def _classify(part: TimeControlPart) -> TimeControlType:
    seconds = part.time + 60 * part.increment
    if seconds < 180:
        return TimeControlType.BULLET
    if seconds < 900:
        return TimeControlType.BLITZ
    if seconds < 3600:
        return TimeControlType.RAPID
    return TimeControlType.STANDARD


def parse_time_control(time_control: str) -> TimeControl:
    """Parses the value of the tag ``TimeControl``: ``?`` for an unknown time, ``-`` for none, or
    periods separated by colons.

    :raises: :exc:`ValueError` if the text is invalid.
    """
    if not time_control or time_control == "?":
        return TimeControl()
    if time_control.startswith("-"):
        return TimeControl(type=TimeControlType.UNLIMITED)
    parts = [_parse_part(text) for text in time_control.split(":")]
    if any(part.moves == 0 for part in parts[:-1]):
        raise ValueError("Only last part can be 'sudden death'.")
    return TimeControl(parts, _classify(parts[0]))
