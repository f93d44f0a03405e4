//! A pattern in consecutive positions of a game.

use super::Selection;
use ferz::{Color, Position};
use ferz_game::pattern::PositionPattern;

/// Searches the positions of a game for those in which a pattern holds.
pub(super) struct PatternSearch {
    /// The pattern with the side to move in the first of the positions, and with either colour the same for
    /// the other side; the number of positions up to the last one in which it holds.
    versions: Vec<(PositionPattern, Option<Color>, u32)>,
    /// The least number of positions.
    plies: u32,
    /// Set once there were enough consecutive positions, and without a pattern.
    is_found: bool,
}

impl PatternSearch {
    pub(super) fn new(selection: &Selection) -> Self {
        let &Selection { pattern_plies, pattern_turn: turn, .. } = selection;
        let turns = [turn, turn.map(|turn| !turn)];
        let versions = selection.pattern_versions().into_iter().zip(turns);
        let versions: Vec<_> = versions.map(|(pattern, turn)| (pattern, turn, 0)).collect();
        let plies = pattern_plies.unwrap_or(1);
        Self { is_found: versions.is_empty(), versions, plies }
    }

    /// Adds the next position of the game.
    pub(super) fn add(&mut self, position: &Position) {
        if self.is_found {
            return;
        }
        for (pattern, turn, length) in &mut self.versions {
            let can_begin = turn.is_none_or(|turn| turn == position.side_to_move());
            let holds = (*length > 0 || can_begin) && pattern.matches(position);
            *length = if holds { *length + 1 } else { 0 };
            self.is_found |= *length >= self.plies;
        }
    }

    /// Returns true once the pattern held, and without a condition.
    pub(super) fn is_found(&self) -> bool {
        self.is_found
    }
}

impl Selection {
    /// Returns the pattern, if there is one, and that of the other side if either counts.
    pub(crate) fn pattern_versions(&self) -> Vec<PositionPattern> {
        let flipped = self.pattern.as_ref().filter(|_| self.either_color);
        self.pattern.iter().cloned().chain(flipped.map(PositionPattern::flip_colors)).collect()
    }
}
