//! Open calls: who may read them, and within which limits.

use crate::client::{Running, status, wait_for};
use ferz_serve::limits;
use std::io::{Read, Write};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

const FRONT_END: &str = "Origin: http://localhost:5173";

/// Adds headers to a request without a body.
fn with(request: &str, headers: &str) -> String {
    request.replace("\r\n\r\n", &format!("\r\n{headers}\r\n\r\n"))
}

#[test]
fn without_the_option_there_are_none() {
    let server = Running::start();
    assert_eq!(server.status(server.get("/open")), 404);
    assert_eq!(server.status(with(&server.get("/open"), FRONT_END)), 404);
}

#[test]
fn open_calls_need_no_secret_and_only_read() {
    let (server, counts) = Running::start_open();
    let request = server.get("/open?a=%20b&c");
    let answer = server.send(&request);
    assert_eq!(status(&answer), 200, "{answer}");
    assert!(answer.ends_with("\r\n\r\na=%20b&c") && answer.contains("text/plain"), "{answer}");
    assert!(!answer.to_lowercase().contains("access-control"), "{answer}");
    let head = server.send(request.replacen("GET", "HEAD", 1));
    assert!(status(&head) == 200 && head.ends_with("\r\n\r\n"), "{head}");
    let refused = server.send(server.get("/open/refused?reason"));
    assert!(status(&refused) == 400 && refused.ends_with(r#"{"error":"reason"}"#), "{refused}");
    assert_eq!(counts.calls.load(Ordering::SeqCst), 3);
    for method in ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "X"] {
        assert_eq!(server.status(request.replacen("GET", method, 1)), 405, "{method}");
        let allowed = with(&request.replacen("GET", method, 1), FRONT_END);
        assert_eq!(server.status(allowed), if method == "OPTIONS" { 204 } else { 405 }, "{method}");
    }
    // By another name nothing is read, whatever else is right.
    let own = format!("localhost:{}", server.port);
    for forged in ["example.org", "example.org:80", "127.0.0.1", "localhost:1", "[::1]"] {
        assert_eq!(server.status(request.replace(&own, forged)), 421, "{forged}");
        assert_eq!(server.status(with(&request.replace(&own, forged), FRONT_END)), 421, "{forged}");
    }
    assert_eq!(server.status(request.replacen(" /", " http://example.org/", 1)), 421);
    // Other calls need the secret as before.
    assert_eq!(server.status(server.get("/api/echo").replacen("GET", "POST", 1)), 403);
    assert_eq!(server.status(server.call("open", "{}")), 404);
    for path in ["/open/", "/open/x", "//open", "/OPEN", "/%6fpen", "/api/open"] {
        assert!(matches!(server.status(server.get(path)), 404 | 405), "{path}");
    }
    assert_eq!(counts.calls.load(Ordering::SeqCst), 3);
}

#[test]
fn only_named_origins_read_open_calls() {
    let (server, counts) = Running::start_open();
    for (path, expected) in [("/open?x", 200), ("/open/refused?x", 400)] {
        for more in ["", "\r\nSec-Fetch-Site: cross-site\r\nAuthorization: Bearer x"] {
            let answer = server.send(with(&server.get(path), &format!("{FRONT_END}{more}")));
            assert_eq!(status(&answer), expected, "{answer}");
            let lower = answer.to_lowercase();
            assert!(
                lower.contains("access-control-allow-origin: http://localhost:5173\r\n"),
                "{answer}"
            );
            assert!(
                lower.contains("vary: origin\r\n") && !lower.contains("allow-credentials"),
                "{answer}"
            );
        }
    }
    let called = counts.calls.load(Ordering::SeqCst);
    for headers in [
        "Origin: http://example.org",
        "Origin: null",
        "Origin: http://localhost:51730",
        "Origin: http://127.0.0.1:1",
        "Origin: http://localhost:5173\r\nOrigin: http://localhost:5173",
        "Origin: http://localhost:5173.example.org",
        // A picture, a script or a `fetch` in the mode `no-cors` of any page.
        "Sec-Fetch-Site: cross-site",
        "Sec-Fetch-Site: same-site",
    ] {
        for method in ["GET", "OPTIONS"] {
            let answer =
                server.send(with(&server.get("/open").replacen("GET", method, 1), headers));
            assert_eq!(status(&answer), 403, "{method} {headers}: {answer}");
            assert!(!answer.to_lowercase().contains("access-control"), "{headers}: {answer}");
        }
    }
    assert_eq!(counts.calls.load(Ordering::SeqCst), called);
    let own = format!("Origin: http://127.0.0.1:{}\r\nSec-Fetch-Site: same-origin", server.port);
    for headers in [own.as_str(), "Sec-Fetch-Site: none"] {
        assert_eq!(server.status(with(&server.get("/open"), headers)), 200, "{headers}");
    }
}

#[test]
fn preflights_of_named_origins_permit_reading_open_calls_alone() {
    let (server, counts) = Running::start_open();
    let preflight = |path: &str, origin: &str| {
        let asked =
            "Access-Control-Request-Method: GET\r\nAccess-Control-Request-Headers: authorization";
        with(&server.get(path).replacen("GET", "OPTIONS", 1), &format!("{origin}\r\n{asked}"))
    };
    let permission = server.send(preflight("/open", FRONT_END)).to_lowercase();
    assert_eq!(status(&permission.replace("http/1.1", "HTTP/1.1")), 204, "{permission}");
    for header in [
        "access-control-allow-origin: http://localhost:5173",
        "access-control-allow-methods: get\r\n",
        "access-control-allow-headers: accept, authorization,",
        "access-control-allow-private-network: true",
    ] {
        assert!(permission.contains(header), "{header} is not in {permission}");
    }
    for path in ["/api/echo", "/api/open", "/", "/index.html"] {
        let refused = server.send(preflight(path, FRONT_END));
        assert_eq!(status(&refused), 405, "{path}: {refused}");
        assert!(!refused.to_lowercase().contains("access-control"), "{path}: {refused}");
    }
    // A file is sent, as to anyone, without a word that lets another page read it.
    let file = server.send(with(&server.get("/"), FRONT_END)).to_lowercase();
    assert!(
        !file.contains("access-control") && file.contains("resource-policy: same-origin"),
        "{file}"
    );
    assert_eq!(server.status(preflight("/open", "Origin: http://example.org")), 403);
    let call = with(&server.call("echo", ""), FRONT_END);
    assert_eq!(server.status(call), 403);
    assert_eq!(counts.calls.load(Ordering::SeqCst), 0);
}

#[test]
fn open_calls_beyond_the_limit_wait_and_are_refused() {
    let (server, counts) = Running::start_open();
    let mut held: Vec<_> = (0..limits::OPEN_CALLS).map(|_| server.connect()).collect();
    for stream in &mut held {
        stream.write_all(server.get("/open/held").as_bytes()).unwrap();
    }
    let calls = || counts.calls.load(Ordering::SeqCst) as usize;
    wait_for("the calls begin", || calls() == limits::OPEN_CALLS);
    let start = Instant::now();
    let refused = server.send(with(&server.get("/open"), FRONT_END));
    assert_eq!(status(&refused), 429, "{refused}");
    assert!(refused.to_lowercase().contains("access-control-allow-origin"), "{refused}");
    assert!(start.elapsed() >= limits::OPEN_WAIT - Duration::from_secs(1), "{:?}", start.elapsed());
    // The page is served meanwhile, and a call whose client has gone keeps its place until it ends.
    assert_eq!(server.status(server.get("/")), 200);
    drop(held.pop());
    let mut waiting = server.connect();
    waiting.write_all(server.get("/open?late").as_bytes()).unwrap();
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!(calls(), limits::OPEN_CALLS);
    counts.is_released.store(true, Ordering::SeqCst);
    let mut answer = String::new();
    waiting.read_to_string(&mut answer).unwrap();
    assert!(answer.ends_with("\r\n\r\nlate"), "{answer}");
    assert_eq!(counts.most.load(Ordering::SeqCst) as usize, limits::OPEN_CALLS);
}

#[test]
fn huge_queries_and_slow_requests_are_refused() {
    let (server, counts) = Running::start_open();
    let query = "a".repeat(limits::HEAD_SIZE - 1000);
    assert!(server.send(server.get(&format!("/open?{query}"))).ends_with(&query));
    for length in [limits::HEAD_SIZE, 1 << 20] {
        let request = server.get(&format!("/open?{}", "a".repeat(length)));
        assert!(matches!(server.status(request), 414 | 431 | 0), "{length}");
    }
    let start = Instant::now();
    let mut slow = server.connect();
    slow.write_all(server.get("/open").trim_end().as_bytes()).unwrap();
    let mut response = Vec::new();
    let _ = slow.read_to_end(&mut response);
    assert!(response.is_empty(), "{}", String::from_utf8_lossy(&response));
    let least = limits::REQUEST_TIME - Duration::from_secs(1);
    assert!(start.elapsed() >= least, "{:?}", start.elapsed());
    assert_eq!(counts.calls.load(Ordering::SeqCst), 1);
}
