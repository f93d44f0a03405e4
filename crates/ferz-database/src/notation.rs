//! Notations of the moves of a game in one line.

use ferz::notation::ParseSanError;
use ferz::{Move, PieceType, Position};
use ferz_game::pgn::GamePosition;
use std::fmt::Write;

/// The notation of the moves of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum MoveNotation {
    /// Coordinates as UCI has them: `g1f3`, `e7e8q`, `0000` for a null move.
    #[default]
    Uci,
    /// Long algebraic notation: `Ng1-f3`, `e4xd5`, `O-O`, `e7-e8=Q+`, `--` for a null move.
    Lan,
    /// Standard algebraic notation: `Nf3`, `--` for a null move.
    San,
}

impl MoveNotation {
    /// Appends a legal move of a position, `None` for a null move, to a text.
    ///
    /// ```
    /// use ferz::Position;
    /// use ferz_database::MoveNotation;
    /// let position = Position::startpos();
    /// let knight = position.parse_san("Nf3")?;
    /// let mut line = String::new();
    /// MoveNotation::Lan.append(&position, Some(knight), &mut line);
    /// assert_eq!(line, "Ng1-f3");
    /// # Ok::<(), ferz::notation::ParseSanError>(())
    /// ```
    pub fn append<P: GamePosition>(self, position: &P, mv: Option<P::Move>, text: &mut String) {
        // Writing to a string does not fail.
        let _ = match (self, mv) {
            (Self::Uci, None) => write!(text, "0000"),
            (Self::Lan | Self::San, None) => write!(text, "--"),
            (Self::Uci, Some(mv)) => write!(text, "{}", position.uci(mv)),
            (Self::San, Some(mv)) => write!(text, "{}", position.san(mv)),
            (Self::Lan, Some(mv)) => write!(text, "{}", lan(position, mv)),
        };
    }
}

/// Returns a move in long algebraic notation.
fn lan<P: GamePosition>(position: &P, mv: P::Move) -> String {
    let san = position.san(mv).to_string();
    let Some(target_rank) = san.rfind(|c: char| c.is_ascii_digit()) else { return san };
    let letter = match position.moved_piece(mv) {
        // A drop has no origin.
        None => return san,
        Some(PieceType::Pawn) => "",
        // SAN begins with the letter.
        Some(_) => &san[..1],
    };
    let mv: ferz_variants::Move = mv.into();
    let (from, to) = (mv.from(), mv.to());
    let hyphen = if mv.is_capture() { "x" } else { "-" };
    // Promotion and check mark follow the target.
    format!("{letter}{from}{hyphen}{to}{}", &san[target_rank + 1..])
}

/// Returns the moves of a line from a position, in SAN or UCI notation, with or without move numbers.
///
/// # Errors
/// The fault of the first move that is not legal.
pub fn parse_line(text: &str, start: &Position) -> Result<Vec<Move>, ParseSanError> {
    let mut position = start.clone();
    let mut moves = Vec::new();
    for text in text.split_whitespace().filter_map(move_text) {
        let mv = parse_move(text, &position)?;
        position.do_move(mv);
        moves.push(mv);
    }
    Ok(moves)
}

/// Returns a word of a line of moves without the move number before it; `None` for a number alone, for
/// a NAG such as `$1` and for the result of a game.
pub(crate) fn move_text(word: &str) -> Option<&str> {
    if word.starts_with('$') || matches!(word, "*" | "1-0" | "0-1" | "1/2-1/2" | "1/2" | "½-½") {
        return None;
    }
    let unnumbered = word.trim_start_matches(|char: char| char.is_ascii_digit());
    let text = match unnumbered.strip_prefix(['.', '…']) {
        Some(rest) => rest.trim_start_matches(['.', '…']),
        // Without dots the digits are a number alone, or the start of castling with zeros.
        None if unnumbered.is_empty() => "",
        None => word,
    };
    (!text.is_empty()).then_some(text)
}

/// Returns the legal move written in UCI notation or in SAN.
///
/// # Errors
/// The fault of the text as SAN.
pub fn parse_move(text: &str, position: &Position) -> Result<Move, ParseSanError> {
    position.parse_uci(text).or_else(|_| position.parse_san(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn move_numbers_and_results_are_skipped() {
        let texts = |line: &'static str| -> Vec<_> {
            line.split_whitespace().filter_map(move_text).collect()
        };
        assert_eq!(
            texts("1. e4 e5 $1 2.Nf3 2...Nc6 3… Bb5 * 1-0"),
            ["e4", "e5", "Nf3", "Nc6", "Bb5"]
        );
        assert_eq!(texts("4 . O-O 5. 0-0 0-0-0 6. e2e4"), ["O-O", "0-0", "0-0-0", "e2e4"]);
    }

    #[test]
    fn moves_are_written_in_each_notation() {
        for (fen, san, uci, lan) in [
            (
                "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
                "exd5",
                "e4d5",
                "e4xd5",
            ),
            ("4k3/P7/8/8/8/8/8/4K2R w K - 0 1", "a8=Q+", "a7a8q", "a7-a8=Q+"),
            ("4k3/P7/8/8/8/8/8/4K2R w K - 0 1", "O-O", "e1g1", "O-O"),
            ("1n2k3/P7/8/8/8/8/8/4K2R w K - 0 1", "axb8=N", "a7b8n", "a7xb8=N"),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", "e5d6", "e5xd6"),
            ("4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "Rad1", "a1d1", "Ra1-d1"),
            ("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "Ra8#", "a1a8", "Ra1-a8#"),
            ("4k3/8/8/8/8/2q5/1P6/1K6 w - - 0 1", "bxc3", "b2c3", "b2xc3"),
        ] {
            let position = Position::from_fen(fen).unwrap();
            let mv = position.parse_san(san).unwrap();
            let write = |notation: MoveNotation| {
                let mut text = String::new();
                notation.append(&position, Some(mv), &mut text);
                text
            };
            assert_eq!(write(MoveNotation::Uci), uci);
            assert_eq!(write(MoveNotation::San), san);
            assert_eq!(write(MoveNotation::Lan), lan);
        }
    }
}
