//! The moves of one game as a tree, and its builder.

use super::game_text::{GameText, Token};
use ferz::{Move, Position};
use ferz_game::pgn::{Nag, PgnErrorKind, ReadMove, decode, find_move};
use std::ops::Range;

/// The index of a missing node.
const NONE: u32 = u32::MAX;

/// The moves of a game with their comments and NAGs. Node 0 is the start position.
pub(super) struct MoveTree {
    nodes: Vec<CodedNode>,
    notes: Vec<Notes>,
    /// The moves that cannot be read or made. One in a variation ends the variation, one in the main line
    /// the game.
    pub(super) errors: Vec<PgnErrorKind>,
    /// The moves that are read in spite of a fault, as `ferz_game::pgn::Player` reports them.
    pub(super) warnings: Vec<PgnErrorKind>,
}

/// A move of the tree.
struct CodedNode {
    /// `None` for the start position and for null moves.
    mv: Option<Move>,
    parent: u32,
    first_child: u32,
    last_child: u32,
    next_sibling: u32,
    /// The index of the notes.
    notes: u32,
}

impl CodedNode {
    fn new(mv: Option<Move>, parent: u32) -> Self {
        Self { mv, parent, first_child: NONE, last_child: NONE, next_sibling: NONE, notes: NONE }
    }
}

/// Returns the index of a node that is not missing.
fn linked(index: u32) -> Option<u32> {
    (index != NONE).then_some(index)
}

/// The annotations of a move, with comments as places in the text of the game.
#[derive(Default)]
pub(super) struct Notes {
    pub(super) comments: Vec<Range<usize>>,
    pub(super) starting_comments: Vec<Range<usize>>,
    pub(super) nags: Vec<Nag>,
}

impl MoveTree {
    /// Makes the moves of a game from a position.
    pub(super) fn of_game(text: &GameText, start: Position) -> Self {
        let mut builder = Builder::new(text, start);
        builder.tree.warnings.extend(text.start_warning());
        // The open parentheses of a skipped variation, from its own one on.
        let mut skipped = 0;
        for token in text.tokens() {
            match token {
                Token::Open if skipped > 0 => skipped += 1,
                Token::Close if skipped > 1 => skipped -= 1,
                Token::Close if skipped == 1 => {
                    skipped = 0;
                    builder.close();
                }
                _ if skipped > 0 => {}
                Token::San(place) => {
                    if let Err(kind) = builder.san(text.part(place)) {
                        builder.tree.errors.push(kind);
                        if builder.replaced.is_empty() {
                            break;
                        }
                        skipped = 1;
                    }
                }
                Token::Comment(place) => builder.comment(place),
                Token::Nag(nag) => builder.notes().nags.push(*nag),
                Token::Open => skipped = usize::from(!builder.open()),
                Token::Close => builder.close(),
            }
        }
        builder.tree
    }

    /// Returns the move of a node, or `None` for a null move.
    pub(super) fn mv(&self, node: u32) -> Option<Move> {
        self.nodes[node as usize].mv
    }

    /// Returns true if the node exists.
    pub(super) fn contains(&self, node: u32) -> bool {
        (node as usize) < self.nodes.len()
    }

    /// Returns the main line after a node.
    pub(super) fn main_line(&self, node: u32) -> impl Iterator<Item = u32> {
        let next = |&at: &u32| linked(self.nodes[at as usize].first_child);
        std::iter::successors(next(&node), next)
    }

    /// Returns the children of the same parent that follow a node.
    pub(super) fn alternatives(&self, node: u32) -> impl Iterator<Item = u32> {
        let next = |&at: &u32| linked(self.nodes[at as usize].next_sibling);
        std::iter::successors(next(&node), next)
    }

    /// Returns true if any move has annotations.
    pub(super) fn has_notes(&self) -> bool {
        !self.notes.is_empty()
    }

    /// Returns the annotations of a node, if there are any.
    pub(super) fn notes(&self, node: u32) -> Option<&Notes> {
        self.notes.get(self.nodes[node as usize].notes as usize)
    }
}

/// The state between the tokens of a movetext.
struct Builder {
    tree: MoveTree,
    position: Position,
    /// The last move of the current line.
    node: u32,
    /// The number of moves from the start position.
    plies: usize,
    /// The moves that the open variations replace, with their plies.
    replaced: Vec<(u32, usize)>,
    /// The current variation has no move yet.
    at_variation_start: bool,
    /// Comments before the first move of a variation.
    starting_comments: Vec<Range<usize>>,
}

