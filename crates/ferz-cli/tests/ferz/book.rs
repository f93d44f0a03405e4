//! The command `book`.

use crate::process::{Ran, ferz, file};
use std::path::PathBuf;

const GAMES: &str = "\
[Result \"1-0\"]

1. e4 (1. d4 d5) e5 2. Nf3 {a comment} Nc6 $1 1-0

[Result \"*\"]

1. e4 e5 2. Nf3 Nc6 *

[Result \"1/2-1/2\"]

1. e4 e5 2. Nf3 Nf6 1/2-1/2

[Result \"0-1\"]

1. e4 c5 0-1

[Result \"1-0\"]

1. d4 1-0
";

fn path(name: &str) -> String {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name).to_str().unwrap().to_owned()
}

/// Makes a book of all moves of a PGN text.
fn make(name: &str, pgn: &str, options: &[&str]) -> (String, Ran) {
    let (games, book) = (file(&format!("{name}.pgn"), pgn), path(&format!("{name}.bin")));
    let mut arguments = vec!["book", "make", &games, "-o", &book];
    arguments.extend(options);
    let ran = ferz(&arguments);
    (book, ran)
}

/// Returns the lines of a dump with `--raw`.
fn entries(book: &str) -> Vec<String> {
    let ran = ferz(&["book", "dump", book, "--raw"]);
    assert_eq!(ran.status, Some(0), "{ran:?}");
    ran.out.lines().map(str::to_owned).collect()
}

#[test]
fn book_of_games_is_that_of_polyglot() {
    let (book, ran) = make("made", GAMES, &["--min-games", "1"]);
    assert_eq!(ran.status, Some(0), "{ran:?}");
    assert!(ran.out.ends_with(": 7 moves in 4 positions, of 7 moves in 5 games\n"), "{ran:?}");
    // The entries that `polyglot make-book -min-game 1` writes.
    assert_eq!(
        entries(&book),
        [
            "0844931a6ef4b9a0 g1f3       4 0",
            "463b96181691fc9c e2e4       4 0",
            "463b96181691fc9c d2d4       2 0",
            "823c9b50fd114196 e7e5       2 0",
            "823c9b50fd114196 c7c5       2 0",
            "d3207fec0612d89d b8c6       1 0",
            "d3207fec0612d89d g8f6       1 0",
        ]
    );
    let (book, ran) = make("defaults", GAMES, &["--json"]);
    assert_eq!(entries(&book).len(), 3);
    assert_eq!(ran.json()["games"], 5);
    assert_eq!(ran.json()["entries"], 3);
}

#[test]
fn games_with_errors_are_reported_and_used_up_to_the_error() {
    let (book, ran) = make("broken", "1. e4 e5 2. Ke3 1-0\n\n1. d4 1-0\n", &["--min-games", "1"]);
    assert_eq!(ran.status, Some(0), "{ran:?}");
    assert!(ran.err.contains("broken.pgn:1:13: game 1: found the move `Ke3`"), "{ran:?}");
    assert_eq!(entries(&book).len(), 3);
    assert!(ferz(&["book", "make", "nosuch.pgn", "-o", &book]).error_line().contains("nosuch.pgn"));
}

#[test]
fn probe_prints_and_selects_moves() {
    let (book, _) = make("probed", GAMES, &["--min-games", "1"]);
    let ran = ferz(&["book", "probe", &book, "--moves", "e4"]);
    assert!(ran.out.contains("\nB00 King's Pawn Game\n"), "{ran:?}");
    assert!(
        ran.out.ends_with(
            "\nmove       share  weight\ne5        50.0 %       2\nc5        50.0 %       2\n\n\
             The book has weights only, no games and scores (book make --learn).\n"
        ),
        "{ran:?}"
    );
    let best = ferz(&["book", "probe", &book, "--select", "best"]);
    assert_eq!((best.status, best.out.as_str()), (Some(0), "e2e4\n"));
    let seeded =
        |seed: &str| ferz(&["book", "probe", &book, "--select", "uniform", "--seed", seed]).out;
    assert_eq!(seeded("7"), seeded("7"));
    let moves: std::collections::HashSet<_> =
        (0..20).map(|seed| seeded(&seed.to_string())).collect();
    assert_eq!(moves.len(), 2);
    let json = ferz(&["book", "probe", &book, "startpos", "--json"]).json();
    assert_eq!(json["moves"][0]["san"], "e4");
    assert_eq!(json["moves"][1]["share"], 1.0 / 3.0);
    assert!(ferz(&["book", "probe", &book, "--moves", "e5"]).error_line().contains("\"e5\""));
}

#[test]
fn probe_prints_games_and_scores_of_books_that_have_them() {
    let (book, ran) = make("learned", GAMES, &["--min-games", "1", "--learn"]);
    assert_eq!(ran.status, Some(0), "{ran:?}");
    let ran = ferz(&["book", "probe", &book]);
    assert!(
        ran.out.ends_with(
            "\nmove       share  weight     games   score\n\
             e4        66.7 %       4         4  50.0 %\n\
             d4        33.3 %       2         1 100.0 %\n"
        ),
        "{ran:?}"
    );
    let json = ferz(&["book", "probe", &book, "--json"]).json();
    assert_eq!((&json["moves"][0]["games"], &json["moves"][0]["score"]), (&4.into(), &50.0.into()));
    let (book, _) = make("unlearned", GAMES, &["--min-games", "1"]);
    let json = ferz(&["book", "probe", &book, "--json"]).json();
    assert!(json["moves"][0]["games"].is_null() && json["moves"][0]["learn"] == 0, "{json}");
}

#[test]
fn moves_that_are_left_out_are_counted() {
    let lost = "[Result \"0-1\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Ke2 Nd4 4. Ke1 0-1\n";
    let few = format!("{lost}\n").repeat(3) + "[Result \"1-0\"]\n\n1. d4 1-0\n";
    let (_, ran) = make("few", &few, &[]);
    assert!(
        ran.out.ends_with("left out: 1 move in fewer than 3 games (--min-games 1 keeps them)\nleft out: 4 moves without points: their side lost all games\n"),
        "{ran:?}"
    );
    let (_, ran) = make("lost", lost, &["--min-games", "1"]);
    assert!(ran.out.ends_with(
        ": 3 moves in 3 positions, of 7 moves in 1 game\n\
         left out: 4 moves without points: their side lost all games\n"
    ));
    let options = ["--min-games", "1", "--color", "black", "--min-score", "60"];
    let (_, ran) = make("scored", GAMES, &options);
    assert!(ran.out.contains("\nleft out: 3 moves of the other side (--color)\n"), "{ran:?}");
    assert!(
        ran.out.ends_with("left out: 3 moves with a score below 60 % (--min-score)\n"),
        "{ran:?}"
    );
    let (_, ran) = make("scored", GAMES, &[&options[..], &["--json"]].concat());
    let counts = serde_json::json!(
        { "other_side": 3, "few_games": 0, "no_points": 0, "low_score": 3 }
    );
    assert_eq!(ran.json()["left_out"], counts);
}

#[test]
fn books_without_a_move_are_not_written() {
    let repertoire = "1. e4 c5 (1... e5 2. Nf3 Nc6) 2. c3 *\n";
    let (book, made) = make("not-empty", GAMES, &["--min-games", "1"]);
    assert_eq!(made.status, Some(0), "{made:?}");
    let old = std::fs::read(&book).unwrap();
    let (_, ran) = make("not-empty", repertoire, &[]);
    let error = ran.error_line();
    for part in [
        "not-empty.pgn: no move of 3 in 1 game is left, and no book is written",
        "left out: 3 moves in fewer than 3 games (--min-games 1 keeps them)",
        "--variations makes a book of a repertoire, with its variations",
    ] {
        assert!(error.contains(part), "{error}");
    }
    assert_eq!(std::fs::read(&book).unwrap(), old);
    let (_, ran) = make("not-empty", "[White \"a\"]\n\n*\n", &["--variations", "--json"]);
    assert!(ran.error_line().ends_with("found no move in 1 game, and no book is written"));
    let (_, ran) = make("not-empty", "1. e5 *\n", &[]);
    assert_eq!(ran.status, Some(1), "{ran:?}");
    assert_eq!(std::fs::read(&book).unwrap(), old);
    let empty = file("empty.bin", "");
    let error = ferz(&["play", "--book", &empty]);
    assert!(error.error_line().contains("empty.bin: found a book without moves"), "{error:?}");
}

#[test]
fn moves_of_variations_are_used_on_request() {
    let repertoire = "1. e4 c5 (1... e5 2. Nf3 Nc6 (2... Nf6 3. Nxe5)) (1... c6 2. d4) 2. c3 *\n";
    let (_, ran) = make("rep", repertoire, &["--min-games", "1"]);
    assert!(ran.out.ends_with(": 3 moves in 3 positions, of 3 moves in 1 game\n"), "{ran:?}");
    let (book, ran) = make("rep-variations", repertoire, &["--variations"]);
    assert!(ran.out.ends_with(": 10 moves in 7 positions, of 10 moves in 1 game\n"), "{ran:?}");
    let replies = ferz(&["book", "probe", &book, "--moves", "1. e4", "--json"]).json();
    assert_eq!(replies["moves"].as_array().unwrap().len(), 3, "{replies}");
    let (_, ran) = make("rep-short", repertoire, &["--variations", "--max-plies", "2"]);
    assert!(ran.out.contains(", of 4 moves in 1 game"), "{ran:?}");
    // The main lines count as before.
    let (book, _) = make("rep-games", GAMES, &["--variations"]);
    let (plain, _) = make("rep-plain", GAMES, &["--min-games", "1"]);
    let added = ["463b96181691fc9c d2d4       3 0", "830eb9b20758d1de d7d5       1 0"];
    let kept = entries(&book).into_iter().filter(|entry| !added.contains(&entry.as_str()));
    let replaced = "463b96181691fc9c d2d4       2 0";
    let expected = entries(&plain).into_iter().filter(|entry| entry != replaced);
    assert_eq!(kept.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
    let broken = "1. e4 e5 2. Ke3 1-0\n\n1. d4 1-0\n";
    let (_, ran) = make("rep-broken", broken, &["--variations"]);
    assert!(ran.err.contains("rep-broken.pgn:1:13: game 1: found the move `Ke3`"), "{ran:?}");
    assert!(ran.out.contains("(1 with errors)"), "{ran:?}");
}

#[test]
fn probe_without_a_book_move_fails_with_every_output() {
    let (book, _) = make("without_move", GAMES, &["--min-games", "1"]);
    let probe = ["book", "probe", &book, "--moves", "a4"];
    for options in [&[][..], &["--json"], &["--select", "best"], &["--select", "best", "--json"]] {
        let ran = ferz(&[&probe[..], options].concat());
        assert_eq!(ran.status, Some(1), "{ran:?}");
        assert_eq!(ran.err, "ferz: the book has no move for this position\n");
        if options.contains(&"--json") {
            assert_eq!(ran.json()["moves"].as_array().unwrap().len(), 0);
        }
    }
    // A move of weight 0 is listed, but never selected.
    let zero = PathBuf::from(path("zero.bin"));
    let mut entry = std::fs::read(&book).unwrap()[16..32].to_vec();
    entry[10..12].fill(0);
    std::fs::write(&zero, entry).unwrap();
    let probe = ["book", "probe", zero.to_str().unwrap(), "--json"];
    let ran = ferz(&probe);
    assert_eq!(
        (ran.status, ran.json()["moves"].as_array().unwrap().len()),
        (Some(0), 1),
        "{ran:?}"
    );
    let ran = ferz(&[&probe[..], &["--select", "weighted"]].concat());
    assert_eq!(ran.status, Some(1), "{ran:?}");
    assert_eq!(ran.json()["selected"], serde_json::Value::Null);
}

#[test]
fn dump_prints_each_position_once() {
    let (book, _) = make("dumped", GAMES, &["--min-games", "1"]);
    let ran = ferz(&["book", "dump", &book]);
    let lines: Vec<_> = ran.out.lines().collect();
    assert_eq!(lines[0], "start: e4 66.7 % (4), d4 33.3 % (2)");
    assert_eq!(lines.len(), 5, "{ran:?}");
    assert_eq!(lines[4], "7 of 7 entries are legal moves on these lines");
    assert_eq!(ferz(&["book", "dump", &book, "--max-plies", "1"]).out.lines().count(), 3);
    let ran = ferz(&["book", "dump", &book, "--json"]);
    assert_eq!(ran.out.lines().count(), 4);
    assert_eq!(ran.json()["moves"].as_array().unwrap().len(), 2);
}

#[test]
fn filter_and_merge_change_books() {
    let (book, _) = make("whole", GAMES, &["--min-games", "1"]);
    let part = path("part.bin");
    let filter = |options: &[&str]| -> usize {
        let mut arguments = vec!["book", "filter", &book, "-o", &part];
        arguments.extend(options);
        let ran = ferz(&arguments);
        assert_eq!(ran.status, Some(0), "{ran:?}");
        entries(&part).len()
    };
    assert_eq!(filter(&[]), 7);
    assert_eq!(filter(&["--min-weight", "2"]), 5);
    assert_eq!(filter(&["--min-share", "50"]), 6);
    assert_eq!(filter(&["--max-plies", "2"]), 4);
    assert_eq!(filter(&["--color", "black"]), 4);
    assert_eq!(filter(&["--max-moves", "1"]), 4);
    let merged = path("merged.bin");
    let ran = ferz(&["book", "merge", &book, &part, "-o", &merged]);
    assert_eq!(ran.status, Some(0), "{ran:?}");
    assert!(entries(&merged).contains(&"463b96181691fc9c e2e4       8 0".to_owned()));
    let ran = ferz(&["book", "merge", &part, &book, "-o", &merged, "--first", "--json"]);
    assert_eq!(ran.json()["entries"], 4);
    assert_eq!(ran.json()["entries_read"], 11);
}

#[test]
fn damaged_books_are_refused_or_reported() {
    let short = file("short.bin", "not a book");
    for command in ["probe", "dump", "check"] {
        assert!(ferz(&["book", command, &short]).error_line().contains("10 bytes"));
    }
    let odd = file("odd.bin", "zzzzzzzzzzzzzzzzaaaaaaaaaaaaaaaa");
    let ran = ferz(&["book", "check", &odd, "--json"]);
    assert_eq!(ran.status, Some(1), "{ran:?}");
    assert_eq!(ran.json()["unsorted"], 1);
    let (book, _) = make("sound", GAMES, &["--min-games", "1"]);
    let ran = ferz(&["book", "check", &book]);
    assert_eq!(ran.status, Some(0), "{ran:?}");
    assert!(ran.out.starts_with("7 entries\n0 out of order\n"), "{ran:?}");
    assert!(
        ferz(&["book", "make", &short, "-o", &book, "--min-score", "101"])
            .error_line()
            .contains("from 0 to 100")
    );
}
