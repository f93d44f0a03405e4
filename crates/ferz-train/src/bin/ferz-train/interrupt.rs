//! Ctrl-C as a wish that the players are told of.

use ferz_engine::Control;
use std::sync::Arc;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// When the wish was first heard.
static ASKED: OnceLock<Instant> = OnceLock::new();

/// Signals within this time are one wish: some senders tell the process and then its whole group.
const ECHO: Duration = Duration::from_millis(300);

/// From now on Ctrl-C stops what `control` controls; a later one ends the program on the spot.
pub(crate) fn listen(control: &Arc<Control>) {
    let control = Arc::clone(control);
    let heard = move || {
        let now = Instant::now();
        if now.duration_since(*ASKED.get_or_init(|| now)) > ECHO {
            std::process::exit(130);
        }
        control.stop();
    };
    // Without a handler Ctrl-C still ends the program, and the file is whole all the same.
    let _ = ctrlc::set_handler(heard);
}

/// Whether Ctrl-C was pressed.
pub(crate) fn asked() -> bool {
    ASKED.get().is_some()
}
