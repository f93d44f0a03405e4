//! Training data in the formats of other programs: round trips, bytes written by the crates bulletformat and
//! viriformat, text as others write it, and invalid data.

use super::format::{games, random_game};
use fastrand::Rng;
use ferz::Position;
use ferz_train::convert::{
    DataFormat, DataReadError, DataReader, DataWriteError, DataWriter, LineFault, MAX_PLIES,
    MIN_SCORE, RecordFault,
};
use ferz_train::format::{
    EndingCode, PositionFilter, RANDOM_MOVE, ResultCode, TrainingGame, UNSEARCHED,
};

const OTHERS: [DataFormat; 3] =
    [DataFormat::Plain, DataFormat::Bulletformat, DataFormat::Viriformat];

/// Returns games of every kind: Chess960, en passant, promotions, long counters, missing and mate scores.
fn all_games() -> Vec<TrainingGame> {
    let rng = &mut Rng::with_seed(11);
    let position = |fen| Position::from_fen(fen).unwrap();
    let mut all = games();
    all.push(random_game(rng, position("8/8/4k3/8/2R5/8/4K3/8 b - - 70 150"), 0, 40));
    all.push(random_game(rng, position("r3k2r/8/8/8/8/8/8/R3K2R b Kq - 12 34"), 0, 30));
    let mut gaps = random_game(rng, Position::startpos(), 4, 60);
    gaps.scores[7] = RANDOM_MOVE;
    gaps.scores[20..25].fill(UNSEARCHED);
    gaps.scores[30..36].copy_from_slice(&[31_999, -31_998, 32_000, MIN_SCORE, i16::MAX, 0]);
    gaps.result = ResultCode::WhiteWins;
    all.push(gaps);
    all
}

fn written(games: &[TrainingGame], format: DataFormat) -> Vec<u8> {
    let mut writer = DataWriter::new(Vec::new(), format, "{}").unwrap();
    games.iter().for_each(|game| writer.write(game, "{}").unwrap());
    writer.into_inner()
}

/// Returns the games of a file. Positions without a move get one.
fn read(bytes: &[u8], format: DataFormat) -> Vec<TrainingGame> {
    DataReader::new(bytes, format, true).unwrap().map(Result::unwrap).collect()
}

/// Returns the error at the end of the games.
fn read_error(bytes: &[u8], format: DataFormat) -> DataReadError {
    let mut reader = DataReader::new(bytes, format, false).unwrap();
    let error = reader.by_ref().find_map(Result::err).unwrap();
    assert!(reader.next().is_none());
    error
}

/// Returns all positions with a score: FEN, move, White's score and result.
fn scored(games: &[TrainingGame]) -> Vec<(String, String, i16, ResultCode)> {
    let mut positions = Vec::new();
    for game in games {
        let visited = game.visit(&PositionFilter::all(), |ply| {
            let (fen, mv) = (ply.position.fen(), ply.position.uci(ply.mv).to_string());
            positions.push((fen, mv, ply.score.unwrap(), ply.result));
        });
        visited.unwrap();
    }
    positions
}

#[test]
fn every_pair_of_formats_round_trips() {
    let games = all_games();
    assert!(scored(&games).len() > 150);
    for from in DataFormat::ALL {
        let original = written(&games, from);
        for to in DataFormat::ALL {
            let there = written(&read(&original, from), to);
            let back = written(&read(&there, to), from);
            match (from, to) {
                (DataFormat::Ferz, DataFormat::Plain | DataFormat::Viriformat) => {
                    assert_eq!(scored(&read(&back, from)), scored(&games), "{to:?}");
                }
                // Only the pieces, the score and the result of a position are left.
                (_, DataFormat::Bulletformat) => {
                    let expected = written(&games, DataFormat::Bulletformat);
                    assert_eq!(there, expected, "{from:?}");
                    assert_eq!(written(&read(&back, from), to), expected, "{from:?}");
                }
                _ => assert!(back == original, "{from:?} by way of {to:?}"),
            }
        }
    }
}

