//! Nanoseconds an evaluation takes, for each kernel of the machine and several sizes of accumulators.
//!
//! Kernels take turns, round after round, so that a slow moment of the machine falls on all of
//! them; the best round stands. All kernels must give the values of the portable one.
//!
//!     cargo bench -p ferz-nnue --bench nnue -- [--rounds N] [--hidden N]...

mod cases;

use cases::{CASES, Case};
use ferz_nnue::{AccumulatorStack, Kernel, Network, Shape};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

/// Arguments of the command line.
struct Options {
    rounds: usize,
    shapes: Vec<Shape>,
}

const BUCKETS: usize = 8;

impl Options {
    fn parse(mut args: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut options = Self { rounds: 10, shapes: Vec::new() };
        while let Some(arg) = args.next() {
            let mut number = || -> Result<usize, String> {
                let value = args.next().ok_or(format!("{arg} needs a number"))?;
                value.parse().map_err(|_| format!("{arg} takes a number, not {value}"))
            };
            match arg.as_str() {
                // Cargo passes it to every benchmark.
                "--bench" => {}
                "--rounds" => options.rounds = number()?.max(1),
                "--hidden" => options.shapes.push(shape(number()?)?),
                other => return Err(format!("unknown argument {other}")),
            }
        }
        if options.shapes.is_empty() {
            options.shapes =
                [64, 128, 256, 512, 1024].map(shape).into_iter().collect::<Result<_, _>>()?;
        }
        Ok(options)
    }
}

fn shape(hidden: usize) -> Result<Shape, String> {
    Shape::new(hidden, BUCKETS).map_err(|error| error.to_string())
}

/// Returns the nanoseconds that one evaluation takes.
fn nanoseconds(evaluator: &mut AccumulatorStack, case: &Case) -> f64 {
    let mut nanoseconds = 0.0;
    let mut evaluations = 0;
    for group in &case.groups {
        evaluator.reset();
        evaluator.evaluate(&group.before);
        let repetitions = 2000 / group.successors.len() + 1;
        let mut sum = 0;
        let start = Instant::now();
        for _ in 0..repetitions {
            sum += group.evaluate(evaluator);
        }
        nanoseconds += start.elapsed().as_secs_f64() * 1e9;
        evaluations += repetitions * group.successors.len();
        let expected = group.expected(evaluator.network()) * repetitions as i64;
        assert_eq!(sum, expected, "{} gives wrong values", evaluator.network().kernel());
    }
    nanoseconds / f64::from(u32::try_from(evaluations).unwrap_or(u32::MAX))
}

fn main() -> ExitCode {
    let options = match Options::parse(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(reason) => {
            eprintln!("nnue: {reason}");
            return ExitCode::from(2);
        }
    };
    println!("Nanoseconds an evaluation, one thread, best of {} rounds\n", options.rounds);
    let names = CASES.map(|(name, _)| format!("{name:>14}")).join("");
    println!("{:>6} {:10}{names}", "N", "kernel");
    let cases = CASES.map(|(_, make)| make());
    for shape in options.shapes {
        let network = Network::random(1, shape);
        let mut evaluators: Vec<AccumulatorStack> = Kernel::available()
            .map(|kernel| {
                let network = Arc::new(network.clone().with_kernel(kernel));
                AccumulatorStack::new(network)
            })
            .collect();
        let mut best = vec![[f64::INFINITY; CASES.len()]; evaluators.len()];
        for _ in 0..options.rounds {
            for (column, case) in cases.iter().enumerate() {
                for (best, evaluator) in best.iter_mut().zip(&mut evaluators) {
                    best[column] = best[column].min(nanoseconds(evaluator, case));
                }
            }
        }
        for (best, evaluator) in best.iter().zip(&evaluators) {
            let columns: String = best.iter().map(|best| format!("{best:14.1}")).collect();
            println!("{:>6} {:10}{columns}", shape.hidden(), evaluator.network().kernel().name());
        }
    }
    ExitCode::SUCCESS
}
