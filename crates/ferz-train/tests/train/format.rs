//! The game file: games round trip, and damage is always an error.

use fastrand::Rng;
use ferz::{Position, Setup};
use ferz_train::format::{
    Damage, EndingCode, GameError, GameFile, GameReader, GameWriter, HEADER_SIZE, OpenError,
    PositionFilter, ReadError, ResultCode, TrainingGame, WriteError,
};
use ferz_train::{FileGame, GameFiles, GamesError};
use std::path::PathBuf;

const SETTINGS: &str = r#"{"engine":"none"}"#;

/// Returns a game of random moves with random scores after an opening.
pub(super) fn random_game(
    rng: &mut Rng,
    start: Position,
    opening: usize,
    plies: usize,
) -> TrainingGame {
    let mut position = start.clone();
    let mut moves = Vec::new();
    while moves.len() < plies && position.has_legal_move() {
        let legal = position.legal_moves();
        let mv = legal[rng.usize(..legal.len())];
        position.do_move(mv);
        moves.push(mv);
    }
    let scored = moves.len().saturating_sub(opening);
    let scores = (0..scored).map(|_| rng.i16(-300..300)).collect();
    TrainingGame { start, moves, scores, result: ResultCode::Draw, ending: EndingCode::TooLong }
}

/// Returns games from every kind of start position, one without moves, and with several results and
/// endings.
pub(super) fn games() -> Vec<TrainingGame> {
    let rng = &mut Rng::with_seed(7);
    let position = |fen| Position::from_fen(fen).unwrap();
    let chess960 = Position::from_setup(&Setup::double_chess960(17, 903).unwrap()).unwrap();
    let mut games = vec![
        random_game(rng, Position::startpos(), 8, 30),
        random_game(rng, chess960, 9, 25),
        random_game(rng, Position::startpos(), 0, 0),
        random_game(rng, position("4k3/P6p/8/8/8/8/p6P/4K3 b - - 3 40"), 0, 12),
        random_game(
            rng,
            position("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3"),
            2,
            9,
        ),
    ];
    for (game, ending) in games.iter_mut().zip(EndingCode::ALL) {
        game.ending = ending;
        game.result = ResultCode::ALL[ending as usize % 3];
    }
    games
}

fn written(games: &[TrainingGame]) -> Vec<u8> {
    let mut writer = GameWriter::new(Vec::new(), SETTINGS).unwrap();
    games.iter().for_each(|game| writer.write(game).unwrap());
    writer.into_inner()
}

/// Returns the games that can be read, and the error after them.
fn read(bytes: &[u8]) -> (Vec<TrainingGame>, Option<ReadError>) {
    let reader = match GameReader::new(bytes) {
        Ok(reader) => reader,
        Err(error) => return (Vec::new(), Some(error)),
    };
    let mut games = Vec::new();
    for game in reader {
        match game {
            Ok(game) => games.push(game),
            Err(error) => return (games, Some(error)),
        }
    }
    (games, None)
}

/// Returns the ends of the header and of each record of a file.
fn ends(bytes: &[u8]) -> Vec<usize> {
    let mut ends = vec![HEADER_SIZE];
    while let Some(head) = bytes.get(ends[ends.len() - 1]..).filter(|rest| rest.len() > 3) {
        let length = usize::from(u16::from_le_bytes([head[1], head[2]]));
        ends.push(ends[ends.len() - 1] + 3 + length + 4);
    }
    ends
}

/// Returns a file with a single game whose payload is changed, with a valid checksum.
fn with_payload(game: &TrainingGame, change: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let mut bytes = written(std::slice::from_ref(game));
    let start = ends(&bytes)[1];
    let mut payload = bytes[start + 3..bytes.len() - 4].to_vec();
    change(&mut payload);
    bytes.truncate(start + 1);
    bytes.extend((payload.len() as u16).to_le_bytes());
    bytes.extend(payload);
    let checksum = crc32fast::hash(&bytes[start..]);
    bytes.extend(checksum.to_le_bytes());
    bytes
}

/// Returns the path of a new file in the temporary folder of the tests.
fn path(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    path
}

