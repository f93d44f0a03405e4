use crate::process::{BINARY, ferz, file};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Puzzles of Lichess (CC0), and one whose solution is not the best move.
const ROWS: &str = "\
PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,OpeningTags
NyqzC,5r2/1b3pk1/p5p1/1p1p2Q1/1P2p1N1/P3P2P/3q1PPK/R1r5 b - - 1 33,c1a1 g5h6 g7g8 g4f6,1338,80,97,13988,endgame mate mateIn2 short,
kS2Q6,r7/P1R2p1p/3pk1p1/1r1pPp2/5P2/8/4b1PP/R3N1K1 b - - 0 33,d6e5 a1a6 b5b6 a6b6,1447,76,95,19359,endgame mate mateIn2 short,
";
const REFUTED: &str =
    "wrong,5r2/1b3pk1/p5p1/1p1p2Q1/1P2p1N1/P3P2P/3q1PPK/R1r5 b - - 1 33,c1a1 g5d8\n";

#[test]
fn solutions_are_confirmed_and_refuted() {
    let path = file("puzzles-good.csv", ROWS);
    let ran = ferz(&["puzzles", "check", &path, "--nodes", "20000"]);
    assert_eq!(ran.status, Some(0), "{ran:?}");
    assert_eq!(ran.out, "2 puzzles: 2 confirmed, 0 ambiguous, 0 best but not winning, 0 refuted\n");
    let path = file("puzzles-bad.csv", &format!("{ROWS}{REFUTED}"));
    let ran = ferz(&["puzzles", "check", &path, "--nodes", "20000", "--threads", "2"]);
    assert_eq!(ran.status, Some(1), "{ran:?}");
    let (failure, totals) = ran.out.split_once('\n').unwrap();
    assert!(failure.starts_with("wrong refuted at 34. Qd8: Qh6+ #2, "), "{ran:?}");
    assert_eq!(totals, "3 puzzles: 2 confirmed, 0 ambiguous, 0 best but not winning, 1 refuted\n");
    for (rows, reason) in [
        ("a,8/8/8/8/8/8/8/8 w - - 0 1,e2e4 e7e5", "line 1: FEN: "),
        (
            "\u{FEFF}PuzzleId,FEN,Moves\nb,7k/8/8/8/8/8/8/R3K3 w Q - 0 1,e1c1 h8h9",
            "line 2: move 2, \"h8h9\"",
        ),
        ("c,7k/8/8/8/8/8/8/R3K3 w Q - 0 1,", "line 1: no column Moves"),
        (&format!("{ROWS}d"), "line 4: no column FEN"),
        ("[Event \"Puzzle 1\"]\n\n*\n", "game 1: no moves: the solution"),
        (
            "[Event \"a\"]\n\n1. e4 e5 *\n",
            "game 1 is no puzzle, it has no position (FEN): `ferz puz",
        ),
        ("[Event \"a\"]\n\n1. e4 e9 *\n", "3:7: game 1: "),
    ] {
        let ran = ferz(&["puzzles", "check", &file("puzzles-invalid.csv", rows)]);
        assert_eq!(ran.status, Some(1), "{ran:?}");
        assert!(ran.err.contains(reason), "{ran:?}");
        assert!(ran.out.ends_with(", 1 not read\n"), "{ran:?}");
    }
}

#[test]
fn the_best_move_that_does_not_win_is_not_refuted() {
    // Only Kd2 holds the draw.
    let row = "draw,8/8/8/8/2k5/3p4/8/3K4 b - - 0 1,c4d4 d1d2\n";
    let path = file("puzzles-draw.csv", row);
    let ran = ferz(&["puzzles", "check", &path, "--nodes", "20000"]);
    assert_eq!(ran.status, Some(0), "{ran:?}");
    let (failure, totals) = ran.out.split_once('\n').unwrap();
    assert!(failure.starts_with("draw best, but not winning at 2. Kd2: Kd2 "), "{ran:?}");
    let expected = "1 puzzle: 0 confirmed, 0 ambiguous, 1 best but not winning, 0 refuted\n";
    assert_eq!(totals, expected, "{ran:?}");
}

