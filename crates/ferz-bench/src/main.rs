//! Speed of `ferz` beside gigachess, cozy-chess and chess, as a user of each measures it: from a crate of its
//! own, with a plain recursion, built with the default release profile.
//!
//! ```sh
//! cargo run --profile outside -p ferz-bench -- [--rounds N] [--milliseconds N] [--task NAME]
//! RUSTFLAGS="-C target-cpu=x86-64" cargo run --profile outside -p ferz-bench -- --instructions
//! ```
//!
//! Three tasks: make (makes every leaf), list (lists the moves of the last ply in memory) and count
//! (counts them). Each peer is in the fastest form found, `ferz` in that of its documentation.
//!
//! The crates take turns: in each round every case counts every position, repeated until it has
//! taken the given processor time. The best round counts, and every answer is compared with the
//! published one. `--check` compares the answers alone. `--instructions` counts instructions with
//! valgrind, one ply less deep, and fails if a mean ratio to cozy-chess is below its floor.

mod chess;
mod cozy;
mod gigachess;
mod instructions;
mod ours;

use cpu_time::ProcessTime;
use std::hint::black_box;
use std::process::ExitCode;
use std::time::Duration;

/// A position with its published numbers of leaves at the depth for instructions and at that for
/// times.
struct BenchRow {
    name: &'static str,
    fen: &'static str,
    shallow: (u32, u64),
    deep: (u32, u64),
}

const ROWS: [BenchRow; 6] = [
    BenchRow {
        name: "initial",
        fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        shallow: (3, 8_902),
        deep: (4, 197_281),
    },
    BenchRow {
        name: "Kiwipete",
        fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        shallow: (2, 2_039),
        deep: (3, 97_862),
    },
    BenchRow {
        name: "3",
        fen: "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        shallow: (4, 43_238),
        deep: (5, 674_624),
    },
    BenchRow {
        name: "4",
        fen: "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        shallow: (3, 9_467),
        deep: (4, 422_333),
    },
    BenchRow {
        name: "5",
        fen: "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        shallow: (2, 1_486),
        deep: (3, 62_379),
    },
    BenchRow {
        name: "6",
        fen: "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        shallow: (2, 2_079),
        deep: (3, 89_890),
    },
];

/// Counts the leaves of a prepared position.
type Count = Box<dyn FnMut() -> u64>;

/// One way to use a crate: prepares a position and returns its leaf count as a function.
struct Workload {
    task: &'static str,
    name: &'static str,
    prepare: fn(fen: &str, depth: u32) -> Count,
    /// The least ratio of cozy-chess's instructions to those of this case; `None` for a peer.
    floor: Option<f64>,
}

const fn ours(
    task: &'static str,
    name: &'static str,
    prepare: fn(&str, u32) -> Count,
    floor: f64,
) -> Workload {
    Workload { task, name, prepare, floor: Some(floor) }
}

const fn peer(task: &'static str, name: &'static str, prepare: fn(&str, u32) -> Count) -> Workload {
    Workload { task, name, prepare, floor: None }
}

/// Each case of ours is compared with the peers of its task.
const CASES: [Workload; 13] = [
    ours("make", "ferz, do_move and undo_move", ours::make, 1.26),
    ours("make", "ferz, Board::after_into", ours::copy, 1.63),
    peer("make", "cozy-chess, clone and play_unchecked", cozy::make),
    peer("make", "gigachess, copy and make_move_unchecked", gigachess::make),
    peer("make", "chess, make_move", chess::make),
    ours("list", "ferz, legal_moves", ours::list, 1.49),
    peer("list", "cozy-chess, generate_moves to an array", cozy::list),
    peer("list", "gigachess, generate_moves_into", gigachess::list),
    peer("list", "chess, MoveGen to an array", chess::list),
    ours("count", "ferz, legal_count", ours::count, 2.11),
    peer("count", "cozy-chess, PieceMoves::len", cozy::count),
    peer("count", "gigachess, perft", gigachess::count),
    peer("count", "chess, MoveGen::len", chess::count),
];

/// Command line options.
#[derive(Default)]
struct BenchOptions {
    rounds: usize,
    /// The least time of a measurement.
    time: Duration,
    /// The task to measure; all without one.
    task: Option<String>,
    instructions: bool,
    /// The names of a case and of a position to count once.
    once: Option<[String; 2]>,
}

impl BenchOptions {
    fn parse(mut args: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut options = Self { rounds: 5, time: Duration::from_millis(300), ..Self::default() };
        while let Some(arg) = args.next() {
            let mut value = || args.next().ok_or(format!("{arg}: expected a value"));
            let number = |value: String| {
                value.parse::<u32>().map_err(|_| format!("expected a number, found {value:?}"))
            };
            match arg.as_str() {
                "--rounds" => options.rounds = number(value()?)?.max(1) as usize,
                "--milliseconds" => options.time = Duration::from_millis(number(value()?)?.into()),
                "--task" => options.task = Some(value()?),
                "--check" => (options.rounds, options.time) = (1, Duration::ZERO),
                "--instructions" => options.instructions = true,
                "--once" => {
                    let case = value()?;
                    options.once = Some([case, value()?]);
                }
                other => return Err(format!("unknown argument {other:?}")),
            }
        }
        Ok(options)
    }
}

/// Counts once, in a function that callgrind finds by its name.
#[inline(never)]
fn measured(count: &mut Count) -> u64 {
    black_box(count())
}

