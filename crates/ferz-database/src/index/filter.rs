//! Conditions on the games of an index.

use super::blocks::IndexError;
use super::games::GameRecord;
use super::segment::{GameTexts, Segment};
use crate::selection::{GameTags, PlayerName, TagCondition};
use crate::{GameDate, Speed};
use ferz::Color;
use ferz_game::pgn::{Reader, Tag, Visit, Visitor};

/// Conditions on games, all of which must hold, and the numbers of games to show. The default accepts all
/// games and shows none.
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
    /// The speeds; empty for all games.
    pub speeds: Vec<Speed>,
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
            speeds,
            since,
            until,
            tags,
            top_games: _,
            recent_games: _,
        } = self;
        [player, opponent].into_iter().all(Option::is_none)
            && color.is_none()
            && event.is_none()
            && [min_elo, max_elo].into_iter().all(Option::is_none)
            && speeds.is_empty()
            && [since, until].into_iter().all(Option::is_none)
            && tags.is_empty()
    }
}

/// The conditions of a filter for one segment.
pub(super) struct GameMatcher<'a> {
    filter: &'a Filter,
    segment: &'a Segment,
    /// For each name, true if the player's, the opponent's and the event's condition accepts it.
    names: [Option<Vec<bool>>; 3],
    texts: GameTexts<'a>,
}

impl<'a> GameMatcher<'a> {
    pub(super) fn new(filter: &'a Filter, segment: &'a Segment) -> Result<Self, IndexError> {
        let Filter { player, opponent, event, .. } = filter;
        let event = event.as_ref().map(|event| event.to_lowercase());
        let is_given = [player.is_some(), opponent.is_some(), event.is_some()];
        let mut names = is_given.map(|is_given| is_given.then(Vec::new));
        if is_given.contains(&true) {
            let (mut stream, mut name) = (segment.table.names()?, Vec::new());
            while stream.next(&mut name)? {
                let name = String::from_utf8_lossy(&name);
                let found = [
                    player.as_ref().map(|player| player.matches(&name)),
                    opponent.as_ref().map(|opponent| opponent.matches(&name)),
                    event.as_ref().map(|event| name.to_lowercase().contains(event.as_str())),
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

    /// Tests all conditions.
    pub(super) fn accept(&mut self, game: u32, record: &GameRecord) -> Result<bool, IndexError> {
        Ok(self.accept_record(record) && (self.filter.tags.is_empty() || self.accept_tags(game)?))
    }

    /// Tests the conditions on the facts that the table of games has.
    fn accept_record(&self, game: &GameRecord) -> bool {
        let &Filter { color, min_elo, max_elo, ref speeds, since, until, .. } = self.filter;
        let is_name = |part: usize, name: u32| {
            let accepted = self.names[part].as_ref();
            accepted.is_none_or(|accepted| accepted.get(name as usize) == Some(&true))
        };
        let is_player = |color: Color| {
            let (own, other) = (game.names[color as usize], game.names[!color as usize]);
            is_name(0, own) && is_name(1, other)
        };
        let elo = game.elo[0].min(game.elo[1])..=game.elo[0].max(game.elo[1]);
        color.map_or_else(|| Color::ALL.into_iter().any(is_player), is_player)
            && is_name(2, game.names[2])
            && min_elo.is_none_or(|min| *elo.start() >= min.max(1))
            && max_elo.is_none_or(|max| *elo.start() > 0 && *elo.end() <= max)
            && (speeds.is_empty() || game.speed.is_some_and(|speed| speeds.contains(&speed)))
            && game.date.is_within(since, until)
    }

    /// Tests the conditions on the tags in the text of a game.
    fn accept_tags(&mut self, game: u32) -> Result<bool, IndexError> {
        let text = self.texts.get(game)?;
        let text = text.ok_or_else(|| IndexError::NoText { path: self.segment.folder() })?;
        let tags = read_tags(&text);
        Ok(self.filter.tags.iter().all(|condition| condition.accept(&tags)))
    }
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
