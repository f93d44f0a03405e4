"""The traversal of nodes in the order of PGN."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator, List, Tuple

import ferz as chess
from ferz.pgn.visitor import SKIP, BaseVisitor

if TYPE_CHECKING:
    from ferz.pgn.node import ChildNode

_NO_NODES: Tuple[ChildNode, ...] = ()


def walk(
    visitor: BaseVisitor[Any], board: chess.Board, node: ChildNode, *, siblings: bool, variations: bool = True
) -> None:
    """Visits a node and its main line, each move followed by its variations.

    With *siblings* the alternatives of the first node are visited too. *board* has the position
    before the node, and at the end that after the main line. Uses no recursion: variations may be
    nested to any depth.
    """
    # The lines around the current variation: the replaced node, the variations after this one, and
    # the number of moves of the line up to the node.
    lines: List[Tuple[ChildNode, Iterator[ChildNode], int]] = []
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


def _visit(visitor: BaseVisitor[Any], board: chess.Board, node: ChildNode) -> None:
    """Visits a move with its annotations and makes it."""
    visit_comments(visitor, node.starting_comments)
    visitor.visit_move(board, node.move)
    board.push(node.move)
    visitor.visit_board(board)
    for nag in sorted(node.nags):
        visitor.visit_nag(nag)
    visit_comments(visitor, node.comments)


def visit_comments(visitor: BaseVisitor[Any], comments: List[str]) -> None:
    """Visits the comments that have text."""
    for comment in comments:
        if comment:
            visitor.visit_comment(comment)
