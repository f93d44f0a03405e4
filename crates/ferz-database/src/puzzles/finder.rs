//! Puzzles out of games: where a side errs, and the other has the only moves.
//!
//! A puzzle is found in three steps. A **candidate** is a move of a game after which the expected score of the
//! other side jumps. Its **solution** is a line of only moves: at each turn of the solver the best move wins
//! and the second best does not. Then the solution is put to the **test**: a fresh search of many times the
//! nodes must agree at each turn, since one in sixteen puzzles of the shorter searches is refuted by it.
//!
//! Expected scores and win probabilities are those of the judge, an engine: with the curve of Lichess, which is
//! fitted to players, a third fewer moves of Lichess's own puzzles are only moves. A move is the only one by its win
//! probability, since the expected score of a small advantage is near that of a win, by its many draws.

use super::{Puzzle, Theme};
use ferz::{Move, Position, Score};
use ferz_game::analysis::reasons::motifs::balance;

/// A line of a search with its score from the view of the side to move.
#[derive(Clone, PartialEq, Debug)]
pub struct JudgedLine {
    /// The moves; the first is legal in the position.
    pub moves: Vec<Move>,
    /// The score.
    pub score: Score,
    /// The expected score of the game by the engine's own rates of wins and draws, from 0 to 1.
    pub expected: f64,
    /// The win probability by the same rates, from 0 to 1.
    pub win: f64,
}

/// How thorough a search is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// A glance, to find candidates.
    Glance,
    /// A search that finds the solution.
    Search,
    /// A search with many times the nodes and without the knowledge of earlier ones.
    Test,
}

/// An engine that judges positions.
pub trait Judge {
    /// The error of a search.
    type Error;

    /// Returns the best moves of a position with at least one legal move, best first: at most `count`, and all
    /// if there are fewer legal moves.
    ///
    /// # Errors
    /// If the search fails.
    fn best_lines(
        &mut self,
        position: &Position,
        count: usize,
        effort: Effort,
    ) -> Result<Vec<JudgedLine>, Self::Error>;

    /// Returns the expected score of the game, from 0 to 1, by the engine's own rates of wins and draws.
    fn expected(&self, score: Score) -> f64;
}

/// A move of a game after which the other side may have a puzzle.
#[derive(Clone, Debug)]
pub struct PuzzleCandidate {
    /// The position before the move.
    pub start: Position,
    /// The move that may be an error.
    pub error: Move,
}

/// What a test of a solution found.
#[derive(Clone, PartialEq, Debug)]
pub enum Verdict {
    /// Each move of the solution is the only one that wins.
    Confirmed,
    /// A move of the solution is the best, but a second one is not far behind.
    Ambiguous(FailedTurn),
    /// Each move of the solution is the best, but one does not win.
    NotWinning(FailedTurn),
    /// A move of the solution is not the best one.
    Refuted(FailedTurn),
}

/// A turn of the solver at which a test failed.
#[derive(Clone, PartialEq, Debug)]
pub struct FailedTurn {
    /// The index of its move in [`Puzzle::moves`].
    pub index: usize,
    /// The best lines of the position by the test, best first.
    pub lines: Vec<JudgedLine>,
}

/// The conditions of puzzles.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Conditions {
    /// The least expected score, from 0 to 1, of the solver's best move.
    pub winning: f64,
    /// The least difference of the win probabilities of the best and the second best move.
    pub gap: f64,
    /// The least difference in a test. An engine errs: with a smaller margin a second move wins by another engine more
    /// often than in puzzles of players.
    pub tested_gap: f64,
    /// The least increase of the expected score by the error.
    pub jump: f64,
    /// The greatest expected score of the solver before the error.
    pub winning_before: f64,
    /// The least gain of material in pawns, from the position before the error to the end of the solution, of a
    /// solution that neither mates nor has a crushing score at its last move.
    pub gain: i32,
    /// The least number of moves of the solver.
    pub min_moves: usize,
    /// The greatest number of moves of the solver.
    pub max_moves: usize,
}

impl Default for Conditions {
    fn default() -> Self {
        Self {
            winning: 0.75,
            gap: 0.7,
            tested_gap: 0.7,
            jump: 0.25,
            winning_before: 0.65,
            gain: 2,
            min_moves: 2,
            max_moves: 12,
        }
    }
}

impl Conditions {
    /// Returns true if a move is a candidate, by the expected scores of the opponent before and after it, from 0
    /// to 1: the opponent was not winning and wins now, without more material and by a choice of moves.
    pub fn is_candidate(&self, candidate: &PuzzleCandidate, before: f64, after: f64) -> bool {
        let mut position = candidate.start.clone();
        position.do_move(candidate.error);
        before <= self.winning_before
            && after - before >= self.jump
            && after >= self.winning
            && balance(&position, position.side_to_move()) <= 0
            && position.repetition_count() == 1
            && position.outcome().is_none()
            && position.legal_count() > 1
    }

