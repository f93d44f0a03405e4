//! `pgn filter`: copies the games that meet conditions.

use super::collector::{GameParts, MoveChoice, TagChoice, collect_games};
use super::conditions::{GameConditions, MaterialOwner, MoveConditionArgs, TagConditionArgs};
use crate::common::error::Error;
use crate::common::files::{GameOutput, GameOutputArgs};
use crate::common::sources::{MoveArgs, SourceArgs};
use crate::common::text::{counted, grouped, print_json};
use clap::Args;
use serde::Serialize;
use std::io::{Write, stdout};
use std::ops::ControlFlow;
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(crate) struct PgnFilterArgs {
    #[command(flatten)]
    pub(super) source: SourceArgs,

    #[command(flatten)]
    pub(super) moves: MoveArgs,

    #[command(flatten)]
    pub(super) out: GameOutputArgs,

    #[command(flatten)]
    pub(super) tag_conditions: TagConditionArgs,

    // `None` without a condition on moves.
    #[command(flatten)]
    pub(super) move_conditions: Option<MoveConditionArgs>,

    /// Copy the games that do not meet all conditions
    #[arg(long)]
    pub(super) invert: bool,

    /// File for the games that are not copied, those with errors included
    #[arg(long, value_name = "FILE", conflicts_with_all = ["invert", "limit"])]
    pub(super) rest: Option<PathBuf>,

    /// Stop after this number of copied games
    #[arg(long, value_name = "N")]
    pub(super) limit: Option<u64>,

    /// Print the numbers of games as one JSON object; the games need an --output
    #[arg(long)]
    pub(super) json: bool,
}

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
    check_ranges(args)?;
    if let Some(MoveConditionArgs {
        material_of: Some(MaterialOwner::Player),
        won: None,
        lost: None,
        drew: None,
        ..
    }) = args.move_conditions
    {
        let reason = "--material-of player needs --won, --lost or --drew";
        return Err(Error::usage(reason, "ferz pgn filter"));
    }
    args.out.check_json(args.json, "ferz pgn filter")?;
    let sources = args.source.sources().with_texts();
    let mut out = GameOutput::new(args.out.path(), &args.source.files)?;
    let rest = args.rest.as_deref().map(|path| GameOutput::new(Some(path), &args.source.files));
    let mut rest = rest.transpose()?;
    let mut totals = FilterReport::default();
    let limit = args.limit.unwrap_or(u64::MAX);
    let conditions =
        GameConditions { tags: &args.tag_conditions, moves: args.move_conditions.as_ref() };
    let parts = GameParts { tags: TagChoice::All, moves: MoveChoice::Conditions(conditions) };
    let read = collect_games(&sources, args.moves, parts, &mut |_, chunk| {
        for (game, text) in chunk.games.into_iter().zip(chunk.texts.iter()) {
            if totals.selected >= limit {
                break;
            }
            totals.games += 1;
            match game.error {
                None if game.is_match != args.invert => {
                    totals.selected += 1;
                    out.write(text)?;
                    continue;
                }
                None => {}
                Some(error) => {
                    totals.errors += 1;
                    sources.report_all([*error], chunk.games_before);
                }
            }
            rest.as_mut().map_or(Ok(()), |rest| rest.write(text))?;
        }
        let is_complete = totals.selected >= limit;
        Ok(if is_complete { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    });
    if read.is_ok()
        && let Some(rest) = rest
    {
        rest.finish(Ok(()))?;
    }
    out.finish(read)?;
    if args.out.path().is_none() {
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

/// Refuses ranges that contain nothing.
///
/// # Errors
/// An error of usage for the first of them.
fn check_ranges(args: &PgnFilterArgs) -> Result<(), Error> {
    let is_above =
        |min: Option<u32>, max: Option<u32>| min.zip(max).is_some_and(|(min, max)| min > max);
    let TagConditionArgs { min_elo, max_elo, from, to, .. } = args.tag_conditions;
    let plies = args.move_conditions.as_ref().map(|args| (args.min_plies, args.max_plies));
    let (min_plies, max_plies) = plies.unwrap_or_default();
    let dates = from.zip(to);
    for (is_empty, reason) in [
        (is_above(min_elo, max_elo), "--min-elo is above --max-elo"),
        (is_above(min_plies, max_plies), "--min-plies is above --max-plies"),
        (dates.is_some_and(|(from, to)| from.earliest() > to.latest()), "--from is after --to"),
    ] {
        if is_empty {
            return Err(Error::usage(reason, "ferz pgn filter"));
        }
    }
    Ok(())
}
