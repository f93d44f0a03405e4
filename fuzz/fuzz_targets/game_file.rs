//! Any bytes are a file of training games or are refused with a message, and so is a file with any
//! bytes as a game. Games are written as games that read back equal, and a verified game is valid PGN.

#![no_main]

use ferz_game::pgn::Games;
use ferz_train::format::{GameReader, GameWriter, PositionFilter};
use ferz_train::nnue::TrainSettings;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    check(bytes);
    let mut file = GameWriter::new(Vec::new(), "{}").expect("to memory").into_inner();
    let start = file.len();
    file.push(b'G');
    file.extend((bytes.len() as u16).to_le_bytes());
    file.extend(bytes);
    let checksum = crc32fast::hash(&file[start..]);
    file.extend(checksum.to_le_bytes());
    check(&file);
});

fn check(bytes: &[u8]) {
    let mut reader = match GameReader::new(bytes) {
        Ok(reader) => reader,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    while let Some(game) = reader.next() {
        let game = match game {
            Ok(game) => game,
            Err(error) => return assert!(!error.to_string().is_empty()),
        };
        let mut writer = GameWriter::new(Vec::new(), reader.settings()).expect("to memory");
        writer.write(&game).expect("a game that was read");
        let written = writer.into_inner();
        let again = GameReader::new(&written[..]).expect("a file").next();
        assert!(again.is_some_and(|again| again.is_ok_and(|again| again == game)));
        for label in TrainSettings::default().labels().labels(&game) {
            assert!(label.is_nan() || (0.0..1.0 + 1e-6).contains(&label), "{label}");
        }
        let visited = game.visit(&PositionFilter::all(), |ply| {
            assert_eq!(ply.position.check_consistency(), Ok(()));
            assert!(ply.score.is_some());
        });
        match game.verify() {
            Ok(()) => {
                let pgn = game.pgn().expect("legal moves");
                let mut games = Games::new(pgn.as_bytes());
                assert!(matches!(games.next(), Some(Ok((_, None)))), "{pgn}");
                assert!(visited.is_ok() && games.next().is_none(), "{pgn}");
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
    assert_eq!(reader.bytes_read(), bytes.len() as u64);
}
