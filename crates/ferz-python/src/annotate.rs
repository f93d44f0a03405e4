//! The analysis of a game for `ferz.annotate`: `ferz_game::analysis` on Python's moves and comments.

use crate::board::Board;
use crate::chess_move::{IllegalMoveError, Move, SharedMove};
use crate::state::State;
use ferz::{Color, Position, Score};
use ferz_engine::eval::wdl::{HALF_WON_CENTIPAWNS, ODDS_CENTIPAWNS};
use ferz_game::GameResult;
use ferz_game::analysis::reasons::{Evidence, explain_move};
use ferz_game::analysis::{
    AnalysisOptions, AnnotationOptions, EvaluatedPosition, Evaluation, EvaluationChart,
    GameAnalysis, GameReview, ReviewEffort, ReviewSearch, ScoreCurve, Thresholds,
    remove_annotations,
};
use ferz_game::pgn::{CommentPlace, Nag, NodeId, PgnGame, Tree, TreeError};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;

/// The main line of a game: the start position of a board and the moves from it, and the options of
/// the analysis: `thresholds` are the least losses of inaccuracies, mistakes and blunders in
/// percentage points, and `curve` is `"players"` or `"engine"`.
///
/// Raises `ValueError` if the position is not legal or an option is invalid, and `IllegalMoveError` if a
/// move is not legal.
#[pyclass(frozen, module = "ferz._core")]
pub(crate) struct GameLine {
    tree: Tree,
    options: AnalysisOptions,
}

/// The analysis of a `GameLine`.
#[pyclass(frozen, module = "ferz._core")]
pub(crate) struct LineAnalysis {
    tree: Tree,
    analysis: GameAnalysis,
}

/// A searched position: centipawns or moves to mate for the side to move, depth, best line, and whether the search was a
/// second, deeper one.
type Searched = (Option<i64>, Option<i64>, Option<u32>, Vec<Py<Move>>, bool);

/// White's expected score after a move in percent, the loss in percentage points and in centipawns,
/// the accuracy, the name of the assessment, and the NAG of it.
type MoveTuple = (f64, f64, u32, f64, Option<&'static str>, Option<u8>);

/// The moves, inaccuracies, mistakes and blunders of a side, its average centipawn loss, and its
/// accuracy.
type SummaryTuple = (u32, u32, u32, u32, Option<f64>, Option<f64>);

/// The comments of a node, its NAGs, and the comments of the first move of the best line, if that is
/// a variation already.
type NotesBefore<'py> = (Vec<Bound<'py, PyString>>, Vec<u8>, Vec<Bound<'py, PyString>>);

/// The comments of a node, its NAGs, and if the best line was added as a variation, its length and the
/// comments of its first move.
type NotesAfter = (Vec<String>, Vec<u8>, Option<(usize, Vec<String>)>);

/// A reason: its kind, `"played"` or `"best"`, the squares, the moves that show it, how it is proven, the pawns that are
/// proven, and the sentence.
type ReasonTuple =
    (&'static str, &'static str, Vec<usize>, Vec<SharedMove>, &'static str, Option<i32>, String);

/// The lines of a search: centipawns or moves to mate for the side to move, depth, line, and false.
type Lines = Vec<Searched>;

/// Functions of Python as evidence. Both take the FEN of a position and whether it is one of Chess960.
struct Callbacks<'py> {
    /// Takes a number of lines too, and returns the best lines; `None` without an engine.
    best_lines: Option<Bound<'py, PyAny>>,
    /// Returns the result for the side to move: 1, 0 or -1, or `None` if no table has the position.
    table_result: Option<Bound<'py, PyAny>>,
}

impl Evidence for Callbacks<'_> {
    type Error = PyErr;

    fn best_lines(
        &mut self,
        position: &Position,
        count: usize,
    ) -> PyResult<Vec<EvaluatedPosition>> {
        let Some(call) = &self.best_lines else { return Ok(Vec::new()) };
        let lines: Lines =
            call.call1((position.fen(), position.is_chess960(), count))?.extract()?;
        let mut position = position.clone();
        Ok(lines.into_iter().map(|line| evaluated(&mut position, line)).collect())
    }

    fn table_result(&mut self, position: &Position) -> PyResult<Option<GameResult>> {
        let Some(call) = &self.table_result else { return Ok(None) };
        let found: Option<i64> = call.call1((position.fen(), position.is_chess960()))?.extract()?;
        let side = position.side_to_move();
        Ok(found.map(|found| match found {
            1.. => GameResult::win(side),
            0 => GameResult::Draw,
            _ => GameResult::win(!side),
        }))
    }
}

