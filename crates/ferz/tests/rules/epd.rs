//! EPD: reading, writing, errors, and no panic on any text.

use ferz::notation::epd::{InvalidOperation, Operand, OperandError, Operation};
use ferz::notation::{Epd, EpdError, ParseSanProblem};
use ferz::{Position, Setup};
use proptest::prelude::*;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
const WAC_1: &str = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - -";

/// Lines that parse and write as themselves.
const GOOD: &[&str] = &[
    "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id \"WAC.001\";",
    "4k3/8/8/8/8/8/4P3/4K3 w - - am Kd1 Kf1; ce -30; dm 12; acd 20; acn 123456789; acs 60;",
    "4k3/8/8/8/8/8/4P3/4K3 w - - c0 \"a; semicolon\"; c9 \"\"; noop; draw_offer;",
    "4k3/8/8/8/8/8/4P3/4K3 w - - hmvc 7; fmvn 40; pv Kd2 Kd7 e4;",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 D1 20; D2 400;",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
    "1r1k1r1r/8/8/8/8/8/8/2R1K1RR b Gf - made_up 1.5 x! \"Zürich ♔\" -;",
];

fn read(line: &str) -> Epd {
    line.parse().unwrap_or_else(|error| panic!("{line}: {error}"))
}

#[test]
fn good_lines_round_trip() {
    for line in GOOD {
        assert_eq!(read(line).to_string(), *line);
    }
}

/// Returns the counts of a perft suite's line.
fn perft_counts(epd: &Epd) -> impl Iterator<Item = Result<(u32, u128), OperandError>> {
    epd.operations().iter().filter_map(Operation::perft_count)
}

#[test]
fn perft_suites_are_read_with_four_fields_or_six() {
    for line in [
        format!("{START} 0 1 ;D1 20 ;D2 400 ;D3 8902"),
        format!("{START} 0 1;D1 20;D2 400;D3 8902;"),
        format!("{START} ;D1 20 ;D2 400 ;D3 8902\r\n"),
        format!("{START} D1 20; D2 400; D3 8902;"),
    ] {
        let epd = read(&line);
        assert_eq!(*epd.setup(), Setup::start());
        let counts: Result<Vec<_>, _> = perft_counts(&epd).collect();
        assert_eq!(counts, Ok(vec![(1, 20), (2, 400), (3, 8902)]), "{line}");
        assert_eq!(read(&epd.to_string()), epd);
    }
    let mut bad = perft_counts(&read(&format!("{START} D1 twenty;"))).collect::<Vec<_>>();
    assert_eq!(bad.pop(), Some(Err(OperandError::NotAnInteger("D1 twenty".into()))));
}

#[test]
fn operations_convert_to_values() {
    let epd = read(&format!("{WAC_1} bm Qg6+!; id \"WAC.001\"; ce 310; pv Qg6 fxg6 Nxg6;"));
    let position = epd.position().expect("a legal position");
    let operation = |opcode| epd.get(opcode).unwrap_or_else(|| panic!("no {opcode}"));
    let best = operation("bm").as_moves(&position).expect("legal");
    assert_eq!(position.uci(best[0]).to_string(), "g3g6");
    assert_eq!(operation("id").as_text(), Ok("WAC.001"));
    assert_eq!(operation("ce").as_integer(), Ok(310));
    let not_an_integer = OperandError::NotAnInteger("id \"WAC.001\"".into());
    assert_eq!(operation("id").as_integer(), Err(not_an_integer));
    let not_a_text = OperandError::NotAText("pv Qg6 fxg6 Nxg6".into());
    assert_eq!(operation("pv").as_text(), Err(not_a_text));
    let line = operation("pv").as_line(&position).expect("a line");
    assert_eq!(position.san_line(&line).as_deref(), Ok("Qg6 fxg6 Nxg6#"));
    let error = operation("pv").as_moves(&position).expect_err("fxg6 is Black's");
    let OperandError::Move { number: 2, problem } = error else { panic!("{error}") };
    assert_eq!((problem.text.as_str(), problem.problem), ("fxg6", ParseSanProblem::NoSuchMove));
    assert!(epd.get("am").is_none());
}

#[test]
fn counters_keep_their_place() {
    let unsaid = read(START);
    assert_eq!(unsaid.to_string(), START);
    let fields = read(&format!("{START} 3 9"));
    assert_eq!(fields.to_string(), format!("{START} 3 9"));
    let mut operations = read(&format!("{START} fmvn 9; id \"x\"; hmvc 3;"));
    assert_eq!(operations.setup(), fields.setup());
    assert_eq!(operations.operations().len(), 1);
    operations.set(Operation::integer("hmvc", 4).unwrap()).unwrap();
    assert_eq!(operations.to_string(), format!("{START} hmvc 4; fmvn 9; id \"x\";"));
    assert_eq!(
        operations.set(Operation::integer("hmvc", -1).unwrap()),
        Err(OperandError::NotACounter("hmvc -1".into()))
    );
    assert_eq!(Epd::new(fields.setup().clone()).to_string(), format!("{START} hmvc 3; fmvn 9;"));
}

