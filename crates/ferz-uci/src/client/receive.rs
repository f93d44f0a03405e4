//! Waiting for the replies of an engine.

use super::lines::{End, LINE_LENGTH_MAX, Next, UNREAD_BYTES_MAX};
use super::{Engine, EngineError};
use crate::tokens::truncated;
use crate::{CheckStatus, Reply, ReplyError};
use std::io;
use std::time::{Duration, Instant};

/// The maximum number of lines read after a deadline: more than fit in the queue, so that a reply that
/// arrived in time is found.
const LATE_LINES_MAX: usize = 1 << 15;

/// The time for the exit status of a process that has closed its output.
const EXIT_TIMEOUT: Duration = Duration::from_millis(500);

/// The time between two checks for a cancellation.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// A time limit for a reply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Deadline {
    at: Instant,
    timeout: Duration,
}

impl Deadline {
    pub(super) fn after(timeout: Duration) -> Self {
        // An instant that does not fit is further away than any search.
        let year = Duration::from_secs(365 * 24 * 3600);
        Self { at: Instant::now() + timeout.min(year), timeout }
    }
}

/// A line, parsed as a reply.
type Received = Result<Reply, ReplyError>;

impl Engine {
    /// Returns the next reply. Skips lines that are none; an invalid `bestmove` is an error.
    pub(super) fn receive(
        &mut self,
        waiting_for: &'static str,
        deadline: Option<Deadline>,
    ) -> Result<Reply, EngineError> {
        match self.receive_until(waiting_for, deadline.map(|deadline| deadline.at))? {
            Some(reply) => Ok(reply),
            None => Err(self.timed_out(waiting_for, deadline)),
        }
    }

    /// Returns the next reply, or `None` at the deadline. Skips lines that are none.
    pub(super) fn receive_until(
        &mut self,
        waiting_for: &'static str,
        deadline: Option<Instant>,
    ) -> Result<Option<Reply>, EngineError> {
        loop {
            match self.receive_line(waiting_for, deadline)? {
                Some(Ok(reply)) => return Ok(Some(reply)),
                Some(Err(_)) => {}
                None => return Ok(None),
            }
        }
    }

    /// Returns the next line while `continues` returns true, which is called for each line and at least
    /// every 50 ms.
    ///
    /// # Errors
    /// [`EngineError::Cancelled`]; the process is then killed without a wait for its end after `quit`.
    pub(super) fn receive_while(
        &mut self,
        waiting_for: &'static str,
        deadline: Option<Deadline>,
        continues: &mut dyn FnMut() -> bool,
    ) -> Result<Received, EngineError> {
        loop {
            if !continues() {
                self.quit_timeout = Duration::ZERO;
                return Err(self.fail(EngineError::Cancelled));
            }
            let poll = Instant::now() + POLL_INTERVAL;
            let until = deadline.map_or(poll, |deadline| deadline.at.min(poll));
            if let Some(received) = self.receive_line(waiting_for, Some(until))? {
                return Ok(received);
            }
            self.check(waiting_for, deadline)?;
        }
    }

    /// Returns the next line as a reply or the error of one, or `None` at the deadline. Lines that are
    /// unread at the deadline are still read, up to [`LATE_LINES_MAX`].
    fn receive_line(
        &mut self,
        waiting_for: &'static str,
        deadline: Option<Instant>,
    ) -> Result<Option<Received>, EngineError> {
        if self.is_unusable {
            return Err(EngineError::Unusable);
        }
        let is_late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
        self.late_lines = if is_late { self.late_lines + 1 } else { 0 };
        if self.late_lines > LATE_LINES_MAX {
            self.late_lines = 0;
            return Ok(None);
        }
        let line = match self.process.output.next(deadline) {
            Next::Line(line) => line,
            Next::Timeout => return Ok(None),
            Next::End(end) => return Err(self.ended(end, waiting_for)),
        };
        let received = line.parse();
        let is_best_move = line.split_ascii_whitespace().next() == Some("bestmove");
        self.last_line = Some(line);
        match received {
            Ok(Reply::CopyProtection(CheckStatus::Error)) => {
                Err(self.fail(EngineError::CopyProtection))
            }
            Err(error) if is_best_move => {
                let line = self.last_line.take().unwrap_or_default();
                Err(self.fail(EngineError::reply(&line, error)))
            }
            received => Ok(Some(received)),
        }
    }

    /// Returns the error of a reply that did not arrive in time.
    fn timed_out(&mut self, waiting_for: &'static str, deadline: Option<Deadline>) -> EngineError {
        let timeout = deadline.map_or(Duration::ZERO, |deadline| deadline.timeout);
        let last_line = self.last_line.as_deref().map(truncated);
        self.fail(EngineError::Timeout { waiting_for, timeout, last_line })
    }

    /// Fails if a deadline has passed.
    pub(super) fn check(
        &mut self,
        waiting_for: &'static str,
        deadline: Option<Deadline>,
    ) -> Result<(), EngineError> {
        if deadline.is_some_and(|deadline| Instant::now() >= deadline.at) {
            return Err(self.timed_out(waiting_for, deadline));
        }
        Ok(())
    }

    /// Marks the engine as unusable and returns the error.
    pub(super) fn fail(&mut self, error: EngineError) -> EngineError {
        self.is_unusable |= error.is_fatal();
        error
    }

    fn ended(&mut self, end: End, waiting_for: &'static str) -> EngineError {
        match end {
            End::Closed => self.exited(waiting_for),
            End::LineTooLong => self.fail(EngineError::LineTooLong { limit: LINE_LENGTH_MAX }),
            End::Flood => {
                let limit = UNREAD_BYTES_MAX;
                self.fail(EngineError::Flood { what: "bytes of unread replies", limit })
            }
            End::Failed(kind) => self.fail(EngineError::Read(io::Error::from(kind))),
        }
    }

    pub(super) fn exited(&mut self, waiting_for: &'static str) -> EngineError {
        let status = self.process.wait(EXIT_TIMEOUT);
        let stderr = self.process.stderr_text();
        self.fail(EngineError::Exited { waiting_for, status, stderr })
    }
}
