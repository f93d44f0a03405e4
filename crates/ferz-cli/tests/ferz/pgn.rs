//! The command `pgn`.

use crate::process::{BINARY, Ran, ferz, file};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

pub(crate) const GAMES: &str = "\
[White \"Anderssen, Adolf\"]
[Black \"Kieseritzky, Lionel\"]
[WhiteElo \"2600\"]
[BlackElo \"2500\"]
[Date \"1851.06.21\"]
[Result \"1-0\"]

1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0

[White \"Loyd, Sam\"]
[Black \"Anderssen, Adolf\"]
[Date \"1868.??.??\"]
[Result \"1/2-1/2\"]

1. e3 (1. d4 d5 2. Ke3) 1... a5 2. Qh5 Ra6 3. Qxa5 h5 4. h4 Rah6 5. Qxc7 f6 6. Qxd7+ Kf7
7. Qxb7 Qd3 8. Qxb8 Qh7 9. Qxc8 Kg6 10. Qe6 {stalemate} 1/2-1/2

[White \"A\"]
[Black \"B\"]
[Termination \"Time forfeit\"]
[Result \"0-1\"]

1. e4 c5 2. Nf3 d6 0-1
";

pub(crate) const BROKEN: &str = "\
[White \"a\"]

1. e4 e5 2. Ke3 1-0

[White \"b\"]

1. e4 {no end

[White \"c\"]

1. d4 d5 *
";

fn totals(ran: &Ran) -> [u64; 3] {
    let json = ran.json();
    ["games", "moves", "errors"].map(|name| json[name].as_u64().unwrap())
}

#[test]
fn check_counts_games_and_moves() {
    let path = file("pgn-check.pgn", GAMES);
    let ran = ferz(&["pgn", "check", &path]);
    assert_eq!(
        (ran.status, ran.out.as_str()),
        (Some(0), "3 games, 30 moves, 0 errors, 0 warnings\n")
    );
    let ran = ferz(&["pgn", "check", &path, &path, "--threads", "2", "--json"]);
    assert_eq!((ran.status, totals(&ran)), (Some(0), [6, 60, 0]));
    let ran = ferz(&["pgn", "check", &path, "--variations"]);
    assert_eq!(ran.status, Some(0), "{ran:?}");
    let found = "pgn-check.pgn:15:20: game 2: warning: found the move `Ke3`";
    assert!(ran.out.contains(found), "{ran:?}");
    assert!(ran.out.ends_with("\n3 games, 32 moves, 0 errors, 1 warning\n"), "{ran:?}");
    assert_eq!(ferz(&["pgn", "check", &path, "--variations", "--strict"]).status, Some(1));
}

/// Contradictions that leave a game readable.
const CONTRADICTORY: &str = "\
[Result \"1-0\"]

1. f3+ e5 2. g4 Qh4# 0-1

[Result \"1-0\"]

1. f3 e5 2. g4 Qh4+ 1-0

[Result \"white\"]

1. e4# e5 2. Qh5 Ke7 3. Qxe5+ (3. Qxe5#) 1-0

[FEN \"k7/2Q5/2K5/8/8/8/8/8 b - - 0 1\"]
[Result \"0-1\"]

0-1

1. f3 e5 2. g4 Qh4# *
";

#[test]
fn check_warns_of_contradictions() {
    let path = file("pgn-contradictory.pgn", CONTRADICTORY);
    let ran = ferz(&["pgn", "check", &path]);
    // Behind the place of the fault.
    let warnings: Vec<_> = ran
        .out
        .lines()
        .map(|line| {
            line.split_once(": game ").map_or(line.to_owned(), |(_, text)| format!("game {text}"))
        })
        .collect();
    assert_eq!(
        warnings,
        [
            "game 1: warning: 1. f3+ gives no check",
            "game 1: warning: the tag Result is `1-0`, but the moves end with 0-1",
            "game 2: warning: the result is 1-0, but Black has given mate",
            "game 3: warning: found the result `white`, expected 1-0, 0-1, 1/2-1/2 or *",
            "game 3: warning: 1. e4# is no checkmate",
            "game 4: warning: the result is 0-1, but the last position is stalemate",
            "5 games, 17 moves, 0 errors, 6 warnings",
        ]
    );
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""));
    assert_eq!(ferz(&["pgn", "check", &path, "--strict"]).status, Some(1));
    assert_eq!(ferz(&["pgn", "check", &path, "--variations"]).out.lines().count(), 7);
    let json = ferz(&["pgn", "check", &path, "--json"]);
    let rows: Vec<serde_json::Value> =
        json.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(rows[0]["severity"], "warning");
    assert_eq!((&rows[0]["found"], &rows[0]["expected"]), (&"f3+".into(), &"f3".into()));
    assert_eq!((&rows[2]["found"], &rows[2]["expected"]), (&"1-0".into(), &"0-1".into()));
    assert_eq!(rows[6]["warnings"], 6);
    let clean = file("pgn-strict.pgn", GAMES);
    assert_eq!(ferz(&["pgn", "check", &clean, "--strict"]).status, Some(0));
}

#[test]
fn printed_errors_are_limited_and_totals_are_not() {
    let path = file("pgn-many-errors.pgn", &"1. e5 *\n\n1. e4+ *\n\n".repeat(300));
    for (options, printed) in
        [(&[][..], 100), (&["--max-errors", "2"], 2), (&["--max-errors", "0"], 0)]
    {
        let check = ferz(&[&["pgn", "check", &path][..], options].concat());
        assert_eq!(check.out.matches("the move `e5`").count(), printed);
        assert_eq!(check.out.matches("gives no check").count(), printed);
        assert!(
            check.out.ends_with("600 games, 300 moves, 300 errors, 300 warnings\n"),
            "{check:?}"
        );
        let more = 300 - printed;
        let rest = format!(
            "ferz: {more} more errors and {more} more warnings, not printed (--max-errors)\n"
        );
        assert_eq!(check.err, rest);
        for command in
            [&["stats"][..], &["convert", "--to", "fen"], &["filter", "--min-plies", "0"]]
        {
            let ran = ferz(&[&["pgn"], command, &[&path], options].concat());
            assert_eq!(ran.err.lines().count(), printed + 1, "{command:?}");
            assert!(
                ran.err
                    .ends_with(&format!("ferz: {more} more errors, not printed (--max-errors)\n"))
            );
        }
        let book = file("pgn-many-errors.bin", "");
        let ran = ferz(&[&["book", "make", &path, "-o", &book][..], options].concat());
        assert_eq!(ran.err.lines().count(), printed + 1);
    }
}

#[test]
fn uci_moves_and_null_moves_are_read_with_a_warning() {
    let path = file(
        "pgn-uci.pgn",
        "1. g1f3 b8c6 2. g2g3 g8f6 3. f1g2 d7d5 4. e1g1 *\n\n1. e4 Z0 2. d4 -- 3. Nf3 *\n",
    );
    let check = ferz(&["pgn", "check", &path]);
    assert_eq!(check.status, Some(0), "{check:?}");
    assert!(check.out.contains("pgn-uci.pgn:1:4: game 1: warning: found the move `g1f3` in UCI"));
    assert!(check.out.ends_with("\n2 games, 10 moves, 0 errors, 3 warnings\n"), "{check:?}");
    let strict = |command: &str| ferz(&["pgn", command, &path, "--strict", "--json"]);
    assert_eq!(strict("check").status, Some(1));
    assert_eq!(strict("stats").json()["errors"], 2);
    let with = |arguments: &[&str]| {
        let ran = ferz(arguments);
        assert_eq!(ran.status, Some(0), "{ran:?}");
        assert!(ran.err.ends_with(", which `ferz pgn check` prints\n"), "{ran:?}");
        ran
    };
    let stats = with(&["pgn", "stats", &path, "--json"]).json();
    assert_eq!((&stats["errors"], &stats["plies"]["longest"]), (&0.into(), &7.into()), "{stats}");
    assert_eq!(
        with(&["pgn", "convert", "--to", "fen", &path, "--ply", "5"]).out.lines().nth(1).unwrap(),
        "rnbqkbnr/pppppppp/8/8/3PP3/5N2/PPP2PPP/RNBQKB1R b KQkq - 2 3"
    );
    let long = with(&["pgn", "filter", &path, "--min-plies", "6"]).out;
    assert!(long.contains("e1g1") && !long.contains("Z0"), "{long}");
    let twice =
        file("pgn-uci-twice.pgn", "1. Nf3 *\n\n1. g1f3 *\n\n1. -- *\n\n1. Z0 *\n\n1. a3 *\n");
    let output = file("pgn-uci-once.pgn", "");
    let once = with(&["pgn", "dedupe", &twice, "-o", &output, "--json"]).json();
    assert_eq!((&once["games"], &once["duplicates"]), (&5.into(), &2.into()));
    let output = file("pgn-uci-annotated.pgn", "");
    with(&["pgn", "annotate", &path, "--nodes", "1", "-o", &output]);
    let annotated = std::fs::read_to_string(&output).unwrap();
    assert!(annotated.contains("4. O-O") && annotated.contains("3. Nf3"), "{annotated}");
    let book = file("pgn-uci.bin", "");
    with(&["book", "make", &path, "-o", &book, "--min-games", "1"]);
    let moves = ferz(&["book", "probe", &book]).out;
    assert!(moves.contains("Nf3") && moves.contains("e4"), "{moves}");
}

#[test]
fn utf16_text_is_named() {
    let path = file("pgn-utf16.pgn", "");
    let mut bytes = vec![0xFF, 0xFE];
    bytes.extend(GAMES.encode_utf16().flat_map(u16::to_le_bytes));
    std::fs::write(&path, bytes).unwrap();
    for command in [&["pgn", "check", &path][..], &["book", "make", &path, "-o", "/dev/null"]] {
        let ran = ferz(command);
        assert_eq!(ran.status, Some(2), "{ran:?}");
        assert!(ran.err.contains("pgn-utf16.pgn: found UTF-16 text, expected UTF-8"), "{ran:?}");
    }
    let suite = ferz(&["perft", "--suite", &path]);
    assert!(suite.error_line().contains("found UTF-16 text"), "{suite:?}");
}

#[test]
fn dedupe_names_the_looser_comparison() {
    let path = file("pgn-one.pgn", "1. e4 *\n");
    let output = file("pgn-one-out.pgn", "");
    let ran = ferz(&["pgn", "dedupe", &path, "-o", &output]);
    assert_eq!(ran.out, "1 game, 0 duplicates; --moves compares start positions and moves only\n");
    let ran = ferz(&["pgn", "dedupe", &path, "--moves", "-o", &output]);
    assert_eq!(ran.out, "1 game, 0 duplicates\n");
}

#[test]
fn check_prints_the_place_of_each_error() {
    let path = file("pgn-broken.pgn", BROKEN);
    let one = ferz(&["pgn", "check", &path]);
    assert_eq!(one.status, Some(1), "{one:?}");
    let lines: Vec<_> = one.out.lines().collect();
    assert!(lines[0].contains("pgn-broken.pgn:3:13: game 1: found the move `Ke3`"), "{one:?}");
    assert!(lines[1].contains("pgn-broken.pgn:7:7: game 2: "), "{one:?}");
    assert_eq!(lines[2], "3 games, 5 moves, 2 errors, 0 warnings");
    assert_eq!(ferz(&["pgn", "check", &path, "--threads", "3"]).out, one.out);
    let json = ferz(&["pgn", "check", &path, "--json"]);
    let first: serde_json::Value = serde_json::from_str(json.out.lines().next().unwrap()).unwrap();
    assert_eq!(first["line"], 3);
    assert_eq!(first["column"], 13);
    assert_eq!(first["game"], 1);
    assert_eq!(first["found"], "Ke3");
    assert_eq!(first["expected"], "a legal move");
    assert_eq!(totals(&json), [3, 5, 2]);
}

#[test]
fn numbers_and_places_do_not_depend_on_threads() {
    // More text than a chunk of the parallel reader.
    let text = format!("{GAMES}\n{BROKEN}\n").repeat(5000);
    let path = file("pgn-large.pgn", &text);
    let one = ferz(&["pgn", "check", &path]);
    assert!(text.len() > 2 << 20);
    assert!(one.out.ends_with("\n30,000 games, 175,000 moves, 10,000 errors, 0 warnings\n"));
    assert_eq!(ferz(&["pgn", "check", &path, "--threads", "3"]).out, one.out);
}

#[test]
fn standard_input_is_read_and_missing_files_are_errors() {
    let mut child = Command::new(BINARY)
        .args(["pgn", "check", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(GAMES.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.stdout, b"3 games, 30 moves, 0 errors, 0 warnings\n");
    let ran = ferz(&["pgn", "check", "nosuch.pgn"]);
    assert_eq!(ran.status, Some(2), "{ran:?}");
    assert!(ran.err.contains("nosuch.pgn"), "{ran:?}");
    assert!(ferz(&["pgn", "check"]).error_line().contains("<PGN>"));
}

#[test]
fn stats_count_results_players_openings_and_endings() {
    let path = file("pgn-stats.pgn", &format!("{GAMES}\n{BROKEN}"));
    let ran = ferz(&["pgn", "stats", &path, "--json"]);
    assert_eq!(ran.status, Some(0), "{ran:?}");
    assert_eq!(ran.err.lines().count(), 2, "{ran:?}");
    let json = ran.json();
    assert_eq!(json["games"], 6);
    assert_eq!(json["errors"], 2);
    let results = ["white_wins", "draws", "black_wins", "unknown"];
    assert_eq!(results.map(|name| json["results"][name].as_u64().unwrap()), [1, 1, 1, 1]);
    assert_eq!(json["plies"]["total"], 32);
    assert_eq!(json["plies"]["mean"], 8.0);
    assert_eq!(json["plies"]["shortest"], 2);
    assert_eq!(json["plies"]["longest"], 19);
    assert_eq!(json["players"], 6);
    assert_eq!(json["most_games"][0]["name"], "Anderssen, Adolf");
    assert_eq!(json["most_games"][0]["wins"], 1);
    assert_eq!(json["most_games"][0]["draws"], 1);
    let terminations: Vec<_> = json["terminations"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["termination"].as_str())
        .collect();
    for termination in ["checkmate", "stalemate", "time", "unfinished"] {
        assert!(terminations.contains(&Some(termination)), "{termination}: {json}");
    }
    let openings = json["openings"].as_array().unwrap();
    assert!(openings.iter().any(|row| row["eco"] == "B50" && row["black_wins"] == 1), "{json}");
}

/// The results of Hans Meyer.
const HANS_MEYER: &str = "\
\"meyer hans\": 5 of 6 games, 1 error
   games    won  drawn   lost   score  side
       2      1      1      0  75.0 %  White
       2      1      0      1  50.0 %  Black
       4      2      1      1  62.5 %  both
with White
   games    won  drawn   lost   score  opening
       1      1      0      0 100.0 %  B20 Sicilian Defense
       1      0      1      0  50.0 %  C20 King's Pawn Game
with Black
   games    won  drawn   lost   score  opening
       2      1      0      1  50.0 %  B20 Sicilian Defense
";

#[test]
fn stats_of_a_player_are_those_of_both_colours() {
    let game = |white: &str, black: &str, moves: &str| {
        format!("[White \"{white}\"]\n[Black \"{black}\"]\n\n{moves}\n\n")
    };
    let games = [
        game("Meyer, Hans", "A", "1. e4 c5 1-0"),
        game("Hans Meyer", "B", "1. e4 e5 1/2-1/2"),
        game("C", "Meyer, Hans", "1. e4 c5 1-0"),
        game("C", "Meyer, Hans", "1. e4 c5 0-1"),
        game("Meyerbeer, Hans", "Meyer, Eva", "1. d4 d5 1-0"),
        game("Meyer, Hans", "Ke9", "1. e4 Ke9 1-0"),
    ];
    let path = file("pgn-player.pgn", &games.concat());
    let ran = ferz(&["pgn", "stats", &path, "--player", "meyer hans"]);
    assert_eq!(ran.status, Some(0), "{ran:?}");
    let both =
        "ferz: \"meyer hans\" found 2 names: \"Meyer, Hans\" (3 games), \"Hans Meyer\" (1 game)";
    assert_eq!(ran.err.lines().last(), Some(both));
    assert_eq!(ran.out, HANS_MEYER);
    let json = ferz(&["pgn", "stats", &path, "--player", "meyer hans", "--json"]).json();
    assert_eq!(
        (&json["white"]["wins"], &json["black"]["losses"]),
        (&1.into(), &1.into()),
        "{json}"
    );
    assert_eq!((&json["games"], &json["errors"]), (&5.into(), &1.into()), "{json}");
    assert_eq!((&json["both"]["games"], &json["both"]["score"]), (&4.into(), &62.5.into()));
    assert_eq!(json["black"]["openings"][0]["eco"], "B20");
    assert_eq!(json["names"][1]["name"], "Hans Meyer");
    let none = ferz(&["pgn", "stats", &path, "--player", "Mey"]);
    assert_eq!((none.status, none.out.as_str()), (Some(1), ""), "{none:?}");
    assert_eq!(
        none.err,
        "ferz: no game meets the conditions: no player has the name \"Mey\", compared by whole words\n"
    );
    let eva = ferz(&["pgn", "stats", &path, "--player", "eva", "--color", "black"]);
    assert!(eva.out.starts_with("Meyer, Eva: 1 of 6 games, 0 errors\n   games "), "{eva:?}");
    assert!(!eva.out.contains("White\n") && !eva.out.contains("both"), "{eva:?}");
    let white = ferz(&["pgn", "stats", &path, "--player", "eva", "--color", "white"]);
    assert_eq!(
        (white.status, white.err.as_str()),
        (Some(1), "ferz: no game meets the conditions\n")
    );
    assert!(ferz(&["pgn", "stats", &path, "--color", "white"]).error_line().contains("--player"));
    assert!(
        ferz(&["pgn", "stats", &path, "--player", ""]).error_line().contains("expected a name")
    );
}

#[test]
fn stats_count_endgames_and_dates() {
    let game = |date: &str, plies: usize, result: &str| {
        let moves = ["Ra2", "Rb7", "Ra1", "Rb8"].iter().cycle().take(plies);
        let moves: Vec<_> = moves.copied().collect();
        let fen = "1r2k3/5p2/8/8/8/8/5P2/R3K3 w - - 0 1";
        format!(
            "[White \"A\"]\n[Black \"B\"]\n[Date \"{date}\"]\n[FEN \"{fen}\"]\n\n{} {result}\n\n",
            moves.join(" ")
        )
    };
    let games = game("2023.05.01", 10, "1-0") + &game("2024", 9, "1-0") + &game("2024", 12, "0-1");
    let path = file("pgn-stats-endgames.pgn", &games);
    let stats = |options: &[&str]| ferz(&[&["pgn", "stats", &path][..], options].concat());
    let all = stats(&[]);
    let expected =
        "\nendgames of 10 plies or more\n  rook                              2  66.7 %\n";
    assert!(all.out.starts_with("3 games, 0 errors\n") && all.out.contains(expected), "{all:?}");
    let late = stats(&["--since", "2024"]);
    let expected =
        "\nendgames of 10 plies or more\n  rook                              1  50.0 %\n";
    assert!(late.out.starts_with("2 of 3 games, 0 errors\n"), "{late:?}");
    assert!(late.out.contains(expected), "{late:?}");
    let player = stats(&["--player", "b", "--until", "2024"]);
    assert!(player.out.starts_with("B: 3 games, 0 errors\n"), "{player:?}");
    assert!(
        player.out.ends_with(
            "\nendgames of 10 plies or more\n   games    won  drawn   lost   score  endgame\n\
             \x20      2      1      0      1  50.0 %  rook\n"
        ),
        "{player:?}"
    );
    let json = stats(&["--player", "b", "--since", "2024", "--json"]).json();
    assert_eq!(json["endgames"][0]["endgame"], "rook", "{json}");
    assert_eq!((&json["endgames"][0]["wins"], &json["games"]), (&1.into(), &2.into()), "{json}");
    let wrong = stats(&["--since", "2025", "--until", "2024"]);
    assert!(wrong.error_line().contains("--since is after --until"), "{wrong:?}");
}

#[test]
fn openings_of_a_code_are_named_by_its_games() {
    let games = [
        "1. e4 c5 2. Nf3 Nc6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 e5 6. Ndb5 d6 7. Bg5 a6 8. Na3 b5 *",
        "1. e4 c5 2. Nf3 Nc6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 e5 6. Ndb5 d6 7. a4 *",
        "1. e4 c5 2. Nf3 Nc6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 Qb6 *",
        "1. g3 d5 *",
        "1. g3 e5 *",
        "1. Na3 d5 *",
    ];
    let path = file("pgn-openings.pgn", &games.join("\n\n"));
    for threads in ["1", "3"] {
        let json = ferz(&["pgn", "stats", &path, "--json", "--threads", threads]).json();
        let rows = json["openings"].as_array().unwrap().iter();
        let rows: Vec<_> = rows
            .map(|row| (row["eco"].as_str().unwrap(), row["name"].as_str().unwrap(), &row["games"]))
            .collect();
        let lasker_pelikan = "Sicilian Defense: Lasker-Pelikan Variation";
        assert_eq!(rows.len(), 2, "{rows:?}");
        assert_eq!((rows[0].0, rows[1].1), ("A00", lasker_pelikan), "{rows:?}");
        assert!(rows[0].1.starts_with("Hungarian Opening"), "{rows:?}");
    }
}

#[test]
fn stats_do_not_depend_on_threads() {
    let path = file("pgn-stats-large.pgn", &format!("{GAMES}\n").repeat(5000));
    let one = ferz(&["pgn", "stats", &path, "--top", "2"]);
    assert!(one.out.starts_with("15,000 games, 0 errors\n"), "{one:?}");
    assert!(
        one.out.contains(
            "\n5 players\n   games    won  drawn   lost   score  player\n  10,000  5,000  5,000      0  75.0 %  Anderssen, Adolf\n"
        ),
        "{one:?}"
    );
    assert_eq!(ferz(&["pgn", "stats", &path, "--top", "2", "--threads", "4"]).out, one.out);
}

pub(crate) const FINALS: [&str; 3] = [
    "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4",
    "5bnr/4p1pq/4Qpkr/7p/7P/4P3/PPPP1PP1/RNB1KBNR b KQ - 2 10",
    "rnbqkbnr/pp2pppp/3p4/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3",
];

/// Returns the texts of the games in [`GAMES`].
pub(crate) fn texts() -> [&'static str; 3] {
    let starts = [0, GAMES.find("[White \"Loyd").unwrap(), GAMES.find("[White \"A\"]").unwrap()];
    [&GAMES[..starts[1]], &GAMES[starts[1]..starts[2]], &GAMES[starts[2]..]].map(str::trim)
}

#[test]
fn a_dash_is_standard_output() {
    let path = file("pgn-dash.pgn", GAMES);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pgn-dash");
    fs::create_dir_all(&folder).unwrap();
    let run = |line: &[&str]| {
        let mut command = Command::new(BINARY);
        command.current_dir(&folder).args(["pgn", line[0], &path]).args(&line[1..]);
        command.output().unwrap()
    };
    for line in [
        &["filter", "--min-plies", "6"][..],
        &["dedupe"],
        &["sort", "--tag", "White"],
        &["annotate", "--nodes", "1"],
    ] {
        let (plain, dash) = (run(line), run(&[line, &["-o", "-"]].concat()));
        assert!(plain.status.success() && dash.status.success(), "{dash:?}");
        assert!(!plain.stdout.is_empty());
        assert_eq!(plain.stdout, dash.stdout, "{line:?}");
    }
    for line in [&["split", "--games", "1", "-o", "-"][..], &["filter", "-o", "-", "--json"]] {
        assert_eq!(run(line).status.code(), Some(2), "{line:?}");
    }
    let book = Command::new(BINARY)
        .current_dir(&folder)
        .args(["book", "make", &path, "--min-games", "1", "-o", "-"])
        .output()
        .unwrap();
    assert!(book.status.success(), "{book:?}");
    assert!(!book.stdout.is_empty() && book.stdout.len().is_multiple_of(16), "{book:?}");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
}

#[test]
fn dedupe_copies_each_game_once() {
    let [first, second, third] = texts();
    let commented = third.replace("c5", "{a comment} c5");
    let renamed = third.replace("\"B\"", "\"C\"");
    let text = [first, second, third, &commented, second, &renamed].join("\n\n");
    let path = file("pgn-dedupe.pgn", &format!("{text}\n\n{BROKEN}\n{BROKEN}"));
    let ran = ferz(&["pgn", "dedupe", &path]);
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""));
    assert_eq!(ran.out, [first, second, third, &renamed, BROKEN].join("\n\n"));
    let output = file("pgn-dedupe-out.pgn", "");
    let ran = ferz(&["pgn", "dedupe", &path, "-o", &output, "--moves", "--json"]);
    assert_eq!((&ran.json()["games"], &ran.json()["duplicates"]), (&12.into(), &6.into()));
    assert_eq!(
        std::fs::read_to_string(&output).unwrap(),
        [first, second, third, BROKEN].join("\n\n")
    );
}

#[test]
fn dedupe_compares_with_other_files_and_keeps_duplicates() {
    let [first, second, third] = texts();
    let known = file("pgn-dedupe-known.pgn", &format!("{second}\n\n{BROKEN}"));
    let path = file(
        "pgn-dedupe-new.pgn",
        &format!("{}\n\n{BROKEN}", [first, second, first, third].join("\n\n")),
    );
    let [out, left] =
        ["out", "left"].map(|name| file(&format!("pgn-dedupe-against-{name}.pgn"), "1. d4 *"));
    let ran = ferz(&[
        "pgn",
        "dedupe",
        &path,
        "--against",
        &known,
        "-o",
        &out,
        "--duplicates",
        &left,
        "--json",
    ]);
    assert_eq!(
        (&ran.json()["games"], &ran.json()["duplicates"]),
        (&7.into(), &5.into()),
        "{ran:?}"
    );
    let read = |path: &str| std::fs::read_to_string(path).unwrap();
    assert_eq!(read(&out), format!("{}\n", [first, third].join("\n\n")));
    assert_eq!(read(&left), [second, first, BROKEN].join("\n\n"));
    assert_eq!(read(&known), format!("{second}\n\n{BROKEN}"));
    // Nothing is left of a file against itself.
    let ran = ferz(&["pgn", "dedupe", &path, "--against", &path]);
    assert_eq!((ran.status, ran.out.as_str()), (Some(0), ""), "{ran:?}");
    for wrong in [
        &["--duplicates", &known, "--against", &known, "-o", &out][..],
        &["--against", &known, "-o", &known],
        &["--duplicates", &out, "-o", &out],
        &["--duplicates", "-"],
        &["--against", "nosuch.pgn"],
    ] {
        let ran = ferz(&[&["pgn", "dedupe", &path], wrong].concat());
        assert_eq!(ran.status, Some(2), "{wrong:?}: {ran:?}");
    }
    assert_eq!(read(&known), format!("{second}\n\n{BROKEN}"));
}

#[test]
fn split_divides_games_into_numbered_files() {
    let path = file("pgn-split.pgn", GAMES);
    let output = file("pgn-split-out.pgn", "");
    let ran = ferz(&["pgn", "split", &path, "-o", &output, "--games", "2"]);
    assert_eq!((ran.status, ran.out.as_str()), (Some(0), "3 games in 2 files\n"), "{ran:?}");
    let read = |number: u32| {
        let path = output.replace(".pgn", &format!("-{number:04}.pgn"));
        std::fs::read_to_string(path).unwrap()
    };
    assert_eq!(read(1), format!("{}\n", texts()[..2].join("\n\n")));
    assert_eq!(read(2), format!("{}\n", texts()[2]));
    // Fewer files than before: the rest of an earlier split is named.
    let ran = ferz(&["pgn", "split", &path, "-o", &output, "--games", "3"]);
    assert_eq!((ran.status, ran.out.as_str()), (Some(0), "3 games in 1 file\n"), "{ran:?}");
    assert!(ran.err.ends_with("pgn-split-out-0002.pgn is not of this split and was left\n"));
    let source = file("pgn-split-source-0001.pgn", GAMES);
    let name = source.replace("-0001", "");
    let ran = ferz(&["pgn", "split", &source, "-o", &name, "--games", "1"]);
    assert!(ran.error_line().contains("input file"), "{ran:?}");
    assert_eq!(std::fs::read_to_string(&source).unwrap(), GAMES);
}

#[test]
fn split_divides_games_by_a_value() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pgn-split-by");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let path = file("pgn-split-by.pgn", GAMES);
    let out = folder.join("out.pgn");
    for (by, expected) in [
        ("eco", &[("A00", &[1][..]), ("B50", &[2]), ("C20", &[0])][..]),
        ("month", &[("1851-06", &[0]), ("1868-unknown", &[1]), ("unknown", &[2])]),
        ("White", &[("A", &[2]), ("Anderssen__Adolf", &[0]), ("Loyd__Sam", &[1])]),
        ("Nosuch", &[("unknown", &[0, 1, 2])]),
        ("Result", &[("0-1", &[2]), ("1-0", &[0]), ("1_2-1_2", &[1])]),
    ] {
        let ran = ferz(&["pgn", "split", &path, "-o", out.to_str().unwrap(), "--by", by, "--json"]);
        assert_eq!(
            (&ran.json()["games"], &ran.json()["files"]),
            (&3.into(), &expected.len().into())
        );
        let mut files: Vec<_> =
            fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        for (found, (part, games)) in files.iter().zip(expected) {
            assert_eq!(found, &folder.join(format!("out-{part}.pgn")));
            let games: Vec<_> = games.iter().map(|&game: &usize| texts()[game]).collect();
            assert_eq!(fs::read_to_string(found).unwrap(), games.join("\n\n") + "\n");
            fs::remove_file(found).unwrap();
        }
        assert_eq!(files.len(), expected.len());
    }
    // Too many values: an error without a file, however large the input.
    let many: String = (0..1001).map(|n| format!("[White \"{n}\"]\n\n*\n\n")).collect();
    let many = file("pgn-split-many.pgn", &many);
    let ran = ferz(&["pgn", "split", &many, "-o", out.to_str().unwrap(), "--by", "White"]);
    assert!(
        ran.error_line().contains("1,000 values") || ran.error_line().contains("open files"),
        "{ran:?}"
    );
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
    for wrong in [&["--by", "eco", "--games", "2"][..], &[]] {
        let ran = ferz(&[&["pgn", "split", &path, "-o", out.to_str().unwrap()], wrong].concat());
        assert_eq!(ran.status, Some(2), "{ran:?}");
    }
}

#[test]
fn sort_orders_games_by_a_tag() {
    let path = file("pgn-sort.pgn", GAMES);
    for (options, order) in [
        (&[][..], [0, 1, 2]),
        (&["--tag", "White"], [2, 0, 1]),
        (&["--tag", "White", "--reverse"], [1, 0, 2]),
        (&["--tag", "Black"], [1, 2, 0]),
        (&["--tag", "Nosuch"], [0, 1, 2]),
    ] {
        let mut arguments = vec!["pgn", "sort", &path];
        arguments.extend(options);
        let expected = order.map(|game: usize| texts()[game]).join("\n\n") + "\n";
        assert_eq!(ferz(&arguments).out, expected, "{options:?}");
    }
}

/// Texts of games that are hard to divide: broken games, comments with blank lines and tags, byte
/// order marks, CRLF, escaped lines, games without tags or result.
fn uneven_games() -> String {
    let games = [
        GAMES.to_owned(),
        BROKEN.to_owned(),
        GAMES.replace('\n', "\r\n"),
        format!("\u{FEFF}{GAMES}"),
        "% an escaped line\n\n[White \"d\"]\n[Date \"1900\"]\n\n1. e4 {a\n\n[b] comment} e5"
            .to_owned(),
        "; a line of comment\n[White \"e\"]\n\n1. d4 {[\n\n[Event \"within a comment\"] } *"
            .to_owned(),
        "[White \"f\"]\n\n1. c4 *\n1. c4 c5 *\n\n1. Nf3 (1. g3 $1".to_owned(),
        "[White \"g\"]\n[White bad]\n\n1. c4 *".to_owned(),
    ];
    (0..16_000).map(|number| format!("{}\n\n", games[number * 5 / 3 % games.len()])).collect()
}

#[test]
fn copied_texts_do_not_depend_on_threads() {
    let text = uneven_games();
    assert!(text.len() > 3 << 20);
    let plain = file("pgn-uneven.pgn", &text);
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(text.as_bytes()).unwrap();
    let compressed = file("pgn-uneven.pgn.gz", "");
    std::fs::write(&compressed, gzip.finish().unwrap()).unwrap();
    let output = file("pgn-uneven-out.pgn", "");
    let pieces = |number: u32| output.replace(".pgn", &format!("-{number:04}.pgn"));
    for arguments in [
        &["filter", "--min-plies", "2"][..],
        &["filter", "--invert", "--white", "anderssen"],
        &["filter", "--limit", "11000", "--max-plies", "7"],
        &["dedupe"],
        &["dedupe", "--moves"],
        &["convert", "--to", "jsonl"],
        &["convert", "--to", "csv", "--ply", "3"],
        &["sort"],
        &["split", "--games", "12000", "--output", &output],
    ] {
        let run = |path: &str, threads: &str| {
            let ran = ferz(&[&["pgn"], arguments, &[path, "--threads", threads]].concat());
            assert_eq!(ran.status, Some(0), "{arguments:?}: {}", ran.err);
            let files = (1..=3).map(|number| std::fs::read(pieces(number)).unwrap_or_default());
            let [out, err] = [ran.out, ran.err].map(|text| text.replace(path, "PATH"));
            (out, err, files.collect::<Vec<_>>())
        };
        let one = run(&plain, "1");
        assert!(arguments[0] == "split" || one.0.len() > 300, "{arguments:?}");
        for (path, threads) in
            [(&plain, "2"), (&plain, "3"), (&compressed, "1"), (&compressed, "3")]
        {
            assert!(run(path, threads) == one, "{arguments:?} with {threads} threads of {path}");
        }
    }
    assert!(!std::fs::read(pieces(3)).unwrap().is_empty());
}

#[test]
fn copying_loses_no_text() {
    let path = file("pgn-complete.pgn", &uneven_games());
    let letters = |text: &str| {
        let is_text = |c: &char| !c.is_whitespace() && *c != '\u{FEFF}';
        text.chars().filter(is_text).collect::<String>()
    };
    for threads in ["1", "2"] {
        let ran = ferz(&["pgn", "filter", &path, "--threads", threads]);
        assert!(ran.err.contains("warnings, which `ferz pgn check` prints"), "{ran:?}");
        assert!(letters(&ran.out) == letters(&uneven_games()), "{threads}");
        // With --strict, games with errors in their tags are not copied.
        let ran = ferz(&["pgn", "filter", &path, "--threads", threads, "--strict"]);
        assert!(ran.err.contains("found the tag `White` with the value `bad` without quotes"));
        let faulty = "[White \"g\"]\n[White bad]\n\n1. c4 *";
        assert!(letters(&ran.out) == letters(&uneven_games().replace(faulty, "")), "{threads}");
    }
}

/// A game of more than 64 MiB is not copied, and the others are.
#[test]
fn a_huge_game_costs_only_itself() {
    let game = |black: &str, comment: &str| {
        format!("[White \"w\"]\n[Black \"{black}\"]\n\n1. e4 {{{comment}}} e5 *\n\n")
    };
    let huge = "x".repeat(65 << 20);
    let path = file("pgn-huge.pgn", &(game("b", "") + &game("huge", &huge) + &game("c", "")));
    let split = file("pgn-huge-split.pgn", "");
    for arguments in [
        &["filter", "--white", "w"][..],
        &["sort"],
        &["dedupe"],
        &["split", "--games", "9", "--output", &split],
    ] {
        for threads in ["1", "2"] {
            let command = ["pgn", arguments[0], &path, "--threads", threads];
            let ran = ferz(&[&command, &arguments[1..]].concat());
            let text = match arguments[0] {
                "split" => std::fs::read_to_string(split.replace(".pgn", "-0001.pgn")).unwrap(),
                _ => ran.out.clone(),
            };
            assert_eq!(text.matches("[Black ").count(), 2, "{arguments:?} {threads}");
            assert!(!text.contains("huge") && ran.status == Some(0), "{arguments:?} {threads}");
            assert!(ran.err.contains("game 2"), "{arguments:?} {threads}: {}", ran.err);
        }
    }
}

#[test]
fn names_of_compressed_files_are_refused_as_output() {
    let path = file("pgn-plain.pgn", "1. e4 *\n");
    for command in ["sort", "filter", "dedupe", "annotate"] {
        let ran = ferz(&["pgn", command, &path, "-o", &format!("{path}.zst")]);
        assert!(ran.error_line().contains("not compressed"), "{ran:?}");
    }
}

#[test]
fn moves_in_another_language_are_named_and_read_on_request() {
    let path = file(
        "pgn-german.pgn",
        "[Result \"1:0\"]\n\n1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. Lxc6 dxc6 5. 0-0 *\n",
    );
    for command in ["check", "stats", "clean"] {
        let ran = ferz(&["pgn", command, &path]);
        let text = ran.out + &ran.err;
        assert!(text.contains("the move `Sf3`, with the piece letters of German (`de`)"), "{text}");
        assert!(ran.err.contains("ferz: --pieces de reads moves in German\n"), "{}", ran.err);
    }
    for letters in ["de", "KDTLS"] {
        let ran = ferz(&["pgn", "clean", &path, "--pieces", letters]);
        assert!(ran.out.contains("[Result \"1-0\"]"), "{ran:?}");
        assert!(
            ran.out.ends_with("\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O 1-0\n"),
            "{ran:?}"
        );
    }
    let wrong = ferz(&["pgn", "check", &path, "--pieces", "xx"]);
    assert!(wrong.status == Some(2) && wrong.err.contains("de, es, fr"), "{wrong:?}");
}