/// Counts the leaves of a position once, one ply less deep than for times.
///
/// # Errors
/// If there is no case or no position of that name.
///
/// # Panics
/// If the count is wrong.
fn count_once(case: &str, row: &str) -> Result<(), String> {
    let case = CASES.iter().find(|known| known.name == case).ok_or("unknown case")?;
    let row = ROWS.iter().find(|known| known.name == row).ok_or("unknown position")?;
    let (depth, leaves) = row.shallow;
    let mut count = (case.prepare)(row.fen, depth);
    assert_eq!(measured(&mut count), leaves, "{}: {}", case.name, row.fen);
    Ok(())
}

/// Returns the speed of a case in millions of leaves per second of processor time.
///
/// # Panics
/// If a count is wrong.
fn speed(case: &Workload, row: &BenchRow, time: Duration) -> f64 {
    let (depth, expected) = row.deep;
    let mut count = (case.prepare)(row.fen, depth);
    let start = ProcessTime::now();
    let mut leaves = 0;
    loop {
        let counted = measured(&mut count);
        assert_eq!(counted, expected, "{}: {}", case.name, row.fen);
        leaves += counted;
        let elapsed = start.elapsed();
        if elapsed >= time {
            return leaves as f64 / elapsed.as_secs_f64() / 1e6;
        }
    }
}

/// Returns the best speeds of each case that is measured.
fn speeds(options: &BenchOptions, cases: &[&Workload]) -> Vec<[f64; ROWS.len()]> {
    let mut best = vec![[0.0; ROWS.len()]; cases.len()];
    for _ in 0..options.rounds {
        for (column, row) in ROWS.iter().enumerate() {
            for (best, case) in best.iter_mut().zip(cases) {
                best[column] = f64::max(best[column], speed(case, row, options.time));
            }
        }
    }
    best
}

/// Returns the leaves per thousand instructions of each case.
fn leaves_per_instruction(cases: &[&Workload]) -> Result<Vec<[f64; ROWS.len()]>, String> {
    let leaves = ROWS.each_ref().map(|row| row.shallow.1 as f64);
    let per_case = |case: &&Workload| {
        let instructions = instructions::of_case(case)?;
        Ok(std::array::from_fn(|row| 1e3 * leaves[row] / instructions[row]))
    };
    cases.iter().map(per_case).collect()
}

fn geometric_mean(values: impl Iterator<Item = f64> + Clone) -> f64 {
    (values.clone().map(f64::ln).sum::<f64>() / values.count() as f64).exp()
}

/// Prints the values of each position and their geometric mean.
fn print_row(task: &str, name: &str, values: [f64; ROWS.len()]) {
    let columns = values.map(|value| format!("{value:9.2}")).concat();
    println!("{task:6}{name:40}{columns}{:9.2}", geometric_mean(values.into_iter()));
}

fn print_head(title: &str) {
    let names = ROWS.each_ref().map(|row| format!("{:>9}", row.name)).concat();
    println!("{title:46}{names}{:>9}", "mean");
}

/// Prints the speeds and, by position, their ratios to each peer.
///
/// # Errors
/// If `floors` are to be tested and the least mean ratio of a case is below its own.
fn print_tables(
    cases: &[&Workload],
    speeds: &[[f64; ROWS.len()]],
    floors: bool,
) -> Result<(), String> {
    print_head("");
    for (case, speeds) in cases.iter().zip(speeds) {
        print_row(case.task, case.name, *speeds);
    }
    for (case, speeds_of_case) in cases.iter().zip(speeds) {
        let Some(floor) = case.floor else { continue };
        println!();
        print_head(&format!("{:6}{}, divided by", case.task, case.name));
        for (peer, speeds_of_peer) in cases.iter().zip(speeds) {
            if peer.floor.is_some() || peer.task != case.task {
                continue;
            }
            let ratios = std::array::from_fn(|row| speeds_of_case[row] / speeds_of_peer[row]);
            print_row("", peer.name, ratios);
            let mean = geometric_mean(ratios.into_iter());
            if floors && mean < floor {
                return Err(format!(
                    "{}: {mean:.3} times {}, expected at least {floor}",
                    case.name, peer.name
                ));
            }
        }
    }
    Ok(())
}

/// Measures the cases and prints their tables.
///
/// # Errors
/// If instructions cannot be counted, or a ratio is below its floor.
fn run(options: &BenchOptions) -> Result<(), String> {
    if let Some([case, row]) = &options.once {
        return count_once(case, row);
    }
    // Under valgrind gigachess takes seconds at each start to fill its tables, and chess is behind
    // cozy-chess in each task.
    let is_measured = |case: &&Workload| {
        options.task.as_deref().is_none_or(|task| task == case.task)
            && (!options.instructions
                || case.floor.is_some()
                || case.name.starts_with("cozy-chess"))
    };
    let cases: Vec<_> = CASES.iter().filter(is_measured).collect();
    let speeds = if options.instructions {
        println!("Leaves per thousand instructions\n");
        leaves_per_instruction(&cases)?
    } else {
        println!(
            "Millions of leaves per second of processor time, best of {} rounds\n",
            options.rounds
        );
        speeds(options, &cases)
    };
    print_tables(&cases, &speeds, options.instructions)
}

fn main() -> ExitCode {
    let run = BenchOptions::parse(std::env::args().skip(1)).and_then(|options| run(&options));
    match run {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("ferz-bench: {reason}");
            ExitCode::FAILURE
        }
    }
}
