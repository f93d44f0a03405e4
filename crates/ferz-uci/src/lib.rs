#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![cfg_attr(not(any(test, feature = "client")), no_std)]

#[cfg(feature = "client")]
pub mod client;
mod command;
mod error;
mod go;
mod info;
mod option;
mod perft_line;
mod reply;
mod tokens;

pub use command::{Command, Register, StartPosition, UciPosition};
pub use error::{BadMove, BadNumber, CommandError, PerftLineError, ReplyError, UciPositionError};
#[doc(inline)]
pub use ferz::notation::{UciMove, UciMoveTextError, UciMoveTextProblem};
pub use go::Go;
pub use info::{CurrentLine, Info, WdlPermille};
pub use option::{OptionDeclaration, OptionKind, SetOption};
pub use perft_line::PerftLine;
pub use reply::{CheckStatus, Reply};

extern crate alloc;
