//! Arguments that contradict each other or the files.

use crate::process::{ferz, file};
use std::path::Path;

const GAME: &str = "[White \"a\"]\n\n1. e4 e5 *\n";

#[test]
fn a_book_does_not_replace_its_games() {
    let path = file("wrong-book.pgn", GAME);
    let ran = ferz(&["book", "make", &path, "-o", &path]);
    assert!(ran.error_line().contains("given as --output and as an input file"), "{ran:?}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), GAME);
}

#[test]
fn moves_of_board_and_book_have_the_same_errors() {
    let book = file("wrong-empty.bin", "");
    let [board, probe] =
        [ferz(&["board", "--moves", "e4 e4"]), ferz(&["book", "probe", &book, "--moves", "e4 e4"])]
            .map(|ran| ran.error_line().split(" (try").next().unwrap().to_owned());
    assert_eq!(board, "--moves: \"e4\": no legal move of this position matches");
    assert_eq!(probe, board);
}

#[test]
fn a_directory_is_no_name_of_split_files() {
    let path = file("wrong-split.pgn", GAME);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("wrong-split");
    std::fs::create_dir_all(&folder).unwrap();
    for output in [folder.display().to_string(), format!("{}-missing/", folder.display())] {
        let ran = ferz(&["pgn", "split", &path, "--games", "1", "-o", &output]);
        assert!(ran.error_line().contains(&format!("{output} is a directory")), "{ran:?}");
    }
    assert!(!folder.with_file_name("wrong-split-0001").exists());
}

#[test]
fn empty_ranges_and_names_are_refused() {
    let path = file("wrong-filter.pgn", GAME);
    for (options, reason) in [
        (["--min-elo", "2500", "--max-elo", "2000"], "--min-elo is above --max-elo"),
        (["--min-plies", "9", "--max-plies", "8"], "--min-plies is above --max-plies"),
        (["--since", "2024.02", "--until", "2024.01.31"], "--since is after --until"),
    ] {
        let ran = ferz(&[&["pgn", "filter", &path][..], &options].concat());
        assert!(ran.error_line().starts_with(reason), "{ran:?}");
    }
    let ran = ferz(&["pgn", "filter", &path, "--since", "2024", "--until", "2024.01"]);
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), "ferz: no game meets the conditions\n"));
    let ran = ferz(&["pgn", "sort", &path, "--tag", ""]);
    assert!(ran.error_line().contains("--tag <NAME>"), "{ran:?}");
}

#[test]
fn values_name_the_form_expected() {
    let suite = file("wrong-suite.epd", "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;\n");
    for (arguments, expected) in [
        (&["suite", &suite, "--hash", "0"][..], "expected a whole number of MiB, 1 or more"),
        (&["play", "--hash", "0"], "expected a whole number of MiB, 1 or more"),
        (&["board", "--svg", "--arrow", "e2"], "expected two squares, like e2e4, or"),
        (&["board", "--svg", "--mark", "e9"], "expected a square, like e4, or"),
    ] {
        let ran = ferz(arguments);
        assert!(ran.error_line().contains(expected), "{ran:?}");
    }
}

#[test]
fn directories_and_devices_are_no_books() {
    let folder = env!("CARGO_TARGET_TMPDIR");
    for command in ["probe", "dump", "check"] {
        let ran = ferz(&["book", command, folder]);
        assert_eq!(ran.error_line(), format!("{folder}: found a directory, expected a file"));
    }
    #[cfg(unix)]
    {
        let ran = ferz(&["book", "check", "/dev/zero"]);
        assert_eq!(ran.error_line(), "/dev/zero: found a pipe or a device, expected a file");
    }
    let ran = ferz(&["book", "check", "/absent/book.bin"]);
    assert!(ran.error_line().starts_with("/absent/book.bin: "), "{ran:?}");
    let cut = file("wrong-cut.bin", "seventeen bytes..");
    let ran = ferz(&["book", "check", &cut]);
    assert!(ran.error_line().contains("wrong-cut.bin: found 17 bytes"), "{ran:?}");
}

#[test]
fn empty_paths_are_named() {
    for command in [
        &["pgn", "check", ""][..],
        &["book", "check", ""],
        &["perft", "--suite", ""],
        &["suite", ""],
        &["train", "show", ""],
        &["board", "-o", ""],
        &["analyse", "--engine", ""],
    ] {
        let ran = ferz(command);
        assert!(ran.error_line().starts_with("a value is required for"), "{command:?}: {ran:?}");
    }
    let ran = ferz(&["analyse", "--syzygy", ""]);
    let expected = "no tablebases in \"\" (\"\": cannot read the file: no such";
    assert!(ran.error_line().contains(expected), "{ran:?}");
}
