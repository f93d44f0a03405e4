//! The facts of the moves of the games of a segment, as columns: conditions on them need no replay.
//!
//! Values are text, which stays the same if kinds are added to a fact. None is empty, so that games of a segment that was
//! written without the columns are known by the empty value, and are replayed.

use super::blocks::IndexError;
use super::columns::{ColumnReader, Columns};
use crate::facts::{EndgameKind, EndgamePlies, MoveFacts, Occurrence};
use crate::selection::Selection;

/// The names of the columns: the number of plies, the code of the opening, the plies of endgames, the termination, and what
/// occurred.
pub(super) const KEPT: [&[u8]; 5] = [b"\0plies", b"\0eco", b"\0endgames", b"\0end", b"\0occurred"];
/// The value of a fact that a game does not have.
const NONE: &str = "-";

/// Returns the values of the columns.
pub(super) fn values(facts: &MoveFacts) -> [String; KEPT.len()] {
    let joined = |words: Vec<String>| match words.is_empty() {
        true => NONE.to_owned(),
        false => words.join(","),
    };
    let endgames = EndgameKind::ALL.into_iter().filter_map(|kind| match facts.endgames.of(kind) {
        0 => None,
        plies => Some(format!("{kind}={plies}")),
    });
    let occurred = Occurrence::ALL.into_iter().filter(|&kind| facts.occurrences.contains(kind));
    [
        facts.plies.to_string(),
        facts.opening.map_or(NONE.to_owned(), |eco| eco.to_string()),
        joined(endgames.collect()),
        facts.termination.map_or(NONE, |termination| termination.name()).to_owned(),
        joined(occurred.map(|kind| kind.name().to_owned()).collect()),
    ]
}

/// Reads the facts that conditions need.
pub(super) struct KeptFacts<'a> {
    reader: ColumnReader<'a>,
    /// Set for the columns that are needed.
    needed: [bool; KEPT.len()],
}

impl<'a> KeptFacts<'a> {
    pub(super) fn new(selection: &Selection, columns: &'a Columns) -> Self {
        let needed = [
            selection.min_plies.is_some() || selection.max_plies.is_some(),
            !selection.eco.is_empty(),
            !selection.endgames.is_empty(),
            !selection.terminations.is_empty(),
            !selection.occurrences.is_empty(),
        ];
        Self { reader: columns.reader(&KEPT), needed }
    }

    /// Returns the facts of a game, of which those that are not needed are missing. `None` if the segment does not keep
    /// them.
    ///
    /// # Errors
    /// If a file cannot be read, and for values that are no such facts.
    pub(super) fn get(&mut self, game: u32) -> Result<Option<MoveFacts>, IndexError> {
        let mut facts = MoveFacts::default();
        for column in (0..KEPT.len()).filter(|&column| self.needed[column]) {
            let value = self.reader.get(game, column)?;
            if value.is_empty() {
                return Ok(None);
            }
            let is_read =
                str::from_utf8(value).ok().and_then(|text| read(&mut facts, column, text));
            if is_read.is_none() {
                return Err(self.reader.damaged("a fact of the moves of a game"));
            }
        }
        Ok(Some(facts))
    }
}

/// Reads the value of a column. `None` if it is no such value.
fn read(facts: &mut MoveFacts, column: usize, text: &str) -> Option<()> {
    match column {
        0 => facts.plies = text.parse().ok()?,
        _ if text == NONE => {}
        1 => facts.opening = Some(text.parse().ok()?),
        2 => {
            let mut endgames = EndgamePlies::default();
            for part in text.split(',') {
                let (kind, plies) = part.split_once('=')?;
                endgames.set(kind.parse().ok()?, plies.parse().ok()?);
            }
            facts.endgames = endgames;
        }
        3 => facts.termination = Some(text.parse().ok()?),
        _ => {
            for kind in text.split(',') {
                facts.occurrences.add(kind.parse().ok()?);
            }
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::Termination;

    #[test]
    fn values_are_read_as_they_were_written() {
        let mut facts = MoveFacts { plies: 321, ..MoveFacts::default() };
        for is_full in [false, true] {
            if is_full {
                facts.opening = "B90".parse().ok();
                facts.endgames.set(EndgameKind::Rook, 12);
                facts.endgames.set(EndgameKind::Minor, 300);
                facts.termination = Some(Termination::OtherWin);
                Occurrence::ALL.into_iter().for_each(|kind| facts.occurrences.add(kind));
            }
            let mut found = MoveFacts::default();
            for (column, value) in values(&facts).iter().enumerate() {
                assert!(!value.is_empty());
                assert_eq!(read(&mut found, column, value), Some(()), "{value}");
            }
            assert_eq!(found, facts);
        }
        for (column, bad) in
            [(0, "-1"), (1, "Z99"), (2, "rook"), (2, "rook=x"), (3, "won"), (4, ",")]
        {
            assert_eq!(read(&mut facts, column, bad), None, "{bad}");
        }
    }
}
