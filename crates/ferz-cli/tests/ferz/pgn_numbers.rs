//! The numbers of games in damaged files: the place of each game in its file, also of broken ones.

use crate::process::{Ran, ferz, file};
use serde_json::Value;
use std::path::PathBuf;

/// Games with and without damage. Some have no tags and begin on the line on which a broken game ends.
/// Each contains its number.
const DAMAGED: &str = "\
1. e4 e5 2. Ke3 {game 1} 1-0 1. d4 d5 {game 2} *

1. e4 (1. d4 $999 [ * ) 1... e5 {game 3} 1/2-1/2 1. c4 {game 4} *
[Event \"5\"]
[FEN \"8/8\"]

1. e4 {game 5} e5 0-1 1. b3 {game 6} *

[Event \"7\"]

1. e4 {no end

[Event \"8\"]

1. e4 (1. Ke3 (1. d4) {game 8} 1... e5 *) 1... e5 2. Nf3 *
1. f4 {game 9} ) e5 *

[Event \"10\"]

1. Nf3 {game 10} 1-0 1. Nc3 {game 11} e4 *
";

/// The games of which [`DAMAGED`] has no legal main line.
const BROKEN: [u64; 4] = [1, 5, 7, 11];
/// With those that have a warning, also in a variation.
const WITH_WARNINGS: [u64; 7] = [1, 3, 5, 7, 8, 9, 11];
const GAMES: u64 = 11;

fn objects(ran: &Ran) -> Vec<Value> {
    ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn numbers(objects: &[Value]) -> Vec<u64> {
    objects.iter().map(|object| object["game"].as_u64().unwrap()).collect()
}

/// Returns the numbers in the messages on standard error.
fn reported(ran: &Ran) -> Vec<u64> {
    let number = |line: &str| {
        let (_, rest) = line.split_once(": game ").unwrap_or_else(|| panic!("{ran:?}"));
        rest.split(':').next().unwrap().parse().unwrap()
    };
    ran.err.lines().filter(|line| !line.contains(" warning")).map(number).collect()
}

/// Returns true if a text is that of one game with this number.
fn has_number(text: &str, number: u64) -> bool {
    [format!("{{game {number}}}"), format!("[Event \"{number}\"]")]
        .iter()
        .any(|mark| text.contains(mark))
}

#[test]
fn check_fen_and_stats_number_broken_games() {
    let path = file("numbers-read.pgn", DAMAGED);
    for threads in ["1", "3"] {
        let check = ferz(&["pgn", "check", &path, "--json", "--threads", threads]);
        let found = objects(&check);
        let (totals, errors) = found.split_last().unwrap();
        let is_error = |object: &&Value| object["severity"] == "error";
        let broken: Vec<_> = errors.iter().filter(is_error).cloned().collect();
        assert_eq!((&totals["games"], numbers(&broken)), (&GAMES.into(), BROKEN.to_vec()));
        let variations = ferz(&["pgn", "check", &path, "--variations", "--json"]);
        let found = objects(&variations);
        let (totals, errors) = found.split_last().unwrap();
        let mut games = numbers(errors);
        games.dedup();
        let broken = WITH_WARNINGS.to_vec();
        assert_eq!((&totals["games"], games), (&GAMES.into(), broken));

        let fen =
            ferz(&["pgn", "convert", "--to", "jsonl", "--final", &path, "--threads", threads]);
        let whole: Vec<_> = (1..=GAMES).filter(|game| !BROKEN.contains(game)).collect();
        assert_eq!((numbers(&objects(&fen)), reported(&fen)), (whole, BROKEN.to_vec()));
        let stats = ferz(&["pgn", "stats", &path, "--json", "--threads", threads]);
        assert_eq!((&stats.json()["games"], reported(&stats)), (&GAMES.into(), BROKEN.to_vec()));
    }
}

#[test]
fn filter_and_dedupe_number_broken_games() {
    let path = file("numbers-filter.pgn", DAMAGED);
    let out = file("numbers-filtered.pgn", "");
    // A condition on moves reads them, one on tags skips games.
    let moves = ferz(&["pgn", "filter", &path, "--min-plies", "1", "-o", &out, "--json"]);
    assert_eq!((&moves.json()["games"], reported(&moves)), (&GAMES.into(), BROKEN.to_vec()));
    let tags = ferz(&["pgn", "filter", &path, "--player", "Tal", "-o", &out, "--json"]);
    let unknown = "ferz: no game meets the conditions: no player has the name \"Tal\", compared by whole words\n";
    assert_eq!((&tags.json()["games"], tags.err.as_str()), (&GAMES.into(), unknown));
    let both = ferz(&[
        "pgn",
        "filter",
        &path,
        "--player",
        "Tal",
        "--min-plies",
        "1",
        "-o",
        &out,
        "--json",
    ]);
    assert_eq!((&both.json()["games"], both.err.as_str()), (&GAMES.into(), unknown));
    let dedupe = ferz(&["pgn", "dedupe", &path, "-o", &out, "--json"]);
    assert_eq!(dedupe.json()["games"], GAMES, "{dedupe:?}");
}

#[test]
fn split_and_sort_have_the_games_that_check_counts() {
    let path = file("numbers-split.pgn", DAMAGED);
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let out = folder.join("numbers.pgn");
    let split = ferz(&["pgn", "split", &path, "--games", "1", "-o", out.to_str().unwrap()]);
    assert_eq!(split.out, "11 games in 11 files\n", "{split:?}");
    for number in 1..=GAMES {
        let text = std::fs::read_to_string(folder.join(format!("numbers-{number:04}.pgn")));
        let text = text.unwrap();
        let others = (1..=GAMES).filter(|&other| has_number(&text, other)).collect::<Vec<_>>();
        assert_eq!(others, [number], "{text}");
    }
    let sorted = ferz(&["pgn", "sort", &path, "--tag", "Event"]).out;
    let place = |text: &str| sorted.find(text).unwrap_or_else(|| panic!("{text}: {sorted}"));
    // Numbers by size, then the games without the tag in their order.
    let places = ["\"5\"", "\"7\"", "\"8\"", "\"10\"", "game 1}", "game 2}", "game 6}", "game 9}"];
    assert!(places.map(place).is_sorted(), "{sorted}");
}

#[test]
fn annotate_numbers_broken_games() {
    let path = file("numbers-annotate.pgn", DAMAGED);
    let ran = ferz(&["pgn", "annotate", &path, "--depth", "1", "--json"]);
    let found = objects(&ran);
    // The variations are kept, so their errors count.
    assert_eq!(reported(&ran), BROKEN, "{ran:?}");
    let games: Vec<_> = found.iter().map(|object| object["game"].as_u64()).collect();
    assert_eq!(games, (1..=GAMES).map(Some).collect::<Vec<_>>(), "{ran:?}");
}
