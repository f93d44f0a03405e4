//! Conditions on the tags of the games of a segment, by the columns of these tags.

use super::blocks::IndexError;
use super::columns::{ColumnReader, Columns};
use crate::facts::GameTags;
use crate::selection::TagCondition;

/// The tags of the values that are computed of others.
const COMPUTED_OF: [&str; 3] = ["TimeControl", "WhiteElo", "BlackElo"];

/// Tests conditions on tags. A value that many games of a group have is tested once.
pub(super) struct StoredTags<'a> {
    conditions: &'a [TagCondition],
    reader: ColumnReader<'a>,
    tests: Vec<TagTest>,
}

/// What is known of a condition.
#[derive(Default)]
struct TagTest {
    /// The place of its column; `None` for a computed value.
    column: Option<usize>,
    /// The first game of the group whose values were tested.
    group: Option<u32>,
    /// The results by the numbers of values.
    results: Vec<Option<bool>>,
}

impl<'a> StoredTags<'a> {
    pub(super) fn new(conditions: &'a [TagCondition], columns: &'a Columns) -> Self {
        let tests = conditions.iter().enumerate().map(|(number, condition)| TagTest {
            column: condition.tag().map(|_| COMPUTED_OF.len() + number),
            ..TagTest::default()
        });
        let tests = tests.collect();
        // A computed value has the column of no name.
        let names = conditions.iter().map(|condition| condition.tag().unwrap_or_default());
        let names: Vec<&[u8]> = COMPUTED_OF.into_iter().chain(names).map(str::as_bytes).collect();
        Self { conditions, reader: columns.reader(&names), tests }
    }

    /// Tests all conditions on a game.
    pub(super) fn accept(&mut self, game: u32) -> Result<bool, IndexError> {
        for (condition, test) in self.conditions.iter().zip(&mut self.tests) {
            if !test.accept(condition, &mut self.reader, game)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

impl TagTest {
    fn accept(
        &mut self,
        condition: &TagCondition,
        reader: &mut ColumnReader<'_>,
        game: u32,
    ) -> Result<bool, IndexError> {
        let mut tags = GameTags::default();
        let (Some(column), Some(name)) = (self.column, condition.tag()) else {
            for (column, name) in COMPUTED_OF.into_iter().enumerate() {
                tags.set(name, &String::from_utf8_lossy(reader.get(game, column)?));
            }
            return Ok(condition.accept(&tags));
        };
        let Some((group, number)) = reader.number(game, column)? else {
            return Ok(condition.accept(&tags));
        };
        if self.group != Some(group) {
            self.group = Some(group);
            self.results.clear();
        }
        let number = usize::from(number);
        if self.results.len() <= number {
            self.results.resize(number + 1, None);
        }
        if let Some(result) = self.results[number] {
            return Ok(result);
        }
        tags.set(name, &String::from_utf8_lossy(reader.get(game, column)?));
        Ok(*self.results[number].insert(condition.accept(&tags)))
    }
}
