//! Ctrl-C: the first press cancels the work, the second exits. A termination signal has the same
//! effect; that of the size limit of files has none.

use super::error::Error;
use ferz_engine::Control;
use std::io::{IsTerminal, Write, stderr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// The time of the first press.
static FIRST_PRESS: OnceLock<Instant> = OnceLock::new();

/// Work before the exit by the second press.
static BEFORE_EXIT: Mutex<Vec<Box<dyn Fn() + Send>>> = Mutex::new(Vec::new());

/// Signals within this time count as one press: some senders signal the process and then its whole
/// group.
const DEBOUNCE: Duration = Duration::from_millis(300);

/// Installs a handler for Ctrl-C. The first press calls `cancel` and sets [`requested`], the second
/// exits with status 130.
pub(crate) fn install(cancel: impl Fn() + Send + 'static) {
    let on_signal = move || {
        let now = Instant::now();
        if now.duration_since(*FIRST_PRESS.get_or_init(|| now)) > DEBOUNCE {
            exit();
        }
        end_line();
        cancel();
    };
    // Ignores errors: without the handler Ctrl-C ends the program at once, without a summary.
    let _ = ctrlc::set_handler(on_signal);
}

/// Installs a handler for Ctrl-C whose first press stops the searches of a control. Returns the control.
pub(crate) fn control() -> Arc<Control> {
    let control = Arc::new(Control::default());
    let stopped = Arc::clone(&control);
    install(move || stopped.stop());
    control
}

/// Installs a handler by which the first press exits with status 130, for work that cannot be cancelled;
/// no output file is left incomplete. A handler installed before stays.
pub(crate) fn install_exit() {
    let _ = ctrlc::set_handler(|| exit());
}

/// Lets a write beyond the size limit of files (`ulimit -f`) fail with an error. Without a handler its
/// signal would end the program and leave an incomplete output file.
pub(crate) fn report_file_size_limit() {
    #[cfg(unix)]
    {
        let received = Arc::default();
        let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, received);
    }
}

/// Ends the line on which a terminal shows `^C`, so that the next message has a line of its own.
fn end_line() {
    if stderr().is_terminal() {
        // Nothing depends on it.
        let _ = writeln!(stderr());
    }
}

/// True once the second press has begun to exit.
static IS_EXITING: AtomicBool = AtomicBool::new(false);

/// Does the work of [`before_exit`], removes incomplete output files and exits.
fn exit() -> ! {
    IS_EXITING.store(true, Ordering::SeqCst);
    end_line();
    end_processes();
    ferz_output::discard_all();
    std::process::exit(130);
}

/// Waits for the exit if the second press has begun it. The work before the exit can fail the command, as
/// the end of an engine does, whose error and status would otherwise be those of the process.
pub(crate) fn wait_for_exit() {
    while IS_EXITING.load(Ordering::SeqCst) {
        std::thread::park();
    }
}

/// Does the work of [`before_exit`].
pub(crate) fn end_processes() {
    let works = BEFORE_EXIT.lock().unwrap_or_else(PoisonError::into_inner);
    works.iter().for_each(|work| work());
}

/// Adds work that the second press does before it exits, such as the end of a child process.
pub(crate) fn before_exit(work: impl Fn() + Send + 'static) {
    BEFORE_EXIT.lock().unwrap_or_else(PoisonError::into_inner).push(Box::new(work));
}

/// Returns true once Ctrl-C has been pressed.
pub(crate) fn requested() -> bool {
    FIRST_PRESS.get().is_some()
}

/// Ends a command after Ctrl-C.
///
/// # Errors
/// [`Error::Interrupted`] once Ctrl-C has been pressed.
pub(crate) fn check() -> Result<(), Error> {
    if requested() { Err(Error::Interrupted) } else { Ok(()) }
}
