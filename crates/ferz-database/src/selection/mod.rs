//! Conditions on games: a [`Selection`], and the values of its conditions.
//!
//! ```
//! use ferz_database::selection::{GameTags, Selection, TagConditions};
//!
//! let selection = Selection {
//!     tags: TagConditions { tags: vec!["WhiteElo >= 2500".parse()?], ..TagConditions::default() },
//!     ..Selection::default()
//! };
//! let mut tags = GameTags::default();
//! tags.set("WhiteElo", "2600");
//! assert!(selection.accepts_tags(&tags) && !selection.needs_moves());
//! # Ok::<(), ferz_database::selection::ParseConditionError>(())
//! ```

mod eco_range;
mod endgame;
mod error;
mod game_tester;
mod main_line;
mod material;
mod number_ranges;
mod pattern_condition;
mod player_name;
mod repertoire;
mod reservoir;
mod side_choice;
mod tag_condition;
mod tags;
mod termination;

pub use eco_range::{EcoRange, ParseEcoRangeError};
pub use endgame::{EndgameCondition, EndgameKind, EndgamePlies, ParseEndgameKindError};
pub use error::ParseConditionError;
pub use game_tester::GameTester;
pub use main_line::MainLine;
pub use material::MaterialPattern;
pub use number_ranges::NumberRanges;
pub use pattern_condition::PatternCondition;
pub use player_name::{ParsePlayerNameError, PlayerName};
pub use repertoire::{Repertoire, RepertoireCondition};
pub use reservoir::Reservoir;
pub use side_choice::SideChoice;
pub use tag_condition::TagCondition;
pub use tags::GameTags;
pub use termination::{ParseTerminationError, Termination};

use crate::GameDate;
use ferz::{Color, Move, Position};
use ferz_game::GameResult;

/// Conditions on games, which must all hold. The default has none.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// The conditions on tags.
    pub tags: TagConditions,
    /// The conditions on moves and results.
    pub moves: MoveConditions,
}

/// Conditions on the tags of a game.
#[derive(Clone, Debug, Default)]
pub struct TagConditions {
    /// Names of players; two names are those of the two players.
    pub players: Vec<PlayerName>,
    /// Names of White.
    pub white: Vec<PlayerName>,
    /// Names of Black.
    pub black: Vec<PlayerName>,
    /// Conditions on single tags.
    pub tags: Vec<TagCondition>,
    /// The least rating of both players.
    pub min_elo: Option<u32>,
    /// The greatest rating of both players.
    pub max_elo: Option<u32>,
    /// The first date. A game with an unknown day or month has one of the possible dates.
    pub since: Option<GameDate>,
    /// The last date.
    pub until: Option<GameDate>,
}

/// Conditions on the moves of the main line and on the result.
#[derive(Clone, Debug, Default)]
pub struct MoveConditions {
    /// The possible results; any without one.
    pub results: Vec<GameResult>,
    /// The name of a player who won.
    pub won: Option<PlayerName>,
    /// The name of a player who lost.
    pub lost: Option<PlayerName>,
    /// The name of a player who drew.
    pub drew: Option<PlayerName>,
    /// The first moves from the initial position; any if empty.
    pub first_moves: Vec<Move>,
    /// The repertoire that the game follows or leaves.
    pub repertoire: Option<RepertoireCondition>,
    /// The possible ECO codes of the opening by the positions; any without one.
    pub eco: Vec<EcoRange>,
    /// The least number of plies.
    pub min_plies: Option<u32>,
    /// The greatest number of plies.
    pub max_plies: Option<u32>,
    /// The possible terminations; any without one.
    pub terminations: Vec<Termination>,
    /// The endgame that the game reaches and stays in.
    pub endgame: Option<EndgameCondition>,
    /// The material of a position and the side that has its first part.
    pub material: Option<(MaterialPattern, SideChoice)>,
    /// The number of all pieces of a position, kings and pawns included.
    pub piece_count: Option<NumberRanges>,
    /// The keys of positions of which one occurs; any without one.
    pub positions: Vec<u64>,
    /// A pattern of consecutive positions.
    pub pattern: Option<PatternCondition>,
}

impl Selection {
    /// Tests the conditions on tags.
    pub fn accepts_tags(&self, tags: &GameTags) -> bool {
        self.tags.accept(tags)
    }

