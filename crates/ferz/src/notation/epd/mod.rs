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
//! semicolon, and extra semicolons, so both lines above are valid. It checks the form only: the
//! legality of the moves of `bm` is checked by [`Operation::as_moves`], and operations with other
//! opcodes are kept as they are.
//!
//! ```
//! use ferz::notation::Epd;
//! let epd: Epd = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; ce 130; id \"a pawn\";".parse()?;
//! let position = epd.position()?;
//! let best = epd.get("bm").expect("it has a bm").as_moves(&position)?;
//! assert_eq!(position.san(best[0]).to_string(), "e4");
//! assert_eq!(epd.get("ce").expect("it has a ce").as_integer(), Ok(130));
//! assert_eq!(epd.get("id").expect("it has an id").as_text(), Ok("a pawn"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod operation;
mod read;

pub use error::{EpdError, InvalidOperation, OperandError};
pub use operation::{Operand, Operation};

use super::fen::FenStyle;
use super::truncated;
use crate::setup::InvalidSetup;
use crate::{Position, Setup};
use alloc::vec::Vec;
use core::fmt;

/// The place of the halfmove clock and the full move number in an EPD.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum CounterStyle {
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

    /// Returns the place of the counters.
    pub fn counter_style(&self) -> CounterStyle {
        self.counters
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

    /// Returns the depths and leaf counts of a perft suite, from the operations `D1`, `D2`, ...
    ///
    /// # Errors
    /// For each operation whose operand is not one number.
    pub fn perft_counts(&self) -> impl Iterator<Item = Result<(u32, u128), OperandError>> {
        self.operations.iter().filter_map(Operation::perft_count)
    }

    /// Stores the operand of `hmvc` or `fmvn` in the setup. Returns false for another operation.
    fn absorb_counter(&mut self, operation: &Operation) -> Result<bool, OperandError> {
        let counter = match operation.opcode() {
            "hmvc" => &mut self.setup.halfmove_clock,
            "fmvn" => &mut self.setup.fullmove_number,
            _ => return Ok(false),
        };
        let number = operation.only_word().and_then(|word| word.parse().ok());
        *counter = number.ok_or_else(|| OperandError::NotACounter(truncated(operation)))?;
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

/// Writes the operation without its semicolon.
impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.opcode())?;
        self.operands().iter().try_for_each(|operand| write!(f, " {operand}"))
    }
}

/// Writes the word, or the string in quotes.
impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quote = if self.is_quoted() { "\"" } else { "" };
        write!(f, "{quote}{}{quote}", self.as_str())
    }
}
