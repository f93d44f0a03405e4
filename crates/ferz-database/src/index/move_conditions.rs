//! Conditions on the moves of the games of a segment, which are replayed.

use super::blocks::IndexError;
use super::columns::{ColumnReader, Columns, LEAST, SQUARES};
use super::games::GameRecord;
use super::reached::{least_of, squares_of};
use super::stored_moves::StoredMoves;
use crate::facts::GameTags;
use crate::selection::{NumberRanges, Selection, Tests};
use ferz_game::pattern::PositionPattern;

/// The tags that tests of moves read.
const TAGS: [&str; 5] = ["White", "Black", "Result", "Termination", "Variant"];

/// Tests conditions on starts and moves as they are tested where games are read from a text.
pub(super) struct MoveTests<'a> {
    tests: Tests<'a>,
    selection: &'a Selection,
    patterns: Vec<PositionPattern>,
    reached: ColumnReader<'a>,
    tags: ColumnReader<'a>,
    moves: StoredMoves<'a>,
}

impl<'a> MoveTests<'a> {
    /// Creates the tests; `None` without a condition on starts or moves.
    pub(super) fn new(selection: &'a Selection, columns: &'a Columns) -> Option<Self> {
        let tests = selection.tests();
        let (tags, moves) = (columns.reader(&TAGS.map(str::as_bytes)), StoredMoves::new(columns));
        let reached = columns.reader(&[LEAST, SQUARES]);
        let patterns = selection.pattern_versions();
        tests.need_replay().then_some(Self { tests, selection, patterns, reached, tags, moves })
    }

    /// Returns false if the pieces of all positions of a game exclude a condition.
    fn can_meet(&mut self, game: u32) -> Result<bool, IndexError> {
        let Selection { material, piece_count, .. } = self.selection;
        if !material.is_empty() || piece_count.is_some() {
            let least = least_of(self.reached.get(game, 0)?);
            let least = least.ok_or_else(|| self.reached.damaged("the pieces of a game"))?;
            let total = least.iter().map(|&count| u64::from(count)).sum::<u64>();
            let has_more = |ranges: &NumberRanges| ranges.last() >= total;
            if !material.is_empty() && !material.iter().any(|pattern| pattern.allows(&least))
                || piece_count.as_ref().is_some_and(|ranges| !has_more(ranges))
            {
                return Ok(false);
            }
        }
        if !self.patterns.is_empty() {
            let squares = squares_of(self.reached.get(game, 1)?);
            let squares = squares.ok_or_else(|| self.reached.damaged("the squares of a game"))?;
            return Ok(self.patterns.iter().any(|pattern| pattern.can_match(&squares)));
        }
        Ok(true)
    }

    /// Tests all conditions on a game.
    pub(super) fn accept(&mut self, game: u32, record: &GameRecord) -> Result<bool, IndexError> {
        if !self.can_meet(game)? {
            return Ok(false);
        }
        let mut tags = GameTags::default();
        for (column, name) in TAGS.into_iter().enumerate() {
            let value = self.tags.get(game, column)?;
            if !value.is_empty() {
                tags.set(name, &String::from_utf8_lossy(value));
            }
        }
        let start = self.moves.start(game)?;
        if !self.tests.accept_start(&tags, &start) {
            return Ok(false);
        }
        let mut tester = self.tests.tester(&tags, &start);
        let last = self.moves.replay(game, |before, mv| {
            tester.add(before, mv);
            !tester.is_refused()
        })?;
        Ok(tester.accept(&tags, &last, Some(record.result)))
    }
}

#[cfg(test)]
mod tests {
    use crate::index::tests::{Folder, OPTIONS, add, distinct, simulated, texts};
    use crate::index::{Index, IndexWriter};
    use crate::selection::Selection;
    use ferz::Position;
    use ferz_game::pgn::{GameBuilder, PgnGame, Player, Reader};

