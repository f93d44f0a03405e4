//! `ferz pgn annotate`: analyses games with an engine and annotates their moves.

mod report;

use crate::common::collector::count_games;
use crate::common::engines::{EngineArgs, SearchLimits};
use crate::common::files;
use crate::common::game_analysis::{AnalysisJob, explain};
use crate::common::game_jobs::{FaultyGame, GameJob, work_on_games};
use crate::common::prelude::*;
use ferz_database::collector::CollectedGame;
use ferz_database::facts::GameTags;
use ferz_database::selection::Selection;
use ferz_engine::eval::wdl::{HALF_WON_CENTIPAWNS, ODDS_CENTIPAWNS};
use ferz_game::analysis::{
    AnalysisOptions, AnnotationOptions, EvaluationChart, GameReview, ScoreCurve, Thresholds,
    remove_annotations,
};
use ferz_game::pgn::PgnError;
use ferz_session::port::{AnalysisSource, GameObject, SearchEngine};
use indicatif::ProgressBar;
use report::AnnotateTotals;
use std::io::stderr;

#[derive(Args, Debug)]
pub(crate) struct AnnotateArgs {
    #[command(flatten)]
    source: SourceArgs,

    #[command(flatten)]
    moves: MoveArgs,

    #[command(flatten)]
    out: GameOutputArgs,

    /// Write a chart of each game to this folder: game-0001.svg and so forth
    #[arg(long, value_name = "FOLDER")]
    chart: Option<PathBuf>,

    /// Print one JSON object for each game, in place of the games or of the summaries
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    search: SearchArgs,

    #[command(flatten)]
    annotations: AnnotationArgs,

    #[command(flatten)]
    conditions: ConditionArgs,
}

/// The name of the command in errors of usage.
const COMMAND: &str = "ferz pgn annotate";

/// The engine and its limits.
#[derive(Args, Debug)]
#[command(next_help_heading = "Search")]
#[command(mut_arg("engine_threads", |threads| threads.help("Number of threads of each engine, for \
    single games; more than one make results vary")))]
#[command(mut_arg("hash", |hash| hash.default_value("16")))]
struct SearchArgs {
    #[command(flatten)]
    limits: SearchLimits,

    #[command(flatten)]
    engine: EngineArgs,
}

/// The annotations of the games.
#[derive(Args, Debug)]
#[command(next_help_heading = "Annotations")]
struct AnnotationArgs {
    /// Add no evaluations ([%eval 0.35,18]: pawns or moves to mate from White's view, and the depth)
    #[arg(long)]
    no_evals: bool,

    /// Add no NAGs ($6 `?!`, $2 `?`, $4 `??`)
    #[arg(long)]
    no_nags: bool,

    /// Add no tags (WhiteAccuracy, BlackAccuracy and, if the game has none, Annotator)
    #[arg(long)]
    no_tags: bool,

    /// Maximum number of plies of the best line at a move with `?!`, `?` or `??`; 0 adds none
    #[arg(long, value_name = "N", default_value_t = 8)]
    line_plies: usize,

    /// Add why a move with `?!`, `?` or `??` was bad as a comment, as far as it is proven, with the reply as an arrow
    #[arg(long)]
    reasons: bool,

    /// Remove the comments, NAGs and variations of the games first, except [%clk] and [%emt]
    #[arg(long)]
    replace: bool,

    /// Least losses of expected score of `?!`, `?` and `??`, in percentage points
    #[arg(long, value_name = "A,B,C", default_value = "5,10,15", value_parser = thresholds)]
    thresholds: Thresholds,

    /// Curve from centipawns to expected score
    #[arg(long, default_value = "players", value_parser = named(&CURVES))]
    curve: ScoreCurve,
}

/// Curves from centipawns to expected score.
const CURVES: [(&str, &str, ScoreCurve); 2] = [
    ("players", "Rated games of players, as lichess uses it", ScoreCurve::GAMES_OF_PLAYERS),
    (
        "engine",
        "Games of Ferz against itself, as UCI_ShowWDL uses it: steeper, for thresholds like 10,20,30",
        ScoreCurve { offset: HALF_WON_CENTIPAWNS, scale: ODDS_CENTIPAWNS },
    ),
];

impl AnnotateArgs {
    /// Starts an engine for each thread.
    ///
    /// # Errors
    /// If an engine cannot be started, or an option is not one of the engine.
    fn search_engines(&self) -> Result<Vec<SearchEngine>, Error> {
        let hash = NonZeroUsize::new(GameReview::HASH_MIB).expect("a table has memory");
        let engine = |_| self.search.engine.start(hash, Vec::new(), COMMAND);
        (0..self.source.threads).map(engine).collect()
    }

    /// Returns the curve and the thresholds.
    fn analysis_options(&self) -> AnalysisOptions {
        let AnnotationArgs { curve, thresholds, .. } = self.annotations;
        AnalysisOptions { curve, thresholds }
    }

