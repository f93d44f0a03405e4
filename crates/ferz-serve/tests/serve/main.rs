//! The server over sockets: each line of the threat model in `docs/guides/serve.md` has a test here.

mod client;
mod open;

use client::{PATIENCE, Running, status, wait_for};
use ferz_serve::{Answer, Api, Page, Refusal, Server, ServerError, limits};
use std::io::{Read, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// No calls.
struct Nothing;

impl Api for Nothing {
    fn call(&self, name: &str, _: &[u8]) -> Result<Answer, Refusal> {
        Err(Refusal::NotFound(name.to_owned()))
    }
}

#[test]
fn files_have_type_tag_and_policy() {
    let server = Running::start();
    let index = server.send(server.get("/"));
    assert_eq!(status(&index), 200, "{index}");
    assert!(index.ends_with("\r\n\r\n<title>Board</title>"), "{index}");
    let lower = index.to_lowercase();
    for header in [
        "content-type: text/html; charset=utf-8",
        "content-security-policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval';",
        "frame-ancestors 'none'",
        "x-content-type-options: nosniff",
        "referrer-policy: no-referrer",
        "cross-origin-resource-policy: same-origin",
        "cross-origin-opener-policy: same-origin",
        "cross-origin-embedder-policy: require-corp",
        "cache-control: no-cache",
        "connection: close",
    ] {
        assert!(lower.contains(header), "{header} is not in {index}");
    }
    assert!(!lower.contains("access-control-"), "{index}");
    let script = server.send(server.get("/ferz/board.js?version=1"));
    assert!(script.contains("text/javascript") && script.ends_with("export {};"), "{script}");
    let tag = lower.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap();
    let known = server.get("/").replace("\r\n\r\n", &format!("\r\nIf-None-Match: {tag}\r\n\r\n"));
    let unchanged = server.send(known);
    assert_eq!(status(&unchanged), 304, "{unchanged}");
    assert!(unchanged.ends_with("\r\n\r\n"), "{unchanged}");
    let head = server.send(server.get("/").replacen("GET", "HEAD", 1));
    assert!(head.contains("content-length: 20") && head.ends_with("\r\n\r\n"), "{head}");
    assert_eq!(server.status(server.get("/").replacen("GET", "POST", 1)), 405);
    assert_eq!(server.status(server.get("/nothing.js")), 404);
}

#[test]
fn workers_of_other_programs_are_ended() {
    let server = Running::start();
    let asked =
        |path: &str| server.get(path).replace("\r\n\r\n", "\r\nService-Worker: script\r\n\r\n");
    for path in ["/worker.js", "/sw", "/other/service-worker.mjs?v=2"] {
        let script = server.send(asked(path));
        assert!(status(&script) == 200 && script.contains("text/javascript"), "{script}");
        assert!(script.contains("registration.unregister()"), "{script}");
    }
    let own = server.send(asked("/ferz/board.js"));
    assert!(own.ends_with("export {};"), "{own}");
}

#[test]
fn no_text_of_a_request_becomes_a_path() {
    let server = Running::start();
    for path in [
        "/../secret.js",
        "/ferz/../../secret.js",
        "/ferz/..%2f..%2fsecret.js",
        "/%2e%2e/secret.js",
        "/..\\secret.js",
        "//secret.js",
        "/./index.html",
        "/index.html/",
        "/ferz",
        "/ferz/",
        "/etc/passwd",
        "/C:/Windows/win.ini",
        "/index.html%00.js",
        "/Index.html",
        "*",
    ] {
        let response = server.send(server.get(path));
        assert!(matches!(status(&response), 400 | 404), "{path}: {response}");
        assert!(
            !response.contains("secret\r\n") && !response.ends_with("secret"),
            "{path}: {response}"
        );
    }
    // Names of calls are not files either.
    let response = server.send(server.call("../index.html", "{}"));
    assert_eq!(status(&response), 404);
    assert!(response.ends_with(r#"{"error":"no call \"../index.html\""}"#), "{response}");
}

#[test]
fn other_hosts_are_refused() {
    let server = Running::start();
    let host = format!("127.0.0.1:{}", server.port);
    for (request, expected) in [(server.call("echo", "[1]"), 200), (server.get("/"), 200)] {
        let request = request.replace(&format!("localhost:{}", server.port), &host);
        assert_eq!(server.status(&request), expected);
        for forged in [
            "example.org",
            "example.org:80",
            "127.0.0.1",
            "127.0.0.1:1",
            "[::1]",
            "localhost.example.org",
        ] {
            assert_eq!(server.status(request.replace(&host, forged)), 421, "{forged}");
        }
        assert_eq!(server.status(request.replace(&format!("Host: {host}\r\n"), "")), 421);
        let twice = request.replace("Host:", "Host: example.org\r\nHost:");
        assert_eq!(server.status(twice), 421);
        let absolute = request.replacen(" /", " http://example.org/", 1);
        assert_eq!(server.status(absolute), 421);
    }
    assert_eq!(server.counts.calls.load(Ordering::SeqCst), 1);
}

#[test]
fn calls_of_foreign_pages_are_refused() {
    let server = Running::start();
    let call = server.call("echo", "[1]");
    let with = |header: &str| call.replace("\r\n\r\n", &format!("\r\n{header}\r\n\r\n"));
    assert!(server.send(&call).ends_with("\r\n\r\n[1]"));
    let own = format!("Origin: http://127.0.0.1:{}\r\nSec-Fetch-Site: same-origin", server.port);
    assert_eq!(server.status(with(&own)), 200);
    let called = server.counts.calls.load(Ordering::SeqCst);
    for header in [
        "Origin: http://example.org",
        "Origin: null",
        "Origin: http://127.0.0.1:1",
        "Sec-Fetch-Site: cross-site",
        "Sec-Fetch-Site: same-site",
        "Sec-Fetch-Site: none",
    ] {
        assert_eq!(server.status(with(header)), 403, "{header}");
    }
    // A form or `fetch` in the mode `no-cors` sends no header of its own and no JSON.
    let simple = call.replace(&format!("X-Ferz-Token: {}\r\n", server.token), "");
    assert_eq!(server.status(&simple), 403);
    assert_eq!(server.status(simple.replace("application/json", "text/plain")), 403);
    assert_eq!(server.status(call.replace(&server.token, &"0".repeat(32))), 403);
    assert_eq!(server.status(call.replace(&server.token, &server.token[1..])), 403);
    assert_eq!(server.status(call.replace("application/json", "text/plain")), 415);
    assert_eq!(server.status(call.replace("Content-Type: application/json\r\n", "")), 415);
    assert_eq!(server.status(call.replacen("POST", "GET", 1)), 405);
    // A cookie is no secret: all ports of a host share it.
    let cookie = simple.replace("\r\n\r\n", &format!("\r\nCookie: token={}\r\n\r\n", server.token));
    assert_eq!(server.status(cookie), 403);
    // The secret in the address does not count either: addresses are stored and sent on.
    let query = simple.replacen("/api/echo", &format!("/api/echo?token={}", server.token), 1);
    assert_eq!(server.status(query), 403);
    assert_eq!(server.counts.calls.load(Ordering::SeqCst), called);
}

#[test]
fn preflights_are_refused() {
    let server = Running::start();
    let preflight = format!(
        "OPTIONS /api/echo HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nOrigin: http://example.org\r\n\
         Access-Control-Request-Method: POST\r\nAccess-Control-Request-Headers: x-ferz-token,content-type\r\n\r\n",
        server.port
    );
    let response = server.send(preflight);
    assert_eq!(status(&response), 405, "{response}");
    assert!(!response.to_lowercase().contains("access-control-allow"), "{response}");
}

#[test]
fn oversized_requests_are_refused() {
    let server = Running::start();
    let largest = format!("[{}]", " ".repeat(limits::BODY_SIZE - 2));
    assert_eq!(server.status(server.call("echo", &largest)), 200);
    let called = server.counts.calls.load(Ordering::SeqCst);
    // The header alone refuses it: the body is never sent.
    for length in [limits::BODY_SIZE as u64 + 1, 1 << 40, u64::MAX - 1] {
        let head = server.call("echo", "").replace("Length: 0", &format!("Length: {length}"));
        assert!(matches!(server.status(head), 413 | 431), "{length}");
    }
    let unlimited =
        server.call("echo", "").replace("Content-Length: 0", "Transfer-Encoding: chunked");
    let chunk = format!("1000\r\n{}\r\n", " ".repeat(0x1000));
    // The answer to a request that is still being sent can be lost.
    assert!(matches!(server.status(unlimited.clone() + &chunk.repeat(1000)), 413 | 0));
    let chunked = unlimited + "3\r\n[1]\r\n0\r\n\r\n";
    assert!(server.send(chunked).ends_with("\r\n\r\n[1]"));
    assert_eq!(server.counts.calls.load(Ordering::SeqCst), called + 1);
    let headers = |count: usize, length: usize| {
        let lines: String =
            (0..count).map(|n| format!("X-{n}: {}\r\n", "a".repeat(length))).collect();
        server.get("/").replace("\r\n\r\n", &format!("\r\n{lines}\r\n"))
    };
    assert_eq!(server.status(headers(limits::HEADERS - 1, 10)), 200);
    assert_eq!(server.status(headers(limits::HEADERS, 10)), 431);
    assert!(matches!(server.status(headers(1, limits::HEAD_SIZE)), 431 | 0));
    let long = format!("/{}", "a".repeat(limits::HEAD_SIZE));
    assert!(matches!(server.status(server.get(&long)), 414 | 431 | 0));
    assert_eq!(server.status(server.get("/")), 200);
}

#[test]
fn malformed_requests_are_refused() {
    let server = Running::start();
    for request in [
        "\r\n\r\n\r\n\r\nnothing\r\n\r\n".to_owned(),
        server.get("/").replace("HTTP/1.1", "HTTP/9.9"),
        server.get("/").replace(": ", " "),
        server.get("/ /"),
        server.call("echo", "[1]").replace("Length: 3", "Length: -3"),
        server.call("echo", "[1]").replace("Length: 3", "Length: 3\r\nContent-Length: 4"),
        server.call("echo", "").replace("Content-Length: 0", "Transfer-Encoding: chunked")
            + "zz\r\n",
        server.call("echo", "[1]").replace("Content-Length: 3", "Transfer-Encoding: gzip"),
    ] {
        assert!(matches!(server.status(&request), 0 | 400), "{request}");
    }
    assert_eq!(server.counts.calls.load(Ordering::SeqCst), 0);
}

#[test]
fn a_connection_has_one_request() {
    let server = Running::start();
    let response = server.send(server.get("/") + &server.call("echo", "[1]"));
    assert_eq!(response.matches("HTTP/1.1").count(), 1, "{response}");
    assert_eq!(server.counts.calls.load(Ordering::SeqCst), 0);
}

#[test]
fn slow_requests_are_cut_off() {
    let server = Running::start();
    let start = Instant::now();
    let mut idle = server.connect();
    let mut slow = server.connect();
    let request = server.call("echo", "[1]");
    let mut sent = request.bytes();
    let mut body = server.connect();
    body.write_all(server.call("echo", &" ".repeat(100)).trim_end().as_bytes()).unwrap();
    slow.set_read_timeout(Some(Duration::from_millis(200))).unwrap();
    while start.elapsed() < PATIENCE {
        // Fails once the server has closed the connection.
        let Some(byte) = sent.next() else { break };
        if slow.write_all(&[byte]).is_err() || matches!(slow.read(&mut [0]), Ok(0)) {
            break;
        }
    }
    let least = limits::REQUEST_TIME - Duration::from_secs(1);
    assert!((least..PATIENCE).contains(&start.elapsed()), "{:?}", start.elapsed());
    for stream in [&mut idle, &mut body] {
        let mut response = Vec::new();
        let _ = stream.read_to_end(&mut response);
        assert!(response.is_empty(), "{}", String::from_utf8_lossy(&response));
    }
    assert!(start.elapsed() < PATIENCE);
    assert_eq!(server.counts.calls.load(Ordering::SeqCst), 0);
}

/// Starts a stream, and waits for its first piece.
fn stream(server: &Running, name: &str) -> TcpStream {
    let mut stream = server.connect();
    stream.write_all(server.call(name, "{}").as_bytes()).unwrap();
    let mut received = Vec::new();
    while !received.windows(4).any(|window| window == b"\r\n\r\n") {
        let mut byte = [0];
        stream.read_exact(&mut byte).unwrap();
        received.push(byte[0]);
    }
    stream.read_exact(&mut [0; 4]).unwrap();
    stream
}

#[test]
fn a_stream_ends_with_its_request() {
    let server = Running::start();
    for (number, ends) in [
        (|stream: TcpStream| drop(stream)) as fn(TcpStream),
        |stream| stream.shutdown(Shutdown::Both).unwrap(),
        |stream| {
            stream.shutdown(Shutdown::Write).unwrap();
            // The other direction stays open.
            std::thread::sleep(Duration::from_millis(500));
        },
    ]
    .into_iter()
    .enumerate()
    {
        let stream = stream(&server, "ticks");
        let (closed, ended) = (&server.counts.closed, &server.counts.ended);
        assert_eq!(closed.load(Ordering::SeqCst), number as u32);
        ends(stream);
        let time =
            wait_for("the stream goes on", || ended.load(Ordering::SeqCst) == number as u32 + 1);
        assert_eq!(closed.load(Ordering::SeqCst), number as u32 + 1);
        assert!(time < Duration::from_secs(5), "{time:?}");
    }
}

#[test]
fn a_client_that_does_not_read_is_cut_off() {
    let server = Running::start();
    let unread = stream(&server, "flood");
    let time = wait_for("the stream goes on", || server.counts.ended.load(Ordering::SeqCst) == 1);
    assert!(time >= limits::WRITE_TIME - Duration::from_secs(1), "{time:?}");
    drop(unread);
}

#[test]
fn connections_beyond_the_limit_wait() {
    let server = Running::start();
    let mut held: Vec<_> = (0..limits::CONNECTIONS).map(|_| stream(&server, "ticks")).collect();
    let mut late = server.connect();
    late.write_all(server.get("/").as_bytes()).unwrap();
    late.set_read_timeout(Some(Duration::from_millis(500))).unwrap();
    assert!(late.read(&mut [0]).is_err(), "a connection beyond the limit is served");
    held.pop();
    late.set_read_timeout(Some(PATIENCE)).unwrap();
    let mut response = String::new();
    late.read_to_string(&mut response).unwrap();
    assert_eq!(status(&response), 200);
}

#[test]
fn a_stopped_server_closes_its_streams() {
    let mut server = Running::start();
    let mut stream = stream(&server, "ticks");
    let time = server.stop();
    assert!(time < limits::STOP_TIME + Duration::from_secs(5), "{time:?}");
    let _ = stream.read_to_end(&mut Vec::new());
    assert_eq!(server.counts.ended.load(Ordering::SeqCst), 1);
    assert!(TcpStream::connect((Ipv4Addr::LOCALHOST, server.port)).is_err());
}

#[test]
fn the_server_listens_on_loopback_only() {
    let server = Running::start();
    // Another address of this machine, if it has one: the source of a datagram that is never sent.
    let socket = std::net::UdpSocket::bind("0.0.0.0:0").unwrap();
    if socket.connect("192.0.2.1:9").is_ok()
        && let Ok(address) = socket.local_addr()
        && !address.ip().is_loopback()
    {
        assert!(TcpStream::connect((address.ip(), server.port)).is_err(), "{address}");
    }
    // The port is free at any other address of the loopback network, so that the server has not taken all.
    #[cfg(target_os = "linux")]
    assert!(TcpListener::bind((Ipv4Addr::new(127, 0, 0, 2), server.port)).is_ok());
}

#[test]
fn a_port_in_use_is_an_error_unless_it_is_the_default() {
    let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let port = taken.local_addr().unwrap().port();
    let refused = Server::bind(Some(port), Page::embedded(), Nothing);
    assert!(matches!(refused.err(), Some(ServerError::Port { port: found, .. }) if found == port));
    let servers = [(); 2].map(|()| Server::bind(None, Page::embedded(), Nothing).unwrap());
    assert_ne!(servers[0].origin(), servers[1].origin());
    assert!(servers[1].is_elsewhere());
    let asked_for = Server::bind(Some(0), Page::embedded(), Nothing).unwrap();
    assert!(!asked_for.is_elsewhere());
    assert_ne!(servers[0].token(), servers[1].token());
}
