//! The values of the PGN tag `Variant` that name the rules of standard chess or Chess960.

use ferz_game::pgn::Tags;
use pyo3::prelude::*;

/// Other names of standard chess, in small letters and digits alone.
const STANDARD: [&str; 6] = ["standard", "chess", "classical", "normal", "fromposition", "illegal"];
/// The wild variants with the rules of standard chess and other start positions.
const WILD: [&str; 10] =
    ["wild0", "wild1", "wild2", "wild3", "wild4", "wild5", "wild6", "wild7", "wild8", "wild8a"];

/// Returns `"standard"`, `"wild"` or `"chess960"` for a value of the tag `Variant`, or `None` for a
/// variant with rules of its own. Case, spaces and punctuation do not count.
#[pyfunction]
pub(crate) fn pgn_variant(name: &str) -> Option<&'static str> {
    let letters: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    let letters = letters.to_ascii_lowercase();
    if STANDARD.contains(&letters.as_str()) {
        Some("standard")
    } else if WILD.contains(&letters.as_str()) {
        Some("wild")
    } else {
        Tags::is_chess960(&letters).then_some("chess960")
    }
}
