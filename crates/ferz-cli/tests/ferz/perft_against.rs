use crate::process::{BINARY, at_once, ferz, file};

/// Writes a shell script that runs Ferz as a UCI engine and filters its output.
#[cfg(unix)]
fn engine(name: &str, filter: &str) -> String {
    crate::process::script(name, &format!("'{BINARY}' | sed -u {filter}"))
}

#[test]
fn ferz_agrees_with_itself() {
    for arguments in [
        &["--fen", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"][..],
        &["--fen", "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"],
        &["--chess960", "--fen", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"],
    ] {
        let ran = ferz(&[&["perft", "3", "--against", BINARY], arguments].concat());
        assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""), "{ran:?}");
        assert!(ran.out.starts_with("ferz and Ferz ") && ran.out.contains("agree"), "{ran:?}");
    }
}

#[test]
#[cfg(unix)]
fn the_first_position_with_different_moves_is_printed() {
    // The engine omits the move e2e1, and its counts above that position are wrong.
    let filter =
        "-e '/^e2e1: /d' -e 's/^e1e2: \\(.*\\)$/e1e2: 9\\1/' -e 's/^e8d8: \\(.*\\)$/e8d8: 9\\1/'";
    let engine = engine("omits_a_move", filter);
    let fen = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    let arguments = ["perft", "3", "--against", &engine, "--fen", fen];
    let ran = ferz(&arguments);
    assert_eq!((ran.status, ran.err.as_str()), (Some(1), ""), "{ran:?}");
    assert!(ran.out.contains("line         e1e2 e8d8\n"), "{ran:?}");
    assert!(ran.out.contains("only ferz    e2e1\n"), "{ran:?}");
    assert!(ran.out.contains("3k4/8/8/8/8/8/4K3/8 w - - 2 2\n"), "{ran:?}");

    let json = ferz(&[&arguments[..], &["--json"]].concat()).json();
    assert_eq!((&json["agree"], &json["depth"]), (&false.into(), &1.into()));
    assert_eq!(json["line"], serde_json::json!(["e1e2", "e8d8"]));
    assert_eq!(json["only_ferz"], serde_json::json!({"e2e1": 1}));
    assert_eq!(json["only_engine"], serde_json::json!({}));
}

#[test]
#[cfg(unix)]
fn a_count_that_is_not_the_sum_of_the_engines_own_counts_is_printed() {
    let engine = engine("wrong_sum", "-e 's/^e2e4: .*/e2e4: 9/'");
    let ran = ferz(&["perft", "2", "--against", &engine]);
    assert_eq!((ran.status, ran.err.as_str()), (Some(1), ""), "{ran:?}");
    let text = "agrees with ferz at depth 1 after e2e4: its count for e2e4 one ply above is not \
                the sum of its own counts\n";
    assert!(ran.out.ends_with(text), "{ran:?}");
}

#[test]
#[cfg(unix)]
fn malformed_counts_and_totals_are_errors() {
    for (name, filter, reason) in [
        (
            "wrong_total",
            "-e 's/^Nodes.*/Nodes searched: 401/'",
            "sent the total 401, but the sum of its counts is 400",
        ),
        ("no_number", "-e 's/^Nodes.*/Nodes searched: many/'", "sent the invalid count \"Nodes"),
        (
            "overflow",
            "-e 's/^Nodes.*/Nodes searched: 99999999999999999999999999/'",
            "sent the invalid count \"Nodes",
        ),
        ("bad_count", "-e 's/^e2e4: .*/e2e4: -20/'", "sent the invalid count \"e2e4: -20\""),
    ] {
        let ran = ferz(&["perft", "2", "--against", &engine(name, filter)]);
        assert!(ran.error_line().contains(reason), "{ran:?}");
    }
    // A move that is listed twice is a difference.
    let twice = engine("twice", "-e '/^e2e4/p'");
    assert_eq!(ferz(&["perft", "2", "--against", &twice]).status, Some(1));
}

/// Returns a script that ignores its input and writes its process number to a file.
#[cfg(unix)]
pub(crate) fn silent_engine(name: &str, before: &str) -> (String, String) {
    let pids = file(&format!("{name}.pids"), "");
    let commands = format!("echo $$ >> '{pids}'\n{before}\nsleep 3600");
    (crate::process::script(name, &commands), pids)
}

