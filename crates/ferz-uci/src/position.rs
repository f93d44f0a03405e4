//! The `position` command.

use crate::tokens::{OneLine, Tokens, truncated, write_moves};
use crate::{CommandError, UciMove};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// The first position of a game.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum StartPosition {
    /// The starting position of standard chess.
    #[default]
    Startpos,
    /// A FEN, its fields joined by single spaces.
    ///
    /// It holds all tokens up to `moves`, in any number, so that the FEN parser can report errors.
    Fen(String),
}

/// The arguments of `position`: the first position of the game and the moves played since.
///
/// The moves are valid UCI notation; their legality is not checked. A token that is not a move is an
/// error with its index, which counts like the indices of [`moves`](Self::moves).
///
/// ```
/// use ferz_uci::{Command, CommandError, StartPosition};
///
/// let Command::Position(game) = "position startpos moves e2e4 e7e5".parse()? else {
///     unreachable!()
/// };
/// assert_eq!(game.start, StartPosition::Startpos);
/// assert_eq!(game.moves[1].to_string(), "e7e5");
///
/// match "position startpos moves e2e4 e7-e5".parse::<Command>() {
///     Err(CommandError::BadMove(bad)) => assert_eq!((bad.index, &*bad.token), (1, "e7-e5")),
///     other => unreachable!("{other:?}"),
/// }
/// # Ok::<(), CommandError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct UciPosition {
    /// The first position.
    pub start: StartPosition,
    /// The moves played since, in order.
    pub moves: Vec<UciMove>,
}

impl UciPosition {
    /// Parses the tokens after `position`. No token is ignored, since that could set up a different
    /// position than the GUI's.
    pub(crate) fn parse(tokens: &mut Tokens<'_>) -> Result<Self, CommandError> {
        let start = match tokens.next() {
            Some("startpos") => StartPosition::Startpos,
            Some("fen") => {
                let fen = tokens.text_until(|_, token| token == "moves");
                if fen.is_empty() {
                    return Err(CommandError::MissingValue("fen"));
                }
                StartPosition::Fen(fen)
            }
            Some(token) => return Err(CommandError::BadStart(truncated(token))),
            None => return Err(CommandError::MissingValue("position")),
        };
        let moves = match tokens.next() {
            Some("moves") => tokens.all_moves()?,
            Some(token) => return Err(CommandError::ExpectedMoves(truncated(token))),
            None => Vec::new(),
        };
        Ok(Self { start, moves })
    }
}

impl fmt::Display for UciPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.start {
            StartPosition::Startpos => f.write_str("position startpos")?,
            StartPosition::Fen(fen) => write!(f, "position fen {}", OneLine(fen))?,
        }
        write_moves(f, "moves", &self.moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BadMove, Command, UciMoveTextProblem};

    fn position(line: &str) -> Result<UciPosition, CommandError> {
        match line.parse()? {
            Command::Position(position) => Ok(position),
            other => panic!("{line:?} is {other:?}"),
        }
    }

    #[test]
    fn fen_extends_to_moves() {
        for fen in ["8/8/8/8/8/8/8/8 w - -", "8/8/8/8/8/8/8/8 w - - 0 1", "x", "a b c d e f g h"] {
            let start = StartPosition::Fen(fen.into());
            let bare = position(&format!("position fen  {fen} ")).unwrap();
            assert_eq!(bare, UciPosition { start: start.clone(), moves: vec![] });
            let moved = position(&format!("fen\t{fen} moves\ta1b2\r\n")).unwrap();
            assert_eq!(moved, UciPosition { start, moves: vec!["a1b2".parse().unwrap()] });
        }
    }

    #[test]
    fn empty_move_list_is_parsed() {
        assert_eq!(position("position startpos moves"), Ok(UciPosition::default()));
        assert_eq!(position("startpos"), Ok(UciPosition::default()));
    }

    #[test]
    fn errors_name_the_invalid_token() {
        assert_eq!(position("position"), Err(CommandError::MissingValue("position")));
        assert_eq!(position("position fen"), Err(CommandError::MissingValue("fen")));
        assert_eq!(position("position fen moves e2e4"), Err(CommandError::MissingValue("fen")));
        assert_eq!(position("position start"), Err(CommandError::BadStart("start".into())));
        let error = CommandError::ExpectedMoves("e2e4".into());
        assert_eq!(position("position startpos e2e4"), Err(error));
        let bad = BadMove { index: 2, token: "moves".into(), reason: UciMoveTextProblem::From };
        let error = position("position startpos moves e2e4 e7e5 moves g1f3");
        assert_eq!(error, Err(CommandError::BadMove(bad)));
    }
}
