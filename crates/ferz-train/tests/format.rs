//! The game file: what is written comes back, and what was not written is never made up.

use fastrand::Rng;
use ferz::{Color, Position, Setup};
use ferz_train::format::{
    Damage, Ending, Filter, Game, GameError, GameFile, GameReader, GameResult, GameWriter,
    HEADER_SIZE, OpenError, ReadError, WriteError,
};
use std::path::PathBuf;

const SETTINGS: &str = r#"{"engine":"none"}"#;

/// A game of random moves with random scores after an opening.
fn random_game(rng: &mut Rng, start: Position, opening: usize, plies: usize) -> Game {
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
    Game { start, moves, scores, result: GameResult::Draw, ending: Ending::TooLong }
}

/// Games from every kind of start, with nothing to say, and with every result and ending.
fn games() -> Vec<Game> {
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
    for (game, ending) in games.iter_mut().zip(Ending::ALL) {
        game.ending = ending;
        game.result = GameResult::ALL[ending as usize % 3];
    }
    games
}

fn written(games: &[Game]) -> Vec<u8> {
    let mut writer = GameWriter::new(Vec::new(), SETTINGS).unwrap();
    games.iter().for_each(|game| writer.write(game).unwrap());
    writer.into_inner()
}

/// The games that can be read, and what stopped the reading.
fn read(bytes: &[u8]) -> (Vec<Game>, Option<ReadError>) {
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

/// Where the header and each record of a file end.
fn ends(bytes: &[u8]) -> Vec<usize> {
    let mut ends = vec![HEADER_SIZE];
    while let Some(head) = bytes.get(ends[ends.len() - 1]..).filter(|rest| rest.len() > 3) {
        let length = usize::from(u16::from_le_bytes([head[1], head[2]]));
        ends.push(ends[ends.len() - 1] + 3 + length + 4);
    }
    ends
}

/// A file with a single game, whose payload has been changed and its checksum made to fit.
fn with_payload(game: &Game, change: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
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

/// A file in the folder that cargo keeps for these tests.
fn path(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    path
}

#[test]
fn what_is_written_comes_back() {
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

/// The bytes of the specification, by hand.
#[test]
fn a_file_looks_as_it_is_specified() {
    let mut position = Position::startpos();
    let moves = ["e2e4", "e7e5", "g1f3"].map(|text| {
        let mv = position.parse_uci(text).unwrap();
        position.do_move(mv);
        mv
    });
    let game = Game {
        start: Position::startpos(),
        moves: moves.to_vec(),
        scores: vec![30, -34],
        result: GameResult::WhiteWins,
        ending: Ending::AdjudicatedWin,
    };
    let bytes = written(&[game]);
    let mut expected = b"FERZGAME\x01\x00S\x11\x00{\"engine\":\"none\"}".to_vec();
    expected.extend(crc32fast::hash(&expected[HEADER_SIZE..]).to_le_bytes());
    let begin = expected.len();
    expected.extend(b"G\x0e\x00\x00\x52\x01\x03\x00");
    for (from, to, kind) in [(12_u16, 28_u16, 2_u16), (52, 36, 2), (6, 21, 0)] {
        expected.extend((from | to << 6 | kind << 12).to_le_bytes());
    }
    // 30 is folded to 60, the difference of -64 to 127.
    expected.extend([60, 127]);
    let length = (expected.len() - begin - 3) as u16;
    expected[begin + 1..begin + 3].copy_from_slice(&length.to_le_bytes());
    expected.extend(crc32fast::hash(&expected[begin..]).to_le_bytes());
    assert_eq!(bytes, expected);
}

#[test]
fn a_file_cut_off_anywhere_gives_its_whole_games_and_can_be_added_to() {
    let games = games();
    let bytes = written(&games);
    let ends = ends(&bytes);
    let path = path("cut_off.ferz");
    for cut in 0..bytes.len() {
        let last_end = ends.iter().rposition(|&end| end <= cut);
        let whole = last_end.map_or(0, |last| last.saturating_sub(1));
        let (back, error) = read(&bytes[..cut]);
        assert_eq!(back, games[..whole], "cut at {cut}");
        match error {
            None => assert!(ends[1..].contains(&cut), "cut at {cut}"),
            Some(ReadError::Torn { offset }) => {
                assert_eq!(offset, last_end.map_or(0, |last| ends[last]) as u64, "cut at {cut}");
            }
            Some(error) => panic!("cut at {cut}: {error}"),
        }

        std::fs::write(&path, &bytes[..cut]).unwrap();
        let mut seen = Vec::new();
        let file = GameFile::open(&path, |game| seen.push(game)).unwrap();
        assert_eq!(seen, games[..whole], "cut at {cut}");
        file.begin("{}").unwrap().write(&games[1]).unwrap();
        let (back, error) = read(&std::fs::read(&path).unwrap());
        assert!(error.is_none(), "cut at {cut}: {error:?}");
        assert_eq!(back, [&games[..whole], &games[1..2]].concat(), "cut at {cut}");
    }
}

#[test]
fn a_flipped_bit_is_never_read_as_something_else() {
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
fn a_file_damaged_in_the_middle_stays_as_it_is() {
    let mut bytes = written(&games());
    let place = ends(&bytes)[1] + 20;
    bytes[place] ^= 1;
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
fn a_file_has_one_writer_at_a_time() {
    let path = path("locked.ferz");
    let writer = GameFile::open(&path, |_| {}).unwrap().begin("{}").unwrap();
    let second = GameFile::open(&path, |_| {}).err().unwrap();
    assert!(matches!(second, OpenError::Locked { .. }), "{second}");
    drop(writer);
    assert!(GameFile::open(&path, |_| {}).is_ok());
}

#[test]
fn settings_hold_until_the_next() {
    let path = path("settings.ferz");
    let games = games();
    for (settings, game) in ["first", "second"].into_iter().zip(&games) {
        let file = GameFile::open(&path, |_| {}).unwrap();
        file.begin(settings).unwrap().write(game).unwrap();
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
fn bytes_that_no_writer_wrote_never_panic() {
    let rng = &mut Rng::with_seed(11);
    let games = games();
    let (mut refused, mut illegal) = (0, 0);
    for round in 0..200_000 {
        let game = &games[round % games.len()];
        let bytes = with_payload(game, |payload| {
            for _ in 0..rng.usize(1..4) {
                let place = rng.usize(..payload.len());
                match rng.u8(..8) {
                    0 => payload.truncate(place.max(1)),
                    1 => payload.insert(place, rng.u8(..)),
                    2 => payload[place] = rng.u8(..),
                    _ => payload[place] ^= 1 << rng.u8(..8),
                }
            }
        });
        match GameReader::new(bytes.as_slice()).unwrap().next() {
            Some(Ok(game)) => illegal += usize::from(game.verify().is_err()),
            Some(Err(_)) => refused += 1,
            None => panic!("round {round}: a record is not nothing"),
        }
    }
    // The changes reach both the reader and the rules.
    assert!(refused > 10_000 && illegal > 10_000, "{refused} refused, {illegal} false");
    for length in 0..300 {
        let bytes: Vec<_> = std::iter::repeat_with(|| rng.u8(..)).take(length).collect();
        assert!(read(&bytes).1.is_some());
    }
}

#[test]
fn payloads_are_refused_for_their_reason() {
    let game = &games()[0];
    let reason = |change: &dyn Fn(&mut Vec<u8>)| {
        let bytes = with_payload(game, change);
        match GameReader::new(bytes.as_slice()).unwrap().next() {
            Some(Err(ReadError::Damaged { damage: Damage::Game(error), .. })) => error,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(reason(&|payload| payload.truncate(3)), GameError::Short);
    assert_eq!(reason(&|payload| payload.push(0)), GameError::Trailing(1));
    assert_eq!(reason(&|payload| payload[0] = 2), GameError::Start(2));
    assert_eq!(reason(&|payload| payload[1] = 3), GameError::Result(3));
    assert_eq!(reason(&|payload| payload[1] = 0x80), GameError::Ending(8));
    assert_eq!(reason(&|payload| payload[2] = 31), GameError::Opening { opening: 31, plies: 30 });
    let no_move = |payload: &mut Vec<u8>| payload[7..9].fill(0);
    assert_eq!(reason(&no_move), GameError::Move { ply: 1, bits: 0 });
    let cut = |payload: &mut Vec<u8>| *payload.last_mut().unwrap() |= 0x80;
    assert_eq!(reason(&cut), GameError::Score { ply: 29 });
}

#[test]
fn what_is_no_game_is_not_written() {
    let mut writer = GameWriter::new(Vec::new(), SETTINGS).unwrap();
    let game = random_game(&mut Rng::with_seed(1), Position::startpos(), 0, 4);
    let scores = |scores: usize| Game { scores: vec![0; scores], ..game.clone() };
    let error = writer.write(&scores(5)).err().unwrap();
    assert!(matches!(error, WriteError::Scores { scores: 5, plies: 4 }), "{error}");
    let long = |plies: usize, scores: usize| Game {
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
fn an_illegal_move_is_an_error_where_it_stands() {
    let mut game = random_game(&mut Rng::with_seed(3), Position::startpos(), 0, 20);
    game.moves[7] = game.moves[6];
    let bytes = written(std::slice::from_ref(&game));
    let back = GameReader::new(bytes.as_slice()).unwrap().next().unwrap().unwrap();
    let mut shown = 0;
    let error = back.visit(&Filter::all(), |_| shown += 1).err().unwrap();
    assert_eq!((error.ply, error.illegal.0, shown), (7, game.moves[6], 7));
    assert!(back.verify().is_err() && back.pgn().is_err());
}

#[test]
fn positions_are_those_of_the_game() {
    for game in &games() {
        let mut position = game.start.clone();
        let mut replay = game.replay();
        for (nth, &mv) in game.moves.iter().enumerate() {
            let ply = replay.next_ply().unwrap().unwrap();
            let score = nth.checked_sub(game.opening()).map(|scored| game.scores[scored]);
            assert_eq!((ply.position, ply.mv, ply.ply), (&position, mv, nth));
            assert_eq!((ply.score, ply.result), (score, game.result));
            let white = position.side_to_move() == Color::White;
            let own = score.map(|score| if white { score } else { -score });
            assert_eq!(ply.score_to_move(), own);
            let points = game.result.points();
            assert_eq!(ply.points_to_move(), if white { points } else { 1.0 - points });
            position.do_move(mv);
        }
        assert!(replay.next_ply().unwrap().is_none() && replay.next_ply().unwrap().is_none());
        assert_eq!(replay.position(), &position);
    }
}

#[test]
fn filters_leave_out_what_they_say() {
    let rng = &mut Rng::with_seed(5);
    let open = Filter::all();
    let filters = [
        Filter { min_ply: 20, ..open.clone() },
        Filter { max_score: 100, ..open.clone() },
        Filter { no_check: true, ..open.clone() },
        Filter { no_tactics: true, ..open.clone() },
    ];
    let mut left_out = [0; 4];
    for _ in 0..50 {
        let game = random_game(rng, Position::startpos(), 8, 120);
        let mut replay = game.replay();
        while let Some(ply) = replay.next_ply().unwrap() {
            assert_eq!(open.keeps(&ply), ply.ply >= 8);
            let Some(score) = ply.score else { continue };
            let quiet = !ply.mv.is_capture() && ply.mv.promotion().is_none();
            let expected = [ply.ply >= 20, score.abs() <= 100, !ply.position.in_check(), quiet];
            for nth in 0..4 {
                assert_eq!(filters[nth].keeps(&ply), expected[nth], "{ply:?}");
                left_out[nth] += usize::from(!expected[nth]);
            }
        }
    }
    assert!(left_out.iter().all(|&count| count > 50), "{left_out:?}");
}
