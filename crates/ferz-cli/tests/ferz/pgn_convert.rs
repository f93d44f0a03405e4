//! The command `pgn convert`.

use crate::pgn::{BROKEN, FINALS, GAMES};
use crate::process::{ferz, file};
use std::fs;

/// Runs `pgn convert` and returns its lines.
fn rows(path: &str, options: &[&str]) -> Vec<String> {
    let ran = ferz(&[&["pgn", "convert", path], options].concat());
    let has_warnings = ran.err.ends_with("which `ferz pgn check` prints\n");
    assert!(ran.status == Some(0) && (ran.err.is_empty() || has_warnings), "{ran:?}");
    ran.out.lines().map(str::to_owned).collect()
}

fn json(row: &str) -> serde_json::Value {
    serde_json::from_str(row).unwrap()
}

#[test]
fn fen_has_final_and_other_positions() {
    let path = file("convert-fen.pgn", GAMES);
    let lines = |options: &[&str]| rows(&path, &[&["--to", "fen"], options].concat());
    assert_eq!(lines(&[]), FINALS);
    assert_eq!(lines(&["--final"]), FINALS);
    let every = lines(&["--every"]);
    assert_eq!(every.len(), 33);
    assert_eq!((every[7].as_str(), every[27].as_str()), (FINALS[0], FINALS[1]));
    // The start position three times and the position after 1. e4 twice.
    assert_eq!(lines(&["--every", "--unique"]).len(), 30);
    assert_eq!(lines(&["--every", "--unique", "--threads", "2"]).len(), 30);
    assert_eq!(lines(&["--ply", "4"]).len(), 3);
    assert_eq!(lines(&["--ply", "19"]), FINALS[1..2]);
    assert_eq!(lines(&["--ply", "20"]).len(), 0);
    let epd = rows(&path, &["--to", "epd"]);
    for (epd, fen) in epd.iter().zip(FINALS) {
        let parsed: ferz::notation::Epd = epd.parse().unwrap();
        assert_eq!(parsed.position().unwrap().fen(), fen, "{epd}");
    }
}

#[test]
fn positions_of_games_with_errors() {
    let path = file("convert-broken.pgn", BROKEN);
    let finals = ferz(&["pgn", "convert", "--to", "fen", &path]);
    assert_eq!((finals.status, finals.out.lines().count()), (Some(0), 1), "{finals:?}");
    assert_eq!(finals.err.lines().count(), 2, "{finals:?}");
    let first = ferz(&["pgn", "convert", "--to", "fen", &path, "--ply", "1"]);
    assert_eq!(first.out.lines().count(), 3);
    let games = ferz(&["pgn", "convert", "--to", "uci", &path]);
    assert_eq!((games.out.as_str(), games.err.lines().count()), ("d2d4 d7d5\n", 2));
}

#[test]
fn a_game_with_an_invalid_start_has_no_position() {
    let text = "[FEN \"8/8/8/8/8/4k3/8/4K2R\"]\n\n1. Kd1 *\n\n1. e4 *\n";
    let path = file("convert-invalid-start.pgn", text);
    for (arguments, lines) in [(&["--every"][..], 2), (&["--ply", "0"], 1), (&[], 1)] {
        let ran = ferz(&[&["pgn", "convert", "--to", "fen", &path], arguments].concat());
        assert_eq!(ran.out.lines().count(), lines, "{ran:?}");
        assert!(ran.err.contains("game 1"), "{ran:?}");
    }
}

#[test]
fn moves_of_a_game_are_a_line() {
    let text = format!(
        "{GAMES}\n[FEN \"4k3/P7/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O Kd7 2. a8=Q -- 3. Qa1 *\n\n*\n"
    );
    let path = file("convert-moves.pgn", &text);
    let uci = rows(&path, &["--to", "uci"]);
    assert_eq!(uci.len(), 5);
    assert_eq!(uci[0], "e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7");
    assert_eq!(uci[3], "fen 4k3/P7/8/8/8/8/8/4K2R w K - 0 1 moves e1g1 e8d7 a7a8q 0000 a8a1");
    assert_eq!(uci[4], "");
    let lan = rows(&path, &["--to", "lan"]);
    assert_eq!(lan[0], "e2-e4 e7-e5 Qd1-h5 Nb8-c6 Bf1-c4 Ng8-f6 Qh5xf7#");
    assert!(lan[3].ends_with("moves O-O Ke8-d7 a7-a8=Q -- Qa8-a1"), "{}", lan[3]);
}

