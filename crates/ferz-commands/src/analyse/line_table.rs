//! The table of lines that `ferz analyse` prints during the search.

use super::search::RootLine;
use super::side_name;
use crate::common::text::{grouped, per_second, scaled, wrapped};
use ferz::{Bound, Position};
use std::collections::HashMap;
use std::io::{self, Write, stdout};

/// The number of characters before the moves of a row.
const MOVES_COLUMN: usize = 40;

/// The number of characters of a row without a terminal. The final lines are complete.
const COLUMNS: usize = 100;

/// The least number of characters for the moves of a row, on a narrow terminal too.
const LEAST_MOVES_WIDTH: usize = 16;

/// A table with depth, score, nodes, speed and moves of each line.
pub(super) struct LineTable<'a> {
    root: &'a Position,
    multipv: usize,
    /// The number of columns of the terminal.
    columns: Option<usize>,
    /// The last row of each rank.
    printed: HashMap<usize, RootLine>,
}

impl<'a> LineTable<'a> {
    /// Creates a table for this number of lines from a position, whose rows fit the columns
    /// of the terminal.
    pub(super) fn new(root: &'a Position, multipv: usize, columns: Option<usize>) -> Self {
        Self { root, multipv, columns, printed: HashMap::new() }
    }

    /// Prints the header.
    pub(super) fn print_header(&self) -> io::Result<()> {
        let side = side_name(self.root);
        let explanation = format!(
            "Scores are in pawns from {side}'s view: at +1.00 {side} wins half of the games."
        );
        let mut out = stdout();
        writeln!(out, "{}\n", self.wrapped(&explanation, 0))?;
        writeln!(out, "depth   score          nodes   speed/s  line")
    }

    /// Prints a line of the search. Skips bounds, which the exact value or the end of the search
    /// follows, and repetitions of the last row of the same rank, which occur when a search is
    /// stopped.
    pub(super) fn print_row(&mut self, line: &RootLine) -> io::Result<()> {
        let last = self.printed.get(&line.rank);
        let is_repeated = last.is_some_and(|last| {
            (last.depth, last.score, &last.moves) == (line.depth, line.score, &line.moves)
        });
        if line.score.bound != Bound::Exact || is_repeated {
            return Ok(());
        }
        let mut out = stdout().lock();
        if last.is_some() && self.multipv > 1 && line.rank == 1 {
            writeln!(out)?;
        }
        self.printed.insert(line.rank, line.clone());
        let nodes = grouped(line.nodes.into());
        let speed = scaled(per_second(line.nodes.into(), line.elapsed));
        let (depth, score) = (line.depth, format!("{:+}", line.score.score));
        let moves = self.moves(line);
        let columns = self.columns.unwrap_or(COLUMNS);
        let width = columns.saturating_sub(MOVES_COLUMN).max(LEAST_MOVES_WIDTH);
        writeln!(out, "{depth:>5} {score:>7} {nodes:>14} {speed:>9}  {}", truncated(&moves, width))
    }

    /// Prints the complete final lines with their scores, of which those of a stopped search can be
    /// bounds.
    pub(super) fn print_lines(&self, lines: &[RootLine]) -> io::Result<()> {
        let mut out = stdout().lock();
        writeln!(out)?;
        for line in lines {
            let bound = match line.score.bound {
                Bound::Exact => "",
                Bound::Lower => "at least ",
                Bound::Upper => "at most ",
            };
            let text = format!("{bound}{:+}  {}", line.score.score, self.moves(line));
            writeln!(out, "{}", self.wrapped(&text, 4))?;
        }
        Ok(())
    }

    /// Returns a text in lines that fit the terminal.
    fn wrapped(&self, text: &str, indent: usize) -> String {
        self.columns.map_or(text.to_owned(), |columns| wrapped(text, columns, indent))
    }

    /// Returns the moves in SAN with move numbers.
    fn moves(&self, line: &RootLine) -> String {
        self.root.numbered_san_line(&line.moves).unwrap_or_default()
    }
}

/// Truncates a text after a word if it is longer than `width`.
fn truncated(text: &str, width: usize) -> String {
    if text.len() <= width {
        return text.to_owned();
    }
    let room = width.saturating_sub(4);
    let end = text[..=room].rfind(' ').unwrap_or(room);
    format!("{} ...", &text[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_truncated_between_moves() {
        assert_eq!(truncated("1. e4 e5", 8), "1. e4 e5");
        assert_eq!(truncated("1. e4 e5 2. Nf3", 14), "1. e4 e5 ...");
        assert_eq!(truncated("1. e4 e5 2. Nf3", 12), "1. e4 e5 ...");
        assert_eq!(truncated("1. e4 e5 2. Nf3", 11), "1. e4 ...");
        assert_eq!(truncated("xxxxxxxxx", 8), "xxxx ...");
    }
}
