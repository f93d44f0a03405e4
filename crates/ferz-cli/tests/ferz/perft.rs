use crate::process::{ferz, file};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

#[test]
fn all_methods_count_the_same() {
    for arguments in [
        &["--method", "make"][..],
        &["--method", "bulk"],
        &["--method", "count"],
        &["--method", "make", "--threads", "3"],
        &["--threads", "2", "--hash", "1"],
    ] {
        let ran = ferz(&[&["perft", "3", "--fen", KIWIPETE], arguments].concat());
        assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""));
        assert!(ran.out.starts_with("Nodes searched: 97862\n"), "{arguments:?}: {ran:?}");
    }
    assert!(ferz(&["perft", "0"]).out.starts_with("Nodes searched: 1\n"));
}

#[test]
fn divide_prints_one_line_for_each_first_move() {
    let ran = ferz(&["perft", "3", "--divide"]);
    let lines: Vec<_> = ran.out.lines().collect();
    assert_eq!(lines[..3], ["a2a3: 380", "a2a4: 420", "b1a3: 400"]);
    assert_eq!(lines[19..22], ["h2h4: 420", "", "Nodes searched: 8902"]);
}

#[test]
fn castling_is_printed_in_the_notation_of_the_arguments() {
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let standard = ferz(&["perft", "1", "--divide", "--fen", fen]).out;
    assert!(standard.contains("e1g1: 1\n") && !standard.contains("e1h1"));
    let chess960 = ferz(&["perft", "1", "--divide", "--chess960", "--fen", fen]).out;
    assert!(chess960.contains("e1h1: 1\n") && !chess960.contains("e1g1"));
}

#[test]
fn json_is_one_object_on_the_last_line() {
    let ran = ferz(&["perft", "4", "--json", "--method", "bulk"]);
    let json = ran.json();
    assert_eq!(json["fen"], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert_eq!((&json["depth"], &json["nodes"]), (&4.into(), &197_281.into()));
    assert_eq!(json["method"], "bulk");
    assert!(json["seconds"].as_f64().unwrap() > 0.0 && json["nps"].as_u64().unwrap() > 0);

    let json = ferz(&["perft", "2", "--json", "--divide", "--fen", KIWIPETE]).json();
    let sum: u64 = json["divide"].as_object().unwrap().values().filter_map(|n| n.as_u64()).sum();
    assert_eq!((sum, &json["divide"]["e1g1"]), (2039, &43.into()));
}

#[test]
fn statistics_equal_the_published_tables() {
    let json = ferz(&["perft", "3", "--stats", "--json", "--fen", KIWIPETE]).json();
    for (kind, count) in [
        ("nodes", 97_862),
        ("captures", 17_102),
        ("en_passant", 45),
        ("castles", 3_162),
        ("promotions", 0),
        ("checks", 993),
        ("mates", 1),
    ] {
        assert_eq!(json["stats"][kind], count, "{kind}");
    }
    assert!(json["method"].is_null(), "{json}");
    let json = ferz(&["perft", "2", "--stats", "--divide", "--json", "--fen", KIWIPETE]).json();
    assert_eq!(json["divide"]["e1g1"]["nodes"], 43, "{json}");
    assert_eq!(
        (&json["stats"]["captures"], json["divide"].as_object().unwrap().len()),
        (&351.into(), 48)
    );
    let text = ferz(&["perft", "1", "--stats", "--divide", "--fen", KIWIPETE]).out;
    assert!(text.starts_with("a1b1: nodes 1, captures 0, "), "{text}");
    let table = ferz(&["perft", "3", "--stats", "--fen", KIWIPETE]).out;
    assert!(table.contains("En passant             45\n"), "{table}");
    assert!(table.contains("\n\nNodes searched: 97862\n") && !table.contains("97,862"), "{table}");
}

const GOOD: &str = "\
# Start position, Kiwipete, and a Chess960 position in both castling notations.
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400 ;D3 8902

r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1;D1 48;D2 2039
bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9 ;D1 21 ;D2 528 ;D3 12189
bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w KQkq - 2 9 ;D1 21
";

#[test]
fn a_suite_with_correct_counts_exits_with_status_0() {
    let path = file("good.epd", GOOD);
    for method in ["make", "bulk", "count"] {
        let ran = ferz(&["perft", "--suite", &path, "--method", method]);
        assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""), "{ran:?}");
        assert!(ran.out.starts_with("4 positions, 9 counts: all agree\n"), "{ran:?}");
    }
    let shallow = ferz(&["perft", "1", "--suite", &path, "--json"]).json();
    assert_eq!((&shallow["counts"], &shallow["nodes"]), (&4.into(), &110.into()));
}

