//! The object of an explored position, with the fields of the explorer of Lichess.

use ferz::{Color, Position};
use ferz_database::index::{Explored, ExploredGame, ResultCounts};
use ferz_game::openings::{self, Opening};
use serde::Serialize;

/// JSON object of a position.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ExploredReport {
    #[serde(flatten)]
    counts: CountsReport,
    moves: Vec<ExploredMoveReport>,
    top_games: Vec<ExploredGameReport>,
    recent_games: Vec<ExploredGameReport>,
    opening: Option<OpeningReport>,
}

/// Results of games.
#[derive(Serialize)]
struct CountsReport {
    white: u64,
    draws: u64,
    black: u64,
    /// Games without a known result, which Lichess does not have.
    #[serde(skip_serializing_if = "is_zero")]
    unknown: u64,
}

fn is_zero(count: &u64) -> bool {
    *count == 0
}

impl From<&ResultCounts> for CountsReport {
    fn from(counts: &ResultCounts) -> Self {
        let &ResultCounts { white, draws, black, .. } = counts;
        Self { white, draws, black, unknown: counts.unknown() }
    }
}

/// JSON object of a move.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ExploredMoveReport {
    uci: String,
    san: String,
    average_rating: Option<u64>,
    #[serde(flatten)]
    counts: CountsReport,
    /// The number of the game, if it is the only one.
    game: Option<String>,
    opening: Option<OpeningReport>,
}

/// JSON object of a game.
#[derive(Serialize)]
struct ExploredGameReport {
    uci: String,
    id: String,
    winner: Option<&'static str>,
    /// The result as in PGN, which Lichess does not have: it tells a draw from an unknown result.
    result: &'static str,
    speed: Option<&'static str>,
    white: PlayerReport,
    black: PlayerReport,
    year: Option<u16>,
    month: Option<String>,
}

/// JSON object of a player.
#[derive(Serialize)]
struct PlayerReport {
    name: String,
    rating: Option<u16>,
}

/// JSON object of an opening.
#[derive(Serialize)]
struct OpeningReport {
    eco: String,
    name: &'static str,
}

impl From<Opening> for OpeningReport {
    fn from(opening: Opening) -> Self {
        Self { eco: opening.eco.to_string(), name: opening.name }
    }
}

impl ExploredReport {
    /// Creates the object of a position, with its opening or the last one before it.
    pub(crate) fn new(position: &Position, explored: Explored, opening: Option<Opening>) -> Self {
        let side = position.side_to_move();
        let mut after = position.clone();
        let moves = explored.moves.iter().map(|explored| {
            let (uci, san) = (position.uci(explored.mv), position.san(explored.mv));
            after.do_move(explored.mv);
            let opening = openings::find(&after).map(OpeningReport::from);
            after.undo_move();
            ExploredMoveReport {
                uci: uci.to_string(),
                san: san.to_string(),
                average_rating: explored.counts.average_rating(side),
                counts: (&explored.counts).into(),
                game: explored.game.map(|game| game.to_string()),
                opening,
            }
        });
        let moves = moves.collect();
        let games = |games: Vec<ExploredGame>| {
            games.into_iter().map(|game| ExploredGameReport::new(position, game)).collect()
        };
        Self {
            counts: (&explored.counts).into(),
            moves,
            top_games: games(explored.top_games),
            recent_games: games(explored.recent_games),
            opening: opening.map(OpeningReport::from),
        }
    }
}

impl ExploredGameReport {
    fn new(position: &Position, game: ExploredGame) -> Self {
        let ExploredGame { number, mv, info } = game;
        let winner = info.result.winner().map(|winner| match winner {
            Color::White => "white",
            Color::Black => "black",
        });
        let month = |year: u16| Some(format!("{year:04}-{:02}", info.date.month()?));
        Self {
            uci: position.uci(mv).to_string(),
            id: number.to_string(),
            winner,
            result: info.result.as_str(),
            speed: info.speed.map(|speed| speed.name()),
            year: info.date.year(),
            month: info.date.year().and_then(month),
            white: PlayerReport { name: info.white, rating: info.white_elo },
            black: PlayerReport { name: info.black, rating: info.black_elo },
        }
    }
}
