//! Totals over many games.

use ferz_train::format::{Ending, Game, GameResult};
use std::io::{self, Write};

/// The upper ends, in centipawns, of the groups of the score histogram; all larger scores are one
/// more.
const GROUPS: [u16; 8] = [5, 25, 50, 100, 200, 400, 1000, 3000];

/// Totals over many games.
#[derive(Default)]
pub(crate) struct Tally {
    games: u64,
    plies: u64,
    positions: u64,
    longest: usize,
    results: [u64; GameResult::ALL.len()],
    endings: [u64; Ending::ALL.len()],
    scores: [u64; GROUPS.len() + 1],
}

impl Tally {
    /// Adds a game.
    pub(crate) fn add(&mut self, game: &Game) {
        self.games += 1;
        self.plies += game.moves.len() as u64;
        self.positions += game.scores.len() as u64;
        self.longest = self.longest.max(game.moves.len());
        self.results[game.result as usize] += 1;
        self.endings[game.ending as usize] += 1;
        for score in &game.scores {
            self.scores[GROUPS.partition_point(|&end| end < score.unsigned_abs())] += 1;
        }
    }

    /// Writes the totals of a file with so many bytes, for a person.
    pub(crate) fn write(&self, bytes: u64, out: &mut impl Write) -> io::Result<()> {
        let per_game = self.plies as f64 / self.games.max(1) as f64;
        let per_ply = bytes as f64 / self.plies.max(1) as f64;
        writeln!(out, "games      {:>12}", self.games)?;
        writeln!(out, "plies      {:>12}  {per_game:.1} a game", self.plies)?;
        writeln!(out, "positions  {:>12}  those with a score", self.positions)?;
        writeln!(out, "longest    {:>12}  plies", self.longest)?;
        writeln!(out, "bytes      {bytes:>12}  {per_ply:.3} a ply")?;
        writeln!(out, "\nresult")?;
        for result in GameResult::ALL.into_iter().rev() {
            row(out, result.text(), self.results[result as usize], self.games)?;
        }
        writeln!(out, "\nending")?;
        for ending in Ending::ALL {
            row(out, ending.text(), self.endings[ending as usize], self.games)?;
        }
        writeln!(out, "\nscore of either side, up to")?;
        for (end, &count) in GROUPS.iter().zip(&self.scores) {
            row(out, &end.to_string(), count, self.positions)?;
        }
        row(out, "more", self.scores[GROUPS.len()], self.positions)
    }
}

fn row(out: &mut impl Write, name: &str, count: u64, total: u64) -> io::Result<()> {
    let percent = 100.0 * count as f64 / total.max(1) as f64;
    writeln!(out, "  {name:<17}{count:>12}  {percent:5.1} %")
}
