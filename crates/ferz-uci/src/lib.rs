#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![cfg_attr(not(any(test, feature = "client")), no_std)]

extern crate alloc;

#[cfg(feature = "client")]
pub mod client;
mod command;
mod error;
mod go;
mod info;
mod option;
mod perft_line;
mod position;
mod reply;
mod tokens;

pub use command::{Command, Register};
pub use error::{BadMove, BadNumber, CommandError, PerftLineError, ReplyError};
pub use go::Go;
pub use info::{CurrentLine, Info, WdlPermille};
pub use option::{OptionDeclaration, OptionKind, SetOption};
pub use perft_line::PerftLine;
pub use position::{StartPosition, UciPosition};
pub use reply::{CheckStatus, Reply};

#[doc(inline)]
pub use ferz::notation::{UciMove, UciMoveTextError, UciMoveTextProblem};
