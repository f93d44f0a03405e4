"""Conditions on games by keyword, the same for :mod:`ferz.explore` and :mod:`ferz.batch`."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING, Optional, Sequence, TypedDict, Union

if TYPE_CHECKING:
    import ferz

Texts = Union[str, Sequence[str], None]
"""A text, or several of which one is enough."""

Date = Union[str, int, datetime.date, None]
"""A date such as ``"2024.03.15"``, ``"2024.03"`` or ``2024``."""


class IndexConditions(TypedDict, total=False):
    """Conditions on games by keyword that an index answers. All of them must hold; of several values of one condition
    one is enough, except for ``tags``, which must all hold."""

    player: Texts
    """Name of a player, or words of it in any order and case."""
    color: Optional[ferz.Color]
    """Side of that player."""
    opponent: Texts
    """Name of the other player, or words of it."""
    opponent_elo: Union[str, int, None]
    """Rating of the other player, which must be known: a number, or ranges such as ``"1800-1999,2200-"``."""
    white: Texts
    """Name of White, or words of it."""
    black: Texts
    """Name of Black, or words of it."""
    event: Texts
    """Part of the tag ``Event``, in any case."""
    min_elo: Optional[int]
    """Minimum rating of both players, which must be known."""
    max_elo: Optional[int]
    """Maximum rating of both players, which must be known."""
    mean_elo: Union[str, int, None]
    """Mean rating of both players, which must be known: a number or ranges."""
    speeds: Texts
    """Speeds as Lichess computes them from the tag ``TimeControl``."""
    modes: Texts
    """``rated`` or ``casual``, by the first word of the tag ``Event``."""
    since: Date
    """First date. A date with unknown parts counts if it can mean a day of the range."""
    until: Date
    """Last date."""
    tags: Texts
    """Conditions on any tag, such as ``"Site ~ club"`` or ``"ECO >= B20"``, which must all hold."""
    results: Texts
    """Results: ``1-0``, ``0-1``, ``1/2-1/2`` or ``*``."""
    won: Texts
    """Name of a player who won, or words of it."""
    lost: Texts
    """Name of a player who lost, or words of it."""
    drew: Texts
    """Name of a player who drew, or words of it."""
    variant: Texts
    """``standard`` or ``chess960``."""
    moves: Texts
    """First moves, in SAN or UCI notation; ``*`` is any move, ``!Nf3`` any other one, ``d4|c4`` one of several."""
    eco: Texts
    """ECO codes, ranges or volumes by the positions: ``B90``, ``B20-B99``, ``B``."""
    min_plies: Optional[int]
    """Minimum length in plies."""
    max_plies: Optional[int]
    """Maximum length in plies."""
    termination: Texts
    """Ways in which games end, such as ``checkmate``."""
    occurs: Texts
    """What happens anywhere in the game, such as ``repetition``, ``fifty-moves`` or ``underpromotion``."""
    endgame: Texts
    """Kinds of endgames, such as ``rook``."""
    endgame_plies: Optional[int]
    """Minimum number of plies of the endgame, 10 unless given."""
    material: Texts
    """Material of a position, such as ``KRPvKR``; ``M`` is a bishop or knight."""
    material_lead: Union[str, int, None]
    """Lead in material of one side in pawns: a number or ranges such as ``"3-"``."""
    material_of: Optional[str]
    """Side that has the first part of the material, and the lead."""
    piece_count: Union[str, int, None]
    """Number of all pieces of a position, or ranges of it."""
    fen: Texts
    """Positions that occur."""
    pattern: Optional[str]
    """Pieces on squares of a position, such as ``"Nf5,Pe4,_h7"``."""
    pattern_turn: Optional[ferz.Color]
    """Side to move in the first position with the pattern."""
    either_color: Optional[bool]
    """Also accepts the pattern with colours exchanged and the board flipped."""
    stable_plies: Optional[int]
    """Number of consecutive positions in which the pattern, the material, the lead or the piece count holds, 1 unless
    given."""
    at_ply: Union[str, int, None]
    """Plies after which positions count, 0 for the start: a number or ranges such as ``"20-40"``."""


class Conditions(IndexConditions, total=False):
    """Conditions on the games of PGN texts by keyword: those of ``ferz pgn filter``, whose help describes the values."""

    comment: Texts
    """Text in a comment of the main line, a regular expression in any case."""
    follows: Optional[str]
    """PGN file of a repertoire that the games follow."""
    leaves: Optional[str]
    """Side that leaves the repertoire: ``white``, ``black``, ``player`` or ``either``."""