#[test]
fn another_engine_can_check() {
    let path = file("puzzles-engine.csv", &format!("{ROWS}{REFUTED}"));
    let check = |engine| ferz(&["puzzles", "check", &path, "--nodes", "20000", "--engine", engine]);
    let ran = check(BINARY);
    assert_eq!(ran.status, Some(1), "{ran:?}");
    assert!(ran.out.starts_with("wrong refuted at 34. Qd8: Qh6+ #2, "), "{ran:?}");
    assert!(
        ran.out
            .ends_with("3 puzzles: 2 confirmed, 0 ambiguous, 0 best but not winning, 1 refuted\n"),
        "{ran:?}"
    );
    assert!(check("/nowhere/at/all").error_line().contains("cannot be started"));
}

#[test]
fn rows_in_quotes_and_puzzles_that_begin_with_the_solver_are_checked() {
    let mut text = String::from("\"\",\"PuzzleId\",\"FEN\",\"Moves\",\"Themes\"\r\n");
    for (number, row) in (1..).zip(ROWS.lines().skip(1)) {
        let fields: Vec<_> = row.split(',').take(3).collect();
        text += &format!("\"{number}\",\"{}\",\"mate, of\nLichess\"\r\n", fields.join("\",\""));
    }
    text += "\"3\",\"solver\",\"6k1/8/6K1/8/8/8/8/RR6 w - - 0 1\",\"a1a8\",\"\"\r\n";
    let path = file("puzzles-quoted.csv", &text);
    let ran = ferz(&["puzzles", "check", &path, "--nodes", "20000"]);
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""), "{ran:?}");
    assert!(ran.out.starts_with("3 puzzles: 3 confirmed, "), "{ran:?}");
    // A quote without end costs a row.
    let path = file("puzzles-open-quote.csv", &format!("{ROWS}\"x,{}", "y\n".repeat(50_000)));
    let ran = ferz(&["puzzles", "check", &path, "--nodes", "20000"]);
    assert!(ran.out.starts_with("2 puzzles: 2 confirmed, "), "{ran:?}");
}

/// The game of a puzzle, with evaluations that show its error, and the same game without them.
const GAME: &str = "[Event \"a\"]\n[Site \"https://example.org/1\"]\n[Opening \"None, of it\"]\n\
    [FEN \"5r2/1b3pk1/p5p1/1p1p2Q1/1P2p1N1/P3P2P/3q1PPK/R1r5 b - - 1 33\"]\n\n";

#[test]
fn puzzles_are_found_by_evaluations_or_without() {
    for movetext in [
        "{[%eval -5.0]} 33... Rxa1 {[%eval #2]} 34. Qh6+ {[%eval #1]} Kg8 {[%eval #1]} 35. Nf6# 1-0",
        "33... Rxa1 34. Qh6+ Kg8 35. Nf6# 1-0",
    ] {
        let path = file("puzzles-game.pgn", &format!("{GAME}{movetext}\n"));
        let ran = ferz(&["puzzles", "find", &path, "--nodes", "20000"]);
        assert_eq!(ran.status, Some(0), "{ran:?}");
        let rows: Vec<&str> = ran.out.lines().collect();
        assert!(rows[0].starts_with("PuzzleId,FEN,Moves,"), "{ran:?}");
        assert_eq!(
            rows[1..],
            ["1-1,5r2/1b3pk1/p5p1/1p1p2Q1/1P2p1N1/P3P2P/3q1PPK/R1r5 b - - 1 33,\
              c1a1 g5h6 g7g8 g4f6,,,,,endgame mate mateIn2 short,https://example.org/1#1,None__of_it"],
        );
        assert!(ran.err.contains("1 puzzle found: 1 candidate in 1 game ("), "{ran:?}");
    }
}

