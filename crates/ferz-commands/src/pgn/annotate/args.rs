//! Arguments of `ferz pgn annotate`.

use crate::args::{mebibytes, thread_count};
use crate::common::engines::{EngineSettings, SearchEngine, SearchLimits};
use crate::common::error::Error;
use crate::pgn::args::{MoveArgs, SourceArgs};
use clap::{Args, ValueEnum};
use ferz_engine::eval::wdl::{HALF_WON_CENTIPAWNS, ODDS_CENTIPAWNS};
use ferz_game::analysis::{AnalysisOptions, AnnotationOptions, ScoreCurve, Thresholds};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

/// The nodes of a search if the arguments set no limit.
const DEFAULT_NODES: u64 = 200_000;

#[derive(Args, Debug)]
pub(in crate::pgn) struct AnnotateArgs {
    #[command(flatten)]
    pub(super) source: SourceArgs,

    #[command(flatten)]
    pub(super) moves: MoveArgs,

    /// File to write; an existing file is replaced [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,

    /// Write a chart of each game to this folder: game-0001.svg and so forth
    #[arg(long, value_name = "FOLDER")]
    pub(super) chart: Option<PathBuf>,

    /// Print one JSON object for each game, in place of the games or of the summaries
    #[arg(long)]
    pub(super) json: bool,

    #[command(flatten)]
    search: EngineArgs,

    #[command(flatten)]
    annotations: AnnotationArgs,
}

/// The engine and its limits.
#[derive(Args, Debug)]
#[command(next_help_heading = "Search")]
struct EngineArgs {
    /// Maximum number of nodes for each position; several threads of the built-in engine can search
    /// up to 512 more each [default: 200000 without another limit]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Maximum depth in plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,

    /// Search time for each position in milliseconds
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    time: Option<u64>,

    /// UCI engine to run, a path or a command with arguments; `ferz` is the built-in engine
    #[arg(long, value_name = "ENGINE", default_value = "ferz")]
    engine: String,

    /// UCI option of an --engine but the built-in one; repeat it for several options
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,

    /// Number of threads of each engine, for single games; more than one make results vary
    #[arg(long, value_name = "N", default_value = "1", value_parser = thread_count())]
    engine_threads: u16,

    /// Transposition table size of each engine in MiB
    #[arg(long, value_name = "MIB", default_value = "32", value_parser = mebibytes)]
    hash: NonZeroUsize,
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

    /// Remove the comments, NAGs and variations of the games first, except [%clk] and [%emt]
    #[arg(long)]
    replace: bool,

    /// Least losses of `?!`, `?` and `??` in percentage points of expected score
    #[arg(long, value_name = "A,B,C", default_value = "5,10,15")]
    thresholds: LossThresholds,

    /// Curve from centipawns to expected score
    #[arg(long, value_enum, default_value_t = Curve::Players)]
    curve: Curve,
}

/// Curves from centipawns to expected score.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Curve {
    /// Rated games of players, as lichess uses it
    Players,
    /// Games of Ferz against itself, as UCI_ShowWDL uses it: steeper, for thresholds like 10,20,30
    Engine,
}

impl Curve {
    fn score_curve(self) -> ScoreCurve {
        match self {
            Self::Players => ScoreCurve::GAMES_OF_PLAYERS,
            Self::Engine => ScoreCurve { offset: HALF_WON_CENTIPAWNS, scale: ODDS_CENTIPAWNS },
        }
    }
}

/// The value of `--thresholds`.
#[derive(Clone, Copy, Debug)]
struct LossThresholds(Thresholds);

impl FromStr for LossThresholds {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let numbers: Result<Vec<f64>, _> =
            text.split(',').map(|text| text.trim().parse()).collect();
        match numbers.as_deref() {
            Ok(&[inaccuracy, mistake, blunder])
                if 0.0 < inaccuracy
                    && inaccuracy <= mistake
                    && mistake <= blunder
                    && blunder <= 100.0 =>
            {
                Ok(Self(Thresholds { inaccuracy, mistake, blunder }))
            }
            _ => Err("expected three increasing numbers above 0 and up to 100, like 5,10,15"),
        }
    }
}

impl AnnotateArgs {
    /// Starts an engine for each thread.
    ///
    /// # Errors
    /// If an engine cannot be started, or an option is not one of the engine.
    pub(super) fn contenders(&self) -> Result<Vec<SearchEngine>, Error> {
        let EngineArgs { engine, options, engine_threads, hash, .. } = &self.search;
        if engine == "ferz" && !options.is_empty() {
            let reason = "--option is for an --engine other than the built-in one".to_owned();
            return Err(Error::CommandLine { reason, command: "ferz pgn annotate".to_owned() });
        }
        let settings = EngineSettings { threads: *engine_threads, hash: *hash, options };
        (0..self.source.threads).map(|_| SearchEngine::new(engine, settings)).collect()
    }

    /// Returns the limits of each search.
    pub(super) fn limits(&self) -> SearchLimits {
        let EngineArgs { nodes, depth, time, .. } = self.search;
        let is_limited = nodes.is_some() || depth.is_some() || time.is_some();
        SearchLimits {
            depth,
            nodes: nodes.or((!is_limited).then_some(DEFAULT_NODES)),
            time: time.map(Duration::from_millis),
        }
    }

    /// Returns the curve and the thresholds.
    pub(super) fn analysis_options(&self) -> AnalysisOptions {
        let AnnotationArgs { curve, thresholds, .. } = self.annotations;
        AnalysisOptions { curve: curve.score_curve(), thresholds: thresholds.0 }
    }

    /// Returns the annotations to add.
    pub(super) fn annotation_options(&self) -> AnnotationOptions {
        let AnnotationArgs { no_evals, no_nags, no_tags, line_plies, .. } = self.annotations;
        AnnotationOptions { evals: !no_evals, nags: !no_nags, line_plies, tags: !no_tags }
    }

    /// Returns true if the annotations of the games are removed first.
    pub(super) fn replaces(&self) -> bool {
        self.annotations.replace
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz_engine::eval::wdl::{WinRates, centipawns};
    use ferz_game::analysis::Evaluation;

    #[test]
    fn engine_curve_is_the_model_of_the_engine() {
        let curve = Curve::Engine.score_curve();
        for value in [-900, -140, -35, 0, 70, 280, 1400] {
            let WinRates { win, draw, .. } = WinRates::of(value);
            let expected = (f64::from(win) + f64::from(draw) / 2.0) / 1000.0;
            let found = curve.expected_score(Evaluation::Centipawns(centipawns(value)));
            assert!((found - expected).abs() < 2e-3, "{value}: {found}, {expected}");
        }
    }

    #[test]
    fn thresholds_are_three_increasing_numbers() {
        let found = "5, 7.5,100".parse().map(|LossThresholds(found)| found);
        assert_eq!(found, Ok(Thresholds { inaccuracy: 5.0, mistake: 7.5, blunder: 100.0 }));
        for bad in ["", "5,10", "5,10,15,20", "10,5,15", "0,1,2", "5,10,101", "nan,1,2", "a,b,c"] {
            assert!(bad.parse::<LossThresholds>().is_err(), "{bad}");
        }
    }
}
