//! Conversion between Ferz's game files and the training data of other programs: [`DataReader`] reads
//! games from each [`DataFormat`], [`DataWriter`] writes them. Both are streams: memory does not grow with
//! the file.
//!

#![doc = include_str!("../../data-formats.md")]

mod bulletformat;
mod error;
mod plain;
mod reader;
mod viriformat;
mod writer;

pub use error::{DataReadError, DataWriteError, LineFault, RecordFault};
pub use reader::DataReader;
pub use writer::{DataTotals, DataWriter};

use crate::format::{EndingCode, MAGIC, MAX_PAYLOAD, ResultCode, UNSEARCHED, ending_by_rules};
use ferz::{Color, Position};

/// A format of training data.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DataFormat {
    /// Ferz's games, documented in [`format`](crate::format).
    Ferz,
    /// Positions as text, from the tools of Stockfish.
    Plain,
    /// Positions of 32 bytes for the trainer bullet: its `ChessBoard`.
    Bulletformat,
    /// Games of the engine Viridithas.
    Viriformat,
}

impl DataFormat {
    /// All formats.
    pub const ALL: [Self; 4] = [Self::Ferz, Self::Plain, Self::Bulletformat, Self::Viriformat];

    /// The number of bytes at the start of a file that suffices for [`of_content`](Self::of_content).
    pub const START: usize = 512;

    /// Returns the name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ferz => "ferz",
            Self::Plain => "plain",
            Self::Bulletformat => "bulletformat",
            Self::Viriformat => "viriformat",
        }
    }

    /// Returns the format with this [`name`](Self::name).
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// Returns the format of files with this extension: `ferz`, `plain`, `bullet`, `bulletformat`, `vf`,
    /// `viri` or `viriformat`.
    pub fn of_extension(extension: &str) -> Option<Self> {
        match extension {
            "bullet" => Some(Self::Bulletformat),
            "vf" | "viri" => Some(Self::Viriformat),
            name => Self::of_name(name),
        }
    }

    /// Returns the format of a file by its first bytes, [`START`](Self::START) or the whole file. Bytes of
    /// bulletformat and viriformat have no mark: their first records must be positions.
    pub fn of_content(start: &[u8]) -> Option<Self> {
        if start.starts_with(&MAGIC) {
            Some(Self::Ferz)
        } else if plain::describes(start) {
            Some(Self::Plain)
        } else if bulletformat::describes(start) {
            Some(Self::Bulletformat)
        } else if viriformat::describes(start) {
            Some(Self::Viriformat)
        } else {
            None
        }
    }

    /// Returns the parts of games in this format that another format has no place for, as nouns.
    pub fn lost_in(self, other: Self) -> &'static [&'static str] {
        const ALL: &[&str] = &[
            "moves",
            "the side to move",
            "castling rights",
            "en passant squares",
            "counters",
            "openings",
            "endings",
            "settings",
        ];
        const OF_POSITIONS: usize = 5;
        match (self, other) {
            (Self::Bulletformat, _) | (_, Self::Ferz) => &[],
            (Self::Ferz, Self::Bulletformat) => ALL,
            (Self::Ferz, _) => &ALL[OF_POSITIONS..],
            (_, Self::Bulletformat) => &ALL[..OF_POSITIONS],
            _ => &[],
        }
    }
}

/// The maximum number of plies of a game that is read from another format, so that each fits a record of a
/// game file: start position and fixed fields take 34 bytes, a ply at most 5.
pub const MAX_PLIES: usize = (MAX_PAYLOAD - 34) / 5;

/// The smallest score that is read from another format: the two smaller numbers stand for missing scores
/// in a game file.
pub const MIN_SCORE: i16 = UNSEARCHED + 1;

/// Returns White's score, at least [`MIN_SCORE`], from that of a side.
fn white_score(score: i16, side: Color) -> i16 {
    let score = if side == Color::White { i32::from(score) } else { -i32::from(score) };
    score.clamp(MIN_SCORE.into(), i16::MAX.into()) as i16
}

/// Returns the score of a side from White's, which is no entry for a missing score.
fn side_score(score: i16, side: Color) -> i16 {
    if side == Color::White { score } else { score.saturating_neg() }
}

/// Returns the result of the game with the colours exchanged, if it is Black's.
fn side_result(result: ResultCode, side: Color) -> ResultCode {
    match (result, side) {
        (ResultCode::WhiteWins, Color::Black) => ResultCode::BlackWins,
        (ResultCode::BlackWins, Color::Black) => ResultCode::WhiteWins,
        (result, _) => result,
    }
}

/// Returns the ending of a game whose format does not hold it: that of the rules in the final position if
/// it has the result, else an adjudication.
fn ending(last: &Position, result: ResultCode) -> EndingCode {
    match ending_by_rules(last) {
        Some((by_rules, ending)) if by_rules == result => ending,
        _ if result == ResultCode::Draw => EndingCode::AdjudicatedDraw,
        _ => EndingCode::AdjudicatedWin,
    }
}
