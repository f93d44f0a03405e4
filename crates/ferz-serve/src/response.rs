//! Responses made of answers, refusals and contents.

use crate::api::{Answer, Refusal};
use crate::content::Content;
use crate::stream::stream;
use hyper::header::{CONTENT_TYPE, HeaderMap, HeaderValue};
use hyper::{Response, StatusCode};
use tokio::task::spawn_blocking;

/// Returns the response of a call.
pub(crate) fn answered(answer: Result<Answer, Refusal>) -> Response<Content> {
    match answer {
        Ok(Answer::Json(bytes)) => typed("application/json", Content::Whole(bytes.into())),
        Ok(Answer::Text { content_type, bytes }) => {
            typed(content_type, Content::Whole(bytes.into()))
        }
        Ok(Answer::Stream { content_type, write }) => {
            let (stream, pieces) = stream();
            // Detached: the end of either side ends the other.
            drop(spawn_blocking(move || write(&stream)));
            typed(content_type, Content::Stream(pieces))
        }
        Err(refusal) => {
            let status = match &refusal {
                Refusal::Invalid(_) => StatusCode::BAD_REQUEST,
                Refusal::NotFound(_) => StatusCode::NOT_FOUND,
                Refusal::Busy(_) => StatusCode::TOO_MANY_REQUESTS,
                Refusal::Failed(_) => StatusCode::INTERNAL_SERVER_ERROR,
            };
            error(status, &refusal.to_string())
        }
    }
}

/// Returns a refusal as a JSON object.
pub(crate) fn error(status: StatusCode, reason: &str) -> Response<Content> {
    let mut text = String::from("{\"error\":\"");
    for char in reason.chars() {
        match char {
            '"' | '\\' => text.extend(['\\', char]),
            char if char.is_control() => text.push_str(&format!("\\u{:04x}", u32::from(char))),
            char => text.push(char),
        }
    }
    text.push_str("\"}");
    let mut response = typed("application/json", Content::Whole(text.into()));
    *response.status_mut() = status;
    response
}

/// Returns a response of a type.
pub(crate) fn typed(content_type: &'static str, content: Content) -> Response<Content> {
    let mut response = Response::new(content);
    let headers: &mut HeaderMap = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_escaped() {
        let response = error(StatusCode::BAD_REQUEST, "a \"b\" \\ \n é");
        let Content::Whole(bytes) = response.into_body() else { panic!("a refusal is no stream") };
        assert_eq!(&bytes[..], "{\"error\":\"a \\\"b\\\" \\\\ \\u000a é\"}".as_bytes());
    }
}
