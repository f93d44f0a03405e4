//! Comments of all nodes of a tree, in one string.

use super::node::NodeId;

/// The place of a comment relative to its move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum CommentPlace {
    /// Before the move: only for the first move of a variation.
    Before,
    /// After the move, or at the start of the game for the root.
    After,
    /// Behind the variation that the move begins: `1. e4 (1. d4 d5 {here}) {but not this one}`.
    AfterVariation,
}

impl CommentPlace {
    /// All places, in the order of PGN.
    pub const ALL: [Self; 3] = [Self::Before, Self::After, Self::AfterVariation];
}

/// A comment: its node and place, and the range of its text.
#[derive(Clone, Copy)]
struct CommentRecord {
    node: u32,
    start: u32,
    /// The length in bytes, with the place in the two highest bits.
    len_and_place: u32,
}

/// The place of the bits of a [`CommentPlace`].
const PLACE_SHIFT: u32 = 30;

/// The bits of the length.
const LEN_MASK: u32 = (1 << PLACE_SHIFT) - 1;

impl CommentRecord {
    fn place(self) -> CommentPlace {
        CommentPlace::ALL[(self.len_and_place >> PLACE_SHIFT) as usize]
    }

    fn key(self) -> (u32, CommentPlace) {
        (self.node, self.place())
    }

    fn range(self) -> std::ops::Range<usize> {
        let start = self.start as usize;
        start..start + (self.len_and_place & LEN_MASK) as usize
    }
}

/// The comments of a tree, ordered by node and place.
#[derive(Clone, Default)]
pub(super) struct Comments {
    list: Vec<CommentRecord>,
    text: String,
}

impl Comments {
    pub(super) fn memory(&self) -> usize {
        size_of_val(&*self.list) + self.text.len()
    }

    /// Returns the comments of a node at one place.
    pub(super) fn of(&self, node: NodeId, place: CommentPlace) -> impl Iterator<Item = &str> {
        let comments = self.list[self.range(node, place)].iter();
        comments.map(|comment| &self.text[comment.range()])
    }

    pub(super) fn range(&self, node: NodeId, place: CommentPlace) -> std::ops::Range<usize> {
        let key = (node.0, place);
        // Most comments are added and looked up in the order of the nodes.
        if self.list.last().is_none_or(|last| last.key() < key) {
            return self.list.len()..self.list.len();
        }
        let start = self.list.partition_point(|comment| comment.key() < key);
        let end = self.list.partition_point(|comment| comment.key() <= key);
        start..end
    }

    /// Adds a comment behind the others of its node and place. White space at its ends is dropped,
    /// other white space becomes a single space. Does nothing for an empty comment.
    ///
    /// # Panics
    /// If the text of all comments exceeds 1 GiB.
    pub(super) fn add(&mut self, node: NodeId, place: CommentPlace, text: &str) {
        let start = self.text.len();
        for word in text.split(is_space).filter(|word| !word.is_empty()) {
            if self.text.len() > start {
                self.text.push(' ');
            }
            self.text.push_str(word);
        }
        let len = self.text.len() - start;
        if len == 0 {
            return;
        }
        assert!(self.text.len() <= LEN_MASK as usize, "more than 1 GiB of comments");
        let comment = CommentRecord {
            node: node.0,
            start: start as u32,
            len_and_place: len as u32 | (place as u32) << PLACE_SHIFT,
        };
        let at = self.range(node, place).end;
        self.list.insert(at, comment);
    }

    /// Removes the comments of a node at one place. Their text stays until the tree is compacted.
    pub(super) fn clear(&mut self, node: NodeId, place: CommentPlace) {
        let range = self.range(node, place);
        self.list.drain(range);
    }

    /// Moves the comments before a move and behind its variation to those after it.
    pub(super) fn move_after(&mut self, node: NodeId) {
        let start = self.range(node, CommentPlace::Before).start;
        let end = self.range(node, CommentPlace::AfterVariation).end;
        // The places of a node are neighbours in the list, so the order stays.
        for comment in &mut self.list[start..end] {
            comment.len_and_place =
                comment.len_and_place & LEN_MASK | (CommentPlace::After as u32) << PLACE_SHIFT;
        }
    }

    pub(super) fn shrink(&mut self) {
        self.list.shrink_to_fit();
        self.text.shrink_to_fit();
    }
}

/// Returns true for characters that separate the words of a comment: white space and controls.
fn is_space(c: char) -> bool {
    c.is_whitespace() || c.is_control()
}
