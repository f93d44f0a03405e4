use super::super::truncated;
use super::{InvalidOperation, OperandError};
use crate::Position;
use crate::types::Move;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

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

    /// Creates a string, which is written in quotes.
    ///
    /// # Errors
    /// If the text has a quote or a line end, which EPD cannot represent.
    pub fn text(text: &str) -> Result<Self, InvalidOperation> {
        if text.contains(['"', '\n', '\r']) {
            return Err(InvalidOperation::Text(truncated(text)));
        }
        Ok(Self { text: text.to_string(), quoted: true })
    }

    /// Returns the word, or the string without its quotes.
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
    /// If the opcode is invalid, or the string has a quote or a line end.
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
        let number = self.only_word().and_then(|word| word.parse().ok());
        number.ok_or_else(|| OperandError::NotAnInteger(truncated(self)))
    }

    /// Returns depth and number of leaves of an operation `D1`, `D2`, ... of a perft suite, and
    /// `None` for other opcodes.
    ///
    /// # Errors
    /// [`OperandError::NotAnInteger`] if the operand is not one number.
    pub fn perft_count(&self) -> Option<Result<(u32, u128), OperandError>> {
        let depth = self.opcode.strip_prefix(['D', 'd'])?.parse().ok()?;
        let leaves = self.only_word().and_then(|word| word.parse().ok());
        let invalid = || OperandError::NotAnInteger(truncated(self));
        Some(leaves.map(|leaves| (depth, leaves)).ok_or_else(invalid))
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

    /// Returns the operands as legal moves of one position.
    ///
    /// # Errors
    /// The first operand that is not a legal move.
    pub fn as_moves(&self, position: &Position) -> Result<Vec<Move>, OperandError> {
        let read = |(number, operand): (usize, &Operand)| {
            let mv = position.parse_san(operand.as_str());
            mv.map_err(|problem| OperandError::Move { number, problem })
        };
        (1..).zip(&self.operands).map(read).collect()
    }

    /// Returns the operands as consecutive moves.
    ///
    /// # Errors
    /// The first operand that is not a legal move after the moves before it.
    pub fn as_line(&self, position: &Position) -> Result<Vec<Move>, OperandError> {
        let mut position = position.clone();
        let read = |(number, operand): (usize, &Operand)| {
            let mv = position.parse_san(operand.as_str());
            let mv = mv.map_err(|problem| OperandError::Move { number, problem })?;
            position.do_move(mv);
            Ok(mv)
        };
        (1..).zip(&self.operands).map(read).collect()
    }

    /// Returns the operand if there is only one and it is a word.
    pub(super) fn only_word(&self) -> Option<&str> {
        match &self.operands[..] {
            [only] if !only.quoted => Some(&only.text),
            _ => None,
        }
    }
}

/// Returns true if an opcode may have this character after its first.
pub(super) fn is_opcode_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '-'
}
