//! The faults of a repertoire: contradictory answers, missing answers, and lines that end too early.

use super::{GamePlace, Repertoire, RepertoireCounts, RepertoireMove};
use ferz::{Color, Move, Position};
use std::cell::LazyCell;
use std::collections::VecDeque;

/// The limits below which a missing answer is no fault.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CheckLimits {
    /// The least probability that a game reaches the place, from 0 to 1.
    pub chance: f64,
    /// The least number of games that reached it.
    pub games: u64,
}

impl Default for CheckLimits {
    /// Returns limits of one game of a hundred, and of two games.
    fn default() -> Self {
        Self { chance: 0.01, games: 2 }
    }
}

/// The faults of a repertoire, each list with the most probable ones first.
///
/// The chance of a place is the probability that a game reaches it: the product of the shares of the opponent's moves
/// on the way, where the own side plays towards it, and the sum of all ways.
#[derive(Clone, PartialEq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct RepertoireReport {
    /// The number of games of the repertoire.
    pub games: usize,
    /// The number of positions with an own answer.
    pub answered: usize,
    /// The number of positions that several moves reach.
    pub transpositions: usize,
    /// The number of games that it was compared with.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub compared: Option<u64>,
    /// Positions with several answers that are no alternatives of one game, in the order of the text.
    pub conflicts: Vec<Conflict>,
    /// Opponent's moves of the repertoire without an answer.
    pub unanswered: Vec<Gap>,
    /// Opponent's moves that games have and the repertoire has not.
    pub gaps: Vec<Gap>,
    /// Lines that end with an own move in a position that many games reach.
    pub ends: Vec<Gap>,
}

/// A position with answers that exclude each other.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Conflict {
    /// The first line to the position, with move numbers; empty at the start.
    pub line: String,
    /// The FEN of the position.
    pub fen: String,
    /// The first answer of each group of alternatives.
    pub answers: Vec<ConflictAnswer>,
}

/// An answer that excludes others, with the first game that has it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ConflictAnswer {
    /// The move.
    pub san: String,
    /// The name of the text.
    pub file: String,
    /// The number of the game in it, from 1.
    pub game: u64,
}

/// A place without an answer: a move that is missing, or the end of a line.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Gap {
    /// The first line to the place, with the missing move and with move numbers; empty at the start.
    pub line: String,
    /// The FEN of the position after the line.
    pub fen: String,
    /// The number of games with the move, or that went on after the line.
    pub games: u64,
    /// The number of games with the position before the missing move; `None` at the end of a line.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub of_games: Option<u64>,
    /// The chance of the place.
    pub chance: f64,
}

/// Finds the faults of the repertoire of a side. Without counts of games the chances are 0, and there are no
/// [`gaps`](RepertoireReport::gaps) and [`ends`](RepertoireReport::ends).
pub fn check(
    repertoire: &Repertoire,
    side: Color,
    counts: Option<&RepertoireCounts>,
    limits: CheckLimits,
) -> RepertoireReport {
    let chances = counts.map(|counts| chances(repertoire, side, counts));
    let chance = |number: usize| chances.as_ref().map_or(0.0, |chances| chances[number]);
    let games = |number| counts.map_or(0, |counts| counts.position(number).games);
    let mut report = RepertoireReport {
        games: repertoire.games(),
        transpositions: repertoire.transpositions().count(),
        compared: counts.map(RepertoireCounts::games),
        ..RepertoireReport::default()
    };
    for (number, position) in repertoire.positions().iter().enumerate() {
        let (games, chance) = (games(number), chance(number));
        let end = || {
            let (line, fen) = place(repertoire, number);
            Gap { line, fen, games, of_games: None, chance }
        };
        match (position.side == side, position.moves.is_empty()) {
            (true, true) if !position.is_over && !position.arrivals.is_empty() => {
                report.unanswered.push(end());
            }
            (true, true) => {}
            (true, false) => {
                report.answered += 1;
                report.conflicts.extend(conflict(repertoire, number));
            }
            (false, true) if !position.is_over && limits.accept(games, chance) => {
                report.ends.push(end());
            }
            (false, true) => {}
            (false, false) => {
                let found = counts.map(|counts| gaps(repertoire, number, counts, chance, limits));
                report.gaps.extend(found.into_iter().flatten());
            }
        }
    }
    for list in [&mut report.unanswered, &mut report.gaps, &mut report.ends] {
        list.sort_by(|a, b| b.chance.total_cmp(&a.chance));
    }
    report
}

