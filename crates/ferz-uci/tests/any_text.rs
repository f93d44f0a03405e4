//! No text makes a parser panic, and what is understood of it is understood once and for all: the
//! line written from it reads back as the same value.

use ferz_uci::{Command, CommandError, PerftLine, Reply, ReplyError, UciMove};
use proptest::prelude::*;
use std::fmt::{Debug, Display};
use std::str::FromStr;

/// Gives the line to every parser and checks what they make of it.
fn check(line: &str) {
    check_as::<UciMove>(line);
    check_as::<PerftLine>(line);
    check_as::<Command>(line);
    check_as::<Reply>(line);
}

/// What was read is written, reads back and is written the same again. It reads back as the same
/// value too, unless the text was more than one line: breaks in it are written as spaces.
fn check_as<T>(line: &str)
where
    T: FromStr<Err: Display + Debug> + Display + PartialEq + Debug,
{
    match line.parse::<T>() {
        Ok(value) => {
            let written = value.to_string();
            let again: T = written.parse().expect("what was written can be read");
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
fn odd_lines_are_refused_or_understood_for_good() {
    for line in ODD_LINES {
        check(line);
        check(&format!("\t{line}  \r\n"));
        check(&format!("joho {line}"));
        check(&line.to_uppercase());
        check(&line.repeat(50));
    }
}

#[test]
fn blank_lines_are_empty_and_nothing_else_is() {
    for line in ["", " ", "\t\r\n", "\x0b\x0c", "\u{feff}", "\u{feff} \n"] {
        assert_eq!(line.parse::<Command>(), Err(CommandError::Empty), "{line:?}");
        assert_eq!(line.parse::<Reply>(), Err(ReplyError::Empty), "{line:?}");
    }
    assert!(matches!("\0".parse::<Command>(), Err(CommandError::UnknownCommand(_))));
}

#[test]
fn a_huge_word_makes_a_short_error() {
    let huge = "♔".repeat(1 << 20);
    for start in ["", "go depth ", "position ", "position startpos moves ", "debug ", "bestmove "] {
        check(&format!("{start}{huge}"));
    }
    let many = "position startpos moves".to_string() + &" g1f3 g8f6 f3g1 f6g8".repeat(10_000);
    check(&many);
}

#[test]
fn a_line_break_in_a_text_does_not_break_the_line() {
    let line = Reply::Info(ferz_uci::Info::text("no\r\nbestmove e2e4")).to_string();
    assert_eq!(line, "info string no  bestmove e2e4");
}

/// Words of the protocol in any order, with some of no protocol between.
fn jumbled() -> impl Strategy<Value = String> {
    let words: Vec<&str> = ODD_LINES.iter().flat_map(|line| line.split(' ')).collect();
    let word = prop_oneof![9 => proptest::sample::select(words), 1 => Just("\t")];
    proptest::collection::vec(word, 0..12).prop_map(|words| words.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 20_000, ..Default::default() })]

    #[test]
    fn jumbled_words_are_refused_or_understood_for_good(line in jumbled()) {
        check(&line);
    }

    #[test]
    fn any_text_is_refused_or_understood_for_good(line in "(go |info |option name a type |setoption name a )?\\PC{0,40}") {
        check(&line);
    }

    #[test]
    fn any_bytes_are_refused_or_understood_for_good(bytes: Vec<u8>) {
        check(&String::from_utf8_lossy(&bytes));
    }
}