#[pymethods]
impl GameLine {
    #[new]
    fn new(
        board: &Bound<'_, Board>,
        moves: Vec<Py<Move>>,
        thresholds: (f64, f64, f64),
        curve: &str,
    ) -> PyResult<Self> {
        let options = analysis_options(thresholds, curve)?;
        let mut position = Board::position(board)?;
        let mut tree = Tree::from_position(&position);
        let (mut node, mut segment) = (NodeId::ROOT, Vec::new());
        let refused = |error: TreeError| IllegalMoveError::new_err(error.to_string());
        for mv in moves {
            let mv = *mv.get();
            if mv.is_null() {
                node = tree.add_line(node, &segment).map_err(refused)?;
                node = tree.add_null_move(node).map_err(refused)?;
                segment.clear();
                position.do_null_move();
                // The searches after a null move start without the moves before it.
                position = Tree::from_position(&position).start();
            } else {
                let found = State::of_position(&position).find_in(mv, &position);
                let found = found.ok_or_else(|| {
                    IllegalMoveError::new_err(format!("illegal move: {mv} in {}", position.fen()))
                })?;
                segment.push(found);
                position.do_move(found);
            }
        }
        tree.add_line(node, &segment).map_err(refused)?;
        Ok(Self { tree, options })
    }

    /// The nodes of a first search without another limit.
    #[classattr]
    const NODES: u64 = GameReview::NODES;

    /// The nodes and the time of a second search, as a multiple of those of the first one.
    #[classattr]
    const DEEPER: u32 = GameReview::DEEPER;

    /// The plies of a second search beyond those of the first one.
    #[classattr]
    const DEEPER_PLIES: u32 = GameReview::DEEPER_PLIES;

    /// The size of the transposition table in MiB.
    #[classattr]
    const HASH_MIB: usize = GameReview::HASH_MIB;

    /// Returns the positions to search now, by their index, and whether the search is a second, deeper one; none at
    /// the end. `searched` has the searches so far: centipawns or moves to mate for the side to move, depth, best line,
    /// and whether it was a second one; `None` without a search.
    fn searches(&self, searched: Vec<Option<Searched>>) -> PyResult<Vec<(usize, bool)>> {
        let searches = self.review(searched)?.searches().into_iter();
        Ok(searches.map(|search| (search.index, search.effort == ReviewEffort::Deeper)).collect())
    }

    /// Analyses the line by the searches of its positions, which those where the game has ended need not have.
    fn analyse(&self, searched: Vec<Option<Searched>>) -> PyResult<LineAnalysis> {
        let analysis = self.review(searched)?.analysis();
        let missing = || PyValueError::new_err("a position has not been searched");
        Ok(LineAnalysis { tree: self.tree.clone(), analysis: analysis.ok_or_else(missing)? })
    }
}

impl GameLine {
    /// Returns the review with these searches.
    fn review(&self, searched: Vec<Option<Searched>>) -> PyResult<GameReview<'_>> {
        let mut review = GameReview::new(&self.tree, self.options);
        if searched.len() != review.position_count() {
            let (found, expected) = (searched.len(), review.position_count());
            let reason = format!("expected {expected} positions, found {found}");
            return Err(PyValueError::new_err(reason));
        }
        for (index, searched) in searched.into_iter().enumerate() {
            let Some(searched) = searched else { continue };
            let effort = if searched.4 { ReviewEffort::Deeper } else { ReviewEffort::First };
            let (start, moves) = review.line(index);
            let mut position = start.clone();
            moves.iter().for_each(|&mv| position.do_move(mv));
            let found = evaluated(&mut position, searched);
            review.add(ReviewSearch { index, effort }, found);
        }
        Ok(review)
    }
}