#[test]
fn games_round_trip() {
    let games = games();
    let bytes = written(&games);
    let mut reader = GameReader::new(bytes.as_slice()).unwrap();
    assert_eq!(reader.settings(), SETTINGS);
    let back: Vec<_> = reader.by_ref().map(Result::unwrap).collect();
    assert_eq!(back, games);
    assert_eq!(reader.bytes_read(), bytes.len() as u64);
    for (game, back) in games.iter().zip(&back) {
        assert_eq!(game.start.key(), back.start.key());
    }
}

#[test]
fn bytes_match_the_specification() {
    let mut position = Position::startpos();
    let moves = ["e2e4", "e7e5", "g1f3"].map(|text| {
        let mv = position.parse_uci(text).unwrap();
        position.do_move(mv);
        mv
    });
    let game = TrainingGame {
        start: Position::startpos(),
        moves: moves.to_vec(),
        scores: vec![30, -34],
        result: ResultCode::WhiteWins,
        ending: EndingCode::AdjudicatedWin,
    };
    let bytes = written(&[game]);
    let mut expected = b"FERZGAME\x01\x00S\x11\x00{\"engine\":\"none\"}".to_vec();
    expected.extend(crc32fast::hash(&expected[HEADER_SIZE..]).to_le_bytes());
    let start = expected.len();
    expected.extend(b"G\x0e\x00\x00\x52\x01\x03\x00");
    for (from, to, flag) in [(12_u16, 28_u16, 2_u16), (52, 36, 2), (6, 21, 0)] {
        expected.extend((from | to << 6 | flag << 12).to_le_bytes());
    }
    // In zigzag form 30 is 60, and the difference -64 is 127.
    expected.extend([60, 127]);
    let length = (expected.len() - start - 3) as u16;
    expected[start + 1..start + 3].copy_from_slice(&length.to_le_bytes());
    expected.extend(crc32fast::hash(&expected[start..]).to_le_bytes());
    assert_eq!(bytes, expected);
}

#[test]
fn file_truncated_anywhere_yields_its_complete_games_and_can_be_appended_to() {
    let games = games();
    let bytes = written(&games);
    let ends = ends(&bytes);
    let path = path("cut_off.ferz");
    for cut in 0..bytes.len() {
        let last_end = ends.iter().rposition(|&end| end <= cut);
        let complete = last_end.map_or(0, |last| last.saturating_sub(1));
        let (back, error) = read(&bytes[..cut]);
        assert_eq!(back, games[..complete], "cut at {cut}");
        match error {
            None => assert!(ends[1..].contains(&cut), "cut at {cut}"),
            Some(ReadError::Truncated { offset }) => {
                assert_eq!(offset, last_end.map_or(0, |last| ends[last]) as u64, "cut at {cut}");
            }
            Some(error) => panic!("cut at {cut}: {error}"),
        }

        std::fs::write(&path, &bytes[..cut]).unwrap();
        let mut old = Vec::new();
        let file = GameFile::open(&path, |game| old.push(game)).unwrap();
        assert_eq!(old, games[..complete], "cut at {cut}");
        file.append("{}").unwrap().write(&games[1]).unwrap();
        let (back, error) = read(&std::fs::read(&path).unwrap());
        assert!(error.is_none(), "cut at {cut}: {error:?}");
        assert_eq!(back, [&games[..complete], &games[1..2]].concat(), "cut at {cut}");
    }
}

#[test]
fn zeros_at_the_end_are_an_incomplete_record() {
    let games = games();
    let path = path("zeros.ferz");
    for zeros in [1, 5, 8192, 300_000] {
        let mut bytes = written(&games[..2]);
        let end = bytes.len() as u64;
        bytes.resize(bytes.len() + zeros, 0);
        let (back, error) = read(&bytes);
        assert_eq!(back, games[..2]);
        let found = matches!(error, Some(ReadError::Truncated { offset }) if offset == end);
        assert!(found, "{zeros} zeros: {error:?}");
        std::fs::write(&path, &bytes).unwrap();
        let file = GameFile::open(&path, |_| ()).unwrap();
        file.append("{}").unwrap().write(&games[1]).unwrap();
        let (back, error) = read(&std::fs::read(&path).unwrap());
        assert!(error.is_none() && back.len() == 3, "{zeros} zeros: {error:?}");
        // Other bytes after them are damage.
        bytes.extend([1; 3]);
        assert!(matches!(read(&bytes).1, Some(ReadError::Damaged { .. })), "{zeros} zeros");
    }
}

