//! Errors as JSON: the name of the error, its message, and the fields of the Rust error.

use ferz::notation::{FenError, FenTextProblem, ParseSanError, ParseSanProblem};
use ferz::{InvalidSetup, SetupFaults};
use ferz_game::pgn::PgnError;
use ferz_js_border::{Json, Quoted};

/// Describes a FEN that is not a position, with all faults of the position.
pub(crate) fn fen(error: &FenError) -> Json {
    let json = Json::error("FenError", error);
    match error {
        FenError::Text(text) => {
            let json = json.with_raw("field", text.field).with_raw("column", text.column);
            let json = json.with("text", &text.text);
            match text.problem {
                FenTextProblem::Unexpected { found, expected } => {
                    let json = json.with("expected", expected);
                    found.map_or_else(|| json.clone(), |found| json.clone().with("found", found))
                }
                _ => json,
            }
        }
        FenError::Setup(InvalidSetup(faults)) => json.with_list("faults", fault_list(*faults)),
        _ => json,
    }
}

/// The faults of a setup, each with its name and the reason in words.
pub(crate) fn fault_list(faults: SetupFaults) -> Vec<Json> {
    let pairs = faults.names().zip(faults.reasons());
    pairs.map(|(name, reason)| Json::object().with("name", name).with("reason", reason)).collect()
}

/// Describes a text that is not a legal move.
pub(crate) fn mv(error: &ParseSanError) -> Json {
    let problem = match error.problem {
        ParseSanProblem::Malformed => "malformed",
        ParseSanProblem::NullMove => "null",
        ParseSanProblem::NoSuchMove => "illegal",
        ParseSanProblem::Ambiguous { .. } => "ambiguous",
        ParseSanProblem::MissingPromotion => "promotion",
        _ => "other",
    };
    Json::error("MoveError", error).with("found", &error.text).with("problem", problem)
}

/// Describes an error or a warning of a PGN text with its place.
pub(crate) fn pgn(error: &PgnError) -> Json {
    Json::error("PgnError", &error.kind)
        .with_raw("game", error.game)
        .with_raw("line", error.line)
        .with_raw("column", error.column)
}

/// A list of texts.
pub(crate) fn quoted(texts: &[String]) -> Vec<Quoted<'_>> {
    texts.iter().map(|text| Quoted(text)).collect()
}
