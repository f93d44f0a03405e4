//! Crosstables: the results of the players of an event against each other.

#[cfg(feature = "serde")]
mod events;

#[cfg(feature = "serde")]
pub use events::{EventList, EventReport, NamedEvent, halves};

use ferz::Color;
use ferz_game::GameResult;
use std::cmp::Reverse;
use std::collections::HashMap;

/// A game of an event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EventGame {
    /// The names of White and Black.
    pub players: [String; Color::COUNT],
    /// Their ratings.
    pub ratings: [Option<u16>; Color::COUNT],
    /// The result. An unknown one scores nothing and counts in no tie-break.
    pub result: GameResult,
    /// The round, from 1; `None` if it is unknown.
    pub round: Option<u32>,
}

/// A game of a player of a crosstable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableGame {
    /// The place of the opponent in [`Crosstable::players`].
    pub opponent: usize,
    /// The colour of the player.
    pub color: Color,
    /// The half points of the player, 0 to 2; `None` without a known result.
    pub points: Option<u32>,
    /// The round, from 1: without a known one the number of the game among those of the player.
    pub round: u32,
}

/// A player of a crosstable.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TablePlayer {
    /// The name.
    pub name: String,
    /// The rating in the first game that has one.
    pub rating: Option<u16>,
    /// The place, from 1; players with equal scores and tie-breaks have the same.
    pub rank: usize,
    /// The score in half points.
    pub score: u32,
    /// The sum of the opponents' scores, each multiplied by the points against it (Sonneborn-Berger), in quarter points.
    pub sonneborn_berger: u32,
    /// The sum of the opponents' scores (Buchholz), in half points.
    pub buchholz: u32,
    /// The number of wins.
    pub wins: u32,
    /// The games in the order of the rounds.
    pub games: Vec<TableGame>,
}

/// The kind of an event, which decides the tie-breaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EventKind {
    /// All play all: equal scores are separated by Sonneborn-Berger, then by wins.
    RoundRobin,
    /// Others: equal scores are separated by Buchholz, then by Sonneborn-Berger, then by wins.
    Swiss,
}

impl EventKind {
    /// Returns the name.
    pub fn name(self) -> &'static str {
        match self {
            Self::RoundRobin => "round robin",
            Self::Swiss => "Swiss",
        }
    }

    /// Returns the tie-breaks in their order.
    pub fn tie_breaks(self) -> &'static [&'static str] {
        match self {
            Self::RoundRobin => &["Sonneborn-Berger", "wins"],
            Self::Swiss => &["Buchholz", "Sonneborn-Berger", "wins"],
        }
    }
}

/// The players of an event by their places.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Crosstable {
    /// The kind.
    pub kind: EventKind,
    /// The players, the best first. Equal ones are in the order of their names.
    pub players: Vec<TablePlayer>,
}

