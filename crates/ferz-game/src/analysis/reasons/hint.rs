//! Hints that teach: the motif and the piece first, then the square, then the move; and the reason of a puzzle.

use super::{Concern, Mistake, NoEvidence, Reason, ReasonKind, explain, explanation};
use crate::analysis::{EvaluatedPosition, Evaluation};
use ferz::{Color, Move, Position};

/// The evaluation before an error.
const EVEN: i32 = 0;

/// The evaluation of the line that answers it.
const WON: i32 = 10_000;

/// A hint for the best move of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hint {
    /// Why the move before was an error, as far as it is proven; the first one is the motif. See [`solution_reasons`].
    pub reasons: Vec<(Reason, String)>,
    /// What is said first, second and third.
    pub texts: [String; 3],
}

impl Hint {
    /// Returns the hint for a position whose best line this is; `None` without a legal move in it.
    pub fn new(position: &Position, line: &[Move]) -> Option<Self> {
        let &mv = line.first()?;
        position.clone().try_do_move(mv).ok()?;
        let piece = position.piece_on(mv.from())?.piece_type();
        let reasons = solution_reasons(position, line);
        let first = match reasons.first().and_then(|(reason, _)| motif_text(reason.kind)) {
            Some(motif) => format!("There is {motif}: look at the {piece}."),
            None => format!("Look at the {piece}."),
        };
        let second = format!("The {piece} on {} moves.", mv.from());
        let third = format!("{}.", position.san(mv));
        Some(Self { reasons, texts: [first, second, third] })
    }
}

/// Returns the words for a motif in a hint; none for a kind that would say nothing or too much.
const fn motif_text(kind: ReasonKind) -> Option<&'static str> {
    Some(match kind {
        ReasonKind::Mate => "a mate",
        ReasonKind::BackRank => "a mate on the back rank",
        ReasonKind::Hanging => "something to take",
        ReasonKind::Undefended => "an unguarded piece",
        ReasonKind::Overloaded => "an overloaded guard",
        ReasonKind::Fork => "a fork",
        ReasonKind::Pin => "a pin",
        ReasonKind::Skewer => "a skewer",
        ReasonKind::DiscoveredAttack => "a discovered attack",
        ReasonKind::Trapped => "a trapped piece",
        ReasonKind::Promotion => "a pawn that promotes",
        ReasonKind::MateThreat => "a threat of mate",
        ReasonKind::Material => "material to win",
        ReasonKind::Draw => "a draw",
        ReasonKind::NotTakenBack | ReasonKind::Table | ReasonKind::OnlyMove => return None,
    })
}

/// Returns the reasons why the last move of a position was an error that this line answers, with their sentences; empty if
/// nothing is proven, and without a last move.
pub fn solution_reasons(position: &Position, solution: &[Move]) -> Vec<(Reason, String)> {
    let Some(played) = position.last_move() else { return Vec::new() };
    let mut before = position.clone();
    before.undo_move();
    let after = EvaluatedPosition { line: solution.to_vec(), ..evaluated(position, solution) };
    let even = EvaluatedPosition::new(Evaluation::Centipawns(EVEN));
    let mistake = Mistake { position: &before, played, before: &even, after: &after };
    let Ok(reasons) = explain(&mistake, &mut NoEvidence);
    let reasons = reasons.into_iter().filter(|reason| reason.concern == Concern::Played);
    let said = reasons.map(|reason| {
        let text = explanation(&mistake, std::slice::from_ref(&reason));
        (reason, text)
    });
    said.collect()
}

