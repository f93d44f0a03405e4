//! Records of `.plain`: lines with a keyword and a value, ended by a line `e`.

use super::error::{DataReadError, LineFault, MAX_LINE};
use super::{side_result, side_score, white_score};
use crate::format::{ResultCode, ScoredPly};
use ferz::notation::{FenOptions, UciMove, truncated};
use ferz::{Move, Position};
use std::fmt::{self, Write};
use std::io::{self, BufRead, Read};

/// The score of a position that is to be skipped, which the trainer of Stockfish knows.
const NO_SCORE: i32 = 32_002;

/// The keywords of lines with a value.
const KEYWORDS: [&str; 5] = ["fen", "move", "score", "ply", "result"];
const FEN: usize = 0;
const MOVE: usize = 1;
const SCORE: usize = 2;
const PLY: usize = 3;
const RESULT: usize = 4;

/// Returns true if the first line of a file has a keyword and a value.
pub(super) fn describes(start: &[u8]) -> bool {
    let start = start.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(start).trim_ascii_start();
    let line = start.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let keyword = line.split(u8::is_ascii_whitespace).next().unwrap_or_default();
    str::from_utf8(line).is_ok_and(|line| line.len() > keyword.len())
        && KEYWORDS.iter().any(|name| name.as_bytes() == keyword)
}

/// Appends a position. Score and result are those of the side to move; the ply is that of the fullmove
/// number.
pub(super) fn encode(ply: &ScoredPly<'_>, score: i16, out: &mut String) -> fmt::Result {
    let (position, us) = (ply.position, ply.position.side_to_move());
    let score = side_score(score, us);
    let result = side_result(ply.result, us) as i8 - ResultCode::Draw as i8;
    writeln!(out, "fen {}\nmove {}", position.fen(), position.uci(ply.mv))?;
    writeln!(out, "score {score}\nply {}\nresult {result}\ne", position.game_ply())
}

/// A position with its move, White's score and the result.
pub(super) struct PlainPosition {
    pub(super) position: Position,
    /// `None` without a line `move` or for the null move.
    pub(super) mv: Option<Move>,
    /// `None` for the score 32002.
    pub(super) score: Option<i16>,
    pub(super) result: ResultCode,
}

/// The values of the lines of a record, with the numbers of the lines.
type Values = [Option<(u64, String)>; KEYWORDS.len()];

/// Reads records from a source.
pub(super) struct PlainReader<R> {
    source: R,
    bytes: Vec<u8>,
    /// The number of lines read.
    lines: u64,
    /// The number of records read.
    pub(super) records: u64,
}

impl<R: BufRead> PlainReader<R> {
    pub(super) fn new(source: R) -> Self {
        Self { source, bytes: Vec::new(), lines: 0, records: 0 }
    }

    /// Reads the next record; `None` at the end of the source. The line `e` of the last one may be missing.
    pub(super) fn next_position(&mut self) -> Result<Option<PlainPosition>, DataReadError> {
        let mut values = Values::default();
        let mut has_end = true;
        loop {
            if !self.read_line()? {
                if values.iter().all(Option::is_none) {
                    return Ok(None);
                }
                has_end = false;
                break;
            }
            let line = str::from_utf8(&self.bytes).map_err(|_| self.error(LineFault::Encoding))?;
            let line = line.trim_start_matches('\u{FEFF}').trim();
            let (keyword, value) = line.split_once([' ', '\t']).unwrap_or((line, ""));
            match (keyword, KEYWORDS.iter().position(|&name| name == keyword)) {
                ("", _) => {}
                ("e", _) if value.is_empty() => break,
                (_, Some(index)) if values[index].is_some() => {
                    return Err(self.error(LineFault::Repeated(KEYWORDS[index])));
                }
                (_, Some(index)) => values[index] = Some((self.lines, value.trim().to_owned())),
                (_, None) => return Err(self.error(LineFault::Keyword(truncated(line)))),
            }
        }
        self.records += 1;
        let record = self.records;
        parse(&values).map(Some).map_err(|(line, fault)| match has_end {
            true => DataReadError::Line { record, line: line.unwrap_or(self.lines), fault },
            false => DataReadError::Truncated { record },
        })
    }

    /// Returns the error of the current line, which may be cut off at the end of the source.
    fn error(&self, fault: LineFault) -> DataReadError {
        let record = self.records + 1;
        let is_cut = !self.bytes.ends_with(b"\n") && self.bytes.len() <= MAX_LINE;
        if is_cut {
            return DataReadError::Truncated { record };
        }
        DataReadError::Line { record, line: self.lines, fault }
    }

    /// Reads a line with its end; returns false at the end of the source.
    fn read_line(&mut self) -> Result<bool, DataReadError> {
        self.bytes.clear();
        let read = read_limited_line(&mut self.source, &mut self.bytes)?;
        self.lines += u64::from(read > 0);
        if read > MAX_LINE {
            return Err(self.error(LineFault::TooLong));
        }
        Ok(read > 0)
    }
}

/// Reads a line of at most [`MAX_LINE`] bytes, or one more of a longer line. Returns their number.
fn read_limited_line(source: &mut impl BufRead, bytes: &mut Vec<u8>) -> io::Result<usize> {
    source.by_ref().take(MAX_LINE as u64 + 1).read_until(b'\n', bytes)
}

/// Returns the position of a record. The error has the number of the line; `None` for the last one.
fn parse(values: &Values) -> Result<PlainPosition, (Option<u64>, LineFault)> {
    let value = |index: usize| {
        let value = values[index].as_ref().map(|(line, text)| (Some(*line), text.as_str()));
        value.ok_or((None, LineFault::Missing(KEYWORDS[index])))
    };
    let (line, fen) = value(FEN)?;
    let position = Position::from_fen_with(fen, FenOptions::LENIENT.min_fields(4));
    let position = position.map_err(|error| (line, error.into()))?;
    let us = position.side_to_move();
    let mv = match &values[MOVE] {
        None => None,
        Some((line, text)) => find_move(&position, text).map_err(|error| (Some(*line), error))?,
    };
    let number = |index: usize, expected| {
        let (line, text) = value(index)?;
        let number = text
            .parse::<i32>()
            .map_err(|_| ())
            .and_then(|number| if is_allowed(index, number) { Ok(number) } else { Err(()) });
        number.map_err(|()| {
            (line, LineFault::Number { name: KEYWORDS[index], expected, found: truncated(text) })
        })
    };
    let score = number(SCORE, "a score from -32768 to 32767")?;
    if values[PLY].is_some() {
        number(PLY, "a number from 0")?;
    }
    let result = ResultCode::ALL[(number(RESULT, "1, 0 or -1")? + 1) as usize];
    let score = i16::try_from(score).ok().filter(|&score| i32::from(score) != NO_SCORE);
    Ok(PlainPosition {
        mv,
        score: score.map(|score| white_score(score, us)),
        result: side_result(result, us),
        position,
    })
}

/// Returns true if the number is one of those that a line can have.
fn is_allowed(index: usize, number: i32) -> bool {
    match index {
        SCORE => i16::try_from(number).is_ok(),
        RESULT => (-1..=1).contains(&number),
        _ => number >= 0,
    }
}

/// Returns the legal move; `None` for the null move.
fn find_move(position: &Position, text: &str) -> Result<Option<Move>, LineFault> {
    let mv: UciMove = text.parse().map_err(ferz::notation::ParseUciMoveError::from)?;
    if mv.is_null() {
        return Ok(None);
    }
    Ok(Some(position.find_uci(mv)?))
}
