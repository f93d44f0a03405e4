use crate::process::{ferz, file};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

#[test]
fn all_ways_of_counting_agree() {
    for ways in [
        &["--method", "make"][..],
        &["--method", "list"],
        &["--method", "count"],
        &["--method", "make", "--threads", "3"],
        &["--threads", "2", "--hash", "1"],
    ] {
        let ran = ferz(&[&["perft", "3", "--fen", KIWIPETE], ways].concat());
        assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""));
        assert!(ran.out.starts_with("Nodes searched: 97862\n"), "{ways:?}: {ran:?}");
    }
    assert!(ferz(&["perft", "0"]).out.starts_with("Nodes searched: 1\n"));
}

#[test]
fn divide_is_what_tools_expect() {
    let ran = ferz(&["perft", "3", "--divide"]);
    let lines: Vec<_> = ran.out.lines().collect();
    assert_eq!(lines[..3], ["a2a3: 380", "a2a4: 420", "b1a3: 400"]);
    assert_eq!(lines[19..22], ["h2h4: 420", "", "Nodes searched: 8902"]);
}

#[test]
fn castling_is_written_as_asked() {
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let standard = ferz(&["perft", "1", "--divide", "--fen", fen]).out;
    assert!(standard.contains("e1g1: 1\n") && !standard.contains("e1h1"));
    let chess960 = ferz(&["perft", "1", "--divide", "--chess960", "--fen", fen]).out;
    assert!(chess960.contains("e1h1: 1\n") && !chess960.contains("e1g1"));
}

#[test]
fn json_is_one_object_on_the_last_line() {
    let ran = ferz(&["perft", "4", "--json", "--method", "list"]);
    let json = ran.json();
    assert_eq!(json["fen"], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert_eq!((&json["depth"], &json["nodes"]), (&4.into(), &197_281.into()));
    assert_eq!(json["method"], "list");
    assert!(json["seconds"].as_f64().unwrap() > 0.0 && json["nps"].as_u64().unwrap() > 0);

    let json = ferz(&["perft", "2", "--json", "--divide", "--fen", KIWIPETE]).json();
    let sum: u64 = json["divide"].as_object().unwrap().values().filter_map(|n| n.as_u64()).sum();
    assert_eq!((sum, &json["divide"]["e1g1"]), (2039, &43.into()));
}

#[test]
fn stats_are_those_of_the_classic_tables() {
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
    let table = ferz(&["perft", "3", "--stats", "--fen", KIWIPETE]).out;
    assert!(table.contains("En passant             45\n"), "{table}");
}

const GOOD: &str = "\
# The start, Kiwipete, and a Chess960 position in both dialects.
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400 ;D3 8902

r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1;D1 48;D2 2039
bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9 ;D1 21 ;D2 528 ;D3 12189
bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w KQkq - 2 9 ;D1 21
";

#[test]
fn a_suite_that_agrees_ends_with_status_0() {
    let path = file("good.epd", GOOD);
    for method in ["make", "list", "count"] {
        let ran = ferz(&["perft", "--suite", &path, "--method", method]);
        assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""), "{ran:?}");
        assert!(ran.out.starts_with("4 positions, 9 counts: all agree\n"), "{ran:?}");
    }
    let shallow = ferz(&["perft", "1", "--suite", &path, "--json"]).json();
    assert_eq!((&shallow["counts"], &shallow["nodes"]), (&4.into(), &110.into()));
}

#[test]
fn a_suite_with_a_wrong_count_ends_with_status_1() {
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
fn a_suite_that_cannot_be_read_is_refused() {
    for (name, text, reason) in [
        ("empty.epd", "\n# nothing\n", "no counts"),
        ("no_counts.epd", "4k3/8/8/8/8/8/8/4K3 w - - 0 1\n", "line 1: no counts"),
        ("bad_fen.epd", "\nfen ;D1 20\n", "line 2: FEN field 1"),
        ("bad_count.epd", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 five\n", "line 1: expected a count"),
    ] {
        let path = file(name, text);
        let ran = ferz(&["perft", "--suite", &path]);
        assert!(ran.refusal().contains(reason), "{name}: {ran:?}");
    }
    assert!(ferz(&["perft", "--suite", "/nowhere/at/all"]).refusal().contains("/nowhere/at/all"));
}

#[test]
fn a_count_goes_on_from_a_file() {
    let path = file("ledger", "");
    let count = || ferz(&["perft", "4", "--divide", "--resume", &path]);
    let first = count();
    assert!(first.out.contains("Nodes searched: 197281\n"), "{first:?}");
    let whole = std::fs::read_to_string(&path).unwrap();
    assert_eq!(whole.lines().count(), 21);

    // Cut off in the middle of a line, as by a power failure.
    let cut = whole.lines().take(8).map(str::len).sum::<usize>() + 10;
    std::fs::write(&path, &whole[..cut]).unwrap();
    let rows = |out: &str| out.lines().take(22).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(rows(&count().out), rows(&first.out));
    let sorted = |text: &str| {
        let mut lines: Vec<_> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(sorted(&std::fs::read_to_string(&path).unwrap()), sorted(&whole));
}

#[test]
fn a_file_of_another_count_is_left_alone() {
    let path = file("other", "my diary\nof chess\n");
    let count = |depth| ferz(&["perft", depth, "--resume", &path]);
    assert!(count("3").refusal().contains("line 1"));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "my diary\nof chess\n");
    std::fs::write(&path, "a diary of one line").unwrap();
    assert!(count("3").refusal().contains("line 1"));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "a diary of one line");
    std::fs::write(&path, "").unwrap();
    assert_eq!(count("3").status, Some(0));
    assert!(count("4").refusal().contains("another count's file"));
    let header = "ferz perft 3 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n";
    for wrong in ["e2e5 20\n", "e2e4 many\n", "e2e4\n", "e2e4 600\ne2e4 601\n"] {
        std::fs::write(&path, format!("{header}{wrong}")).unwrap();
        count("3").refusal();
    }
}
