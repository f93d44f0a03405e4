//! Perft by an engine.

use super::engine::Deadline;
use super::{Engine, EngineError};
use crate::{Go, PerftLine, Reply, UciMove};
use ferz::MAX_MOVES;
use std::time::{Duration, Instant};
use std::vec::Vec;

/// The time between two checks for the cancellation of a perft.
const PERFT_POLL_INTERVAL: Duration = Duration::from_millis(50);

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
    /// [`EngineError::NoPerft`] if the engine starts a search instead.
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
    /// after that, since UCI cannot stop a perft.
    pub fn perft_while(
        &mut self,
        depth: u32,
        timeout: Option<Duration>,
        mut continues: impl FnMut() -> bool,
    ) -> Result<PerftResult, EngineError> {
        const WAITING_FOR: &str = "perft total";
        self.start_go(&Go { perft: Some(depth), ..Go::default() })?;
        let deadline = timeout.map(Deadline::after);
        let mut moves = Vec::new();
        loop {
            if !continues() {
                return Err(self.fail(EngineError::Cancelled));
            }
            let poll = Instant::now() + PERFT_POLL_INTERVAL;
            let Some(reply) = self.receive_until(WAITING_FOR, Some(poll))? else {
                self.check(WAITING_FOR, deadline)?;
                continue;
            };
            match reply {
                Reply::Perft(PerftLine::Move { uci_move, nodes }) => {
                    if moves.len() == MAX_MOVES {
                        let limit = MAX_MOVES;
                        return Err(self.fail(EngineError::Flood { what: "perft moves", limit }));
                    }
                    moves.push((uci_move, nodes));
                }
                Reply::Perft(PerftLine::Total { nodes }) => {
                    return Ok(PerftResult { moves, nodes });
                }
                Reply::BestMove { .. } => return Err(self.fail(EngineError::NoPerft)),
                Reply::Info(info) if info.score.is_some() => {
                    return Err(self.fail(EngineError::NoPerft));
                }
                _ => self.check(WAITING_FOR, deadline)?,
            }
        }
    }
}
