"""Games as trees: the start position, the moves, and the visitor that creates them."""

from __future__ import annotations

import abc
import logging
from typing import (
    TYPE_CHECKING,
    Any,
    Callable,
    Dict,
    Iterable,
    Iterator,
    List,
    Mapping,
    Optional,
    Set,
    Tuple,
    Type,
)
from typing import TypeVar, Union

from ferz import _chess as chess
from ferz.pgn import commands
from ferz.pgn.export import StringExporter
from ferz.pgn.headers import Headers, setup_headers
from ferz.pgn.regexes import CLOCK_REGEX, EMT_REGEX
from ferz.pgn.time_control import TimeControl, parse_time_control
from ferz.pgn.visitor import SKIP, BaseVisitor, ResultT
from ferz.pgn.walk import Mainline, move_of, visit_comments, walk

if TYPE_CHECKING:
    import ferz.engine
    import ferz.svg
    from ferz._core import PgnTree

LOGGER = logging.getLogger("ferz.pgn")

# Comments, starting comments and NAGs.
_Notes = Tuple[List[str], List[str], List[int]]

NodeT = TypeVar("NodeT", bound="GameNode")
GameT = TypeVar("GameT", bound="Game")

_new = object.__new__
# The attributes that link nodes, and those of their source.
_LINKS = ("parent", "variations", "_tree", "_index", "_nodes")


def _nodes(root: GameNode) -> Iterator[GameNode]:
    """Yields the nodes of a game, each before its children."""
    pending = [root]
    while pending:
        node = pending.pop()
        yield node
        pending.extend(reversed(node.variations))


class _Nodes:
    """The nodes of a game without their links, and the number of children of each."""

    def __init__(self, root: GameNode) -> None:
        self.root = root

    def __reduce__(self) -> Tuple[Any, ...]:
        rows = []
        for node in _nodes(self.root):
            attributes = {
                name: value for name, value in node.__dict__.items() if name not in _LINKS
            }
            rows.append((type(node), attributes, len(node.variations)))
        return _link, (rows,)


def _link(rows: List[Tuple[Type[GameNode], Dict[str, Any], int]]) -> List[GameNode]:
    """Creates the nodes of a game."""
    nodes: List[Any] = []
    # The nodes that lack children, with the number of these.
    open_nodes: List[Tuple[Any, int]] = []
    for kind, attributes, children in rows:
        node = _new(kind)
        vars(node).update(attributes)
        node.variations = []
        if open_nodes:
            parent, missing = open_nodes.pop()
            node.parent = parent
            parent.variations.append(node)
            if missing > 1:
                open_nodes.append((parent, missing - 1))
        if children:
            open_nodes.append((node, children))
        nodes.append(node)
    return nodes


def _node_of(nodes: List[GameNode], number: int) -> GameNode:
    return nodes[number]


def _comment_list(comment: Union[str, List[str]]) -> List[str]:
    comments = [comment] if isinstance(comment, str) else comment
    return [text for text in comments if text]


class _Lazy:
    """An attribute that is created at its first use, by a function of the node."""

    def __init__(self, create: Callable[[Any], Any]) -> None:
        self.create = create

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, node: Optional[GameNode], owner: type) -> Any:
        if node is None:
            return self
        value = self.create(node)
        # The attribute of the node precedes the one of the class from now on.
        setattr(node, self.name, value)
        return value


def _lazy(create: Callable[[Any], Any]) -> Any:
    return _Lazy(create)


