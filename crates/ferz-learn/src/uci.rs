// [start:head]
//! The protocol between a chess program and its user interface (UCI).

use crate::bitboards::Bitboards;
use crate::board::Board;
use crate::fen::START;
use crate::search::{MATE, Search};
use crate::types::*;
use std::io::{self, BufRead, Write};
use std::time::Duration;
// [end:head]

// [start:text]
/// Returns the text of a move in UCI. In standard chess castling names the king's target, in
/// Chess960 the rook.
pub fn move_text(mv: Move, chess960: bool) -> String {
    if mv.kind == MoveKind::Castle && !chess960 {
        return format!("{}{}", mv.from, mv.castling_targets().0);
    }
    mv.to_string()
}

/// Returns the board after the words of a command `position`, and the moves of it. `None` if the
/// command is wrong or a move illegal.
pub fn position<B: Board>(words: &str, chess960: bool) -> Option<(B, Vec<Move>)> {
    let (start, moves) = words.split_once(" moves ").unwrap_or((words, ""));
    let fen = match start.trim() {
        "startpos" => START,
        other => other.strip_prefix("fen ")?,
    };
    let mut board = B::from_fen(fen).ok()?;
    let mut played = Vec::new();
    for text in moves.split_whitespace() {
        let legal = board.legal_moves();
        let mv = legal.into_iter().find(|&mv| move_text(mv, chess960) == text)?;
        board.do_move(mv);
        played.push(mv);
    }
    Some((board, played))
}
// [end:text]

// [start:divide]
/// Writes the count below each move and their sum, in the form of other engines.
///
/// # Errors
/// If writing fails.
pub fn divide<B: Board>(
    board: &mut B,
    depth: u32,
    chess960: bool,
    output: &mut impl Write,
) -> io::Result<()> {
    let mut sum = 0;
    for mv in board.legal_moves() {
        let undo = board.do_move(mv);
        let count = board.perft(depth.saturating_sub(1));
        board.undo_move(mv, undo);
        writeln!(output, "{}: {count}", move_text(mv, chess960))?;
        sum += count;
    }
    writeln!(output, "\nNodes searched: {sum}\n")
}
// [end:divide]

// [start:engine]
/// The engine: what `go` needs.
struct Engine {
    board: Bitboards,
    /// The keys of the positions before.
    keys: Vec<u64>,
    search: Search,
    chess960: bool,
}

/// Answers commands until `quit` or the end of the input. No command is read during a search, so
/// `stop` comes too late: a search ends by its depth or time only.
///
/// # Errors
/// If reading or writing fails.
pub fn run(input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let board = Bitboards::from_fen(START).expect("the start is a position");
    let mut engine = Engine { board, keys: Vec::new(), search: Search::default(), chess960: false };
    for line in input.lines() {
        let line = line?;
        let (command, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        match command {
            "uci" => {
                writeln!(output, "id name ferz-learn\nid author the reader")?;
                writeln!(output, "option name UCI_Chess960 type check default false\nuciok")?;
            }
            "isready" => writeln!(output, "readyok")?,
            "setoption" => {
                if let Some(value) = rest.strip_prefix("name UCI_Chess960 value ") {
                    engine.chess960 = value == "true";
                }
            }
            "ucinewgame" => engine.search = Search::default(),
            "position" => match engine.set_position(rest) {
                Some(()) => {}
                None => writeln!(output, "info string no such position: {rest}")?,
            },
            "go" => engine.go(rest, &mut output)?,
            "quit" => break,
            _ => {}
        }
        output.flush()?;
    }
    Ok(())
}
// [end:engine]

// [start:go]
impl Engine {
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

    fn go(&mut self, words: &str, output: &mut impl Write) -> io::Result<()> {
        let words: Vec<&str> = words.split_whitespace().collect();
        let number = |name: &str| -> Option<u64> {
            let place = words.iter().position(|&word| word == name)?;
            words.get(place + 1)?.parse().ok()
        };
        if let Some(depth) = number("perft") {
            return divide(&mut self.board, depth as u32, self.chess960, output);
        }
        let white = self.board.side_to_move() == Color::White;
        let clock = number(if white { "wtime" } else { "btime" });
        let increment = number(if white { "winc" } else { "binc" }).unwrap_or(0);
        // A thirtieth of what the clock has left, for each move: it grows smaller, never nothing.
        let time =
            number("movetime").or(clock.map(|clock| (clock / 30 + increment / 2).min(clock / 2)));
        let depth =
            number("depth").map_or(if time.is_some() { 64 } else { 6 }, |depth| depth as i32);

        let chess960 = self.chess960;
        let report = |depth, value: i32, nodes, mv| {
            let score = match MATE - value.abs() {
                plies if plies > 1_000 => format!("cp {value}"),
                plies => format!("mate {}", value.signum() * (plies + 1) / 2),
            };
            let pv = move_text(mv, chess960);
            let line = format!("info depth {depth} score {score} nodes {nodes} pv {pv}");
            // A lost report does no harm; `bestmove` will fail too.
            let _ = writeln!(output, "{line}");
        };
        let time = time.map(Duration::from_millis);
        let best = self.search.think(&mut self.board, &self.keys, depth, time, report);
        let text = best.map_or("0000".into(), |mv| move_text(mv, chess960));
        writeln!(output, "bestmove {text}")
    }
}
// [end:go]

// [start:tests]
#[cfg(test)]
mod tests {
    use super::*;

    fn answers(input: &str) -> String {
        let mut output = Vec::new();
        run(input.as_bytes(), &mut output).unwrap();
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn plays_a_move_and_counts() {
        let text = answers("uci\nisready\nposition startpos moves e2e4 e7e5\ngo depth 2\nquit\n");
        assert!(text.contains("uciok") && text.contains("readyok") && text.contains("bestmove "));
        assert!(answers("go perft 3\n").ends_with("Nodes searched: 8902\n\n"));
    }

    #[test]
    fn castling_is_written_as_the_user_interface_expects_it() {
        let position = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1\ngo perft 1\n";
        assert!(answers(position).contains("e1g1: 1"));
        let chess960 = format!("setoption name UCI_Chess960 value true\n{position}");
        assert!(answers(&chess960).contains("e1h1: 1"));
    }
}
// [end:tests]
