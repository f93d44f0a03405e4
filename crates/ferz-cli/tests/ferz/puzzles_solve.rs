//! Puzzles solved by lines of standard input.

use crate::process::{BINARY, Ran, ferz, file};
use std::io::Write;
use std::process::{Command, Stdio};

/// Puzzles of Lichess (CC0): two mates in two by White. The last is one in which two rooks mate, by Black.
const ROWS: &str = "\
PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags
NyqzC,5r2/1b3pk1/p5p1/1p1p2Q1/1P2p1N1/P3P2P/3q1PPK/R1r5 b - - 1 33,c1a1 g5h6 g7g8 g4f6,1338,80,97,13988,endgame mate mateIn2 short,https://example.org/1#65,
kS2Q6,r7/P1R2p1p/3pk1p1/1r1pPp2/5P2/8/4b1PP/R3N1K1 b - - 0 33,d6e5 a1a6 b5b6 a6b6,1447,76,95,19359,endgame mate mateIn2 kingsideAttack,,
rooks,rr6/8/8/8/8/6k1/8/7K w - - 0 1,h1g1 a8a1,,,,,mate oneMove,,
";

/// Solves puzzles with the lines as input.
fn solve(arguments: &[&str], lines: &str) -> Ran {
    let mut child = Command::new(BINARY)
        .args(["puzzles", "solve"])
        .args(arguments)
        .env_remove("COLUMNS")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    // A command that fails may end before it reads a line.
    let _ = input.write_all(lines.as_bytes());
    drop(input);
    let output = child.wait_with_output().unwrap();
    Ran {
        status: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Returns an output with `FILE` for the file of puzzles.
fn without_names(out: &str) -> String {
    let Some((before, rest)) = out.split_once("To repeat: ferz puzzles solve ") else {
        return out.to_owned();
    };
    let (_, after) = rest.split_once(" --puzzles").unwrap();
    format!("{before}To repeat: ferz puzzles solve FILE --puzzles{after}")
}

/// Asserts that the output has the texts in their order.
fn assert_in_order(ran: &Ran, texts: &[&str]) {
    let out = without_names(&ran.out);
    let mut rest = out.as_str();
    for text in texts {
        let at = rest.find(text).unwrap_or_else(|| panic!("{text:?} in {rest}\nof {ran:?}"));
        rest = &rest[at + text.len()..];
    }
}

#[test]
fn right_moves_solve_at_the_first_try() {
    let path = file("solve.csv", ROWS);
    // SAN, UCI, lower case and numbers as in `ferz play`; the third puzzle by another mate.
    let ran = solve(&[&path], "Qh6+\n35. nf6\na1a6\nRxb6#\nrb1\n");
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""), "{ran:?}");
    assert_in_order(
        &ran,
        &[
            "Puzzle 1 of 3 (NyqzC)\nThe last move: 33... Rxa1\n\n  8 ",
            "\n    a b c d e f g h\n",
            "White to move, find the best move.\n",
            "Right: 34. Qh6+ Kg8\n\n  8 ",
            "Find the next move.\n",
            "Solved at the first try in ",
            " s: 34. Qh6+ Kg8 35. Nf6#\nWhite mates in 2: 34. Qh6+ Kg8 35. Nf6#.\nThemes: endgame, mate, mateIn2, short\nRating: 1338\n\
             https://example.org/1#65\n",
            "Puzzle 2 of 3 (kS2Q6)\n",
            "Puzzle 3 of 3 (rooks)\n",
            "  1 ",
            "    h g f e d c b a\n",
            "Black to move, find the best move.\n",
            ": 1... Rb1#\nIt allows mate: 1... Rb1#.\nThemes: mate, oneMove\n\n3 of 3 at the first try, 0 s a puzzle.\n",
        ],
    );
    assert!(ran.out.ends_with("a puzzle.\n"), "{ran:?}");
    assert!(!ran.out.contains('\u{1b}'), "no escape sequences without a terminal");
}

