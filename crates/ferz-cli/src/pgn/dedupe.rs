//! `pgn dedupe`: copies each game once.

use super::collector::{CollectedGame, GameParts, MoveChoice, TagChoice, collect_games};
use crate::common::error::Error;
use crate::common::files::{GameOutput, GameOutputArgs};
use crate::common::sources::{MoveArgs, SourceArgs};
use crate::common::text::{counted, print_json};
use clap::Args;
use ferz::Move;
use serde::Serialize;
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{Write, stdout};
use std::ops::ControlFlow;

#[derive(Args, Debug)]
pub(crate) struct DedupeArgs {
    #[command(flatten)]
    pub(super) source: SourceArgs,

    #[command(flatten)]
    pub(super) move_forms: MoveArgs,

    #[command(flatten)]
    pub(super) out: GameOutputArgs,

    /// Compare only start positions and moves
    #[arg(long)]
    pub(super) moves: bool,

    /// Print the numbers of games as one JSON object; the games need an --output
    #[arg(long)]
    pub(super) json: bool,
}

/// A hash of 128 bits from two hash functions that differ in a prefix.
struct Fingerprint([DefaultHasher; 2]);

impl Fingerprint {
    fn new() -> Self {
        let mut hashers = [DefaultHasher::new(), DefaultHasher::new()];
        hashers[1].write_u8(1);
        Self(hashers)
    }

    /// Returns the hash of a game: of its moves and, unless `by_moves`, of its players, date and result;
    /// of its text if it has an error.
    fn of_game(game: &CollectedGame, text: &[u8], by_moves: bool) -> [u64; 2] {
        let mut fingerprint = Self::new();
        if game.error.is_some() {
            fingerprint.add(text);
            return fingerprint.finish();
        }
        fingerprint.add(game.start);
        let bits = |mv: &Option<Move>| mv.map_or(0, Move::bits).to_le_bytes();
        fingerprint.add(game.moves.iter().flat_map(bits).collect::<Vec<u8>>());
        if !by_moves {
            for name in ["White", "Black", "Date"] {
                fingerprint.add(game.tags.get(name).trim().to_lowercase());
            }
            fingerprint.add(game.result());
        }
        fingerprint.finish()
    }

    fn add(&mut self, value: impl Hash) {
        self.0.iter_mut().for_each(|hasher| value.hash(hasher));
    }

    fn finish(&self) -> [u64; 2] {
        [self.0[0].finish(), self.0[1].finish()]
    }
}

/// JSON object of the numbers of games.
#[derive(Default, Serialize)]
struct DedupeReport {
    games: u64,
    duplicates: u64,
}

/// Copies the games without duplicates.
///
/// # Errors
/// If a file cannot be read or written or there is no game, and [`Error::Interrupted`] after Ctrl-C.
pub(super) fn run(args: &DedupeArgs) -> Result<(), Error> {
    args.out.check_json(args.json, "ferz pgn dedupe")?;
    let sources = args.source.sources().with_texts();
    let mut out = GameOutput::new(args.out.path(), &args.source.files)?;
    let (mut totals, mut known) = (DedupeReport::default(), HashSet::new());
    let tags = TagChoice::Named(&["White", "Black", "Date", "Result"]);
    let parts = GameParts { tags, moves: MoveChoice::Moves };
    let read = collect_games(&sources, args.move_forms, parts, &mut |path, chunk| {
        sources.report_long_games(path, &chunk.texts, chunk.games_before);
        for (game, text) in chunk.games.iter().zip(chunk.texts.iter()) {
            totals.games += 1;
            if known.insert(Fingerprint::of_game(game, text, args.moves)) {
                out.write(text)?;
            } else {
                totals.duplicates += 1;
            }
        }
        Ok(ControlFlow::Continue(()))
    });
    out.finish_copy(read, &args.source.files)?;
    if args.out.path().is_none() {
        return Ok(());
    }
    if args.json {
        return print_json(&totals);
    }
    let DedupeReport { games, duplicates } = totals;
    let hint = if args.moves { "" } else { "; --moves compares start positions and moves only" };
    let duplicates = counted(duplicates as usize, "duplicate");
    Ok(writeln!(stdout(), "{}, {duplicates}{hint}", counted(games as usize, "game"))?)
}
