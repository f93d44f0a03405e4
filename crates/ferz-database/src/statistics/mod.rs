//! Counts of games: results, lengths, players, openings, endgames and terminations, and the results of one player.
//!
//! [`PgnStatistics`] and [`PlayerStatistics`] count games one by one; their reports are JSON objects with the most frequent rows.

mod openings;
mod player;
mod results;

pub use openings::OpeningRow;
pub use player::{NameRow, PlayerEndgameRow, PlayerReport, PlayerStatistics, SideReport};
pub use results::{GameResults, PlayerResults};

use crate::collector::CollectedGame;
use crate::facts::{EndgameKind, EndgamePlies, Termination};
use ferz::Color;
use ferz_game::GameResult;
use openings::OpeningResults;
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

/// The least number of plies of an endgame that is counted.
pub const ENDGAME_PLIES: u32 = EndgamePlies::DEFAULT;

/// Counts of games without errors. The tables have an entry for each name of a player and each ECO code.
#[derive(Clone, Debug, Default)]
pub struct PgnStatistics {
    results: GameResults,
    plies: u64,
    longest: u32,
    shortest: Option<u32>,
    from_position: u64,
    players: HashMap<String, PlayerResults>,
    openings: OpeningResults<GameResults>,
    endgames: BTreeMap<EndgameKind, u64>,
    terminations: BTreeMap<Termination, u64>,
}

impl PgnStatistics {
    /// The tags that are counted.
    pub const TAGS: [&str; 8] =
        ["White", "Black", "Result", "FEN", "Termination", "Date", "UTCDate", "EventDate"];

    /// Adds a game without an error, which has been collected with these tags and its facts.
    pub fn add(&mut self, game: &CollectedGame) {
        let (tags, plies, result) = (&game.tags, game.plies, game.result());
        self.results.count(result);
        self.plies += u64::from(plies);
        self.longest = self.longest.max(plies);
        self.shortest = Some(self.shortest.map_or(plies, |least| least.min(plies)));
        self.from_position += u64::from(!tags.get("FEN").is_empty());
        for side in Color::ALL {
            self.add_player(tags.player(side), side, result);
        }
        if let Some(opening) = game.opening {
            self.openings.results(opening).count(result);
        }
        for kind in game.endgames.lasting(ENDGAME_PLIES) {
            *self.endgames.entry(kind).or_default() += 1;
        }
        if let Some(termination) = game.termination {
            *self.terminations.entry(termination).or_default() += 1;
        }
    }

    fn add_player(&mut self, name: &str, side: Color, result: GameResult) {
        if matches!(name, "" | "?") {
            return;
        }
        // Most players are known already: only a new one costs a string.
        match self.players.get_mut(name) {
            Some(results) => results.count(side, result),
            None => self.players.entry(name.to_owned()).or_default().count(side, result),
        }
    }
}

/// JSON object of the counts. Plies, results and tables are those of games without errors.
#[derive(Serialize, Debug)]
pub struct StatisticsReport<'a> {
    /// The number of games, of which some have errors.
    pub games: u64,
    /// The number of games with errors.
    pub errors: u64,
    /// The number of games with the tag `FEN`.
    pub from_position: u64,
    /// The results.
    pub results: GameResults,
    /// The lengths.
    pub plies: GameLengths,
    /// The number of players.
    pub players: usize,
    /// The players with the most games.
    pub most_games: Vec<PlayerRow<'a>>,
    /// The most frequent openings.
    pub openings: Vec<OpeningRow<GameResults>>,
    /// The kinds of endgames with [`ENDGAME_PLIES`].
    pub endgames: Vec<EndgameRow>,
    /// The terminations, the most frequent first.
    pub terminations: Vec<TerminationRow>,
}

/// The lengths of games in plies.
#[derive(Serialize, Clone, Copy, Debug)]
pub struct GameLengths {
    /// The sum.
    pub total: u64,
    /// The mean.
    pub mean: f64,
    /// The shortest.
    pub shortest: u32,
    /// The longest.
    pub longest: u32,
}

/// A player with the results of the player's games.
#[derive(Serialize, Clone, Copy, Debug)]
pub struct PlayerRow<'a> {
    /// The name as the tags have it.
    pub name: &'a str,
    /// The results.
    #[serde(flatten)]
    pub results: PlayerResults,
}

/// A kind of endgame with its number of games.
#[derive(Serialize, Clone, Copy, Debug)]
pub struct EndgameRow {
    /// The name of the kind.
    pub endgame: &'static str,
    /// The number of games.
    pub games: u64,
}

/// A termination with its number of games.
#[derive(Serialize, Clone, Copy, Debug)]
pub struct TerminationRow {
    /// The name of the termination.
    pub termination: &'static str,
    /// The number of games.
    pub games: u64,
}

impl<'a> StatisticsReport<'a> {
    /// Creates the report with the `top` most frequent players and openings. `games` meet the conditions, and `errors` are not
    /// counted.
    pub fn new(statistics: &'a PgnStatistics, [games, errors]: [u64; 2], top: usize) -> Self {
        let PgnStatistics { results, plies, .. } = *statistics;
        let mut players: Vec<_> = statistics.players.iter().collect();
        players.sort_by_key(|(name, results)| (Reverse(results.games()), name.as_str()));
        let players = players.into_iter().take(top);
        let endgames = statistics.endgames.iter();
        let mut terminations: Vec<_> = statistics.terminations.iter().collect();
        terminations.sort_by_key(|&(_, games)| Reverse(games));
        let terminations = terminations.into_iter();
        Self {
            games,
            errors,
            from_position: statistics.from_position,
            results,
            plies: GameLengths {
                total: plies,
                mean: plies as f64 / results.games().max(1) as f64,
                shortest: statistics.shortest.unwrap_or(0),
                longest: statistics.longest,
            },
            players: statistics.players.len(),
            most_games: players.map(|(name, &results)| PlayerRow { name, results }).collect(),
            openings: statistics.openings.rows(top, GameResults::games),
            endgames: endgames
                .map(|(kind, &games)| EndgameRow { endgame: kind.name(), games })
                .collect(),
            terminations: terminations
                .map(|(kind, &games)| TerminationRow { termination: kind.name(), games })
                .collect(),
        }
    }
}