#[test]
fn wrong_moves_hints_and_solutions_are_told() {
    let path = file("solve-help.csv", ROWS);
    let lines = "Qd8\nNf6\nxyz\nQh7\nhint\nhint\nhelp\nmoves\nfen\nflip\nboard\nQh6\nhint\nNf6\nsolution\nskip\n";
    let ran = solve(&[&path], lines);
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""), "{ran:?}");
    assert_in_order(
        &ran,
        &[
            "Qd8 is not it. Look again, or enter `hint`.\n",
            "Nf6 is not it. ",
            "xyz: not a move or a command (`help` lists them)\n",
            "Qh7: not a legal move (`moves` lists them)\n",
            "Hint: There is a mate: look at the queen.\nHint: The queen on g5 moves.\n",
            "  hint                a hint; again, a clearer one\n",
            "Kg3 Ne5 Nf6 Nh6 Qd8 ",
            "5r2/1b3pk1/p5p1/1p1p2Q1/1P2p1N1/P3P2P/3q1PPK/r7 w - - 0 34\n",
            "\n  1 ",
            "\n  1 ",
            "Right: 34. Qh6+ Kg8\n",
            "Hint: There is a mate: look at the knight.\n",
            " s after a wrong move: 34. Qh6+ Kg8 35. Nf6#\n",
            "White mates in 2: 34. Qh6+ Kg8 35. Nf6#.\n",
            "The solution: 34. Ra6+ Rb6 35. Rxb6#\n",
            "\n0 of 3 at the first try, 0 s a puzzle.\nTo repeat: ferz puzzles solve \
             FILE --puzzles 1,2,3\n     1  NyqzC        a wrong move\n     2  kS2Q6        the solution shown\n     3  rooks        skipped\n",
        ],
    );
}

#[test]
fn the_end_of_the_input_ends_with_the_score() {
    let path = file("solve-end.csv", ROWS);
    for (lines, score) in [
        ("", "\nNo puzzle was tried.\n"),
        ("moves\nboard\n", "\nNo puzzle was tried.\n"),
        ("quit\nQh6\n", "\nNo puzzle was tried.\n"),
        // The last line has no end.
        (
            "Qh6\nNf6",
            "\n1 of 1 at the first try, 0 s a puzzle.\nTo go on, the same command with --from 2\n",
        ),
        (
            "Qd8\nexit\n",
            "\n0 of 1 at the first try, 0 s a puzzle.\nTo repeat: ferz puzzles solve \
             FILE --puzzles 1\n     1  NyqzC        a wrong move\nTo go on, the same command with --from 2\n",
        ),
    ] {
        let ran = solve(&[&path], lines);
        assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""), "{ran:?}");
        assert!(without_names(&ran.out).ends_with(score), "{ran:?}");
    }
    let ran = solve(&[&path, "--limit", "2"], "skip\nskip\n");
    assert!(ran.out.ends_with("To go on, the same command with --from 3\n"), "{ran:?}");
}

#[test]
fn other_mates_solve_and_puzzles_may_begin_with_the_solver() {
    let rows = "slow,7k/8/6K1/8/8/8/8/RR6 b - - 0 1,h8g8 b1b7 g8f8 a1a8\n\
        solver,6k1/8/6K1/8/8/8/8/RR6 w - - 0 1,a1a8\n\
        early,7k/8/6K1/8/8/8/8/RR6 b - - 0 1,h8g8 a1a2 g8f8 b1b8\n";
    let path = file("solve-mates.csv", rows);
    let ran = solve(&[&path], "Ra2\nRb8\nRa8\n");
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""), "{ran:?}");
    assert_in_order(
        &ran,
        &[
            "Ra2 mates too, in 3 moves. The solution: 2. Rb7 Kf8 3. Ra8#\n",
            "Puzzle 2 of 3 (solver)\n\n",
            "White to move, find the best move.",
            "Rb8# mates too. The solution: 1. Ra8#\n",
            "Ra8# mates too. The solution: 2. Ra2 Kf8 3. Rb8+\n",
            "3 of 3 at the first try",
        ],
    );
}

#[test]
fn interrupted_puzzles_end_with_the_score() {
    let path = file("solve-interrupted.csv", ROWS);
    let mut child = Command::new(BINARY)
        .args(["puzzles", "solve", &path])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"Qh6\nNf6\n").unwrap();
    let mut out = child.stdout.take().unwrap();
    let mut text = Vec::new();
    // The second puzzle is shown, so the handler is installed.
    while !String::from_utf8_lossy(&text).contains("Puzzle 2 of 3") {
        let mut bytes = [0; 1024];
        let read = std::io::Read::read(&mut out, &mut bytes).unwrap();
        assert!(read > 0, "{}", String::from_utf8_lossy(&text));
        text.extend_from_slice(&bytes[..read]);
    }
    if cfg!(unix) {
        let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert!(killed.success());
    } else {
        drop(input);
    }
    std::io::Read::read_to_end(&mut out, &mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    assert!(text.contains("\n1 of 1 at the first try, 0 s a puzzle.\n"), "{text}");
    let status = child.wait().unwrap().code();
    assert_eq!(status, Some(if cfg!(unix) { 130 } else { 0 }), "{text}");
}

