//! The binary: arguments, files and exit statuses.

use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

const BINARY: &str = env!("CARGO_BIN_EXE_ferz-train");

fn ferz_train(arguments: &[&str]) -> Output {
    Command::new(BINARY).args(arguments).stdin(Stdio::null()).output().unwrap()
}

/// Returns the standard output of a run that must succeed.
fn out(arguments: &[&str]) -> String {
    let output = ferz_train(arguments);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Returns the error line of a run that must fail with this status.
fn error(arguments: &[&str], status: i32) -> String {
    let output = ferz_train(arguments);
    assert_eq!(output.status.code(), Some(status), "{arguments:?}: {output:?}");
    let line = String::from_utf8(output.stderr).unwrap();
    assert_eq!(line.lines().count(), 1, "{line}");
    assert!(line.starts_with("ferz-train: "), "{line}");
    line
}

/// Returns the path of a new file in the temporary folder of the tests.
fn path(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    path.to_str().unwrap().to_owned()
}

fn selfplay<'a>(file: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let fixed = ["selfplay", "--out", file, "--nodes", "50", "--hash", "1", "--seed", "5"];
    [fixed.as_slice(), more].concat()
}

/// Returns a number from the totals of a file, by its name.
fn total(file: &str, name: &str) -> u64 {
    let text = out(&["show", file, "--check"]);
    let line = text.lines().find(|line| line.starts_with(name)).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

#[test]
fn same_seed_writes_the_same_file() {
    let (first, second) = (path("first.ferz"), path("second.ferz"));
    for file in [&first, &second] {
        let summary = out(&selfplay(file, &["--games", "4"]));
        assert!(summary.starts_with("4 games, "), "{summary}");
    }
    assert_eq!(std::fs::read(&first).unwrap(), std::fs::read(&second).unwrap());
}

#[test]
fn file_can_be_appended_to_and_truncated() {
    let file = path("grows.ferz");
    out(&selfplay(&file, &["--games", "3"]));
    out(&selfplay(&file, &["--games", "2", "--threads", "2", "--chess960", "1"]));
    assert_eq!(total(&file, "games"), 5);
    let bytes = std::fs::read(&file).unwrap();
    std::fs::write(&file, &bytes[..bytes.len() - 5]).unwrap();
    let line = error(&["show", &file], 1);
    assert!(line.contains("the file ends within the record at byte"), "{line}");
    out(&selfplay(&file, &["--games", "2"]));
    assert_eq!(total(&file, "games"), 6);
}

#[test]
fn positions_and_games_are_exported() {
    let file = path("export.ferz");
    out(&selfplay(&file, &["--positions", "150"]));
    let positions = total(&file, "positions");
    assert!(positions >= 150);
    let lines = out(&["show", &file, "--fen"]);
    assert_eq!(lines.lines().count() as u64, positions);
    for line in lines.lines() {
        let fields: Vec<_> = line.split(';').collect();
        let [fen, score, result] = fields[..] else { panic!("{line}") };
        assert!(ferz::Position::from_fen(fen).is_ok(), "{line}");
        assert!(score.parse::<i16>().is_ok() && ["0", "0.5", "1"].contains(&result), "{line}");
    }
    let quiet = out(&["show", &file, "--fen", "--quiet", "--min-ply", "16", "--max-score", "500"]);
    assert!((1..positions).contains(&(quiet.lines().count() as u64)));
    let pgn = out(&["show", &file, "--pgn", "--limit", "1"]);
    assert!(pgn.contains("[Result \"") && pgn.contains("\n\n1. "), "{pgn}");
}

#[test]
fn openings_come_from_a_file() {
    let (file, epd) = (path("openings.ferz"), path("openings.epd"));
    let start = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -";
    std::fs::write(&epd, format!("# Open games\n\n{start} hmvc 2; fmvn 3;\n")).unwrap();
    out(&selfplay(&file, &["--games", "1", "--openings", &epd, "--random-plies", "0"]));
    let lines = out(&["show", &file, "--fen"]);
    assert!(lines.starts_with(start), "{lines}");
    let line =
        error(&selfplay(&file, &["--games", "2", "--openings", &epd, "--random-plies", "0"]), 2);
    assert!(line.contains("no new opening"), "{line}");
    let games = path("sequential.ferz");
    let second = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -";
    std::fs::write(&epd, format!("{start} hmvc 2; fmvn 3;\n{second} 0 2\n")).unwrap();
    let sequential =
        ["--games", "1", "--openings", &epd, "--random-plies", "0", "--order", "sequential"];
    out(&selfplay(&games, &[&sequential[..], &["--start", "2"]].concat()));
    assert!(out(&["show", &games, "--fen", "--limit", "1"]).starts_with(second));
    // The next game begins with the next position, the first of the file.
    out(&selfplay(&games, &[&sequential[..], &["--start", "2"]].concat()));
    assert!(out(&["show", &games, "--fen"]).contains(&format!("\n{start} ")));
    error(&selfplay(&games, &["--order", "sequential"]), 2);
    std::fs::write(&epd, "8/8/8/8 w - -\n").unwrap();
    let line = error(&selfplay(&file, &["--openings", &epd]), 2);
    assert!(line.contains("openings.epd, line 1: "), "{line}");
}

#[test]
fn invalid_files_and_arguments_are_errors() {
    let other = path("other.ferz");
    std::fs::write(&other, "something else").unwrap();
    assert!(error(&["show", &other], 1).contains("not a game file"));
    assert!(error(&selfplay(&other, &["--games", "1"]), 2).contains("not a game file"));
    assert_eq!(std::fs::read(&other).unwrap(), b"something else");
    assert!(error(&["show", &path("absent.ferz")], 2).contains("absent.ferz: "));
    error(&selfplay(&other, &["--chess960", "1.5"]), 2);
    error(&selfplay(&other, &["--games", "0"]), 2);
    error(&["show", &other, "--quiet"], 2);
}

#[cfg(unix)]
#[test]
fn interrupt_leaves_a_complete_file() {
    let file = path("interrupted.ferz");
    let arguments = selfplay(&file, &["--threads", "2"]);
    let child = Command::new(BINARY)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    while std::fs::metadata(&file).map_or(0, |data| data.len()) < 2000 {
        std::thread::sleep(Duration::from_millis(10));
    }
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "Ctrl-C is a success without --games");
    let summary = String::from_utf8(output.stdout).unwrap();
    let games: u64 = summary.split(' ').next().unwrap().parse().unwrap();
    assert_eq!(total(&file, "games"), games);
}

