//! The conditions of `pgn filter`, and the visitor that tests them.

use super::pattern::{PatternCondition, PatternSearch};
use crate::args::PositionArgs;
use crate::common::error::Error;
use crate::common::setup::read_position;
use crate::pgn::args::ConditionArgs;
use crate::pgn::main_line::{GameTags, MainLine};
use ferz::{Move, Position};
use ferz_game::GameResult;
use ferz_game::pgn::{GameVisitor, PgnError, PgnErrorKind, Tag, Visit};

/// The conditions, all of which a game must meet.
pub(super) struct Conditions<'a> {
    args: &'a ConditionArgs,
    /// The names of `--player`, `--white` and `--black` in lower case.
    players: Vec<String>,
    white: Vec<String>,
    black: Vec<String>,
    /// The position that the game must reach.
    position: Option<Position>,
    pattern: Option<PatternCondition>,
}

impl<'a> Conditions<'a> {
    /// Creates the conditions of the arguments.
    ///
    /// # Errors
    /// If the FEN is invalid, or a range is empty.
    pub(super) fn new(args: &'a ConditionArgs) -> Result<Self, Error> {
        check_ranges(args)?;
        let lower = |names: &[String]| names.iter().map(|name| name.to_lowercase()).collect();
        let strict = PositionArgs { chess960: false, lenient: false };
        let position = args.fen.as_deref().map(|fen| read_position(fen, strict)).transpose()?;
        Ok(Self {
            args,
            players: lower(&args.players),
            white: lower(&args.white),
            black: lower(&args.black),
            position,
            pattern: PatternCondition::new(args),
        })
    }

    /// Returns true if a condition needs the moves of a game.
    fn need_moves(&self) -> bool {
        let args = self.args;
        !args.results.is_empty()
            || !args.eco.is_empty()
            || args.min_plies.is_some()
            || args.max_plies.is_some()
            || !args.endings.is_empty()
            || args.material.is_some()
            || self.position.is_some()
            || self.pattern.is_some()
    }

    /// Tests the conditions on tags.
    fn accept_tags(&self, tags: &GameTags) -> bool {
        let [white, black] = ["White", "Black"].map(|name| tags.get(name).to_lowercase());
        self.players.iter().all(|name| white.contains(name) || black.contains(name))
            && self.white.iter().all(|name| white.contains(name))
            && self.black.iter().all(|name| black.contains(name))
            && self.accept_ratings(tags)
            && self.accept_date(tags)
    }

    fn accept_ratings(&self, tags: &GameTags) -> bool {
        let (min, max) = (self.args.min_elo, self.args.max_elo);
        if min.is_none() && max.is_none() {
            return true;
        }
        ["WhiteElo", "BlackElo"].into_iter().all(|name| {
            let elo = tags.get(name).trim().parse::<u32>();
            elo.is_ok_and(|elo| elo >= min.unwrap_or(0) && elo <= max.unwrap_or(u32::MAX))
        })
    }

    fn accept_date(&self, tags: &GameTags) -> bool {
        let (from, to) = (self.args.from, self.args.to);
        if from.is_none() && to.is_none() {
            return true;
        }
        let date = ["Date", "UTCDate", "EventDate"]
            .into_iter()
            .find_map(|name| tags.get(name).trim().parse::<super::values::Date>().ok());
        date.is_some_and(|date| {
            from.is_none_or(|from| date.latest() >= from.earliest())
                && to.is_none_or(|to| date.earliest() <= to.latest())
        })
    }
}

/// Refuses ranges that contain nothing.
///
/// # Errors
/// [`Error::CommandLine`] for the first of them.
fn check_ranges(args: &ConditionArgs) -> Result<(), Error> {
    let is_above =
        |min: Option<u32>, max: Option<u32>| min.zip(max).is_some_and(|(min, max)| min > max);
    let dates = args.from.zip(args.to);
    for (is_empty, reason) in [
        (is_above(args.min_elo, args.max_elo), "--min-elo is above --max-elo"),
        (is_above(args.min_plies, args.max_plies), "--min-plies is above --max-plies"),
        (dates.is_some_and(|(from, to)| from.earliest() > to.latest()), "--from is after --to"),
    ] {
        if is_empty {
            let command = "ferz pgn filter".to_owned();
            return Err(Error::CommandLine { reason: reason.to_owned(), command });
        }
    }
    Ok(())
}

