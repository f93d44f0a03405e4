//! Any bytes are training data of each other program or are refused with a message, and games that are
//! read are legal and read back equal after they are written.

#![no_main]

use ferz_train::convert::{DataFormat, DataReader, DataWriter};
use ferz_train::format::{TrainingGame, UNSEARCHED};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    for format in [DataFormat::Plain, DataFormat::Bulletformat, DataFormat::Viriformat] {
        for game in DataReader::new(bytes, format, true).expect("no header") {
            match game {
                Ok(game) => check(&game, format),
                Err(error) => assert!(!error.to_string().is_empty()),
            }
        }
    }
    DataFormat::of_content(bytes);
});

fn check(game: &TrainingGame, format: DataFormat) {
    assert_eq!(game.verify(), Ok(()));
    let mut writer = DataWriter::new(Vec::new(), format, "{}").expect("to memory");
    writer.write(game, "{}").expect("a game that was read");
    let written = writer.into_inner();
    let again: Result<Vec<_>, _> =
        DataReader::new(&written[..], format, true).expect("no header").collect();
    let again = again.expect("what was written");
    if game.scores.contains(&UNSEARCHED) || game.moves.is_empty() {
        return;
    }
    assert!(again.len() == 1 && again[0] == *game);
}