#[test]
fn puzzles_are_chosen_by_number_theme_rating_and_seed() {
    let path = file("solve-choice.csv", ROWS);
    let names = |arguments: &[&str]| {
        let ran = solve(&[&[path.as_str()], arguments].concat(), "next\nnext\nnext\n");
        assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""), "{ran:?}");
        let names =
            ran.out.lines().filter_map(|line| line.strip_prefix("Puzzle ")?.split_once('('));
        let names: Vec<_> = names.map(|(_, name)| name.trim_end_matches(')').to_owned()).collect();
        names
    };
    let all = ["NyqzC", "kS2Q6", "rooks"];
    assert_eq!(names(&[]), all);
    assert_eq!(names(&["--from", "2"]), all[1..]);
    assert_eq!(names(&["--from", "2", "--limit", "1"]), all[1..2]);
    assert_eq!(names(&["--puzzles", "1,3-9"]), [all[0], all[2]]);
    assert_eq!(names(&["--theme", "MateIn2"]), all[..2]);
    // Themes of Lichess that Ferz does not write.
    assert_eq!(names(&["--themes", "kingsideAttack,oneMove"]), all[1..]);
    assert_eq!(names(&["--rating", "-1400"]), all[..1]);
    assert_eq!(names(&["--rating", "1400-1500", "--from", "1"]), all[1..2]);

    let order = |seed: &str| names(&["--seed", seed]);
    let mut orders: Vec<_> = (1..30).map(|seed| order(&seed.to_string())).collect();
    assert_eq!(order("7"), orders[6], "equal seeds");
    for first in all {
        assert!(orders.iter().any(|order| order[0] == first), "{orders:?}");
    }
    orders.iter_mut().for_each(|order| order.sort());
    assert!(orders.iter().all(|order| *order == all), "{orders:?}");
    // A shuffled file is gone through in parts.
    let parts: Vec<_> = ["1", "2", "3"]
        .into_iter()
        .flat_map(|from| {
            names(&["--order", "random", "--seed", "7", "--limit", "1", "--from", from])
        })
        .collect();
    assert_eq!(parts, order("7"));
    let ran = solve(&[&path, "--order", "random", "--limit", "1"], "next\n");
    let last = ran.out.lines().last().unwrap();
    let seed = last.strip_prefix("To go on, the same command with --seed ").unwrap();
    let (seed, from) = seed.split_once(" --from ").unwrap();
    assert!(seed.parse::<u64>().is_ok() && from == "2", "{ran:?}");
}

#[test]
fn a_choice_of_no_puzzle_says_what_the_file_has() {
    let path = file("solve-none.csv", ROWS);
    let unrated = file("solve-unrated.csv", ROWS.lines().last().unwrap());
    let without = file("solve-without.csv", "a,7k/8/6K1/8/8/8/8/RR6 b - - 0 1,h8g8 a1a8\n");
    for (arguments, reason) in [
        (
            &[&*path, "--theme", "forks"][..],
            "found 3 puzzles, none that meets the conditions; the commonest themes are mate (3), \
             endgame (2), mateIn2 (2), kingsideAttack (1), ",
        ),
        (&[&path, "--rating", "2000-"], "conditions; the ratings are 1338 to 1447"),
        (&[&unrated, "--rating", "2000-"], "conditions; they have no ratings"),
        (&[&without, "--theme", "mate"], "conditions; they have no themes"),
        (&[&path, "--from", "4"], "found no puzzle 4: 3 of 3 puzzles can be chosen"),
        (&[&path, "--seed", "1", "--from", "4"], "found no puzzle 4: 3 of 3 puzzles can be chosen"),
        (&[&path, "--puzzles", "4-"], "found 3 puzzles, none that meets the conditions"),
        (&[&path, "--seed", "1", "--order", "sequential"], "--seed is for --order random"),
        (&[&path, "--limit", "0"], "0 is not in 1..=10000"),
        (&[&file("solve-empty.csv", "\n")], "found no puzzle"),
        (&[&file("solve-header.csv", "PuzzleId,FEN,Moves\n")], "found no puzzle"),
        (&[&file("solve-letter.txt", "Dear Max,\n")], "expected puzzles: rows with the columns"),
    ] {
        let ran = solve(arguments, "");
        assert!(ran.error_line().contains(reason), "{reason}: {ran:?}");
    }
    let games = file("solve-games.pgn", "[Event \"a\"]\n\n1. e4 e5 *\n");
    let ran = solve(&[&games], "");
    assert_eq!((ran.status, ran.out.as_str()), (Some(2), ""), "{ran:?}");
    assert!(ran.err.contains(": game 1 is no puzzle, it has no position (FEN): "), "{ran:?}");
    assert!(ran.err.ends_with("solve-games.pgn: found no puzzle that can be read\n"), "{ran:?}");
}

