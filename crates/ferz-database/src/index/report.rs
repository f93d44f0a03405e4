//! The object of an explored position, with the fields of the explorer of Lichess.

use super::{Explored, ExploredGame, ExploredMove, Index, IndexError, ResultCounts};
use crate::GameDate;
use crate::facts::GameFacts;
use ferz::{Color, Position};
use ferz_game::openings::{self, Opening};
use serde::Serialize;

/// JSON object of a position.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ExploredReport {
    #[serde(flatten)]
    counts: CountsReport,
    moves: Vec<ExploredMoveReport>,
    top_games: Vec<ExploredGameReport>,
    recent_games: Vec<ExploredGameReport>,
    opening: Option<OpeningReport>,
    /// The results by month, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    history: Option<Vec<MonthReport>>,
    /// The results of the player of the conditions, which Lichess does not have.
    #[serde(skip_serializing_if = "Option::is_none")]
    player: Option<ColorsReport>,
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

/// JSON object of a month, such as `2024-03`.
#[derive(Serialize)]
struct MonthReport {
    month: String,
    #[serde(flatten)]
    counts: CountsReport,
}

/// JSON object of the results of a player.
#[derive(Serialize)]
struct ColorsReport {
    white: ScoreReport,
    black: ScoreReport,
}

/// JSON object of the results of a player with one colour.
#[derive(Serialize)]
struct ScoreReport {
    won: u64,
    drawn: u64,
    lost: u64,
    #[serde(skip_serializing_if = "is_zero")]
    unknown: u64,
}

impl ScoreReport {
    fn new(counts: &ResultCounts, color: Color) -> Self {
        let (won, lost) = match color {
            Color::White => (counts.white, counts.black),
            Color::Black => (counts.black, counts.white),
        };
        Self { won, drawn: counts.draws, lost, unknown: counts.unknown() }
    }
}

/// JSON object of a move.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ExploredMoveReport {
    uci: String,
    san: String,
    #[serde(flatten)]
    ratings: RatingsReport,
    #[serde(flatten)]
    counts: CountsReport,
    /// The game, if it is the only one.
    game: Option<GameFactsReport>,
    opening: Option<OpeningReport>,
}

/// The ratings of a move.
#[derive(Serialize)]
#[serde(untagged, rename_all_fields = "camelCase")]
enum RatingsReport {
    /// Those of the players who made it.
    Movers { average_rating: Option<u64> },
    /// Those of the opponents of one player, and the rating that such results show.
    Opponents { average_opponent_rating: Option<u64>, performance: Option<i64> },
}

/// JSON object of a game with the move that it played.
#[derive(Serialize)]
struct ExploredGameReport {
    uci: String,
    #[serde(flatten)]
    game: GameFactsReport,
}

/// JSON object of a game.
#[derive(Serialize)]
struct GameFactsReport {
    /// The number in the index.
    id: String,
    winner: Option<&'static str>,
    /// The result as in PGN, which Lichess does not have: it tells a draw from an unknown result.
    result: &'static str,
    speed: Option<&'static str>,
    mode: Option<&'static str>,
    white: ExploredPlayerReport,
    black: ExploredPlayerReport,
    year: Option<u16>,
    month: Option<String>,
}