    /// Returns true if there are conditions on moves.
    pub fn needs_moves(&self) -> bool {
        !self.moves.is_empty()
    }

    /// Returns the test of the moves of a game whose tags are accepted.
    pub fn tester(&self, tags: &GameTags, start: &Position) -> GameTester<'_> {
        GameTester::new(self, tags, start)
    }

    /// Returns the sides of a choice, White and Black.
    pub(crate) fn sides(&self, choice: SideChoice, tags: &GameTags) -> [bool; Color::ALL.len()] {
        match choice {
            SideChoice::Either => [true, true],
            SideChoice::White => [true, false],
            SideChoice::Black => [false, true],
            SideChoice::Player => Color::ALL
                .map(|color| self.player().is_some_and(|name| name.matches(tags.player(color)))),
        }
    }

    /// Returns true if there is a name for [`SideChoice::Player`].
    pub fn has_player(&self) -> bool {
        self.player().is_some()
    }

    /// Returns the first name that is a condition.
    fn player(&self) -> Option<&PlayerName> {
        let MoveConditions { won, lost, drew, .. } = &self.moves;
        [won, lost, drew].into_iter().flatten().chain(&self.tags.players).next()
    }

    /// Returns the names that are conditions, in an order that stays the same.
    pub fn names(&self) -> impl Iterator<Item = &PlayerName> {
        self.named_roles().map(|(name, _)| name)
    }

    /// Returns the names of players of a game that meets all conditions, with the numbers of the
    /// [names](Self::names) that have found them, from 0.
    pub fn matched_players<'t>(
        &self,
        tags: &'t GameTags,
        result: GameResult,
    ) -> Vec<(usize, &'t str)> {
        let mut found = Vec::new();
        for (number, (name, role)) in self.named_roles().enumerate() {
            for color in Color::ALL {
                let player = tags.player(color);
                if role.is_of(color, result) && name.matches(player) {
                    found.push((number, player.trim()));
                }
            }
        }
        found
    }

    fn named_roles(&self) -> impl Iterator<Item = (&PlayerName, NameRole)> {
        let TagConditions { players, white, black, .. } = &self.tags;
        let MoveConditions { won, lost, drew, .. } = &self.moves;
        let with = |role: NameRole| move |name| (name, role);
        let players = players.iter().map(with(NameRole::Player));
        let white = white.iter().map(with(NameRole::White));
        let black = black.iter().map(with(NameRole::Black));
        let won = won.iter().map(with(NameRole::Winner));
        let lost = lost.iter().map(with(NameRole::Loser));
        let drew = drew.iter().map(with(NameRole::Player));
        players.chain(white).chain(black).chain(won).chain(lost).chain(drew)
    }
}

/// The players that a name is compared with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum NameRole {
    Player,
    White,
    Black,
    Winner,
    Loser,
}

impl NameRole {
    fn is_of(self, color: Color, result: GameResult) -> bool {
        match self {
            Self::Player => true,
            Self::White => color == Color::White,
            Self::Black => color == Color::Black,
            Self::Winner => result.winner() == Some(color),
            Self::Loser => result.winner() == Some(!color),
        }
    }
}

impl TagConditions {
    /// Tests the conditions.
    fn accept(&self, tags: &GameTags) -> bool {
        let has = |name: &PlayerName, color: Color| name.matches(tags.player(color));
        self.accept_players(tags)
            && self.white.iter().all(|name| has(name, Color::White))
            && self.black.iter().all(|name| has(name, Color::Black))
            && self.tags.iter().all(|condition| condition.accept(tags))
            && self.accept_ratings(tags)
            && self.accept_date(tags)
    }

    /// Tests the names of players. One of several names is that of White and another one that of Black.
    fn accept_players(&self, tags: &GameTags) -> bool {
        let sides = |name: &PlayerName| Color::ALL.map(|color| name.matches(tags.player(color)));
        let sides: Vec<_> = self.players.iter().map(sides).collect();
        let is_both = || {
            let pairs = sides.iter().enumerate();
            pairs.clone().any(|(first, [white, _])| {
                *white && pairs.clone().any(|(second, [_, black])| first != second && *black)
            })
        };
        sides.iter().all(|[white, black]| *white || *black) && (sides.len() < 2 || is_both())
    }

