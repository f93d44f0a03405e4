//! EPD (Extended Position Description): a position with operations in one line, the format of test
//! suites.
//!
//! ```text
//! 2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id "WAC.001";
//! rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400
//! ```
//!
//! The first four fields are those of FEN. Operations follow, each an opcode with operands and a
//! semicolon. The reader also accepts the two counters of a FEN, a last operation without its
//! semicolon, extra semicolons and lone dashes before an opcode, so both lines above are valid. In a
//! string a backslash escapes the character after it, so that a string can have quotes. The reader
//! checks the form only: the legality of the moves of `bm` is checked by [`Operation::as_moves`], and
//! operations with other opcodes are kept as they are.
//!
//! ```
//! use ferz::notation::Epd;
//! let epd: Epd = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; ce 130; id \"a pawn\";".parse()?;
//! let position = epd.position()?;
//! let best = epd.best_moves(&position)?;
//! assert_eq!(position.san(best[0]).to_string(), "e4");
//! assert_eq!(epd.get("ce").expect("it has a ce").as_integer(), Ok(130));
//! assert_eq!(epd.id(), Some("a pawn"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::fen::{FenStyle, FenTextError, read_counters, read_epd_fields, skip_dashes};
use super::san::ParseSanError;
use crate::position::IllegalMove;
use crate::setup::InvalidSetup;
use crate::text::{Cursor, Word, truncated};
use crate::types::Move;
use crate::{Position, Setup};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Write as _};
use core::str::FromStr;

/// The place of the halfmove clock and the full move number in an EPD.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
enum CounterStyle {
    /// Not in the text; the counters are 0 and 1.
    #[default]
    Omitted,
    /// Two more fields after the first four, as in a FEN.
    Fields,
    /// The operations `hmvc` and `fmvn`.
    Operations,
}

/// A position with operations: see the [module](self).
///
/// The operations `hmvc` and `fmvn` are stored as the counters of the setup and not among the
/// [`operations`](Self::operations).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Epd {
    setup: Setup,
    counters: CounterStyle,
    operations: Vec<Operation>,
}

impl Epd {
    /// Creates an EPD without operations.
    pub fn new(setup: Setup) -> Self {
        let counters = match (setup.halfmove_clock, setup.fullmove_number) {
            (0, 1) => CounterStyle::Omitted,
            _ => CounterStyle::Operations,
        };
        Self { setup, counters, operations: Vec::new() }
    }

    /// Returns the setup.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Returns the position of the setup.
    ///
    /// # Errors
    /// All faults of the setup.
    pub fn position(&self) -> Result<Position, InvalidSetup> {
        Position::from_setup(&self.setup)
    }

    /// Returns the operations in the order of the text.
    pub fn operations(&self) -> &[Operation] {
        &self.operations
    }

    /// Returns the first operation with this opcode.
    pub fn get(&self, opcode: &str) -> Option<&Operation> {
        self.operations.iter().find(|operation| operation.opcode() == opcode)
    }

    /// Replaces the first operation with the same opcode, or appends the operation. `hmvc` and
    /// `fmvn` set the counters of the setup instead.
    ///
    /// # Errors
    /// If the operand of `hmvc` or `fmvn` is not one number from 0 to 65535.
    pub fn set(&mut self, operation: Operation) -> Result<(), OperandError> {
        if self.absorb_counter(&operation)? {
            return Ok(());
        }
        let same = |old: &&mut Operation| old.opcode() == operation.opcode();
        match self.operations.iter_mut().find(same) {
            Some(old) => *old = operation,
            None => self.operations.push(operation),
        }
        Ok(())
    }

    /// Removes the operations with this opcode. Returns true if there was one.
    pub fn remove(&mut self, opcode: &str) -> bool {
        let before = self.operations.len();
        self.operations.retain(|operation| operation.opcode() != opcode);
        self.operations.len() < before
    }

