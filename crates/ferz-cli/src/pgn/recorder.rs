//! The bytes of games, kept while they are read.

use ferz_game::pgn::{Reader, Visitor};
use std::cell::RefCell;
use std::io::{self, Read};
use std::ops::Range;
use std::rc::Rc;

/// The byte order mark of UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// The bytes of a text that have been read and may belong to the next games.
#[derive(Default)]
struct Recent {
    bytes: Vec<u8>,
    /// The place of the first byte in the text.
    offset: u64,
}

impl Recent {
    /// Returns the bytes of a range of the text, which starts after those dropped.
    fn get(&self, range: Range<u64>) -> &[u8] {
        let index = |place: u64| ((place - self.offset) as usize).min(self.bytes.len());
        &self.bytes[index(range.start)..index(range.end)]
    }

    /// Drops the bytes before a place if they are at least half of all.
    fn drop_before(&mut self, place: u64) {
        let count = ((place - self.offset) as usize).min(self.bytes.len());
        if 2 * count >= self.bytes.len() {
            self.bytes.drain(..count);
            self.offset += count as u64;
        }
    }
}

/// A stream that keeps a copy of its bytes.
struct Recorder<R> {
    input: R,
    recent: Rc<RefCell<Recent>>,
}

impl<R: Read> Read for Recorder<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(bytes)?;
        self.recent.borrow_mut().bytes.extend_from_slice(&bytes[..read]);
        Ok(read)
    }
}

/// A reader of games that returns their bytes.
pub(super) struct TextReader<R> {
    reader: Reader<Recorder<R>>,
    recent: Rc<RefCell<Recent>>,
}

impl<R: Read> TextReader<R> {
    /// Creates a reader, with the name of the text for errors.
    pub(super) fn new(input: R, name: String) -> Self {
        let recent = Rc::<RefCell<Recent>>::default();
        let mut reader = Reader::new(Recorder { input, recent: Rc::clone(&recent) });
        reader.set_source(name);
        Self { reader, recent }
    }

    /// Reads the next game and calls `with_text` with its bytes, without white space around them.
    /// Returns `None` at the end of the text.
    ///
    /// # Errors
    /// If the input cannot be read.
    pub(super) fn read_game<V: Visitor, T>(
        &mut self,
        visitor: &mut V,
        with_text: impl FnOnce(&mut V, &[u8]) -> T,
    ) -> io::Result<Option<T>> {
        let start = self.reader.position();
        self.recent.borrow_mut().drop_before(start);
        if !self.reader.read_game(visitor)? {
            return Ok(None);
        }
        let recent = self.recent.borrow();
        let text = trimmed(recent.get(start..self.reader.position()));
        Ok(Some(with_text(visitor, text)))
    }
}

/// Returns a text without white space and byte order marks around it.
fn trimmed(text: &[u8]) -> &[u8] {
    let mut text = text.trim_ascii();
    while let Some(rest) =
        text.strip_prefix(BYTE_ORDER_MARK).or_else(|| text.strip_suffix(BYTE_ORDER_MARK))
    {
        text = rest.trim_ascii();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz_game::pgn::{GameVisitor, Player};

    /// A visitor that verifies the moves only.
    struct Moves;

    impl GameVisitor for Moves {}

    #[test]
    fn texts_of_games_are_those_of_the_input() {
        let games =
            ["[A \"b\"]\r\n\r\n1. e4 {x\r\n\r\ny}  e5 *", "1. d4 ; end\n 1-0", "[C \"d\"]\n\n"];
        let text = format!("\u{FEFF}{}\n\n{}\n{}\n", games[0], games[1], games[2]).repeat(9000);
        let mut reader = TextReader::new(text.as_bytes(), "text".to_owned());
        let (mut player, mut found) = (Player::new(Moves), Vec::new());
        let mut most = 0;
        while let Some(game) = reader.read_game(&mut player, |_, text| text.to_vec()).unwrap() {
            most = most.max(reader.recent.borrow().bytes.len());
            found.push(game);
        }
        assert_eq!(found.len(), 27_000);
        assert!(most < 1 << 20, "{most} bytes in memory of {}", text.len());
        for (index, game) in found.iter().enumerate() {
            assert_eq!(game, games[index % 3].trim().as_bytes(), "game {index}");
        }
    }
}
