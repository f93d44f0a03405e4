#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![cfg_attr(not(test), no_std)]

extern crate alloc;

mod command;
mod error;
mod go;
mod info;
mod option;
mod perft_line;
mod position;
mod register;
mod reply;
mod score;
mod set_option;
mod tokens;

pub use command::Command;
pub use error::{BadMove, BadNumber, CommandError, PerftLineError, ReplyError};
pub use go::Go;
pub use info::{CurrentLine, Info};
pub use option::{OptionDeclaration, OptionKind};
pub use perft_line::PerftLine;
pub use position::{StartPosition, UciPosition};
pub use register::Register;
pub use reply::{CheckStatus, Reply};
pub use score::{Score, ScoreBound, ScoreValue, WdlPermille};
pub use set_option::SetOption;

#[doc(inline)]
pub use ferz::notation::{UciMove, UciMoveTextError};
