//! The conditions on games of `pgn filter`: on tags, and on the moves of the main line.

use crate::common::arguments::{PositionArgs, parse_line, read_position, side};
use crate::common::error::Error;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use ferz::notation::ParseSanError;
use ferz::{Color, Move, Position};
use ferz_database::selection::{
    Date, EcoRange, EndingKind, GameTags, MainLine, MaterialPattern, TagCondition,
};
use ferz_game::GameResult;
use ferz_game::pattern::PositionPattern;
use std::convert::Infallible;

/// The conditions on tags.
#[derive(Args, Debug)]
#[command(next_help_heading = "Conditions")]
pub(crate) struct TagConditionArgs {
    /// Part of the name of a player, in any case; repeat it for both players, each of whom has one
    /// of the names
    #[arg(long = "player", value_name = "NAME", value_parser = lower_case)]
    pub(super) players: Vec<String>,

    /// Part of the name of White
    #[arg(long, value_name = "NAME", value_parser = lower_case)]
    pub(super) white: Vec<String>,

    /// Part of the name of Black
    #[arg(long, value_name = "NAME", value_parser = lower_case)]
    pub(super) black: Vec<String>,

    /// Condition on a tag, like 'WhiteElo >= 2500', 'Date < 2020', 'Event = Blitz' or 'Site ~ london';
    /// repeat it for several. `~` finds a part of the value; case does not count
    #[arg(long = "tag", value_name = "CONDITION")]
    pub(super) tags: Vec<TagCondition>,

    /// Minimum rating of both players
    #[arg(long, value_name = "ELO")]
    pub(super) min_elo: Option<u32>,

    /// Maximum rating of both players
    #[arg(long, value_name = "ELO")]
    pub(super) max_elo: Option<u32>,

    /// First date, like 2024, 2024.03 or 2024.03.15
    #[arg(long, value_name = "DATE")]
    pub(super) from: Option<Date>,

    /// Last date
    #[arg(long, value_name = "DATE")]
    pub(super) to: Option<Date>,
}

/// The conditions on moves. The moves of a game are read only if one of them is given.
#[derive(Args, Debug)]
#[command(next_help_heading = "Conditions")]
pub(crate) struct MoveConditionArgs {
    /// Result: 1-0, 0-1, 1/2-1/2 or *; repeat it for several
    #[arg(long = "result", value_name = "RESULT")]
    pub(super) results: Vec<GameResult>,

    /// Part of the name of a player who won
    #[arg(long, value_name = "NAME", value_parser = lower_case)]
    pub(super) won: Option<String>,

    /// Part of the name of a player who lost
    #[arg(long, value_name = "NAME", value_parser = lower_case)]
    pub(super) lost: Option<String>,

    /// Part of the name of a player who drew
    #[arg(long, value_name = "NAME", value_parser = lower_case)]
    pub(super) drew: Option<String>,

    /// First moves of the game, in SAN or UCI notation, like "e4 c5" or "1. e4 c5 2. Nf3"
    #[arg(long = "moves", value_name = "MOVES", value_parser = first_moves)]
    pub(super) first_moves: Option<FirstMoves>,

    /// ECO code, range or volume, like B90, B20-B99 or B, found by the positions; repeat it for
    /// several
    #[arg(long, value_name = "ECO")]
    pub(super) eco: Vec<EcoRange>,

    /// Minimum length in plies
    #[arg(long, value_name = "N")]
    pub(super) min_plies: Option<u32>,

    /// Maximum length in plies
    #[arg(long, value_name = "N")]
    pub(super) max_plies: Option<u32>,

    /// Kind of end; repeat it for several
    #[arg(long = "ending", value_name = "KIND", value_parser = ending())]
    pub(super) endings: Vec<EndingKind>,

    /// Material of a position, like KRPvKR, with numbers and ranges like KR2P*vKRP1-3; `*` is any
    /// number, `+` one or more
    #[arg(long, value_name = "PIECES")]
    pub(super) material: Option<MaterialPattern>,

    /// Side that has the first part of the material: white, black, or the player of --won, --lost or
    /// --drew; either side without it
    #[arg(long, value_enum, value_name = "SIDE", requires = "material")]
    pub(super) material_of: Option<MaterialOwner>,

    /// Position that occurs, with any counters
    #[arg(long, value_name = "FEN", value_parser = strict_position)]
    pub(super) fen: Option<Position>,

    /// Pieces on squares of a position, like `Nf5,Pe4,_h7` or a board with `?` and `*`; see below
    #[arg(long, value_name = "PATTERN")]
    pub(super) pattern: Option<PositionPattern>,

    /// Number of consecutive positions in which the pattern holds
    #[arg(long, value_name = "N", default_value_t = 1, requires = "pattern",
        value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) pattern_plies: u32,

    /// Side to move in the first of these positions
    #[arg(long, value_name = "SIDE", requires = "pattern", value_parser = side())]
    pub(super) pattern_turn: Option<Color>,

    /// Accept the pattern with colours exchanged and the board flipped too
    #[arg(long, requires = "pattern")]
    pub(super) either_color: bool,
}

