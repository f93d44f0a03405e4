//! The table that a person watches grow.

use super::score::Score;
use crate::text::{grouped, per_second, scaled};
use ferz::{Color, Move, Position};
use ferz_engine::Line;
use ferz_engine::value::{Bound, Value};
use std::collections::HashMap;
use std::io::{self, Write, stdout};

/// Longer lines are cut after a whole move; the end of the table has them in full.
const MOST_LETTERS: usize = 60;

/// A table of lines with depth, score, nodes and speed.
pub(super) struct Table<'a> {
    root: &'a Position,
    multipv: usize,
    /// The last row of each rank: depth, value and line.
    said: HashMap<usize, (u32, Value, Vec<Move>)>,
}

impl<'a> Table<'a> {
    /// For so many lines from a position.
    pub(super) fn new(root: &'a Position, multipv: usize) -> Self {
        Self { root, multipv, said: HashMap::new() }
    }

    /// Says what the columns are.
    pub(super) fn print_head(&self) -> io::Result<()> {
        let side = match self.root.side_to_move() {
            Color::White => "White",
            Color::Black => "Black",
        };
        let mut out = stdout();
        writeln!(
            out,
            "Scores are for {side}, in pawns: at +1.00 {side} wins half of the games.\n"
        )?;
        writeln!(out, "depth   score          nodes   speed/s  line")
    }

    /// One line of the search. Bounds are left out, since the exact value follows, and so is what
    /// was just said: a search that is stopped says it once more.
    pub(super) fn print_row(&mut self, line: &Line) -> io::Result<()> {
        let said = (line.depth, line.value, &line.pv);
        let known = self.said.get(&line.multipv);
        if line.bound != Bound::Exact || known.is_some_and(|(d, v, pv)| (*d, *v, pv) == said) {
            return Ok(());
        }
        let mut out = stdout().lock();
        if known.is_some() && self.multipv > 1 && line.multipv == 1 {
            writeln!(out)?;
        }
        self.said.insert(line.multipv, (line.depth, line.value, line.pv.clone()));
        let nodes = grouped(line.nodes.into());
        let speed = scaled(per_second(line.nodes.into(), line.elapsed));
        let score = Score::of(line);
        let depth = line.depth;
        let moves = self.moves(line);
        writeln!(out, "{depth:>5} {score:>7} {nodes:>14} {speed:>9}  {}", shortened(&moves))
    }

    /// The last word on each line, in full.
    pub(super) fn print_end(&self, lines: &[Line]) -> io::Result<()> {
        let mut out = stdout().lock();
        writeln!(out)?;
        for line in lines {
            writeln!(out, "{}  {}", Score::of(line), self.moves(line))?;
        }
        Ok(())
    }

    /// The moves with their numbers.
    fn moves(&self, line: &Line) -> String {
        self.root.numbered_san_line(&line.pv).unwrap_or_default()
    }
}

/// The beginning of a text that is too long, up to the end of a word.
fn shortened(text: &str) -> String {
    if text.len() <= MOST_LETTERS {
        return text.to_owned();
    }
    let end = text[..=MOST_LETTERS].rfind(' ').unwrap_or(MOST_LETTERS);
    format!("{} ...", &text[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_cut_between_moves() {
        assert_eq!(shortened("1. e4 e5"), "1. e4 e5");
        let exact = "x".repeat(MOST_LETTERS);
        assert_eq!(shortened(&exact), exact);
        let long = format!("{exact} Nf3");
        assert_eq!(shortened(&long), format!("{exact} ..."));
        let word = format!("e4 {exact}");
        assert_eq!(shortened(&word), "e4 ...");
    }
}
