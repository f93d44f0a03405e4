"""Portable Game Notation: reading, trees of variations, visitors and writing.

>>> import io
>>> import ferz.pgn
>>> game = ferz.pgn.read_game(io.StringIO('[White "Réti"]\\n\\n1. Nf3 d5 {a comment} (1... c5) *'))
>>> game.headers["White"]
'Réti'
>>> [node.san() for node in game.mainline()]
['Nf3', 'd5']
>>> print(game.next())
1. Nf3 d5 { a comment } ( 1... c5 )
"""

from __future__ import annotations

from ferz.pgn.export import FileExporter, StringExporter, StringExporterMixin
from ferz.pgn.headers import TAG_ROSTER, Headers, HeadersBuilder, HeadersT
from ferz.pgn import nags
from ferz.pgn.nags import *  # noqa: F403
from ferz.pgn.regexes import ARROWS_REGEX, CLOCK_REGEX, EMT_REGEX, EVAL_REGEX, MOVETEXT_REGEX
from ferz.pgn.regexes import SKIP_MOVETEXT_REGEX, TAG_NAME_REGEX, TAG_REGEX
from ferz.pgn.reader import read_game, read_headers, skip_game
from ferz.pgn.time_control import TimeControl, TimeControlPart, TimeControlType, parse_time_control
from ferz.pgn.tree import LOGGER, ChildNode, Game, GameBuilder, GameNode, GameT
from ferz.pgn.visitor import SKIP, BaseVisitor, BoardBuilder, ResultT, SkipType, SkipVisitor
from ferz.pgn.walk import Mainline

__all__ = [
    "ARROWS_REGEX",
    "CLOCK_REGEX",
    "EMT_REGEX",
    "EVAL_REGEX",
    "LOGGER",
    "MOVETEXT_REGEX",
    "SKIP",
    "SKIP_MOVETEXT_REGEX",
    "TAG_NAME_REGEX",
    "TAG_REGEX",
    "TAG_ROSTER",
    "BaseVisitor",
    "BoardBuilder",
    "ChildNode",
    "FileExporter",
    "Game",
    "GameBuilder",
    "GameNode",
    "GameT",
    "Headers",
    "HeadersBuilder",
    "HeadersT",
    "Mainline",
    "ResultT",
    "SkipType",
    "SkipVisitor",
    "StringExporter",
    "StringExporterMixin",
    "TimeControl",
    "TimeControlPart",
    "TimeControlType",
    "parse_time_control",
    "read_game",
    "read_headers",
    "skip_game",
]
__all__ += nags.__all__
