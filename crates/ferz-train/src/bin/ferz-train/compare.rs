//! `ferz-train compare`: compares networks by the difference of their evaluations from the scores.

use crate::args::CompareArgs;
use crate::error::Error;
use crate::network;
use crate::reading::read_files;
use ferz_train::Comparison;
use std::io::{Write, stdout};

/// Evaluates the positions of the games by each network and prints a table.
///
/// # Errors
/// If the games or a network cannot be read, or no position passes the filters.
pub(crate) fn run(args: &CompareArgs) -> Result<(), Error> {
    let (names, networks) = if args.network.is_empty() {
        (vec!["embedded".to_owned()], vec![network::load(None)?])
    } else {
        let networks = args.network.iter().map(|path| network::load(Some(path)));
        let names = args.network.iter().map(|path| path.display().to_string());
        (names.collect(), networks.collect::<Result<_, _>>()?)
    };
    let mut comparison = Comparison::new(networks, args.filter.filter(), args.scale.into());
    read_files(&args.games, |path, progress| comparison.read(path, progress))?;
    let fits = comparison.fits().ok_or(Error::NoPositions)?;
    let (games, positions) = (comparison.games(), comparison.positions());
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let mut out = stdout().lock();
    writeln!(out, "{games} games, {positions} positions\n")?;
    let title = "network";
    writeln!(out, "{title:width$}  positions  mean |evaluation|   scale   error")?;
    for (name, fit) in names.iter().zip(fits) {
        let (magnitude, scale, error) = (fit.mean_magnitude, fit.scale, fit.error);
        writeln!(
            out,
            "{name:width$}  {positions:>9}  {magnitude:>17.1}  {scale:>6.1}  {error:.4}"
        )?;
    }
    Ok(())
}