    fn accept_ratings(&self, tags: &GameTags) -> bool {
        let (min, max) = (self.min_elo, self.max_elo);
        if min.is_none() && max.is_none() {
            return true;
        }
        let is_within = |elo: u32| elo >= min.unwrap_or(0) && elo <= max.unwrap_or(u32::MAX);
        Color::ALL.into_iter().all(|color| tags.elo(color).is_some_and(is_within))
    }

    fn accept_date(&self, tags: &GameTags) -> bool {
        tags.date().is_within(self.since, self.until)
    }
}

impl MoveConditions {
    /// Returns true if there is no condition.
    pub fn is_empty(&self) -> bool {
        let Self {
            results,
            won,
            lost,
            drew,
            first_moves,
            repertoire,
            eco,
            min_plies,
            max_plies,
            terminations,
            endgame,
            material,
            piece_count,
            positions,
            pattern,
        } = self;
        results.is_empty()
            && [won, lost, drew].into_iter().all(Option::is_none)
            && first_moves.is_empty()
            && repertoire.is_none()
            && eco.is_empty()
            && min_plies.is_none()
            && max_plies.is_none()
            && terminations.is_empty()
            && endgame.is_none()
            && material.is_none()
            && piece_count.is_none()
            && positions.is_empty()
            && pattern.is_none()
    }

