use crate::process::{BINARY, ferz, file};

const MATES: &str = "\
# a comment
6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id \"back rank\";

6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - dm 1; id \"direct mate\";
6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - am Ra8#; id \"avoid mate\";
6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm h4; c0 \"Ra8#=7, h4=10\"; id \"points\";
";

#[test]
fn operations_are_checked_and_counted() {
    let path = file("suite_mates.epd", MATES);
    let ran = ferz(&["suite", &path, "--depth", "3"]);
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""), "{ran:?}");
    let marks: Vec<_> = ran
        .out
        .lines()
        .filter(|line| line.contains("Ra8# ") || line.contains("Ra8#="))
        .map(|line| line[32..].chars().next().unwrap())
        .collect();
    assert_eq!(marks, ['+', '+', '-', '-'], "{ran:?}");
    assert!(ran.out.contains(": 2 of 4 solved (50.0 %), 7 of 10 points (70.0 %)"), "{ran:?}");

    let json = ferz(&["suite", &path, "--nodes", "2000", "--json"]).json();
    assert_eq!(json["engines"][0]["solved"], 2);
    assert_eq!(
        (&json["engines"][0]["points"], &json["engines"][0]["max_points"]),
        (&7.into(), &10.into())
    );
    assert_eq!((&json["nodes"], &json["time_ms"]), (&2000.into(), &().into()));
    let first = &json["positions"][0];
    assert_eq!((&first["line"], &first["id"]), (&2.into(), &"back rank".into()));
    let result = &first["results"][0];
    assert_eq!((&result["best"], &result["san"]), (&"a1a8".into(), &"Ra8#".into()));
    assert_eq!((&result["solved"], &result["score"]["mate"]), (&true.into(), &1.into()));
    assert!(result["found_after"].is_f64(), "{result}");
    assert_eq!(json["positions"][2]["results"][0]["solved"], false);

    let enough = ferz(&["suite", &path, "--depth", "3", "--min-solved", "2"]);
    assert_eq!(enough.status, Some(0));
    let too_few = ferz(&["suite", &path, "--depth", "3", "--min-solved", "3"]);
    assert_eq!((too_few.status, too_few.err.as_str()), (Some(1), ""));
}

#[test]
fn engines_are_compared() {
    let path = file("suite_engines.epd", MATES);
    let arguments = ["suite", &path, "--depth", "4", "--engine", "ferz", "--engine", BINARY];
    let json = ferz(&[&arguments[..], &["--option", "Move Overhead=20", "--json"]].concat()).json();
    let engines = json["engines"].as_array().unwrap();
    assert_eq!(engines.len(), 2);
    let name = engines[0]["name"].as_str().unwrap();
    assert_eq!(engines[1]["name"], format!("{name} ({BINARY})"));
    for position in json["positions"].as_array().unwrap() {
        let [first, second] = &position["results"].as_array().unwrap()[..] else {
            panic!("{position}")
        };
        // The same engine finds the same, in this process and in another one.
        for field in ["best", "solved", "score", "depth", "nodes"] {
            assert_eq!(first[field], second[field], "{field}: {position}");
        }
    }
    let table = ferz(&arguments);
    assert_eq!(table.out.matches(" solved (50.0 %)").count(), 2, "{table:?}");
}