#[test]
fn operations_are_built_replaced_and_removed() {
    let position = Position::startpos();
    let [e4, e5] = ["e4", "e5"].map(|san| {
        let mut reached = position.clone();
        if san == "e5" {
            reached.do_move(position.parse_san("e4").unwrap());
        }
        reached.parse_san(san).unwrap()
    });
    let mut epd = Epd::new(Setup::start());
    epd.set(Operation::moves("bm", &position, &[e4]).unwrap()).unwrap();
    epd.set(Operation::text("id", "first move").unwrap()).unwrap();
    epd.set(Operation::line("pv", &position, &[e4, e5]).unwrap()).unwrap();
    epd.set(Operation::integer("ce", 20).unwrap()).unwrap();
    epd.set(Operation::integer("ce", 25).unwrap()).unwrap();
    let expected = format!("{START} bm e4; id \"first move\"; pv e4 e5; ce 25;");
    assert_eq!(epd.to_string(), expected);
    assert_eq!(read(&expected), epd);
    assert!(epd.remove("id") && !epd.remove("id"));
    assert_eq!(epd.to_string(), format!("{START} bm e4; pv e4 e5; ce 25;"));
}

#[test]
fn invalid_operations_are_rejected() {
    for opcode in ["4e", "", "c e"] {
        let invalid = InvalidOperation::Opcode(opcode.into());
        assert_eq!(Operation::integer(opcode, 1), Err(invalid));
    }
    for text in ["\rline", "two\nlines"] {
        assert_eq!(Operation::text("id", text), Err(InvalidOperation::Text(text.into())));
    }
    for word in ["", "a b", "a;", "\""] {
        assert_eq!(Operand::word(word), Err(InvalidOperation::Word(word.into())));
    }
    let start = Position::startpos();
    let black = read("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq -").position().unwrap();
    let e5 = black.parse_san("e5").unwrap();
    assert!(matches!(Operation::moves("bm", &start, &[e5]), Err(InvalidOperation::Move(_))));
}

#[test]
fn lone_dashes_before_opcodes_are_skipped() {
    // The first line of the published ERET suite.
    let line =
        "r1bqk1r1/1p1p1n2/p1n2pN1/2p1b2Q/2P1Pp2/1PN5/PB4PP/R4RK1 w q - - bm Rxf4; id \"001\";";
    let epd = read(line);
    let position = epd.position().expect("a legal position");
    assert_eq!(epd.best_moves(&position).map(|moves| moves.len()), Ok(1));
    assert_eq!(epd.to_string(), line.replace("- -", "-"));
    for dashes in ["- -", "-;", "- 0 1 -", "bm e4; -", "-; -"] {
        assert!(read(&format!("{START} {dashes} id x;")).id().is_some(), "{dashes}");
    }
}

#[test]
fn moves_in_uci_notation_and_with_commas_are_read() {
    for (operand, expected) in [
        ("b1c3", vec!["b1c3"]),
        ("e4, d4", vec!["e2e4", "d2d4"]),
        ("e4,d4", vec!["e2e4", "d2d4"]),
        ("Nc3 , g1f3,", vec!["b1c3", "g1f3"]),
    ] {
        let epd = read(&format!("{START} bm {operand};"));
        let position = epd.position().expect("the start position");
        let moves = epd.best_moves(&position).unwrap_or_else(|error| panic!("{operand}: {error}"));
        let found: Vec<_> = moves.iter().map(|&mv| position.uci(mv).to_string()).collect();
        assert_eq!(found, expected, "{operand}");
    }
    let epd = read(&format!("{START} pv e2e4, e7e5 Nf3;"));
    let position = epd.position().expect("the start position");
    let line = epd.get("pv").expect("it has a pv").as_line(&position).expect("a line");
    assert_eq!(position.san_line(&line).as_deref(), Ok("e4 e5 Nf3"));
    let castling = read("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - bm e1g1; am e1c1;");
    let position = castling.position().expect("a legal position");
    let best = castling.best_moves(&position).expect("legal");
    assert_eq!(position.san(best[0]).to_string(), "O-O");
    let promotion = read("8/P6k/8/8/8/8/8/4K3 w - - bm a7a8q;");
    assert!(promotion.best_moves(&promotion.position().expect("a legal position")).is_ok());
}