    /// Returns true if the players who won, lost and drew have the names that are conditions.
    fn accept_players(&self, tags: &GameTags, result: GameResult) -> bool {
        let has = |name: &PlayerName, color: Color| name.matches(tags.player(color));
        let winner = result.winner();
        self.won.iter().all(|name| winner.is_some_and(|winner| has(name, winner)))
            && self.lost.iter().all(|name| winner.is_some_and(|winner| has(name, !winner)))
            && self.drew.iter().all(|name| {
                result == GameResult::Draw && Color::ALL.iter().any(|&color| has(name, color))
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tags(white: &str, black: &str) -> GameTags {
        let mut tags = GameTags::default();
        tags.set("White", white);
        tags.set("Black", black);
        tags
    }

    fn name(text: &str) -> PlayerName {
        text.parse().unwrap()
    }

    /// Returns a text of up to 12 characters that conditions consist of.
    fn condition_text(random: &mut u64) -> String {
        const CHARACTERS: [char; 36] = [
            'K', 'Q', 'R', 'B', 'P', 'v', '0', '1', '2', '9', '-', '+', '*', ',', '.', '=', '!',
            '<', '>', '~', ' ', '(', ')', '[', ']', '{', '}', '|', '\\', '?', '^', 'X', 'd', 'é',
            'É', '\u{0}',
        ];
        let mut next = |limit: u64| {
            *random = random.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
            ((*random >> 33) % limit) as usize
        };
        (0..next(13)).map(|_| CHARACTERS[next(CHARACTERS.len() as u64)]).collect()
    }

    #[test]
    fn any_text_is_a_condition_or_has_a_fault_with_a_place() {
        let (mut random, mut accepted) = (7, [0; 3]);
        for _ in 0..30_000 {
            let text = condition_text(&mut random);
            let (tag, material) = (format!("X ~ {text}"), format!("K{text}vK"));
            let results = [
                (material.parse::<MaterialPattern>().err(), &material),
                (text.parse::<NumberRanges>().err(), &text),
                (tag.parse::<TagCondition>().err(), &tag),
            ];
            for (count, (error, text)) in accepted.iter_mut().zip(results) {
                let Some(ParseConditionError { column, found, .. }) = error else {
                    *count += 1;
                    continue;
                };
                assert_eq!(text.chars().nth(column - 1), found, "{text:?}");
            }
            let _ =
                (text.parse::<GameDate>(), text.parse::<EcoRange>(), text.parse::<PlayerName>());
            let _ = format!("X {text}").parse::<TagCondition>();
        }
        assert!(accepted.iter().all(|&count| count > 0), "{accepted:?}");
    }

    /// Plays random games and compares the tests with those of all their positions.
    #[test]
    fn positions_of_a_game_meet_conditions() {
        let mut random = 3_u64;
        for game in 0..300 {
            let mut positions = vec![Position::startpos()];
            let mut moves = Vec::new();
            while let Some(position) = positions.last().filter(|_| moves.len() < 80) {
                let legal = position.legal_moves();
                if legal.is_empty() {
                    break;
                }
                random = random.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
                let mv = legal[(random >> 33) as usize % legal.len()];
                let mut next = position.clone();
                next.do_move(mv);
                moves.push(mv);
                positions.push(next);
            }
            let count = 20 + game % 12;
            let material: MaterialPattern = "KQ*R*B*N*P*vKQ*R2B*N*P7".parse().unwrap();
            let wanted = positions[positions.len() / 2].key();
            let has = |test: &dyn Fn(&Position) -> bool| positions.iter().any(test);
            let count_text = count.to_string();
            for (conditions, expected) in [
                (
                    MoveConditions {
                        piece_count: count_text.parse().ok(),
                        ..MoveConditions::default()
                    },
                    has(&|position| position.occupied().len() == count),
                ),
                (
                    MoveConditions {
                        material: Some((material.clone(), SideChoice::White)),
                        ..MoveConditions::default()
                    },
                    has(&|position| material.matches(position, [true, false])),
                ),
                (MoveConditions { positions: vec![1, wanted], ..MoveConditions::default() }, true),
                (MoveConditions { positions: vec![1], ..MoveConditions::default() }, false),
                (
                    MoveConditions {
                        first_moves: moves[..5].to_vec(),
                        ..MoveConditions::default()
                    },
                    true,
                ),
                (
                    MoveConditions {
                        first_moves: moves[1..].to_vec(),
                        ..MoveConditions::default()
                    },
                    moves[1..].iter().eq(&moves[..moves.len() - 1]),
                ),
                (
                    MoveConditions { min_plies: Some(60), ..MoveConditions::default() },
                    moves.len() >= 60,
                ),
            ] {
                let selection = Selection { moves: conditions, ..Selection::default() };
                let tags = GameTags::default();
                let mut tester = selection.tester(&tags, &positions[0]);
                positions.iter().zip(&moves).for_each(|(before, &mv)| tester.add(before, Some(mv)));
                let last = &positions[positions.len() - 1];
                assert_eq!(tester.accept(&tags, last, None), expected, "{:?}", selection.moves);
            }
        }
    }

    #[test]
    fn matched_players_have_the_role_of_their_name() {
        let moves = MoveConditions { lost: Some(name("meyer")), ..MoveConditions::default() };
        let conditions = TagConditions { players: vec![name("meyer")], ..TagConditions::default() };
        let selection = Selection { tags: conditions, moves };
        let tags = tags("Meyer, A", "Meyer, B");
        for (result, expected) in [
            (GameResult::WhiteWins, &[(0, "Meyer, A"), (0, "Meyer, B"), (1, "Meyer, B")][..]),
            (GameResult::BlackWins, &[(0, "Meyer, A"), (0, "Meyer, B"), (1, "Meyer, A")]),
            (GameResult::Draw, &[(0, "Meyer, A"), (0, "Meyer, B")]),
        ] {
            assert_eq!(selection.matched_players(&tags, result), expected);
        }
        assert_eq!(selection.names().map(PlayerName::as_str).collect::<Vec<_>>(), ["meyer"; 2]);
    }

    #[test]
    fn sides_are_those_of_the_player() {
        let moves = MoveConditions { won: Some(name("b")), ..MoveConditions::default() };
        let conditions = TagConditions { players: vec![name("a")], ..TagConditions::default() };
        let mut selection = Selection { tags: conditions, moves };
        let tags = tags("A", "B");
        assert_eq!(selection.sides(SideChoice::Player, &tags), [false, true]);
        selection.moves.won = None;
        assert_eq!(selection.sides(SideChoice::Player, &tags), [true, false]);
        selection.tags.players.clear();
        assert!(!selection.has_player());
        assert_eq!(selection.sides(SideChoice::Player, &tags), [false, false]);
        assert_eq!(selection.sides(SideChoice::Black, &tags), [false, true]);
    }

    #[test]
    fn moves_are_needed_for_conditions_on_moves_only() {
        assert!(!Selection::default().needs_moves());
        let conditions = [
            MoveConditions { min_plies: Some(0), ..MoveConditions::default() },
            MoveConditions { positions: vec![1], ..MoveConditions::default() },
            MoveConditions { drew: Some(name("a")), ..MoveConditions::default() },
            MoveConditions { piece_count: "5".parse().ok(), ..MoveConditions::default() },
        ];
        for moves in conditions {
            assert!(Selection { moves, ..Selection::default() }.needs_moves());
        }
    }
}
