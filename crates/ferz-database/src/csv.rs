//! Comma-separated values (RFC 4180): records of a text, their fields, and lines of fields.
//!
//! A field in quotes has commas, line breaks and doubled quotes. What the standard leaves open is read as text, so
//! that no input is an error: a quote within a field without quotes, and what follows a closing quote.
//!
//! Not the crate `csv`: it brings two further crates for what is a table of five states here, and it has no function for
//! the length of a record, which a page needs that keeps places in a file and not its rows.

use std::io::{self, Read};
use std::ops::Range;

/// Largest length of a record in bytes. A longer one is most often a quote that is never closed: it ends at its first
/// line break, so that one quote costs one record and not the rest of the file.
pub const MAX_RECORD: usize = 1 << 16;

/// The place of a character in a record.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FieldState {
    /// At the begin of a field.
    Begin,
    /// In a field without quotes, or behind the quotes of one.
    Plain,
    /// In quotes.
    Quoted,
    /// At a quote in quotes: the last one, or the first of two.
    Closing,
    /// At the line break behind the record.
    End,
}

impl FieldState {
    fn next(self, c: char) -> Self {
        match (self, c) {
            (Self::Begin | Self::Closing, '"') => Self::Quoted,
            (Self::Quoted, '"') => Self::Closing,
            (Self::Quoted, _) => Self::Quoted,
            (_, ',') => Self::Begin,
            (_, '\n') => Self::End,
            _ => Self::Plain,
        }
    }
}

/// Returns the length of the first record of a text with its line break, or `None` if it does not end in the text.
///
/// ```
/// use ferz_database::csv::record_length;
///
/// assert_eq!(record_length(b"a,\"b\nc\"\r\nd\n"), Some(9));
/// assert_eq!(record_length(b"a,\"b\nc"), None);
/// ```
pub fn record_length(text: &[u8]) -> Option<usize> {
    let mut state = FieldState::Begin;
    for (index, &byte) in text.iter().take(MAX_RECORD).enumerate() {
        state = state.next(byte.into());
        if state == FieldState::End {
            return Some(index + 1);
        }
    }
    let line_break = text.iter().position(|&byte| byte == b'\n').map(|index| index + 1);
    line_break.filter(|_| text.len() >= MAX_RECORD)
}

/// Returns the fields of a record, which may end with its line break.
///
/// ```
/// use ferz_database::csv::fields;
///
/// assert_eq!(fields("a,\"b, \"\"c\"\"\",\r\n"), ["a", "b, \"c\"", ""]);
/// ```
pub fn fields(record: &str) -> Vec<String> {
    let record = record.strip_suffix('\n').unwrap_or(record);
    let record = record.strip_suffix('\r').unwrap_or(record);
    let (mut fields, mut field, mut state) = (Vec::new(), String::new(), FieldState::Begin);
    for c in record.chars() {
        let before = state;
        state = before.next(c);
        match state {
            FieldState::Begin => fields.push(std::mem::take(&mut field)),
            FieldState::Quoted if before == FieldState::Begin => {}
            FieldState::Plain | FieldState::Quoted => field.push(c),
            FieldState::Closing | FieldState::End => {}
        }
    }
    fields.push(field);
    fields
}

/// Returns fields separated by commas, in quotes where RFC 4180 needs them, without a line break.
pub fn line<'a>(fields: impl IntoIterator<Item = &'a str>) -> String {
    let mut line = String::new();
    for (index, field) in fields.into_iter().enumerate() {
        if index > 0 {
            line.push(',');
        }
        if field.contains([',', '"', '\n', '\r']) {
            line.extend(["\"", &field.replace('"', "\"\""), "\""]);
        } else {
            line.push_str(field);
        }
    }
    line
}

/// A reader of records. Holds at most two records of the largest length.
#[derive(Debug)]
pub struct RecordReader<R> {
    input: R,
    buffer: Vec<u8>,
    /// The bytes of the buffer that are not returned yet.
    unread: Range<usize>,
    is_end: bool,
    /// The number of the line at which the next record begins, from 1.
    line: usize,
}

/// A record of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Record<'a> {
    /// The number of its first line, from 1.
    pub line: usize,
    /// Its bytes with the line break; at most [`MAX_RECORD`], since the rest of a longer one is left out.
    pub bytes: &'a [u8],
}

impl<R: Read> RecordReader<R> {
    /// Creates a reader at the first record.
    pub fn new(input: R) -> Self {
        Self { input, buffer: vec![0; 2 * MAX_RECORD], unread: 0..0, is_end: false, line: 1 }
    }

