//! The summaries of `pgn annotate`, as a table and as JSON.

use crate::common::engines::ScoreFields;
use crate::common::error::Error;
use crate::common::output::escaped;
use crate::common::text::{counted, duration, line_texts, scaled};
use ferz::{Color, Position, Score};
use ferz_game::analysis::{GameAnalysis, MoveAssessment, SideSummary};
use ferz_game::pgn::{PgnError, PgnGame};
use serde::Serialize;
use std::io::{Write, stdout};
use std::time::Duration;

/// The number of characters of the column for players.
const PLAYER_WIDTH: usize = 28;

/// The facts of a game that its analysis lacks.
#[derive(Serialize)]
pub(super) struct GameInfo<'a> {
    pub(super) file: &'a str,
    pub(super) game: u64,
    pub(super) engine: &'a str,
    pub(super) nodes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) chart: Option<&'a str>,
}

/// JSON object of a game.
#[derive(Serialize)]
struct GameObject<'a> {
    #[serde(flatten)]
    info: &'a GameInfo<'a>,
    result: &'static str,
    white: PlayerObject<'a>,
    black: PlayerObject<'a>,
    start: PositionObject,
    moves: Vec<MoveObject>,
}

/// JSON object of a game with an error.
#[derive(Serialize)]
struct ErrorObject<'a> {
    file: &'a str,
    game: u64,
    line: u64,
    column: u64,
    error: String,
}

#[derive(Serialize)]
struct PlayerObject<'a> {
    name: &'a str,
    moves: u32,
    accuracy: Option<f64>,
    average_centipawn_loss: Option<f64>,
    inaccuracies: u32,
    mistakes: u32,
    blunders: u32,
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
    loss: f64,
    centipawn_loss: u32,
    accuracy: f64,
    assessment: Option<&'static str>,
    /// The best line of the position before the move.
    best_line: Vec<String>,
}

/// Returns the JSON object of a game as text.
///
/// # Errors
/// If the object cannot be written.
pub(super) fn json(
    info: &GameInfo<'_>,
    game: &PgnGame,
    analysis: &GameAnalysis,
) -> Result<String, Error> {
    let player = |side: Color| {
        let SideSummary { moves, inaccuracies, mistakes, blunders, .. } = *analysis.summary(side);
        let summary = analysis.summary(side);
        PlayerObject {
            name: game.tags.get(&side.to_string()).unwrap_or("?"),
            moves,
            accuracy: summary.accuracy.map(rounded),
            average_centipawn_loss: summary.average_centipawn_loss.map(rounded),
            inaccuracies,
            mistakes,
            blunders,
        }
    };
    let mut position = game.tree.start();
    let start = position_object(&position, analysis, 0);
    let mut moves = Vec::with_capacity(analysis.moves().len());
    for (index, mv) in analysis.moves().iter().enumerate() {
        let best_line = line_texts(&position, &analysis.positions()[index].line, |position, mv| {
            position.san(mv).to_string()
        });
        let (san, uci) = match game.tree.mv(mv.node) {
            Some(played) => {
                let texts = (position.san(played).to_string(), position.uci(played).to_string());
                position.do_move(played);
                texts
            }
            None => {
                position.do_null_move();
                ("--".to_owned(), "0000".to_owned())
            }
        };
        moves.push(MoveObject {
            ply: index + 1,
            side: if mv.side == Color::White { "white" } else { "black" },
            san,
            uci,
            position: position_object(&position, analysis, index + 1),
            loss: rounded(mv.loss),
            centipawn_loss: mv.centipawn_loss,
            accuracy: rounded(mv.accuracy),
            assessment: mv.assessment.map(MoveAssessment::name),
            best_line,
        });
    }
    to_text(&GameObject {
        info,
        result: game.result.as_str(),
        white: player(Color::White),
        black: player(Color::Black),
        start,
        moves,
    })
}

/// Returns the JSON object of a game with an error as text.
///
/// # Errors
/// If the object cannot be written.
pub(super) fn error_json(file: &str, error: &PgnError) -> Result<String, Error> {
    let PgnError { game, line, column, .. } = *error;
    to_text(&ErrorObject { file, game, line, column, error: error.kind.to_string() })
}

fn to_text(object: &impl Serialize) -> Result<String, Error> {
    Ok(serde_json::to_string(object).map_err(std::io::Error::from)?)
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

/// Returns the header of the table.
pub(super) fn header() -> String {
    format!(
        "{:>5}  {:<5} {:<PLAYER_WIDTH$} {:>5} {:>9} {:>9} {:>4} {:>4} {:>4}",
        "game", "side", "player", "moves", "accuracy", "mean loss", "?!", "?", "??"
    )
}

/// Returns the two rows of a game.
pub(super) fn rows(number: u64, game: &PgnGame, analysis: &GameAnalysis) -> String {
    let row = |side: Color| {
        let tag = side.to_string();
        let name = if side == Color::White { number.to_string() } else { String::new() };
        let player = escaped(game.tags.get(&tag).unwrap_or("?"));
        let player: String = player.chars().take(PLAYER_WIDTH).collect();
        let SideSummary { moves, inaccuracies, mistakes, blunders, .. } = *analysis.summary(side);
        let summary = analysis.summary(side);
        let accuracy = summary.accuracy.map_or("-".to_owned(), |value| format!("{value:.1} %"));
        let loss = summary.average_centipawn_loss;
        let loss = loss.map_or("-".to_owned(), |value| format!("{value:.0}"));
        format!(
            "{name:>5}  {tag:<5} {player:<PLAYER_WIDTH$} {moves:>5} {accuracy:>9} {loss:>9} \
             {inaccuracies:>4} {mistakes:>4} {blunders:>4}"
        )
    };
    format!("{}\n{}", row(Color::White), row(Color::Black))
}

/// The numbers of all games.
#[derive(Default)]
pub(super) struct AnnotateTotals {
    pub(super) games: u64,
    pub(super) errors: u64,
    pub(super) positions: u64,
    pub(super) nodes: u64,
}

impl AnnotateTotals {
    /// Prints the numbers as one line.
    ///
    /// # Errors
    /// If standard output cannot be written.
    pub(super) fn print(&self, elapsed: Duration) -> Result<(), Error> {
        let [games, errors, positions] =
            [(self.games, "game"), (self.errors, "error"), (self.positions, "position")]
                .map(|(count, noun)| counted(count as usize, noun));
        let nodes = scaled(self.nodes.into());
        let time = duration(elapsed);
        Ok(writeln!(stdout(), "{games}, {errors}; {positions}, {nodes} nodes in {time}")?)
    }
}
