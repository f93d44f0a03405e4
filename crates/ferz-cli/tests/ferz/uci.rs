use crate::process::Session;

#[test]
fn a_session_from_hello_to_quit() {
    let mut session = Session::start();
    session.send("uci");
    let hello = session.wait_for("uciok");
    assert!(hello[0].starts_with("id name Ferz "), "{hello:?}");
    assert!(hello.iter().any(|line| line.starts_with("option name Hash type spin")), "{hello:?}");
    assert_eq!(session.ask("ucinewgame"), [""; 0]);
    session.send("position startpos moves e2e4 e7e5");
    session.send("go depth 5");
    let lines = session.wait_for("bestmove");
    assert!(lines.iter().any(|line| line.contains(" depth 5 ") && line.contains(" score ")));
    session.send("quit");
    assert_eq!(session.end(), (vec![], Some(0)));
}

#[test]
fn the_end_of_the_input_lets_a_search_end() {
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
fn perft_is_what_tools_expect() {
    let mut session = Session::start();
    session.send("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    session.send("go perft 2");
    let lines = session.wait_for("Nodes searched");
    assert!(lines.contains(&"e1g1: 3".to_owned()), "{lines:?}");
    assert_eq!(lines[lines.len() - 2..], ["", "Nodes searched: 66"]);
}

#[test]
fn bad_lines_are_answered_and_change_nothing() {
    let mut session = Session::start();
    session.send("position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4");
    let board = session.ask("d");
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
        let answer = session.ask(line);
        assert!(answer[0].starts_with("info string "), "{line}: {answer:?}");
        assert_eq!(session.ask("d"), board, "{line}");
    }
    session.send_bytes(b"\xff\xfe\x00position\x80 startpos\r\n\r\n\n \t \n");
    assert!(session.ask("")[0].starts_with("info string "));
    assert_eq!(session.ask("d"), board);
    session.send(&"x".repeat(1 << 20));
    let answer = session.wait_for("info string ");
    assert!(answer.concat().len() < 1000);
    session.send("go nodes 500");
    session.wait_for("bestmove ");
    session.send("quit");
    assert_eq!(session.end(), (vec![], Some(0)));
}

#[test]
fn stop_ends_an_endless_search() {
    let mut session = Session::start();
    session.send("go infinite");
    session.wait_for("info depth 2 ");
    assert!(session.ask("").iter().all(|line| line.starts_with("info ")));
    session.send("stop");
    session.wait_for("bestmove ");
    session.send("quit");
    assert_eq!(session.end().1, Some(0));
}