#[test]
fn every_flipped_bit_is_detected() {
    let games = games();
    let mut bytes = written(&games);
    let ends = ends(&bytes);
    for bit in 0..bytes.len() * 8 {
        bytes[bit / 8] ^= 1 << (bit % 8);
        let (back, error) = read(&bytes);
        let before = ends[1..].iter().filter(|&&end| end <= bit / 8).count();
        assert_eq!(back, games[..before.saturating_sub(1)], "bit {bit}");
        assert!(error.is_some(), "bit {bit}");
        bytes[bit / 8] ^= 1 << (bit % 8);
    }
}

#[test]
fn file_damaged_before_its_end_is_left_unchanged() {
    let mut bytes = written(&games());
    let offset = ends(&bytes)[1] + 20;
    bytes[offset] ^= 1;
    let path = path("damaged.ferz");
    std::fs::write(&path, &bytes).unwrap();
    let error = GameFile::open(&path, |_| {}).err().unwrap();
    let OpenError::Content { error: ReadError::Damaged { damage, .. }, .. } = error else {
        panic!("{error}");
    };
    assert_eq!(damage, Damage::Checksum);
    assert_eq!(std::fs::read(&path).unwrap(), bytes);
    std::fs::write(&path, "[Event \"no game file\"]").unwrap();
    let error = GameFile::open(&path, |_| {}).err().unwrap();
    assert!(matches!(error, OpenError::Content { error: ReadError::Magic, .. }), "{error}");
}

#[test]
fn file_is_locked_for_other_writers() {
    let path = path("locked.ferz");
    let writer = GameFile::open(&path, |_| {}).unwrap().append("{}").unwrap();
    let second = GameFile::open(&path, |_| {}).err().unwrap();
    assert!(matches!(second, OpenError::Locked { .. }), "{second}");
    drop(writer);
    assert!(GameFile::open(&path, |_| {}).is_ok());
}

#[test]
fn settings_apply_until_the_next() {
    let path = path("settings.ferz");
    let games = games();
    for (settings, game) in ["first", "second"].into_iter().zip(&games) {
        let file = GameFile::open(&path, |_| {}).unwrap();
        file.append(settings).unwrap().write(game).unwrap();
    }
    let bytes = std::fs::read(&path).unwrap();
    let mut reader = GameReader::new(bytes.as_slice()).unwrap();
    for settings in ["first", "first", "second"] {
        assert_eq!(reader.settings(), settings);
        reader.next();
    }
    assert!(reader.next().is_none());
}

#[test]
fn equal_settings_are_written_once() {
    let path = path("equal_settings.ferz");
    let games = games();
    for game in &games[..2] {
        let file = GameFile::open(&path, |_| {}).unwrap();
        assert_eq!(
            file.settings(),
            std::fs::metadata(&path).unwrap().len().ne(&0).then_some("same")
        );
        let mut writer = file.append("same").unwrap();
        writer.write(game).unwrap();
        writer.set_settings("same").unwrap();
    }
    let mut writer = GameWriter::new(Vec::new(), "same").unwrap();
    games[..2].iter().for_each(|game| writer.write(game).unwrap());
    assert_eq!(std::fs::read(&path).unwrap(), writer.into_inner());
    let mut writer = GameFile::open(&path, |_| {}).unwrap().append("other").unwrap();
    writer.write(&games[2]).unwrap();
    drop(writer);
    assert_eq!(GameFile::open(&path, |_| {}).unwrap().settings(), Some("other"));
}

#[test]
fn opening_a_file_does_not_change_it() {
    let path = path("opened.ferz");
    let bytes = written(&games());
    std::fs::write(&path, &bytes[..bytes.len() - 1]).unwrap();
    drop(GameFile::open(&path, |_| {}).unwrap());
    assert_eq!(std::fs::read(&path).unwrap(), &bytes[..bytes.len() - 1]);
}

