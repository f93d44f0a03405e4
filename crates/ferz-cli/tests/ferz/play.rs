use crate::process::{BINARY, Ran, ferz, file};
use std::io::Write;
use std::process::{Command, Stdio};

/// Plays a game with the lines as input.
fn play(arguments: &[&str], lines: &[&str]) -> Ran {
    play_in_zone("UTC0", arguments, lines)
}

/// Plays a game in a time zone.
fn play_in_zone(zone: &str, arguments: &[&str], lines: &[&str]) -> Ran {
    let mut child = Command::new(BINARY)
        .args(["play", "--level", "0"])
        .args(arguments)
        .env("TZ", zone)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    // A game that does not begin may end before it reads a line.
    let _ = input.write_all((lines.join("\n") + "\n").as_bytes());
    drop(input);
    let output = child.wait_with_output().unwrap();
    Ran {
        status: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

#[test]
fn games_start_from_a_list_of_positions() {
    let fens = ["7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "7k/8/5K2/6Q1/8/8/8/8 w - - 3 9"];
    let path = file("play_openings.epd", &format!("# Two\n{}\n{} id \"2\";\n", fens[0], fens[1]));
    let start = |arguments: &[&str]| {
        let ran = play(&[&["--openings", &path], arguments].concat(), &["fen", "quit"]);
        assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""), "{ran:?}");
        let line = ran.out.lines().find(|line| fens.contains(line)).unwrap();
        fens.iter().position(|fen| *fen == line).unwrap()
    };
    for (first, index) in [("1", 0), ("2", 1), ("3", 0)] {
        assert_eq!(start(&["--order", "sequential", "--start", first]), index);
    }
    let mut seen = [false; 2];
    while seen.contains(&false) {
        seen[start(&[])] = true;
    }
    let faulty = file("play_faulty.epd", &format!("{}\n4k3/8/8/8/8/8/8/4K3 w K -\n", fens[0]));
    // These end before they read a line.
    let error = ferz(&["play", "--openings", &faulty]);
    assert!(error.error_line().contains("play_faulty.epd, line 2: "), "{error:?}");
    assert_eq!(ferz(&["play", "--openings", &faulty, "--lenient"]).status, Some(0));
    ferz(&["play", "--openings", "/nowhere"]).error_line();
    ferz(&["play", "--openings", &path, "--fen", "startpos"]).error_line();
    ferz(&["play", "--order", "random"]).error_line();
}

#[test]
fn a_game_to_checkmate_is_saved_as_pgn() {
    let fen = "7k/8/5KQ1/8/8/8/8/8 w - - 0 1";
    let path = file("play.pgn", "");
    std::fs::remove_file(&path).unwrap();
    for name in ["First", "Second"] {
        let ran = play(&["--fen", fen, "--save", &path, "--name", name], &["Qg7"]);
        assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""), "{ran:?}");
        assert!(ran.out.contains("Checkmate: White wins.\nGame saved to "), "{ran:?}");
    }
    let text = std::fs::read_to_string(&path).unwrap();
    assert_eq!(text.matches("[Event \"Casual game\"]\n").count(), 2);
    assert!(text.contains("[White \"First\"]\n") && text.contains("[White \"Second\"]\n"));
    assert!(text.contains("[FEN \"7k/8/5KQ1/8/8/8/8/8 w - - 0 1\"]\n"));
    assert!(text.contains("(level 0)\"]\n[Result \"1-0\"]\n"), "{text}");
    assert!(text.ends_with("\n1. Qg7# 1-0\n"), "{text}");
}

