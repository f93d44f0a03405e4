//! The UCI engine for JavaScript: a session that executes lines of text.
//!
//! The host imports the clock and its turn (see `ferz_engine::clock`), and `ferz.line`, which is called with
//! the address and length of each line of output, also during a command.

#![expect(unsafe_code, reason = "exported names, and a function of the host")]

use ferz_js_border::{Json, call, text};
use ferz_nnue::Network;
use ferz_session::{Session, SessionSignals};
use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::AtomicU32;

mod import {
    #[link(wasm_import_module = "ferz")]
    // SAFETY: the host only reads the line.
    unsafe extern "C" {
        pub(super) safe fn line(address: *const u8, length: usize);
    }
}

thread_local! {
    static SESSION: RefCell<Option<Session>> = const { RefCell::new(None) };
    static SIGNALS: RefCell<Option<SessionSignals>> = const { RefCell::new(None) };
}

/// See [`ferz_js_border::input`].
#[unsafe(no_mangle)]
pub extern "C" fn input(bytes: usize) -> *mut u8 {
    ferz_js_border::input(bytes)
}

/// See [`ferz_js_border::output`].
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const AtomicU32 {
    ferz_js_border::output()
}

/// Begins the session with the network of the input, or with the classical evaluation if it is empty.
/// `seed` is that of random choices. Returns 1, or 0 with an error.
#[unsafe(no_mangle)]
pub extern "C" fn start(seed: u64) -> u32 {
    fastrand::seed(seed);
    call(|input, output| {
        let network = match input {
            [] => None,
            bytes => match Network::from_bytes(bytes) {
                Ok(network) => Some(Arc::new(network)),
                Err(error) => {
                    output.fail(&Json::error("NetworkError", error));
                    return 0;
                }
            },
        };
        let session = Session::with_network(network, |reply| {
            let line = reply.to_string();
            import::line(line.as_ptr(), line.len());
            Ok(())
        });
        match session {
            Ok(session) => {
                SIGNALS.set(Some(session.signals()));
                SESSION.set(Some(session));
                1
            }
            Err(error) => {
                output.fail(&Json::error("EngineError", error));
                0
            }
        }
    })
}

/// Executes the line of the input, to its end. Returns 1 unless the session has ended.
#[unsafe(no_mangle)]
pub extern "C" fn execute() -> u32 {
    let line = call(|input, _| text(input).into_owned());
    SESSION.with_borrow_mut(|session| {
        let flow = session.as_mut().map(|session| session.line(&line));
        u32::from(flow == Some(ferz_session::Flow::Continue))
    })
}

/// Writes the worth of the pieces of the session's position as JSON: what the network loses without each, in pawns for
/// White, the evaluation for White in centipawns, and a recognised endgame. Returns 1, or 0 with an error without a
/// network.
#[unsafe(no_mangle)]
pub extern "C" fn worth() -> u32 {
    call(|_, output| {
        let found = SESSION.with_borrow(|session| session.as_ref()?.network_evaluation());
        let Some(found) = found else {
            output.fail(&Json::error("EngineError", "the engine has no network"));
            return 0;
        };
        let pieces = found.pawns().fold(Json::object(), |json, (square, pawns)| {
            json.with_raw(&square.to_string(), pawns)
        });
        let json =
            Json::object().with_raw("pieces", pieces).with_raw("centipawns", found.centipawns());
        output.write(match found.recognized {
            Some(endgame) => json.with("endgame", endgame.name()),
            None => json.with_raw("endgame", "null"),
        });
        1
    })
}

/// Stops the command that runs. For the host's turn.
#[unsafe(no_mangle)]
pub extern "C" fn stop() {
    SIGNALS.with_borrow(|signals| signals.as_ref().map(SessionSignals::stop));
}

/// Ends the pondering of the command that runs. For the host's turn.
#[unsafe(no_mangle)]
pub extern "C" fn ponder_hit() {
    SIGNALS.with_borrow(|signals| signals.as_ref().map(SessionSignals::ponder_hit));
}
