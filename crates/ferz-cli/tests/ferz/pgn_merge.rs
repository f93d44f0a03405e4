//! The command `pgn merge`.

use crate::pgn::{BROKEN, GAMES};
use crate::process::{ferz, file};
use std::fs;

/// Merges files and returns the text.
fn merged(files: &[&str], options: &[&str]) -> String {
    let ran = ferz(&[&["pgn", "merge"], files, options].concat());
    assert_eq!(ran.status, Some(0), "{ran:?}");
    ran.out
}

/// Returns the moves in one line.
fn moves(text: &str) -> String {
    text.lines()
        .filter(|line| !line.starts_with('['))
        .collect::<Vec<_>>()
        .join(" ")
        .trim()
        .to_owned()
}

#[test]
fn games_become_variations_by_their_numbers() {
    let other = "1. e4 c5 2. Nc3 (2. Nf3 Nc6) 2... d6 1-0\n\n1. e4 {text} c5 *\n";
    let other = file("merge-other.pgn", other);
    let path = file("merge-games.pgn", GAMES);
    let text = merged(&[&path, &other], &["--plies", "4"]);
    assert!(text.starts_with("[Event \"5 merged games\"]\n"), "{text}");
    assert_eq!(
        moves(&text),
        "{[%games 5]} 1. e4 {[%games 4]} (1. e3 {[%games 1]} 1... a5 2. Qh5 Ra6) (1. d4 d5) \
         1... c5 {[%games 3]} (1... e5 {[%games 1]} 2. Qh5 Nc6) 2. Nc3 {[%games 1]} \
         (2. Nf3 {[%games 1]} 2... d6 (2... Nc6)) 2... d6 *"
    );
    assert_eq!(merged(&[&other, &path], &["--plies", "4", "--threads", "2"]), text);
    // The tree alone is merged to itself.
    let tree = file("merge-tree.pgn", &text);
    assert_eq!(merged(&[&tree], &[]), text);
    let lines = merged(&[&path, &other], &["--min-games", "2"]);
    assert_eq!(moves(&lines), "{[%games 5]} 1. e4 {[%games 4]} 1... c5 {[%games 3]} *");
}

#[test]
fn merged_games_replace_a_file_and_errors_are_reported() {
    let path = file("merge-broken.pgn", BROKEN);
    let out = file("merge-out.pgn", "1. d4 *");
    let ran = ferz(&["pgn", "merge", &path, "-o", &out]);
    assert_eq!(
        (ran.out.as_str(), ran.err.lines().count()),
        ("3 games in 1 tree of 2 moves, 2 errors\n", 2)
    );
    let json = ferz(&["pgn", "merge", &path, "-o", &out, "--json"]).json();
    assert_eq!(
        (&json["games"], &json["errors"], &json["moves"]),
        (&3.into(), &2.into(), &2.into())
    );
    assert_eq!(moves(&fs::read_to_string(&out).unwrap()), "1. d4 d5 *");
    let checked = ferz(&["pgn", "check", &out, "--variations"]);
    assert_eq!(checked.out, "1 game, 2 moves, 0 errors, 0 warnings\n");
    for wrong in [&["--json"][..], &["--min-games", "-1"], &["-o", &path]] {
        assert_eq!(ferz(&[&["pgn", "merge", &path], wrong].concat()).status, Some(2), "{wrong:?}");
    }
    assert_eq!(fs::read_to_string(&path).unwrap(), BROKEN);
}
