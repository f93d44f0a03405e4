//! Perft against cozy-chess and chess, in one run.
//!
//! Every contestant counts every position in turn, round after round, so that a slow moment of the
//! machine falls on all of them; the best round stands. Each answer is checked against the known
//! number.
//!
//!     cargo bench -p ferz-perft --bench perft -- [--rounds N] [--chart FILE.svg] [--peer NAME=SPEED]...
//!
//! `--peer` adds a bar to the chart for a counter measured by hand, in millions of leaves a second.

mod chart;
mod contestants;
mod positions;

use contestants::{CONTESTANTS, Contestant};
use positions::{POSITIONS, Row};
use std::process::ExitCode;
use std::time::Instant;

/// What the command line says.
struct Options {
    rounds: usize,
    chart: Option<String>,
    peers: Vec<(String, f64)>,
}

impl Options {
    fn parse(mut args: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut options = Self { rounds: 5, chart: None, peers: Vec::new() };
        while let Some(arg) = args.next() {
            let mut value = || args.next().ok_or(format!("{arg} needs a value"));
            match arg.as_str() {
                // Cargo says so to every benchmark.
                "--bench" => {}
                "--rounds" => {
                    let rounds = value()?;
                    options.rounds = match rounds.parse() {
                        Ok(rounds @ 1..) => rounds,
                        _ => return Err(format!("--rounds takes a number from 1, not {rounds}")),
                    };
                }
                "--chart" => options.chart = Some(value()?),
                "--peer" => {
                    let peer = value()?;
                    let parsed = peer.split_once('=').and_then(|(name, speed)| {
                        Some((name.to_owned(), speed.parse().ok().filter(|s| *s > 0.0)?))
                    });
                    options
                        .peers
                        .push(parsed.ok_or(format!("--peer takes NAME=SPEED, not {peer}"))?);
                }
                other => return Err(format!("unknown argument {other}")),
            }
        }
        Ok(options)
    }
}

/// Millions of leaves a second in one count of one position.
fn speed(contestant: &Contestant, row: &Row) -> f64 {
    let (depth, leaves) = if contestant.makes_leaves { row.shallow } else { row.deep };
    let count = (contestant.prepare)(row.fen, depth);
    let start = Instant::now();
    let counted = count();
    let seconds = start.elapsed().as_secs_f64();
    assert_eq!(counted, leaves, "{} counts {} wrongly", contestant.name, row.fen);
    leaves as f64 / seconds / 1e6
}

fn geometric_mean(speeds: &[f64]) -> f64 {
    (speeds.iter().map(|speed| speed.ln()).sum::<f64>() / speeds.len() as f64).exp()
}

fn main() -> ExitCode {
    let options = match Options::parse(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(reason) => {
            eprintln!("perft: {reason}");
            return ExitCode::from(2);
        }
    };
    let mut best = vec![[0f64; POSITIONS.len()]; CONTESTANTS.len()];
    for round in 1..=options.rounds {
        eprintln!("round {round} of {}", options.rounds);
        for (column, row) in POSITIONS.iter().enumerate() {
            for (best, contestant) in best.iter_mut().zip(CONTESTANTS) {
                best[column] = best[column].max(speed(contestant, row));
            }
        }
    }

    println!("Millions of leaves a second, one thread, best of {} rounds\n", options.rounds);
    let names = POSITIONS.map(|row| format!("{:>9}", row.name)).join("");
    println!("{:28}{names}{:>9}", "", "mean");
    let mut bars = Vec::new();
    for (speeds, contestant) in best.iter().zip(CONTESTANTS) {
        let mean = geometric_mean(speeds);
        let columns: String = speeds.iter().map(|speed| format!("{speed:9.0}")).collect();
        println!("{:28}{columns}{mean:9.0}", contestant.name);
        bars.push((contestant.name.to_owned(), mean));
    }
    bars.extend(options.peers);
    let Some(path) = options.chart else { return ExitCode::SUCCESS };
    match std::fs::write(&path, chart::draw(&bars)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("perft: {path}: {error}");
            ExitCode::FAILURE
        }
    }
}
