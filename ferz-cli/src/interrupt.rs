//! Ctrl-C as a wish that long work is told of.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

static ASKED: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C asks the work to stop, by calling `tell` and by [`asked`]; a second one ends
/// the program on the spot.
pub(crate) fn listen(tell: impl Fn() + Send + 'static) {
    let heard = move || {
        if ASKED.swap(true, Relaxed) {
            std::process::exit(130);
        }
        tell();
    };
    // Without a handler Ctrl-C still ends the program, only without a last word.
    let _ = ctrlc::set_handler(heard);
}

/// Whether the work should stop.
pub(crate) fn asked() -> bool {
    ASKED.load(Relaxed)
}
