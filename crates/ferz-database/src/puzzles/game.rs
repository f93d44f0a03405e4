//! The puzzles of a game.

use super::{Candidate, Conditions, Effort, Judge, Puzzle, SourceGame, Verdict};
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
    /// short, takes back or gains too little.
    pub unsolved: u64,
    /// The number of solutions that the test did not confirm.
    pub unconfirmed: u64,
}

impl Conditions {
    /// Finds the puzzles of the main line of a game: the candidates by the evaluations in its comments
    /// (`[%eval]`) and else by glances of the judge, then solved and tested. The puzzle after ply 31 of game 7 has
    /// the name `7-31`.
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
    ) -> Result<Vec<(usize, Candidate)>, J::Error> {
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
            let candidate = Candidate { start, error: mv };
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