impl Builder {
    fn new(text: &GameText, position: Position) -> Self {
        let mut nodes = Vec::with_capacity(text.tokens().len() + 1);
        nodes.push(CodedNode::new(None, NONE));
        Self {
            tree: MoveTree { nodes, notes: Vec::new(), errors: Vec::new(), warnings: Vec::new() },
            position,
            node: 0,
            plies: 0,
            replaced: Vec::new(),
            at_variation_start: false,
            starting_comments: Vec::new(),
        }
    }

    fn san(&mut self, text: &[u8]) -> Result<(), PgnErrorKind> {
        let ReadMove { mv, warning } = find_move(&self.position, text)?;
        if let Some(warning) = warning {
            self.warn(warning);
        }
        if mv.is_none() && self.replaced.is_empty() {
            self.warn(PgnErrorKind::NullMove { found: decode(text).into_owned() });
        }
        // The text of a game has fewer than 2^32 moves: each takes more than a byte of memory.
        let index = self.tree.nodes.len() as u32;
        self.tree.nodes.push(CodedNode::new(mv, self.node));
        let parent = &mut self.tree.nodes[self.node as usize];
        let last = std::mem::replace(&mut parent.last_child, index);
        match last {
            NONE => parent.first_child = index,
            last => self.tree.nodes[last as usize].next_sibling = index,
        }
        self.play(index);
        self.at_variation_start = false;
        if !self.starting_comments.is_empty() {
            self.notes().starting_comments = std::mem::take(&mut self.starting_comments);
        }
        Ok(())
    }

    /// Adds a warning. A game in UCI notation has one.
    #[cold]
    fn warn(&mut self, warning: PgnErrorKind) {
        let is_uci = |kind: &PgnErrorKind| matches!(kind, PgnErrorKind::UciMove { .. });
        if !(is_uci(&warning) && self.tree.warnings.iter().any(is_uci)) {
            self.tree.warnings.push(warning);
        }
    }

    /// Makes the move of a node.
    fn play(&mut self, node: u32) {
        match self.tree.mv(node) {
            Some(mv) => self.position.do_move(mv),
            None => self.position.do_null_move(),
        }
        self.node = node;
        self.plies += 1;
    }

    /// Undoes the last move.
    fn undo(&mut self) {
        if self.position.undo_move().is_none() {
            self.position.undo_null_move();
        }
        self.node = self.tree.nodes[self.node as usize].parent;
        self.plies -= 1;
    }

    /// Begins a variation. Returns false if it replaces no move and is to be skipped.
    fn open(&mut self) -> bool {
        self.replaced.push((self.node, self.plies));
        let replaces = !self.at_variation_start && self.plies > 0;
        if !replaces {
            let expected = "a move before the first variation";
            self.warn(PgnErrorKind::Unexpected { found: "(".into(), expected });
        }
        if replaces {
            self.undo();
            self.at_variation_start = true;
        }
        replaces
    }

    /// Returns to the move that the variation replaces.
    fn close(&mut self) {
        let Some((node, plies)) = self.replaced.pop() else { return };
        if (self.node, self.plies) == (node, plies) {
            // The variation was skipped at its parenthesis.
            return;
        }
        while self.plies >= plies {
            self.undo();
        }
        self.play(node);
        self.at_variation_start = false;
        // Comments of a variation without moves belong to the move before it.
        if !self.starting_comments.is_empty() {
            let comments = std::mem::take(&mut self.starting_comments);
            self.notes().comments.extend(comments);
        }
    }

    /// Returns the annotations of the last move.
    fn notes(&mut self) -> &mut Notes {
        let node = &mut self.tree.nodes[self.node as usize];
        if node.notes == NONE {
            // There are at most as many notes as nodes.
            node.notes = self.tree.notes.len() as u32;
            self.tree.notes.push(Notes::default());
        }
        &mut self.tree.notes[node.notes as usize]
    }

    fn comment(&mut self, place: &Range<usize>) {
        if place.is_empty() {
            return;
        }
        if self.at_variation_start {
            self.starting_comments.push(place.clone());
        } else {
            self.notes().comments.push(place.clone());
        }
    }
}
