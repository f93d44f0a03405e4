//! Open calls: requests without the secret that only read, for programs and for pages of other origins by name.

use crate::api::{Answer, Refusal};
use crate::content::Content;
use crate::gate::{Gate, Refused};
use crate::limits::{OPEN_CALLS, OPEN_WAIT};
use crate::respond::{answered, error};
use hyper::body::Bytes;
use hyper::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_MAX_AGE, HeaderName, HeaderValue, VARY,
};
use hyper::http::request::Parts;
use hyper::{Method, Response, StatusCode};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

/// Answers open calls: `GET` requests that need no secret and only read. Calls arrive in several threads at once.
pub trait OpenApi: Send + Sync + 'static {
    /// Returns true if a path, such as `/lichess`, is one of these calls. Others are calls with the secret, or files.
    fn has(&self, path: &str) -> bool;

    /// Answers a call by its path and its query, the part after `?`, empty without one. Both are percent-encoded.
    ///
    /// # Errors
    /// The refusal that is sent in place of an answer.
    fn get(&self, path: &str, query: &str) -> Result<Answer, Refusal>;
}

/// The origin of a page: its scheme, host and port, as browsers send it in the header `Origin`.
///
/// ```
/// use ferz_serve::Origin;
///
/// let origin: Origin = "http://localhost:5173/".parse()?;
/// assert_eq!(origin.to_string(), "http://localhost:5173");
/// assert!("null".parse::<Origin>().is_err() && "*".parse::<Origin>().is_err());
/// # Ok::<(), ferz_serve::ParseOriginError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin(String);

/// The error for text that is not the origin of a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected the origin of a page, such as http://localhost:5173")]
pub struct ParseOriginError;

impl FromStr for Origin {
    type Err = ParseOriginError;

    fn from_str(text: &str) -> Result<Self, ParseOriginError> {
        let text = text.strip_suffix('/').unwrap_or(text).to_ascii_lowercase();
        let (scheme, host) = text.split_once("://").ok_or(ParseOriginError)?;
        let is_scheme = scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        let is_host =
            host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-:[]_".contains(&byte));
        if scheme.is_empty() || host.is_empty() || !is_scheme || !is_host {
            return Err(ParseOriginError);
        }
        // Browsers leave the usual port out.
        let usual = match scheme {
            "http" => ":80",
            "https" => ":443",
            _ => "",
        };
        Ok(Self(text.strip_suffix(usual).unwrap_or(&text).to_owned()))
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl Origin {
    /// Returns true for the value of a header `Origin`.
    pub(crate) fn is(&self, header: &str) -> bool {
        self.0 == header
    }
}

/// The open calls of a server.
pub(crate) struct OpenCalls {
    api: Arc<dyn OpenApi>,
    /// The origins other than the own one whose pages may read the answers.
    origins: Vec<Origin>,
    permits: Arc<Semaphore>,
}

impl OpenCalls {
    pub(crate) fn new(api: impl OpenApi, origins: Vec<Origin>) -> Self {
        Self { api: Arc::new(api), origins, permits: Arc::new(Semaphore::new(OPEN_CALLS)) }
    }

    /// Returns true if a path is one of these calls.
    pub(crate) fn has(&self, path: &str) -> bool {
        self.api.has(path)
    }

    /// Responds to a request for one of these calls.
    pub(crate) async fn respond(&self, head: &Parts, gate: &Gate) -> Response<Content> {
        let origin = match gate.check_reader(head, &self.origins) {
            Ok(origin) => origin,
            Err((status, reason)) => return error(status, reason),
        };
        let answered = if head.method == Method::OPTIONS && origin.is_some() {
            Ok(permission())
        } else {
            self.answer(head).await
        };
        let mut response = answered.unwrap_or_else(|(status, reason)| error(status, reason));
        let headers = response.headers_mut();
        headers.insert(VARY, HeaderValue::from_static("Origin"));
        if let Some(origin) = origin {
            headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, origin.clone());
        }
        response
    }

    async fn answer(&self, head: &Parts) -> Result<Response<Content>, Refused> {
        if head.method != Method::GET && head.method != Method::HEAD {
            return Err((StatusCode::METHOD_NOT_ALLOWED, "this is read by GET"));
        }
        let waited = timeout(OPEN_WAIT, Arc::clone(&self.permits).acquire_owned()).await;
        let Ok(Ok(permit)) = waited else {
            return Err((StatusCode::TOO_MANY_REQUESTS, "too many calls run already"));
        };
        let api = Arc::clone(&self.api);
        let (path, query) =
            (head.uri.path().to_owned(), head.uri.query().unwrap_or_default().to_owned());
        let called = spawn_blocking(move || {
            // Held by the thread: it runs on if the client has gone.
            let _permit = permit;
            api.get(&path, &query)
        });
        let failed = |_| Err(Refusal::Failed("the call failed".to_owned()));
        Ok(answered(called.await.unwrap_or_else(failed)))
    }
}

/// The permission that a browser asks for before a request with a header such as `Authorization`, which clients of
/// Lichess send and which is not read here. The last one is for pages of other networks.
const PERMISSION: [(HeaderName, &str); 4] = [
    (ACCESS_CONTROL_ALLOW_METHODS, "GET"),
    (ACCESS_CONTROL_ALLOW_HEADERS, "Accept, Authorization, Content-Type, X-Requested-With"),
    (ACCESS_CONTROL_MAX_AGE, "600"),
    (HeaderName::from_static("access-control-allow-private-network"), "true"),
];

/// Returns the response to a preflight of an allowed page.
fn permission() -> Response<Content> {
    let mut response = Response::new(Content::Whole(Bytes::new()));
    *response.status_mut() = StatusCode::NO_CONTENT;
    for (name, value) in PERMISSION {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_are_those_that_browsers_send() {
        for (text, expected) in [
            ("http://localhost:5173", Some("http://localhost:5173")),
            ("https://Example.org/", Some("https://example.org")),
            ("https://example.org:443", Some("https://example.org")),
            ("http://example.org:80/", Some("http://example.org")),
            ("http://example.org:443", Some("http://example.org:443")),
            ("http://[::1]:8080", Some("http://[::1]:8080")),
            ("moz-extension://0123-ab", Some("moz-extension://0123-ab")),
            ("null", None),
            ("*", None),
            ("", None),
            ("http://", None),
            ("://x", None),
            ("example.org", None),
            ("http://*", None),
            ("http://*.example.org", None),
            ("http://a.org/page", None),
            ("http://a.org?x", None),
            ("http://user@a.org", None),
            ("http://a.org, http://b.org", None),
            ("http://a.org\r\nX: y", None),
        ] {
            let origin = text.parse::<Origin>();
            assert_eq!(origin.map(|origin| origin.to_string()).ok().as_deref(), expected, "{text}");
        }
    }
}
