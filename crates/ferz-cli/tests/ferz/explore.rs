//! `ferz explore`.

use crate::process::{BINARY, ferz, file};
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Instant;

const GAMES: &str = "[Event \"League\"]\n[White \"Anna\"]\n[Black \"Boris\"]\n[Date \"2024.03.15\"]\n\
    [WhiteElo \"2100\"]\n[BlackElo \"2000\"]\n[TimeControl \"180+2\"]\n[Result \"1-0\"]\n\n\
    1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 1-0\n\n\
    [White \"Clara\"]\n[Black \"Anna\"]\n[Date \"2023.01.02\"]\n[WhiteElo \"1900\"]\n\
    [Result \"1/2-1/2\"]\n\n1. Nf3 c5 2. e4 d6 3. Bb5+ 1/2-1/2\n\n\
    [White \"Boris\"]\n[Black \"Clara\"]\n[Result \"0-1\"]\n\n1. d4 d5 0-1\n\n";

/// Returns the path of an index that does not exist.
fn index(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    path.to_str().unwrap().to_owned()
}

/// Makes an index of the games.
fn made(name: &str) -> String {
    let (index, games) = (index(name), file(&format!("{name}.pgn"), GAMES));
    let ran = ferz(&["explore", "add", &index, &games]);
    assert!(ran.out.starts_with("3 games added\n"), "{ran:?}");
    index
}

fn show(index: &str, arguments: &[&str]) -> String {
    let ran = ferz(&[&["explore", "show", index], arguments].concat());
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""), "{ran:?}");
    ran.out
}

#[test]
fn the_table_has_moves_results_ratings_dates_and_openings() {
    let index = made("explore-table");
    assert_eq!(
        show(&index, &[]),
        "3 games, White scored 50.0 %\n\n\
         move  games  share  White / draw / Black              rating  last played  opening\n\
         Nf3       1   33 %  ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒   0 100   0    1900  2023.01.02   A04 Zukertort Opening\n\
         d4        1   33 %  ░░░░░░░░░░░░░░░░░░░░   0   0 100                       A40 Queen's Pawn Game\n\
         e4        1   33 %  ████████████████████ 100   0   0    2100  2024.03.15   B00 King's Pawn Game\n"
    );
    // Both orders of moves lead to the same position.
    let sicilian = "1. e4 c5 2. Nf3\nB27 Sicilian Defense\n2 games, Black scored 25.0 %\n\n\
        move  games  share  White / draw / Black              rating  last played  opening\n\
        d6        2  100 %  ██████████▒▒▒▒▒▒▒▒▒▒  50  50   0    2000  2024.03.15   B50 Modern Variations\n";
    assert_eq!(show(&index, &["e4", "c5", "Nf3"]), sicilian);
    let fen = "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2";
    let by_fen = show(&index, &[fen]);
    assert_eq!(by_fen.lines().collect::<Vec<_>>(), sicilian.lines().skip(1).collect::<Vec<_>>());
    assert_eq!(
        show(&index, &["a4"]),
        "1. a4\nA00 Ware Opening\n0 games\n\nno game with a move from this position\n"
    );
    let as_white = show(&index, &["e4", "c5", "Nf3", "--player", "anna", "--color", "white"]);
    assert!(as_white.contains("\n1 game, Anna scored 100.0 % with White\n\n"), "{as_white}");
    let both = show(&index, &["e4", "c5", "Nf3", "--player", "anna"]);
    let scores = "\n2 games, Anna scored 75.0 %\n\
        with White 100.0 % of 1 game, with Black 50.0 % of 1 game\n\n";
    assert!(both.contains(scores), "{both}");
    let limited = show(&index, &["--max-moves", "1", "--games", "1"]);
    assert!(limited.contains("2 other moves in 2 games (--max-moves)\n"), "{limited}");
    assert!(
        limited
            .contains("best rated games\ne4      1-0     2024.03.15  Anna (2100) - Boris (2000)\n")
    );
}

