//! Repertoires: the opening moves that a player has prepared, their gaps, the games that left them, and their learning.
//!
//! A [`Repertoire`] is one or more PGN texts with variations. It consists of positions, not of orders of moves: a
//! position that several lines reach has the moves of all of them. Which side is one's own is said by the functions
//! that need it: a file can serve both.
//!
//! - [`check`] finds contradictory answers, moves without an answer and lines that end too early;
//! - [`GameVisits`] follows a game, [`RepertoireCounts`] adds games up, and [`Departure`] is where a game left;
//! - [`Deck`] has the positions to learn, [`Memory`] when they are due.
//!
//! ```
//! use ferz::Color;
//! use ferz_database::repertoire::{Repertoire, check};
//!
//! let mut repertoire = Repertoire::default();
//! let pgn = "1. e4 e5 (1... c5 2. Nf3) 2. Nf3 Nc6 *\n\n1. Nf3 e5 2. e4 *";
//! let faults = repertoire.add_text("white.pgn", pgn.as_bytes(), None)?;
//! assert!(faults.errors.is_empty() && faults.warnings.is_empty());
//! let report = check(&repertoire, Color::White, None, Default::default());
//! // Two first moves are no alternatives of one game, and 2...Nc6 has no answer.
//! assert_eq!((report.conflicts.len(), report.unanswered.len()), (1, 1));
//! # Ok::<(), std::io::Error>(())
//! ```

mod checking;
mod counts;
mod deck;
#[cfg(feature = "serde")]
mod departures;
mod memory;
#[cfg(feature = "serde")]
mod progress;
mod visits;

pub use checking::{CheckLimits, Conflict, ConflictAnswer, Gap, RepertoireReport, check};
pub use counts::{PositionCounts, RepertoireCounts};
pub use deck::{Card, CardState, Deck, DeckCounts};
#[cfg(feature = "serde")]
pub use departures::{DepartureReport, DepartureRow, DepartureTable};
pub use memory::{Grade, Memory};
#[cfg(feature = "serde")]
pub use progress::Progress;
pub use visits::{Departure, GameVisits};

use ferz::{Color, Move, Position};
use ferz_game::pgn::annotation::{CommentPart, parts};
use ferz_game::pgn::{
    CommentPlace, Games, NodeId, PgnError, PieceLetters, Reader, Tree, TreeEvent,
};
use std::collections::HashMap;
use std::io::{self, Read};

/// The positions of a repertoire with their moves. Positions have numbers from 0, in the order of the text.
#[derive(Clone, Debug, Default)]
pub struct Repertoire {
    positions: Vec<RepertoirePosition>,
    /// The numbers by the keys of the positions, in which an en passant square counts only with a legal capture.
    numbers: HashMap<u64, usize>,
    sources: Vec<String>,
    games: usize,
    /// The least number of men of any position.
    fewest_men: usize,
}

/// A position of a repertoire.
#[derive(Clone, Debug)]
pub struct RepertoirePosition {
    /// The side to move.
    pub side: Color,
    /// The moves of the repertoire, in the order of the text.
    pub moves: Vec<RepertoireMove>,
    /// The moves that lead here, with the numbers of the positions before them, each once.
    pub arrivals: Vec<(usize, Move)>,
    /// Set without a legal move: no answer is missing.
    pub is_over: bool,
    /// Set if a game begins here, and no earlier line leads here.
    start: Option<Box<Position>>,
}

/// A move of a repertoire.
#[derive(Clone, Debug)]
pub struct RepertoireMove {
    /// The move.
    pub mv: Move,
    /// The number of the position after it.
    pub next: usize,
    /// The games that have it.
    pub places: Vec<GamePlace>,
    /// The comments behind it, without commands such as `[%cal Gg1f3]`.
    pub comment: String,
    /// The number of the first move of the position that is an alternative of this one: one game has both as
    /// variations of each other, directly or by further alternatives. Its own number for the first one.
    pub group: usize,
}

