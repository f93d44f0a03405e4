//! Answers in JSON.

use ferz_serve::{Answer, Refusal};
use serde::Serialize;

/// Returns a value as a JSON text.
pub(super) fn json(value: &impl Serialize) -> Result<Answer, Refusal> {
    let text = serde_json::to_vec(value).map_err(|error| Refusal::Failed(error.to_string()))?;
    Ok(Answer::Json(text))
}