/// Returns the table of a position for a number of columns.
fn show_in(columns: usize, index: &str, arguments: &[&str]) -> String {
    let mut command = Command::new(BINARY);
    command.args(["explore", "show", index]).args(arguments).env("COLUMNS", columns.to_string());
    let text = String::from_utf8(command.output().unwrap().stdout).unwrap();
    assert!(text.lines().all(|line| line.chars().count() <= columns), "{columns}:\n{text}");
    text
}

#[test]
fn the_table_fits_the_columns() {
    let index = made("explore-columns");
    assert_eq!(
        show_in(80, &index, &[]),
        "3 games, White scored 50.0 %\n\n\
         move  games  share  White / draw / Black  rating  last  opening\n\
         Nf3       1   33 %  ▒▒▒▒▒▒▒▒   0 100   0    1900  2023  A04 Zukertort Opening\n\
         d4        1   33 %  ░░░░░░░░   0   0 100                A40 Queen's Pawn Game\n\
         e4        1   33 %  ████████ 100   0   0    2100  2024  B00 King's Pawn Game\n"
    );
    let narrow = show_in(60, &index, &[]);
    let row = "\ne4        1   33 %  ████████████ 100   0   0    2100\n";
    assert!(narrow.contains(row), "{narrow}");
    // Names are cut between words.
    let cut = show_in(70, &index, &[]);
    assert!(cut.contains("  A40 Queen's Pawn…\n"), "{cut}");
    for columns in 60..120 {
        let text = show_in(columns, &index, &["--games", "2", "--player", "anna"]);
        assert!(text.contains("scored"), "{text}");
    }
}

#[test]
fn names_are_reported_as_by_pgn_filter() {
    let games = "[White \"Anna Meyer\"]\n[Black \"Boris\"]\n[Event \"Clara Cup\"]\n[Result \"1-0\"]\n\n\
        1. e4 e5 1-0\n\n[White \"Boris\"]\n[Black \"Anna\"]\n[Result \"1-0\"]\n\n1. d4 d5 1-0\n\n\
        [White \"Boris\"]\n[Black \"Anna\"]\n[Result \"0-1\"]\n\n1. d4 f5 0-1\n\n";
    let (index, pgn) = (index("explore-names"), file("explore-names.pgn", games));
    ferz(&["explore", "add", &index, &pgn]);
    for (names, expected) in [
        (&["--player", "boris"][..], ""),
        (
            &["--player", "anna"],
            "ferz: \"anna\" found 2 names: \"Anna\" (2 games), \"Anna Meyer\" (1 game)\n",
        ),
        // A name of an event is none of a player.
        (
            &["--player", "clara"],
            "ferz: no game meets the conditions: no player has the name \"clara\", compared by whole words\n",
        ),
        (&["--player", "boris", "--since", "2024"], "ferz: no game meets the conditions\n"),
    ] {
        let messages = ["explore games", "explore show", "pgn filter"].map(|command| {
            let source = if command == "pgn filter" { &pgn } else { &index };
            let (first, second) = command.split_once(' ').unwrap();
            let ran = ferz(&[&[first, second, source], names].concat());
            assert_eq!(ran.status, Some(0), "{ran:?}");
            ran.err
        });
        assert_eq!(messages, [expected; 3], "{names:?}");
    }
    let unknown = ferz(&["explore", "games", &index, "--player", "ann", "--opponent", "bori"]);
    assert!(unknown.err.contains("has the name \"ann\" or \"bori\", compared"), "{unknown:?}");
    // The name is known, but not in this position.
    let other = ferz(&["explore", "show", &index, "c4", "--player", "anna"]);
    assert_eq!(other.err, "ferz: no game meets the conditions\n", "{other:?}");
    assert_eq!(ferz(&["explore", "games", &index, "c4"]).err, "ferz: found no game\n");
    assert_eq!(ferz(&["explore", "show", &index, "c4"]).err, "");
    let several = ferz(&["explore", "show", &index, "--player", "anna"]);
    let scores = "3 games, anna scored 66.7 %\n\
        with White 100.0 % of 1 game, with Black 50.0 % of 2 games\n";
    assert!(several.out.starts_with(scores), "{several:?}");
    let json = ferz(&["explore", "show", &index, "--player", "anna", "--json"]).json();
    let expected = serde_json::json!({
        "white": {"won": 1, "drawn": 0, "lost": 0}, "black": {"won": 1, "drawn": 0, "lost": 1},
    });
    assert_eq!(json["player"], expected);
}

