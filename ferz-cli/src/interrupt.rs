//! Ctrl-C as a question that long work asks from time to time.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

static ASKED: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C asks the work to stop; a second one ends the program on the spot.
pub(crate) fn listen() {
    let heard = || {
        if ASKED.swap(true, Relaxed) {
            std::process::exit(130);
        }
    };
    // Without a handler Ctrl-C still ends the program, only without a last word.
    let _ = ctrlc::set_handler(heard);
}

/// Whether the work should stop.
pub(crate) fn asked() -> bool {
    ASKED.load(Relaxed)
}
