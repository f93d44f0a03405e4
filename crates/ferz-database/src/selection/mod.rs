//! Conditions on games: a [`Selection`], and the table of its conditions.
//!
//! Each condition is a row of [`CONDITIONS`], from which the command line, the server, the page and Python have it. All
//! conditions of a selection must hold; of several values of one condition, one is enough.
//!
//! ```
//! use ferz_database::facts::GameTags;
//! use ferz_database::selection::Selection;
//!
//! let mut selection = Selection::default();
//! selection.set("min-elo", "2500")?;
//! selection.set("player", "anna")?;
//! let tests = selection.tests();
//! let mut tags = GameTags::default();
//! for (name, value) in [("White", "Anna"), ("WhiteElo", "2600"), ("BlackElo", "2500?")] {
//!     tags.set(name, value);
//! }
//! assert!(tests.accept_tags(&tags, None) && !tests.need_moves());
//! # Ok::<(), ferz_database::selection::ConditionError>(())
//! ```

mod comment_text;
mod condition;
mod conditions;
mod eco_range;
mod error;
mod game_tester;
pub(crate) mod known_facts;
mod material;
mod move_list;
mod number_ranges;
mod position_search;
mod repertoire;
mod reservoir;
mod side_choice;
mod tag_condition;
#[cfg(test)]
mod tests;

pub use comment_text::CommentText;
pub use condition::{Condition, ConditionError};
pub use conditions::CONDITIONS;
pub use eco_range::{EcoRange, ParseEcoRangeError};
pub use error::ParseConditionError;
pub use game_tester::{GameTester, Tests};
pub(crate) use known_facts::{KnownFacts, NameList};
pub use material::MaterialPattern;
pub use move_list::{MoveList, ParseMoveListError};
pub use number_ranges::NumberRanges;
pub use reservoir::Reservoir;
pub use side_choice::SideChoice;
pub use tag_condition::TagCondition;

use crate::facts::{EndgameKind, GameRules, GameTags, Occurrence, PlayerName, Termination};
use crate::repertoire::Repertoire;
use crate::{GameDate, GameMode, Speed};
use ferz::{Color, Position};
use ferz_game::GameResult;
use ferz_game::pattern::PositionPattern;
use known_facts::TagFacts;
use std::path::PathBuf;

/// Conditions on games, which must all hold. The default has none. Of a list one value is enough, and an empty list is
/// no condition.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// Names of a player.
    pub players: Vec<PlayerName>,
    /// The side of that player.
    pub color: Option<Color>,
    /// Names of the other player.
    pub opponents: Vec<PlayerName>,
    /// Ranges with the rating of the other player, which must be known.
    pub opponent_elo: Option<NumberRanges>,
    /// Names of White.
    pub white: Vec<PlayerName>,
    /// Names of Black.
    pub black: Vec<PlayerName>,
    /// Parts of the tag `Event`, in lower case.
    pub events: Vec<String>,
    /// Conditions on single tags, all of which must hold.
    pub tags: Vec<TagCondition>,
    /// The minimum rating of both players, which must be known.
    pub min_elo: Option<u16>,
    /// The maximum rating of both players, which must be known.
    pub max_elo: Option<u16>,
    /// Ranges with the mean rating of both players, rounded down; both must be known.
    pub mean_elo: Option<NumberRanges>,
    /// The speeds.
    pub speeds: Vec<Speed>,
    /// The modes, which are known by the tag `Event`.
    pub modes: Vec<GameMode>,
    /// The first date. A date with unknown parts is accepted if it can mean a day of the range.
    pub since: Option<GameDate>,
    /// The last date.
    pub until: Option<GameDate>,
    /// The rules.
    pub variants: Vec<GameRules>,
    /// The results.
    pub results: Vec<GameResult>,
    /// Names of a player who won.
    pub won: Vec<PlayerName>,
    /// Names of a player who lost.
    pub lost: Vec<PlayerName>,
    /// Names of a player who drew.
    pub drew: Vec<PlayerName>,
    /// First moves from the initial position.
    pub first_moves: Vec<MoveList>,
    /// The file of the repertoire.
    pub follows: Option<PathBuf>,
    /// The repertoire that the game follows, or leaves.
    pub repertoire: Option<Repertoire>,
    /// The side that leaves the repertoire before a line of it ends; `None` for games that follow it to the end of a
    /// line or of the game.
    pub leaves: Option<SideChoice>,
    /// ECO codes of the opening by the positions.
    pub eco: Vec<EcoRange>,
    /// The minimum number of plies.
    pub min_plies: Option<u32>,
    /// The maximum number of plies.
    pub max_plies: Option<u32>,
    /// The terminations.
    pub terminations: Vec<Termination>,
    /// What happens anywhere in the game.
    pub occurrences: Vec<Occurrence>,
    /// Texts of comments of the main line.
    pub comments: Vec<CommentText>,
    /// Kinds of endgames.
    pub endgames: Vec<EndgameKind>,
    /// The minimum number of plies that are played with the material of the endgame, in all.
    pub endgame_plies: Option<u32>,
    /// Material of a position.
    pub material: Vec<MaterialPattern>,
    /// Ranges with the lead in material of one side in pawns.
    pub material_lead: Option<NumberRanges>,
    /// The side that has the first part of the material, and the lead.
    pub material_of: Option<SideChoice>,
    /// The number of all pieces of a position, kings and pawns included.
    pub piece_count: Option<NumberRanges>,
    /// Positions, which are compared by their keys.
    pub positions: Vec<Position>,
    /// A pattern of positions.
    pub pattern: Option<PositionPattern>,
    /// The side to move in the first of them.
    pub pattern_turn: Option<Color>,
    /// Accepts the pattern with colours exchanged and the board flipped too.
    pub either_color: bool,
    /// The number of consecutive positions with the pattern, the material, the lead or the number of pieces, 1 without it.
    pub stable_plies: Option<u32>,
    /// Ranges with the number of plies before the positions that count.
    pub at_ply: Option<NumberRanges>,
}

