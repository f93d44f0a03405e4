//! The JSON object of an analysed game.

use super::line::{ScoreFields, line_texts};
use ferz::{Color, Position, Score};
use ferz_game::analysis::reasons::{Concern, ExplainedMove, Reason};
use ferz_game::analysis::{GameAnalysis, GamePhase, MoveAssessment, SideSummary};
use ferz_game::pgn::PgnGame;
use serde::Serialize;

/// The facts of a game that its analysis lacks.
#[derive(Serialize, Clone, Copy, Debug)]
pub struct AnalysisSource<'a> {
    /// The name of the file.
    pub file: &'a str,
    /// The number in the file, from 1.
    pub game: u64,
    /// The name of the engine.
    pub engine: &'a str,
    /// The nodes of all searches.
    pub nodes: u64,
    /// The name of the file of the chart, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chart: Option<&'a str>,
}

/// JSON object of an analysed game.
#[derive(Serialize)]
pub struct GameObject<'a> {
    #[serde(flatten)]
    info: AnalysisSource<'a>,
    result: &'static str,
    white: PlayerObject<'a>,
    black: PlayerObject<'a>,
    start: PositionObject,
    moves: Vec<MoveObject>,
}

/// JSON object of a side: all moves, and those of each phase.
#[derive(Serialize)]
struct PlayerObject<'a> {
    name: &'a str,
    #[serde(flatten)]
    summary: SummaryObject,
    opening: SummaryObject,
    middlegame: SummaryObject,
    endgame: SummaryObject,
}

/// JSON object of the moves of a side.
#[derive(Serialize)]
struct SummaryObject {
    moves: u32,
    accuracy: Option<f64>,
    /// The mean loss of expected score in percentage points.
    mean_loss: Option<f64>,
    inaccuracies: u32,
    mistakes: u32,
    blunders: u32,
}

impl SummaryObject {
    fn new(summary: &SideSummary) -> Self {
        let SideSummary { moves, inaccuracies, mistakes, blunders, .. } = *summary;
        Self {
            moves,
            accuracy: summary.accuracy.map(rounded),
            mean_loss: summary.average_loss.map(rounded),
            inaccuracies,
            mistakes,
            blunders,
        }
    }
}

/// JSON object of a position. Evaluations are from White's view.
#[derive(Serialize)]
struct PositionObject {
    fen: String,
    /// Moves to mate are negative if Black gives mate, 0 in checkmate.
    #[serde(flatten, with = "ScoreFields")]
    evaluation: Score,
    depth: Option<u32>,
    /// White's expected score in percent.
    score: f64,
}

#[derive(Serialize)]
struct MoveObject {
    ply: usize,
    side: &'static str,
    san: String,
    uci: String,
    /// The position after the move.
    #[serde(flatten)]
    position: PositionObject,
    phase: &'static str,
    /// The loss of expected score in percentage points.
    loss: f64,
    accuracy: f64,
    assessment: Option<&'static str>,
    /// The best line of the position before the move.
    best_line: Vec<String>,
    /// Why the move was bad, as far as it is proven.
    reasons: Vec<ReasonObject>,
}

/// JSON object of a reason.
#[derive(Serialize)]
struct ReasonObject {
    kind: &'static str,
    /// `played` for what the move allows, `best` for what it misses.
    concern: &'static str,
    squares: Vec<String>,
    /// The moves that show it, after the move or in its place.
    line: Vec<String>,
    /// The pawns that are proven to be won.
    #[serde(skip_serializing_if = "Option::is_none")]
    pawns: Option<i32>,
    proof: &'static str,
    text: String,
}

impl ReasonObject {
    /// Creates the object of a reason; `before` is the position before the move, `after` that after it.
    fn new((reason, text): &(Reason, String), before: &Position, after: &Position) -> Self {
        let start = if reason.concern == Concern::Played { after } else { before };
        Self {
            kind: reason.kind.name(),
            concern: reason.concern.name(),
            squares: reason.squares.iter().map(ToString::to_string).collect(),
            line: line_texts(start, &reason.line, |position, mv| position.san(mv).to_string()),
            pawns: reason.pawns(),
            proof: reason.proof.name(),
            text: text.clone(),
        }
    }
}

impl<'a> GameObject<'a> {
    /// Creates the object of a game with the reasons of its moves.
    pub fn new(
        info: AnalysisSource<'a>,
        game: &'a PgnGame,
        analysis: &GameAnalysis,
        explained: &[ExplainedMove],
    ) -> Self {
        let player = |side: Color| {
            let [opening, middlegame, endgame] =
                GamePhase::ALL.map(|phase| SummaryObject::new(analysis.phase_summary(side, phase)));
            PlayerObject {
                name: game.tags.get(&side.to_string()).unwrap_or("?"),
                summary: SummaryObject::new(analysis.summary(side)),
                opening,
                middlegame,
                endgame,
            }
        };
        let mut position = game.tree.start();
        let start = position_object(&position, analysis, 0);
        let mut moves = Vec::with_capacity(analysis.moves().len());
        for (index, mv) in analysis.moves().iter().enumerate() {
            let best_line =
                line_texts(&position, &analysis.positions()[index].line, |position, mv| {
                    position.san(mv).to_string()
                });
            let before = position.clone();
            let (san, uci) = match game.tree.mv(mv.node) {
                Some(played) => {
                    let texts =
                        (position.san(played).to_string(), position.uci(played).to_string());
                    position.do_move(played);
                    texts
                }
                None => {
                    position.do_null_move();
                    ("--".to_owned(), "0000".to_owned())
                }
            };
            let reasons = explained.iter().find(|explained| explained.index == index);
            let reasons = reasons.into_iter().flat_map(|explained| &explained.reasons);
            let reasons =
                reasons.map(|reason| ReasonObject::new(reason, &before, &position)).collect();
            moves.push(MoveObject {
                ply: index + 1,
                side: if mv.side == Color::White { "white" } else { "black" },
                san,
                uci,
                position: position_object(&position, analysis, index + 1),
                phase: mv.phase.name(),
                loss: rounded(mv.loss),
                accuracy: rounded(mv.accuracy),
                assessment: mv.assessment.map(MoveAssessment::name),
                best_line,
                reasons,
            });
        }
        Self {
            info,
            result: game.result.as_str(),
            white: player(Color::White),
            black: player(Color::Black),
            start,
            moves,
        }
    }
}

fn position_object(position: &Position, analysis: &GameAnalysis, ply: usize) -> PositionObject {
    let evaluated = &analysis.positions()[ply];
    let score = match ply.checked_sub(1) {
        None => analysis.start_score(),
        Some(index) => analysis.moves()[index].score,
    };
    PositionObject {
        fen: position.fen(),
        evaluation: evaluated.evaluation.score(),
        depth: evaluated.depth,
        score: rounded(score),
    }
}

/// Rounds to two decimals.
fn rounded(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}
