"""Regular expressions that programs for python-chess use. The reader has a parser of its own."""

from __future__ import annotations

import re

TAG_REGEX = re.compile(r"^\[([A-Za-z0-9][A-Za-z0-9_+#=:-]*)\s+\"([^\r]*)\"\]\s*$")
"""A tag pair: its name and its value."""

EVAL_REGEX = re.compile(
    r"(?P<prefix>\s?)\[%eval\s(?:\#(?P<mate>[+-]?\d+)|(?P<cp>[+-]?(?:\d{0,10}\.\d{1,2}|\d{1,10}\.?)))"
    r"(?:,(?P<depth>\d+))?\](?P<suffix>\s?)"
)
"""An evaluation in a comment: the moves to mate or pawns, and the depth."""

_TIME = r"\s(?P<hours>\d+):(?P<minutes>\d+):(?P<seconds>\d+(?:\.\d*)?)\](?P<suffix>\s?)"

CLOCK_REGEX = re.compile(r"(?P<prefix>\s?)\[%clk" + _TIME)
"""A clock in a comment."""

EMT_REGEX = re.compile(r"(?P<prefix>\s?)\[%emt" + _TIME)
"""The time elapsed for a move in a comment."""

_ARROW = r"[RGYB][a-h][1-8](?:[a-h][1-8])?"

ARROWS_REGEX = re.compile(
    rf"(?P<prefix>\s?)\[%c[as]l\s(?P<arrows>{_ARROW}(?:,{_ARROW})*)\](?P<suffix>\s?)"
)
"""Arrows or marked squares in a comment."""

TAG_NAME_REGEX = re.compile(r"^[A-Za-z0-9][A-Za-z0-9_+#=:-]*\Z")
"""The name of a tag."""

SKIP_MOVETEXT_REGEX = re.compile("[;{}]")
"""The characters that begin or end comments."""

MOVETEXT_REGEX = re.compile(
    r"([NBKRQ]?[a-h]?[1-8]?[\-x]?[a-h][1-8](?:=?[nbrqkNBRQK])?|[PNBRQK]?@[a-h][1-8]|--|Z0|0000|@@@@"
    r"|O-O(?:-O)?|0-0(?:-0)?)"
    r"|(\{.*)|(;.*)|(\$[0-9]+)|(\()|(\))|(\*|1-0|0-1|1/2-1/2)|([\?!]{1,2})",
    re.DOTALL,
)
"""A token of the movetext: a move, the start of a comment of either kind, a NAG, a parenthesis, a
result, or marks such as ``!?``."""