impl CheckLimits {
    fn accept(self, games: u64, chance: f64) -> bool {
        games >= self.games.max(1) && chance >= self.chance
    }
}

/// Returns the first line to a position and its FEN.
fn place(repertoire: &Repertoire, number: usize) -> (String, String) {
    (repertoire.numbered_line(number, None), repertoire.position(number).fen())
}

fn conflict(repertoire: &Repertoire, number: usize) -> Option<Conflict> {
    let moves = repertoire.positions()[number].moves.iter().enumerate();
    let groups: Vec<_> = moves.filter(|(number, mv)| mv.group == *number).collect();
    if groups.len() < 2 {
        return None;
    }
    let board = repertoire.position(number);
    let answer = |(_, mv): (usize, &RepertoireMove)| {
        let GamePlace { source, game } = mv.places[0];
        let file = repertoire.source(source).to_owned();
        ConflictAnswer { san: board.san(mv.mv).to_string(), file, game }
    };
    let (line, fen) = place(repertoire, number);
    Some(Conflict { line, fen, answers: groups.into_iter().map(answer).collect() })
}

/// Returns the moves of games that are missing in a position of the opponent. One that leads to a position of the
/// repertoire is not: its answer is there, or is missing there.
fn gaps(
    repertoire: &Repertoire,
    number: usize,
    counts: &RepertoireCounts,
    chance: f64,
    limits: CheckLimits,
) -> Vec<Gap> {
    let known = &repertoire.positions()[number].moves;
    let counts = counts.position(number);
    // Most positions have no gap, and the way to a position is long.
    let before = LazyCell::new(|| repertoire.position(number));
    let gap = |&(mv, games): &(Move, u64)| {
        let chance = chance * counts.share(mv);
        if !limits.accept(games, chance) || known.iter().any(|known| known.mv == mv) {
            return None;
        }
        let mut after = before.clone();
        after.do_move(mv);
        (repertoire.find(&after).is_none() && after.has_legal_move()).then(|| Gap {
            line: repertoire.numbered_line(number, Some(mv)),
            fen: after.fen(),
            games,
            of_games: Some(counts.games),
            chance,
        })
    };
    counts.moves.iter().filter_map(gap).collect()
}

/// Returns the chance of each position.
///
/// Positions come in the order of their distance from a start, and only moves to the next distance count: a way that
/// loses time, or goes round in a circle, adds nothing, so that each chance is known before it is used.
fn chances(repertoire: &Repertoire, side: Color, counts: &RepertoireCounts) -> Vec<f64> {
    let positions = repertoire.positions();
    let standard = repertoire.find(&Position::startpos());
    let mut chances = vec![0.0_f64; positions.len()];
    let mut distances: Vec<Option<usize>> = vec![None; positions.len()];
    let roots = || (0..positions.len()).filter(|&number| positions[number].is_start());
    let is_first = |number: &usize| positions[*number].arrivals.is_empty();
    // A start that a line reaches too has its place in that line.
    let (first, others) = roots().partition::<Vec<_>, _>(is_first);
    for root in first.into_iter().chain(others) {
        if distances[root].is_some() {
            continue;
        }
        distances[root] = Some(0);
        chances[root] = match counts.games() {
            _ if Some(root) == standard => 1.0,
            0 => 0.0,
            games => counts.position(root).games as f64 / games as f64,
        };
        let mut queue = VecDeque::from([root]);
        while let Some(number) = queue.pop_front() {
            for mv in &positions[number].moves {
                if distances[mv.next].is_none() {
                    distances[mv.next] = distances[number].map(|distance| distance + 1);
                    queue.push_back(mv.next);
                }
            }
        }
    }
    let mut levels: Vec<Vec<usize>> = Vec::new();
    for (number, distance) in distances.iter().enumerate() {
        let distance = distance.unwrap_or(0);
        levels.resize_with(levels.len().max(distance + 1), Vec::new);
        levels[distance].push(number);
    }
    for number in levels.into_iter().flatten() {
        let chance = chances[number].min(1.0);
        chances[number] = chance;
        let position = &positions[number];
        let is_next = |next: usize| distances[next] == distances[number].map(|it| it + 1);
        for mv in position.moves.iter().filter(|mv| is_next(mv.next)) {
            let share =
                if position.side == side { 1.0 } else { counts.position(number).share(mv.mv) };
            chances[mv.next] += chance * share;
        }
    }
    chances
}
