//! Writing games in all formats.

use super::error::DataWriteError;
use super::{DataFormat, bulletformat, plain, viriformat};
use crate::format::{GameWriter, PositionFilter, ScoredPly, TrainingGame};
use std::io::Write;

/// The numbers of what a [`DataWriter`] has written and left out.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct DataTotals {
    /// Games passed to the writer.
    pub games: u64,
    /// Scored positions written.
    pub positions: u64,
    /// Positions without a score that were left out.
    pub unscored: u64,
    /// Positions with a score that the filter rejected.
    pub rejected: u64,
}

/// Writes games in any format.
///
/// Positions without a score are left out of all formats but Ferz's. In viriformat such a position ends the
/// game, and the next position begins another one.
pub struct DataWriter<W> {
    sink: FormatWriter<W>,
    filter: PositionFilter,
    totals: DataTotals,
    text: String,
}

/// A sink by its format.
enum FormatWriter<W> {
    Ferz(GameWriter<W>),
    Plain(W),
    Bulletformat(W),
    Viriformat(W),
}

impl<W: Write> DataWriter<W> {
    /// Begins a file. The settings are those of the first game, a JSON object, which only Ferz's format
    /// holds.
    ///
    /// # Errors
    /// If the sink cannot be written to.
    pub fn new(sink: W, format: DataFormat, settings: &str) -> Result<Self, DataWriteError> {
        let sink = match format {
            DataFormat::Ferz => FormatWriter::Ferz(GameWriter::new(sink, settings)?),
            DataFormat::Plain => FormatWriter::Plain(sink),
            DataFormat::Bulletformat => FormatWriter::Bulletformat(sink),
            DataFormat::Viriformat => FormatWriter::Viriformat(sink),
        };
        let (filter, totals) = (PositionFilter::all(), DataTotals::default());
        Ok(Self { sink, filter, totals, text: String::new() })
    }

    /// Leaves out the positions that a filter rejects, in `.plain` and bulletformat: the other formats hold
    /// whole games.
    pub fn set_filter(&mut self, filter: PositionFilter) {
        self.filter = filter;
    }

    /// Writes a game with its settings.
    ///
    /// # Errors
    /// If the sink cannot be written to, a move is illegal, or the game does not fit the format. Of such a
    /// game the first positions may have been written.
    pub fn write(&mut self, game: &TrainingGame, settings: &str) -> Result<(), DataWriteError> {
        self.totals.games += 1;
        match &mut self.sink {
            FormatWriter::Ferz(writer) => {
                let mut replay = game.replay();
                while replay.next_ply()?.is_some() {}
                writer.set_settings(settings)?;
                writer.write(game)?;
                self.totals.positions += game.search_scores().count() as u64;
                Ok(())
            }
            FormatWriter::Viriformat(sink) => write_viriformat(sink, game, &mut self.totals),
            FormatWriter::Plain(sink) => {
                visit_scored(game, &self.filter, &mut self.totals, |ply, score| {
                    self.text.clear();
                    plain::encode(ply, score, &mut self.text).expect("a string takes any text");
                    Ok(sink.write_all(self.text.as_bytes())?)
                })
            }
            FormatWriter::Bulletformat(sink) => {
                visit_scored(game, &self.filter, &mut self.totals, |ply, score| {
                    let bytes = bulletformat::encode(ply, score);
                    Ok(sink.write_all(&bytes.ok_or_else(|| too_many_pieces(ply))?)?)
                })
            }
        }
    }

    /// Returns the totals of the games so far.
    pub fn totals(&self) -> DataTotals {
        self.totals
    }

    /// Returns the sink.
    pub fn into_inner(self) -> W {
        match self.sink {
            FormatWriter::Ferz(writer) => writer.into_inner(),
            FormatWriter::Plain(sink)
            | FormatWriter::Bulletformat(sink)
            | FormatWriter::Viriformat(sink) => sink,
        }
    }
}

/// Passes the positions with a score that the filter accepts to `write`, and counts all.
fn visit_scored(
    game: &TrainingGame,
    filter: &PositionFilter,
    totals: &mut DataTotals,
    mut write: impl FnMut(&ScoredPly<'_>, i16) -> Result<(), DataWriteError>,
) -> Result<(), DataWriteError> {
    let mut replay = game.replay();
    while let Some(ply) = replay.next_ply()? {
        match ply.score {
            None => totals.unscored += 1,
            Some(_) if !filter.accepts(&ply) => totals.rejected += 1,
            Some(score) => {
                write(&ply, score)?;
                totals.positions += 1;
            }
        }
    }
    Ok(())
}

/// Writes the parts of a game that have scores.
fn write_viriformat(
    sink: &mut impl Write,
    game: &TrainingGame,
    totals: &mut DataTotals,
) -> Result<(), DataWriteError> {
    let mut is_open = false;
    let mut replay = game.replay();
    while let Some(ply) = replay.next_ply()? {
        let Some(score) = ply.score else {
            totals.unscored += 1;
            if std::mem::take(&mut is_open) {
                sink.write_all(&viriformat::END)?;
            }
            continue;
        };
        if !std::mem::replace(&mut is_open, true) {
            let header = viriformat::encode_header(ply.position, ply.result);
            sink.write_all(&header.ok_or_else(|| too_many_pieces(&ply))?)?;
        }
        sink.write_all(&viriformat::encode_ply(ply.mv, score))?;
        totals.positions += 1;
    }
    if is_open {
        sink.write_all(&viriformat::END)?;
    }
    Ok(())
}

fn too_many_pieces(ply: &ScoredPly<'_>) -> DataWriteError {
    DataWriteError::TooManyPieces(ply.position.occupied().len())
}
