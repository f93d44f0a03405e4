//! The events of games, and the JSON objects of their crosstables.

use super::{Crosstable, EventGame, TableGame, TablePlayer};
use crate::collector::CollectedGame;
use ferz::Color;
use serde::Serialize;
use std::collections::HashMap;

/// Games by their events, in the order of the events' first games.
#[derive(Clone, Debug, Default)]
pub struct EventList {
    events: Vec<NamedEvent>,
    numbers: HashMap<String, usize>,
    nameless: u64,
}

/// The games of an event.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NamedEvent {
    /// The tag `Event`.
    pub name: String,
    /// The games.
    pub games: Vec<EventGame>,
    /// The first and the last known date.
    pub dates: Option<[String; 2]>,
}

impl EventList {
    /// The tags that are read.
    pub const TAGS: [&str; 10] = [
        "Event",
        "Round",
        "White",
        "Black",
        "WhiteElo",
        "BlackElo",
        "Result",
        "Date",
        "UTCDate",
        "EventDate",
    ];

    /// Adds a game without an error. One without two different names of players is only counted.
    pub fn add(&mut self, game: &CollectedGame) {
        let players = Color::ALL.map(|side| game.tags.player(side).trim());
        if players[0] == players[1] || players.iter().any(|it| matches!(*it, "" | "?")) {
            self.nameless += 1;
            return;
        }
        let name = game.tags.get("Event").trim();
        let number = *self.numbers.entry(name.to_owned()).or_insert_with(|| {
            self.events.push(NamedEvent { name: name.to_owned(), ..NamedEvent::default() });
            self.events.len() - 1
        });
        self.events[number].add(game);
    }

    /// Returns the events.
    pub fn all(&self) -> &[NamedEvent] {
        &self.events
    }

    /// Returns the number of games without two different names of players.
    pub fn nameless(&self) -> u64 {
        self.nameless
    }
}

impl NamedEvent {
    fn add(&mut self, game: &CollectedGame) {
        let tags = &game.tags;
        let date = tags.date();
        if date.year().is_some() {
            let date = date.to_string();
            let [first, last] = self.dates.get_or_insert_with(|| [date.clone(), date.clone()]);
            if date < *first {
                first.clone_from(&date);
            }
            if date > *last {
                *last = date;
            }
        }
        // Of `3.2` the second number is that of the board.
        let round = tags.get("Round").split('.').next().and_then(|round| round.trim().parse().ok());
        self.games.push(EventGame {
            players: Color::ALL.map(|side| tags.player(side).trim().to_owned()),
            ratings: Color::ALL.map(|side| tags.elo(side)),
            result: game.result(),
            round: round.filter(|&round| round > 0),
        });
    }
}

/// Returns half points as a number, such as `2.5`.
pub fn halves(points: u32) -> f64 {
    f64::from(points) / 2.0
}

/// JSON object of an event.
#[derive(Serialize)]
pub struct EventReport<'a> {
    event: &'a str,
    first_date: Option<&'a str>,
    last_date: Option<&'a str>,
    games: usize,
    kind: &'static str,
    /// What separates players of the same score, in this order.
    tie_breaks: &'static [&'static str],
    players: Vec<CrosstablePlayer<'a>>,
}

/// A player of an event.
#[derive(Serialize)]
struct CrosstablePlayer<'a> {
    rank: usize,
    name: &'a str,
    elo: Option<u16>,
    score: f64,
    buchholz: f64,
    sonneborn_berger: f64,
    wins: u32,
    games: Vec<CrosstableGame<'a>>,
}

/// A game of a player.
#[derive(Serialize)]
struct CrosstableGame<'a> {
    round: u32,
    opponent: &'a str,
    color: &'static str,
    /// `null` without a known result.
    points: Option<f64>,
}

impl<'a> EventReport<'a> {
    /// Creates the object of an event with its crosstable.
    pub fn new(event: &'a NamedEvent, table: &'a Crosstable) -> Self {
        let game = |game: &TableGame| CrosstableGame {
            round: game.round,
            opponent: &table.players[game.opponent].name,
            color: if game.color == Color::White { "white" } else { "black" },
            points: game.points.map(halves),
        };
        let player = |player: &'a TablePlayer| CrosstablePlayer {
            rank: player.rank,
            name: &player.name,
            elo: player.rating,
            score: halves(player.score),
            buchholz: halves(player.buchholz),
            sonneborn_berger: halves(player.sonneborn_berger) / 2.0,
            wins: player.wins,
            games: player.games.iter().map(game).collect(),
        };
        let [first_date, last_date] =
            [0, 1].map(|place| event.dates.as_ref().map(|dates| dates[place].as_str()));
        Self {
            event: &event.name,
            first_date,
            last_date,
            games: event.games.len(),
            kind: table.kind.name(),
            tie_breaks: table.kind.tie_breaks(),
            players: table.players.iter().map(player).collect(),
        }
    }
}