    /// Returns the best moves of the operation `bm`; none without it.
    ///
    /// # Errors
    /// The first operand that is not a legal move.
    pub fn best_moves(&self, position: &Position) -> Result<Vec<Move>, OperandError> {
        self.get("bm").map_or(Ok(Vec::new()), |operation| operation.as_moves(position))
    }

    /// Returns the name of the operation `id`, or `None` without one text.
    pub fn id(&self) -> Option<&str> {
        self.get("id")?.as_text().ok()
    }

    /// Stores the operand of `hmvc` or `fmvn` in the setup. Returns false for another operation.
    fn absorb_counter(&mut self, operation: &Operation) -> Result<bool, OperandError> {
        let counter = match operation.opcode() {
            "hmvc" => &mut self.setup.halfmove_clock,
            "fmvn" => &mut self.setup.fullmove_number,
            _ => return Ok(false),
        };
        let invalid = || OperandError::NotACounter(truncated(operation));
        *counter = operation.only_number().ok_or_else(invalid)?;
        if self.counters == CounterStyle::Omitted {
            self.counters = CounterStyle::Operations;
        }
        Ok(true)
    }
}

/// Writes one line without its end: the fields, with castling rights in X-FEN, and the operations,
/// each with its semicolon.
impl fmt::Display for Epd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (clock, number) = (self.setup.halfmove_clock, self.setup.fullmove_number);
        self.setup.write_epd_fields(f, FenStyle::XFen)?;
        match self.counters {
            CounterStyle::Omitted => {}
            CounterStyle::Fields => write!(f, " {clock} {number}")?,
            CounterStyle::Operations => write!(f, " hmvc {clock}; fmvn {number};")?,
        }
        self.operations.iter().try_for_each(|operation| write!(f, " {operation};"))
    }
}

/// An opcode with its operands, such as `bm Qg6` and `id "WAC.001"`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Operation {
    opcode: String,
    operands: Vec<Operand>,
}

/// An operand: a word, or a string in quotes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Operand {
    text: String,
    quoted: bool,
}

impl Operand {
    /// Creates a word, such as a number or a move.
    ///
    /// # Errors
    /// If the text is empty or has white space, a quote or a semicolon.
    pub fn word(text: &str) -> Result<Self, InvalidOperation> {
        let breaks = |c: char| c.is_whitespace() || c == '"' || c == ';';
        if text.is_empty() || text.contains(breaks) {
            return Err(InvalidOperation::Word(truncated(text)));
        }
        Ok(Self { text: text.to_string(), quoted: false })
    }

    /// Creates a string, which is written in quotes, with backslashes before quotes and backslashes.
    ///
    /// # Errors
    /// If the text has a line end, which EPD cannot represent.
    pub fn text(text: &str) -> Result<Self, InvalidOperation> {
        if text.contains(['\n', '\r']) {
            return Err(InvalidOperation::Text(truncated(text)));
        }
        Ok(Self { text: text.to_string(), quoted: true })
    }

    /// Returns the word, or the string without its quotes and escapes.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns true for a string in quotes.
    pub fn is_quoted(&self) -> bool {
        self.quoted
    }
}

impl Operation {
    /// Creates an operation.
    ///
    /// # Errors
    /// If the opcode is invalid.
    pub fn new(opcode: &str, operands: Vec<Operand>) -> Result<Self, InvalidOperation> {
        let mut letters = opcode.chars();
        let begins = letters.next().is_some_and(|c| c.is_ascii_alphabetic());
        if !begins || !letters.all(is_opcode_char) {
            return Err(InvalidOperation::Opcode(truncated(opcode)));
        }
        Ok(Self { opcode: opcode.to_string(), operands })
    }

    /// Creates an operation with a number: `ce`, `dm`, `acd`, `acn`, `acs`, `D5`, ...
    ///
    /// # Errors
    /// If the opcode is invalid.
    pub fn integer(opcode: &str, number: i64) -> Result<Self, InvalidOperation> {
        Self::new(opcode, [Operand::word(&number.to_string())?].into())
    }

