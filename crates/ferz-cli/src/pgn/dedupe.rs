//! `pgn dedupe`: copies each game once.

use crate::common::collector::collect_games;
use crate::common::prelude::*;
use ferz_database::collector::{CollectedGame, GameParts, MoveChoice, TagChoice};
use ferz_database::facts::{Fingerprint, GameFacts};
use std::collections::HashSet;

#[derive(Args, Debug)]
pub(crate) struct DedupeArgs {
    #[command(flatten)]
    pub(super) source: SourceArgs,

    #[command(flatten)]
    pub(super) move_forms: MoveArgs,

    #[command(flatten)]
    pub(super) out: SummaryArgs,

    /// PGN file whose games count as copied already: none of them is copied again; repeat it for
    /// several
    #[arg(long, value_name = "FILE")]
    pub(super) against: Vec<PathBuf>,

    /// File for the games that are left out
    #[arg(long, value_name = "FILE")]
    pub(super) duplicates: Option<PathBuf>,

    /// Compare only start positions and moves
    #[arg(long)]
    pub(super) moves: bool,
}

/// Returns the hash of a game in 128 bits, so that among billions of games no two share one: of its moves and, unless
/// `by_moves`, of its players, date and result; of its text if it has an error.
fn fingerprint_of(game: &CollectedGame, text: &[u8], by_moves: bool) -> [u64; 2] {
    // Text and moves have other seeds.
    let seeds: [u64; 2] = if game.error.is_some() { [3, 4] } else { [1, 2] };
    let facts = GameFacts::of(&game.tags, game.marker);
    seeds.map(|seed| {
        let mut fingerprint = Fingerprint::with_seed(seed);
        if game.error.is_some() {
            fingerprint.add_text(text);
            return fingerprint.bits();
        }
        fingerprint.add_start(game.start.unwrap_or(0));
        // The key of the start does not tell the rules.
        if let Some(rules) = game.variant {
            fingerprint.add_text(rules.uci_name().as_bytes());
        }
        game.moves.iter().for_each(|&mv| fingerprint.add_move(mv));
        if !by_moves {
            fingerprint.add_facts(&facts);
        }
        fingerprint.bits()
    })
}

/// JSON object of the numbers of games.
#[derive(Default, Serialize)]
struct DedupeReport {
    games: u64,
    duplicates: u64,
}

/// Receives the hash and the text of each game.
type FingerprintConsumer<'c> = dyn FnMut([u64; 2], &[u8]) -> Result<(), Error> + 'c;

/// Passes the hashes and texts of all games in their order to `consume`.
///
/// # Errors
/// Those of [`Sources::read`].
fn read_fingerprints(
    sources: &Sources<'_>,
    args: &DedupeArgs,
    consume: &mut FingerprintConsumer<'_>,
) -> Result<(), Error> {
    let tags = TagChoice::Named(&GameFacts::TAGS);
    let parts =
        GameParts { tags, moves: MoveChoice::Moves, variants: true, ..GameParts::default() };
    collect_games(sources, args.move_forms, parts, &mut |path, chunk| {
        sources.report_long_games(path, &chunk.texts, chunk.games_before);
        for (game, text) in chunk.games.iter().zip(chunk.texts.iter()) {
            consume(fingerprint_of(game, text, args.moves), text)?;
        }
        Ok(ControlFlow::Continue(()))
    })
}

/// Copies the games without duplicates.
///
/// # Errors
/// If a file cannot be read or written or there is no game, and [`Error::Interrupted`] after Ctrl-C.
pub(super) fn run(args: &DedupeArgs) -> Result<(), Error> {
    args.out.check("ferz pgn dedupe")?;
    let inputs = [&args.source.files[..], &args.against].concat();
    let output = args.out.path();
    let mut out = GameOutput::new(output, &inputs)?;
    let mut duplicates =
        GameOutput::second("--duplicates", args.duplicates.as_deref(), output, &inputs)?;
    let mut known = HashSet::new();
    if !args.against.is_empty() {
        let sources = args.source.sources_of(&args.against).with_texts();
        read_fingerprints(&sources, args, &mut |fingerprint, _| {
            known.insert(fingerprint);
            Ok(())
        })?;
    }
    let mut totals = DedupeReport::default();
    let sources = args.source.sources().with_texts();
    let read = read_fingerprints(&sources, args, &mut |fingerprint, text| {
        totals.games += 1;
        if known.insert(fingerprint) {
            return out.write(text);
        }
        totals.duplicates += 1;
        duplicates.as_mut().map_or(Ok(()), |duplicates| duplicates.write(text))
    });
    if read.is_ok() && totals.games == 0 {
        return Err(Error::new(out.no_game(&args.source.files)));
    }
    out.finish_with(duplicates, read)?;
    let hint = if args.moves { "" } else { "; --moves compares start positions and moves only" };
    let numbers = counts([(totals.games, "game"), (totals.duplicates, "duplicate")]);
    args.out.print(&totals, numbers + hint)
}
