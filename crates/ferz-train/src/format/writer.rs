use super::error::WriteError;
use super::game::Game;
use super::record::{Kind, frame};
use super::{MAGIC, VERSION};
use std::fs::File;
use std::io::{self, Write};

/// Writes games, each with a single call of the sink's `write_all`.
pub struct GameWriter<W> {
    sink: W,
    record: Vec<u8>,
    bytes: u64,
}

impl<W: Write> GameWriter<W> {
    /// Begins a file: the header, then the settings of the games to come, a JSON object.
    ///
    /// # Errors
    /// If the sink cannot be written to, or the settings are too long for a record.
    pub fn new(mut sink: W, settings: &str) -> Result<Self, WriteError> {
        write_header(&mut sink)?;
        Self::resume(sink, settings)
    }

    /// Goes on with a file that has its header and ends after a whole record.
    pub(super) fn resume(sink: W, settings: &str) -> Result<Self, WriteError> {
        let mut writer = Self { sink, record: Vec::new(), bytes: 0 };
        frame(Kind::Settings, &mut writer.record, |out| {
            out.extend(settings.as_bytes());
            Ok(())
        })?;
        writer.sink.write_all(&writer.record)?;
        Ok(writer)
    }

    /// Writes a game.
    ///
    /// # Errors
    /// If the sink cannot be written to, or the game cannot be a record: it is too long, or has
    /// more scores than moves.
    pub fn write(&mut self, game: &Game) -> Result<(), WriteError> {
        frame(Kind::Game, &mut self.record, |out| game.encode(out))?;
        self.sink.write_all(&self.record)?;
        self.bytes += self.record.len() as u64;
        Ok(())
    }

    /// The bytes of all games written here.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Gives the sink back.
    pub fn into_inner(self) -> W {
        self.sink
    }
}

impl GameWriter<File> {
    /// Waits until what was written outlasts a loss of power.
    ///
    /// # Errors
    /// If the system cannot promise that.
    pub fn sync(&self) -> io::Result<()> {
        self.sink.sync_data()
    }
}

pub(super) fn write_header(sink: &mut impl Write) -> io::Result<()> {
    sink.write_all(&MAGIC)?;
    sink.write_all(&VERSION.to_le_bytes())
}
