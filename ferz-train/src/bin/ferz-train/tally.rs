//! Totals over many games.

use ferz_train::format::{Ending, Game, GameResult};
use std::fmt;

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

    /// The totals of a file with so many bytes, for a person.
    pub(crate) fn report(&self, bytes: u64) -> impl fmt::Display + '_ {
        fmt::from_fn(move |f| {
            let per_game = |count: u64| count as f64 / self.games.max(1) as f64;
            writeln!(f, "games      {:>12}", self.games)?;
            writeln!(f, "plies      {:>12}  {:.1} a game", self.plies, per_game(self.plies))?;
            writeln!(f, "positions  {:>12}  those with a score", self.positions)?;
            writeln!(f, "longest    {:>12}  plies", self.longest)?;
            let per_ply = bytes as f64 / self.plies.max(1) as f64;
            writeln!(f, "bytes      {bytes:>12}  {per_ply:.3} a ply")?;
            writeln!(f, "\nresult")?;
            for result in GameResult::ALL.into_iter().rev() {
                row(f, result.text(), self.results[result as usize], self.games)?;
            }
            writeln!(f, "\nending")?;
            for ending in Ending::ALL {
                row(f, ending.text(), self.endings[ending as usize], self.games)?;
            }
            writeln!(f, "\nscore of either side, up to")?;
            for (end, &count) in GROUPS.iter().zip(&self.scores) {
                row(f, &end.to_string(), count, self.positions)?;
            }
            row(f, "more", self.scores[GROUPS.len()], self.positions)
        })
    }
}

fn row(f: &mut fmt::Formatter<'_>, name: &str, count: u64, total: u64) -> fmt::Result {
    let percent = 100.0 * count as f64 / total.max(1) as f64;
    writeln!(f, "  {name:<17}{count:>12}  {percent:5.1} %")
}
