//! The tests of games.

use super::known_facts::TagFacts;
use super::position_search::{PositionSearch, Searched};
use super::repertoire::RepertoireProgress;
use super::{KnownFacts, Selection, SideChoice};
use crate::facts::{EndgamePlies, GameTags, MainLine, MoveFacts};
use ferz::{Color, Move, Position};
use ferz_game::GameResult;
use ferz_game::pgn::{CommentPlace, NodeId, PgnGame, Tree};

/// The test of a condition that is given, by the facts that it needs.
#[derive(Clone, Copy)]
pub(super) enum Test {
    /// By facts that an index has too, and that are known before the moves.
    Facts(FactTest),
    /// By facts that an index has too, and that are known behind the moves.
    Result(FactTest),
    /// By any tags, of which an index reads the columns.
    Tags(fn(&Selection, &TagFacts<'_>) -> bool),
    /// By tags and the start position.
    Start(fn(&Selection, &TagFacts<'_>) -> bool),
    /// By facts of the whole game that an index keeps.
    Kept(fn(&Selection, &MoveFacts) -> bool),
    /// By the whole game.
    Moves(fn(&Selection, &GameTester<'_>) -> bool),
    /// By what a game has reached: once it holds, the rest of the game cannot change it.
    Reached(fn(&Selection, &GameTester<'_>) -> bool),
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
            Test::Result(_) | Test::Kept(_) | Test::Moves(_) | Test::Reached(_) | Test::Part => {
                true
            }
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

    /// Returns true if there are conditions on the start position, or on moves besides the facts that an index keeps.
    pub(crate) fn need_replay(&self) -> bool {
        let tests = self.before.iter().chain(&self.behind);
        tests
            .copied()
            .any(|test| matches!(test, Test::Start(_) | Test::Moves(_) | Test::Reached(_)))
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

    /// Tests the conditions on facts that an index keeps.
    pub(crate) fn accept_kept(&self, facts: &MoveFacts) -> bool {
        self.behind.iter().all(|test| match test {
            Test::Kept(test) => test(self.selection, facts),
            _ => true,
        })
    }

    /// Returns true if there are conditions on facts that an index keeps.
    pub(crate) fn need_kept(&self) -> bool {
        self.behind.iter().any(|test| matches!(test, Test::Kept(_)))
    }

    /// Returns the test of the moves of a game whose tags and kept facts are accepted.
    pub(crate) fn tester_besides_kept(&self, tags: &GameTags, start: &Position) -> GameTester<'a> {
        let behind = self.behind.iter().filter(|test| !matches!(test, Test::Kept(_)));
        GameTester::new(self.selection, behind.copied().collect(), tags, start)
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
        main_line_comments(&game.tree).for_each(|comment| tester.add_comment(comment));
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
    facts: MoveFacts,
    /// `None` without a condition on the opening.
    line: Option<MainLine>,
    /// `None` without a condition on them.
    endgames: Option<EndgamePlies>,
    /// The sides that may leave the repertoire.
    leavers: [bool; Color::COUNT],
    positions: PositionSearch<'a>,
    has_comment: bool,
    /// The numbers of moves that the game has so far of each line of first moves; `None` after another one.
    first_moves: Vec<Option<usize>>,
    repertoire: RepertoireProgress,
}

impl<'a> GameTester<'a> {
    /// Creates a tester of a game by its tags and its start position.
    fn new(selection: &'a Selection, tests: Vec<Test>, tags: &GameTags, start: &Position) -> Self {
        let is_initial = start.key() == Position::startpos().key();
        let sides = |choice: Option<SideChoice>| selection.sides(choice.unwrap_or_default(), tags);
        Self {
            selection,
            tests,
            facts: MoveFacts::default(),
            line: (!selection.eco.is_empty()).then(MainLine::default),
            endgames: (!selection.endgames.is_empty()).then(EndgamePlies::default),
            positions: PositionSearch::new(selection, sides(selection.material_of)),
            has_comment: false,
            leavers: sides(selection.leaves),
            first_moves: vec![is_initial.then_some(0); selection.first_moves.len()],
            repertoire: RepertoireProgress::Within(0),
        }
    }

    /// Adds a move, `None` for a null move, with the position before it.
    pub fn add(&mut self, before: &Position, mv: Option<Move>) {
        self.visit(before, mv);
        self.facts.plies += 1;
        if let Some(line) = &mut self.line {
            line.add(before);
        }
        if let Some(endgames) = &mut self.endgames {
            endgames.add(before);
        }
        for (count, line) in self.first_moves.iter_mut().zip(&self.selection.first_moves) {
            if let Some(played) = *count
                && played < line.len()
            {
                *count = line.accepts(played, before, mv).then_some(played + 1);
            }
        }
        if let Some(repertoire) = &self.selection.repertoire {
            self.repertoire.add(repertoire, before, mv);
        }
    }

    /// Returns true once no further move can meet the conditions: the rest of the game need not be read.
    pub fn is_refused(&self) -> bool {
        let has_left = !self.first_moves.is_empty() && self.first_moves.iter().all(Option::is_none);
        let is_too_long = self.selection.max_plies.is_some_and(|max| self.facts.plies > max);
        has_left || is_too_long || self.positions.is_vain()
    }

    /// Returns true once the conditions on moves are met whatever follows.
    pub(crate) fn is_met(&self) -> bool {
        self.tests.iter().all(|test| match test {
            Test::Reached(test) => test(self.selection, self),
            Test::Kept(_) | Test::Moves(_) => false,
            Test::Facts(_) | Test::Result(_) | Test::Tags(_) | Test::Start(_) | Test::Part => true,
        })
    }

    /// Adds a comment of the main line. Those of variations do not count.
    pub fn add_comment(&mut self, comment: &str) {
        self.has_comment |= self.selection.comments.iter().any(|text| text.is_in(comment));
    }

    /// Returns true if the comments of a game are needed.
    pub fn needs_comments(&self) -> bool {
        !self.has_comment && !self.selection.comments.is_empty()
    }

    /// Tests the conditions on a position and the move in it, `None` for a null move and after the last one.
    fn visit(&mut self, position: &Position, mv: Option<Move>) {
        self.positions.add(position);
        for &kind in &self.selection.occurrences {
            if !self.facts.occurrences.contains(kind) && kind.happens(position, mv) {
                self.facts.occurrences.add(kind);
            }
        }
    }

    /// Tests the conditions on result and moves after the last one.
    pub fn accept(&mut self, tags: &GameTags, last: &Position, marker: Option<GameResult>) -> bool {
        self.visit(last, None);
        if let Some(line) = &mut self.line {
            line.finish(last);
            self.facts.opening = line.opening().map(|opening| opening.eco);
        }
        self.facts.endgames = self.endgames.unwrap_or_default();
        if !self.selection.terminations.is_empty() {
            self.facts.termination = Some(tags.termination(last, marker));
        }
        let facts = TagFacts::new(self.selection, tags, None, marker);
        self.tests.iter().all(|test| match test {
            Test::Result(test) => test(self.selection, &facts),
            Test::Kept(test) => test(self.selection, &self.facts),
            Test::Moves(test) | Test::Reached(test) => test(self.selection, self),
            Test::Facts(_) | Test::Tags(_) | Test::Start(_) | Test::Part => true,
        })
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

    /// Returns true if the positions meet a condition.
    pub(super) fn has_found(&self, kind: Searched) -> bool {
        self.positions.has_found(kind)
    }

    pub(super) fn has_comment(&self) -> bool {
        self.has_comment
    }
}

/// Returns the comments of the main line: also those behind its variations.
fn main_line_comments(tree: &Tree) -> impl Iterator<Item = &str> {
    let nodes = std::iter::once(NodeId::ROOT).chain(tree.main_line());
    nodes.flat_map(|node| {
        let variations = tree.children(node).skip(1);
        let behind = variations.flat_map(|it| tree.comments(it, CommentPlace::AfterVariation));
        tree.comments(node, CommentPlace::After).chain(behind)
    })
}
