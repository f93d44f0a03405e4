//! Reading games from any source.

use super::error::{Damage, ReadError};
use super::game::TrainingGame;
use super::record::{CHECKSUM_SIZE, RECORD_HEADER_SIZE, RecordType, has_valid_checksum, payload};
use super::{HEADER_SIZE, MAGIC, VERSION};
use std::io::{self, BufRead, BufReader, Read};

/// An iterator over the games of a source, which it reads through a buffer.
///
/// The first error ends the iteration.
pub struct GameReader<R> {
    source: BufReader<R>,
    /// The end of the last record that was read.
    offset: u64,
    record: Vec<u8>,
    settings: String,
    ended: bool,
}

/// The largest number of games of a chunk.
const CHUNK: usize = 2048;
/// The size of the read buffer in bytes.
const BUFFER_SIZE: usize = 1 << 18;

impl<R: Read> GameReader<R> {
    /// Reads the header and the first settings.
    ///
    /// # Errors
    /// If the source is not a game file of this version, or ends before the end of the first settings.
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
            Some(RecordType::Settings) => reader.decode_settings()?,
            Some(RecordType::Game) => return Err(reader.damaged(Damage::NoSettings)),
            None => return Err(reader.truncated()),
        }
        Ok(reader)
    }

    /// Returns the settings of the last game read, or of the next one if none was read: a JSON
    /// object, which is not parsed here.
    pub fn settings(&self) -> &str {
        &self.settings
    }

    /// Returns the number of bytes of the header and all records read so far.
    pub fn bytes_read(&self) -> u64 {
        self.offset
    }

    /// Reads the next games, at most `limit` and at most 2048: enough to replay them on all cores.
    /// Returns none at the end of the source, and after an error, which is returned with the games
    /// before it.
    pub fn read_chunk(&mut self, limit: usize) -> (Vec<TrainingGame>, Result<(), ReadError>) {
        let mut games = Vec::new();
        for game in self.take(limit.min(CHUNK)) {
            match game {
                Ok(game) => games.push(game),
                Err(error) => return (games, Err(error)),
            }
        }
        (games, Ok(()))
    }

    fn read_header(&mut self) -> Result<(), ReadError> {
        let complete = self.fill(HEADER_SIZE)?;
        let (magic, version) = self.record.split_at(self.record.len().min(MAGIC.len()));
        if !MAGIC.starts_with(magic) {
            return Err(ReadError::Magic);
        }
        if !complete {
            return Err(ReadError::Truncated { offset: 0 });
        }
        let version = version.iter().rev().fold(0, |number, &byte| number << 8 | u16::from(byte));
        if version != VERSION {
            return Err(ReadError::Version(version));
        }
        self.offset = HEADER_SIZE as u64;
        Ok(())
    }

    /// Reads the next record; returns `None` at the end of the source.
    fn read_record(&mut self) -> Result<Option<RecordType>, ReadError> {
        self.record.clear();
        if !self.fill(RECORD_HEADER_SIZE)? {
            let at_end = self.record.is_empty();
            return if at_end { Ok(None) } else { Err(self.truncated()) };
        }
        let code = self.record[0];
        let Some(record_type) = RecordType::from_code(code) else {
            // After a power failure a file can have its new length, with zeros for what was not
            // written.
            let unwritten = code == 0 && self.only_zeros_follow()?;
            let error =
                if unwritten { self.truncated() } else { self.damaged(Damage::RecordType(code)) };
            return Err(error);
        };
        let length = u16::from_le_bytes([self.record[1], self.record[2]]);
        if !self.fill(RECORD_HEADER_SIZE + usize::from(length) + CHECKSUM_SIZE)? {
            return Err(self.truncated());
        }
        if !has_valid_checksum(&self.record) {
            return Err(self.damaged(Damage::Checksum));
        }
        Ok(Some(record_type))
    }

    /// Decodes the current record as settings.
    fn decode_settings(&mut self) -> Result<(), ReadError> {
        let text = str::from_utf8(payload(&self.record));
        text.map_err(|_| self.damaged(Damage::SettingsText))?.clone_into(&mut self.settings);
        self.offset += self.record.len() as u64;
        Ok(())
    }

    /// Decodes the current record as a game.
    fn decode_game(&mut self) -> Result<TrainingGame, ReadError> {
        let game = TrainingGame::decode(payload(&self.record));
        let game = game.map_err(|error| self.damaged(error.into()))?;
        self.offset += self.record.len() as u64;
        Ok(game)
    }

    fn truncated(&self) -> ReadError {
        ReadError::Truncated { offset: self.offset }
    }

    fn damaged(&self, damage: Damage) -> ReadError {
        ReadError::Damaged { offset: self.offset, damage }
    }

    /// Reads until the record buffer has `size` bytes; returns false if the source ends before.
    fn fill(&mut self, size: usize) -> io::Result<bool> {
        let missing = size - self.record.len();
        let read = self.source.by_ref().take(missing as u64).read_to_end(&mut self.record)?;
        Ok(read == missing)
    }

    /// Returns true if the record buffer and the rest of the source hold zeros only.
    fn only_zeros_follow(&mut self) -> io::Result<bool> {
        let mut zeros = self.record.iter().all(|&byte| byte == 0);
        while zeros {
            let bytes = self.source.fill_buf()?;
            if bytes.is_empty() {
                break;
            }
            zeros = bytes.iter().all(|&byte| byte == 0);
            let read = bytes.len();
            self.source.consume(read);
        }
        Ok(zeros)
    }

    fn next_game(&mut self) -> Result<Option<TrainingGame>, ReadError> {
        loop {
            match self.read_record()? {
                Some(RecordType::Settings) => self.decode_settings()?,
                Some(RecordType::Game) => return self.decode_game().map(Some),
                None => return Ok(None),
            }
        }
    }
}

impl<R: Read> Iterator for GameReader<R> {
    type Item = Result<TrainingGame, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let game = self.next_game().transpose();
        self.ended = !matches!(game, Some(Ok(_)));
        game
    }
}
