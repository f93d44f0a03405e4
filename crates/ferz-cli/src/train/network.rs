//! `ferz train network`: trains a network on games.

use super::games::{NO_HELD_OUT, losses_text, no_samples, positive, read_files, settings_error};
use crate::common::files::read_bytes;
use crate::common::prelude::*;
use crate::common::progress::progress_style;
use ferz_nnue::{Network, Shape};
use ferz_output::{check, replace};
use ferz_train::format::PositionFilter;
use ferz_train::nnue::{
    EpochProgress, LabelSettings, Parameters, SampleStore, TrainSettings, Trainer, TrainingData,
    TrainingSet,
};
use ferz_train::{GamesError, draw_losses};
use indicatif::ProgressBar;
use serde_json::json;

/// Largest size of a checkpoint or network in bytes: six times that of the largest checkpoint.
const MAX_WEIGHTS: u64 = 64 << 20;

#[derive(Args, Debug)]
pub(crate) struct NetworkArgs {
    /// Game files
    #[arg(value_name = "FILE", required = true)]
    pub(crate) games: Vec<PathBuf>,

    /// Write the quantised network to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,

    /// Write the state after each epoch to this file, and resume from it if it exists; its settings,
    /// games and filters must equal the arguments
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Option<PathBuf>,

    /// Draw the loss curve to an SVG file
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,

    /// Start from the weights of a network or of a checkpoint, with a new state of the optimiser
    #[arg(long, value_name = "FILE")]
    pub(crate) init: Option<PathBuf>,

    /// Neurons of each accumulator, a multiple of 32 up to 1024 [default: 128, or those of
    /// --init]; more than those of --init are added without an effect before training
    #[arg(long, value_name = "N", value_parser = hidden)]
    pub(crate) hidden: Option<usize>,

    /// Output buckets, chosen by the number of pieces: 1, 2, 4 or 8 [default: 8, or those of --init]
    #[arg(long, value_name = "N", value_parser = buckets)]
    pub(crate) buckets: Option<usize>,

    /// Number of passes over the positions
    #[arg(long, value_name = "N", default_value = "20",
        value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) epochs: u16,

    /// Positions per step
    #[arg(long, value_name = "N", default_value = "16384",
        value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) batch: u32,

    /// Learning rate after the warm-up
    #[arg(long, value_name = "RATE", default_value = "0.001", value_parser = positive,
        allow_negative_numbers = true)]
    pub(crate) rate: f32,

    /// Learning rate of the last step
    #[arg(long, value_name = "RATE", default_value = "0.00001", value_parser = positive,
        allow_negative_numbers = true)]
    pub(crate) final_rate: f32,

    /// Keep the samples in temporary files in this folder, 32 bytes each, if there are more than memory
    /// holds; their order, and with it the network, differs from that of samples in memory
    #[arg(long, value_name = "FOLDER")]
    pub(crate) sample_files: Option<PathBuf>,

    /// Power of the errors of the expected points whose mean is minimised, 2 or more
    #[arg(long, value_name = "P", default_value = "2", value_parser = positive,
        allow_negative_numbers = true)]
    pub(crate) loss_exponent: f32,

    /// λ of the labels, 0 to 1: the share of the next position's label in that of a position; the
    /// search score has the rest
    #[arg(long, value_name = "SHARE", default_value = "0.7", value_parser = number(0.0_f32..=1.0),
        allow_negative_numbers = true)]
    pub(crate) lambda: f32,

    /// Additional share of the game result in each label, 0 to 1
    #[arg(long, value_name = "SHARE", default_value = "0.05", value_parser = number(0.0_f32..=1.0),
        allow_negative_numbers = true)]
    pub(crate) result_share: f32,

    /// Score that is odds of e to 1, in the internal centipawns of game files; `ferz train show`
    /// prints the fitted value
    #[arg(long, value_name = "CP", default_value = "176",
        value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) scale: u16,

    /// Skip the first N plies of each game
    #[arg(long, value_name = "N", default_value = "16")]
    pub(crate) min_ply: usize,

    /// Skip positions whose absolute score exceeds this number of centipawns
    #[arg(long, value_name = "CP", default_value = "3000",
        value_parser = clap::value_parser!(i16).range(1..))]
    pub(crate) max_score: i16,

    /// Random seed of the weights and of the order of the positions
    #[arg(long, value_name = "SEED", default_value = "1")]
    pub(crate) seed: u64,
}

fn hidden(text: &str) -> Result<usize, String> {
    let is_valid = |&number: &usize| Shape::new(number, 1).is_ok();
    let number = text.parse().ok().filter(is_valid);
    number.ok_or_else(|| format!("expected a multiple of 32 up to {}", Shape::MAX_HIDDEN))
}

