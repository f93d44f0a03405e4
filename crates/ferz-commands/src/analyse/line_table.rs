//! The table of lines that `ferz analyse` prints during the search.

use super::side_name;
use crate::common::text::{grouped, per_second, scaled};
use ferz::{Move, Position};
use ferz_engine::Line;
use ferz_engine::value::{Bound, Value};
use std::collections::HashMap;
use std::io::{self, Write, stdout};

/// The maximum number of characters of a line's moves in a row. [`LineTable::print_lines`] prints
/// complete lines.
const MAX_MOVES_WIDTH: usize = 60;

/// A table with depth, score, nodes, speed and moves of each line.
pub(super) struct LineTable<'a> {
    root: &'a Position,
    multipv: usize,
    /// The last row of each rank: depth, value and moves.
    printed: HashMap<usize, (u32, Value, Vec<Move>)>,
}

impl<'a> LineTable<'a> {
    /// Creates a table for this number of lines from a position.
    pub(super) fn new(root: &'a Position, multipv: usize) -> Self {
        Self { root, multipv, printed: HashMap::new() }
    }

    /// Prints the header.
    pub(super) fn print_header(&self) -> io::Result<()> {
        let side = side_name(self.root);
        let mut out = stdout();
        writeln!(
            out,
            "Scores are in pawns from {side}'s view: at +1.00 {side} wins half of the games.\n"
        )?;
        writeln!(out, "depth   score          nodes   speed/s  line")
    }

    /// Prints a line of the search. Skips bounds, which the exact value or the end of the search
    /// follows, and repetitions of the last row of the same rank, which occur when a search is
    /// stopped.
    pub(super) fn print_row(&mut self, line: &Line) -> io::Result<()> {
        let row = (line.depth, line.value, &line.pv);
        let last = self.printed.get(&line.multipv);
        if line.bound != Bound::Exact || last.is_some_and(|(d, v, pv)| (*d, *v, pv) == row) {
            return Ok(());
        }
        let mut out = stdout().lock();
        if last.is_some() && self.multipv > 1 && line.multipv == 1 {
            writeln!(out)?;
        }
        self.printed.insert(line.multipv, (line.depth, line.value, line.pv.clone()));
        let nodes = grouped(line.nodes.into());
        let speed = scaled(per_second(line.nodes.into(), line.elapsed));
        let score = line.score();
        let depth = line.depth;
        let moves = self.moves(line);
        writeln!(out, "{depth:>5} {score:>7} {nodes:>14} {speed:>9}  {}", truncated(&moves))
    }

    /// Prints the complete final lines with their scores, of which those of a stopped search can be
    /// bounds.
    pub(super) fn print_lines(&self, lines: &[Line]) -> io::Result<()> {
        let mut out = stdout().lock();
        writeln!(out)?;
        for line in lines {
            let bound = match line.bound {
                Bound::Exact => "",
                Bound::Lower => "at least ",
                Bound::Upper => "at most ",
            };
            writeln!(out, "{bound}{}  {}", line.score(), self.moves(line))?;
        }
        Ok(())
    }

    /// Returns the moves in SAN with move numbers.
    fn moves(&self, line: &Line) -> String {
        self.root.numbered_san_line(&line.pv).unwrap_or_default()
    }
}

/// Truncates a text after a word if it is longer than [`MAX_MOVES_WIDTH`].
fn truncated(text: &str) -> String {
    if text.len() <= MAX_MOVES_WIDTH {
        return text.to_owned();
    }
    let end = text[..=MAX_MOVES_WIDTH].rfind(' ').unwrap_or(MAX_MOVES_WIDTH);
    format!("{} ...", &text[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_truncated_between_moves() {
        assert_eq!(truncated("1. e4 e5"), "1. e4 e5");
        let exact = "x".repeat(MAX_MOVES_WIDTH);
        assert_eq!(truncated(&exact), exact);
        let long = format!("{exact} Nf3");
        assert_eq!(truncated(&long), format!("{exact} ..."));
        let word = format!("e4 {exact}");
        assert_eq!(truncated(&word), "e4 ...");
    }
}
