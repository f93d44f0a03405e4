//! The tests of games.

use super::known_facts::TagFacts;
use super::pattern_search::PatternSearch;
use super::repertoire::RepertoireProgress;
use super::{KnownFacts, Selection, SideChoice};
use crate::facts::{EndgamePlies, GameTags, MainLine, Termination};
use ferz::{Color, Move, Position};
use ferz_game::GameResult;
use ferz_game::openings::Opening;
use ferz_game::pgn::{PgnGame, Tree};

/// The test of a condition that is given, by the facts that it needs.
#[derive(Clone, Copy)]
pub(super) enum Test {
    /// By facts that an index has too, and that are known before the moves.
    Facts(FactTest),
    /// By facts that an index has too, and that are known behind the moves.
    Result(FactTest),
    /// By any tags: an index reads the text of the game.
    Tags(fn(&Selection, &TagFacts<'_>) -> bool),
    /// By tags and the start position.
    Start(fn(&Selection, &TagFacts<'_>) -> bool),
    /// By the moves.
    Moves(fn(&Selection, &GameTester<'_>) -> bool),
    /// None: the condition is a part of another one on moves.
    Part,
}

/// A test of facts that an index has too.
pub(crate) type FactTest = fn(&Selection, &dyn KnownFacts) -> bool;

/// The tests of the conditions that a [`Selection`] has, so that a game costs nothing for the others.
pub struct Tests<'a> {
    selection: &'a Selection,
    /// The tests before the moves.
    before: Vec<Test>,
    /// The tests behind the moves.
    behind: Vec<Test>,
    needs_moves: bool,
}

impl<'a> Tests<'a> {
    pub(super) fn new(selection: &'a Selection) -> Self {
        let is_before =
            |test: &Test| matches!(test, Test::Facts(_) | Test::Tags(_) | Test::Start(_));
        let (before, behind) =
            selection.given().map(|condition| condition.test).partition(is_before);
        let needs_moves = selection.given().any(|condition| condition.needs_moves());
        Self { selection, before, behind, needs_moves }
    }

    /// Returns the selection.
    pub fn selection(&self) -> &'a Selection {
        self.selection
    }

    /// Tests the conditions on tags and on the start position, which is `None` if it cannot be read.
    pub fn accept_tags(&self, tags: &GameTags, start: Option<&Position>) -> bool {
        let facts = TagFacts::new(self.selection, tags, start, None);
        self.before.iter().all(|test| match test {
            Test::Facts(test) => test(self.selection, &facts),
            Test::Tags(test) | Test::Start(test) => test(self.selection, &facts),
            Test::Result(_) | Test::Moves(_) | Test::Part => true,
        })
    }

    /// Tests the conditions on the start position, for games whose facts were tested before.
    pub(crate) fn accept_start(&self, tags: &GameTags, start: &Position) -> bool {
        let facts = TagFacts::new(self.selection, tags, Some(start), None);
        self.before.iter().all(|test| match test {
            Test::Start(test) => test(self.selection, &facts),
            _ => true,
        })
    }

    /// Returns true if there are conditions on the start position or on moves.
    pub(crate) fn need_replay(&self) -> bool {
        let tests = self.before.iter().chain(&self.behind);
        tests.copied().any(|test| matches!(test, Test::Start(_) | Test::Moves(_)))
    }

    /// Returns true if there are conditions on moves or on the result behind them.
    pub fn need_moves(&self) -> bool {
        self.needs_moves
    }

    /// Returns which of the names and tags of the conditions a game has, as bits in the order of
    /// [`sought`](Selection::sought); those after the 64th are left out.
    pub fn known(&self, tags: &GameTags) -> u64 {
        let sought = self.selection.sought().take(64).enumerate();
        sought.fold(0, |bits, (number, sought)| bits | u64::from(sought.is_in(tags)) << number)
    }

    /// Returns the test of the moves of a game whose tags are accepted.
    pub fn tester(&self, tags: &GameTags, start: &Position) -> GameTester<'a> {
        GameTester::new(self.selection, self.behind.clone(), tags, start)
    }

    /// Tests all conditions on a game that has been read.
    pub fn accept_game(&self, game: &PgnGame) -> bool {
        let (tags, mut position) = (GameTags::of_game(game), game.tree.start());
        if !self.accept_tags(&tags, Some(&position)) {
            return false;
        }
        if !self.needs_moves {
            return true;
        }
        let mut tester = self.tester(&tags, &position);
        for mv in game.tree.main_line().map(|node| game.tree.mv(node)) {
            tester.add(&position, mv);
            match mv {
                Some(mv) => position.do_move(mv),
                None => {
                    position.do_null_move();
                    // As the reader does: no position before a null move is repeated.
                    position = Tree::from_position(&position).start();
                }
            }
        }
        tester.accept(&tags, &position, Some(game.result))
    }

    /// Returns the tests of the facts that an index has.
    pub(crate) fn of_facts(&self) -> Vec<FactTest> {
        let tests = self.before.iter().chain(&self.behind);
        let of_facts = tests.filter_map(|test| match test {
            Test::Facts(test) | Test::Result(test) => Some(*test),
            _ => None,
        });
        of_facts.collect()
    }
}

/// Tests the conditions of a [`Selection`] on the moves of one game, which are added in their order.
pub struct GameTester<'a> {
    selection: &'a Selection,
    tests: Vec<Test>,
    plies: u32,
    /// `None` without a condition on the opening.
    line: Option<MainLine>,
    /// `None` without a condition on them.
    endgames: Option<EndgamePlies>,
    /// The sides whose first part of the material counts: White and Black.
    owners: [bool; Color::COUNT],
    /// The sides that may leave the repertoire.
    leavers: [bool; Color::COUNT],
    has_material: bool,
    has_piece_count: bool,
    has_position: bool,
    /// The numbers of moves that the game has so far of each line of first moves; `None` after another one.
    first_moves: Vec<Option<usize>>,
    repertoire: RepertoireProgress,
    pattern: PatternSearch,
    termination: Option<Termination>,
}

impl<'a> GameTester<'a> {
    /// Creates a tester of a game by its tags and its start position.
    fn new(selection: &'a Selection, tests: Vec<Test>, tags: &GameTags, start: &Position) -> Self {
        let is_initial = start.key() == Position::startpos().key();
        let sides = |choice: Option<SideChoice>| selection.sides(choice.unwrap_or_default(), tags);
        Self {
            selection,
            tests,
            plies: 0,
            line: (!selection.eco.is_empty()).then(MainLine::default),
            endgames: (!selection.endgames.is_empty()).then(EndgamePlies::default),
            owners: sides(selection.material_of),
            leavers: sides(selection.leaves),
            has_material: selection.material.is_empty(),
            has_piece_count: selection.piece_count.is_none(),
            has_position: selection.positions.is_empty(),
            first_moves: vec![is_initial.then_some(0); selection.first_moves.len()],
            repertoire: RepertoireProgress::Within(0),
            pattern: PatternSearch::new(selection),
            termination: None,
        }
    }

    /// Adds a move, `None` for a null move, with the position before it.
    pub fn add(&mut self, before: &Position, mv: Option<Move>) {
        self.visit(before);
        self.plies += 1;
        if let Some(line) = &mut self.line {
            line.add(before);
        }
        if let Some(endgames) = &mut self.endgames {
            endgames.add(before);
        }
        for (count, line) in self.first_moves.iter_mut().zip(&self.selection.first_moves) {
            if let Some(played) = *count
                && let Some(&next) = line.get(played)
            {
                *count = (mv == Some(next)).then_some(played + 1);
            }
        }
        if let Some(repertoire) = &self.selection.repertoire {
            self.repertoire.add(repertoire, before, mv);
        }
    }

    /// Returns true once no further move can meet the conditions: the rest of the game need not be read.
    pub fn is_refused(&self) -> bool {
        let has_left = !self.first_moves.is_empty() && self.first_moves.iter().all(Option::is_none);
        has_left || self.selection.max_plies.is_some_and(|max| self.plies > max)
    }

    /// Tests the conditions on positions.
    fn visit(&mut self, position: &Position) {
        let Selection { material, piece_count, positions, .. } = self.selection;
        if !self.has_material {
            self.has_material = material.iter().any(|it| it.matches(position, self.owners));
        }
        if let (false, Some(counts)) = (self.has_piece_count, piece_count) {
            self.has_piece_count = counts.contains(position.occupied().len() as u64);
        }
        self.has_position = self.has_position || positions.contains(&position.key());
        self.pattern.add(position);
    }

    /// Tests the conditions on result and moves after the last one.
    pub fn accept(&mut self, tags: &GameTags, last: &Position, marker: Option<GameResult>) -> bool {
        self.visit(last);
        if let Some(line) = &mut self.line {
            line.finish(last);
        }
        if !self.selection.terminations.is_empty() {
            self.termination = Some(tags.termination(last, marker));
        }
        let facts = TagFacts::new(self.selection, tags, None, marker);
        self.tests.iter().all(|test| match test {
            Test::Result(test) => test(self.selection, &facts),
            Test::Moves(test) => test(self.selection, self),
            Test::Facts(_) | Test::Tags(_) | Test::Start(_) | Test::Part => true,
        })
    }

    pub(super) fn plies(&self) -> u32 {
        self.plies
    }

    /// Returns the opening if it is a condition.
    pub(super) fn opening(&self) -> Option<Opening> {
        self.line.as_ref()?.opening()
    }

    /// Returns the plies of endgames.
    pub(super) fn endgames(&self) -> EndgamePlies {
        self.endgames.unwrap_or_default()
    }

    /// Returns the termination if it is a condition.
    pub(super) fn termination(&self) -> Option<Termination> {
        self.termination
    }

    /// Returns true if the game begins with a line of the selection.
    pub(super) fn begins_with(&self, line: usize) -> bool {
        let (played, line) = (self.first_moves[line], &self.selection.first_moves[line]);
        played == Some(line.len())
    }

    /// Returns true if the game follows the repertoire, or leaves it as it should.
    pub(super) fn accepts_repertoire(&self) -> bool {
        self.repertoire.accepts(self.selection.leaves.is_some(), self.leavers)
    }

    pub(super) fn has_material(&self) -> bool {
        self.has_material
    }

    pub(super) fn has_piece_count(&self) -> bool {
        self.has_piece_count
    }

    pub(super) fn has_position(&self) -> bool {
        self.has_position
    }

    pub(super) fn has_pattern(&self) -> bool {
        self.pattern.is_found()
    }
}
