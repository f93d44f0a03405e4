//! `ferz-train train`: trains a network on games.

use crate::args::TrainArgs;
use crate::error::Error;
use crate::losses::{NO_HELD_OUT, losses_text};
use ferz_cli_common::input::read_bytes;
use ferz_cli_common::{interrupt, progress_style};
use ferz_nnue::Network;
use ferz_train::format::Filter;
use ferz_train::nnue::{
    EpochLoss, LabelSettings, Parameters, Progress, TrainSettings, Trainer, TrainingSet,
};
use ferz_train::tune::draw_losses;
use indicatif::ProgressBar;
use std::io::{Write, stdout};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Instant;

/// Largest size of a checkpoint or network in bytes: six times that of the largest checkpoint.
const MAX_WEIGHTS: u64 = 64 << 20;

/// Reads the games, trains the network and writes it after each epoch, with a checkpoint and a chart
/// of the loss if requested.
///
/// # Errors
/// If the games or the checkpoint cannot be read, the games have no usable position, a file cannot be
/// written, or Ctrl-C was pressed.
pub(crate) fn run(args: &TrainArgs) -> Result<(), Error> {
    let mut trainer = trainer(args)?;
    let set = read(args, &trainer.settings().labels())?;
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
        save(args, &trainer, &set)?;
    }
    while !trainer.is_finished() {
        let started = Instant::now();
        let loss = train_epoch(&mut trainer, &set).ok_or(Error::Interrupted)?;
        save(args, &trainer, &set)?;
        let speed = set.training.len() as f64 / started.elapsed().as_secs_f64() / 1e6;
        writeln!(
            stdout(),
            "epoch {}: {}, {speed:.2} million positions per second",
            trainer.losses().len(),
            losses_text(loss.training, loss.held_out)
        )?;
    }
    print_file_losses(&trainer, &set)
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
fn trainer(args: &TrainArgs) -> Result<Trainer, Error> {
    let start = start(args)?;
    let settings = start.settings();
    let Some(path) = args.checkpoint.as_deref().filter(|path| path.exists()) else {
        return Ok(start);
    };
    let bytes = read_bytes(path, MAX_WEIGHTS).map_err(|error| Error::file(path, error))?;
    let trainer = Trainer::from_checkpoint(&bytes)
        .map_err(|error| Error::Checkpoint { path: path.to_owned(), error })?;
    if trainer.settings() != settings {
        let [found, expected] = [trainer.settings(), settings]
            .map(|settings| serde_json::to_string(settings).unwrap_or_default());
        return Err(Error::Settings { path: path.to_owned(), found, expected });
    }
    Ok(trainer)
}

/// Begins a training run by the arguments.
fn start(args: &TrainArgs) -> Result<Trainer, Error> {
    let defaults = TrainSettings::default();
    let settings = TrainSettings {
        hidden: args.hidden.unwrap_or(defaults.hidden),
        buckets: args.buckets.unwrap_or(defaults.buckets),
        epochs: args.epochs.into(),
        batch_size: args.batch as usize,
        learning_rate: args.rate,
        final_learning_rate: args.final_rate,
        lambda: args.lambda,
        result_share: args.result_share,
        scale: args.scale,
        seed: args.seed,
        ..defaults
    };
    let Some(path) = &args.init else { return Ok(Trainer::new(settings)?) };
    let bytes = read_bytes(path, MAX_WEIGHTS).map_err(|error| Error::file(path, error))?;
    let parameters = Parameters::from_file(&bytes)
        .map_err(|error| Error::InitialWeights { path: path.clone(), error })?;
    let (hidden, buckets) = (parameters.shape().hidden(), parameters.shape().buckets());
    let expected = (args.hidden.unwrap_or(hidden), args.buckets.unwrap_or(buckets));
    if expected != (hidden, buckets) {
        let text = |(hidden, buckets)| format!("{hidden} neurons, {buckets} output buckets");
        let (found, expected) = (text((hidden, buckets)), text(expected));
        return Err(Error::InitialShape { path: path.clone(), found, expected });
    }
    let init = Some(format!("{:08x}", crc32fast::hash(&bytes)));
    Ok(Trainer::with_parameters(TrainSettings { init, ..settings }, parameters))
}

fn read(args: &TrainArgs, labels: &LabelSettings) -> Result<TrainingSet, Error> {
    let filter = Filter { min_ply: args.min_ply, max_score: args.max_score, ..Filter::quiet() };
    let mut set = TrainingSet::default();
    for path in &args.games {
        set.read(path, &filter, labels)?;
    }
    if set.training.is_empty() {
        return Err(Error::NoSamples);
    }
    set.shuffle(args.seed);
    Ok(set)
}

/// Trains one epoch with a progress bar; `None` if Ctrl-C was pressed.
fn train_epoch(trainer: &mut Trainer, set: &TrainingSet) -> Option<EpochLoss> {
    let bar = ProgressBar::new(set.training.len() as u64);
    let template = "epoch {prefix} {bar:32} {percent} %  {left}  {msg}";
    if let Some(style) = progress_style(template) {
        bar.set_style(style);
    }
    bar.set_prefix(format!("{}/{}", trainer.losses().len() + 1, trainer.settings().epochs));
    let loss = trainer.train_epoch(&set.training, &set.held_out, |progress: Progress| {
        bar.set_position(progress.samples as u64);
        bar.set_message(format!("loss {:.6}, rate {:.1e}", progress.loss, progress.learning_rate));
        if interrupt::requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    bar.finish_and_clear();
    loss
}

/// Writes the network, the checkpoint and the chart. Each file is replaced as a whole; after a kill they
/// can be one epoch apart.
fn save(args: &TrainArgs, trainer: &Trainer, set: &TrainingSet) -> Result<(), Error> {
    let settings = trainer.settings();
    let network = Network::quantize(&trainer.parameters().to_network(settings.scale))?;
    let provenance = format!(
        "ferz-train {}: {} games, {} positions (min ply {}, max score {}), epoch {} of {}; {}",
        env!("CARGO_PKG_VERSION"),
        set.games,
        set.training.len(),
        args.min_ply,
        args.max_score,
        trainer.losses().len(),
        settings.epochs,
        serde_json::to_string(settings).unwrap_or_default()
    );
    replace(&args.out, &network.with_provenance(&provenance).to_bytes())?;
    if let Some(path) = &args.checkpoint {
        replace(path, &trainer.checkpoint())?;
    }
    if let Some(path) = &args.svg {
        let losses = trainer.losses().iter().map(|loss| [loss.training, loss.held_out]);
        let losses: Vec<[f32; 2]> = losses.map(|pair| pair.map(|loss| loss as f32)).collect();
        let text =
            draw_losses(1, "Training the network: loss by epoch", "mean squared error", &losses)
                .map_err(Error::Chart)?;
        replace(path, text.as_bytes())?;
    }
    Ok(())
}

/// Replaces a file by way of a temporary file beside it, so that a kill leaves the old or the new one.
fn replace(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    let temporary = Path::new(&name);
    std::fs::write(temporary, bytes).map_err(|error| Error::file(temporary, error))?;
    std::fs::rename(temporary, path).map_err(|error| Error::file(path, error))
}