    /// Returns the annotations to add.
    fn annotation_options(&self) -> AnnotationOptions {
        let AnnotationArgs { no_evals, no_nags, no_tags, line_plies, .. } = self.annotations;
        AnnotationOptions { evals: !no_evals, nags: !no_nags, line_plies, tags: !no_tags }
    }
}

/// Parses the value of `--thresholds`.
fn thresholds(text: &str) -> Result<Thresholds, &'static str> {
    let numbers: Result<Vec<f64>, _> = text.split(',').map(|text| text.trim().parse()).collect();
    match numbers.as_deref() {
        Ok(&[inaccuracy, mistake, blunder])
            if 0.0 < inaccuracy
                && inaccuracy <= mistake
                && mistake <= blunder
                && blunder <= 100.0 =>
        {
            Ok(Thresholds { inaccuracy, mistake, blunder })
        }
        _ => Err("expected three increasing numbers above 0 and up to 100, like 5,10,15"),
    }
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
    let selection = args.conditions.selection(args.moves, COMMAND)?;
    let tests = selection.tests();
    files::check(args.out.path(), FileKind::Games, &args.source.files)?;
    let control = interrupt::control();
    let positions = |game: &CollectedGame| u64::from(game.plies) + 1;
    let total = count_games(&args.source, args.moves, &tests, positions)?;
    let search_engines = args.search_engines()?;
    let mut writer = AnnotationWriter::new(args, &selection, progress_bar(total))?;
    let started = Instant::now();
    let bar = writer.bar.clone();
    let annotated = work_on_games(
        &args.source,
        args.moves,
        search_engines,
        &control,
        |search_engine, job| {
            // Of a game with an error nothing is known.
            let tags = job.game.as_ref().map(GameTags::of_game).unwrap_or_default();
            let known = tests.known(&tags);
            match &job.game {
                Ok(game) if !tests.accept_game(game) => Ok((known, None)),
                _ => annotate(search_engine, job, args, &control, &bar)
                    .map(|game| (known, Some(game))),
            }
        },
        |game| writer.write(game).map(ControlFlow::Continue),
    );
    writer.bar.finish_and_clear();
    if annotated.is_ok() && writer.has_conditions {
        writer.names.print(false, writer.totals.games);
    }
    writer.finish(started, interrupt::check().and(annotated), &args.source.files)
}

/// Returns the output of a game with an error.
fn faulty(file: &str, game: FaultyGame, args: &AnnotateArgs) -> Result<AnnotatedGame, Error> {
    let FaultyGame { error, text } = game;
    let report = if args.json { report::error_json(file, &error)? } else { String::new() };
    Ok(AnnotatedGame { text, report, error: Some(error), ..AnnotatedGame::default() })
}

/// Analyses and annotates a game.
fn annotate(
    search_engine: &mut SearchEngine,
    job: GameJob<'_>,
    args: &AnnotateArgs,
    control: &Control,
    bar: &ProgressBar,
) -> Result<AnnotatedGame, Error> {
    let GameJob { file, number, total_number, game } = job;
    let file = file.display().to_string();
    let mut game = match game {
        Ok(game) => game,
        Err(game) => return faulty(&file, game, args),
    };
    if args.annotations.replace {
        remove_annotations(&mut game.tree);
    }
    let name = format!("{file}, game {number}");
    let (limits, options) = (args.search.limits, args.analysis_options());
    let job = AnalysisJob { tree: &game.tree, name: &name, limits, options };
    let (analysis, nodes) = job.run_with(search_engine, control, bar)?;
    let explained = if args.annotations.reasons || args.json {
        explain(search_engine, &game.tree, &analysis, limits, control)?
    } else {
        Vec::new()
    };
    let chart = args.chart.as_deref().map(|folder| {
        let path = folder.join(format!("game-{total_number:04}.svg"));
        (path, EvaluationChart::new(&game, &analysis).to_string())
    });
    let report = if args.json {
        let chart = chart.as_ref().map(|(path, _)| path.display().to_string());
        let chart = chart.as_deref();
        let info = AnalysisSource {
            file: &file,
            game: number,
            engine: search_engine.name(),
            nodes,
            chart,
        };
        json_text(&GameObject::new(info, &game, &analysis, &explained))?
    } else {
        report::rows(total_number, &game, &analysis)
    };
    let options = args.annotation_options();
    options.annotate(&mut game, &analysis);
    if args.annotations.reasons {
        explained.iter().for_each(|explained| explained.annotate(&mut game.tree));
    }
    if options.tags && (args.annotations.replace || game.tags.get("Annotator").is_none()) {
        // The name is valid.
        let _ = game.tags.set("Annotator", search_engine.name());
    }
    let text = game.to_string().trim_end().as_bytes().to_owned();
    let positions = analysis.positions().len() as u64;
    Ok(AnnotatedGame { text, report, chart, positions, nodes, error: None })
}

