//! `pgn fen`: the positions of games.

use super::collector::{FoundPosition, GameParts, MoveChoice, PositionChoice, collect_games};
use crate::common::error::Error;
use crate::common::sources::{MoveArgs, SourceArgs};
use clap::Args;
use serde::Serialize;
use std::collections::HashSet;
use std::io::{self, BufWriter, Write, stdout};
use std::ops::ControlFlow;

#[derive(Args, Debug)]
pub(crate) struct FenArgs {
    #[command(flatten)]
    pub(super) source: SourceArgs,

    #[command(flatten)]
    pub(super) moves: MoveArgs,

    /// Print all positions, with that before the first move
    #[arg(long)]
    pub(super) every: bool,

    /// Print the position after this number of plies, of games that have it
    #[arg(long, value_name = "N", conflicts_with = "every")]
    pub(super) ply: Option<u32>,

    /// Print a position once, also if its counters differ
    #[arg(long)]
    pub(super) unique: bool,

    /// Print one JSON object a line, with file, game and ply
    #[arg(long)]
    pub(super) json: bool,
}

/// JSON object of a position.
#[derive(Serialize)]
struct FoundReport<'a> {
    file: &'a str,
    #[serde(flatten)]
    position: &'a FoundPosition,
}

/// Prints the positions.
///
/// # Errors
/// If a file cannot be read, or after Ctrl-C.
pub(super) fn run(args: &FenArgs) -> Result<(), Error> {
    let selection = match args.ply {
        _ if args.every => PositionChoice::Every,
        Some(ply) => PositionChoice::Ply(ply),
        None => PositionChoice::Final,
    };
    let sources = args.source.sources();
    let mut out = BufWriter::new(stdout().lock());
    let mut keys = HashSet::new();
    let parts = GameParts { moves: MoveChoice::Positions(selection), ..GameParts::default() };
    let read = collect_games(&sources, args.moves, parts, &mut |path, chunk| {
        let errors = chunk.games.into_iter().filter_map(|game| game.error.map(|error| *error));
        sources.report_all(errors, chunk.games_before);
        for mut found in chunk.positions {
            found.game += chunk.games_before;
            if !args.unique || keys.insert(found.key) {
                print(&mut out, &found, &path.to_string_lossy(), args.json)?;
            }
        }
        Ok(ControlFlow::Continue(()))
    });
    // A failed write is not repeated.
    if !matches!(read, Err(Error::Output(_))) {
        out.flush()?;
    }
    read
}

fn print(out: &mut impl Write, found: &FoundPosition, file: &str, json: bool) -> io::Result<()> {
    if !json {
        return writeln!(out, "{}", found.fen);
    }
    serde_json::to_writer(&mut *out, &FoundReport { file, position: found })?;
    writeln!(out)
}
