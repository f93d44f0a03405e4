// [start:head]
//! Players of a match: an engine of this program, or another program that speaks UCI.

use crate::bitboards::Bitboards;
use crate::board::Board;
// +22
use crate::engine::Features;
// -22
// +22
use crate::engine::limits::Limits;
// -22
use crate::engine::node::{MATE, MAX_PLY};
// +22
use crate::engine::search::Search;
// -22
use crate::types::*;
use crate::uci::move_text;
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;
// [end:head]

// [start:player]
/// A position to move in: as a board, and as the way to it.
pub struct Task<'a> {
    /// The position.
    pub board: &'a mut Bitboards,
    /// The keys of the positions before.
    pub keys: &'a [u64],
    /// The position in which the game began.
    pub fen: &'a str,
    /// The moves since.
    pub moves: &'a [Move],
    /// The time that each side has left, White first, and the increment. `None` in a game by nodes.
    pub clock: Option<([Duration; 2], Duration)>,
}

/// A move and its value, in hundredths of a pawn for the side to move.
pub type Choice = (Move, i32);

/// Someone who plays.
pub trait Player {
    /// Forgets the last game.
    fn new_game(&mut self);

    /// Returns a move.
    ///
    /// # Errors
    /// If the player is a program that fails, or that answers with an illegal move.
    fn choose(&mut self, task: Task<'_>) -> io::Result<Choice>;

    /// Returns the nodes and the seconds of all its searches.
    fn effort(&self) -> (u64, f64);
}
// [end:player]

// [start:program]
/// Another program.
pub struct Program {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    nodes: u64,
    effort: (u64, f64),
}

impl Program {
    /// Starts a program. `options` are pairs `NAME=VALUE`.
    ///
    /// # Errors
    /// If it does not start, or does not know UCI.
    pub fn start(command: &str, options: &[&str], nodes: u64) -> io::Result<Program> {
        let mut words = command.split_whitespace();
        let program = words.next().ok_or(io::ErrorKind::InvalidInput)?;
        let mut child = Command::new(program)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let input = child.stdin.take().expect("the input is a pipe");
        let output = BufReader::new(child.stdout.take().expect("the output is a pipe"));
        let mut program = Program { child, input, output, nodes, effort: (0, 0.0) };
        program.send("uci")?;
        program.read_until("uciok", |_| {})?;
        for option in options {
            let (name, value) = option.split_once('=').ok_or(io::ErrorKind::InvalidInput)?;
            program.send(&format!("setoption name {name} value {value}"))?;
        }
        Ok(program)
    }

    fn send(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.input, "{line}")?;
        self.input.flush()
    }

    /// Reads lines up to one that begins with a word, and returns that one.
    fn read_until(&mut self, word: &str, mut visit: impl FnMut(&str)) -> io::Result<String> {
        let mut line = String::new();
        while self.output.read_line(&mut line)? > 0 {
            if line.starts_with(word) {
                return Ok(line);
            }
            visit(&line);
            line.clear();
        }
        Err(io::ErrorKind::UnexpectedEof.into())
    }
}
// [end:program]

// [start:choose]
/// Returns the value of a line `info`: hundredths of a pawn, or a mate.
fn parse_score(line: &str) -> Option<i32> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let place = words.iter().position(|&word| word == "score")?;
    let number: i32 = words.get(place + 2)?.parse().ok()?;
    match *words.get(place + 1)? {
        "cp" => Some(number.clamp(MAX_PLY - MATE, MATE - MAX_PLY)),
        "mate" if number > 0 => Some(MATE - 2 * number),
        "mate" => Some(-MATE - 2 * number),
        _ => None,
    }
}

impl Player for Program {
    fn new_game(&mut self) {
        // If the program has ended, `choose` reports it.
        let _ = self.send("ucinewgame");
    }

    fn choose(&mut self, task: Task<'_>) -> io::Result<Choice> {
        let moves: String =
            task.moves.iter().map(|&mv| " ".to_owned() + &move_text(mv, false)).collect();
        let moves = if moves.is_empty() { moves } else { " moves".to_owned() + &moves };
        self.send(&format!("position fen {}{moves}\nisready", task.fen))?;
        self.read_until("readyok", |_| {})?;
        let start = std::time::Instant::now();
        match task.clock {
            Some(([white, black], increment)) => self.send(&format!(
                "go wtime {} btime {} winc {increment} binc {increment}",
                white.as_millis(),
                black.as_millis(),
                increment = increment.as_millis(),
            ))?,
            None => self.send(&format!("go nodes {}", self.nodes))?,
        }
        let (mut value, mut nodes) = (0, 0);
        let answer = self.read_until("bestmove", |line| {
            value = parse_score(line).unwrap_or(value);
            let count = line.split_once(" nodes ").and_then(|(_, rest)| rest.split(' ').next());
            nodes = count.and_then(|text| text.trim().parse().ok()).unwrap_or(nodes);
        })?;
        self.effort = (self.effort.0 + nodes, self.effort.1 + start.elapsed().as_secs_f64());
        let text = answer.split_whitespace().nth(1).unwrap_or("");
        let mv = task.board.legal_moves().into_iter().find(|&mv| move_text(mv, false) == text);
        mv.map(|mv| (mv, value)).ok_or_else(|| io::Error::other(format!("illegal move {text}")))
    }

    fn effort(&self) -> (u64, f64) {
        self.effort
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.send("quit");
        let _ = self.child.wait();
    }
}
// [end:choose]

// [start:own]
/// An engine of this program, limited by nodes where there is no clock.
pub struct Own {
    search: Search,
    nodes: u64,
    effort: (u64, f64),
}

impl Own {
    /// Returns a player.
    pub fn new(features: Features, nodes: u64) -> Own {
        Own { search: Search::new(features), nodes, effort: (0, 0.0) }
    }
}

impl Player for Own {
    fn new_game(&mut self) {
        self.search = Search::new(self.search.features);
    }

    fn choose(&mut self, task: Task<'_>) -> io::Result<Choice> {
        let limits = match task.clock {
            Some((left, increment)) => {
                let side = task.board.side_to_move() as usize;
                Limits::default().with_clock(left[side], increment)
            }
            None => Limits::of_nodes(self.nodes),
        };
        let choice = self.search.think(task.board, task.keys, limits, |_| {});
        self.effort.0 += self.search.watch.nodes;
        self.effort.1 += self.search.watch.elapsed().as_secs_f64();
        Ok(choice.expect("the game is not over"))
    }

    fn effort(&self) -> (u64, f64) {
        self.effort
    }
}
// [end:own]
