//! The faults of a repertoire: contradictory answers, missing answers, and lines that end too early.

use super::{Repertoire, RepertoireCounts, RepertoirePosition};
use ferz::{Color, Move, Position};
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
pub struct RepertoireReport {
    /// Positions with several answers that are no alternatives of one game, in the order of the text.
    pub conflicts: Vec<Conflict>,
    /// Opponent's moves of the repertoire without an answer.
    pub unanswered: Vec<Gap>,
    /// Opponent's moves that games have and the repertoire has not.
    pub gaps: Vec<Gap>,
    /// Lines that end with an own move in a position that many games reach.
    pub ends: Vec<Gap>,
    /// The number of positions with an own answer.
    pub answered: usize,
    /// The number of positions that several moves reach.
    pub transpositions: usize,
}

/// A position with answers that exclude each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conflict {
    /// The number of the position.
    pub position: usize,
    /// The numbers of the answers among the moves of the position: the first of each group of alternatives.
    pub answers: Vec<usize>,
}

/// A place without an answer: a move that is missing, or the end of a line.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Gap {
    /// The number of the position before the move, or at the end of the line.
    pub position: usize,
    /// The move that the repertoire does not have; `None` at the end of a line.
    pub mv: Option<Move>,
    /// The number of games with the move, or that went on after the line.
    pub games: u64,
    /// The number of games with the position.
    pub of_games: u64,
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
    let transpositions = repertoire.transpositions().count();
    let mut report = RepertoireReport { transpositions, ..RepertoireReport::default() };
    for (number, position) in repertoire.positions().iter().enumerate() {
        let (games, chance) = (games(number), chance(number));
        let end = Gap { position: number, mv: None, games, of_games: games, chance };
        match (position.side == side, position.moves.is_empty()) {
            (true, true) if !position.is_over && !position.arrivals.is_empty() => {
                report.unanswered.push(end);
            }
            (true, true) => {}
            (true, false) => {
                report.answered += 1;
                report.conflicts.extend(conflict(number, position));
            }
            (false, true) if !position.is_over && limits.accept(games, chance) => {
                report.ends.push(end);
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

fn conflict(number: usize, position: &RepertoirePosition) -> Option<Conflict> {
    let answers = position.moves.iter().enumerate();
    let answers: Vec<_> =
        answers.filter(|(number, mv)| mv.group == *number).map(|(number, _)| number).collect();
    (answers.len() > 1).then_some(Conflict { position: number, answers })
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
    let position = &repertoire.positions()[number];
    let counts = counts.position(number);
    let gap = |&(mv, games): &(Move, u64)| {
        let chance = chance * counts.share(mv);
        Gap { position: number, mv: Some(mv), games, of_games: counts.games, chance }
    };
    let is_missing = |gap: &Gap| {
        limits.accept(gap.games, gap.chance)
            && position.moves.iter().all(|known| Some(known.mv) != gap.mv)
    };
    let mut found: Vec<_> = counts.moves.iter().map(gap).filter(is_missing).collect();
    if !found.is_empty() {
        let before = repertoire.position(number);
        found.retain(|gap| {
            let mut after = before.clone();
            gap.mv.into_iter().for_each(|mv| after.do_move(mv));
            repertoire.find(&after).is_none() && after.has_legal_move()
        });
    }
    found
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