/// The side that has the first part of the material.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MaterialOwner {
    White,
    Black,
    Player,
}

/// Moves from the initial position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct FirstMoves(Vec<Move>);

/// Parses moves from the initial position.
fn first_moves(text: &str) -> Result<FirstMoves, ParseSanError> {
    parse_line(text, &Position::startpos()).map(FirstMoves)
}

/// Returns the parser of a kind of end.
fn ending() -> impl TypedValueParser<Value = EndingKind> {
    let values =
        EndingKind::ALL.map(|kind| PossibleValue::new(kind.name()).help(kind.description()));
    PossibleValuesParser::new(values).try_map(|name| name.parse())
}

/// Returns a name in lower case.
fn lower_case(name: &str) -> Result<String, Infallible> {
    Ok(name.to_lowercase())
}

/// Parses a FEN without faults.
fn strict_position(fen: &str) -> Result<Position, Error> {
    read_position(fen, PositionArgs { chess960: false, lenient: false })
}

impl TagConditionArgs {
    /// Tests the conditions on tags.
    fn accept(&self, tags: &GameTags) -> bool {
        let [white, black] = ["White", "Black"].map(|name| tags.get(name).to_lowercase());
        let is_white = |name: &String| white.contains(name);
        let is_black = |name: &String| black.contains(name);
        // One of several names is that of White and another one that of Black.
        let names = self.players.iter().enumerate();
        let both = names.clone().any(|(first, name)| {
            is_white(name) && names.clone().any(|(second, name)| first != second && is_black(name))
        });
        self.players.iter().all(|name| is_white(name) || is_black(name))
            && (self.players.len() < 2 || both)
            && self.white.iter().all(|name| white.contains(name))
            && self.black.iter().all(|name| black.contains(name))
            && self.tags.iter().all(|condition| condition.accept(tags))
            && self.accept_ratings(tags)
            && self.accept_date(tags)
    }

    fn accept_ratings(&self, tags: &GameTags) -> bool {
        let (min, max) = (self.min_elo, self.max_elo);
        if min.is_none() && max.is_none() {
            return true;
        }
        ["WhiteElo", "BlackElo"].into_iter().all(|name| {
            let elo = tags.get(name).trim().parse::<u32>();
            elo.is_ok_and(|elo| elo >= min.unwrap_or(0) && elo <= max.unwrap_or(u32::MAX))
        })
    }

    fn accept_date(&self, tags: &GameTags) -> bool {
        let (from, to) = (self.from, self.to);
        if from.is_none() && to.is_none() {
            return true;
        }
        let date = ["Date", "UTCDate", "EventDate"]
            .into_iter()
            .find_map(|name| tags.get(name).trim().parse::<Date>().ok());
        date.is_some_and(|date| {
            from.is_none_or(|from| date.latest() >= from.earliest())
                && to.is_none_or(|to| date.earliest() <= to.latest())
        })
    }
}

impl MoveConditionArgs {
    /// Returns true if the players of `--won`, `--lost` and `--drew` have these results.
    fn accept_players(&self, tags: &GameTags, result: GameResult) -> bool {
        let has = |name: &String, color: Color| Self::is_player(tags, name, color);
        let winner = result.winner();
        self.won.iter().all(|name| winner.is_some_and(|winner| has(name, winner)))
            && self.lost.iter().all(|name| winner.is_some_and(|winner| has(name, !winner)))
            && self.drew.iter().all(|name| {
                result == GameResult::Draw && Color::ALL.iter().any(|&color| has(name, color))
            })
    }

    /// Returns true if a part of the name of a side's player is `name`.
    fn is_player(tags: &GameTags, name: &str, color: Color) -> bool {
        let tag = if color == Color::White { "White" } else { "Black" };
        tags.get(tag).to_lowercase().contains(name)
    }

    /// Returns the sides that can have the first part of the material: White and Black.
    fn owners(&self, tags: &GameTags) -> [bool; Color::ALL.len()] {
        match self.material_of {
            None => [true, true],
            Some(MaterialOwner::White) => [true, false],
            Some(MaterialOwner::Black) => [false, true],
            Some(MaterialOwner::Player) => {
                let named = [&self.won, &self.lost, &self.drew].into_iter().flatten().next();
                Color::ALL.map(|color| named.is_some_and(|name| Self::is_player(tags, name, color)))
            }
        }
    }
}

/// All conditions on a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct GameConditions<'a> {
    pub(super) tags: &'a TagConditionArgs,
    /// `None` without a condition on moves.
    pub(super) moves: Option<&'a MoveConditionArgs>,
}

