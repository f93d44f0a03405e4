//! The file beside a repertoire with what has been learned of it.

use super::RepertoireArgs;
use crate::common::date::today;
use crate::common::files::is_standard_stream;
use crate::common::prelude::*;
use ferz_database::GameDate;
use ferz_database::repertoire::{Card, Deck, Progress};
use std::fs;
use std::io::ErrorKind;

/// The progress of a command.
#[derive(Args, Debug)]
pub(super) struct ProgressArgs {
    /// File with the progress [default: beside the first PGN file, white.progress.json for white.pgn]
    #[arg(long, value_name = "FILE")]
    progress: Option<PathBuf>,

    /// Day of the answers, for tests [default: today]
    #[arg(long, value_name = "DATE", hide = true, value_parser = day)]
    today: Option<i32>,
}

fn day(text: &str) -> Result<i32, String> {
    let day = text.parse().ok().and_then(GameDate::day_number);
    day.ok_or_else(|| "expected a date like 2026-11-29".to_owned())
}

impl ProgressArgs {
    /// Returns the number of the day.
    pub(super) fn today(&self) -> i32 {
        self.today.unwrap_or_else(today)
    }

    /// Returns the file with the progress.
    ///
    /// # Errors
    /// An error of usage if the repertoire is standard input and no file is given.
    pub(super) fn path(
        &self,
        repertoire: &RepertoireArgs,
        command: &str,
    ) -> Result<PathBuf, Error> {
        if let Some(path) = &self.progress {
            return Ok(path.clone());
        }
        match repertoire.files.first() {
            Some(path) if !is_standard_stream(path) => Ok(path.with_extension("progress.json")),
            _ => Err(Error::usage(
                "standard input has no file beside it: give the progress with --progress FILE",
                command,
            )),
        }
    }
}

/// Reads the states of a deck from its file, if there is one.
///
/// # Errors
/// If the file cannot be read or is not a progress of this version. It is not changed.
pub(super) fn load(path: &Path, deck: &mut Deck) -> Result<(), Error> {
    read(path)?.load(deck).map_err(|found| invalid(path, &found))
}

/// Writes the states of cards to the file as a whole. The others stay as they are in the file, which another process
/// may have changed.
///
/// # Errors
/// If the file cannot be read or written. It then has its old content.
pub(super) fn save<'a>(
    path: &Path,
    deck: &Deck,
    cards: impl IntoIterator<Item = &'a Card>,
) -> Result<(), Error> {
    let mut progress = read(path)?;
    progress.update(deck, cards);
    let mut text = serde_json::to_string_pretty(&progress).map_err(Error::new)?;
    text.push('\n');
    Ok(ferz_output::replace(path, text.as_bytes())?)
}

fn read(path: &Path) -> Result<Progress, Error> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Progress::default()),
        Err(error) => return Err(Error::file(path, error)),
    };
    let progress: Progress =
        serde_json::from_str(&text).map_err(|error| invalid(path, &error.to_string()))?;
    progress.check().map_err(|found| invalid(path, &found))?;
    Ok(progress)
}

/// Returns the error of a file that is no progress.
fn invalid(path: &Path, found: &str) -> Error {
    Error::file(path, format_args!("found {found}, expected the progress of a repertoire"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz::Color;
    use ferz_database::repertoire::{Grade, Repertoire};

    fn deck() -> Deck {
        let mut repertoire = Repertoire::default();
        repertoire.add_text("test", &b"1. e4 e5 (1... c5 2. c3) 2. Nf3 *"[..], None).unwrap();
        Deck::new(&repertoire, Color::White)
    }

    fn path(name: &str) -> PathBuf {
        let path =
            std::env::temp_dir().join(format!("ferz-progress-{}-{name}", std::process::id()));
        let _ = fs::remove_file(&path);
        path
    }

    #[test]
    fn states_are_read_as_they_were_written() {
        let (path, mut first) = (path("whole"), deck());
        first.answer(0, Grade::Good, 20_786);
        first.answer(1, Grade::Again, 20_786);
        save(&path, &first, first.cards()).unwrap();
        let mut second = deck();
        load(&path, &mut second).unwrap();
        assert_eq!(second.counts(20_786), first.counts(20_786));
        assert_eq!(second.queue(20_790, 9), first.queue(20_790, 9));
        // Another process has answered another card meanwhile.
        first.answer(2, Grade::Good, 20_787);
        save(&path, &first, [&first.cards()[2]]).unwrap();
        second.answer(1, Grade::Good, 20_787);
        save(&path, &second, [&second.cards()[1]]).unwrap();
        let mut both = deck();
        load(&path, &mut both).unwrap();
        assert_eq!(both.counts(20_787).learned, 3);
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn other_files_are_refused_and_stay() {
        let path = path("other");
        let card = r#""stability":1.0,"difficulty":5.0,"first":"2026-01-01","last":"2026-01-01","due":"2026-01-02","answered":1,"lapses":0"#;
        let of = |cards: &str| {
            format!(r#"{{"format":"ferz repertoire progress","version":1,"cards":{{{cards}}}}}"#)
        };
        for (text, expected) in [
            ("", "EOF"),
            ("{}", "missing field `format`"),
            ("[Event \"a\"]\n\n1. e4 *", "expected value"),
            (r#"{"format":"x","version":1,"cards":{}}"#, "another format"),
            (&of("").replace(":1,", ":2,"), "version 2"),
            (
                &of(&format!(r#""a":{{"answers":[],{}}}"#, card.replace("1.0", "-1.0"))),
                "the card a",
            ),
            (
                &of(&format!(r#""a":{{"answers":[],{}}}"#, card.replace("-01-02", "-13-02"))),
                "the card a",
            ),
            (
                &of(&format!(r#""a":{{"answers":[],{}}}"#, card.replace("5.0", "1e999"))),
                "number out of range",
            ),
        ] {
            fs::write(&path, text).unwrap();
            let mut deck = deck();
            let error = load(&path, &mut deck).unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
            // A save reads first, and so refuses what a load refuses by its form.
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        fs::write(&path, of(&format!(r#""a":{{"answers":["e4"],{card}}}"#))).unwrap();
        load(&path, &mut deck()).unwrap();
        fs::remove_file(path).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn an_interrupted_writing_leaves_the_old_file() {
        let folder = path("folder");
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("white.progress.json");
        let mut deck = deck();
        deck.answer(0, Grade::Good, 20_786);
        save(&path, &deck, deck.cards()).unwrap();
        let old = fs::read_to_string(&path).unwrap();
        deck.answer(1, Grade::Good, 20_786);
        // A process that was killed left half of a temporary file.
        let written = serde_json::to_string_pretty(&read(&path).unwrap()).unwrap();
        fs::write(folder.join(".white.progress.json.tmp"), &written[..written.len() / 2]).unwrap();
        let mut other = super::tests::deck();
        load(&path, &mut other).unwrap();
        assert_eq!(other.counts(20_786).learned, 1);
        // The target cannot be replaced: a folder stands in its place.
        let blocked = folder.join("blocked.progress.json");
        fs::create_dir_all(blocked.join("x")).unwrap();
        save(&blocked, &deck, deck.cards()).unwrap_err();
        assert_eq!(fs::read_to_string(&path).unwrap(), old);
        fs::remove_dir_all(folder).unwrap();
    }
}