#[test]
fn puzzles_are_written_as_games_once_and_up_to_a_limit() {
    let game = format!("{GAME}33... Rxa1 34. Qh6+ Kg8 35. Nf6# 1-0\n");
    let path = file("puzzles-twice.pgn", &format!("{game}\n{game}"));
    let output = file("puzzles-out.pgn", "");
    let arguments = ["puzzles", "find", &path, "--nodes", "20000", "-o", &output, "--threads", "2"];
    let ran = ferz(&arguments);
    assert_eq!((ran.status, ran.out.as_str()), (Some(0), ""), "{ran:?}");
    let text = std::fs::read_to_string(&output).unwrap();
    assert_eq!(text.matches("[Event \"Puzzle 1-1\"]").count(), 1, "{text}");
    let moves = "33... Rxa1 {Error: Black, move 33} 34. Qh6+ Kg8 35. Nf6#";
    assert!(text.contains(moves), "{text}");
    assert!(text.contains("[Themes \"endgame mate mateIn2 short\"]"), "{text}");
    assert_eq!(ferz(&["pgn", "check", &output]).status, Some(0));
    let ran = ferz(&["puzzles", "check", &output, "--nodes", "20000"]);
    assert_eq!(
        ran.out, "1 puzzle: 1 confirmed, 0 ambiguous, 0 best but not winning, 0 refuted\n",
        "{ran:?}"
    );
    let ran = ferz(&["puzzles", "find", &path, "--nodes", "20000", "--limit", "1"]);
    assert_eq!((ran.status, ran.out.lines().count()), (Some(0), 2), "{ran:?}");
    assert!(ran.err.contains("1 of 1 puzzle found: 1 candidate in 1 game ("), "{ran:?}");
    let ran = ferz(&["puzzles", "find", &path, "--nodes", "20000", "--limit", "5"]);
    let why = "1 of 5 puzzles found: 2 candidates in 2 games, 1 of a position found before (";
    assert!(ran.err.contains(why), "{ran:?}");
    // Rows do not replace games.
    let ran = ferz(&["puzzles", "find", &path, "--to", "csv", "-o", &output]);
    assert!(ran.error_line().contains("a PGN file"), "{ran:?}");
}

/// A second game with a puzzle.
const OTHER_GAME: &str = "[Event \"b\"]\n[FEN \"1rb4Q/p1Np4/3P4/1p4p1/6kq/5P2/PPP3P1/6K1 b - - 0 40\"]\n\n\
    40... Kg3 41. Qe5+ Qf4 42. Qe1# 1-0\n";

/// Games with two puzzles, one of them twice, and a faulty game.
fn games_to_resume() -> String {
    let game = format!("{GAME}33... Rxa1 34. Qh6+ Kg8 35. Nf6# 1-0\n");
    [&game, "[Event \"faulty\"]\n\n1. e4 e9 1-0\n", OTHER_GAME, &game].join("\n")
}

#[test]
fn a_search_resumes_from_a_checkpoint() {
    let input = file("puzzles-resume.pgn", &games_to_resume());
    for format in ["csv", "pgn"] {
        let find = ["puzzles", "find", &input, "--nodes", "12000", "--to", format];
        let plain = ferz(&find);
        assert_eq!(plain.status, Some(0), "{plain:?}");
        let checkpoint = file(&format!("puzzles-{format}.checkpoint"), "");
        let resume = || ferz(&[&find[..], &["--resume", &checkpoint, "--threads", "2"]].concat());
        assert_eq!(resume().out, plain.out);
        let complete = std::fs::read_to_string(&checkpoint).unwrap();
        assert_eq!(complete.lines().count(), 5, "{complete}");

        // The puzzles are those of the file, and the fault is that of the game.
        std::fs::write(&checkpoint, complete.replace("1-1", "7-7")).unwrap();
        let resumed = resume();
        assert_eq!(resumed.out, plain.out.replace("1-1", "7-7"));
        assert!(resumed.err.contains("puzzles-resume.pgn:10:7: game 2: "), "{resumed:?}");

        // The file ends in the middle of a line, as after a power failure, or after its first one.
        for kept in [0, 1, 3] {
            let cut = complete.split_inclusive('\n').take(kept).map(str::len).sum::<usize>() + 10;
            std::fs::write(&checkpoint, &complete[..cut]).unwrap();
            assert_eq!(resume().out, plain.out);
            assert_eq!(std::fs::read_to_string(&checkpoint).unwrap(), complete);
        }
    }
}

