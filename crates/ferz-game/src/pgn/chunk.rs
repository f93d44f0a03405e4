//! Consecutive games of a text.

use super::movetext::BYTE_ORDER_MARK;
use super::reader::Reader;
use super::visitor::Visitor;
use std::io::{self, Read};

/// Consecutive games of a text after they have been read: see [`ParallelReader`](super::ParallelReader).
#[derive(Debug)]
pub struct Chunk<V> {
    /// The visitor of the games.
    pub visitor: V,
    /// The number of games before the chunk. The visitor has counted its games and those of its
    /// errors from 1: see [`PgnError::game`](super::PgnError::game).
    pub games_before: u64,
    /// The number of games in the chunk.
    pub games: u64,
    /// The number of bytes up to the end of the chunk.
    pub bytes_read: u64,
    /// The texts of the games, if the reader [keeps](super::ParallelReader::keep_texts) them.
    pub texts: GameTexts,
}

impl<V: Visitor> Chunk<V> {
    /// Reads games until they have `size` bytes or the text ends. Also returns true if more games may
    /// follow, or the error that ends the reading; the chunk contains the games before it.
    pub(super) fn read<R: Read>(
        reader: &mut Reader<R>,
        mut visitor: V,
        size: u64,
    ) -> (Self, io::Result<bool>) {
        let start = reader.position();
        let (keeps_text, mut ends) = (reader.keeps_text(), Vec::new());
        let mut has_more = Ok(true);
        while matches!(has_more, Ok(true)) && reader.position() - start < size {
            has_more = reader.read_game(&mut visitor);
            if keeps_text && matches!(has_more, Ok(true)) {
                ends.push(reader.kept_len());
            }
        }
        let (games, bytes_read) = (reader.take_games(), reader.position());
        let texts = GameTexts { text: reader.take_text(), ends };
        (Self { visitor, games_before: 0, games, bytes_read, texts }, has_more)
    }
}

/// The texts of consecutive games.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameTexts {
    text: Vec<u8>,
    /// The index after each game.
    ends: Vec<usize>,
}

impl GameTexts {
    /// Returns the number of texts.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns true without texts.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns the bytes of each game, without white space and byte order marks around them. Escaped
    /// lines and comments before the tags belong to the game.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[u8]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| {
            let text = trimmed(&self.text[start..end]);
            start = end;
            text
        })
    }

    /// Adds the text after the last game of the chunk before to the first game.
    pub(super) fn prepend(&mut self, before: &[u8]) {
        if !before.is_empty() {
            self.text.splice(..0, before.iter().copied());
            self.ends.iter_mut().for_each(|end| *end += before.len());
        }
    }

    /// Removes and returns the text after the last game, empty if it is only white space.
    pub(super) fn take_tail(&mut self) -> Vec<u8> {
        let tail = self.text.split_off(self.ends.last().copied().unwrap_or(0));
        if trimmed(&tail).is_empty() { Vec::new() } else { tail }
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
