//! Broken command lines, option values and FENs against a session: no panic, every refusal has a
//! reason, every search has one reply, and only accepted positions are searched.
//!
//! The environment sets the number of lines and the seed:
//!
//! ```text
//! FERZ_HOSTILE_LINES=1000000 FERZ_HOSTILE_SEED=7 \
//!     cargo test --release -p ferz-session --test session hostile -- --nocapture
//! ```

mod lines;

use ferz::Position;
use ferz_session::options::OptionValues;
use ferz_session::{Flow, Output, Session};
use ferz_uci::{Command, Reply, SetOption, UciMove};
use lines::Lines;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::thread::ThreadId;
use std::time::Duration;

/// The number of lines without `FERZ_HOSTILE_LINES`.
const LINES: u64 = 20_000;
/// The maximum table size in MiB, and the maximum number of threads.
const HASH_MAX: u64 = 4;
const THREADS_MAX: u64 = 3;
/// The number of lines after which the test waits for all replies.
const LINES_PER_BATCH: u64 = 100;
/// The maximum time for the replies of a batch.
const TIMEOUT: Duration = Duration::from_secs(120);

/// The output of a session so far.
#[derive(Default)]
struct Seen {
    /// The reasons sent by the thread that executes the commands.
    reasons: Vec<String>,
    best_moves: Vec<Option<UciMove>>,
}

struct TestedSession {
    session: Session,
    seen: Arc<Mutex<Seen>>,
    ready: Receiver<()>,
    /// For each search without a reply, its position; `None` if it must reply with no move.
    searched: Vec<Option<Position>>,
    counts: Counts,
}

#[derive(Default, Debug)]
struct Counts {
    lines: u64,
    refused: u64,
    positions_accepted: u64,
    positions_refused: u64,
    searches: u64,
}

/// Checks a reply and stores what the test compares.
fn receive(output: &Output, seen: &Mutex<Seen>, commands: ThreadId) -> bool {
    let Output::Reply(reply) = output else {
        assert!(!output.to_string().is_empty());
        return false;
    };
    let line = reply.to_string();
    assert!(!line.contains(['\n', '\r']), "{line:?}");
    let read = line.parse::<Reply>().unwrap_or_else(|error| panic!("{line:?}: {error}"));
    let mut seen = seen.lock().unwrap();
    match read {
        Reply::Info(info) if std::thread::current().id() == commands => {
            seen.reasons.extend(info.string);
        }
        Reply::BestMove { best, .. } => seen.best_moves.push(best),
        _ => {}
    }
    matches!(reply, Reply::ReadyOk)
}

/// Returns false for commands that take much memory or time, write files or end the session.
fn is_allowed(command: &Command) -> bool {
    let number = |option: &SetOption| option.value.as_deref()?.parse::<u64>().ok();
    match command {
        Command::SetOption(option) => {
            let is_at_most = |max| number(option).is_none_or(|number| number <= max);
            let is_path = option.is("SyzygyPath") || option.is("EvalFile");
            let path = option.value.as_deref().unwrap_or_default();
            (!option.is("Hash") || is_at_most(HASH_MAX))
                && (!option.is("Threads") || is_at_most(THREADS_MAX))
                && !option.is("Debug Log File")
                && (!is_path || !std::path::Path::new(path).exists())
        }
        Command::Bench(arguments) => !matches!(
            arguments.as_slice(), [] | [_] if arguments.iter().all(|text| text.parse::<u32>().is_ok())
        ),
        Command::ExportNet(_) | Command::Quit => false,
        _ => true,
    }
}

impl TestedSession {
    fn new() -> Self {
        let seen = Arc::new(Mutex::new(Seen::default()));
        let (sender, ready) = channel();
        let (of_sink, commands) = (Arc::clone(&seen), std::thread::current().id());
        let session = Session::new(move |output| {
            if receive(&output, &of_sink, commands) {
                // The receiver lives as long as the session.
                let _ = sender.send(());
            }
            Ok(())
        });
        let (session, searched) = (session.unwrap(), Vec::new());
        Self { session, seen, ready, searched, counts: Counts::default() }
    }

    /// Sends a line and returns the reasons sent at once.
    fn send(&mut self, line: &str) -> Vec<String> {
        self.seen.lock().unwrap().reasons.clear();
        assert_eq!(self.session.line(line), Flow::Continue, "{line:?}");
        std::mem::take(&mut self.seen.lock().unwrap().reasons)
    }

