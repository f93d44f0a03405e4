//! Trees of variations.

mod comments;
mod edit;
mod node;
#[cfg(test)]
mod tests;

pub use comments::CommentPlace;
pub use edit::TreeError;
pub use node::NodeId;

use crate::game::without_history;
use comments::Comments;
use ferz::{Move, Position, Setup};
use node::TreeNode;

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

/// A step of a [`TreeWalk`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TreeEvent {
    /// A move.
    Move(NodeId),
    /// The start of a variation, which replaces the last move of the line around it.
    BeginVariation,
    /// The end of a variation.
    EndVariation,
}

/// A walk over all nodes of a tree in the order of PGN: a move, then the variations that replace
/// it, then the move that follows it.
///
/// The walk keeps no stack, so that any depth of variations takes the same memory. As an iterator
/// it returns the events; [`position`](Self::position) is the position before the last move.
///
/// ```
/// use ferz_game::pgn::{NodeId, Tree, TreeEvent};
/// let mut tree = Tree::new();
/// tree.add_san(NodeId::ROOT, "e4")?;
/// tree.add_san(NodeId::ROOT, "d4")?;
/// let mut walk = tree.walk();
/// let mut text = Vec::new();
/// while let Some(event) = walk.next() {
///     text.push(match event {
///         TreeEvent::Move(node) => tree.mv(node).map_or("--".into(), |mv| walk.position().san(mv).to_string()),
///         TreeEvent::BeginVariation => "(".into(),
///         TreeEvent::EndVariation => ")".into(),
///     });
/// }
/// assert_eq!(text, ["e4", "(", "d4", ")"]);
/// # Ok::<(), ferz_game::pgn::TreeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct TreeWalk<'a> {
    tree: &'a Tree,
    state: WalkPlace,
    /// The position before the move of the last event, unless only the structure is walked.
    position: Position,
    /// The node whose position `position` is.
    at: NodeId,
}

/// The place of a walk between two events.
#[derive(Clone, Copy, Debug)]
enum WalkPlace {
    /// The line continues after a node, whose variations have been walked.
    After(NodeId),
    /// A node has been returned.
    Returned(NodeId),
    /// The start of the variation with this first move has been returned.
    Begun(NodeId),
    /// The end of the variation with this first move has been returned.
    Ended(NodeId),
    /// The walk is over.
    Over,
}

impl<'a> TreeWalk<'a> {
    fn new(tree: &'a Tree) -> Self {
        let state = WalkPlace::After(NodeId::ROOT);
        Self { tree, state, position: tree.start(), at: NodeId::ROOT }
    }

    /// Returns the position before the move of the last [`TreeEvent::Move`]; the start position
    /// before the first event.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the next event without updating the position.
    fn next_structure(&mut self) -> Option<TreeEvent> {
        let tree = self.tree;
        let (state, event) = match self.state {
            WalkPlace::Over => return None,
            WalkPlace::After(node) => match tree.first_child(node) {
                Some(child) => (WalkPlace::Returned(child), TreeEvent::Move(child)),
                None => return self.end_line(node),
            },
            WalkPlace::Begun(node) => (WalkPlace::Returned(node), TreeEvent::Move(node)),
            WalkPlace::Returned(node) if tree.is_first_child(node) => match tree.next_sibling(node)
            {
                Some(variation) => (WalkPlace::Begun(variation), TreeEvent::BeginVariation),
                None => return self.continue_after(node),
            },
            WalkPlace::Returned(node) => return self.continue_after(node),
            WalkPlace::Ended(node) => match tree.next_sibling(node) {
                Some(variation) => (WalkPlace::Begun(variation), TreeEvent::BeginVariation),
                None => {
                    let first = tree.parent(node).and_then(|parent| tree.first_child(parent));
                    return self.continue_after(first.unwrap_or(node));
                }
            },
        };
        self.state = state;
        Some(event)
    }

    fn continue_after(&mut self, node: NodeId) -> Option<TreeEvent> {
        self.state = WalkPlace::After(node);
        self.next_structure()
    }

