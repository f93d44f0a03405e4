//! Columns of values, one row for each position.

use super::producer::{ChunkPlace, Rows};
use crate::batch::records::Record;
use numpy::IntoPyArray;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::collections::HashSet;

/// No annotation in a comment, in columns of scores.
pub(super) const NO_SCORE: i16 = i16::MIN;
/// No annotation in a comment, in the column of clocks.
pub(super) const NO_CLOCK: i32 = -1;

/// Declares the columns besides the positions: name, type, meaning.
macro_rules! columns {
    ($($(#[$doc:meta])+ $name:ident: $type:ty,)+) => {
        /// The names of the columns that are filled.
        #[derive(Clone, Default)]
        pub(super) struct ColumnSet { $(pub $name: bool,)+ }

        impl ColumnSet {
            /// Returns the set of these columns.
            ///
            /// # Errors
            /// `ValueError` for an unknown name.
            pub fn new(names: &[String]) -> PyResult<Self> {
                let mut selected = Self::default();
                for name in names {
                    match name.as_str() {
                        $(stringify!($name) => selected.$name = true,)+
                        _ => return Err(unknown_column(name)),
                    }
                }
                Ok(selected)
            }
        }

        /// The values of a row besides the position.
        #[derive(Clone, Copy)]
        pub(super) struct ColumnRow { $($(#[$doc])+ pub $name: $type,)+ }

        /// Columns of equal length; those that are not selected stay empty.
        #[derive(Clone, Default)]
        pub(super) struct Columns {
            pub positions: Vec<Record>,
            /// Set if positions whose keys have occurred before are dropped.
            pub dedupe: bool,
            $(pub $name: Vec<$type>,)+
        }

        impl Columns {
            /// The names of all columns but `position`.
            pub const NAMES: &[&str] = &[$(stringify!($name)),+];

            /// Appends a row.
            #[inline]
            pub fn push(&mut self, selected: &ColumnSet, position: Record, row: ColumnRow) {
                self.positions.push(position);
                $(if selected.$name { self.$name.push(row.$name); })+
            }

            /// Keeps the first rows.
            pub fn truncate(&mut self, len: usize) {
                self.positions.truncate(len);
                $(self.$name.truncate(len);)+
            }

            /// Keeps the rows with true at their index.
            pub fn retain(&mut self, keep: &[bool]) {
                retain(&mut self.positions, keep);
                $(retain(&mut self.$name, keep);)+
            }

            /// Returns the selected columns as arrays; the positions as bytes. Nothing is copied.
            pub fn into_arrays<'py>(
                self,
                py: Python<'py>,
                selected: &ColumnSet,
            ) -> PyResult<Bound<'py, PyDict>> {
                let arrays = PyDict::new(py);
                arrays.set_item("position", self.positions.into_flattened().into_pyarray(py))?;
                $(if selected.$name {
                    arrays.set_item(stringify!($name), self.$name.into_pyarray(py))?;
                })+
                Ok(arrays)
            }
        }

        impl Rows for Columns {
            fn len(&self) -> usize {
                self.positions.len()
            }

            fn append(&mut self, mut other: Self) {
                self.positions.append(&mut other.positions);
                $(self.$name.append(&mut other.$name);)+
            }

            fn split_off(&mut self, at: usize) -> Self {
                Self {
                    positions: self.positions.split_off(at),
                    dedupe: self.dedupe,
                    $($name: if self.$name.is_empty() {
                        Vec::new()
                    } else {
                        self.$name.split_off(at)
                    },)+
                }
            }

            fn place(&mut self, place: &ChunkPlace, seen: &mut HashSet<u64>) {
                self.game.iter_mut().for_each(|game| *game += place.games_before);
                self.file.fill(place.file);
                if self.dedupe {
                    let keep: Vec<_> = self.key.iter().map(|&key| seen.insert(key)).collect();
                    self.retain(&keep);
                }
            }
        }
    };
}

columns! {
    /// The number of the game in the text, from 1.
    game: u64,
    /// The number of the file in the list of files, from 0.
    file: u32,
    /// The plies from the start of the game to the position.
    ply: u32,
    /// 1 if White won, 0 for a draw, -1 if Black won, 2 for an unknown result.
    result: i8,
    /// The bits of the move played, 0 after the last move.
    mv: u16,
    /// White's rating, 0 if unknown.
    white_elo: u16,
    /// Black's rating, 0 if unknown.
    black_elo: u16,
    /// The mover's clock after the move in milliseconds.
    clock: i32,
    /// The score of the position in centipawns for White, from the comment before the move.
    eval: i16,
    /// The score after the move in centipawns for White.
    eval_after: i16,
    /// The key of the position.
    key: u64,
}

#[cold]
fn unknown_column(name: &str) -> PyErr {
    let names = Columns::NAMES.join(", ");
    PyValueError::new_err(format!("expected columns among {names}, found {name:?}"))
}

fn retain<T>(column: &mut Vec<T>, keep: &[bool]) {
    let mut keep = keep.iter();
    column.retain(|_| *keep.next().unwrap_or(&false));
}
