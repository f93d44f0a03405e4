use super::error::{Damage, ReadError};
use super::game::Game;
use super::record::{CHECKSUM_SIZE, HEAD_SIZE, Kind, checksum_fits, payload};
use super::{HEADER_SIZE, MAGIC, VERSION};
use std::io::{self, BufReader, Read};

/// The games of a file one after the other, from any source; it is read through a buffer.
///
/// After an error there is nothing more.
pub struct GameReader<R> {
    source: BufReader<R>,
    /// Where the records that have been read end.
    offset: u64,
    record: Vec<u8>,
    settings: String,
    ended: bool,
}

/// The bytes that are asked of the source at a time.
const BUFFER_SIZE: usize = 1 << 18;

impl<R: Read> GameReader<R> {
    /// Reads the header and the first settings.
    ///
    /// # Errors
    /// If the source is no game file of this version, or ends before the first settings do.
    pub fn new(source: R) -> Result<Self, ReadError> {
        let mut reader = Self {
            source: BufReader::with_capacity(BUFFER_SIZE, source),
            offset: 0,
            record: Vec::new(),
            settings: String::new(),
            ended: false,
        };
        reader.read_header()?;
        match reader.read_record()? {
            Some(Kind::Settings) => reader.take_settings()?,
            Some(Kind::Game) => return Err(reader.damaged(Damage::NoSettings)),
            None => return Err(reader.torn()),
        }
        Ok(reader)
    }

    /// The settings of the game read last, or of the first game to come: a JSON object, not
    /// looked into here.
    pub fn settings(&self) -> &str {
        &self.settings
    }

    /// How many bytes the header and the records read so far take.
    pub fn bytes_read(&self) -> u64 {
        self.offset
    }

    fn read_header(&mut self) -> Result<(), ReadError> {
        let whole = self.fill(HEADER_SIZE)?;
        let (magic, version) = self.record.split_at(self.record.len().min(MAGIC.len()));
        if !MAGIC.starts_with(magic) {
            return Err(ReadError::Magic);
        }
        if !whole {
            return Err(ReadError::Torn { offset: 0 });
        }
        let version = version.iter().rev().fold(0, |number, &byte| number << 8 | u16::from(byte));
        if version != VERSION {
            return Err(ReadError::Version(version));
        }
        self.offset = HEADER_SIZE as u64;
        Ok(())
    }

    /// Reads the next whole record; `None` where the file ends.
    fn read_record(&mut self) -> Result<Option<Kind>, ReadError> {
        self.record.clear();
        if !self.fill(HEAD_SIZE)? {
            let clean = self.record.is_empty();
            return if clean { Ok(None) } else { Err(self.torn()) };
        }
        let code = self.record[0];
        let kind = Kind::from_code(code).ok_or_else(|| self.damaged(Damage::Kind(code)))?;
        let length = u16::from_le_bytes([self.record[1], self.record[2]]);
        if !self.fill(HEAD_SIZE + usize::from(length) + CHECKSUM_SIZE)? {
            return Err(self.torn());
        }
        if !checksum_fits(&self.record) {
            return Err(self.damaged(Damage::Checksum));
        }
        Ok(Some(kind))
    }

    /// The record just read is settings, which hold from here on.
    fn take_settings(&mut self) -> Result<(), ReadError> {
        let text = str::from_utf8(payload(&self.record));
        text.map_err(|_| self.damaged(Damage::SettingsText))?.clone_into(&mut self.settings);
        self.offset += self.record.len() as u64;
        Ok(())
    }

    /// The record just read is a game.
    fn take_game(&mut self) -> Result<Game, ReadError> {
        let game = Game::decode(payload(&self.record));
        let game = game.map_err(|error| self.damaged(error.into()))?;
        self.offset += self.record.len() as u64;
        Ok(game)
    }

    fn torn(&self) -> ReadError {
        ReadError::Torn { offset: self.offset }
    }

    fn damaged(&self, damage: Damage) -> ReadError {
        ReadError::Damaged { offset: self.offset, damage }
    }

    /// Reads until the record has so many bytes; false if the source ends before.
    fn fill(&mut self, size: usize) -> io::Result<bool> {
        let missing = size - self.record.len();
        let read = self.source.by_ref().take(missing as u64).read_to_end(&mut self.record)?;
        Ok(read == missing)
    }

    fn next_game(&mut self) -> Result<Option<Game>, ReadError> {
        loop {
            match self.read_record()? {
                Some(Kind::Settings) => self.take_settings()?,
                Some(Kind::Game) => return self.take_game().map(Some),
                None => return Ok(None),
            }
        }
    }
}

impl<R: Read> Iterator for GameReader<R> {
    type Item = Result<Game, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let game = self.next_game().transpose();
        self.ended = !matches!(game, Some(Ok(_)));
        game
    }
}
