//! UCI sessions in process: replies in order, at once, and to any text whatever.

use ferz_engine::session::{Flow, Output, Session};
use ferz_uci::Reply;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

struct Gui {
    session: Session,
    replies: Receiver<Output>,
}

impl Gui {
    fn new() -> Self {
        let (sender, replies) = channel();
        let session = Session::new(move |output| {
            let _ = sender.send(output);
        });
        Self { session, replies }
    }

    fn send(&mut self, line: &str) {
        assert_eq!(self.session.line(line), Flow::Continue, "{line}");
    }

    /// The text of the replies up to the first that begins so.
    fn wait_for(&mut self, beginning: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let output = self.replies.recv_timeout(Duration::from_secs(60));
            let line = output.unwrap_or_else(|_| panic!("no {beginning} after {lines:?}"));
            lines.push(line.to_string());
            if lines[lines.len() - 1].starts_with(beginning) {
                return lines;
            }
        }
    }

    /// All replies until the session has ended.
    fn finish(self) -> Vec<String> {
        self.session.finish();
        self.replies.iter().map(|output| output.to_string()).collect()
    }

    /// Asks and gives the replies before `readyok`.
    fn replies_to(&mut self, line: &str) -> Vec<String> {
        self.send(line);
        self.send("isready");
        let mut lines = self.wait_for("readyok");
        lines.pop();
        lines
    }
}

#[test]
fn the_engine_introduces_itself() {
    let mut gui = Gui::new();
    gui.send("uci");
    let lines = gui.wait_for("uciok");
    assert!(lines[0].starts_with("id name Ferz"));
    assert!(lines.iter().any(|line| line.starts_with("option name Hash type spin")));
    for line in &lines {
        assert!(line.parse::<Reply>().is_ok(), "{line}");
    }
}

#[test]
fn a_bad_position_is_named_and_the_old_one_stays() {
    let mut gui = Gui::new();
    gui.send("position startpos moves e2e4");
    let before = gui.session.position().fen();
    for (line, reason) in [
        ("position fen 8/8/8/8/8/8/8/K7 w - - 0 1", "no king"),
        ("position fen 4k3/8/8/8/8/8/8/K6P w - - 0 1", "pawn"),
        ("position fen rnbqkbnr/ppp", "rank"),
        ("position startpos moves e2e4 e7e5 e1e3", "move 3"),
        ("position startpos moves e2e4 0000", "move 2"),
        ("position startpos moves e2e4 hello", "move 2"),
        ("position", "position"),
        ("position somewhere", "somewhere"),
    ] {
        let replies = gui.replies_to(line);
        assert_eq!(replies.len(), 1, "{line}: {replies:?}");
        assert!(replies[0].starts_with("info string "), "{replies:?}");
        assert!(replies[0].to_lowercase().contains(reason), "{line}: {replies:?}");
        assert_eq!(gui.session.position().fen(), before, "{line}");
    }
}

#[test]
fn bad_options_are_named() {
    let mut gui = Gui::new();
    for line in [
        "setoption name Hash value 0",
        "setoption name Hash value many",
        "setoption name Hash",
        "setoption name Threads value 100000",
        "setoption name Ponder value perhaps",
        "setoption name Nonsense value 3",
        "setoption Hash 3",
    ] {
        let replies = gui.replies_to(line);
        assert!(replies.len() == 1 && replies[0].starts_with("info string "), "{replies:?}");
    }
    assert!(gui.replies_to("setoption name Hash value 2").is_empty());
}

#[test]
fn a_table_that_cannot_be_had_leaves_the_old_one() {
    let mut gui = Gui::new();
    assert!(gui.replies_to("setoption name Hash value 2").is_empty());
    let replies = gui.replies_to("setoption name hash value 33554432");
    assert_eq!(replies.len(), 1, "{replies:?}");
    assert!(replies[0].contains("no memory for a hash table of 33554432 MiB"), "{replies:?}");
    assert!(replies[0].ends_with("Hash stays 2 MiB"), "{replies:?}");
    gui.send("go depth 8");
    gui.wait_for("bestmove");
}

