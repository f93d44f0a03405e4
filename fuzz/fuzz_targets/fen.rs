//! Any text parses as a FEN or is refused with a message. A parsed setup is written as a FEN that parses
//! to the same setup, and a valid setup is a consistent position.

#![no_main]

use ferz::notation::FenStyle;
use ferz::{Position, Setup, SetupFaults};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let setup: Setup = match text.parse() {
        Ok(setup) => setup,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    for style in [FenStyle::XFen, FenStyle::Shredder] {
        let written = setup.fen(style).to_string();
        // An impossible castling right can be written like another one; possible rights cannot.
        if !setup.faults().contains(SetupFaults::IMPOSSIBLE_CASTLING) {
            assert_eq!(written.parse().as_ref(), Ok(&setup), "{written}");
        }
    }
    let strict = Position::from_setup(&setup);
    assert_eq!(strict.is_ok(), setup.faults().is_empty());
    if let Ok(mut position) = Position::from_setup_ignoring(&setup, SetupFaults::IGNORABLE) {
        assert_eq!(position.check_consistency(), Ok(()));
        assert_eq!(ferz_perft::make(&mut position, 2), ferz_perft::bulk(&mut position, 2));
        let again = Position::from_setup_ignoring(&position.setup(), SetupFaults::IGNORABLE);
        assert!(again.is_ok_and(|again| again == position && again.key() == position.key()));
    }
});
