"""The names of ``chess.variant``. Boards of variants with rules of their own raise ``NotImplementedError``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, List, Optional, Type

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
    aliases: ClassVar[List[str]]
    uci_variant: ClassVar[Optional[str]]

    def __init_subclass__(cls, alias: Optional[str] = None, uci: Optional[str] = None) -> None:
        if alias is not None:
            cls.aliases, cls.uci_variant = [alias], uci

    def __new__(cls, *arguments: Any, **keywords: Any) -> Self:
        raise NotImplementedError(_explanation(cls.aliases[0]))


class SuicideBoard(_VariantBoard, alias="Suicide", uci="suicide"): ...


class GiveawayBoard(SuicideBoard, alias="Giveaway", uci="giveaway"): ...


class AntichessBoard(GiveawayBoard, alias="Antichess", uci="antichess"): ...


class AtomicBoard(_VariantBoard, alias="Atomic", uci="atomic"): ...


class KingOfTheHillBoard(_VariantBoard, alias="King of the Hill", uci="kingofthehill"): ...


class RacingKingsBoard(_VariantBoard, alias="Racing Kings", uci="racingkings"): ...


class HordeBoard(_VariantBoard, alias="Horde", uci="horde"): ...


class ThreeCheckBoard(_VariantBoard, alias="Three-check", uci="3check"): ...


class CrazyhouseBoard(_VariantBoard, alias="Crazyhouse", uci="crazyhouse"): ...


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
