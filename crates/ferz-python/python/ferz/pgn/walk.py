"""The traversal of nodes in the order of PGN, and the main line after a node."""

from __future__ import annotations

from typing import (
    Any,
    Callable,
    Generic,
    Iterator,
    List,
    Protocol,
    Sequence,
    Set,
    Tuple,
    TypeVar,
)

from ferz import _chess as chess
from ferz.pgn.export import StringExporter
from ferz.pgn.visitor import SKIP, BaseVisitor, ResultT


class Node(Protocol):
    """A node as its traversal reads it."""

    @property
    def parent(self) -> Any: ...
    @property
    def move(self) -> Any: ...
    @property
    def variations(self) -> Sequence[Node]: ...
    @property
    def comments(self) -> List[str]: ...
    @property
    def starting_comments(self) -> List[str]: ...
    @property
    def nags(self) -> Set[int]: ...


_NO_NODES: Tuple[Node, ...] = ()


def walk(
    visitor: BaseVisitor[Any],
    board: chess.Board,
    node: Node,
    *,
    siblings: bool,
    variations: bool = True,
) -> None:
    """Visits a node and its main line, each move followed by its variations.

    With *siblings* the alternatives of the first node are visited too. *board* has the position
    before the node, and at the end that after the main line. Uses no recursion: variations may be
    nested to any depth.
    """
    # The lines around the current variation: the replaced node, the variations after this one, and
    # the number of moves of the line up to the node.
    lines: List[Tuple[Node, Iterator[Node], int]] = []
    alternatives = iter(node.parent.variations[1:] if siblings else _NO_NODES)
    plies = 0
    while True:
        _visit(visitor, board, node)
        plies += 1
        descend = False
        while not descend:
            sibling = next(alternatives, None)
            if sibling is not None:
                board.pop()
                if visitor.begin_variation() is SKIP:
                    visitor.end_variation()
                    board.push(node.move)
                    continue
                lines.append((node, alternatives, plies))
                node, alternatives, plies = sibling, iter(_NO_NODES), 0
                descend = True
            elif node.variations:
                children = node.variations
                node = children[0]
                alternatives = iter(children[1:] if variations else _NO_NODES)
                descend = True
            elif lines:
                for _ in range(plies):
                    board.pop()
                node, alternatives, plies = lines.pop()
                visitor.end_variation()
                board.push(node.move)
            else:
                return


def _visit(visitor: BaseVisitor[Any], board: chess.Board, node: Node) -> None:
    """Visits a move with its annotations and makes it."""
    visit_comments(visitor, node.starting_comments)
    visitor.visit_move(board, node.move)
    board.push(node.move)
    visitor.visit_board(board)
    for nag in sorted(node.nags):
        visitor.visit_nag(nag)
    visit_comments(visitor, node.comments)


def visit_comments(visitor: BaseVisitor[Any], comments: List[str]) -> None:
    """Visits the comments that have text as one, as python-chess 1.11 does, whose nodes have one comment."""
    text = " ".join(filter(None, comments))
    if text:
        visitor.visit_comment(text)


MainlineMapT = TypeVar("MainlineMapT")


def move_of(node: Any) -> Any:
    """Returns the move of a node."""
    return node.move


class Mainline(Generic[MainlineMapT]):
    """An iterable over the main line after a node: over *f* of each node."""

    def __init__(self, start: Any, f: Callable[[Any], MainlineMapT]) -> None:
        self.start = start
        self.f = f

    def __bool__(self) -> bool:
        return bool(self.start.variations)

    def __iter__(self) -> Iterator[MainlineMapT]:
        start = self.start
        if self.f is move_of and start._tree is not None and "variations" not in start.__dict__:
            # The moves are those of the text: no nodes are needed.
            return iter(start._tree.main_line(start._index))
        return self._nodes()

    def _nodes(self) -> Iterator[MainlineMapT]:
        node = self.start
        while node.variations:
            node = node.variations[0]
            yield self.f(node)

    def __reversed__(self) -> Iterator[MainlineMapT]:
        node = self.start.end()
        while node is not self.start and node.parent is not None:
            yield self.f(node)
            node = node.parent

    def accept(self, visitor: BaseVisitor[ResultT]) -> ResultT:
        """Visits the nodes without variations and returns the visitor's result."""
        if self.start.variations:
            walk(
                visitor,
                self.start.board(),
                self.start.variations[0],
                siblings=False,
                variations=False,
            )
        return visitor.result()

    def __str__(self) -> str:
        return self.accept(StringExporter(columns=None))

    def __repr__(self) -> str:
        return f"<Mainline at {id(self):#x} ({self})>"
