//! What a request leads to: refusal, file of the page, or answer to a call.

use crate::api::{Api, Refusal};
use crate::content::Content;
use crate::gate::{Gate, Refused};
use crate::limits::BODY_SIZE;
use crate::listing::content_type;
use crate::open::OpenCalls;
use crate::page::{INDEX, Page};
use crate::response::{answered, error, typed};
use hyper::body::{Body, Bytes, Incoming};
use hyper::header::{CACHE_CONTROL, ETAG, HeaderName, HeaderValue, IF_NONE_MATCH};
use hyper::http::request::Parts;
use hyper::{Method, Request, Response, StatusCode};
use std::convert::Infallible;
use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use tokio::sync::Notify;
use tokio::task::spawn_blocking;

/// What all connections share.
pub(crate) struct Shared {
    pub(crate) gate: Gate,
    pub(crate) page: Page,
    pub(crate) api: Arc<dyn Api>,
    pub(crate) open: Option<OpenCalls>,
}

/// The headers of every response. The policy allows the page's own files and WebAssembly, and no request to any other
/// host; the others keep foreign pages from reading or framing it, and give it shared memory.
const HEADERS: [(HeaderName, &str); 7] = [
    (
        HeaderName::from_static("content-security-policy"),
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; \
         connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'",
    ),
    (HeaderName::from_static("x-content-type-options"), "nosniff"),
    (HeaderName::from_static("referrer-policy"), "no-referrer"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-embedder-policy"), "require-corp"),
    // The page is checked for changes at each use.
    (CACHE_CONTROL, "no-cache"),
];

/// The script that takes the place of a service worker that the page does not have: that of another program which had the
/// port before, and whose worker stands between the browser and this server. The browser asks for a worker's script anew
/// when an address of the port is opened; a missing script would leave the old worker in its place.
const WORKER_END: &str = "self.addEventListener('install', () => self.skipWaiting());\n\
    self.addEventListener('activate', (event) => event.waitUntil(self.registration.unregister()\n    \
    .then(() => self.clients.matchAll({ type: 'window' }))\n    \
    .then((clients) => clients.forEach((client) => client.navigate(client.url)))));\n";

/// Responds to a request. Notifies `is_read` once the request needs nothing more from the client.
pub(crate) async fn respond(
    request: Request<Incoming>,
    shared: Arc<Shared>,
    is_read: Arc<Notify>,
) -> Result<Response<Content>, Infallible> {
    let (head, body) = request.into_parts();
    let answered = answer(&head, body, &shared, &is_read).await;
    let mut response = answered.unwrap_or_else(|(status, reason)| error(status, reason));
    let own = HEADERS.map(|(name, value)| (name, HeaderValue::from_static(value)));
    response.headers_mut().extend(own.map(|(name, value)| (Some(name), value)));
    Ok(response)
}

async fn answer(
    head: &Parts,
    body: Incoming,
    shared: &Arc<Shared>,
    is_read: &Notify,
) -> Result<Response<Content>, Refused> {
    shared.gate.check_host(head)?;
    let path = head.uri.path();
    if let Some(open) = shared.open.as_ref().filter(|open| open.has(path)) {
        is_read.notify_one();
        return Ok(open.respond(head, &shared.gate).await);
    }
    let Some(name) = path.strip_prefix("/api/") else {
        let response = file(head, path, &shared.page)?;
        is_read.notify_one();
        return Ok(response);
    };
    shared.gate.check_call(head)?;
    let bytes = collect(body).await?;
    is_read.notify_one();
    let (api, name) = (Arc::clone(&shared.api), name.to_owned());
    let called = spawn_blocking(move || api.call(&name, &bytes)).await;
    let answer = called.unwrap_or_else(|_| Err(Refusal::Failed("the call failed".to_owned())));
    Ok(answered(answer))
}

/// Reads the body of a call.
async fn collect(body: Incoming) -> Result<Vec<u8>, Refused> {
    let too_large = (StatusCode::PAYLOAD_TOO_LARGE, "a call is at most 64 KiB");
    if body.size_hint().lower() > BODY_SIZE as u64 {
        return Err(too_large);
    }
    let (mut body, mut bytes) = (pin!(body), Vec::new());
    while let Some(frame) = poll_fn(|context| body.as_mut().poll_frame(context)).await {
        let frame = frame.map_err(|_| (StatusCode::BAD_REQUEST, "the body is malformed"))?;
        let Ok(data) = frame.into_data() else { continue };
        if bytes.len() + data.len() > BODY_SIZE {
            return Err(too_large);
        }
        bytes.extend_from_slice(&data);
    }
    Ok(bytes)
}

/// Returns a file of the page, or that it has not changed.
fn file(head: &Parts, path: &str, page: &Page) -> Result<Response<Content>, Refused> {
    if head.method != Method::GET && head.method != Method::HEAD {
        return Err((StatusCode::METHOD_NOT_ALLOWED, "files are read by GET"));
    }
    let name = path.strip_prefix('/').unwrap_or(path);
    let name = if name.is_empty() { INDEX } else { name };
    let found = content_type(name).and_then(|kind| Some((kind, page.read(name)?)));
    if found.is_none() && head.headers.get("service-worker").is_some_and(|kind| kind == "script") {
        let kind = content_type("worker.js").unwrap_or("text/javascript");
        return Ok(typed(kind, Content::Whole(Bytes::from_static(WORKER_END.as_bytes()))));
    }
    let (kind, content) = found.ok_or((StatusCode::NOT_FOUND, "the page has no such file"))?;
    let tag = format!("\"{:016x}\"", hash(&content));
    let is_known = head.headers.get(IF_NONE_MATCH).is_some_and(|known| known == tag.as_str());
    let mut response = if is_known {
        let mut response = typed(kind, Content::Whole(Bytes::new()));
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        response
    } else {
        typed(kind, Content::Whole(Bytes::from_owner(content)))
    };
    if let Ok(tag) = HeaderValue::try_from(tag) {
        response.headers_mut().insert(ETAG, tag);
    }
    Ok(response)
}

/// Returns the FNV-1a hash of a content (Fowler, Noll, Vo).
fn hash(bytes: &[u8]) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_fnv_1a() {
        // Test vectors of its authors.
        assert_eq!(hash(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(hash(b"foobar"), 0x8594_4171_f739_67e8);
    }
}