#[pymethods]
impl LineAnalysis {
    /// White's expected score before the first move, in percent.
    #[getter]
    fn start_score(&self) -> f64 {
        self.analysis.start_score()
    }

    /// Returns for each move White's expected score after it in percent, the loss in percentage
    /// points and in centipawns, the accuracy, the name of the assessment, and its NAG.
    fn moves(&self) -> Vec<MoveTuple> {
        let moves = self.analysis.moves().iter().map(|mv| {
            let (name, nag) = mv.assessment.map(|found| (found.name(), found.nag().0)).unzip();
            (mv.score, mv.loss, mv.centipawn_loss, mv.accuracy, name, nag)
        });
        moves.collect()
    }

    /// Returns the moves, inaccuracies, mistakes and blunders of a side, its average centipawn loss,
    /// and its accuracy.
    fn summary(&self, white: bool) -> SummaryTuple {
        let summary = self.analysis.summary(if white { Color::White } else { Color::Black });
        (
            summary.moves,
            summary.inaccuracies,
            summary.mistakes,
            summary.blunders,
            summary.average_centipawn_loss,
            summary.accuracy,
        )
    }

    /// Returns the reasons why a move was bad and the comment that says them; `None` if nothing is proven.
    ///
    /// `best_lines(fen, chess960, count)` returns the best lines of a position as `GameLine.searches` takes them, and
    /// `table_result(fen, chess960)` its result by a tablebase for the side to move: 1, 0, -1 or `None`. Their errors are
    /// raised.
    #[pyo3(signature = (index, best_lines=None, table_result=None))]
    fn explain(
        &self,
        index: usize,
        best_lines: Option<Bound<'_, PyAny>>,
        table_result: Option<Bound<'_, PyAny>>,
    ) -> PyResult<Option<(Vec<ReasonTuple>, String)>> {
        if index >= self.analysis.moves().len() {
            return Err(PyValueError::new_err(format!("there is no move {index}")));
        }
        let mut evidence = Callbacks { best_lines, table_result };
        let explained = explain_move(&self.tree, &self.analysis, index, &mut evidence)?;
        Ok(explained.map(|explained| {
            let (comment, position) = (explained.comment(), self.tree.start());
            let reasons = explained.reasons.into_iter().map(|(reason, text)| {
                (
                    reason.kind.name(),
                    reason.concern.name(),
                    reason.squares.iter().map(|square| square.index()).collect(),
                    reason
                        .line
                        .iter()
                        .map(|&mv| SharedMove(Move::written(&position, mv)))
                        .collect(),
                    reason.proof.name(),
                    reason.pawns(),
                    text,
                )
            });
            (reasons.collect(), comment)
        }))
    }

    /// Returns the chart as SVG, with the names of the players and the result.
    fn chart(&self, white: &str, black: &str, result: &str) -> String {
        let mut game = PgnGame { tree: self.tree.clone(), ..PgnGame::new() };
        for (name, value) in [("White", white), ("Black", black)] {
            // The names are valid.
            let _ = game.tags.set(name, value);
        }
        game.result = result.parse().unwrap_or_default();
        EvaluationChart::new(&game, &self.analysis).to_string()
    }