    /// Creates an operation with a string: `id`, `c0` to `c9`, ...
    ///
    /// # Errors
    /// If the opcode is invalid, or the string has a line end.
    pub fn text(opcode: &str, text: &str) -> Result<Self, InvalidOperation> {
        Self::new(opcode, [Operand::text(text)?].into())
    }

    /// Creates an operation with moves of one position in SAN: `bm`, `am`, `pm`, `sm`, ...
    ///
    /// # Errors
    /// If the opcode is invalid, or a move is not legal in the position.
    pub fn moves(
        opcode: &str,
        position: &Position,
        moves: &[Move],
    ) -> Result<Self, InvalidOperation> {
        let san = |&mv: &Move| Operand::word(&position.san_line(&[mv])?);
        Self::new(opcode, moves.iter().map(san).collect::<Result<_, _>>()?)
    }

    /// Creates an operation with consecutive moves in SAN: `pv`.
    ///
    /// # Errors
    /// If the opcode is invalid, or a move is not legal after the moves before it.
    pub fn line(
        opcode: &str,
        position: &Position,
        moves: &[Move],
    ) -> Result<Self, InvalidOperation> {
        let line = position.san_line(moves)?;
        let operands = line.split_whitespace().map(Operand::word).collect::<Result<_, _>>()?;
        Self::new(opcode, operands)
    }

    /// Returns the opcode.
    pub fn opcode(&self) -> &str {
        &self.opcode
    }

    /// Returns the operands.
    pub fn operands(&self) -> &[Operand] {
        &self.operands
    }

    /// Returns the operand as an integer.
    ///
    /// # Errors
    /// [`OperandError::NotAnInteger`] if the operation does not have one integer operand.
    pub fn as_integer(&self) -> Result<i64, OperandError> {
        self.only_number().ok_or_else(|| OperandError::NotAnInteger(truncated(self)))
    }

    /// Returns depth and number of leaves of an operation `D1`, `D2`, ... of a perft suite, and
    /// `None` for other opcodes.
    ///
    /// # Errors
    /// [`OperandError::NotAnInteger`] if the operand is not one number.
    pub fn perft_count(&self) -> Option<Result<(u32, u128), OperandError>> {
        let depth = self.opcode.strip_prefix(['D', 'd'])?.parse().ok()?;
        let invalid = || OperandError::NotAnInteger(truncated(self));
        Some(self.only_number().map(|leaves| (depth, leaves)).ok_or_else(invalid))
    }

    /// Returns the operand as text: a string, or a word without quotes.
    ///
    /// # Errors
    /// [`OperandError::NotAText`] if the operation does not have one operand.
    pub fn as_text(&self) -> Result<&str, OperandError> {
        match &self.operands[..] {
            [only] => Ok(only.as_str()),
            _ => Err(OperandError::NotAText(truncated(self))),
        }
    }

    /// Returns the operands as legal moves of one position, in SAN or in UCI notation. Commas after
    /// moves are skipped.
    ///
    /// # Errors
    /// The first operand that is not a legal move.
    pub fn as_moves(&self, position: &Position) -> Result<Vec<Move>, OperandError> {
        self.read_moves(|text| parse_move(position, text))
    }

    /// Returns the operands as consecutive moves, in SAN or in UCI notation. Commas after moves are
    /// skipped.
    ///
    /// # Errors
    /// The first operand that is not a legal move after the moves before it.
    pub fn as_line(&self, position: &Position) -> Result<Vec<Move>, OperandError> {
        let mut position = position.clone();
        self.read_moves(|text| {
            let mv = parse_move(&position, text)?;
            position.do_move(mv);
            Ok(mv)
        })
    }

    /// Reads each operand as a move.
    fn read_moves(
        &self,
        mut read: impl FnMut(&str) -> Result<Move, ParseSanError>,
    ) -> Result<Vec<Move>, OperandError> {
        let read = |(number, text): (usize, &str)| {
            read(text).map_err(|problem| OperandError::Move { number, problem })
        };
        let texts = self.operands.iter().flat_map(|operand| operand.as_str().split(','));
        (1..).zip(texts.filter(|text| !text.is_empty())).map(read).collect()
    }