    /// Returns the solution of a candidate with its themes, or `None` if there is no line of only moves of the
    /// length required, if it is plain (a recapture, a step out of check, a piece captured for nothing), if it begins
    /// with a defence, or if its gain is too small.
    ///
    /// # Errors
    /// If a search fails.
    pub fn solve<J: Judge>(
        &self,
        candidate: &PuzzleCandidate,
        judge: &mut J,
    ) -> Result<Option<Puzzle>, J::Error> {
        let mut position = candidate.start.clone();
        position.do_move(candidate.error);
        let mut moves = vec![candidate.error];
        let mut score = None;
        while moves.len() < 2 * self.max_moves && position.outcome().is_none() {
            let lines = judge.best_lines(&position, 2, Effort::Search)?;
            let Some(best) = lines.first().filter(|_| self.is_only_move(&lines, self.gap)) else {
                break;
            };
            score = Some(best.score);
            let mv = best.moves[0];
            moves.push(mv);
            position.do_move(mv);
            if position.outcome().is_some() {
                break;
            }
            let reply = judge.best_lines(&position, 1, Effort::Search)?;
            let Some(reply) = reply.first().map(|line| line.moves[0]) else { break };
            moves.push(reply);
            position.do_move(reply);
        }
        // The last move is one of the solver.
        moves.truncate(moves.len() / 2 * 2);
        if moves.len() < 2 * self.min_moves {
            return Ok(None);
        }
        let mut puzzle = Puzzle::from_moves(candidate.start.clone(), moves);
        if self.is_plain(&puzzle) {
            return Ok(None);
        }
        if self.begins_with_defence(&puzzle, judge)? {
            return Ok(None);
        }
        let gain = material_gain(&puzzle);
        puzzle.moves.truncate(2 * task_count(&puzzle).max(self.min_moves));
        puzzle.themes = puzzle.find_themes();
        if !puzzle.themes.contains(&Theme::Mate) {
            let advantage = score.map(advantage);
            if advantage != Some(Theme::Crushing) && gain < self.gain {
                return Ok(None);
            }
            puzzle.themes.extend(advantage);
            puzzle.themes.sort_unstable_by_key(|theme| theme.name());
        }
        Ok(Some(puzzle))
    }

    /// Returns true if a solution begins by taking back or with a step of the king out of check, or if it captures
    /// a piece that is not protected and then has too few tasks.
    fn is_plain(&self, puzzle: &Puzzle) -> bool {
        let (error, first) = (puzzle.moves[0], puzzle.moves[1]);
        let mut position = puzzle.position();
        let takes_back = error.is_capture() && first.to() == error.to();
        if takes_back || is_step_out_of_check(&position, first) {
            return true;
        }
        position.do_move(first);
        let is_free = first.is_capture()
            && !position.legal_moves().into_iter().any(|reply| reply.to() == first.to());
        is_free && task_count(puzzle) < self.min_moves
    }

    /// Returns true if the first move of a solution is a quiet one that meets a check, or a threat: the opponent would
    /// win if the solver passed. A search for a win does not begin with such a move, and who looks for one does not see
    /// that the task is another.
    ///
    /// # Errors
    /// If the search fails.
    fn begins_with_defence<J: Judge>(
        &self,
        puzzle: &Puzzle,
        judge: &mut J,
    ) -> Result<bool, J::Error> {
        let (position, first) = (puzzle.position(), puzzle.moves[1]);
        if first.is_capture() || first.is_promotion() || position.gives_check(first) {
            return Ok(false);
        } else if position.in_check() {
            return Ok(true);
        }
        // Without the moves before: a null move takes no part in repetitions.
        let mut passed = Position::from(*position.board());
        passed.do_null_move();
        if passed.outcome().is_some() {
            return Ok(false);
        }
        let lines = judge.best_lines(&passed, 1, Effort::Search)?;
        Ok(lines.first().is_some_and(|line| line.expected >= self.winning))
    }

