// [start:head]
//! The engine as a program: UCI, with a search that hears `stop`.

use crate::bitboards::Bitboards;
use crate::board::Board;
use crate::engine::Features;
use crate::engine::limits::Limits;
use crate::engine::node::{MATE, MAX_PLY, Report};
use crate::engine::search::Search;
use crate::fen::START;
use crate::types::*;
use crate::uci::{divide, move_text, position};
use std::io::{self, BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Scope, ScopedJoinHandle, scope};
use std::time::Duration;
// [end:head]

// [start:session]
/// The rung that plays if none is named.
const RUNG: u32 = 6;

/// What commands change, and the search that may be running.
struct Session<'scope, 'env, W> {
    scope: &'scope Scope<'scope, 'env>,
    output: &'env Mutex<W>,
    search: &'env Mutex<Search>,
    /// Ends the search of the thread.
    running: Option<(Arc<AtomicBool>, ScopedJoinHandle<'scope, ()>)>,
    board: Bitboards,
    /// The keys of the positions before.
    keys: Vec<u64>,
    chess960: bool,
}

/// Answers commands until `quit` or the end of the input. A search runs in a thread of its own, so
/// that this one can read `stop`.
///
/// # Errors
/// If reading or writing fails.
pub fn run(input: impl BufRead, output: impl Write + Send) -> io::Result<()> {
    let (output, search) = (Mutex::new(output), Mutex::new(Search::new(Features::rung(RUNG))));
    scope(|scope| {
        let board = Bitboards::from_fen(START).expect("the start is a position");
        let (keys, output, search) = (Vec::new(), &output, &search);
        let mut session =
            Session { scope, output, search, running: None, board, keys, chess960: false };
        for line in input.lines() {
            let line = line?;
            let (command, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
            if command == "quit" {
                session.stop();
                break;
            }
            session.answer(command, rest)?;
        }
        // At the end of the input a search with limits is completed.
        Ok(())
    })
}
// [end:session]

// [start:commands]
impl<'scope, 'env, W: Write + Send> Session<'scope, 'env, W> {
    fn answer(&mut self, command: &str, rest: &str) -> io::Result<()> {
        match command {
            "uci" => self.write(&format!(
                "id name ferz-learn\nid author the reader\n\
                 option name Rung type string default {RUNG}\n\
                 option name UCI_Chess960 type check default false\nuciok"
            )),
            "isready" => self.write("readyok"),
            "setoption" => self.set_option(rest),
            "ucinewgame" => {
                self.stop();
                let mut search = lock(self.search);
                *search = Search::new(search.features);
                Ok(())
            }
            "position" => match self.set_position(rest) {
                Some(()) => Ok(()),
                None => self.write(&format!("info string no such position: {rest}")),
            },
            "go" => self.go(rest),
            "stop" => {
                self.stop();
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn write(&self, text: &str) -> io::Result<()> {
        let mut output = lock(self.output);
        writeln!(output, "{text}")?;
        output.flush()
    }

    fn set_option(&mut self, words: &str) -> io::Result<()> {
        if let Some(value) = words.strip_prefix("name UCI_Chess960 value ") {
            self.chess960 = value == "true";
        } else if let Some(value) = words.strip_prefix("name Rung value ") {
            match value.parse() {
                Ok(features) => {
                    self.stop();
                    *lock(self.search) = Search::new(features);
                }
                Err(error) => self.write(&format!("info string {error}"))?,
            }
        }
        Ok(())
    }

    fn set_position(&mut self, words: &str) -> Option<()> {
        let (board, moves) = position(words, self.chess960)?;
        let start = words.split(" moves ").next()?;
        let (mut earlier, _): (Bitboards, _) = position(start, self.chess960)?;
        self.keys.clear();
        for mv in moves {
            self.keys.push(earlier.key());
            earlier.do_move(mv);
        }
        self.board = board;
        Some(())
    }

    /// Ends a running search, which then writes its move, and waits for it.
    fn stop(&mut self) {
        if let Some((stop, thread)) = self.running.take() {
            stop.store(true, Ordering::Relaxed);
            thread.join().expect("the search does not panic");
        }
    }
}

/// Locks a mutex. A thread that panicked while it held the lock ends the program anyway.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
// [end:commands]

// [start:go]
/// Returns the limits of the words after `go`.
fn parse_limits(words: &[&str], side: Color) -> Limits {
    let number = |name: &str| -> Option<u64> {
        let place = words.iter().position(|&word| word == name)?;
        words.get(place + 1)?.parse().ok()
    };
    let mut limits = Limits::default();
    limits.depth = number("depth").map_or(limits.depth, |depth| depth.min(100) as i32);
    limits.nodes = number("nodes").unwrap_or(limits.nodes);
    limits.hard = number("movetime").map(Duration::from_millis);
    let (time, increment) =
        if side == Color::White { ("wtime", "winc") } else { ("btime", "binc") };
    match number(time).map(Duration::from_millis) {
        Some(left) => {
            limits.with_clock(left, Duration::from_millis(number(increment).unwrap_or(0)))
        }
        None => limits,
    }
}

/// Returns the line of a report.
fn info(report: Report, chess960: bool) -> String {
    let Report { depth, value, nodes, time, mv } = report;
    let score = match MATE - value.abs() {
        plies if plies > MAX_PLY => format!("cp {value}"),
        plies => format!("mate {}", value.signum() * (plies + 1) / 2),
    };
    let (milliseconds, pv) = (time.as_millis(), move_text(mv, chess960));
    format!("info depth {depth} score {score} nodes {nodes} time {milliseconds} pv {pv}")
}

impl<'scope, 'env, W: Write + Send> Session<'scope, 'env, W> {
    fn go(&mut self, words: &str) -> io::Result<()> {
        self.stop();
        let words: Vec<&str> = words.split_whitespace().collect();
        if let ["perft", depth] = words[..] {
            let depth = depth.parse().unwrap_or(1);
            return divide(&mut self.board, depth, self.chess960, &mut *lock(self.output));
        }
        let limits = parse_limits(&words, self.board.side_to_move());
        let (board, keys, chess960) = (self.board.clone(), self.keys.clone(), self.chess960);
        let (output, search, stop) = (self.output, self.search, limits.stop.clone());
        let thread = self.scope.spawn(move || {
            let write = |line: String| {
                let mut output = lock(output);
                // Without a reader there is nobody to report to; the next command ends the program.
                let _ = writeln!(output, "{line}").and_then(|()| output.flush());
            };
            let report = |report| write(info(report, chess960));
            let best = lock(search).think(&board, &keys, limits, report);
            let text = best.map_or("0000".into(), |(mv, _)| move_text(mv, chess960));
            write(format!("bestmove {text}"));
        });
        self.running = Some((stop, thread));
        Ok(())
    }
}
// [end:go]

// [start:tests]
#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufReader, Read, pipe};
    use std::time::Instant;

    fn answers(input: &str) -> String {
        let mut output = Vec::new();
        run(input.as_bytes(), &mut output).unwrap();
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn plays_a_move_and_counts() {
        let text = answers("uci\nisready\nposition startpos moves e2e4 e7e5\ngo depth 2\n");
        assert!(text.contains("uciok") && text.contains("readyok") && text.contains("bestmove "));
        assert!(answers("go perft 3\n").ends_with("Nodes searched: 8902\n\n"));
        let mated = "position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\ngo depth 1\n";
        assert!(answers(mated).ends_with("bestmove 0000\n"));
    }

    #[test]
    fn hears_stop_during_a_search_without_limits() {
        let (input, mut commands) = pipe().unwrap();
        let (output, answers) = pipe().unwrap();
        let engine = std::thread::spawn(|| run(BufReader::new(input), answers));
        let start = Instant::now();
        commands.write_all(b"go infinite\nisready\n").unwrap();
        std::thread::sleep(Duration::from_millis(50));
        commands.write_all(b"stop\nquit\n").unwrap();
        let mut text = String::new();
        BufReader::new(output).read_to_string(&mut text).unwrap();
        engine.join().unwrap().unwrap();
        assert!(text.contains("readyok") && text.contains("bestmove "), "{text}");
        assert!(start.elapsed() < Duration::from_secs(5));
    }
}
// [end:tests]
