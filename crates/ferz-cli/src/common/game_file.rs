//! The games of a PGN file that is no source of a command.

use crate::common::error::Error;
use crate::common::files::is_standard_stream;
use crate::common::sources::MoveArgs;
use crate::common::text::counted;
use ferz_game::pgn::{Games, Input, PgnError, PgnGame, Reader};
use std::io;
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
    let (mut games, name) = open(path)?;
    let mut before = 0;
    while let Some(game) = games.next() {
        let (game, pgn_error) = game.map_err(|error| unreadable(&name, error))?;
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

/// Passes the games of a PGN file, plain or compressed, with their variations to `consume`; `-` is
/// standard input. A game ends before its error.
///
/// # Errors
/// If the file cannot be read, and the first error of `consume`.
pub(crate) fn read_games(
    path: &Path,
    forms: MoveArgs,
    consume: &mut dyn FnMut(PgnGame, Option<PgnError>) -> Result<(), Error>,
) -> Result<(), Error> {
    let (mut games, name) = open(path)?;
    forms.set_letters(games.player_mut());
    games.try_for_each(|game| {
        let (game, pgn_error) = game.map_err(|error| unreadable(&name, error))?;
        consume(game, pgn_error)
    })
}

/// Opens a file. Returns its games and its name for messages.
fn open(path: &Path) -> Result<(Games<Input>, String), Error> {
    let (input, name) = if is_standard_stream(path) {
        (Input::stdin(), "standard input".to_owned())
    } else {
        (Input::open(path), path.display().to_string())
    };
    let mut reader = Reader::new(input.map_err(|error| unreadable(&name, error))?);
    reader.set_source(name.clone());
    Ok((Games::from_reader(reader), name))
}

/// Returns the error of a file that cannot be read.
fn unreadable(name: &str, error: io::Error) -> Error {
    Error::new(format_args!("{name}: {error}"))
}
