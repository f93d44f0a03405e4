//! Parsers never panic, and the text written from a parsed value parses back to the same value.

use ferz_uci::{Command, CommandError, PerftLine, Reply, ReplyError, UciMove};
use proptest::prelude::*;
use std::fmt::{Debug, Display};
use std::str::FromStr;

/// Checks the line with every parser.
fn check(line: &str) {
    check_as::<UciMove>(line);
    check_as::<PerftLine>(line);
    check_as::<Command>(line);
    check_as::<Reply>(line);
}

/// Parses the line as a `T`, writes the value and parses it again. The second text must equal the
/// first, and the second value too unless the line has inner line breaks, which are written as spaces.
fn check_as<T>(line: &str)
where
    T: FromStr<Err: Display + Debug> + Display + PartialEq + Debug,
{
    match line.parse::<T>() {
        Ok(value) => {
            let written = value.to_string();
            let again: T = written.parse().expect("written text parses");
            assert_eq!(again.to_string(), written, "{line:?}");
            let one_line = !line.trim_ascii().contains(['\n', '\r']);
            assert!(!one_line || again == value, "{line:?}: {value:?}, {again:?}");
        }
        Err(error) => assert!(error.to_string().len() < 1000, "{line:?}: {error}"),
    }
}

const ODD_LINES: &[&str] = &[
    "",
    " ",
    "\r\n",
    "\u{feff}",
    "\u{feff}\u{feff}uci",
    "\0",
    "uci\0",
    "\u{2003}uci",
    "go\u{a0}infinite",
    "ＵＣＩ",
    "♔♕♖",
    "é",
    "go depth",
    "go depth depth depth",
    "go depth ५",
    "go depth +5",
    "go depth 0x10",
    "go depth 1e9",
    "go wtime -9223372036854775808 btime 9223372036854775807",
    "go wtime -9223372036854775809",
    "go nodes 18446744073709551616",
    "go mate -1",
    "go searchmoves",
    "go searchmoves searchmoves",
    "go searchmoves ♔♔",
    "go go go",
    "go infinite infinite ponder ponder",
    "perft -1",
    "perft 99999999999",
    "perft perft",
    "position position",
    "position startpos startpos",
    "position startpos moves moves",
    "position startpos moves e2e4 ♔",
    "position startpos moves 0000 0000",
    "position fen fen fen",
    "position fen startpos moves",
    "position fen moves moves e2e4",
    "fen",
    "startpos moves",
    "startpos fen",
    "setoption name value",
    "setoption name  value  value",
    "setoption value name",
    "setoption name a value <empty> <empty>",
    "setoption name a value\u{a0}",
    "register name code name code",
    "register later later",
    "debug on off",
    "debug ON",
    "quit quit",
    "bench bench",
    "d d d",
    "info",
    "info info info",
    "info string",
    "info string string",
    "info score",
    "info score score cp",
    "info score cp mate 3",
    "info score cp 99999999999 mate 1",
    "info score mate -0",
    "info score cp 1 upperbound lowerbound",
    "info wdl wdl wdl wdl",
    "info pv pv pv",
    "info pv e2e4 0000 e2e4q",
    "info currline 4294967296 e2e4",
    "info currline 1 1 e2e4",
    "info currline 0000",
    "info refutation string refutation",
    "info depth 4294967295 seldepth 4294967296",
    "info hashfull -1 time -1 nps -1",
    "id",
    "id name",
    "id author",
    "id name name  name",
    "bestmove",
    "bestmove bestmove",
    "bestmove e2e4 ponder ponder",
    "bestmove e2e4 ponder ponder e7e5",
    "bestmove (none) ponder (none)",
    "option",
    "option name",
    "option name name type type type string",
    "option name a type combo default var var var default",
    "option name a type combo default default default var default",
    "option name a type spin default min max",
    "option name a type spin default 1 min 2 max 3 var 4",
    "option name a type string default <empty> default",
    "option name a type button button",
    "option name type string default x",
    "copyprotection",
    "registration checking ok",
    ":",
    "::",
    "0000: 0",
    "e2e4: ",
    "e2e4:18446744073709551615",
    "e2e4----1",
    "nodes: 5",
    "Total - 5",
    "nodes searched:: 5",
];

#[test]
fn odd_lines_round_trip_or_are_refused() {
    for line in ODD_LINES {
        check(line);
        check(&format!("\t{line}  \r\n"));
        check(&format!("joho {line}"));
        check(&line.to_uppercase());
        check(&line.repeat(50));
    }
}

#[test]
fn blank_lines_are_the_empty_error() {
    for line in ["", " ", "\t\r\n", "\x0b\x0c", "\u{feff}", "\u{feff} \n"] {
        assert_eq!(line.parse::<Command>(), Err(CommandError::Empty), "{line:?}");
        assert_eq!(line.parse::<Reply>(), Err(ReplyError::Empty), "{line:?}");
    }
    assert!(matches!("\0".parse::<Command>(), Err(CommandError::UnknownCommand(_))));
}

#[test]
fn huge_tokens_make_short_errors() {
    let huge = "♔".repeat(1 << 20);
    for start in ["", "go depth ", "position ", "position startpos moves ", "debug ", "bestmove "] {
        check(&format!("{start}{huge}"));
    }
    let many = "position startpos moves".to_string() + &" g1f3 g8f6 f3g1 f6g8".repeat(10_000);
    check(&many);
}

#[test]
fn line_breaks_in_texts_become_spaces() {
    let line = Reply::Info(ferz_uci::Info::text("no\r\nbestmove e2e4")).to_string();
    assert_eq!(line, "info string no  bestmove e2e4");
}

/// Tokens of the protocol in any order, with some invalid tokens.
fn shuffled_tokens() -> impl Strategy<Value = String> {
    let tokens: Vec<&str> = ODD_LINES.iter().flat_map(|line| line.split(' ')).collect();
    let token = prop_oneof![9 => proptest::sample::select(tokens), 1 => Just("\t")];
    proptest::collection::vec(token, 0..12).prop_map(|tokens| tokens.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 20_000, ..Default::default() })]

    #[test]
    fn shuffled_tokens_round_trip_or_are_refused(line in shuffled_tokens()) {
        check(&line);
    }

    #[test]
    fn any_text_round_trips_or_is_refused(line in "(go |info |option name a type |setoption name a )?\\PC{0,40}") {
        check(&line);
    }

    #[test]
    fn any_bytes_round_trip_or_are_refused(bytes: Vec<u8>) {
        check(&String::from_utf8_lossy(&bytes));
    }
}