/// Time zones 25 hours apart never have the same date.
#[cfg(unix)]
#[test]
fn games_have_the_local_date() {
    let date = |zone: &str| {
        let path = file(&format!("play_{zone}.pgn"), "");
        let arguments = ["--fen", "7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "--save", &path];
        assert_eq!(play_in_zone(zone, &arguments, &["Qg7"]).status, Some(0));
        let text = std::fs::read_to_string(&path).unwrap();
        let date = text.lines().find_map(|line| line.strip_prefix("[Date \"")).unwrap().to_owned();
        assert!(date.len() == "2026.01.01\"]".len() && date.starts_with("20"), "{date}");
        date
    };
    assert!(date("WEST11") < date("EAST-14"));
}

#[test]
fn a_session_with_every_command() {
    let lines = [
        "help", "moves", "e5", "nonsense", "e4", "takeback", "takeback", "d2d4", "hint", "hint",
        "hint", "board", "flip", "fen", "level 3", "elo 1500", "draw Nf3", "level x", "elo 3000",
        "resign",
    ];
    let ran = play(&[], &lines);
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""), "{ran:?}");
    for text in [
        "You play White against Ferz ",
        "  1 ♖ ♘ ♗ ♕ ♔ ♗ ♘ ♖ \n",
        "take back your move and the reply",
        "Na3 Nc3 Nf3 Nh3 a3 a4",
        "e5: not a legal move (`moves` lists them)\n",
        "nonsense: not a move or a command",
        "There is no move of yours to take back.",
        "ook at the ",
        " moves.\nHint: ",
        " from White's view)\n",
        "Level 3 of 20.\nElo 1500.\n",
        "elo: expected a number from 800 to 2910",
        "No repetition and no fifty moves after this move.",
        "level: expected a number from 0 to 20",
        "White resigns: Black wins.\n",
        "[Result \"0-1\"]",
    ] {
        assert!(ran.out.contains(text), "{text:?}: {}", ran.out);
    }
    assert!(!ran.out.contains('\u{1b}'), "no escape sequences without a terminal");
    let pgn = ran.out.rsplit("\n\n").next().unwrap();
    assert!(pgn.starts_with("1. d4 ") && pgn.trim_end().ends_with("0-1"), "{pgn}");
}

#[test]
fn a_game_that_cannot_be_saved_does_not_begin() {
    let book = file("play-not.bin", "\0\0\0\0");
    let folder = std::env::temp_dir();
    let folder = folder.to_str().unwrap();
    for (path, reason) in [
        ("/nowhere/x.pgn", "the folder /nowhere does not exist"),
        (folder, "irectory"),
        (&book, "not a PGN file"),
    ] {
        let ran = play(&["--save", path], &["e4", "resign"]);
        assert_eq!((ran.status, ran.out.as_str()), (Some(2), ""), "{ran:?}");
        assert!(ran.err.contains(reason), "{ran:?}");
    }
    assert_eq!(std::fs::read(&book).unwrap(), [0; 4]);
    // Within a game the file is named, and the game goes on.
    let ran = play(&[], &["e4", &format!("save {book}"), "resign"]);
    assert!(ran.out.contains("not a PGN file") || ran.err.contains("not a PGN file"), "{ran:?}");
    assert!(ran.out.contains("[Result \"0-1\"]"), "{ran:?}");
}

#[test]
fn a_game_without_moves_is_written_if_it_has_a_result() {
    for (line, games) in [("resign", 1), ("quit", 0)] {
        let path = file(&format!("play-no-moves-{line}.pgn"), "");
        let printed = play(&[], &[line]);
        assert_eq!(printed.out.matches("[Result ").count(), games, "{printed:?}");
        let saved = play(&["--save", &path], &[line]);
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(text.matches("[Result ").count(), games, "{saved:?}");
    }
}

#[test]
fn the_engine_plays_the_moves_of_a_book() {
    let games = file("play-book.pgn", "1. e4 h5 2. d4 a5 1/2-1/2\n");
    let book = file("play-book.bin", "");
    let made = ferz(&["book", "make", &games, "-o", &book, "--min-games", "1"]);
    assert_eq!(made.status, Some(0), "{made:?}");
    let ran = play(&["--book", &book], &["e4", "d4", "quit"]);
    assert!(ran.out.contains(": 1... h5 (book)\nOpening: B00 Goldsmith Defense\n"), "{ran:?}");
    assert!(
        ran.out.contains(": 2... a5 (book)\n") && ran.out.contains("\n1. e4 h5 2. d4 a5 *\n"),
        "{ran:?}"
    );
    let missing = ferz(&["play", "--book", "/nowhere.bin"]);
    assert!(missing.error_line().contains("/nowhere.bin"), "{missing:?}");
}

#[test]
fn low_levels_play_named_openings() {
    for _ in 0..3 {
        let ran = play(&["--no-review"], &["e4", "quit"]);
        let opening = ran.out.lines().find(|line| line.starts_with("Opening: ")).unwrap();
        assert!(!opening.contains("St. George"), "{ran:?}");
    }
}

#[test]
fn a_review_follows_the_game() {
    let lines = ["f3", "g4", "a3", "resign"];
    let book_games = file("play-review.pgn", "1. f3 e5 2. g4 d5 3. a3 c5 0-1\n");
    let book = file("play-review.bin", "");
    ferz(&["book", "make", &book_games, "-o", &book, "--min-games", "1"]);
    let arguments = ["--book", &book];
    let ran = play(&arguments, &lines);
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""), "{ran:?}");
    let (game, review) = ran.out.split_once("\nReview\n\nPlayer - Ferz ").unwrap();
    assert!(game.ends_with("1. f3 e5 2. g4 d5 3. a3 c5 0-1\n"), "{ran:?}");
    assert!(review.contains("\n  2. g4??  "), "Qh4 is mate: {ran:?}");
    assert!(review.contains("White played 2. g4??, from "), "{ran:?}");
    assert!(review.contains("\n  reply   2... Qh4#\n"), "{ran:?}");
    assert!(review.contains("\naccuracy ") && !review.contains("\nBlack: "), "{ran:?}");
    let none = play(&[&arguments[..], &["--no-review"]].concat(), &lines);
    assert!(!none.out.contains("Review"), "{none:?}");
    let short = play(&arguments, &["f3", "g4", "resign"]);
    assert!(!short.out.contains("Review"), "{short:?}");
}