impl Crosstable {
    /// Creates the crosstable of games, by default as a round robin if at least four fifths of all pairs of players met.
    ///
    /// ```
    /// use ferz_database::crosstable::{Crosstable, EventGame};
    /// use ferz_game::GameResult;
    /// let game = |white: &str, black: &str, result| EventGame {
    ///     players: [white.to_owned(), black.to_owned()],
    ///     ratings: [None; 2],
    ///     result,
    ///     round: None,
    /// };
    /// let games = [game("A", "B", GameResult::WhiteWins), game("C", "B", GameResult::Draw)];
    /// let table = Crosstable::new(&games, None);
    /// let names: Vec<_> = table.players.iter().map(|player| player.name.as_str()).collect();
    /// // B and C have half a point each, but B met the stronger opponents.
    /// assert_eq!(names, ["A", "B", "C"]);
    /// ```
    pub fn new(games: &[EventGame], kind: Option<EventKind>) -> Self {
        let mut players = players(games);
        let kind = kind.unwrap_or_else(|| usual_kind(&players));
        let scores: Vec<u32> = players.iter().map(|player| player.score).collect();
        for player in &mut players {
            for game in &player.games {
                if let Some(points) = game.points {
                    player.buchholz += scores[game.opponent];
                    player.sonneborn_berger += scores[game.opponent] * points;
                }
            }
        }
        let merit = |player: &TablePlayer| match kind {
            EventKind::RoundRobin => [player.score, player.sonneborn_berger, player.wins, 0],
            EventKind::Swiss => {
                [player.score, player.buchholz, player.sonneborn_berger, player.wins]
            }
        };
        let mut order: Vec<usize> = (0..players.len()).collect();
        order.sort_by_key(|&place| (Reverse(merit(&players[place])), &players[place].name));
        let mut places = vec![0; order.len()];
        order.iter().enumerate().for_each(|(place, &before)| places[before] = place);
        let mut sorted: Vec<TablePlayer> = Vec::with_capacity(order.len());
        for (place, &before) in order.iter().enumerate() {
            let mut player = std::mem::take(&mut players[before]);
            player.rank = match sorted.last() {
                Some(last) if merit(last) == merit(&player) => last.rank,
                _ => place + 1,
            };
            player.games.iter_mut().for_each(|game| game.opponent = places[game.opponent]);
            player.games.sort_by_key(|game| game.round);
            sorted.push(player);
        }
        Self { kind, players: sorted }
    }

    /// Returns the games of a player against an opponent, by their places, in the order of the rounds.
    pub fn between(&self, player: usize, opponent: usize) -> impl Iterator<Item = &TableGame> {
        self.players[player].games.iter().filter(move |game| game.opponent == opponent)
    }
}

/// Returns the players with their scores and games, in the order of their first games.
fn players(games: &[EventGame]) -> Vec<TablePlayer> {
    let mut numbers = HashMap::<&str, usize>::new();
    let mut players: Vec<TablePlayer> = Vec::new();
    for EventGame { players: names, ratings, result, round } in games {
        let places = [0, 1].map(|side| {
            *numbers.entry(&names[side]).or_insert_with(|| {
                let name = names[side].clone();
                players.push(TablePlayer { name, ..TablePlayer::default() });
                players.len() - 1
            })
        });
        for color in Color::ALL {
            let points = match (result.winner(), result) {
                (Some(winner), _) => Some(if winner == color { 2 } else { 0 }),
                (None, GameResult::Draw) => Some(1),
                (None, _) => None,
            };
            let player = &mut players[places[color as usize]];
            player.rating = player.rating.or(ratings[color as usize]);
            player.score += points.unwrap_or(0);
            player.wins += u32::from(points == Some(2));
            let round = round.unwrap_or(player.games.len() as u32 + 1);
            let opponent = places[!color as usize];
            player.games.push(TableGame { opponent, color, points, round });
        }
    }
    players
}

