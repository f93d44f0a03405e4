"""The tag pairs of a game."""

from __future__ import annotations

import re
from typing import (
    Any,
    Dict,
    Generic,
    Iterable,
    Iterator,
    Mapping,
    MutableMapping,
    Optional,
    Tuple,
    Type,
    TypeVar,
    Union,
)

from ferz import _chess as chess
from ferz._core import pgn_variant
from ferz.pgn.visitor import SKIP, BaseVisitor, SkipType

TAG_ROSTER = ["Event", "Site", "Date", "Round", "White", "Black", "Result"]
"""The seven tags of every game, in their order."""

_DEFAULTS = {name: "?" for name in TAG_ROSTER}
_DEFAULTS.update(Date="????.??.??", Result="*")

_TAG_NAME = re.compile(r"[0-9A-Za-z][\w+#=:-]*", re.ASCII)

HeadersT = TypeVar("HeadersT", bound="Headers")


class Headers(MutableMapping[str, str]):
    """The tag pairs of a game: the Seven Tag Roster first, then the others in order of insertion.

    Without arguments the roster has its default values. Names consist of ASCII letters, digits and
    ``_+#=:-``, values are of one line; other assignments raise :exc:`ValueError`.
    """

    _tags: Dict[str, str]

    def __init__(
        self,
        data: Optional[Union[Mapping[str, str], Iterable[Tuple[str, str]]]] = None,
        **kwargs: str,
    ) -> None:
        self._tags = dict(_DEFAULTS) if data is None else {}
        if data or kwargs:
            self.update(data or {}, **kwargs)

    def is_chess960(self) -> bool:
        """Checks if the tag ``Variant`` names Chess960."""
        return pgn_variant(self.get("Variant", "")) == "chess960"

    def is_wild(self) -> bool:
        """Checks if the tag ``Variant`` names one of the wild variants, which have the rules of
        standard chess and other start positions."""
        return pgn_variant(self.get("Variant", "")) == "wild"

    def variant(self) -> Type[chess.Board]:
        """Gets the class of boards for the tag ``Variant``.

        :raises: :exc:`ValueError` if the variant is not supported.
        """
        name = self.get("Variant")
        if name is None or pgn_variant(name) is not None:
            return chess.Board
        # Only games of variants need the module.
        from ferz.variant import find_variant

        return find_variant(name)

    def board(self) -> chess.Board:
        """Creates the start position of the game from the tags ``Variant`` and ``FEN``, as a board of
        Chess960 if its castling rights need it.

        :raises: :exc:`ValueError` if one of the two is invalid.
        """
        variant = self.variant()
        board = variant(self.get("FEN", variant.starting_fen), chess960=self.is_chess960())
        board.chess960 = board.chess960 or board.has_chess960_castling_rights()
        return board

    def __setitem__(self, key: str, value: str) -> None:
        if not _TAG_NAME.fullmatch(key):
            raise ValueError(f"invalid pgn header tag: {key!r}")
        if "\n" in value or "\r" in value:
            raise ValueError(f"line break in pgn header {key}: {value!r}")
        self._tags[key] = value

    def __getitem__(self, key: str) -> str:
        return self._tags[key]

    def __delitem__(self, key: str) -> None:
        del self._tags[key]

    def __contains__(self, key: object) -> bool:
        return key in self._tags

    def __iter__(self) -> Iterator[str]:
        tags = self._tags
        for name in TAG_ROSTER:
            if name in tags:
                yield name
        for name in tags:
            if name not in _DEFAULTS:
                yield name

    def __len__(self) -> int:
        return len(self._tags)

    def copy(self: HeadersT) -> HeadersT:
        """Creates a copy of the headers."""
        return type(self)(self)

    def __copy__(self: HeadersT) -> HeadersT:
        return self.copy()

    def __repr__(self) -> str:
        tags = ", ".join(f"{name}={value!r}" for name, value in self.items())
        return f"{type(self).__name__}({tags})"

    @classmethod
    def builder(cls: Type[HeadersT]) -> HeadersBuilder[HeadersT]:
        """Creates a visitor that collects the headers of a game."""
        return HeadersBuilder(Headers=cls)


class HeadersBuilder(BaseVisitor[HeadersT], Generic[HeadersT]):
    """Collects the headers of a game and skips the rest."""

    headers: HeadersT

    def __init__(self, *, Headers: Any = Headers) -> None:
        self.Headers = Headers

    def begin_headers(self) -> HeadersT:
        self.headers = self.Headers({})
        return self.headers

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        self.headers[tagname] = tagvalue

    def end_headers(self) -> SkipType:
        return SKIP

    def result(self) -> HeadersT:
        return self.headers


def setup_headers(headers: Headers, board: chess.Board) -> None:
    """Sets or removes the headers that describe a start position."""
    fen, kind = board.fen(), type(board)
    is_chess = kind.uci_variant == chess.Board.uci_variant
    # As in python-chess, games of variants have a FEN also at the start.
    if not is_chess or fen != chess.STARTING_FEN:
        headers["FEN"] = fen
    else:
        headers.pop("FEN", None)
    if fen != kind.starting_fen:
        headers["SetUp"] = "1"
    else:
        headers.pop("SetUp", None)
    if not is_chess:
        headers["Variant"] = kind.aliases[0]
    elif board.chess960:
        headers["Variant"] = "Chess960"
    else:
        headers.pop("Variant", None)
