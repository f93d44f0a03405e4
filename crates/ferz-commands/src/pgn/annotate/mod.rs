//! `pgn annotate`: analyses games and annotates their moves.

mod args;
mod evaluator;
mod positions;
mod report;

pub(super) use args::AnnotateArgs;

use crate::common::engines::SearchEngine;
use crate::common::error::Error;
use crate::common::error_log::ErrorLog;
use crate::common::game_output::GameOutput;
use crate::common::program::progress_bar;
use crate::common::text::counted;
use crate::common::workers::Ordered;
use crate::common::{interrupt, output_file};
use evaluator::{Evaluated, evaluate};
use ferz_engine::Control;
use ferz_game::analysis::{EvaluationChart, GameAnalysis, remove_annotations};
use ferz_game::pgn::{GameBuilder, PgnError, PgnGame};
use indicatif::ProgressBar;
use report::{AnnotateTotals, GameInfo};
use std::io::{Write, stdout};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

/// A game to analyse.
struct GameJob<'a> {
    file: &'a Path,
    /// The number in its file, from 1.
    number: u64,
    /// The number among the games of all files, from 1.
    total_number: u64,
    game: PgnGame,
}

/// A game with its output.
#[derive(Default)]
struct AnnotatedGame {
    /// The text of the game.
    text: Vec<u8>,
    /// The JSON object or the rows of the table; empty without output.
    report: String,
    /// The file of the chart and its text.
    chart: Option<(PathBuf, String)>,
    positions: u64,
    nodes: u64,
    error: Option<PgnError>,
}

/// Annotates the games.
///
/// # Errors
/// If a file cannot be read or written, or an engine fails; [`Error::Interrupted`] after Ctrl-C. The
/// games finished before have been written, unless they would replace an old file.
pub(super) fn run(args: &AnnotateArgs) -> Result<(), Error> {
    output_file::check(args.output.as_deref(), &args.source.files)?;
    let control = Arc::new(Control::default());
    let handler_control = Arc::clone(&control);
    interrupt::install(move || handler_control.stop());
    let total = positions::count(&args.source, args.moves)?;
    let contenders = args.contenders()?;
    let mut writer = Writer::new(args, progress_bar(total))?;
    let started = Instant::now();
    let bar = writer.bar.clone();
    let annotated = std::thread::scope(|scope| {
        let work = |contender: &mut SearchEngine, job: GameJob<'_>| {
            annotate(contender, job, args, &control, &bar)
        };
        let result = Ordered::start(scope, contenders, work)
            .and_then(|queue| annotate_all(args, queue, &mut |finished| writer.write(finished)));
        if result.is_err() {
            // The searches of games that will not be written.
            control.stop();
        }
        result
    });
    writer.bar.finish_and_clear();
    writer.finish(started, if interrupt::requested() { Err(Error::Interrupted) } else { annotated })
}

/// Reads the games of all files and passes them to the queue.
fn annotate_all<'a>(
    args: &'a AnnotateArgs,
    mut queue: Ordered<GameJob<'a>, Result<AnnotatedGame, Error>>,
    write: &mut impl FnMut(Result<AnnotatedGame, Error>) -> Result<(), Error>,
) -> Result<(), Error> {
    let mut total_number = 0;
    let sources = args.source.sources().with_texts().without_bar();
    let read = sources.read(
        || args.moves.player(GameBuilder::new()),
        |mut batch| {
            let (file, mut number) = (batch.path, batch.numbers_before);
            let games = batch.visitor.visitor_mut().take_all();
            for ((game, error), text) in games.into_iter().zip(batch.texts.iter()) {
                (number, total_number) = (number + 1, total_number + 1);
                match error {
                    None => queue.add(GameJob { file, number, total_number, game }, write)?,
                    Some(mut error) => {
                        error.game = number;
                        queue.add_result(faulty(file, text, error, args), write)?;
                    }
                }
            }
            Ok(ControlFlow::Continue(()))
        },
    );
    match read {
        // After Ctrl-C too, the games that are finished are written.
        Ok(()) | Err(Error::Interrupted) => queue.finish(write).and(read),
        Err(error) => Err(error),
    }
}

/// Returns the output of a game with an error.
fn faulty(
    file: &Path,
    text: &[u8],
    error: PgnError,
    args: &AnnotateArgs,
) -> Result<AnnotatedGame, Error> {
    let file = file.display().to_string();
    let report = if args.json { report::error_json(&file, &error)? } else { String::new() };
    Ok(AnnotatedGame {
        text: text.to_owned(),
        report,
        error: Some(error),
        ..AnnotatedGame::default()
    })
}

