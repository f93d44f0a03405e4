//! A session, and the replies that come out of it.

use ferz_engine::session::{Flow, Output, Session};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// The other end of a session.
pub(crate) struct Gui {
    pub(crate) session: Session,
    pub(crate) replies: Receiver<Output>,
}

impl Gui {
    pub(crate) fn new() -> Self {
        let (sender, replies) = channel();
        let session = Session::new(move |output| {
            let _ = sender.send(output);
        });
        Self { session, replies }
    }

    pub(crate) fn send(&mut self, line: &str) {
        assert_eq!(self.session.line(line), Flow::Continue, "{line}");
    }

    /// The text of the replies up to the first that begins so.
    pub(crate) fn wait_for(&mut self, beginning: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let output = self.replies.recv_timeout(Duration::from_secs(60));
            let line = output.unwrap_or_else(|_| panic!("no {beginning} after {lines:?}"));
            lines.push(line.to_string());
            if lines[lines.len() - 1].starts_with(beginning) {
                return lines;
            }
        }
    }

    /// All replies until the session has ended.
    pub(crate) fn finish(self) -> Vec<String> {
        self.session.finish();
        self.replies.iter().map(|output| output.to_string()).collect()
    }

    /// Asks and gives the replies before `readyok`.
    pub(crate) fn replies_to(&mut self, line: &str) -> Vec<String> {
        self.send(line);
        self.send("isready");
        let mut lines = self.wait_for("readyok");
        lines.pop();
        lines
    }
}
