//! Ctrl-C: the first press cancels the work, the second exits. A termination signal has the same
//! effect.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// The time of the first press.
static FIRST_PRESS: OnceLock<Instant> = OnceLock::new();

/// Signals within this time count as one press: some senders signal the process and then its whole
/// group.
const DEBOUNCE: Duration = Duration::from_millis(300);

/// Installs a handler for Ctrl-C. The first press calls `cancel` and sets [`requested`], the second
/// exits with status 130.
pub fn install(cancel: impl Fn() + Send + 'static) {
    let on_signal = move || {
        let now = Instant::now();
        if now.duration_since(*FIRST_PRESS.get_or_init(|| now)) > DEBOUNCE {
            std::process::exit(130);
        }
        cancel();
    };
    // Ignores errors: without the handler Ctrl-C ends the program at once, without a summary.
    let _ = ctrlc::set_handler(on_signal);
}

/// Returns true once Ctrl-C has been pressed.
pub fn requested() -> bool {
    FIRST_PRESS.get().is_some()
}