#[test]
fn scores_and_results_are_those_of_the_side_that_the_format_wants() {
    let start = Position::from_fen("4k3/8/8/8/8/8/3PP3/4K3 b - - 3 9").unwrap();
    let moves = vec![start.parse_uci("e8d8").unwrap()];
    let ending = EndingCode::AdjudicatedWin;
    let game =
        TrainingGame { start, moves, scores: vec![250], result: ResultCode::WhiteWins, ending };
    let games = [game];
    let text = String::from_utf8(written(&games, DataFormat::Plain)).unwrap();
    assert_eq!(
        text,
        "fen 4k3/8/8/8/8/8/3PP3/4K3 b - - 3 9\nmove e8d8\nscore -250\nply 17\nresult -1\ne\n"
    );
    let bullet = written(&games, DataFormat::Bulletformat);
    // The own king on e1, the pawns of the other side on d7 and e7, its king on e8.
    assert_eq!(bullet[..8], (1_u64 << 4 | 3 << 51 | 1 << 60).to_le_bytes());
    assert_eq!(bullet[8..10], [0x85, 0xd8]);
    let score = (-250_i16).to_le_bytes();
    assert_eq!(bullet[24..], [score[0], score[1], 0, 4, 4, 0, 0, 0]);
    let viri = written(&games, DataFormat::Viriformat);
    assert_eq!(viri[24..32], [64 | 0x80, 3, 9, 0, 0, 0, 2, 0]);
    assert_eq!(viri[34..], [250, 0, 0, 0, 0, 0]);
    for (format, bytes) in OTHERS.into_iter().zip([text.as_bytes(), &bullet, &viri]) {
        let read = read(bytes, format);
        let [game] = &read[..] else { panic!("{read:?}") };
        let sign = if format == DataFormat::Bulletformat { -1 } else { 1 };
        assert_eq!(game.scores, [sign * 250]);
        let expected = if sign == 1 { ResultCode::WhiteWins } else { ResultCode::BlackWins };
        assert_eq!((game.result, game.ending), (expected, EndingCode::AdjudicatedWin));
    }
}

#[test]
fn the_smallest_scores_are_no_missing_scores() {
    let games = [random_game(&mut Rng::with_seed(1), Position::startpos(), 0, 2)];
    let mut bytes = written(&games, DataFormat::Viriformat);
    for (at, score) in [(34, i16::MIN), (38, i16::MIN + 1)] {
        bytes[at..at + 2].copy_from_slice(&score.to_le_bytes());
    }
    let read = read(&bytes, DataFormat::Viriformat);
    assert_eq!(read[0].scores, [MIN_SCORE; 2]);
}

#[test]
fn endings_follow_from_the_last_position() {
    let ending = |moves: &[&str], result| {
        let mut position = Position::startpos();
        let moves: Vec<_> = moves
            .iter()
            .map(|text| {
                let mv = position.parse_uci(text).unwrap();
                position.do_move(mv);
                mv
            })
            .collect();
        let (start, scores) = (Position::startpos(), vec![1; moves.len()]);
        let game = TrainingGame { start, moves, scores, result, ending: EndingCode::TooLong };
        OTHERS.map(|format| read(&written(std::slice::from_ref(&game), format), format)[0].ending)
            [2]
    };
    let mate = ["f2f3", "e7e5", "g2g4", "d8h4"];
    assert_eq!(ending(&mate, ResultCode::BlackWins), EndingCode::Mate);
    assert_eq!(ending(&mate, ResultCode::Draw), EndingCode::AdjudicatedDraw);
    let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(2);
    assert_eq!(ending(&shuffle, ResultCode::Draw), EndingCode::Repetition);
    assert_eq!(ending(&shuffle, ResultCode::WhiteWins), EndingCode::AdjudicatedWin);
}

#[test]
fn positions_without_a_score_end_a_game_of_viriformat() {
    let mut game = random_game(&mut Rng::with_seed(3), Position::startpos(), 2, 10);
    game.scores[3] = UNSEARCHED;
    let mut writer = DataWriter::new(Vec::new(), DataFormat::Viriformat, "{}").unwrap();
    writer.write(&game, "{}").unwrap();
    let totals = writer.totals();
    assert_eq!((totals.games, totals.positions, totals.unscored), (1, 7, 3));
    let read = read(&writer.into_inner(), DataFormat::Viriformat);
    assert_eq!(read.iter().map(|game| game.moves.len()).collect::<Vec<_>>(), [3, 4]);
    assert_eq!(read[1].moves, game.moves[6..]);
}

#[test]
fn a_filter_leaves_out_positions() {
    let games = all_games();
    for format in [DataFormat::Plain, DataFormat::Bulletformat] {
        let mut writer = DataWriter::new(Vec::new(), format, "{}").unwrap();
        writer.set_filter(PositionFilter { min_ply: 12, ..PositionFilter::quiet() });
        games.iter().for_each(|game| writer.write(game, "{}").unwrap());
        let totals = writer.totals();
        assert!(totals.positions > 0 && totals.rejected > 0);
        assert_eq!(totals.positions + totals.rejected, scored(&games).len() as u64);
        let positions = scored(&read(&writer.into_inner(), format)).len();
        assert_eq!(positions as u64, totals.positions);
    }
}

