//! `pgn fen`: the positions of games.

use crate::common::error::Error;
use crate::common::sources::{MoveArgs, SourceArgs};
use clap::Args;
use ferz::{Move, Position};
use ferz_game::GameResult;
use ferz_game::pgn::{GameVisitor, PgnError, Visit};
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

/// The positions of each game that are printed.
#[derive(Clone, Copy, Default)]
enum PositionChoice {
    #[default]
    Final,
    Every,
    Ply(u32),
}

/// A position of a game.
#[derive(Serialize)]
struct FoundPosition {
    game: u64,
    ply: u32,
    #[serde(skip)]
    key: u64,
    fen: String,
}

/// JSON object of a position.
#[derive(Serialize)]
struct FoundReport<'a> {
    file: &'a str,
    #[serde(flatten)]
    position: &'a FoundPosition,
}

/// Collects the positions of games.
#[derive(Default)]
struct Collector {
    selection: PositionChoice,
    found: Vec<FoundPosition>,
    errors: Vec<PgnError>,
}

/// The state of a game whose positions are collected.
#[derive(Clone, Copy, Default)]
struct CollectedGame {
    number: u64,
    ply: u32,
    is_faulty: bool,
    /// Set once the start is known.
    has_start: bool,
}

impl Collector {
    fn add(&mut self, game: CollectedGame, position: &Position) {
        let CollectedGame { number, ply, .. } = game;
        let (key, fen) = (position.key(), position.fen());
        self.found.push(FoundPosition { game: number, ply, key, fen });
    }

    /// Adds a position if it is selected by its ply.
    fn visit(&mut self, game: CollectedGame, position: &Position) {
        let is_selected = match self.selection {
            PositionChoice::Final => false,
            PositionChoice::Every => true,
            PositionChoice::Ply(ply) => ply == game.ply,
        };
        if is_selected {
            self.add(game, position);
        }
    }
}

impl GameVisitor for Collector {
    type Game = CollectedGame;

    fn begin_game(&mut self, number: u64) -> CollectedGame {
        CollectedGame { number, ..CollectedGame::default() }
    }

    fn begin_moves(&mut self, game: &mut CollectedGame, _start: &Position) -> Visit {
        game.has_start = true;
        Visit::Continue
    }

    fn played(&mut self, game: &mut CollectedGame, before: &Position, _mv: Move) -> Visit {
        self.visit(*game, before);
        game.ply += 1;
        Visit::Continue
    }

    fn null_move(&mut self, game: &mut CollectedGame, before: &Position) -> Visit {
        self.visit(*game, before);
        game.ply += 1;
        Visit::Continue
    }

    fn end_game(&mut self, game: CollectedGame, last: &Position, _result: Option<GameResult>) {
        if !game.has_start {
            return;
        }
        // The last position before an error is not the final position of the game.
        if !game.is_faulty && matches!(self.selection, PositionChoice::Final) {
            self.add(game, last);
        } else {
            self.visit(game, last);
        }
    }

    fn error(&mut self, game: &mut CollectedGame, error: PgnError) {
        game.is_faulty = true;
        self.errors.push(error);
    }
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
    let read = sources.read(
        || args.moves.player(Collector { selection, ..Collector::default() }),
        |path, chunk| {
            let Collector { errors, found, .. } = chunk.visitor.into_visitor();
            sources.report_all(errors, chunk.games_before);
            for mut found in found {
                found.game += chunk.games_before;
                if !args.unique || keys.insert(found.key) {
                    print(&mut out, &found, &path.to_string_lossy(), args.json)?;
                }
            }
            Ok(ControlFlow::Continue(()))
        },
    );
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