/// Tests the conditions on one game after the other.
pub(super) struct Tester<'a> {
    conditions: &'a Conditions<'a>,
    need_moves: bool,
    tags: GameTags,
    line: MainLine,
    has_material: bool,
    has_position: bool,
    pattern: PatternSearch<'a>,
    error: Option<PgnError>,
    /// For each game, true if it meets all conditions, or the error.
    results: Vec<Result<bool, PgnError>>,
}

impl<'a> Tester<'a> {
    /// Creates a visitor for the conditions.
    pub(super) fn new(conditions: &'a Conditions<'a>) -> Self {
        Self {
            conditions,
            need_moves: conditions.need_moves(),
            tags: GameTags::default(),
            line: MainLine::default(),
            has_material: false,
            has_position: false,
            pattern: PatternSearch::new(conditions.pattern.as_ref()),
            error: None,
            results: Vec::new(),
        }
    }

    /// Returns for each game true if it meets all conditions, or its error.
    pub(super) fn into_results(self) -> Vec<Result<bool, PgnError>> {
        self.results
    }

    /// Tests the conditions on positions.
    fn visit(&mut self, position: &Position) {
        let material = self.conditions.args.material;
        self.has_material |= material.is_none_or(|material| material.matches(position));
        let target = self.conditions.position.as_ref();
        self.has_position |= target.is_none_or(|target| target.key() == position.key());
        self.pattern.add(position);
    }

    /// Tests the conditions on moves after the last of them.
    fn accept_moves(&self, last: &Position, marker: Option<GameResult>) -> bool {
        let (args, plies) = (self.conditions.args, self.line.plies());
        let result = self.tags.result(marker);
        self.has_material
            && self.has_position
            && self.pattern.is_found()
            && args.min_plies.is_none_or(|min| plies >= min)
            && args.max_plies.is_none_or(|max| plies <= max)
            && (args.results.is_empty() || args.results.contains(&result))
            && (args.eco.is_empty() || {
                let opening = self.line.opening();
                opening
                    .is_some_and(|opening| args.eco.iter().any(|range| range.contains(opening.eco)))
            })
            && (args.endings.is_empty() || args.endings.contains(&self.tags.ending(last, marker)))
    }
}

impl GameVisitor for Tester<'_> {
    fn begin_game(&mut self, _number: u64) {
        self.tags.clear();
        self.line = MainLine::default();
        (self.has_material, self.has_position) = (false, false);
        self.pattern.begin_game();
    }

    fn tag(&mut self, tag: Tag<'_>) {
        self.tags.add(tag);
    }

    fn begin_moves(&mut self, _start: &Position) -> Visit {
        if self.need_moves && self.conditions.accept_tags(&self.tags) {
            Visit::Continue
        } else {
            Visit::SkipGame
        }
    }

    fn played(&mut self, before: &Position, _mv: Move) -> Visit {
        self.visit(before);
        self.line.add(before);
        Visit::Continue
    }

    fn null_move(&mut self, before: &Position, _is_variation: bool) -> bool {
        self.visit(before);
        self.line.add(before);
        false
    }

    fn end_game(&mut self, last: &Position, marker: Option<GameResult>) {
        let mut is_match = self.conditions.accept_tags(&self.tags);
        let needs_moves = is_match && self.need_moves;
        if needs_moves {
            self.visit(last);
            self.line.finish(last);
            is_match = self.accept_moves(last, marker);
        }
        // The start position of a game whose moves are not needed is not needed either.
        let counts =
            |error: &PgnError| needs_moves || !matches!(error.kind, PgnErrorKind::Fen { .. });
        self.results.push(self.error.take().filter(counts).map_or(Ok(is_match), Err));
    }

    fn error(&mut self, error: PgnError) {
        self.error = Some(error);
    }
}
