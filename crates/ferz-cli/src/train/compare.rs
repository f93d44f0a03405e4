//! `ferz train compare`: compares evaluations by their difference from the expected points of positions.

use super::games::load_network;
use crate::common::error::Error;
use crate::common::files::read_text;
use clap::Args;
use ferz_engine::eval::default_network;
use ferz_nnue::Network;
use ferz_train::yardstick::{
    EvaluationFit, PositionFeatures, Yardstick, search_scores, static_evaluations,
};
use std::io::{self, Write, stdout};
use std::path::PathBuf;
use std::sync::Arc;

#[derive(Args, Debug)]
pub(crate) struct CompareArgs {
    /// Positions with expected points
    #[arg(value_name = "FILE")]
    pub(crate) positions: PathBuf,

    /// Evaluate by the network in FILE; can be repeated [default: the embedded network]
    #[arg(long, value_name = "FILE")]
    pub(crate) network: Vec<PathBuf>,

    /// Evaluate by the classical evaluation too
    #[arg(long, conflicts_with = "nodes")]
    pub(crate) classical: bool,

    /// Compare the scores of searches, as by relabel with --nodes N, instead of static evaluations
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
}

/// Evaluates the positions by each network and prints a table.
///
/// # Errors
/// If the positions or a network cannot be read.
pub(crate) fn run(args: &CompareArgs) -> Result<(), Error> {
    let path = &args.positions;
    let text = read_text(path)?;
    let yardstick = Yardstick::parse(&text).map_err(|error| Error::file(path, error))?;
    let mut fits = Vec::new();
    for (name, network) in evaluations(args)? {
        let values = match (network, args.nodes) {
            (Some(network), Some(nodes)) => search_scores(&yardstick.positions(), &network, nodes)?,
            (network, _) => static_evaluations(yardstick.positions(), network),
        };
        fits.push((name, yardstick.fit(&values)));
    }
    Ok(print(yardstick.references().len(), &fits)?)
}

/// The name of an evaluation in the table and its network; `None` for the classical evaluation.
type ComparedEvaluation = (String, Option<Arc<Network>>);

/// Returns the evaluations of the arguments.
fn evaluations(args: &CompareArgs) -> Result<Vec<ComparedEvaluation>, Error> {
    let mut list = Vec::new();
    for path in &args.network {
        list.push((path.display().to_string(), Some(load_network(Some(path))?)));
    }
    if list.is_empty() {
        list.push(("embedded".to_owned(), Some(default_network())));
    }
    if args.classical {
        list.push(("classical".to_owned(), None));
    }
    Ok(list)
}

fn print(positions: usize, fits: &[(String, EvaluationFit)]) -> io::Result<()> {
    let width = fits.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).max(10);
    let mut out = stdout().lock();
    writeln!(out, "{positions} positions\n")?;
    write!(out, "{:width$}  {:>6}  {:>7}", "evaluation", "scale", "error")?;
    PositionFeatures::NAMES.iter().try_for_each(|name| write!(out, "  {name:>14}"))?;
    for (name, fit) in fits {
        write!(out, "\n{name:width$}  {:>6.1}  {:>7.4}", fit.scale, fit.error)?;
        for slope in fit.slopes.iter().flatten() {
            write!(out, "  {:+.4} ({:+5.1})", slope.per_deviation, slope.t)?;
        }
    }
    writeln!(out)
}
