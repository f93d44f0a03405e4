use crate::process::{BINARY, ferz, file};

#[test]
fn wrong_arguments_exit_with_status_2_and_one_line() {
    for (arguments, reason) in [
        (&["pefrt", "3"][..], "'perft'"),
        (&["perft"], "<DEPTH>"),
        (&["perft", "five"], "'five'"),
        (&["perft", "65"], "0..=64"),
        (&["perft", "-1"], "'-1'"),
        (&["perft", "3", "--method", "guess"], "make, bulk, count"),
        (&["perft", "3", "--threads", "0"], "1..=1024"),
        (&["perft", "3", "--hash", "8", "--method", "make"], "--hash"),
        (&["perft", "3", "--stats", "--suite", "x"], "--suite"),
        (&["perft", "3", "--stats", "--method", "make"], "--method"),
        (&["perft", "--divide", "--suite", "x"], "--suite"),
        (&["perft", "3", "--stats", "--hash", "8"], "--stats"),
        (&["perft", "3", "--timeout", "8"], "--against"),
        (&["perft", "3", "--hash", "0"], "expected a whole number of MiB, 1 or more"),
        (&["analyse", "--hash", "0"], "expected a whole number of MiB, 1 or more"),
        (&["perft", "3", "--divide", "--against", "x"], "--against"),
        (&["perft", "3", "--unknown"], "--unknown"),
        (&["analyse", "--depth", "0"], "--depth"),
        (&["analyse", "--multipv", "0"], "--multipv"),
        (&["analyse", "--hash", "99999999999"], "99999999999 MiB"),
        (&["bench", "fast"], "'fast'"),
    ] {
        let ran = ferz(arguments);
        assert!(ran.error_line().contains(reason), "{arguments:?}: {ran:?}");
    }
}

#[test]
fn invalid_fen_is_reported_with_its_fault() {
    for (fen, reason) in [
        ("", "column 1"),
        ("hello there", "column 1"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "White has no king"),
        ("4k3/8/8/8/8/8/8/4K2K w - - 0 1", "more than one king"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 x", "field 6"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 and more", "column 31"),
        ("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "not to move is in check"),
        ("4k2P/8/8/8/8/8/8/4K3 b - - 0 1", "a pawn stands on"),
        ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "castling right"),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "en passant"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 0", "full move number is 0"),
        ("♔3k3/8/8/8/8/8/8/4K3 w - - 0 1", "'♔'"),
    ] {
        for command in [&["perft", "2", "--fen", fen][..], &["analyse", fen]] {
            let ran = ferz(command);
            assert!(ran.error_line().contains(reason), "{command:?}: {ran:?}");
        }
    }
}

#[test]
fn lenient_accepts_harmless_faults() {
    let fen = "4k3/8/8/8/8/8/8/4K3 w K e6 99 1";
    assert!(ferz(&["perft", "1", "--fen", fen]).error_line().contains("--lenient"));
    let ran = ferz(&["perft", "1", "--lenient", "--fen", fen]);
    assert_eq!(ran.status, Some(0));
    assert!(
        ran.err.starts_with("ferz: position accepted: castling rights K read as -: ")
            && ran.err.contains("; en passant square e6 removed: "),
        "{ran:?}"
    );
    assert!(ran.out.starts_with("Nodes searched: 5\n"), "{ran:?}");
    // Rights that the rules exclude are not turned into those of Chess960.
    let fen = "2Bq3n/3p3N/2Pk4/rr6/1p2p3/Pp4PP/8/R5K1 w KQkq - 0 1";
    let ran = ferz(&["perft", "1", "--divide", "--lenient", "--fen", fen]);
    assert!(ran.err.contains("castling rights KQkq read as -: "), "{ran:?}");
    assert!(!ran.out.contains("g1a1"), "{ran:?}");
}

#[test]
fn help_documents_the_exit_statuses() {
    for command in [&["--help"][..], &["perft", "--help"], &["analyse", "--help"], &["bench", "-h"]]
    {
        let text = ferz(command).out.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(
            text.contains("1 if a check failed") && text.contains("130 after Ctrl-C"),
            "{text}"
        );
    }
}

#[test]
fn help_and_version_exit_with_status_0() {
    for arguments in [&["--help"][..], &["-h"], &["help"], &["perft", "--help"], &["--version"]] {
        let ran = ferz(arguments);
        assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""), "{arguments:?}");
        assert!(ran.out.contains("ferz"), "{ran:?}");
    }
}

#[cfg(unix)]
#[test]
fn interrupted_count_exits_with_status_130_and_its_partial_result() {
    use std::process::{Command, Stdio};
    let path = file("interrupted", "");
    let mut child = Command::new(BINARY)
        .args(["perft", "11", "--resume", &path])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The handler is installed before the header of the file is written.
    while std::fs::metadata(&path).unwrap().len() == 0 {
        assert!(child.try_wait().unwrap().is_none(), "the count has ended");
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.starts_with("Interrupted after "), "{text}");
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(130), &b""[..]));
}
