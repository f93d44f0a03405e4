//! EPD: a position and what is said about it, one line each, as test suites are kept.
//!
//! ```text
//! 2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id "WAC.001";
//! rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400
//! ```
//!
//! The first four fields are those of FEN; operations follow, each an opcode with its operands,
//! ended by a semicolon. The reader also takes the two counters of a whole FEN, a last operation
//! without its semicolon and semicolons to spare, so that both lines above are read. It checks
//! the form only: whether `bm` names a legal move shows when one asks for the moves
//! ([`Operation::as_moves`]), and operations of any other opcode are kept as they are.
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
use crate::setup::InvalidSetup;
use crate::{Position, Setup};
use alloc::vec::Vec;
use core::fmt;

/// Where an EPD says the halfmove clock and the full move number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum CounterStyle {
    /// Nowhere: they are 0 and 1.
    #[default]
    Unsaid,
    /// In two more fields after the first four, as a whole FEN does.
    Fields,
    /// In the operations `hmvc` and `fmvn`.
    Operations,
}

/// A position with operations: see the [module](self).
///
/// The operations `hmvc` and `fmvn` are not among [`operations`](Self::operations): they set the
/// counters of the setup, and are written from there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Epd {
    setup: Setup,
    counters: CounterStyle,
    operations: Vec<Operation>,
}

impl Epd {
    /// An EPD of this setup without operations.
    pub fn new(setup: Setup) -> Self {
        let counters = match (setup.halfmove_clock, setup.fullmove_number) {
            (0, 1) => CounterStyle::Unsaid,
            _ => CounterStyle::Operations,
        };
        Self { setup, counters, operations: Vec::new() }
    }

    /// What stands on the board.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The position, if the rules accept the setup.
    ///
    /// # Errors
    /// Every reason why they do not.
    pub fn position(&self) -> Result<Position, InvalidSetup> {
        Position::from_setup(&self.setup)
    }

    /// Where the counters are said.
    pub fn counter_style(&self) -> CounterStyle {
        self.counters
    }

    /// The operations in the order of the text.
    pub fn operations(&self) -> &[Operation] {
        &self.operations
    }

    /// The first operation with this opcode.
    pub fn get(&self, opcode: &str) -> Option<&Operation> {
        self.operations.iter().find(|operation| operation.opcode() == opcode)
    }

    /// Puts an operation in the place of the first one with its opcode, or at the end. `hmvc` and
    /// `fmvn` change the setup instead.
    ///
    /// # Errors
    /// If the operand of `hmvc` or `fmvn` is not one number 0 to 65535.
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

    /// Takes the operations with this opcode away. Returns whether there was one.
    pub fn remove(&mut self, opcode: &str) -> bool {
        let before = self.operations.len();
        self.operations.retain(|operation| operation.opcode() != opcode);
        self.operations.len() < before
    }

    /// The expected counts of a perft suite: depth in plies and number of leaves, from each
    /// operation `D1`, `D2`, ... in turn.
    ///
    /// # Errors
    /// If the operand of one is not one number.
    pub fn perft_counts(&self) -> impl Iterator<Item = Result<(u32, u64), OperandError>> {
        self.operations.iter().filter_map(|operation| {
            let depth = operation.opcode().strip_prefix('D')?.parse().ok()?;
            let count = operation.only_word().and_then(|word| word.parse().ok());
            Some(count.map(|count| (depth, count)).ok_or(OperandError::NotAnInteger))
        })
    }

    /// Moves a counter from its operation into the setup. Returns whether it was one.
    fn absorb_counter(&mut self, operation: &Operation) -> Result<bool, OperandError> {
        let counter = match operation.opcode() {
            "hmvc" => &mut self.setup.halfmove_clock,
            "fmvn" => &mut self.setup.fullmove_number,
            _ => return Ok(false),
        };
        let number = operation.only_word().and_then(|word| word.parse().ok());
        *counter = number.ok_or(OperandError::NotACounter)?;
        if self.counters == CounterStyle::Unsaid {
            self.counters = CounterStyle::Operations;
        }
        Ok(true)
    }
}

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
