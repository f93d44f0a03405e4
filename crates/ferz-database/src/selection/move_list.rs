//! First moves with wildcards: `e4 c5 !Nf3`, `* b6`, `d4|c4 Nf6`.

use crate::notation::{move_text, parse_move};
use ferz::notation::{ParseSanError, SanPattern};
use ferz::{Move, Position};

/// The first moves of a game from the initial position, each as one move, one of several, any, or any but some.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveList {
    steps: Vec<Step>,
}

/// A move of the list.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Step {
    /// Set if any move but those of the list is meant: without moves there, any move.
    is_negated: bool,
    moves: Vec<ListedMove>,
}

/// A move that the list has.
#[derive(Clone, PartialEq, Eq, Debug)]
enum ListedMove {
    /// A move whose position is known.
    Known(Move),
    /// The text of a move behind a wildcard, whose position differs from game to game.
    Text(Box<str>),
}

/// Reason that a text is no list of moves.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ParseMoveListError {
    /// A move is not legal in its position.
    #[error(transparent)]
    Move(#[from] ParseSanError),
    /// A move behind a wildcard is no move in any position.
    #[error("found `{0}`, expected a move, `*` for any one, or `!` and a move for any other")]
    Malformed(Box<str>),
}

impl Step {
    /// Parses a word, whose moves are legal in the position if it is known.
    fn parse(word: &str, position: Option<&Position>) -> Result<Self, ParseMoveListError> {
        let (is_negated, text) = match word.strip_prefix('!') {
            Some(rest) => (true, rest),
            None if word == "*" => return Ok(Self { is_negated: true, moves: Vec::new() }),
            None => (false, word),
        };
        let listed = |text: &str| match position {
            Some(position) => Ok(ListedMove::Known(parse_move(text, position)?)),
            None if SanPattern::parse(text.as_bytes()).is_ok() || is_uci(text) => {
                Ok(ListedMove::Text(text.into()))
            }
            None => Err(ParseMoveListError::Malformed(word.into())),
        };
        Ok(Self { is_negated, moves: text.split('|').map(listed).collect::<Result<_, _>>()? })
    }

    /// Returns the move if there is one only.
    fn single(&self) -> Option<Move> {
        match self.moves[..] {
            [ListedMove::Known(mv)] if !self.is_negated => Some(mv),
            _ => None,
        }
    }

    fn accepts(&self, before: &Position, mv: Option<Move>) -> bool {
        let is_listed = |listed: &ListedMove| match listed {
            ListedMove::Known(known) => mv == Some(*known),
            // A text that is no legal move here is none of the game.
            ListedMove::Text(text) => mv.is_some() && parse_move(text, before).ok() == mv,
        };
        self.moves.iter().any(is_listed) != self.is_negated
    }
}

/// Returns true for the form of a move in UCI notation.
fn is_uci(text: &str) -> bool {
    let is_square = |square: &[u8]| matches!(square, [file, rank] if (b'a'..=b'h').contains(file) && (b'1'..=b'8').contains(rank));
    match text.as_bytes() {
        [squares @ .., b'q' | b'r' | b'b' | b'n'] if squares.len() == 4 => {
            is_square(&squares[..2]) && is_square(&squares[2..])
        }
        squares => squares.len() == 4 && is_square(&squares[..2]) && is_square(&squares[2..]),
    }
}

impl MoveList {
    /// Parses moves in SAN or UCI notation, with or without move numbers: `e4 c5`, `1. e4 c5 2. !Nf3`, `* b6`. `*` is any
    /// move, `!` before a move any other one, and `|` stands between moves of which one is played. A `*` at the end is the
    /// result of a game without one, as PGN has it.
    ///
    /// # Errors
    /// The first word that is no move: up to the first wildcard the moves must be legal.
    pub fn parse(text: &str) -> Result<Self, ParseMoveListError> {
        let mut position = Some(Position::startpos());
        let mut steps = Vec::new();
        let words = text.trim_end_matches(|c: char| c == '*' || c.is_whitespace());
        for word in words.split_whitespace() {
            let Some(word) = (if word == "*" { Some(word) } else { move_text(word) }) else {
                continue;
            };
            let step = Step::parse(word, position.as_ref())?;
            position = position.zip(step.single()).map(|(mut position, mv)| {
                position.do_move(mv);
                position
            });
            steps.push(step);
        }
        Ok(Self { steps })
    }

    /// Returns the moves before the first one that may be several.
    pub(crate) fn known_moves(&self) -> impl Iterator<Item = Move> {
        self.steps.iter().map_while(Step::single)
    }

    /// Returns the number of moves.
    pub(super) fn len(&self) -> usize {
        self.steps.len()
    }

    /// Returns true if a move, `None` for a null move, can be that with a number, from 0. Behind the end any can.
    pub(super) fn accepts(&self, number: usize, before: &Position, mv: Option<Move>) -> bool {
        self.steps.get(number).is_none_or(|step| step.accepts(before, mv))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_line;

    /// Returns true if a game begins with a list.
    fn begins(game: &str, list: &str) -> bool {
        let list = MoveList::parse(list).unwrap();
        let mut position = Position::startpos();
        let moves = parse_line(game, &position).unwrap();
        let mut is_same = moves.len() >= list.len();
        for (number, &mv) in moves.iter().enumerate() {
            is_same &= list.accepts(number, &position, Some(mv));
            position.do_move(mv);
        }
        is_same
    }

    #[test]
    fn wildcards_stand_for_moves() {
        let game = "1. e4 c5 2. Nc3 Nc6 3. f4";
        for (list, expected) in [
            ("", true),
            ("e4 c5", true),
            ("e2e4 c7c5 b1c3", true),
            ("1. e4 c5 2. Nf3", false),
            ("e4 c5 !Nf3", true),
            ("1. e4 c5 2. !Nc3", false),
            ("e4 c5 !Nf3|Nc3", false),
            ("e4 c5 Nf3|Nc3 Nc6", true),
            ("* c5 * Nc6 f4", true),
            ("* b6", false),
            ("1.* c5 2.!f4 *", true),
            ("* * * * *", true),
            ("* * * * f4 *", true),
            ("* * * * * b6", false),
            ("!d4 c7c5", true),
            ("* !c5", false),
            // No legal move there.
            ("* !Qh4", true),
            ("* Qh4", false),
            ("d4|e4 c5", true),
            ("1. e4 c5 2. Nc3 *", true),
        ] {
            assert_eq!(begins(game, list), expected, "{list}");
        }
    }

    #[test]
    fn faults_are_reported() {
        for (list, message) in [
            ("e4 e4", "\"e4\": no legal move"),
            ("!Ke2", "\"Ke2\": no legal move"),
            ("* x", "found `x`, expected a move, `*` for any one"),
            ("* !", "found `!`, expected a move"),
            ("* !!b6", "found `!!b6`, expected a move"),
            ("e4||d4", "\"\": "),
        ] {
            let error = MoveList::parse(list).unwrap_err().to_string();
            assert!(error.starts_with(message), "{list}: {error}");
        }
    }
}
