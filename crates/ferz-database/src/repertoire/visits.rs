//! The way of a game through a repertoire.

use super::Repertoire;
use ferz::{Move, Position};

/// The positions of a repertoire that a game reached, collected while it is read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameVisits {
    /// The numbers of the positions, in the order of the game, with the moves that it made there.
    visits: Vec<(usize, Move)>,
    /// The position of the repertoire in which the game ended.
    end: Option<usize>,
    is_over: bool,
}

/// The place where a game left a repertoire for good. A game that comes back by another order of moves has not left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Departure {
    /// No move was made in a position of the repertoire.
    Outside,
    /// The game ended within the repertoire.
    Within,
    /// The game went on where a line of the repertoire ends.
    LineEnd {
        /// The number of the last position.
        position: usize,
        /// The move of the game.
        mv: Move,
    },
    /// The side to move made a move that the repertoire does not have.
    Left {
        /// The number of the last position.
        position: usize,
        /// The move of the game.
        mv: Move,
    },
}

impl GameVisits {
    /// Adds a move, `None` for a null move, with the position before it. Returns false once the game cannot reach a
    /// position of the repertoire any more: it has fewer men than each of them. The rest need not be read.
    pub fn add(&mut self, repertoire: &Repertoire, before: &Position, mv: Option<Move>) -> bool {
        self.is_over |= before.occupied().len() < repertoire.fewest_men;
        if self.is_over {
            return false;
        }
        if let Some(number) = repertoire.find(before) {
            match mv {
                Some(mv) => self.visits.push((number, mv)),
                // What follows a null move is analysis.
                None => self.end = Some(number),
            }
        }
        self.is_over = mv.is_none();
        !self.is_over
    }

    /// Adds the last position of a game that has been read to its end.
    pub fn finish(&mut self, repertoire: &Repertoire, last: &Position) {
        if !self.is_over {
            self.end = repertoire.find(last);
        }
    }

    /// Returns the positions that the game reached, each once, with its last move there.
    pub(super) fn last_moves(&self) -> impl Iterator<Item = (usize, Move)> {
        let later = |index: usize, number| self.visits[index + 1..].iter().any(|it| it.0 == number);
        let visits = self.visits.iter().copied().enumerate();
        visits.filter(move |&(index, (number, _))| !later(index, number)).map(|(_, visit)| visit)
    }

    /// Returns the place where the game left the repertoire.
    pub fn departure(&self, repertoire: &Repertoire) -> Departure {
        match (self.end, self.visits.last()) {
            (Some(_), _) => Departure::Within,
            (None, None) => Departure::Outside,
            (None, Some(&(position, mv))) => match repertoire.positions[position].moves[..] {
                [] => Departure::LineEnd { position, mv },
                _ => Departure::Left { position, mv },
            },
        }
    }
}
