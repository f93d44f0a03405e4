//! Errors of an engine process and of its options.

use crate::tokens::truncated;
use crate::{ReplyError, UciMove};
use ferz::IllegalMove;
use ferz::notation::ParseUciMoveError;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;
use std::time::Duration;

/// An error of an engine process.
///
/// After an error for which [`is_fatal`](Self::is_fatal) returns true, the state of the process is
/// undefined: every later call returns [`Unusable`](Self::Unusable), and the process is to be started
/// again.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// The process cannot be started.
    #[error("{} cannot be started: {error}", shown(program))]
    Start {
        /// The program.
        program: PathBuf,
        /// The error of the operating system.
        error: io::Error,
    },
    /// A thread for the streams of an engine cannot be started.
    #[error("cannot connect to the engine: {0}")]
    Streams(io::Error),
    /// The process has ended or closed its standard output.
    #[error("the engine exited{} while {waiting_for} was expected{}", with_status(*status), stderr_end(stderr))]
    Exited {
        /// The expected reply.
        waiting_for: &'static str,
        /// The exit status; `None` if the process still runs without standard output.
        status: Option<ExitStatus>,
        /// The end of its standard error, at most 4 KiB; empty unless it is
        /// [kept](super::Stderr::Keep).
        stderr: String,
    },
    /// An expected reply did not arrive in time.
    #[error("the engine sent no {waiting_for} within {timeout:?}{}", last_line_text(last_line.as_deref()))]
    Timeout {
        /// The expected reply.
        waiting_for: &'static str,
        /// The time limit.
        timeout: Duration,
        /// The last line before the time limit, truncated to 64 characters.
        last_line: Option<String>,
    },
    /// A line of the engine is too long.
    #[error("the engine sent a line of more than {limit} bytes")]
    LineTooLong {
        /// The limit in bytes.
        limit: usize,
    },
    /// The engine sent more replies than it may send unread, or more options than allowed.
    #[error("the engine sent more than {limit} {what}")]
    Flood {
        /// The unit of the limit.
        what: &'static str,
        /// The limit.
        limit: usize,
    },
    /// The engine does not read its standard input, and the buffer for it is full.
    #[error("the engine does not read its input: {pending} bytes are pending")]
    NotReading {
        /// The number of bytes not yet written to the process.
        pending: usize,
    },
    /// The standard output of the engine cannot be read.
    #[error("the output of the engine cannot be read: {0}")]
    Read(io::Error),
    /// A `bestmove` reply is invalid.
    #[error("invalid reply {line:?}: {error}")]
    Reply {
        /// The line, truncated to 64 characters.
        line: String,
        /// The error of the reply.
        error: ReplyError,
    },
    /// The best move is illegal, or the reply has no move although there is a legal one.
    #[error("the engine played {} in {fen}, which is not legal", best_move_text(*found))]
    IllegalBestMove {
        /// The move; `None` for `(none)`.
        found: Option<UciMove>,
        /// The position.
        fen: String,
    },
    /// The engine reports that its copy protection failed.
    #[error("the copy protection of the engine failed")]
    CopyProtection,
    /// The engine started a search on `go perft`.
    #[error("the engine does not support `go perft`: it started a search")]
    NoPerft,
    /// A count of a perft is not a number of 64 bits.
    #[error("the engine sent the invalid count {line:?}")]
    PerftCount {
        /// The line, truncated to 64 characters.
        line: String,
    },
    /// A perft was passed to [`Engine::go`](super::Engine::go). The command has not been sent.
    #[error("a perft is no search: Engine::perft runs it")]
    PerftInGo,
    /// The caller cancelled the perft or the handshake.
    #[error("the wait for the engine was cancelled")]
    Cancelled,
    /// An option or its value is invalid. The command has not been sent.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// A move after the start position is illegal. The command has not been sent.
    #[error("move {number} of the position is illegal: {error}")]
    Position {
        /// The number of the move, from 1.
        number: usize,
        /// The error of the move.
        error: IllegalMove,
    },
    /// A move of `searchmoves` is illegal. The command has not been sent.
    #[error("searchmoves: {0}")]
    SearchMove(ParseUciMoveError),
    /// An earlier error ended the communication.
    #[error("the engine is not usable after an earlier error")]
    Unusable,
}