#[test]
fn there_is_a_score_before_every_best_move() {
    let mut gui = Gui::new();
    for (position, best) in [
        ("position startpos", None),
        ("position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", Some("bestmove 0000")),
        ("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Some("bestmove 0000")),
    ] {
        for go in ["go depth 4", "go nodes 1", "go movetime 1", "go wtime 1 btime 1", "go nodes 0"]
        {
            gui.send(position);
            gui.send(go);
            let lines = gui.wait_for("bestmove");
            assert!(lines.len() >= 2 && lines[lines.len() - 2].contains(" score "), "{lines:?}");
            assert!(best.is_none_or(|best| lines.last().is_some_and(|line| line == best)));
        }
    }
}

#[test]
fn every_go_that_is_no_count_gives_a_move() {
    let mut gui = Gui::new();
    for (go, told) in [
        ("go wtime 1000.5 btime 1000", None),
        ("go wtime btime 1000", Some("(a number is missing)")),
        ("go depth abc", Some("abc")),
        ("go movetime", Some("(a number is missing)")),
        ("go searchmoves e2e4 foo depth 3", Some("foo")),
        ("go dpeth 9 nodes 100", Some("dpeth 9")),
    ] {
        gui.send(go);
        let lines = gui.wait_for("bestmove");
        let passed_over = told.map(|words| format!("info string passed over: {words}"));
        let first = passed_over
            .as_ref()
            .map_or(lines[0].starts_with("info depth"), |told| lines[0] == *told);
        assert!(first, "{go}: {lines:?}");
    }
}

#[test]
fn what_is_certain_has_certain_chances() {
    let mut gui = Gui::new();
    gui.send("setoption name UCI_ShowWDL value true");
    for (fen, wdl) in [
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", " wdl 0 1000 0 "),
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", " wdl 0 0 1000 "),
        ("8/8/4k3/8/8/3K4/8/8 w - - 0 1", " wdl 0 1000 0 "),
    ] {
        gui.send(&format!("position fen {fen}"));
        gui.send("go depth 3");
        let lines = gui.wait_for("bestmove");
        assert!(lines[lines.len() - 2].contains(wdl), "{fen}: {lines:?}");
    }
}

#[test]
fn no_answer_is_expected_to_a_move_that_ends_the_game() {
    let mut gui = Gui::new();
    gui.send("position fen 8/8/8/8/3k4/8/2Q1K3/8 w - - 90 100");
    gui.send("go depth 7");
    gui.wait_for("bestmove");
    // Any move draws, though the table knows answers.
    gui.send("position fen 8/8/8/8/3k4/8/2Q1K3/8 w - - 99 100");
    gui.send("go depth 7");
    let lines = gui.wait_for("bestmove");
    assert!(!lines[lines.len() - 1].contains("ponder"), "{lines:?}");
}

#[test]
fn more_threads_than_processors_keep_to_their_limits() {
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

#[test]
fn lines_of_several_threads_are_no_longer_than_looked_at() {
    let mut gui = Gui::new();
    gui.send("setoption name Threads value 2");
    for fen in [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    ] {
        gui.send(&format!("position fen {fen}"));
        gui.send("go depth 12");
        for line in gui.wait_for("bestmove") {
            let Ok(Reply::Info(info)) = line.parse::<Reply>() else { continue };
            assert!(info.seldepth.is_none_or(|most| most as usize >= info.pv.len()), "{line}");
        }
    }
}

/// Whether something takes less than so long: the quickest of a few tries, as a busy machine may
/// hold up any single one.
fn is_quick(most: Duration, mut attempt: impl FnMut() -> Duration) -> bool {
    (0..8).any(|_| attempt() < most)
}

#[test]
fn a_running_search_answers_and_stops_at_once() {
    let mut gui = Gui::new();
    assert!(is_quick(Duration::from_millis(20), || {
        gui.send("go infinite");
        std::thread::sleep(Duration::from_millis(50));
        let asked = Instant::now();
        gui.send("isready");
        gui.wait_for("readyok");
        let answered = asked.elapsed();
        gui.send("stop");
        gui.wait_for("bestmove");
        answered
    }));
    assert!(is_quick(Duration::from_millis(50), || {
        gui.send("go infinite");
        std::thread::sleep(Duration::from_millis(50));
        let asked = Instant::now();
        gui.send("stop");
        gui.wait_for("bestmove");
        asked.elapsed()
    }));
}

#[test]
fn pondering_ends_with_the_hit_or_with_stop() {
    let mut gui = Gui::new();
    gui.send("position startpos moves e2e4 e7e5");
    gui.send("go ponder wtime 300 btime 300");
    std::thread::sleep(Duration::from_millis(400));
    assert!(!gui.replies.try_iter().any(|line| line.to_string().starts_with("bestmove")));
    gui.send("ponderhit");
    gui.wait_for("bestmove");
    // A search that has done its work waits for the hit, too.
    gui.send("go ponder depth 2");
    std::thread::sleep(Duration::from_millis(100));
    assert!(!gui.replies.try_iter().any(|line| line.to_string().starts_with("bestmove")));
    gui.send("stop");
    gui.wait_for("bestmove");
}

#[test]
fn the_end_of_input_waits_for_a_search_with_a_limit() {
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
fn searches_wait_for_each_other_but_not_for_endless_ones() {
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
fn stop_ends_all_that_was_asked_for() {
    let mut gui = Gui::new();
    for line in ["go depth 99", "go nodes 99999999999", "bench 40", "stop"] {
        gui.send(line);
    }
    gui.wait_for("bestmove");
    gui.wait_for("bestmove");
    gui.wait_for("info string bench was stopped");
    gui.send("go depth 2");
    gui.wait_for("bestmove");
}

#[test]
fn odd_numbers_still_give_a_move() {
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
fn a_mate_that_is_not_there_is_given_up() {
    let mut gui = Gui::new();
    gui.send("position fen 4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1");
    gui.send("go mate 1");
    assert!(gui.finish().last().is_some_and(|line| line.starts_with("bestmove")));
}

#[test]
fn flipping_leaves_the_writing_of_castling_to_the_option() {
    let mut gui = Gui::new();
    for line in [
        "setoption name UCI_Chess960 value true",
        "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "flip",
        "setoption name UCI_Chess960 value false",
        "go perft 1",
    ] {
        gui.send(line);
    }
    let lines = gui.wait_for("\nNodes");
    assert!(lines.iter().any(|line| line == "e8g8: 1"), "{lines:?}");
}

#[test]
fn perft_is_divided() {
    let mut gui = Gui::new();
    gui.send("go perft 2");
    let lines = gui.wait_for("\nNodes searched");
    assert!(lines.iter().any(|line| line == "e2e4: 20"));
    assert_eq!(lines.last().map(String::as_str), Some("\nNodes searched: 400"));
    gui.send("go perft 30");
    gui.send("stop");
    gui.wait_for("info string perft was stopped");
}

#[test]
fn castling_is_written_as_the_option_says() {
    let mut gui = Gui::new();
    let position = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    for (option, written) in [("false", "e1g1: 15"), ("true", "e1h1: 15"), ("false", "e1g1: 15")] {
        gui.send(&format!("setoption name UCI_Chess960 value {option}"));
        gui.send(position);
        gui.send("go perft 2");
        let lines = gui.wait_for("\nNodes");
        let castling = written.split(':').next().unwrap();
        assert!(lines.iter().any(|line| line.starts_with(castling)), "{lines:?}");
    }
}

#[test]
fn chances_are_told_if_wished() {
    let mut gui = Gui::new();
    gui.send("go depth 3");
    assert!(!gui.wait_for("bestmove")[0].contains(" wdl "));
    gui.send("setoption name UCI_ShowWDL value true");
    gui.send("go depth 3");
    assert!(gui.wait_for("bestmove")[0].contains(" wdl "));
}

#[test]
fn the_board_and_the_terms_are_shown() {
    let mut gui = Gui::new();
    gui.send("position startpos moves e2e4");
    let board = gui.replies_to("d").join("\n");
    assert!(board.contains("Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"));
    assert!(gui.replies_to("eval").join("\n").contains("King safety"));
    gui.send("position fen 8/8/8/4k3/8/8/8/KBN5 w - - 0 1");
    let endgame = gui.replies_to("eval").join("\n");
    assert!(endgame.contains("Imbalance") && endgame.contains("mate with bishop and knight"));
    gui.send("position startpos moves e2e4");
    assert!(gui.replies_to("help").join("\n").contains("position"));
    gui.replies_to("flip");
    assert_eq!(
        gui.session.position().fen(),
        "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    );
}

#[test]
fn tablebases_are_opened_told_of_and_shown() {
    let mut gui = Gui::new();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../ferz-syzygy/tests/data");
    let nowhere = concat!(env!("CARGO_MANIFEST_DIR"), "/nowhere");
    let both = std::env::join_paths([nowhere, folder]).unwrap().into_string().unwrap();
    let position = "position fen 8/8/8/8/8/4k3/8/KBN5 w - - 0 1";
    gui.send(position);
    for (path, said) in [
        (nowhere, "no tablebases in "),
        (env!("CARGO_MANIFEST_DIR"), "no tablebases in "),
        (folder, "7 WDL and 7 DTZ tablebases, up to 4 men"),
        (both.as_str(), "7 WDL and 7 DTZ tablebases, up to 4 men; not used: "),
    ] {
        let replies = gui.replies_to(&format!("setoption name SyzygyPath value {path}"));
        assert_eq!(replies.len(), 1, "{replies:?}");
        assert!(replies[0].starts_with(&format!("info string {said}")), "{replies:?}");
        let shown = gui.replies_to("d").join("\n").contains("Tablebases: win, ");
        assert_eq!(shown, said.starts_with('7'));
    }
    gui.send("go depth 4");
    let lines = gui.wait_for("bestmove");
    let last = &lines[lines.len() - 2];
    assert!(last.contains(" score cp 20000 ") && !last.contains(" tbhits 0 "), "{last}");
    assert!(gui.replies_to("setoption name SyzygyPath value <empty>").is_empty());
    gui.send("go depth 4");
    let lines = gui.wait_for("bestmove");
    assert!(lines[lines.len() - 2].contains(" tbhits 0 "), "{lines:?}");
}

/// Thousands of lines made of the protocol's words and of noise, and the engine lives on.
#[test]
fn no_text_disturbs_the_session() {
    const WORDS: &[&str] = &[
        "go",
        "position",
        "startpos",
        "fen",
        "moves",
        "e2e4",
        "e7e5",
        "e1g1",
        "a7a8q",
        "0000",
        "depth",
        "nodes",
        "movetime",
        "mate",
        "infinite",
        "ponder",
        "ponderhit",
        "stop",
        "isready",
        "ucinewgame",
        "uci",
        "setoption",
        "name",
        "value",
        "Hash",
        "MultiPV",
        "Threads",
        "Clear",
        "UCI_Chess960",
        "setoption name Threads value",
        "setoption name MultiPV value",
        "setoption name Skill Level value",
        "setoption name UCI_LimitStrength value",
        "setoption name UCI_Elo value 1500",
        "setoption name UCI_ShowWDL value",
        "setoption name nodestime value",
        "setoption name Move Overhead value",
        "setoption name SyzygyPath value",
        "setoption name SyzygyProbeLimit value",
        "setoption name Syzygy50MoveRule value",
        "true",
        "false",
        "1",
        "2",
        "3",
        "-1",
        "99999999999999999999",
        "wtime",
        "btime",
        "winc",
        "binc",
        "movestogo",
        "searchmoves",
        "perft",
        "d",
        "eval",
        "flip",
        "debug",
        "on",
        "off",
        "register",
        "later",
        "help",
        "bench",
        "x",
        "é",
        "\u{0}",
        "8/8/8/8/8/8/8/8",
        "4k3/8/8/8/8/8/8/4K2R",
        "w",
        "b",
        "K",
        "-",
        "0",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
    ];
    let mut gui = Gui::new();
    let mut seed = 0x1234_5678_u64;
    let mut random = |n: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % n
    };
    for i in 0..3000 {
        let line: Vec<_> = (0..=random(8)).map(|_| WORDS[random(WORDS.len())]).collect();
        // Two or three threads and MiB are enough here, and benches take their time.
        let line = line.join(" ").replace("bench", "bench 0");
        let heavy = line.contains("mate") || line.contains("depth 99") || line.contains("perft");
        gui.send(&line);
        if line.starts_with("go") && (heavy || i % 3 == 0) {
            gui.send("stop");
        }
        if i % 50 == 0 {
            // A search with a limit far away may be running, or an endless one.
            gui.send("stop");
            gui.send("isready");
            gui.wait_for("readyok");
        }
    }
    for _ in 0..100 {
        gui.send("stop");
    }
    gui.send("position startpos moves e2e4");
    gui.send("setoption name MultiPV value 1");
    gui.send("go depth 2");
    let lines = gui.finish();
    assert!(lines.last().is_some_and(|line| line.starts_with("bestmove")), "{:?}", lines.last());
}

#[test]
fn a_message_is_short_however_long_what_it_quotes() {
    let mut gui = Gui::new();
    let replies = gui.replies_to(&format!("setoption name {} value 3", "x".repeat(100_000)));
    assert!(replies.len() == 1 && replies[0].chars().count() < 1100, "{}", replies[0].len());
}
