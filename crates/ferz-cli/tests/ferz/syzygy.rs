//! The command `syzygy`.

use crate::process::ferz;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

const SMALL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../ferz-syzygy/tests/data");

/// Returns an empty folder in the temporary folder of the tests.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

/// Changes a bit in the middle of a file.
fn damage(path: &Path) {
    let mut bytes = fs::read(path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(path, bytes).unwrap();
}

#[test]
fn undamaged_tables_are_counted() {
    let ran = ferz(&["syzygy", "verify", SMALL]);
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""), "{ran:?}");
    assert!(
        ran.out.starts_with("14 files, ") && ran.out.ends_with(" bytes, 0 damaged\n"),
        "{ran:?}"
    );
    let json = ferz(&["syzygy", "verify", SMALL, SMALL, "--json"]).json();
    assert_eq!((&json["files"], &json["damaged"]), (&28.into(), &serde_json::json!([])));
}

#[test]
fn damaged_tables_are_listed() {
    let folder = folder("syzygy-damaged");
    for name in ["KQvK.rtbw", "KQvK.rtbz", "KQvKR.rtbz", "KPvK.rtbw"] {
        fs::copy(Path::new(SMALL).join(name), folder.join(name)).unwrap();
    }
    damage(&folder.join("KQvKR.rtbz"));
    fs::write(folder.join("KPvK.rtbw"), "no table").unwrap();
    fs::write(folder.join("notes.txt"), "no name of a table").unwrap();
    let directory = folder.to_str().unwrap();
    let ran = ferz(&["syzygy", "verify", directory]);
    assert_eq!((ran.status, ran.err.as_str()), (Some(1), ""), "{ran:?}");
    assert!(ran.out.contains("KPvK.rtbw: not a Syzygy table of this kind\n"), "{ran:?}");
    assert!(ran.out.contains("KQvKR.rtbz: the file is damaged: its checksum"), "{ran:?}");
    assert!(ran.out.lines().last().unwrap().starts_with("4 files, "), "{ran:?}");
    assert!(ran.out.ends_with(", 2 damaged\n"), "{ran:?}");
    let ran = ferz(&["syzygy", "verify", directory, SMALL, "--json"]);
    assert_eq!((ran.status, ran.out.lines().count()), (Some(1), 1), "{ran:?}");
    let json = ran.json();
    let damaged = json["damaged"].as_array().unwrap();
    assert_eq!((&json["files"], damaged.len()), (&18.into(), 2), "{json}");
    assert!(damaged[0]["file"].as_str().unwrap().ends_with("KPvK.rtbw"), "{json}");
    assert_eq!(damaged[0]["reason"], "not a Syzygy table of this kind");
}

#[test]
fn all_tables_of_four_men_are_verified() {
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/syzygy");
    let directory = std::env::var_os("FERZ_SYZYGY").map_or(shared, PathBuf::from);
    let Ok(files) = fs::read_dir(&directory) else {
        // `eprintln!` is captured by the test harness, a direct write is not.
        let _ = writeln!(
            std::io::stderr(),
            "all_tables_of_four_men_are_verified: skipped, no directory {}",
            directory.display()
        );
        return;
    };
    let tables = files.filter(|file| {
        let path = file.as_ref().unwrap().path();
        path.extension().is_some_and(|extension| extension == "rtbw" || extension == "rtbz")
    });
    let ran = ferz(&["syzygy", "verify", directory.to_str().unwrap(), "--json"]);
    let json = ran.json();
    assert_eq!((ran.status, &json["files"]), (Some(0), &tables.count().into()), "{json}");
}

#[test]
fn directories_without_tables_are_errors() {
    let empty = folder("syzygy-empty");
    let empty = empty.to_str().unwrap();
    assert!(ferz(&["syzygy", "verify", empty]).error_line().contains("no tablebases in "));
    assert!(ferz(&["syzygy", "verify", SMALL, "/nowhere"]).error_line().starts_with("/nowhere: "));
    assert!(ferz(&["syzygy", "verify"]).error_line().contains("<DIR>"));
}

