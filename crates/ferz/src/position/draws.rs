//! The end of a game: checkmate, stalemate and draws by insufficient material, move counters and
//! repetition.

use super::{Board, Position, zobrist};
use crate::attacks;
use crate::types::{Color, Move};
use core::fmt;

/// The outcome of a game. `Display` writes the result: `1-0`, `0-1` or `1/2-1/2`;
/// [`reason`](Self::reason) returns the rule that ended the game.
///
/// ```
/// use ferz::Position;
///
/// let mut position = Position::startpos();
/// for san in ["f3", "e5", "g4", "Qh4#"] {
///     assert_eq!(position.outcome(), None);
///     position.do_move(position.parse_san(san)?);
/// }
/// let outcome = position.outcome().expect("the game is over");
/// assert_eq!(format!("{outcome} ({})", outcome.reason()), "0-1 (checkmate)");
/// # Ok::<(), ferz::notation::ParseSanError>(())
/// ```
#[doc(alias("GameStatus", "BoardStatus"))]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// The side to move is checkmated.
    Checkmate {
        /// The side that gave checkmate.
        winner: Color,
    },
    /// The game is drawn.
    Draw(DrawReason),
}

/// The reason of a draw that no player has to claim. `Display` writes it in words.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DrawReason {
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// Neither side can checkmate by any sequence of legal moves.
    InsufficientMaterial,
    /// Seventy-five moves by each side without a capture or pawn move.
    SeventyFiveMoves,
    /// The fifth occurrence of the position.
    FivefoldRepetition,
}

impl Outcome {
    /// Returns the winner, or `None` for a draw.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Checkmate { winner } => Some(winner),
            Self::Draw(_) => None,
        }
    }

    /// Returns the result as PGN writes it: `1-0`, `0-1` or `1/2-1/2`.
    pub const fn result(self) -> &'static str {
        match self {
            Self::Checkmate { winner: Color::White } => "1-0",
            Self::Checkmate { winner: Color::Black } => "0-1",
            Self::Draw(_) => "1/2-1/2",
        }
    }

    /// Returns the rule that ended the game in words: `checkmate`, or the [`DrawReason`].
    pub const fn reason(self) -> &'static str {
        match self {
            Self::Checkmate { .. } => "checkmate",
            Self::Draw(reason) => reason.text(),
        }
    }
}

impl DrawReason {
    /// Returns the reason in words, such as `stalemate`.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Stalemate => "stalemate",
            Self::InsufficientMaterial => "insufficient material",
            Self::SeventyFiveMoves => "seventy-five-move rule",
            Self::FivefoldRepetition => "fivefold repetition",
        }
    }
}

/// Writes the result: see [`Outcome::result`].
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.result())
    }
}

/// Writes the reason in words: see [`DrawReason::text`].
impl fmt::Display for DrawReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}

impl Position {
    /// Returns the outcome if the game is over. Draws that a player must claim (threefold
    /// repetition, fifty-move rule) do not end it.
    #[doc(alias("status", "is_game_over"))]
    pub fn outcome(&self) -> Option<Outcome> {
        if !self.has_legal_move() {
            return Some(if self.in_check() {
                Outcome::Checkmate { winner: !self.side_to_move() }
            } else {
                Outcome::Draw(DrawReason::Stalemate)
            });
        }
        let reason = if self.is_insufficient_material() {
            DrawReason::InsufficientMaterial
        } else if self.rule50() >= 150 {
            DrawReason::SeventyFiveMoves
        } else if self.is_repetition(5) {
            DrawReason::FivefoldRepetition
        } else {
            return None;
        };
        Some(Outcome::Draw(reason))
    }
}

impl Position {
    /// Returns true if a draw can be claimed by the fifty-move rule: the last fifty moves by each
    /// side were no captures or pawn moves, and the last of them did not checkmate.
    pub fn is_fifty_move_draw(&self) -> bool {
        self.rule50() >= 100 && !self.is_checkmate()
    }

    /// Returns true if the side to move can claim a draw by threefold repetition or by the
    /// fifty-move rule without a move. A game that has ended by checkmate or stalemate allows no
    /// claim. [`can_claim_draw_with`](Self::can_claim_draw_with) covers claims with a stated move.
    pub fn can_claim_draw(&self) -> bool {
        (self.rule50() >= 100 || self.is_repetition(3)) && self.has_legal_move()
    }

