use crate::process::{BINARY, ferz, file};

#[test]
fn default_output_is_a_board_and_a_table() {
    let fen = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
    let ran = ferz(&["analyse", fen, "--depth", "4"]);
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""));
    assert!(ran.out.starts_with("  8 · · · · · · ♚ · \n"), "{ran:?}");
    assert!(ran.out.contains("White to move\n6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1\n"), "{ran:?}");
    assert!(ran.out.contains("depth   score"), "{ran:?}");
    assert!(ran.out.ends_with("\n#1  1. Ra8#\n"), "{ran:?}");
}

#[test]
fn fen_needs_no_quotes() {
    let quoted = ferz(&["analyse", "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", "--depth", "1", "--json"]);
    let words = ["4k3/8/8/8/8/8/4P3/4K3", "b", "-", "-", "0", "1"];
    let bare = ferz(&[&["analyse", "--depth", "1", "--json"][..], &words].concat());
    assert_eq!(quoted.json()["fen"], bare.json()["fen"]);
    assert_eq!(quoted.json()["fen"], "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1");
}

#[test]
fn json_output_is_one_object() {
    let ran = ferz(&["analyse", "--nodes", "5000", "--multipv", "3", "--json"]);
    assert_eq!((ran.status, ran.err.as_str(), ran.out.lines().count()), (Some(0), "", 1));
    let json = ran.json();
    let lines = json["lines"].as_array().unwrap();
    assert_eq!(lines.len(), 3);
    assert_eq!(json["best"], lines[0]["pv"][0]);
    assert!(json["nodes"].as_u64().unwrap() > 0 && json["depth"].as_u64().unwrap() > 0);
    for (rank, line) in (1..).zip(lines) {
        assert_eq!(line["rank"], rank);
        assert!(line["score"]["cp"].is_i64(), "{line}");
        assert_eq!(line["pv"].as_array().unwrap().len(), line["san"].as_array().unwrap().len());
    }
}

#[test]
fn finished_game_is_not_searched() {
    for (fen, outcome) in [
        ("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", "Checkmate: White wins."),
        ("k7/2Q5/2K5/8/8/8/8/8 b - - 0 1", "Draw: stalemate."),
        ("k7/8/2K5/8/8/8/8/8 b - - 0 1", "Draw: dead position."),
    ] {
        let ran = ferz(&["analyse", fen]);
        assert_eq!(ran.status, Some(0));
        assert!(ran.out.trim_end().ends_with(outcome), "{ran:?}");
        let json = ferz(&["analyse", fen, "--depth", "2", "--json"]).json();
        assert_eq!(json["lines"].as_array().unwrap().len(), 1, "{json}");
    }
    let mated = ferz(&["analyse", "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", "--json"]).json();
    assert_eq!((&mated["best"], &mated["lines"][0]["score"]["mate"]), (&().into(), &0.into()));
}

#[test]
fn tablebases_are_used_and_reported() {
    let tables = concat!(env!("CARGO_MANIFEST_DIR"), "/../ferz-syzygy/tests/data");
    let fen = "8/8/8/8/8/4k3/8/KBN5 w - - 0 1";
    let ran = ferz(&["analyse", fen, "--depth", "3", "--syzygy", tables]);
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""), "{ran:?}");
    assert!(ran.out.contains("\nTablebases: win, ") && ran.out.contains("best move "), "{ran:?}");
    assert!(ran.out.contains("+200.00"), "{ran:?}");
    let json = ferz(&["analyse", fen, "--depth", "3", "--syzygy", tables, "--json"]).json();
    assert_eq!(json["tablebase"]["wdl"], "win", "{json}");
    assert!(json["tablebase"]["dtz"].as_i64().unwrap() > 0, "{json}");
    // A position with more men has no result of its own.
    let json = ferz(&["analyse", "--depth", "1", "--syzygy", tables, "--json"]).json();
    assert!(json["tablebase"].is_null(), "{json}");
    let missing = ferz(&["analyse", "--syzygy", env!("CARGO_MANIFEST_DIR")]);
    assert!(missing.error_line().starts_with("no tablebases in "), "{missing:?}");
}

