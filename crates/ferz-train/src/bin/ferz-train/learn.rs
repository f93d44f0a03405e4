//! `ferz-train tune`: the weights of the evaluation, learned from games.

use crate::args::TuneArgs;
use crate::failure::Failure;
use ferz::position::PIECE_VALUE;
use ferz_train::format::Filter;
use ferz_train::tune::{
    self, Chances, Dataset, Loss, Model, Plan, Rate, Samples, Sources, Weights, fitted_scale,
};
use indicatif::{ProgressBar, ProgressStyle};
use std::time::Instant;

/// Reads the games, tunes, and writes what was asked for.
///
/// # Errors
/// If the games cannot be read or hold nothing to learn from, or a file cannot be written.
pub(crate) fn run(args: &TuneArgs) -> Result<(), Failure> {
    let mut samples = read(args)?;
    let outcomes = samples.learned.outcomes();
    let (scale, chances) = (fitted_scale(&outcomes), Chances::fitted(&outcomes));
    eprintln!(
        "The searches' values: {scale:.1} centipawns turn even points into e to 1; half of the games \
        are won at {:.1}, and {:.1} more turn that into e to 1",
        chances.even, chances.spread
    );
    for dataset in [&mut samples.learned, &mut samples.held_out] {
        dataset.mix(args.result_share, scale);
    }
    let plan = Plan {
        epochs: args.epochs,
        batch: args.batch as usize,
        rate: Rate { first: args.rate, last: args.rate / 50.0 },
        pull: Plan::pull(args.prior, samples.games),
        seed: args.seed,
    };
    let (losses, model) = learn(&samples, &plan);
    eprintln!("The evaluation: {:.1} centipawns turn even points into e to 1", model.scale);
    if let Some(path) = &args.svg {
        let text = tune::draw(&losses).map_err(Failure::Chart)?;
        std::fs::write(path, text).map_err(|error| Failure::File { path: path.clone(), error })?;
    }
    if let Some(root) = &args.write {
        let seen = samples.learned.seen(model.weights.len());
        Sources::open(root)?.write(&model.weights, &PIECE_VALUE, &seen)?;
        eprintln!("written; build the engine again");
    }
    Ok(())
}

fn read(args: &TuneArgs) -> Result<Samples, Failure> {
    let started = Instant::now();
    let filter = Filter { min_ply: args.min_ply, max_score: args.max_score, ..Filter::quiet() };
    let mut samples = Samples::default();
    for path in &args.games {
        samples.read(path, &filter, args.positions)?;
    }
    let of = |dataset: &Dataset| dataset.len();
    eprintln!(
        "{} games: {} positions to learn from, {} held out; read in {:.1} s",
        samples.games,
        of(&samples.learned),
        of(&samples.held_out),
        started.elapsed().as_secs_f32()
    );
    if samples.learned.is_empty() { Err(Failure::NoSamples) } else { Ok(samples) }
}

/// Tunes the engine's weights and tells of every epoch.
fn learn(samples: &Samples, plan: &Plan) -> (Vec<Loss>, Model) {
    let bar = ProgressBar::new(plan.epochs as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:32} {pos}/{len}  {eta} left  {msg}") {
        bar.set_style(style);
    }
    let mut losses = Vec::new();
    let (learned, held_out) = (&samples.learned, &samples.held_out);
    let model = tune::tune(Weights::current(), learned, held_out, plan, |epoch, loss| {
        losses.push(loss);
        bar.set_position(epoch as u64);
        bar.set_message(format!("loss {:.6}, held out {:.6}", loss.learned, loss.held_out));
        if bar.is_hidden() {
            eprintln!("epoch {epoch}: loss {:.6}, held out {:.6}", loss.learned, loss.held_out);
        }
        true
    });
    bar.abandon();
    (losses, model)
}
