//! The command `pgn filter`.

use crate::pgn::{BROKEN, FINALS, GAMES, texts};
use crate::process::{ferz, file};
use std::fs;

#[test]
fn filter_copies_the_games_that_meet_all_conditions() {
    let path = file("pgn-filter.pgn", GAMES);
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 7 9";
    for (conditions, expected) in [
        (&[][..], &[0, 1, 2][..]),
        (&["--invert"], &[]),
        (&["--limit", "2"], &[0, 1]),
        (&["--player", "anderssen"], &[0, 1]),
        (&["--player", "anderssen", "--player", "LOYD"], &[0, 1]),
        (&["--white", "anderssen"], &[0]),
        (&["--black", "anderssen"], &[1]),
        (&["--player", "anderssen", "--invert"], &[2]),
        (&["--min-elo", "2500"], &[0]),
        (&["--min-elo", "2501"], &[]),
        (&["--max-elo", "2600"], &[0]),
        (&["--since", "1851.06.21", "--until", "1851"], &[0]),
        (&["--since", "1868.07"], &[1]),
        (&["--until", "1851.06.20"], &[]),
        (&["--result", "1-0"], &[0]),
        (&["--result", "1-0", "--result", "1/2-1/2"], &[0, 1]),
        (&["--eco", "B"], &[2]),
        (&["--eco", "C20-C29"], &[0]),
        (&["--min-plies", "7"], &[0, 1]),
        (&["--max-plies", "7"], &[0, 2]),
        (&["--termination", "checkmate"], &[0]),
        (&["--termination", "stalemate", "--termination", "time"], &[1, 2]),
        (&["--material", "KQRRBBNNPPPPPPPPvKQRRBBNNPPPPPPP"], &[0, 1]),
        (&["--fen", start], &[0, 1, 2]),
        (&["--fen", FINALS[1]], &[1]),
        (&["--fen", FINALS[2], "--result", "1-0"], &[]),
        (&["--fen", FINALS[2], "--fen", FINALS[0]], &[0, 2]),
        (&["--piece-count", "32"], &[0, 1, 2]),
        (&["--piece-count", "-30"], &[1]),
        (&["--piece-count", "33-"], &[]),
        (&["--games", "2-"], &[1, 2]),
        (&["--games", "1,3"], &[0, 2]),
        (&["--games", "2-9", "--player", "anderssen"], &[1]),
        (&["--games", "2-9", "--player", "anderssen", "--invert"], &[2]),
        (&["--every", "2"], &[0, 2]),
        (&["--every", "2", "--player", "anderssen"], &[0]),
        (&["--sample", "3"], &[0, 1, 2]),
        (&["--sample", "9", "--white", "a"], &[2]),
        (&["--tag", "EloDiff >= 100"], &[0]),
        (&["--tag", "White ~ ^(a|loyd, sam)$"], &[1, 2]),
        (&["--pattern", "Qh5"], &[0, 1]),
        (&["--pattern", "Qh5,pe5", "--invert"], &[1, 2]),
        (&["--pattern", "*/*/*/*/*/*/*/RNBQKBNR"], &[0, 1, 2]),
        (&["--pattern", "Qh5", "--result", "1-0"], &[0]),
        (&["--pattern", "Qh5", "--pattern-plies", "2"], &[0, 1]),
        (&["--pattern", "Qh5", "--pattern-plies", "4"], &[0]),
        (&["--pattern", "Qh5", "--pattern-plies", "5"], &[]),
        (&["--pattern", "Qh5", "--pattern-plies", "2", "--pattern-turn", "white"], &[0]),
        (&["--pattern", "Qh5", "--pattern-plies", "2", "--pattern-turn", "black"], &[0, 1]),
        (&["--pattern", "Qf7", "--pattern-turn", "white"], &[]),
        (&["--pattern", "Qf7", "--pattern-turn", "black"], &[0]),
        (&["--pattern", "Qd6"], &[]),
        (&["--pattern", "Qd6", "--either-color"], &[1]),
        (&["--pattern", "Qd6,!Pc7", "--either-color", "--pattern-turn", "black"], &[1]),
        (
            &[
                "--pattern",
                "Qd6",
                "--either-color",
                "--pattern-turn",
                "black",
                "--pattern-plies",
                "2",
            ],
            &[1],
        ),
        (
            &[
                "--pattern",
                "Qd6",
                "--either-color",
                "--pattern-turn",
                "white",
                "--pattern-plies",
                "2",
            ],
            &[],
        ),
    ] {
        let mut arguments = vec!["pgn", "filter", &path];
        arguments.extend(conditions);
        let ran = ferz(&arguments);
        let err = match (expected, conditions) {
            ([], ["--invert"]) => "ferz: all games meet the conditions\n",
            ([], _) => "ferz: no game meets the conditions\n",
            _ => "",
        };
        assert_eq!((ran.status, ran.err.as_str()), (Some(0), err), "{conditions:?}");
        let texts: Vec<_> = expected.iter().map(|&game: &usize| texts()[game]).collect();
        let expected = texts.join("\n\n") + if texts.is_empty() { "" } else { "\n" };
        assert_eq!(ran.out, expected, "{conditions:?}");
    }
}

