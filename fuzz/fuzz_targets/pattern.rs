//! Any text parses as a pattern of pieces or is refused at a column of the text. A pattern with its colours
//! exchanged matches the positions with their colours exchanged. The first line is a FEN, the rest a pattern.

#![no_main]

use ferz::{Position, Setup, SetupFaults};
use ferz_game::pattern::{ParsePatternError, PositionPattern};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let (fen, text) = text.split_once('\n').unwrap_or(("", text));
    let pattern: PositionPattern = match text.parse() {
        Ok(pattern) => pattern,
        Err(error) => {
            assert!(!error.to_string().contains('\n'));
            if let ParsePatternError::Unexpected { column, found, .. } = error {
                assert_eq!(text.chars().nth(column - 1), found);
            }
            return;
        }
    };
    let position = fen
        .parse::<Setup>()
        .ok()
        .and_then(|setup| Position::from_setup_ignoring(&setup, SetupFaults::IGNORABLE).ok())
        .unwrap_or_else(Position::startpos);
    let flipped = pattern.flip_colors();
    assert_eq!(flipped.matches(&position.flip_colors()), pattern.matches(&position));
    assert_eq!(flipped.flip_colors(), pattern);
});
