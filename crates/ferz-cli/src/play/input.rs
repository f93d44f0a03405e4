//! The input of the player: commands, moves and lines from standard input.

use crate::common::arguments::parse_move;
use crate::common::files::read_line;
use crate::common::interrupt;
use ferz::notation::{ParseSanProblem, UciMove};
use ferz::{Move, Position};
use ferz_engine::Skill;
use std::io::{self, stdin};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

/// The time between two checks for Ctrl-C.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// The commands besides moves.
pub(super) const HELP: &str = concat!(
    "  e4, Nf3, O-O, e8=Q    a move in SAN; e2e4, e7e8q in UCI notation\n",
    "  moves                 list the legal moves\n",
    "  hint                  show the best line at full strength, with its evaluation\n",
    "  takeback              take back your last move and the reply to it (or: undo)\n",
    "  go                    let the engine move for you, and play the other side\n",
    "  draw                  claim a draw by repetition or fifty moves, or offer one\n",
    "  draw MOVE             claim a draw with the move that you intend to play\n",
    "  resign                resign the game\n",
    "  board, flip           draw the board; draw it from the other side\n",
    "  fen, pgn              print the position; print the game\n",
    "  save FILE             append the game to a PGN file\n",
    "  level N, elo N        set the skill level, 0 to 20; set the Elo, 1300 to 2910\n",
    "  quit                  end the program without a result",
);

/// A command of the player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum PlayerCommand {
    Move(Move),
    Moves,
    Hint,
    TakeBack,
    Go,
    /// A draw claim or offer, with the text of the intended move.
    Draw(Option<String>),
    Resign,
    Board,
    Flip,
    Fen,
    Pgn,
    Save(String),
    Level(u32),
    Elo(u32),
    Help,
    Quit,
    Empty,
}

impl PlayerCommand {
    /// Parses a line. A text that is both a command and a move is the move.
    ///
    /// # Errors
    /// The text of the error.
    pub(super) fn parse(line: &str, position: &Position) -> Result<Self, String> {
        let line = line.trim();
        if let Ok(mv) = parse_move(line, position) {
            return Ok(Self::Move(mv));
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let input = match (word.to_ascii_lowercase().as_str(), rest) {
            ("", _) => Self::Empty,
            ("moves", "") => Self::Moves,
            ("hint", "") => Self::Hint,
            ("takeback" | "undo" | "back", "") => Self::TakeBack,
            ("go" | "switch", "") => Self::Go,
            ("draw", "") => Self::Draw(None),
            ("draw", san) => Self::Draw(Some(san.to_owned())),
            ("resign", "") => Self::Resign,
            ("board" | "d", "") => Self::Board,
            ("flip", "") => Self::Flip,
            ("fen", "") => Self::Fen,
            ("pgn", "") => Self::Pgn,
            ("save", "") => return Err("save: expected the name of a file".to_owned()),
            ("save", path) => Self::Save(path.to_owned()),
            ("level", level) => match level.parse() {
                Ok(level @ 0..=20) => Self::Level(level),
                _ => return Err("level: expected a number from 0 to 20".to_owned()),
            },
            ("elo", elo) => match elo.parse() {
                Ok(elo @ Skill::MIN_ELO..=Skill::MAX_ELO) => Self::Elo(elo),
                _ => {
                    let (least, most) = (Skill::MIN_ELO, Skill::MAX_ELO);
                    return Err(format!("elo: expected a number from {least} to {most}"));
                }
            },
            ("help" | "?", _) => Self::Help,
            ("quit" | "exit", "") => Self::Quit,
            _ => return Err(move_error(line, position)),
        };
        Ok(input)
    }
}

/// Returns the error of a line that is no command and no legal move.
fn move_error(line: &str, position: &Position) -> String {
    let shown: String = line.chars().take(40).flat_map(char::escape_debug).collect();
    let problem = position.parse_san(line).err().map(|error| error.problem);
    let is_illegal =
        problem == Some(ParseSanProblem::NoSuchMove) || line.parse::<UciMove>().is_ok();
    match problem {
        Some(ParseSanProblem::Ambiguous { first, second }) => {
            let [first, second] = [first, second].map(|mv| position.san(mv));
            format!("{shown}: ambiguous, {first} or {second}")
        }
        Some(ParseSanProblem::MissingPromotion) => {
            format!("{shown}: add the promotion piece, like {shown}=Q")
        }
        _ if is_illegal => format!("{shown}: not a legal move (`moves` lists them)"),
        _ => format!("{shown}: not a move or a command (`help` lists them)"),
    }
}

/// An event of the player's input.
#[derive(Debug)]
pub(super) enum InputEvent {
    Line(String),
    /// The input cannot be read, or has a line without end.
    Failed(io::Error),
    /// The input has ended, or Ctrl-C was pressed.
    End,
    /// The deadline has passed.
    Deadline,
}

/// The lines of standard input, read in a thread of their own, so that a wait for them can end.
pub(super) struct StdinLines(Receiver<io::Result<String>>);

impl StdinLines {
    /// Starts the thread, which ends with the process.
    ///
    /// # Errors
    /// If the thread cannot be started.
    pub(super) fn start() -> io::Result<Self> {
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
    pub(super) fn next(&self, deadline: Option<Instant>) -> InputEvent {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_and_commands_are_parsed() {
        let position = Position::startpos();
        let mv = |text| PlayerCommand::Move(position.parse_uci(text).unwrap());
        for (line, input) in [
            ("e4", mv("e2e4")),
            (" Nf3\r\n", mv("g1f3")),
            ("g1f3", mv("g1f3")),
            ("", PlayerCommand::Empty),
            ("HINT", PlayerCommand::Hint),
            ("undo", PlayerCommand::TakeBack),
            ("draw", PlayerCommand::Draw(None)),
            ("draw Nf3", PlayerCommand::Draw(Some("Nf3".into()))),
            ("level 7", PlayerCommand::Level(7)),
            ("elo 1500", PlayerCommand::Elo(1500)),
            ("save my games.pgn", PlayerCommand::Save("my games.pgn".into())),
        ] {
            assert_eq!(PlayerCommand::parse(line, &position), Ok(input), "{line}");
        }
        for (line, reason) in [
            ("e5", "e5: not a legal move"),
            ("e2e5", "e2e5: not a legal move"),
            ("hello", "hello: not a move or a command"),
            ("level 21", "level: expected a number from 0 to 20"),
            ("elo 900", "elo: expected a number from 1300 to 2910"),
            ("save", "save: expected"),
            ("resign now", "resign now: not a move or a command"),
            ("a\u{7}", "a\\u{7}: not a move"),
        ] {
            let error = PlayerCommand::parse(line, &position).unwrap_err();
            assert!(error.starts_with(reason), "{error}");
        }
    }

    #[test]
    fn castling_ambiguities_and_promotions_are_explained() {
        let position = Position::from_fen("4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1").unwrap();
        for castling in ["O-O", "0-0", "e1g1"] {
            assert!(
                matches!(PlayerCommand::parse(castling, &position), Ok(PlayerCommand::Move(_))),
                "{castling}"
            );
        }
        let error = PlayerCommand::parse("a8", &position).unwrap_err();
        assert_eq!(error, "a8: add the promotion piece, like a8=Q");
        let rooks = Position::from_fen("4k3/8/8/8/8/R7/8/R3K3 w - - 0 1").unwrap();
        assert_eq!(
            PlayerCommand::parse("Ra2", &rooks).unwrap_err(),
            "Ra2: ambiguous, R1a2 or R3a2"
        );
    }
}
