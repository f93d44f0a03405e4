//! The client of `ferz-uci` with this engine.

use crate::process::BINARY;
use ferz::Score;
use ferz::{Position, Setup};
use ferz_uci::Go;
use ferz_uci::client::{Engine, EngineError, OptionError};
use std::time::{Duration, Instant};

#[test]
fn the_engine_is_driven_from_handshake_to_quit() {
    let mut engine = Engine::start(BINARY).unwrap();
    assert!(engine.name().unwrap().starts_with("Ferz "));
    engine.set_option("Hash", 4).unwrap();
    let error = engine.set_option("Hash", 0).unwrap_err();
    assert!(matches!(error, EngineError::Option(OptionError::Range { .. })), "{error}");
    engine.new_game().unwrap();

    let mate = Position::from_fen("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1").unwrap();
    engine.set_position(&mate, &[]).unwrap();
    let mut last = None;
    let best = engine.search(&Go { depth: Some(3), ..Go::default() }, |info| last = info.score);
    assert_eq!(mate.san(best.unwrap().best.unwrap()).to_string(), "Ra8#");
    assert_eq!(last, Some(Score::Mate(1)));

    let mated = Position::from_fen("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1").unwrap();
    engine.set_position(&mated, &[]).unwrap();
    let best = engine.search(&Go { depth: Some(3), ..Go::default() }, |_| {}).unwrap();
    assert_eq!(best.best, None);

    engine.set_position(&Position::startpos(), &[]).unwrap();
    assert_eq!(engine.perft(3, Some(Duration::from_secs(60))).unwrap().nodes, 8902);
    assert!(engine.quit().unwrap().success());
}

#[test]
fn searches_stop_and_ponder() {
    let mut engine = Engine::start(BINARY).unwrap();
    let mut search = engine.go(&Go { infinite: true, ..Go::default() }).unwrap();
    while search.next().unwrap().unwrap().depth < Some(4) {}
    search.stop().unwrap();
    let best = search.finish().unwrap();

    let moves = [best.best.unwrap(), best.ponder.unwrap()];
    engine.set_position(&Position::startpos(), &moves).unwrap();
    let go = Go { ponder: true, wtime: Some(200), btime: Some(200), ..Go::default() };
    let mut search = engine.go(&go).unwrap();
    let wait = Instant::now() + Duration::from_millis(400);
    while Instant::now() < wait {
        search.next_within(Duration::from_millis(50)).unwrap();
    }
    assert_eq!(search.best_move(), None, "the clock does not run while pondering");
    search.ponder_hit().unwrap();
    assert!(search.finish().unwrap().best.is_some());
    assert_eq!(engine.dropped_lines(), 0);
}

#[test]
fn chess960_castling_is_written_for_the_engine() {
    let setup = Setup::chess960(500).unwrap();
    let mut start = Position::from_setup(&setup).unwrap();
    start.set_chess960(true);
    let mut engine = Engine::start(BINARY).unwrap();
    engine.set_position(&start, &[]).unwrap();
    assert!(engine.search(&Go { nodes: Some(500), ..Go::default() }, |_| {}).is_ok());

    let castling = "r1k1r3/pppppppp/8/8/8/8/PPPPPPPP/1RK1R3 w EBea - 0 1";
    let mut position = Position::from_fen(castling).unwrap();
    position.set_chess960(true);
    let castle = position.parse_san("O-O").unwrap();
    engine.set_position(&position, &[castle]).unwrap();
    let mut score = None;
    let go = Go { depth: Some(2), ..Go::default() };
    assert!(engine.search(&go, |info| score = info.score).unwrap().best.is_some());
    assert!(matches!(score.unwrap(), Score::Cp(_)));
}