#[test]
fn conditions_select_games() {
    let index = made("explore-conditions");
    let games = |arguments: &[&str]| {
        let json = ferz(&[&["explore", "show", &index, "--json"], arguments].concat()).json();
        ["white", "draws", "black"].map(|name| json[name].as_u64().unwrap())
    };
    assert_eq!(games(&[]), [1, 1, 1]);
    assert_eq!(games(&["--player", "anna"]), [1, 1, 0]);
    assert_eq!(games(&["--player", "anna", "--color", "black"]), [0, 1, 0]);
    assert_eq!(games(&["--player", "ann"]), [0, 0, 0]);
    assert_eq!(games(&["--player", "boris", "--opponent", "clara"]), [0, 0, 1]);
    assert_eq!(games(&["--min-elo", "2000"]), [1, 0, 0]);
    assert_eq!(games(&["--mean-elo", "2050"]), [1, 0, 0]);
    assert_eq!(games(&["--mean-elo", "-2049,2051-"]), [0, 0, 0]);
    assert_eq!(games(&["--player", "anna", "--opponent-elo", "1900-2000"]), [1, 1, 0]);
    assert_eq!(games(&["--player", "anna", "--opponent-elo", "-1950"]), [0, 1, 0]);
    assert_eq!(games(&["--opponent", "anna", "--opponent-elo", "2100"]), [1, 0, 0]);
    assert_eq!(games(&["--mode", "rated"]), [0, 0, 0]);
    assert_eq!(games(&["--speed", "blitz", "--speed", "rapid"]), [1, 0, 0]);
    assert_eq!(games(&["--since", "2023.02"]), [1, 0, 0]);
    assert_eq!(games(&["--until", "2023"]), [0, 1, 0]);
    assert_eq!(games(&["--event", "LEAGUE"]), [1, 0, 0]);
    assert_eq!(games(&["--speed", "blitz,rapid"]), [1, 0, 0]);
    assert_eq!(games(&["--tag", "Event = League"]), [1, 0, 0]);
    assert_eq!(games(&["--tag", "White ~ ^(anna|clara)", "--tag", "WhiteElo < 2000"]), [0, 1, 0]);
    for (arguments, reason) in [
        (&["--color", "white"][..], "--color needs --player"),
        (&["--color", "red", "--player", "a"], "red"),
        (&["--min-elo", "2001", "--max-elo", "2000"], "--min-elo is above --max-elo"),
        (&["--since", "2024.02", "--until", "2024.01"], "--since is after --until"),
        (&["--min-elo", "x"], "expected a rating"),
        (&["--opponent-elo", "2000-"], "--opponent-elo needs --player"),
        (&["--mean-elo", "2000-1000"], "expected a number that is not below 2000"),
        (&["--mode", "both"], "rated"),
        (&["--tag", "Round"], "expected an operator"),
        (&["--speed", "fast"], "expected a speed: ultraBullet"),
        (&["--since", "May"], "expected a date like 2024"),
        (&["e5"], "\"e5\""),
        (&["8/8/8/8/8/8/8/8 w - - 0 1"], "White has no king"),
        // `1/2` is part of a board too.
        (&["6k1/1/2p5/8/8/8/8/K7 w - - 0 1"], "rank"),
        (&["8/2p4k/1/2p5/8/8/8/K7 w - - 0 1"], "rank"),
    ] {
        let ran = ferz(&[&["explore", "show", &index], arguments].concat());
        assert!(ran.error_line().contains(reason), "{arguments:?}: {ran:?}");
    }
}

