//! Running searches: limits, stop, pondering, queued jobs.

use super::gui::Gui;
use ferz_session::{Flow, Session};
use std::io::ErrorKind;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::time::{Duration, Instant};

#[test]
fn every_search_sends_a_bestmove_and_reports_ignored_words() {
    let mut gui = Gui::new();
    for (go, expected) in [
        ("go wtime 1000.5 btime 1000", None),
        ("go wtime btime 1000", Some("(a number is missing)")),
        ("go depth abc", Some("abc")),
        ("go movetime", Some("(a number is missing)")),
        ("go searchmoves e2e4 foo depth 3", Some("foo")),
        ("go dpeth 9 nodes 100", Some("dpeth 9")),
    ] {
        gui.send(go);
        let lines = gui.wait_for("bestmove");
        let ignored = expected.map(|words| format!("info string ignored: {words}"));
        let first =
            ignored.as_ref().map_or(lines[0].starts_with("info depth"), |text| lines[0] == *text);
        assert!(first, "{go}: {lines:?}");
    }
}

#[test]
fn more_threads_than_processors_respect_the_time_limit() {
    let mut gui = Gui::new();
    gui.send("setoption name Hash value 1");
    gui.send("setoption name Threads value 48");
    assert!(is_quick(Duration::from_millis(1500), || {
        let start = Instant::now();
        gui.send("go movetime 100");
        gui.wait_for("bestmove");
        start.elapsed()
    }));
}

/// Returns true if the fastest of eight attempts takes less than a limit. A busy machine may delay
/// single attempts.
fn is_quick(limit: Duration, mut attempt: impl FnMut() -> Duration) -> bool {
    (0..8).any(|_| attempt() < limit)
}

#[test]
fn running_search_answers_isready_and_stops_at_once() {
    let mut gui = Gui::new();
    assert!(is_quick(Duration::from_millis(20), || {
        gui.send("go infinite");
        std::thread::sleep(Duration::from_millis(50));
        let sent = Instant::now();
        gui.send("isready");
        gui.wait_for("readyok");
        let latency = sent.elapsed();
        gui.send("stop");
        gui.wait_for("bestmove");
        latency
    }));
    assert!(is_quick(Duration::from_millis(50), || {
        gui.send("go infinite");
        std::thread::sleep(Duration::from_millis(50));
        let sent = Instant::now();
        gui.send("stop");
        gui.wait_for("bestmove");
        sent.elapsed()
    }));
}

#[test]
fn pondering_ends_with_ponderhit_or_stop() {
    let mut gui = Gui::new();
    gui.send("position startpos moves e2e4 e7e5");
    gui.send("go ponder wtime 300 btime 300");
    std::thread::sleep(Duration::from_millis(400));
    assert!(!gui.replies.try_iter().any(|line| line.to_string().starts_with("bestmove")));
    gui.send("ponderhit");
    gui.wait_for("bestmove");
    // A completed search waits for `ponderhit` too.
    gui.send("go ponder depth 2");
    std::thread::sleep(Duration::from_millis(100));
    assert!(!gui.replies.try_iter().any(|line| line.to_string().starts_with("bestmove")));
    gui.send("stop");
    gui.wait_for("bestmove");
}

#[test]
fn finish_completes_a_limited_search() {
    let mut gui = Gui::new();
    gui.send("go depth 8");
    let lines = gui.finish();
    assert!(lines.iter().any(|line| line.starts_with("info depth 8 ")), "{lines:?}");
    assert!(lines.last().is_some_and(|line| line.starts_with("bestmove")));
    let mut gui = Gui::new();
    gui.send("go infinite");
    let lines = gui.finish();
    assert!(lines.last().is_some_and(|line| line.starts_with("bestmove")));
}

#[test]
fn quit_completes_counts() {
    let mut gui = Gui::new();
    gui.send("go infinite");
    gui.send("go perft 3");
    assert_eq!(gui.session.line("quit"), Flow::Quit);
    gui.wait_for("\nNodes searched: 8902");
    let mut gui = Gui::new();
    gui.send("bench 1");
    assert_eq!(gui.session.line("quit"), Flow::Quit);
    assert!(gui.finish().iter().any(|line| line.ends_with(" nps")));
}

#[test]
fn quit_and_drop_stop_the_search_and_wait_for_its_reply() {
    for quits in [true, false] {
        let mut gui = Gui::new();
        gui.send("go infinite");
        if quits {
            assert_eq!(gui.session.line("quit"), Flow::Quit);
        } else {
            drop(gui.session);
        }
        let last = gui.replies.try_iter().last().unwrap().to_string();
        assert!(last.starts_with("bestmove "), "{last}");
    }
}