#[test]
fn games_are_rows_of_csv_and_json() {
    let text = format!("{GAMES}\n[Event \"a, \\\"b\\\"\"]\n[X \"1\"]\n[X \"2\"]\n\n1. d4 *\n");
    let path = file("convert-table.pgn", &text);
    let csv = rows(&path, &["--to", "csv"]);
    assert_eq!(
        csv[0],
        "file,game,Event,Site,Date,Round,White,Black,Result,WhiteElo,BlackElo,ECO,Opening,TimeControl,Termination,plies,variant,fen,moves"
    );
    assert_eq!(
        csv[1],
        format!(
            "{path},1,,,1851.06.21,,\"Anderssen, Adolf\",\"Kieseritzky, Lionel\",1-0,2600,2500,,,,,7,,,e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7"
        )
    );
    assert_eq!(csv[4], format!("{path},4,\"a, \"\"b\"\"\",,,,,,*,,,,,,,1,,,d2d4"));
    let some = rows(&path, &["--to", "csv", "--tags", "X,White", "--notation", "san"]);
    assert_eq!((some[0].as_str(), some.len()), ("file,game,X,White,plies,variant,fen,moves", 5));
    assert_eq!(some[4], format!("{path},4,2,,1,,,d4"));
    let objects = rows(&path, &["--to", "jsonl"]);
    let last = json(&objects[3]);
    assert_eq!(last["tags"], serde_json::json!({"Event": "a, \"b\"", "X": "2"}));
    assert_eq!(
        (&last["file"], &last["game"], &last["plies"]),
        (&path.as_str().into(), &4.into(), &1.into())
    );
    assert_eq!((&last["result"], &last["fen"]), (&"*".into(), &serde_json::Value::Null));
    assert_eq!(json(&objects[0])["result"], "1-0");
    let named = json(&rows(&path, &["--to", "jsonl", "--tags", "X"])[0]);
    assert_eq!((&named["tags"], &named["result"]), (&serde_json::json!({}), &"1-0".into()));
    // Numbers of games begin again in each file.
    let two = rows(&path, &[&path, "--to", "jsonl", "--threads", "2"]);
    assert_eq!(two[4..], two[..4]);
}

#[test]
fn positions_are_rows_of_csv_and_json() {
    let path = file("convert-positions.pgn", "1. e4 e5 *\n\n1. d4 -- *\n");
    let csv = rows(&path, &["--to", "csv", "--every"]);
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!((csv[0].as_str(), csv.len()), ("file,game,ply,variant,fen,move", 7));
    assert_eq!(csv[1], format!("{path},1,0,,{start},e2e4"));
    assert!(csv[3].starts_with(&format!("{path},1,2,")) && csv[3].ends_with(','), "{}", csv[3]);
    assert!(csv[5].ends_with(",0000"), "{}", csv[5]);
    let objects = rows(&path, &["--to", "jsonl", "--final"]);
    assert_eq!(objects.len(), 2);
    let last = json(&objects[1]);
    assert_eq!(
        (&last["game"], &last["ply"], &last["move"]),
        (&2.into(), &2.into(), &serde_json::Value::Null)
    );
    let first = json(&rows(&path, &["--to", "jsonl", "--ply", "0"])[0]);
    assert_eq!((&first["fen"], &first["move"]), (&start.into(), &"e2e4".into()));
}

#[test]
fn rows_replace_a_file_as_a_whole() {
    let path = file("convert-input.pgn", GAMES);
    let out = file("convert-output.csv", "file,game,old\n");
    let ran = ferz(&["pgn", "convert", &path, "--to", "csv", "-o", &out]);
    assert_eq!((ran.status, ran.out.as_str()), (Some(0), "3 rows, 0 errors\n"), "{ran:?}");
    assert_eq!(
        fs::read_to_string(&out).unwrap(),
        ferz(&["pgn", "convert", &path, "--to", "csv"]).out
    );
    for (wrong, reason) in [
        (&["--to", "uci", "--every"][..], "need fen, epd, csv or jsonl"),
        (&["--to", "fen", "--tags", "White"], "--tags needs games"),
        (&["--to", "csv", "--every", "--tags", "White"], "--tags needs games"),
        (&["--to", "lan", "--notation", "uci"], "--notation needs games"),
        (&["--to", "csv", "--unique"], "--unique needs positions"),
        (&["--to", "fen", "--ply", "1", "--every"], "--every"),
        (&["--to", "xml"], "jsonl"),
        (&["--to", "fen", "-o", &path], "input file"),
        (&[], "--to"),
    ] {
        let ran = ferz(&[&["pgn", "convert", &path], wrong].concat());
        assert!(ran.error_line().contains(reason), "{wrong:?}: {ran:?}");
    }
    assert_eq!(fs::read_to_string(&path).unwrap(), GAMES);
}
