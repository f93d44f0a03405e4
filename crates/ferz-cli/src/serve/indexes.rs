//! The indexes of the command line: the explorer of one's own games.

use super::json::json;
use crate::common::prelude::*;
use ferz_database::index::{ExploredReport, Index, IndexError, Shown};
use ferz_database::selection::{CONDITIONS, Condition, Selection};
use ferz_game::openings;
use ferz_serve::{Answer, Refusal};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;

/// The most games that an answer has of each kind.
const GAMES: usize = 8;

/// JSON object of a condition that a call of `explore` can have.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ConditionInfo {
    name: &'static str,
    value_name: &'static str,
    help: &'static str,
    /// All possible values if they are few.
    values: Vec<&'static str>,
    is_repeated: bool,
}

impl ConditionInfo {
    pub(super) fn all() -> Vec<Self> {
        let info = |condition: &'static Condition| {
            let &Condition { name, value_name, help, values, is_repeated, .. } = condition;
            // A condition without a value is on or off.
            let values = match value_name {
                "" => vec!["true"],
                _ => values().into_iter().map(|(value, _)| value).collect(),
            };
            Self { name, value_name, help, values, is_repeated }
        };
        CONDITIONS.iter().filter(|condition| condition.check_index().is_ok()).map(info).collect()
    }
}

/// The conditions of a call, all of which must hold: those of [`CONDITIONS`] that an index answers, by their names.
#[derive(Default)]
pub(super) struct CallConditions(Selection);

/// The value of a condition.
#[derive(Deserialize)]
#[serde(untagged)]
enum ConditionValue {
    Flag(bool),
    Text(String),
    Number(u64),
    List(Vec<String>),
}

impl<'de> Deserialize<'de> for CallConditions {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut selection = Selection::default();
        for (name, value) in BTreeMap::<String, serde_json::Value>::deserialize(deserializer)? {
            let condition = Condition::find(&name).map_err(D::Error::custom)?;
            let expected = |_: serde_json::Error| {
                let expected = "expected a text, a number, true or false, or a list of texts";
                D::Error::custom(format_args!("{name}: {expected}"))
            };
            let values = match Option::deserialize(value).map_err(expected)? {
                None | Some(ConditionValue::Flag(false)) => Vec::new(),
                Some(ConditionValue::Flag(true)) => vec!["true".to_owned()],
                Some(ConditionValue::Text(text)) => vec![text],
                Some(ConditionValue::Number(number)) => vec![number.to_string()],
                Some(ConditionValue::List(values)) => values,
            };
            for value in values {
                condition.set(&mut selection, &value).map_err(D::Error::custom)?;
            }
        }
        selection.check().and_then(|()| selection.check_index()).map_err(D::Error::custom)?;
        Ok(Self(selection))
    }
}

/// Folders of indexes, each with its name. One is opened for each call, so that games added meanwhile are found.
pub(super) struct Indexes(Vec<(String, PathBuf)>);

impl Indexes {
    /// Checks that each folder has an index.
    ///
    /// # Errors
    /// If one cannot be opened.
    pub(super) fn open(folders: &[PathBuf]) -> Result<Self, Error> {
        let check = |folder: &PathBuf| {
            Index::open(folder)?;
            let name = folder.file_name().unwrap_or(folder.as_os_str());
            Ok((name.to_string_lossy().into_owned(), folder.clone()))
        };
        folders.iter().map(check).collect::<Result<_, Error>>().map(Self)
    }

    /// Returns the names, in the order of the command line.
    pub(super) fn names(&self) -> Vec<&str> {
        self.0.iter().map(|(name, _)| name.as_str()).collect()
    }

    /// Returns the moves of a position in the index of this number, from 0.
    ///
    /// # Errors
    /// If there is no such index, or it cannot be read.
    pub(super) fn explore(
        &self,
        number: usize,
        position: &Position,
        conditions: CallConditions,
    ) -> Result<Answer, Refusal> {
        let CallConditions(selection) = conditions;
        let shown = Shown { top_games: GAMES, recent_games: GAMES, by_month: false };
        let report = self.read(number, |index| {
            let explored = index.explore(position, &selection, shown)?;
            ExploredReport::new(index, position, explored, openings::find(position), None)
        });
        json(&report?)
    }

    /// Returns a game of an index in PGN.
    ///
    /// # Errors
    /// If there is no such index or game, or the index has no texts or cannot be read.
    pub(super) fn game(&self, number: usize, game: u64) -> Result<String, Refusal> {
        let text = self.read(number, |index| index.text(game))?;
        let missing = || Refusal::NotFound(format!("no text of game {game}"));
        Ok(String::from_utf8_lossy(&text.ok_or_else(missing)?).into_owned())
    }

    /// Reads the index of this number, from 0.
    ///
    /// # Errors
    /// If there is no such index, or it cannot be read.
    pub(super) fn read<T>(
        &self,
        number: usize,
        read: impl FnOnce(&Index) -> Result<T, IndexError>,
    ) -> Result<T, Refusal> {
        let missing = || Refusal::NotFound(format!("no index {number}"));
        let (name, folder) = self.0.get(number).ok_or_else(missing)?;
        let failed = |error| Refusal::Failed(format!("{name}: {error}"));
        read(&Index::open(folder).map_err(failed)?).map_err(failed)
    }
}
