//! A node of a tree with its position.

use super::{NodeId, Tree, make, unmake};
use ferz::Position;

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
    pub(super) fn new(tree: &'a Tree) -> Self {
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
