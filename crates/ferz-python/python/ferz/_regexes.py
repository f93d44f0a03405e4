"""Regular expressions that programs for python-chess use."""

from __future__ import annotations

import re

SAN_REGEX = re.compile(r"^([NBKRQ])?([a-h])?([1-8])?[\-x]?([a-h][1-8])(=?[nbrqkNBRQK])?[\+#]?\Z")
"""A move in SAN: piece, file and rank of the origin, target, promotion."""

FEN_CASTLING_REGEX = re.compile(r"^(?:-|[KQABCDEFGH]{0,2}[kqabcdefgh]{0,2})\Z")
"""The castling rights of a FEN, at most two of each side."""
