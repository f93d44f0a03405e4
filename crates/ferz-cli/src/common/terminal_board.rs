//! The board in the terminal.

use super::terminal::has_colors;
use ferz::{Color, File, Piece, Position, Rank, Square};
use ferz_game::game::{EndReason, Ending};

/// The pieces as filled symbols, by type.
const FILLED: [char; 6] = ['♟', '♞', '♝', '♜', '♛', '♚'];
/// The pieces as outlined symbols, by type.
const OUTLINED: [char; 6] = ['♙', '♘', '♗', '♖', '♕', '♔'];

/// The style of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BoardStyle {
    /// Letters, White's in upper case.
    Letters,
    /// Symbols on empty ground, White's outlined.
    Symbols,
    /// Filled symbols on coloured squares (256-colour escape sequences).
    Colors,
}

impl BoardStyle {
    /// Returns the style for letters on request, for text with [colours](has_colors), or else for plain text.
    pub(crate) fn choose(letters: bool, has_colors: bool) -> Self {
        match (letters, has_colors) {
            (true, _) => Self::Letters,
            (false, true) => Self::Colors,
            (false, false) => Self::Symbols,
        }
    }
}

/// Returns the board for standard output from White's view, the side to move and the FEN.
pub(crate) fn described(position: &Position) -> String {
    let turn = position.side_to_move();
    let check = if position.in_check() { ", in check" } else { "" };
    let style = BoardStyle::choose(false, has_colors());
    let board = board(position, Color::White, style);
    format!("{board}\n{turn} to move{check}\n{position}\n")
}

/// Returns the board from the view of a side. The style with colours marks the squares of the last
/// move.
pub(crate) fn board(position: &Position, view: Color, style: BoardStyle) -> String {
    let mut ranks = Rank::ALL.to_vec();
    let mut files = File::ALL.to_vec();
    match view {
        Color::White => ranks.reverse(),
        Color::Black => files.reverse(),
    }
    let mut text = String::new();
    for &rank in &ranks {
        text.push_str(&format!("  {rank} "));
        for &file in &files {
            text.push_str(&square(position, Square::new(file, rank), style));
        }
        text.push('\n');
    }
    text.push_str("    ");
    for file in files {
        text.push_str(&match style {
            BoardStyle::Colors => format!(" {file} "),
            BoardStyle::Letters | BoardStyle::Symbols => format!("{file} "),
        });
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

/// Returns the text of a square.
fn square(position: &Position, square: Square, style: BoardStyle) -> String {
    let piece = position.piece_on(square);
    match style {
        BoardStyle::Letters => format!("{} ", piece.map_or('.', Piece::letter)),
        BoardStyle::Symbols => format!("{} ", piece.map_or('·', |piece| symbol(piece, false))),
        BoardStyle::Colors => {
            let is_light = (square.file() as usize + square.rank() as usize) % 2 == 1;
            let is_last =
                position.last_move().is_some_and(|mv| [mv.from(), mv.to()].contains(&square));
            let ground = match (is_light, is_last) {
                (true, false) => 180,
                (false, false) => 137,
                (true, true) => 186,
                (false, true) => 143,
            };
            let (foreground, symbol) = match piece {
                Some(piece) if piece.color() == Color::White => (231, symbol(piece, true)),
                Some(piece) => (16, symbol(piece, true)),
                None => (16, ' '),
            };
            format!("\x1b[48;5;{ground};38;5;{foreground}m {symbol} \x1b[0m")
        }
    }
}

/// Returns the symbol of a piece; White's is outlined unless `filled`.
fn symbol(piece: Piece, filled: bool) -> char {
    let index = piece.piece_type().index();
    if filled || piece.color() == Color::Black { FILLED[index] } else { OUTLINED[index] }
}

/// Describes the end of a game.
pub(crate) fn ending_text(ending: Ending) -> String {
    match (ending.winner(), ending.reason()) {
        (Some(winner), EndReason::Resignation) => format!("{} resigns: {winner} wins.", !winner),
        (Some(winner), EndReason::TimeForfeit) => {
            format!("{} loses on time: {winner} wins.", !winner)
        }
        (Some(winner), _) => format!("Checkmate: {winner} wins."),
        (None, reason @ (EndReason::Resignation | EndReason::TimeForfeit)) => {
            format!("Draw: {reason}, but the opponent cannot mate.")
        }
        (None, reason) => format!("Draw: {reason}."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_views_have_their_own_side_below() {
        let position = Position::startpos();
        let white = board(&position, Color::White, BoardStyle::Symbols);
        let lines: Vec<_> = white.lines().collect();
        assert_eq!(lines[0], "  8 ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜ ");
        assert_eq!(lines[7], "  1 ♖ ♘ ♗ ♕ ♔ ♗ ♘ ♖ ");
        assert_eq!(lines[8], "    a b c d e f g h");
        let black = board(&position, Color::Black, BoardStyle::Letters);
        let lines: Vec<_> = black.lines().collect();
        assert_eq!(lines[0], "  1 R N B K Q B N R ");
        assert_eq!(lines[8], "    h g f e d c b a");
    }

    #[test]
    fn colours_mark_the_last_move() {
        let mut position = Position::startpos();
        let count = |position: &Position| {
            let text = board(position, Color::White, BoardStyle::Colors);
            text.matches("48;5;186").count() + text.matches("48;5;143").count()
        };
        assert_eq!(count(&position), 0);
        position.do_move(position.parse_uci("e2e4").unwrap());
        assert_eq!(count(&position), 2);
    }
}
