//! The moves of one game as a tree, and its builder.

use super::token::{MovetextTokens, Token};
use crate::state::is_null_move;
use ferz::notation::{SanPattern, UciMove};
use ferz::{Move, Position};
use ferz_game::GameResult;
use std::ops::Range;

/// The index of a missing node.
const NONE: u32 = u32::MAX;

/// The moves of a game with their comments and NAGs. Node 0 is the start position.
pub(super) struct MoveTree {
    nodes: Vec<CodedNode>,
    notes: Vec<Notes>,
    /// The first game termination marker other than `*`, else the first one.
    pub(super) result: Option<GameResult>,
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

/// The annotations of a move, as places in the movetext.
#[derive(Default)]
pub(super) struct Notes {
    pub(super) comments: Vec<Range<usize>>,
    pub(super) starting_comments: Vec<Range<usize>>,
    pub(super) nags: Vec<u64>,
}

/// A movetext that is not a tree of legal moves.
pub(super) struct NotATree;

impl MoveTree {
    /// Parses a movetext from a position.
    ///
    /// # Errors
    /// If a move is not legal, a NAG is above 64 bits, or the text has 2^32 moves.
    pub(super) fn parse(text: &[u8], start: Position) -> Result<Self, NotATree> {
        let mut builder = Builder::new(text, start);
        for token in MovetextTokens::new(text) {
            builder.token(token)?;
        }
        Ok(builder.tree)
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
struct Builder<'a> {
    text: &'a [u8],
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

impl<'a> Builder<'a> {
    fn new(text: &'a [u8], position: Position) -> Self {
        let mut nodes = Vec::with_capacity(128);
        nodes.push(CodedNode::new(None, NONE));
        Self {
            text,
            tree: MoveTree { nodes, notes: Vec::new(), result: None },
            position,
            node: 0,
            plies: 0,
            replaced: Vec::new(),
            at_variation_start: false,
            starting_comments: Vec::new(),
        }
    }

    fn token(&mut self, token: Token<'_>) -> Result<(), NotATree> {
        match token {
            Token::San(san) => self.san(san)?,
            Token::Comment(text) => self.comment(text),
            Token::Suffix(number) => self.nag(number.into()),
            Token::Nag(digits) => {
                let number = str::from_utf8(digits).ok().and_then(|digits| digits.parse().ok());
                self.nag(number.ok_or(NotATree)?);
            }
            // A variation before the first move replaces nothing.
            Token::Open if self.plies == 0 => {}
            Token::Open => self.open(),
            Token::Close => self.close(),
            Token::Result(text) if self.replaced.is_empty() => {
                if matches!(self.tree.result, None | Some(GameResult::Unknown)) {
                    self.tree.result = str::from_utf8(text).ok().and_then(|text| text.parse().ok());
                }
            }
            // A result in a variation is not that of the game.
            Token::Result(_) => {}
        }
        Ok(())
    }

    /// Returns the place of a part of the movetext.
    fn place(&self, part: &[u8]) -> Range<usize> {
        let start = part.as_ptr().addr() - self.text.as_ptr().addr();
        start..start + part.len()
    }

    fn san(&mut self, san: &[u8]) -> Result<(), NotATree> {
        let mv = match self.find_move(san) {
            Some(mv) => Some(mv),
            None if is_null_move(san) && !self.position.in_check() => None,
            None => return Err(NotATree),
        };
        let index = u32::try_from(self.tree.nodes.len()).ok().filter(|&index| index != NONE);
        let index = index.ok_or(NotATree)?;
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

    /// Returns the legal move of a token in SAN or in the coordinates of UCI.
    fn find_move(&self, san: &[u8]) -> Option<Move> {
        let after = &self.text[self.place(san).start..];
        let pattern = match after.first_chunk() {
            Some(&head) => SanPattern::parse_with_head(head, san),
            None => SanPattern::parse(san),
        };
        let found = pattern.and_then(|pattern| self.position.find_san(&pattern));
        found.ok().or_else(|| {
            let uci: UciMove = str::from_utf8(san).ok()?.parse().ok()?;
            self.position.find_uci(uci).ok()
        })
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

    fn open(&mut self) {
        self.replaced.push((self.node, self.plies));
        self.undo();
        self.at_variation_start = true;
    }

    /// Returns to the move that the variation replaces. Ignores a superfluous parenthesis.
    fn close(&mut self) {
        let Some((node, plies)) = self.replaced.pop() else { return };
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

    fn comment(&mut self, text: &[u8]) {
        if text.is_empty() {
            return;
        }
        let place = self.place(text);
        if self.at_variation_start {
            self.starting_comments.push(place);
        } else {
            self.notes().comments.push(place);
        }
    }

    fn nag(&mut self, number: u64) {
        // A glyph at the start of a variation belongs to the move before it.
        self.notes().nags.push(number);
    }
}
