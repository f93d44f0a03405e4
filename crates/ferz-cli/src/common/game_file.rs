//! The games of a PGN file that is no source of a command.

use crate::common::arguments::GameNumber;
use crate::common::error::Error;
use crate::common::files::is_standard_stream;
use crate::common::formats::counted;
use crate::common::puzzle_file::{is_rows, peeked};
use crate::common::sources::MoveArgs;
use ferz_game::pgn::{Games, Input, PgnError, PgnGame, Reader};
use std::io;
use std::path::Path;

/// A game of a PGN file.
pub(crate) struct SelectedGame {
    /// The game, up to its error.
    pub(crate) game: PgnGame,
    pub(crate) error: Option<PgnError>,
    /// The number in the file, from 1.
    pub(crate) number: u64,
    /// Set if another game follows in the file.
    pub(crate) has_more: bool,
}

/// Reads a game of a PGN file, plain or compressed; `-` is standard input. Moves in UCI notation and null moves are accepted.
///
/// # Errors
/// If the file cannot be read, or has fewer games.
pub(crate) fn read_game(
    path: &Path,
    selected: GameNumber,
    forms: MoveArgs,
) -> Result<SelectedGame, Error> {
    let (mut games, name) = open(path)?;
    forms.set_letters(games.player_mut());
    let (mut number, mut last) = (0, None);
    while let Some(game) = games.next() {
        let (game, pgn_error) = game.map_err(|error| unreadable(&name, error))?;
        number += 1;
        let found = SelectedGame { game, error: pgn_error, number, has_more: false };
        match selected {
            GameNumber::Number(wanted) if wanted == number => {
                return Ok(SelectedGame { has_more: games.next().is_some(), ..found });
            }
            GameNumber::Number(_) => {}
            GameNumber::Last => last = Some(found),
        }
    }
    match (last, selected) {
        (Some(game), _) => Ok(game),
        (None, GameNumber::Number(wanted)) if number > 0 => {
            let games = counted(number, "game");
            Err(Error::new(format_args!("{name}: found {games}, no game {wanted}")))
        }
        _ => Err(Error::new(format_args!("{name}: found no game"))),
    }
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
///
/// # Errors
/// If it cannot be read, or has rows of puzzles.
fn open(path: &Path) -> Result<(Games<Input>, String), Error> {
    let (input, name) = if is_standard_stream(path) {
        (Input::stdin(), "standard input".to_owned())
    } else {
        (Input::open(path), path.display().to_string())
    };
    let (start, input) = input.and_then(peeked).map_err(|error| unreadable(&name, error))?;
    if is_rows(&start) {
        return Err(Error::new(format_args!(
            "{name}: found rows of puzzles, expected games: `ferz puzzles solve {name}` shows them"
        )));
    }
    let mut reader = Reader::new(input);
    reader.set_source(name.clone());
    Ok((Games::from_reader(reader), name))
}

/// Returns the error of a file that cannot be read.
fn unreadable(name: &str, error: io::Error) -> Error {
    Error::new(format_args!("{name}: {error}"))
}
