//! The indexes of the command line: the explorer of one's own games.

use super::json::json;
use crate::common::error::Error;
use crate::explore::ExploredReport;
use ferz::{Color, Position};
use ferz_database::index::{Filter, Index, IndexError};
use ferz_database::selection::PlayerName;
use ferz_database::{GameDate, Speed};
use ferz_game::openings;
use ferz_serve::{Answer, Refusal};
use serde::{Deserialize, Deserializer};
use std::path::PathBuf;

/// The most games that an answer has of each kind.
const GAMES: usize = 8;

/// The conditions of a call, all of which must hold, with the names of the explorer's JSON.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, rename_all = "camelCase", default)]
pub(super) struct Conditions {
    /// Words of the name of a player.
    #[serde(deserialize_with = "name")]
    player: Option<PlayerName>,
    /// The side of that player: `white` or `black`.
    #[serde(deserialize_with = "side")]
    color: Option<Color>,
    min_elo: Option<u16>,
    max_elo: Option<u16>,
    #[serde(deserialize_with = "speeds")]
    speeds: Vec<Speed>,
    /// The first date, like `2024` or `2024.03`.
    #[serde(deserialize_with = "date")]
    since: Option<GameDate>,
    #[serde(deserialize_with = "date")]
    until: Option<GameDate>,
}

fn name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<PlayerName>, D::Error> {
    let text = Option::<String>::deserialize(deserializer)?;
    text.map(|text| text.parse().map_err(serde::de::Error::custom)).transpose()
}

fn side<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Color>, D::Error> {
    match Option::<String>::deserialize(deserializer)?.as_deref() {
        None => Ok(None),
        Some("white") => Ok(Some(Color::White)),
        Some("black") => Ok(Some(Color::Black)),
        Some(_) => Err(serde::de::Error::custom("expected white or black")),
    }
}

fn speeds<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Speed>, D::Error> {
    let names = Vec::<String>::deserialize(deserializer)?;
    names.iter().map(|name| name.parse().map_err(serde::de::Error::custom)).collect()
}

fn date<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<GameDate>, D::Error> {
    let text = Option::<String>::deserialize(deserializer)?;
    text.map(|text| text.parse().map_err(serde::de::Error::custom)).transpose()
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
        conditions: Conditions,
    ) -> Result<Answer, Refusal> {
        let Conditions { player, color, min_elo, max_elo, speeds, since, until } = conditions;
        let filter = Filter {
            player,
            color,
            min_elo,
            max_elo,
            speeds,
            since,
            until,
            top_games: GAMES,
            recent_games: GAMES,
            ..Filter::default()
        };
        let report = self.read(number, |index| {
            let explored = index.explore(position, &filter)?;
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
