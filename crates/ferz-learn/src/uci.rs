// [start:head]
//! The protocol between a chess program and its user interface (UCI).

use crate::board::Board;
use crate::fen::START;
use crate::types::*;
use std::io::{self, Write};
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

// [start:tests]
#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitboards::Bitboards;

    fn counts(position_text: &str, depth: u32, chess960: bool) -> String {
        let (mut board, _): (Bitboards, _) = position(position_text, chess960).unwrap();
        let mut output = Vec::new();
        divide(&mut board, depth, chess960, &mut output).unwrap();
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn counts_below_each_move() {
        assert!(counts("startpos moves e2e4 e7e5", 1, false).ends_with("Nodes searched: 29\n\n"));
        assert!(counts("startpos", 3, false).ends_with("Nodes searched: 8902\n\n"));
        assert!(position::<Bitboards>("startpos moves e2e5", false).is_none());
    }

    #[test]
    fn castling_is_written_as_the_user_interface_expects_it() {
        let text = "fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1";
        assert!(counts(text, 1, false).contains("e1g1: 1"));
        assert!(counts(text, 1, true).contains("e1h1: 1"));
    }
}
// [end:tests]