impl<'a> GameConditions<'a> {
    /// Tests the conditions on tags.
    pub(super) fn accept_tags(self, tags: &GameTags) -> bool {
        self.tags.accept(tags)
    }

    /// Returns the test of a game's moves by its tags and its start position, `None` if it needs none.
    pub(super) fn tester(self, tags: &GameTags, start: &Position) -> Option<MoveTester<'a>> {
        let conditions = self.moves.filter(|_| self.accept_tags(tags))?;
        Some(MoveTester::new(conditions, tags, start))
    }

    /// Returns true if there are conditions on moves.
    pub(super) fn need_moves(self) -> bool {
        self.moves.is_some()
    }
}

/// Tests the conditions on the moves of a game.
pub(super) struct MoveTester<'a> {
    conditions: &'a MoveConditionArgs,
    line: MainLine,
    /// The sides whose first part of the material counts: White and Black.
    owners: [bool; Color::ALL.len()],
    has_material: bool,
    has_position: bool,
    /// The first moves that the game has so far; `None` after another one.
    first_moves: Option<usize>,
    pattern: PatternSearch,
}

impl<'a> MoveTester<'a> {
    /// Creates a tester of a game by its tags and its start position.
    fn new(conditions: &'a MoveConditionArgs, tags: &GameTags, start: &Position) -> Self {
        let is_initial = start.key() == Position::startpos().key();
        Self {
            conditions,
            line: MainLine::default(),
            owners: conditions.owners(tags),
            has_material: false,
            has_position: false,
            first_moves: is_initial.then_some(0),
            pattern: PatternSearch::new(conditions),
        }
    }

    /// Adds a move, `None` for a null move, with the position before it.
    pub(super) fn add(&mut self, before: &Position, mv: Option<Move>) {
        self.visit(before);
        self.line.add(before);
        if let (Some(FirstMoves(wanted)), Some(count)) =
            (&self.conditions.first_moves, self.first_moves)
            && let Some(&next) = wanted.get(count)
        {
            self.first_moves = (mv == Some(next)).then_some(count + 1);
        }
    }

    /// Tests the conditions on positions.
    fn visit(&mut self, position: &Position) {
        let material = self.conditions.material.as_ref();
        self.has_material |=
            material.is_none_or(|material| material.matches(position, self.owners));
        let target = self.conditions.fen.as_ref();
        self.has_position |= target.is_none_or(|target| target.key() == position.key());
        self.pattern.add(position);
    }

    /// Tests the conditions after the last move.
    pub(super) fn accept(
        &mut self,
        tags: &GameTags,
        last: &Position,
        marker: Option<GameResult>,
    ) -> bool {
        self.visit(last);
        self.line.finish(last);
        let (args, plies) = (self.conditions, self.line.plies());
        let result = tags.result(marker);
        let first_moves = args.first_moves.as_ref().map_or(0, |FirstMoves(moves)| moves.len());
        self.has_material
            && (first_moves == 0 || self.first_moves == Some(first_moves))
            && args.accept_players(tags, result)
            && self.has_position
            && self.pattern.is_found
            && args.min_plies.is_none_or(|min| plies >= min)
            && args.max_plies.is_none_or(|max| plies <= max)
            && (args.results.is_empty() || args.results.contains(&result))
            && (args.eco.is_empty() || {
                let opening = self.line.opening();
                opening
                    .is_some_and(|opening| args.eco.iter().any(|range| range.contains(opening.eco)))
            })
            && (args.endings.is_empty() || args.endings.contains(&tags.ending(last, marker)))
    }
}

/// Searches the positions of a game for those in which a pattern holds.
struct PatternSearch {
    /// The pattern with the side to move in the first of the positions, and with `--either-color`
    /// the same for the other side; the number of positions up to the last one in which it holds.
    versions: Vec<(PositionPattern, Option<Color>, u32)>,
    /// The least number of positions.
    plies: u32,
    /// Set once there were enough consecutive positions, and without a pattern.
    is_found: bool,
}

impl PatternSearch {
    fn new(args: &MoveConditionArgs) -> Self {
        let turn = args.pattern_turn;
        let mut versions: Vec<_> =
            args.pattern.iter().map(|pattern| (pattern.clone(), turn, 0)).collect();
        if args.either_color {
            let flipped = args.pattern.iter().map(PositionPattern::flip_colors);
            versions.extend(flipped.map(|pattern| (pattern, turn.map(|turn| !turn), 0)));
        }
        Self { is_found: versions.is_empty(), versions, plies: args.pattern_plies }
    }

    /// Adds the next position of the game.
    fn add(&mut self, position: &Position) {
        if self.is_found {
            return;
        }
        for (pattern, turn, length) in &mut self.versions {
            let can_begin = turn.is_none_or(|turn| turn == position.side_to_move());
            let holds = (*length > 0 || can_begin) && pattern.matches(position);
            *length = if holds { *length + 1 } else { 0 };
            self.is_found |= *length >= self.plies;
        }
    }
}
