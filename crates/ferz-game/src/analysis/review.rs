//! The searches of a review: which positions, in which order, and which of them a second time.

use super::{AnalysisOptions, EvaluatedPosition, Evaluation, GameAnalysis, Thresholds};
use crate::pgn::Tree;
use ferz::{Color, Move, Position};

/// A review of the main line of a game: it says which positions are to be searched, and takes their evaluations.
///
/// All positions are searched once. A verdict near the border of a class stands on two deeper searches, of the
/// positions before and after the move, and so does one on a move that raises the score of its own side, which the first of
/// them has not seen. If it raises it still, the position before has the evaluation of the one after, to which the move
/// leads: see [`analysis`](Self::analysis). Each search is to be the first of a new game, with one thread and a table
/// of [`HASH_MIB`](Self::HASH_MIB): then it depends on its position alone, so that reviews are equal, in any order of
/// the searches and with several at once.
///
/// ```
/// use ferz_game::analysis::{AnalysisOptions, EvaluatedPosition, Evaluation, GameReview};
/// use ferz_game::pgn::Games;
/// let (game, _) = Games::new(b"1. e4 e5 *".as_slice()).next().transpose()?.unwrap();
/// let mut review = GameReview::new(&game.tree, AnalysisOptions::default());
/// let mut searched = 0;
/// while let Some(search) = review.searches().first().copied() {
///     let (_start, _moves) = review.line(search.index);
///     let centipawns = if search.index == 2 { 130 } else { 70 };
///     review.add(search, EvaluatedPosition::new(Evaluation::Centipawns(centipawns)));
///     searched += 1;
/// }
/// // The answer to the first move loses about 5 points.
/// assert_eq!(searched, 3 + 2);
/// assert_eq!(review.analysis().unwrap().moves().len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct GameReview<'a> {
    tree: &'a Tree,
    options: AnalysisOptions,
    /// The positions since the last null move, which is no move of UCI, and the moves from the first of them.
    segments: Vec<(Position, Vec<Move>)>,
    positions: Vec<ReviewedPosition>,
}

/// A position of a review.
struct ReviewedPosition {
    /// The segment, and the number of its moves before the position.
    place: (usize, usize),
    side: Color,
    /// The move that follows; `None` for a null move and at the end.
    mv: Option<Move>,
    found: Option<EvaluatedPosition>,
    /// The searches that it needs no more: two where the game has ended.
    searches: u8,
}

/// The effort of a search of a review.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReviewEffort {
    /// The first search of a position.
    First,
    /// The second one, with [`GameReview::DEEPER`] times the nodes or time.
    Deeper,
}

/// A search of a review.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReviewSearch {
    /// The position, from 0 for that before the first move.
    pub index: usize,
    /// The effort.
    pub effort: ReviewEffort,
}

impl<'a> GameReview<'a> {
    /// The nodes of a first search without another limit.
    pub const NODES: u64 = 100_000;

    /// The nodes and the time of a second search, as a multiple of those of the first one.
    pub const DEEPER: u32 = 4;

    /// The plies of a second search beyond those of the first one, if depth is the limit.
    pub const DEEPER_PLIES: u32 = 3;

    /// The size of the transposition table in MiB. A larger one takes longer to clear than a position to search.
    pub const HASH_MIB: usize = 16;

    /// The distance from the border of a class, in percentage points, within which a verdict is searched deeper.
    pub const MARGIN: f64 = 2.0;

