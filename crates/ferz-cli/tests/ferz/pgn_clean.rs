//! The command `pgn clean`.

use crate::process::{ferz, file};
use std::fs;
use std::path::Path;

const ANNOTATED: &str = "\
[Event \"Club \\\"A\\\"\"]
[White \"Meyer\"]
[WhiteElo \"2000\"]
[Annotator \"x\"]
[Result \"*\"]

1.e4! {first [%clk 0:01:00] move [%eval 0.3]} e5 ( 1...c5 ; the rest of the line
2.Nf3 ) 2 Ng1f3 $14 Nc6 3. Bb5 a6 1-0
";

/// The text that `pgn clean` writes of [`ANNOTATED`].
const CLEANED: &str = "\
[Event \"Club \\\"A\\\"\"]
[Site \"?\"]
[Date \"????.??.??\"]
[Round \"?\"]
[White \"Meyer\"]
[Black \"?\"]
[Result \"1-0\"]
[WhiteElo \"2000\"]
[Annotator \"x\"]

1. e4 $1 {first [%clk 0:01:00] move [%eval 0.3]} 1... e5 (1... c5 {the rest of
the line} 2. Nf3) 2. Nf3 $14 Nc6 3. Bb5 a6 1-0
";

/// Returns the movetext on one line and the tags outside the roster.
fn cleaned(path: &str, options: &[&str]) -> (String, String) {
    let ran = ferz(&[&["pgn", "clean", path, "--width", "0"][..], options].concat());
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""), "{ran:?}");
    let (tags, moves) = ran.out.split_once("\n\n").unwrap();
    (moves.trim_end().to_owned(), tags.lines().skip(7).collect::<Vec<_>>().join(" "))
}

#[test]
fn games_are_written_in_export_format_without_loss() {
    let path = file("clean.pgn", ANNOTATED);
    let ran = ferz(&["pgn", "clean", &path]);
    assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (Some(0), CLEANED, ""));
    let again = file("clean-again.pgn", CLEANED);
    assert_eq!(ferz(&["pgn", "clean", &again]).out, CLEANED);
    let output = file("clean-out.pgn", "1. d4 *");
    let ran = ferz(&["pgn", "clean", &path, &path, "-o", &output]);
    assert_eq!(ran.out, "2 games, 2 corrected results, 0 warnings, 0 errors\n");
    assert_eq!(fs::read_to_string(&output).unwrap(), format!("{CLEANED}\n{CLEANED}"));
    let json = ferz(&["pgn", "clean", &path, "-o", &output, "--json"]).json();
    let expected = serde_json::json!(
        {"games": 1, "written": 1, "corrected_results": 1, "warnings": 0, "errors": 0}
    );
    assert_eq!(json, expected);
}

#[test]
fn parts_of_the_movetext_are_dropped_by_choice() {
    let path = file("clean-parts.pgn", ANNOTATED);
    let variation = "(1... c5 {the rest of the line} 2. Nf3)";
    let end = "2. Nf3 $14 Nc6 3. Bb5 a6 1-0";
    for (options, expected) in [
        (
            &["--no-comments"][..],
            format!("1. e4 $1 {{[%clk 0:01:00] [%eval 0.3]}} 1... e5 (1... c5 2. Nf3) {end}"),
        ),
        (
            &["--no-clocks"],
            format!("1. e4 $1 {{first move [%eval 0.3]}} 1... e5 {variation} {end}"),
        ),
        (
            &["--no-evals", "--no-variations"],
            format!("1. e4 $1 {{first [%clk 0:01:00] move}} 1... e5 {end}"),
        ),
        (
            &["--no-comments", "--no-clocks", "--no-evals", "--no-nags"],
            "1. e4 e5 (1... c5 2. Nf3) 2. Nf3 Nc6 3. Bb5 a6 1-0".to_owned(),
        ),
        (&["--moves-only"], "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0".to_owned()),
        (&["--moves-only", "--plies", "3"], "1. e4 e5 2. Nf3 1-0".to_owned()),
        (&["--moves-only", "--plies", "0"], "1-0".to_owned()),
    ] {
        assert_eq!(cleaned(&path, options).0, expected, "{options:?}");
    }
    let narrow = ferz(&["pgn", "clean", &path, "--moves-only", "--width", "12"]).out;
    assert!(narrow.ends_with("\n\n1. e4 e5 2.\nNf3 Nc6 3.\nBb5 a6 1-0\n"), "{narrow}");
}

#[test]
fn tags_are_selected_ordered_and_added() {
    let path = file("clean-tags.pgn", ANNOTATED);
    let elo = "[WhiteElo \"2000\"]";
    let annotator = "[Annotator \"x\"]";
    let opening = "[Opening \"Ruy Lopez: Morphy Defense\"]";
    for (options, expected) in [
        (&["--tags", "roster"][..], String::new()),
        (&["--tags", "WhiteElo,BlackElo"], elo.to_owned()),
        (&["--no-tags", "WhiteElo, Source"], annotator.to_owned()),
        (&["--tag-order", "alphabetical"], format!("{annotator} {elo}")),
        (&["--tags", "roster", "--add", "eco,plycount"], "[ECO \"C70\"] [PlyCount \"6\"]".into()),
        (&["--tags", "WhiteElo", "--add", "Opening"], format!("{elo} {opening}")),
    ] {
        assert_eq!(cleaned(&path, options).1, expected, "{options:?}");
    }
}

#[test]
fn games_with_errors_are_written_up_to_the_error() {
    let text = "\
[White \"bad\"]
[Result \"0-1\"]

1. e4 e5 2. Ke3 d6 0-1

[Variant \"Bughouse\"]

1. e4 {x} *

[White \"good\"]

1. d4 *
";
    let path = file("clean-faulty.pgn", text);
    let ran = ferz(&["pgn", "clean", &path]);
    assert_eq!(ran.status, Some(1), "{ran:?}");
    assert!(ran.out.contains("\n[Result \"0-1\"]\n\n1. e4 e5 0-1\n\n"), "{ran:?}");
    assert!(ran.out.contains("\n\n[Variant \"Bughouse\"]\n\n1. e4 {x} *\n\n"), "{ran:?}");
    assert!(ran.out.ends_with("\n\n1. d4 *\n"), "{ran:?}");
    let errors: Vec<_> = ran.err.lines().collect();
    assert_eq!(errors.len(), 4, "{ran:?}");
    assert!(errors[0].contains("clean-faulty.pgn:4:13: game 1: found the move `Ke3`"), "{ran:?}");
    assert!(errors[2].ends_with("--drop-faulty leaves such games out"), "{ran:?}");
    assert!(errors[3].contains("1 game with an error is written unchanged"), "{ran:?}");
    let output = file("clean-faulty-out.pgn", "");
    let ran = ferz(&["pgn", "clean", &path, "--drop-faulty", "-o", &output]);
    assert_eq!(ran.out, "1 game, 0 corrected results, 0 warnings, 2 errors\n");
    assert_eq!(ran.status, Some(1), "{ran:?}");
    assert_eq!(ran.err.lines().count(), 2, "{ran:?}");
    assert!(!fs::read_to_string(&output).unwrap().contains("bad"));
}

#[test]
fn strict_cleaning_loses_no_move() {
    let faulty = "[White \"a\"]\n[x]\n\n1. e4 e5 1-0\n\n[White \"b\"]\n\n1. e4 } e5 0-1\n";
    let path = file("clean-strict.pgn", &format!("{faulty}\n[White \"c\"]\n\n1.d4 *\n"));
    let output = file("clean-strict-out.pgn", "");
    let ran = ferz(&["pgn", "clean", &path, "--strict", "-o", &output]);
    assert_eq!(ran.status, Some(1), "{ran:?}");
    assert_eq!(ran.out, "3 games, 0 corrected results, 0 warnings, 2 errors\n");
    assert!(ran.err.contains("2 games with an error are written unchanged"), "{ran:?}");
    let written = fs::read_to_string(&output).unwrap();
    assert!(written.starts_with(faulty), "{written}");
    assert!(written.ends_with("[Result \"*\"]\n\n1. d4 *\n"), "{written}");
    let dropped = ferz(&["pgn", "clean", &path, "--strict", "--drop-faulty"]);
    assert_eq!(dropped.out.matches("[White ").count(), 1, "{dropped:?}");
}

#[test]
fn tags_without_quotes_are_kept() {
    let path = file("clean-quotes.pgn", "[White \"a\"]\n[WhiteElo 1710]\n\n1. e4 *\n");
    let ran = ferz(&["pgn", "clean", &path]);
    assert!(ran.out.contains("\n[WhiteElo \"1710\"]\n"), "{ran:?}");
    assert_eq!(ran.err, "ferz: 1 warning, which `ferz pgn check` prints\n");
    assert_eq!(ran.status, Some(0), "{ran:?}");
}

#[test]
fn inputs_without_a_game_replace_no_file() {
    for (text, name) in
        [("", "empty"), ("\n \n% escaped\n", "blank"), ("Dear Max,\n\nsee you on Friday", "letter")]
    {
        let path = file(&format!("clean-none-{name}.pgn"), text);
        let output = file("clean-none-out.pgn", CLEANED);
        let commands: &[&[&str]] = match name {
            // Other commands copy the text of a game with an error.
            "letter" => &[&["clean"]],
            _ => &[
                &["clean"],
                &["sort", "--tag", "White"],
                &["dedupe"],
                &["annotate", "--nodes", "1"],
            ],
        };
        for command in commands {
            let ran = ferz(&[&["pgn"], *command, &[path.as_str(), "-o", &output]].concat());
            let status = if name == "letter" { 1 } else { 2 };
            assert_eq!(ran.status, Some(status), "{ran:?}");
            let last = ran.err.lines().last().unwrap();
            assert!(
                last.ends_with(
                    "no game to write; CLEAN-OUT is left as it was"
                        .replace("CLEAN-OUT", &output)
                        .as_str()
                ),
                "{ran:?}"
            );
            assert_eq!(fs::read_to_string(&output).unwrap(), CLEANED, "{ran:?}");
        }
        let new = Path::new(env!("CARGO_TARGET_TMPDIR")).join("clean-none-new.pgn");
        let ran = ferz(&["pgn", "clean", &path, "-o", new.to_str().unwrap()]);
        assert!(ran.err.ends_with("no game to write\n") && !new.exists(), "{ran:?}");
    }
    let path = file("clean-all-faulty.pgn", "1. e4 e9 *");
    let output = file("clean-none-out.pgn", CLEANED);
    let ran = ferz(&["pgn", "clean", &path, "--drop-faulty", "-o", &output]);
    assert_eq!(ran.status, Some(1), "{ran:?}");
    assert_eq!(fs::read_to_string(&output).unwrap(), CLEANED);
}

#[test]
fn latin_1_becomes_utf_8() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("clean-latin-1.pgn");
    fs::write(&path, b"[White \"M\xFCller\"]\n\n1. e4 {sch\xF6n} *\n").unwrap();
    let ran = ferz(&["pgn", "clean", path.to_str().unwrap()]);
    assert!(ran.out.contains("[White \"Müller\"]") && ran.out.contains("{schön}"), "{ran:?}");
}

#[test]
fn output_does_not_depend_on_threads() {
    let games = format!("{ANNOTATED}\n[White \"b\"]\n\n1. e4 e5 2. Ke3 *\n\n").repeat(6000);
    let path = file("clean-large.pgn", &games);
    let one = ferz(&["pgn", "clean", &path]);
    assert_eq!(one.out.matches("[Event ").count(), 12_000);
    let three = ferz(&["pgn", "clean", &path, "--threads", "3"]);
    assert!(one.out == three.out && one.err == three.err);
}

#[test]
fn wrong_options_name_the_values_expected() {
    let path = file("clean-wrong.pgn", ANNOTATED);
    for (options, expected) in [
        (&["--tags", "White Elo"][..], "expected the name of a tag, of letters, digits"),
        (&["--tags", ""], "expected the name of a tag"),
        (&["--tags", "ECO", "--no-tags", "ECO"], "cannot be used with"),
        (&["--add", "Result"], "[possible values: ECO, Opening, PlyCount]"),
        (&["--json"], "--json needs the games in a file"),
        (&["-o", &path], "given as --output and as an input file"),
    ] {
        let ran = ferz(&[&["pgn", "clean", &path][..], options].concat());
        assert!(ran.error_line().contains(expected), "{ran:?}");
    }
    assert_eq!(fs::read_to_string(&path).unwrap(), ANNOTATED);
}
