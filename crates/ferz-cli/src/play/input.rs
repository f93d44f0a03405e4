//! The input of the player: commands, moves and lines from standard input.

use crate::common::arguments::parse_move;
use crate::common::files::read_line;
use crate::common::interrupt;
use ferz::notation::{ParseSanProblem, UciMove};
use ferz::{Move, Position};
use ferz_engine::Skill;
use ferz_game::pgn::{PgnErrorKind, PieceLetters, find_move};
use std::io::{self, stdin};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

/// The time between two checks for Ctrl-C.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// The commands, in lines of at most 60 characters.
pub(super) const HELP: &str = concat!(
    "  e4, Nf3, O-O, e8=Q  a move; also e2e4, e2-e4 or 1. e4\n",
    "  moves               list the legal moves\n",
    "  hint                show the best line at full strength\n",
    "  book                list the moves of the engine's book\n",
    "  takeback, undo      take back your move and the reply\n",
    "  go                  let the engine move; play its side\n",
    "  draw                claim a draw, or offer one\n",
    "  draw MOVE           claim a draw with your next move\n",
    "  resign              resign the game\n",
    "  board, flip         draw the board; turn it round\n",
    "  fen, pgn            print the position; the game\n",
    "  save FILE           write the game to a PGN file\n",
    "  level N, elo N      level 0 to 20; Elo 1300 to 2910\n",
    "  quit                end the program without a result",
);

/// A command of the player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum PlayerCommand {
    Move(Move),
    Moves,
    Hint,
    Book,
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
        if let Some(mv) = read_move(line, position)? {
            return Ok(Self::Move(mv));
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let input = match (word.to_ascii_lowercase().as_str(), rest) {
            ("", _) => Self::Empty,
            ("moves", "") => Self::Moves,
            ("hint", "") => Self::Hint,
            ("book", "") => Self::Book,
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

/// Returns the legal move of a text as players write it: in SAN or UCI notation, with or without its
/// number, with other spellings of castling, with hyphens, and with letters in the other case if that is
/// one move only. `None` for another text.
///
/// # Errors
/// If a small `b` can be a pawn or a bishop.
pub(super) fn read_move(line: &str, position: &Position) -> Result<Option<Move>, String> {
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
fn move_error(line: &str, position: &Position) -> String {
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
            ("book", PlayerCommand::Book),
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
    fn moves_are_read_as_players_write_them() {
        let open = "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4";
        let open = Position::from_fen(open).unwrap();
        for (text, san) in [
            ("4. d3", "d3"),
            ("4.d3", "d3"),
            ("4 d3", "d3"),
            ("4... d3", "d3"),
            ("OO", "O-O"),
            ("oo", "O-O"),
            ("0-0", "O-O"),
            ("4. 0-0", "O-O"),
            ("4.00", "O-O"),
            ("d2-d3", "d3"),
            ("f3-g5", "Ng5"),
            ("f3xe5", "Nxe5"),
            ("ng5", "Ng5"),
            ("nxe5", "Nxe5"),
            ("qe2", "Qe2"),
            ("bb5", "Bb5"),
            ("bxf7", "Bxf7+"),
            ("Bxf7", "Bxf7+"),
            ("D4", "d4"),
            ("NG5", "Ng5"),
            ("d3,", "d3"),
            ("d3!?", "d3"),
        ] {
            let expected = PlayerCommand::Move(open.parse_san(san).unwrap());
            assert_eq!(PlayerCommand::parse(text, &open), Ok(expected), "{text}");
        }
        let both = "4k3/8/8/8/8/2n5/1P1B4/4K3 w - - 0 1";
        let both = Position::from_fen(both).unwrap();
        let error = |text| PlayerCommand::parse(text, &both).unwrap_err();
        assert_eq!(error("bc3"), "bc3: ambiguous, bxc3 or Bxc3");
        for (text, san) in [("bxc3", "bxc3"), ("Bc3", "Bxc3"), ("b2c3", "bxc3"), ("b4", "b4")] {
            let expected = PlayerCommand::Move(both.parse_san(san).unwrap());
            assert_eq!(PlayerCommand::parse(text, &both), Ok(expected), "{text}");
        }
        for text in ["0", "1.", "4...", "2", "e", "B"] {
            assert!(error(text).contains("not a move or a command"), "{text}");
        }
        let error = PlayerCommand::parse("4. Sg5", &open).unwrap_err();
        assert!(error.starts_with("4. Sg5: in German; pieces are "), "{error}");
        assert!(error.ends_with(" here: Ng5"), "{error}");
    }

    #[test]
    fn the_help_fits_a_narrow_terminal() {
        assert!(HELP.lines().all(|line| line.chars().count() <= 60));
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
