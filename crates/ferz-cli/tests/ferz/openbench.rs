//! The command lines of OpenBench's client.

use crate::process::{ferz, file};
use ferz::Position;
use std::collections::HashSet;

fn openings(line: &str) -> Vec<String> {
    let ran = ferz(&[line, "quit"]);
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""), "{ran:?}");
    let fens = ran.out.lines().filter_map(|line| line.strip_prefix("info string genfens "));
    fens.map(str::to_owned).collect()
}

#[test]
fn genfens_prints_different_openings_by_seed() {
    let first = openings("genfens 12 seed 1234 book None ");
    assert_eq!(first.len(), 12);
    assert_eq!(first.iter().collect::<HashSet<_>>().len(), 12);
    assert_eq!(first, openings("genfens 12 seed 1234 book None"));
    assert_ne!(first, openings("genfens 12 seed 1235 book None"));
    for fen in &first {
        // The client splits a FEN into six fields.
        assert_eq!(fen.split(' ').count(), 6);
        assert!(Position::from_fen(fen).unwrap().outcome().is_none());
    }
}

#[test]
fn genfens_begins_at_a_book_position() {
    let epd = "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - hmvc 0; fmvn 20;\n";
    let path = file("genfens_book.epd", &epd.repeat(3));
    for fen in openings(&format!("genfens 4 seed 1 book {path}")) {
        let position = Position::from_fen(&fen).unwrap();
        assert!((22..=23).contains(&position.fullmove_number()), "{fen}");
    }
    let missing = ferz(&["genfens 1 seed 1 book /nowhere/at/all", "quit"]);
    assert!(missing.error_line().contains("/nowhere/at/all"));
    assert!(ferz(&["genfens many", "quit"]).error_line().contains("genfens N seed S"));
}

#[test]
fn genfens_names_the_line_of_a_book_that_is_no_position() {
    let path = file("genfens_bad.epd", "8/8 w - -\n\n8/8 w - -\n8/8 w - -\n");
    let ran = ferz(&[&format!("genfens 4 seed 1 book {path}"), "quit"]);
    let lines = [1, 2, 3, 4].map(|line| format!("genfens_bad.epd, line {line}: "));
    assert!(lines.iter().any(|line| ran.error_line().contains(line.as_str())), "{ran:?}");
}

#[test]
fn lines_in_arguments_are_executed_in_order() {
    let lines =
        ["setoption name Hash value 2", "position startpos moves e2e4", "go depth 2", "quit"];
    let ran = ferz(&lines[..3]);
    assert_eq!(ran.status, Some(0));
    assert!(ran.out.lines().last().unwrap().starts_with("bestmove "), "{ran:?}");
    let bench = ferz(&["setoption name Hash value 2", "bench 2", "quit"]);
    assert!(bench.out.trim_end().ends_with(" nps"), "{bench:?}");
}