#[test]
fn quotes_and_backslashes_of_strings_are_escaped() {
    for (written, text) in [
        (r#"a \"b\""#, r#"a "b""#),
        (r"back\\slash", r"back\slash"),
        (r#"\"; bm e4; \""#, r#""; bm e4; ""#),
    ] {
        let line = format!("{START} id \"{written}\";");
        let epd = read(&line);
        assert_eq!((epd.id(), epd.operations().len()), (Some(text), 1), "{line}");
        assert_eq!(epd.to_string(), line);
        assert_eq!(Operation::text("id", text).as_ref(), Ok(&epd.operations()[0]));
    }
    // A backslash before any other character is skipped.
    assert_eq!(read(&format!(r#"{START} id "\n";"#)).id(), Some("n"));
    assert!(format!(r#"{START} id "x\""#).parse::<Epd>().is_err());
    assert!(format!(r#"{START} id "x\"#).parse::<Epd>().is_err());
}

#[test]
fn errors_of_bad_lines() {
    let rows = [
        (
            "8/8 w - -",
            "FEN field 1 (piece placement \"8/8\"), column 4: expected / and another rank, but the field ends",
        ),
        (
            "8/8/8/8/8/8/8/8 w - - é 1;",
            "EPD column 23: expected an opcode, which begins with a letter, found \"é\"",
        ),
        (
            "8/8/8/8/8/8/8/8 w - - id \"x\"; 7;",
            "EPD column 31: expected an opcode, which begins with a letter, found \"7\"",
        ),
        (
            "8/8/8/8/8/8/8/8 w - - \"x\";",
            r#"EPD column 23: expected an opcode, which begins with a letter, found "\"x\"""#,
        ),
        ("8/8/8/8/8/8/8/8 w - - id\"x\";", "EPD column 25: unexpected '\"' after \"id\""),
        ("8/8/8/8/8/8/8/8 w - - id x\"y\";", "EPD column 27: unexpected '\"' after \"x\""),
        ("8/8/8/8/8/8/8/8 w - - id \"x;", "EPD column 26: the string \"x;\" has no closing quote"),
        (
            "8/8/8/8/8/8/8/8 w - - id \"x\ny\";",
            "EPD column 26: the string \"x\\ny\" has no closing quote",
        ),
        (
            "8/8/8/8/8/8/8/8 w - - hmvc 70000;",
            "EPD column 23: \"hmvc 70000\": expected one integer from 0 to 65535 as operand",
        ),
        (
            "8/8/8/8/8/8/8/8 w - - 0x 1",
            "FEN field 5 (halfmove clock \"0x\"), column 24: expected a digit, found 'x'",
        ),
    ];
    for (line, words) in rows {
        let error: EpdError = line.parse::<Epd>().expect_err(line);
        assert_eq!(error.to_string(), words, "{line}");
    }
}

#[test]
fn errors_of_long_lines_are_bounded() {
    let long = "x".repeat(1_000_000);
    for line in [
        long.clone(),
        format!("{START} é{long};"),
        format!("{START} {long}\";"),
        format!("{START} id \"{long};"),
        format!("{START} hmvc {long};"),
        format!("{START} hmvc 1 {};", "2 ".repeat(100_000)),
    ] {
        let error = line.parse::<Epd>().expect_err("invalid").to_string();
        assert!(error.chars().count() < 200 && error.contains('…'), "{error}");
    }
}

/// Checks that a line which parses writes as text of an equal EPD.
fn assert_round_trip(line: &str) {
    if let Ok(epd) = line.parse::<Epd>() {
        assert_eq!(read(&epd.to_string()), epd, "{line}");
        let position = Position::startpos();
        for operation in epd.operations() {
            let _ = (operation.as_integer(), operation.as_text().is_ok());
            let _ = (operation.as_moves(&position), operation.as_line(&position));
        }
        let _ = perft_counts(&epd).count();
    }
}

proptest! {
    #[test]
    fn no_text_panics(text in any::<String>()) {
        assert_round_trip(&text);
        assert_round_trip(&format!("{START} {text}"));
    }

    #[test]
    fn no_similar_line_panics(
        operations in prop::collection::vec(
            "(hmvc|fmvn|bm|pv|id|D[0-9]|[a-z_]{1,3}) ([0-9-]{1,6}|\"[^\"\n\r]{0,5}\"|[NK]?[a-h][1-8]| )[; ]?",
            0..5,
        ),
        counters in "( [0-9]{1,6}){0,3}",
    ) {
        assert_round_trip(&format!("{START}{counters} {}", operations.concat()));
    }
}