#[test]
fn a_killed_search_is_continued() {
    let input = file("puzzles-killed.pgn", &[games_to_resume(), games_to_resume()].join("\n"));
    let plain = ferz(&["puzzles", "find", &input, "--nodes", "12000"]).out;
    assert_eq!(plain.lines().count(), 3, "{plain}");
    let checkpoint = file("puzzles-killed.checkpoint", "");
    let output = file("puzzles-killed.csv", "");
    std::fs::remove_file(&output).unwrap();
    let find =
        ["puzzles", "find", &input, "--nodes", "12000", "-o", &output, "--resume", &checkpoint];
    let mut lines = 0;
    for _ in 0..20 {
        let mut killed = Command::new(BINARY).args(find).stderr(Stdio::null()).spawn().unwrap();
        // Ends once there is a further game.
        let has_ended = loop {
            let found = std::fs::read_to_string(&checkpoint).unwrap().lines().count();
            if found > lines + 1 {
                lines = found;
                break false;
            } else if killed.try_wait().unwrap().is_some() {
                break true;
            }
            std::thread::sleep(Duration::from_millis(5));
        };
        killed.kill().unwrap();
        killed.wait().unwrap();
        if has_ended {
            break;
        }
        assert!(
            !PathBuf::from(&output).exists() || std::fs::read_to_string(&output).unwrap() == plain
        );
    }
    assert_eq!(ferz(&find).status, Some(0));
    assert_eq!(std::fs::read_to_string(&output).unwrap(), plain);
}

#[test]
fn a_file_that_is_no_checkpoint_of_this_search_is_not_changed() {
    let input = file("puzzles-other.pgn", OTHER_GAME);
    let checkpoint = file("puzzles-other.checkpoint", "");
    let find = |input: &str, nodes: &str| {
        ferz(&["puzzles", "find", input, "--nodes", nodes, "--resume", &checkpoint])
    };
    assert_eq!(find(&input, "1000").status, Some(0));
    let complete = std::fs::read_to_string(&checkpoint).unwrap();
    let other = file("puzzles-another.pgn", GAME);
    let (header, _) = complete.split_once('\n').unwrap();
    for (text, input, nodes, reason) in [
        (&*complete, &input, "2000", "line 1: not the checkpoint of this search, which begins"),
        ("notes\non chess\n", &input, "1000", "line 1: not the checkpoint"),
        ("notes on one line", &input, "1000", "line 1: not the checkpoint"),
        (&format!("{header}\n{{}}\n"), &input, "1000", "line 2: missing field `game`"),
        (&*complete, &other, "1000", "line 2: not the puzzles of "),
    ] {
        std::fs::write(&checkpoint, text).unwrap();
        let ran = find(input, nodes);
        assert_eq!(ran.status, Some(2), "{ran:?}");
        assert!(ran.err.contains(reason), "{reason}: {ran:?}");
        assert_eq!(std::fs::read_to_string(&checkpoint).unwrap(), text);
    }
    let same = ferz(&["puzzles", "find", &input, "--resume", &input]);
    assert!(same.error_line().contains("--resume"), "{same:?}");
}

/// A game with a puzzle, its names and those of a game of others.
fn games_of_players() -> String {
    let named = "[Event \"Club\"]\n[Site \"Chess.com\"]\n[Date \"2024.03.01\"]\n[White \"Meyer, Anna\"]\n\
        [Black \"Li, Bo\"]\n[Link \"https://example.org/2\"]\n\
        [FEN \"5r2/1b3pk1/p5p1/1p1p2Q1/1P2p1N1/P3P2P/3q1PPK/R1r5 b - - 1 33\"]\n\n\
        33... Rxa1 34. Qh6+ Kg8 35. Nf6# 1-0\n";
    [OTHER_GAME, named].join("\n")
}

