//! Replies to searches, perft and the debugging commands.

use super::gui::Gui;
use ferz_nnue::Kernel;
use ferz_uci::Reply;

#[test]
fn every_bestmove_follows_a_score() {
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
fn comments_for_the_game_record_are_sent_before_the_best_move() {
    let mut gui = Gui::new();
    gui.send("setoption name PgnComment value true");
    gui.send("go depth 4");
    let lines = gui.wait_for("bestmove");
    let [.., line, comment, _] = &lines[..] else { panic!("{lines:?}") };
    // The pattern of OpenBench's match runner, and characters that a PGN comment may hold.
    let text = comment.strip_prefix("info string pgncomment ").unwrap();
    assert!(!text.contains(['"', '{', '}']), "{text}");
    let words: Vec<&str> = text.split(' ').collect();
    let ["value", value, "nodes", nodes] = words[..] else { panic!("{text}") };
    assert!(value.parse::<i32>().unwrap().abs() < 300, "{text}");
    assert!(nodes.parse::<u64>().unwrap() > 20 && line.contains(" score cp "), "{line}");
    // A position without moves, and the default.
    gui.send("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    gui.send("go depth 1");
    assert!(!gui.wait_for("bestmove").iter().any(|line| line.contains("pgncomment")));
    gui.send("setoption name PgnComment value false");
    gui.send("position startpos");
    gui.send("go depth 1");
    assert!(!gui.wait_for("bestmove").iter().any(|line| line.contains("pgncomment")));
}

#[test]
fn decided_positions_have_certain_wdl() {
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
fn move_that_ends_the_game_has_no_ponder_move() {
    let mut gui = Gui::new();
    gui.send("position fen 8/8/8/8/3k4/8/2Q1K3/8 w - - 90 100");
    gui.send("go depth 7");
    gui.wait_for("bestmove");
    // Any move draws, although the table has entries for replies.
    gui.send("position fen 8/8/8/8/3k4/8/2Q1K3/8 w - - 99 100");
    gui.send("go depth 7");
    let lines = gui.wait_for("bestmove");
    assert!(!lines[lines.len() - 1].contains("ponder"), "{lines:?}");
}

#[test]
fn pv_of_several_threads_is_not_longer_than_seldepth() {
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
            assert!(
                info.seldepth.is_none_or(|seldepth| seldepth as usize >= info.pv.len()),
                "{line}"
            );
        }
    }
}

#[test]
fn perft_is_divided_and_can_be_stopped() {
    let mut gui = Gui::new();
    gui.send("go perft 2");
    let lines = gui.wait_for("\nNodes searched");
    assert!(lines.iter().any(|line| line == "e2e4: 20"));
    assert_eq!(lines.last().map(String::as_str), Some("\nNodes searched: 400"));
    gui.send("go perft 0");
    assert_eq!(gui.wait_for("\nNodes searched"), ["\nNodes searched: 1"]);
    let refused = gui.replies_to("go perft 41");
    assert_eq!(refused, ["info string perft expects a depth up to 40, found 41"]);
    for depth in [30, 40] {
        gui.send(&format!("go perft {depth}"));
        gui.send("stop");
        gui.wait_for("info string perft stopped");
    }
}

#[test]
fn bench_has_a_depth_and_reports_the_sum_of_its_nodes() {
    let mut gui = Gui::new();
    for arguments in ["0", "65", "x", "1 2"] {
        let refused = format!(
            "info string bench expects no argument or a depth from 1 to 64, found {arguments}"
        );
        assert_eq!(gui.replies_to(&format!("bench {arguments}")), [refused]);
    }
    gui.send("bench");
    gui.send("stop");
    gui.wait_for("info string bench stopped");
    gui.send("bench 1");
    let lines = gui.finish();
    let nodes = |line: &String| line.split_whitespace().next().unwrap().parse::<u64>().unwrap();
    let [positions @ .., total] = &lines[..] else { panic!("{lines:?}") };
    assert!(positions.len() > 1 && total.ends_with(" nps"), "{lines:?}");
    assert_eq!(positions.iter().map(nodes).sum::<u64>(), nodes(total));
}

#[test]
fn evaluation_table_adds_up() {
    let mut gui = Gui::new();
    gui.send("setoption name Use NNUE value false");
    gui.send("position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1");
    let text = gui.replies_to("eval").join("\n");
    let numbers = |column: &str| -> [i32; 2] {
        let numbers: Vec<_> = column.split_whitespace().flat_map(str::parse).collect();
        numbers.try_into().unwrap_or_default()
    };
    let mut sum = [0; 2];
    for line in text.lines().skip(2) {
        let columns: Vec<_> = line.split('|').collect();
        let [name, white, black, difference] = columns[..] else { continue };
        let [white, black, difference] = [white, black, difference].map(numbers);
        if name.starts_with("Total") {
            assert_eq!(difference, sum, "{text}");
            return;
        }
        assert_eq!(difference, [0, 1].map(|i| white[i] - black[i]), "{text}");
        sum = [0, 1].map(|i| sum[i] + difference[i]);
    }
    panic!("no total: {text}");
}

#[test]
fn wdl_is_reported_if_the_option_is_set() {
    let mut gui = Gui::new();
    gui.send("go depth 3");
    assert!(!gui.wait_for("bestmove")[0].contains(" wdl "));
    gui.send("setoption name UCI_ShowWDL value true");
    gui.send("go depth 3");
    assert!(gui.wait_for("bestmove")[0].contains(" wdl "));
}

#[test]
fn position_evaluation_and_help_are_shown() {
    let mut gui = Gui::new();
    gui.send("position startpos moves e2e4");
    let shown = gui.replies_to("d").join("\n");
    assert!(shown.contains("Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"));
    gui.send("setoption name Use NNUE value false");
    assert!(gui.replies_to("eval").join("\n").contains("King safety"));
    gui.send("position fen 8/8/8/4k3/8/8/8/KBN5 w - - 0 1");
    let endgame = gui.replies_to("eval").join("\n");
    assert!(
        endgame.contains("Imbalance") && endgame.contains("bishop and knight against a bare king")
    );
    gui.send("position startpos moves e2e4");
    assert!(gui.replies_to("help").join("\n").contains("position"));
    gui.replies_to("flip");
    assert_eq!(
        gui.session.position().fen(),
        "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    );
}

#[test]
fn search_with_an_invalid_limit_keeps_the_others() {
    let mut gui = Gui::new();
    gui.send("go nodes NaN depth 3");
    let lines = gui.wait_for("bestmove");
    assert_eq!(lines[0], "info string ignored: NaN");
    assert!(lines.iter().any(|line| line.starts_with("info depth 3 ")), "{lines:?}");
    gui.send("go depth x");
    gui.wait_for("bestmove");
}

#[test]
fn compiler_and_target_are_named() {
    let text = Gui::new().replies_to("compiler").join("\n");
    assert!(text.contains("rustc 1.") && text.contains(std::env::consts::ARCH), "{text}");
    assert!(text.contains(Kernel::best().name()), "{text}");
}

#[test]
fn debug_log_file_holds_input_and_output() {
    let path = std::env::temp_dir().join(format!("ferz-session-log-{}", std::process::id()));
    std::fs::write(&path, "kept\n").unwrap();
    let mut gui = Gui::new();
    gui.replies_to(&format!("setoption name Debug Log File value {}", path.display()));
    gui.replies_to("flip");
    gui.send("setoption name Debug Log File value <empty>");
    gui.replies_to("d");
    let log = std::fs::read_to_string(&path).unwrap();
    let closed = ">> setoption name Debug Log File value <empty>\n";
    let expected = [">> isready\n<< readyok\n", ">> flip\n>> isready\n<< readyok\n", closed];
    assert_eq!(log, format!("kept\n{}", expected.concat()));
    std::fs::remove_file(path).unwrap();
    let refused = gui.replies_to("setoption name Debug Log File value /nowhere/log");
    assert!(refused[0].contains("Debug Log File /nowhere/log: "), "{refused:?}");
}
