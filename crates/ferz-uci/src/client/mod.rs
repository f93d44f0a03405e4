//! Engines as child processes: feature `client`, which needs `std`.
//!
//! [`Engine`] starts a UCI engine, checks options before they are sent, and searches; a [`Search`] is
//! an iterator of typed [`Info`](crate::Info) lines.
//!
//! ```no_run
//! use ferz::Position;
//! use ferz_uci::Go;
//! use ferz_uci::client::Engine;
//!
//! let mut engine = Engine::start("stockfish")?;
//! engine.set_option("Hash", 64)?;
//! engine.new_game()?;
//! engine.set_position(&Position::startpos(), &[])?;
//! let mut search = engine.go(&Go { depth: Some(12), ..Go::default() })?;
//! while let Some(info) = search.next() {
//!     println!("{}", info?);
//! }
//! println!("{:?}", search.best_move());
//! # Ok::<(), ferz_uci::client::EngineError>(())
//! ```
//!
//! Bounds for any output of the engine:
//!
//! - **Time**: the handshake, `isready`, a search with a time limit and the reply to `stop` have
//!   timeouts; other searches have none until [`Search::set_timeout`].
//! - **Memory**: a line has at most 64 KiB, and unread lines at most 1 MiB; beyond that the older
//!   `info` lines are dropped ([`Engine::dropped_lines`]). Lines to an engine that does not read wait
//!   in a buffer of at most 1 MiB.
//! - **Processes and threads**: dropping an engine sends `quit`, kills the process after a timeout,
//!   reaps it and joins the threads at its pipes. On Unix the processes that the engine has started end
//!   with it. A thread outlives the engine only if such a process remains and keeps a pipe open.
//!
//! [`Engine::connect`] drives an engine behind streams in the same way, such as one on another machine.
//!
//! Unknown lines are ignored, as UCI requires. An invalid or illegal best move is an error.

mod deadline;
mod engine;
mod error;
mod option_value;
mod perft;
mod process;

pub use engine::{BestMove, Engine, EngineBuilder, Search, StopHandle};
pub use error::{EngineError, OptionError};
pub use option_value::OptionValue;
pub use perft::PerftResult;
pub use process::{KillHandle, Stderr};
