//! The moves of many games in the positions of a repertoire.

use super::{GameVisits, Repertoire};
use crate::index::{Index, IndexError, Shown};
use crate::selection::Selection;
use ferz::{Color, Move, Position};

/// The moves that games made in the positions of a repertoire, of one's own index or of files of games.
#[derive(Clone, Debug)]
pub struct RepertoireCounts {
    positions: Vec<PositionCounts>,
    games: u64,
}

/// The moves that games made in a position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PositionCounts {
    /// The number of games that made a move here.
    pub games: u64,
    /// The moves with the numbers of their games.
    pub moves: Vec<(Move, u64)>,
}

impl RepertoireCounts {
    /// Creates counts of no game.
    pub fn new(repertoire: &Repertoire) -> Self {
        let positions = vec![PositionCounts::default(); repertoire.positions().len()];
        Self { positions, games: 0 }
    }

    /// Adds a game. A position that occurs several times counts once, with the last move made there, as in an
    /// [`Index`].
    pub fn add(&mut self, visits: &GameVisits) {
        self.games += 1;
        for (number, mv) in visits.last_moves() {
            let position = &mut self.positions[number];
            position.games += 1;
            match position.moves.iter_mut().find(|(known, _)| *known == mv) {
                Some((_, count)) => *count += 1,
                None => position.moves.push((mv, 1)),
            }
        }
    }

    /// Reads the moves of the games of an index that meet the conditions, in the positions in which the opponent of
    /// `side` is to move, and in those where the repertoire ends.
    ///
    /// # Errors
    /// Those of [`Index::explore`].
    pub fn of_index(
        repertoire: &Repertoire,
        side: Color,
        index: &Index,
        selection: &Selection,
    ) -> Result<Self, IndexError> {
        let explore = |position: &Position| index.explore(position, selection, Shown::default());
        let mut counts = Self::new(repertoire);
        counts.games = explore(&Position::startpos())?.counts.games;
        for (number, position) in repertoire.positions().iter().enumerate() {
            if position.side != side || position.moves.is_empty() {
                let explored = explore(&repertoire.position(number))?;
                let moves = explored.moves.iter().map(|mv| (mv.mv, mv.counts.games)).collect();
                counts.positions[number] = PositionCounts { games: explored.counts.games, moves };
            }
        }
        Ok(counts)
    }

    /// Returns the counts of a position.
    ///
    /// # Panics
    /// If the repertoire has no position of this number.
    pub fn position(&self, number: usize) -> &PositionCounts {
        &self.positions[number]
    }

    /// Returns the number of games: of an index, those from the standard start position.
    pub fn games(&self) -> u64 {
        self.games
    }
}

impl PositionCounts {
    /// Returns the share of a move of the games, 0 without games.
    pub fn share(&self, mv: Move) -> f64 {
        let found = self.moves.iter().find(|(known, _)| *known == mv);
        found.map_or(0.0, |&(_, count)| count as f64 / self.games as f64)
    }
}
