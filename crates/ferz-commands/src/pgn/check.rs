//! `pgn check`: verifies the moves of all games.

use super::args::CheckArgs;
use crate::common::error::Error;
use crate::common::output::escaped;
use crate::common::text::{counted, grouped, print_json};
use ferz::{Move, Position};
use ferz_game::pgn::{GameVisitor, PgnError, PgnErrorKind, Player, Visit};
use serde::Serialize;
use std::io::{Write, stdout};
use std::ops::ControlFlow;

/// Counts moves and collects errors.
struct Checker {
    variations: bool,
    moves: u64,
    errors: Vec<PgnError>,
}

impl GameVisitor for Checker {
    fn played(&mut self, _before: &Position, _mv: Move) -> Visit {
        self.moves += 1;
        Visit::Continue
    }

    fn begin_variation(&mut self) -> Visit {
        if self.variations { Visit::Continue } else { Visit::SkipVariation }
    }

    fn error(&mut self, error: PgnError) {
        self.errors.push(error);
    }
}

/// JSON object of an error.
#[derive(Serialize)]
struct ErrorReport<'a> {
    file: Option<&'a str>,
    line: u64,
    column: u64,
    game: u64,
    found: Option<&'a str>,
    expected: Option<&'a str>,
    message: String,
}

impl<'a> ErrorReport<'a> {
    fn new(error: &'a PgnError) -> Self {
        let (found, expected) = match &error.kind {
            PgnErrorKind::Move { found, .. } => (Some(found.as_str()), Some("a legal move")),
            PgnErrorKind::Fen { found, .. } => (Some(found.as_str()), Some("a legal position")),
            PgnErrorKind::Unexpected { found, expected } => (Some(found.as_str()), Some(*expected)),
            PgnErrorKind::UnterminatedComment => (Some("end of game"), Some("}")),
            PgnErrorKind::UnterminatedVariation { .. } => (Some("end of game"), Some(")")),
            _ => (None, None),
        };
        Self {
            file: error.source.as_deref(),
            line: error.line,
            column: error.column,
            game: error.game,
            found,
            expected,
            message: error.kind.to_string(),
        }
    }
}

/// JSON object of the totals.
#[derive(Default, Serialize)]
struct Totals {
    games: u64,
    moves: u64,
    errors: u64,
}

/// Verifies all games.
///
/// # Errors
/// [`Error::Mismatch`] if a game has an error, and the errors of reading and writing. The totals so
/// far have been printed.
pub(super) fn run(args: &CheckArgs) -> Result<(), Error> {
    let sources = args.source.sources();
    let mut totals = Totals::default();
    let variations = args.variations;
    let checker = || Player::new(Checker { variations, moves: 0, errors: Vec::new() });
    let read = sources.read(checker, |batch| {
        let Checker { moves, errors: found, .. } = batch.visitor.into_visitor();
        totals.games += batch.games;
        totals.moves += moves;
        totals.errors += found.len() as u64;
        let (games, errors) = (totals.games, totals.errors);
        sources.bar().set_message(format!("{} games, {errors} errors", grouped(games.into())));
        if !found.is_empty() {
            sources.bar().suspend(|| {
                found.into_iter().try_for_each(|mut error| {
                    error.game += batch.numbers_before;
                    print_error(&error, args.json)
                })
            })?;
        }
        Ok(ControlFlow::Continue(()))
    });
    if let Err(Error::Output(error)) = read {
        return Err(Error::Output(error));
    }
    print_totals(&totals, args.json)?;
    read?;
    if totals.errors == 0 { Ok(()) } else { Err(Error::Mismatch) }
}

fn print_error(error: &PgnError, json: bool) -> Result<(), Error> {
    if json {
        return print_json(&ErrorReport::new(error));
    }
    Ok(writeln!(stdout(), "{}", escaped(&error.to_string()))?)
}

fn print_totals(totals: &Totals, json: bool) -> Result<(), Error> {
    if json {
        return print_json(totals);
    }
    let Totals { games, moves, errors } = *totals;
    let [games, moves, errors] = [(games, "game"), (moves, "move"), (errors, "error")]
        .map(|(count, noun)| counted(count as usize, noun));
    Ok(writeln!(stdout(), "{games}, {moves}, {errors}")?)
}