/// Asserts that no process of the group in the file is left.
#[cfg(unix)]
pub(crate) fn assert_ended(pids: &str) {
    let pid = std::fs::read_to_string(pids).unwrap();
    let pid = pid.trim();
    let started = std::time::Instant::now();
    let alive = || {
        let mut kill = std::process::Command::new("kill");
        kill.args(["-0", "--", &format!("-{pid}")]).stderr(std::process::Stdio::null());
        kill.status().unwrap().success()
    };
    while alive() {
        assert!(started.elapsed().as_secs() < 20, "process group {pid} is left behind");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}

#[test]
#[cfg(unix)]
fn an_engine_that_exceeds_the_time_limit_is_ended() {
    let cases = [
        ("silent", "1", "", "sent no uciok within 1s"),
        // On a busy machine the first lines take their time.
        ("stuck", "5", "echo uciok\necho readyok", "did not complete the count within 5 s"),
        // Endless output does not extend the limit.
        ("babbling", "5", "yes", "no uciok within 5s; its last line was \"y\""),
        (
            "endless",
            "60",
            "echo uciok\necho readyok\nyes 'info string x'",
            "100000 lines without a perft total",
        ),
    ];
    at_once(&cases, |&(name, seconds, before, message)| {
        let (engine, pids) = silent_engine(name, before);
        let ran = ferz(&["perft", "2", "--against", &engine, "--timeout", seconds]);
        assert!(ran.error_line().contains(message), "{ran:?}");
        assert_ended(&pids);
    });
}

/// Waits until an engine has written its process number.
#[cfg(unix)]
pub(crate) fn wait_for_start(pids: &str) {
    while std::fs::read_to_string(pids).unwrap().trim().is_empty() {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
}

#[test]
#[cfg(unix)]
fn an_interrupted_comparison_ends_the_engine() {
    use crate::streams::{signal, start};
    let cases = [("-INT", "echo uciok"), ("-TERM", "echo uciok"), ("-INT", "")];
    at_once(&cases, |&(name, before)| {
        let (engine, pids) = silent_engine(&format!("interrupted{name}{before}"), before);
        let child = start(&["perft", "2", "--against", &engine]);
        wait_for_start(&pids);
        let (status, out, err) = signal(child, name);
        assert_eq!((status, out.as_str()), (Some(130), ""), "{err}");
        assert_eq!(err, "interrupted at depth 2, before the engine's count was complete\n");
        assert_ended(&pids);
    });
}

#[test]
#[cfg(unix)]
fn an_illegal_move_of_the_engine_is_printed() {
    let engine = engine("adds_a_move", "-e 's/^a2a3: \\(.*\\)$/a2a3: \\1\\na2a5: 20/'");
    let ran = ferz(&["perft", "2", "--against", &engine]);
    assert_eq!(ran.status, Some(1));
    assert!(ran.out.contains("only engine  a2a5\n"), "{ran:?}");
}

#[test]
#[cfg(unix)]
fn a_program_without_go_perft_is_an_error() {
    for (engine, reason) in [
        ("/nowhere/at/all".to_owned(), "cannot be started"),
        // The process exits before or after the first command is written.
        ("true".to_owned(), "engine true: "),
        (
            engine("searcher", "-e 's/^Nodes searched.*/bestmove e2e4/'"),
            "does not support `go perft`",
        ),
    ] {
        let ran = ferz(&["perft", "2", "--against", &engine]);
        assert!(ran.error_line().contains(reason), "{ran:?}");
    }
    ferz(&["perft", "0", "--against", BINARY]).error_line();
}

#[test]
#[cfg(unix)]
fn chess960_needs_the_option_of_the_engine() {
    let engine = engine("no_chess960", "-e '/name UCI_Chess960/d'");
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let ran = ferz(&["perft", "2", "--against", &engine, "--chess960", "--fen", fen]);
    assert!(ran.error_line().contains("no option \"UCI_Chess960\""), "{ran:?}");
}