    /// Returns the operand as a number if there is only one and it is a word.
    fn only_number<T: FromStr>(&self) -> Option<T> {
        match &self.operands[..] {
            [only] if !only.quoted => only.text.parse().ok(),
            _ => None,
        }
    }
}

/// Returns the legal move written in SAN or in UCI notation. The error is that of SAN.
fn parse_move(position: &Position, text: &str) -> Result<Move, ParseSanError> {
    position.parse_san(text).or_else(|error| position.parse_uci(text).map_err(|_| error))
}

/// Returns true if an opcode may have this character after its first.
fn is_opcode_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '-'
}

/// Writes the operation without its semicolon.
impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.opcode())?;
        self.operands().iter().try_for_each(|operand| write!(f, " {operand}"))
    }
}

/// Writes the word, or the string in quotes with its escapes.
impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.is_quoted() {
            return f.write_str(self.as_str());
        }
        f.write_char('"')?;
        for c in self.as_str().chars() {
            if matches!(c, '"' | '\\') {
                f.write_char('\\')?;
            }
            f.write_char(c)?;
        }
        f.write_char('"')
    }
}

/// Reads one line of EPD and checks its form.
impl FromStr for Epd {
    type Err = EpdError;

    fn from_str(text: &str) -> Result<Self, EpdError> {
        let mut cursor = Cursor::new(text);
        let mut setup = read_epd_fields(&mut cursor)?;
        skip_dashes(&mut cursor);
        cursor.skip_space();
        let mut counters = CounterStyle::Omitted;
        // Opcodes begin with a letter, so a digit begins a counter.
        if cursor.peek().is_some_and(|c| c.is_ascii_digit()) {
            read_counters(&mut cursor, &mut setup, false)?;
            counters = CounterStyle::Fields;
        }
        let mut epd = Self { setup, counters, operations: Vec::new() };
        while let Some((column, operation)) = read_operation(&mut cursor)? {
            let absorbed = epd
                .absorb_counter(&operation)
                .map_err(|problem| EpdError::Operand { column, problem })?;
            if !absorbed {
                epd.operations.push(operation);
            }
        }
        Ok(epd)
    }
}

/// Reads the next operation and its column, if there is one.
fn read_operation(cursor: &mut Cursor<'_>) -> Result<Option<(usize, Operation)>, EpdError> {
    skip_separators(cursor);
    let column = cursor.column();
    if cursor.peek().is_none() {
        return Ok(None);
    }
    let opcode = cursor.take_until(|c| !is_opcode_char(c));
    let invalid = |text| EpdError::Opcode { column, text: truncated(text) };
    if opcode.text.is_empty() {
        return Err(invalid(cursor.take_until(ends_word).text));
    }
    if let Some(found) = cursor.peek().filter(|&c| !ends_word(c)) {
        return Err(unexpected(cursor.column(), found, opcode));
    }
    let operands = read_operands(cursor)?;
    let operation = Operation::new(opcode.text, operands).map_err(|_| invalid(opcode.text))?;
    Ok(Some((column, operation)))
}

/// Skips white space, semicolons and lone dashes.
fn skip_separators(cursor: &mut Cursor<'_>) {
    loop {
        cursor.take_until(|c| !c.is_whitespace() && c != ';');
        if skip_dashes(cursor) == 0 {
            return;
        }
    }
}

/// Returns the error for a character that is not allowed after a word.
fn unexpected(column: usize, found: char, after: Word<'_>) -> EpdError {
    EpdError::Unexpected { column, found, text: truncated(after.text) }
}

