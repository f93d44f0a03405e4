//! The table of openings and its index.
//!
//! Each line of the text has four fields, separated by tabs: the number of plies that its moves
//! share with those of the line before, the other moves in SAN, the code and the name. The example
//! `openings_table` writes it.

use super::{Eco, Opening};
use crate::KeyMap;
use ferz::Position;
use std::sync::OnceLock;

const TEXT: &str = include_str!("table.tsv");

/// The openings of the table, and their index by position key.
pub(super) struct OpeningTable {
    openings: Vec<Opening>,
    by_key: KeyMap<u16>,
}

/// Returns the table, which is indexed at first use.
pub(super) fn get() -> &'static OpeningTable {
    static TABLE: OnceLock<OpeningTable> = OnceLock::new();
    TABLE.get_or_init(|| OpeningTable::parse(TEXT).expect("the table has a fixed, tested text"))
}

impl OpeningTable {
    pub(super) fn find(&self, position: &Position) -> Option<Opening> {
        self.by_key.get(&position.key()).map(|&index| self.openings[usize::from(index)])
    }

    pub(super) fn all(&self) -> impl ExactSizeIterator<Item = Opening> {
        self.openings.iter().copied()
    }

    /// Reads the text and makes the moves of each line. Returns `None` if a line is invalid.
    fn parse(text: &'static str) -> Option<Self> {
        let mut lines = Vec::new();
        let mut position = Position::startpos();
        let mut plies = 0;
        for line in text.lines() {
            let mut fields = line.split('\t');
            let (shared, moves) = (fields.next()?.parse().ok()?, fields.next()?);
            let (eco, name) = (fields.next()?.parse::<Eco>().ok()?, fields.next()?);
            while plies > shared {
                position.undo_move()?;
                plies -= 1;
            }
            for san in moves.split(' ') {
                position.do_move(position.parse_san(san).ok()?);
                plies += 1;
            }
            lines.push((position.key(), Opening { eco, name, plies }));
        }
        lines.sort_by_key(|(_, opening)| opening.eco);
        let by_key = lines.iter().zip(0..).map(|(&(key, _), index)| (key, index)).collect();
        Some(Self { openings: lines.into_iter().map(|(_, opening)| opening).collect(), by_key })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_is_small_and_its_positions_differ() {
        assert!(TEXT.len() <= 300 * 1024, "{} bytes", TEXT.len());
        let table = get();
        assert_eq!(table.openings.len(), TEXT.lines().count());
        assert_eq!(table.by_key.len(), table.openings.len());
        assert_eq!(table.openings.len(), 3807);
        assert!(table.openings.is_sorted_by_key(|opening| opening.eco));
        for opening in table.all() {
            assert!((1..=60).contains(&opening.plies), "{opening}");
            assert!(!opening.name.is_empty() && opening.name.trim() == opening.name, "{opening}");
        }
    }

    #[test]
    fn every_volume_and_nearly_every_code_has_an_opening() {
        let mut found = [false; Eco::COUNT];
        get().all().for_each(|opening| found[opening.eco.index()] = true);
        let missing = found.iter().filter(|&&found| !found).count();
        assert!(missing <= 10, "{missing}");
    }

    #[test]
    fn invalid_lines_are_refused() {
        for text in ["0\te9\tA00\tName", "x\te4\tA00\tName", "0\te4\tF00\tName", "0\te4\tA00"] {
            assert!(OpeningTable::parse(text).is_none(), "{text}");
        }
        assert!(OpeningTable::parse("0\te4\tB00\tName").is_some());
    }
}