    /// Reads the next record, `None` at the end.
    ///
    /// # Errors
    /// If the input cannot be read.
    pub fn next_record(&mut self) -> io::Result<Option<Record<'_>>> {
        let length = loop {
            let length = record_length(&self.buffer[self.unread.clone()]);
            if length.is_some() || self.is_end || self.unread.len() >= MAX_RECORD {
                break length;
            }
            self.buffer.copy_within(self.unread.clone(), 0);
            self.unread = 0..self.unread.len();
            self.unread.end += self.read_behind(self.unread.end)?;
        };
        let (line, begin) = (self.line, self.unread.start);
        let length = length.unwrap_or(self.unread.len());
        let end = begin + length;
        self.line += self.buffer[begin..end].iter().filter(|&&byte| byte == b'\n').count();
        self.unread.start = end;
        let is_line = self.buffer[begin..end].ends_with(b"\n");
        if length >= MAX_RECORD && !is_line {
            self.skip_line(end)?;
        }
        let bytes = &self.buffer[begin..end.min(begin + MAX_RECORD)];
        Ok((length > 0).then_some(Record { line, bytes }))
    }

    /// Reads further bytes to this place of the buffer, and returns their number.
    fn read_behind(&mut self, place: usize) -> io::Result<usize> {
        loop {
            match self.input.read(&mut self.buffer[place..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                result => {
                    let read = result?;
                    self.is_end = read == 0;
                    return Ok(read);
                }
            }
        }
    }

    /// Skips the input up to the next line break. The bytes before the end of the buffer's record are kept.
    fn skip_line(&mut self, end: usize) -> io::Result<()> {
        // A record of this length begins at the begin of the buffer, of which the second half is free.
        let place = end.min(MAX_RECORD);
        loop {
            let read = self.read_behind(place)?;
            self.unread = place..place + read;
            let found = self.buffer[self.unread.clone()].iter().position(|&byte| byte == b'\n');
            if let Some(index) = found {
                self.unread.start += index + 1;
                self.line += 1;
                return Ok(());
            } else if self.is_end {
                return Ok(());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the records of a text that comes in parts of this many bytes, with the numbers of their lines.
    fn read(text: &[u8], part: usize) -> Vec<(usize, Vec<u8>)> {
        struct Parts<'a>(&'a [u8], usize);
        impl Read for Parts<'_> {
            fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
                let count = self.1.min(to.len()).min(self.0.len());
                self.0.read(&mut to[..count])
            }
        }
        let mut reader = RecordReader::new(Parts(text, part));
        let mut records = Vec::new();
        while let Some(record) = reader.next_record().unwrap() {
            records.push((record.line, record.bytes.to_vec()));
        }
        records
    }

    #[test]
    fn fields_are_split() {
        for (record, expected) in [
            ("", &[""][..]),
            ("a,b\r\n", &["a", "b"]),
            ("\"a\",\"b,c\",\"d\"\"e\"\n", &["a", "b,c", "d\"e"]),
            ("\"a\r\nb\",c", &["a\r\nb", "c"]),
            ("\"\",\"\"\"\"", &["", "\""]),
            // What the standard does not allow.
            ("a\"b\",c", &["a\"b\"", "c"]),
            ("\"a\"b,c", &["ab", "c"]),
            ("a\"\"b,\"c", &["a\"\"b", "c"]),
        ] {
            assert_eq!(fields(record), expected, "{record:?}");
        }
    }

    #[test]
    fn fields_are_quoted_where_needed() {
        let line = line(["a", "", "b,c", "say \"x\"", "two\nlines", " d "]);
        assert_eq!(line, "a,,\"b,c\",\"say \"\"x\"\"\",\"two\nlines\", d ");
    }

    #[test]
    fn written_records_are_read_in_any_parts() {
        let mut rng = fastrand::Rng::with_seed(64);
        for _ in 0..300 {
            let field = |rng: &mut fastrand::Rng| {
                let count = rng.usize(..5);
                (0..count)
                    .map(|_| *rng.choice(&['a', ',', '"', '\n', '\r', 'é']).unwrap())
                    .collect()
            };
            let table: Vec<Vec<String>> = (0..rng.usize(1..6))
                .map(|_| (0..rng.usize(2..5)).map(|_| field(&mut rng)).collect())
                .collect();
            let text: String = table
                .iter()
                .map(|row| {
                    line(row.iter().map(|field| &**field)) + *rng.choice(&["\n", "\r\n"]).unwrap()
                })
                .collect();
            for part in [1, 3, 1000] {
                let records = read(text.as_bytes(), part);
                let read: Vec<_> = records
                    .iter()
                    .map(|(_, bytes)| fields(str::from_utf8(bytes).unwrap()))
                    .collect();
                assert_eq!(read, table, "{text:?}");
                let mut line = 1;
                for (number, bytes) in records {
                    assert_eq!(number, line);
                    line += bytes.iter().filter(|&&byte| byte == b'\n').count();
                }
            }
        }
    }

    #[test]
    fn a_quote_without_end_costs_one_record() {
        let rest = "b,c\n".repeat(MAX_RECORD / 4);
        let text = format!("\"a,b\n{rest}last");
        for part in [1000, 1 << 20] {
            let records = read(text.as_bytes(), part);
            assert_eq!(records.len(), 2 + MAX_RECORD / 4);
            assert_eq!(records[0], (1, b"\"a,b\n".to_vec()));
            assert_eq!(records[1], (2, b"b,c\n".to_vec()));
            assert_eq!(records.last(), Some(&(2 + MAX_RECORD / 4, b"last".to_vec())));
        }
    }

    #[test]
    fn long_lines_are_cut() {
        for length in [MAX_RECORD - 1, MAX_RECORD, MAX_RECORD + 1, 2 * MAX_RECORD, 1_000_000] {
            let long = "x".repeat(length);
            for text in [format!("a\n{long}\nb\nc"), format!("a\n{long}\nb\nc\n")] {
                for part in [999, 1 << 20] {
                    let records = read(text.as_bytes(), part);
                    let lines: Vec<_> = records.iter().map(|&(line, _)| line).collect();
                    assert_eq!(lines, [1, 2, 3, 4], "{length} {part}");
                    assert!(records[1].1.len() <= MAX_RECORD && records[1].1.starts_with(b"xxx"));
                    assert!(records[2].1 == b"b\n" && records[3].1.starts_with(b"c"));
                }
            }
            let records = read(format!("a\n{long}").as_bytes(), 1 << 20);
            assert_eq!(records.len(), 2, "{length}");
        }
    }
}