#[test]
fn the_first_plies_are_the_same_in_all_formats_with_move_numbers() {
    let games = all_games();
    let filter = PositionFilter { min_ply: 16, ..PositionFilter::all() };
    let positions = |games: &[TrainingGame]| {
        let mut fens = Vec::new();
        for game in games {
            game.visit(&filter, |ply| fens.push(ply.position.fen())).unwrap();
        }
        fens
    };
    let expected = positions(&games);
    assert!(expected.len() > 100 && expected.len() < scored(&games).len());
    for format in [DataFormat::Ferz, DataFormat::Plain, DataFormat::Viriformat] {
        let mut writer = DataWriter::new(Vec::new(), format, "{}").unwrap();
        games.iter().for_each(|game| writer.write(game, "{}").unwrap());
        assert_eq!(positions(&read(&writer.into_inner(), format)), expected, "{format:?}");
    }
}

/// A file as other programs write it, in all freedoms of the text.
const FOREIGN: &str = "\u{FEFF}fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\r
move e2e4\r
score 54\r
ply 0\r
result 1\r
e\r
fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\r
score -32\r
move e7e5\r
result -1\r
ply 1\r
e\r
\r
fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq -
move e1g1
score 32002
result 0
e
fen r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 60
move e8a8
score 31990
ply 0
result 1
e
fen 1rk5/8/8/8/8/8/8/1RK2R2 w FBb - 0 40
move c1f1
score\t-7
ply 78
result 0
e
fen 8/P6k/8/8/8/8/8/K7 w - - 0 90
move a7a8n
score 5
ply 178
result 1";

#[test]
fn text_of_other_programs_is_read() {
    let read = read(FOREIGN.as_bytes(), DataFormat::Plain);
    let plies: Vec<_> = read.iter().map(|game| game.moves.len()).collect();
    assert_eq!(plies, [2, 1, 1, 1, 1], "the first two positions are one game");
    assert_eq!(read[0].scores, [54, 32]);
    assert_eq!(read[0].result, ResultCode::WhiteWins);
    assert_eq!(read[1].scores, [UNSEARCHED]);
    assert_eq!((read[2].scores[0], read[2].result), (-31_990, ResultCode::BlackWins));
    assert!(read[1].moves[0].is_castling() && read[2].moves[0].is_castling());
    assert!(read[3].moves[0].is_castling() && read[3].start.is_chess960());
    assert!(read[4].moves[0].is_promotion());
    assert_eq!(read[4].start.fullmove_number(), 90);
    for game in &read {
        game.verify().unwrap();
    }
}

#[test]
fn consecutive_positions_with_another_result_are_two_games() {
    let changed = FOREIGN.replacen("result -1", "result 0", 1);
    assert_eq!(read(changed.as_bytes(), DataFormat::Plain)[0].moves.len(), 1);
    let counter = FOREIGN.replacen("KQkq e3 0 1", "KQkq e3 0 2", 1);
    assert_eq!(read(counter.as_bytes(), DataFormat::Plain)[0].moves.len(), 1);
}

const RECORD: &str =
    "fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\nmove e2e4\nscore 1\nply 0\nresult 1\ne\n";

#[test]
fn faults_of_text_are_named_with_record_and_line() {
    let fault = |from: &str, to: &str| {
        let text = format!("{RECORD}{}", RECORD.replacen(from, to, 1));
        match read_error(text.as_bytes(), DataFormat::Plain) {
            DataReadError::Line { record: 2, line, fault } => (line, fault),
            other => panic!("{from:?}, {to:?}: {other}"),
        }
    };
    assert_eq!(fault("ply", "plies"), (10, LineFault::Keyword("plies 0".into())));
    assert_eq!(fault("\ne\n", "\ne x\n"), (12, LineFault::Keyword("e x".into())));
    assert_eq!(fault("\ne\n", &format!("\n{RECORD}")), (12, LineFault::Repeated("fen")));
    assert_eq!(fault("score 1\n", ""), (11, LineFault::Missing("score")));
    assert_eq!(fault("ply 0", &"x".repeat(2000)), (10, LineFault::TooLong));
    assert!(matches!(fault("4k3", "8"), (7, LineFault::Fen(_))));
    for mv in ["e2e5", "e2", "e1g1", ""] {
        assert!(matches!(fault("e2e4", mv), (8, LineFault::Move(_))), "{mv}");
    }
    for (from, to, name, line) in [
        ("score 1", "score 32768", "score", 9),
        ("score 1", "score 1.5", "score", 9),
        ("ply 0", "ply -1", "ply", 10),
        ("result 1", "result 2", "result", 11),
        ("result 1", "result", "result", 11),
    ] {
        let (found_line, fault) = fault(from, to);
        assert!(
            matches!(&fault, LineFault::Number { name: found, .. } if *found == name),
            "{fault}"
        );
        assert_eq!(found_line, line, "{fault}");
    }
    let binary = [RECORD.as_bytes(), b"fen \xff\n"].concat();
    let error = read_error(&binary, DataFormat::Plain);
    assert_eq!(error.to_string(), "record 2, line 7: the line is not UTF-8");
    assert!(matches!(
        read_error(RECORD.replace("e2e4", "0000").as_bytes(), DataFormat::Plain),
        DataReadError::NoMove { record: 1 }
    ));
}

