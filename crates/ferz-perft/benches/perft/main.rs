//! Perft speed of the counting functions; `ferz-bench` has the generator beside its peers.
//!
//! The runs are interleaved: in each round every counter counts every position once. The best round
//! of each counter and position is reported, and every answer is compared with the published count.
//!
//!     cargo bench -p ferz-perft -- [--rounds N] [--chart FILE.svg] [--peer NAME=SPEED]...
//!
//! `--peer` adds a bar to the chart for a counter measured elsewhere, in millions of leaves per
//! second.

mod chart;
mod counters;
mod positions;

use counters::{COUNTERS, Counter};
use positions::{POSITIONS, Row};
use std::process::ExitCode;
use std::time::Instant;

/// Command line options.
struct Options {
    rounds: usize,
    chart: Option<String>,
    peers: Vec<(String, f64)>,
}

impl Options {
    fn parse(mut args: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut options = Self { rounds: 5, chart: None, peers: Vec::new() };
        while let Some(arg) = args.next() {
            let mut value = || args.next().ok_or(format!("{arg}: expected a value"));
            match arg.as_str() {
                // Cargo passes this to every benchmark.
                "--bench" => {}
                "--rounds" => {
                    let rounds = value()?;
                    options.rounds = match rounds.parse() {
                        Ok(rounds @ 1..) => rounds,
                        _ => {
                            return Err(format!(
                                "--rounds: expected a number from 1, found {rounds:?}"
                            ));
                        }
                    };
                }
                "--chart" => options.chart = Some(value()?),
                "--peer" => {
                    let peer = value()?;
                    let parsed = peer.split_once('=').and_then(|(name, speed)| {
                        Some((name.to_owned(), speed.parse().ok().filter(|s| *s > 0.0)?))
                    });
                    options.peers.push(
                        parsed.ok_or(format!("--peer: expected NAME=SPEED, found {peer:?}"))?,
                    );
                }
                other => return Err(format!("unknown argument {other:?}")),
            }
        }
        Ok(options)
    }
}

/// Returns the speed of one count in millions of leaves per second.
///
/// # Panics
/// If the count is wrong.
fn speed(counter: &Counter, row: &Row) -> f64 {
    let (depth, leaves) = if counter.makes_leaves { row.shallow } else { row.deep };
    let count = (counter.prepare)(row.fen, depth);
    let start = Instant::now();
    let counted = count();
    let seconds = start.elapsed().as_secs_f64();
    assert_eq!(counted, leaves, "{}: wrong count of {}", counter.name, row.fen);
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
    let mut best = vec![[0f64; POSITIONS.len()]; COUNTERS.len()];
    for round in 1..=options.rounds {
        eprintln!("round {round} of {}", options.rounds);
        for (column, row) in POSITIONS.iter().enumerate() {
            for (best, counter) in best.iter_mut().zip(COUNTERS) {
                best[column] = best[column].max(speed(counter, row));
            }
        }
    }

    println!("Millions of leaves per second, one thread, best of {} rounds\n", options.rounds);
    let names = POSITIONS.map(|row| format!("{:>9}", row.name)).join("");
    println!("{:28}{names}{:>9}", "", "mean");
    let mut bars = Vec::new();
    for (speeds, counter) in best.iter().zip(COUNTERS) {
        let mean = geometric_mean(speeds);
        let columns: String = speeds.iter().map(|speed| format!("{speed:9.0}")).collect();
        println!("{:28}{columns}{mean:9.0}", counter.name);
        bars.push((counter.name.to_owned(), mean));
    }
    bars.extend(options.peers);
    let Some(path) = options.chart else { return ExitCode::SUCCESS };
    let written = chart::draw(&bars).and_then(|svg| Ok(std::fs::write(&path, svg)?));
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("perft: {path}: {error}");
            ExitCode::FAILURE
        }
    }
}