    /// Tests each move of a solution.
    ///
    /// # Errors
    /// If a search fails.
    pub fn test<J: Judge>(&self, puzzle: &Puzzle, judge: &mut J) -> Result<Verdict, J::Error> {
        let mut position = puzzle.position();
        let mut verdict = Verdict::Confirmed;
        for (index, &mv) in (puzzle.lead()..).zip(puzzle.solution()) {
            // Of several mates each is a solution.
            let is_task = (index - puzzle.lead()).is_multiple_of(2) && !position.gives_mate(mv);
            if is_task {
                let lines = judge.best_lines(&position, 2, Effort::Test)?;
                let best = lines.first();
                let has_gap = self.is_only_move(&lines, self.tested_gap);
                if best.is_none_or(|line| line.moves[0] != mv) {
                    return Ok(Verdict::Refuted(FailedTurn { index, lines }));
                }
                // The gravest verdict of all turns, of equal ones the first.
                verdict = match verdict {
                    Verdict::Confirmed | Verdict::Ambiguous(_)
                        if best.is_some_and(|line| line.expected < self.winning) =>
                    {
                        Verdict::NotWinning(FailedTurn { index, lines })
                    }
                    Verdict::Confirmed if !has_gap => {
                        Verdict::Ambiguous(FailedTurn { index, lines })
                    }
                    verdict => verdict,
                };
            }
            position.do_move(mv);
        }
        Ok(verdict)
    }

    /// Returns true if the first of the best lines wins and the second is worse by the gap. Of several mates
    /// in one each is a solution, and the only legal move is an only move.
    fn is_only_move(&self, lines: &[JudgedLine], gap: f64) -> bool {
        let Some(best) = lines.first() else { return false };
        let second = lines.get(1).map_or(f64::NEG_INFINITY, |line| line.win);
        let has_gap = best.score == Score::Mate(1) || best.win - second >= gap;
        best.expected >= self.winning && has_gap
    }
}

/// The normalised centipawns from which an advantage is a crushing one. Lichess's border is 600 centipawns of
/// Stockfish 12 and its successors after 40 million nodes; this one divides Lichess's puzzles best.
const CRUSHING: i32 = 410;

/// Returns the theme of the solver's score before the last move of the solution.
fn advantage(score: Score) -> Theme {
    match score {
        Score::Cp(..CRUSHING) => Theme::Advantage,
        Score::Cp(_) | Score::Mate(_) => Theme::Crushing,
    }
}

/// Returns the number of moves of the solver up to the last one that is a task. No tasks are only legal moves,
/// steps of the king out of check, and captures of the piece that has just moved, unless it captured the piece of
/// the move before. The first move and a mate are tasks.
fn task_count(puzzle: &Puzzle) -> usize {
    let mut position = puzzle.start.clone();
    let mut count = 1;
    for (index, &mv) in puzzle.moves.iter().enumerate() {
        let is_later_task = index % 2 == 1 && index > 1 && {
            let takes_back = mv.is_capture()
                && mv.to() == puzzle.moves[index - 1].to()
                && mv.to() != puzzle.moves[index - 2].to();
            position.legal_count() > 1 && !takes_back && !is_step_out_of_check(&position, mv)
        };
        position.do_move(mv);
        if is_later_task || index % 2 == 1 && position.is_checkmate() {
            count = index.div_ceil(2);
        }
    }
    count
}

/// Returns true if the king leaves a check without capturing.
fn is_step_out_of_check(position: &Position, mv: Move) -> bool {
    position.in_check() && !mv.is_capture() && position.king(position.side_to_move()) == mv.from()
}