    /// Conditions of each kind on moves, starts and results.
    const CONDITIONS: &[&[(&str, &str)]] = &[
        &[("moves", "1. a3 a6")],
        &[("moves", "a3"), ("moves", "a4 a5")],
        &[("eco", "A00-B99")],
        &[("eco", "A00"), ("min-plies", "20")],
        &[("max-plies", "9")],
        &[("termination", "other-win")],
        &[("termination", "unfinished"), ("player", "anna")],
        &[("material", "KQ*R*B*N*P8vKQ*R*B*N*P6")],
        &[("material", "KQ*R*B*N*P*vKQ*R2B*N*P7"), ("material-of", "black")],
        &[("material", "KQ*R*B*N*P7vKQ*R*B*N*P*"), ("material-of", "player"), ("player", "zoë")],
        &[("piece-count", "-28")],
        &[("fen", "rnbqkbnr/1ppppppp/p7/8/8/P7/1PPPPPPP/RNBQKBNR w KQkq - 0 2")],
        &[("pattern", "Na3, pa5")],
        &[("pattern", "Pa4, Ra1"), ("pattern-plies", "6"), ("pattern-turn", "black")],
        &[("pattern", "Nb5"), ("either-color", "true"), ("result", "1-0")],
        &[("endgame", "pawn")],
        &[("variant", "chess960")],
        &[("variant", "standard"), ("tag", "Event ~ club"), ("piece-count", "25-27")],
    ];

    #[test]
    fn games_are_those_of_the_same_conditions_on_texts() {
        let folder = Folder::new("moves");
        let mut games = distinct(simulated(31, 900));
        let fen = "[White \"Anna\"]\n[Black \"Zoë\"]\n[SetUp \"1\"]\n";
        for (number, moves) in
            ["[FEN \"bqnb1rkr/pppppppp/8/8/8/8/PPPPPPPP/BQNB1RKR w HFhf - 0 1\"]\n\n1. e4 e5 1-0\n\n",
             "\n1. e4 d5 2. -- dxe4 3. d3 *\n\n", "\n1. a3 a6 2. a4 a5 3. Na3 Na6 4. Nb5 Nb4 1-0\n\n"]
            .into_iter()
            .enumerate()
        {
            games[number].text = format!("{fen}{moves}");
        }
        let (first, rest) = games.split_at(300);
        add(&folder, &texts(first), OPTIONS).unwrap();
        add(&folder, &texts(rest), OPTIONS).unwrap();
        let mut reader = Player::new(GameBuilder::new());
        Reader::new(texts(&games).as_bytes()).read_all(&mut reader).unwrap();
        let read: Vec<PgnGame> =
            reader.visitor_mut().take_all().into_iter().map(|(game, _)| game).collect();
        assert_eq!(read.len(), games.len());
        let start = Position::startpos();
        let mut found = Vec::new();
        for is_compacted in [false, true] {
            if is_compacted {
                IndexWriter::open(&folder.0, OPTIONS).unwrap().compact().unwrap();
            }
            let index = Index::open(&folder.0).unwrap();
            assert!(index.check().is_empty(), "{:?}", index.check());
            for conditions in CONDITIONS {
                let mut selection = Selection::default();
                conditions.iter().for_each(|(name, value)| selection.set(name, value).unwrap());
                selection.check().unwrap();
                let tests = selection.tests();
                let is_expected = |game: &&(u64, &PgnGame)| {
                    game.1.tree.start() == start && tests.accept_game(game.1)
                };
                let expected: Vec<(u64, &PgnGame)> = (0..).zip(&read).collect();
                let expected: Vec<u64> =
                    expected.iter().filter(is_expected).map(|(number, _)| *number).collect();
                assert_eq!(
                    index.find_games(&start, &selection).unwrap(),
                    expected,
                    "{conditions:?}"
                );
                found.push(expected.len());
            }
        }
        assert!(found.iter().filter(|&&count| count > 0 && count < 850).count() > 25, "{found:?}");
    }
}
