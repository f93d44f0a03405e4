//! The search for a pattern of pieces in the positions of a game.

use crate::pgn::args::ConditionArgs;
use clap::ValueEnum;
use ferz::{Color, Position};
use ferz_game::pattern::PositionPattern;

/// A side to move.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::pgn) enum Turn {
    White,
    Black,
}

impl From<Turn> for Color {
    fn from(turn: Turn) -> Self {
        match turn {
            Turn::White => Self::White,
            Turn::Black => Self::Black,
        }
    }
}

/// The condition that a pattern holds in consecutive positions.
pub(super) struct PatternCondition {
    /// The pattern with the side to move in the first of the positions, and with `--either-color`
    /// the same for the other side.
    versions: Vec<(PositionPattern, Option<Color>)>,
    /// The number of positions.
    plies: u32,
}

impl PatternCondition {
    /// Creates the condition of the arguments, if they have one.
    pub(super) fn new(args: &ConditionArgs) -> Option<Self> {
        let pattern = args.pattern.as_ref()?;
        let turn = args.pattern_turn.map(Color::from);
        let mut versions = vec![(pattern.clone(), turn)];
        if args.either_color {
            versions.push((pattern.flip_colors(), turn.map(|turn| !turn)));
        }
        Some(Self { versions, plies: args.pattern_plies })
    }
}

/// Searches the positions of one game after the other.
pub(super) struct PatternSearch<'a> {
    condition: Option<&'a PatternCondition>,
    /// The number of positions up to the last one in which each version of the pattern holds.
    lengths: [u32; 2],
    is_found: bool,
}

impl<'a> PatternSearch<'a> {
    /// Creates a search, which finds every game without a condition.
    pub(super) fn new(condition: Option<&'a PatternCondition>) -> Self {
        Self { condition, lengths: [0; 2], is_found: condition.is_none() }
    }

    /// Begins a game.
    pub(super) fn begin_game(&mut self) {
        *self = Self::new(self.condition);
    }

    /// Adds the next position of the game.
    pub(super) fn add(&mut self, position: &Position) {
        let Some(condition) = self.condition.filter(|_| !self.is_found) else { return };
        for (length, (pattern, turn)) in self.lengths.iter_mut().zip(&condition.versions) {
            let can_begin = turn.is_none_or(|turn| turn == position.side_to_move());
            if (*length > 0 || can_begin) && pattern.matches(position) {
                *length += 1;
            } else {
                *length = 0;
            }
            self.is_found |= *length >= condition.plies;
        }
    }

    /// Returns true if the pattern held in enough consecutive positions of the game.
    pub(super) fn is_found(&self) -> bool {
        self.is_found
    }
}