/// Analyses and annotates a game.
fn annotate(
    contender: &mut SearchEngine,
    job: GameJob<'_>,
    args: &AnnotateArgs,
    control: &Control,
    bar: &ProgressBar,
) -> Result<AnnotatedGame, Error> {
    let GameJob { file, number, total_number, mut game } = job;
    if control.is_stopped() {
        return Err(Error::Interrupted);
    }
    let file = file.display().to_string();
    if args.replaces() {
        remove_annotations(&mut game.tree);
    }
    let name = format!("{file}, game {number}");
    let Evaluated { positions, nodes } =
        evaluate(contender, &game.tree, &name, args.limits(), control, bar)?;
    let analysis = GameAnalysis::new(&game.tree, positions, &args.analysis_options())
        .expect("each position has been evaluated");
    let chart = args.chart.as_deref().map(|folder| {
        let path = folder.join(format!("game-{total_number:04}.svg"));
        (path, EvaluationChart::new(&game, &analysis).to_string())
    });
    let report = if args.json {
        let chart = chart.as_ref().map(|(path, _)| path.display().to_string());
        let chart = chart.as_deref();
        let info = GameInfo { file: &file, number, engine: contender.name(), nodes, chart };
        report::json(&info, &game, &analysis)?
    } else {
        report::rows(total_number, &game, &analysis)
    };
    let options = args.annotation_options();
    options.annotate(&mut game, &analysis);
    if options.tags && (args.replaces() || game.tags.get("Annotator").is_none()) {
        // The name is valid.
        let _ = game.tags.set("Annotator", contender.name());
    }
    let text = game.to_string().trim_end().as_bytes().to_owned();
    let positions = analysis.positions().len() as u64;
    Ok(AnnotatedGame { text, report, chart, positions, nodes, error: None })
}

/// The outputs of the command.
struct Writer {
    bar: ProgressBar,
    /// The games; none with `--json` on standard output.
    games: Option<GameOutput>,
    /// Set if reports are printed.
    has_reports: bool,
    /// Set if reports are rows of a table.
    has_table: bool,
    totals: AnnotateTotals,
    log: ErrorLog,
}

impl Writer {
    /// Creates the files.
    ///
    /// # Errors
    /// If the file of the games or the folder of the charts cannot be created.
    fn new(args: &AnnotateArgs, bar: ProgressBar) -> Result<Self, Error> {
        if let Some(folder) = &args.chart {
            std::fs::create_dir_all(folder).map_err(|error| Error::file(folder, error))?;
        }
        let has_games = args.output.is_some() || !args.json;
        let output = || GameOutput::new(args.output.as_deref(), &args.source.files);
        let games = has_games.then(output).transpose()?;
        let has_reports = args.output.is_some() || args.json;
        let has_table = has_reports && !args.json;
        if has_table {
            writeln!(stdout(), "{}", report::header())?;
        }
        let log = ErrorLog::new(args.source.max_errors);
        Ok(Self { bar, games, has_reports, has_table, totals: AnnotateTotals::default(), log })
    }

    /// Writes a game. Games whose analysis was interrupted are left out.
    ///
    /// # Errors
    /// If a file cannot be written, and the error of the engine.
    fn write(&mut self, finished: Result<AnnotatedGame, Error>) -> Result<(), Error> {
        let finished = match finished {
            Err(Error::Interrupted) => return Ok(()),
            finished => finished?,
        };
        self.totals.games += 1;
        self.totals.positions += finished.positions;
        self.totals.nodes += finished.nodes;
        if let Some(error) = &finished.error {
            self.totals.errors += 1;
            self.log.print(&self.bar, error);
        }
        if let Some((path, text)) = &finished.chart {
            ferz_output::replace(path, text.as_bytes())?;
        }
        self.bar.suspend(|| {
            if let Some(games) = &mut self.games {
                games.write(&finished.text)?;
                games.flush_stdout()?;
            }
            if self.has_reports && !finished.report.is_empty() {
                writeln!(stdout(), "{}", finished.report)?;
            }
            Ok::<_, Error>(())
        })?;
        self.bar.set_message(counted(self.totals.games as usize, "game"));
        Ok(())
    }

    /// Completes the file of the games after their analysis, and prints the totals.
    ///
    /// # Errors
    /// The error of the analysis, or if an output cannot be written.
    fn finish(self, started: Instant, annotated: Result<(), Error>) -> Result<(), Error> {
        self.log.finish();
        let finished = match self.games {
            Some(games) => games.finish_or_keep(annotated),
            None => annotated,
        };
        if self.has_table {
            self.totals.print(started.elapsed())?;
        }
        finished
    }
}
