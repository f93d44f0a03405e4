//! The walk over all nodes of a tree in the order of PGN.

use super::{NodeId, Tree, make, unmake};
use ferz::Position;

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
    pub(super) fn new(tree: &'a Tree) -> Self {
        let state = WalkPlace::After(NodeId::ROOT);
        Self { tree, state, position: tree.start(), at: NodeId::ROOT }
    }

    /// Returns the position before the move of the last [`TreeEvent::Move`]; the start position
    /// before the first event.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the next event without updating the position.
    pub(super) fn next_structure(&mut self) -> Option<TreeEvent> {
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