class GameNode(abc.ABC):
    """A position of a game: the start position, :class:`Game`, or a move, :class:`ChildNode`.

    Methods of complexity `O(n)` follow the line of the node with its `n` moves.
    """

    parent: Optional[GameNode] = None
    """The node before, or ``None`` for the start position."""

    move: Optional[chess.Move] = None
    """The move that leads to the node, or ``None`` for the start position."""

    variations: List[ChildNode] = _lazy(lambda node: node._create_line())
    """The child nodes, the main continuation first."""

    comments: List[str] = _lazy(lambda _: [])
    """The comments behind the move."""

    starting_comments: List[str] = _lazy(lambda _: [])
    """The comments before the move, if it starts a variation."""

    nags: Set[int] = _lazy(lambda _: set())
    """The numeric annotation glyphs of the move."""

    # A node that was read from a text has its children there, until they are needed.
    _tree: Optional[PgnTree] = None
    _index = 0

    def __init__(self, *, comment: Union[str, List[str]] = "") -> None:
        self.variations = []
        self.comments = _comment_list(comment)
        self.starting_comments = []
        self.nags = set()

    def _create_line(self) -> List[ChildNode]:
        """Creates the nodes of the main line after this node, and their alternatives, from the tree
        that was read. Returns the children of this node."""
        node = self
        tree = self._tree
        if tree is not None:
            for move, notes, others in tree.line(self._index):
                child: ChildNode = _new(ChildNode)
                child.parent = node
                child.move = move
                if notes is not None:
                    child._set_notes(notes)
                node.variations = [child]
                if others is not None:
                    node.variations += (node._create_sibling(tree, *other) for other in others)
                node = child
        node.variations = []
        return self.variations

    def _create_sibling(
        self, tree: PgnTree, index: int, move: chess.Move, notes: Optional[_Notes]
    ) -> ChildNode:
        """Creates the first node of a variation, which creates its children when they are needed."""
        node: ChildNode = _new(ChildNode)
        node.parent = self
        node.move = move
        node._tree = tree
        node._index = index
        if notes is not None:
            node._set_notes(notes)
        return node

    def _set_notes(self, notes: _Notes) -> None:
        comments, starting_comments, nags = notes
        if comments:
            self.comments = comments
        if starting_comments:
            self.starting_comments = starting_comments
        if nags:
            self.nags = set(nags)

    def __reduce_ex__(self, protocol: Any) -> Tuple[Any, ...]:
        """Returns the whole game and the number of this node in it. Nodes do not contain each other
        in the copy of their attributes, so that games of any length can be pickled and copied."""
        root = self.root()
        # One object for all nodes of a game, so that they are of one game in the copy too.
        nodes = vars(root).setdefault("_nodes", _Nodes(root))
        return _node_of, (nodes, self._number())

    def _repr_svg_(self) -> str:
        """Returns a drawing of the position for notebooks, with the last move. Of a game it is the
        final position of the main line."""
        node = self if self.parent is not None else self.end()
        return node.board()._repr_svg_()

    def __copy__(self: NodeT) -> NodeT:
        node = _new(type(self))
        vars(node).update(vars(self), variations=self.variations)
        vars(node).pop("_nodes", None)
        return node

    def _number(self) -> int:
        return next(number for number, node in enumerate(_nodes(self.root())) if node is self)

    @property
    def comment(self) -> str:
        """The comments as one text. Setting it replaces all comments."""
        return " ".join(self.comments)

    @comment.setter
    def comment(self, comment: str) -> None:
        self.comments = _comment_list(comment)

    @property
    def starting_comment(self) -> str:
        """The starting comments as one text. Setting it replaces all starting comments."""
        return " ".join(self.starting_comments)

    @starting_comment.setter
    def starting_comment(self, comment: str) -> None:
        self.starting_comments = _comment_list(comment)

    @abc.abstractmethod
    def board(self) -> chess.Board:
        """Creates a board with the position of the node. Complexity is `O(n)`."""

    @abc.abstractmethod
    def ply(self) -> int:
        """Returns the number of half-moves since the start of the game, by the move number and the
        side to move of its start position. Complexity is `O(n)`."""

    def turn(self) -> chess.Color:
        """Returns the side to move. Complexity is `O(n)`."""
        return self.ply() % 2 == 0

    def root(self) -> GameNode:
        """Returns the node without parent. Complexity is `O(n)`."""
        node = self
        while node.parent is not None:
            node = node.parent
        return node

    def game(self) -> Game:
        """Returns the root node, which is the game. Complexity is `O(n)`."""
        root = self.root()
        assert hasattr(root, "headers"), "GameNode not rooted in Game"
        return root  # type: ignore[return-value]

    def end(self) -> GameNode:
        """Returns the last node of the main line after this node. Complexity is `O(n)`."""
        node = self
        while node.variations:
            node = node.variations[0]
        return node

    def is_end(self) -> bool:
        """Checks if the node has no continuation."""
        return not self.variations

    def starts_variation(self) -> bool:
        """Checks if the node starts a variation and can so have starting comments."""
        return self.parent is not None and not self.is_main_variation()

    def is_mainline(self) -> bool:
        """Checks if the node is part of the main line of the game. Complexity is `O(n)`."""
        node = self
        while node.parent is not None:
            if node.parent.variations[0] is not node:
                return False
            node = node.parent
        return True

    def is_main_variation(self) -> bool:
        """Checks if the node is the first child of its parent, or has none."""
        return self.parent is None or (
            bool(self.parent.variations) and self.parent.variations[0] is self
        )

    def __getitem__(self, move: Union[int, chess.Move, GameNode]) -> ChildNode:
        if isinstance(move, int):
            return self.variations[move]
        for variation in self.variations:
            if variation is move or variation.move == move:
                return variation
        raise KeyError(move)

    def __contains__(self, move: Union[int, chess.Move, GameNode]) -> bool:
        try:
            self[move]
        except LookupError:
            return False
        return True

    def variation(self, move: Union[int, chess.Move, GameNode]) -> ChildNode:
        """Returns a child by its index or its move.

        :raises: :exc:`LookupError` if there is none.
        """
        return self[move]

    def has_variation(self, move: Union[int, chess.Move, GameNode]) -> bool:
        """Checks if there is a child with this index or move."""
        return move in self

    def promote_to_main(self, move: Union[int, chess.Move, GameNode]) -> None:
        """Moves a child to the first place."""
        variation = self[move]
        self.variations.remove(variation)
        self.variations.insert(0, variation)

    def promote(self, move: Union[int, chess.Move, GameNode]) -> None:
        """Moves a child one place up."""
        index = self.variations.index(self[move])
        if index > 0:
            self.variations.insert(index - 1, self.variations.pop(index))

    def demote(self, move: Union[int, chess.Move, GameNode]) -> None:
        """Moves a child one place down."""
        index = self.variations.index(self[move])
        self.variations.insert(index + 1, self.variations.pop(index))

    def remove_variation(self, move: Union[int, chess.Move, GameNode]) -> None:
        """Removes a child."""
        self.variations.remove(self[move])

    def add_variation(
        self,
        move: chess.Move,
        *,
        comment: Union[str, List[str]] = "",
        starting_comment: Union[str, List[str]] = "",
        nags: Iterable[int] = (),
    ) -> ChildNode:
        """Adds a child behind the others and returns it."""
        return ChildNode(self, move, comment=comment, starting_comment=starting_comment, nags=nags)

    def add_main_variation(
        self, move: chess.Move, *, comment: Union[str, List[str]] = "", nags: Iterable[int] = ()
    ) -> ChildNode:
        """Adds a child before the others and returns it."""
        node = self.add_variation(move, comment=comment, nags=nags)
        self.variations.insert(0, self.variations.pop())
        return node

    def next(self) -> Optional[ChildNode]:
        """Returns the first child, or ``None`` if there is none."""
        return self.variations[0] if self.variations else None

    def mainline(self) -> Mainline[ChildNode]:
        """Returns an iterable over the nodes of the main line after this node."""
        return Mainline(self, lambda node: node)

    def mainline_moves(self) -> Mainline[chess.Move]:
        """Returns an iterable over the moves of the main line after this node."""
        return Mainline(self, move_of)

    def add_line(
        self,
        moves: Iterable[chess.Move],
        *,
        comment: Union[str, List[str]] = "",
        starting_comment: Union[str, List[str]] = "",
        nags: Iterable[int] = (),
    ) -> GameNode:
        """Adds consecutive moves and returns the last node, which gets *comment* and *nags*. The first
        node gets *starting_comment*."""
        node = self
        for move in moves:
            node = node.add_variation(move, starting_comment=starting_comment)
            starting_comment = ""
        node.comments.extend(_comment_list(comment))
        node.nags.update(nags)
        return node

    def eval(self) -> Optional[ferz.engine.PovScore]:
        """Returns the first valid ``[%eval]`` of the comments, for the side to move. Complexity is
        `O(n)`."""
        found = commands.read_eval(self.comments)
        if found is None:
            return None
        from ferz.engine import PovScore

        turn, score = self.turn(), found[0]
        if score.mate() == 0:
            # The sign of mate in 0 is not reliable: the side to move is mated.
            return PovScore(score, turn)
        return PovScore(score if turn else -score, turn)

    def eval_depth(self) -> Optional[int]:
        """Returns the depth of the first valid ``[%eval]`` of the comments."""
        found = commands.read_eval(self.comments)
        return None if found is None else found[1]

    def set_eval(self, score: Optional[ferz.engine.PovScore], depth: Optional[int] = None) -> None:
        """Replaces the first valid ``[%eval]`` of the comments, adds one, or removes it for ``None``."""
        commands.write_eval(self.comments, None if score is None else score.white(), depth)

    def arrows(self) -> List[ferz.svg.Arrow]:
        """Returns the arrows and marked squares of ``[%cal]`` and ``[%csl]`` in the comments."""
        return commands.read_arrows(self.comments)

    def set_arrows(
        self, arrows: Iterable[Union[ferz.svg.Arrow, Tuple[chess.Square, chess.Square]]]
    ) -> None:
        """Replaces all valid ``[%cal]`` and ``[%csl]`` of the comments."""
        commands.write_arrows(self.comments, arrows)

    def clock(self) -> Optional[float]:
        """Returns the first valid ``[%clk]`` of the comments, the seconds that the player has left."""
        return commands.read_time(self.comments, CLOCK_REGEX)

    def set_clock(self, seconds: Optional[float]) -> None:
        """Replaces the first valid ``[%clk]`` of the comments, adds one, or removes it for ``None``."""
        commands.write_time(self.comments, CLOCK_REGEX, "clk", seconds)

    def emt(self) -> Optional[float]:
        """Returns the first valid ``[%emt]`` of the comments, the seconds that the move took."""
        return commands.read_time(self.comments, EMT_REGEX)

    def set_emt(self, seconds: Optional[float]) -> None:
        """Replaces the first valid ``[%emt]`` of the comments, adds one, or removes it for ``None``."""
        commands.write_time(self.comments, EMT_REGEX, "emt", seconds)

    @abc.abstractmethod
    def accept(self, visitor: BaseVisitor[ResultT]) -> ResultT:
        """Visits the node and what follows, in the order of PGN, and returns the visitor's result."""

    def accept_subgame(self, visitor: BaseVisitor[ResultT]) -> ResultT:
        """Visits the headers and what follows this node, as if the game had started here, and returns
        the visitor's result."""
        if visitor.begin_game() is not SKIP:
            board = self.board()
            headers = self.game().headers.copy()
            setup_headers(headers, board)
            self._visit_game(visitor, headers, lambda: board, [])
        visitor.end_game()
        return visitor.result()

    def _visit_game(
        self,
        visitor: BaseVisitor[Any],
        headers: Headers,
        start: Callable[[], chess.Board],
        comments: List[str],
    ) -> None:
        """Visits the headers, the start position with its comments, what follows this node, and the result."""
        visitor.begin_headers()
        for name, value in headers.items():
            visitor.visit_header(name, value)
        if visitor.end_headers() is not SKIP:
            board = start()
            visitor.visit_board(board)
            visit_comments(visitor, comments)
            if self.variations:
                walk(visitor, board, self.variations[0], siblings=True)
            visitor.visit_result(headers.get("Result", "*"))

    def __str__(self) -> str:
        return self.accept(StringExporter(columns=None))


