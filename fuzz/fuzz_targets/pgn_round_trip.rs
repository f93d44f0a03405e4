//! Games of any text, of chess and of variants, are written as games that read back equal.

#![no_main]

use ferz_game::pgn::{Games, PgnErrorKind, WriteOptions};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &[u8]| {
    for game in Games::with_variants(text) {
        let Ok((game, error)) = game else { return };
        if let Some(error) = error {
            assert!(!error.to_string().is_empty());
            // The tag is written, and read as the same error, or with another start position.
            if let PgnErrorKind::Variant { .. } | PgnErrorKind::VariantFen { .. } = error.kind {
                continue;
            }
        }
        for line_width in [79, 0] {
            let written = WriteOptions { line_width, ..WriteOptions::default() }.to_string(&game);
            let mut read = Games::with_variants(written.as_bytes());
            let Some(Ok((again, None))) = read.next() else { panic!("not read: {written}") };
            assert!(again == game && read.next().is_none(), "read differently: {written}");
        }
    }
});