#[test]
fn faults_of_bytes_are_named_with_the_record() {
    let games = [random_game(&mut Rng::with_seed(1), Position::startpos(), 0, 8)];
    let fault = |format, at: usize, byte| {
        let mut bytes = written(&games, format);
        bytes[at] = byte;
        match read_error(&bytes, format) {
            DataReadError::Record { record, fault } => (record, fault),
            other => panic!("{at}: {other}"),
        }
    };
    let setup = |fault| matches!(fault, (1, RecordFault::Position(_) | RecordFault::Packed(_)));
    let viri = DataFormat::Viriformat;
    assert_eq!(fault(viri, 2, 1), (1, RecordFault::TooManyPieces(33)));
    assert_eq!(fault(viri, 8, 0x17), (1, RecordFault::PieceCode(7)));
    assert_eq!(fault(viri, 30, 3), (1, RecordFault::Result(3)));
    assert!(setup(fault(viri, 24, 65)), "en passant");
    assert!(setup(fault(viri, 8, 0x66)), "no castling with a rook beside another");
    assert_eq!(
        fault(viri, 32, 0).1,
        RecordFault::Move { ply: 0, bits: u16::from_le_bytes([0, written(&games, viri)[33]]) }
    );
    // Bulletformat without the choice of moves ends at the first record.
    let read = |bytes: &[u8]| {
        DataReader::new(bytes, DataFormat::Bulletformat, true).unwrap().find_map(Result::err)
    };
    let bullet = |at: usize, byte| {
        let mut bytes = written(&games, DataFormat::Bulletformat);
        bytes[32 + at] = byte;
        match read(&bytes) {
            Some(DataReadError::Record { record, fault }) => (record, fault),
            other => panic!("{at}: {other:?}"),
        }
    };
    assert_eq!(bullet(26, 3), (2, RecordFault::Result(3)));
    assert_eq!(bullet(27, 5), (2, RecordFault::Kings));
    assert_eq!(bullet(28, 5), (2, RecordFault::Kings));
    assert_eq!(bullet(8, 0x16), (2, RecordFault::PieceCode(6)));
    assert_eq!(bullet(3, 0xff).1, RecordFault::TooManyPieces(40));
}

#[test]
fn a_cut_file_has_its_complete_records() {
    let games = all_games();
    for format in OTHERS {
        let bytes = written(&games, format);
        let whole = scored(&read(&bytes, format));
        for end in (0..bytes.len()).rev().take(200) {
            let mut reader = DataReader::new(&bytes[..end], format, true).unwrap();
            let (mut games, mut error) = (Vec::new(), None);
            for game in reader.by_ref() {
                match game {
                    Ok(game) => games.push(game),
                    Err(found) => error = Some(found),
                }
            }
            assert!(error.as_ref().is_none_or(DataReadError::is_truncated), "{end}: {error:?}");
            let positions = scored(&games);
            assert_eq!(positions[..], whole[..positions.len()], "{format:?}, {end}");
            assert!(
                error.is_some()
                    || format != DataFormat::Viriformat
                    || positions.len() < whole.len()
            );
        }
    }
}

#[test]
fn any_change_of_a_byte_is_refused_or_read_as_legal_games() {
    let rng = &mut Rng::with_seed(2);
    let position = |fen| Position::from_fen(fen).unwrap();
    let games = [
        random_game(rng, position("r3k2r/8/8/2pP4/8/8/8/R3K2R w KQkq c6 0 20"), 0, 12),
        random_game(rng, Position::startpos(), 0, 6),
    ];
    let mut accepted = 0;
    for format in OTHERS {
        let bytes = written(&games, format);
        for at in 0..bytes.len() {
            for change in [1, 0x10, 0x80, 0xff] {
                let mut changed = bytes.clone();
                changed[at] ^= change;
                DataFormat::of_content(&changed);
                for game in DataReader::new(&changed[..], format, true).unwrap() {
                    let Ok(game) = game else { break };
                    game.verify().unwrap();
                    accepted += 1;
                }
            }
        }
    }
    assert!(accepted > 1000, "{accepted}");
}