class ChildNode(GameNode):
    """A move of a game and the position after it."""

    parent: GameNode
    move: chess.Move

    def __init__(
        self,
        parent: GameNode,
        move: chess.Move,
        *,
        comment: Union[str, List[str]] = "",
        starting_comment: Union[str, List[str]] = "",
        nags: Iterable[int] = (),
    ) -> None:
        super().__init__(comment=comment)
        self.parent = parent  # pyright: ignore[reportIncompatibleVariableOverride]
        self.move = move  # pyright: ignore[reportIncompatibleVariableOverride]
        self.starting_comments: List[str] = _comment_list(starting_comment)
        self.nags.update(nags)
        parent.variations.append(self)

    def _line(self) -> Tuple[GameNode, List[chess.Move]]:
        """Returns the root and the moves from it to this node."""
        moves = []
        node: GameNode = self
        while node.parent is not None:
            assert node.move is not None
            moves.append(node.move)
            node = node.parent
        moves.reverse()
        return node, moves

    def board(self) -> chess.Board:
        root, moves = self._line()
        board = root.board()
        for move in moves:
            board.push(move)
        return board

    def ply(self) -> int:
        root, moves = self._line()
        return root.ply() + len(moves)

    def san(self) -> str:
        """Returns the move in standard algebraic notation. Complexity is `O(n)`."""
        return self.parent.board().san(self.move)

    def uci(self, *, chess960: Optional[bool] = None) -> str:
        """Returns the move in UCI notation. Complexity is `O(n)`."""
        return self.parent.board().uci(self.move, chess960=chess960)

    def end(self) -> ChildNode:
        return super().end()  # type: ignore[return-value]

    def accept(self, visitor: BaseVisitor[ResultT]) -> ResultT:
        walk(visitor, self.parent.board(), self, siblings=False)
        return visitor.result()

    def __repr__(self) -> str:
        try:
            board = self.parent.board()
            dots = "." if board.turn else "..."
            text = f"{board.fullmove_number}{dots} {board.san(self.move)} ..."
        except (AssertionError, ValueError):
            text = f"dangling: {self.move}"
        return f"<{type(self).__name__} at {id(self):#x} ({text})>"