#[test]
fn files_are_read_one_after_the_other() {
    let games = games();
    let (first, second, damaged) =
        (path("files_1.ferz"), path("files_2.ferz"), path("files_3.ferz"));
    let bytes = written(&games[..3]);
    std::fs::write(&first, &bytes).unwrap();
    GameFile::open(&first, |_| {}).unwrap().append("more").unwrap().write(&games[3]).unwrap();
    // The incomplete game at the end of a file is left out.
    std::fs::write(&second, &bytes[..bytes.len() - 1]).unwrap();
    let found: Vec<FileGame> =
        GameFiles::new(vec![first.clone(), second.clone()]).collect::<Result<_, _>>().unwrap();
    let places: Vec<_> = found.iter().map(|game| (&*game.path, game.number)).collect();
    let (a, b) = (first.as_path(), second.as_path());
    assert_eq!(places, [(a, 1), (a, 2), (a, 3), (a, 4), (b, 1), (b, 2)]);
    let expected: Vec<_> = games[..4].iter().chain(&games[..2]).collect();
    assert_eq!(found.iter().map(|game| &game.game).collect::<Vec<_>>(), expected);
    assert_eq!((&*found[2].settings, &*found[3].settings), (SETTINGS, "more"));
    let size = std::fs::metadata(&first).unwrap().len();
    assert_eq!((found[3].bytes_read, found[5].bytes_read), (size, size + ends(&bytes)[3] as u64));

    let mut bytes = bytes;
    let offset = ends(&bytes)[2] + 5;
    bytes[offset] ^= 1;
    std::fs::write(&damaged, &bytes).unwrap();
    let mut files = GameFiles::new(vec![damaged, first]);
    assert!(files.next().unwrap().is_ok());
    assert!(matches!(files.next(), Some(Err(GamesError::Read { .. }))));
    assert!(files.next().is_none(), "an error ends the iteration");
}

#[test]
fn random_bytes_never_panic() {
    let rng = &mut Rng::with_seed(11);
    let games = games();
    let (mut damaged, mut invalid) = (0, 0);
    for round in 0..200_000 {
        let game = &games[round % games.len()];
        let bytes = with_payload(game, |payload| {
            for _ in 0..rng.usize(1..4) {
                let index = rng.usize(..payload.len());
                match rng.u8(..8) {
                    0 => payload.truncate(index.max(1)),
                    1 => payload.insert(index, rng.u8(..)),
                    2 => payload[index] = rng.u8(..),
                    _ => payload[index] ^= 1 << rng.u8(..8),
                }
            }
        });
        match GameReader::new(bytes.as_slice()).unwrap().next() {
            Some(Ok(game)) => invalid += usize::from(game.verify().is_err()),
            Some(Err(_)) => damaged += 1,
            None => panic!("round {round}: no game and no error"),
        }
    }
    // Both the reader and the rules of chess find errors.
    assert!(damaged > 10_000 && invalid > 10_000, "{damaged} damaged, {invalid} invalid");
    for length in 0..300 {
        let bytes: Vec<_> = std::iter::repeat_with(|| rng.u8(..)).take(length).collect();
        assert!(read(&bytes).1.is_some());
    }
}

