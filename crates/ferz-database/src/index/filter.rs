//! Conditions on the games of an index.

use super::blocks::IndexError;
use super::games::GameRecord;
use super::segment::{Segment, SegmentTexts};
use crate::selection::{GameTags, NumberRanges, PlayerName, TagCondition};
use crate::{GameDate, GameMode, Speed};
use ferz::Color;
use ferz_game::pgn::{Reader, Tag, Visit, Visitor};

/// Conditions on games, all of which must hold, and what is shown besides moves. The default accepts all games
/// and shows nothing else.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Words of the name of a player.
    pub player: Option<PlayerName>,
    /// The side of the player.
    pub color: Option<Color>,
    /// Words of the name of the other player.
    pub opponent: Option<PlayerName>,
    /// A part of the tag `Event`, in any case.
    pub event: Option<String>,
    /// The minimum rating of both players, which must be known.
    pub min_elo: Option<u16>,
    /// The maximum rating of both players, which must be known.
    pub max_elo: Option<u16>,
    /// Ranges with the rating of the opponent of the player, which must be known.
    pub opponent_elo: Option<NumberRanges>,
    /// Ranges with the mean rating of both players, rounded down; both must be known.
    pub mean_elo: Option<NumberRanges>,
    /// The speeds; empty for all games.
    pub speeds: Vec<Speed>,
    /// The modes, which are known by the tag `Event`; empty for all games.
    pub modes: Vec<GameMode>,
    /// The first date. A date with unknown parts is accepted if it can mean a day of the range.
    pub since: Option<GameDate>,
    /// The last date.
    pub until: Option<GameDate>,
    /// Conditions on single tags, which read the texts of the games that meet all others.
    pub tags: Vec<TagCondition>,
    /// The number of games of the best rated players to show.
    pub top_games: usize,
    /// The number of games of the last dates to show.
    pub recent_games: usize,
    /// Shows the results by month.
    pub by_month: bool,
}

impl Filter {
    /// Returns true if the conditions accept all games.
    pub fn accepts_all(&self) -> bool {
        let Self {
            player,
            color,
            opponent,
            event,
            min_elo,
            max_elo,
            opponent_elo,
            mean_elo,
            speeds,
            modes,
            since,
            until,
            tags,
            top_games: _,
            recent_games: _,
            by_month: _,
        } = self;
        [player, opponent].into_iter().all(Option::is_none)
            && color.is_none()
            && event.is_none()
            && [min_elo, max_elo].into_iter().all(Option::is_none)
            && [opponent_elo, mean_elo].into_iter().all(Option::is_none)
            && speeds.is_empty()
            && modes.is_empty()
            && [since, until].into_iter().all(Option::is_none)
            && tags.is_empty()
    }
}

/// The conditions of a filter for one segment.
pub(super) struct GameMatcher<'a> {
    filter: &'a Filter,
    segment: &'a Segment,
    /// For each name, true if it can be that of the player, of the opponent and of the event. `None` without a
    /// condition on them.
    names: [Option<Vec<bool>>; 3],
    texts: SegmentTexts<'a>,
}

/// No side: a game does not meet the conditions.
const NO_SIDE: [bool; Color::COUNT] = [false; Color::COUNT];

impl<'a> GameMatcher<'a> {
    pub(super) fn new(filter: &'a Filter, segment: &'a Segment) -> Result<Self, IndexError> {
        let Filter { player, opponent, event, modes, .. } = filter;
        let event = event.as_ref().map(|event| event.to_lowercase());
        let is_event = |name: &str| {
            event.as_ref().is_none_or(|event| name.to_lowercase().contains(event.as_str()))
                && (modes.is_empty()
                    || GameMode::of_event(name).is_some_and(|mode| modes.contains(&mode)))
        };
        let has_event = event.is_some() || !modes.is_empty();
        let is_given = [player.is_some(), opponent.is_some(), has_event];
        let mut names = is_given.map(|is_given| is_given.then(Vec::new));
        if is_given.contains(&true) {
            let (mut stream, mut name) = (segment.table.names()?, Vec::new());
            while stream.next(&mut name)? {
                let name = String::from_utf8_lossy(&name);
                let found = [
                    player.as_ref().map(|player| player.matches(&name)),
                    opponent.as_ref().map(|opponent| opponent.matches(&name)),
                    has_event.then(|| is_event(&name)),
                ];
                for (found, accepted) in found.into_iter().zip(&mut names) {
                    if let (Some(found), Some(accepted)) = (found, accepted) {
                        accepted.push(found);
                    }
                }
            }
        }
        Ok(Self { filter, segment, names, texts: segment.game_texts() })
    }

