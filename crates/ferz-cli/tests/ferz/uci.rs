use crate::process::{BINARY, Session, TIMEOUT};
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

#[test]
fn session_runs_from_uci_to_quit() {
    let mut session = Session::start();
    session.send("uci");
    let replies = session.wait_for("uciok");
    assert!(replies[0].starts_with("id name Ferz "), "{replies:?}");
    assert!(
        replies.iter().any(|line| line.starts_with("option name Hash type spin")),
        "{replies:?}"
    );
    assert_eq!(session.send_and_wait("ucinewgame"), [""; 0]);
    session.send("position startpos moves e2e4 e7e5");
    session.send("go depth 5");
    let lines = session.wait_for("bestmove");
    assert!(lines.iter().any(|line| line.contains(" depth 5 ") && line.contains(" score ")));
    session.send("quit");
    assert_eq!(session.end(), (vec![], Some(0)));
}

#[test]
fn search_is_completed_at_end_of_input() {
    let mut session = Session::start();
    session.send("go depth 4");
    let (lines, status) = session.end();
    assert_eq!(status, Some(0));
    assert!(lines.last().is_some_and(|line| line.starts_with("bestmove ")), "{lines:?}");

    let mut session = Session::start();
    session.send("go infinite");
    let (lines, status) = session.end();
    assert_eq!(status, Some(0));
    assert!(lines.last().is_some_and(|line| line.starts_with("bestmove ")), "{lines:?}");
}

#[test]
fn go_perft_prints_divide_and_total() {
    let mut session = Session::start();
    session.send("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    session.send("go perft 2");
    let lines = session.wait_for("Nodes searched");
    assert!(lines.contains(&"e1g1: 3".to_owned()), "{lines:?}");
    assert_eq!(lines[lines.len() - 2..], ["", "Nodes searched: 66"]);
}

#[test]
fn invalid_lines_get_an_info_string_and_change_nothing() {
    let mut session = Session::start();
    session.send("position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4");
    let board = session.send_and_wait("d");
    assert!(board.iter().any(|line| line.contains("4k3/8/8/8/4P3/8/8/4K3 b - - 0 1")), "{board:?}");
    for line in [
        "hello",
        "position",
        "position fen",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position fen nonsense",
        "position startpos moves e2e5",
        "position startpos moves e2e4 e2e4",
        "position startpos moves ♞f6",
        "position startpos moves 0000",
        "setoption name Nonsense value 1",
        "setoption name Hash value -5",
        "setoption name Hash value many",
        "setoption name Threads value 99999999999999999999",
        "setoption",
        "go perft many",
        "debug maybe",
    ] {
        let answer = session.send_and_wait(line);
        assert!(answer[0].starts_with("info string "), "{line}: {answer:?}");
        assert_eq!(session.send_and_wait("d"), board, "{line}");
    }
    session.send_bytes(b"\xff\xfe\x00position\x80 startpos\r\n\r\n\n \t \n");
    assert!(session.send_and_wait("")[0].starts_with("info string "));
    assert_eq!(session.send_and_wait("d"), board);
    session.send(&"x".repeat(1 << 20));
    let answer = session.wait_for("info string ");
    assert!(answer.concat().len() < 1000);
    session.send("go nodes 500");
    assert_eq!(session.wait_for("bestmove ").last().map(String::as_str), Some("bestmove 0000"));
    session.send("quit");
    assert_eq!(session.end(), (vec![], Some(0)));
}

#[test]
fn stop_ends_an_infinite_search() {
    let mut session = Session::start();
    session.send("go infinite");
    session.wait_for("info depth 2 ");
    assert!(session.send_and_wait("").iter().all(|line| line.starts_with("info ")));
    session.send("stop");
    session.wait_for("bestmove ");
    session.send("quit");
    assert_eq!(session.end().1, Some(0));
}

/// Starts `ferz`, sends a line, and closes its output after the first line, and its input too if
/// required. Returns the exit status; panics if the process does not end.
fn status_without_reader(line: &str, input_is_closed: bool) -> Option<i32> {
    let mut process = Command::new(BINARY)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::inherit())
        .spawn()
        .unwrap();
    let mut input = process.stdin.take();
    input.as_mut().unwrap().write_all(format!("isready\n{line}\n").as_bytes()).unwrap();
    let mut output = BufReader::new(process.stdout.take().unwrap());
    output.read_line(&mut String::new()).unwrap();
    drop(output);
    if input_is_closed {
        input = None;
    }
    let started = Instant::now();
    let status = loop {
        if let Some(status) = process.try_wait().unwrap() {
            break status;
        }
        if started.elapsed() > TIMEOUT {
            process.kill().unwrap();
            panic!("{line:?} runs without a reader of its output");
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    drop(input);
    status.code()
}

#[test]
fn process_ends_without_a_reader_of_its_output() {
    for line in ["go infinite", "go depth 200", "go ponder"] {
        for input_is_closed in [false, true] {
            assert_eq!(status_without_reader(line, input_is_closed), Some(0), "{line}");
        }
    }
}

#[test]
fn refused_position_is_not_searched() {
    let mut session = Session::start();
    session.send("position startpos moves e2e4");
    session.send("position fen 8/8/8/8/8/8/8/8 w - - 0 1");
    session.send("go depth 3");
    let lines = session.wait_for("bestmove");
    assert_eq!(lines.last().map(String::as_str), Some("bestmove 0000"));
    assert!(lines[lines.len() - 2].contains("no king"), "{lines:?}");
    session.send("position startpos");
    session.send("go depth 3");
    assert!(session.wait_for("bestmove").last().is_some_and(|line| line != "bestmove 0000"));
}
