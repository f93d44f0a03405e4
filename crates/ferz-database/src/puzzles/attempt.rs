//! The attempt to solve a puzzle.

use super::Puzzle;
use ferz::{Move, Position};

/// An attempt to solve a puzzle: the moves of the solution so far.
///
/// ```
/// use ferz_database::puzzles::{Answer, Attempt, Puzzle};
///
/// let fen = "5r2/1b3pk1/p5p1/1p1p2Q1/1P2p1N1/P3P2P/3q1PPK/R1r5 b - - 1 33";
/// let puzzle = Puzzle::new("NyqzC", fen, "c1a1 g5h6 g7g8 g4f6")?;
/// let mut attempt = Attempt::new(&puzzle);
/// assert_eq!(attempt.play(attempt.position().parse_san("Qd8")?), Answer::Wrong);
/// let reply = puzzle.moves[2];
/// assert_eq!(attempt.play(attempt.position().parse_san("Qh6")?), Answer::Right { reply });
/// assert_eq!(attempt.play(attempt.position().parse_san("Nf6")?), Answer::Solved);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Attempt<'a> {
    puzzle: &'a Puzzle,
    position: Position,
    /// The moves after the error.
    line: Vec<Move>,
    is_solved: bool,
}

/// The answer to a move of the solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Another move solves the puzzle. The position has not changed.
    Wrong,
    /// The move is that of the solution, and this reply to it has been made.
    Right {
        /// The reply.
        reply: Move,
    },
    /// The move ends the solution or mates: of several mates each is right.
    Solved,
}

impl<'a> Attempt<'a> {
    /// Begins an attempt, after the error.
    pub fn new(puzzle: &'a Puzzle) -> Self {
        Self { puzzle, position: puzzle.position(), line: Vec::new(), is_solved: false }
    }

    /// Returns the position, in which the solver is to move until the puzzle is solved. Its last move is that
    /// of the game.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the moves since the error.
    pub fn line(&self) -> &[Move] {
        &self.line
    }

    /// Returns the rest of the solution; none if the puzzle is solved.
    pub fn rest(&self) -> &'a [Move] {
        if self.is_solved { &[] } else { &self.puzzle.solution()[self.line.len()..] }
    }

    /// Answers a legal move of the solver. A puzzle that is solved has no right move.
    pub fn play(&mut self, mv: Move) -> Answer {
        let Some(&expected) = self.rest().first() else { return Answer::Wrong };
        let mut after = self.position.clone();
        after.do_move(mv);
        if mv != expected && !after.is_checkmate() {
            return Answer::Wrong;
        }
        self.position = after;
        self.line.push(mv);
        let reply = self.rest().first().filter(|_| !self.position.is_checkmate());
        let Some(&reply) = reply else {
            self.is_solved = true;
            return Answer::Solved;
        };
        self.make(reply);
        Answer::Right { reply }
    }

    /// Makes the rest of the solution.
    pub fn show_solution(&mut self) {
        self.rest().iter().for_each(|&mv| self.make(mv));
        self.is_solved = true;
    }

    fn make(&mut self, mv: Move) {
        self.position.do_move(mv);
        self.line.push(mv);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two rooks mate by a1a8 and by b1b8.
    fn rooks() -> Puzzle {
        Puzzle::new("x", "7k/8/6K1/8/8/8/8/RR6 b - - 0 1", "h8g8 a1a8").unwrap()
    }

    #[test]
    fn another_mate_is_right_and_no_other_move() {
        let puzzle = rooks();
        for (mv, answer) in
            [("a1a8", Answer::Solved), ("b1b8", Answer::Solved), ("b1b2", Answer::Wrong)]
        {
            let mut attempt = Attempt::new(&puzzle);
            let mv = attempt.position().parse_uci(mv).unwrap();
            let expected = if answer == Answer::Wrong {
                puzzle.position()
            } else {
                let mut after = puzzle.position();
                after.do_move(mv);
                after
            };
            assert_eq!(attempt.play(mv), answer);
            assert_eq!(attempt.position().fen(), expected.fen());
            assert_eq!(attempt.rest().is_empty(), answer == Answer::Solved);
        }
    }

    #[test]
    fn a_mate_before_the_end_of_the_solution_solves() {
        // The solution goes on although a8 mates at once.
        let fen = "7k/8/6K1/8/8/8/8/RR6 b - - 0 1";
        let puzzle = Puzzle::new("x", fen, "h8g8 a1a2 g8f8 b1b8").unwrap();
        let mut attempt = Attempt::new(&puzzle);
        let mate = attempt.position().parse_uci("a1a8").unwrap();
        assert_eq!(attempt.play(mate), Answer::Solved);
        assert_eq!((attempt.line(), attempt.rest()), (&[mate][..], &[][..]));
        assert!(attempt.position().is_checkmate());
    }

    #[test]
    fn the_solution_is_shown_from_any_move() {
        let fen = "5r2/1b3pk1/p5p1/1p1p2Q1/1P2p1N1/P3P2P/3q1PPK/R1r5 b - - 1 33";
        let puzzle = Puzzle::new("x", fen, "c1a1 g5h6 g7g8 g4f6").unwrap();
        for solved in [0, 1] {
            let mut attempt = Attempt::new(&puzzle);
            if solved == 1 {
                attempt.play(puzzle.solution()[0]);
            }
            assert_eq!(attempt.rest(), &puzzle.solution()[2 * solved..]);
            attempt.show_solution();
            assert_eq!((attempt.line(), attempt.rest()), (puzzle.solution(), &[][..]));
            assert!(attempt.position().is_checkmate());
        }
    }
}
