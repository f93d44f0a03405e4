//! `pgn filter`: copies the games that meet conditions.

mod conditions;
pub(super) mod pattern;
pub(super) mod values;

use super::args::PgnFilterArgs;
use crate::common::error::Error;
use crate::common::game_output::GameOutput;
use crate::common::text::{counted, grouped, print_json};
use conditions::{Conditions, Tester};
use serde::Serialize;
use std::io::{Write, stdout};
use std::ops::ControlFlow;

/// JSON object of the numbers of games.
#[derive(Default, Serialize)]
struct FilterReport {
    games: u64,
    selected: u64,
    errors: u64,
}

/// Copies the games.
///
/// # Errors
/// If a file cannot be read or written, and [`Error::Interrupted`] after Ctrl-C.
pub(super) fn run(args: &PgnFilterArgs) -> Result<(), Error> {
    let conditions = Conditions::new(&args.conditions)?;
    let sources = args.source.sources().with_texts();
    let mut out = GameOutput::new(args.output.as_deref(), &args.source.files)?;
    let mut totals = FilterReport::default();
    let limit = args.limit.unwrap_or(u64::MAX);
    let tester = || args.moves.player(Tester::new(&conditions));
    let read = sources.read(tester, |batch| {
        let results = batch.visitor.into_visitor().into_results();
        for (result, text) in results.into_iter().zip(batch.texts.iter()) {
            if totals.selected >= limit {
                break;
            }
            totals.games += 1;
            match result {
                Err(error) => {
                    totals.errors += 1;
                    sources.report_all([error], batch.numbers_before);
                }
                Ok(is_match) if is_match != args.invert => {
                    totals.selected += 1;
                    out.write(text)?;
                }
                Ok(_) => {}
            }
        }
        let is_complete = totals.selected >= limit;
        Ok(if is_complete { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    });
    out.finish(read)?;
    if args.output.is_none() {
        return Ok(());
    }
    if args.json {
        return print_json(&totals);
    }
    let FilterReport { games, selected, errors } = totals;
    let errors = counted(errors as usize, "error");
    let (selected, games) = (grouped(selected.into()), counted(games as usize, "game"));
    Ok(writeln!(stdout(), "{selected} of {games}, {errors}")?)
}
