//! `ferz train`: arguments, files and exit statuses.

use crate::process::BINARY;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

mod converting;
mod relabelling;
mod training;

fn ferz_train(arguments: &[&str]) -> Output {
    Command::new(BINARY).arg("train").args(arguments).stdin(Stdio::null()).output().unwrap()
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
    assert!(line.starts_with("ferz: "), "{line}");
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
    let network = path("grows.nnue");
    let small = ["--hidden", "32", "--buckets", "1", "--epochs", "1", "--batch", "256"];
    let skipped = ferz_train(&[&["network", &file, "--out", &network][..], &small].concat());
    let message = String::from_utf8(skipped.stderr).unwrap();
    assert!(message.contains("grows.ferz: incomplete record at byte "), "{message}");
    out(&selfplay(&file, &["--games", "2"]));
    assert_eq!(total(&file, "games"), 6);
    let bytes = std::fs::read(&file).unwrap();
    error(&["show", &file, "--svg", &file], 2);
    assert_eq!(std::fs::read(&file).unwrap(), bytes);
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
    let exhausted = ["--games", "2", "--openings", &epd, "--random-plies", "0"];
    let summary = ferz_train(&selfplay(&path("exhausted.ferz"), &exhausted)).stdout;
    let summary = String::from_utf8(summary).unwrap();
    assert!(summary.starts_with("1 games, ") && summary.contains("0 lopsided, 1"), "{summary}");
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
    assert!(error(&["show", &other], 2).contains("not a game file"));
    let network = error(&["network", &other, "--hidden", "33", "--out", &path("no.nnue")], 2);
    assert!(network.contains("'--hidden <N>': expected a multiple of 32 up to 1024"), "{network}");
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
        .arg("train")
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
fn networks_of_files_play_and_are_recorded() {
    let (network, own, other) = (path("play.nnue"), path("own.ferz"), path("evalfile.ferz"));
    let default = ferz_engine::eval::default_network();
    let doubled = ferz_nnue::Network::clone(&default).with_scale(2 * default.scale());
    std::fs::write(&network, doubled.to_bytes()).unwrap();
    out(&selfplay(&own, &["--games", "2"]));
    out(&selfplay(&other, &["--games", "2", "--evalfile", &network]));
    for (file, network) in [(&own, &*default), (&other, &doubled)] {
        let checksum = format!("\"network\":\"{:08x}\"", network.checksum());
        assert!(out(&["show", file]).contains(&checksum));
    }
    assert_ne!(out(&["show", &own, "--fen"]), out(&["show", &other, "--fen"]));
    std::fs::write(&network, "no network").unwrap();
    let line = error(&selfplay(&own, &["--games", "1", "--evalfile", &network]), 2);
    assert!(line.contains("play.nnue: not a network"), "{line}");
}

#[test]
fn totals_of_several_files_are_printed_as_text_json_and_svg() {
    let files = ["totals_a.ferz", "totals_b.ferz", "totals.svg"].map(path);
    let [a, b, chart] = files.each_ref().map(String::as_str);
    out(&selfplay(a, &["--games", "3"]));
    out(&selfplay(b, &["--games", "2", "--random-plies", "6"]));
    let text = out(&["show", a, b, a, "--check", "--svg", chart]);
    assert!(
        text.contains("totals_b.ferz: 2 games, ") && text.contains("games are valid"),
        "{text}"
    );
    assert!(std::fs::read_to_string(chart).unwrap().contains("default of train"));
    let json: serde_json::Value = serde_json::from_str(&out(&["show", a, b, a, "--json"])).unwrap();
    let number = |pointer: &str| json.pointer(pointer).and_then(serde_json::Value::as_u64);
    assert_eq!((number("/games"), number("/files/1/games")), (Some(8), Some(2)));
    let positions = 2 * total(a, "positions") + total(b, "positions");
    assert_eq!(number("/positions"), Some(positions));
    assert_eq!(number("/duplicate_positions/counted"), Some(positions));
    assert_eq!(number("/duplicate_games/repeated"), Some(6));
    assert_eq!(number("/duplicate_games/distinct"), Some(5));
    assert!(number("/duplicate_positions/repeated") >= Some(2 * total(a, "positions")));
    let bins = json["scores"].as_array().unwrap();
    let counts: u64 = bins.iter().map(|bin| bin["positions"].as_u64().unwrap()).sum();
    assert_eq!(counts, positions);
    assert!(json["logistic_scale"].as_f64().unwrap() > 0.0);
    assert_eq!(
        out(&["show", a, b, "--fen"]).lines().count() as u64,
        total(a, "positions") + total(b, "positions")
    );
    assert!(
        text.contains("  games                             6  75.0 % of 8, 5 different\n"),
        "{text}"
    );

    // The files after a truncated one are counted too.
    let bytes = std::fs::read(a).unwrap();
    std::fs::write(a, &bytes[..bytes.len() - 1]).unwrap();
    let output = ferz_train(&["show", a, b]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("\ngames                 4\n"), "{text}");
    error(&["show", a, "--json", "--fen"], 2);

    // So are those after one that ends within its header or settings.
    for end in [0, 5, 20] {
        std::fs::write(a, &bytes[..end]).unwrap();
        let output = ferz_train(&["show", b, a, b]);
        assert_eq!(output.status.code(), Some(1));
        let [text, line] =
            [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
        assert!(text.contains("\ngames                 4\n"), "{text}");
        assert!(line.contains("totals_a.ferz: the file ends"), "{line}");
    }
    assert!(ferz_train(&["show", a]).stdout.is_empty());
}
