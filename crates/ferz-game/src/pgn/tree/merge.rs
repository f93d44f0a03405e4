//! Merging of two games into one tree.

use super::{CommentPlace, NodeId, Tree, TreeError, TreeEvent};

impl Tree {
    /// Adds the moves of another game with the same start position. Moves that this tree has are
    /// not added again; the others become variations. Comments and NAGs that a node lacks are
    /// added to it.
    ///
    /// # Errors
    /// [`TreeError::DifferentStart`], with the tree unchanged.
    pub fn merge(&mut self, other: &Self) -> Result<(), TreeError> {
        if self.start() != other.start() {
            return Err(TreeError::DifferentStart);
        }
        let mut ids = vec![NodeId::ROOT; other.nodes.len()];
        self.merge_data(NodeId::ROOT, other, NodeId::ROOT);
        let mut walk = other.walk();
        while let Some(event) = walk.next_structure() {
            let TreeEvent::Move(node) = event else { continue };
            let parent = other.parent(node).map_or(NodeId::ROOT, |parent| ids[parent.index()]);
            let mv = other.mv(node);
            let known = self.find_child(parent, mv);
            let own = known.unwrap_or_else(|| self.push_child(parent, mv));
            ids[node.index()] = own;
            self.merge_data(own, other, node);
        }
        Ok(())
    }

    fn merge_data(&mut self, id: NodeId, other: &Self, other_id: NodeId) {
        for other_place in CommentPlace::ALL {
            let (id, place) = self.comment_place(id, other_place);
            for text in other.comments(other_id, other_place) {
                if !self.comments(id, place).any(|known| known == text) {
                    self.comments.add(id, place, text);
                }
            }
        }
        other.nags(other_id).for_each(|nag| self.add_nag(id, nag));
    }
}
