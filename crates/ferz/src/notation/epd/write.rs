use super::super::fen::FenStyle;
use super::{CounterStyle, Epd, Operand, Operation};
use core::fmt;

/// One line without its end: the fields with castling rights in X-FEN, then the operations, each
/// with its semicolon.
impl fmt::Display for Epd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (clock, number) = (self.setup.halfmove_clock, self.setup.fullmove_number);
        self.setup.write_epd_fields(f, FenStyle::XFen)?;
        match self.counters {
            CounterStyle::Unsaid => {}
            CounterStyle::Fields => write!(f, " {clock} {number}")?,
            CounterStyle::Operations => write!(f, " hmvc {clock}; fmvn {number};")?,
        }
        self.operations.iter().try_for_each(|operation| write!(f, " {operation};"))
    }
}

/// The operation without its semicolon.
impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.opcode())?;
        self.operands().iter().try_for_each(|operand| write!(f, " {operand}"))
    }
}

/// The word, or the string in its quotes.
impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quote = if self.is_quoted() { "\"" } else { "" };
        write!(f, "{quote}{}{quote}", self.as_str())
    }
}