/// The outputs of the command.
struct AnnotationWriter<'a> {
    bar: ProgressBar,
    names: NameReport<'a>,
    has_conditions: bool,
    /// The games; none with `--json` on standard output.
    games: Option<GameOutput>,
    /// Set if the reports are rows of a table.
    has_table: bool,
    /// The rows for standard error, which follow the games on standard output.
    rows: Option<String>,
    totals: AnnotateTotals,
    log: ErrorLog,
}

impl<'a> AnnotationWriter<'a> {
    /// Creates the files.
    ///
    /// # Errors
    /// If the file of the games or the folder of the charts cannot be created.
    fn new(args: &AnnotateArgs, selection: &'a Selection, bar: ProgressBar) -> Result<Self, Error> {
        if let Some(folder) = &args.chart {
            std::fs::create_dir_all(folder).map_err(|error| Error::file(folder, error))?;
        }
        let has_games = args.out.path().is_some() || !args.json;
        let output = || GameOutput::new(args.out.path(), &args.source.files);
        let games = has_games.then(output).transpose()?;
        let has_table = !args.json;
        let rows = (has_table && args.out.path().is_none()).then(String::new);
        if has_table && rows.is_none() {
            writeln!(stdout(), "{}", report::header())?;
        }
        let log = ErrorLog::new(args.source.max_errors);
        let (names, has_conditions) = (NameReport::new(selection), !selection.accepts_all());
        let totals = AnnotateTotals::default();
        Ok(Self { bar, names, has_conditions, games, has_table, rows, totals, log })
    }

    /// Writes a game, with the names and tags of the conditions that it has. Games that do not meet the conditions,
    /// and those whose analysis was interrupted, are left out; with conditions, those with errors too.
    ///
    /// # Errors
    /// If a file cannot be written, and the error of the engine.
    fn write(
        &mut self,
        finished: Result<(u64, Option<AnnotatedGame>), Error>,
    ) -> Result<(), Error> {
        let (known, finished) = match finished {
            Err(Error::Interrupted) => return Ok(()),
            finished => finished?,
        };
        self.names.add(known);
        let Some(finished) = finished else { return Ok(()) };
        self.totals.games += 1;
        self.totals.positions += finished.positions;
        self.totals.nodes += finished.nodes;
        if let Some(error) = &finished.error {
            self.totals.errors += 1;
            self.log.print(&self.bar, error);
        }
        if let Some((path, text)) = &finished.chart {
            FileKind::Image.check_replaced(path)?;
            ferz_output::replace(path, text.as_bytes())?;
        }
        self.bar.suspend(|| {
            if let Some(games) = &mut self.games
                && (finished.error.is_none() || !self.has_conditions)
            {
                games.write(&finished.text)?;
                games.flush_stdout()?;
            }
            match &mut self.rows {
                _ if finished.report.is_empty() => {}
                Some(rows) => rows.extend([&finished.report, "\n"]),
                None => writeln!(stdout(), "{}", finished.report)?,
            }
            Ok::<_, Error>(())
        })?;
        self.bar.set_message(counted(self.totals.games, "game"));
        Ok(())
    }

    /// Completes the file of the games after their analysis, and prints the totals.
    ///
    /// # Errors
    /// The error of the analysis, or if an output cannot be written.
    fn finish(
        self,
        started: Instant,
        annotated: Result<(), Error>,
        inputs: &[PathBuf],
    ) -> Result<(), Error> {
        self.log.finish();
        let finished = match self.games {
            Some(games) => games.finish_or_keep(annotated, inputs),
            None => annotated,
        };
        let elapsed = started.elapsed();
        match &self.rows {
            Some(rows) => {
                // The games are the result: errors of the table are ignored.
                let separator = if stderr().is_terminal() { "\n" } else { "" };
                let header = report::header();
                let _ = writeln!(stderr(), "{separator}{header}\n{}", rows.trim_end());
                let _ = self.totals.write(&mut stderr(), elapsed);
            }
            None if self.has_table => self.totals.write(&mut stdout(), elapsed)?,
            None => {}
        }
        finished
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz_engine::eval::wdl::{WinRates, centipawns};
    use ferz_game::analysis::Evaluation;

    #[test]
    fn engine_curve_is_the_model_of_the_engine() {
        let (_, _, curve) = CURVES[1];
        for value in [-900, -140, -35, 0, 70, 280, 1400] {
            let WinRates { win, draw, .. } = WinRates::of(value);
            let expected = (f64::from(win) + f64::from(draw) / 2.0) / 1000.0;
            let found = curve.expected_score(Evaluation::Centipawns(centipawns(value)));
            assert!((found - expected).abs() < 2e-3, "{value}: {found}, {expected}");
        }
    }

    #[test]
    fn thresholds_are_three_increasing_numbers() {
        let found = thresholds("5, 7.5,100");
        assert_eq!(found, Ok(Thresholds { inaccuracy: 5.0, mistake: 7.5, blunder: 100.0 }));
        for bad in ["", "5,10", "5,10,15,20", "10,5,15", "0,1,2", "5,10,101", "nan,1,2", "a,b,c"] {
            assert!(thresholds(bad).is_err(), "{bad}");
        }
    }
}