/// Returns the evaluation of a line for the side that plays it: mate if it ends with it, else a win.
fn evaluated(position: &Position, line: &[Move]) -> EvaluatedPosition {
    let winner = position.side_to_move();
    let mut end = position.clone();
    let is_legal = line.iter().all(|&mv| end.try_do_move(mv).is_ok());
    EvaluatedPosition::new(if is_legal && end.is_checkmate() {
        Evaluation::Mate { winner, moves: line.len().div_ceil(2) as u32 }
    } else if winner == Color::White {
        Evaluation::Centipawns(WON)
    } else {
        Evaluation::Centipawns(-WON)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the position after an error, and a solution.
    fn puzzle(fen: &str, error: &str, solution: &str) -> (Position, Vec<Move>) {
        let mut position = Position::from_fen(fen).unwrap();
        position.do_move(position.parse_san(error).unwrap());
        let mut at = position.clone();
        let solution = solution.split(' ').map(|text| {
            let mv = at.parse_san(text).unwrap();
            at.do_move(mv);
            mv
        });
        (position, solution.collect())
    }

    #[test]
    fn hints_go_from_the_motif_to_the_move() {
        let fen = "q3k3/6pp/8/3N4/8/8/PP3PPP/4K3 b - - 0 1";
        let (position, solution) = puzzle(fen, "h6", "Nc7+ Kd7 Nxa8");
        let hint = Hint::new(&position, &solution).unwrap();
        assert_eq!(hint.reasons[0].0.kind, ReasonKind::Fork);
        assert_eq!(hint.reasons, solution_reasons(&position, &solution));
        let expected = ["There is a fork: look at the knight.", "The knight on d5 moves.", "Nc7+."];
        assert_eq!(hint.texts, expected);
        // Without a move before it there is no motif, and without a legal move no hint.
        let alone = Position::from_fen(&position.fen()).unwrap();
        assert_eq!(Hint::new(&alone, &solution).unwrap().texts[0], "Look at the knight.");
        assert_eq!(Hint::new(&Position::startpos(), &solution), None);
        assert_eq!(Hint::new(&position, &[]), None);
    }

    #[test]
    fn hints_name_a_motif_only_if_it_is_proven() {
        let cases = [
            // A quiet line, and one that seems to win a piece which can be taken back.
            (
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                ("e4", "e5 Nf3"),
                ["Look at the pawn.", "The pawn on e7 moves.", "e5."],
            ),
            (
                "4k3/8/2p5/3n4/8/8/8/3QK3 b - - 0 1",
                ("Kf8", "Qxd5"),
                ["Look at the queen.", "The queen on d1 moves.", "Qxd5."],
            ),
            // In check, with and without a capture.
            (
                "4k3/8/8/8/8/8/r7/3K4 b - - 0 1",
                ("Ra1+", "Kd2"),
                ["Look at the king.", "The king on d1 moves.", "Kd2."],
            ),
            (
                "4k3/8/8/8/8/2B5/r7/4K3 b - - 0 1",
                ("Ra1+", "Bxa1"),
                [
                    "There is something to take: look at the bishop.",
                    "The bishop on c3 moves.",
                    "Bxa1.",
                ],
            ),
            (
                "8/P7/7k/8/8/8/6p1/6K1 b - - 0 1",
                ("Kh5", "a8=Q"),
                [
                    "There is a pawn that promotes: look at the pawn.",
                    "The pawn on a7 moves.",
                    "a8=Q.",
                ],
            ),
            // Castling of Chess960 is a move of the king to its rook.
            (
                "1k6/pppppppp/8/8/8/8/PPPPPPPP/1R1K2R1 b BG - 0 1",
                ("Kc8", "O-O"),
                ["Look at the king.", "The king on d1 moves.", "O-O."],
            ),
        ];
        for (fen, (error, solution), expected) in cases {
            let (position, solution) = puzzle(fen, error, solution);
            assert_eq!(Hint::new(&position, &solution).unwrap().texts, expected, "{fen}");
        }
    }

    #[test]
    fn solutions_have_their_reasons() {
        let fen = "q3k3/6pp/8/3N4/8/8/PP3PPP/4K3 b - - 0 1";
        let (position, solution) = puzzle(fen, "h6", "Nc7+ Kd7 Nxa8");
        let said = solution_reasons(&position, &solution);
        let expected =
            "2. Nc7+ Kd7 3. Nxa8 wins a queen: the knight on c7 attacks the queen and the king.";
        assert_eq!(said[0].1, expected);
        let (position, solution) = puzzle("6k1/r4ppp/8/8/8/8/5PPP/4R1K1 b - - 0 1", "Ra2", "Re8#");
        let said = solution_reasons(&position, &solution);
        assert_eq!(said[0].1, "It allows mate on the back rank: 2. Re8#.");
        // What wins nothing has no reason.
        let (position, solution) = puzzle(fen, "h6", "Kd2 Qxd5+");
        assert_eq!(solution_reasons(&position, &solution), []);
    }
}
