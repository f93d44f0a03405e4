//! The position and the players of `explore show` and `explore games`.

use crate::common::player_names::{no_player, several_players};
use crate::common::prelude::*;
use ferz_database::index::{FoundPlayers, Index};
use ferz_database::parse_line;
use ferz_database::selection::Selection;

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
        if is_fen {
            let (words, moves) = (self.words.clone(), self.moves.clone());
            return StartArgs { words, fen: None, moves }.line(LENIENT, command);
        }
        let start = Position::startpos();
        let mut moves = parse_line(&words, &start).map_err(|error| Error::usage(error, command))?;
        let mut position = start.clone();
        moves.iter().for_each(|&mv| position.do_move(mv));
        let more = parse_line(&self.moves, &position);
        moves
            .extend(more.map_err(|error| Error::usage(format_args!("--moves: {error}"), command))?);
        Ok((start, moves))
    }
}

/// Returns the players whom the names of the conditions have found among the games of a position. Prints on standard error
/// those of a name that has found several, and that no game was found, with the names that no player has.
///
/// # Errors
/// If the index cannot be read.
pub(super) fn find_players(
    index: &Index,
    position: &Position,
    selection: &Selection,
    games: u64,
) -> Result<Vec<FoundPlayers>, Error> {
    let found = index.find_players(position, selection)?;
    if games == 0 && !selection.accepts_all() {
        let mut unknown = Vec::new();
        for FoundPlayers { name, .. } in &found {
            if !index.has_player(name)? {
                unknown.push(name);
            }
        }
        let mut reasons = vec!["no game meets the conditions".to_owned()];
        reasons.extend(no_player(unknown));
        print_message(format_args!("ferz: {}", reasons.join(": ")));
    }
    for FoundPlayers { name, players } in &found {
        if let Some(message) = several_players(name, players, true) {
            print_message(message);
        }
    }
    Ok(found)
}
