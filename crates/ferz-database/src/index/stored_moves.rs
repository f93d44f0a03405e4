//! The moves of the games of a segment.

use super::blocks::IndexError;
use super::columns::{ColumnReader, Columns, MOVES, STARTS};
use super::moves::{next_move, start_of};
use ferz::{Move, Position};
use ferz_game::pgn::Tree;

/// Replays games by their columns.
pub(super) struct StoredMoves<'a> {
    reader: ColumnReader<'a>,
    bytes: Vec<u8>,
    /// The position of the last replay, whose memory the next one uses: without it a sixth of the time is that of memory
    /// for boards.
    position: Position,
}

impl<'a> StoredMoves<'a> {
    pub(super) fn new(columns: &'a Columns) -> Self {
        let reader = columns.reader(&[STARTS, MOVES]);
        Self { reader, bytes: Vec::new(), position: Position::startpos() }
    }

    /// Returns the start position of a game.
    pub(super) fn start(&mut self, game: u32) -> Result<Position, IndexError> {
        let start = start_of(self.reader.get(game, 0)?);
        start.ok_or_else(|| self.reader.damaged("the start of a game"))
    }

    /// Returns false if a game begins with none of some lists of moves from the initial position, as of
    /// [`push_move`](super::moves::push_move).
    pub(super) fn can_begin_with(
        &mut self,
        game: u32,
        lists: &[Vec<u8>],
    ) -> Result<bool, IndexError> {
        // The value of the initial position is empty, but one with other counters has the same key.
        if !self.reader.get(game, 0)?.is_empty() {
            return Ok(true);
        }
        let moves = self.reader.get(game, 1)?;
        Ok(lists.iter().any(|list| moves.starts_with(list)))
    }

    /// Passes each move of a game from its start, `None` for a null move, with the position before it, while the function returns true.
    /// Returns the last position.
    ///
    /// # Errors
    /// If a file cannot be read or is damaged, and for bytes that are no game.
    pub(super) fn replay(
        &mut self,
        game: u32,
        start: &Position,
        mut visit: impl FnMut(&Position, Option<Move>) -> bool,
    ) -> Result<&Position, IndexError> {
        let position = &mut self.position;
        position.clone_from(start);
        self.bytes.clear();
        self.bytes.extend_from_slice(self.reader.get(game, 1)?);
        let mut rest = &self.bytes[..];
        while !rest.is_empty() {
            let mv = next_move(&mut rest, position);
            let mv = mv.ok_or_else(|| self.reader.damaged("a move of a game"))?;
            let is_continued = visit(position, mv);
            match mv {
                Some(mv) => position.do_move(mv),
                None if position.in_check() => {
                    return Err(self.reader.damaged("a null move in check"));
                }
                None => {
                    position.do_null_move();
                    // As the reader of PGN does: no position before a null move is repeated.
                    *position = Tree::from_position(position).start();
                }
            }
            if !is_continued {
                break;
            }
        }
        Ok(position)
    }
}