#[test]
fn json_has_the_fields_of_lichess() {
    let index = made("explore-json");
    let json: serde_json::Value =
        serde_json::from_str(&show(&index, &["e4", "c5", "--json"])).unwrap();
    let expected = serde_json::json!({
        "white": 1, "draws": 0, "black": 0,
        "moves": [{
            "uci": "g1f3", "san": "Nf3", "averageRating": 2100, "white": 1, "draws": 0, "black": 0,
            "game": {
                "id": "0", "winner": "white", "result": "1-0", "speed": "blitz", "mode": null,
                "white": {"name": "Anna", "rating": 2100}, "black": {"name": "Boris", "rating": 2000},
                "year": 2024, "month": "2024-03",
            },
            "opening": {"eco": "B27", "name": "Sicilian Defense"},
        }],
        "topGames": [{
            "uci": "g1f3", "id": "0", "winner": "white",
        "result": "1-0", "speed": "blitz", "mode": null,
            "white": {"name": "Anna", "rating": 2100}, "black": {"name": "Boris", "rating": 2000},
            "year": 2024, "month": "2024-03",
        }],
        "recentGames": [{
            "uci": "g1f3", "id": "0", "winner": "white", "result": "1-0", "speed": "blitz", "mode": null,
            "white": {"name": "Anna", "rating": 2100}, "black": {"name": "Boris", "rating": 2000},
            "year": 2024, "month": "2024-03",
        }],
        "opening": {"eco": "B20", "name": "Sicilian Defense"},
    });
    assert_eq!(json, expected);
}

#[test]
fn games_are_copied_as_they_were() {
    let index = made("explore-games");
    let ran = ferz(&["explore", "games", &index]);
    assert_eq!(ran.out, GAMES.trim_end().to_owned() + "\n");
    let out = file("explore-games-out.pgn", "");
    let ran =
        ferz(&["explore", "games", &index, "Nf3", "c5", "e4", "-o", &out, "--player", "clara"]);
    assert_eq!(ran.out, "1 game\n");
    assert!(fs::read_to_string(&out).unwrap().starts_with("[White \"Clara\"]"));
    let none = self::index("explore-no-text");
    let games = file("explore-no-text.pgn", GAMES);
    ferz(&["explore", "add", &none, &games, "--no-text", "--plies", "4"]);
    let error = ferz(&["explore", "games", &none]);
    assert!(error.error_line().contains("no text of 3 games"), "{error:?}");
    assert!(show(&none, &["e4", "c5", "Nf3", "d6"]).contains("no game"));
    // Tags are there without texts too.
    let tagged = ferz(&["explore", "show", &none, "--tag", "White = clara"]);
    assert!(tagged.out.starts_with("1 game, "), "{tagged:?}");
}

