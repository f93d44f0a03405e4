//! `ferz repertoire`: checks, games and answers by lines of standard input.

use crate::process::{BINARY, Ran, ferz, file};
use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

const WHITE: &str = "\
[Event \"Open games\"]

1. e4 {Space. [%cal Ge2e4]} e5 2. Nf3 {attacks e5} Nc6 3. Bb5 *

[Event \"Sicilian\"]

1. e4 c5 2. Nf3 d6 (2... e6 3. d4 (3. c3)) 3. d4 *

[Event \"French\"]

1. e4 e6 2. d4 d5 *
";

/// Returns games with names and results.
fn games(rows: &[(&str, &str, &str)]) -> String {
    let game = |(number, (players, result, moves)): (usize, &(&str, &str, &str))| {
        let (white, black) = players.split_once('-').unwrap();
        format!(
            "[Event \"a\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n[Date \"2026.11.{:02}\"]\n[Result \
             \"{result}\"]\n\n{moves} {result}\n\n",
            number + 1
        )
    };
    rows.iter().enumerate().map(game).collect()
}

/// Runs the command with lines as input.
fn answer(arguments: &[&str], lines: &str) -> Ran {
    let mut child = Command::new(BINARY)
        .arg("repertoire")
        .args(arguments)
        .env_remove("COLUMNS")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that fails may end before it reads a line.
    let _ = child.stdin.take().unwrap().write_all(lines.as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Ran { status: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

fn assert_in_order(ran: &Ran, texts: &[&str]) {
    let mut rest = ran.out.as_str();
    for text in texts {
        let at = rest.find(text).unwrap_or_else(|| panic!("{text:?} in {rest}\nof {ran:?}"));
        rest = &rest[at + text.len()..];
    }
}

#[test]
fn faults_are_listed_by_chance() {
    let path = file("repertoire-check.pgn", WHITE);
    let ran = ferz(&["repertoire", "check", &path, "--color", "white"]);
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""));
    let title = "No answer to a move of the repertoire (1)\n  1. e4 e6 2. d4 d5\n";
    assert_in_order(&ran, &["3 games: 7 positions with an answer for White", title, "--games PGN"]);
    let mut rows = vec![("A-B", "1-0", "1. e4 c6 2. d4 d5"); 3];
    rows.extend([("A-B", "0-1", "1. e4 e5 2. Nf3 d6"); 5]);
    rows.extend([("A-B", "0-1", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6"); 2]);
    let played = file("repertoire-played.pgn", &games(&rows));
    let check = ["repertoire", "check", &path, "--color", "white"];
    let ran = ferz(&[&check[..], &["--games", &played]].concat());
    assert_in_order(
        &ran,
        &[
            "compared with 10 games",
            "No answer to a move of the games (2)\n",
            "  1. e4 e5 2. Nf3 d6: played in 71 % of 7 games, no answer; one game of 2\n",
            "  1. e4 c6: played in 30 % of 10 games, no answer; one game of 3\n",
            "Lines that end early (1)\n  1. e4 e5 2. Nf3 Nc6 3. Bb5: 2 games went on, one game of 5\n",
        ],
    );
    // An index of the same games gives the same.
    let index = file("repertoire-index", "");
    fs::remove_file(&index).unwrap();
    assert_eq!(ferz(&["explore", "add", &index, &played]).status, Some(0));
    // The index has equal games once, so that the games are counted again without the equal ones.
    let distinct = file("repertoire-distinct.pgn", &games(&rows));
    let [by_games, by_index] = [["--games", &distinct], ["--index", &index]].map(|source| {
        let ran = ferz(&[&check[..], &source, &["--json", "--min-games", "1"]].concat());
        let mut report: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
        // Of an index the games from the start are counted.
        report.as_object_mut().unwrap().remove("compared");
        report
    });
    assert_eq!(by_games, by_index);
    assert_eq!(by_index["gaps"].as_array().unwrap().len(), 2);
    fs::remove_dir_all(index).unwrap();
}

#[test]
fn wrong_input_is_named() {
    let path = file("repertoire-wrong.pgn", "1. e4 e5 2. Nf3 *\n\n1. d4 d5 2. Ke3 *\n");
    let check = |options: &[&str]| ferz(&[&["repertoire", "check", &path], options].concat());
    let ran = check(&["--color", "white"]);
    assert_eq!(ran.status, Some(1));
    assert!(ran.err.contains("repertoire-wrong.pgn:3:13: game 2: found the move `Ke3`"), "{ran:?}");
    assert!(
        ran.out
            .contains("Several answers to one position (1)\n  the start: e4 (game 1), d4 (game 2)")
    );
    for (options, expected) in [
        (&[][..], "required arguments were not provided: --color <SIDE>"),
        (&["--color", "red"], "possible values: white, black"),
        (
            &["--color", "white", "--since", "2024"],
            "--since is a condition on games: give --games or",
        ),
        (&["--color", "white", "--min-chance", "200"], "expected a number from 0 to 100"),
        (&["--color", "white", "--index", &path], "found a file, expected the folder of an index"),
        (&["--color", "white", "--games", "no.pgn"], "no.pgn"),
    ] {
        let ran = check(options);
        assert_eq!((ran.status, ran.out.as_str()), (Some(2), ""), "{options:?}");
        assert!(ran.err.contains(expected), "{options:?}: {}", ran.err);
    }
    let empty = file("repertoire-empty.pgn", "[Event \"a\"]\n\n*\n");
    let ran = ferz(&["repertoire", "check", &empty, "--color", "white"]);
    assert!(ran.err.contains("repertoire-empty.pgn: found no move"), "{ran:?}");
    let games = ["repertoire", "games", &path, "--color", "white"];
    for (options, expected) in [
        (&["--games", &path][..], "whose games? give your name: --player NAME"),
        (&["--player", "meyer"], "give your games: --games PGN"),
    ] {
        let ran = ferz(&[&games[..], options].concat());
        assert!(ran.err.contains(expected), "{options:?}: {}", ran.err);
    }
    let ran = answer(&["learn", "-", "--color", "white"], "1. e4 *\n");
    assert!(ran.err.contains("standard input has the answers"), "{ran:?}");
}

#[test]
fn games_are_grouped_by_the_place_where_they_left() {
    let path = file("repertoire-left.pgn", WHITE);
    let played = file(
        "repertoire-mine.pgn",
        &games(&[
            ("Meyer, A-B", "1-0", "1. e4 c6 2. d4 d5 3. e5"),
            ("Meyer, A-C", "0-1", "1. e4 e5 2. Bc4 Nf6 3. d3"),
            ("Meyer, A-D", "1/2-1/2", "1. e4 e5 2. Bc4 Nc6 3. Qh5"),
            ("Meyer, A-E", "1-0", "1. Nf3 Nc6 2. e4 e5 3. Bb5 a6"),
            ("Meyer, A-F", "1-0", "1. e4 c5 2. Nf3"),
            ("G-Meyer, A", "0-1", "1. d4 d5"),
            ("H-I", "0-1", "1. d4 d5"),
        ]),
    );
    let games = ["repertoire", "games", &path, "--color", "white", "--games", &played];
    let ran = ferz(&[&games[..], &["--player", "meyer"]].concat());
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""));
    assert_in_order(
        &ran,
        &[
            "5      3      1      1  70.0 %  with White\n",
            "2      0      1      1  25.0 %  left by you\n",
            "1      1      0      0 100.0 %  left by the opponent\n",
            "1      1      0      0 100.0 %  went on after the end of a line\n",
            "1      1      0      0 100.0 %  ended within the repertoire\n",
            "You left\n       2      0      1      1  25.0 %  1. e4 e5 2. Bc4 (repertoire: Nf3)\n",
            "100.0 %  1. e4 c6 (repertoire: e5, c5, e6)\n",
            "100.0 %  1. e4 e5 2. Nf3 Nc6 3. Bb5\n",
        ],
    );
    // Learned before the game of 3 November, the position is due again; learned after it, it is not.
    let progress = file("repertoire-left.progress.json", "");
    fs::remove_file(&progress).unwrap();
    for (day, expected) in
        [("2026-11-02", "1 more position due now"), ("2026-11-04", "0 more positions due now")]
    {
        let _ = fs::remove_file(&progress);
        let learn = ["learn", &path, "--color", "white", "--progress", &progress, "--today", day];
        // Five new ones are shown before the first is asked.
        answer(&learn, "e4\nNf3\nBb5\nNf3\nd4\ne4\nNf3\nBb5\nquit\n");
        let due = ["--player", "meyer", "--due", "--progress", &progress, "--today", "2026-11-03"];
        let ran = ferz(&[&games[..], &due].concat());
        assert!(ran.out.ends_with(&format!("\n{expected}\n")), "{day}: {}", ran.out);
    }
    fs::remove_file(progress).unwrap();
}

#[test]
fn answers_are_learned_and_kept() {
    let path = file("repertoire-learn.pgn", WHITE);
    let progress = path.replace(".pgn", ".progress.json");
    let _ = fs::remove_file(&progress);
    let learn = |day: &str, options: &[&str], lines: &str| {
        let arguments = ["learn", &path, "--color", "white", "--today", day];
        answer(&[&arguments[..], options].concat(), lines)
    };
    // New positions are shown once, which is no answer. The second answer is wrong, and asked again after the others.
    let shown = learn("2026-11-01", &["--limit", "3"], "d4\nsolution\ne4\nNf3\nquit\n");
    assert_in_order(
        &shown,
        &[
            "the start (2 more positions)\n",
            "New: play it, you are asked later.\n1. e4. Space.\nThe line goes on: 1. e4 e5 2. Nf3",
            "d4 is not in your repertoire here.\n",
            "1. e4. Space.\n",
            "1. e4 e5 (2 more positions)\n",
            "0 right answers, 0 wrong\n7 positions: 0 due, 0 learned, 0 forgotten, 7 new\n",
        ],
    );
    let lines = "e4\nBb5\nNf3\nBb5\ne4\nBc4\n3. Bb5\nhint\nNf3\nNf3\n";
    let ran = learn("2026-11-01", &["--limit", "3"], lines);
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""));
    assert_in_order(
        &ran,
        &[
            "7 positions: 0 due, 0 learned, 0 forgotten, 7 new\n",
            "New: play it, you are asked later.\n1. e4 e5 2. Nf3. attacks e5\n",
            "the start (2 more positions)\n",
            "Right: 1. e4. Space.\n",
            "1. e4 e5 (1 more position)\n",
            "Bc4 is not in your repertoire here.\n1. e4 e5 2. Nf3. attacks e5\nThe line goes on: 2. Nf3 Nc6 3. Bb5\n",
            "1. e4 e5 2. Nf3 Nc6 (1 more position)\n",
            "Right: 1. e4 e5 2. Nf3 Nc6 3. Bb5\n",
            "1. e4 e5 (0 more positions)\n",
            "Hint: the knight on g1 moves.\nRight, with a hint: 1. e4 e5 2. Nf3. attacks e5\n",
            "Right: 1. e4 e5 2. Nf3. attacks e5\n",
            "3 right answers, 2 wrong\n7 positions: 0 due, 3 learned, 0 forgotten, 4 new\n",
            "The next positions are due tomorrow.\n",
        ],
    );
    let text = fs::read_to_string(&progress).unwrap();
    assert!(
        text.contains("\"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -\": {"),
        "{text}"
    );
    // One of two new ones is left today; any answer of the repertoire is right.
    let ran = learn("2026-11-01", &["--new", "3"], "");
    assert_in_order(&ran, &["Nothing is due. The next positions are due tomorrow."]);
    let ran = learn("2026-11-02", &["--new", "3"], "Nf3\nNf3\nd4\nc3\nNf3\nd4\nc3\nquit\n");
    assert_in_order(&ran, &["1 due", "Right: 1. e4 e5 2. Nf3", "1. e4 c5 (2 more positions)"]);
    assert_in_order(
        &ran,
        &["Right: 1. e4 c5 2. Nf3 d6 3. d4", "Right: 1. e4 c5 2. Nf3 e6 3. c3\n"],
    );
    let stats =
        ["repertoire", "stats", &path, "--color", "white", "--today", "2026-11-02", "--json"];
    let report: serde_json::Value = serde_json::from_str(&ferz(&stats).out).unwrap();
    assert_eq!(
        (&report["learned"], &report["new"], &report["due"]),
        (&6.into(), &1.into(), &0.into())
    );
    // A file of another kind is refused before the first answer and stays.
    fs::write(&progress, "[Event \"mine\"]\n").unwrap();
    let ran = learn("2026-11-03", &[], "e4\n");
    assert_eq!((ran.status, ran.out.as_str()), (Some(2), ""));
    assert!(ran.err.contains("expected the progress of a repertoire"), "{ran:?}");
    assert_eq!(fs::read_to_string(&progress).unwrap(), "[Event \"mine\"]\n");
    fs::remove_file(progress).unwrap();
}