    /// Returns the annotations of the start position and of each move, and the tags to set.
    ///
    /// `notes` are the annotations so far: comments, NAGs, and the comments of the first move of the
    /// best line before the move, empty if the game has no such variation. The annotations returned
    /// have the length of the best line to add and the comments of its first move instead, or `None`.
    /// `replace` removes the annotations so far first.
    #[pyo3(signature = (notes, *, evals, nags, tags, line_plies, replace))]
    fn annotate(
        &self,
        notes: Vec<NotesBefore<'_>>,
        evals: bool,
        nags: bool,
        tags: bool,
        line_plies: usize,
        replace: bool,
    ) -> (Vec<NotesAfter>, Vec<(String, String)>) {
        let mut game = PgnGame { tree: self.tree.clone(), ..PgnGame::new() };
        let line = self.nodes();
        for (index, (comments, nags, best_comments)) in notes.into_iter().enumerate() {
            let Some(&node) = line.get(index) else { break };
            add_comments(&mut game.tree, node, &comments);
            nags.into_iter().for_each(|nag| game.tree.add_nag(node, Nag(nag)));
            let best = index.checked_sub(1).and_then(|before| self.best_move(before));
            if let Some(best) = best.filter(|_| !best_comments.is_empty())
                && let Ok(first) = game.tree.add(line[index - 1], best)
            {
                add_comments(&mut game.tree, first, &best_comments);
            }
        }
        if replace {
            remove_annotations(&mut game.tree);
        }
        let options = AnnotationOptions { evals, nags, line_plies, tags };
        options.annotate(&mut game, &self.analysis);
        let comments = |node| {
            game.tree.comments(node, CommentPlace::After).map(str::to_owned).collect::<Vec<_>>()
        };
        let added = |index: usize| {
            let before = index.checked_sub(1).filter(|_| line_plies > 0)?;
            self.analysis.moves()[before].assessment?;
            let first = game.tree.find_child(line[before], Some(self.best_move(before)?))?;
            let length = self.analysis.positions()[before].line.len().min(line_plies);
            Some((length, comments(first)))
        };
        let nags = |node| game.tree.nags(node).map(|nag| nag.0).collect();
        let after = line
            .iter()
            .enumerate()
            .map(|(index, &node)| (comments(node), nags(node), added(index)));
        let tags = game.tags.iter().map(|(name, value)| (name.to_owned(), value.to_owned()));
        (after.collect(), tags.collect())
    }
}

impl LineAnalysis {
    /// Returns the nodes of the start position and of the moves.
    fn nodes(&self) -> Vec<NodeId> {
        std::iter::once(NodeId::ROOT).chain(self.tree.main_line()).collect()
    }

    /// Returns the first move of the best line of a position.
    fn best_move(&self, position: usize) -> Option<ferz::Move> {
        self.analysis.positions()[position].line.first().copied()
    }
}

fn add_comments(tree: &mut Tree, node: NodeId, comments: &[Bound<'_, PyString>]) {
    for comment in comments {
        // A lone surrogate has no UTF-8.
        tree.add_comment(node, CommentPlace::After, &comment.to_string_lossy());
    }
}

/// Converts a searched position. The best line ends before a move that is not legal.
fn evaluated(
    position: &mut Position,
    (centipawns, mate, depth, moves, _): Searched,
) -> EvaluatedPosition {
    let side = position.side_to_move();
    let limit = i64::from(i32::MAX);
    let number = |number: i64| number.clamp(-limit, limit) as i32;
    let score = mate.map_or_else(
        || Score::Cp(number(centipawns.unwrap_or(0))),
        |moves| Score::Mate(number(moves)),
    );
    let evaluation = Evaluation::new(score, side);
    let mut line = Vec::with_capacity(moves.len());
    for mv in moves {
        let found = State::of_position(position).find_in(*mv.get(), position);
        let Some(mv) = found else { break };
        line.push(mv);
        position.do_move(mv);
    }
    for _ in &line {
        position.undo_move();
    }
    EvaluatedPosition { evaluation, depth, line }
}

/// # Errors
/// `ValueError` for thresholds that do not increase from above 0 to at most 100, and for curves of
/// other names.
fn analysis_options(thresholds: (f64, f64, f64), curve: &str) -> PyResult<AnalysisOptions> {
    let (inaccuracy, mistake, blunder) = thresholds;
    let are_increasing = 0.0 < inaccuracy && inaccuracy <= mistake && mistake <= blunder;
    if !are_increasing || blunder > 100.0 {
        return Err(PyValueError::new_err(format!(
            "thresholds are three increasing numbers above 0 and up to 100, not {thresholds:?}"
        )));
    }
    let curve = match curve {
        "players" => ScoreCurve::GAMES_OF_PLAYERS,
        "engine" => ScoreCurve { offset: HALF_WON_CENTIPAWNS, scale: ODDS_CENTIPAWNS },
        curve => {
            return Err(PyValueError::new_err(format!(
                "curve is 'players' or 'engine', not {curve:?}"
            )));
        }
    };
    Ok(AnalysisOptions { curve, thresholds: Thresholds { inaccuracy, mistake, blunder } })
}
