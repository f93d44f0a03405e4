//! The input of a player at the terminal: moves as players write them, and lines of standard input.

use super::files::read_line;
use super::formats::fitting;
use super::interrupt;
use ferz::notation::{ParseSanProblem, UciMove};
use ferz::{Color, Move, Position};
use ferz_database::parse_move;
use ferz_game::pgn::{PgnErrorKind, PieceLetters, find_move};
use std::io::{self, stdin};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

/// The time between two checks for Ctrl-C.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// Returns the legal move of a text as players write it: in SAN or UCI notation, with or without its
/// number, with other spellings of castling, with hyphens, and with letters in the other case if that is
/// one move only. `None` for another text.
///
/// # Errors
/// If a small `b` can be a pawn or a bishop.
pub(crate) fn read_move(line: &str, position: &Position) -> Result<Option<Move>, String> {
    let text = without_number(line);
    let text = text.trim_end_matches([',', ';']);
    let san = |text: &str| position.parse_san(text).ok();
    let bishop = || text.strip_prefix('b').and_then(|rest| san(&format!("B{rest}")));
    if position.parse_uci(text).is_err()
        && !text.contains(['x', ':'])
        && let (Some(pawn), Some(bishop)) = (san(text).filter(|mv| mv.is_capture()), bishop())
    {
        return Err(ambiguous_text(text, [pawn, bishop], position));
    }
    if let Ok(mv) = parse_move(text, position) {
        return Ok(Some(mv));
    }
    if let Ok(found) = find_move(position, text.as_bytes())
        && found.mv.is_some()
    {
        return Ok(found.mv);
    }
    let lower = text.to_lowercase();
    let mut chars = lower.chars();
    let piece = chars.next().map(|first| first.to_uppercase().chain(chars).collect::<String>());
    let mut found: Vec<_> = piece.as_deref().and_then(san).into_iter().chain(san(&lower)).collect();
    found.dedup();
    Ok(if let [mv] = found[..] { Some(mv) } else { None })
}

/// Returns a text without the number of a move before it: `2... Nc6`, `1.e4`.
fn without_number(line: &str) -> &str {
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_number = rest.starts_with(['.', '…', ' ']);
    if is_number { rest.trim_start_matches(['.', '…', ' ']) } else { line }
}

fn ambiguous_text(shown: &str, moves: [Move; 2], position: &Position) -> String {
    let [first, second] = moves.map(|mv| position.san(mv));
    format!("{shown}: ambiguous, {first} or {second}")
}

/// Returns the error of a line that is no command and no legal move.
pub(crate) fn move_error(line: &str, position: &Position) -> String {
    let shown: String = line.chars().take(40).flat_map(char::escape_debug).collect();
    let line = without_number(line);
    if let Err(PgnErrorKind::PieceLetters { language, code, .. }) =
        find_move(position, line.as_bytes())
    {
        let letters = PieceLetters::of_language(code);
        let english = letters.and_then(|letters| letters.to_english(line)).unwrap_or_default();
        return format!("{shown}: in {language}; pieces are K, Q, R, B and N here: {english}");
    }
    let problem = position.parse_san(line).err().map(|error| error.problem);
    let is_illegal =
        problem == Some(ParseSanProblem::NoSuchMove) || line.parse::<UciMove>().is_ok();
    match problem {
        Some(ParseSanProblem::Ambiguous { first, second }) => {
            ambiguous_text(&shown, [first, second], position)
        }
        Some(ParseSanProblem::MissingPromotion) => {
            format!("{shown}: add the promotion piece, like {shown}=Q")
        }
        _ if is_illegal => format!("{shown}: not a legal move (`moves` lists them)"),
        _ => format!("{shown}: not a move or a command (`help` lists them)"),
    }
}

/// Returns the legal moves in alphabetical order, in lines that fit the terminal.
pub(crate) fn moves_text(position: &Position) -> String {
    let legal = position.legal_moves();
    let mut moves: Vec<_> = legal.iter().map(|&mv| position.san(mv).to_string()).collect();
    moves.sort();
    fitting(&moves.join(" "))
}

/// Returns the number of the next move with its dots and a space, as the prompt of a player.
pub(crate) fn prompt(position: &Position) -> String {
    let dots = if position.side_to_move() == Color::White { "." } else { "..." };
    format!("{}{dots} ", position.fullmove_number())
}

/// An event of the player's input.
#[derive(Debug)]
pub(crate) enum InputEvent {
    Line(String),
    /// The input cannot be read, or has a line without end.
    Failed(io::Error),
    /// The input has ended, or Ctrl-C was pressed.
    End,
    /// The deadline has passed.
    Deadline,
}

/// The lines of standard input, read in a thread of their own, so that a wait for them can end.
pub(crate) struct StdinLines(Receiver<io::Result<String>>);

impl StdinLines {
    /// Starts the thread, which ends with the process.
    ///
    /// # Errors
    /// If the thread cannot be started.
    pub(crate) fn start() -> io::Result<Self> {
        let (sender, receiver) = sync_channel(16);
        std::thread::Builder::new().name("stdin".to_owned()).spawn(move || {
            let mut input = stdin().lock();
            let mut bytes = Vec::new();
            loop {
                let line = match read_line(&mut input, &mut bytes) {
                    Ok(false) => return,
                    Ok(true) => Ok(String::from_utf8_lossy(&bytes).into_owned()),
                    Err(error) => Err(error),
                };
                let is_last = line.is_err();
                if sender.send(line).is_err() || is_last {
                    return;
                }
            }
        })?;
        Ok(Self(receiver))
    }

    /// Waits for a line, until the deadline if there is one.
    pub(crate) fn next(&self, deadline: Option<Instant>) -> InputEvent {
        loop {
            if interrupt::requested() {
                return InputEvent::End;
            }
            let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
            let wait = left.unwrap_or(POLL_INTERVAL).min(POLL_INTERVAL);
            match self.0.recv_timeout(wait) {
                Ok(Ok(line)) => return InputEvent::Line(line),
                Ok(Err(error)) => return InputEvent::Failed(error),
                Err(RecvTimeoutError::Disconnected) => return InputEvent::End,
                Err(RecvTimeoutError::Timeout) if left.is_some_and(|left| left.is_zero()) => {
                    return InputEvent::Deadline;
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}
