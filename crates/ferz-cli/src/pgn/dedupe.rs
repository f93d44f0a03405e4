//! `pgn dedupe`: copies each game once.

use super::main_line::GameTags;
use crate::common::error::Error;
use crate::common::files::{GameOutput, GameOutputArgs};
use crate::common::sources::{MoveArgs, SourceArgs};
use crate::common::text::{counted, print_json};
use clap::Args;
use ferz::{Move, Position};
use ferz_game::GameResult;
use ferz_game::pgn::{GameVisitor, PgnError, Tag, Visit};
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

    /// Returns the hash of the text of a game with an error.
    fn of_text(text: &[u8]) -> [u64; 2] {
        let mut fingerprint = Self::new();
        fingerprint.add(text);
        fingerprint.finish()
    }

    fn add(&mut self, value: impl Hash) {
        self.0.iter_mut().for_each(|hasher| value.hash(hasher));
    }

    fn finish(&self) -> [u64; 2] {
        [self.0[0].finish(), self.0[1].finish()]
    }
}

/// Computes the fingerprints of games.
struct Identifier {
    by_moves: bool,
    /// The fingerprints of the games: of the moves and, without `--moves`, of players, date and
    /// result. `None` after an error.
    found: Vec<Option<[u64; 2]>>,
}

/// A game whose fingerprint is being computed.
struct IdentifiedGame {
    tags: GameTags,
    fingerprint: Fingerprint,
    is_faulty: bool,
}

impl GameVisitor for Identifier {
    type Game = IdentifiedGame;

    fn begin_game(&mut self, _number: u64) -> IdentifiedGame {
        let (tags, fingerprint) = (GameTags::default(), Fingerprint::new());
        IdentifiedGame { tags, fingerprint, is_faulty: false }
    }

    fn tag(&mut self, game: &mut IdentifiedGame, tag: Tag<'_>) {
        game.tags.add(tag);
    }

    fn begin_moves(&mut self, game: &mut IdentifiedGame, start: &Position) -> Visit {
        game.fingerprint.add(start.key());
        Visit::Continue
    }

    fn played(&mut self, game: &mut IdentifiedGame, _before: &Position, mv: Move) -> Visit {
        game.fingerprint.add(mv);
        Visit::Continue
    }

    fn null_move(&mut self, game: &mut IdentifiedGame, _before: &Position) -> Visit {
        game.fingerprint.add(None::<Move>);
        Visit::Continue
    }

    fn end_game(&mut self, game: IdentifiedGame, _last: &Position, marker: Option<GameResult>) {
        let IdentifiedGame { tags, mut fingerprint, is_faulty } = game;
        if !self.by_moves {
            for name in ["White", "Black", "Date"] {
                fingerprint.add(tags.get(name).trim().to_lowercase());
            }
            fingerprint.add(tags.result(marker));
        }
        self.found.push((!is_faulty).then(|| fingerprint.finish()));
    }

    fn error(&mut self, game: &mut IdentifiedGame, _error: PgnError) {
        game.is_faulty = true;
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
/// If a file cannot be read or written, and [`Error::Interrupted`] after Ctrl-C.
pub(super) fn run(args: &DedupeArgs) -> Result<(), Error> {
    args.out.check_json(args.json, "ferz pgn dedupe")?;
    let sources = args.source.sources().with_texts();
    let mut out = GameOutput::new(args.out.path(), &args.source.files)?;
    let (mut totals, mut known) = (DedupeReport::default(), HashSet::new());
    let identifier =
        || args.move_forms.player(Identifier { by_moves: args.moves, found: Vec::new() });
    let read = sources.read(identifier, |path, chunk| {
        sources.report_long_games(path, &chunk);
        let found = chunk.visitor.into_visitor().found;
        for (fingerprint, text) in found.into_iter().zip(chunk.texts.iter()) {
            totals.games += 1;
            if known.insert(fingerprint.unwrap_or_else(|| Fingerprint::of_text(text))) {
                out.write(text)?;
            } else {
                totals.duplicates += 1;
            }
        }
        Ok(ControlFlow::Continue(()))
    });
    out.finish(read)?;
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
