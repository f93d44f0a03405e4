//! Speed of `ferz` beside cozy-chess, as a user of both measures it: from a crate of its own, with a
//! plain recursion, built with the default release profile.
//!
//! ```sh
//! cargo run --profile outside -p ferz-bench -- [--rounds N] [--milliseconds N] [--task NAME]
//! RUSTFLAGS="-C target-cpu=x86-64" cargo run --profile outside -p ferz-bench
//! ```
//!
//! The tasks are make (every leaf), list (the moves of the last ply) and bulk (counts them).
//!
//! The two crates take turns: in each round every case counts every position, repeated until it has
//! taken the given processor time. The best round counts, and every answer is compared with the
//! published one. `--check` compares the answers alone.

mod cozy;
mod ours;

use cpu_time::ProcessTime;
use std::hint::black_box;
use std::process::ExitCode;
use std::time::Duration;

/// A position with its published number of leaves.
struct BenchRow {
    name: &'static str,
    fen: &'static str,
    depth: u32,
    leaves: u64,
}

const fn row(name: &'static str, fen: &'static str, depth: u32, leaves: u64) -> BenchRow {
    BenchRow { name, fen, depth, leaves }
}

const ROWS: [BenchRow; 6] = [
    row("initial", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4, 197_281),
    row(
        "Kiwipete",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        3,
        97_862,
    ),
    row("3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 674_624),
    row("4", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4, 422_333),
    row("5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 3, 62_379),
    row("6", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 3, 89_890),
];

/// One way to use a crate: prepares a position and returns its leaf count as a function.
struct Workload {
    task: &'static str,
    name: &'static str,
    count: fn(fen: &str, depth: u32) -> Box<dyn FnMut() -> u64>,
}

/// The cases of one task are compared with the first of the peer.
const CASES: [Workload; 7] = [
    Workload { task: "make", name: "ferz, do_move and undo_move", count: ours::make },
    Workload { task: "make", name: "ferz, copy and play", count: ours::copy },
    Workload { task: "make", name: "cozy-chess, clone and play_unchecked", count: cozy::make },
    Workload { task: "list", name: "ferz, legal_moves().len()", count: ours::list },
    Workload { task: "list", name: "cozy-chess, moves.len()", count: cozy::list },
    Workload { task: "bulk", name: "ferz, legal_count()", count: ours::bulk },
    Workload { task: "bulk", name: "cozy-chess, moves.len()", count: cozy::list },
];

/// Command line options.
struct BenchOptions {
    rounds: usize,
    /// The least time of a measurement.
    time: Duration,
    /// The task to measure; all without one.
    task: Option<String>,
}

impl BenchOptions {
    fn parse(mut args: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut options = Self { rounds: 5, time: Duration::from_millis(300), task: None };
        while let Some(arg) = args.next() {
            let mut value = || args.next().ok_or(format!("{arg}: expected a value"));
            let number = |value: String| {
                value.parse::<u32>().map_err(|_| format!("expected a number, found {value:?}"))
            };
            match arg.as_str() {
                "--rounds" => options.rounds = number(value()?)?.max(1) as usize,
                "--milliseconds" => options.time = Duration::from_millis(number(value()?)?.into()),
                "--task" => options.task = Some(value()?),
                "--check" => options = Self { rounds: 1, time: Duration::ZERO, task: None },
                other => return Err(format!("unknown argument {other:?}")),
            }
        }
        Ok(options)
    }
}

/// Returns the speed of a case in millions of leaves per second of processor time.
///
/// # Panics
/// If a count is wrong.
fn speed(case: &Workload, row: &BenchRow, time: Duration) -> f64 {
    let mut count = (case.count)(row.fen, row.depth);
    let start = ProcessTime::now();
    let mut leaves = 0;
    loop {
        let counted = black_box(count());
        assert_eq!(counted, row.leaves, "{}: {}", case.name, row.fen);
        leaves += counted;
        let elapsed = start.elapsed();
        if elapsed >= time {
            return leaves as f64 / elapsed.as_secs_f64() / 1e6;
        }
    }
}

fn geometric_mean(values: impl Iterator<Item = f64> + Clone) -> f64 {
    (values.clone().map(f64::ln).sum::<f64>() / values.count() as f64).exp()
}

fn main() -> ExitCode {
    let options = match BenchOptions::parse(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(reason) => {
            eprintln!("ferz-bench: {reason}");
            return ExitCode::from(2);
        }
    };
    let mut best = [[0f64; ROWS.len()]; CASES.len()];
    for _ in 0..options.rounds {
        for (column, row) in ROWS.iter().enumerate() {
            for (best, case) in best.iter_mut().zip(&CASES) {
                if options.task.as_deref().is_some_and(|task| task != case.task) {
                    continue;
                }
                best[column] = best[column].max(speed(case, row, options.time));
            }
        }
    }
    println!(
        "Millions of leaves per second of processor time, best of {} rounds\n",
        options.rounds
    );
    let names = ROWS.each_ref().map(|row| format!("{:>9}", row.name)).concat();
    println!("{:6}{:38}{names}{:>9}{:>9}", "", "", "mean", "ratio");
    for (speeds, case) in best.iter().zip(&CASES) {
        if speeds[0] == 0.0 {
            continue;
        }
        let peer = CASES.iter().position(|c| c.task == case.task && c.name.starts_with("cozy"));
        let peer = best[peer.expect("each task has a peer")];
        let ratio = geometric_mean(speeds.iter().zip(peer).map(|(ours, theirs)| ours / theirs));
        let columns = speeds.map(|speed| format!("{speed:9.1}")).concat();
        let mean = geometric_mean(speeds.iter().copied());
        println!("{:6}{:38}{columns}{mean:9.1}{ratio:9.2}", case.task, case.name);
    }
    println!("\nA copy of a Board takes {:.1} ns.", ours::nanoseconds_of_a_copy());
    ExitCode::SUCCESS
}