    /// Returns true if the side to move can claim a draw by stating this legal move: after it the
    /// position has occurred three times, or fifty moves by each side were no captures or pawn
    /// moves. Returns false for a move that is not legal, checkmates or stalemates.
    pub fn can_claim_draw_with(&self, mv: Move) -> bool {
        if !self.is_legal(mv) {
            return false;
        }
        let mut after = self.clone();
        after.do_move(mv);
        after.can_claim_draw()
    }

    /// Returns true if the game is drawn by the seventy-five-move rule.
    pub fn is_seventy_five_move_draw(&self) -> bool {
        self.rule50() >= 150 && !self.is_checkmate()
    }

    /// Returns the number of earlier states that may equal the current one: those since the last
    /// capture, pawn move or null move.
    fn reversible_plies(&self) -> usize {
        (self.rule50.min(self.history.current().plies_from_null) as usize).min(self.history.plies())
    }

    /// Returns the distances in plies to the earlier occurrences of the position, the last first.
    fn earlier_occurrences(&self) -> impl Iterator<Item = usize> {
        (4..=self.reversible_plies())
            .step_by(2)
            .filter(|&back| self.history.back(back).board.key == self.key())
    }

    /// Counts the occurrences of the position in the game, the current one included: 3 allows a
    /// claim of threefold repetition, 5 ends the game.
    pub fn repetition_count(&self) -> usize {
        1 + self.earlier_occurrences().count()
    }

    /// Returns true if the position has occurred at least `count` times, the current occurrence
    /// included: `is_repetition(3)` is threefold repetition.
    pub fn is_repetition(&self, count: usize) -> bool {
        self.repetition_count() >= count
    }

    /// Returns true if a search `ply` plies from its root should score the position as a draw: it
    /// occurred once before within the search, or twice before in the game.
    pub fn is_search_repetition(&self, ply: usize) -> bool {
        match self.earlier_occurrences().next() {
            None => false,
            Some(back) => back < ply || self.is_repetition(3),
        }
    }

    /// Returns true if a legal move leads to a position that occurred within the search (`ply`
    /// plies from its root) or twice before in the game.
    pub fn upcoming_repetition(&self, ply: usize) -> bool {
        let reversible = self.reversible_plies();
        if reversible < 3 {
            return false;
        }
        let key = |back| self.history.back(back).board.key;
        // One move of ours can only restore an earlier position if the opponent's moves since then
        // cancel out, which their effect on the key shows without a look at the table of moves.
        let opponent_move = |back| key(back) ^ key(back - 1) ^ zobrist::WHITE_TO_MOVE;
        let mut opponent_moves = opponent_move(1);
        (3..=reversible).step_by(2).any(|back| {
            opponent_moves ^= opponent_move(back);
            opponent_moves == 0
                && self.repeats_by_one_move(self.key() ^ key(back))
                && (back < ply || self.occurred_before(back, key(back)))
        })
    }

    /// Returns true if the side to move has a reversible move with this key difference.
    fn repeats_by_one_move(&self, change: u64) -> bool {
        let Some((a, b)) = cuckoo::reversible_move(change) else { return false };
        let ours = self.by_color(self.side_to_move());
        !attacks::between(a, b).intersects(self.occupied())
            && (ours.contains(a) || ours.contains(b))
    }

    /// Returns true if the position `plies` plies ago, with this key, also occurred before.
    fn occurred_before(&self, plies: usize, key: u64) -> bool {
        let slot = self.history.back(plies);
        let reversible = slot.board.rule50.min(slot.plies_from_null) as usize;
        let reversible = reversible.min(self.history.plies() - plies);
        (4..=reversible).step_by(2).any(|back| self.history.back(plies + back).board.key == key)
    }
}

impl Board {
    /// Returns true if neither side can checkmate: bare kings, a single minor piece, or only
    /// bishops on squares of one colour.
    pub fn is_insufficient_material(&self) -> bool {
        Color::ALL.into_iter().all(|color| self.has_insufficient_material(color))
    }

    /// Returns true if this side cannot checkmate by any sequence of legal moves, by material
    /// alone. It then does not win when the other side runs out of time.
    pub fn has_insufficient_material(&self, color: Color) -> bool {
        self.pieces.has_insufficient_material(color)
    }
}

