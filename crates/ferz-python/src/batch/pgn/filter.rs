//! The selection of games and positions.

use super::columns::ColumnSet;
use crate::variant::pgn_variant;
use ferz::{Color, Position};
use ferz_game::GameResult;
use ferz_game::pgn::Tag;

/// Options of a stream.
#[derive(Clone)]
pub(super) struct Options {
    /// The columns besides the positions.
    pub selected: ColumnSet,
    /// The minimum rating of both players.
    pub min_elo: u16,
    /// The maximum rating of both players.
    pub max_elo: u16,
    /// The results.
    pub results: Vec<GameResult>,
    /// A name, one of the players; compared without case.
    pub player: Option<String>,
    /// Chess960 games only, or none of them.
    pub chess960: Option<bool>,
    /// The plies of positions.
    pub plies: std::ops::RangeInclusive<u32>,
    /// The distance of positions in plies, at least 1.
    pub every: u32,
    /// Includes the position after the last move.
    pub with_final: bool,
    /// Drops positions whose key has occurred before.
    pub dedupe: bool,
}

/// The tags of a game that filters and columns need.
#[derive(Clone, Default)]
pub(super) struct TagColumns {
    /// The result, unless unknown.
    pub result: Option<GameResult>,
    /// The ratings of White and Black, 0 if unknown.
    pub elo: [u16; Color::COUNT],
    is_player: bool,
    /// The name of a variant whose rules are not supported.
    pub other_variant: Option<String>,
    is_chess960: bool,
}

impl TagColumns {
    /// Reads a tag.
    pub fn read(&mut self, tag: Tag<'_>, options: &Options) {
        match tag.name() {
            b"Result" => {
                let result: Option<GameResult> = tag.value().trim().parse().ok();
                self.result = result.filter(|&result| result != GameResult::Unknown);
            }
            b"WhiteElo" => self.elo[Color::White] = tag.value().trim().parse().unwrap_or(0),
            b"BlackElo" => self.elo[Color::Black] = tag.value().trim().parse().unwrap_or(0),
            b"White" | b"Black" => {
                if let Some(player) = &options.player {
                    self.is_player |= tag.value().trim().to_lowercase() == *player;
                }
            }
            b"Variant" => {
                let rules = pgn_variant(&tag.value());
                self.is_chess960 = rules == Some("chess960");
                self.other_variant = rules.is_none().then(|| tag.value().into_owned());
            }
            _ => {}
        }
    }

    /// Returns true if the game can be among those of the options by its tags and its start.
    pub fn accepted(&self, start: &Position, options: &Options) -> bool {
        let elo = |&elo: &u16| options.min_elo <= elo && elo <= options.max_elo;
        let is_chess960 = self.is_chess960 || start.is_chess960();
        self.elo.iter().all(elo)
            && (self.is_player || options.player.is_none())
            && options.chess960.is_none_or(|chess960| chess960 == is_chess960)
            && self.result.is_none_or(|result| options.results.contains(&result))
    }
}

impl Options {
    /// Returns true if positions with this number of plies are selected.
    #[inline]
    pub fn selects(&self, ply: u32) -> bool {
        self.plies.contains(&ply) && (ply - self.plies.start()).is_multiple_of(self.every)
    }
}
