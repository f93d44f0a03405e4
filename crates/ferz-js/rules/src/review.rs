//! The review of a game: which searches it needs, and what follows from their evaluations.

use crate::game::with_game;
use ferz::{Color, Move, Position, Score};
use ferz_game::GameResult;
use ferz_game::analysis::reasons::{Concern, Evidence, ExplainedMove, explain_move};
use ferz_game::analysis::{
    AnalysisOptions, AnnotationOptions, EvaluatedPosition, Evaluation, GameAnalysis, GameReview,
    ReviewEffort, ReviewSearch, ScoreCurve, SideSummary, recorded_positions,
};
use ferz_game::pgn::PgnGame;
use ferz_js_border::{Json, Output, Quoted, input_words};

/// Goes on with the review of the main line of a game. Behind the record, the input has `evaluations` further words for
/// the searches so far: the index of the position, 1 for a first search or 2 for a second one, whether the score is a mate
/// (1) or centipawns (0), the score for the side to move as a signed number, the depth, the length of the best line, and
/// its moves.
///
/// Writes JSON: the searches to do now, each with the index of its position, the factor of its nodes, and 1 or 2 as
/// above; with none the moves with their losses and assessments, the numbers of both sides, and the annotated game as PGN.
/// Lines of at most `line_plies` are added.
#[unsafe(no_mangle)]
pub extern "C" fn game_review(record: usize, evaluations: usize, line_plies: u32) -> i32 {
    let given = input_words(record, evaluations);
    with_game(record, evaluations, |mut game, output| {
        let tree = game.tree.clone();
        let mut review = GameReview::new(&tree, AnalysisOptions::default());
        if add_searches(&mut review, &given).is_none() {
            return fail(output);
        }
        let searches = review.searches();
        let list = searches.iter().map(|search| {
            let factor = if search.effort == ReviewEffort::First { 1 } else { GameReview::DEEPER };
            Json::object()
                .with_raw("index", search.index)
                .with_raw("factor", factor)
                .with_raw("effort", search.effort as u32 + 1)
        });
        let json = Json::object()
            .with_raw("nodes", GameReview::NODES)
            .with_raw("hashMiB", GameReview::HASH_MIB)
            .with_raw("positions", review.position_count())
            .with_list("searches", list);
        let analysis = if searches.is_empty() { review.analysis() } else { None };
        let Some(analysis) = analysis else {
            output.write(json);
            return 1;
        };
        let json = with_analysis(json, &analysis);
        let options =
            AnnotationOptions { line_plies: line_plies as usize, ..AnnotationOptions::default() };
        options.annotate(&mut game, &analysis);
        output.write(json.with("pgn", game));
        1
    })
}

/// Explains a move of a reviewed game. Behind the record, the input has the words of the review, as [`game_review`] takes
/// them, and `answers` further words: the searches that were asked for so far, each with the number of its lines, and for
/// each line whether its score is a mate (1) or centipawns (0), the score for the side to move, the length and the moves.
///
/// Writes JSON: `search`, a search to do before the next call, or the `reasons` and the `comment` that says them, which are
/// empty if nothing is proven. Returns 0 with an error unless the review is complete.
#[unsafe(no_mangle)]
pub extern "C" fn game_reasons(
    record: usize,
    evaluations: usize,
    answers: usize,
    index: usize,
) -> i32 {
    let given = input_words(record, evaluations);
    let answers = input_words(record + evaluations, answers);
    with_game(record, evaluations + answers.len(), |game, output| {
        let mut review = GameReview::new(&game.tree, AnalysisOptions::default());
        let added = add_searches(&mut review, &given);
        let analysis = added.and_then(|()| review.analysis());
        let Some(analysis) = analysis.filter(|analysis| index < analysis.moves().len()) else {
            return fail(output);
        };
        match explain_move(&game.tree, &analysis, index, &mut Answers(&answers)) {
            Err(search) => output.write(Json::object().with_raw("search", search)),
            Ok(explained) => output.write(explained.map_or_else(
                || Json::object().with_list("reasons", [""; 0]).with("comment", ""),
                |explained| reasons(&explained, &game),
            )),
        }
        1
    })
}

/// The answers to searches in the order in which they were asked for. The first one without an answer is the error.
struct Answers<'a>(&'a [u32]);

impl Evidence for Answers<'_> {
    type Error = Json;

    fn best_lines(
        &mut self,
        position: &Position,
        count: usize,
    ) -> Result<Vec<EvaluatedPosition>, Json> {
        let Some((&lines, mut words)) = self.0.split_first() else {
            let is_chess960 = position.is_chess960();
            let search = Json::object().with("fen", position.fen());
            return Err(search.with_raw("chess960", is_chess960).with_raw("lines", count));
        };
        let mut found = Vec::new();
        for _ in 0..lines {
            let Some((&[is_mate, score, length], rest)) = words.split_first_chunk::<3>() else {
                break;
            };
            let (line, rest) = rest.split_at(rest.len().min(length as usize));
            words = rest;
            found.push(evaluated(position, [is_mate, score, 0], line));
        }
        self.0 = words;
        Ok(found)
    }

    fn table_result(&mut self, _: &Position) -> Result<Option<GameResult>, Json> {
        Ok(None)
    }
}