#[test]
fn probe_prints_the_moves_from_best_to_worst() {
    let fen = "8/8/8/8/8/4k3/8/KBN5 w - - 0 1";
    let ran = ferz(&["syzygy", "probe", fen, "--path", SMALL]);
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""), "{ran:?}");
    let (_, rest) = ran.out.split_once("\nTablebases: win, ").unwrap_or_else(|| panic!("{ran:?}"));
    let rows: Vec<Vec<&str>> =
        rest.lines().skip(3).map(|row| row.split_whitespace().collect()).collect();
    assert!(rest.contains(&format!("best move {}\n", rows[0][0])), "{ran:?}");
    assert_eq!(rows[0][2], "win");
    let words: Vec<&str> = fen.split(' ').collect();
    let bare = ferz(&[&["syzygy", "probe", "--json", "--path", SMALL], &words[..]].concat()).json();
    let moves = bare["moves"].as_array().unwrap();
    assert_eq!((moves.len(), &bare["wdl"], &bare["fen"]), (rows.len(), &"win".into(), &fen.into()));
    assert_eq!((&moves[0]["move"], &moves[0]["san"]), (&bare["best"], &rows[0][0].into()));
    assert_eq!(moves[0]["dtz"], bare["dtz"]);
    let last = moves.last().unwrap();
    assert_eq!(
        (&last["wdl"], &last["dtz"]),
        (&"draw".into(), &0.into()),
        "a piece is lost: {last}"
    );
}

#[test]
fn results_include_the_fifty_move_counter() {
    for (counter, wdl) in [("0", "win"), ("95", "win, drawn by the fifty-move rule")] {
        let fen = format!("8/8/8/8/3k4/8/3K4/7Q w - - {counter} 80");
        let probed = ferz(&["syzygy", "probe", &fen, "--json", "--path", SMALL]).json();
        assert_eq!((&probed["wdl"], &probed["moves"][0]["wdl"]), (&wdl.into(), &wdl.into()));
    }
}

/// A table that stores moves may be one ply short; a win or loss at a counter of 100 is a draw.
#[test]
fn results_at_the_counter_of_the_draw_have_one_wording() {
    for (board, counter, before, after) in [
        ("K7/2k5/3n4/8/2b5/8/8/8 w", 97, "loss", "loss, drawn by the fifty-move rule"),
        ("8/8/6k1/3B4/3K4/4N3/8/8 w", 54, "win", "win, drawn by the fifty-move rule"),
    ] {
        for (counter, wdl) in [(counter - 1, before), (counter, after), (98, after), (99, after)]
            .into_iter()
            .chain([(100, after), (101, after)])
        {
            let fen = format!("{board} - - {counter} 128");
            let probed = ferz(&["syzygy", "probe", &fen, "--json", "--path", SMALL]).json();
            assert_eq!((&probed["wdl"], &probed["moves"][0]["wdl"]), (&wdl.into(), &wdl.into()));
            let analysed = ["analyse", &fen, "--depth", "4", "--json", "--syzygy", SMALL];
            let analysed = ferz(&analysed).json();
            assert_eq!(analysed["tablebase"]["wdl"], wdl, "{fen}");
            let shown = ferz(&["syzygy", "probe", &fen, "--path", SMALL]).out;
            assert!(shown.contains(&format!("\nTablebases: {wdl}, ")), "{shown}");
        }
    }
}

#[test]
fn positions_without_tables_are_errors() {
    let probe = |fen: &str| ferz(&["syzygy", "probe", fen, "--path", SMALL]);
    assert!(probe("8/8/8/8/8/6k1/8/KBB5 w - - 0 1").error_line().ends_with("KBBvK is missing"));
    assert!(probe("startpos").error_line().ends_with("no table has 32 men"));
    assert!(probe("8/8 w").error_line().contains("8/8"));
    let missing = ferz(&["syzygy", "probe", "startpos"]);
    assert!(missing.error_line().contains("--path <PATH>"), "{missing:?}");
    let mated = probe("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
    assert!(mated.out.ends_with("\nTablebases: loss, 1 ply to zeroing\n"), "{mated:?}");
}