#[test]
fn positions_are_given_in_one_way_to_every_command() {
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    let games = file("analyse-book.pgn", &format!("[FEN \"{fen}\"]\n\n1. e4 *\n"));
    let book = file("analyse-book.bin", "");
    let made = ferz(&["book", "make", &games, "-o", &book, "--min-games", "1"]);
    assert_eq!(made.status, Some(0), "{made:?}");
    let tables = concat!(env!("CARGO_MANIFEST_DIR"), "/../ferz-syzygy/tests/data");
    let probed = "8/8/8/8/8/4k3/8/KBN5 w - - 0 1";
    for (command, fen) in [
        (&["analyse", "--depth", "1", "--json"][..], fen),
        (&["analyze", "--depth", "1", "--json"], fen),
        (&["board"], fen),
        (&["perft", "2", "--json"], fen),
        (&["book", "probe", &book, "--json"], fen),
        (&["book", "dump", &book, "--json"], fen),
        (&["play", "--side", "white"], fen),
        (&["syzygy", "probe", "--path", tables, "--json"], probed),
    ] {
        // Times differ.
        let text = |ran: crate::process::Ran| {
            assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""), "{command:?}: {ran:?}");
            ran.out.split("\"seconds\"").next().unwrap().to_owned()
        };
        let option = text(ferz(&[command, &["--fen", fen]].concat()));
        assert!(option.contains(fen) || command[1] == "dump" || command[0] == "play", "{option}");
        assert_eq!(text(ferz(&[command, &[fen]].concat())), option);
        let words: Vec<_> = fen.split(' ').collect();
        assert_eq!(text(ferz(&[command, &words[..]].concat())), option);
        let both = ferz(&[command, &[fen, "--fen", fen]].concat());
        assert!(both.error_line().contains("cannot be used with"), "{both:?}");
        let illegal = ferz(&[command, &["--moves", "Qh9", "--fen", fen]].concat());
        assert!(illegal.error_line().starts_with("--moves: \"Qh9\""), "{illegal:?}");
    }
    let moved = ferz(&["analyse", "--moves", "e4 e7e5", "--depth", "1", "--json"]).json();
    assert_eq!(moved["fen"], "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    let suite = ferz(&["perft", "--suite", "x", "--fen", fen]);
    assert!(suite.error_line().contains("--suite"), "{suite:?}");
}

#[test]
fn another_engine_analyses() {
    let engine = format!("{BINARY} uci");
    let fen = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
    let arguments = ["analyse", fen, "--engine", &engine, "--depth", "4", "--multipv", "2"];
    let ran = ferz(&arguments);
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""));
    assert!(ran.out.contains("depth   score") && ran.out.contains("\n#1  1. Ra8#\n"), "{ran:?}");
    let json = ferz(&[&arguments[..], &["--json"]].concat()).json();
    assert!(json["engine"].as_str().unwrap().starts_with("Ferz"), "{json}");
    assert_eq!((&json["best"], &json["depth"]), (&"a1a8".into(), &4.into()));
    assert_eq!(json["lines"].as_array().unwrap().len(), 2);
    assert_eq!(json["lines"][0]["score"]["mate"], 1);
    for (options, reason) in [
        (&["--engine", "/nowhere/at/all"][..], "cannot be started"),
        (&["--engine", ""], "a value is required for '--engine"),
        (&["--engine", &engine, "--option", "Nonsense=1"], "Nonsense"),
        (&["--option", "Hash=1"], "--option is for an --engine"),
        (&["--engine", &engine, "--syzygy", "."], "--syzygy is for the built-in engine"),
    ] {
        let ran = ferz(&[&["analyse"][..], options].concat());
        assert!(ran.error_line().contains(reason), "{ran:?}");
    }
}

/// An engine that searches on after its time is stopped.
#[test]
#[cfg(unix)]
fn an_engine_that_ignores_the_time_is_sent_stop() {
    let body = "while read -r line; do case $line in
        uci) echo uciok;;
        isready) echo readyok;;
        go*) echo 'info depth 3 score cp 20 pv e2e4 e7e5';;
        stop) echo 'bestmove e2e4 ponder e7e5';;
        quit) exit;;
    esac; done";
    let engine = crate::process::script("ignores_movetime", body);
    let started = std::time::Instant::now();
    let json = ferz(&["analyse", "--engine", &engine, "--time", "100", "--json"]).json();
    assert_eq!((&json["best"], &json["depth"]), (&"e2e4".into(), &3.into()));
    assert!(started.elapsed() < std::time::Duration::from_secs(10), "{:?}", started.elapsed());
}

