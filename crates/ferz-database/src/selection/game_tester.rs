//! The test of the moves of a game.

use super::pattern_condition::PatternSearch;
use super::repertoire::RepertoireProgress;
use super::{EndgamePlies, GameTags, MainLine, MoveConditions, Selection};
use ferz::{Color, Move, Position};
use ferz_game::GameResult;

/// Tests the conditions of a [`Selection`] on the moves of one game, which are added in their order.
pub struct GameTester<'a> {
    selection: &'a Selection,
    line: MainLine,
    /// `None` without a condition on them.
    endgames: Option<EndgamePlies>,
    /// The sides whose first part of the material counts: White and Black.
    owners: [bool; Color::ALL.len()],
    has_material: bool,
    has_piece_count: bool,
    has_position: bool,
    /// The first moves that the game has so far; `None` after another one.
    first_moves: Option<usize>,
    repertoire: RepertoireProgress,
    pattern: PatternSearch,
}

impl<'a> GameTester<'a> {
    /// Creates a tester of a game by its tags and its start position.
    pub(super) fn new(selection: &'a Selection, tags: &GameTags, start: &Position) -> Self {
        let conditions = &selection.moves;
        let is_initial = start.key() == Position::startpos().key();
        let owner = conditions.material.as_ref().map(|(_, owner)| *owner).unwrap_or_default();
        Self {
            selection,
            line: MainLine::default(),
            endgames: conditions.endgame.as_ref().map(|_| EndgamePlies::default()),
            owners: selection.sides(owner, tags),
            has_material: conditions.material.is_none(),
            has_piece_count: conditions.piece_count.is_none(),
            has_position: conditions.positions.is_empty(),
            first_moves: is_initial.then_some(0),
            repertoire: RepertoireProgress::Within(0),
            pattern: PatternSearch::new(conditions.pattern.as_ref()),
        }
    }

    /// Adds a move, `None` for a null move, with the position before it.
    pub fn add(&mut self, before: &Position, mv: Option<Move>) {
        self.visit(before);
        self.line.add(before);
        if let Some(endgames) = &mut self.endgames {
            endgames.add(before);
        }
        if let Some(count) = self.first_moves
            && let Some(&next) = self.selection.moves.first_moves.get(count)
        {
            self.first_moves = (mv == Some(next)).then_some(count + 1);
        }
        if let Some(condition) = &self.selection.moves.repertoire {
            self.repertoire.add(&condition.repertoire, before, mv);
        }
    }

    /// Tests the conditions on positions.
    fn visit(&mut self, position: &Position) {
        let MoveConditions { material, piece_count, positions, .. } = &self.selection.moves;
        if let (false, Some((material, _))) = (self.has_material, material) {
            self.has_material = material.matches(position, self.owners);
        }
        if let (false, Some(counts)) = (self.has_piece_count, piece_count) {
            self.has_piece_count = counts.contains(position.occupied().len() as u64);
        }
        self.has_position = self.has_position || positions.contains(&position.key());
        self.pattern.add(position);
    }

    /// Tests the conditions on moves after the last one.
    pub fn accept(&mut self, tags: &GameTags, last: &Position, marker: Option<GameResult>) -> bool {
        self.visit(last);
        self.line.finish(last);
        let (conditions, plies) = (&self.selection.moves, self.line.plies());
        let result = tags.result(marker);
        let first_moves = conditions.first_moves.len();
        self.has_material
            && self.has_piece_count
            && self.has_position
            && self.pattern.is_found()
            && (first_moves == 0 || self.first_moves == Some(first_moves))
            && self.accept_repertoire(tags)
            && conditions.accept_players(tags, result)
            && conditions.min_plies.is_none_or(|min| plies >= min)
            && conditions.max_plies.is_none_or(|max| plies <= max)
            && (conditions.results.is_empty() || conditions.results.contains(&result))
            && self.accept_eco()
            && (conditions.endgame.as_ref().zip(self.endgames.as_ref()))
                .is_none_or(|(condition, endgames)| condition.accepts(endgames))
            && (conditions.terminations.is_empty()
                || conditions.terminations.contains(&tags.termination(last, marker)))
    }

    fn accept_repertoire(&self, tags: &GameTags) -> bool {
        self.selection.moves.repertoire.as_ref().is_none_or(|condition| {
            let sides = self.selection.sides(condition.leaves.unwrap_or_default(), tags);
            self.repertoire.accepts(condition.leaves.is_some(), sides)
        })
    }

    fn accept_eco(&self) -> bool {
        let ranges = &self.selection.moves.eco;
        ranges.is_empty()
            || self
                .line
                .opening()
                .is_some_and(|opening| ranges.iter().any(|range| range.contains(opening.eco)))
    }
}