#[test]
fn games_are_added_once_and_faults_are_reported() {
    let index = made("explore-twice");
    let faulty = format!("{GAMES}[White \"D\"]\n\n1. e4 Ke7 *\n\n[White \"E\"]\n\n1. c4 *\n");
    let games = file("explore-faulty.pgn", &faulty);
    let ran = ferz(&["explore", "add", &index, &games, "--json"]);
    assert!(ran.err.contains("`Ke7`"), "{ran:?}");
    let json = ran.json();
    let counts =
        ["added", "duplicates", "errors", "games", "segments"].map(|name| json[name].as_u64());
    assert_eq!(counts, [1, 3, 1, 4, 2].map(Some));
    let ran = ferz(&["explore", "add", &index, &games, "--plies", "9"]);
    assert!(ran.error_line().contains("first 50 plies"), "{ran:?}");
    let ran = ferz(&["explore", "compact", &index]);
    assert!(ran.out.contains(": 4 games, 13 positions in 1 segment, "), "{ran:?}");
    let ran = ferz(&["explore", "check", &index]);
    assert!(ran.out.ends_with("no fault\n"), "{ran:?}");
    let ran = ferz(&["explore", "compact", &index, "--min-games", "2", "--json"]);
    assert_eq!((&ran.json()["min_games"], &ran.json()["games"]), (&2.into(), &4.into()), "{ran:?}");
    let rare = show(&index, &["d4"]);
    assert!(rare.ends_with("\npositions of fewer than 2 games were left out\n"), "{rare}");
    assert!(show(&index, &["e4", "c5", "Nf3"]).contains("\n2 games, "));
    let ran = ferz(&["explore", "compact", &index, "--min-games", "0"]);
    assert!(ran.error_line().contains("--min-games"), "{ran:?}");
    let absent = ferz(&["explore", "show", "no-such-index"]);
    assert!(absent.error_line().contains("`ferz explore add` makes one"), "{absent:?}");
    let unread = self::index("explore-unread");
    assert!(ferz(&["explore", "add", &unread, "no.pgn"]).error_line().contains("no.pgn"));
    assert!(!fs::exists(unread).unwrap());
    let other = ferz(&["explore", "add", env!("CARGO_MANIFEST_DIR"), &games]);
    assert!(other.error_line().contains("the folder has other files"), "{other:?}");
    let path = fs::read_dir(&index).unwrap().map(|entry| entry.unwrap().path());
    let table = path.filter(|path| path.extension().is_some_and(|ending| ending == "tbl")).max();
    let mut bytes = fs::read(table.as_ref().unwrap()).unwrap();
    bytes[4_100] ^= 1;
    fs::write(table.unwrap(), bytes).unwrap();
    let ran = ferz(&["explore", "check", &index]);
    assert_eq!((ran.status, ran.out.as_str()), (Some(1), ""), "{ran:?}");
    assert!(ran.err.contains("damaged at byte 4096"), "{ran:?}");
}

#[test]
fn a_process_killed_at_random_moments_leaves_the_old_or_the_new_index() {
    let games = |seed: usize| -> String {
        let game = |number: usize| {
            let (a, b) =
                (["e4", "d4", "c4", "Nf3"][number % 4], ["e5", "d5", "c5", "Nf6"][number / 4 % 4]);
            format!("[White \"{seed}\"]\n[Black \"{number}\"]\n\n1. {a} {b} *\n\n")
        };
        (0..2_000).map(game).collect()
    };
    let index = index("explore-killed");
    let checked = || {
        let ran = ferz(&["explore", "check", &index, "--json"]);
        assert_eq!(ran.status, Some(0), "{ran:?}");
        let json = ran.json();
        (json["games"].as_u64().unwrap(), json["segments"].as_u64().unwrap())
    };
    let timed = |arguments: &[&str]| {
        let started = Instant::now();
        assert_eq!(ferz(arguments).status, Some(0));
        started.elapsed()
    };
    let path = file("explore-killed.pgn", "");
    let add = ["explore", "add", &index, &path, "--memory", "1"];
    let compact = ["explore", "compact", &index];
    fs::write(&path, games(100)).unwrap();
    timed(&add);
    fs::write(&path, games(101)).unwrap();
    let (adding, compacting) = (timed(&add), timed(&compact));
    let mut rng = fastrand::Rng::with_seed(1);
    let mut killed = [0, 0];
    for round in 0..20 {
        let is_compact = round % 2 == 1;
        fs::write(&path, games(round)).unwrap();
        if is_compact {
            // So that there is something to merge.
            timed(&add);
        }
        let old = checked();
        let (arguments, time) =
            if is_compact { (&compact[..], compacting) } else { (&add[..], adding) };
        let mut process = Command::new(BINARY)
            .args(arguments)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(time.mul_f64(rng.f64()));
        let is_done = process.try_wait().unwrap().is_some();
        let _ = process.kill();
        process.wait().unwrap();
        killed[round % 2] += usize::from(!is_done);
        let new = checked();
        let is_new = if is_compact { new == (old.0, 1) } else { new.0 == old.0 + 2_000 };
        assert!(is_new || !is_done && new == old, "{round}: {old:?} {new:?}");
    }
    assert!(killed.iter().all(|&killed| killed >= 5), "{killed:?}");
    let old = checked();
    fs::write(&path, games(102)).unwrap();
    let ran = ferz(&add);
    assert!(ran.out.starts_with("2,000 games added"), "{ran:?}");
    assert_eq!(checked().0, old.0 + 2_000);
    let names = fs::read_dir(&index)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert!(names.into_iter().all(|name| !name.ends_with(".tmp")));
}