#[test]
fn a_suite_with_a_wrong_count_exits_with_status_1() {
    let path = file("wrong.epd", &GOOD.replace("2039", "2040"));
    let ran = ferz(&["perft", "--suite", &path]);
    assert_eq!((ran.status, ran.err.as_str()), (Some(1), ""));
    assert!(ran.out.starts_with("line 4, depth 2: 2,040 expected, 2,039 counted: r3k2r/"));
    assert!(ran.out.contains("4 positions, 9 counts: 1 wrong\n"), "{ran:?}");
    let ran = ferz(&["perft", "--suite", &path, "--json"]);
    let (status, json) = (ran.status, ran.json());
    assert_eq!((status, &json["failed"]), (Some(1), &1.into()));
    assert_eq!(json["mismatches"][0]["counted"], 2039);
}

#[test]
fn an_invalid_line_of_a_suite_fails_and_the_others_are_checked() {
    let text = "8/8/8/8/8/8/8/8 w - - 0 1 ;D1 0\n\
        4k3/8/8/8/8/8/8/4K3 w K - 0 1 ;D1 5\n\
        4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 5 ;D2 26\nhello\n";
    let path = file("invalid_lines.epd", text);
    let ran = ferz(&["perft", "--suite", &path]);
    assert_eq!((ran.status, ran.err.as_str()), (Some(1), ""), "{ran:?}");
    let lines: Vec<_> = ran.out.lines().collect();
    assert!(lines[0].starts_with("line 1: illegal position: White has no king"), "{ran:?}");
    assert!(lines[1].starts_with("line 2: ") && lines[1].contains("--lenient"), "{ran:?}");
    assert!(lines[2].starts_with("line 3, depth 2: 26 expected, 25 counted"), "{ran:?}");
    assert!(lines[3].starts_with("line 4: "), "{ran:?}");
    assert_eq!(lines[4], "1 position, 2 counts: 1 wrong; 3 invalid lines");
    let json = ferz(&["perft", "--suite", &path, "--lenient", "--json"]).json();
    assert_eq!((&json["failed"], &json["positions"]), (&3.into(), &2.into()), "{json}");
    assert_eq!(json["invalid"][1]["line"], 4);
}

#[test]
fn an_invalid_suite_is_an_error() {
    for (name, text, reason) in [
        ("empty.epd", "\n# nothing\n", "expected counts, found none"),
        ("no_counts.epd", "4k3/8/8/8/8/8/8/4K3 w - - 0 1\n", "line 1: expected counts like"),
        ("bad_fen.epd", "\nfen ;D1 20\n", "line 2: FEN field 1"),
        ("bad_count.epd", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 five\n", "line 1: expected a count"),
    ] {
        let path = file(name, text);
        let ran = ferz(&["perft", "--suite", &path]);
        assert!(ran.error_line().contains(reason), "{name}: {ran:?}");
    }
    let path = file("deep.epd", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D3 170\n");
    let ran = ferz(&["perft", "2", "--suite", &path]);
    assert!(
        ran.error_line().ends_with("deep.epd: expected a count of depth 2 or less, found none")
    );
    assert!(
        ferz(&["perft", "--suite", "/nowhere/at/all"]).error_line().contains("/nowhere/at/all")
    );
}

#[test]
fn a_count_resumes_from_a_checkpoint() {
    let path = file("checkpoint", "");
    let count = || ferz(&["perft", "4", "--divide", "--resume", &path]);
    let first = count();
    assert!(first.out.contains("Nodes searched: 197281\n"), "{first:?}");
    let complete = std::fs::read_to_string(&path).unwrap();
    assert_eq!(complete.lines().count(), 21);
    let again = count();
    assert!(
        again.out.ends_with("complete in the file of --resume: nothing was counted\n"),
        "{again:?}"
    );
    let json = ferz(&["perft", "4", "--json", "--resume", &path]).json();
    assert_eq!((&json["nodes"], &json["counted"]), (&197_281.into(), &0.into()));

    // The file ends in the middle of a line, as after a power failure.
    let cut = complete.lines().take(8).map(str::len).sum::<usize>() + 10;
    std::fs::write(&path, &complete[..cut]).unwrap();
    let rows = |out: &str| out.lines().take(22).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(rows(&count().out), rows(&first.out));
    let sorted = |text: &str| {
        let mut lines: Vec<_> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(sorted(&std::fs::read_to_string(&path).unwrap()), sorted(&complete));
}

#[test]
fn a_file_that_is_no_checkpoint_of_this_count_is_not_changed() {
    let path = file("other", "some notes\non chess\n");
    let count = |depth| ferz(&["perft", depth, "--resume", &path]);
    assert!(count("3").error_line().contains("line 1"));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "some notes\non chess\n");
    std::fs::write(&path, "notes on one line").unwrap();
    assert!(count("3").error_line().contains("line 1"));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "notes on one line");
    std::fs::write(&path, b"ferz perft 3 \xff\n").unwrap();
    assert!(count("3").error_line().contains("expected UTF-8 text, found invalid utf-8"));
    std::fs::write(&path, "").unwrap();
    assert_eq!(count("3").status, Some(0));
    assert!(count("4").error_line().contains("expected \"ferz perft 4 "));
    let header = "ferz perft 3 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n";
    for (wrong, reason) in [
        ("e2e5 20\n", "line 2: expected the moves of a subtree, found \"e2e5\""),
        ("e2e4 many\n", "line 2: expected a count at the end, found \"many\""),
        ("e2e4\n", "line 2: expected a count at the end, found \"e2e4\""),
        ("e2e4 600\ne2e4 601\n", "line 3: expected the earlier count 600"),
        ("e2e4 340282366920938463463374607431768211455\n", "line 2: expected a count of 0 to "),
        ("e2e4 600000\n", "line 2: expected a count of 0 to "),
        ("e2e4 340282366920938463463374607431768211456\n", "line 2: expected a count at the end"),
    ] {
        std::fs::write(&path, format!("{header}{wrong}")).unwrap();
        assert!(count("3").error_line().contains(reason), "{wrong}");
    }
}

#[test]
fn impossible_counts_of_a_checkpoint_are_refused() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    // The number of moves in a position is exact.
    for (depth, lines, reason) in [
        ("1", "e2e4 2\n", "line 2: expected a count of 1 to 1 for this subtree, found 2"),
        ("2", "e2e4 19\n", "line 2: expected a count of 20 to 20 for this subtree, found 19"),
    ] {
        let path = file("impossible", &format!("ferz perft {depth} {start}\n{lines}"));
        let ran = ferz(&["perft", depth, "--resume", &path]);
        assert!(ran.error_line().contains(reason), "{ran:?}");
    }
    // Each count alone is possible at this depth, but not their sum.
    let huge = u128::MAX / 2 + 1;
    let lines = format!("a2a3 a7a6 a3a4 {huge}\na2a3 a7a6 b2b3 {huge}\n");
    let path = file("too_large", &format!("ferz perft 40 {start}\n{lines}"));
    let ran = ferz(&["perft", "40", "--resume", &path]);
    assert!(ran.error_line().contains("line 3: the sum of the counts is too large"), "{ran:?}");
    let path = file("too_long", &"x".repeat(1 << 20));
    let ran = ferz(&["perft", "3", "--resume", &path]);
    assert!(ran.error_line().contains("expected a checkpoint of at most"), "{ran:?}");
}

