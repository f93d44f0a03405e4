//! Nodes per second of the search with the network and with the classical evaluation.
//!
//! Both search the positions of `bench` in turns, so that a slow moment of the machine falls on both;
//! the best round of each stands.
//!
//!     cargo bench -p ferz-engine --bench evaluators -- [--rounds N] [--depth N]

use ferz::Position;
use ferz_engine::bench::{HASH_MIB, POSITIONS};
use ferz_engine::eval::default_network;
use ferz_engine::{Control, Limits, SearchSettings, Searcher, SearcherOptions};
use std::process::ExitCode;
use std::time::Instant;

/// Arguments of the command line.
struct Options {
    rounds: usize,
    depth: u32,
}

impl Options {
    fn parse(mut args: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut options = Self { rounds: 5, depth: 12 };
        while let Some(arg) = args.next() {
            let mut number = || -> Result<u32, String> {
                let value = args.next().ok_or(format!("{arg} needs a number"))?;
                let number = value.parse().ok().filter(|&number| number > 0);
                number.ok_or(format!("{arg} takes a number above 0, not {value}"))
            };
            match arg.as_str() {
                // Cargo passes it to every benchmark.
                "--bench" => {}
                "--rounds" => options.rounds = number()? as usize,
                "--depth" => options.depth = number()?,
                other => return Err(format!("unknown argument {other}")),
            }
        }
        Ok(options)
    }
}

/// An evaluation, its searcher and its best round.
struct Entry {
    name: &'static str,
    searcher: Searcher,
    nodes: u64,
    nps: f64,
}

impl Entry {
    /// Searches all positions with cleared tables and keeps the speed if it is the best.
    fn run(&mut self, positions: &[Position], depth: u32) {
        let (limits, settings) = (Limits::depth(depth), SearchSettings::default());
        let (mut nodes, mut seconds) = (0, 0.0);
        for pos in positions {
            self.searcher.clear();
            let start = Instant::now();
            let control = Control::default();
            let result = self.searcher.search(pos, &limits, &settings, &control, None);
            seconds += start.elapsed().as_secs_f64();
            nodes += result.map_or(0, |result| result.nodes);
        }
        self.nodes = nodes;
        self.nps = self.nps.max(nodes as f64 / seconds);
    }
}

fn main() -> ExitCode {
    let options = match Options::parse(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(reason) => {
            eprintln!("evaluators: {reason}");
            return ExitCode::from(2);
        }
    };
    let positions: Vec<Position> =
        POSITIONS.iter().filter_map(|fen| Position::from_fen(fen).ok()).collect();
    let evaluations = [("network", Some(default_network())), ("classical", None)];
    let entries = evaluations.map(|(name, network)| {
        let searcher = Searcher::new(SearcherOptions {
            hash_mib: HASH_MIB,
            network,
            ..SearcherOptions::default()
        });
        searcher.map(|searcher| Entry { name, searcher, nodes: 0, nps: 0.0 })
    });
    let [Ok(mut network), Ok(mut classical)] = entries else {
        eprintln!("evaluators: no memory for two tables of {HASH_MIB} MiB");
        return ExitCode::FAILURE;
    };
    for _ in 0..options.rounds {
        network.run(&positions, options.depth);
        classical.run(&positions, options.depth);
    }
    let Options { rounds, depth } = options;
    println!(
        "{} positions to depth {depth}, one thread, best of {rounds} rounds\n",
        positions.len()
    );
    println!("{:10} {:>12} {:>14}", "evaluation", "nodes", "nodes/second");
    for Entry { name, nodes, nps, .. } in [&network, &classical] {
        println!("{name:10} {nodes:12} {nps:14.0}");
    }
    println!("\nThe network has {:.2} times the speed.", network.nps / classical.nps);
    ExitCode::SUCCESS
}
