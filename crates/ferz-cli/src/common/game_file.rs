//! One game of a PGN file.

use crate::common::error::Error;
use crate::common::files::is_standard_stream;
use crate::common::text::counted;
use ferz_game::pgn::{Games, Input, PgnError, PgnGame, Reader};
use std::path::Path;

/// A game of a PGN file.
pub(crate) struct SelectedGame {
    /// The game, up to its error.
    pub(crate) game: PgnGame,
    pub(crate) error: Option<PgnError>,
    /// Set if another game follows in the file.
    pub(crate) has_more: bool,
}

/// Reads the game with this number, from 1, of a PGN file, plain or compressed; `-` is standard
/// input. Moves in UCI notation and null moves are accepted.
///
/// # Errors
/// If the file cannot be read, or has fewer games.
pub(crate) fn read_game(path: &Path, number: u64) -> Result<SelectedGame, Error> {
    let (input, name) = if is_standard_stream(path) {
        (Input::stdin(), "standard input".to_owned())
    } else {
        (Input::open(path), path.display().to_string())
    };
    let error = |error: std::io::Error| Error::new(format_args!("{name}: {error}"));
    let mut reader = Reader::new(input.map_err(error)?);
    reader.set_source(name.clone());
    let mut games = Games::from_reader(reader);
    let mut before = 0;
    while let Some(game) = games.next() {
        let (game, pgn_error) = game.map_err(error)?;
        before += 1;
        if before == number {
            let has_more = games.next().is_some();
            return Ok(SelectedGame { game, error: pgn_error, has_more });
        }
    }
    Err(Error::new(match before {
        0 => format!("{name}: found no game"),
        _ => format!("{name}: found {}, no game {number}", counted(before as usize, "game")),
    }))
}
