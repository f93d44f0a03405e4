//! The command `pgn list`.

use crate::process::{BINARY, ferz, file};

/// A Sicilian, a game without tags, an error, and a queen's gambit.
const GAMES: &str = "\
[White \"Meyer, Anna-Katharina\"]
[Black \"Schulz\"]
[WhiteElo \"1850\"]
[Date \"2024.03.15\"]
[Result \"1/2-1/2\"]

1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 1/2-1/2

1. f3 e5 2. g4 Qh4# 0-1

[White \"Meyer, Anna-Katharina\"]

1. e4 e9 *

[White \"Huber\"]
[Black \"Meyer, Anna\"]
[Date \"2025.??.??\"]

1. d4 d5 2. c4 e6 3. Nc3 1-0
";

#[test]
fn games_have_a_line_with_their_number() {
    let path = file("pgn-list.pgn", GAMES);
    let ran = ferz(&["pgn", "list", &path]);
    assert_eq!((ran.status, ran.err.lines().count()), (Some(0), 1), "{ran:?}");
    assert_eq!(
        ran.out,
        "\
\x20game  date       White                    Black                    result moves  opening
    1  2024.03.15 Meyer, Anna-Katharina    Schulz                   1/2        5  B90 Sicilian Defense: Najdorf Variation
    2                                                               0-1        2  A00 Barnes Opening: Fool's Mate
    4  2025       Huber                    Meyer, Anna              1-0        3  D31 Queen's Gambit Declined: Queen's Knight Variation
3 of 4 games, 1 error
"
    );
    let lost = ferz(&["pgn", "list", &path, "--lost", "meyer", "--json"]);
    assert_eq!((lost.out.lines().count(), lost.err.lines().count()), (1, 1), "{lost:?}");
    let json = lost.json();
    assert_eq!((&json["game"], &json["eco"]), (&4.into(), &"D31".into()), "{json}");
    assert_eq!((&json["date"], &json["plies"]), (&"2025".into(), &5.into()), "{json}");
    assert_eq!((&json["white"], &json["white_elo"]), (&"Huber".into(), &().into()), "{json}");
    let none = ferz(&["pgn", "list", &path, "--player", "mayer"]);
    assert_eq!((none.status, none.out.as_str()), (Some(0), ""), "{none:?}");
    assert!(none.err.contains("no player has the name \"mayer\""), "{none:?}");
    let several = ferz(&["pgn", "list", &path, "--player", "meyer"]);
    assert!(several.err.contains("\"meyer\" found 2 names: "), "{several:?}");
    // The number is that of the other commands.
    let board = ferz(&["board", "--pgn", &path, "--game", "4"]);
    assert!(
        board.out.contains("rnbqkbnr/ppp2ppp/4p3/3p4/2PP4/2N5/PP2PPPP/R1BQKBNR b"),
        "{board:?}"
    );
}

#[test]
fn games_of_several_files_have_numbers_in_their_file() {
    let paths = [file("pgn-list-a.pgn", GAMES), file("pgn-list-b.pgn", "1. e4 *\n\n1. d4 *\n")];
    let ran = ferz(&["pgn", "list", &paths[0], &paths[1], "--tag", "Black ="]);
    let lines: Vec<_> = ran.out.lines().skip(1).collect();
    let numbers = lines.iter().map(|line| line.split_whitespace().next().unwrap());
    assert_eq!(numbers.collect::<Vec<_>>(), [&paths[0], "2", &paths[1], "1", "2", "3"], "{ran:?}");
    assert_eq!(lines[5], "3 of 6 games, 1 error");
}

#[test]
fn rows_fit_the_columns_of_the_terminal() {
    let path = file("pgn-list-columns.pgn", GAMES);
    for columns in [60_usize, 72, 80, 120] {
        let output = std::process::Command::new(BINARY)
            .args(["pgn", "list", &path])
            .env("COLUMNS", columns.to_string())
            .output()
            .unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let width = text.lines().map(|line| line.chars().count()).max();
        assert!(width <= Some(columns) && width > Some(columns - 10), "{text}");
        assert!(text.contains("Meyer, A") && text.contains(" B90"), "{text}");
        assert_eq!(text.contains("B90 Sicilian"), columns >= 72, "{text}");
    }
}
