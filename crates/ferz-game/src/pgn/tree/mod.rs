//! Trees of variations.

mod comments;
mod edit;
mod node;

pub use comments::CommentPlace;
pub use edit::TreeError;
pub use node::NodeId;

use self::comments::Comments;
use self::node::{NONE, TreeNode};
use super::{GamePosition, Nag};
use ferz::Position;

/// A game with its variations, comments and NAGs.
///
/// A node is a move, or the start position for the root. The first child of a node continues its
/// line, the others are variations of the first. Every move is legal in the position of its
/// parent. A null move, which annotated games contain, is a node without a [`Move`](ferz::Move).
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
pub struct Tree<P: GamePosition = Position> {
    /// The start position, if it is not that of standard chess. Boxed, as most games have none.
    start: Option<Box<P>>,
    nodes: Vec<TreeNode<P::Move>>,
    /// The number of nodes that have been deleted.
    deleted: usize,
    comments: Comments,
    /// NAGs after the first of a node, ordered by node.
    more_nags: Vec<(u32, Nag)>,
}

impl Tree {
    /// Creates a tree without moves from the initial position.
    pub fn new() -> Self {
        Self::empty()
    }
}

impl<P: GamePosition> Tree<P> {
    /// Creates a tree without moves from the initial position of standard chess, for any type of position.
    pub(super) fn empty() -> Self {
        Self {
            start: None,
            nodes: vec![TreeNode::new(NONE, None)],
            deleted: 0,
            comments: Comments::default(),
            more_nags: Vec::new(),
        }
    }

    /// Creates a tree without moves from a position. The history of the position is dropped.
    pub fn from_position(position: &P) -> Self {
        let start = (!position.is_standard_start()).then(|| Box::new(position.without_history()));
        Self { start, ..Self::empty() }
    }

    /// Returns the start position.
    pub fn start(&self) -> P {
        self.start.as_deref().map_or_else(P::standard, P::clone)
    }

    /// Returns the start position if it is not that of standard chess.
    pub fn custom_start(&self) -> Option<&P> {
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
        self.nodes.get(id.index()).is_some_and(|node| !node.is_deleted)
    }

    /// Returns the move of a node, or `None` for the root and a null move.
    ///
    /// # Panics
    /// If the node is not part of the tree; so do all functions with a node as argument that return
    /// no [`TreeError`].
    pub fn mv(&self, id: NodeId) -> Option<P::Move> {
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
    pub fn find_child(&self, id: NodeId, mv: Option<P::Move>) -> Option<NodeId> {
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
    pub fn position(&self, id: NodeId) -> P {
        let mut position = self.start();
        for node in self.path(id) {
            position.make(self.mv(node));
        }
        position
    }

    /// Returns the NAGs of a node in the order of their addition.
    pub fn nags(&self, id: NodeId) -> impl Iterator<Item = Nag> {
        let first = Some(self.node(id).nag).filter(|&nag| nag != Nag::NONE);
        first.into_iter().chain(self.more_nags[self.nag_range(id)].iter().map(|&(_, nag)| nag))
    }

    /// Returns the comments of a node at one place, in their order.
    pub fn comments(&self, id: NodeId, place: CommentPlace) -> impl Iterator<Item = &str> {
        self.comments.of(self.checked(id), place)
    }

    /// Returns a walk over all nodes in the order of PGN.
    pub fn walk(&self) -> TreeWalk<'_, P> {
        let state = WalkPlace::After(NodeId::ROOT);
        TreeWalk { tree: self, state, last: NodeId::ROOT, position: self.start(), at: NodeId::ROOT }
    }

    /// Returns a cursor at the root.
    pub fn cursor(&self) -> Cursor<'_, P> {
        Cursor { tree: self, node: NodeId::ROOT, position: self.start() }
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

    fn node(&self, id: NodeId) -> &TreeNode<P::Move> {
        &self.nodes[self.checked(id).index()]
    }

    fn node_mut(&mut self, id: NodeId) -> &mut TreeNode<P::Move> {
        let index = self.checked(id).index();
        &mut self.nodes[index]
    }
}

impl<P: GamePosition> Default for Tree<P> {
    fn default() -> Self {
        Self::empty()
    }
}

impl<P: GamePosition> PartialEq for Tree<P> {
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
                (Some(TreeEvent::BeginVariation), Some(TreeEvent::BeginVariation))
                | (Some(TreeEvent::EndVariation(_)), Some(TreeEvent::EndVariation(_))) => {}
                _ => return false,
            }
        }
    }
}

