//! Tests of the formats of training data against the crates of their authors, bulletformat and viriformat.
//! `cargo test --manifest-path oracles/Cargo.toml` runs them; with `FERZ_WRITE_FIXTURES=1` the test of the
//! fixtures writes the files in `crates/ferz-train/tests/train/data`.

#![cfg(test)]

mod bullet;
mod fixtures;
mod viri;

use fastrand::Rng;
use ferz::{Position, Setup};
use ferz_train::convert::{DataFormat, DataReader, DataWriter};
use ferz_train::format::{EndingCode, ResultCode, TrainingGame};

/// Returns random games from standard, Chess960 and special start positions, with mate scores.
fn random_games() -> Vec<TrainingGame> {
    let rng = &mut Rng::with_seed(5);
    let mut games = Vec::new();
    for number in 0..40 {
        let start = match number % 4 {
            0 => Position::startpos(),
            1 | 2 => {
                let setup = Setup::double_chess960(rng.u16(..960), rng.u16(..960)).unwrap();
                Position::from_setup(&setup).unwrap()
            }
            _ => Position::from_fen("r3k2r/P5pp/8/2pP4/4pP2/8/p5PP/R3K2R w KQkq c6 0 20").unwrap(),
        };
        games.push(random_game(rng, start));
    }
    games
}

fn random_game(rng: &mut Rng, start: Position) -> TrainingGame {
    let (mut position, mut moves, mut scores) = (start.clone(), Vec::new(), Vec::new());
    while moves.len() < 120 && position.has_legal_move() {
        let legal = position.legal_moves();
        // Castling and promotions are rare among random moves.
        let special =
            legal.iter().find(|mv| mv.is_castling() || mv.is_promotion() || mv.is_en_passant());
        let mv = match special {
            Some(&mv) if rng.bool() => mv,
            _ => legal[rng.usize(..legal.len())],
        };
        scores.push(if rng.u8(..) == 0 { 31_990 } else { rng.i16(-3000..3000) });
        moves.push(mv);
        position.do_move(mv);
    }
    let result = *rng.choice(&ResultCode::ALL).unwrap();
    TrainingGame { start, moves, scores, result, ending: EndingCode::AdjudicatedDraw }
}

fn written(games: &[TrainingGame], format: DataFormat) -> Vec<u8> {
    let mut writer = DataWriter::new(Vec::new(), format, "{}").unwrap();
    games.iter().for_each(|game| writer.write(game, "{}").unwrap());
    writer.into_inner()
}

fn read(bytes: &[u8], format: DataFormat) -> Vec<TrainingGame> {
    DataReader::new(bytes, format, true).unwrap().map(Result::unwrap).collect()
}
