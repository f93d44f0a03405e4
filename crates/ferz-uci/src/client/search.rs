//! A running search.

use super::receive::Deadline;
use super::{Engine, EngineError};
use crate::{Command, Go, Info, Reply};
use ferz::{Color, Move};
use std::time::{Duration, Instant};

/// The result of a search. The moves are legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BestMove {
    /// The best move; `None` if there is no legal move.
    pub best: Option<Move>,
    /// The expected reply, to ponder on.
    pub ponder: Option<Move>,
}

/// A running search: an iterator of `info` lines, which ends with the best move.
///
/// ```no_run
/// use ferz_uci::Go;
/// use ferz_uci::client::Engine;
///
/// let mut engine = Engine::start("stockfish")?;
/// let mut search = engine.go(&Go { infinite: true, ..Go::default() })?;
/// while let Some(info) = search.next() {
///     if info?.depth >= Some(20) {
///         search.stop()?;
///     }
/// }
/// let best = search.best_move().expect("the iterator ended without an error");
/// # Ok::<(), ferz_uci::client::EngineError>(())
/// ```
#[derive(Debug)]
#[must_use = "dropping a search stops it"]
pub struct Search<'a> {
    engine: &'a mut Engine,
    deadline: Option<Deadline>,
    /// The time limit of the search that a ponder hit starts.
    time_after_ponder: Option<Duration>,
    best: Option<BestMove>,
}

/// Returns the time limit of a search without pondering, if it has one.
fn time_limit(go: &Go, side: Color) -> Option<Duration> {
    let clock = go.clock(side).or_else(|| go.clock(!side));
    let millis = go.movetime.or(clock).filter(|_| !go.infinite)?;
    Some(Duration::from_millis(millis.max(0).unsigned_abs()))
}

impl<'a> Search<'a> {
    pub(super) fn new(engine: &'a mut Engine, go: &Go) -> Self {
        let limit = time_limit(go, engine.position().side_to_move());
        let limit = limit.map(|limit| limit.saturating_add(engine.reply_timeout()));
        Self {
            deadline: limit.filter(|_| !go.ponder).map(Deadline::after),
            time_after_ponder: limit.filter(|_| go.ponder),
            engine,
            best: None,
        }
    }

    /// Sets the time from now after which the search fails without a best move; `None` waits for any
    /// time.
    pub fn set_timeout(&mut self, timeout: Option<Duration>) {
        self.deadline = timeout.map(Deadline::after);
    }

    /// Sends `stop`. The best move must arrive before the reply timeout.
    ///
    /// # Errors
    /// If the engine has exited or does not read.
    pub fn stop(&mut self) -> Result<(), EngineError> {
        if self.engine.is_searching() {
            self.engine.send(&Command::Stop)?;
            self.deadline = Some(Deadline::after(self.engine.reply_timeout()));
        }
        Ok(())
    }

    /// Sends `ponderhit`: the opponent played the expected move, and the clock of the search starts.
    ///
    /// # Errors
    /// If the engine has exited or does not read.
    pub fn ponder_hit(&mut self) -> Result<(), EngineError> {
        if self.engine.is_searching() {
            self.engine.send(&Command::PonderHit)?;
            self.deadline = self.time_after_ponder.take().map(Deadline::after).or(self.deadline);
        }
        Ok(())
    }

    /// Waits at most `timeout` for the next `info` line. Returns `None` if there is none, or if the
    /// search has [ended](Self::best_move).
    ///
    /// # Errors
    /// If the engine exits, exceeds the time limit of the search or sends an invalid best move.
    pub fn next_within(&mut self, timeout: Duration) -> Result<Option<Info>, EngineError> {
        let deadline = Instant::now() + timeout;
        while self.best.is_none() {
            let Some(reply) = self.engine.receive_until("bestmove", Some(deadline))? else {
                self.engine.check("bestmove", self.deadline)?;
                break;
            };
            if let Some(info) = self.accept(reply)? {
                return Ok(Some(info));
            }
        }
        Ok(None)
    }

    /// Returns the best move once the iterator has ended.
    pub fn best_move(&self) -> Option<BestMove> {
        self.best
    }

    /// Waits for the best move and skips further `info` lines.
    ///
    /// # Errors
    /// If the engine exits, exceeds the time limit or sends an invalid best move.
    pub fn finish(mut self) -> Result<BestMove, EngineError> {
        loop {
            match (self.best, self.next()) {
                (Some(best), _) => return Ok(best),
                (None, Some(Err(error))) => return Err(error),
                (None, Some(Ok(_))) => {}
                (None, None) => return self.best.ok_or(EngineError::Unusable),
            }
        }
    }

    /// Returns the information of a reply, or stores its best move.
    fn accept(&mut self, reply: Reply) -> Result<Option<Info>, EngineError> {
        match reply {
            Reply::Info(info) => return Ok(Some(info)),
            Reply::BestMove { best, ponder } => {
                self.best = Some(self.engine.checked_best_move(best, ponder)?);
            }
            _ => {}
        }
        Ok(None)
    }
}

/// Waits for `info` lines. Ends with the best move, and after the first error.
impl Iterator for Search<'_> {
    type Item = Result<Info, EngineError>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.engine.is_searching() {
            let reply = self.engine.receive("bestmove", self.deadline);
            if let Some(result) = reply.and_then(|reply| self.accept(reply)).transpose() {
                return Some(result);
            }
        }
        None
    }
}

/// Stops the search. The next call to the engine waits for its best move.
impl Drop for Search<'_> {
    fn drop(&mut self) {
        if self.engine.is_searching() {
            // Ignores the error: the next call to the engine returns it.
            let _ = self.engine.send(&Command::Stop);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_limits_follow_the_side_to_move() {
        let go = Go { wtime: Some(3000), btime: Some(-50), ..Go::default() };
        assert_eq!(time_limit(&go, Color::White), Some(Duration::from_secs(3)));
        assert_eq!(time_limit(&go, Color::Black), Some(Duration::ZERO));
        let white_only = Go { wtime: Some(3000), ..Go::default() };
        assert_eq!(time_limit(&white_only, Color::Black), Some(Duration::from_secs(3)));
        let movetime = Go { movetime: Some(70), ..go };
        assert_eq!(time_limit(&movetime, Color::White), Some(Duration::from_millis(70)));
        assert_eq!(time_limit(&Go { infinite: true, ..movetime }, Color::White), None);
        assert_eq!(time_limit(&Go { depth: Some(3), ..Go::default() }, Color::White), None);
    }
}
