//! Closed and full standard streams, endless input, and signals, with real processes.

use crate::process::{BINARY, at_once, ferz, file};
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Longest time of a command that must end at once, sufficient on a slow and busy machine.
const SOON: Duration = Duration::from_secs(60);

/// Waits for the end of a process and returns its exit status.
fn wait(child: &mut Child) -> Option<i32> {
    let started = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code();
        }
        if started.elapsed() > SOON {
            let _ = child.kill();
            panic!("process {} does not end", child.id());
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Runs a shell command in which `$FERZ` is the binary, and returns its output and errors.
fn shell(script: &str) -> (Option<i32>, String) {
    let mut child = Command::new("bash")
        .args(["-c", script])
        .env("FERZ", BINARY)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let code = wait(&mut child);
    let output = child.wait_with_output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    (code, String::from_utf8(text).unwrap())
}

#[test]
fn closed_and_full_streams_end_with_a_documented_status() {
    for (script, status) in [
        ("$FERZ --help | true; exit ${PIPESTATUS[0]}", 0),
        ("$FERZ perft --help | true; exit ${PIPESTATUS[0]}", 0),
        ("$FERZ perft 2 | true; exit ${PIPESTATUS[0]}", 0),
        ("$FERZ --help >/dev/full", 2),
        ("$FERZ --version >/dev/full", 2),
        ("$FERZ perft 2 >/dev/full", 2),
        ("$FERZ perft 2 --json >/dev/full", 2),
        ("$FERZ analyse --depth 2 >/dev/full", 2),
        ("$FERZ bench 1 >/dev/full", 2),
        ("$FERZ --help >&- 2>&- <&-", 0),
        ("$FERZ perft 2 >&-", 0),
        ("$FERZ pefrt 2>&-", 2),
        ("$FERZ pefrt 2>/dev/full", 2),
        ("$FERZ perft 2 --fen x 2>/dev/full", 2),
        ("$FERZ perft 2 --fen x >&- 2>&-", 2),
        ("$FERZ uci <&-", 0),
    ] {
        let (code, text) = shell(script);
        assert_eq!(code, Some(status), "{script}: {text}");
        assert!(!text.contains("panicked"), "{script}: {text}");
    }
}

/// Each of these would run for hours.
#[test]
fn counts_and_searches_end_when_their_reader_is_gone() {
    for command in [
        "perft 12",
        "perft 12 --stats",
        "perft 8 --method make --divide",
        "analyse --depth 200",
        "analyse --depth 200 --json",
        "bench 60",
        "bench 60 --json",
    ] {
        let (code, text) = shell(&format!("$FERZ {command} | true; exit ${{PIPESTATUS[0]}}"));
        assert_eq!((code, text.as_str()), (Some(0), ""), "{command}");
    }
}

#[test]
fn a_session_ends_when_its_reader_is_gone() {
    for commands in ["", "go infinite\n", "go perft 12\n", "go depth 200\n"] {
        let mut child = Command::new(BINARY)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // The input stays open.
        let mut input = child.stdin.take().unwrap();
        input.write_all(commands.as_bytes()).unwrap();
        drop(child.stdout.take());
        assert_eq!(wait(&mut child), Some(0), "{commands:?}");
    }
}

#[test]
fn endless_and_binary_input_is_refused() {
    for arguments in [
        &["perft", "--suite", "/dev/zero"][..],
        &["perft", "3", "--resume", "/dev/zero"],
        &["perft", "3", "--resume", "/dev/urandom"],
        &["perft", "--suite", BINARY],
        &["perft", "3", "--resume", BINARY],
        &["analyse", "--syzygy", "/dev/zero"],
        &["analyse", "--syzygy", "/dev"],
        &["suite", "/dev/zero"],
        &["suite", "/dev/urandom"],
        &["suite", BINARY],
    ] {
        let ran = ferz(arguments);
        let line = ran.error_line();
        assert!(line.len() < 1000 && !line.contains(char::is_control), "{line:?}");
    }
}

#[cfg(unix)]
#[test]
fn endless_standard_input_is_refused() {
    for arguments in [&["play", "--level", "0"][..], &["play", "--clock", "60+0"], &["uci"], &[]] {
        let zero = std::fs::File::open("/dev/zero").unwrap();
        let output = Command::new(BINARY).args(arguments).stdin(zero).output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {err}");
        let reason =
            "ferz: standard input: expected a line of at most 16777216 bytes, found more\n";
        assert_eq!(err, reason, "{arguments:?}");
        assert!(output.stdout.len() < 10_000, "{arguments:?}");
    }
}

#[cfg(unix)]
#[test]
fn errors_of_standard_input_name_it() {
    for arguments in [&["pgn", "check", "-"][..], &["book", "make", "-", "-o", "/dev/null"]] {
        let folder = std::fs::File::open("/").unwrap();
        let output = Command::new(BINARY).args(arguments).stdin(folder).output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {err}");
        assert!(err.starts_with("ferz: standard input: "), "{arguments:?}: {err}");
    }
}

#[test]
fn control_characters_of_the_input_are_escaped() {
    let path = file("control.epd", "\u{1b}[2J\u{7} ;D1 20\n4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 5\n");
    let ran = ferz(&["perft", "--suite", &path]);
    assert_eq!(ran.status, Some(1));
    let text = ran.out + &ran.err;
    assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{text:?}");
    let error = ferz(&["perft", "1", "--fen", "\u{1b}[2J"]).err;
    assert!(error.contains("1b") && !error.contains('\u{1b}'), "{error:?}");
}

/// Starts the binary with its output in pipes.
pub(crate) fn start(arguments: &[&str]) -> Child {
    let mut command = Command::new(BINARY);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// Sends a signal and returns the exit status and the output.
pub(crate) fn signal(mut child: Child, name: &str) -> (Option<i32>, String, String) {
    let id = child.id().to_string();
    assert!(Command::new("kill").args([name, &id]).status().unwrap().success());
    let code = wait(&mut child);
    let output = child.wait_with_output().unwrap();
    let [out, err] =
        [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    (code, out, err)
}

#[test]
fn interrupted_statistics_are_printed() {
    at_once(&["-INT", "-TERM"], |name| {
        let child = start(&["perft", "12", "--stats"]);
        // The handler is installed within this time even on a busy machine.
        std::thread::sleep(Duration::from_secs(2));
        let (status, out, err) = signal(child, name);
        assert_eq!((status, err.as_str()), (Some(130), ""), "{out}");
        assert!(out.starts_with("Interrupted after ") && out.contains("\nCheckmates "), "{out}");
    });
}

#[test]
fn interrupted_analysis_prints_its_lines() {
    let mut child = start(&["analyse", "--depth", "200"]);
    let mut board = [0; 100];
    child.stdout.as_mut().unwrap().read_exact(&mut board).unwrap();
    std::thread::sleep(Duration::from_secs(1));
    let (status, out, err) = signal(child, "-INT");
    assert_eq!((status, err.as_str()), (Some(130), ""));
    assert!(out.lines().last().unwrap().contains("  1. "), "{out}");
}

/// On a terminal of 80 columns, where `script` makes one.
#[test]
fn progress_takes_one_line_without_an_early_estimate() {
    let run = |seconds: u32| {
        let command = format!("stty cols 80; timeout -s INT {seconds} {BINARY} perft 10");
        let mut script = Command::new("script");
        let output = script.args(["-qec", &command, "/dev/null"]).stdin(Stdio::null()).output();
        output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let Ok(mut text) = run(3) else { return };
    if !text.contains("[>") {
        // A busy machine. After 30 seconds an estimate is not early.
        text = run(25).unwrap();
    }
    let frames: Vec<_> = text.split('\r').filter(|frame| frame.contains("leaves, ")).collect();
    assert!(frames.iter().any(|frame| frame.contains("[>")), "{text:?}");
    for frame in frames {
        // Escape sequences of a frame erase the line before.
        let visible = frame.replace("\x1b[2K", "");
        assert!(visible.trim_end().chars().count() <= 80, "{frame:?}");
        assert!(!visible.contains(" left"), "{frame:?}");
    }
}
