//! The outlet of a session: its sink, and the jobs that end when the sink fails.

use super::output::Output;
use ferz_engine::Control;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The receiver of output.
type Sink = Box<dyn Fn(Output) -> io::Result<()> + Send + Sync>;

/// A search, perft or bench that is queued or running.
pub(super) struct Running {
    control: Arc<Control>,
    /// Set if the job has a limit.
    limited: bool,
}

impl Running {
    /// Returns true if the job ends without a `stop`.
    fn ends_by_itself(&self) -> bool {
        self.limited && !self.control.is_pondering()
    }
}

/// The sink of a session and its running jobs. Without a reader of the output no job has a purpose,
/// so the first error of the sink stops them all.
pub(super) struct Outlet {
    sink: Sink,
    closed: AtomicBool,
    /// The stoppable jobs that have not ended, the current one first.
    running: Mutex<Vec<Running>>,
    /// The log of input and output, if there is one.
    log: Mutex<Option<File>>,
}

impl Outlet {
    pub(super) fn new(sink: Sink) -> Self {
        Self {
            sink,
            closed: AtomicBool::new(false),
            running: Mutex::default(),
            log: Mutex::default(),
        }
    }

    /// Sends an output. After an error of the sink nothing more is sent.
    pub(super) fn send(&self, output: Output) {
        self.log("<<", &output);
        if !self.is_closed() && (self.sink)(output).is_err() {
            self.closed.store(true, SeqCst);
            self.stop();
        }
    }

    /// Replaces the log; without a file nothing is logged.
    pub(super) fn set_log(&self, file: Option<File>) {
        *self.log.lock().unwrap_or_else(PoisonError::into_inner) = file;
    }

    /// Appends a text to the log, each line after a mark of its direction. An error ends the log.
    pub(super) fn log(&self, mark: &str, text: &impl Display) {
        let mut log = self.log.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(file) = log.as_mut() {
            let lines: String =
                text.to_string().lines().map(|line| format!("{mark} {line}\n")).collect();
            if file.write_all(lines.as_bytes()).is_err() {
                *log = None;
            }
        }
    }

    /// Returns true after an error of the sink.
    pub(super) fn is_closed(&self) -> bool {
        self.closed.load(SeqCst)
    }

    /// Adds a job. After an error of the sink it is stopped before it begins.
    pub(super) fn add(&self, control: &Arc<Control>, limited: bool) {
        self.running().push(Running { control: Arc::clone(control), limited });
        if self.is_closed() {
            control.stop();
        }
    }

    /// Removes a job that has ended.
    pub(super) fn remove(&self, control: &Arc<Control>) {
        self.running().retain(|running| !Arc::ptr_eq(&running.control, control));
    }

    /// Returns true if a job runs or is queued.
    pub(super) fn is_busy(&self) -> bool {
        !self.running().is_empty()
    }

    /// Stops all jobs.
    pub(super) fn stop(&self) {
        self.running().iter().for_each(|running| running.control.stop());
    }

    /// Stops the jobs that do not end by themselves.
    pub(super) fn stop_unlimited(&self) {
        let running = self.running();
        running.iter().filter(|r| !r.ends_by_itself()).for_each(|r| r.control.stop());
    }

    /// Signals the ponder hit to the pondering search.
    pub(super) fn ponder_hit(&self) {
        let running = self.running();
        running.iter().filter(|r| r.control.is_pondering()).for_each(|r| r.control.ponder_hit());
    }

    fn running(&self) -> MutexGuard<'_, Vec<Running>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz_uci::Reply;
    use std::sync::atomic::AtomicUsize;

    #[test]
    fn failed_output_stops_running_and_later_jobs() {
        let sent = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&sent);
        let outlet = Outlet::new(Box::new(move |_| match counter.fetch_add(1, SeqCst) {
            0 => Ok(()),
            _ => Err(io::ErrorKind::BrokenPipe.into()),
        }));
        let [first, second] = [(); 2].map(|()| Arc::new(Control::default()));
        outlet.add(&first, true);
        outlet.send(Output::Reply(Reply::ReadyOk));
        assert!(!outlet.is_closed() && !first.is_stopped());
        outlet.send(Output::Reply(Reply::ReadyOk));
        assert!(outlet.is_closed() && first.is_stopped());
        outlet.send(Output::Reply(Reply::ReadyOk));
        assert_eq!(sent.load(SeqCst), 2);
        outlet.add(&second, true);
        assert!(second.is_stopped() && outlet.is_busy());
        outlet.remove(&first);
        outlet.remove(&second);
        assert!(!outlet.is_busy());
    }
}