#[test]
fn lines_fit_the_columns_of_the_terminal() {
    for columns in [60_usize, 80, 132] {
        let output = std::process::Command::new(BINARY)
            .args(["analyse", "--depth", "12", "--multipv", "2"])
            .env("COLUMNS", columns.to_string())
            .output()
            .unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let longest = text.lines().map(|line| line.chars().count()).max();
        assert!(longest <= Some(columns), "{text}");
        assert!(longest > Some(columns.min(100) - 16), "{text}");
    }
}

/// 3... Nf6 allows mate; the second game is short.
const GAMES: &str = "\
[White \"Anderssen, Adolf\"]
[Black \"Kieseritzky, Lionel\"]
[Date \"1851.06.21\"]
[Result \"1-0\"]

1. e4 {best} e5 2. Qh5 Nc6 (2... Ke7 3. Qxe5#) 3. Bc4 Nf6 4. Qxf7# 1-0

1. f3 e5 2. g4 Qh4# 0-1
";

#[test]
fn games_are_analysed() {
    let path = file("analyse-game.pgn", GAMES);
    let arguments = ["analyse", &path, "--nodes", "20000"];
    let ran = ferz(&arguments);
    assert_eq!((ran.status, ran.err.lines().count()), (Some(0), 1), "{ran:?}");
    assert!(ran.err.ends_with("analysing the first of several games; --game N selects one\n"));
    assert!(ran.out.starts_with(
        "Anderssen, Adolf - Kieseritzky, Lionel, 1-0, 1851.06.21\nC20 King's Pawn Game: "
    ));
    assert!(ran.out.contains("\nBlack: 1 blunder\n"), "{ran:?}");
    let row = ran.out.lines().find(|line| line.contains("3... Nf6??")).unwrap();
    let fields: Vec<_> = row.split_whitespace().collect();
    assert_eq!((fields[3], fields[5]), ("#1", "3..."), "{row}");
    assert!(fields[4].parse::<f64>().unwrap() > 30.0, "{row}");
    assert!(ran.out.contains("\n    It allows mate: 4. Qxf7#."), "{ran:?}");
    assert!(ran.out.contains("\nBlack played 3... Nf6??, from -"), "{ran:?}");
    assert!(ran.out.contains("\n  better  3... ") && ran.out.contains("\n  reply   4. Qxf7#\n"));
    assert!(ran.out.contains("\n  1 ♖ ♘ · ♔ · ♗ ♘ ♖ "), "the view of Black: {ran:?}");
    assert!(ran.out.contains("\naccuracy       game     opening  middlegame     endgame"));
    assert!(ran.out.trim_end().lines().last().unwrap().contains(": 8 positions, "), "{ran:?}");
    let white =
        ferz(&[&arguments[..], &["--side", "white", "--game", "2", "--boards", "0"]].concat());
    assert_eq!((white.status, white.err.as_str()), (Some(0), ""), "{white:?}");
    assert!(white.out.contains("  2. g4??") && !white.out.contains("\nBlack: "), "{white:?}");
    assert!(!white.out.contains("The position before"), "{white:?}");
    // The numbers are those of the command that annotates.
    let json = ferz(&[&arguments[..], &["--game", "1", "--json"]].concat()).json();
    let annotated = ferz(&["pgn", "annotate", &path, "--nodes", "20000", "--json"]).out;
    let annotated: serde_json::Value =
        serde_json::from_str(annotated.lines().next().unwrap()).unwrap();
    assert_eq!(json, annotated);
}

#[test]
fn games_are_read_from_compressed_files_and_standard_input() {
    use std::io::Write;
    use std::process::{Command, Stdio};
    let plain = file("analyse-plain.pgn", GAMES);
    let packed = format!("{plain}.gz");
    let mut encoder =
        flate2::write::GzEncoder::new(std::fs::File::create(&packed).unwrap(), Default::default());
    encoder.write_all(GAMES.as_bytes()).unwrap();
    encoder.finish().unwrap();
    let options = ["--depth", "4", "--game", "2", "--json"];
    let expected = ferz(&[&["analyse", &plain][..], &options].concat()).json();
    let found = ferz(&[&["analyse", &packed][..], &options].concat()).json();
    assert_eq!(found["moves"], expected["moves"]);
    let mut child = Command::new(BINARY)
        .args([&["analyse", "-"][..], &options].concat())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(GAMES.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let found: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(found["moves"], expected["moves"]);
}

/// A game with evaluations in its comments, in which Black loses 15 points in the opening, and one without.
const REVIEWED: &str = "\
[White \"Meyer, Anna\"]
[Black \"Kieseritzky, Lionel\"]

1. e4 {[%eval 0.3]} e5 {[%eval 0.3]} 2. Nf3 {[%eval 0.3]} f6 {[%eval 2.0]} 3. Nc3 {[%eval 0.5]} 1-0

[White \"Schulz\"]
[Black \"Meyer, Eva\"]
[FEN \"6k1/5ppp/8/8/8/8/r4PPP/1R4K1 b - - 0 40\"]

40... Rxf2 41. Rb8# 1-0

[White \"Huber\"]
[Black \"Lang\"]

1. e4 *
";

#[test]
fn games_of_a_player_are_reviewed() {
    let path = file("analyse-player.pgn", REVIEWED);
    let ran = ferz(&["analyse", &path, "--player", "kieseritzky"]);
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""), "{ran:?}");
    let lines: Vec<_> =
        ran.out.lines().map(|line| line.split_whitespace().collect::<Vec<_>>()).collect();
    assert_eq!(
        lines[0].join(" "),
        "game opponent side result opening middlegame endgame worst move"
    );
    // 1 / (1 + exp(-0.00368208 cp)): 52.8 and 67.6 percent, and 54.6 at the end.
    assert_eq!(lines[1].join(" "), "1 Meyer, Anna Black lost 45 - - 2... f6? 14.9");
    assert_eq!(lines[4].join(" "), "opening 1 2 60.7 % 7.4 0 1 0 1");
    assert_eq!(lines[5].join(" "), "middlegame 0 0 - - 0 0 0 0");
    assert_eq!(lines[7].join(" "), "all 1 2 60.7 % 7.4 0 1 0 1");
    assert!(ran.out.ends_with("1 game, 0 errors; 6 positions, evaluated in comments\n"), "{ran:?}");
    let both = ferz(&["analyse", &path, "--player", "meyer", "--depth", "6"]);
    assert!(
        both.err.ends_with(
            "\"meyer\" found 2 names: \"Meyer, Anna\" (1 game), \"Meyer, Eva\" (1 game)\n"
        )
    );
    let row = both.out.lines().nth(2).unwrap();
    assert!(row.contains("    2  Schulz") && row.contains("Black lost"), "{both:?}");
    assert!(row.contains(" 40... Rxf2?? "), "{both:?}");
    let white = ferz(&["analyse", &path, "--player", "meyer", "--side", "white", "--json"]);
    assert_eq!(white.out.lines().count(), 1, "{white:?}");
    assert_eq!((&white.json()["game"], &white.json()["engine"]), (&1.into(), &"[%eval]".into()));
    let unknown = ferz(&["analyse", &path, "--player", "mayer"]);
    assert_eq!((unknown.status, unknown.out.as_str()), (Some(1), ""), "{unknown:?}");
    assert_eq!(
        unknown.err,
        "ferz: no game meets the conditions: no player has the name \"mayer\", compared by whole words\n"
    );
    for columns in ["60", "80", "120"] {
        let output = std::process::Command::new(BINARY)
            .args(["analyse", &path, "--player", "kieseritzky"])
            .env("COLUMNS", columns)
            .output()
            .unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let width = text.lines().map(|line| line.chars().count()).max();
        assert!(width <= columns.parse().ok() && text.contains("2... f6? 14.9"), "{text}");
    }
}

#[test]
fn reports_of_games_fit_the_columns_of_the_terminal() {
    let path = file("analyse-columns.pgn", GAMES);
    for columns in [60_usize, 80, 120] {
        let output = std::process::Command::new(BINARY)
            .args(["analyse", &path, "--nodes", "20000"])
            .env("COLUMNS", columns.to_string())
            .output()
            .unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let width = text.lines().map(|line| line.chars().count()).max();
        assert!(width <= Some(columns), "{text}");
    }
}

#[test]
fn arguments_that_are_no_position_say_what_to_do() {
    let path = file("analyse-argument.pgn", GAMES);
    let empty = file("analyse-empty.pgn", "");
    let german = file("analyse-german.pgn", "1. Sf3 Sf6 *\n");
    let broken = file("analyse-broken.pgn", "1. e4 e5 2. Ke3 1-0\n");
    for (arguments, reason) in [
        (&["analyse", "nosuch.pgn"][..], "nosuch.pgn: No such file"),
        (&["analyse", "nosuch.pgn.gz"], "nosuch.pgn.gz: No such file"),
        (&["analyse", "mygame"], "\"mygame\" is neither a file nor a FEN"),
        (&["analyse", &path, "--game", "3"], "found 2 games, no game 3"),
        (&["analyse", &path, "--game", "0"], "expected the number of a game, from 1, or `last`"),
        (&["analyse", &path, "--game", "-1"], "expected the number of a game, from 1, or `last`"),
        (&["analyse", &path, "2"], "analyse-argument.pgn: --game 2 selects it"),
        (&["analyse", &path, "last"], "analyse-argument.pgn: --game last selects it"),
        (&["board", &path, "2"], "analyse-argument.pgn --game 2` draws a position of it"),
        (&["analyse", "--pieces", "de"], "--pieces needs a PGN file"),
        (&["analyse", &german], "German (`de`); --pieces de reads it"),
        (&["analyse", &path, "--multipv", "2"], "--multipv is for positions"),
        (&["analyse", &path, &empty], "found several arguments, expected one PGN file"),
        (&["analyse", "--side", "white"], "--side needs a PGN file"),
        (&["analyse", "--player", "a"], "--player needs a PGN file"),
        (&["analyse", &path, "--player", "a", "--game", "1"], "--game is for a single game"),
        (&["analyse", &empty, "--player", "a"], "found no game"),
        (&["analyse", &empty], "found no game"),
        (&["board", &path], "is a file, expected a FEN: `ferz analyse "),
        (&["play", "nosuch.pgn"], "nosuch.pgn: No such file"),
    ] {
        let ran = ferz(arguments);
        assert!(ran.error_line().contains(reason), "{arguments:?}: {ran:?}");
    }
    let english = ferz(&["analyse", &german, "--pieces", "de", "--depth", "2"]);
    assert!(english.out.contains(": 3 positions, "), "{english:?}");
    let last = ferz(&["analyse", &path, "--game", "last", "--depth", "2", "--json"]);
    let second = ferz(&["analyse", &path, "--game", "2", "--depth", "2", "--json"]);
    assert_eq!(last.json()["moves"], second.json()["moves"]);
    assert_eq!(last.json()["game"], 2);
    let named = ferz(&["analyse", "--moves", "e4 c5", "--depth", "2"]);
    assert!(named.out.contains("\n\nB20 Sicilian Defense\n\n"), "{named:?}");
    let ran = ferz(&["analyse", &broken, "--depth", "2"]);
    assert_eq!(ran.status, Some(0), "{ran:?}");
    assert!(ran.err.contains("`Ke3`") && ran.err.contains("analysed up to this move"), "{ran:?}");
    assert!(ran.out.contains(": 3 positions, "), "{ran:?}");
}

#[test]
fn moves_have_numbers_and_results() {
    let moves = "1. e4 e5 2.Nf3 2... Nc6 3. g1h1 *";
    let error = ferz(&["analyse", "--moves", moves]);
    assert!(error.error_line().starts_with("--moves: \"g1h1\""), "{error:?}");
    let board = ferz(&["board", "--moves", "1. e4 e5 2.Nf3 2... Nc6 3. f1b5 a6 1/2-1/2"]).out;
    let fen = "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4";
    assert!(board.contains(fen), "{board}");
}
