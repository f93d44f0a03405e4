//! A session with its output, as a GUI sees it.

use ferz_session::{Flow, Output, Session};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// A session and the receiver of its output.
pub(crate) struct Gui {
    pub(crate) session: Session,
    pub(crate) replies: Receiver<Output>,
}

impl Gui {
    pub(crate) fn new() -> Self {
        let (sender, replies) = channel();
        let session = Session::new(move |output| {
            let _ = sender.send(output);
            Ok(())
        });
        Self { session: session.unwrap(), replies }
    }

    pub(crate) fn send(&mut self, line: &str) {
        assert_eq!(self.session.line(line), Flow::Continue, "{line}");
    }

    /// Returns the lines up to the first that starts with a prefix.
    pub(crate) fn wait_for(&mut self, prefix: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let output = self.replies.recv_timeout(Duration::from_secs(60));
            let line = output.unwrap_or_else(|_| panic!("no {prefix} after {lines:?}"));
            lines.push(line.to_string());
            if lines[lines.len() - 1].starts_with(prefix) {
                return lines;
            }
        }
    }

    /// Finishes the session and returns the remaining lines.
    pub(crate) fn finish(self) -> Vec<String> {
        self.session.finish();
        self.replies.iter().map(|output| output.to_string()).collect()
    }

    /// Sends a line and returns the lines before `readyok`.
    pub(crate) fn replies_to(&mut self, line: &str) -> Vec<String> {
        self.send(line);
        self.send("isready");
        let mut lines = self.wait_for("readyok");
        lines.pop();
        lines
    }
}
