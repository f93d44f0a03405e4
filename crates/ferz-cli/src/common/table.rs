//! Tables in aligned columns, whose rows can be printed before the next ones are known.

use super::formats::{cut_off, grouped, shortened, wrapped};
use super::output::escaped;
use std::fmt::Display;

/// A column of a [`Table`].
#[derive(Clone, Copy)]
pub(crate) struct Column<'a> {
    title: &'a str,
    /// The least number of characters.
    least: usize,
    /// The number of characters where there is room.
    most: usize,
    is_right: bool,
}

impl<'a> Column<'a> {
    /// Creates a column of short texts, aligned at the left; [`lines_of`] makes it as wide as the longest of them. Names and
    /// paths are [`flexible`](Self::flexible), so that a row fits the terminal.
    pub(crate) const fn left(title: &'a str, width: usize) -> Self {
        Self { title, least: width, most: width, is_right: false }
    }

    /// Creates a column of numbers, aligned at the right.
    pub(crate) const fn right(title: &'a str, width: usize) -> Self {
        Self { title, least: width, most: width, is_right: true }
    }

    /// Creates a column of texts that is as wide as there is room: all such columns have equal shares of it.
    pub(crate) const fn flexible(title: &'a str, least: usize, most: usize) -> Self {
        Self { title, least, most, is_right: false }
    }
}

/// A table with one space between its columns, and two between a number and a text.
///
/// Texts that are too long are cut off if the number of characters of a row is known: those of the last column between
/// words, since it has sentences, moves and names of openings.
pub(crate) struct Table<'a> {
    columns: Vec<Column<'a>>,
    /// The number of characters of a row.
    width: Option<usize>,
    /// The least number of spaces between columns.
    space: usize,
    /// Set if the texts of the last column are broken between words in place of being cut off.
    wraps: bool,
}

impl<'a> Table<'a> {
    /// Creates a table for a terminal with this number of columns; without one, texts have any length.
    pub(crate) fn new(columns: &[Column<'a>], terminal: Option<usize>) -> Self {
        Self::spaced(columns, terminal, 1)
    }

    fn spaced(columns: &[Column<'a>], terminal: Option<usize>, space: usize) -> Self {
        let mut table = Self { columns: columns.to_vec(), width: None, space, wraps: false };
        let least = table.length();
        let is_flexible = |column: &Column<'_>| column.most > column.least;
        // The last column has what is left.
        let others = &columns[..columns.len().saturating_sub(1)];
        let shares = others.iter().filter(|column| is_flexible(column)).count().max(1);
        let room = terminal.map_or(usize::MAX, |terminal| terminal.saturating_sub(least));
        for column in &mut table.columns {
            column.least = column.most.min(column.least.saturating_add(room / shares));
        }
        table.width = terminal.map(|terminal| terminal.max(least));
        table
    }

    /// Breaks the texts of the last column between words, into several lines, in place of cutting them off.
    pub(crate) fn wrapping(self) -> Self {
        Self { wraps: true, ..self }
    }

    /// Returns the number of characters of a row with the least widths.
    fn length(&self) -> usize {
        (0..self.columns.len()).map(|index| self.gap(index) + self.columns[index].least).sum()
    }

    /// Returns the number of spaces before a column.
    fn gap(&self, index: usize) -> usize {
        match index.checked_sub(1) {
            None => 0,
            Some(before) if self.columns[before].is_right && !self.columns[index].is_right => 2,
            Some(_) => self.space,
        }
    }

    /// Returns the titles of the columns.
    pub(crate) fn header(&self) -> String {
        let titles: Vec<_> =
            self.columns.iter().map(|column| &column.title as &dyn Display).collect();
        self.row(&titles)
    }

    /// Returns a row. Control characters are escaped.
    pub(crate) fn row(&self, cells: &[&dyn Display]) -> String {
        let (mut row, mut length) = (String::new(), 0);
        for (index, (column, cell)) in self.columns.iter().zip(cells).enumerate() {
            let (gap, width) = (self.gap(index), column.least);
            let text = escaped(&cell.to_string());
            let text = match (column.is_right, self.width) {
                (true, _) => format!("{text:>width$}"),
                // Spaces at the end of a row would be trimmed.
                (false, None) if index + 1 == self.columns.len() => text,
                (false, None) => format!("{text:<width$}"),
                (false, Some(all)) if index + 1 == self.columns.len() => {
                    let (indent, room) = (length + gap, all.saturating_sub(length + gap));
                    match self.wraps {
                        true => wrapped(&text, room, 0).replace('\n', &format!("\n{:indent$}", "")),
                        false => shortened(&text, room),
                    }
                }
                (false, Some(_)) => format!("{:<width$}", cut_off(&text, width)),
            };
            row.push_str(&format!("{:gap$}{text}", ""));
            length = row.chars().count();
        }
        row.truncate(row.trim_end().len());
        row
    }
}

/// Returns the header and the rows of a table whose rows are all known: its columns are as wide as their texts, those without
/// a text are left out, and two spaces are between them.
pub(crate) fn lines_of(
    columns: &[Column<'_>],
    rows: &[Vec<String>],
    terminal: Option<usize>,
) -> Vec<String> {
    let widest =
        |index: usize| rows.iter().map(|row| row[index].chars().count()).max().unwrap_or(0);
    let shown: Vec<_> = (0..columns.len()).filter(|&index| widest(index) > 0).collect();
    let fitted = |&index: &usize| match columns[index] {
        column if column.most > column.least => column,
        column => {
            let width = widest(index).max(column.title.chars().count());
            Column { least: width, most: width, ..column }
        }
    };
    let all: Vec<_> = shown.iter().map(fitted).collect();
    let table = Table::spaced(&all, terminal, 2);
    let row = |row: &Vec<String>| {
        let cells: Vec<_> = shown.iter().map(|&index| &row[index] as &dyn Display).collect();
        table.row(&cells)
    };
    std::iter::once(table.header()).chain(rows.iter().map(row)).collect()
}

/// Returns the row of a count with its name and its share of a total.
pub(crate) fn share_row(name: impl Display, count: u64, total: u64) -> String {
    let percent = 100.0 * count as f64 / total.max(1) as f64;
    format!("  {name:<23}{:>12} {percent:>5.1} %", grouped(count))
}

#[cfg(test)]
mod tests {
    use super::*;

    const COLUMNS: [Column<'_>; 4] = [
        Column::right("game", 5),
        Column::flexible("player", 4, 8),
        Column::right("moves", 5),
        Column::flexible("opening", 6, usize::MAX),
    ];

    #[test]
    fn columns_are_aligned_and_texts_fit_the_terminal() {
        let rows = |terminal| {
            let table = Table::new(&COLUMNS, terminal);
            [table.header(), table.row(&[&12, &"Weissmann", &40, &"French Defense: Advance"])]
        };
        assert_eq!(
            rows(None),
            [" game  player   moves  opening", "   12  Weissmann    40  French Defense: Advance"]
        );
        assert_eq!(
            rows(Some(40)),
            [" game  player   moves  opening", "   12  Weissma…    40  French Defense…"]
        );
        // On a narrow terminal the rows have their least widths.
        for terminal in [25, 10] {
            assert_eq!(
                rows(Some(terminal)),
                [" game  pla… moves  openi…", "   12  Wei…    40  Frenc…"]
            );
        }
    }

    #[test]
    fn control_characters_are_escaped_before_texts_are_cut_off() {
        let table = Table::new(&COLUMNS[1..3], Some(20));
        assert_eq!(table.row(&[&"a\nb", &1]), "a\\nb         1");
    }
}
