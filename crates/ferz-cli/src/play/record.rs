//! The PGN of a game.

use crate::common::date::local_date;
use crate::common::prelude::*;
use ferz_game::game::Game;
use ferz_game::openings;
use ferz_game::pgn::{NodeId, PgnGame, Tree};
use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Read};

/// Returns a game with the names of White and Black as PGN, with today's local date, which is that of UTC if
/// the time zone is unknown, and the opening.
///
/// # Errors
/// If a tag is invalid.
pub(super) fn pgn(game: &Game, [white, black]: &[String; 2]) -> Result<PgnGame, Error> {
    let mut pgn = PgnGame { tree: Tree::from_position(game.start()), ..PgnGame::new() };
    let date = local_date().map_or_else(
        || "????.??.??".to_owned(),
        |(year, month, day)| format!("{year:04}.{month:02}.{day:02}"),
    );
    let control = game.clock().map(|clock| clock.control().to_string());
    let mut tags = vec![("Event", "Casual game"), ("Date", &date)];
    tags.extend([("White", white.as_str()), ("Black", black)]);
    let opening = openings::classify(game.start(), game.moves());
    let eco = opening.map(|opening| opening.eco.to_string());
    tags.extend(eco.as_deref().map(|eco| ("ECO", eco)));
    tags.extend(opening.map(|opening| ("Opening", opening.name)));
    tags.extend(control.as_deref().map(|control| ("TimeControl", control)));
    let error = |error: &dyn std::error::Error| Error::new(format!("PGN: {error}"));
    for (name, value) in tags {
        pgn.tags.set(name, value).map_err(|invalid| error(&invalid))?;
    }
    pgn.tree.add_line(NodeId::ROOT, game.moves()).map_err(|illegal| error(&illegal))?;
    pgn.result = game.result();
    Ok(pgn)
}

/// Checks that a game can be appended to a file, before it is played. Nothing is written.
///
/// # Errors
/// If the file cannot be opened or created, or has bytes that no text has.
pub(super) fn check(path: &Path) -> Result<(), Error> {
    let mut start = Vec::new();
    match OpenOptions::new().read(true).append(true).open(path) {
        Ok(file) if file.metadata().is_ok_and(|data| data.is_file()) => {
            file.take(4096).read_to_end(&mut start).map_err(|error| Error::file(path, error))?;
        }
        // A pipe or a device: its bytes are not for this program.
        Ok(_) => {}
        Err(error) if error.kind() == ErrorKind::NotFound => {
            ferz_output::check(&[("--save", path)], &[])?;
        }
        Err(error) => return Err(Error::file(path, error)),
    }
    if start.contains(&0) {
        return Err(Error::file(path, "not a PGN file; a game would damage it"));
    }
    Ok(())
}

/// The files to which the game of this process has been written.
#[derive(Default)]
pub(super) struct SavedGames(Vec<SavedGame>);

/// The game as it stands in a file.
struct SavedGame {
    path: PathBuf,
    /// The offset of its text.
    start: usize,
    text: String,
}

/// The change of a file by [`SavedGames::save`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SavedChange {
    /// The game was appended.
    Appended,
    /// The game stands in place of its earlier text.
    Replaced,
    /// The file has the game already.
    None,
}

impl SavedGames {
    /// Writes the game to a file. If an earlier call has written it there and its text still stands in
    /// its place, it is replaced; else the game is appended.
    ///
    /// # Errors
    /// If the file cannot be read or written.
    pub(super) fn save(&mut self, path: &Path, game: &PgnGame) -> Result<SavedChange, Error> {
        let text = game.to_string();
        let resolved = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let known = self.0.iter_mut().find(|saved| saved.path == resolved);
        if let Some(saved) = known
            && let Some(content) = saved.content(path)?
        {
            if saved.text == text {
                return Ok(SavedChange::None);
            }
            let end = saved.start + saved.text.len();
            let content = [&content[..saved.start], text.as_bytes(), &content[end..]].concat();
            ferz_output::replace(path, &content)?;
            saved.text = text;
            return Ok(SavedChange::Replaced);
        }
        let start = append(path, &text)?;
        // The file exists now.
        let path = path.canonicalize().unwrap_or(resolved);
        self.0.retain(|saved| saved.path != path);
        self.0.push(SavedGame { path, start, text });
        Ok(SavedChange::Appended)
    }
}

impl SavedGame {
    /// Reads the file; `None` if the text of the game stands no longer in its place.
    fn content(&self, path: &Path) -> Result<Option<Vec<u8>>, Error> {
        if !path.is_file() {
            return Ok(None);
        }
        let content = fs::read(path).map_err(|error| Error::file(path, error))?;
        let is_there =
            content.get(self.start..).is_some_and(|rest| rest.starts_with(self.text.as_bytes()));
        Ok(is_there.then_some(content))
    }
}

/// Appends the text of a game to a file, after an empty line if the file has text. Returns its offset.
///
/// # Errors
/// If the file cannot be written.
fn append(path: &Path, text: &str) -> Result<usize, Error> {
    check(path)?;
    let append = || {
        let mut file = OpenOptions::new().append(true).create(true).open(path)?;
        let length = file.metadata()?.len() as usize;
        let separator = if length > 0 { "\n" } else { "" };
        // One write, so that a process that is killed appends the whole game or nothing.
        file.write_all(format!("{separator}{text}").as_bytes())?;
        Ok(length + separator.len())
    };
    append().map_err(|error: io::Error| Error::file(path, error))
}

#[cfg(test)]
mod tests {
    use super::*;
    /// A process that is killed between two writes would leave part of a game.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_game_is_appended_in_one_write() {
        let writes = || {
            let counts = std::fs::read_to_string("/proc/thread-self/io").unwrap();
            let count = counts.lines().find_map(|line| line.strip_prefix("syscw: "));
            count.unwrap().parse::<u64>().unwrap()
        };
        let path = std::env::temp_dir().join(format!("ferz-play-{}.pgn", std::process::id()));
        let game = PgnGame::new();
        for number in 1..=2 {
            let before = writes();
            append(&path, &game.to_string()).unwrap();
            assert_eq!(writes(), before + 1, "game {number}");
        }
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        assert_eq!(text, format!("{game}\n{game}"));
    }

    #[test]
    fn the_game_of_a_session_is_in_a_file_once() {
        let path = std::env::temp_dir().join(format!("ferz-saved-{}.pgn", std::process::id()));
        fs::write(&path, "1. d4 *\n").unwrap();
        let mut game = PgnGame::new();
        let mut saved = SavedGames::default();
        let mut save = |game: &PgnGame, expected| {
            assert_eq!(saved.save(&path, game).unwrap(), expected);
            fs::read_to_string(&path).unwrap()
        };
        save(&game, SavedChange::Appended);
        save(&game, SavedChange::None);
        let mv = ferz::Position::startpos().parse_san("e4").unwrap();
        game.tree.add_line(NodeId::ROOT, &[mv]).unwrap();
        let text = save(&game, SavedChange::Replaced);
        assert_eq!(text, format!("1. d4 *\n\n{game}"));
        // Another program has appended a game: the place stays.
        fs::write(&path, format!("{text}\n1. c4 *\n")).unwrap();
        game.result = ferz_game::GameResult::Draw;
        let text = save(&game, SavedChange::Replaced);
        assert_eq!(text, format!("1. d4 *\n\n{game}\n1. c4 *\n"));
        // Another program has removed the game.
        fs::write(&path, "1. c4 *\n").unwrap();
        assert_eq!(save(&game, SavedChange::Appended), format!("1. c4 *\n\n{game}"));
        fs::remove_file(&path).unwrap();
    }
}
