//! JSON on standard output.

use super::error::Error;
use serde::Serialize;
use std::io::{Write, stdout};

/// Prints a JSON object on one line.
///
/// # Errors
/// If standard output cannot be written.
pub(crate) fn print_json(object: &impl Serialize) -> Result<(), Error> {
    Ok(writeln!(stdout(), "{}", json_text(object)?)?)
}

/// Returns a JSON object on one line.
///
/// # Errors
/// If the object cannot be written.
pub(crate) fn json_text(object: &impl Serialize) -> Result<String, Error> {
    Ok(serde_json::to_string(object).map_err(std::io::Error::from)?)
}
