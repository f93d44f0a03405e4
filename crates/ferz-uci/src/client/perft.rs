//! A perft by an engine: `go perft`, an extension of UCI.

use super::deadline::Deadline;
use super::{Engine, EngineError};
use crate::tokens::truncated;
use crate::{Go, PerftLine, Reply, UciMove};
use ferz::MAX_MOVES;
use std::time::Duration;
use std::vec::Vec;

/// The expected reply.
const WAITING_FOR: &str = "perft total";

/// The maximum number of lines without a count during a perft, dropped ones included.
const OTHER_LINES_MAX: usize = 100_000;

/// The result of a perft by an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PerftResult {
    /// The counts below each move, in the order of the engine.
    pub moves: Vec<(UciMove, u64)>,
    /// The total count.
    pub nodes: u64,
}

impl Engine {
    /// Counts the leaf nodes of the position at a depth in plies with `go perft`, an extension of UCI.
    /// Without `timeout` it waits for any time.
    ///
    /// # Errors
    /// [`EngineError::NoPerft`] if the engine starts a search instead, [`EngineError::PerftCount`] for
    /// a count that is no number of 64 bits, [`EngineError::Flood`] if it lists more than
    /// [`MAX_MOVES`] moves or sends more than 100,000 other lines.
    pub fn perft(
        &mut self,
        depth: u32,
        timeout: Option<Duration>,
    ) -> Result<PerftResult, EngineError> {
        self.perft_while(depth, timeout, || true)
    }

    /// Counts like [`perft`](Self::perft) while `continues` returns true, which is called at least
    /// every 50 ms.
    ///
    /// # Errors
    /// As [`perft`](Self::perft), and [`EngineError::Cancelled`]. The engine is not usable any more
    /// after that, since UCI cannot stop a perft, and dropping it kills the process at once.
    pub fn perft_while(
        &mut self,
        depth: u32,
        timeout: Option<Duration>,
        mut continues: impl FnMut() -> bool,
    ) -> Result<PerftResult, EngineError> {
        self.start_go(&Go { perft: Some(depth), ..Go::default() })?;
        let deadline = timeout.map(Deadline::after);
        let dropped_before = self.dropped_lines();
        let mut moves = Vec::new();
        let mut other_lines = 0;
        loop {
            match self.receive_while(WAITING_FOR, deadline, &mut continues)? {
                Ok(Reply::Perft(PerftLine::Move { uci_move, nodes })) => {
                    if moves.len() == MAX_MOVES {
                        return Err(self.flood("perft moves", MAX_MOVES));
                    }
                    moves.push((uci_move, nodes));
                    continue;
                }
                Ok(Reply::Perft(PerftLine::Total { nodes })) => {
                    return Ok(PerftResult { moves, nodes });
                }
                Ok(Reply::BestMove { .. }) => return Err(self.fail(EngineError::NoPerft)),
                Ok(Reply::Info(info)) if info.score.is_some() => {
                    return Err(self.fail(EngineError::NoPerft));
                }
                Ok(_) => {}
                Err(_) => self.check_count()?,
            }
            other_lines += 1;
            let dropped = self.dropped_lines() - dropped_before;
            if other_lines + dropped > OTHER_LINES_MAX as u64 {
                return Err(self.flood("lines without a perft total", OTHER_LINES_MAX));
            }
        }
    }

    /// Fails if the last line is a perft line with an invalid count: no total follows.
    fn check_count(&mut self) -> Result<(), EngineError> {
        match self.last_line.take() {
            Some(line) if PerftLine::has_invalid_count(&line) => {
                Err(self.fail(EngineError::PerftCount { line: truncated(&line) }))
            }
            _ => Ok(()),
        }
    }
}