impl<P: GamePosition> Eq for Tree<P> {}

impl<P: GamePosition> Tree<P> {
    /// Returns true if two nodes have the same move, NAGs and comments.
    fn equal_data(&self, id: NodeId, other: &Self, other_id: NodeId) -> bool {
        self.mv(id) == other.mv(other_id)
            && self.nags(id).eq(other.nags(other_id))
            && CommentPlace::ALL
                .into_iter()
                .all(|place| self.comments(id, place).eq(other.comments(other_id, place)))
    }
}

/// A step of a [`TreeWalk`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TreeEvent {
    /// A move.
    Move(NodeId),
    /// The start of a variation, which replaces the last move of the line around it.
    BeginVariation,
    /// The end of the variation that begins with this move.
    EndVariation(NodeId),
}

/// A walk over all nodes of a tree in the order of PGN: a move, then the variations that replace
/// it, then the move that follows it.
///
/// The walk keeps no stack, so that any depth of variations takes the same memory. As an iterator
/// it returns the events; [`position_before`](Self::position_before) and
/// [`position_after`](Self::position_after) return the positions around the last move.
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
///         TreeEvent::Move(node) => {
///             let before = walk.position_before();
///             let san = tree.mv(node).map_or("--".into(), |mv| before.san(mv).to_string());
///             format!("{san} {}", walk.position_after().side_to_move())
///         }
///         TreeEvent::BeginVariation => "(".into(),
///         TreeEvent::EndVariation(_) => ")".into(),
///     });
/// }
/// assert_eq!(text, ["e4 Black", "(", "d4 Black", ")"]);
/// # Ok::<(), ferz_game::pgn::TreeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct TreeWalk<'a, P: GamePosition = Position> {
    tree: &'a Tree<P>,
    state: WalkPlace,
    /// The last move; the root before the first event and if only the structure is walked.
    last: NodeId,
    /// The position before the last move or, once it has been asked for, after it.
    position: P,
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

impl<P: GamePosition> TreeWalk<'_, P> {
    /// Returns the position before the move of the last [`TreeEvent::Move`], with the history of its
    /// line; the start position before the first event.
    pub fn position_before(&mut self) -> &P {
        self.move_to(self.tree.parent(self.last).unwrap_or(NodeId::ROOT));
        &self.position
    }

    /// Returns the position after the move of the last [`TreeEvent::Move`], with the history of its
    /// line, as [`Tree::position`] does; the start position before the first event.
    pub fn position_after(&mut self) -> &P {
        self.move_to(self.last);
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
            WalkPlace::Returned(node) if !tree.is_first_child(node) => {
                return self.continue_after(node);
            }
            WalkPlace::Returned(node) | WalkPlace::Ended(node) => match tree.next_sibling(node) {
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
        let variation = tree.ancestors(node).find(|&ancestor| !tree.is_first_child(ancestor));
        self.state = variation.map_or(WalkPlace::Over, WalkPlace::Ended);
        variation.map(TreeEvent::EndVariation)
    }

    /// Updates the position to that of `node`: that of `at`, an ancestor of it, or a child of one of both.
    fn move_to(&mut self, node: NodeId) {
        let tree = self.tree;
        let parent = tree.parent(node);
        while self.at != node && Some(self.at) != parent {
            self.position.undo();
            self.at = tree.parent(self.at).unwrap_or(node);
        }
        if self.at != node {
            self.position.make(tree.mv(node));
            self.at = node;
        }
    }
}

