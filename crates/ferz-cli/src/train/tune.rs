//! `ferz train tune`: tunes the weights of the evaluation on games.

use super::games::{NO_HELD_OUT, check_files, losses_text, no_samples, positive, read_files};
use crate::common::arguments::number;
use crate::common::error::Error;
use crate::common::interrupt;
use crate::common::output::print_message;
use crate::common::progress::progress_style;
use clap::Args;
use ferz_output::replace;
use ferz_train::format::Filter;
use ferz_train::tune::{
    self, EpochLoss, LearningRate, Model, Samples, TuneSettings, WdlFit, WeightsFile,
    current_weights, fitted_scale,
};
use indicatif::ProgressBar;
use std::path::PathBuf;
use std::time::Instant;

#[derive(Args, Debug)]
pub(crate) struct TuneArgs {
    /// Game files
    #[arg(value_name = "FILE", required = true)]
    pub(crate) games: Vec<PathBuf>,

    /// Write the tuned weights to the sources under the project root DIR
    #[arg(long, value_name = "DIR")]
    pub(crate) write: Option<PathBuf>,

    /// Draw the loss curve to an SVG file
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,

    /// Number of passes over the positions
    #[arg(long, value_name = "N", default_value = "16")]
    pub(crate) epochs: usize,

    /// Positions per step
    #[arg(long, value_name = "N", default_value = "16384",
        value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) batch: u32,

    /// Initial step size in centipawns; decays to a fiftieth
    #[arg(long, value_name = "CP", default_value = "1.0", value_parser = positive,
        allow_negative_numbers = true)]
    pub(crate) rate: f32,

    /// Standard deviation, in centipawns, of the normal prior around the current weights
    #[arg(long, value_name = "CP", default_value = "70", value_parser = positive,
        allow_negative_numbers = true)]
    pub(crate) prior: f32,

    /// Share of the game result in the label of a position, 0 to 1; the search score has the rest
    #[arg(long, value_name = "SHARE", default_value = "0.3", value_parser = number(0.0_f32..=1.0),
        allow_negative_numbers = true)]
    pub(crate) result_share: f32,

    /// Skip the first N plies of each game
    #[arg(long, value_name = "N", default_value = "16")]
    pub(crate) min_ply: usize,

    /// Skip positions whose absolute score exceeds this number of centipawns
    #[arg(long, value_name = "CP", default_value = "1500",
        value_parser = clap::value_parser!(i16).range(1..))]
    pub(crate) max_score: i16,

    /// Maximum number of training positions
    #[arg(long, value_name = "N", default_value = "10000000")]
    pub(crate) positions: usize,

    /// Random seed of the order of the positions
    #[arg(long, value_name = "SEED", default_value = "1")]
    pub(crate) seed: u64,
}

/// Reads the games, tunes the weights, and writes the requested files.
///
/// # Errors
/// If the games cannot be read or have no usable position, or a file cannot be written.
pub(crate) fn run(args: &TuneArgs) -> Result<(), Error> {
    check_files(&args.games, args.svg.as_deref())?;
    interrupt::install_exit();
    let weights_file = args.write.as_deref().map(WeightsFile::open).transpose()?;
    let mut samples = read(args)?;
    let results = samples.training.results();
    let (scale, fit) = (fitted_scale(&results), WdlFit::fitted(&results));
    print_message(format_args!(
        "search scores: logistic scale {scale:.1} cp; win rate 50 % at {:.1} cp, scale {:.1} cp",
        fit.offset, fit.scale
    ));
    for dataset in [&mut samples.training, &mut samples.held_out] {
        dataset.blend_labels(args.result_share, scale);
    }
    let settings = TuneSettings {
        epochs: args.epochs,
        batch: args.batch as usize,
        rate: LearningRate { first: args.rate, last: args.rate / 50.0 },
        regularization: TuneSettings::regularization(args.prior, samples.games),
        seed: args.seed,
    };
    let (losses, model) = tune_with_progress(&samples, &settings);
    print_message(format_args!("evaluation: logistic scale {:.1} cp", model.scale));
    if let Some(path) = &args.svg {
        let text = tune::draw(&losses).map_err(Error::new)?;
        replace(path, text.as_bytes())?;
    }
    if let Some(file) = weights_file {
        file.write(&model.weights)?;
        print_message(format_args!("weights written; rebuild the engine to use them"));
    }
    Ok(())
}

fn read(args: &TuneArgs) -> Result<Samples, Error> {
    let started = Instant::now();
    let filter = Filter { min_ply: args.min_ply, max_score: args.max_score, ..Filter::quiet() };
    let mut samples = Samples::default();
    read_files(&args.games, |path, progress| {
        samples.read(path, &filter, args.positions, progress)
    })?;
    print_message(format_args!(
        "{} games: {} positions to train with, {} held out, read in {:.1} s",
        samples.games,
        samples.training.len(),
        samples.held_out.len(),
        started.elapsed().as_secs_f32()
    ));
    if samples.held_out.is_empty() {
        print_message(NO_HELD_OUT);
    }
    if samples.training.is_empty() { Err(no_samples()) } else { Ok(samples) }
}

/// Tunes the engine's weights and reports the losses of each epoch.
fn tune_with_progress(samples: &Samples, settings: &TuneSettings) -> (Vec<EpochLoss>, Model) {
    let bar = ProgressBar::new(settings.epochs as u64)
        .with_style(progress_style("{bar:16} {pos}/{len}  {left}{wide_msg}"));
    let mut losses = Vec::new();
    let (training, held_out) = (&samples.training, &samples.held_out);
    let model = tune::tune(current_weights(), training, held_out, settings, |epoch, loss| {
        losses.push(loss);
        let message = losses_text(loss);
        bar.set_position(epoch as u64);
        bar.set_message(message.clone());
        if bar.is_hidden() {
            print_message(format_args!("epoch {epoch}: {message}"));
        }
        true
    });
    bar.abandon();
    (losses, model)
}
