//! Changes of a tree.

use super::{CommentPlace, NONE, Nag, NodeId, Tree, TreeEvent, TreeNode};
use crate::pgn::GamePosition;
use ferz::notation::ParseSanError;
use ferz::{IllegalMove, Move};
use std::cmp::Ordering;

/// Errors of changes of a [`Tree`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TreeError {
    /// The move is not legal in the position of the node.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// The text is not a legal move.
    #[error(transparent)]
    San(#[from] ParseSanError),
    /// A null move in check, which would leave the king attacked.
    #[error("a null move is not possible in check")]
    NullMoveInCheck,
    /// A node that was deleted, or that is a node of another tree and of none here.
    #[error("the node is not part of the tree")]
    NoSuchNode,
    /// Two trees with different start positions cannot be merged.
    #[error("the start positions of the two games differ")]
    DifferentStart,
}

impl Tree {
    /// Adds a move behind the other children of a node, or returns the child that has this move.
    ///
    /// # Errors
    /// [`TreeError::Illegal`] if the move is not legal, [`TreeError::NoSuchNode`] without the node.
    pub fn add(&mut self, parent: NodeId, mv: Move) -> Result<NodeId, TreeError> {
        self.require(parent)?;
        if let Some(child) = self.find_child(parent, Some(mv)) {
            return Ok(child);
        }
        if !self.position(parent).is_legal(mv) {
            return Err(IllegalMove(mv).into());
        }
        Ok(self.push_child(parent, Some(mv)))
    }

    /// Adds a move written in SAN, like [`add`](Self::add).
    ///
    /// # Errors
    /// [`TreeError::San`] if the text is not a legal move, [`TreeError::NoSuchNode`] without the node.
    pub fn add_san(&mut self, parent: NodeId, san: &str) -> Result<NodeId, TreeError> {
        self.require(parent)?;
        let mv = self.position(parent).parse_san(san)?;
        Ok(self.find_or_push_child(parent, Some(mv)))
    }

    /// Adds consecutive moves and returns the last node; moves that the tree has are not added
    /// again.
    ///
    /// # Errors
    /// [`TreeError::Illegal`] for the first move that is not legal, [`TreeError::NoSuchNode`] without
    /// the node. The tree is then unchanged.
    pub fn add_line(&mut self, parent: NodeId, moves: &[Move]) -> Result<NodeId, TreeError> {
        self.require(parent)?;
        let mut position = self.position(parent);
        for &mv in moves {
            position.try_do_move(mv)?;
        }
        Ok(moves.iter().fold(parent, |node, &mv| self.find_or_push_child(node, Some(mv))))
    }
}

impl<P: GamePosition> Tree<P> {
    /// Adds a null move behind the other children of a node, or returns the child that is one.
    ///
    /// # Errors
    /// [`TreeError::NullMoveInCheck`], [`TreeError::NoSuchNode`] without the node.
    pub fn add_null_move(&mut self, parent: NodeId) -> Result<NodeId, TreeError> {
        self.require(parent)?;
        if let Some(child) = self.find_child(parent, None) {
            return Ok(child);
        }
        if self.position(parent).in_check() {
            return Err(TreeError::NullMoveInCheck);
        }
        Ok(self.push_child(parent, None))
    }

    /// Adds a move, or a null move for `None`, behind the other children of a node, for callers that have
    /// the position of the node at hand and have made the move in it.
    ///
    /// # Panics
    /// If the node is not part of the tree. A move that is not legal causes a panic when the tree is walked.
    pub fn add_unchecked(&mut self, parent: NodeId, mv: Option<P::Move>) -> NodeId {
        self.push_child(parent, mv)
    }

    /// Checks that a node is part of the tree. A node of another tree is not recognised if this tree
    /// has one of its number.
    fn require(&self, id: NodeId) -> Result<(), TreeError> {
        if self.contains(id) { Ok(()) } else { Err(TreeError::NoSuchNode) }
    }

    /// Adds a node behind the other children. The caller has checked that the move is legal.
    ///
    /// # Panics
    /// If the tree has 2^32 - 1 nodes.
    pub(crate) fn push_child(&mut self, parent: NodeId, mv: Option<P::Move>) -> NodeId {
        let id = u32::try_from(self.nodes.len()).ok().filter(|&id| id != NONE);
        let id = NodeId(id.expect("a tree has at most 2^32 - 1 nodes"));
        match self.children(parent).last() {
            None => self.node_mut(parent).first_child = id.0,
            Some(last) => self.node_mut(last).next_sibling = id.0,
        }
        self.nodes.push(TreeNode::new(parent.0, mv));
        id
    }