    /// Begins the review of the main line of a game.
    pub fn new(tree: &'a Tree, options: AnalysisOptions) -> Self {
        let mut position = tree.start();
        let mut segments = vec![(position.clone(), Vec::new())];
        let mut positions = Vec::new();
        let mut nodes = tree.main_line();
        loop {
            let node = nodes.next();
            let mv = node.and_then(|node| tree.mv(node));
            let last = segments.len() - 1;
            let found = Evaluation::of_outcome(&position).map(EvaluatedPosition::new);
            positions.push(ReviewedPosition {
                place: (last, segments[last].1.len()),
                side: position.side_to_move(),
                mv,
                searches: if found.is_some() { 2 } else { 0 },
                found,
            });
            match (node, mv) {
                (None, _) => break,
                (_, Some(mv)) => {
                    position.do_move(mv);
                    segments[last].1.push(mv);
                }
                _ => {
                    position.do_null_move();
                    // A tree starts without the moves before it.
                    position = Tree::from_position(&position).start();
                    segments.push((position.clone(), Vec::new()));
                }
            }
        }
        Self { tree, options, segments, positions }
    }

    /// Returns the number of positions.
    pub fn position_count(&self) -> usize {
        self.positions.len()
    }

    /// Returns a position as one before it and the moves from there on.
    ///
    /// # Panics
    /// If there is no such position.
    pub fn line(&self, index: usize) -> (&Position, &[Move]) {
        let (segment, played) = self.positions[index].place;
        let (start, moves) = &self.segments[segment];
        (start, &moves[..played])
    }

    /// Returns the searches that are possible now, in any order or at once; none if the review is complete. The second
    /// ones follow all first ones.
    pub fn searches(&self) -> Vec<ReviewSearch> {
        let (effort, wanted): (_, Vec<bool>) =
            match self.positions.iter().any(|position| position.found.is_none()) {
                true => (
                    ReviewEffort::First,
                    self.positions.iter().map(|position| position.found.is_none()).collect(),
                ),
                false => (ReviewEffort::Deeper, self.doubtful()),
            };
        let searches = wanted.into_iter().enumerate().filter(|&(_, is_wanted)| is_wanted);
        searches.map(|(index, _)| ReviewSearch { index, effort }).collect()
    }

    /// Returns for each position whether it is to be searched deeper.
    fn doubtful(&self) -> Vec<bool> {
        let mut doubtful = vec![false; self.positions.len()];
        for (index, pair) in self.positions.windows(2).enumerate() {
            if self.is_doubtful(&pair[0], &pair[1]) {
                for place in [index, index + 1] {
                    doubtful[place] = self.positions[place].searches < 2;
                }
            }
        }
        doubtful
    }

    /// Returns true if the verdict on the move between two positions is near a border, or the two searches contradict
    /// each other: the engine prefers a move that the next search finds worse, or has not seen what the move wins.
    fn is_doubtful(&self, before: &ReviewedPosition, after: &ReviewedPosition) -> bool {
        let Some(loss) = self.loss(before, after) else { return false };
        let Thresholds { inaccuracy, mistake, blunder } = self.options.thresholds;
        if loss <= -inaccuracy {
            return true;
        }
        let preferred = before.found.as_ref().and_then(|found| found.line.first());
        if preferred == before.mv.as_ref() {
            return loss >= inaccuracy - Self::MARGIN;
        }
        [inaccuracy, mistake, blunder].iter().any(|border| (loss - border).abs() < Self::MARGIN)
    }

    /// Returns what the move between two positions loses, in percentage points; `None` for a null move, and without both
    /// evaluations.
    fn loss(&self, before: &ReviewedPosition, after: &ReviewedPosition) -> Option<f64> {
        before.mv?;
        let score =
            |found: &EvaluatedPosition| 100.0 * self.options.curve.expected_score(found.evaluation);
        let change = score(before.found.as_ref()?) - score(after.found.as_ref()?);
        Some(if before.side == Color::White { change } else { -change })
    }

    /// Takes the evaluation of a search. One of a position that has ended, or less deep than another, is ignored.
    ///
    /// # Panics
    /// If there is no such position.
    pub fn add(&mut self, search: ReviewSearch, found: EvaluatedPosition) {
        let position = &mut self.positions[search.index];
        let searches = search.effort as u8 + 1;
        if searches > position.searches {
            (position.found, position.searches) = (Some(found), searches);
        }
    }

