//! The places where many games left a repertoire.

use super::{Departure, Repertoire};
use crate::collector::CollectedGame;
use crate::statistics::PlayerResults;
use ferz::{Color, Move};
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::HashMap;

/// The games of a player by the places where they left.
#[derive(Clone, Debug, Default)]
pub struct DepartureTable {
    places: HashMap<Departure, DeparturePlace>,
}

/// The games that left at a place.
#[derive(Clone, Copy, Debug, Default)]
struct DeparturePlace {
    results: PlayerResults,
    /// The day of the last of them whose date is known, as a number.
    last_day: Option<i32>,
}

impl DepartureTable {
    /// Adds a game, in which the player has a side, with its positions in the repertoire.
    pub fn add(&mut self, repertoire: &Repertoire, side: Color, game: &CollectedGame) {
        let place = self.places.entry(game.visits.departure(repertoire)).or_default();
        place.results.count(side, game.result());
        place.last_day = place.last_day.max(game.tags.date().last_day_number());
    }
}

/// JSON object of the places.
#[derive(Serialize, Debug)]
pub struct DepartureReport {
    /// The results of all games.
    pub all: PlayerResults,
    /// Those of games that ended within the repertoire.
    pub within: PlayerResults,
    /// Those of games that have no position of it.
    pub outside: PlayerResults,
    /// The places where the player made a move that the repertoire does not have.
    pub you_left: Vec<DepartureRow>,
    /// The places where an opponent did.
    pub opponents_left: Vec<DepartureRow>,
    /// The last positions of lines after which games went on.
    pub lines_ended: Vec<DepartureRow>,
}

/// A place where games left.
#[derive(Serialize, Debug)]
pub struct DepartureRow {
    /// The line with the move that left.
    pub line: String,
    /// The FEN of the position before that move.
    pub fen: String,
    /// The moves of the repertoire there.
    pub answers: Vec<String>,
    /// The results of the games.
    #[serde(flatten)]
    pub results: PlayerResults,
    /// The number of the position in the repertoire.
    #[serde(skip)]
    pub position: usize,
    /// The day of the last game whose date is known, as a number.
    #[serde(skip)]
    pub last_day: Option<i32>,
}

impl DepartureReport {
    /// Creates the report of a player who has a side. The places with the most games come first.
    pub fn new(repertoire: &Repertoire, side: Color, table: &DepartureTable) -> Self {
        let mut report = Self {
            all: PlayerResults::default(),
            within: PlayerResults::default(),
            outside: PlayerResults::default(),
            you_left: Vec::new(),
            opponents_left: Vec::new(),
            lines_ended: Vec::new(),
        };
        let mut ends: HashMap<usize, DeparturePlace> = HashMap::new();
        for (&departure, place) in &table.places {
            report.all = report.all + place.results;
            match departure {
                Departure::Within => report.within = report.within + place.results,
                Departure::Outside => report.outside = report.outside + place.results,
                Departure::LineEnd { position, .. } => {
                    let end = ends.entry(position).or_default();
                    end.results = end.results + place.results;
                }
                Departure::Left { position, mv } => {
                    let row = DepartureRow::new(repertoire, position, Some(mv), place);
                    match repertoire.positions()[position].side == side {
                        true => report.you_left.push(row),
                        false => report.opponents_left.push(row),
                    }
                }
            }
        }
        let ends = ends.iter();
        let ends = ends.map(|(&position, end)| DepartureRow::new(repertoire, position, None, end));
        report.lines_ended.extend(ends);
        let Self { you_left, opponents_left, lines_ended, .. } = &mut report;
        for rows in [you_left, opponents_left, lines_ended] {
            rows.sort_by_cached_key(|row| (Reverse(row.results.games()), row.line.clone()));
        }
        report
    }
}

impl DepartureRow {
    fn new(
        repertoire: &Repertoire,
        position: usize,
        mv: Option<Move>,
        place: &DeparturePlace,
    ) -> Self {
        let board = repertoire.position(position);
        let known = &repertoire.positions()[position].moves;
        Self {
            line: repertoire.numbered_line(position, mv),
            fen: board.fen(),
            answers: known.iter().map(|known| board.san(known.mv).to_string()).collect(),
            results: place.results,
            position,
            last_day: place.last_day,
        }
    }
}