    /// Returns the child with a move that the caller has checked, which is added if there is none.
    fn find_or_push_child(&mut self, parent: NodeId, mv: Option<P::Move>) -> NodeId {
        self.find_child(parent, mv).unwrap_or_else(|| self.push_child(parent, mv))
    }

    /// Moves a variation one place up among the children of its parent. Returns false if the node
    /// is the first child already.
    pub fn promote(&mut self, id: NodeId) -> bool {
        self.reorder(id, |index| index.saturating_sub(1))
    }

    /// Moves a variation one place down among the children of its parent. Returns false if the
    /// node is the last child already.
    pub fn demote(&mut self, id: NodeId) -> bool {
        self.reorder(id, |index| index + 1)
    }

    /// Moves a variation to the first place among the children of its parent. Returns false if it
    /// is there already.
    pub fn promote_to_first(&mut self, id: NodeId) -> bool {
        self.reorder(id, |_| 0)
    }

    /// Reorders the tree such that the node is part of the main line.
    pub fn promote_to_main_line(&mut self, id: NodeId) {
        for node in self.path(id) {
            self.promote_to_first(node);
        }
    }

    /// Moves a node to the index that `target` returns for its current one. Returns true if that
    /// changed the order.
    fn reorder(&mut self, id: NodeId, target: impl Fn(usize) -> usize) -> bool {
        let Some(parent) = self.parent(id) else { return false };
        let mut children: Vec<_> = self.children(parent).collect();
        let Some(index) = children.iter().position(|&child| child == id) else { return false };
        let target = target(index).min(children.len() - 1);
        match target.cmp(&index) {
            Ordering::Equal => return false,
            Ordering::Less => children[target..=index].rotate_right(1),
            Ordering::Greater => children[index..=target].rotate_left(1),
        }
        self.link_children(parent, &children);
        true
    }

    /// Makes `children` the children of a node. A first child has no comment before it: one that
    /// becomes the first keeps such a comment behind its move.
    fn link_children(&mut self, parent: NodeId, children: &[NodeId]) {
        self.node_mut(parent).first_child = children.first().map_or(NONE, |child| child.0);
        for (nth, &child) in children.iter().enumerate() {
            self.node_mut(child).next_sibling = children.get(nth + 1).map_or(NONE, |next| next.0);
        }
        if let Some(&first) = children.first() {
            self.comments.move_after(first);
        }
    }

    /// Deletes a node with all moves that follow it. The root stays, with all its moves deleted.
    ///
    /// # Errors
    /// [`TreeError::NoSuchNode`] if the node is not part of the tree.
    pub fn delete(&mut self, id: NodeId) -> Result<(), TreeError> {
        self.require(id)?;
        self.delete_known(id);
        Ok(())
    }

    /// Deletes a node of the tree.
    fn delete_known(&mut self, id: NodeId) {
        if id == NodeId::ROOT {
            let first: Vec<_> = self.children(id).collect();
            first.into_iter().for_each(|child| self.delete_known(child));
            return;
        }
        if let Some(parent) = self.parent(id) {
            let others: Vec<_> = self.children(parent).filter(|&child| child != id).collect();
            self.link_children(parent, &others);
        }
        let mut pending = vec![id];
        while let Some(node) = pending.pop() {
            pending.extend(self.children(node));
            CommentPlace::ALL.into_iter().for_each(|place| self.comments.clear(node, place));
            self.clear_nags(node);
            self.node_mut(node).is_deleted = true;
            self.deleted += 1;
        }
    }

    /// Deletes all variations, so that the main line remains, with the comments behind them after the moves that
    /// they replace.
    pub fn delete_variations(&mut self) {
        let mut node = NodeId::ROOT;
        loop {
            let variations: Vec<_> = self.children(node).skip(1).collect();
            for variation in variations {
                let behind: Vec<_> = self
                    .comments(variation, CommentPlace::AfterVariation)
                    .map(str::to_owned)
                    .collect();
                if let Some(main) = self.first_child(node) {
                    behind
                        .iter()
                        .for_each(|text| self.add_comment(main, CommentPlace::After, text));
                }
                self.delete_known(variation);
            }
            match self.first_child(node) {
                Some(next) => node = next,
                None => return,
            }
        }
    }