fn buckets(text: &str) -> Result<usize, String> {
    let is_valid = |&number: &usize| Shape::new(Shape::MAX_HIDDEN, number).is_ok();
    text.parse().ok().filter(is_valid).ok_or_else(|| "expected 1, 2, 4 or 8".to_owned())
}

/// Reads the games, trains the network and writes it after each epoch, with a checkpoint and a chart
/// of the loss if requested.
///
/// # Errors
/// If the games or the checkpoint cannot be read, the checkpoint is of another run, the games have no
/// usable position, a file cannot be written, or Ctrl-C was pressed.
pub(crate) fn run(args: &NetworkArgs) -> Result<(), Error> {
    check_files(args)?;
    let mut trainer = trainer(args)?;
    let filter = PositionFilter {
        min_ply: args.min_ply,
        max_score: args.max_score,
        ..PositionFilter::quiet()
    };
    let set = read(args, &filter, &trainer.settings().labels())?;
    set_data(args, &mut trainer, set.data(&filter))?;
    interrupt::install(|| {});
    writeln!(
        stdout(),
        "{} games, {} held out; {} scored positions: {} to train with, {} held out",
        set.games,
        set.held_out_games,
        set.scored,
        set.training.len(),
        set.held_out.len()
    )?;
    if set.held_out.is_empty() {
        writeln!(stdout(), "{NO_HELD_OUT}")?;
    }
    if trainer.is_finished() {
        save(args, &trainer)?;
    }
    train(args, &mut trainer, &set)?;
    print_file_losses(&trainer, &set)
}

/// Checks the output files before any work.
fn check_files(args: &NetworkArgs) -> Result<(), Error> {
    let mut outputs = vec![("--out", args.out.as_path())];
    outputs.extend(args.checkpoint.as_deref().map(|path| ("--checkpoint", path)));
    outputs.extend(args.svg.as_deref().map(|path| ("--svg", path)));
    let mut inputs: Vec<_> = args.games.iter().map(|path| ("games", path.as_path())).collect();
    // The checksum of the initial weights is a setting, so that their file must stay as it is.
    inputs.extend(args.init.as_deref().map(|path| ("--init", path)));
    check(&outputs, &inputs)?;
    FileKind::Network.check_replaced(&args.out)?;
    args.checkpoint.iter().try_for_each(|path| FileKind::Checkpoint.check_replaced(path))?;
    args.svg.iter().try_for_each(|path| FileKind::Image.check_replaced(path))
}

