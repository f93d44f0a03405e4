//! Open calls: requests without the secret that only read, for programs and for pages of other origins by name.

use crate::api::{Answer, Refusal};
use crate::content::Content;
use crate::gate::{Gate, Refused};
use crate::limits::{OPEN_CALLS, OPEN_WAIT};
use crate::origin::Origin;
use crate::response::{answered, error};
use hyper::body::Bytes;
use hyper::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_MAX_AGE, HeaderName, HeaderValue, VARY,
};
use hyper::http::request::Parts;
use hyper::{Method, Response, StatusCode};
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