    /// Deletes the moves after this number of plies, in the main line and in all variations.
    ///
    /// ```
    /// use ferz_game::pgn::{NodeId, Tree};
    /// let mut tree = Tree::new();
    /// let e4 = tree.add_san(NodeId::ROOT, "e4")?;
    /// tree.add_san(e4, "e5")?;
    /// tree.add_san(NodeId::ROOT, "d4")?;
    /// tree.truncate(1);
    /// assert_eq!(tree.len(), 2);
    /// # Ok::<(), ferz_game::pgn::TreeError>(())
    /// ```
    pub fn truncate(&mut self, plies: usize) {
        let mut pending = vec![(NodeId::ROOT, 0)];
        while let Some((node, depth)) = pending.pop() {
            let children: Vec<_> = self.children(node).collect();
            if depth < plies {
                pending.extend(children.into_iter().map(|child| (child, depth + 1)));
            } else {
                children.into_iter().for_each(|child| self.delete_known(child));
            }
        }
    }

    /// Adds a comment behind the others at its place. White space is normalised: none at the ends,
    /// single spaces within. A comment before the first child of a node becomes one after its
    /// parent, where PGN has it, and one behind the variation of a move that begins none becomes one after the
    /// move. An empty comment is ignored.
    ///
    /// # Panics
    /// If the text of all comments exceeds 1 GiB.
    pub fn add_comment(&mut self, id: NodeId, place: CommentPlace, text: &str) {
        let (id, place) = self.comment_place(id, place);
        self.comments.add(id, place, text);
    }

    /// Returns the node and the place of a comment in PGN.
    pub(super) fn comment_place(&self, id: NodeId, place: CommentPlace) -> (NodeId, CommentPlace) {
        match self.parent(id) {
            Some(parent) if place == CommentPlace::Before && self.is_first_child(id) => {
                (parent, CommentPlace::After)
            }
            Some(_) if place == CommentPlace::AfterVariation && self.is_first_child(id) => {
                (id, CommentPlace::After)
            }
            None => (id, CommentPlace::After),
            Some(_) => (id, place),
        }
    }

    /// Removes the comments of a node at one place.
    pub fn clear_comments(&mut self, id: NodeId, place: CommentPlace) {
        self.comments.clear(self.checked(id), place);
    }

    /// Adds a NAG to a move. [`Nag::NONE`], one that the move has, and a NAG of the root are ignored.
    pub fn add_nag(&mut self, id: NodeId, nag: Nag) {
        if id == NodeId::ROOT || nag == Nag::NONE || self.nags(id).any(|known| known == nag) {
            return;
        }
        if self.node(id).nag == Nag::NONE {
            self.node_mut(id).nag = nag;
        } else {
            let at = self.nag_range(id).end;
            self.more_nags.insert(at, (id.0, nag));
        }
    }

    /// Removes the NAGs of a move.
    pub fn clear_nags(&mut self, id: NodeId) {
        self.node_mut(id).nag = Nag::NONE;
        let range = self.nag_range(id);
        self.more_nags.drain(range);
    }

    /// Frees the memory of deleted nodes and comments and all spare capacity. Identifiers change:
    /// nodes are numbered in the order of PGN.
    pub fn compact(&mut self) {
        let mut compacted = Self { start: self.start.take(), ..Self::empty() };
        compacted.nodes.reserve_exact(self.len());
        let mut ids = vec![NONE; self.nodes.len()];
        ids[0] = 0;
        compacted.copy_data(NodeId::ROOT, self, NodeId::ROOT);
        let mut walk = self.walk();
        while let Some(event) = walk.next_structure() {
            let TreeEvent::Move(node) = event else { continue };
            let parent =
                self.parent(node).map_or(NodeId::ROOT, |parent| NodeId(ids[parent.index()]));
            let copy = compacted.push_child(parent, self.mv(node));
            compacted.copy_data(copy, self, node);
            ids[node.index()] = copy.0;
        }
        compacted.comments.shrink();
        compacted.more_nags.shrink_to_fit();
        *self = compacted;
    }

    /// Adds the comments and NAGs of a node of another tree.
    fn copy_data(&mut self, id: NodeId, other: &Self, other_id: NodeId) {
        for place in CommentPlace::ALL {
            other.comments(other_id, place).for_each(|text| self.comments.add(id, place, text));
        }
        other.nags(other_id).for_each(|nag| self.add_nag(id, nag));
    }
}

impl<P: GamePosition> Tree<P> {
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
            let own = self.find_or_push_child(parent, other.mv(node));
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