#[test]
fn the_board_of_the_help_text_finds_a_game() {
    let help = ferz(&["pgn", "filter", "--help"]).out;
    let board = help.lines().map(str::trim).find(|line| line.starts_with("*/*/")).unwrap();
    let path = file("pgn-filter-board.pgn", "1. d4 d5 2. e4 *\n\n1. e4 d5 2. d3 *\n");
    assert_eq!(ferz(&["pgn", "filter", &path, "--pattern", board]).out, "1. d4 d5 2. e4 *\n");
}

#[test]
fn tags_that_no_game_has_are_said() {
    let path = file("pgn-filter-tags.pgn", GAMES);
    let ran = ferz(&["pgn", "filter", &path, "--tag", "whiteelo >= 2700"]);
    let message =
        "ferz: no game meets the conditions: no game has the tag \"whiteelo\"; case counts\n";
    assert_eq!((ran.out.as_str(), ran.err.as_str()), ("", message));
    let ran = ferz(&["pgn", "filter", &path, "--tag", "Elo != 1", "--tag", "EloDiff < 9999"]);
    assert_eq!(ran.err, "ferz: no game has the tag \"Elo\"; case counts\n");
}

#[test]
fn names_that_are_repeated_are_alternatives() {
    let path = file("pgn-filter-names.pgn", GAMES);
    for (conditions, expected) in [
        (&["--white", "anderssen", "--white", "nobody"][..], &[0][..]),
        (&["--player", "loyd", "--player", "a"], &[1, 2]),
        (&["--player", "anderssen", "--opponent", "loyd"], &[1]),
        (&["--player", "anderssen", "--color", "black"], &[1]),
    ] {
        let mut arguments = vec!["pgn", "filter", &path];
        arguments.extend(conditions);
        let expected: Vec<_> = expected.iter().map(|&game: &usize| texts()[game]).collect();
        assert_eq!(ferz(&arguments).out, expected.join("\n\n") + "\n", "{conditions:?}");
    }
}

#[test]
fn filter_writes_a_file_and_reports_games_with_errors() {
    let path = file("pgn-filter-broken.pgn", &format!("{GAMES}\n{BROKEN}"));
    let output = file("pgn-filter-out.pgn", "1. d4 *");
    let arguments = ["pgn", "filter", &path, "-o", &output, "--min-plies", "0", "--json"];
    let ran = ferz(&arguments);
    assert_eq!(ran.status, Some(0), "{ran:?}");
    assert_eq!(ran.err.lines().count(), 2, "{ran:?}");
    let json = ran.json();
    assert_eq!((&json["games"], &json["selected"]), (&6.into(), &4.into()));
    assert_eq!(json["errors"], 2);
    let checked = ferz(&["pgn", "check", &output]);
    assert_eq!(checked.out, "4 games, 32 moves, 0 errors, 0 warnings\n");
    assert!(ferz(&["pgn", "filter", &path, "-o", &path]).error_line().contains("input file"));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), format!("{GAMES}\n{BROKEN}"));
}

