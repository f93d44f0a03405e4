//! Games that follow a repertoire, or leave it.

use crate::repertoire::Repertoire;
use ferz::{Color, Move, Position};
use ferz_game::pgn::{Input, PieceLetters};
use std::path::Path;

/// Reads the games of a PGN file, plain or compressed, with the piece letters of a language; `-` is standard input.
///
/// # Errors
/// If the file cannot be read, a game has an error, or there is no move: the reason with the place.
pub(super) fn read(path: &Path, letters: Option<PieceLetters>) -> Result<Repertoire, String> {
    let unreadable = |error| format!("{}: {error}", path.display());
    let input = if path.as_os_str() == "-" { Input::stdin() } else { Input::open(path) };
    let mut repertoire = Repertoire::default();
    let name = path.display().to_string();
    let faults = repertoire.add_text(&name, input.map_err(unreadable)?, letters);
    if let Some(error) = faults.map_err(unreadable)?.errors.first() {
        return Err(error.to_string());
    }
    match repertoire.positions().iter().all(|position| position.moves.is_empty()) {
        true => Err(format!("{}: found no move of a repertoire", path.display())),
        false => Ok(repertoire),
    }
}

/// The progress of a game within a repertoire.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RepertoireProgress {
    /// All moves so far are of the repertoire: their number.
    Within(u32),
    /// A line of the repertoire ended after its last move.
    Complete,
    /// A side played another move.
    Left(Color),
    /// The start position is not one of the repertoire.
    Outside,
}

impl RepertoireProgress {
    /// Adds a move, `None` for a null move, with the position before it.
    pub(super) fn add(&mut self, repertoire: &Repertoire, before: &Position, mv: Option<Move>) {
        let Self::Within(plies) = *self else { return };
        let moves = repertoire.find(before).map(|number| &repertoire.positions()[number].moves);
        *self = match (moves.filter(|moves| !moves.is_empty()), mv) {
            (Some(moves), Some(mv)) if moves.iter().any(|known| known.mv == mv) => {
                Self::Within(plies + 1)
            }
            (Some(_), _) => Self::Left(before.side_to_move()),
            (None, _) if plies == 0 => Self::Outside,
            (None, _) => Self::Complete,
        };
    }

    /// Tests the condition at the end of a game; `sides` are White and Black, if they may leave it.
    pub(super) fn accepts(self, leaves: bool, sides: [bool; Color::ALL.len()]) -> bool {
        match self {
            Self::Left(side) => leaves && sides[side.index()],
            Self::Within(plies) => !leaves && plies > 0,
            Self::Complete => !leaves,
            Self::Outside => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn repertoire(pgn: &str) -> Repertoire {
        let mut repertoire = Repertoire::default();
        let faults = repertoire.add_text("test", pgn.as_bytes(), None).unwrap();
        assert_eq!(faults.errors, []);
        repertoire
    }

    fn progress(repertoire: &Repertoire, moves: &str) -> RepertoireProgress {
        let mut position = Position::startpos();
        let mut progress = RepertoireProgress::Within(0);
        for san in moves.split_whitespace() {
            let mv = position.parse_san(san).unwrap();
            progress.add(repertoire, &position, Some(mv));
            position.do_move(mv);
        }
        progress
    }

    #[test]
    fn games_follow_lines_and_transpositions() {
        use RepertoireProgress::{Complete, Left, Outside, Within};
        let lines =
            repertoire("1. e4 e5 (1... c5 2. Nf3 d6) 2. Nf3 Nc6 *\n\n1. e4 Nc6 2. Nf3 d5 *");
        for (moves, expected) in [
            ("", Within(0)),
            ("e4", Within(1)),
            ("d4", Left(Color::White)),
            ("e4 e6", Left(Color::Black)),
            ("e4 c5 Nf3 d6", Within(4)),
            ("e4 c5 Nf3 d6 d4 cxd4", Complete),
            ("e4 c5 d4", Left(Color::White)),
            // After 2...e5 the position is that of 1. e4 e5 2. Nf3 Nc6, the end of a line.
            ("e4 Nc6 Nf3 e5", Left(Color::Black)),
            ("e4 Nc6 Nf3 d5 exd5", Complete),
        ] {
            assert_eq!(progress(&lines, moves), expected, "{moves}");
        }
        let other = repertoire("[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *");
        assert_eq!(progress(&other, "e4"), Outside);
        let transposed = repertoire("1. d4 d5 2. c4 e6 *\n\n1. c4 e6 2. d4 Nf6 *");
        assert_eq!(progress(&transposed, "c4 e6 d4 Nf6"), Within(4));
        // 2. d4 d5 of the other order is not a move of the second game.
        assert_eq!(progress(&transposed, "c4 e6 d4 d5"), Left(Color::Black));
    }

    #[test]
    fn the_side_that_leaves_is_chosen() {
        use RepertoireProgress::{Complete, Left, Outside, Within};
        let white = [true, false];
        for (progress, follows, leaves) in [
            (Within(0), false, false),
            (Within(3), true, false),
            (Complete, true, false),
            (Left(Color::White), false, true),
            (Left(Color::Black), false, false),
            (Outside, false, false),
        ] {
            assert_eq!(progress.accepts(false, white), follows, "{progress:?}");
            assert_eq!(progress.accepts(true, white), leaves, "{progress:?}");
        }
    }
}
