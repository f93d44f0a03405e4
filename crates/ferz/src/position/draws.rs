//! How games end: repetition, the counting rules, bare kings, and no move left.

use super::{Position, cuckoo};
use crate::attacks;
use crate::types::{Bitboard, Color, PieceType};

/// How a game has ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// The side to move is mated.
    Checkmate {
        /// Who gave mate.
        winner: Color,
    },
    /// Nobody wins.
    Draw(DrawReason),
}

/// Why a game has ended in a draw without anybody claiming it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DrawReason {
    /// The side to move has no move and is not in check.
    Stalemate,
    /// Neither side can ever give mate.
    InsufficientMaterial,
    /// Seventy-five moves of each side without capture or pawn move.
    SeventyFiveMoves,
    /// The position stands on the board for the fifth time.
    FivefoldRepetition,
}

impl Position {
    /// How the game has ended by the rules, if it has. Draws that must be claimed (threefold
    /// repetition, fifty moves) do not end it.
    pub fn outcome(&self) -> Option<Outcome> {
        if !self.has_legal_move() {
            return Some(if self.in_check() {
                Outcome::Checkmate { winner: !self.side_to_move }
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

    /// Whether the side to move is mated.
    pub fn is_checkmate(&self) -> bool {
        self.in_check() && !self.has_legal_move()
    }

    /// Whether the side to move has no move and is not in check.
    pub fn is_stalemate(&self) -> bool {
        !self.in_check() && !self.has_legal_move()
    }

    /// Whether a draw can be claimed by the fifty-move rule: fifty moves of each side without
    /// capture or pawn move, and the last of them did not give mate.
    pub fn is_fifty_move_draw(&self) -> bool {
        self.rule50() >= 100 && !self.is_checkmate()
    }

    /// Whether the game is drawn by the seventy-five-move rule.
    pub fn is_seventy_five_move_draw(&self) -> bool {
        self.rule50() >= 150 && !self.is_checkmate()
    }

    /// Earlier states that may equal the current one: as far back as moves could be taken back.
    fn reversible_plies(&self) -> usize {
        usize::from(self.rule50().min(self.plies_from_null())).min(self.history.plies())
    }

    /// How many plies back the same position stood last, if it did.
    fn last_occurrence(&self, before: usize) -> Option<usize> {
        (before + 4..=self.reversible_plies())
            .step_by(2)
            .find(|&back| self.history.back(back).incremental.key == self.key())
    }

    /// Counts the occurrences of the position in this game, the current one included: 3 allows the
    /// claim of a draw by threefold repetition, 5 ends the game.
    pub fn repetition_count(&self) -> usize {
        let earlier = (4..=self.reversible_plies())
            .step_by(2)
            .filter(|&back| self.history.back(back).incremental.key == self.key());
        1 + earlier.count()
    }

    /// Returns true if the position has occurred at least `count` times, the current occurrence
    /// included: `is_repetition(3)` is threefold repetition.
    pub fn is_repetition(&self, count: usize) -> bool {
        self.repetition_count() >= count
    }

    /// Returns true if a search `ply` plies from its root should score the position as a draw: it
    /// occurred once before within the search, or twice before in the game.
    pub fn is_search_repetition(&self, ply: usize) -> bool {
        match self.last_occurrence(0) {
            None => false,
            Some(back) => back < ply || self.is_repetition(3),
        }
    }

    /// Whether the side to move has a move that repeats: to a position that stood within the
    /// search (`ply` plies from its root), or that stood twice in the game.
    pub fn upcoming_repetition(&self, ply: usize) -> bool {
        let reversible = self.reversible_plies();
        (3..=reversible).step_by(2).any(|back| {
            let earlier = self.history.back(back).incremental.key;
            self.repeats_by_one_move(self.key() ^ earlier)
                && (back < ply || self.stood_before(back, earlier))
        })
    }

    /// Whether the side to move has a reversible move that changes the key so.
    fn repeats_by_one_move(&self, change: u64) -> bool {
        let Some((a, b)) = cuckoo::reversible_move(change) else { return false };
        let ours = self.by_color(self.side_to_move);
        !attacks::between(a, b).intersects(self.occupied())
            && (ours.contains(a) || ours.contains(b))
    }

    /// Whether the position of so many plies ago stood already before then.
    fn stood_before(&self, plies: usize, key: u64) -> bool {
        let state = self.history.back(plies);
        let reversible = usize::from(state.rule50.min(state.plies_from_null));
        let reversible = reversible.min(self.history.plies() - plies);
        (4..=reversible)
            .step_by(2)
            .any(|back| self.history.back(plies + back).incremental.key == key)
    }

    /// Whether neither side can give mate any more, whatever both play: bare kings, a lone minor
    /// piece, or bishops that all stand on squares of one colour.
    pub fn is_insufficient_material(&self) -> bool {
        Color::ALL.into_iter().all(|color| self.has_insufficient_material(color))
    }

    /// Whether this side can never give mate, even with the other side's help, as far as material
    /// alone tells. So it does not win if the other side's time runs out.
    pub fn has_insufficient_material(&self, color: Color) -> bool {
        let own = self.by_color(color);
        let other = self.by_color(!color);
        let of = |piece_type| self.by_type(piece_type);
        let heavy = of(PieceType::Pawn) | of(PieceType::Rook) | of(PieceType::Queen);
        if own.intersects(heavy) {
            return false;
        }
        if own.intersects(of(PieceType::Knight)) {
            // A knight alone mates only where another man takes a square from his own king; a
            // queen never has to.
            let bare = !own.without(self.king(color)).more_than_one();
            return bare && (other - of(PieceType::King) - of(PieceType::Queen)).is_empty();
        }
        if own.intersects(of(PieceType::Bishop)) {
            // Bishops of one square colour leave the other to the king, unless a pawn, a knight
            // or a bishop of the other colour blocks it there.
            let bishops = of(PieceType::Bishop);
            let one_color =
                !bishops.intersects(Bitboard::DARK) || !bishops.intersects(Bitboard::LIGHT);
            return one_color && (of(PieceType::Pawn) | of(PieceType::Knight)).is_empty();
        }
        true
    }
}