#[test]
fn moves_and_openings_of_the_book_are_shown() {
    let games = file("play-shown.pgn", "1. e4 c5 2. Nf3 d6 *\n");
    let book = file("play-shown.bin", "");
    let made = ferz(&["book", "make", &games, "-o", &book, "--min-games", "1"]);
    assert_eq!(made.status, Some(0), "{made:?}");
    let ran = play(&["--book", &book], &["book", "1. e4", "nf3", "2... d5", "book", "quit"]);
    assert!(ran.out.contains("\ne4 100 %\n"), "{ran:?}");
    assert!(ran.out.contains(": 1... c5 (book)\nOpening: B20 Sicilian Defense\n"), "{ran:?}");
    assert!(ran.out.contains(": 2... d6 (book)\n"), "{ran:?}");
    assert!(ran.out.contains("\nThe book has no move here.\n"), "{ran:?}");
    let none = play(&["--moves", "d4 d5 c4"], &["book", "quit"]);
    assert!(none.out.contains("The engine has no book"), "{none:?}");
    assert!(none.out.contains("\nOpening: D06 Queen's Gambit\n"), "{none:?}");
}

#[test]
fn a_game_is_saved_once() {
    let path = file("play-saved.pgn", "[White \"old\"]\n\n*\n");
    let save = format!("save {path}");
    let lines = ["e4", &save, &save, "d4", &save, "resign"];
    let ran = play(&["--save", &path, "--no-review"], &lines);
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""), "{ran:?}");
    assert_eq!(ran.out.matches(&format!("Game saved to {path}\n")).count(), 1, "{ran:?}");
    assert_eq!(ran.out.matches("in place of its earlier moves\n").count(), 2, "{ran:?}");
    assert_eq!(ran.out.matches(&format!("The game is in {path} already\n")).count(), 1, "{ran:?}");
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.starts_with("[White \"old\"]\n\n*\n\n[Event "), "{text}");
    assert_eq!(text.matches("[White ").count(), 2, "{text}");
    assert!(text.contains("2. d4 ") && text.ends_with(" 0-1\n"), "{text}");
}

#[test]
fn the_engine_begins_if_the_player_has_black() {
    let ran = play(&["--side", "black", "--ascii"], &["quit"]);
    assert!(ran.out.contains("  8 r n b k q b n r \n"), "{ran:?}");
    assert!(ran.out.contains("\n    h g f e d c b a\n"), "{ran:?}");
    assert!(ran.out.contains(": 1. "), "{ran:?}");
    assert!(ran.out.contains("[Black \"Player\"]\n[Result \"*\"]"), "{ran:?}");
}

#[test]
fn draws_are_claimed_with_the_intended_move() {
    let fen = "7k/8/8/8/8/8/R7/K7 w - - 99 100";
    let ran = play(&["--fen", fen], &["draw", "draw Ra3"]);
    assert!(ran.out.contains("No draw to claim"), "{ran:?}");
    assert!(ran.out.contains("Draw: fifty-move rule.\n"), "{ran:?}");
    assert!(ran.out.trim_end().ends_with("1/2-1/2"), "{ran:?}");
}

#[test]
fn time_runs_out() {
    let mut child = Command::new(BINARY)
        .args(["play", "--clock", "0.01+0"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let input = child.stdin.take().unwrap();
    let output = child.wait_with_output().unwrap();
    drop(input);
    let out = String::from_utf8(output.stdout).unwrap();
    assert!(out.contains("White 0:01   Black 0:01\n"), "{out}");
    assert!(out.contains("White loses on time: Black wins.\n"), "{out}");
}

#[test]
fn wrong_arguments_are_errors() {
    for arguments in [
        &["--level", "21"][..],
        &["--elo", "100"],
        &["--level", "3", "--elo", "1500"],
        &["--clock", "soon"],
        &["--clock", "5+3", "--time", "100"],
        &["--fen", "x"],
    ] {
        let ran = crate::process::ferz(&[&["play"][..], arguments].concat());
        ran.error_line();
    }
}
