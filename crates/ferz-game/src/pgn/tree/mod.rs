//! Trees of variations.

mod comments;
mod cursor;
mod edit;
mod merge;
mod node;
mod walk;

pub use comments::CommentPlace;
pub use cursor::Cursor;
pub use edit::TreeError;
pub use node::NodeId;
pub use walk::{TreeEvent, TreeWalk};

use crate::start::without_history;
use comments::Comments;
use ferz::{Move, Position, Setup};
use node::{NONE, TreeNode};

/// A game with its variations, comments and NAGs.
///
/// A node is a move, or the start position for the root. The first child of a node continues its
/// line, the others are variations of the first. Every move is legal in the position of its
/// parent. A null move, which annotated games contain, is a node without a [`Move`].
///
/// # Memory
/// All nodes lie in one vector, 16 bytes each, with indices as links. All comments lie in one
/// string with 12 bytes for each comment. The second and further NAGs of a move take 8 bytes each.
///
/// Equality compares moves, order of variations, comments and NAGs, not the identifiers of nodes.
///
/// ```
/// use ferz_game::pgn::{NodeId, Tree};
/// let mut tree = Tree::new();
/// let e4 = tree.add_san(NodeId::ROOT, "e4")?;
/// let e5 = tree.add_san(e4, "e5")?;
/// let c5 = tree.add_san(e4, "c5")?;
/// assert_eq!(tree.main_line().collect::<Vec<_>>(), [e4, e5]);
/// tree.promote_to_main_line(c5);
/// assert_eq!(tree.main_line().collect::<Vec<_>>(), [e4, c5]);
/// # Ok::<(), ferz_game::pgn::TreeError>(())
/// ```
#[derive(Clone)]
pub struct Tree {
    /// The start position, if it is not that of standard chess. Boxed, as most games have none.
    start: Option<Box<Position>>,
    nodes: Vec<TreeNode>,
    /// The number of nodes that have been deleted.
    deleted: usize,
    comments: Comments,
    /// NAGs after the first of a node, ordered by node.
    more_nags: Vec<(u32, u8)>,
}

impl Tree {
    /// Creates a tree without moves from the initial position.
    pub fn new() -> Self {
        Self {
            start: None,
            nodes: vec![TreeNode::root()],
            deleted: 0,
            comments: Comments::default(),
            more_nags: Vec::new(),
        }
    }

    /// Creates a tree without moves from a position. The history of the position is dropped.
    pub fn from_position(position: &Position) -> Self {
        let mut tree = Self::new();
        if position.setup() != Setup::start() || position.is_chess960() {
            tree.start = Some(Box::new(without_history(position)));
        }
        tree
    }

    /// Returns the start position.
    pub fn start(&self) -> Position {
        self.start.as_deref().map_or_else(Position::startpos, Position::clone)
    }

    /// Returns the start position if it is not that of standard chess.
    pub fn custom_start(&self) -> Option<&Position> {
        self.start.as_deref()
    }

    /// Returns the number of moves, variations included.
    pub fn len(&self) -> usize {
        self.nodes.len() - self.deleted - 1
    }

    /// Returns true if the tree has no move.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the memory in bytes that the tree has allocated and uses. Spare capacity, which
    /// [`compact`](Self::compact) frees, and a start position are not included.
    pub fn memory(&self) -> usize {
        size_of_val(&*self.nodes) + self.comments.memory() + size_of_val(&*self.more_nags)
    }

    /// Returns true if the node is part of the tree: it has not been deleted.
    pub fn contains(&self, id: NodeId) -> bool {
        self.nodes.get(id.index()).is_some_and(|node| !node.is_deleted())
    }

    /// Returns the move of a node, or `None` for the root and a null move.
    ///
    /// # Panics
    /// If the node is not part of the tree; so do all functions with a node as argument that return
    /// no [`TreeError`].
    pub fn mv(&self, id: NodeId) -> Option<Move> {
        self.node(id).mv
    }

    /// Returns true if the node is a null move.
    pub fn is_null_move(&self, id: NodeId) -> bool {
        id != NodeId::ROOT && self.node(id).mv.is_none()
    }