    /// Returns the analysis; `None` if a position has no evaluation.
    ///
    /// A position is worth no less to its side than the one to which its move leads. Where the searches say otherwise by
    /// the loss of an inaccuracy or more, the later and better informed one stands, from the last position to the first: so
    /// the move that allowed the blow is blamed, and the curve has no step at the answer.
    pub fn analysis(mut self) -> Option<GameAnalysis> {
        for index in (1..self.positions.len()).rev() {
            let (before, after) = (&self.positions[index - 1], &self.positions[index]);
            let loss = self.loss(before, after);
            if loss.is_some_and(|loss| loss <= -self.options.thresholds.inaccuracy) {
                let found = before
                    .mv
                    .zip(after.found.as_ref())
                    .map(|(mv, found)| found.before(mv, before.side));
                self.positions[index - 1].found = found;
            }
        }
        let positions: Option<Vec<_>> =
            self.positions.into_iter().map(|position| position.found).collect();
        GameAnalysis::new(self.tree, positions?, &self.options).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::Games;
    use ReviewEffort::{Deeper, First};

    fn tree(pgn: &str) -> Tree {
        Games::new(pgn.as_bytes()).next().unwrap().unwrap().0.tree
    }

    /// Adds evaluations of first searches in centipawns from White's view.
    fn reviewed<'a>(tree: &'a Tree, centipawns: &[i32]) -> GameReview<'a> {
        let mut review = GameReview::new(tree, AnalysisOptions::default());
        for search in review.searches() {
            assert_eq!(search.effort, First);
            let evaluation = Evaluation::Centipawns(centipawns[search.index]);
            review.add(search, EvaluatedPosition::new(evaluation));
        }
        review
    }

    fn deeper(review: &GameReview<'_>) -> Vec<usize> {
        let searches = review.searches();
        assert!(searches.iter().all(|search| search.effort == Deeper));
        searches.iter().map(|search| search.index).collect()
    }

    #[test]
    fn verdicts_near_a_border_are_searched_deeper_on_both_sides() {
        let tree = tree("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *");
        // 55 centipawns are 5.05 points, 40 are 3.7, 25 are 2.3, 80 are 7.3, 300 are 25.
        for (centipawns, expected) in [
            ([0, -55, -55, -55, -55, -55, -55], vec![0, 1]),
            ([0, 0, 0, -40, -40, -40, -40], vec![2, 3]),
            ([0, 25, 25, 25, 25, 25, 25], vec![]),
            ([0, 0, 25, 25, 25, 25, 25], vec![]),
            ([0, 0, 300, 300, 300, 300, 300], vec![]),
            ([0, 0, 0, 0, 0, 0, 55], vec![5, 6]),
        ] {
            assert_eq!(deeper(&reviewed(&tree, &centipawns)), expected, "{centipawns:?}");
        }
    }

    #[test]
    fn a_second_search_can_put_a_neighbour_in_doubt() {
        let tree = tree("1. e4 e5 2. Nf3 *");
        let mut review = reviewed(&tree, &[0, -55, -55, -55]);
        let at = |cp| EvaluatedPosition::new(Evaluation::Centipawns(cp));
        review.add(ReviewSearch { index: 0, effort: Deeper }, at(0));
        review.add(ReviewSearch { index: 1, effort: Deeper }, at(-111));
        // The move of White loses 10 points now, which both searches are deep for; that of Black 5.
        assert_eq!(deeper(&review), [2]);
        review.add(ReviewSearch { index: 2, effort: Deeper }, at(-111));
        // And White's next one gains 5.
        assert_eq!(deeper(&review), [3]);
        review.add(ReviewSearch { index: 3, effort: Deeper }, at(-111));
        assert_eq!(deeper(&review), [0; 0]);
        // A late first search changes nothing.
        review.add(ReviewSearch { index: 3, effort: First }, at(900));
        let analysis = review.analysis().unwrap();
        assert_eq!(analysis.positions()[3], at(-111));
        assert_eq!(analysis.moves()[0].assessment.map(|found| found.symbol()), Some("?"));
    }

    #[test]
    fn a_preferred_move_that_loses_is_doubtful() {
        let tree = tree("1. e4 e5 *");
        let mut review = GameReview::new(&tree, AnalysisOptions::default());
        let line = vec![tree.start().parse_san("e4").unwrap()];
        for search in review.searches() {
            let cp = if search.index == 0 { 300 } else { 0 };
            let found = EvaluatedPosition::new(Evaluation::Centipawns(cp));
            let line = if search.index == 0 { line.clone() } else { Vec::new() };
            review.add(search, EvaluatedPosition { line, ..found });
        }
        assert_eq!(deeper(&review), [0, 1]);
    }

    #[test]
    fn a_move_that_raises_the_score_blames_the_one_before() {
        let tree = tree("1. e4 e5 2. Nf3 *");
        let at = |cp| EvaluatedPosition::new(Evaluation::Centipawns(cp));
        let review = |last: i32| {
            let mut review = reviewed(&tree, &[150, 150, 150, 384]);
            assert_eq!(deeper(&review), [2, 3]);
            for (index, cp) in [(2, 160), (3, last)] {
                review.add(ReviewSearch { index, effort: Deeper }, at(cp));
            }
            // The move before is in doubt too if 2. Nf3 wins.
            for index in deeper(&review) {
                review.add(ReviewSearch { index, effort: Deeper }, at(150));
            }
            review.analysis().unwrap()
        };
        let mistaken = review(390);
        let blamed: Vec<_> =
            mistaken.moves().iter().map(|mv| mv.assessment.map(|found| found.symbol())).collect();
        assert_eq!(blamed, [None, Some("??"), None]);
        let mv = tree.mv(tree.main_line().nth(2).unwrap()).unwrap();
        let carried = EvaluatedPosition { line: vec![mv], ..at(390) };
        assert_eq!(mistaken.positions()[2], carried);
        // A deeper search that takes the rise back leaves all as it was.
        let quiet = review(170);
        assert!(quiet.moves().iter().all(|mv| mv.assessment.is_none()));
        assert_eq!(quiet.positions()[2], at(160));
    }

    #[test]
    fn a_mate_is_carried_back_with_its_length() {
        let tree = tree("1. f3 e5 2. g4 Qe7 3. Nc3 *");
        let mut review = GameReview::new(&tree, AnalysisOptions::default());
        let mate = Evaluation::Mate { winner: Color::White, moves: 2 };
        let mut rounds = 0;
        while let Some(search) = review.searches().first().copied() {
            let found = if search.index == 5 { mate } else { Evaluation::Centipawns(0) };
            review
                .add(search, EvaluatedPosition { depth: Some(7), ..EvaluatedPosition::new(found) });
            rounds += 1;
        }
        // Six positions, and two of them deeper.
        assert_eq!(rounds, 8);
        let analysis = review.analysis().unwrap();
        let before = &analysis.positions()[4];
        assert_eq!(before.evaluation, Evaluation::Mate { winner: Color::White, moves: 3 });
        assert_eq!((before.depth, before.line.len()), (Some(8), 1));
        assert_eq!(analysis.moves()[3].assessment.map(|found| found.symbol()), Some("??"));
    }

    #[test]
    fn ended_games_and_null_moves_need_no_search() {
        let mate = tree("1. f3 e5 2. g4 Qh4# 0-1");
        let review = GameReview::new(&mate, AnalysisOptions::default());
        assert_eq!((review.position_count(), review.searches().len()), (5, 4));
        let nulls = tree("1. e4 -- 2. Qh5 *");
        let review = reviewed(&nulls, &[0, 0, 300, 300]);
        assert_eq!(deeper(&review), [0; 0]);
        let lengths: Vec<_> = (0..4).map(|index| review.line(index).1.len()).collect();
        assert_eq!(lengths, [0, 1, 0, 1]);
        assert!(review.analysis().is_some());
        assert!(GameReview::new(&nulls, AnalysisOptions::default()).analysis().is_none());
    }
}
