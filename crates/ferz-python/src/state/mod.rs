//! Any arrangement of pieces with the rest of a FEN: the contents of a Python board, with the rules that
//! python-chess gives to it.
//!
//! `ferz::Board` is always a legal position. A board of python-chess need not be one: it may have
//! no king or several, pawns on the back ranks, masks that contradict each other, and it accepts moves
//! that are not legal. The legal moves of a sound arrangement, which a `ferz::Arrangement` accepts, are
//! those of ferz's generator. For others, for pseudo-legal moves, and for predicates about any single
//! move the algorithm of python-chess is the only definition of the results; it is written here on
//! the sets, attacks, material rules and setups of `ferz`. The tests compare both with each other and
//! with `ferz::Position` in random games, and with python-chess in random operations. A [`State`] is
//! plain data of about 120 bytes: a board stores one for each ply, and undoing a move copies it back.

mod castling;
mod fen;
mod generate;
mod legality;
#[cfg(test)]
mod oracle;
mod san;
mod setup;
mod status;

pub use castling::castling_fen_is_valid;
pub use fen::{EnPassantStyle, STARTING_BOARD_FEN, STARTING_FEN};
pub use generate::Masks;
pub use san::SanError;

use ferz::{Bitboard, Color, Piece, PieceType, Pieces, Rank, Square, attacks};
use std::convert::Infallible;

/// A placement of pieces, the side to move, castling rights, en passant square and counters.
///
/// The bitboards are those of python-chess's attributes and can be set one by one, so they may
/// contradict each other. No function here panics on contradictions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    /// The pieces of each type, of both colours.
    pub by_type: [Bitboard; PieceType::COUNT],
    /// The pieces of each colour.
    pub by_color: [Bitboard; Color::COUNT],
    /// The occupied squares.
    pub occupied: Bitboard,
    /// The promoted pieces.
    pub promoted: Bitboard,
    /// The squares of the rooks with castling rights, possible or not.
    pub castling_rights: Bitboard,
    /// True if a move led here. The castling rights are then taken as they are: the move has removed
    /// the impossible ones.
    pub after_move: bool,
    /// The side to move.
    pub turn: Color,
    /// The square passed by a double push in the last move, whether or not a capture is possible.
    pub ep_square: Option<Square>,
    /// True if castling is written as king takes rook.
    pub chess960: bool,
    /// Plies since the last capture or pawn move.
    pub halfmove_clock: u32,
    /// The number of the current move.
    pub fullmove_number: u32,
}

impl State {
    /// Creates an empty board with White to move.
    pub const fn empty() -> Self {
        Self {
            by_type: [Bitboard::EMPTY; PieceType::COUNT],
            by_color: [Bitboard::EMPTY; Color::COUNT],
            occupied: Bitboard::EMPTY,
            promoted: Bitboard::EMPTY,
            castling_rights: Bitboard::EMPTY,
            after_move: false,
            turn: Color::White,
            ep_square: None,
            chess960: false,
            halfmove_clock: 0,
            fullmove_number: 1,
        }
    }

    /// Creates the initial position of standard chess.
    pub const fn start() -> Self {
        Self {
            by_type: [
                Bitboard(0x00FF_0000_0000_FF00),
                Bitboard(0x4200_0000_0000_0042),
                Bitboard(0x2400_0000_0000_0024),
                Bitboard(0x8100_0000_0000_0081),
                Bitboard(0x0800_0000_0000_0008),
                Bitboard(0x1000_0000_0000_0010),
            ],
            by_color: [Bitboard(0xFFFF), Bitboard(0xFFFF << 48)],
            occupied: Bitboard(0xFFFF | 0xFFFF << 48),
            castling_rights: Bitboard(0x8100_0000_0000_0081),
            ..Self::empty()
        }
    }