/// Reads operands up to a semicolon or the end of the line.
fn read_operands(cursor: &mut Cursor<'_>) -> Result<Vec<Operand>, EpdError> {
    let mut operands = Vec::new();
    loop {
        cursor.skip_space();
        let column = cursor.column();
        match cursor.peek() {
            None | Some(';') => return Ok(operands),
            Some('"') => {
                operands.push(read_string(cursor)?);
            }
            Some(found) => {
                let word = cursor.take_until(|c| ends_word(c) || c == '"');
                if cursor.peek() == Some('"') {
                    return Err(unexpected(cursor.column(), '"', word));
                }
                let operand = Operand::word(word.text);
                operands.push(operand.map_err(|_| unexpected(column, found, word))?);
            }
        }
    }
}

/// Reads a string with its quotes. A backslash escapes the character after it.
fn read_string(cursor: &mut Cursor<'_>) -> Result<Operand, EpdError> {
    let column = cursor.column();
    cursor.take('"');
    let mut text = String::new();
    loop {
        text.push_str(cursor.take_until(|c| c == '"' || c == '\\').text);
        if cursor.take('"') {
            let error = |_| EpdError::UnclosedString { column, text: truncated(&text) };
            return Operand::text(&text).map_err(error);
        }
        cursor.take('\\');
        match cursor.peek() {
            Some(escaped) => {
                cursor.take(escaped);
                text.push(escaped);
            }
            None => return Err(EpdError::UnclosedString { column, text: truncated(text) }),
        }
    }
}

fn ends_word(c: char) -> bool {
    c.is_whitespace() || c == ';'
}

/// Errors of the text of an EPD. Columns count the characters of the line from 1; texts are shortened
/// by [`truncated`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EpdError {
    /// An error in one of the fields that EPD shares with FEN.
    #[error(transparent)]
    Fields(#[from] FenTextError),
    /// An operation does not begin with an opcode.
    #[error("EPD column {column}: expected an opcode, which begins with a letter, found {text:?}")]
    Opcode {
        /// Column of the first character.
        column: usize,
        /// The text up to white space or a semicolon.
        text: String,
    },
    /// A character that is not allowed in an opcode or in an operand without quotes.
    #[error("EPD column {column}: unexpected {found:?} after {text:?}")]
    Unexpected {
        /// Column of the character.
        column: usize,
        /// The character found.
        found: char,
        /// The opcode or the operand before it.
        text: String,
    },
    /// A string without closing quote.
    #[error("EPD column {column}: the string {text:?} has no closing quote")]
    UnclosedString {
        /// Column of the opening quote.
        column: usize,
        /// The text after the opening quote.
        text: String,
    },
    /// An operation with an invalid operand.
    #[error("EPD column {column}: {problem}")]
    Operand {
        /// Column of the opcode.
        column: usize,
        /// The error of the operand.
        problem: OperandError,
    },
}

/// Errors of the operands of an operation. Each holds the operation as text, shortened by
/// [`truncated`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OperandError {
    /// Not one integer.
    #[error("{0:?}: expected one integer as operand")]
    NotAnInteger(String),
    /// Not one integer from 0 to 65535.
    #[error("{0:?}: expected one integer from 0 to 65535 as operand")]
    NotACounter(String),
    /// Not one string or word.
    #[error("{0:?}: expected one string or word as operand")]
    NotAText(String),
    /// Not a legal move.
    #[error("move {number}: {problem}")]
    Move {
        /// Number of the operand, counted from 1.
        number: usize,
        /// The error of the move, with its text.
        problem: ParseSanError,
    },
}

/// Errors of creating an operation. Texts are shortened by [`truncated`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidOperation {
    /// The opcode is not a letter followed by letters, digits, `_` and `-`.
    #[error("expected an opcode, a letter followed by letters, digits, _ and -, found {0:?}")]
    Opcode(String),
    /// The word is empty, or has white space, a quote or a semicolon.
    #[error("expected a non-empty word without white space, quotes and semicolons, found {0:?}")]
    Word(String),
    /// The string has a line end, which EPD cannot represent.
    #[error("expected a string without line ends, found {0:?}")]
    Text(String),
    /// The move is not legal.
    #[error(transparent)]
    Move(#[from] IllegalMove),
}
