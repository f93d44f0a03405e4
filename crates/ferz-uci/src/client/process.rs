//! The process of an engine and the threads at its pipes.

use super::lines::LineQueue;
use std::io::{self, Read, Write};
use std::process::{Child, ChildStderr, Command, ExitStatus, Stdio};
use std::string::String;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
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
fn keep_end(mut stderr: ChildStderr, kept: &Mutex<Vec<u8>>) {
    let mut buffer = [0; 1024];
    loop {
        match stderr.read(&mut buffer) {
            Ok(0) => return,
            Ok(length) => {
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
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

fn lock(reaper: &Mutex<Reaper>) -> MutexGuard<'_, Reaper> {
    reaper.lock().unwrap_or_else(PoisonError::into_inner)
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
        process.start_threads(stdin, stdout)?;
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
        process.start_threads(Some(input), Some(output))?;
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
        stdin: Option<impl Write + Send + 'static>,
        stdout: Option<impl Read + Send + 'static>,
    ) -> io::Result<()> {
        if let Some(stdin) = stdin {
            let (sender, lines) = channel();
            let pending = Arc::new(AtomicUsize::new(0));
            self.input =
                Some(Arc::new(EngineStdin { lines: sender, pending: Arc::clone(&pending) }));
            self.spawn("stdin", move || write(&lines, stdin, &pending))?;
        }
        if let Some(stdout) = stdout {
            let output = Arc::clone(&self.output);
            self.spawn("stdout", move || output.read(stdout))?;
        }
        Ok(())
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
        let deadline = Instant::now() + timeout;
        loop {
            let status = lock(reaper).poll();
            if status.is_some() || Instant::now() >= deadline {
                return status;
            }
            sleep(POLL_INTERVAL);
        }
    }

    /// Returns the end of the standard error, once the process has ended.
    pub(super) fn stderr_text(&self) -> String {
        let deadline = Instant::now() + THREADS_TIMEOUT;
        let name = Some("engine stderr");
        if let Some(thread) = self.threads.iter().find(|thread| thread.thread().name() == name) {
            while !thread.is_finished() && Instant::now() < deadline {
                sleep(POLL_INTERVAL);
            }
        }
        let kept = self.stderr.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&kept).trim().into()
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
        let deadline = Instant::now() + THREADS_TIMEOUT;
        while !self.threads.iter().all(JoinHandle::is_finished) {
            if Instant::now() >= deadline {
                return false;
            }
            sleep(POLL_INTERVAL);
        }
        true
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        self.end(Duration::ZERO);
    }
}
