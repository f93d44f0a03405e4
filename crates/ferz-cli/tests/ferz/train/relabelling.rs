//! `relabel`.

use super::{BINARY, error, out, path, selfplay, total};
use ferz_train::format::GameWriter;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Returns the arguments of a run that relabels files.
fn relabel<'a>(games: &[&'a str], file: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let fixed = ["--out", file, "--nodes", "60", "--hash", "1"];
    [&["relabel"], games, &fixed, more].concat()
}

#[test]
fn games_are_relabelled_and_runs_resumed() {
    let names = ["relabel_a.ferz", "relabel_b.ferz", "relabel_whole.ferz", "relabel_parts.ferz"];
    let files = names.map(path);
    let [a, b, whole, parts] = files.each_ref().map(String::as_str);
    out(&selfplay(a, &["--games", "3"]));
    out(&selfplay(a, &["--games", "2", "--chess960", "1"]));
    out(&selfplay(b, &["--games", "3", "--random-plies", "6"]));
    // An incomplete last game of an input is ignored.
    let bytes = std::fs::read(b).unwrap();
    std::fs::write(b, &bytes[..bytes.len() - 3]).unwrap();
    let summary = out(&relabel(&[a, b], whole, &[]));
    assert!(summary.starts_with("7 games, "), "{summary}");
    let bytes = std::fs::read(whole).unwrap();

    let pgn = |file: &str, games| {
        let text = out(&["show", file, "--pgn", "--limit", games]);
        let without_scores = text.split('{').map(|part| part.split('}').next_back().unwrap());
        // The lines break by the lengths of the scores.
        let words = without_scores.flat_map(str::split_whitespace);
        words.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(pgn(whole, "5"), pgn(a, "5"));
    assert_ne!(out(&["show", whole, "--fen", "--limit", "5"]), out(&["show", a, "--fen"]));
    let settings = out(&["show", whole, "--limit", "1"]);
    for text in ["\"labels\":{\"engine\":\"Ferz", "\"nodes\":60", "\"nodes\":50", "\"seed\":5"] {
        assert!(settings.contains(text), "{text}: {settings}");
    }

    // A file that ends anywhere is completed to the same bytes, on any number of threads.
    for (i, end) in
        [0, 5, 100, bytes.len() / 3, bytes.len() / 2, bytes.len() - 1].into_iter().enumerate()
    {
        std::fs::write(parts, &bytes[..end]).unwrap();
        let threads = ["1", "3"][i % 2];
        out(&relabel(&[a, b], parts, &["--threads", threads]));
        assert!(std::fs::read(parts).unwrap() == bytes, "after {end} bytes");
    }
    // More games can be added to the end of the input.
    std::fs::remove_file(parts).unwrap();
    out(&relabel(&[a], parts, &[]));
    out(&relabel(&[a, b], parts, &[]));
    assert_eq!(std::fs::read(parts).unwrap(), bytes);
    let summary = out(&relabel(&[a, b], parts, &[]));
    assert_eq!(summary, "all 7 games have new scores\n");
    assert_eq!(std::fs::read(parts).unwrap(), bytes);
}

#[cfg(unix)]
#[test]
fn relabelling_continues_after_an_interrupt_and_a_kill() {
    let files = ["killed.ferz", "killed_whole.ferz", "killed_parts.ferz"].map(path);
    let [games, whole, parts] = files.each_ref().map(String::as_str);
    out(&selfplay(games, &["--games", "6"]));
    let arguments = |file| {
        ["relabel", games, "--out", file, "--nodes", "2000", "--hash", "1", "--threads", "2"]
    };
    out(&arguments(whole));
    let size = || std::fs::metadata(parts).map_or(0, |data| data.len());
    for (signal, status) in [("-INT", Some(130)), ("-KILL", None)] {
        let before = size().max(600);
        let mut command = Command::new(BINARY);
        let output = (Stdio::null(), Stdio::piped());
        let child = command
            .arg("train")
            .args(arguments(parts))
            .stdin(output.0)
            .stdout(output.1)
            .spawn()
            .unwrap();
        while size() <= before {
            std::thread::sleep(Duration::from_millis(5));
        }
        let killed = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
        assert!(killed.success());
        assert_eq!(child.wait_with_output().unwrap().status.code(), status);
    }
    let complete = std::fs::read(whole).unwrap();
    assert!(size() < complete.len() as u64);
    out(&arguments(parts));
    assert!(std::fs::read(parts).unwrap() == complete);
}

#[test]
fn relabelling_refuses_other_settings_games_and_files() {
    let names = ["refuse_a.ferz", "refuse_b.ferz", "refuse_out.ferz", "refuse_empty.ferz"];
    let files = names.map(path);
    let [a, b, file, empty] = files.each_ref().map(String::as_str);
    out(&selfplay(a, &["--games", "2"]));
    out(&selfplay(b, &["--games", "3", "--random-plies", "6"]));
    out(&relabel(&[a], file, &[]));
    let bytes = std::fs::read(file).unwrap();
    for (nodes, hash, text) in [
        ("61", "1", "nodes 60; the arguments give nodes 61"),
        ("60", "2", "hash_mib 1; the arguments give hash_mib 2"),
    ] {
        let line = error(&["relabel", a, "--out", file, "--nodes", nodes, "--hash", hash], 2);
        assert!(line.contains(text), "{line}");
    }
    let line = error(&relabel(&[a], file, &["--move-pruning"]), 2);
    assert!(line.contains("move_pruning false; the arguments give move_pruning true"), "{line}");
    let line = error(&relabel(&[b], file, &[]), 2);
    assert!(line.contains("refuse_out.ferz, game 1: not the game of the input"), "{line}");
    let line = error(&relabel(&[b], a, &[]), 2);
    assert!(line.contains("refuse_a.ferz: its games were not relabelled"), "{line}");
    let line = error(&relabel(&[a, file], file, &[]), 2);
    assert!(line.contains("refuse_out.ferz: given as --out and as games"), "{line}");
    assert_eq!(std::fs::read(file).unwrap(), bytes, "refused runs leave the file unchanged");

    let header = std::fs::read(a).unwrap();
    let settings = usize::from(u16::from_le_bytes([header[11], header[12]]));
    std::fs::write(empty, &header[..10 + 3 + settings + 4]).unwrap();
    let line = error(&relabel(&[empty], &path("refuse_new.ferz"), &[]), 2);
    assert!(line.contains("no game"), "{line}");
    error(&relabel(&[&path("absent.ferz")], file, &[]), 2);
    let directory = path("");
    let line = error(&relabel(&[&directory], file, &[]), 2);
    assert!(line.contains("is a directory"), "{line}");
    let new = path("refuse_new.ferz");
    for inputs in [&[empty][..], &[&path("absent.ferz")], &[a, &path("absent.ferz")]] {
        error(&relabel(inputs, &new, &[]), 2);
        assert!(!PathBuf::from(&new).exists(), "a run without games leaves no output");
    }
}

#[test]
fn illegal_and_damaged_games_end_relabelling_after_the_games_before() {
    use ferz_train::format::GameReader;
    let names = ["legal.ferz", "illegal.ferz", "illegal_out.ferz", "damaged_out.ferz"];
    let files = names.map(path);
    let [legal, illegal, file, damaged] = files.each_ref().map(String::as_str);
    out(&selfplay(legal, &["--games", "3"]));
    let bytes = std::fs::read(legal).unwrap();
    let mut reader = GameReader::new(bytes.as_slice()).unwrap();
    let mut writer = GameWriter::new(Vec::new(), reader.settings()).unwrap();
    for (number, game) in reader.by_ref().enumerate() {
        let mut game = game.unwrap();
        if number == 1 {
            game.moves[12] = game.moves[11];
        }
        writer.write(&game).unwrap();
    }
    std::fs::write(illegal, writer.into_inner()).unwrap();
    let line = error(&relabel(&[illegal], file, &[]), 1);
    assert!(line.contains("illegal.ferz, game 2: ply 12 of the game: "), "{line}");
    assert_eq!(total(file, "games"), 1);
    let line = error(&["show", illegal], 1);
    assert!(line.contains("illegal.ferz, game 2: ply 12"), "{line}");

    let mut bytes = bytes;
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    std::fs::write(illegal, &bytes).unwrap();
    let line = error(&relabel(&[illegal], damaged, &[]), 1);
    assert!(line.contains("illegal.ferz: the record at byte"), "{line}");
    assert_eq!(total(damaged, "games"), 2);
}