impl<P: GamePosition> Iterator for TreeWalk<'_, P> {
    type Item = TreeEvent;

    fn next(&mut self) -> Option<TreeEvent> {
        let event = self.next_structure()?;
        if let TreeEvent::Move(node) = event {
            let parent = self.tree.parent(node).unwrap_or(NodeId::ROOT);
            self.move_to(parent);
            self.last = node;
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
pub struct Cursor<'a, P: GamePosition = Position> {
    tree: &'a Tree<P>,
    node: NodeId,
    position: P,
}

impl<'a, P: GamePosition> Cursor<'a, P> {
    /// Returns the tree.
    pub fn tree(&self) -> &'a Tree<P> {
        self.tree
    }

    /// Returns the node.
    pub fn node(&self) -> NodeId {
        self.node
    }

    /// Returns the position after the node's move.
    pub fn position(&self) -> &P {
        &self.position
    }

    /// Moves to the next move of the line. Returns false at its end.
    pub fn forward(&mut self) -> bool {
        self.forward_to(0)
    }

    /// Moves to the child with this index. Returns false if there is none.
    pub fn forward_to(&mut self, index: usize) -> bool {
        let Some(child) = self.tree.children(self.node).nth(index) else { return false };
        self.position.make(self.tree.mv(child));
        self.node = child;
        true
    }

    /// Moves to the parent. Returns false at the root.
    pub fn back(&mut self) -> bool {
        let Some(parent) = self.tree.parent(self.node) else { return false };
        self.position.undo();
        self.node = parent;
        true
    }

    /// Moves to the next child of the same parent. Returns false if there is none.
    pub fn next_variation(&mut self) -> bool {
        let Some(sibling) = self.tree.next_sibling(self.node) else { return false };
        self.position.undo();
        self.position.make(self.tree.mv(sibling));
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
            self.position.make(self.tree.mv(next));
            self.node = next;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::writer::movetext_line;
    use crate::pgn::{Games, PgnGame, WriteOptions};

    /// Adds a line in SAN behind a node and returns the last node.
    fn add(tree: &mut Tree, from: NodeId, line: &str) -> NodeId {
        line.split(' ').fold(from, |node, san| tree.add_san(node, san).unwrap())
    }

    /// Returns a tree with nested variations at several moves.
    fn sample() -> (Tree, NodeId, NodeId, NodeId) {
        let mut tree = Tree::new();
        let e4 = add(&mut tree, NodeId::ROOT, "e4");
        add(&mut tree, e4, "e5 Nf3 Nc6");
        let d4 = add(&mut tree, NodeId::ROOT, "d4");
        add(&mut tree, d4, "d5 c4");
        let c5 = add(&mut tree, e4, "c5");
        let nf3 = add(&mut tree, c5, "Nf3");
        add(&mut tree, c5, "c3 d5");
        add(&mut tree, nf3, "d6");
        (tree, e4, d4, c5)
    }

    #[test]
    fn comments_behind_variations_keep_their_place() {
        let pgn = "1. e4 {a} ({b} 1. d4 d5 {c} (1... Nf6) {d}) {e} (1. c4) {f} 1... e5 {g} *";
        let (mut game, error) = Games::new(pgn.as_bytes()).next().unwrap().unwrap();
        assert_eq!(error, None);
        let moves = |game: &PgnGame| {
            let options = WriteOptions { tags: false, line_width: 0, ..WriteOptions::default() };
            options.to_string(game).trim_end().to_owned()
        };
        assert_eq!(moves(&game), pgn);
        let mut compacted = game.clone();
        compacted.tree.compact();
        assert_eq!(compacted, game);
        let without = WriteOptions { tags: false, variations: false, ..WriteOptions::default() };
        let main_line = "1. e4 {a} {e} {f} 1... e5 {g} *";
        assert_eq!(without.to_string(&game).trim_end(), main_line);
        // A variation that becomes the main line has no end to stand behind.
        let e4 = game.tree.first_child(NodeId::ROOT).unwrap();
        let d4 = game.tree.children(NodeId::ROOT).nth(1).unwrap();
        game.tree.promote_to_main_line(d4);
        assert_eq!(
            moves(&game),
            "1. d4 {b} {e} (1. e4 {a} 1... e5 {g}) (1. c4) {f} 1... d5 {c} (1... Nf6) {d} *"
        );
        game.tree.promote_to_main_line(e4);
        game.tree.delete_variations();
        assert_eq!(moves(&game), "1. e4 {a} {f} 1... e5 {g} *");
    }

    #[test]
    fn walks_follow_the_order_of_pgn() {
        let (tree, ..) = sample();
        let text = "1. e4 (1. d4 d5 2. c4) 1... e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) 2. Nf3 Nc6";
        assert_eq!(movetext_line(&tree), text);
        assert_eq!(tree.len(), 12);
    }

    #[test]
    fn variations_move_up_and_down() {
        let (mut tree, _, d4, c5) = sample();
        tree.add_comment(d4, CommentPlace::Before, "also");
        assert!(tree.promote(d4) && !tree.promote(d4));
        let text = "1. d4 {also} 1... d5 (1. e4 e5) 2. c4";
        tree.delete(c5).unwrap();
        assert!(
            movetext_line(&tree).starts_with("1. d4 {also} (1. e4 e5 2. Nf3 Nc6) 1... d5 2. c4"),
            "{text}"
        );
        assert!(tree.demote(d4) && !tree.demote(d4));
        assert_eq!(movetext_line(&tree), "1. e4 (1. d4 {also} 1... d5 2. c4) 1... e5 2. Nf3 Nc6");
    }

    #[test]
    fn promotion_to_the_main_line_reorders_all_ancestors() {
        let (mut tree, e4, d4, c5) = sample();
        tree.promote_to_main_line(d4);
        let deep = tree.children(c5).nth(1).unwrap();
        assert!(!tree.is_main_line(deep));
        tree.promote_to_main_line(deep);
        assert!(tree.is_main_line(deep));
        assert_eq!(tree.main_line().take(3).collect::<Vec<_>>(), [e4, c5, deep]);
        assert_eq!(tree.depth(deep), 3);
        assert_eq!(tree.position(deep).san_line(&[]).as_deref(), Ok(""));
        assert_eq!(
            tree.position(deep).fen(),
            "rnbqkbnr/pp1ppppp/8/2p5/4P3/2P5/PP1P1PPP/RNBQKBNR b KQkq - 0 2"
        );
    }

    #[test]
    fn deleted_nodes_are_gone_and_compaction_keeps_the_game() {
        let (mut tree, e4, d4, c5) = sample();
        tree.add_nag(c5, Nag(1));
        tree.add_nag(c5, Nag(14));
        tree.add_comment(c5, CommentPlace::After, "Sicilian");
        tree.add_comment(e4, CommentPlace::After, " best  by\ttest ");
        tree.delete(d4).unwrap();
        assert!(!tree.contains(d4) && tree.contains(c5));
        assert_eq!(tree.len(), 9);
        let before = tree.clone();
        let memory = tree.memory();
        tree.compact();
        assert_eq!(tree, before);
        assert!(tree.memory() < memory);
        // A root and nine moves, two comments with 20 bytes of text, and a second NAG.
        assert_eq!(tree.memory(), 10 * 16 + 2 * 12 + 20 + 8);
        assert_eq!(movetext_line(&tree), movetext_line(&before));
        assert!(
            movetext_line(&tree)
                .starts_with("1. e4 {best by test} 1... e5 (1... c5 $1 $14 {Sicilian} 2. Nf3")
        );
        tree.delete_variations();
        assert_eq!(movetext_line(&tree), "1. e4 {best by test} 1... e5 2. Nf3 Nc6");
        tree.delete(NodeId::ROOT).unwrap();
        assert!(tree.is_empty());
        assert_eq!(tree, Tree::new());
    }

    #[test]
    fn trees_that_differ_in_one_place_are_not_equal() {
        let (tree, e4, d4, c5) = sample();
        let changes: [&dyn Fn(&mut Tree); 10] = [
            &|_| (),
            &|tree| tree.add_nag(e4, Nag(1)),
            &|tree| [Nag(1), Nag(2)].into_iter().for_each(|nag| tree.add_nag(e4, nag)),
            &|tree| tree.add_comment(NodeId::ROOT, CommentPlace::After, "a"),
            &|tree| tree.add_comment(c5, CommentPlace::Before, "a"),
            &|tree| tree.add_comment(c5, CommentPlace::After, "a"),
            &|tree| assert!(tree.promote(d4)),
            &|tree| tree.delete(d4).unwrap(),
            &|tree| assert!(tree.add_san(d4, "Nf6").is_ok()),
            &|tree| assert!(tree.add_null_move(e4).is_ok()),
        ];
        let mut trees = vec![Tree::new(), Tree::from_position(&tree.position(e4))];
        trees.extend(changes.map(|change| {
            let mut changed = tree.clone();
            change(&mut changed);
            changed
        }));
        for (index, a) in trees.iter().enumerate() {
            for (other, b) in trees.iter().enumerate() {
                assert_eq!(a == b, index == other, "{index} {other}");
            }
        }
    }

    #[test]
    fn compaction_keeps_the_start_position() {
        let start = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").unwrap();
        let mut tree = Tree::from_position(&start);
        tree.add_san(NodeId::ROOT, "e4").unwrap();
        let before = tree.clone();
        tree.compact();
        assert_eq!(tree.custom_start(), Some(&start));
        assert_eq!(tree, before);
    }

    #[test]
    #[should_panic = "not part of the tree"]
    fn deleted_nodes_cannot_be_used() {
        let (mut tree, _, d4, _) = sample();
        tree.delete(d4).unwrap();
        tree.mv(d4);
    }

    #[test]
    fn nodes_of_other_trees_are_refused() {
        let (mut tree, e4, d4, _) = sample();
        let mut other = Tree::new();
        let (mv, last) = (tree.mv(e4).unwrap(), add(&mut tree, e4, "e5"));
        let foreign = last.max(d4);
        assert!(!other.contains(foreign));
        assert_eq!(other.add(foreign, mv), Err(TreeError::NoSuchNode));
        assert_eq!(other.add_san(foreign, "e5"), Err(TreeError::NoSuchNode));
        assert_eq!(other.add_line(foreign, &[mv]), Err(TreeError::NoSuchNode));
        assert_eq!(other.add_null_move(foreign), Err(TreeError::NoSuchNode));
        assert_eq!(other.delete(foreign), Err(TreeError::NoSuchNode));
        assert_eq!(other, Tree::new());
        tree.delete(d4).unwrap();
        assert_eq!(tree.delete(d4), Err(TreeError::NoSuchNode));
        assert_eq!(tree.add_san(d4, "d5"), Err(TreeError::NoSuchNode));
    }

    #[test]
    #[should_panic = "not part of the tree"]
    fn a_cursor_cannot_go_to_a_deleted_node() {
        let (mut tree, _, d4, _) = sample();
        tree.delete(d4).unwrap();
        tree.cursor().go_to(d4);
    }

    #[test]
    fn merging_adds_what_is_missing_once() {
        let (mut tree, e4, ..) = sample();
        let mut other = Tree::new();
        let last = add(&mut other, NodeId::ROOT, "e4 c5 Nf3 Nc6");
        other.add_nag(last, Nag(5));
        other.add_comment(NodeId::ROOT, CommentPlace::After, "Start");
        other.add_comment(last, CommentPlace::After, "open");
        tree.merge(&other).unwrap();
        assert_eq!(tree.len(), 13);
        let text = movetext_line(&tree);
        assert!(text.starts_with("{Start} 1. e4 (1. d4 d5 2. c4)"), "{text}");
        assert!(text.contains("2. Nf3 (2. c3 d5) 2... d6 (2... Nc6 $5 {open})"), "{text}");
        let merged = tree.clone();
        tree.merge(&other).unwrap();
        tree.merge(&merged).unwrap();
        assert_eq!(tree, merged);
        let position = tree.position(e4);
        assert_eq!(tree.merge(&Tree::from_position(&position)), Err(TreeError::DifferentStart));
    }

    #[test]
    fn illegal_moves_are_refused() {
        let (mut tree, e4, ..) = sample();
        let illegal = tree.mv(e4).unwrap();
        assert_eq!(tree.add(e4, illegal), Err(ferz::IllegalMove(illegal).into()));
        assert!(matches!(tree.add_san(e4, "Ke7"), Err(TreeError::San(_))));
        let before = tree.clone();
        assert!(tree.add_line(NodeId::ROOT, &[illegal, illegal]).is_err());
        assert_eq!(tree, before);
        let check = add(&mut tree, NodeId::ROOT, "e4 f5 Qh5+");
        assert_eq!(tree.add_null_move(check), Err(TreeError::NullMoveInCheck));
    }

    #[test]
    fn null_moves_are_kept_in_variations() {
        let (mut tree, e4, ..) = sample();
        let null = tree.add_null_move(e4).unwrap();
        assert_eq!(tree.add_null_move(e4), Ok(null));
        assert!(tree.is_null_move(null) && !tree.is_null_move(NodeId::ROOT));
        add(&mut tree, null, "d4");
        assert!(movetext_line(&tree).contains("(1... -- 2. d4)"));
    }

    #[test]
    fn cursors_agree_with_positions_of_nodes() {
        let (tree, ..) = sample();
        let nodes: Vec<_> = tree
            .walk()
            .filter_map(|event| if let TreeEvent::Move(node) = event { Some(node) } else { None })
            .collect();
        let mut cursor = tree.cursor();
        for &a in &nodes {
            for &b in &nodes {
                cursor.go_to(a);
                cursor.go_to(b);
                assert_eq!((cursor.node(), cursor.position()), (b, &tree.position(b)));
            }
        }
        cursor.go_to(NodeId::ROOT);
        assert!(!cursor.back() && !cursor.next_variation() && cursor.forward_to(1));
        assert!(
            !cursor.forward_to(1) && cursor.back() && cursor.forward() && cursor.next_variation()
        );
    }

    #[test]
    fn walks_agree_with_positions_of_nodes() {
        let (tree, ..) = sample();
        // The positions are asked for in all orders, or not at all.
        for order in 0..5 {
            let mut walk = tree.walk();
            assert_eq!(walk.position_before(), &tree.start());
            assert_eq!(walk.position_after(), &tree.start());
            let mut node = NodeId::ROOT;
            while let Some(event) = walk.next() {
                if let TreeEvent::Move(next) = event {
                    node = next;
                }
                let (before, after) = (tree.parent(node).unwrap(), node);
                let order = if order == 4 { node.index() % 4 } else { order };
                if order & 1 != 0 {
                    assert_eq!(walk.position_after(), &tree.position(after));
                }
                if order & 2 != 0 {
                    assert_eq!(walk.position_before(), &tree.position(before));
                    assert_eq!(walk.position_after(), &tree.position(after));
                }
            }
        }
    }

    #[test]
    fn depth_of_variations_is_not_limited_by_the_stack() {
        let mut tree = Tree::new();
        let mut node = NodeId::ROOT;
        let knights = ["Nf3", "Nf6", "Ng1", "Ng8"].map(|san| san.to_owned());
        let mut position = tree.start();
        for ply in 0..20_000 {
            let mv = position.parse_san(&knights[ply % 4]).unwrap();
            let other = position.legal_moves().iter().copied().find(|&other| other != mv).unwrap();
            tree.push_child(node, Some(other));
            node = tree.push_child(node, Some(mv));
            position.do_move(mv);
        }
        let text = movetext_line(&tree);
        assert_eq!(text.matches(')').count(), 20_000);
        // Equality, compaction and drop are also free of recursion.
        let mut copy = tree.clone();
        copy.compact();
        assert!(copy == tree);
    }
}