/// Returns the kind of an event by the share of the pairs that met.
fn usual_kind(players: &[TablePlayer]) -> EventKind {
    let met = |player: &TablePlayer| {
        let mut opponents: Vec<usize> = player.games.iter().map(|game| game.opponent).collect();
        opponents.sort_unstable();
        opponents.dedup();
        opponents.len()
    };
    let pairs = players.len() * players.len().saturating_sub(1);
    let is_full = 5 * players.iter().map(met).sum::<usize>() >= 4 * pairs;
    if is_full { EventKind::RoundRobin } else { EventKind::Swiss }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;

    fn game(white: usize, black: usize, result: GameResult, round: u32) -> EventGame {
        let players = [white, black].map(|player| format!("Player {player:02}"));
        EventGame { players, ratings: [None, Some(2000)], result, round: Some(round) }
    }

    /// An event of four players who all score a point and a half, added up by hand.
    #[test]
    fn a_round_robin_is_that_added_up_by_hand() {
        use GameResult::{BlackWins, Draw, Unknown, WhiteWins};
        let games = [
            game(1, 2, WhiteWins, 1),
            game(3, 4, Draw, 1),
            game(1, 3, Draw, 2),
            game(4, 2, BlackWins, 2),
            game(4, 1, WhiteWins, 3),
            game(2, 3, Draw, 3),
            game(1, 4, Unknown, 4),
        ];
        let table = Crosstable::new(&games, None);
        assert_eq!(table.kind, EventKind::RoundRobin);
        let rows: Vec<_> = table
            .players
            .iter()
            .map(|player| {
                (
                    &player.name[7..],
                    player.score,
                    player.sonneborn_berger,
                    player.buchholz,
                    player.rank,
                )
            })
            .collect();
        // All have 1.5 points: the sums are those of the opponents' scores by the points against them.
        assert_eq!(
            rows,
            [("01", 3, 9, 9, 1), ("02", 3, 9, 9, 1), ("04", 3, 9, 9, 1), ("03", 3, 9, 9, 4)]
        );
        assert_eq!(
            table.between(0, 2).map(|game| game.points).collect::<Vec<_>>(),
            [Some(0), None]
        );
    }

    /// Compares random events with sums over all pairs of games.
    #[test]
    fn scores_and_tie_breaks_are_those_of_a_slow_count() {
        let mut rng = Rng::with_seed(8);
        for players in [2, 5, 9, 30] {
            let games: Vec<EventGame> = (0..players * 4)
                .map(|number| {
                    let white = rng.usize(..players);
                    let black = (white + rng.usize(1..players)) % players;
                    let result = GameResult::ALL[rng.usize(..GameResult::ALL.len())];
                    game(white, black, result, number as u32 / 4 + 1)
                })
                .collect();
            let points = |game: &EventGame, name: &str| -> Option<u32> {
                let side = game.players.iter().position(|it| it == name)?;
                let of_white = match game.result {
                    GameResult::WhiteWins => 2,
                    GameResult::Draw => 1,
                    GameResult::BlackWins => 0,
                    GameResult::Unknown => return None,
                };
                Some(if side == 0 { of_white } else { 2 - of_white })
            };
            let score =
                |name: &str| games.iter().filter_map(|game| points(game, name)).sum::<u32>();
            for kind in [EventKind::RoundRobin, EventKind::Swiss] {
                let table = Crosstable::new(&games, Some(kind));
                for player in &table.players {
                    let against = games.iter().filter_map(|game| {
                        let own = points(game, &player.name)?;
                        let other = game.players.iter().find(|name| **name != player.name)?;
                        Some((own, score(other)))
                    });
                    let against: Vec<(u32, u32)> = against.collect();
                    assert_eq!(player.score, score(&player.name));
                    assert_eq!(player.buchholz, against.iter().map(|it| it.1).sum::<u32>());
                    let products = against.iter().map(|(own, other)| own * other);
                    assert_eq!(player.sonneborn_berger, products.sum::<u32>());
                    for game in &player.games {
                        let mirrored = |it: &&TableGame| {
                            it.round == game.round
                                && it.color != game.color
                                && table.players[it.opponent].name == player.name
                                && it.points.map(|points| 2 - points) == game.points
                        };
                        assert!(table.players[game.opponent].games.iter().any(|it| mirrored(&it)));
                    }
                }
                let key = |player: &TablePlayer| match kind {
                    EventKind::RoundRobin => {
                        (player.score, 0, player.sonneborn_berger, player.wins)
                    }
                    EventKind::Swiss => {
                        (player.score, player.buchholz, player.sonneborn_berger, player.wins)
                    }
                };
                assert!(table.players.is_sorted_by(|a, b| key(a) >= key(b)));
                for player in &table.players {
                    let better = table.players.iter().filter(|it| key(it) > key(player));
                    assert_eq!(player.rank, better.count() + 1);
                }
            }
        }
    }
}
