//! An engine for tests: the test binary itself, started again with an environment variable that selects
//! how the engine behaves.

use ferz_uci::client::EngineBuilder;
use std::io::{BufRead, Write, stderr, stdin, stdout};
use std::process::{Command, exit};
use std::thread::sleep;
use std::time::Duration;

const VARIABLE: &str = "FERZ_UCI_FAKE_ENGINE";

/// The arguments that run only the engine.
const ARGUMENTS: [&str; 4] =
    ["fake_engine::fake_engine_process", "--exact", "--nocapture", "--test-threads=1"];

/// The longest life of an engine that hangs, in case that a test does not end it.
const LIFETIME: Duration = Duration::from_secs(60);

/// Returns the settings of an engine. The timeouts suit a slow and busy machine where the engine is
/// expected to reply.
pub(crate) fn engine(behaviour: &str) -> EngineBuilder {
    let quit_timeout = Duration::from_millis(if behaviour == "good" { 20_000 } else { 200 });
    EngineBuilder::new(std::env::current_exe().unwrap())
        .args(ARGUMENTS)
        .env(VARIABLE, behaviour)
        .handshake_timeout(Duration::from_secs(60))
        .reply_timeout(Duration::from_secs(60))
        .quit_timeout(quit_timeout)
}

/// Runs the engine if the variable selects one.
#[test]
fn fake_engine_process() {
    if let Ok(behaviour) = std::env::var(VARIABLE) {
        run(&behaviour);
        exit(0);
    }
}

fn send(line: &str) {
    send_bytes(format!("{line}\n").as_bytes());
}

/// Writes bytes; exits if the pipe is closed.
fn send_bytes(bytes: &[u8]) {
    let mut out = stdout();
    if out.write_all(bytes).and_then(|()| out.flush()).is_err() {
        exit(0);
    }
}

fn flood(bytes: &[u8]) -> ! {
    loop {
        send_bytes(bytes);
    }
}

fn hang() -> ! {
    sleep(LIFETIME);
    exit(0)
}

fn run(behaviour: &str) {
    send_bytes(b"\n");
    match behaviour {
        "silent" => hang(),
        "flood_bytes" => flood(&[b'x'; 4096]),
        "flood_text" => flood(&b"y\n".repeat(2000)),
        "leaves_a_child" => {
            // The child inherits the pipes and does not read.
            let mut child = Command::new(std::env::current_exe().unwrap());
            child.args(ARGUMENTS).env(VARIABLE, "silent");
            #[expect(clippy::zombie_processes, reason = "the process group ends with the engine")]
            child.spawn().unwrap();
        }
        "exits" => {
            eprintln!("loading the network\nno file net.nnue");
            exit(3);
        }
        "stderr_flood" => {
            let line = format!("{}\n", "warning ".repeat(10));
            for _ in 0..20_000 {
                stderr().write_all(line.as_bytes()).unwrap();
            }
        }
        _ => {}
    }
    for line in stdin().lock().lines() {
        let line = line.unwrap();
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[0] {
            "uci" => identify(behaviour),
            "isready" if behaviour == "never_ready" => hang(),
            "isready" => send("readyok"),
            "setoption" => send(&format!("info string set {}", words[1..].join(" "))),
            "position" => send(&format!("info string {line}")),
            "go" if words[1] == "perft" => perft(behaviour),
            "go" => go(behaviour, &line),
            "stop" if behaviour == "ignores_stop" => {}
            "stop" | "ponderhit" => send("bestmove e2e4 ponder e7e5"),
            "quit" if behaviour == "ignores_quit" => hang(),
            "quit" => exit(0),
            _ => {}
        }
    }
    if behaviour == "ignores_quit" {
        hang();
    }
}

fn identify(behaviour: &str) {
    send("a banner without meaning");
    send_bytes(b"id name F\xe9rz \xff\nid author A. U. Thor\n");
    if behaviour == "flood_options" {
        for number in 0.. {
            send(&format!("option name O{number} type button"));
        }
    }
    send("option name Hash type spin default 16 min 1 max 1024");
    send("option name Style type combo default Normal var Solid var Normal");
    send("option name Broken type spin default x min 1 max 2");
    send("option name Ponder type check default false");
    send("option name Clear Hash type button");
    send("option name Path type string default <empty>");
    if behaviour == "copy_protection" {
        send("copyprotection checking\ncopyprotection error");
    }
    send("uciok");
}

fn perft(behaviour: &str) {
    match behaviour {
        "no_perft" => send("info depth 1 score cp 3 pv e2e4\nbestmove e2e4"),
        "bad_total" => send("e2e4: 600\n\nNodes searched: many"),
        "hangs" => hang(),
        "flood_perft" => flood(&b"info string x\n".repeat(100)),
        _ => send(
            "info string x\nthinking\ninfo depth 1\ne2e4: 600\ng1f3 - 440\n\nNodes searched: 1040",
        ),
    }
}

fn go(behaviour: &str, line: &str) {
    match behaviour {
        "dies_mid_line" => {
            send_bytes(b"info depth 1\nbestmove e2e4");
            eprintln!("assertion failed");
            exit(7);
        }
        "illegal_move" => send("bestmove e2e5"),
        "malformed_move" => send("bestmove banana"),
        "null_move" => send("bestmove 0000"),
        "no_move" => send("bestmove (none)"),
        "bad_ponder_move" => send("bestmove e2e4 ponder e2e4"),
        "closes_output" => hang(),
        "flood_info" => flood(b"info depth 1 score cp 3 pv e2e4\n"),
        "flood_best_moves" => flood(b"bestmove e2e4\n"),
        "hangs" => hang(),
        _ if line.contains("infinite") || line.contains("ponder") => {
            send("info depth 1 score cp 3 pv e2e4");
        }
        _ => {
            send(&format!("info string {line}"));
            for depth in 1..=5 {
                send(&format!("info depth {depth} score cp {depth} nodes 10 pv e2e4 e7e5"));
            }
            send("bestmove e2e4 ponder e7e5");
        }
    }
}