#[test]
fn filter_refuses_malformed_conditions() {
    for (option, value, reason) in [
        ("--since", "24", "like 2024"),
        ("--eco", "F10", "like B90"),
        ("--material", "KR", "column 3: found the end, expected `v` between the sides"),
        ("--piece-count", "7-3", "column 3: found `3`, expected a number that is not below 7"),
        ("--games", "1;2", "column 2: found `;`, expected a comma"),
        ("--tag", "White ~ (", "column 9: found `(`, expected a regular expression"),
        ("--tag", "Speed = fast", "expected a speed: ultraBullet"),
        ("--player", "", "expected a name"),
        ("--leaves", "white", "--follows"),
        ("--seed", "1", "--sample"),
        ("--every", "0", "not in 1.."),
        ("--result", "1-1", "1-0"),
        ("--termination", "flagged", "checkmate"),
        ("--ending", "checkmate", "pawn, knight, bishop, opposite-bishops"),
        ("--endgame-plies", "4", "--endgame"),
        (
            "--at-ply",
            "4",
            "--at-ply needs --fen, --pattern, --material, --material-lead or --piece-count",
        ),
        ("--stable-plies", "4", "needs --pattern, --material, --material-lead or --piece-count"),
        ("--fen", "8/8", "another rank"),
        ("--pattern", "Nf5,Xe4", "column 5: found `X`, expected a piece"),
        ("--pattern", "\u{1b}[2J", "column 1: found `\\u{1b}`"),
        ("--pattern-plies", "0", "expected a number of plies of at least 1"),
        ("--pattern-turn", "white", "--pattern"),
        ("--json", "x", "--output"),
    ] {
        let ran = ferz(&["pgn", "filter", "nosuch.pgn", option, value]);
        assert!(ran.error_line().contains(reason), "{option}: {ran:?}");
    }
}

#[test]
fn player_and_opponent_are_two_players() {
    let game = |white: &str, black: &str| {
        format!("[White \"{white}\"]\n[Black \"{black}\"]\n\n1. e4 *\n\n")
    };
    let games = game("Carlsen, Magnus", "Bob") + &game("Adams", "Carlsen");
    let path = file("pgn-players.pgn", &games);
    for (names, expected) in [
        (["carlsen", "magnus"], 0),
        (["carlsen", "carlsen"], 0),
        (["carlsen", "bob"], 1),
        (["carlsen", "adams"], 1),
        (["magnus", "BOB"], 1),
        (["a", "o"], 0),
    ] {
        let [first, second] = names;
        let ran = ferz(&["pgn", "filter", &path, "--player", first, "--opponent", second]);
        assert_eq!(ran.out.matches("[White ").count(), expected, "{names:?}: {ran:?}");
    }
}

