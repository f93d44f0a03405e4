"""Sets of squares and masks."""

from typing import Iterator, List

from typing_extensions import Self

from .._types import Bitboard, IntoSquareSet, Square


class SquareSet:
    """A set of squares.

    `SquareSet(squares)` takes an integer mask, another set or an iterable of squares. The operators
    `&`, `|`, `^`, `-`, `~`, `<<` and `>>` work on the 64-bit mask, and the methods are those of
    Python's `set`.
    """
    mask: Bitboard
    """The squares as an integer mask: bit 0 is a1, bit 63 is h8."""
    def __init__(self, squares: IntoSquareSet = ...) -> None: ...

    @staticmethod
    def between(a: Square, b: Square) -> SquareSet:
        """Creates the set of the squares between two squares on a common rank, file or diagonal,
        without the two.
        """

    @staticmethod
    def ray(a: Square, b: Square) -> SquareSet:
        """Creates the set of all squares of the rank, file or diagonal through two squares, or the
        empty set if they have none in common.
        """

    @staticmethod
    def from_square(square: Square) -> SquareSet:
        """Creates the set of one square."""

    def isdisjoint(self, other: IntoSquareSet) -> bool:
        """Returns true if the sets have no square in common."""

    def issubset(self, other: IntoSquareSet) -> bool:
        """Returns true if every square of this set is in the other."""

    def issuperset(self, other: IntoSquareSet) -> bool:
        """Returns true if every square of the other set is in this one."""

    def union(self, other: IntoSquareSet) -> SquareSet:
        """Returns the squares in either set."""

    def intersection(self, other: IntoSquareSet) -> SquareSet:
        """Returns the squares in both sets."""

    def difference(self, other: IntoSquareSet) -> SquareSet:
        """Returns the squares in this set that are not in the other."""

    def symmetric_difference(self, other: IntoSquareSet) -> SquareSet:
        """Returns the squares in exactly one of the sets."""

    def update(self, *others: IntoSquareSet) -> None:
        """Adds the squares of other sets."""

    def intersection_update(self, *others: IntoSquareSet) -> None:
        """Keeps the squares that are also in all other sets."""

    def difference_update(self, other: IntoSquareSet) -> None:
        """Removes the squares of another set."""

    def symmetric_difference_update(self, other: IntoSquareSet) -> None:
        """Keeps the squares in exactly one of the sets."""

    def add(self, square: Square) -> None:
        """Adds a square."""

    def remove(self, square: Square) -> None:
        """Removes a square. Raises `KeyError` if it is not in the set."""

    def discard(self, square: Square) -> None:
        """Removes a square if it is in the set."""

    def pop(self) -> Square:
        """Removes and returns the lowest square. Raises `KeyError` if the set is empty."""

    def clear(self) -> None:
        """Removes all squares."""

    def copy(self) -> SquareSet:
        """Returns a copy."""

    def carry_rippler(self) -> Iterator[Bitboard]:
        """Returns an iterator over the subsets as integer masks, the empty set first."""

    def mirror(self) -> SquareSet:
        """Returns the set mirrored top to bottom."""

    def tolist(self) -> List[bool]:
        """Returns a list of 64 booleans, `True` for the squares of the set."""
    def __contains__(self, square: Square) -> bool: ...
    def __iter__(self) -> Iterator[Square]: ...
    def __reversed__(self) -> Iterator[Square]: ...
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def __eq__(self, other: object) -> bool: ...
    def __or__(self, other: IntoSquareSet) -> SquareSet: ...
    def __ror__(self, other: IntoSquareSet) -> SquareSet: ...
    def __ior__(self, other: IntoSquareSet) -> Self: ...
    def __and__(self, other: IntoSquareSet) -> SquareSet: ...
    def __rand__(self, other: IntoSquareSet) -> SquareSet: ...
    def __iand__(self, other: IntoSquareSet) -> Self: ...
    def __xor__(self, other: IntoSquareSet) -> SquareSet: ...
    def __rxor__(self, other: IntoSquareSet) -> SquareSet: ...
    def __ixor__(self, other: IntoSquareSet) -> Self: ...
    def __sub__(self, other: IntoSquareSet) -> SquareSet: ...
    def __rsub__(self, other: IntoSquareSet) -> SquareSet: ...
    def __isub__(self, other: IntoSquareSet) -> Self: ...
    def __invert__(self) -> SquareSet: ...
    def __lshift__(self, shift: int) -> SquareSet: ...
    def __rshift__(self, shift: int) -> SquareSet: ...
    def __ilshift__(self, shift: int) -> Self: ...
    def __irshift__(self, shift: int) -> Self: ...
    def __int__(self) -> int: ...
    def __index__(self) -> int: ...

    def _repr_svg_(self) -> str:
        """Returns a picture for Jupyter."""

class SquareIterator(Iterator[Square]):
    """Iterator over squares by ascending or descending number."""
    def __iter__(self) -> SquareIterator: ...
    def __next__(self) -> Square: ...
    def __length_hint__(self) -> int: ...

class SubsetIterator(Iterator[Bitboard]):
    """Iterator over the subsets of a set as integer masks."""
    def __iter__(self) -> SubsetIterator: ...
    def __next__(self) -> Bitboard: ...

def scan_forward(bb: IntoSquareSet) -> SquareIterator:
    """Returns an iterator over the squares of a mask, a1 first."""

def scan_reversed(bb: IntoSquareSet) -> SquareIterator:
    """Returns an iterator over the squares of a mask, h8 first."""

def between(a: Square, b: Square) -> Bitboard:
    """Returns the mask of the squares between two squares on a common line, without the two."""

def ray(a: Square, b: Square) -> Bitboard:
    """Returns the mask of the whole rank, file or diagonal through two squares, or 0."""
