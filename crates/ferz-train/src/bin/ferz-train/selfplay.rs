//! `ferz-train selfplay`: plays games and appends them to a file.

use crate::args::SelfplayArgs;
use crate::error::Error;
use ferz::SetupFaults;
use ferz_cli_common::{interrupt, progress_bar};
use ferz_engine::Control;
use ferz_train::format::{Game, GameFile, GameWriter, WriteError};
use ferz_train::selfplay::{Openings, Rejections, Runner, SelfplaySettings, opening_key};
use indicatif::ProgressBar;
use std::collections::HashSet;
use std::fs::File;
use std::io::{Write, stdout};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The interval between flushes of the file to the storage device.
const SYNC_INTERVAL: Duration = Duration::from_secs(60);

/// Plays the requested number of games and prints a summary.
///
/// # Errors
/// If the file or the openings cannot be read or written, no new opening is found, or Ctrl-C was
/// pressed before the requested number was reached. Finished games stay in the file.
pub(crate) fn run(args: &SelfplayArgs) -> Result<(), Error> {
    let starts = args.openings.positions(SetupFaults::NONE)?;
    let openings = Openings::new(starts, args.chess960, args.random_plies.into());
    let (mut played, mut games) = (HashSet::new(), 0);
    let file = GameFile::open(&args.out, |game| {
        games += 1;
        // Ignores an opening with an illegal move: it cannot occur again.
        played.extend(opening_key(&game));
    })?;
    let settings = settings(args, games);
    let write_error = |error| Error::Write { path: args.out.clone(), error };
    let writer = file.append(&settings.to_json()).map_err(write_error)?;

    let control = Arc::new(Control::default());
    let handler_control = Arc::clone(&control);
    interrupt::install(move || handler_control.stop());
    let mut recorder = Recorder::new(args, writer);
    let runner = Runner::new(&settings, &openings, &control, played);
    let rejections = runner.run(|game| recorder.add(&game))?;
    recorder.finish(rejections).map_err(write_error)?;
    if interrupt::requested() && (args.games.is_some() || args.positions.is_some()) {
        return Err(Error::Interrupted);
    }
    Ok(())
}

fn settings(args: &SelfplayArgs, first_game: u64) -> SelfplaySettings {
    SelfplaySettings {
        nodes: args.nodes,
        random_plies: args.random_plies.into(),
        seed: args.seed.unwrap_or_else(|| fastrand::u64(..)),
        first_game,
        chess960: args.chess960,
        openings: args
            .openings
            .file
            .as_deref()
            .and_then(Path::file_name)
            .map(|name| name.to_string_lossy().into_owned()),
        first_opening: args.openings.first_index(),
        hash_mib: args.hash.into(),
        threads: args.threads.into(),
        ..SelfplaySettings::default()
    }
}

/// Writes games to the file, counts them and shows the progress.
struct Recorder {
    writer: GameWriter<File>,
    games: u64,
    positions: u64,
    max_games: Option<u64>,
    max_positions: Option<u64>,
    started: Instant,
    last_sync: Instant,
    progress: ProgressBar,
    write_error: Option<WriteError>,
}

impl Recorder {
    fn new(args: &SelfplayArgs, writer: GameWriter<File>) -> Self {
        let now = Instant::now();
        Self {
            writer,
            games: 0,
            positions: 0,
            max_games: args.games,
            max_positions: args.positions,
            started: now,
            last_sync: now,
            progress: progress_bar(args.games.or(args.positions)),
            write_error: None,
        }
    }

    /// Writes a game. Breaks after the last requested game and after a write error, which is
    /// stored.
    fn add(&mut self, game: &Game) -> ControlFlow<()> {
        if let Err(error) = self.writer.write(game).and_then(|()| self.sync_at_intervals()) {
            self.write_error = Some(error);
            return ControlFlow::Break(());
        }
        self.games += 1;
        self.positions += game.scores.len() as u64;
        self.show_progress();
        let is_last = self.max_games.is_some_and(|max| self.games >= max)
            || self.max_positions.is_some_and(|max| self.positions >= max);
        if is_last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn show_progress(&self) {
        let by_games = self.max_games.is_some();
        self.progress.set_position(if by_games { self.games } else { self.positions });
        let (games, positions, speed) = (self.games, self.positions, self.positions_per_second());
        self.progress.set_message(format!("{games} games, {positions} positions, {speed:.0}/s"));
    }

    fn positions_per_second(&self) -> f64 {
        self.positions as f64 / self.started.elapsed().as_secs_f64().max(1e-9)
    }

    fn sync_at_intervals(&mut self) -> Result<(), WriteError> {
        if self.last_sync.elapsed() >= SYNC_INTERVAL {
            self.writer.sync()?;
            self.last_sync = Instant::now();
        }
        Ok(())
    }

    /// Flushes the file and prints the summary, or returns the stored write error.
    fn finish(self, rejections: Rejections) -> Result<(), WriteError> {
        self.progress.finish_and_clear();
        let speed = self.positions_per_second();
        if let Some(error) = self.write_error {
            return Err(error);
        }
        self.writer.sync()?;
        writeln!(
            stdout(),
            "{} games, {} positions ({speed:.0} per second), {} bytes; openings rejected: \
             {} lopsided, {} repeated or finished",
            self.games,
            self.positions,
            self.writer.bytes_written(),
            rejections.lopsided,
            rejections.unusable,
        )?;
        Ok(())
    }
}
