//! The command lines of OpenBench's client.

use crate::process::ferz;

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