    /// Sends a line and compares the replies with the meaning of the line.
    fn check(&mut self, line: &str) {
        let parsed = line.parse::<Command>();
        if parsed.as_ref().is_ok_and(|command| !is_allowed(command)) {
            return;
        }
        self.counts.lines += 1;
        let mut options: OptionValues = self.session.options().clone();
        let before = self.session.position().fen();
        let reasons = self.send(line);
        assert!(reasons.iter().all(|reason| !reason.is_empty()), "{line:?}");
        let refused = match &parsed {
            Ok(Command::SetOption(option)) => options.apply(option).is_err(),
            Ok(Command::Position(_)) => reasons.iter().any(|text| text.starts_with("invalid")),
            Ok(_) => false,
            Err(error) => error.to_string() != "empty line",
        };
        assert!(!refused || !reasons.is_empty(), "refused without a reason: {line:?}");
        self.counts.refused += u64::from(refused);
        match &parsed {
            Ok(Command::Position(_)) => self.check_position(refused, line, &before),
            Err(error) if error.is_of_position() => self.check_position(true, line, &before),
            Ok(Command::Go(go)) if go.perft.is_none() => {
                let position = self.session.position();
                let legal = |mv: &UciMove| position.find_uci(*mv).is_ok();
                let none_legal = !go.searchmoves.is_empty() && !go.searchmoves.iter().any(legal);
                let refused = self.session.refusal().is_some() || none_legal;
                self.searched.push((!refused).then(|| position.clone()));
                self.counts.searches += 1;
                self.send("stop");
            }
            Ok(Command::Go(_)) => drop(self.send("stop")),
            _ => {}
        }
    }

    /// Checks the position after a `position` command.
    fn check_position(&mut self, refused: bool, line: &str, before: &str) {
        assert_eq!(self.session.refusal().is_some(), refused, "{line:?}");
        if refused {
            self.counts.positions_refused += 1;
            assert_eq!(self.session.position().fen(), before, "{line:?}");
        } else {
            self.counts.positions_accepted += 1;
            assert_eq!(self.session.position().check_consistency(), Ok(()), "{line:?}");
        }
    }

    /// Waits for all replies and compares the best moves with the positions searched.
    fn finish_batch(&mut self) {
        self.check("go nodes 100");
        self.send("stop");
        let replied = |seen: &Seen| seen.best_moves.len() == self.searched.len();
        let start = std::time::Instant::now();
        while !replied(&self.seen.lock().unwrap()) {
            assert!(start.elapsed() < TIMEOUT, "a search without a reply");
            std::thread::yield_now();
        }
        self.send("isready");
        self.ready.recv_timeout(TIMEOUT).expect("isready is answered");
        while self.ready.try_recv().is_ok() {}
        let best_moves = std::mem::take(&mut self.seen.lock().unwrap().best_moves);
        for (position, best) in self.searched.drain(..).zip(best_moves) {
            match (position, best) {
                (None, best) => assert_eq!(best, None, "a search that was refused"),
                (Some(position), None) => assert!(position.legal_moves().is_empty()),
                (Some(position), Some(best)) => {
                    assert!(position.find_uci(best).is_ok(), "{best} at {}", position.fen());
                }
            }
        }
    }
}

/// Returns a number of the environment.
fn environment(name: &str, default: u64) -> u64 {
    match std::env::var(name) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{name} is not a number: {text}")),
        Err(_) => default,
    }
}

#[test]
fn session_refuses_broken_lines_with_a_reason() {
    let count = environment("FERZ_HOSTILE_LINES", LINES);
    let seed = environment("FERZ_HOSTILE_SEED", 1);
    let (mut lines, mut tested) = (Lines::new(seed), TestedSession::new());
    // Commands that are not allowed do not count.
    while tested.counts.lines < count {
        for _ in 0..LINES_PER_BATCH {
            let line = lines.next();
            tested.check(&line);
        }
        tested.finish_batch();
    }
    let counts = &tested.counts;
    println!("seed {seed}: {counts:?}");
    // Most lines are refused, and all kinds of results occur.
    assert!(counts.refused > count / 5 && counts.searches > count / 50, "{counts:?}");
    assert!(counts.positions_accepted > count / 50, "{counts:?}");
    assert!(counts.positions_refused > count / 50, "{counts:?}");
}
