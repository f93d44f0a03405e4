//! Positions and options, valid and invalid.

use super::gui::Gui;
use ferz_uci::Reply;

#[test]
fn uci_lists_name_and_options() {
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
fn invalid_position_is_reported_and_ignored() {
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
fn harmless_faults_of_a_fen_are_named_and_the_position_is_searched() {
    let mut gui = Gui::new();
    for (fen, named) in [
        ("4k2r/8/8/8/8/8/8/4K3 w KQkq - 0 1", "castling rights KQkq read as k"),
        ("4k3/8/8/8/8/8/8/4K2R w K e3 0 1", "en passant square e3 removed"),
        ("4k3/8/8/8/8/8/PPPPPPPP/NNNNK3 w - - 0 1", "promoted"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 0", "counters"),
        ("4k3/8/8/8/8/8/8/4K2R", "side to move w, castling rights -"),
        ("4k3/8/8/8/8/8/8/4K2R b", "missing fields"),
        ("4k3/8/8/8/8/8/8/4K2R w K", "en passant square -"),
        ("4k3/8/8/8/8/8/8/4K2R w K -", "halfmove clock 0, full move number 1"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 3", "full move number 1"),
    ] {
        let replies = gui.replies_to(&format!("position fen {fen}"));
        assert_eq!(replies.len(), 1, "{fen}: {replies:?}");
        assert!(replies[0].starts_with("info string position accepted: "), "{replies:?}");
        assert!(replies[0].contains(named), "{fen}: {replies:?}");
        gui.send("go depth 3");
        let lines = gui.wait_for("bestmove");
        assert_ne!(lines[lines.len() - 1], "bestmove 0000", "{fen}: {lines:?}");
    }
}

#[test]
fn refused_position_is_not_searched_until_another_is_accepted() {
    let mut gui = Gui::new();
    for refused in [
        "position fen 8/8/8/8/8/8/8/K7 w - - 0 1",
        "position startpos moves e2e5",
        "position startpos moves e2e4 hello",
        "position startpos e2e4",
        "position somewhere",
        "position fen",
        "position",
    ] {
        gui.send("position startpos moves e2e4");
        let reason = gui.replies_to(refused).remove(0);
        let reason = reason.strip_prefix("info string ").unwrap().to_owned();
        assert_eq!(gui.session.refusal(), Some(&*reason));
        for line in ["", "ucinewgame", "isready", "setoption name Hash value 2"] {
            gui.send(line);
            gui.send("go depth 3");
            let lines = gui.wait_for("bestmove");
            let lines: Vec<_> = lines.iter().filter(|line| *line != "readyok").collect();
            let report = format!("info string no position to search: {reason}");
            assert_eq!(lines, [&report, "bestmove 0000"], "{refused}");
        }
        assert!(gui.replies_to("go perft 2")[0].contains(&reason), "{refused}");
        gui.send("position startpos");
        assert_eq!(gui.session.refusal(), None);
        gui.send("go depth 3");
        let lines = gui.wait_for("bestmove");
        assert_ne!(lines[lines.len() - 1], "bestmove 0000", "{refused}: {lines:?}");
    }
    // Errors of other commands refuse no position.
    for line in ["setoption Hash 3", "debug maybe", "nonsense", "go perft"] {
        gui.send(line);
    }
    gui.send("go depth 3");
    assert_ne!(gui.wait_for("bestmove").last().map(String::as_str), Some("bestmove 0000"));
}

#[test]
fn refused_infinite_search_waits_for_stop() {
    let mut gui = Gui::new();
    gui.send("position startpos moves e2e5");
    for go in ["go infinite", "go ponder depth 3"] {
        gui.send(go);
        let lines = gui.replies_to("isready");
        assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{lines:?}");
        gui.send("stop");
        assert_eq!(gui.wait_for("bestmove").pop().as_deref(), Some("bestmove 0000"));
    }
}

#[test]
fn use_nnue_with_the_same_value_keeps_the_tables() {
    let mut gui = Gui::new();
    let nodes = |gui: &mut Gui| {
        gui.send("go depth 9");
        let lines = gui.wait_for("bestmove");
        let last = lines[lines.len() - 2].split(" nodes ").nth(1).unwrap();
        last.split(' ').next().unwrap().parse::<u64>().unwrap()
    };
    for value in ["true", "false"] {
        let same = format!("setoption name Use NNUE value {value}");
        gui.send(&same);
        gui.send("ucinewgame");
        let expected = [nodes(&mut gui), nodes(&mut gui)];
        assert_ne!(expected[0], expected[1], "the second search finds results in the table");
        gui.send("ucinewgame");
        let first = nodes(&mut gui);
        gui.send(&same);
        assert_eq!([first, nodes(&mut gui)], expected, "{value}");
        // A change of the evaluation clears the tables.
        gui.send(&format!("setoption name Use NNUE value {}", value != "true"));
        gui.send(&same);
        assert_eq!(nodes(&mut gui), first, "{value}");
    }
}

#[test]
fn invalid_options_are_reported() {
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
    assert_eq!(gui.session.options().hash_mib, 2);
}

#[test]
fn ignored_words_are_reported_for_go_and_with_debug_on() {
    let mut gui = Gui::new();
    for (debug, line, report) in [
        ("off", "flip it now", None),
        ("off", "go perft 1 now", Some("info string ignored: now")),
        ("off", "go perft 1", None),
        ("on", "flip it now", Some("info string ignored: it now")),
        ("on", "flip", None),
    ] {
        gui.send(&format!("debug {debug}"));
        let replies = gui.replies_to(line);
        let found = replies.iter().find(|reply| reply.starts_with("info string"));
        assert_eq!(found.map(String::as_str), report, "{debug}: {line}");
    }
}

#[test]
fn failed_resize_keeps_the_hash_table() {
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
fn flip_keeps_the_castling_notation_of_the_option() {
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

/// Rights that the rules exclude are dropped and named, and are rights of Chess960 by the option only.
#[test]
fn castling_rights_of_a_fen_follow_the_option() {
    let board = "2Bq3n/3p3N/2Pk4/rr6/1p2p3/Pp4PP/8/R5K1 w";
    let start = "1rk4r/pppppppp/8/8/8/8/PPPPPPPP/1RK4R w";
    let mut gui = Gui::new();
    for (option, fen, read, castling, is_legal) in [
        ("false", format!("{board} KQkq - 0 1"), Some("-"), "g1a1", false),
        ("true", format!("{board} KQkq - 0 1"), Some("Q"), "g1a1", true),
        ("false", format!("{start} KQkq - 0 1"), Some("-"), "c1h1", false),
        ("true", format!("{start} KQkq - 0 1"), None, "c1h1", true),
        ("false", format!("{start} HBhb - 0 1"), None, "c1h1", true),
    ] {
        let option = format!("setoption name UCI_Chess960 value {option}");
        assert!(gui.replies_to(&option).is_empty());
        let replies = gui.replies_to(&format!("position fen {fen}"));
        assert_eq!(replies.len(), usize::from(read.is_some()), "{replies:?}");
        if let Some(read) = read {
            let named = format!("castling rights KQkq read as {read}: ");
            assert!(replies[0].starts_with("info string position accepted: "), "{replies:?}");
            assert!(replies[0].contains(&named), "{replies:?}");
        }
        gui.send("go perft 1");
        let moves = gui.wait_for("\nNodes");
        let is_move = moves.iter().any(|line| line.starts_with(castling));
        assert_eq!(is_move, is_legal, "{fen} {option}: {moves:?}");
    }
}

#[test]
fn castling_notation_follows_the_option() {
    let mut gui = Gui::new();
    let position = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    for (option, expected) in [("false", "e1g1: 15"), ("true", "e1h1: 15"), ("false", "e1g1: 15")] {
        gui.send(&format!("setoption name UCI_Chess960 value {option}"));
        gui.send(position);
        gui.send("go perft 2");
        let lines = gui.wait_for("\nNodes");
        let castling = expected.split(':').next().unwrap();
        assert!(lines.iter().any(|line| line.starts_with(castling)), "{lines:?}");
    }
}

#[test]
fn tablebases_are_opened_reported_and_probed() {
    let mut gui = Gui::new();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../ferz-syzygy/tests/data");
    let missing = concat!(env!("CARGO_MANIFEST_DIR"), "/missing");
    let join = |paths: &[&str]| std::env::join_paths(paths).unwrap().into_string().unwrap();
    let (both, all) = (join(&[missing, folder]), join(&[missing, folder, missing]));
    let position = "position fen 8/8/8/8/8/4k3/8/KBN5 w - - 0 1";
    gui.send(position);
    for (path, expected) in [
        (missing, "no tablebases in "),
        (env!("CARGO_MANIFEST_DIR"), "no tablebases in "),
        (folder, "7 WDL and 7 DTZ tablebases, up to 4 men"),
        (both.as_str(), "7 WDL and 7 DTZ tablebases, up to 4 men; skipped: "),
        (all.as_str(), "7 WDL and 7 DTZ tablebases, up to 4 men; skipped: "),
    ] {
        let replies = gui.replies_to(&format!("setoption name SyzygyPath value {path}"));
        assert_eq!(replies.len(), 1, "{replies:?}");
        assert!(replies[0].starts_with(&format!("info string {expected}")), "{replies:?}");
        assert_eq!(replies[0].contains(" more)"), path == all, "{replies:?}");
        assert_eq!(replies[0].ends_with(" (and 1 more)"), path == all, "{replies:?}");
        let shown = gui.replies_to("d").join("\n").contains("Tablebases: win, ");
        assert_eq!(shown, expected.starts_with('7'));
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

#[test]
fn long_messages_are_truncated() {
    let mut gui = Gui::new();
    let replies = gui.replies_to(&format!("setoption name {} value 3", "x".repeat(100_000)));
    assert!(replies.len() == 1 && replies[0].chars().count() < 1100, "{}", replies[0].len());
}
