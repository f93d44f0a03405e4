//! A progress bar on standard error, where a person watches.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::time::Instant;

/// How far a run has come.
pub(crate) struct Progress {
    /// Whether the bar counts games; otherwise positions.
    by_games: bool,
    started: Instant,
    bar: Option<ProgressBar>,
}

impl Progress {
    /// Of so many games or so many positions, as far as either is known.
    pub(crate) fn new(games: Option<u64>, positions: Option<u64>) -> Self {
        let bar = std::io::stderr().is_terminal().then(|| {
            let target = ProgressDrawTarget::stderr_with_hz(5);
            let total = games.or(positions);
            let bar = ProgressBar::with_draw_target(total, target);
            let template = match total {
                Some(_) => "[{bar:30}] {percent}%  {msg}  {eta} left",
                None => "{msg}  {elapsed}",
            };
            match ProgressStyle::with_template(template) {
                Ok(style) => bar.with_style(style.progress_chars("=> ")),
                Err(_) => bar,
            }
        });
        Self { by_games: games.is_some(), started: Instant::now(), bar }
    }

    /// So many games and positions are there.
    pub(crate) fn show(&self, games: u64, positions: u64) {
        let Some(bar) = &self.bar else { return };
        let speed = positions as f64 / self.started.elapsed().as_secs_f64().max(1e-9);
        bar.set_position(if self.by_games { games } else { positions });
        bar.set_message(format!("{games} games, {positions} positions, {speed:.0}/s"));
    }
}

/// Leaves the terminal as it was.
impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