#[test]
fn invalid_payload_is_reported_by_cause() {
    let game = &games()[0];
    let error = |change: &dyn Fn(&mut Vec<u8>)| {
        let bytes = with_payload(game, change);
        match GameReader::new(bytes.as_slice()).unwrap().next() {
            Some(Err(ReadError::Damaged { damage: Damage::Game(error), .. })) => error,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(error(&|payload| payload.truncate(3)), GameError::Short);
    assert_eq!(error(&|payload| payload.push(0)), GameError::Trailing(1));
    assert_eq!(error(&|payload| payload[0] = 2), GameError::Start(2));
    assert_eq!(error(&|payload| payload[1] = 3), GameError::Result(3));
    assert_eq!(error(&|payload| payload[1] = 0x80), GameError::Ending(8));
    assert_eq!(error(&|payload| payload[2] = 31), GameError::Opening { opening: 31, plies: 30 });
    let null_move = |payload: &mut Vec<u8>| payload[7..9].fill(0);
    assert_eq!(error(&null_move), GameError::Move { ply: 1, bits: 0 });
    let unterminated = |payload: &mut Vec<u8>| *payload.last_mut().unwrap() |= 0x80;
    assert_eq!(error(&unterminated), GameError::Score { ply: 29 });
}

#[test]
fn unencodable_games_are_not_written() {
    let mut writer = GameWriter::new(Vec::new(), SETTINGS).unwrap();
    let game = random_game(&mut Rng::with_seed(1), Position::startpos(), 0, 4);
    let scores = |scores: usize| TrainingGame { scores: vec![0; scores], ..game.clone() };
    let error = writer.write(&scores(5)).err().unwrap();
    assert!(matches!(error, WriteError::Scores { scores: 5, plies: 4 }), "{error}");
    let long = |plies: usize, scores: usize| TrainingGame {
        moves: vec![game.moves[0]; plies],
        scores: vec![0; scores],
        ..game.clone()
    };
    let error = writer.write(&long(256, 0)).err().unwrap();
    assert!(matches!(error, WriteError::Scores { .. }), "{error}");
    for plies in [30_000, 70_000] {
        let error = writer.write(&long(plies, plies)).err().unwrap();
        assert!(matches!(error, WriteError::TooLong(_)), "{error}");
    }
    writer.write(&game).unwrap();
    let (back, error) = read(&writer.into_inner());
    assert!(error.is_none() && back == [game]);
}

#[test]
fn illegal_move_is_reported_at_its_ply() {
    let mut game = random_game(&mut Rng::with_seed(3), Position::startpos(), 0, 20);
    game.moves[7] = game.moves[6];
    let bytes = written(std::slice::from_ref(&game));
    let back = GameReader::new(bytes.as_slice()).unwrap().next().unwrap().unwrap();
    let mut visited = 0;
    let error = back.visit(&PositionFilter::all(), |_| visited += 1).err().unwrap();
    assert_eq!((error.ply, error.illegal.0, visited), (7, game.moves[6], 7));
    assert!(back.verify().is_err() && back.pgn().is_err());
}

#[test]
fn replay_matches_the_game() {
    for game in &games() {
        let mut position = game.start.clone();
        let mut replay = game.replay();
        for (index, &mv) in game.moves.iter().enumerate() {
            let ply = replay.next_ply().unwrap().unwrap();
            let score = index.checked_sub(game.opening_plies()).map(|scored| game.scores[scored]);
            assert_eq!((ply.position, ply.mv, ply.ply), (&position, mv, index));
            assert_eq!((ply.score, ply.result), (score, game.result));
            position.do_move(mv);
        }
        assert!(replay.next_ply().unwrap().is_none() && replay.next_ply().unwrap().is_none());
        assert_eq!(replay.position(), &position);
    }
}

#[test]
fn filters_reject_by_each_condition() {
    let rng = &mut Rng::with_seed(5);
    let all = PositionFilter::all();
    let filters = [
        PositionFilter { min_ply: 20, ..all.clone() },
        PositionFilter { max_score: 100, ..all.clone() },
        PositionFilter { no_check: true, ..all.clone() },
        PositionFilter { no_tactics: true, ..all.clone() },
    ];
    let mut rejected = [0; 4];
    for _ in 0..50 {
        let game = random_game(rng, Position::startpos(), 8, 120);
        let mut replay = game.replay();
        while let Some(ply) = replay.next_ply().unwrap() {
            assert_eq!(all.accepts(&ply), ply.ply >= 8);
            let Some(score) = ply.score else { continue };
            let quiet = !ply.mv.is_capture() && ply.mv.promotion().is_none();
            let expected = [ply.ply >= 20, score.abs() <= 100, !ply.position.in_check(), quiet];
            for i in 0..4 {
                assert_eq!(filters[i].accepts(&ply), expected[i], "{ply:?}");
                rejected[i] += usize::from(!expected[i]);
            }
        }
    }
    assert!(rejected.iter().all(|&count| count > 50), "{rejected:?}");
}
