//! The command `pgn annotate`.

use crate::process::{BINARY, Ran, ferz, file};
use ferz_game::pgn::{Games, PgnGame};
use serde_json::Value;
use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

/// 3... Nf6 allows mate; the start has an en passant square and castling rights.
const MATE: &str = "\
[White \"Anderssen, Adolf\"]
[Black \"Kieseritzky, Lionel\"]
[Result \"1-0\"]

1. e4 {[%clk 0:05:00] best} e5 2. Qh5 $1 Nc6 (2... Ke7 3. Qxe5#) 3. Bc4 Nf6 4. Qxf7# 1-0
";

const FOOLS_MATE: &str = "[White \"A\"]\n[Black \"B\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";

const BROKEN: &str = "[White  \"a\"]\n\n1. e4   e5 2. Ke3 1-0\n";

/// Position 518 with the rooks on b1 and g1, so that castling is written as in Chess960.
const CHESS960: &str = "\
[Variant \"Chess960\"]
[SetUp \"1\"]
[FEN \"1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 1\"]
[Result \"*\"]

1. O-O O-O-O 2. d4 *
";

fn annotate(arguments: &[&str]) -> Ran {
    ferz(&[&["pgn", "annotate"], arguments].concat())
}

fn games(text: &str) -> Vec<PgnGame> {
    let read = |found: std::io::Result<(PgnGame, _)>| {
        let (game, error) = found.unwrap();
        assert_eq!(error, None, "{text}");
        game
    };
    Games::new(text.as_bytes()).map(read).collect()
}

/// Returns the moves of the only game with white space as single spaces. The table of summaries is
/// on standard error.
fn moves(ran: &Ran) -> String {
    assert_eq!((ran.status, ran.err.lines().count()), (Some(0), 5), "{ran:?}");
    assert!(ran.err.contains("1 game, 0 errors; "), "{ran:?}");
    let text = ran.out.split_once("\n\n").unwrap_or_else(|| panic!("{ran:?}")).1;
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn blunders_get_glyphs_and_better_lines() {
    let path = file("annotate-mate.pgn", MATE);
    let ran = annotate(&[&path, "--nodes", "20000"]);
    let text = moves(&ran);
    assert!(text.contains("3... Nf6 $4 {[%eval #1]} (3... "), "{text}");
    assert!(text.ends_with(") 4. Qxf7# 1-0"), "{text}");
    // The annotations of the game are kept.
    assert!(text.contains(" [%clk 0:05:00] best} 1... e5"), "{text}");
    assert!(text.contains(" 2. Qh5 $1 {[%eval "), "{text}");
    assert!(text.contains("(2... Ke7 3. Qxe5#)"), "{text}");
    assert_eq!(text.matches("[%eval").count(), 7, "{text}");
    let game = games(&ran.out).remove(0);
    assert_eq!(game.to_string(), ran.out);
    let number = |name| game.tags.get(name).unwrap().parse::<f64>().unwrap();
    assert!(number("WhiteAccuracy") > 80.0 && number("BlackAccuracy") < 50.0, "{ran:?}");
    assert!(game.tags.get("Annotator").unwrap().starts_with("Ferz "));
}

#[test]
fn annotations_can_be_left_out_and_removed() {
    let path = file("annotate-options.pgn", MATE);
    let none = ["--no-evals", "--no-nags", "--no-tags", "--line-plies", "0"];
    let ran = annotate(&[&[path.as_str(), "--depth", "4"], &none[..]].concat());
    assert_eq!(games(&ran.out), games(MATE));
    let ran = annotate(&[&[path.as_str(), "--depth", "4", "--replace"], &none[..]].concat());
    assert_eq!(moves(&ran), "1. e4 {[%clk 0:05:00]} 1... e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0");
    let lines = &none[..3];
    let line_plies = ["--line-plies", "1", "--replace"];
    let ran = annotate(&[&[path.as_str(), "--depth", "6"], lines, &line_plies].concat());
    let line = moves(&ran);
    let (_, line) = line.split_once(" Nf6 (3... ").unwrap_or_else(|| panic!("{line}"));
    let (line, rest) = line.split_once(')').unwrap();
    assert_eq!((line.split(' ').count(), rest), (1, " 4. Qxf7# 1-0"), "{line}");
    // Mate in one is a loss of at most 100 points.
    let none = annotate(&[&path, "--depth", "6", "--thresholds", "100,100,100"]);
    assert!(!moves(&none).contains("$4"), "{none:?}");
    // A second run replaces the evaluations and adds nothing else.
    let once = annotate(&[&path, "--nodes", "5000"]).out;
    let twice = annotate(&[&file("annotate-twice.pgn", &once), "--nodes", "5000"]).out;
    assert_eq!(twice, once);
}

/// Returns the moves of both sides in a phase.
fn moves_of(game: &Value, phase: &str) -> u64 {
    ["white", "black"].map(|side| game[side][phase]["moves"].as_u64().unwrap()).iter().sum()
}

#[test]
fn json_has_summaries_and_moves() {
    let path = file("annotate-json.pgn", &format!("{BROKEN}\n{MATE}"));
    let ran = annotate(&[&path, "--nodes", "20000", "--json"]);
    assert_eq!((ran.status, ran.err.lines().count()), (Some(0), 1), "{ran:?}");
    let error: Value = serde_json::from_str(ran.out.lines().next().unwrap()).unwrap();
    assert_eq!(
        (&error["game"], &error["line"], &error["column"]),
        (&1.into(), &3.into(), &15.into())
    );
    assert!(error["error"].as_str().unwrap().contains("Ke3"), "{error}");
    let game = ran.json();
    assert_eq!((&game["file"], &game["game"]), (&path.clone().into(), &2.into()));
    assert_eq!(
        (&game["result"], &game["white"]["name"]),
        (&"1-0".into(), &"Anderssen, Adolf".into())
    );
    assert!(game["engine"].as_str().unwrap().starts_with("Ferz "), "{game}");
    assert_eq!((&game["white"]["moves"], &game["black"]["moves"]), (&4.into(), &3.into()));
    assert_eq!((&game["white"]["blunders"], &game["black"]["blunders"]), (&0.into(), &1.into()));
    // The loss of the last of three moves is half of the score or more.
    assert!(game["black"]["mean_loss"].as_f64().unwrap() > 15.0, "{game}");
    assert_eq!(
        (&game["black"]["opening"]["blunders"], &moves_of(&game, "endgame")),
        (&1.into(), &0)
    );
    assert!(game["white"]["accuracy"].as_f64().unwrap() > 80.0, "{game}");
    let moves = game["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 7);
    let blunder = &moves[5];
    assert_eq!((&blunder["san"], &blunder["uci"]), (&"Nf6".into(), &"g8f6".into()));
    assert_eq!((&blunder["ply"], &blunder["side"]), (&6.into(), &"black".into()));
    assert_eq!((&blunder["mate"], &blunder["score"]), (&1.into(), &100.0.into()));
    assert_eq!((&blunder["assessment"], &blunder["phase"]), (&"blunder".into(), &"opening".into()));
    assert!(blunder["loss"].as_f64().unwrap() > 30.0 && blunder["cp"].is_null(), "{blunder}");
    assert!(blunder["best_line"].as_array().unwrap().len() > 1, "{blunder}");
    let reason = &blunder["reasons"][0];
    assert_eq!((&reason["kind"], &reason["concern"]), (&"mate".into(), &"played".into()));
    assert_eq!((&reason["line"][0], &reason["squares"][0]), (&"Qxf7#".into(), &"e8".into()));
    assert_eq!(reason["text"], "It allows mate: 4. Qxf7#.");
    assert_eq!(moves[0]["reasons"].as_array().map(Vec::len), Some(0));
    assert_eq!((&moves[6]["mate"], &moves[6]["depth"]), (&0.into(), &().into()));
    assert_eq!(
        (&moves[0]["fen"], &moves[0]["assessment"]),
        (&"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1".into(), &().into())
    );
}

#[test]
fn reasons_are_comments_on_request() {
    let path = file("annotate-reasons.pgn", MATE);
    let plain = annotate(&[&path, "--nodes", "20000"]).out;
    assert!(!plain.contains("allows mate"), "{plain}");
    let told = annotate(&[&path, "--nodes", "20000", "--reasons"]).out.replace('\n', " ");
    assert!(told.contains("It allows mate: 4. Qxf7#. [%csl Re8] [%cal Rh5f7]}"), "{told}");
}

#[test]
fn games_are_written_in_order_with_a_table() {
    let text = format!("{MATE}\n{BROKEN}\n{FOOLS_MATE}\n").repeat(8);
    let path = file("annotate-order.pgn", &text);
    let output = file("annotate-order-out.pgn", "1. d4 *");
    let ran = annotate(&[&path, "--nodes", "1000", "-o", &output]);
    assert_eq!((ran.status, ran.err.lines().count()), (Some(0), 8), "{ran:?}");
    assert!(ran.err.contains("annotate-order.pgn:9:15: game 2: "), "{ran:?}");
    let lines: Vec<_> = ran.out.lines().collect();
    assert_eq!(lines.len(), 35, "{ran:?}");
    assert!(lines[0].trim_start().starts_with("game  side  player"), "{ran:?}");
    assert!(lines[1].starts_with("    1  White Anderssen, Adolf"), "{ran:?}");
    assert!(lines[4].starts_with("       Black B "), "{ran:?}");
    assert!(lines[33].contains("in percentage points"), "{ran:?}");
    assert!(lines[34].starts_with("24 games, 8 errors; 104 positions, "), "{ran:?}");
    // The games replace the table on standard output.
    let games = annotate(&[&path, "--nodes", "1000", "--max-errors", "0"]);
    let table = games.err.split_once('\n').unwrap().1;
    assert_eq!(table.lines().take(34).collect::<Vec<_>>(), lines[..34], "{games:?}");
    let written = fs::read_to_string(&output).unwrap();
    // Games with errors are copied.
    assert_eq!(written.matches(BROKEN.trim()).count(), 8);
    let parts: Vec<_> = written.split(BROKEN).collect();
    assert_eq!(parts.len(), 9);
    assert!(parts[0].contains("Qxf7#") && parts[1].contains("Qh4#"), "{written}");
    let threads = file("annotate-order-threads.pgn", "");
    let same = annotate(&[&path, "--nodes", "1000", "-o", &threads, "--threads", "3"]);
    assert_eq!(same.status, Some(0), "{same:?}");
    assert_eq!(fs::read_to_string(&threads).unwrap(), written);
    let json = annotate(&[&path, "--nodes", "1000", "-o", &threads, "--json"]);
    assert_eq!(json.out.lines().count(), 24);
    assert_eq!(fs::read_to_string(&threads).unwrap(), written);
    let error = annotate(&[&path, "-o", &path]);
    assert!(error.error_line().contains("input file"), "{error:?}");
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
}

#[test]
fn other_engines_annotate_alike() {
    let path = file("annotate-engines.pgn", &format!("{MATE}\n{CHESS960}\n{FOOLS_MATE}"));
    let own = annotate(&[&path, "--nodes", "3000"]);
    assert_eq!((own.status, own.err.lines().count()), (Some(0), 9), "{own:?}");
    let options = ["--option", "Move Overhead=20"];
    let arguments =
        [&[path.as_str(), "--nodes", "3000", "--engine", BINARY], &options[..]].concat();
    assert_eq!(annotate(&arguments).out, own.out);
    let two = annotate(&[&arguments[..], &["--threads", "2"]].concat());
    assert_eq!(two.out, own.out, "{two:?}");
}

#[test]
fn chess960_and_null_moves_are_annotated() {
    let path = file("annotate-chess960.pgn", CHESS960);
    let ran = annotate(&[&path, "--depth", "5", "--json"]);
    let moves = ran.json()["moves"].clone();
    assert_eq!((&moves[0]["uci"], &moves[1]["uci"]), (&"e1g1".into(), &"e8b8".into()), "{moves}");
    let text = annotate(&[&path, "--depth", "5", "--no-tags"]).out;
    assert!(
        text.contains("[Variant \"Chess960\"]\n") && text.contains("1. O-O {[%eval "),
        "{text}"
    );
    let null = file("annotate-null.pgn", "1. e4 -- 2. Qh5 -- 3. Bc4 -- 4. Qxf7# *\n");
    for engine in ["ferz", BINARY] {
        let ran = annotate(&[&null, "--depth", "5", "--engine", engine, "--json"]);
        let game = ran.json();
        assert_eq!((&game["black"]["moves"], &game["white"]["moves"]), (&0.into(), &4.into()));
        assert_eq!(
            (&game["moves"][1]["san"], &game["moves"][5]["mate"]),
            (&"--".into(), &1.into())
        );
    }
}

#[test]
fn charts_are_written_to_a_folder() {
    let path = file("annotate-chart.pgn", &format!("{BROKEN}\n{MATE}\n{FOOLS_MATE}"));
    let folder = format!("{}-charts/new", path);
    let _ = fs::remove_dir_all(&folder);
    let ran = annotate(&[&path, "--depth", "5", "--chart", &folder, "--json"]);
    assert_eq!(ran.status, Some(0), "{ran:?}");
    let mut names: Vec<_> =
        fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["game-0002.svg", "game-0003.svg"]);
    let svg = fs::read_to_string(format!("{folder}/game-0002.svg")).unwrap();
    assert!(svg.starts_with("<svg") && svg.contains("Anderssen, Adolf – Kieseritzky"), "{svg}");
    assert!(svg.contains("<title>3... Nf6??  #1</title>"), "{svg}");
    assert_eq!(ran.json()["chart"], format!("{folder}/game-0003.svg"));
    let error = annotate(&[&path, "--chart", &path]);
    assert!(error.error_line().contains("annotate-chart.pgn: "), "{error:?}");
}

#[test]
fn standard_input_is_read() {
    let mut child = Command::new(BINARY)
        .args(["pgn", "annotate", "-", "--depth", "3", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(format!("{MATE}\n{FOOLS_MATE}").as_bytes()).unwrap();
    let output = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    assert_eq!(output.lines().count(), 2, "{output}");
}

#[test]
fn invalid_arguments_files_and_engines_are_errors() {
    let path = file("annotate-invalid.pgn", MATE);
    for (arguments, reason) in [
        (&["--nodes", "0"][..], "--nodes"),
        (&["--hash", "0"], "--hash"),
        (&["--threads", "0"], "--threads"),
        (&["--thresholds", "5,10"], "like 5,10,15"),
        (&["--curve", "steep"], "players, engine"),
        (&["--option", "Hash=1"], "other than the built-in one"),
        (&["--engine", "/nowhere/at/all"], "cannot be started"),
        (&["--engine", "true"], "exited"),
        (&["--engine", BINARY, "--option", "Nothing=1"], "no option \"Nothing\""),
        (&["nosuch.pgn"], "nosuch.pgn"),
        (&["-o", "/nowhere/at/all.pgn"], "/nowhere/at/all.pgn"),
    ] {
        let ran = annotate(&[&[path.as_str()], arguments].concat());
        assert!(ran.error_line().contains(reason), "{arguments:?}: {ran:?}");
    }
}

#[cfg(unix)]
#[test]
fn failing_engines_leave_the_games_before() {
    // The engine has no score in the third game: scores that change between the sides put both moves in doubt, so that
    // each game has six searches.
    let script = "games=0
while read -r command rest; do
    case $command in
        uci) echo uciok;;
        isready) echo readyok;;
        ucinewgame) games=$((games + 1));;
        position) moves=${rest##*moves};;
        go)
            [ $games -gt 12 ] || echo 'info depth 7 score cp 25'
            case $moves in
                ' e2e4 e7e5') echo bestmove g1f3;;
                ' e2e4') echo bestmove e7e5;;
                *) echo bestmove e2e4;;
            esac;;
        quit) exit;;
    esac
done
";
    let engine = format!("bash {}", file("annotate-engine.sh", script));
    let path = file("annotate-failing.pgn", &"[Round \"1\"]\n\n1. e4 e5 *\n\n".repeat(4));
    let ran = annotate(&[&path, "--engine", &engine]);
    assert_eq!(ran.status, Some(2), "{ran:?}");
    assert!(ran.err.contains("annotate-failing.pgn, game 3, rnbqkbnr/"), "{ran:?}");
    assert!(ran.err.contains("no score"), "{ran:?}");
    assert_eq!(games(&ran.out).len(), 2, "{ran:?}");
    // A score is from the view of the side to move.
    assert!(ran.out.contains("1. e4 {[%eval -0.25,7]} 1... e5 {[%eval 0.25,7]} *"), "{ran:?}");
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_leaves_the_finished_games() {
    use std::io::{BufRead, BufReader, Read};
    // The searches of mates end at once, those of the last game never.
    let endless = "[White \"endless\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n";
    let mate = "[FEN \"7k/8/6K1/8/8/8/8/5Q2 w - - 0 1\"]\n\n1. Qf8# 1-0\n";
    let path = file("annotate-interrupted.pgn", &format!("{mate}\n{mate}\n{endless}\n{mate}"));
    for engine in ["ferz", BINARY] {
        let mut child = Command::new(BINARY)
            .args(["pgn", "annotate", &path, "--depth", "90", "--engine", engine])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut seen = String::new();
        while seen.matches("Qf8#").count() < 2 {
            assert!(output.read_line(&mut seen).unwrap() > 0, "{seen}");
        }
        let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(killed.unwrap().success());
        output.read_to_string(&mut seen).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(130), "{seen}");
        assert_eq!(games(&seen).len(), 2, "{engine}: {seen}");
    }
}
