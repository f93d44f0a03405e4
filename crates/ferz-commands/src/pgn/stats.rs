//! `pgn stats`: counts of games, results, lengths, players, openings and endings.

mod report;

use super::args::StatsArgs;
use super::ending::EndingKind;
use super::main_line::{GameTags, MainLine};
use crate::common::error::Error;
use crate::common::text::print_json;
use ferz::{Move, Position};
use ferz_game::GameResult;
use ferz_game::openings::Eco;
use ferz_game::pgn::{GameVisitor, PgnError, Tag, Visit};
use report::StatsReport;
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow;

/// Results of games: wins of White, draws, wins of Black, unknown.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Results {
    white_wins: u64,
    draws: u64,
    black_wins: u64,
    unknown: u64,
}

impl Results {
    fn add(&mut self, result: GameResult) {
        *match result {
            GameResult::WhiteWins => &mut self.white_wins,
            GameResult::Draw => &mut self.draws,
            GameResult::BlackWins => &mut self.black_wins,
            GameResult::Unknown => &mut self.unknown,
        } += 1;
    }

    fn merge(&mut self, other: Self) {
        self.white_wins += other.white_wins;
        self.draws += other.draws;
        self.black_wins += other.black_wins;
        self.unknown += other.unknown;
    }

    fn games(&self) -> u64 {
        self.white_wins + self.draws + self.black_wins + self.unknown
    }
}

/// The results of a player's games.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug, Default)]
struct PlayerRecord {
    wins: u64,
    draws: u64,
    losses: u64,
    unknown: u64,
}

impl PlayerRecord {
    fn add(&mut self, result: GameResult, is_white: bool) {
        let won = if is_white { GameResult::WhiteWins } else { GameResult::BlackWins };
        *match result {
            GameResult::Unknown => &mut self.unknown,
            GameResult::Draw => &mut self.draws,
            result if result == won => &mut self.wins,
            _ => &mut self.losses,
        } += 1;
    }

    fn merge(&mut self, other: Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        self.unknown += other.unknown;
    }

    fn games(&self) -> u64 {
        self.wins + self.draws + self.losses + self.unknown
    }
}

/// Counts of games without errors. The tables have an entry for each name of a player and each ECO
/// code.
#[derive(Default)]
struct PgnStatistics {
    results: Results,
    plies: u64,
    longest: u32,
    shortest: Option<u32>,
    from_position: u64,
    players: HashMap<String, PlayerRecord>,
    openings: BTreeMap<Eco, Results>,
    endings: BTreeMap<EndingKind, u64>,
}

impl PgnStatistics {
    fn merge(&mut self, other: Self) {
        self.results.merge(other.results);
        self.plies += other.plies;
        self.longest = self.longest.max(other.longest);
        self.shortest = [self.shortest, other.shortest].into_iter().flatten().min();
        self.from_position += other.from_position;
        for (name, record) in other.players {
            self.players.entry(name).or_default().merge(record);
        }
        for (eco, results) in other.openings {
            self.openings.entry(eco).or_default().merge(results);
        }
        for (ending, games) in other.endings {
            *self.endings.entry(ending).or_default() += games;
        }
    }

    fn add_player(&mut self, name: &str, result: GameResult, is_white: bool) {
        if matches!(name, "" | "?") {
            return;
        }
        match self.players.get_mut(name) {
            Some(record) => record.add(result, is_white),
            None => self.players.entry(name.to_owned()).or_default().add(result, is_white),
        }
    }
}

/// Counts the games of a batch.
#[derive(Default)]
struct StatsVisitor {
    statistics: PgnStatistics,
    tags: GameTags,
    line: MainLine,
    /// Set by an error of the current game.
    is_faulty: bool,
    errors: Vec<PgnError>,
}

impl GameVisitor for StatsVisitor {
    fn begin_game(&mut self, _number: u64) {
        self.tags.clear();
        self.line = MainLine::default();
        self.is_faulty = false;
    }

    fn tag(&mut self, tag: Tag<'_>) {
        self.tags.add(tag);
    }

    fn played(&mut self, before: &Position, _mv: Move) -> Visit {
        self.line.add(before);
        Visit::Continue
    }

    fn null_move(&mut self, before: &Position, _is_variation: bool) -> bool {
        self.line.add(before);
        false
    }

    fn end_game(&mut self, last: &Position, marker: Option<GameResult>) {
        if self.is_faulty {
            return;
        }
        self.line.finish(last);
        let (statistics, plies) = (&mut self.statistics, self.line.plies());
        let result = self.tags.result(marker);
        statistics.results.add(result);
        statistics.plies += u64::from(plies);
        statistics.longest = statistics.longest.max(plies);
        statistics.shortest = Some(statistics.shortest.map_or(plies, |least| least.min(plies)));
        statistics.from_position += u64::from(!self.tags.get("FEN").is_empty());
        statistics.add_player(self.tags.get("White"), result, true);
        statistics.add_player(self.tags.get("Black"), result, false);
        if let Some(opening) = self.line.opening() {
            statistics.openings.entry(opening.eco).or_default().add(result);
        }
        *statistics.endings.entry(self.tags.ending(last, marker)).or_default() += 1;
    }

    fn error(&mut self, error: PgnError) {
        self.is_faulty = true;
        self.errors.push(error);
    }
}

/// Prints the counts of all games.
///
/// # Errors
/// If a file cannot be read, and [`Error::Interrupted`] after Ctrl-C. The counts so far have been
/// printed.
pub(super) fn run(args: &StatsArgs) -> Result<(), Error> {
    let sources = args.source.sources();
    let (mut games, mut errors, mut statistics) = (0, 0, PgnStatistics::default());
    let counter = || args.moves.player(StatsVisitor::default());
    let read = sources.read(counter, |batch| {
        let counter = batch.visitor.into_visitor();
        games += batch.games;
        statistics.merge(counter.statistics);
        errors += counter.errors.len() as u64;
        sources.report_all(counter.errors, batch.numbers_before);
        Ok(ControlFlow::Continue(()))
    });
    if games == 0 && read.is_err() {
        return read;
    }
    let report = StatsReport::new(games, errors, &statistics, args.top);
    if args.json {
        print_json(&report)?;
    } else {
        report.print()?;
    }
    read
}
