//! The settings with which an engine is started.

use super::process::EngineProcess;
use super::{Engine, EngineError, Stderr};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use std::vec::Vec;

/// Settings of an engine process: program, arguments, timeouts.
///
/// ```no_run
/// use ferz_uci::client::{EngineBuilder, Stderr};
/// use std::time::Duration;
///
/// let engine = EngineBuilder::new("./engine")
///     .arg("--uci")
///     .handshake_timeout(Duration::from_secs(60))
///     .stderr(Stderr::Inherit)
///     .start()?;
/// # Ok::<(), ferz_uci::client::EngineError>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct EngineBuilder {
    program: PathBuf,
    arguments: Vec<OsString>,
    variables: Vec<(OsString, OsString)>,
    directory: Option<PathBuf>,
    stderr: Stderr,
    pub(super) handshake_timeout: Duration,
    pub(super) reply_timeout: Duration,
    pub(super) quit_timeout: Duration,
}

impl EngineBuilder {
    /// Creates the settings for a program: a path, or a name that is searched in `PATH`.
    pub fn new(program: impl Into<PathBuf>) -> Self {
        Self {
            program: program.into(),
            arguments: Vec::new(),
            variables: Vec::new(),
            directory: None,
            stderr: Stderr::default(),
            handshake_timeout: Duration::from_secs(20),
            reply_timeout: Duration::from_secs(20),
            quit_timeout: Duration::from_secs(1),
        }
    }

    /// Creates the settings for a command line: the path of an existing file, which may contain
    /// spaces, or a program with arguments separated by white space. There is no quoting.
    pub fn from_command_line(line: &str) -> Self {
        let mut words = line.split_whitespace();
        match words.next() {
            Some(program) if !Path::new(line).exists() => Self::new(program).args(words),
            _ => Self::new(line),
        }
    }

    /// Adds an argument.
    pub fn arg(mut self, argument: impl AsRef<OsStr>) -> Self {
        self.arguments.push(argument.as_ref().into());
        self
    }

    /// Adds arguments.
    pub fn args(self, arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Self {
        arguments.into_iter().fold(self, Self::arg)
    }

    /// Sets an environment variable of the process.
    pub fn env(mut self, name: impl AsRef<OsStr>, value: impl AsRef<OsStr>) -> Self {
        self.variables.push((name.as_ref().into(), value.as_ref().into()));
        self
    }

    /// Sets the working directory of the process.
    pub fn current_dir(mut self, directory: impl Into<PathBuf>) -> Self {
        self.directory = Some(directory.into());
        self
    }

    /// Sets the treatment of the standard error; the default is [`Stderr::Keep`].
    pub fn stderr(mut self, stderr: Stderr) -> Self {
        self.stderr = stderr;
        self
    }

    /// Sets the time limit from the start of the process to `uciok`; the default is 20 s.
    pub fn handshake_timeout(mut self, timeout: Duration) -> Self {
        self.handshake_timeout = timeout;
        self
    }

    /// Sets the time limit for `readyok`, and for `bestmove` after `stop` or after the time limit of a
    /// search; the default is 20 s.
    pub fn reply_timeout(mut self, timeout: Duration) -> Self {
        self.reply_timeout = timeout;
        self
    }

    /// Sets the time between `quit` and the kill of a process that still runs; the default is 1 s.
    pub fn quit_timeout(mut self, timeout: Duration) -> Self {
        self.quit_timeout = timeout;
        self
    }

    /// Starts the process, sends `uci` and reads the name, the author and the options up to `uciok`.
    ///
    /// # Errors
    /// If the process cannot be started, exits, or sends no `uciok` in time. It has then ended.
    pub fn start(&self) -> Result<Engine, EngineError> {
        self.start_while(|| true)
    }

    /// Starts the process like [`start`](Self::start) while `continues` returns true, which is called
    /// at least every 50 ms.
    ///
    /// # Errors
    /// As [`start`](Self::start), and [`EngineError::Cancelled`]. The process has then been killed.
    pub fn start_while(&self, mut continues: impl FnMut() -> bool) -> Result<Engine, EngineError> {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments);
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
        if let Some(directory) = &self.directory {
            command.current_dir(directory);
        }
        let process = EngineProcess::start(&mut command, self.stderr)
            .map_err(|error| EngineError::Start { program: self.program.clone(), error })?;
        let mut engine = Engine::new(process, self);
        engine.handshake(self.handshake_timeout, &mut continues)?;
        Ok(engine)
    }
}