    /// Returns the pieces of a colour and a type.
    #[inline]
    pub fn pieces(&self, color: Color, piece_type: PieceType) -> Bitboard {
        self.by_color[color] & self.by_type[piece_type]
    }

    /// Returns the pieces as sets of `ferz`.
    #[inline]
    fn sets(&self) -> Pieces {
        Pieces::of_sets(self.by_type, self.by_color)
    }

    /// Returns the type of the piece on a square: of several the first, a king for none.
    #[inline]
    pub fn type_at(&self, square: Square) -> Option<PieceType> {
        if !self.occupied.contains(square) {
            return None;
        }
        let found = PieceType::ALL.into_iter().find(|&kind| self.by_type[kind].contains(square));
        Some(found.unwrap_or(PieceType::King))
    }

    /// Returns the colour of the piece on a square.
    #[inline]
    pub fn color_at(&self, square: Square) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self.by_color[color].contains(square))
    }

    /// Returns the piece on a square.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let piece_type = self.type_at(square)?;
        let white = self.by_color[Color::White].contains(square);
        Some(Piece::new(if white { Color::White } else { Color::Black }, piece_type))
    }

    /// Puts a piece on a square in place of another.
    pub fn put(&mut self, square: Square, piece: Piece, promoted: bool) {
        self.remove(square);
        self.add(square, piece);
        if promoted {
            self.promoted ^= Bitboard::of(square);
        }
    }

    /// Puts a piece on an empty square.
    #[inline]
    pub(crate) fn add(&mut self, square: Square, piece: Piece) {
        let bit = Bitboard::of(square);
        self.by_type[piece.piece_type()] |= bit;
        self.by_color[piece.color()] ^= bit;
        self.occupied ^= bit;
    }

    /// Removes the piece from a square and returns it. A square that is not occupied stays as it is.
    pub fn remove(&mut self, square: Square) -> Option<Piece> {
        let piece = self.piece_at(square)?;
        let bit = Bitboard::of(square);
        self.by_type[piece.piece_type()] ^= bit;
        self.by_color = self.by_color.map(|pieces| pieces - bit);
        self.occupied -= bit;
        self.promoted -= bit;
        Some(piece)
    }

    /// Takes over the pieces of another state.
    pub fn set_placement(&mut self, other: &Self) {
        *self = Self {
            castling_rights: self.castling_rights,
            after_move: self.after_move,
            turn: self.turn,
            ep_square: self.ep_square,
            chess960: self.chess960,
            halfmove_clock: self.halfmove_clock,
            fullmove_number: self.fullmove_number,
            ..*other
        };
    }

    /// Returns true if the pieces are the same, whether promoted or not.
    pub fn same_placement(&self, other: &Self) -> bool {
        self.occupied == other.occupied
            && self.by_color == other.by_color
            && self.by_type == other.by_type
    }

    /// Returns the squares of the kings of a side that are not promoted pieces.
    #[inline]
    pub fn kings(&self, color: Color) -> Bitboard {
        self.pieces(color, PieceType::King) - self.promoted
    }

    /// Returns the square of the king of a side if it has exactly one.
    pub fn only_king(&self, color: Color) -> Option<Square> {
        let kings = self.kings(color);
        if kings.more_than_one() { None } else { kings.first() }
    }

    /// Returns the king that must not be left in check: of several the one with the highest square.
    #[inline]
    pub fn king(&self, color: Color) -> Option<Square> {
        self.kings(color).last()
    }

    /// Returns the squares that the piece on a square attacks; of several types on it those of pawn,
    /// knight or king first.
    pub fn attacks_from(&self, square: Square) -> Bitboard {
        let is = |piece_type: PieceType| self.by_type[piece_type].contains(square);
        if is(PieceType::Pawn) {
            let white = self.by_color[Color::White].contains(square);
            return attacks::pawn(if white { Color::White } else { Color::Black }, square);
        }
        if is(PieceType::Knight) {
            return attacks::knight(square);
        }
        if is(PieceType::King) {
            return attacks::king(square);
        }
        let queen = is(PieceType::Queen);
        let lines = |slider| match queen || is(slider) {
            true => attacks::of(slider, square, self.occupied),
            false => Bitboard::EMPTY,
        };
        lines(PieceType::Bishop) | lines(PieceType::Rook)
    }

    /// Returns the pieces of a side that attack a square if `occupied` is occupied.
    #[inline]
    pub fn attackers(&self, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
        self.sets().attackers_of(color, square, occupied)
    }

    /// Returns the pieces that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        match self.king(self.turn) {
            Some(king) => self.attackers(!self.turn, king, self.occupied),
            None => Bitboard::EMPTY,
        }
    }

    /// Returns the line of a pin from the pinning piece through the square to the king and beyond,
    /// or all squares if a piece of this colour on the square would not be pinned.
    pub fn pin(&self, color: Color, square: Square) -> Bitboard {
        let Some(king) = self.king(color) else { return Bitboard::ALL };
        let pins = |sniper| {
            let between = attacks::between(sniper, king);
            between.contains(square) && (between & self.occupied).without(square).is_empty()
        };
        let snipers = self.sets().snipers_of(king) & self.by_color[!color];
        if snipers.squares().any(pins) { attacks::line(king, square) } else { Bitboard::ALL }
    }

    /// Returns the pieces of the side to move that are alone between their king and an enemy slider.
    pub(crate) fn pinned(&self, king: Square) -> Bitboard {
        let snipers = self.sets().snipers_of(king);
        let mut pinned = Bitboard::EMPTY;
        for sniper in snipers & self.by_color[!self.turn] {
            let between = attacks::between(king, sniper) & self.occupied;
            if !between.more_than_one() {
                pinned |= between;
            }
        }
        pinned & self.by_color[self.turn]
    }

    /// Returns the back rank of a side.
    #[inline]
    pub(crate) const fn back_rank(color: Color) -> Bitboard {
        Bitboard::relative_rank(color, Rank::First)
    }

    /// Returns true if a side cannot checkmate by any sequence of legal moves, by material alone.
    pub fn has_insufficient_material(&self, color: Color) -> bool {
        self.sets().has_insufficient_material(color)
    }

    /// Returns true if the positions count as a repetition: equal pieces, side to move, possible
    /// castling rights and legal en passant captures.
    pub fn repeats(&self, other: &Self) -> bool {
        self.by_color == other.by_color
            && self.by_type == other.by_type
            && self.turn == other.turn
            && self.clean_castling_rights() == other.clean_castling_rights()
            && self.legal_ep_square() == other.legal_ep_square()
    }

    /// Returns the en passant square if a capture there is legal.
    pub fn legal_ep_square(&self) -> Option<Square> {
        self.ep_square.filter(|_| self.has_legal_en_passant())
    }

    /// Applies a function to each bitboard of the placement and of the castling rights. The en
    /// passant square is the highest square of its transformed mask.
    pub fn transform<E>(
        &mut self,
        mut transform: impl FnMut(Bitboard) -> Result<Bitboard, E>,
    ) -> Result<(), E> {
        let mut changed = *self;
        let State { by_type, by_color, occupied, promoted, castling_rights, .. } = &mut changed;
        let masks = by_type.iter_mut().chain(by_color).chain([occupied, promoted, castling_rights]);
        for mask in masks {
            *mask = transform(*mask)?;
        }
        if let Some(square) = self.ep_square {
            changed.ep_square = transform(Bitboard::of(square))?.last();
        }
        *self = changed;
        Ok(())
    }

    /// Mirrors the board top to bottom and exchanges the colours.
    pub fn mirror(&mut self) {
        let Ok(()) = self.transform(|mask| Ok::<_, Infallible>(mask.flip_ranks()));
        self.by_color.swap(0, 1);
        self.turn = !self.turn;
    }
}