class Game(GameNode):
    """The start position of a game, with its headers and the errors of its text."""

    headers: Headers
    """The tag pairs."""

    errors: List[Exception]
    """The errors found while the game was read."""

    warnings: List[str]
    """The faults found while the game was read that hide no move, such as malformed tags and null moves in the main line:
    first those of the text, then those of its moves."""

    def __init__(
        self, headers: Optional[Union[Mapping[str, str], Iterable[Tuple[str, str]]]] = None
    ) -> None:
        super().__init__()
        self.headers = Headers(headers)
        self.errors = []
        self.warnings = []

    def board(self) -> chess.Board:
        return self.headers.board()

    def ply(self) -> int:
        # Most games start from the initial position, which needs no board.
        return self.board().ply() if "FEN" in self.headers else 0

    def setup(self, board: Union[chess.Board, str]) -> None:
        """Sets the start position, a board or a FEN, by the headers ``FEN``, ``SetUp`` and
        ``Variant``.

        :raises: :exc:`ValueError` if the FEN is invalid.
        """
        if isinstance(board, str):
            board = chess.Board(board)
            board.chess960 = board.has_chess960_castling_rights()
        setup_headers(self.headers, board)

    def accept(self, visitor: BaseVisitor[ResultT]) -> ResultT:
        if visitor.begin_game() is not SKIP:
            self._visit_game(visitor, self.headers, self.board, self.comments)
        visitor.end_game()
        return visitor.result()

    def time_control(self) -> TimeControl:
        """Returns the time control by the header ``TimeControl``.

        :raises: :exc:`ValueError` if the header is invalid.
        """
        return parse_time_control(self.headers.get("TimeControl", ""))

    @classmethod
    def from_board(cls: Type[GameT], board: chess.Board) -> GameT:
        """Creates a game from the moves of a board, with its result."""
        game = cls()
        game.setup(board.root())
        node: GameNode = game
        for move in board.move_stack:
            node = node.add_variation(move)
        game.headers["Result"] = board.result()
        return game

    @classmethod
    def without_tag_roster(cls: Type[GameT]) -> GameT:
        """Creates a game without the Seven Tag Roster."""
        return cls(headers={})

    @classmethod
    def builder(cls: Type[GameT]) -> GameBuilder[GameT]:
        """Creates a visitor that builds games of this class."""
        return GameBuilder(Game=cls)

    def __repr__(self) -> str:
        headers = self.headers
        white, black = headers.get("White", "?"), headers.get("Black", "?")
        date, site = headers.get("Date", "????.??.??"), headers.get("Site", "?")
        errors = f", {len(self.errors)} errors" if self.errors else ""
        return f"<{type(self).__name__} at {id(self):#x} ({white!r} vs. {black!r}, {date!r} at {site!r}{errors})>"