#[test]
fn games_beyond_the_limit_are_refused_or_divided() {
    let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"];
    let mut position = Position::startpos();
    let mut moves = Vec::new();
    for text in shuffle.iter().cycle().take(MAX_PLIES + 1) {
        moves.push(position.parse_uci(text).unwrap());
        position.do_move(moves[moves.len() - 1]);
    }
    let game = |plies| TrainingGame {
        start: Position::startpos(),
        moves: moves[..plies].to_vec(),
        scores: [32_000, -32_000].into_iter().cycle().take(plies).collect(),
        result: ResultCode::Draw,
        ending: EndingCode::Repetition,
    };
    let (fits, long) = ([game(MAX_PLIES)], [game(MAX_PLIES + 1)]);
    let bytes = written(&fits, DataFormat::Viriformat);
    let read_back = read(&bytes, DataFormat::Viriformat);
    assert_eq!(read_back[0].moves.len(), MAX_PLIES);
    written(&read_back, DataFormat::Ferz);
    let error = read_error(&written(&long, DataFormat::Viriformat), DataFormat::Viriformat);
    assert!(matches!(error, DataReadError::Record { record: 1, fault: RecordFault::TooLong }));
    let divided = read(&written(&long, DataFormat::Plain), DataFormat::Plain);
    assert_eq!(divided.iter().map(|game| game.moves.len()).collect::<Vec<_>>(), [MAX_PLIES, 1]);
}

#[test]
fn positions_that_a_format_cannot_hold_are_refused() {
    let fen = "qqqqkqqq/qqqqqqqq/q7/8/8/8/PPPPPPPP/QQQQKQQQ b - - 0 1";
    let start = Position::from_fen_with(fen, ferz::notation::FenOptions::LENIENT).unwrap();
    let moves = vec![start.legal_moves()[0]];
    let (result, ending) = (ResultCode::Draw, EndingCode::AdjudicatedDraw);
    let game = TrainingGame { start, moves, scores: vec![0], result, ending };
    let write = |format| DataWriter::new(Vec::new(), format, "{}").unwrap().write(&game, "{}");
    for format in [DataFormat::Bulletformat, DataFormat::Viriformat] {
        assert!(matches!(write(format), Err(DataWriteError::TooManyPieces(33))), "{format:?}");
    }
    assert!(matches!(write(DataFormat::Ferz), Err(DataWriteError::Games(_))));
    assert!(write(DataFormat::Plain).is_ok());
    let illegal = TrainingGame { start: Position::startpos(), ..game };
    for format in DataFormat::ALL {
        let written = DataWriter::new(Vec::new(), format, "{}").unwrap().write(&illegal, "{}");
        assert!(matches!(written, Err(DataWriteError::Illegal(_))), "{format:?}");
    }
}

#[test]
fn formats_are_found_by_content_and_extension() {
    for format in DataFormat::ALL {
        let bytes = written(&all_games(), format);
        assert_eq!(DataFormat::of_content(&bytes[..DataFormat::START]), Some(format));
        assert_eq!(DataFormat::of_content(&bytes), Some(format));
        assert_eq!(DataFormat::of_name(format.name()), Some(format));
        assert_eq!(DataFormat::of_extension(format.name()), Some(format));
    }
    assert_eq!(DataFormat::of_content(FOREIGN.as_bytes()), Some(DataFormat::Plain));
    for other in [&b""[..], b"fen", b"feng 1\n", b"[Event \"a\"]\n", &[0; 512], &[255; 512]] {
        assert_eq!(DataFormat::of_content(other), None, "{other:?}");
    }
    assert_eq!(DataFormat::of_extension("vf"), Some(DataFormat::Viriformat));
    assert_eq!(DataFormat::of_extension("bin"), None);
}

#[test]
fn bytes_of_the_crates_are_read_and_written() {
    // Written by `oracles/` with bulletformat 1.8.0 and viriformat 3.0.0, see there.
    let plain = include_bytes!("data/oracle.plain");
    let bullet = include_bytes!("data/oracle.bullet");
    let viri = include_bytes!("data/oracle.vf");
    let games = read(plain, DataFormat::Plain);
    assert_eq!(read(viri, DataFormat::Viriformat), games);
    assert!(written(&games, DataFormat::Bulletformat) == bullet);
    assert!(written(&games, DataFormat::Viriformat) == viri);
    assert!(written(&read(bullet, DataFormat::Bulletformat), DataFormat::Bulletformat) == bullet);
}
