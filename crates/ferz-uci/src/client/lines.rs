//! The lines of an engine's output, buffered with bounded memory between the thread that reads them
//! and the caller.

use crate::Reply;
use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read};
use std::string::String;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;
use std::vec::Vec;

/// The maximum length of a line in bytes.
pub(super) const LINE_LENGTH_MAX: usize = 1 << 16;

/// The maximum number of bytes of unread lines, each counted with [`LINE_OVERHEAD`].
pub(super) const UNREAD_BYTES_MAX: usize = 1 << 20;

/// The bytes of an unread line besides its text.
const LINE_OVERHEAD: usize = 64;

/// The end of an engine's output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// The process closed its standard output.
    Closed,
    /// A line exceeds [`LINE_LENGTH_MAX`].
    LineTooLong,
    /// Unread replies exceed [`UNREAD_BYTES_MAX`].
    Flood,
    /// The output cannot be read.
    Failed(io::ErrorKind),
}

/// The next event of a [`LineQueue`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Next {
    /// A line without its end.
    Line(String),
    /// There are no more lines.
    End(End),
    /// No line arrived before the deadline.
    Timeout,
}

/// A queue of lines.
///
/// When it is full, the older half of the `info` lines and of unknown lines is dropped, since a reader
/// of a search is served by the latest lines. Other replies are never dropped.
#[derive(Debug, Default)]
pub(super) struct LineQueue {
    state: Mutex<QueueState>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct QueueState {
    lines: VecDeque<String>,
    bytes: usize,
    dropped: u64,
    end: Option<End>,
}

fn size(line: &str) -> usize {
    line.len() + LINE_OVERHEAD
}

/// Returns true for lines that a caller can miss: search information and lines that are no reply.
fn is_droppable(line: &str) -> bool {
    matches!(line.parse(), Ok(Reply::Info(_)) | Err(_)) && !line.contains("bestmove")
}

impl QueueState {
    /// Drops the older half of the droppable lines.
    fn drop_lines(&mut self) {
        let droppable = self.lines.iter().filter(|line| is_droppable(line)).count();
        let mut excess = droppable.div_ceil(2);
        self.dropped += excess as u64;
        self.lines.retain(|line| {
            let drops = excess > 0 && is_droppable(line);
            excess -= usize::from(drops);
            !drops
        });
        self.bytes = self.lines.iter().map(|line| size(line)).sum();
    }
}

impl LineQueue {
    fn lock(&self) -> MutexGuard<'_, QueueState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Appends a line. Returns false if the queue is full of replies, which ends it.
    fn push(&self, line: String) -> bool {
        let mut state = self.lock();
        state.bytes += size(&line);
        state.lines.push_back(line);
        if state.bytes > UNREAD_BYTES_MAX {
            state.drop_lines();
        }
        let fits = state.bytes <= UNREAD_BYTES_MAX;
        drop(state);
        self.changed.notify_all();
        fits
    }

    /// Ends the queue.
    fn end(&self, end: End) {
        self.lock().end = Some(end);
        self.changed.notify_all();
    }

    /// Waits for the next line, until the deadline if there is one.
    pub(super) fn next(&self, deadline: Option<Instant>) -> Next {
        let mut state = self.lock();
        loop {
            if let Some(line) = state.lines.pop_front() {
                state.bytes -= size(&line);
                return Next::Line(line);
            }
            if let Some(end) = state.end {
                return Next::End(end);
            }
            state = match deadline {
                None => self.changed.wait(state).unwrap_or_else(PoisonError::into_inner),
                Some(deadline) => {
                    let left = deadline.saturating_duration_since(Instant::now());
                    if left.is_zero() {
                        return Next::Timeout;
                    }
                    let waited = self.changed.wait_timeout(state, left);
                    waited.unwrap_or_else(PoisonError::into_inner).0
                }
            };
        }
    }

    /// Returns the number of dropped lines.
    pub(super) fn dropped(&self) -> u64 {
        self.lock().dropped
    }