    /// Ends the line whose last node is `node`.
    fn end_line(&mut self, node: NodeId) -> Option<TreeEvent> {
        let tree = self.tree;
        match tree.ancestors(node).find(|&ancestor| !tree.is_first_child(ancestor)) {
            Some(variation) => {
                self.state = WalkPlace::Ended(variation);
                Some(TreeEvent::EndVariation)
            }
            None => {
                self.state = WalkPlace::Over;
                None
            }
        }
    }

    /// Updates the position to that of `node`: an ancestor of the last node, or a child of one.
    fn move_to(&mut self, node: NodeId) {
        let tree = self.tree;
        let parent = tree.parent(node);
        while self.at != node && Some(self.at) != parent {
            unmake(&mut self.position, tree.mv(self.at));
            self.at = tree.parent(self.at).unwrap_or(node);
        }
        if self.at != node {
            make(&mut self.position, tree.mv(node));
            self.at = node;
        }
    }
}

impl Iterator for TreeWalk<'_> {
    type Item = TreeEvent;

    fn next(&mut self) -> Option<TreeEvent> {
        let event = self.next_structure()?;
        if let TreeEvent::Move(node) = event {
            let parent = self.tree.parent(node).unwrap_or(NodeId::ROOT);
            self.move_to(parent);
        }
        Some(event)
    }
}

/// A node of a tree with its position, which moves by one node in the time of one move.
///
/// ```
/// use ferz_game::pgn::{NodeId, Tree};
/// let mut tree = Tree::new();
/// let e4 = tree.add_san(NodeId::ROOT, "e4")?;
/// tree.add_san(e4, "c5")?;
/// let mut cursor = tree.cursor();
/// while cursor.forward() {}
/// assert_eq!(cursor.position().fullmove_number(), 2);
/// assert!(cursor.back() && cursor.node() == e4);
/// # Ok::<(), ferz_game::pgn::TreeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Cursor<'a> {
    tree: &'a Tree,
    node: NodeId,
    position: Position,
}

impl<'a> Cursor<'a> {
    fn new(tree: &'a Tree) -> Self {
        Self { tree, node: NodeId::ROOT, position: tree.start() }
    }

    /// Returns the tree.
    pub fn tree(&self) -> &'a Tree {
        self.tree
    }

    /// Returns the node.
    pub fn node(&self) -> NodeId {
        self.node
    }

    /// Returns the position after the node's move.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Moves to the next move of the line. Returns false at its end.
    pub fn forward(&mut self) -> bool {
        self.forward_to(0)
    }

    /// Moves to the child with this index. Returns false if there is none.
    pub fn forward_to(&mut self, index: usize) -> bool {
        let Some(child) = self.tree.children(self.node).nth(index) else { return false };
        make(&mut self.position, self.tree.mv(child));
        self.node = child;
        true
    }

    /// Moves to the parent. Returns false at the root.
    pub fn back(&mut self) -> bool {
        let Some(parent) = self.tree.parent(self.node) else { return false };
        unmake(&mut self.position, self.tree.mv(self.node));
        self.node = parent;
        true
    }

    /// Moves to the next child of the same parent. Returns false if there is none.
    pub fn next_variation(&mut self) -> bool {
        let Some(sibling) = self.tree.next_sibling(self.node) else { return false };
        unmake(&mut self.position, self.tree.mv(self.node));
        make(&mut self.position, self.tree.mv(sibling));
        self.node = sibling;
        true
    }

    /// Moves to any node through the nearest common ancestor.
    ///
    /// # Panics
    /// If the node is not part of the tree.
    pub fn go_to(&mut self, node: NodeId) {
        let path = self.tree.path(node);
        let own = self.tree.path(self.node);
        let common = path.iter().zip(&own).take_while(|(a, b)| a == b).count();
        for _ in common..own.len() {
            self.back();
        }
        for &next in &path[common..] {
            make(&mut self.position, self.tree.mv(next));
            self.node = next;
        }
    }
}