class GameBuilder(BaseVisitor[GameT]):
    """Creates a game. The default visitor of :func:`~ferz.pgn.read_game()`."""

    game: GameT

    def __init__(self, *, Game: Any = Game) -> None:
        self.Game = Game

    def begin_game(self) -> None:
        self.game = self.Game()
        # The node of each open line.
        self.variation_stack: List[GameNode] = [self.game]
        self.starting_comments: List[str] = []
        self.in_variation: bool = False

    def begin_headers(self) -> Headers:
        return self.game.headers

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        self.game.headers[tagname] = tagvalue

    def visit_nag(self, nag: int) -> None:
        self.variation_stack[-1].nags.add(nag)

    def begin_variation(self) -> None:
        parent = self.variation_stack[-1].parent
        assert parent is not None, "begin_variation called, but root node on top of stack"
        self.variation_stack.append(parent)
        self.in_variation = False

    def end_variation(self) -> None:
        self.variation_stack.pop()
        self.in_variation = True
        # Comments of a variation without moves belong to the move before it.
        self.variation_stack[-1].comments.extend(self.starting_comments)
        self.starting_comments = []

    def visit_result(self, result: str) -> None:
        if self.game.headers.get("Result", "*") == "*":
            self.game.headers["Result"] = result

    def visit_comment(self, comment: Union[str, List[str]]) -> None:
        comments = _comment_list(comment)
        node = self.variation_stack[-1]
        if self.in_variation or (node.parent is None and node.is_end()):
            node.comments.extend(comments)
        else:
            self.starting_comments.extend(comments)

    def visit_move(self, board: chess.Board, move: chess.Move) -> None:
        node = self.variation_stack[-1].add_variation(move)
        if self.starting_comments:
            node.starting_comments = self.starting_comments
            self.starting_comments = []
        self.variation_stack[-1] = node
        self.in_variation = True

    def handle_error(self, error: Exception) -> None:
        """Appends an error to :data:`Game.errors <ferz.pgn.Game.errors>` and logs it.

        Subclasses may override the method, for example to raise errors.
        """
        LOGGER.error("%s while parsing %r", error, self.game)
        self.game.errors.append(error)

    def result(self) -> GameT:
        """Returns the game."""
        return self.game
