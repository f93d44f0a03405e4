//! The calls of Lichess's opening explorer, answered from the indexes of the command line, so that programs for it work
//! with another address. The fields and parameters are those of its public description
//! (<https://lichess.org/api#tag/Opening-Explorer>).

use super::indexes::Indexes;
use super::position::{legal_move, position};
use crate::common::prelude::*;
use ferz_database::index::{Explored, ExploredReport, Shown};
use ferz_database::selection::{NumberRanges, Selection};
use ferz_database::{GameDate, GameMode};
use ferz_game::openings::{Opening, OpeningClassifier};
use ferz_serve::{Answer, OpenApi, Query, Refusal};
use std::collections::BTreeSet;
use std::str::FromStr;

/// The moves of an answer, unless `moves` says otherwise.
const MOVES: usize = 12;

/// The most games of each kind of an answer.
const GAMES: usize = 15;

/// The rating groups of Lichess, by the mean rating of both players: each ends where the next one begins.
const RATING_GROUPS: [u16; 9] = [0, 1000, 1200, 1400, 1600, 1800, 2000, 2200, 2500];

/// The explorer of the indexes.
pub(super) struct ExplorerApi {
    indexes: Arc<Indexes>,
}

/// What a path asks for.
struct Route<'a> {
    /// The number of the index, from 0.
    index: usize,
    call: Call<'a>,
}

/// A call of the explorer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Call<'a> {
    Masters,
    Lichess,
    Player,
    /// The PGN of a game by its `id`.
    Game(&'a str),
}

impl ExplorerApi {
    pub(super) fn new(indexes: Arc<Indexes>) -> Self {
        Self { indexes }
    }
}

impl OpenApi for ExplorerApi {
    fn has(&self, path: &str) -> bool {
        route(path).is_some()
    }

    fn get(&self, path: &str, query: &str) -> Result<Answer, Refusal> {
        let missing = || Refusal::NotFound("no such call of the explorer".to_owned());
        let Route { index, call } = route(path).ok_or_else(missing)?;
        if let Call::Game(id) = call {
            let missing = |_| Refusal::NotFound(format!("no game {id:?}"));
            let text = self.indexes.game(index, id.parse().map_err(missing)?)?;
            return Ok(text_answer("application/x-chess-pgn", text.into_bytes()));
        }
        let answer = self.explore(index, call, &Query::new(query))?;
        let mut bytes =
            serde_json::to_vec(&answer).map_err(|error| Refusal::Failed(error.to_string()))?;
        if call == Call::Player {
            // A stream of objects, of which the first one is complete here.
            bytes.push(b'\n');
            return Ok(text_answer("application/x-ndjson", bytes));
        }
        Ok(Answer::Json(bytes))
    }
}

fn text_answer(content_type: &'static str, bytes: Vec<u8>) -> Answer {
    Answer::Text { content_type, bytes }
}

/// Returns the call of a path: `/lichess`, or `/1/lichess` for the second index.
fn route(path: &str) -> Option<Route<'_>> {
    let path = path.strip_prefix('/')?;
    let numbered = path.split_once('/').and_then(|(first, rest)| {
        let is_number = first.bytes().all(|byte| byte.is_ascii_digit());
        Some((first.parse().ok().filter(|_| is_number)?, rest))
    });
    let (index, path) = numbered.unwrap_or((0, path));
    let call = match path.split('/').collect::<Vec<_>>()[..] {
        ["lichess"] => Call::Lichess,
        // Older clients leave the `s` out.
        ["masters" | "master"] => Call::Masters,
        ["player"] => Call::Player,
        ["masters" | "master", "pgn", id] => Call::Game(id),
        _ => return None,
    };
    Some(Route { index, call })
}

/// The JSON object of an answer.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ExplorerAnswer {
    #[serde(flatten)]
    report: ExploredReport,
    /// The number of players whose games are indexed before: none.
    #[serde(skip_serializing_if = "Option::is_none")]
    queue_position: Option<u32>,
}

impl ExplorerApi {
    /// Returns the moves of a position and games with it, as the parameters say.
    ///
    /// # Errors
    /// If a parameter is invalid, or the index cannot be read.
    fn explore(
        &self,
        index: usize,
        call: Call<'_>,
        query: &Query,
    ) -> Result<ExplorerAnswer, Refusal> {
        let (selection, mut shown) = (selection(call, query)?, shown(call, query)?);
        let (position, opening) = match selection {
            Some(_) => explored_position(query)?,
            // Positions of other variants need not be legal.
            None => (Position::startpos(), None),
        };
        let moves = query.parsed::<usize>("moves")?.unwrap_or(MOVES);
        let player = selection
            .as_ref()
            .and_then(|selection| selection.color)
            .filter(|_| call == Call::Player);
        let is_true = |value: &str| value == "1" || value.eq_ignore_ascii_case("true");
        shown.by_month = query.get("history").is_some_and(is_true);
        let report = self.indexes.read(index, |index| {
            let mut explored = match &selection {
                Some(selection) => index.explore(&position, selection, shown)?,
                None => Explored { months: shown.by_month.then(Vec::new), ..Explored::default() },
            };
            explored.moves.truncate(moves);
            ExploredReport::new(index, &position, explored, opening, player)
        })?;
        Ok(ExplorerAnswer { report, queue_position: (call == Call::Player).then_some(0) })
    }
}

