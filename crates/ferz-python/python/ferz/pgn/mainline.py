"""The main line after a node."""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable, Generic, Iterator, TypeVar

import ferz as chess
from ferz.pgn.export import StringExporter
from ferz.pgn.visitor import BaseVisitor, ResultT
from ferz.pgn.walk import walk

if TYPE_CHECKING:
    from ferz.pgn.node import ChildNode, GameNode

MainlineMapT = TypeVar("MainlineMapT")


def move_of(node: ChildNode) -> chess.Move:
    """Returns the move of a node."""
    return node.move


class Mainline(Generic[MainlineMapT]):
    """An iterable over the main line after a node: over *f* of each node."""

    def __init__(self, start: GameNode, f: Callable[[ChildNode], MainlineMapT]) -> None:
        self.start = start
        self.f = f

    def __bool__(self) -> bool:
        return bool(self.start.variations)

    def __iter__(self) -> Iterator[MainlineMapT]:
        start = self.start
        if self.f is move_of and start._tree is not None and "variations" not in start.__dict__:
            # The moves are those of the text: no nodes are needed.
            return iter(start._tree.main_line(start._index))  # type: ignore[arg-type]
        return self._nodes()

    def _nodes(self) -> Iterator[MainlineMapT]:
        node: GameNode = self.start
        while node.variations:
            node = node.variations[0]
            yield self.f(node)

    def __reversed__(self) -> Iterator[MainlineMapT]:
        node = self.start.end()
        while node is not self.start and node.parent is not None:
            yield self.f(node)  # type: ignore[arg-type]
            node = node.parent

    def accept(self, visitor: BaseVisitor[ResultT]) -> ResultT:
        """Visits the nodes without variations and returns the visitor's result."""
        if self.start.variations:
            walk(visitor, self.start.board(), self.start.variations[0], siblings=False, variations=False)
        return visitor.result()

    def __str__(self) -> str:
        return self.accept(StringExporter(columns=None))

    def __repr__(self) -> str:
        return f"<Mainline at {id(self):#x} ({self})>"
