//! The games of the files of a command as `ferz_database` collects them.

use crate::common::error::Error;
use crate::common::sources::{MoveArgs, SourceArgs, Sources};
use ferz_database::collector::{CollectedGame, GameChunk, GameParts, TagChoice, TagChunk};
use ferz_database::facts::GameTags;
use ferz_database::selection::Tests;
use std::ops::ControlFlow;
use std::path::Path;

/// Collects the games of all files and passes them in their order to `consume`, until it breaks.
///
/// # Errors
/// If a file cannot be read, the first error of `consume`, and [`Error::Interrupted`] after Ctrl-C.
pub(crate) fn collect_games<'f>(
    sources: &Sources<'f>,
    moves: MoveArgs,
    parts: GameParts<'_>,
    consume: &mut dyn FnMut(&'f Path, GameChunk) -> Result<ControlFlow<()>, Error>,
) -> Result<(), Error> {
    sources.read_files(&mut |path, reader, step| {
        parts.read(reader, moves.letters(), &mut |chunk| {
            step(chunk.games.len() as u64, chunk.warnings, Box::new(|| consume(path, chunk)))
        })
    })
}

/// Returns the number of the games without an error that meet conditions. `None` if a file is a stream, which can be read
/// only once.
///
/// # Errors
/// If a file cannot be read; [`Error::Interrupted`] after Ctrl-C.
pub(crate) fn count_games(
    source: &SourceArgs,
    moves: MoveArgs,
    tests: &Tests<'_>,
    count: impl Fn(&CollectedGame) -> u64,
) -> Result<Option<u64>, Error> {
    let sources = source.sources().with_own_warnings();
    if !sources.are_rereadable() {
        return Ok(None);
    }
    let mut total = 0;
    let parts = GameParts { tests: Some(tests), ..GameParts::default() };
    collect_games(&sources, moves, parts, &mut |_, chunk| {
        let games = chunk.games.iter().filter(|game| game.error.is_none() && game.is_match);
        total += games.map(&count).sum::<u64>();
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(Some(total))
}

/// Receives tags and the text of each game.
type TextConsumer<'c> = dyn FnMut(&GameTags, &[u8]) -> Result<(), Error> + 'c;

/// Passes the texts of all games in their order to `consume`, with tags of each game. Reports the games
/// that are too long to have a text.
///
/// # Errors
/// As [`collect_games`].
pub(crate) fn collect_texts(
    sources: &Sources<'_>,
    choice: TagChoice<'_>,
    consume: &mut TextConsumer<'_>,
) -> Result<(), Error> {
    sources.read_files(&mut |path, reader, step| {
        choice.read(reader, &mut |chunk| {
            let TagChunk { games, games_before, warnings, texts } = chunk;
            let consume = || {
                sources.report_long_games(path, &texts, games_before);
                let mut games = games.iter().zip(texts.iter());
                games.try_for_each(|(tags, text)| consume(tags, text))?;
                Ok(ControlFlow::Continue(()))
            };
            step(games.len() as u64, warnings, Box::new(consume))
        })
    })
}
