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

from ferz.pgn.builders import LOGGER, BoardBuilder, GameBuilder, HeadersBuilder
from ferz.pgn.export import FileExporter, StringExporter, StringExporterMixin
from ferz.pgn.game import Game
from ferz.pgn.headers import TAG_ROSTER, Headers
from ferz.pgn.mainline import Mainline
from ferz.pgn.nags import *  # noqa: F403
from ferz.pgn.node import ChildNode, GameNode
from ferz.pgn.reader import read_game, read_headers, skip_game
from ferz.pgn.time_control import TimeControl, TimeControlPart, TimeControlType, parse_time_control
from ferz.pgn.visitor import SKIP, BaseVisitor, SkipType, SkipVisitor

__all__ = [
    "LOGGER",
    "SKIP",
    "TAG_ROSTER",
    "BaseVisitor",
    "BoardBuilder",
    "ChildNode",
    "FileExporter",
    "Game",
    "GameBuilder",
    "GameNode",
    "Headers",
    "HeadersBuilder",
    "Mainline",
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
__all__ += [name for name in globals() if name.startswith("NAG_")]
