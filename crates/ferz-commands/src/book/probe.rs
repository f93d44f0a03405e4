//! `book probe`: the moves of a book in one position.

use super::args::BookProbeArgs;
use super::{open, print_json};
use crate::args::PositionArgs;
use crate::common::error::Error;
use ferz::Position;
use ferz_game::book::{FoundMove, select, shares};
use ferz_game::openings;
use serde::Serialize;
use std::hash::{BuildHasher, RandomState};
use std::io::{Write, stdout};

/// JSON object of a move.
#[derive(Serialize)]
pub(super) struct BookMoveReport {
    pub(super) san: String,
    pub(super) uci: String,
    pub(super) weight: u16,
    /// The share of the weights of the position, 0 to 1.
    pub(super) share: f64,
    pub(super) learn: u32,
}

/// JSON object of a probe.
#[derive(Serialize)]
struct BookReport {
    fen: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    eco: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    opening: Option<&'static str>,
    moves: Vec<BookMoveReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    selected: Option<String>,
}

/// Prints the moves of a position, or one of them.
///
/// # Errors
/// If the position or a move is invalid, or the book cannot be read.
pub(super) fn run(args: &BookProbeArgs) -> Result<(), Error> {
    let book = open(&args.book)?;
    let position = args.start.position(LENIENT, "ferz book probe")?;
    let found = book.moves(&position).map_err(|error| Error::file(&args.book, error))?;
    let selected = args.select.and_then(|rule| {
        // A hash of nothing by a new random state is a random number.
        let random = args.seed.map_or_else(|| RandomState::new().hash_one(()), split_mix);
        select(&found, rule.into(), random)
    });
    let uci = |found: FoundMove| position.uci(found.mv).to_string();
    if args.json {
        let opening = openings::find(&position);
        return print_json(&BookReport {
            fen: position.fen(),
            eco: opening.map(|opening| opening.eco.to_string()),
            opening: opening.map(|opening| opening.name),
            moves: describe(&position, &found),
            selected: selected.map(uci),
        });
    }
    let mut out = stdout().lock();
    if args.select.is_some() {
        return match selected {
            Some(found) => Ok(writeln!(out, "{}", uci(found))?),
            None => Err(Error::NoBookMove),
        };
    }
    writeln!(out, "{}", position.fen())?;
    if let Some(opening) = openings::find(&position) {
        writeln!(out, "{opening}")?;
    }
    if found.is_empty() {
        return Err(Error::NoBookMove);
    }
    for mv in describe(&position, &found) {
        let percent = 100.0 * mv.share;
        writeln!(out, "{:<8} {:>5.1} %  weight {}", mv.san, percent, mv.weight)?;
    }
    Ok(())
}

/// Harmless faults of positions are accepted: a book is probed by its key.
pub(super) const LENIENT: PositionArgs = PositionArgs { chess960: false, lenient: true };

/// Returns the moves of a position for output.
pub(super) fn describe(position: &Position, moves: &[FoundMove]) -> Vec<BookMoveReport> {
    let report = |(found, share): (&FoundMove, f64)| BookMoveReport {
        san: position.san(found.mv).to_string(),
        uci: position.uci(found.mv).to_string(),
        weight: found.weight,
        share,
        learn: found.learn,
    };
    moves.iter().zip(shares(moves)).map(report).collect()
}

/// Returns the first output of the generator SplitMix64, so that small seeds give numbers that
/// differ in all bits.
fn split_mix(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}