#[test]
fn networks_are_trained_and_runs_resumed() {
    let games = path("network.ferz");
    out(&selfplay(&games, &["--games", "60"]));
    let files = ["whole.nnue", "resumed.nnue", "run.checkpoint", "loss.svg"].map(path);
    let [whole, resumed, checkpoint, chart] = files.each_ref().map(String::as_str);
    let train = |network: &str, more: &[&str]| {
        let sizes = ["--hidden", "32", "--buckets", "2", "--batch", "256", "--epochs", "2"];
        let arguments = [&["train", &games, "--out", network][..], &sizes, more].concat();
        arguments.into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    let run =
        |arguments: Vec<String>| out(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
    let text = run(train(whole, &["--checkpoint", checkpoint, "--svg", chart]));
    assert!(text.contains("60 games, ") && text.contains("epoch 2: loss 0."), "{text}");
    let network = ferz_nnue::Network::load(whole).unwrap();
    assert_eq!((network.shape().hidden(), network.shape().buckets()), (32, 2));
    assert!(network.provenance().contains("60 games"), "{}", network.provenance());
    assert!(std::fs::read_to_string(chart).unwrap().starts_with("<svg"));

    // A finished run writes its network again, other settings and damaged files are errors.
    run(train(resumed, &["--checkpoint", checkpoint]));
    assert_eq!(std::fs::read(resumed).unwrap(), std::fs::read(whole).unwrap());
    let other = train(resumed, &["--checkpoint", checkpoint, "--seed", "2"]);
    let line = error(&other.iter().map(String::as_str).collect::<Vec<_>>(), 2);
    assert!(line.contains("\"seed\":1") && line.contains("\"seed\":2"), "{line}");
    let bytes = std::fs::read(checkpoint).unwrap();
    std::fs::write(checkpoint, &bytes[..bytes.len() - 1]).unwrap();
    let damaged = train(resumed, &["--checkpoint", checkpoint]);
    let line = error(&damaged.iter().map(String::as_str).collect::<Vec<_>>(), 2);
    assert!(line.contains("checksum"), "{line}");
}