/// JSON object of a player.
#[derive(Serialize)]
struct ExploredPlayerReport {
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
    /// Creates the object of a position that was explored in an index, with its opening or the last one before it.
    /// `player` is the side of the player of the filter if the ratings are those of the opponents.
    ///
    /// # Errors
    /// If a game of the index cannot be read.
    pub fn new(
        index: &Index,
        position: &Position,
        explored: Explored,
        opening: Option<Opening>,
        player: Option<Color>,
    ) -> Result<Self, IndexError> {
        let mut after = position.clone();
        let moves = explored.moves.iter().map(|explored| {
            let &ExploredMove { mv, counts, game } = explored;
            let (uci, san) = (position.uci(mv).to_string(), position.san(mv).to_string());
            after.do_move(mv);
            let opening = openings::find(&after).map(OpeningReport::from);
            after.undo_move();
            let game = match game {
                Some(number) => index.info(number)?.map(|info| GameFactsReport::new(number, info)),
                None => None,
            };
            let ratings = RatingsReport::new(&counts, position.side_to_move(), player);
            Ok(ExploredMoveReport { uci, san, ratings, counts: (&counts).into(), game, opening })
        });
        let moves = moves.collect::<Result<_, IndexError>>()?;
        let games = |games: Vec<ExploredGame>| {
            games.into_iter().map(|game| ExploredGameReport::new(position, game)).collect()
        };
        let history = explored.months.map(|months| {
            let month = |(date, counts): &(GameDate, ResultCounts)| {
                Some(MonthReport { month: month(*date)?, counts: counts.into() })
            };
            months.iter().filter_map(month).collect()
        });
        let [white, black] = Color::ALL;
        let player = explored.by_color.map(|by_color| ColorsReport {
            white: ScoreReport::new(&by_color[white as usize], white),
            black: ScoreReport::new(&by_color[black as usize], black),
        });
        Ok(Self {
            counts: (&explored.counts).into(),
            moves,
            top_games: games(explored.top_games),
            recent_games: games(explored.recent_games),
            opening: opening.map(OpeningReport::from),
            history,
            player,
        })
    }
}

impl RatingsReport {
    fn new(counts: &ResultCounts, mover: Color, player: Option<Color>) -> Self {
        match player {
            None => Self::Movers { average_rating: counts.average_rating(mover) },
            Some(player) => {
                let opponents = counts.average_rating(!player);
                let ScoreReport { won, drawn, lost, .. } = ScoreReport::new(counts, player);
                Self::Opponents {
                    average_opponent_rating: opponents,
                    performance: opponents.and_then(|rating| performance(rating, won, drawn, lost)),
                }
            }
        }
    }
}

/// Returns year and month of a date, such as `2024-03`.
fn month(date: GameDate) -> Option<String> {
    Some(format!("{:04}-{:02}", date.year()?, date.month()?))
}

/// Returns the rating at which these results against opponents of a mean rating would be expected, by the logistic curve
/// of Elo: at most 800 from that mean. `None` without results.
fn performance(opponents: u64, won: u64, drawn: u64, lost: u64) -> Option<i64> {
    const FARTHEST: f64 = 800.0;
    let (points, lost_points) = (2 * won + drawn, 2 * lost + drawn);
    if points + lost_points == 0 {
        return None;
    }
    let difference = 400.0 * (points as f64 / lost_points as f64).log10();
    Some(opponents as i64 + difference.clamp(-FARTHEST, FARTHEST).round() as i64)
}

impl ExploredGameReport {
    fn new(position: &Position, game: ExploredGame) -> Self {
        let ExploredGame { number, mv, info } = game;
        Self { uci: position.uci(mv).to_string(), game: GameFactsReport::new(number, info) }
    }
}

impl GameFactsReport {
    fn new(number: u64, info: GameFacts) -> Self {
        let winner = info.result.winner().map(|winner| match winner {
            Color::White => "white",
            Color::Black => "black",
        });
        Self {
            id: number.to_string(),
            winner,
            result: info.result.as_str(),
            speed: info.speed.map(|speed| speed.name()),
            mode: info.mode().map(|mode| mode.name()),
            year: info.date.year(),
            month: month(info.date),
            white: ExploredPlayerReport { name: info.white, rating: info.white_elo },
            black: ExploredPlayerReport { name: info.black, rating: info.black_elo },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn performance_follows_results_and_opponents() {
        for (results, expected) in [
            // 400 log10(3) = 190.8.
            ([3, 0, 1], Some(1_791)),
            ([1, 0, 3], Some(1_409)),
            ([1, 2, 1], Some(1_600)),
            ([1, 0, 0], Some(2_400)),
            ([0, 0, 5], Some(800)),
            ([0, 0, 0], None),
        ] {
            let [won, drawn, lost] = results;
            assert_eq!(performance(1_600, won, drawn, lost), expected, "{results:?}");
        }
    }
}