#[test]
fn refused_infinite_search_is_stopped_by_the_next_search() {
    let mut gui = Gui::new();
    for line in ["position startpos moves e2e5", "go infinite", "position startpos", "go depth 1"] {
        gui.send(line);
    }
    assert_eq!(gui.wait_for("bestmove").pop().as_deref(), Some("bestmove 0000"));
    assert_ne!(gui.wait_for("bestmove").pop().as_deref(), Some("bestmove 0000"));
}

#[test]
fn queued_jobs_run_in_order_and_stop_unlimited_searches() {
    let mut gui = Gui::new();
    gui.send("go infinite");
    gui.send("position startpos moves e2e4");
    gui.send("go depth 3");
    gui.send("go perft 2");
    let lines = gui.finish();
    assert_eq!(lines.iter().filter(|line| line.starts_with("bestmove")).count(), 2);
    assert_eq!(lines.last().map(String::as_str), Some("\nNodes searched: 600"));
}

#[test]
fn stop_ends_all_queued_jobs() {
    let mut gui = Gui::new();
    for line in ["go depth 99", "go nodes 99999999999", "bench 40", "stop"] {
        gui.send(line);
    }
    gui.wait_for("bestmove");
    gui.wait_for("bestmove");
    gui.wait_for("info string bench stopped");
    gui.send("go depth 2");
    gui.wait_for("bestmove");
}

#[test]
fn search_of_illegal_moves_only_is_reported_and_plays_none() {
    let mut gui = Gui::new();
    gui.send("go depth 3 searchmoves e2e5 e7e5");
    let lines = gui.wait_for("bestmove");
    assert_eq!(lines.len(), 4, "{lines:?}");
    assert!(lines[..3].iter().all(|line| line.starts_with("info string ")), "{lines:?}");
    assert!(lines[2].contains("no move of searchmoves is legal"), "{lines:?}");
    assert_eq!(lines[3], "bestmove 0000");
    gui.send("go depth 3 searchmoves e2e5 a2a3");
    assert!(gui.wait_for("bestmove").last().unwrap().starts_with("bestmove a2a3"));
}

#[test]
fn failed_output_ends_the_session() {
    for line in ["go infinite", "go ponder", "go depth 200", "go perft 30", "bench 60"] {
        let lines_left = Arc::new(AtomicUsize::new(2));
        let left = Arc::clone(&lines_left);
        let mut session = Session::new(move |_| {
            let accepted = left.fetch_update(SeqCst, SeqCst, |n| n.checked_sub(1));
            accepted.map(drop).map_err(|_| ErrorKind::BrokenPipe.into())
        })
        .unwrap();
        let mut flow = session.line(line);
        let start = Instant::now();
        // Perft and bench of these depths report nothing for long; `isready` fails the output.
        while flow == Flow::Continue {
            assert!(start.elapsed() < Duration::from_secs(60), "{line}");
            std::thread::sleep(Duration::from_millis(5));
            flow = session.line("isready");
        }
        assert_eq!(lines_left.load(SeqCst), 0);
        // All jobs have been stopped, and later ones too.
        let _ = session.line("go infinite");
        session.finish();
        assert!(start.elapsed() < Duration::from_secs(60), "{line}");
    }
}

#[test]
fn nodestime_with_huge_clocks_does_not_overflow() {
    let mut gui = Gui::new();
    gui.send("setoption name nodestime value 1");
    for _ in 0..2500 {
        gui.send("go wtime 9223372036854775807 winc 9223372036854775807 nodes 1 movestogo 1");
    }
    gui.send("go wtime 1 winc 1 nodes 20");
    let moves = gui.finish().iter().filter(|line| line.starts_with("bestmove ")).count();
    assert_eq!(moves, 2501);
}

#[test]
fn out_of_range_numbers_still_give_a_bestmove() {
    let mut gui = Gui::new();
    for line in [
        "go wtime 2000 btime 2000 movestogo -1",
        "go nodes -1",
        "go depth -4",
        "go depth 4294967296 nodes 500",
        "go wtime 99999999999999999999 btime -99999999999999999999 winc -5 nodes 500",
        "go movetime -10",
    ] {
        gui.send(line);
        let lines = gui.wait_for("bestmove");
        assert!(!lines.iter().any(|line| line.starts_with("info string")), "{lines:?}");
    }
    gui.send("position fen 4k3/8/8/8/8/8/8/4K2R w - - 65535 1");
    gui.send("go depth 5");
    let lines = gui.wait_for("bestmove");
    assert!(lines[lines.len() - 2].contains(" score cp 0 "), "{lines:?}");
}

#[test]
fn mate_search_without_a_mate_ends() {
    let mut gui = Gui::new();
    gui.send("position fen 4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1");
    gui.send("go mate 1");
    assert!(gui.finish().last().is_some_and(|line| line.starts_with("bestmove")));
}
