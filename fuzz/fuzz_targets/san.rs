//! Any text parses as a move or is refused with a message. A parsed move is legal and round-trips in SAN
//! and in UCI notation. The first line is a FEN, each other line a move.

#![no_main]

use ferz::{Position, Setup, SetupFaults};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let mut lines = text.lines();
    let setup = lines.next().and_then(|fen| fen.parse::<Setup>().ok());
    let mut position = setup
        .and_then(|setup| Position::from_setup_ignoring(&setup, SetupFaults::IGNORABLE).ok())
        .unwrap_or_else(Position::startpos);
    for line in lines {
        let san = position.parse_san(line);
        if let Err(error) = &san {
            assert!(!error.to_string().is_empty());
        }
        let Some(mv) = san.ok().or_else(|| position.parse_uci(line).ok()) else { continue };
        assert!(position.is_legal(mv), "{line} parses as {mv:?} at {}", position.fen());
        let (written, uci) = (position.san(mv).to_string(), position.uci(mv).to_string());
        assert_eq!(position.parse_san(&written), Ok(mv), "{written} at {}", position.fen());
        assert_eq!(position.parse_uci(&uci), Ok(mv), "{uci} at {}", position.fen());
        position.do_move(mv);
    }
});
