//! The command `pgn crosstable`.

use crate::process::{BINARY, ferz, file};
use std::process::Command;

/// Returns a game without moves.
fn game(event: &str, round: &str, white: &str, black: &str, result: &str) -> String {
    format!(
        "[Event \"{event}\"]\n[Date \"2024.05.0{}\"]\n[Round \"{round}\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n\
         [WhiteElo \"2100\"]\n[Result \"{result}\"]\n\n{result}\n\n",
        &round[..1]
    )
}

/// A round robin of four players, a double game in it, a Swiss of six in three rounds, and a game without names.
fn games() -> String {
    let draw = "1/2-1/2";
    [
        game("Club", "1.1", "Anna", "Boris", "1-0"),
        game("Club", "1.2", "Clara", "Dirk", draw),
        game("Club", "2.1", "Clara", "Anna", "0-1"),
        game("Club", "2.2", "Boris", "Dirk", "1-0"),
        game("Open", "1", "Edda", "Fritz", "1-0"),
        game("Open", "1", "Gerd", "Hanna", "0-1"),
        game("Open", "1", "Ida", "Jan", draw),
        game("Club", "3.1", "Anna", "Dirk", draw),
        game("Club", "3.2", "Boris", "Clara", "1-0"),
        game("Open", "2", "Hanna", "Edda", "1-0"),
        game("Open", "2", "Jan", "Gerd", "1-0"),
        game("Open", "3", "Ida", "Hanna", "0-1"),
        game("Open", "3", "Edda", "Jan", "*"),
        game("Club", "4", "Dirk", "Anna", "0-1"),
        game("Open", "3", "?", "Gerd", "1-0"),
    ]
    .concat()
}

#[test]
fn events_have_tables_by_their_kinds() {
    let path = file("crosstable.pgn", &games());
    let ran = ferz(&["pgn", "crosstable", &path]);
    assert_eq!(ran.status, Some(0), "{ran:?}");
    assert!(ran.err.contains("1 game without two names of players left out"), "{ran:?}");
    assert_eq!(
        ran.out,
        "\
Club: 2024.05.01 to 2024.05.04, 4 players, 7 games, round robin
            Elo points   S.-B.   1  2  3  4
1  Anna    2100    3.5    4.00   x  1 ½1  1
2  Boris   2100    2.0    1.50   0  x  1  1
3  Dirk    2100    1.0    2.00  ½0  0  x  ½
4  Clara   2100    0.5    0.50   0  0  ½  x
Equal scores are separated by Sonneborn-Berger, wins.

Open: 2024.05.01 to 2024.05.03, 6 players, 7 games, Swiss
            Elo points   Buch   S.-B.    1   2   3
1  Hanna   2100    3.0    1.5    1.50  5b1 3w1 4b1
2  Jan     2100    1.5    0.5    0.25  4b½ 5w1 3b*
3  Edda    2100    1.0    3.0    0.00  6w1 1b0 2w*
4  Ida     2100    0.5    4.5    0.75  2w½     1w0
5  Gerd    2100    0.0    4.5    0.00  1w0 2b0
6  Fritz           0.0    1.0    0.00  3b0
Equal scores are separated by Buchholz, Sonneborn-Berger, wins.
"
    );
}

#[test]
fn results_that_do_not_fit_follow_below() {
    let path = file("crosstable-narrow.pgn", &games());
    let narrow = Command::new(BINARY)
        .args(["pgn", "crosstable", &path, "--event", "open"])
        .env("COLUMNS", "43")
        .output()
        .unwrap();
    let out = String::from_utf8(narrow.stdout).unwrap();
    assert!(out.lines().all(|line| line.chars().count() <= 43), "{out}");
    assert_eq!(out.lines().filter(|line| line.contains("Hanna")).count(), 3, "{out}");
}

#[test]
fn json_has_the_sums_and_the_kind_can_be_given() {
    let path = file("crosstable-json.pgn", &games());
    let ran = ferz(&["pgn", "crosstable", &path, "--event", "club", "--kind", "swiss", "--json"]);
    let json = ran.json();
    assert_eq!((&json["event"], &json["games"]), (&"Club".into(), &7.into()), "{json}");
    assert_eq!(json["tie_breaks"][0], "Buchholz");
    let best = &json["players"][0];
    assert_eq!(
        (&best["name"], &best["score"], &best["rank"]),
        (&"Anna".into(), &3.5.into(), &1.into())
    );
    assert_eq!((&best["buchholz"], &best["sonneborn_berger"]), (&4.5.into(), &4.0.into()));
    let game = &best["games"][2];
    assert_eq!((&game["opponent"], &game["color"]), (&"Dirk".into(), &"white".into()), "{game}");
    assert_eq!((&game["round"], &game["points"]), (&3.into(), &0.5.into()), "{game}");
}