/// Returns the material in pawns that the solver gains from the position before the error to the last move.
fn material_gain(puzzle: &Puzzle) -> i32 {
    let solver = puzzle.solver();
    let mut end = puzzle.start.clone();
    puzzle.moves.iter().for_each(|&mv| end.do_move(mv));
    balance(&end, solver) - balance(&puzzle.start, solver)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    /// A judge for which one move wins in the first position, with this score, and all moves are equal later.
    struct OneMove(&'static str, i32);

    impl Judge for OneMove {
        type Error = Infallible;

        fn best_lines(
            &mut self,
            position: &Position,
            count: usize,
            _effort: Effort,
        ) -> Result<Vec<JudgedLine>, Infallible> {
            let line = |mv, centipawns| JudgedLine {
                moves: vec![mv],
                score: Score::Cp(centipawns),
                expected: self.expected(Score::Cp(centipawns)),
                win: self.expected(Score::Cp(centipawns)),
            };
            let best = position.parse_uci(self.0).ok();
            let others = position.legal_moves().into_iter().filter(|&mv| Some(mv) != best);
            let lines = best.into_iter().map(|mv| line(mv, self.1));
            Ok(lines.chain(others.map(|mv| line(mv, 0))).take(count).collect())
        }

        fn expected(&self, score: Score) -> f64 {
            if score == Score::Cp(0) { 0.1 } else { 0.9 }
        }
    }

    fn candidate(fen: &str, error: &str) -> PuzzleCandidate {
        let start = Position::from_fen(fen).unwrap();
        let error = start.parse_uci(error).unwrap();
        PuzzleCandidate { start, error }
    }

    const QUEENS: &str = "3qk3/8/8/3p4/4P3/8/8/3QK3 w - - 0 1";

    #[test]
    fn solutions_gain_material_and_do_not_take_back() {
        let conditions = Conditions { min_moves: 1, gain: 1, ..Conditions::default() };
        let solve = |error, mv, centipawns, conditions: Conditions| {
            let solved =
                conditions.solve(&candidate(QUEENS, error), &mut OneMove(mv, centipawns)).unwrap();
            solved.map(|puzzle| puzzle.themes)
        };
        let themes = solve("e1f1", "d5e4", 200, conditions).unwrap();
        assert!(themes.contains(&Theme::Advantage), "{themes:?}");
        assert_eq!(solve("e1f1", "d5e4", 200, Conditions { gain: 2, ..conditions }), None);
        let themes = solve("e1f1", "d5e4", 500, Conditions { gain: 2, ..conditions }).unwrap();
        assert!(themes.contains(&Theme::Crushing), "{themes:?}");
        assert_eq!(solve("e4d5", "d8d5", 500, conditions), None);
    }

    #[test]
    fn advantages_are_crushing_from_a_score_on() {
        assert_eq!(advantage(Score::Cp(409)), Theme::Advantage);
        assert_eq!(advantage(Score::Cp(410)), Theme::Crushing);
        assert_eq!(advantage(Score::Mate(9)), Theme::Crushing);
    }

    #[test]
    fn solutions_end_with_the_last_task() {
        let removed = |fen, moves| {
            let puzzle = Puzzle::new("", fen, moves).unwrap();
            puzzle.moves.len() / 2 - task_count(&puzzle)
        };
        let only_move = "6k1/5pp1/3R3p/4p3/P2n4/2r1N1P1/3r1PKP/R7 w - - 1 37";
        assert_eq!(removed(only_move, "e3d1 c3d3 a4a5 d2d1 d6d8 g8h7"), 1);
        let takes_back = "5r1k/pb3Bpn/1p5p/4p3/4q3/4BRQP/P1P3PK/8 b - - 0 30";
        assert_eq!(removed(takes_back, "e4c2 e3h6 f8f7 f3f7 c2g2 g3g2"), 2);
        let steps_away = "5rk1/p3rp1p/1p3p2/4q3/3R4/P3BQ1P/1P3PP1/6K1 b - - 2 25";
        assert_eq!(removed(steps_away, "g8h8 d4d5 e5b2 e3d4 b2b1 g1h2"), 1);
        let fork = "4n1r1/p2kpp2/1p5R/1Pp1r1p1/P3N3/3PPKP1/5P2/2R5 b - - 6 35";
        assert_eq!(removed(fork, "e8d6 h6d6 e7d6 e4f6 d7e6 f6g8"), 0);
        let mate = "8/7R/2r5/8/P3n3/R7/3nk1PP/6K1 w - - 3 39";
        assert_eq!(removed(mate, "a3a1 d2f3 g2f3 c6g6 g1h1 e4f2"), 0);
    }

    #[test]
    fn plain_solutions_are_no_puzzles() {
        let is_plain =
            |fen, moves| Conditions::default().is_plain(&Puzzle::new("", fen, moves).unwrap());
        let hanging = "1r2k2r/q2bbpp1/1p2p3/p1ppP2p/N2P3P/PRQ2PP1/1PP5/2K2B1R w k - 0 23";
        assert!(is_plain(hanging, "d4c5 d7a4 f1b5 a4b5"));
        let step = "7r/pp3k2/6pq/2P2p2/5N2/2P5/PP4PP/3R1R1K w - - 3 31";
        assert!(is_plain(step, "d1d7 f7e8 h2h3 e8d7"));
        let recapture = "2br2k1/pp4p1/2p4p/8/2P1R3/1P3PP1/P2rR1K1/8 b - - 0 30";
        assert!(is_plain(recapture, "d2e2 e4e2 g8f7 e2e1"));
        // The captured knight is not protected, but the queen is won later.
        let tasks = "2rqr1k1/1p2bpp1/p1n1bn1p/3p4/N2N1B2/6PP/PP1QPPB1/2RR2K1 b - - 2 15";
        assert!(!is_plain(tasks, "c6a5 d4e6 f7e6 c1c8 d8c8 d2a5"));
    }

    #[test]
    fn candidates_leave_a_choice_of_moves() {
        let conditions = Conditions::default();
        // The king may capture the queen on b2 and may do nothing else.
        let forced = candidate("k7/8/8/8/8/1q6/8/K7 b - - 0 1", "b3b2");
        assert!(!conditions.is_candidate(&forced, 0.5, 1.0));
        let free = candidate("k7/8/8/8/8/1q6/8/K7 b - - 0 1", "b3d1");
        assert!(!conditions.is_candidate(&free, 0.5, 0.7));
        let free = candidate("k7/8/8/8/8/1q6/8/K7 b - - 0 1", "b3e6");
        assert!(conditions.is_candidate(&free, 0.5, 1.0));
    }
}