/// Cuckoo hash table of all reversible moves, by the difference they make to the key.
///
/// If two positions differ by one reversible move, their keys differ by one of 3,668 values. The
/// table detects an upcoming repetition without move generation (Marcel van Kervinck, "The design
/// and implementation of the Rookie 2.0 chess playing program").
mod cuckoo {
    use crate::attacks;
    use crate::position::zobrist;
    use crate::types::{Bitboard, Piece, PieceType, Square};

    const LEN: usize = 8192;
    /// The number of reversible moves on an empty board, with each pair of squares counted once for
    /// each piece.
    const MOVES: usize = 3668;

    /// The two squares of a reversible move, in either order, and its key difference; 0 marks an empty
    /// slot.
    #[derive(Clone, Copy)]
    struct Entry {
        key: u64,
        squares: (Square, Square),
    }

    static TABLE: [Entry; LEN] = build();

    #[inline(always)]
    const fn slots(key: u64) -> [usize; 2] {
        [key as usize % LEN, (key >> 16) as usize % LEN]
    }

    /// Returns the squares of the reversible move with this key difference, if there is one.
    #[inline]
    pub(super) fn reversible_move(change: u64) -> Option<(Square, Square)> {
        slots(change)
            .map(|slot| TABLE[slot])
            .into_iter()
            .find(|e| e.key == change)
            .map(|e| e.squares)
    }

    const fn build() -> [Entry; LEN] {
        let mut table = [Entry { key: 0, squares: (Square::A1, Square::A1) }; LEN];
        let mut count = 0;
        let mut i = 0;
        while i < Piece::COUNT * Square::COUNT {
            let (piece, a) = (Piece::ALL[i / Square::COUNT], Square::wrapping(i));
            i += 1;
            if matches!(piece.piece_type(), PieceType::Pawn) {
                continue;
            }
            // The later squares only, so that each pair is counted once.
            let mut targets = Bitboard(attacks::pseudo(piece.piece_type(), a).0 & !1 << a.index());
            while let Some(b) = targets.pop_first() {
                let key =
                    zobrist::piece(piece, a) ^ zobrist::piece(piece, b) ^ zobrist::WHITE_TO_MOVE;
                insert(&mut table, Entry { key, squares: (a, b) });
                count += 1;
            }
        }
        assert!(count == MOVES);
        table
    }

    /// Inserts an entry into one of its two slots. An evicted entry moves to its alternate slot.
    const fn insert(table: &mut [Entry; LEN], mut entry: Entry) {
        let mut slot = slots(entry.key)[0];
        loop {
            let evicted = table[slot];
            table[slot] = entry;
            if evicted.key == 0 {
                return;
            }
            entry = evicted;
            let [first, second] = slots(entry.key);
            slot = if slot == first { second } else { first };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn outcomes_have_result_and_reason() {
        for (fen, result, reason, winner) in [
            ("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", "1-0", "checkmate", Some(Color::White)),
            ("4k3/8/8/8/8/8/PPP5/1K5r w - - 0 1", "0-1", "checkmate", Some(Color::Black)),
            ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "1/2-1/2", "stalemate", None),
            ("7k/8/6K1/8/8/8/8/8 b - - 0 1", "1/2-1/2", "insufficient material", None),
            ("7k/8/6K1/8/8/8/8/R7 b - - 150 90", "1/2-1/2", "seventy-five-move rule", None),
        ] {
            let outcome = Position::from_fen(fen).unwrap().outcome().unwrap();
            assert_eq!((outcome.to_string().as_str(), outcome.reason()), (result, reason), "{fen}");
            assert_eq!(outcome.winner(), winner);
            if let Outcome::Draw(draw) = outcome {
                assert_eq!(draw.to_string(), reason);
            }
        }
        let mut shuffle = Position::from_fen("4k2r/8/8/8/8/8/8/R3K3 w - - 0 1").unwrap();
        for mv in ["a1b1", "h8g8", "b1a1", "g8h8"].into_iter().cycle().take(16) {
            assert_eq!(shuffle.outcome(), None);
            shuffle.do_move(shuffle.parse_uci(mv).unwrap());
        }
        let outcome = shuffle.outcome().unwrap();
        assert_eq!((outcome.result(), outcome.reason()), ("1/2-1/2", "fivefold repetition"));
        assert_eq!(alloc::format!("{outcome:>9}"), "  1/2-1/2");
    }
}