    /// Tests all conditions. Returns the sides that the player can have, White and Black; none if the game is not
    /// accepted.
    pub(super) fn sides(
        &mut self,
        game: u32,
        record: &GameRecord,
    ) -> Result<[bool; Color::COUNT], IndexError> {
        let sides = self.sides_of_record(record);
        if sides != NO_SIDE && !self.filter.tags.is_empty() && !self.accept_tags(game)? {
            return Ok(NO_SIDE);
        }
        Ok(sides)
    }

    /// Returns true if a name can be that of the player, of the opponent or of the event.
    fn is_name(&self, part: usize, name: u32) -> bool {
        let accepted = self.names[part].as_ref();
        accepted.is_none_or(|accepted| accepted.get(name as usize) == Some(&true))
    }

    /// Returns true if a game has a player with the name of the player, whatever the other conditions are.
    pub(super) fn has_player(&self, game: &GameRecord) -> bool {
        Color::ALL.into_iter().any(|side| self.is_name(0, game.names[side as usize]))
    }

    /// Tests the conditions on the facts that the table of games has, as [`sides`](Self::sides).
    fn sides_of_record(&self, game: &GameRecord) -> [bool; Color::COUNT] {
        let &Filter { color, min_elo, max_elo, ref mean_elo, ref speeds, since, until, .. } =
            self.filter;
        let elo = game.elo[0].min(game.elo[1])..=game.elo[0].max(game.elo[1]);
        let is_accepted = self.is_name(2, game.names[2])
            && min_elo.is_none_or(|min| *elo.start() >= min.max(1))
            && max_elo.is_none_or(|max| *elo.start() > 0 && *elo.end() <= max)
            && mean_elo.as_ref().is_none_or(|ranges| contain(ranges, game.mean_elo()))
            && (speeds.is_empty() || game.speed.is_some_and(|speed| speeds.contains(&speed)))
            && game.date.is_within(since, until);
        Color::ALL.map(|side| {
            is_accepted && color.is_none_or(|color| color == side) && self.is_side(game, side)
        })
    }

    /// Tests the conditions on the player of a side and on the other one.
    fn is_side(&self, game: &GameRecord, side: Color) -> bool {
        let (own, other) = (game.names[side as usize], game.names[!side as usize]);
        let elo = &self.filter.opponent_elo;
        self.is_name(0, own)
            && self.is_name(1, other)
            && elo.as_ref().is_none_or(|ranges| contain(ranges, game.rating(!side)))
    }

    /// Tests the conditions on the tags in the text of a game.
    fn accept_tags(&mut self, game: u32) -> Result<bool, IndexError> {
        let text = self.texts.get(game)?;
        let text = text.ok_or_else(|| IndexError::NoText { path: self.segment.folder() })?;
        let tags = read_tags(&text);
        Ok(self.filter.tags.iter().all(|condition| condition.accept(&tags)))
    }
}

/// Returns true if a rating is known and within ranges.
fn contain(ranges: &NumberRanges, rating: Option<u16>) -> bool {
    rating.is_some_and(|rating| ranges.contains(rating.into()))
}

/// Collects the tags of a game.
#[derive(Default)]
struct TagCollector(GameTags);

impl Visitor for TagCollector {
    type Game = ();

    fn begin_game(&mut self, _: u64) {}

    fn tag(&mut self, (): &mut (), tag: Tag<'_>) {
        self.0.add(tag);
    }

    fn begin_movetext(&mut self, (): &mut ()) -> Visit {
        Visit::SkipGame
    }
}

/// Returns the tags of the first game of a text; none if there is no game.
fn read_tags(text: &[u8]) -> GameTags {
    let mut tags = TagCollector::default();
    // Bytes in memory can always be read.
    let _ = Reader::by_lines(text).read_game(&mut tags);
    tags.0
}
