//! What a program answers to the calls of its page.

use crate::stream::Stream;

/// Answers the calls of the page. Calls arrive in several threads at once.
pub trait Api: Send + Sync + 'static {
    /// Answers a call by its name, the part of the path after `/api/`, and its JSON text.
    ///
    /// # Errors
    /// The refusal that is sent in place of an answer.
    fn call(&self, name: &str, body: &[u8]) -> Result<Answer, Refusal>;
}

/// Writes a stream. It is dropped without a call if the client has gone before.
pub type StreamWriter = Box<dyn FnOnce(&Stream) + Send>;

/// The answer to a call.
pub enum Answer {
    /// A JSON text.
    Json(Vec<u8>),
    /// Another text.
    Text {
        /// The value of the header `Content-Type`.
        content_type: &'static str,
        /// The text.
        bytes: Vec<u8>,
    },
    /// A stream, written in a thread of its own.
    Stream {
        /// The value of the header `Content-Type`.
        content_type: &'static str,
        /// Writes the stream, which ends with the call.
        write: StreamWriter,
    },
}

/// The reason why a call has no answer. The client receives it as `{"error": "..."}`.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// The text of the call is invalid (400).
    #[error("{0}")]
    Invalid(String),
    /// There is no such call or thing (404).
    #[error("{0}")]
    NotFound(String),
    /// Too much is under way already (429).
    #[error("{0}")]
    Busy(String),
    /// The call failed (500).
    #[error("{0}")]
    Failed(String),
}
