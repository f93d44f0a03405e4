//! JSON on standard output.

use super::error::Error;
use serde::Serialize;
use std::io::{Write, stdout};

/// Prints a JSON object on one line.
///
/// # Errors
/// If standard output cannot be written.
pub(crate) fn print_json(object: &impl Serialize) -> Result<(), Error> {
    let text = serde_json::to_string(object).map_err(std::io::Error::from)?;
    Ok(writeln!(stdout(), "{text}")?)
}
