//! Any bytes are the output of an engine: the client never panics or waits for a reply that cannot come,
//! returns legal moves only, and is unusable after a fatal error.

#![no_main]

use ferz::{MAX_MOVES, Position};
use ferz_uci::Go;
use ferz_uci::client::{Engine, EngineError, OptionValue};
use libfuzzer_sys::fuzz_target;
use std::io::{Cursor, sink};
use std::time::Duration;

/// The maximum number of operations on an engine.
const OPERATIONS_MAX: usize = 32;

/// Plays one operation of the engine, selected by a byte.
fn operate(engine: &mut Engine, operation: u8) -> Result<(), EngineError> {
    let go = Go { depth: Some(1), ..Go::default() };
    match operation % 8 {
        0 => engine.wait_ready(),
        1 => engine.new_game(),
        2 => perft(engine),
        3 => set_options(engine, operation / 8),
        4 => {
            let position = engine.position().clone();
            if let Some(&mv) = position.legal_moves().first() {
                engine.set_position(&position, &[mv])?;
            }
            Ok(())
        }
        // Dropped: the next operation waits for its best move.
        5 => engine.go(&Go { infinite: true, ..Go::default() }).map(drop),
        6 => {
            let mut search = engine.go(&Go { ponder: true, ..go })?;
            search.ponder_hit()?;
            search.stop()?;
            search.finish().map(drop)
        }
        _ => search(engine, &go),
    }
}

/// Searches and checks the best move.
fn search(engine: &mut Engine, go: &Go) -> Result<(), EngineError> {
    let best = engine.search(go, |info| {
        let line = info.to_string();
        assert!(!line.contains(['\n', '\r']), "{line:?}");
    })?;
    let mut position = engine.position().clone();
    match best.best {
        Some(mv) => position.try_do_move(mv).expect("the best move is legal"),
        None => assert!(!position.has_legal_move() && best.ponder.is_none()),
    }
    if let Some(ponder) = best.ponder {
        position.try_do_move(ponder).expect("the ponder move is legal");
    }
    Ok(())
}

fn perft(engine: &mut Engine) -> Result<(), EngineError> {
    let result = engine.perft(3, Some(Duration::from_secs(5)))?;
    assert!(result.moves.len() <= MAX_MOVES);
    Ok(())
}

/// Sets each option to a value of its kind that may be invalid.
fn set_options(engine: &mut Engine, value: u8) -> Result<(), EngineError> {
    let names: Vec<_> = engine.options().iter().map(|option| option.name.clone()).collect();
    for name in names {
        for value in [OptionValue::from(i64::from(value)), OptionValue::from(value % 2 == 0)] {
            match engine.set_option(&name, value) {
                Ok(()) | Err(EngineError::Option(_)) => {}
                Err(error) => return Err(error),
            }
        }
    }
    Ok(())
}

fuzz_target!(|input: &[u8]| {
    // The operations are before the first zero, the output of the engine behind it.
    let length = input.iter().position(|&byte| byte == 0).unwrap_or(0);
    let (operations, output) = (&input[..length], input[length..].to_vec());
    let mut engine = match Engine::connect(Cursor::new(output), sink()) {
        Ok(engine) => engine,
        Err(error) => return check(&error),
    };
    for option in engine.options() {
        assert!(engine.option(&option.name).is_some());
    }
    for &operation in operations.iter().take(OPERATIONS_MAX) {
        if let Err(error) = operate(&mut engine, operation) {
            check(&error);
            if error.is_fatal() {
                assert!(matches!(engine.wait_ready(), Err(EngineError::Unusable)));
                return;
            }
        }
    }
    assert_eq!(engine.position().check_consistency(), Ok(()));
    let start = Position::startpos();
    assert!(engine.set_position(&start, &[]).is_err() || *engine.position() == start);
});

/// Checks that an error is one line, and that the end of the output was found before any timeout.
fn check(error: &EngineError) {
    let text = error.to_string();
    assert!(!text.is_empty() && !text.contains('\n'), "{text:?}");
    assert!(!matches!(error, EngineError::Timeout { .. }), "{error}");
}