/// A game of a text, which is a chapter of a repertoire.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GamePlace {
    /// The number of the text, from 0.
    pub source: usize,
    /// The number of the game, from 1.
    pub game: u64,
}

/// The faults of a text: the other games are read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TextFaults {
    /// The errors that end games.
    pub errors: Vec<PgnError>,
    /// Text that was left out, such as the rest of a variation after an illegal move, or read in spite of a fault.
    pub warnings: Vec<PgnError>,
}

impl Repertoire {
    /// Adds the games of a PGN text with a name, read with the piece letters of a language. A game with an error is
    /// added up to the error.
    ///
    /// # Errors
    /// If the text cannot be read.
    pub fn add_text(
        &mut self,
        name: &str,
        input: impl Read,
        letters: Option<PieceLetters>,
    ) -> io::Result<TextFaults> {
        let mut reader = Reader::new(input);
        reader.set_source(name);
        let mut games = Games::from_reader(reader);
        if let Some(letters) = letters {
            games.player_mut().set_piece_letters(letters);
        }
        let source = self.add_source(name);
        let mut faults = TextFaults::default();
        let mut number = 0;
        while let Some(game) = games.next() {
            let (game, error) = game?;
            number += 1;
            self.add_game(&game.tree, GamePlace { source, game: number });
            faults.errors.extend(error);
            faults.warnings.extend_from_slice(games.player_mut().visitor_mut().warnings());
        }
        Ok(faults)
    }

    /// Adds the name of a text whose games are added one by one, and returns its number.
    pub fn add_source(&mut self, name: &str) -> usize {
        self.sources.push(name.to_owned());
        self.sources.len() - 1
    }

    /// Adds a game with its variations. What follows a null move is no line of play and left out.
    pub fn add_game(&mut self, tree: &Tree, place: GamePlace) {
        self.games += 1;
        let start = tree.start();
        let root = self.find(&start).unwrap_or_else(|| self.insert(&start));
        if self.positions[root].arrivals.is_empty() {
            self.positions[root].start.get_or_insert_with(|| Box::new(start));
        }
        let mut numbers = HashMap::from([(NodeId::ROOT, root)]);
        let mut walk = tree.walk();
        while let Some(event) = walk.next() {
            let TreeEvent::Move(node) = event else { continue };
            let parent = tree.parent(node).and_then(|parent| numbers.get(&parent).copied());
            let (Some(mv), Some(before)) = (tree.mv(node), parent) else { continue };
            let after = walk.position_after();
            let next = self.find(after).unwrap_or_else(|| self.insert(after));
            numbers.insert(node, next);
            if !self.positions[next].arrivals.contains(&(before, mv)) {
                self.positions[next].arrivals.push((before, mv));
            }
            self.add_move(before, mv, next, place, &comment(tree, node));
        }
        for (&node, &number) in &numbers {
            self.positions[number].unite(tree.children(node).filter_map(|child| tree.mv(child)));
        }
    }

    fn add_move(&mut self, before: usize, mv: Move, next: usize, place: GamePlace, comment: &str) {
        let moves = &mut self.positions[before].moves;
        let number = moves.iter().position(|known| known.mv == mv).unwrap_or(moves.len());
        if number == moves.len() {
            let (places, comment) = (Vec::new(), String::new());
            moves.push(RepertoireMove { mv, next, places, comment, group: number });
        }
        let known = &mut moves[number];
        if known.places.last() != Some(&place) {
            known.places.push(place);
        }
        if known.comment.is_empty() {
            comment.clone_into(&mut known.comment);
        }
    }

    /// Adds a position and returns its number.
    fn insert(&mut self, position: &Position) -> usize {
        let men = position.occupied().len();
        let number = self.positions.len();
        self.fewest_men = if number == 0 { men } else { self.fewest_men.min(men) };
        self.numbers.insert(position.key(), number);
        self.positions.push(RepertoirePosition {
            side: position.side_to_move(),
            moves: Vec::new(),
            arrivals: Vec::new(),
            is_over: !position.has_legal_move(),
            start: None,
        });
        number
    }

