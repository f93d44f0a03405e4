//! The summary of a command: its numbers at the end, a text for a person or one JSON object.

use super::error::Error;
use super::files::GameOutputArgs;
use super::json::print_json;
use clap::Args;
use serde::Serialize;
use std::fmt::Display;
use std::io::{Write, stdout};
use std::path::Path;

/// Prints the numbers of a command: the object with `--json`, else the text.
///
/// # Errors
/// If standard output cannot be written.
pub(crate) fn print_summary(
    json: bool,
    object: &impl Serialize,
    text: impl Display,
) -> Result<(), Error> {
    if json { print_json(object) } else { Ok(writeln!(stdout(), "{text}")?) }
}

/// The file of games that a command writes, and the form of its summary.
#[derive(Args, Debug)]
pub(crate) struct SummaryArgs {
    #[command(flatten)]
    out: GameOutputArgs,

    /// Print the numbers at the end as one JSON object; the games need an --output
    #[arg(long)]
    json: bool,
}

impl SummaryArgs {
    /// Returns the path of the file; `None` for standard output.
    pub(crate) fn path(&self) -> Option<&Path> {
        self.out.path()
    }

    /// Checks that `--json` does not mix its object with games on standard output.
    ///
    /// # Errors
    /// If it does.
    pub(crate) fn check(&self, command: &str) -> Result<(), Error> {
        if self.json && self.path().is_none() {
            return Err(Error::usage("--json needs the games in a file: --output FILE", command));
        }
        Ok(())
    }

    /// Prints the numbers, unless standard output has the games.
    ///
    /// # Errors
    /// If standard output cannot be written.
    pub(crate) fn print(&self, object: &impl Serialize, text: impl Display) -> Result<(), Error> {
        self.path().map_or(Ok(()), |_| print_summary(self.json, object, text))
    }
}
