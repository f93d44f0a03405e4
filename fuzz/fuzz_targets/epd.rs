//! Any text parses as an EPD or is refused with a message. A parsed EPD is written as one that parses to
//! the same value, and moves among its operands are legal.

#![no_main]

use ferz::SetupFaults;
use ferz::notation::Epd;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let epd: Epd = match text.parse() {
        Ok(epd) => epd,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    // An impossible castling right can be written like another one.
    if !epd.setup().faults().contains(SetupFaults::IMPOSSIBLE_CASTLING) {
        let written = epd.to_string();
        assert_eq!(written.parse().as_ref(), Ok(&epd), "{written}");
    }
    for operation in epd.operations() {
        let _ = operation.perft_count();
    }
    let mut copy = Epd::new(epd.setup().clone());
    for operation in epd.operations() {
        copy.set(operation.clone()).expect("no counter");
        assert!(copy.get(operation.opcode()) == Some(operation));
    }
    let Ok(position) = epd.position() else { return };
    for operation in epd.operations() {
        if let Ok(moves) = operation.as_moves(&position) {
            assert!(moves.iter().all(|&mv| position.is_legal(mv)), "{operation}");
        }
        if let Ok(line) = operation.as_line(&position) {
            let mut position = position.clone();
            line.iter().for_each(|&mv| position.try_do_move(mv).expect("a legal line"));
        }
    }
});