/// Lines of published suites: a lone dash, UCI notation, commas, escaped quotes, Latin-1; and lines that
/// are no cases, which do not cost the others.
#[test]
fn lines_that_cannot_be_read_cost_themselves_only() {
    let board = "r1bqk1r1/1p1p1n2/p1n2pN1/2p1b2Q/2P1Pp2/1PN5/PB4PP/R4RK1 w q -";
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    let mut text = format!(
        "{board} - bm Rxf4; id \"ERET 001\";\n\
         {start} bm b1c3; id \"a \\\"b\\\"\";\n\
         {start} bm e5; id \"illegal\";\n\
         {start} bm e4, d4; id \"commas\";\n\
         nonsense\n"
    )
    .into_bytes();
    text.extend_from_slice(format!("{start} bm e4; id \"M").as_bytes());
    text.extend_from_slice(b"\xfcnchen\";\n");
    let path = file("suite_lines.epd", "");
    std::fs::write(&path, &text).unwrap();
    let ran = ferz(&["suite", &path, "--depth", "1"]);
    assert_eq!(ran.status, Some(0), "{ran:?}");
    assert!(ran.out.starts_with("4 positions, depth 1 each; 2 lines refused\n"), "{ran:?}");
    let messages: Vec<_> = ran.err.lines().collect();
    assert_eq!(messages.len(), 2, "{ran:?}");
    assert!(messages[0].contains("suite_lines.epd, line 3: bm: move 1"), "{ran:?}");
    assert!(messages[1].contains("suite_lines.epd, line 5: FEN field 1"), "{ran:?}");
    let json = ferz(&["suite", &path, "--depth", "1", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    let positions = json["positions"].as_array().unwrap();
    let ids: Vec<_> = positions.iter().map(|row| row["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["ERET 001", "a \"b\"", "commas", "M\u{fc}nchen"]);
    let expected: Vec<_> = positions.iter().map(|row| row["expected"].as_str().unwrap()).collect();
    assert_eq!(expected, ["bm Rxf4", "bm Nc3", "bm e4 d4", "bm e4"]);
    let refused = json["refused"].as_array().unwrap();
    assert_eq!((refused.len(), &refused[0]["line"]), (2, &3.into()));
}

#[test]
fn invalid_files_and_engines_are_errors() {
    let path = file("suite_valid.epd", MATES);
    for (text, reason) in [
        ("", "line 1: expected a position"),
        ("\n4k3/8/8/8/8/8/8/4K3 w - - id \"x\";", "line 2: expected an operation bm"),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - bm e5;", "line 1: bm: move 1"),
        ("4k3/8/8/8/8/8/8/8 w - - bm e4;", "White has no king"),
        ("nonsense", "line 1: "),
    ] {
        let path = file("suite_invalid.epd", text);
        let ran = ferz(&["suite", &path]);
        assert!(ran.error_line().contains(reason), "{ran:?}");
    }
    for (arguments, reason) in [
        (&["--engine", "/nowhere/at/all"][..], "cannot be started"),
        (&["--engine", "true"], "exited"),
        (&["--engine", BINARY, "--option", "Nothing=1"], "no option \"Nothing\""),
        (&["--engine", BINARY, "--option", "Skill Level=21"], "expected 0 to 20, found 21"),
        (&["--option", "Skill Level=2"], "--engine"),
        (&["--depth", "0"], "--depth"),
    ] {
        let ran = ferz(&[&["suite", &path][..], arguments].concat());
        assert!(ran.error_line().contains(reason), "{arguments:?}: {ran:?}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_suite_prints_its_totals() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::{Command, Stdio};
    let text = format!("{MATES}rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4;\n");
    let path = file("suite_interrupted.epd", &text);
    for engine in ["ferz", BINARY] {
        let mut child = Command::new(BINARY)
            .args(["suite", &path, "--depth", "60", "--engine", engine])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut seen = String::new();
        while !seen.contains("points  ") {
            assert!(output.read_line(&mut seen).unwrap() > 0, "{seen}");
        }
        let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(killed.unwrap().success());
        output.read_to_string(&mut seen).unwrap();
        assert!(seen.contains(" of 4 solved"), "{engine}: {seen}");
        assert_eq!(child.wait().unwrap().code(), Some(130));
    }
}

#[test]
#[cfg(unix)]
fn a_second_interrupt_ends_the_engine() {
    use crate::perft_against::{assert_ended, silent_engine, wait_for_start};
    use crate::streams::{signal, start};
    let path = file("suite_stuck.epd", MATES);
    // The engine does not reply to `stop`, for which the suite waits 20 s.
    let replies = "echo uciok; echo readyok; echo readyok; echo info depth 1";
    let (engine, pids) = silent_engine("stuck_in_suite", replies);
    let child = start(&["suite", &path, "--depth", "60", "--engine", &engine]);
    wait_for_start(&pids);
    std::thread::sleep(std::time::Duration::from_secs(1));
    let id = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    std::thread::sleep(std::time::Duration::from_secs(1));
    assert_eq!(signal(child, "-INT").0, Some(130));
    assert_ended(&pids);
}
