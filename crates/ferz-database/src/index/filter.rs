//! Conditions on the games of an index.

use super::blocks::IndexError;
use super::games::{GameRecord, GameTable};
use crate::selection::PlayerName;
use crate::{GameDate, Speed};
use ferz::Color;

/// Conditions on games, all of which must hold, and the numbers of games to show. The default accepts all
/// games and shows none.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
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
    /// The number of games of the best rated players to show.
    pub top_games: usize,
    /// The number of games of the last dates to show.
    pub recent_games: usize,
}

impl Filter {
    /// Returns true if the conditions accept all games.
    pub fn accepts_all(&self) -> bool {
        *self
            == Self {
                top_games: self.top_games,
                recent_games: self.recent_games,
                ..Self::default()
            }
    }
}

/// The conditions of a filter for one segment.
pub(super) struct GameMatcher<'a> {
    filter: &'a Filter,
    /// For each name, true if the player's, the opponent's and the event's condition accepts it.
    names: [Option<Vec<bool>>; 3],
}

impl<'a> GameMatcher<'a> {
    pub(super) fn new(filter: &'a Filter, table: &GameTable) -> Result<Self, IndexError> {
        let Filter { player, opponent, event, .. } = filter;
        let event = event.as_ref().map(|event| event.to_lowercase());
        let is_given = [player.is_some(), opponent.is_some(), event.is_some()];
        let mut names = is_given.map(|is_given| is_given.then(Vec::new));
        if is_given.contains(&true) {
            let (mut stream, mut name) = (table.names()?, Vec::new());
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
        Ok(Self { filter, names })
    }

    pub(super) fn accept(&self, game: &GameRecord) -> bool {
        let Filter { color, min_elo, max_elo, speeds, since, until, .. } = self.filter;
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
}
