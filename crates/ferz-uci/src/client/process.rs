//! The process of an engine and the threads at its pipes.

use crate::Reply;
use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::string::String;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::thread::{Builder, JoinHandle, sleep};
use std::time::{Duration, Instant};
use std::vec::Vec;

/// The maximum number of bytes that wait to be written to an engine.
const PENDING_BYTES_MAX: usize = 1 << 20;

/// The number of bytes kept of the standard error.
const STDERR_BYTES_MAX: usize = 4096;

/// The time between two checks for the end of a process or of a thread.
const POLL_INTERVAL: Duration = Duration::from_millis(2);

/// The time for the end of the threads after the process has ended.
const THREADS_TIMEOUT: Duration = Duration::from_millis(500);

/// The treatment of an engine's standard error.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Stderr {
    /// Read it and keep its last 4 KiB for the error of an engine that exits.
    #[default]
    Keep,
    /// Write it to the standard error of this process.
    Inherit,
    /// Discard it.
    Discard,
}

impl From<Stderr> for Stdio {
    fn from(stderr: Stderr) -> Self {
        match stderr {
            Stderr::Keep => Self::piped(),
            Stderr::Inherit => Self::inherit(),
            Stderr::Discard => Self::null(),
        }
    }
}

/// The standard input of an engine: a thread writes the lines, so that no call blocks on an engine
/// that does not read.
#[derive(Debug)]
pub(super) struct EngineStdin {
    lines: Sender<Vec<u8>>,
    pending: Arc<AtomicUsize>,
}

/// The reason that a line cannot be sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SendError {
    /// The process has closed its standard input.
    Closed,
    /// [`PENDING_BYTES_MAX`] is reached.
    NotReading {
        /// The number of bytes that wait.
        pending: usize,
    },
}

impl EngineStdin {
    /// Sends a line, to which the line end is added.
    pub(super) fn send(&self, line: &str) -> Result<(), SendError> {
        let bytes: Vec<u8> = line.bytes().chain([b'\n']).collect();
        let pending = self.pending.load(Relaxed) + bytes.len();
        if pending > PENDING_BYTES_MAX {
            return Err(SendError::NotReading { pending });
        }
        self.pending.fetch_add(bytes.len(), Relaxed);
        self.lines.send(bytes).map_err(|_| SendError::Closed)
    }
}

fn write(lines: &Receiver<Vec<u8>>, mut stdin: impl Write, pending: &AtomicUsize) {
    for line in lines {
        if stdin.write_all(&line).and_then(|()| stdin.flush()).is_err() {
            return;
        }
        pending.fetch_sub(line.len(), Relaxed);
    }
}

