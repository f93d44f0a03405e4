//! Games and positions as rows of CSV and JSON.

use crate::collector::{CollectedGame, FoundPosition};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use std::borrow::Cow;

/// The usual tags of a row of a game in CSV: those of the roster, ratings, opening, time control and termination.
pub const GAME_TAGS: [&str; 13] = [
    "Event",
    "Site",
    "Date",
    "Round",
    "White",
    "Black",
    "Result",
    "WhiteElo",
    "BlackElo",
    "ECO",
    "Opening",
    "TimeControl",
    "Termination",
];

/// Returns the columns of a game, with the tags of these names.
pub fn game_row<'a>(
    file: &'a str,
    number: u64,
    game: &'a CollectedGame,
    names: &'a [&'a str],
) -> ConvertedRow<'a> {
    ConvertedRow(vec![
        ("file", ColumnValue::Text(file)),
        ("game", ColumnValue::Number(number)),
        ("tags", ColumnValue::Tags(RowTags { game, names })),
        ("result", ColumnValue::Result(game.result().as_str())),
        ("plies", ColumnValue::Number(game.plies.into())),
        ("variant", ColumnValue::Optional(game.variant.map(|rules| rules.uci_name()))),
        // The start position, none for the standard one.
        ("fen", ColumnValue::Optional(game.start_fen.as_deref())),
        ("moves", ColumnValue::Text(&game.written)),
    ])
}

/// Returns the columns of a position, with the next move, if there is one.
pub fn position_row<'a>(file: &'a str, game: u64, position: &'a FoundPosition) -> ConvertedRow<'a> {
    ConvertedRow(vec![
        ("file", ColumnValue::Text(file)),
        ("game", ColumnValue::Number(game)),
        ("ply", ColumnValue::Number(position.ply.into())),
        ("variant", ColumnValue::Optional(position.variant.map(|rules| rules.uci_name()))),
        ("fen", ColumnValue::Text(&position.fen)),
        ("move", ColumnValue::Optional(position.next.as_deref())),
    ])
}

/// The columns of a row with their names.
pub struct ConvertedRow<'a>(Vec<(&'static str, ColumnValue<'a>)>);

/// A value of a column.
#[derive(Serialize)]
#[serde(untagged)]
enum ColumnValue<'a> {
    Text(&'a str),
    Number(u64),
    /// Null in JSON or empty in CSV.
    Optional(Option<&'a str>),
    /// An object in JSON, a column for each name in CSV.
    Tags(RowTags<'a>),
    /// The result of a game, which in CSV is one of the tags.
    Result(&'a str),
}

impl ConvertedRow<'_> {
    /// Returns the names and the fields of CSV.
    pub fn fields(&self) -> Vec<(&str, Cow<'_, str>)> {
        let mut fields = Vec::new();
        for (name, value) in &self.0 {
            let field = match value {
                ColumnValue::Text(text) => Cow::from(*text),
                ColumnValue::Number(number) => number.to_string().into(),
                ColumnValue::Optional(text) => text.unwrap_or_default().into(),
                ColumnValue::Tags(RowTags { game, names }) => {
                    fields.extend(names.iter().map(|&name| match name {
                        "Result" => (name, game.result().as_str().into()),
                        name => (name, game.tags.get(name).into()),
                    }));
                    continue;
                }
                ColumnValue::Result(_) => continue,
            };
            fields.push((*name, field));
        }
        fields
    }
}

/// A JSON object.
impl Serialize for ConvertedRow<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

/// The tags of a game, or those of some names.
struct RowTags<'a> {
    game: &'a CollectedGame,
    names: &'a [&'a str],
}

impl Serialize for RowTags<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        let mut written = Vec::new();
        for (name, _) in self.game.tags.iter() {
            let is_row = self.names.is_empty() || self.names.contains(&name);
            // Of equal names the last value counts.
            if is_row && !written.contains(&name) {
                map.serialize_entry(name, self.game.tags.get(name))?;
                written.push(name);
            }
        }
        map.end()
    }
}

/// Returns a FEN as EPD, with its counters as operations.
pub fn epd(fen: &str) -> String {
    let mut fields = fen.rsplitn(3, ' ');
    let [number, clock, position] = [(); 3].map(|()| fields.next().unwrap_or_default());
    format!("{position} hmvc {clock}; fmvn {number};")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_are_operations() {
        let fen = "4k3/8/8/8/8/8/8/4K3 w - - 12 60";
        assert_eq!(epd(fen), "4k3/8/8/8/8/8/8/4K3 w - - hmvc 12; fmvn 60;");
    }
}