impl EngineError {
    /// Returns true if the engine cannot be used any more, false if only the call failed.
    pub fn is_fatal(&self) -> bool {
        !matches!(
            self,
            Self::Option(_) | Self::Position { .. } | Self::SearchMove(_) | Self::PerftInGo
        )
    }
}

/// An error of [`Engine::set_option`](super::Engine::set_option).
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OptionError {
    /// The engine has no option of this name.
    #[error("the engine has no option {0:?}")]
    Unknown(String),
    /// The value does not have the type of the option.
    #[error("option {name}: expected {expected}, found {found:?}")]
    Type {
        /// The name of the option.
        name: String,
        /// The type of the option and its values.
        expected: &'static str,
        /// The value found.
        found: String,
    },
    /// A number is outside the range of a `spin` option.
    #[error("option {name}: expected {min} to {max}, found {found}")]
    Range {
        /// The name of the option.
        name: String,
        /// The minimum.
        min: i64,
        /// The maximum.
        max: i64,
        /// The value found.
        found: i64,
    },
    /// A text is not a value of a `combo` option.
    #[error("option {name}: expected one of {}, found {found:?}", vars.join(", "))]
    Choice {
        /// The name of the option.
        name: String,
        /// The values of the option.
        vars: Vec<String>,
        /// The value found.
        found: String,
    },
    /// A text contains a line break.
    #[error("option {name}: the value contains a line break")]
    LineBreak {
        /// The name of the option.
        name: String,
    },
}

/// Returns the exit status of an engine, if it is known.
fn with_status(status: Option<ExitStatus>) -> String {
    status.map_or(String::new(), |status| format!(" with {status}"))
}

/// Returns the path of a program, with quotes if it is empty.
fn shown(program: &Path) -> String {
    if program.as_os_str().is_empty() { "\"\"".to_owned() } else { program.display().to_string() }
}

/// Returns the last line with text of the standard error of an engine, if there is one.
fn stderr_end(stderr: &str) -> String {
    let last = stderr.lines().rev().map(str::trim).find(|line| !line.is_empty());
    last.map_or(String::new(), |line| {
        format!("; its standard error ends with {:?}", truncated(line))
    })
}

/// Returns the last line of an engine, if it sent one.
fn last_line_text(line: Option<&str>) -> String {
    line.map_or(String::new(), |line| format!("; its last line was {line:?}"))
}

/// Returns a best move as the engine sent it.
fn best_move_text(best: Option<UciMove>) -> String {
    best.map_or("(none)".to_owned(), |best| best.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_name_the_evidence() {
        let exited = |status, stderr: &str| EngineError::Exited {
            waiting_for: "uciok",
            status,
            stderr: stderr.to_owned(),
        };
        let success = ExitStatus::default();
        let timeout = |last_line: Option<&str>| EngineError::Timeout {
            waiting_for: "readyok",
            timeout: Duration::from_millis(300),
            last_line: last_line.map(ToOwned::to_owned),
        };
        let illegal = |found: Option<&str>| EngineError::IllegalBestMove {
            found: found.map(|text| text.parse().unwrap()),
            fen: "8/8".to_owned(),
        };
        let no_file = |program: &str| EngineError::Start {
            program: program.into(),
            error: io::Error::other("no such file"),
        };
        for (error, message) in [
            (exited(None, " \n"), "the engine exited while uciok was expected"),
            (
                exited(Some(success), "a\n b \n\n"),
                &format!(
                    "the engine exited with {success} while uciok was expected; \
                     its standard error ends with \"b\""
                ),
            ),
            (timeout(None), "the engine sent no readyok within 300ms"),
            (
                timeout(Some("y")),
                "the engine sent no readyok within 300ms; its last line was \"y\"",
            ),
            (illegal(Some("e2e5")), "the engine played e2e5 in 8/8, which is not legal"),
            (illegal(None), "the engine played (none) in 8/8, which is not legal"),
            (no_file(""), "\"\" cannot be started: no such file"),
            (no_file("./engine"), "./engine cannot be started: no such file"),
        ] {
            assert_eq!(error.to_string(), message);
        }
    }
}
