use crate::attacks;
use crate::types::{Bitboard, Color, Piece, PieceType, Rank, Square};

/// The placement of the pieces as sets: one for each type, one for each colour. Any arrangement, legal
/// or not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pieces {
    by_type: [Bitboard; PieceType::COUNT],
    by_color: [Bitboard; Color::COUNT],
}

impl Pieces {
    /// No pieces.
    pub const EMPTY: Self = Self {
        by_type: [Bitboard::EMPTY; PieceType::COUNT],
        by_color: [Bitboard::EMPTY; Color::COUNT],
    };

    /// Creates an arrangement from the set of each type and of each colour.
    #[inline(always)]
    pub const fn of_sets(
        by_type: [Bitboard; PieceType::COUNT],
        by_color: [Bitboard; Color::COUNT],
    ) -> Self {
        Self { by_type, by_color }
    }

    /// Adds a piece to squares without it, or removes it from squares with it.
    #[inline(always)]
    pub fn toggle(&mut self, piece: Piece, squares: Bitboard) {
        self.by_type[piece.piece_type()] ^= squares;
        self.by_color[piece.color()] ^= squares;
    }

    #[inline(always)]
    pub(crate) fn set_by_type(&mut self, piece_type: PieceType, squares: Bitboard) {
        self.by_type[piece_type] = squares;
    }

    #[inline(always)]
    pub(crate) fn set_by_color(&mut self, color: Color, squares: Bitboard) {
        self.by_color[color] = squares;
    }

    /// Returns the occupied squares.
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        self.by_color[Color::White] | self.by_color[Color::Black]
    }

    /// Returns the pieces of a colour.
    #[inline(always)]
    pub fn by_color(&self, color: Color) -> Bitboard {
        self.by_color[color]
    }

    /// Returns the pieces of a type, of both colours.
    #[inline(always)]
    pub fn by_type(&self, piece_type: PieceType) -> Bitboard {
        self.by_type[piece_type]
    }

    /// Returns the pieces of a colour and a type.
    #[inline(always)]
    pub fn pieces(&self, color: Color, piece_type: PieceType) -> Bitboard {
        self.by_color[color] & self.by_type[piece_type]
    }

    /// Returns the bishops and queens of both colours.
    #[inline(always)]
    pub fn diagonal_sliders(&self) -> Bitboard {
        self.by_type[PieceType::Bishop] | self.by_type[PieceType::Queen]
    }

    /// Returns the rooks and queens of both colours.
    #[inline(always)]
    pub fn straight_sliders(&self) -> Bitboard {
        self.by_type[PieceType::Rook] | self.by_type[PieceType::Queen]
    }

    /// Returns the squares that the pawns of a side attack.
    #[inline(always)]
    pub fn pawn_attacks(&self, color: Color) -> Bitboard {
        use crate::types::Direction::{NorthEast, NorthWest, SouthEast, SouthWest};
        let pawns = self.pieces(color, PieceType::Pawn);
        match color {
            Color::White => pawns.shift(NorthEast) | pawns.shift(NorthWest),
            Color::Black => pawns.shift(SouthEast) | pawns.shift(SouthWest),
        }
    }

    /// Returns the pieces of both colours that attack a square, with `occupied` as the occupancy for
    /// sliders. Pieces outside `occupied` are included.
    #[inline]
    pub fn attackers_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let pawns = attacks::pawn(Color::Black, square) & self.by_color[Color::White]
            | attacks::pawn(Color::White, square) & self.by_color[Color::Black];
        pawns & self.by_type[PieceType::Pawn]
            | attacks::knight(square) & self.by_type[PieceType::Knight]
            | attacks::king(square) & self.by_type[PieceType::King]
            | self.sliders_to(square, occupied)
    }

    /// Returns the pieces of a colour that attack a square, with `occupied` as the occupancy for sliders.
    #[inline]
    pub fn attackers_of(&self, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
        let attackers = attacks::pawn(!color, square) & self.by_type[PieceType::Pawn]
            | attacks::knight(square) & self.by_type[PieceType::Knight]
            | attacks::king(square) & self.by_type[PieceType::King]
            | self.sliders_to(square, occupied);
        attackers & self.by_color[color]
    }

    /// Returns the bishops, rooks and queens of both colours that attack a square if `occupied` is
    /// occupied.
    #[inline(always)]
    pub fn sliders_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        attacks::bishop(square, occupied) & self.diagonal_sliders()
            | attacks::rook(square, occupied) & self.straight_sliders()
    }

    /// Returns the bishops, rooks and queens of both colours that would attack a square on an empty
    /// board.
    #[inline(always)]
    pub fn snipers_of(&self, square: Square) -> Bitboard {
        attacks::bishop_rays(square) & self.diagonal_sliders()
            | attacks::rook_rays(square) & self.straight_sliders()
    }

    /// Returns origin and target of a double push over `to` by the opponent of `us` if the pawn is in
    /// place and the squares behind it are empty.
    #[inline]
    pub fn double_push_over(&self, us: Color, to: Square) -> Option<(Square, Square)> {
        let them = !us;
        let (origin, pushed) = (to.step(us.forward())?, to.step(them.forward())?);
        let must_be_empty = Bitboard::of(to).with(origin);
        let in_place = to.rank() == us.relative_rank(Rank::Sixth)
            && self.pieces(them, PieceType::Pawn).contains(pushed)
            && !self.occupied().intersects(must_be_empty);
        in_place.then_some((origin, pushed))
    }

    /// Returns true if a side cannot checkmate by any sequence of legal moves, by material alone.
    pub fn has_insufficient_material(&self, color: Color) -> bool {
        let own = self.by_color(color);
        let other = self.by_color(!color);
        let of = |piece_type| self.by_type(piece_type);
        let heavy = of(PieceType::Pawn) | of(PieceType::Rook) | of(PieceType::Queen);
        if own.intersects(heavy) {
            return false;
        }
        if own.intersects(of(PieceType::Knight)) {
            // A single knight checkmates only if an enemy piece other than a queen takes a square
            // from the enemy king.
            return own.len() <= 2
                && (other - of(PieceType::King) - of(PieceType::Queen)).is_empty();
        }
        if own.intersects(of(PieceType::Bishop)) {
            // Bishops on one square colour attack no square of the other, so the enemy king has an
            // escape unless a pawn, a knight or a bishop of the other colour takes it.
            let bishops = of(PieceType::Bishop);
            let one_color =
                !bishops.intersects(Bitboard::DARK) || !bishops.intersects(Bitboard::LIGHT);
            return one_color && (of(PieceType::Pawn) | of(PieceType::Knight)).is_empty();
        }
        true
    }
}