#[test]
fn puzzles_of_a_player_say_whose_error_they_begin_with() {
    let path = file("puzzles-player.pgn", &games_of_players());
    for (name, comment, player) in [
        ("anna", "{Your opponent's error: Li, Bo, move 33}", "[Player \"Meyer, Anna\"]"),
        ("Bo Li", "{Your error: Li, Bo, move 33}", "[Player \"Li, Bo\"]"),
    ] {
        let output = file("puzzles-player-out.pgn", "");
        let ran =
            ferz(&["puzzles", "find", &path, "--nodes", "12000", "--player", name, "-o", &output]);
        assert_eq!(ran.status, Some(0), "{ran:?}");
        assert!(ran.err.contains("1 puzzle found: 1 candidate in 1 game ("), "{ran:?}");
        let text = std::fs::read_to_string(&output).unwrap();
        for fact in [
            "[Event \"Puzzle 2-1\"]\n[Site \"https://example.org/2#1\"]\n[Date \"2024.03.01\"]\n",
            "[White \"Meyer, Anna\"]\n[Black \"Li, Bo\"]\n",
            "[GameEvent \"Club\"]\n",
            player,
            comment,
        ] {
            assert!(text.contains(fact), "{fact}: {text}");
        }
    }
    let ran = ferz(&["puzzles", "find", &path, "--nodes", "1000", "--player", "ann"]);
    let reason = "ferz: no game meets the conditions: no player has the name \"ann\", compared by whole words\n";
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), reason), "{ran:?}");
}

#[test]
fn the_end_says_why_there_are_fewer_puzzles() {
    // A candidate by its evaluations, without a line of only moves.
    let lost = "[Event \"a\"]\n\n1. f3 {[%eval 0.0]} e5 {[%eval 0.0]} 2. Kf2 {[%eval -9.0]} d5 *\n";
    let path = file("puzzles-few.pgn", &format!("{lost}\n[Event \"b\"]\n\n1. e4 e9 *\n"));
    let find = ["puzzles", "find", &path, "--nodes", "2000", "--limit", "10"];
    let ran = ferz(&find);
    assert_eq!((ran.status, ran.out.lines().count()), (Some(0), 1), "{ran:?}");
    let why = "0 of 10 puzzles found: 1 candidate in 1 game, 1 without a solution; 1 game \
        with errors (";
    assert!(ran.err.contains(why), "{ran:?}");
    let output = file("puzzles-few-out.pgn", "");
    let ran = ferz(&[&find[..], &["-o", &output]].concat());
    assert_eq!((ran.status, ran.err.contains(why)), (Some(0), true), "{ran:?}");
    assert_eq!(std::fs::read_to_string(&output).unwrap(), "");
}

#[test]
fn a_board_shows_a_puzzle_before_its_solution() {
    let rows = file("puzzles-board.csv", ROWS);
    let games = file("puzzles-board-games.pgn", &games_of_players());
    let pgn = file("puzzles-board.pgn", "");
    let find = ["puzzles", "find", &games, "--nodes", "12000", "-o", &pgn];
    assert_eq!(ferz(&find).status, Some(0));
    for path in [&rows, &pgn] {
        let ran = ferz(&["board", path]);
        let hint = format!("expected a FEN: `ferz puzzles solve {path}` shows them one by one");
        assert!(ran.error_line().contains(&hint), "{ran:?}");
    }
    let ran = ferz(&["board", "--pgn", &rows]);
    let hint = format!("found rows of puzzles, expected games: `ferz puzzles solve {rows}` shows");
    assert!(ran.error_line().contains(&hint), "{ran:?}");
    let ran = ferz(&["board", "--pgn", &pgn]);
    // The first puzzle is one of White's, the second one too.
    assert!(ran.out.contains("40... Kg3") && !ran.out.contains("Qf4"), "{ran:?}");
    let ran = ferz(&["board", "--pgn", &pgn, "--game", "2", "--ply", "2"]);
    assert!(ran.out.contains("34. Qh6+"), "{ran:?}");
    let black =
        "[Event \"Puzzle 1\"]\n[FEN \"4k3/8/8/8/8/8/4q3/4K3 w - - 0 1\"]\n\n1. Kxe2 Ke7 *\n";
    let ran = ferz(&["board", "--pgn", &file("puzzles-board-black.pgn", black)]);
    assert!(ran.out.starts_with("  1 "), "Black's side: {ran:?}");
    let games = "[Event \"a\"]\n\n1. e4 e5 *\n";
    let ran = ferz(&["board", "--pgn", &file("puzzles-board-game.pgn", games)]);
    assert!(ran.out.starts_with("  8 ") && ran.out.contains("1... e5"), "{ran:?}");
}
