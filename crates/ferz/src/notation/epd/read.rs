use super::super::cursor::{Cursor, Word};
use super::super::fen::{read_counters, read_epd_fields};
use super::super::truncated;
use super::operation::is_opcode_char;
use super::{CounterStyle, Epd, EpdError, Operand, Operation};
use alloc::vec::Vec;
use core::str::FromStr;

/// Reads one line of EPD and checks its form.
impl FromStr for Epd {
    type Err = EpdError;

    fn from_str(text: &str) -> Result<Self, EpdError> {
        let mut cursor = Cursor::new(text);
        let mut setup = read_epd_fields(&mut cursor, 4)?;
        cursor.skip_space();
        let mut counters = CounterStyle::Omitted;
        // Opcodes begin with a letter, so a digit begins a counter.
        if cursor.peek().is_some_and(|c| c.is_ascii_digit()) {
            read_counters(&mut cursor, &mut setup)?;
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
    cursor.take_until(|c| !c.is_whitespace() && c != ';');
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
    match Operation::new(opcode.text, operands) {
        Ok(operation) => Ok(Some((column, operation))),
        Err(_) => Err(invalid(opcode.text)),
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
                cursor.take('"');
                let string = cursor.take_until(|c| c == '"');
                let text = Operand::text(string.text).ok().filter(|_| cursor.take('"'));
                let unclosed = || EpdError::UnclosedString { column, text: truncated(string.text) };
                operands.push(text.ok_or_else(unclosed)?);
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

fn ends_word(c: char) -> bool {
    c.is_whitespace() || c == ';'
}
