"""The names of ``chess.variant``. Boards of variants with rules of their own raise ``NotImplementedError``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, List, Type

import ferz
from ferz._core import pgn_variant

if TYPE_CHECKING:
    from typing_extensions import Self


def _explanation(name: str) -> str:
    return (
        f"Ferz has no rules of the variant {name[:40]!r}, only those of standard chess and Chess960: for other "
        "variants install python-chess and remove the import of ferz.compat"
    )


class _VariantBoard(ferz.Board):
    def __new__(cls, *arguments: Any, **keywords: Any) -> Self:
        raise NotImplementedError(_explanation(cls.aliases[0]))


class SuicideBoard(_VariantBoard):
    aliases = ["Suicide"]
    uci_variant = "suicide"


class GiveawayBoard(SuicideBoard):
    aliases = ["Giveaway"]
    uci_variant = "giveaway"


class AntichessBoard(GiveawayBoard):
    aliases = ["Antichess"]
    uci_variant = "antichess"


class AtomicBoard(_VariantBoard):
    aliases = ["Atomic"]
    uci_variant = "atomic"


class KingOfTheHillBoard(_VariantBoard):
    aliases = ["King of the Hill"]
    uci_variant = "kingofthehill"


class RacingKingsBoard(_VariantBoard):
    aliases = ["Racing Kings"]
    uci_variant = "racingkings"


class HordeBoard(_VariantBoard):
    aliases = ["Horde"]
    uci_variant = "horde"


class ThreeCheckBoard(_VariantBoard):
    aliases = ["Three-check"]
    uci_variant = "3check"


class CrazyhouseBoard(_VariantBoard):
    aliases = ["Crazyhouse"]
    uci_variant = "crazyhouse"


class CrazyhousePocket:
    def __init__(self, symbols: str = "") -> None:
        raise NotImplementedError(_explanation("Crazyhouse"))


VARIANTS: List[Type[ferz.Board]] = [
    ferz.Board,
    SuicideBoard,
    GiveawayBoard,
    AntichessBoard,
    AtomicBoard,
    KingOfTheHillBoard,
    RacingKingsBoard,
    HordeBoard,
    ThreeCheckBoard,
    CrazyhouseBoard,
]


def find_variant(name: str) -> Type[ferz.Board]:
    """
    Returns the class of boards for the name of a variant.

    :raises: :exc:`ValueError` for all but the names of standard chess and Chess960.
    """
    if pgn_variant(name) is None:
        raise ValueError(_explanation(name))
    return ferz.Board