#[test]
fn games_show_who_erred_where() {
    let tags = "[Event \"Puzzle 7-65\"]\n[Site \"https://example.org/1#65\"]\n[Date \"2024.03.??\"]\n\
        [White \"Meyer, Anna\"]\n[Black \"Li\u{1b}[2J, Bo\"]\n[GameEvent \"Club\"]\n[Themes \"mate x\"]\n\
        [FEN \"5r2/1b3pk1/p5p1/1p1p2Q1/1P2p1N1/P3P2P/3q1PPK/R1r5 b - - 1 33\"]\n";
    let moves = "33... Rxa1 {Error} 34. Qh6+ Kg8 35. Nf6# *\n";
    for (player, whose) in
        [("", "The last move"), ("[Player \"Meyer, Anna\"]\n", "Your opponent's error")]
    {
        let path = file("solve-facts.pgn", &format!("{tags}{player}\n{moves}"));
        let ran = solve(&[&path], "Qh6\nNf6\n");
        assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""), "{ran:?}");
        let heading = "Puzzle 1 of 1 (7-65): Meyer, Anna - Li [2J, Bo, Club, 2024.03.??\n";
        let whose = format!("{whose}: 33... Rxa1\n");
        let reason = "34. Qh6+ Kg8 35. Nf6#\nWhite mates in 2: 34. Qh6+ Kg8 35. Nf6#.\nThemes: mate\nhttps://";
        assert_in_order(&ran, &[heading, &whose, reason]);
    }
}

#[test]
fn hostile_files_do_not_reach_the_terminal() {
    let name = "n\u{1b}[31m\u{202e}".repeat(1000);
    let row = "7k/8/6K1/8/8/8/8/RR6 b - - 0 1,h8g8 a1a8,x,,,,mate,https://e\u{7}xample.org,";
    let faulty = "bad,7k/8/6K1/8/8/8/8/RR6 b - - 0 1,h8g8 a1\u{1b}a9\n".repeat(9);
    let path = file("solve-hostile.csv", &format!("PuzzleId,FEN,Moves\n{name},{row}\n{faulty}"));
    let ran = solve(&[&path], "\u{1b}[2J\n\u{0}\nb8\nRb8#\n");
    assert_eq!(ran.status, Some(0), "{ran:?}");
    assert!(ran.out.contains("1 of 1 at the first try"), "{ran:?}");
    let is_harmful = |c: char| (c.is_control() && c != '\n') || c == '\u{202e}';
    assert!(!ran.out.contains(is_harmful) && !ran.err.contains(is_harmful), "{ran:?}");
    assert!(ran.out.lines().all(|line| line.chars().count() < 700), "{ran:?}");
    assert_eq!(ran.err.lines().count(), 4, "three rows and the number of the others: {ran:?}");
    // A line without end.
    let endless = file("solve-endless.csv", &format!("{ROWS}{}", "x".repeat(17 << 20)));
    let ran = solve(&[&endless], "quit\n");
    assert_eq!(ran.status, Some(0), "{ran:?}");
    assert!(ran.err.contains("line 5: no column FEN") && ran.err.len() < 500, "{ran:?}");
}

#[test]
fn compressed_files_are_read() {
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(ROWS.as_bytes()).unwrap();
    let path = file("solve-packed.csv.gz", "");
    std::fs::write(&path, gzip.finish().unwrap()).unwrap();
    let ran = solve(&[&path, "--puzzles", "3"], "Ra1\n");
    assert!(ran.out.contains("1 of 1 at the first try"), "{ran:?}");
    assert_eq!(ferz(&["puzzles", "check", &path, "--nodes", "20000"]).status, Some(0));
}

#[test]
fn narrow_terminals_have_no_longer_lines() {
    let path = file("solve-narrow.csv", ROWS);
    let mut child = Command::new(BINARY)
        .args(["puzzles", "solve", &path])
        .env("COLUMNS", "60")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = "help\nmoves\nnonsense that is long enough to reach the end of a line\nQd8\nsolution\nskip\nskip\n";
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let text = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    // A command is not broken, so that it can be copied.
    let lines = text.lines().filter(|line| !line.starts_with("To repeat: "));
    let widest = lines.map(|line| line.chars().count()).max().unwrap();
    assert!(widest <= 60, "{widest}: {text}");
}
