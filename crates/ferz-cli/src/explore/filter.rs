//! The position and the conditions of `explore show` and `explore games`.

use crate::common::arguments::{PositionArgs, StartArgs, side};
use crate::common::error::Error;
use clap::Args;
use ferz::{Color, Move, Position};
use ferz_database::index::Filter;
use ferz_database::selection::PlayerName;
use ferz_database::{GameDate, Speed};
use std::path::PathBuf;

/// An index, and a position of its games.
#[derive(Args, Debug)]
pub(super) struct ExploredPositionArgs {
    /// Folder of the index
    #[arg(value_name = "INDEX")]
    pub(super) index: PathBuf,

    /// Moves from the start, in SAN or UCI notation, or a FEN [default: the start position]
    #[arg(value_name = "POSITION", num_args = 0..)]
    words: Vec<String>,

    /// Moves to play after the position
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    moves: String,
}

impl ExploredPositionArgs {
    /// Returns the start and the moves from it.
    ///
    /// # Errors
    /// If a move is not legal, or the words are no position.
    pub(super) fn line(&self, command: &str) -> Result<(Position, Vec<Move>), Error> {
        // Harmless faults are accepted: a position is found by its key.
        const LENIENT: PositionArgs = PositionArgs { chess960: false, lenient: true };
        let words = self.words.join(" ");
        let first = words.split_ascii_whitespace().next().unwrap_or_default();
        let is_placement = first.contains('/')
            && first.bytes().all(|byte| b"pnbrqkPNBRQK/12345678".contains(&byte));
        let is_fen = is_placement || first == "startpos";
        let start = if is_fen {
            StartArgs { words: self.words.clone(), fen: None, moves: self.moves.clone() }
        } else {
            StartArgs { words: Vec::new(), fen: None, moves: format!("{words} {}", self.moves) }
        };
        start.line(LENIENT, command)
    }
}

/// Conditions on games, all of which must hold.
#[derive(Args, Debug)]
#[command(next_help_heading = "Conditions")]
pub(super) struct ExploreFilterArgs {
    /// Name of a player, or words of it
    #[arg(long, value_name = "NAME")]
    player: Option<PlayerName>,

    /// Side of that player
    #[arg(long, value_name = "SIDE", value_parser = side(), requires = "player")]
    color: Option<Color>,

    /// Name of the other player, or words of it
    #[arg(long, value_name = "NAME")]
    opponent: Option<PlayerName>,

    /// Part of the tag Event
    #[arg(long, value_name = "TEXT")]
    event: Option<String>,

    /// Minimum rating of both players
    #[arg(long, value_name = "ELO")]
    min_elo: Option<u16>,

    /// Maximum rating of both players
    #[arg(long, value_name = "ELO")]
    max_elo: Option<u16>,

    /// Speed: ultraBullet, bullet, blitz, rapid, classical or correspondence; repeat it for several
    #[arg(long = "speed", value_name = "SPEED")]
    speeds: Vec<Speed>,

    /// First date, like 2024, 2024.03 or 2024.03.15
    #[arg(long, value_name = "DATE")]
    since: Option<GameDate>,

    /// Last date
    #[arg(long, value_name = "DATE")]
    until: Option<GameDate>,
}

impl ExploreFilterArgs {
    pub(super) fn filter(&self) -> Filter {
        Filter {
            player: self.player.clone(),
            color: self.color,
            opponent: self.opponent.clone(),
            event: self.event.clone(),
            min_elo: self.min_elo,
            max_elo: self.max_elo,
            speeds: self.speeds.clone(),
            since: self.since,
            until: self.until,
            ..Filter::default()
        }
    }
}
