//! Streamed answers: a writer in one thread, the connection in another.

use crate::limits::WAITING_PIECES;
use hyper::body::Bytes;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::mpsc::{Receiver, Sender, channel};

/// The error of a stream that the client has closed, or the server at its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the client has closed the stream")]
pub struct Closed;

/// The writing end of a streamed answer.
pub struct Stream {
    sender: Sender<Bytes>,
    closing: Arc<Closing>,
}

impl Stream {
    /// Sends a piece, and waits while the client is behind by [`WAITING_PIECES`].
    ///
    /// # Errors
    /// If the stream is closed.
    pub fn send(&self, piece: Vec<u8>) -> Result<(), Closed> {
        self.sender.blocking_send(piece.into()).map_err(|_| Closed)
    }

    /// Sends a piece without waiting: drops it if the client is behind or the stream is closed.
    pub fn offer(&self, piece: Vec<u8>) {
        let _ = self.sender.try_send(piece.into());
    }

    /// Calls `act` once the client closes the stream; at once if it has done so. A later call replaces `act`.
    pub fn on_close(&self, act: impl FnOnce() + Send + 'static) {
        self.closing.register(Box::new(act));
    }
}

type Act = Box<dyn FnOnce() + Send>;

/// What happens when the reading end is dropped.
#[derive(Default)]
struct Closing(Mutex<State>);

#[derive(Default)]
struct State {
    is_closed: bool,
    act: Option<Act>,
}

impl Closing {
    fn register(&self, act: Act) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if state.is_closed {
            drop(state);
            act();
        } else {
            state.act = Some(act);
        }
    }

    fn close(&self) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.is_closed = true;
        let act = state.act.take();
        drop(state);
        if let Some(act) = act {
            act();
        }
    }
}

/// The reading end: the body of a response. Its drop closes the stream.
pub(crate) struct StreamPieces {
    pub(crate) receiver: Receiver<Bytes>,
    closing: Arc<Closing>,
}

impl Drop for StreamPieces {
    fn drop(&mut self) {
        self.closing.close();
    }
}

/// Returns both ends of a stream.
pub(crate) fn stream() -> (Stream, StreamPieces) {
    let (sender, receiver) = channel(WAITING_PIECES);
    let closing = Arc::new(Closing::default());
    (Stream { sender, closing: Arc::clone(&closing) }, StreamPieces { receiver, closing })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering};

    #[test]
    fn the_act_follows_the_close_once() {
        for registers_first in [true, false] {
            let count = Arc::new(AtomicU32::new(0));
            let counted = Arc::clone(&count);
            let act = move || {
                counted.fetch_add(1, Ordering::Relaxed);
            };
            let (stream, pieces) = stream();
            if registers_first {
                stream.on_close(act);
                assert_eq!(count.load(Ordering::Relaxed), 0);
                drop(pieces);
            } else {
                drop(pieces);
                stream.on_close(act);
            }
            assert_eq!(count.load(Ordering::Relaxed), 1);
            assert_eq!(stream.send(vec![1]), Err(Closed));
        }
    }

    #[test]
    fn a_client_that_does_not_read_costs_a_bounded_number_of_pieces() {
        let (stream, mut pieces) = stream();
        for number in 0..10_000_u32 {
            stream.offer(number.to_le_bytes().into());
        }
        let mut received = 0;
        while pieces.receiver.try_recv().is_ok() {
            received += 1;
        }
        assert_eq!(received, WAITING_PIECES);
    }
}
