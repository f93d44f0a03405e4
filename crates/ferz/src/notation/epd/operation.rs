use super::{InvalidOperation, OperandError};
use crate::Position;
use crate::types::Move;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// An opcode and its operands, such as `bm Qg6` and `id "WAC.001"`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Operation {
    opcode: String,
    operands: Vec<Operand>,
}

/// One operand: a bare word, or a string in quotes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Operand {
    text: String,
    quoted: bool,
}

impl Operand {
    /// A bare word, such as a number or a move.
    ///
    /// # Errors
    /// If it is empty or holds white space, a quote or a semicolon.
    pub fn word(text: &str) -> Result<Self, InvalidOperation> {
        let breaks = |c: char| c.is_whitespace() || c == '"' || c == ';';
        if text.is_empty() || text.contains(breaks) {
            return Err(InvalidOperation::Word);
        }
        Ok(Self { text: text.to_string(), quoted: false })
    }

    /// A string, written in quotes.
    ///
    /// # Errors
    /// If it holds a quote or the end of a line, which EPD cannot write.
    pub fn text(text: &str) -> Result<Self, InvalidOperation> {
        if text.contains(['"', '\n', '\r']) {
            return Err(InvalidOperation::Text);
        }
        Ok(Self { text: text.to_string(), quoted: true })
    }

    /// The word, or the string without its quotes.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Whether it is a string in quotes.
    pub fn is_quoted(&self) -> bool {
        self.quoted
    }
}

impl Operation {
    /// An operation with any operands.
    ///
    /// # Errors
    /// If the opcode is none.
    pub fn new(opcode: &str, operands: Vec<Operand>) -> Result<Self, InvalidOperation> {
        let mut letters = opcode.chars();
        let begins = letters.next().is_some_and(|c| c.is_ascii_alphabetic());
        if !begins || !letters.all(is_opcode_char) {
            return Err(InvalidOperation::Opcode);
        }
        Ok(Self { opcode: opcode.to_string(), operands })
    }

    /// An operation with a number: `ce`, `dm`, `acd`, `acn`, `acs`, `D5`, ...
    ///
    /// # Errors
    /// If the opcode is none.
    pub fn integer(opcode: &str, number: i64) -> Result<Self, InvalidOperation> {
        Self::new(opcode, [Operand::word(&number.to_string())?].into())
    }

    /// An operation with a string: `id`, `c0` to `c9`, ...
    ///
    /// # Errors
    /// If the opcode is none, or the string holds a quote or the end of a line.
    pub fn text(opcode: &str, text: &str) -> Result<Self, InvalidOperation> {
        Self::new(opcode, [Operand::text(text)?].into())
    }

    /// An operation with moves of one position, each in algebraic notation: `bm`, `am`, `pm`,
    /// `sm`, ...
    ///
    /// # Errors
    /// If the opcode is none, or a move is not legal in the position.
    pub fn moves(
        opcode: &str,
        position: &Position,
        moves: &[Move],
    ) -> Result<Self, InvalidOperation> {
        let san = |&mv: &Move| Operand::word(&position.san_line(&[mv])?);
        Self::new(opcode, moves.iter().map(san).collect::<Result<_, _>>()?)
    }

    /// An operation with a line, each move made after those before it: `pv`.
    ///
    /// # Errors
    /// If the opcode is none, or a move is not legal where it is to be made.
    pub fn line(
        opcode: &str,
        position: &Position,
        moves: &[Move],
    ) -> Result<Self, InvalidOperation> {
        let line = position.san_line(moves)?;
        let operands = line.split_whitespace().map(Operand::word).collect::<Result<_, _>>()?;
        Self::new(opcode, operands)
    }

    /// What the operation is called.
    pub fn opcode(&self) -> &str {
        &self.opcode
    }

    /// What it is about.
    pub fn operands(&self) -> &[Operand] {
        &self.operands
    }

    /// The operand, if it is one whole number.
    ///
    /// # Errors
    /// [`OperandError::NotAnInteger`] otherwise.
    pub fn as_integer(&self) -> Result<i64, OperandError> {
        let number = self.only_word().and_then(|word| word.parse().ok());
        number.ok_or(OperandError::NotAnInteger)
    }

    /// The operand, if it is one string, or one word where the quotes were left out.
    ///
    /// # Errors
    /// [`OperandError::NotAText`] otherwise.
    pub fn as_text(&self) -> Result<&str, OperandError> {
        match &self.operands[..] {
            [only] => Ok(only.as_str()),
            _ => Err(OperandError::NotAText),
        }
    }

    /// The operands as legal moves of one position.
    ///
    /// # Errors
    /// The first that is none.
    pub fn as_moves(&self, position: &Position) -> Result<Vec<Move>, OperandError> {
        let read = |(number, operand): (usize, &Operand)| {
            let mv = position.parse_san(operand.as_str());
            mv.map_err(|problem| OperandError::Move { number, problem })
        };
        (1..).zip(&self.operands).map(read).collect()
    }

    /// The operands as a line of moves, each legal after those before it.
    ///
    /// # Errors
    /// The first that is not.
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

    /// The operand, if it is one bare word.
    pub(super) fn only_word(&self) -> Option<&str> {
        match &self.operands[..] {
            [only] if !only.quoted => Some(&only.text),
            _ => None,
        }
    }
}

/// Whether an opcode may go on with this character.
pub(super) fn is_opcode_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '-'
}