/// Trains the epochs that are left, and writes the files after each.
fn train(args: &NetworkArgs, trainer: &mut Trainer, set: &TrainingSet) -> Result<(), Error> {
    let (epochs, size) = (trainer.settings().epochs, set.training.len() as u64);
    let first_epoch = trainer.losses().len();
    // Over all epochs, so that the time left is that of the run.
    let bar = ProgressBar::new(epochs.saturating_sub(first_epoch) as u64 * size)
        .with_style(progress_style("epoch {prefix} {bar:16} {percent:>3} %  {left}{wide_msg}"));
    while !trainer.is_finished() {
        let started = Instant::now();
        let samples_before = (trainer.losses().len() - first_epoch) as u64 * size;
        bar.set_prefix(format!("{}/{epochs}", trainer.losses().len() + 1));
        let loss = trainer.train_epoch(&set.training, &set.held_out, |progress: EpochProgress| {
            let EpochProgress { loss, learning_rate, .. } = progress;
            bar.set_position(samples_before + progress.samples as u64);
            bar.set_message(format!("loss {loss:.6}, rate {learning_rate:.1e}"));
            if interrupt::requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let loss = loss.map_err(GamesError::Samples)?.ok_or(Error::Interrupted)?;
        save(args, trainer)?;
        let speed = size as f64 / started.elapsed().as_secs_f64() / 1e6;
        let (epoch, losses) = (trainer.losses().len(), losses_text(loss));
        let line = format!("epoch {epoch}: {losses}, {speed:.2} million positions per second");
        bar.suspend(|| writeln!(stdout(), "{line}"))?;
    }
    bar.finish_and_clear();
    Ok(())
}

/// Prints the held-out loss of each file if there are several.
fn print_file_losses(trainer: &Trainer, set: &TrainingSet) -> Result<(), Error> {
    for (path, range) in set.files.iter().filter(|_| set.files.len() > 1) {
        let samples = &set.held_out[range.clone()];
        let (path, count) = (path.display(), samples.len());
        if samples.is_empty() {
            writeln!(stdout(), "held out of {path}: no position")?;
        } else {
            let loss = trainer.mean_loss(samples);
            writeln!(stdout(), "held out of {path}: {loss:.6}, {count} positions")?;
        }
    }
    Ok(())
}

/// Resumes from the checkpoint if it exists, or begins with the weights of `--init` or random ones.
fn trainer(args: &NetworkArgs) -> Result<Trainer, Error> {
    let start = start(args)?;
    let settings = start.settings();
    let Some(path) = args.checkpoint.as_deref().filter(|path| path.exists()) else {
        return Ok(start);
    };
    let bytes = read_bytes(path, MAX_WEIGHTS)?;
    let trainer = Trainer::from_checkpoint(&bytes).map_err(|error| Error::file(path, error))?;
    if trainer.settings() != settings {
        return Err(settings_error(path, trainer.settings(), settings));
    }
    Ok(trainer)
}

/// Begins a training run by the arguments.
fn start(args: &NetworkArgs) -> Result<Trainer, Error> {
    let defaults = TrainSettings::default();
    let settings = TrainSettings {
        hidden: args.hidden.unwrap_or(defaults.hidden),
        buckets: args.buckets.unwrap_or(defaults.buckets),
        epochs: args.epochs.into(),
        batch_size: args.batch as usize,
        learning_rate: args.rate,
        final_learning_rate: args.final_rate,
        loss_exponent: args.loss_exponent,
        lambda: args.lambda,
        result_share: args.result_share,
        scale: args.scale,
        seed: args.seed,
        ..defaults
    };
    let Some(path) = &args.init else { return Ok(Trainer::new(settings)?) };
    let bytes = read_bytes(path, MAX_WEIGHTS)?;
    let parameters = Parameters::from_file(&bytes).map_err(|error| Error::file(path, error))?;
    let (hidden, buckets) = (parameters.shape().hidden(), parameters.shape().buckets());
    let expected = (args.hidden.unwrap_or(hidden), args.buckets.unwrap_or(buckets));
    let widened = parameters.widened(expected.0, args.seed);
    let Some(parameters) = widened.filter(|_| expected.1 == buckets) else {
        let text = |(hidden, buckets)| format!("{hidden} neurons, {buckets} output buckets");
        let (found, expected) = (text((hidden, buckets)), text(expected));
        return Err(Error::file(path, format_args!("{found}; the arguments give {expected}")));
    };
    let init = Some(format!("{:08x}", crc32fast::hash(&bytes)));
    Ok(Trainer::with_parameters(TrainSettings { init, ..settings }, parameters)?)
}

/// Reads and shuffles the samples.
fn read(
    args: &NetworkArgs,
    filter: &PositionFilter,
    labels: &LabelSettings,
) -> Result<TrainingSet, Error> {
    let store = match &args.sample_files {
        None => SampleStore::in_memory(args.seed),
        Some(folder) => {
            SampleStore::in_folder(folder, args.seed).map_err(|error| Error::file(folder, error))?
        }
    };
    let mut set = TrainingSet::new(store);
    read_files(&args.games, |path, progress| set.read(path, filter, labels, progress))?;
    if set.training.is_empty() {
        return Err(no_samples());
    }
    set.training.shuffle().map_err(GamesError::Samples)?;
    Ok(set)
}

/// Compares the samples with those of the checkpoint, or stores them in a new run.
fn set_data(args: &NetworkArgs, trainer: &mut Trainer, data: TrainingData) -> Result<(), Error> {
    let found = trainer.data.get_or_insert_with(|| data.clone());
    match &args.checkpoint {
        Some(path) if *found != data => Err(settings_error(path, found, &data)),
        _ => Ok(()),
    }
}

/// Writes the network, the checkpoint and the chart. Each file is replaced as a whole; after a kill they
/// can be one epoch apart.
fn save(args: &NetworkArgs, trainer: &Trainer) -> Result<(), Error> {
    let settings = trainer.settings();
    let network = Network::quantize(&trainer.parameters().to_network(settings.scale))?;
    let provenance = json!({
        "trainer": concat!("ferz-train ", env!("CARGO_PKG_VERSION")),
        "data": trainer.data,
        "settings": settings,
        "epoch": trainer.losses().len(),
    })
    .to_string();
    replace(&args.out, &network.with_provenance(&provenance).to_bytes())?;
    if let Some(path) = &args.checkpoint {
        replace(path, &trainer.checkpoint())?;
    }
    if let Some(path) = &args.svg {
        let text =
            draw_losses(1, "Training the network: loss by epoch", "mean loss", trainer.losses())
                .map_err(Error::new)?;
        replace(path, text.as_bytes())?;
    }
    Ok(())
}
