//! The puzzles of a game.

use super::{Conditions, Effort, Judge, Puzzle, PuzzleCandidate, SourceGame, Verdict};
use ferz::{Color, Position};
use ferz_game::pgn::annotation::{Annotation, annotations};
use ferz_game::pgn::{CommentPlace, NodeId, PgnGame, Tree};

/// The puzzles of a game.
#[derive(Clone, Default, Debug)]
pub struct GamePuzzles {
    /// The puzzles in the order of their errors.
    pub puzzles: Vec<Puzzle>,
    /// The number of moves that were candidates.
    pub candidates: u64,
    /// The number of candidates without a solution: the opponent has no line of only moves, or one that is too
    /// short, takes back, gains too little or is that of an earlier puzzle.
    pub unsolved: u64,
    /// The number of solutions that the test did not confirm.
    pub unconfirmed: u64,
}

impl Conditions {
    /// Finds the puzzles of the main line of a game: the candidates by the evaluations in its comments
    /// (`[%eval]`) and else by glances of the judge, then solved and tested. A solution that begins
    /// with a move of an earlier one is left out. The puzzle after ply 31 of game 7 has the name `7-31`.
    ///
    /// # Errors
    /// If a search fails.
    pub fn find_in<J: Judge>(
        &self,
        game: &PgnGame,
        number: u64,
        judge: &mut J,
    ) -> Result<GamePuzzles, J::Error> {
        let mut found = GamePuzzles::default();
        for (ply, candidate) in self.candidates(&game.tree, judge)? {
            found.candidates += 1;
            let Some(mut puzzle) = self.solve(&candidate, judge)? else {
                found.unsolved += 1;
                continue;
            };
            // What was overlooked is often still there a move later: one puzzle of it is enough.
            let first = puzzle.moves[1];
            let is_repeated = found
                .puzzles
                .iter()
                .any(|earlier| earlier.solution().iter().step_by(2).any(|&mv| mv == first));
            if is_repeated {
                found.unsolved += 1;
                continue;
            }
            if self.test(&puzzle, judge)? != Verdict::Confirmed {
                found.unconfirmed += 1;
                continue;
            }
            puzzle.id = format!("{number}-{ply}");
            let tag = |name| game.tags.get(name).unwrap_or_default();
            // Chess.com has the address in a tag of its own.
            let address = ["Site", "Link"].map(tag).into_iter().find(|tag| tag.starts_with("http"));
            puzzle.game = address.map(|address| format!("{address}#{ply}")).unwrap_or_default();
            puzzle.opening = tag("Opening").replace([' ', ','], "_");
            puzzle.source = SourceGame::of_tags(&game.tags);
            found.puzzles.push(puzzle);
        }
        Ok(found)
    }

    /// Returns the candidates of the main line with the number of their ply, from 1.
    fn candidates<J: Judge>(
        &self,
        tree: &Tree,
        judge: &mut J,
    ) -> Result<Vec<(usize, PuzzleCandidate)>, J::Error> {
        let mut position = tree.start();
        let mut before = expected_score(tree, NodeId::ROOT, &position, judge)?;
        let mut found = Vec::new();
        for (index, node) in tree.main_line().enumerate() {
            let Some(mv) = tree.mv(node) else {
                position.do_null_move();
                position = Tree::from_position(&position).start();
                before = expected_score(tree, node, &position, judge)?;
                continue;
            };
            let start = position.clone();
            position.do_move(mv);
            let after = expected_score(tree, node, &position, judge)?;
            let candidate = PuzzleCandidate { start, error: mv };
            if let (Some(before), Some(after)) = (before, after)
                && self.is_candidate(&candidate, 1.0 - before, after)
            {
                found.push((index + 1, candidate));
            }
            before = after;
        }
        Ok(found)
    }
}

/// Returns the expected score of the side to move; `None` if the game is over.
fn expected_score<J: Judge>(
    tree: &Tree,
    node: NodeId,
    position: &Position,
    judge: &mut J,
) -> Result<Option<f64>, J::Error> {
    if position.outcome().is_some() {
        return Ok(None);
    }
    let mut comments = tree.comments(node, CommentPlace::After).flat_map(annotations);
    let written = comments.find_map(|annotation| match annotation {
        Annotation::Eval(eval) => Some(eval.score),
        _ => None,
    });
    if let Some(score) = written {
        let is_white = position.side_to_move() == Color::White;
        return Ok(Some(judge.expected(if is_white { score } else { -score })));
    }
    let lines = judge.best_lines(position, 1, Effort::Glance)?;
    Ok(lines.first().map(|line| judge.expected(line.score)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::JudgedLine;
    use ferz::{Move, Score};
    use ferz_game::pgn::Games;
    use std::convert::Infallible;

    /// A judge for which these moves win and all others draw.
    struct Winning(&'static [&'static str]);

    impl Judge for Winning {
        type Error = Infallible;

        fn best_lines(
            &mut self,
            position: &Position,
            count: usize,
            _effort: Effort,
        ) -> Result<Vec<JudgedLine>, Infallible> {
            let line = |mv, centipawns| {
                let score = Score::Cp(centipawns);
                let win = if centipawns > 0 { 0.9 } else { 0.1 };
                JudgedLine { moves: vec![mv], score, expected: self.expected(score), win }
            };
            let wins: Vec<Move> =
                self.0.iter().filter_map(|text| position.parse_uci(text).ok()).collect();
            let others = position.legal_moves().into_iter().filter(|mv| !wins.contains(mv));
            let lines = wins.iter().map(|&mv| line(mv, 500)).chain(others.map(|mv| line(mv, 0)));
            Ok(lines.take(count).collect())
        }

        fn expected(&self, score: Score) -> f64 {
            match score {
                Score::Cp(0) => 0.5,
                Score::Cp(1..) => 0.9,
                _ => 0.1,
            }
        }
    }

    #[test]
    fn what_is_overlooked_twice_is_one_puzzle() {
        let text = "[FEN \"8/8/kPprpp2/P2n1p2/K1N4p/3R1P2/5P1P/8 w - - 0 34\"]\n\n{[%eval 0.0]} \
            34. Ne3 {[%eval -5.0]} Rd8 {[%eval 0.0]} 35. Nc4 {[%eval -5.0]} *";
        let (game, _) = Games::new(text.as_bytes()).next().unwrap().unwrap();
        let mut judge = Winning(&["d5b6", "a5b6", "c4b6", "d6d3", "d8d3"]);
        let found = Conditions::default().find_in(&game, 7, &mut judge).unwrap();
        let names: Vec<&str> = found.puzzles.iter().map(|puzzle| &*puzzle.id).collect();
        assert_eq!((found.candidates, names), (2, vec!["7-1"]));
    }
}