/// A rook ending that Meyer loses with White, one that she wins with Black, a Sicilian, and a game with an error.
const ENDINGS: &str = "\
[White \"Meyer, Anna\"]
[Black \"Schulz\"]
[WhiteElo \"1850\"]
[Event \"Club league\"]
[SetUp \"1\"]
[FEN \"8/8/4k3/4p3/8/4r3/8/R3K3 w - - 0 60\"]

60. Kf2 Rb3 0-1

[White \"Schulz\"]
[Black \"Meyer, Anna\"]
[WhiteElo \"1790\"]
[SetUp \"1\"]
[FEN \"8/8/4k3/4p3/8/4r3/8/R3K3 w - - 0 60\"]

60. Kf2 Rb3 0-1

[White \"Huber\"]
[Black \"Meyer, Anna\"]
[Date \"2025.05.01\"]

1. e4 c5 2. Nf3 1/2-1/2

[White \"Huber\"]
[Black \"Lang\"]

1. e4 e6 2. Ke3 1-0
";

#[test]
fn filter_answers_questions_of_a_player() {
    let path = file("pgn-endings.pgn", ENDINGS);
    let count = |options: &[&str]| {
        let ran = ferz(&[&["pgn", "filter", &path][..], options].concat());
        assert_eq!(ran.status, Some(0), "{ran:?}");
        ran.out.matches("[White ").count()
    };
    for (options, expected) in [
        (&["--lost", "meyer"][..], 1),
        (&["--won", "Meyer"], 1),
        (&["--drew", "Meyer"], 1),
        (&["--lost", "meyer", "--material", "KRP*vKRP*"], 1),
        (&["--lost", "meyer", "--material", "KRvKRP", "--material-of", "player"], 1),
        (&["--lost", "meyer", "--material", "KRPvKR", "--material-of", "player"], 0),
        (&["--material", "KRPvKR", "--material-of", "black"], 2),
        (&["--material", "KQ+vK"], 0),
        (&["--lost", "meyer", "--endgame", "rook"], 0),
        (&["--lost", "meyer", "--endgame", "rook", "--endgame-plies", "2"], 1),
        (&["--lost", "meyer", "--endgame", "rook", "--endgame-plies", "3"], 0),
        (&["--ending", "queen", "--ending", "rook", "--endgame-plies", "1"], 2),
        (&["--endgame", "pawn", "--endgame-plies", "1"], 0),
        (&["--moves", "1. e4 c5"], 1),
        (&["--moves", "e2e4"], 1),
        (&["--moves", "e4 c5 Nf3 d6"], 0),
        (&["--tag", "WhiteElo >= 1800"], 1),
        (&["--tag", "Event ~ LEAGUE", "--tag", "WhiteElo<2000"], 1),
        (&["--tag", "Date = 2025"], 1),
    ] {
        assert_eq!(count(options), expected, "{options:?}");
    }
    let rest = file("pgn-endings-rest.pgn", "");
    let out = file("pgn-endings-out.pgn", "");
    let ran = ferz(&["pgn", "filter", &path, "--lost", "meyer", "-o", &out, "--rest", &rest]);
    assert_eq!(ran.out, "1 of 4 games, 1 error\n", "{ran:?}");
    let games = |path: &str| std::fs::read_to_string(path).unwrap().matches("[White ").count();
    assert_eq!((games(&out), games(&rest)), (1, 3));
    for wrong in [
        &["--tag", "WhiteElo"][..],
        &["--moves", "e5"],
        &["--material", "KRvKR", "--material-of", "player"],
        &["--material", "RvR"],
        &["--rest", &rest, "--invert"],
        &["--rest", "-"],
        &["--rest", &out, "-o", &out],
        &["--rest", &path, "-o", &out],
        &["--sample", "1", "--rest", &rest],
        &["--sample", "1", "--limit", "1"],
        &["--endgame", "rook", "--endgame-plies", "0"],
        &["--follows", "nosuch.pgn"],
        &["--follows", &path],
    ] {
        let ran = ferz(&[&["pgn", "filter", &path][..], wrong].concat());
        assert_eq!(ran.status, Some(2), "{wrong:?}: {ran:?}");
    }
}

#[test]
fn names_that_differ_and_names_without_a_game_are_printed() {
    let game = |white: &str, black: &str, result: &str| {
        format!(
            "[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n\n1. e4 {result}\n\n"
        )
    };
    let games = game("Player 1", "Player 10", "0-1")
        + &game("Player 10", "player 1", "1-0")
        + &game("Player 10", "Player 2", "0-1")
        + &game("Player 1", "1, Player", "0-1");
    let path = file("pgn-names.pgn", &games);
    let run = |options: &[&str]| ferz(&[&["pgn", "filter", &path], options].concat());
    for (options, count, err) in [
        (
            &["--lost", "Player 1"][..],
            3,
            "ferz: \"Player 1\" found 2 names: \"Player 1\" (2 games), \"player 1\" (1 game)\n",
        ),
        (&["--lost", "Player 10"], 1, ""),
        (&["--won", "2"], 1, ""),
        (
            &["--player", "layer"],
            0,
            "ferz: no game meets the conditions: no player has the name \"layer\", compared by whole words\n",
        ),
        (&["--player", "Player 1", "--white", "2"], 0, "ferz: no game meets the conditions\n"),
        (&["--lost", "player", "--invert"], 0, "ferz: all games meet the conditions\n"),
    ] {
        let ran = run(options);
        assert_eq!(
            (ran.out.matches("[White ").count(), ran.err.as_str()),
            (count, err),
            "{options:?}"
        );
    }
}

#[test]
fn an_input_without_games_is_named() {
    let path = file("pgn-filter-none.pgn", "\n");
    let ran = ferz(&["pgn", "filter", &path, "--player", "a"]);
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), "ferz: found no game\n"));
    // Nothing is read with this limit.
    let path = file("pgn-filter-limit.pgn", GAMES);
    let ran = ferz(&["pgn", "filter", &path, "--limit", "0"]);
    assert_eq!((ran.out.as_str(), ran.err.as_str()), ("", ""));
    let many: String =
        (0..1100).map(|number| format!("[White \"Player {number}\"]\n\n*\n\n")).collect();
    let path = file("pgn-filter-many-names.pgn", &many);
    let ran = ferz(&["pgn", "filter", &path, "--player", "player"]);
    assert!(ran.err.starts_with("ferz: \"player\" found at least 1,000 names: "), "{}", ran.err);
    assert!(ran.err.ends_with(", 992 more\n"), "{}", ran.err);
}

#[test]
fn filter_follows_a_repertoire() {
    let repertoire = file("pgn-repertoire.pgn", "1. e4 e5 (1... c5 2. Nf3 e6) 2. Qh5 Nc6 *\n");
    let path = file("pgn-followed.pgn", GAMES);
    for (options, expected) in [
        (&[][..], &[0][..]),
        (&["--leaves", "either"], &[1, 2]),
        (&["--leaves", "white"], &[1]),
        (&["--leaves", "black"], &[2]),
        (&["--leaves", "player", "--player", "b"], &[2]),
        (&["--leaves", "player", "--player", "a"], &[]),
    ] {
        let ran = ferz(&[&["pgn", "filter", &path, "--follows", &repertoire], options].concat());
        let games: Vec<_> = expected.iter().map(|&game: &usize| texts()[game]).collect();
        assert_eq!(ran.out.trim_end(), games.join("\n\n"), "{options:?}");
    }
    let empty = file("pgn-repertoire-empty.pgn", "[Event \"none\"]\n\n*\n");
    let ran = ferz(&["pgn", "filter", &path, "--follows", &empty]);
    assert!(ran.error_line().contains("found no move of a repertoire"), "{ran:?}");
}

#[test]
fn samples_and_ranges_divide_games() {
    let games: String = (1..=500).map(|n| format!("[Round \"{n}\"]\n\n1. e4 *\n\n")).collect();
    let [path, out, rest] =
        ["", "-out", "-rest"].map(|part| file(&format!("pgn-500{part}.pgn"), &games));
    let rounds = |text: &str| -> Vec<u32> {
        let values = text.lines().filter_map(|line| line.strip_prefix("[Round \""));
        values.map(|value| value.trim_end_matches("\"]").parse().unwrap()).collect()
    };
    let sample =
        |seed: &str| rounds(&ferz(&["pgn", "filter", &path, "--sample", "20", "--seed", seed]).out);
    let first = sample("1");
    assert!(first.len() == 20 && first.is_sorted() && first != sample("2"));
    // The seed alone determines the sample, on every machine.
    assert_eq!(first, sample("1"));
    let parts = |options: &[&str]| {
        let line = ["pgn", "filter", &path, "-o", &out, "--rest", &rest];
        let ran = ferz(&[&line, options].concat());
        assert_eq!(ran.status, Some(0), "{ran:?}");
        [&out, &rest].map(|path| rounds(&fs::read_to_string(path).unwrap()))
    };
    for (options, count) in [
        (&["--games", "100-200"][..], 101),
        (&["--every", "7"], 72),
        (&["--games", "-99,400-", "--every", "2", "--tag", "Round > 50"], 75),
    ] {
        let [mut selected, left] = parts(options);
        assert_eq!(selected.len(), count, "{options:?}");
        selected.extend(left);
        selected.sort_unstable();
        assert!(selected.into_iter().eq(1..=500));
    }
    assert_eq!(parts(&["--games", "100-200"])[0], (100..=200).collect::<Vec<_>>());
}
