//! `ferz-train selfplay`: games into a file.

use crate::args::SelfplayArgs;
use crate::error::Error;
use ferz::Position;
use ferz::notation::Epd;
use ferz_cli_common::{interrupt, progress_bar};
use ferz_engine::Control;
use ferz_train::format::{Game, GameFile, GameWriter, WriteError};
use ferz_train::selfplay::{Crew, Openings, Rejections, Settings, opening_key};
use indicatif::ProgressBar;
use std::collections::HashSet;
use std::fs::File;
use std::io::{Write, stdout};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How much play a loss of power may cost.
const SYNC_EVERY: Duration = Duration::from_secs(60);

/// Plays as many games as asked for, and prints what came of it.
///
/// # Errors
/// If the file or the openings cannot be read or written, if nothing new can be played, or if
/// Ctrl-C came before everything asked for was done. Finished games stay in the file.
pub(crate) fn run(args: &SelfplayArgs) -> Result<(), Error> {
    let starts = args.openings.as_deref().map_or(Ok(Vec::new()), read_starts)?;
    let openings = Openings::new(starts, args.chess960, args.random_plies.into());
    let (mut known, mut games) = (HashSet::new(), 0);
    let file = GameFile::open(&args.out, |game| {
        games += 1;
        // An opening that cannot be replayed is none that could be played again.
        known.extend(opening_key(&game));
    })?;
    let settings = settings(args, games);
    let wrong = |error| Error::Write { path: args.out.clone(), error };
    let writer = file.begin(&settings.to_json()).map_err(wrong)?;

    let control = Arc::new(Control::default());
    let cancelled = Arc::clone(&control);
    interrupt::install(move || cancelled.stop());
    let mut run = Run::new(args, writer);
    let crew = Crew::new(&settings, &openings, &control, known);
    let rejections = crew.play(|game| run.take(&game))?;
    run.end(rejections).map_err(wrong)?;
    if interrupt::requested() && (args.games.is_some() || args.positions.is_some()) {
        return Err(Error::Interrupted);
    }
    Ok(())
}

fn settings(args: &SelfplayArgs, first_game: u64) -> Settings {
    Settings {
        nodes: args.nodes,
        random_plies: args.random_plies.into(),
        seed: args.seed.unwrap_or_else(|| fastrand::u64(..)),
        first_game,
        chess960: args.chess960,
        openings: args
            .openings
            .as_deref()
            .and_then(Path::file_name)
            .map(|name| name.to_string_lossy().into_owned()),
        hash_mib: args.hash.into(),
        threads: args.threads.into(),
        ..Settings::default()
    }
}

/// The positions of a file, one a line; empty lines and lines that begin with `#` are passed over.
fn read_starts(path: &Path) -> Result<Vec<Position>, Error> {
    let text = std::fs::read_to_string(path).map_err(|error| Error::file(path, error))?;
    let mut starts = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let wrong = |reason: String| Error::Line { path: path.into(), line: number, reason };
        let epd: Epd = line.parse().map_err(|error| wrong(format!("{error}")))?;
        starts.push(epd.position().map_err(|error| wrong(error.to_string()))?);
    }
    if starts.is_empty() {
        let reason = "no position in the file".to_owned();
        return Err(Error::Line { path: path.into(), line: 1, reason });
    }
    Ok(starts)
}

/// What a run has come to.
struct Run {
    writer: GameWriter<File>,
    games: u64,
    positions: u64,
    most_games: u64,
    most_positions: u64,
    started: Instant,
    synced: Instant,
    /// A bar of games if their number is limited, otherwise of positions.
    progress: ProgressBar,
    trouble: Option<WriteError>,
}

impl Run {
    fn new(args: &SelfplayArgs, writer: GameWriter<File>) -> Self {
        let now = Instant::now();
        Self {
            writer,
            games: 0,
            positions: 0,
            most_games: args.games.unwrap_or(u64::MAX),
            most_positions: args.positions.unwrap_or(u64::MAX),
            started: now,
            synced: now,
            progress: progress_bar(args.games.or(args.positions)),
            trouble: None,
        }
    }

    /// Writes a game, and breaks if it was the last one asked for or cannot be written.
    fn take(&mut self, game: &Game) -> ControlFlow<()> {
        if let Err(error) = self.writer.write(game).and_then(|()| self.sync_in_time()) {
            self.trouble = Some(error);
            return ControlFlow::Break(());
        }
        self.games += 1;
        self.positions += game.scores.len() as u64;
        self.show_progress();
        if self.games >= self.most_games || self.positions >= self.most_positions {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn show_progress(&self) {
        let by_games = self.most_games != u64::MAX;
        self.progress.set_position(if by_games { self.games } else { self.positions });
        let speed = self.positions as f64 / self.started.elapsed().as_secs_f64().max(1e-9);
        let (games, positions) = (self.games, self.positions);
        self.progress.set_message(format!("{games} games, {positions} positions, {speed:.0}/s"));
    }

    fn sync_in_time(&mut self) -> Result<(), WriteError> {
        if self.synced.elapsed() >= SYNC_EVERY {
            self.writer.sync()?;
            self.synced = Instant::now();
        }
        Ok(())
    }

    /// Tells what came of it.
    fn end(self, rejections: Rejections) -> Result<(), WriteError> {
        drop(self.progress);
        if let Some(error) = self.trouble {
            return Err(error);
        }
        self.writer.sync()?;
        let seconds = self.started.elapsed().as_secs_f64().max(1e-9);
        writeln!(
            stdout(),
            "{} games, {} positions ({:.0} a second), {} bytes; openings not played: \
             {} lopsided, {} known",
            self.games,
            self.positions,
            self.positions as f64 / seconds,
            self.writer.bytes(),
            rejections.lopsided,
            rejections.known,
        )?;
        Ok(())
    }
}
