//! The proof that a move mates by force.

use ferz::{Move, Position};

/// The most positions of a proof. Most mates in three and longer ones by checks are proven with fewer, and a page takes a
/// tenth of a second for it.
const MAX_POSITIONS: u32 = 100_000;

/// The most moves of a mate that is looked for.
const MAX_MOVES: usize = 5;

/// Returns the number of moves, the legal `mv` included, in which the side to move mates by force if it begins with
/// `mv`: the least one. `None` if there is no such mate of at most five moves, or if its proof takes more than 100,000
/// positions.
///
/// The result depends on the position and the move alone. Draws that a player may claim are not regarded.
pub(super) fn mate_moves(position: &Position, mv: Move) -> Option<usize> {
    let mut proof = MateProof {
        position: position.clone(),
        left: MAX_POSITIONS,
        refutations: [None; MAX_MOVES],
    };
    (1..=MAX_MOVES).find(|&moves| proof.mates_by(mv, moves))
}

/// A search for mates of a fixed length: every move of the side that mates, and all replies.
struct MateProof {
    position: Position,
    /// The positions that may still be searched.
    left: u32,
    /// The reply that last refuted a move, by the number of moves left: it refutes most others too.
    refutations: [Option<Move>; MAX_MOVES],
}

impl MateProof {
    /// Returns true if a legal move mates in at most this number of moves, itself included. False at the limit.
    fn mates_by(&mut self, mv: Move, moves: usize) -> bool {
        // The last move is a check.
        if moves == 1 && !self.position.gives_check(mv) || self.left == 0 {
            return false;
        }
        self.left -= 1;
        self.position.do_move(mv);
        let is_mated = self.is_mated(moves - 1);
        self.position.undo_move();
        is_mated
    }

    /// Returns true if the side to move is mated, or will be in at most this number of moves of the other side.
    fn is_mated(&mut self, moves: usize) -> bool {
        if moves == 0 {
            return self.position.is_checkmate();
        }
        let mut replies = self.position.legal_moves();
        if replies.is_empty() {
            return self.position.in_check();
        }
        if let Some(refutation) = self.refutations[moves]
            && let Some(index) = replies.iter().position(|&reply| reply == refutation)
        {
            replies.swap(0, index);
        }
        let refutation = replies.into_iter().find(|&reply| {
            self.position.do_move(reply);
            let mates = self.mates(moves);
            self.position.undo_move();
            !mates
        });
        self.refutations[moves] = refutation.or(self.refutations[moves]);
        refutation.is_none()
    }

    /// Returns true if the side to move mates in at most this number of moves.
    fn mates(&mut self, moves: usize) -> bool {
        let all = self.position.legal_moves();
        let (checks, others): (Vec<_>, Vec<_>) =
            all.into_iter().partition(|&mv| self.position.gives_check(mv));
        let others = if moves == 1 { Vec::new() } else { others };
        checks.into_iter().chain(others).any(|mv| self.mates_by(mv, moves))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz::Board;

    /// Returns true if a move mates in at most this number of moves, by the definition.
    fn mates_by_definition(board: &Board, mv: Move, moves: usize) -> bool {
        let after = board.after(mv);
        let replies = after.legal_moves();
        if replies.is_empty() || moves == 1 {
            return after.is_checkmate();
        }
        replies.into_iter().all(|reply| {
            let next = after.after(reply);
            next.legal_moves().into_iter().any(|mv| mates_by_definition(&next, mv, moves - 1))
        })
    }

    #[test]
    fn mates_are_those_of_the_definition() {
        // Two rooks, a queen with stalemates beside mates, a promotion, a defender with more pieces.
        for (fen, limit) in [
            ("6k1/8/6K1/8/8/8/8/RR6 w - - 0 1", 2),
            ("k7/8/1K6/8/8/8/8/6Q1 w - - 0 1", 2),
            ("7k/5P2/6K1/8/8/8/8/8 w - - 0 1", 3),
            ("6rk/6pp/7N/8/8/8/1Q6/K7 w - - 0 1", 2),
        ] {
            let position = Position::from_fen(fen).unwrap();
            let mut count = 0;
            for mv in position.legal_moves() {
                let expected =
                    (1..=limit).find(|&moves| mates_by_definition(position.board(), mv, moves));
                let found = mate_moves(&position, mv).filter(|&moves| moves <= limit);
                assert_eq!(found, expected, "{fen} {mv:?}");
                count += usize::from(expected.is_some());
            }
            assert!(count > 0, "{fen}");
        }
    }

    #[test]
    fn long_mates_by_checks_are_found_and_other_positions_have_a_limit() {
        // Philidor's smothered mate.
        let smothered = "r6k/6pp/8/6N1/8/1Q6/8/6K1 w - - 0 1";
        let position = Position::from_fen(smothered).unwrap();
        assert_eq!(mate_moves(&position, position.parse_san("Nf7").unwrap()), Some(4));
        let quiet = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2NB1N2/PP3PPP/R1BQ1RK1 w - - 0 1";
        let position = Position::from_fen(quiet).unwrap();
        assert_eq!(mate_moves(&position, position.parse_san("Bxh7+").unwrap()), None);
    }
}
