//! Ctrl-C as a wish that long work is told of.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// When the wish was first heard.
static ASKED: OnceLock<Instant> = OnceLock::new();

/// Signals within this time are one wish: some senders tell the process and then its whole group.
const ECHO: Duration = Duration::from_millis(300);

/// From now on Ctrl-C asks the work to stop, by calling `tell` and by [`asked`]; a later one ends
/// the program on the spot.
pub(crate) fn listen(tell: impl Fn() + Send + 'static) {
    let heard = move || {
        let now = Instant::now();
        if now.duration_since(*ASKED.get_or_init(|| now)) > ECHO {
            std::process::exit(130);
        }
        tell();
    };
    // Without a handler Ctrl-C still ends the program, only without a last word.
    let _ = ctrlc::set_handler(heard);
}

/// Whether the work should stop.
pub(crate) fn asked() -> bool {
    ASKED.get().is_some()
}
