//! The review of a game from the evaluations of its positions.

use crate::game::with_game;
use ferz::{Color, Move, Score};
use ferz_game::analysis::{
    AnalysisOptions, AnnotationOptions, EvaluatedPosition, Evaluation, GameAnalysis, SideSummary,
};
use ferz_js_border::{Json, Output, input_words};

/// Reviews the main line of a game. Behind the record, the input has `evaluations` further words: for each position of
/// the main line whether the score is a mate (1) or centipawns (0), the score for the side to move as a signed number,
/// the depth, the length of the best line, and its moves.
///
/// Writes JSON: the moves with their losses and assessments, the numbers of both sides, and the annotated game as PGN.
/// Lines of at most `line_plies` are added.
#[unsafe(no_mangle)]
pub extern "C" fn game_review(record: usize, evaluations: usize, line_plies: u32) -> i32 {
    let given = input_words(record, evaluations);
    with_game(record, evaluations, |mut game, output| {
        let Some(positions) = evaluated(&given, &game) else { return fail(output) };
        let Ok(analysis) = GameAnalysis::new(&game.tree, positions, &AnalysisOptions::default())
        else {
            return fail(output);
        };
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
        let json = Json::object()
            .with_raw("startScore", rounded(analysis.start_score()))
            .with_list("moves", moves)
            .with_raw("white", side(analysis.summary(Color::White)))
            .with_raw("black", side(analysis.summary(Color::Black)));
        let options =
            AnnotationOptions { line_plies: line_plies as usize, ..AnnotationOptions::default() };
        options.annotate(&mut game, &analysis);
        output.write(json.with("pgn", game));
        1
    })
}

fn fail(output: &mut Output) -> i32 {
    output.fail(&Json::error(
        "GameError",
        "the evaluations are not those of the positions of the game",
    ));
    0
}

/// Reads the evaluations of all positions of the main line.
fn evaluated(mut words: &[u32], game: &ferz_game::pgn::PgnGame) -> Option<Vec<EvaluatedPosition>> {
    let mut position = game.tree.start();
    let mut positions = Vec::new();
    let mut nodes = game.tree.main_line();
    loop {
        let (&[is_mate, score, depth, length], rest) = words.split_first_chunk::<4>()?;
        let (line, rest) = rest.split_at_checked(length as usize)?;
        words = rest;
        let score = score as i32;
        let score = if is_mate != 0 { Score::Mate(score) } else { Score::Cp(score) };
        let mut at = position.clone();
        let legal = line.iter().map_while(|&bits| {
            let mv = Move::from_bits(u16::try_from(bits).ok()?)?;
            at.try_do_move(mv).is_ok().then_some(mv)
        });
        let line = legal.collect();
        let evaluation = Evaluation::of_outcome(&position)
            .unwrap_or_else(|| Evaluation::new(score, position.side_to_move()));
        positions.push(EvaluatedPosition {
            evaluation,
            depth: Some(depth).filter(|&depth| depth > 0),
            line,
        });
        let Some(node) = nodes.next() else { return Some(positions) };
        match game.tree.mv(node) {
            Some(mv) => position.do_move(mv),
            None => position.do_null_move(),
        }
    }
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