    /// Reads lines to the end of the output or to the first error. Blank lines are skipped, invalid
    /// UTF-8 is replaced, and a last line without its end is discarded, since it may be incomplete.
    pub(super) fn read(&self, output: impl Read) {
        let mut output = BufReader::new(output);
        let mut bytes = Vec::new();
        let end = loop {
            bytes.clear();
            let limit = LINE_LENGTH_MAX as u64 + 1;
            match (&mut output).take(limit).read_until(b'\n', &mut bytes) {
                Ok(length) if length > LINE_LENGTH_MAX => break End::LineTooLong,
                Ok(_) if bytes.last() != Some(&b'\n') => break End::Closed,
                Ok(_) => {}
                Err(error) => break End::Failed(error.kind()),
            }
            let line = bytes.trim_ascii();
            if !line.is_empty() && !self.push(String::from_utf8_lossy(line).into_owned()) {
                break End::Flood;
            }
        };
        self.end(end);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::time::Duration;

    fn read(bytes: &[u8]) -> (Vec<String>, End) {
        let queue = LineQueue::default();
        queue.read(bytes);
        let mut lines = Vec::new();
        loop {
            match queue.next(Some(Instant::now())) {
                Next::Line(line) => lines.push(line),
                Next::End(end) => return (lines, end),
                Next::Timeout => panic!("the queue has not ended"),
            }
        }
    }

    #[test]
    fn lines_are_trimmed_and_an_incomplete_one_is_discarded() {
        let (lines, end) = read(b"uciok\r\n\n \r\n readyok \nid name \xe9\nbestmove e7e8");
        assert_eq!(lines, ["uciok", "readyok", "id name \u{fffd}"]);
        assert_eq!(end, End::Closed);
        assert_eq!(read(b""), (Vec::new(), End::Closed));
    }

    #[test]
    fn long_lines_end_the_queue() {
        let mut text = vec![b'x'; LINE_LENGTH_MAX - 1];
        text.push(b'\n');
        assert_eq!(read(&text).1, End::Closed);
        text.insert(0, b'x');
        assert_eq!(read(&text), (Vec::new(), End::LineTooLong));
        assert_eq!(read(&vec![0; 3 * LINE_LENGTH_MAX]), (Vec::new(), End::LineTooLong));
    }

    #[test]
    fn a_flood_of_information_drops_its_older_part() {
        let mut text = Vec::new();
        for number in 1..=100_000 {
            text.extend(format!("info depth {number}\n").bytes());
            if number == 50 {
                text.extend(b"bestmove e2e4\n");
            }
        }
        let queue = LineQueue::default();
        queue.read(&text[..]);
        assert!(queue.lock().bytes <= UNREAD_BYTES_MAX);
        let mut lines = Vec::new();
        while let Next::Line(line) = queue.next(None) {
            lines.push(line);
        }
        assert_eq!(lines.len() as u64 + queue.dropped(), 100_001);
        assert!(lines.len() > 4_000, "{}", lines.len());
        assert_eq!(lines.iter().filter(|line| *line == "bestmove e2e4").count(), 1);
        assert_eq!(lines.last().map(String::as_str), Some("info depth 100000"));
        let depths: Vec<u32> = lines
            .iter()
            .filter_map(|line| line.strip_prefix("info depth ")?.parse().ok())
            .collect();
        assert!(depths.is_sorted());
    }

    #[test]
    fn a_flood_of_replies_ends_the_queue() {
        let (lines, end) = read(&b"readyok\n".repeat(100_000));
        assert_eq!(end, End::Flood);
        assert!(lines.iter().map(|line| size(line)).sum::<usize>() <= UNREAD_BYTES_MAX + 100);
    }

    #[test]
    fn waiting_ends_at_the_deadline() {
        let queue = LineQueue::default();
        let start = Instant::now();
        assert_eq!(queue.next(Some(start + Duration::from_millis(30))), Next::Timeout);
        assert!(start.elapsed() >= Duration::from_millis(30));
    }

    proptest! {
        #[test]
        fn any_bytes_are_split_like_text(bytes in proptest::collection::vec(any::<u8>(), 0..2000)) {
            let complete = bytes.iter().rposition(|&b| b == b'\n').map_or(0, |end| end + 1);
            let expected: Vec<String> = bytes[..complete]
                .split(|&b| b == b'\n')
                .map(|line| String::from_utf8_lossy(line.trim_ascii()).into_owned())
                .filter(|line| !line.is_empty())
                .collect();
            prop_assert_eq!(read(&bytes), (expected, End::Closed));
        }
    }
}