#[test]
fn a_checkpoint_of_the_first_version_is_readable() {
    let text = "ferz perft 3 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n\
                e2e4 600\na2a3 380\n";
    let path = file("first_version", text);
    let ran = ferz(&["perft", "3", "--divide", "--resume", &path]);
    assert!(ran.out.contains("e2e4: 600\n") && ran.out.contains("Nodes searched: 8902\n"));
    let resumed = std::fs::read_to_string(&path).unwrap();
    assert!(resumed.starts_with(text) && resumed.lines().count() == 21);
}

#[test]
fn variants_are_counted_by_their_rules() {
    for (name, depth, nodes) in [
        ("Atomic", "3", "8902"),
        ("king of the hill", "3", "8902"),
        ("3check", "3", "8902"),
        ("Crazyhouse", "3", "8902"),
        ("antichess", "3", "8067"),
        ("Horde", "4", "23310"),
        ("racingkings", "3", "11264"),
    ] {
        let ran = ferz(&["perft", depth, "--variant", name]);
        assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""), "{name}");
        assert!(ran.out.starts_with(&format!("Nodes searched: {nodes}\n")), "{name}: {ran:?}");
    }
    let fen = "2k5/8/8/8/8/8/8/4K3[Qn] w - - 0 1";
    let ran = ferz(&["perft", "2", "--variant", "zh", "--divide", "--json", "--fen", fen]);
    let json = ran.json();
    assert_eq!(
        (&json["fen"], &json["variant"], &json["nodes"]),
        (&fen.into(), &"crazyhouse".into(), &3083.into())
    );
    let sum: u64 = json["divide"].as_object().unwrap().values().filter_map(|n| n.as_u64()).sum();
    assert_eq!(sum, 3083);
    let ran = ferz(&["perft", "1", "--variant", "horde", "--divide"]);
    assert!(
        ran.out.starts_with("a4a5: 1\n") && ran.out.contains("\n\nNodes searched: 8\n"),
        "{ran:?}"
    );
    for (arguments, reason) in [
        (&["--variant", "bughouse"][..], "is not one of the rules"),
        (&["--variant", "atomic", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1"], "Black has no king"),
        (&["--variant", "atomic", "--threads", "2"], "cannot be used with"),
        (&["--variant", "atomic", "--suite", "x"], "cannot be used with"),
    ] {
        let ran = ferz(&[&["perft", "1"], arguments].concat());
        assert!(ran.status == Some(2) && ran.err.contains(reason), "{arguments:?}: {ran:?}");
    }
}