    /// Returns the number of a position, `None` if no line reaches it.
    pub fn find(&self, position: &Position) -> Option<usize> {
        self.numbers.get(&position.key()).copied()
    }

    /// Returns the positions in the order of their numbers.
    pub fn positions(&self) -> &[RepertoirePosition] {
        &self.positions
    }

    /// Returns the number of games that were added.
    pub fn games(&self) -> usize {
        self.games
    }

    /// Returns the name of a text.
    ///
    /// # Panics
    /// If there is no such text; so do the other functions with a number of a position.
    pub fn source(&self, source: usize) -> &str {
        &self.sources[source]
    }

    /// Returns the start and the moves of the first line to a position.
    pub fn line(&self, number: usize) -> (Position, Vec<Move>) {
        let (mut number, mut moves) = (number, Vec::new());
        loop {
            let position = &self.positions[number];
            // A position without a start was reached from one with a smaller number.
            match (&position.start, position.arrivals.first()) {
                (None, Some(&(before, mv))) => {
                    moves.push(mv);
                    number = before;
                }
                (start, _) => {
                    moves.reverse();
                    let start = start.as_deref().map_or_else(Position::startpos, Position::clone);
                    return (start, moves);
                }
            }
        }
    }

    /// Returns a position.
    pub fn position(&self, number: usize) -> Position {
        let (mut position, moves) = self.line(number);
        moves.into_iter().for_each(|mv| position.do_move(mv));
        position
    }

    /// Returns the first line to a position and a move after it in SAN with move numbers.
    pub fn numbered_line(&self, number: usize, mv: Option<Move>) -> String {
        let (start, mut moves) = self.line(number);
        moves.extend(mv);
        start.numbered_san_line(&moves).unwrap_or_default()
    }

    /// Returns the numbers of the positions in the order of learning: each after one that leads to it, and the first
    /// move of a position with all that follows it before the second.
    pub fn learning_order(&self) -> Vec<usize> {
        let (mut order, mut seen) = (Vec::new(), vec![false; self.positions.len()]);
        let mut stack = Vec::new();
        for root in (0..self.positions.len()).filter(|&it| self.positions[it].is_start()) {
            stack.push(root);
            while let Some(number) = stack.pop() {
                if !std::mem::replace(&mut seen[number], true) {
                    order.push(number);
                    stack.extend(self.positions[number].moves.iter().rev().map(|mv| mv.next));
                }
            }
        }
        order
    }

    /// Returns the numbers of the positions that several moves reach: the lines of one continue the others.
    pub fn transpositions(&self) -> impl Iterator<Item = usize> {
        (0..self.positions.len()).filter(|&number| self.positions[number].arrivals.len() > 1)
    }
}

impl RepertoirePosition {
    /// Returns true if a game begins here, and no line before it in the text leads here.
    fn is_start(&self) -> bool {
        self.start.is_some()
    }

    /// Makes moves alternatives of each other.
    fn unite(&mut self, alternatives: impl Iterator<Item = Move>) {
        let moves = &self.moves;
        let group = |mv| moves.iter().find(|known| known.mv == mv).map(|known| known.group);
        let groups: Vec<_> = alternatives.filter_map(group).collect();
        let Some(&first) = groups.iter().min() else { return };
        for known in self.moves.iter_mut().filter(|known| groups.contains(&known.group)) {
            known.group = first;
        }
    }
}

/// Returns the text of the comments behind a move, with spaces between them.
fn comment(tree: &Tree, node: NodeId) -> String {
    let mut text = String::new();
    for comment in tree.comments(node, CommentPlace::After) {
        for part in parts(comment) {
            if let CommentPart::Text(part) = part {
                let separator = if text.is_empty() { "" } else { " " };
                text.extend([separator, part]);
            }
        }
    }
    text
}

#[cfg(test)]
mod tests;
