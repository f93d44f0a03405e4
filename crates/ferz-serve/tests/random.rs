//! 10,000 random requests with a fixed seed: no answer that the checks forbid, no death, bounded memory.

#[path = "serve/client.rs"]
#[expect(dead_code, reason = "the other tests use more of it")]
mod client;

use client::{Running, status};
use fastrand::Rng;
use std::sync::atomic::Ordering;

const REQUESTS: u64 = 10_000;
const THREADS: u64 = 8;

/// The growth of the memory of the process that connections and buffers explain.
#[cfg(target_os = "linux")]
const GROWTH: u64 = 64 << 20;

/// Returns a request: a valid one with changes, or random bytes.
fn request(server: &Running, rng: &mut Rng) -> Vec<u8> {
    let mut bytes = match rng.u8(0..8) {
        0 => (0..rng.usize(0..2_000)).map(|_| rng.u8(..)).collect(),
        1 => {
            server.get(["/", "/ferz/board.js", "/api/echo", "/../x"][rng.usize(0..4)]).into_bytes()
        }
        // The secret of a caller who guesses.
        2 => server
            .call("echo", "[1]")
            .replace(&server.token, &format!("{:032x}", rng.u128(..)))
            .into_bytes(),
        _ => server.call(["echo", "ticks", "none"][rng.usize(0..3)], "{\"a\":[1,2]}").into_bytes(),
    };
    for _ in 0..rng.usize(1..6) {
        if bytes.is_empty() {
            break;
        }
        let (at, length) = (rng.usize(0..bytes.len()), rng.usize(0..40));
        let end = bytes.len().min(at + length);
        match rng.u8(0..6) {
            0 => bytes[at] = rng.u8(..),
            1 => bytes[at] ^= 1 << rng.u8(0..8),
            2 => drop(bytes.drain(at..end)),
            3 => bytes.truncate(at),
            4 => {
                let copy = bytes[at..end].to_vec();
                bytes.splice(at..at, copy);
            }
            _ => {
                let words = [
                    &b"\r\n"[..],
                    b"\r\n\r\n",
                    b"\0",
                    b"Content-Length: 99999999999\r\n",
                    b"Transfer-Encoding: chunked\r\n",
                    b"Expect: 100-continue\r\n",
                    b"Upgrade: h2c\r\n",
                ];
                bytes.splice(at..at, words[rng.usize(0..words.len())].iter().copied());
            }
        }
    }
    bytes
}

/// Returns the memory of this process in bytes.
#[cfg(target_os = "linux")]
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() << 10
}

#[test]
fn random_requests_do_no_harm() {
    let server = Running::start();
    assert_eq!(server.status(server.call("echo", "[1]")), 200);
    #[cfg(target_os = "linux")]
    let before = memory();
    std::thread::scope(|scope| {
        for thread in 0..THREADS {
            let server = &server;
            scope.spawn(move || {
                let mut rng = Rng::with_seed(thread);
                for _ in 0..REQUESTS / THREADS {
                    let bytes = request(server, &mut rng);
                    check(server, &bytes);
                }
            });
        }
    });
    #[cfg(target_os = "linux")]
    assert!(memory() < before + GROWTH, "{before} bytes before, {} after", memory());
    assert!(server.send(server.call("echo", "[2]")).ends_with("\r\n\r\n[2]"));
    assert!(server.counts.calls.load(Ordering::SeqCst) > 100, "some requests stay valid");
}

/// Sends a request, ends it, and checks the answer.
fn check(server: &Running, bytes: &[u8]) {
    use std::io::{Read, Write};
    let mut stream = server.connect();
    let _ = stream.write_all(bytes);
    // The end of the request, so that one that is cut off does not wait for more.
    let _ = stream.shutdown(std::net::Shutdown::Write);
    let (mut response, mut bytes_read) = (Vec::new(), [0; 4096]);
    while let Ok(count @ 1..) = stream.read(&mut bytes_read) {
        response.extend_from_slice(&bytes_read[..count]);
        // A stream has no end of its own.
        if response.windows(8).any(|window| window == b"x-ndjson") {
            break;
        }
    }
    let response = String::from_utf8_lossy(&response);
    let has_secret =
        bytes.windows(server.token.len()).any(|window| window == server.token.as_bytes());
    let is_file = response.contains("<title>Board</title>") || response.contains("export {};");
    if status(&response) == 200 && !has_secret {
        let sent = String::from_utf8_lossy(bytes);
        assert!(is_file || sent.contains("HEAD"), "{sent}\n{response}");
    }
}
