//! A server with a page and calls for tests, and raw requests to it.

use ferz_serve::{Answer, Api, OpenApi, Page, Refusal, Server, Stopper};
use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// A sufficient time on a slow and busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// The counts of what calls did.
#[derive(Default)]
pub(crate) struct Counts {
    pub(crate) calls: AtomicU32,
    pub(crate) closed: AtomicU32,
    pub(crate) ended: AtomicU32,
}

/// Calls: `echo` returns its text, `ticks` is a stream until it is closed, `flood` one as fast as the client reads.
struct TestApi(Arc<Counts>);

impl Api for TestApi {
    fn call(&self, name: &str, body: &[u8]) -> Result<Answer, Refusal> {
        self.0.calls.fetch_add(1, Ordering::SeqCst);
        let counts = Arc::clone(&self.0);
        let is_flood = match name {
            "echo" => return Ok(Answer::Json(body.to_vec())),
            "ticks" => false,
            "flood" => true,
            _ => return Err(Refusal::NotFound(format!("no call {name:?}"))),
        };
        Ok(Answer::Stream {
            content_type: "application/x-ndjson",
            write: Box::new(move |stream| {
                let closed = Arc::clone(&counts);
                stream.on_close(move || {
                    closed.closed.fetch_add(1, Ordering::SeqCst);
                });
                let piece = vec![b' '; if is_flood { 64 << 10 } else { 1 }];
                while stream.send(piece.clone()).is_ok() {
                    if !is_flood {
                        std::thread::sleep(Duration::from_millis(20));
                    }
                }
                counts.ended.fetch_add(1, Ordering::SeqCst);
            }),
        })
    }
}

/// Open calls: `/open` returns its query as a JSON text, `/open/refused` refuses, `/open/held` waits for its release.
pub(crate) struct TestOpenApi(pub(crate) Arc<OpenCounts>);

/// The counts of open calls.
#[derive(Default)]
pub(crate) struct OpenCounts {
    pub(crate) calls: AtomicU32,
    running: AtomicU32,
    /// The most calls that ran at once.
    pub(crate) most: AtomicU32,
    /// Set to release the calls that wait.
    pub(crate) is_released: AtomicBool,
}

impl OpenApi for TestOpenApi {
    fn has(&self, path: &str) -> bool {
        matches!(path, "/open" | "/open/refused" | "/open/held")
    }

    fn get(&self, path: &str, query: &str) -> Result<Answer, Refusal> {
        let counts = &self.0;
        counts.calls.fetch_add(1, Ordering::SeqCst);
        let running = counts.running.fetch_add(1, Ordering::SeqCst) + 1;
        counts.most.fetch_max(running, Ordering::SeqCst);
        while path == "/open/held" && !counts.is_released.load(Ordering::SeqCst) {
            std::thread::sleep(Duration::from_millis(5));
        }
        counts.running.fetch_sub(1, Ordering::SeqCst);
        match path {
            "/open/refused" => Err(Refusal::Invalid(query.to_owned())),
            _ => Ok(Answer::Text { content_type: "text/plain", bytes: query.into() }),
        }
    }
}

/// A server that runs until it is dropped.
pub(crate) struct Running {
    pub(crate) port: u16,
    pub(crate) token: String,
    pub(crate) counts: Arc<Counts>,
    pub(crate) stopper: Stopper,
    thread: Option<JoinHandle<()>>,
    folder: PathBuf,
}

impl Running {
    /// Starts a server with a page of two files, `index.html` and `ferz/board.js`.
    pub(crate) fn start() -> Self {
        Self::start_with(|server| server)
    }

    /// Starts a server with open calls that pages of `http://localhost:5173` may read too.
    pub(crate) fn start_open() -> (Self, Arc<OpenCounts>) {
        let counts = Arc::<OpenCounts>::default();
        let api = TestOpenApi(Arc::clone(&counts));
        let origin = "http://localhost:5173".parse().unwrap();
        (Self::start_with(|server| server.open_calls(api, vec![origin])), counts)
    }

    fn start_with(change: impl FnOnce(Server) -> Server) -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::SeqCst);
        let name = format!("ferz-serve-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(folder.join("page/ferz")).unwrap();
        for (name, text) in [
            ("page/index.html", "<title>Board</title>"),
            ("page/ferz/board.js", "export {};"),
            ("secret.js", "secret"),
        ] {
            std::fs::write(folder.join(name), text).unwrap();
        }
        let counts = Arc::new(Counts::default());
        let page = Page::folder(&folder.join("page")).unwrap();
        let server = change(Server::bind(Some(0), page, TestApi(Arc::clone(&counts))).unwrap());
        let port = server.origin().rsplit_once(':').unwrap().1.parse().unwrap();
        let (token, stopper) = (server.token().to_owned(), server.stopper());
        assert_eq!(server.address(), format!("http://127.0.0.1:{port}/#token={token}"));
        let thread = Some(std::thread::spawn(move || server.run().unwrap()));
        Self { port, token, counts, stopper, thread, folder }
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_write_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// Returns a valid call.
    pub(crate) fn call(&self, name: &str, body: &str) -> String {
        let (port, token, length) = (self.port, &self.token, body.len());
        format!(
            "POST /api/{name} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nX-Ferz-Token: {token}\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        )
    }

    /// Returns a request for a file.
    pub(crate) fn get(&self, path: &str) -> String {
        format!("GET {path} HTTP/1.1\r\nHost: localhost:{}\r\n\r\n", self.port)
    }

    /// Sends bytes, and returns the response as text; what arrived of it if the server closes the connection in between.
    pub(crate) fn send(&self, request: impl AsRef<[u8]>) -> String {
        let mut stream = self.connect();
        let _ = stream.write_all(request.as_ref());
        let mut response = Vec::new();
        let _ = stream.read_to_end(&mut response);
        String::from_utf8_lossy(&response).into_owned()
    }

    /// Sends bytes, and returns the status of the response; 0 without one.
    pub(crate) fn status(&self, request: impl AsRef<[u8]>) -> u16 {
        status(&self.send(request))
    }

    /// Ends the server, and returns the time that it took.
    pub(crate) fn stop(&mut self) -> Duration {
        let start = Instant::now();
        self.stopper.stop();
        self.thread.take().unwrap().join().unwrap();
        start.elapsed()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if self.thread.is_some() {
            self.stop();
        }
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Returns the status of a response; 0 without one.
pub(crate) fn status(response: &str) -> u16 {
    response.strip_prefix("HTTP/1.1 ").and_then(|rest| rest[..3].parse().ok()).unwrap_or(0)
}

/// Waits for a condition.
pub(crate) fn wait_for(what: &str, condition: impl Fn() -> bool) -> Duration {
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < PATIENCE, "{what}");
        std::thread::sleep(Duration::from_millis(5));
    }
    start.elapsed()
}
