//! `pgn filter`: copies the games that meet conditions.

mod conditions;
mod values;

pub(super) use values::{Date, EcoRange, Material};

use super::args::FilterArgs;
use super::output::{GameOutput, refuse_inputs};
use super::sources::Sources;
use crate::error::Error;
use crate::text::{counted, grouped, print_json};
use conditions::{Conditions, Tester};
use ferz_game::pgn::Player;
use serde::Serialize;
use std::io::{Write, stdout};

/// JSON object of the numbers of games.
#[derive(Default, Serialize)]
struct Totals {
    games: u64,
    selected: u64,
    errors: u64,
}

/// Copies the games.
///
/// # Errors
/// If a file cannot be read or written, and [`Error::Interrupted`] after Ctrl-C.
pub(super) fn run(args: &FilterArgs) -> Result<(), Error> {
    let conditions = Conditions::new(&args.conditions)?;
    refuse_inputs(args.output.as_deref(), &args.files, "ferz pgn filter")?;
    let sources = Sources::new(&args.files);
    let mut out = GameOutput::new(args.output.as_deref())?;
    let mut totals = Totals::default();
    let limit = args.limit.unwrap_or(u64::MAX);
    let mut player = Player::new(Tester::new(&conditions));
    let read = sources.read_texts(&mut player, |player, text| {
        if totals.selected >= limit {
            return Ok(false);
        }
        totals.games += 1;
        if let Some(error) = player.visitor_mut().take_error() {
            totals.errors += 1;
            sources.report_all(vec![error], 0);
        } else if player.visitor().is_match() != args.invert {
            totals.selected += 1;
            out.write(text)?;
        }
        Ok(totals.selected < limit)
    });
    out.finish()?;
    read?;
    if args.output.is_none() {
        return Ok(());
    }
    if args.json {
        return print_json(&totals);
    }
    let Totals { games, selected, errors } = totals;
    let errors = counted(errors as usize, "error");
    let (selected, games) = (grouped(selected.into()), counted(games as usize, "game"));
    Ok(writeln!(stdout(), "{selected} of {games}, {errors}")?)
}