/// Reads a standard error to its end and keeps the last [`STDERR_BYTES_MAX`].
fn keep_end(mut stderr: impl Read, kept: &Mutex<Vec<u8>>) {
    let mut buffer = [0; 1024];
    loop {
        match stderr.read(&mut buffer) {
            Ok(0) => return,
            Ok(length) => {
                let mut kept = lock(kept);
                kept.extend_from_slice(&buffer[..length]);
                let excess = kept.len().saturating_sub(STDERR_BYTES_MAX);
                kept.drain(..excess);
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
}

/// A child process and its exit status, once it has been reaped.
#[derive(Debug)]
struct Reaper {
    child: Child,
    status: Option<ExitStatus>,
}

impl Reaper {
    /// Returns the exit status if the process has ended.
    fn poll(&mut self) -> Option<ExitStatus> {
        if self.status.is_none() {
            self.status = self.child.try_wait().ok().flatten();
        }
        self.status
    }

    /// Kills the process with its process group, unless it has been reaped.
    fn kill(&mut self) {
        if self.poll().is_none() {
            self.kill_group();
            // Errors are ignored: the process has ended in the meantime.
            let _ = self.child.kill();
        }
    }

    /// Kills the process group of the engine.
    #[cfg(unix)]
    fn kill_group(&self) {
        use rustix::process::{Pid, Signal, kill_process_group};
        let group = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw);
        // Errors are ignored: the group has ended.
        let _ = group.map(|group| kill_process_group(group, Signal::KILL));
    }

    #[cfg(not(unix))]
    fn kill_group(&self) {}
}

/// Locks a mutex, also after a thread panicked with it.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Polls until `is_done` returns true or the time has passed. Returns the last answer.
fn poll(timeout: Duration, mut is_done: impl FnMut() -> bool) -> bool {
    let deadline = Instant::now() + timeout;
    loop {
        let done = is_done();
        if done || Instant::now() >= deadline {
            return done;
        }
        sleep(POLL_INTERVAL);
    }
}

/// Kills the process of an engine from another thread; see
/// [`Engine::kill_handle`](super::Engine::kill_handle).
#[derive(Clone, Debug)]
pub struct KillHandle(Weak<Mutex<Reaper>>);

impl KillHandle {
    /// Kills the process, and on Unix the processes of its group, without a wait for their end. Has no
    /// effect on a process that has ended.
    pub fn kill(&self) {
        if let Some(reaper) = self.0.upgrade() {
            lock(&reaper).kill();
        }
    }
}

/// A running engine with its pipes. Dropping it kills the process if it still runs, and reaps it.
#[derive(Debug)]
pub(super) struct EngineProcess {
    /// `None` for an engine behind streams.
    reaper: Option<Arc<Mutex<Reaper>>>,
    /// The only strong reference: without it the writing thread ends and closes the input.
    pub(super) input: Option<Arc<EngineStdin>>,
    pub(super) output: Arc<LineQueue>,
    stderr: Arc<Mutex<Vec<u8>>>,
    threads: Vec<JoinHandle<()>>,
}

impl EngineProcess {
    /// Starts a process and the threads at its pipes.
    ///
    /// On Unix the process has a process group of its own, so that Ctrl-C in a terminal does not end
    /// it before the caller can stop it.
    ///
    /// # Errors
    /// If the process or a thread cannot be started.
    pub(super) fn start(command: &mut Command, stderr: Stderr) -> io::Result<Self> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(stderr);
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        let mut child = command.spawn()?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        // From here on an error drops the process, which kills and reaps it.
        let mut process = Self::new(Some(Reaper { child, status: None }));
        let (stdin, stdout, stderr) = pipes;
        if let (Some(stdin), Some(stdout)) = (stdin, stdout) {
            process.start_threads(stdin, stdout)?;
        }
        if let Some(stderr) = stderr {
            let kept = Arc::clone(&process.stderr);
            process.spawn("stderr", move || keep_end(stderr, &kept))?;
        }
        Ok(process)
    }

    /// Starts the threads at the streams of an engine that this process has not started.
    ///
    /// # Errors
    /// If a thread cannot be started.
    pub(super) fn connect(
        output: impl Read + Send + 'static,
        input: impl Write + Send + 'static,
    ) -> io::Result<Self> {
        let mut process = Self::new(None);
        process.start_threads(input, output)?;
        Ok(process)
    }

    fn new(reaper: Option<Reaper>) -> Self {
        Self {
            reaper: reaper.map(|reaper| Arc::new(Mutex::new(reaper))),
            input: None,
            output: Arc::default(),
            stderr: Arc::default(),
            threads: Vec::new(),
        }
    }

    fn start_threads(
        &mut self,
        stdin: impl Write + Send + 'static,
        stdout: impl Read + Send + 'static,
    ) -> io::Result<()> {
        let (sender, lines) = channel();
        let pending = Arc::new(AtomicUsize::new(0));
        self.input = Some(Arc::new(EngineStdin { lines: sender, pending: Arc::clone(&pending) }));
        self.spawn("stdin", move || write(&lines, stdin, &pending))?;
        let output = Arc::clone(&self.output);
        self.spawn("stdout", move || output.read(stdout))
    }

    fn spawn(&mut self, pipe: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
        let name = std::format!("engine {pipe}");
        self.threads.push(Builder::new().name(name).spawn(work)?);
        Ok(())
    }

    /// Returns the process identifier.
    pub(super) fn id(&self) -> Option<u32> {
        self.reaper.as_ref().map(|reaper| lock(reaper).child.id())
    }

    /// Returns a handle that kills the process.
    pub(super) fn kill_handle(&self) -> KillHandle {
        KillHandle(self.reaper.as_ref().map(Arc::downgrade).unwrap_or_default())
    }

    /// Returns the exit status if the process ends within a time limit.
    pub(super) fn wait(&self, timeout: Duration) -> Option<ExitStatus> {
        let reaper = self.reaper.as_ref()?;
        poll(timeout, || lock(reaper).poll().is_some());
        lock(reaper).status
    }

    /// Returns the end of the standard error, once the process has ended.
    pub(super) fn stderr_text(&self) -> String {
        let name = Some("engine stderr");
        if let Some(thread) = self.threads.iter().find(|thread| thread.thread().name() == name) {
            poll(THREADS_TIMEOUT, || thread.is_finished());
        }
        String::from_utf8_lossy(&lock(&self.stderr)).trim().into()
    }

    /// Closes the input, waits for the end of the process for at most `timeout`, kills it if it still
    /// runs, reaps it, and joins the threads.
    ///
    /// On Unix the processes that the engine has started end as well, unless they have left its
    /// process group. A thread is detached if a process that still runs keeps a pipe open.
    pub(super) fn end(&mut self, timeout: Duration) -> Option<ExitStatus> {
        self.input = None;
        let mut status = self.wait(timeout);
        if let Some(reaper) = self.reaper.as_ref().filter(|_| status.is_none()) {
            let mut reaper = lock(reaper);
            reaper.kill();
            status = reaper.child.wait().ok();
            reaper.status = status;
        }
        if !self.threads_end()
            && let Some(reaper) = &self.reaper
        {
            lock(reaper).kill_group();
            self.threads_end();
        }
        // The threads do not panic.
        self.threads
            .drain(..)
            .filter(JoinHandle::is_finished)
            .for_each(|thread| drop(thread.join()));
        status
    }

    /// Waits for the end of the threads. Returns false if one still runs after [`THREADS_TIMEOUT`].
    fn threads_end(&self) -> bool {
        poll(THREADS_TIMEOUT, || self.threads.iter().all(JoinHandle::is_finished))
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        self.end(Duration::ZERO);
    }
}

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
    /// Appends a line. Returns false if the queue is full of replies, which ends it.
    fn push(&self, line: String) -> bool {
        let mut state = lock(&self.state);
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
        lock(&self.state).end = Some(end);
        self.changed.notify_all();
    }

    /// Waits for the next line, which is without its end. Returns `None` if there is a deadline and no
    /// line arrives before it.
    ///
    /// # Errors
    /// The end of the output, after all lines.
    pub(super) fn next(&self, deadline: Option<Instant>) -> Result<Option<String>, End> {
        let mut state = lock(&self.state);
        loop {
            if let Some(line) = state.lines.pop_front() {
                state.bytes -= size(&line);
                return Ok(Some(line));
            }
            if let Some(end) = state.end {
                return Err(end);
            }
            state = match deadline {
                None => self.changed.wait(state).unwrap_or_else(PoisonError::into_inner),
                Some(deadline) => {
                    let left = deadline.saturating_duration_since(Instant::now());
                    if left.is_zero() {
                        return Ok(None);
                    }
                    let waited = self.changed.wait_timeout(state, left);
                    waited.unwrap_or_else(PoisonError::into_inner).0
                }
            };
        }
    }

    /// Returns the number of dropped lines.
    pub(super) fn dropped(&self) -> u64 {
        lock(&self.state).dropped
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
                Ok(Some(line)) => lines.push(line),
                Err(end) => {
                    assert_eq!(lock(&queue.state).bytes, 0);
                    return (lines, end);
                }
                Ok(None) => panic!("the queue has not ended"),
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
        assert!(lock(&queue.state).bytes <= UNREAD_BYTES_MAX);
        let mut lines = Vec::new();
        while let Ok(Some(line)) = queue.next(None) {
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
        assert_eq!(lines.len(), UNREAD_BYTES_MAX / ("readyok".len() + LINE_OVERHEAD) + 1);
    }

    #[test]
    fn full_queue_keeps_every_line() {
        let line = format!("info string {}\n", "x".repeat(LINE_OVERHEAD - "info string ".len()));
        let count = UNREAD_BYTES_MAX / (2 * LINE_OVERHEAD);
        assert_eq!(read(line.repeat(count).as_bytes()).0.len(), count);
        assert!(read(line.repeat(count + 1).as_bytes()).0.len() < count);
    }

    /// Interrupts every second read, and fails after the last byte.
    struct Interrupted<'a>(&'a [u8], bool);

    impl Read for Interrupted<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.1 = !self.1;
            if self.1 {
                return Err(io::ErrorKind::Interrupted.into());
            }
            match self.0.read(buffer)? {
                0 => Err(io::ErrorKind::Other.into()),
                length => Ok(length),
            }
        }
    }

    #[test]
    fn end_of_the_standard_error_is_kept() {
        let text: Vec<u8> = (0..10_000).map(|i| (i % 251) as u8).collect();
        for length in [0, 1, 1024, STDERR_BYTES_MAX, STDERR_BYTES_MAX + 1, text.len()] {
            let kept = Mutex::default();
            keep_end(Interrupted(&text[..length], false), &kept);
            let start = length.saturating_sub(STDERR_BYTES_MAX);
            assert_eq!(kept.into_inner().unwrap(), text[start..length], "{length}");
        }
    }

    #[test]
    fn lines_are_sent_until_the_pending_bytes_reach_the_limit() {
        let (sender, lines) = channel();
        let pending = Arc::new(AtomicUsize::new(0));
        let stdin = EngineStdin { lines: sender, pending: Arc::clone(&pending) };
        for _ in 0..PENDING_BYTES_MAX / 8 {
            assert_eq!(stdin.send("isready"), Ok(()));
        }
        let pending_with_line = PENDING_BYTES_MAX + 1;
        assert_eq!(stdin.send(""), Err(SendError::NotReading { pending: pending_with_line }));
        drop(stdin);
        let mut written = Vec::new();
        write(&lines, &mut written, &pending);
        assert_eq!(written, b"isready\n".repeat(PENDING_BYTES_MAX / 8));
        assert_eq!(pending.load(Relaxed), 0);
    }

    #[test]
    fn end_of_a_thread_is_awaited_for_a_limited_time() {
        let mut process = EngineProcess::new(None);
        let kept = Arc::clone(&process.stderr);
        let work = move || {
            sleep(Duration::from_millis(20));
            kept.lock().unwrap().extend(b" late\n");
        };
        process.spawn("stdout", || {}).unwrap();
        process.spawn("stderr", work).unwrap();
        let start = Instant::now();
        assert_eq!(process.stderr_text(), "late");
        assert!(start.elapsed() < THREADS_TIMEOUT);
        process.spawn("stdin", || sleep(Duration::from_millis(20))).unwrap();
        assert!(process.threads_end());
        let (sender, receiver) = channel::<()>();
        process.spawn("stdin", move || receiver.recv().unwrap_or_default()).unwrap();
        assert!(!process.threads_end());
        drop(sender);
        assert!(process.threads_end());
    }

    #[test]
    fn dropped_process_is_reaped() {
        let mut command = Command::new(std::env::current_exe().unwrap());
        let process = EngineProcess::start(command.arg("--list"), Stderr::Discard).unwrap();
        let reaper = process.reaper.clone().unwrap();
        drop(process);
        assert!(lock(&reaper).status.is_some());
    }

    #[test]
    fn waiting_ends_at_the_deadline() {
        let queue = LineQueue::default();
        let start = Instant::now();
        assert_eq!(queue.next(Some(start + Duration::from_millis(30))), Ok(None));
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