/// A name of a player or of a tag among conditions, which no game of a file may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sought<'a> {
    /// The name of a player.
    Player(&'a PlayerName),
    /// The name of a tag.
    Tag(&'a str),
}

impl Sought<'_> {
    /// Returns true if a game has it.
    fn is_in(self, tags: &GameTags) -> bool {
        match self {
            Self::Player(name) => Color::ALL.iter().any(|&side| name.matches(tags.player(side))),
            Self::Tag(name) => tags.has(name),
        }
    }
}

impl Selection {
    /// Returns true if there is no condition.
    pub fn accepts_all(&self) -> bool {
        self.given().next().is_none()
    }

    /// Returns the conditions that are given, in the order of the table.
    pub fn given(&self) -> impl Iterator<Item = &'static Condition> {
        CONDITIONS.iter().filter(|condition| condition.is_given(self))
    }

    /// Returns the tests of the conditions that are given.
    pub fn tests(&self) -> Tests<'_> {
        Tests::new(self)
    }

    /// Returns true if there is a name for [`SideChoice::Player`].
    fn has_player(&self) -> bool {
        !self.player_names().is_empty()
    }

    /// Returns the names of the player whom [`SideChoice::Player`] means.
    fn player_names(&self) -> &[PlayerName] {
        let lists = [&self.won, &self.lost, &self.drew, &self.players];
        lists.into_iter().find(|list| !list.is_empty()).map_or(&[], Vec::as_slice)
    }

    /// Returns the sides of a choice, White and Black.
    fn sides(&self, choice: SideChoice, tags: &GameTags) -> [bool; Color::COUNT] {
        match choice {
            SideChoice::Either => [true, true],
            SideChoice::White => [true, false],
            SideChoice::Black => [false, true],
            SideChoice::Player => Color::ALL.map(|color| {
                self.player_names().iter().any(|name| name.matches(tags.player(color)))
            }),
        }
    }

    /// Returns the sides that the player of the conditions can have by the tags: by name, colour and opponent. Both
    /// without these conditions.
    pub fn player_sides(&self, tags: &GameTags) -> [bool; Color::COUNT] {
        known_facts::player_sides(self, &TagFacts::new(self, tags, None, None))
    }

    /// Returns the names of a list.
    pub(crate) fn list(&self, list: NameList) -> &[PlayerName] {
        match list {
            NameList::Player => &self.players,
            NameList::Opponent => &self.opponents,
            NameList::White => &self.white,
            NameList::Black => &self.black,
            NameList::Won => &self.won,
            NameList::Lost => &self.lost,
            NameList::Drew => &self.drew,
        }
    }

    /// Returns the names that are conditions, in an order that stays the same.
    pub fn names(&self) -> impl Iterator<Item = &PlayerName> {
        self.named_lists().map(|(name, _)| name)
    }

    /// Returns the names with their lists.
    pub(crate) fn named_lists(&self) -> impl Iterator<Item = (&PlayerName, NameList)> {
        NameList::ALL
            .into_iter()
            .flat_map(|list| self.list(list).iter().map(move |name| (name, list)))
    }

    /// Returns the names and tags of the conditions, in an order that stays the same.
    pub fn sought(&self) -> impl Iterator<Item = Sought<'_>> {
        let tags = self.tags.iter().filter_map(TagCondition::tag);
        self.names().map(Sought::Player).chain(tags.map(Sought::Tag))
    }

    /// Returns the names of players of a game that meets all conditions, with the numbers of the
    /// [names](Self::names) that have found them, from 0.
    pub fn matched_players<'t>(
        &self,
        tags: &'t GameTags,
        result: GameResult,
    ) -> Vec<(usize, &'t str)> {
        let sides = self.player_sides(tags);
        let mut found = Vec::new();
        for (number, (name, list)) in self.named_lists().enumerate() {
            for color in Color::ALL {
                let player = tags.player(color);
                if list.has_role(color, sides, result) && name.matches(player) {
                    found.push((number, player.trim()));
                }
            }
        }
        found
    }
}