/// Returns the position of the parameters `fen` and `play`, and its opening or the last one before it.
///
/// # Errors
/// If the position or a move is not legal.
fn explored_position(query: &Query) -> Result<(Position, Option<Opening>), Refusal> {
    let mut position = match query.get("fen") {
        // Some clients write `_` for spaces.
        Some(fen) => position(&fen.replace('_', " "), query.get("variant") == Some("chess960"))?,
        None => Position::startpos(),
    };
    let mut opening = OpeningClassifier::new();
    opening.add(&position);
    for text in query.list("play") {
        let mv = legal_move(&position, text)?;
        position.do_move(mv);
        opening.add(&position);
    }
    Ok((position, opening.opening()))
}

/// Returns the games that the parameters show.
///
/// # Errors
/// If a parameter is invalid.
fn shown(call: Call<'_>, query: &Query) -> Result<Shown, Refusal> {
    let (top_games, recent_games) = match call {
        Call::Masters => (GAMES, 0),
        Call::Player => (0, 8),
        _ => (4, 4),
    };
    let games = |name: &str, default: usize| -> Result<usize, Refusal> {
        Ok(query.parsed::<usize>(name)?.unwrap_or(default).min(GAMES))
    };
    let top_games = games("topGames", top_games)?;
    Ok(Shown { top_games, recent_games: games("recentGames", recent_games)?, by_month: false })
}

/// Returns the conditions of the parameters; `None` if no game can meet them: those of other variants, and of speeds,
/// modes and ratings that there are not.
///
/// # Errors
/// If a parameter is invalid, or the player is missing.
fn selection(call: Call<'_>, query: &Query) -> Result<Option<Selection>, Refusal> {
    let (since, until) = (date(query, "since")?, date(query, "until")?);
    let mut selection = Selection { since, until, ..Selection::default() };
    if call == Call::Player {
        let missing = || Refusal::Invalid("player: expected the name of a player".to_owned());
        selection.players.push(query.parsed("player")?.ok_or_else(missing)?);
        selection.color = match query.get("color") {
            Some("white") => Some(Color::White),
            Some("black") => Some(Color::Black),
            _ => return Err(Refusal::Invalid("color: expected white or black".to_owned())),
        };
        let Some(modes) = listed::<GameMode>(query, "modes") else { return Ok(None) };
        // Those without a known mode count if both modes are asked for.
        selection.modes =
            if GameMode::ALL.iter().all(|mode| modes.contains(mode)) { Vec::new() } else { modes };
    }
    if call == Call::Masters {
        return Ok(Some(selection));
    }
    let is_standard = |name| matches!(name, "standard" | "chess" | "chess960" | "fromPosition");
    if !query.get("variant").is_none_or(is_standard) {
        return Ok(None);
    }
    let Some(speeds) = listed(query, "speeds") else { return Ok(None) };
    let number = |text: &str| {
        text.parse().map_err(|_| Refusal::Invalid(format!("ratings: {text:?} is no number")))
    };
    let ratings: Vec<u16> = query.list("ratings").map(number).collect::<Result<_, _>>()?;
    (selection.speeds, selection.mean_elo) = (speeds, mean_elo(&ratings));
    Ok(Some(selection))
}

/// Returns the values of a list, without those that cannot be read. `None` if there is nothing else.
fn listed<T: FromStr>(query: &Query, name: &str) -> Option<Vec<T>> {
    let values: Vec<T> = query.list(name).filter_map(|text| text.parse().ok()).collect();
    (!values.is_empty() || query.list(name).next().is_none()).then_some(values)
}

/// Returns the mean ratings in the groups of ratings. `None` without a group and for all of them, so that games without
/// ratings count.
fn mean_elo(ratings: &[u16]) -> Option<NumberRanges> {
    let place = |&rating: &u16| RATING_GROUPS.partition_point(|&group| group <= rating) - 1;
    let places: BTreeSet<usize> = ratings.iter().map(place).collect();
    let range = |&place: &usize| {
        let next = RATING_GROUPS.get(place + 1);
        let last = next.map_or(u64::MAX, |&next| u64::from(next) - 1);
        u64::from(RATING_GROUPS[place])..=last
    };
    let is_condition = !places.is_empty() && places.len() < RATING_GROUPS.len();
    is_condition.then(|| places.iter().map(range).collect())
}

/// Returns the date of a parameter. Clients send `0000-01` and `3000-12` for no condition, which games without a date
/// meet.
///
/// # Errors
/// If it is no date.
fn date(query: &Query, name: &str) -> Result<Option<GameDate>, Refusal> {
    match query.get(name) {
        Some(text) if text.starts_with("0000") || text.starts_with("3000") => Ok(None),
        _ => query.parsed(name),
    }
}