/// Returns the reasons of a move as JSON, as `ferz analyse --json` has them.
fn reasons(explained: &ExplainedMove, game: &PgnGame) -> Json {
    let after = game.tree.position(explained.node);
    let mut before = after.clone();
    before.undo_move();
    let list = explained.reasons.iter().map(|(reason, text)| {
        let start = if reason.concern == Concern::Played { &after } else { &before };
        let mut at = start.clone();
        let line = reason.line.iter().map(|&mv| {
            let san = Quoted(&at.san(mv).to_string()).to_string();
            at.do_move(mv);
            san
        });
        let squares = reason.squares.iter().map(|square| Quoted(&square.to_string()).to_string());
        let json = Json::object()
            .with("kind", reason.kind.name())
            .with("concern", reason.concern.name())
            .with_list("squares", squares)
            .with_list("line", line)
            .with("proof", reason.proof.name())
            .with("text", text);
        match reason.pawns() {
            Some(pawns) => json.with_raw("pawns", pawns),
            None => json,
        }
    });
    Json::object().with_list("reasons", list).with("comment", explained.comment())
}

/// Writes the numbers of a review from the evaluations in the comments of a game as JSON, as [`game_review`] does. Returns
/// 1, or 0 if a position has none.
#[unsafe(no_mangle)]
pub extern "C" fn game_reviewed(record: usize) -> i32 {
    with_game(record, 0, |game: PgnGame, output| {
        let analysis = recorded_positions(&game.tree).and_then(|positions| {
            GameAnalysis::new(&game.tree, positions, &AnalysisOptions::default()).ok()
        });
        analysis.map_or(0, |analysis| {
            output.write(with_analysis(Json::object(), &analysis));
            1
        })
    })
}

/// Returns the expected score of the side that a score is for in percent, by the curve that judges moves. `is_mate` is 1
/// for moves to mate, 0 for centipawns.
#[unsafe(no_mangle)]
pub extern "C" fn expected_score(is_mate: u32, score: i32) -> f64 {
    let score = if is_mate != 0 { Score::Mate(score) } else { Score::Cp(score) };
    100.0 * ScoreCurve::default().expected_score(Evaluation::new(score, Color::White))
}

/// Adds the numbers of an analysis.
fn with_analysis(json: Json, analysis: &GameAnalysis) -> Json {
    let moves = analysis.moves().iter().map(|mv| {
        let json = Json::object()
            .with_raw("score", rounded(mv.score))
            .with_raw("loss", rounded(mv.loss))
            .with_raw("centipawnLoss", mv.centipawn_loss)
            .with_raw("accuracy", rounded(mv.accuracy));
        match mv.assessment {
            Some(assessment) => json.with("assessment", assessment),
            None => json,
        }
    });
    json.with_raw("startScore", rounded(analysis.start_score()))
        .with_list("moves", moves)
        .with_raw("white", side(analysis.summary(Color::White)))
        .with_raw("black", side(analysis.summary(Color::Black)))
}

fn fail(output: &mut Output) -> i32 {
    output.fail(&Json::error(
        "GameError",
        "the evaluations are not those of the positions of the game",
    ));
    0
}

/// Adds the searches of the words.
fn add_searches(review: &mut GameReview<'_>, mut words: &[u32]) -> Option<()> {
    while !words.is_empty() {
        let (&[index, effort, is_mate, score, depth, length], rest) =
            words.split_first_chunk::<6>()?;
        let (line, rest) = rest.split_at_checked(length as usize)?;
        words = rest;
        let index = index as usize;
        if index >= review.position_count() {
            return None;
        }
        let (start, moves) = review.line(index);
        let mut position = start.clone();
        moves.iter().for_each(|&mv| position.do_move(mv));
        let found = evaluated(&position, [is_mate, score, depth], line);
        let effort = if effort == 1 { ReviewEffort::First } else { ReviewEffort::Deeper };
        review.add(ReviewSearch { index, effort }, found);
    }
    Some(())
}

/// Returns an evaluation of a position from its words, with the moves of the line that are legal.
fn evaluated(
    position: &Position,
    [is_mate, score, depth]: [u32; 3],
    line: &[u32],
) -> EvaluatedPosition {
    let score = score as i32;
    let score = if is_mate != 0 { Score::Mate(score) } else { Score::Cp(score) };
    let evaluation = Evaluation::new(score, position.side_to_move());
    let mut at = position.clone();
    let legal = line.iter().map_while(|&bits| {
        let mv = Move::from_bits(u16::try_from(bits).ok()?)?;
        at.try_do_move(mv).is_ok().then_some(mv)
    });
    let line = legal.collect();
    EvaluatedPosition { evaluation, depth: Some(depth).filter(|&depth| depth > 0), line }
}

/// Returns a number with two decimals at most.
fn rounded(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

fn side(summary: &SideSummary) -> Json {
    let optional = |number: Option<f64>| {
        number.map_or_else(|| "null".to_owned(), |number| rounded(number).to_string())
    };
    Json::object()
        .with_raw("moves", summary.moves)
        .with_raw("inaccuracies", summary.inaccuracies)
        .with_raw("mistakes", summary.mistakes)
        .with_raw("blunders", summary.blunders)
        .with_raw("averageLoss", optional(summary.average_loss))
        .with_raw("averageCentipawnLoss", optional(summary.average_centipawn_loss))
        .with_raw("accuracy", optional(summary.accuracy))
}