    /// Returns the parent, or `None` for the root.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        NodeId::from_link(self.node(id).parent)
    }

    /// Returns the next move of the line.
    pub fn first_child(&self, id: NodeId) -> Option<NodeId> {
        NodeId::from_link(self.node(id).first_child)
    }

    /// Returns the next child of the same parent.
    pub fn next_sibling(&self, id: NodeId) -> Option<NodeId> {
        NodeId::from_link(self.node(id).next_sibling)
    }

    /// Returns an iterator over the children: the next move of the line, then its alternatives.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.first_child(id), |&child| self.next_sibling(child))
    }

    /// Returns the child with this move, `None` being the null move.
    pub fn find_child(&self, id: NodeId, mv: Option<Move>) -> Option<NodeId> {
        self.children(id).find(|&child| self.mv(child) == mv)
    }

    /// Returns an iterator over the moves that follow a node in its line.
    pub fn line_from(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.first_child(id), |&node| self.first_child(node))
    }

    /// Returns an iterator over the moves of the main line.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> {
        self.line_from(NodeId::ROOT)
    }

    /// Returns an iterator over the node and its ancestors, the root last.
    pub fn ancestors(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(Some(id), |&node| self.parent(node))
    }

    /// Returns the number of moves from the root to the node.
    pub fn depth(&self, id: NodeId) -> usize {
        self.ancestors(id).count() - 1
    }

    /// Returns true if the node is the first child of its parent, or the root.
    pub fn is_first_child(&self, id: NodeId) -> bool {
        self.parent(id).is_none_or(|parent| self.first_child(parent) == Some(id))
    }

    /// Returns true if the node is part of the main line.
    pub fn is_main_line(&self, id: NodeId) -> bool {
        self.ancestors(id).all(|node| self.is_first_child(node))
    }

    /// Returns the moves from the root to the node.
    pub fn path(&self, id: NodeId) -> Vec<NodeId> {
        let mut path: Vec<_> = self.ancestors(id).filter(|&node| node != NodeId::ROOT).collect();
        path.reverse();
        path
    }

    /// Returns the position after a node's move with the history of its line. Takes time for each
    /// move of the path: a [`Cursor`] moves by one node in the time of one move.
    pub fn position(&self, id: NodeId) -> Position {
        let mut position = self.start();
        for node in self.path(id) {
            make(&mut position, self.mv(node));
        }
        position
    }

    /// Returns the NAGs of a node in the order of their addition.
    pub fn nags(&self, id: NodeId) -> impl Iterator<Item = u8> {
        let first = Some(self.node(id).nag).filter(|&nag| nag != 0);
        first.into_iter().chain(self.more_nags[self.nag_range(id)].iter().map(|&(_, nag)| nag))
    }

    /// Returns the comments of a node at one place, in their order.
    pub fn comments(&self, id: NodeId, place: CommentPlace) -> impl Iterator<Item = &str> {
        self.comments.of(self.checked(id), place)
    }

    /// Returns a walk over all nodes in the order of PGN.
    pub fn walk(&self) -> TreeWalk<'_> {
        TreeWalk::new(self)
    }

    /// Returns a cursor at the root.
    pub fn cursor(&self) -> Cursor<'_> {
        Cursor::new(self)
    }

    fn nag_range(&self, id: NodeId) -> std::ops::Range<usize> {
        let start = self.more_nags.partition_point(|&(node, _)| node < id.0);
        let end = self.more_nags.partition_point(|&(node, _)| node <= id.0);
        start..end
    }

    /// Returns the identifier if it is part of the tree.
    fn checked(&self, id: NodeId) -> NodeId {
        assert!(self.contains(id), "the node {} is not part of the tree", id.0);
        id
    }

    fn node(&self, id: NodeId) -> &TreeNode {
        &self.nodes[self.checked(id).index()]
    }

    fn node_mut(&mut self, id: NodeId) -> &mut TreeNode {
        let index = self.checked(id).index();
        &mut self.nodes[index]
    }
}

impl Default for Tree {
    fn default() -> Self {
        Self::new()
    }
}

impl PartialEq for Tree {
    fn eq(&self, other: &Self) -> bool {
        let (mut walk, mut other_walk) = (self.walk(), other.walk());
        if self.start() != other.start() || !self.equal_data(NodeId::ROOT, other, NodeId::ROOT) {
            return false;
        }
        loop {
            match (walk.next_structure(), other_walk.next_structure()) {
                (None, None) => return true,
                (Some(TreeEvent::Move(a)), Some(TreeEvent::Move(b))) => {
                    if !self.equal_data(a, other, b) {
                        return false;
                    }
                }
                (a, b) if a == b => {}
                _ => return false,
            }
        }
    }
}

impl Eq for Tree {}

impl Tree {
    /// Returns true if two nodes have the same move, NAGs and comments.
    fn equal_data(&self, id: NodeId, other: &Self, other_id: NodeId) -> bool {
        self.mv(id) == other.mv(other_id)
            && self.nags(id).eq(other.nags(other_id))
            && CommentPlace::ALL
                .into_iter()
                .all(|place| self.comments(id, place).eq(other.comments(other_id, place)))
    }
}

/// Writes the movetext on one line.
impl std::fmt::Debug for Tree {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Tree({})", super::writer::movetext_line(self))
    }
}

/// Makes a move of the tree, `None` being the null move.
fn make(position: &mut Position, mv: Option<Move>) {
    match mv {
        Some(mv) => position.do_move(mv),
        None => position.do_null_move(),
    }
}

/// Undoes a move of the tree.
fn unmake(position: &mut Position, mv: Option<Move>) {
    match mv {
        Some(_) => drop(position.undo_move()),
        None => position.undo_null_move(),
    }
}

#[cfg(test)]
mod tests;
