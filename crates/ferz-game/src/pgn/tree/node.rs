//! Nodes of a tree and their identifiers.

use crate::pgn::Nag;

/// The link of a node that has no such neighbour.
pub(super) const NONE: u32 = u32::MAX;

/// The identifier of a node in a [`Tree`](super::Tree). It stays the same until the node is deleted
/// or the tree is compacted. The default is the root.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct NodeId(pub(super) u32);

impl NodeId {
    /// The root, which is the start position and has no move.
    pub const ROOT: Self = Self(0);

    /// Returns the identifier as a number, for interfaces to other languages.
    pub const fn number(self) -> u32 {
        self.0
    }

    /// Returns the identifier of a number. [`Tree::contains`](super::Tree::contains) says whether a tree has the node.
    pub const fn from_number(number: u32) -> Self {
        Self(number)
    }

    /// Returns the place in the vector of the nodes.
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the node of a link.
    pub(super) const fn from_link(link: u32) -> Option<Self> {
        if link == NONE { None } else { Some(Self(link)) }
    }
}

/// A move with its links to other nodes.
#[derive(Clone)]
pub(super) struct TreeNode<M> {
    /// The parent; [`NONE`] for the root.
    pub(super) parent: u32,
    pub(super) first_child: u32,
    pub(super) next_sibling: u32,
    /// The move; `None` for the root and null moves.
    pub(super) mv: Option<M>,
    /// The first NAG; [`Nag::NONE`] without one.
    pub(super) nag: Nag,
    pub(super) is_deleted: bool,
}

const _: () = assert!(size_of::<TreeNode<ferz::Move>>() == 16);

impl<M> TreeNode<M> {
    pub(super) fn new(parent: u32, mv: Option<M>) -> Self {
        let (first_child, next_sibling) = (NONE, NONE);
        Self { parent, first_child, next_sibling, mv, nag: Nag::NONE, is_deleted: false }
    }
}