#[test]
fn segments_without_their_manifest_are_kept_and_recovered() {
    let index = made("explore-lost");
    let more = "[White \"Dora\"]\n[Black \"Emil\"]\n\n1. c4 1-0\n\n".to_owned();
    let more = file("explore-lost-more.pgn", &more);
    let manifest = PathBuf::from(&index).join("manifest");
    fs::remove_file(&manifest).unwrap();
    for command in [&["add", &index, &more][..], &["show", &index], &["check", &index]] {
        let ran = ferz(&[&["explore"], command].concat());
        assert_eq!(ran.status, Some(2), "{ran:?}");
        assert!(ran.err.contains("`ferz explore recover` makes it anew"), "{ran:?}");
    }
    let ran = ferz(&["explore", "recover", &index]);
    assert!(ran.out.contains(": recovered: 3 games, 13 positions in 1 segment"), "{ran:?}");
    let ran = ferz(&["explore", "add", &index, &more]);
    assert!(ran.out.contains(": 4 games, "), "{ran:?}");
    let ran = ferz(&["explore", "recover", &index]);
    assert!(ran.out.contains(": nothing to recover: 4 games"), "{ran:?}");
    // The segment of three games has taken in the one of a game, or stays beside it.
    let positions = PathBuf::from(&index).join("positions-1.dir");
    fs::remove_file(&positions).unwrap();
    let ran = ferz(&["explore", "recover", &index]);
    assert_eq!(ran.status, Some(1), "{ran:?}");
    assert!(ran.err.contains("segment 1: ") && ran.err.contains("positions-1.dir"), "{ran:?}");
    let ran = ferz(&["explore", "recover", &index, "--partial", "--json"]);
    assert_eq!(
        (&ran.json()["games"], &ran.json()["changed"]),
        (&1.into(), &true.into()),
        "{ran:?}"
    );
    assert!(show(&index, &[]).contains("c4        1"), "{ran:?}");
}

#[test]
fn a_book_of_an_index_is_that_of_its_games() {
    let games: String = (0..40)
        .map(|number| {
            let (a, b) = (["e4", "d4", "Nf3"][number % 3], ["e5", "d5", "Nf6"][number / 3 % 3]);
            let result = ["1-0", "0-1", "1/2-1/2", "*"][number % 4];
            let tags = format!("[White \"{number}\"]\n[Result \"{result}\"]");
            format!("{tags}\n\n1. {a} {b} 2. a3 a6 {result}\n\n")
        })
        .collect();
    let (index, pgn) = (index("explore-book"), file("explore-book.pgn", &games));
    ferz(&["explore", "add", &index, &pgn]);
    let [by_games, by_index] =
        ["explore-games.bin", "explore-index.bin"].map(|name| file(name, ""));
    for options in
        [&["--min-games", "1"][..], &["--min-games", "5", "--learn"], &["--max-plies", "2"]]
    {
        let ran = ferz(&[&["book", "make", &pgn, "--exact", "-o", &by_games], options].concat());
        assert_eq!(ran.status, Some(0), "{ran:?}");
        let ran = ferz(&[&["book", "make", "--from", &index, "-o", &by_index], options].concat());
        assert!(ran.out.contains("in 40 games"), "{ran:?}");
        assert_eq!(entries(&by_games), entries(&by_index), "{options:?}");
        assert!(!entries(&by_index).is_empty());
    }
}

/// Returns the entries of a book; those of equal weight are in any order.
fn entries(book: &str) -> Vec<Vec<u8>> {
    let bytes = fs::read(book).unwrap();
    let mut entries: Vec<_> = bytes.chunks(16).map(<[u8]>::to_vec).collect();
    entries.sort();
    entries
}
