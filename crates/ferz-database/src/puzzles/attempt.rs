//! The attempt to solve a puzzle.

use super::Puzzle;
use super::mate::mate_moves;
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
    /// The move ends the solution.
    Solved,
    /// The move is not that of the solution and mates by force, which solves the puzzle too.
    OtherMate {
        /// The number of moves up to the mate, of which it is the first.
        moves: usize,
    },
}

impl Answer {
    /// Answers a legal move of the solver, with the rest of the solution from this position on; without a rest every
    /// move is wrong. This is the rule whether a move solves a puzzle, in the terminal, in Python and in the page:
    ///
    /// - the move of the solution is right, and the last one solves the puzzle;
    /// - a move that mates by force solves the puzzle at once, whatever the solution is and even if its mate is faster:
    ///   who mates has won. The mate must be proven by trying all replies, in at most five moves and at most 100,000
    ///   positions, which needs no engine and is the same everywhere;
    /// - any other move is wrong.
    pub fn to_move(mv: Move, position: &Position, rest: &[Move]) -> Self {
        match *rest {
            [expected] if mv == expected => Self::Solved,
            [expected, reply, ..] if mv == expected => Self::Right { reply },
            [] => Self::Wrong,
            _ => mate_moves(position, mv).map_or(Self::Wrong, |moves| Self::OtherMate { moves }),
        }
    }
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

    /// Answers a legal move of the solver and makes it if it is right. A puzzle that is solved has no right move.
    pub fn play(&mut self, mv: Move) -> Answer {
        let answer = Answer::to_move(mv, &self.position, self.rest());
        match answer {
            Answer::Wrong => {}
            Answer::Right { reply } => [mv, reply].into_iter().for_each(|mv| self.make(mv)),
            Answer::Solved | Answer::OtherMate { .. } => {
                self.make(mv);
                self.is_solved = true;
            }
        }
        answer
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

    /// Returns the answers to moves of the first turn, each in an attempt of its own.
    fn answers(puzzle: &Puzzle, moves: &[&str]) -> Vec<Answer> {
        let answer = |text: &&str| {
            let mut attempt = Attempt::new(puzzle);
            let mv = attempt.position().parse_uci(text).unwrap();
            let answer = attempt.play(mv);
            let is_solved = matches!(answer, Answer::Solved | Answer::OtherMate { .. });
            assert_eq!(attempt.rest().is_empty(), is_solved, "{text}");
            let line = if answer == Answer::Wrong { &[][..] } else { &[mv] };
            assert!(attempt.line().starts_with(line), "{text}");
            let mut position = puzzle.position();
            attempt.line().iter().for_each(|&mv| position.do_move(mv));
            assert_eq!(attempt.position().fen(), position.fen());
            answer
        };
        moves.iter().map(answer).collect()
    }

    #[test]
    fn mates_beside_the_solution_solve_and_no_other_move() {
        // Two rooks mate by a1a8 and by b1b8, and a move later after others.
        let fen = "7k/8/6K1/8/8/8/8/RR6 b - - 0 1";
        let puzzle = Puzzle::new("x", fen, "h8g8 a1a8").unwrap();
        let other = |moves| Answer::OtherMate { moves };
        let found = answers(&puzzle, &["a1a8", "b1b8", "a1a2", "b1b7", "b1g1"]);
        assert_eq!(found, [Answer::Solved, other(1), other(3), other(2), other(3)]);
        // The solution goes on although a8 mates at once.
        let puzzle = Puzzle::new("x", fen, "h8g8 a1a2 g8f8 b1b8").unwrap();
        assert_eq!(answers(&puzzle, &["a1a8"]), [other(1)]);
        // A queen may be won or lost; no move mates.
        let puzzle = Puzzle::new("x", "3qk3/8/8/3p4/4P3/8/8/3QK3 w - - 0 1", "e1f1 d5e4").unwrap();
        assert_eq!(answers(&puzzle, &["d8b6", "d5e4"]), [Answer::Wrong, Answer::Solved]);
    }

    #[test]
    fn a_slower_mate_solves() {
        // b7 mates in two, a2 in three.
        let fen = "7k/8/6K1/8/8/8/8/RR6 b - - 0 1";
        let puzzle = Puzzle::new("x", fen, "h8g8 b1b7 g8f8 a1a8").unwrap();
        let reply = puzzle.moves[2];
        let other = |moves| Answer::OtherMate { moves };
        let found = answers(&puzzle, &["b1b7", "a1a7", "a1a2"]);
        assert_eq!(found, [Answer::Right { reply }, other(2), other(3)]);
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
