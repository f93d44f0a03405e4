//! Making moves.

use crate::movegen::behind;
use crate::{Board, Move, Rules};
use ferz::{Bitboard, CastleSide, CastlingPath, Color, Piece, PieceType, Rank, Square, attacks};

impl Board {
    /// Returns the position after a move.
    ///
    /// # Panics
    /// If there is no piece on the origin. A move that is otherwise not legal has an unspecified result.
    #[must_use]
    pub fn after(&self, mv: Move) -> Self {
        let mut after = *self;
        after.play(mv);
        after
    }

    /// Makes a move.
    ///
    /// # Panics
    /// As [`after`](Self::after).
    pub fn play(&mut self, mv: Move) {
        let us = self.side_to_move;
        let passed = match mv.drop_piece() {
            Some(piece) => {
                self.drop_on(mv.to(), piece);
                None
            }
            None if mv.is_castling() => {
                self.castle(mv);
                None
            }
            None => self.move_piece(mv),
        };
        self.passed = passed;
        self.fullmove_number = self.fullmove_number.saturating_add(us.index() as u16);
        self.side_to_move = !us;
        if self.rules == Rules::ThreeCheck && self.in_check() {
            self.checks_left[us] = self.checks_left[us].saturating_sub(1);
        }
    }

    /// Passes the turn, as the null move of a game in PGN does.
    pub fn pass(&mut self) {
        self.passed = None;
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        self.fullmove_number =
            self.fullmove_number.saturating_add(self.side_to_move.index() as u16);
        self.side_to_move = !self.side_to_move;
    }

    /// Puts a piece of the pocket on an empty square.
    fn drop_on(&mut self, to: Square, piece: PieceType) {
        let us = self.side_to_move;
        self.pockets[us].remove(piece);
        self.pieces.toggle(Piece::new(us, piece), to.into());
        let counts_on = piece != PieceType::Pawn;
        self.halfmove_clock = if counts_on { self.halfmove_clock.saturating_add(1) } else { 0 };
    }

    fn castle(&mut self, mv: Move) {
        let us = self.side_to_move;
        let path = CastlingPath::of(mv.from(), mv.to());
        // One after the other, since the squares of king and rook may overlap.
        let (king, rook) = (Piece::new(us, PieceType::King), Piece::new(us, PieceType::Rook));
        self.pieces.toggle(king, path.king_from.into());
        self.pieces.toggle(rook, path.rook_from.into());
        self.pieces.toggle(king, path.king_to.into());
        self.pieces.toggle(rook, path.rook_to.into());
        self.promoted -= Bitboard::of(path.king_from).with(path.rook_from);
        for side in CastleSide::ALL {
            self.castling[us.index() * 2 + side.index()] = None;
        }
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
    }

    /// Moves a piece, with capture, promotion and explosion, and returns the square passed by a double
    /// push.
    fn move_piece(&mut self, mv: Move) -> Option<Square> {
        let us = self.side_to_move;
        let (from, to) = (mv.from(), mv.to());
        let piece = self.piece_on(from).expect("a legal move has a piece on its origin");
        let kings = Color::ALL.map(|color| self.castling_king(color));
        let mut touched = Bitboard::of(from).with(to);
        if mv.is_capture() {
            let on = if mv.is_en_passant() { to.step(behind(us)).unwrap_or(to) } else { to };
            self.capture(on);
        }
        let was_promoted = self.promoted.contains(from);
        let placed = mv.promotion().map_or(piece, |promotion| Piece::new(us, promotion));
        self.remove(from);
        self.pieces.toggle(placed, to.into());
        if was_promoted || mv.promotion().is_some() {
            self.promoted |= to.into();
        }
        if mv.is_capture() && self.rules == Rules::Atomic {
            touched |= self.explode(to);
        }
        self.drop_rights(touched, kings);
        let is_zeroing = mv.is_capture() || piece.piece_type() == PieceType::Pawn;
        self.halfmove_clock = if is_zeroing { 0 } else { self.halfmove_clock.saturating_add(1) };
        // Pawns of the horde on the first rank pass two squares without giving a right.
        let gives_right = mv.is_double_push() && from.rank() == us.relative_rank(Rank::Second);
        if gives_right { from.step(us.forward()) } else { None }
    }

    /// Removes the piece from a square, if there is one.
    fn remove(&mut self, square: Square) {
        if let Some(piece) = self.piece_on(square) {
            self.pieces.toggle(piece, square.into());
            self.promoted -= square.into();
        }
    }

    /// Removes a captured piece; in Crazyhouse it changes sides, a promoted one as a pawn.
    fn capture(&mut self, square: Square) {
        if self.rules.has_drops()
            && let Some(piece) = self.piece_on(square)
        {
            let promoted = self.promoted.contains(square);
            let piece = if promoted { PieceType::Pawn } else { piece.piece_type() };
            self.pockets[self.side_to_move].add(piece);
        }
        self.remove(square);
    }

    /// Removes the capturer and all pieces but pawns around it, and returns their squares.
    fn explode(&mut self, center: Square) -> Bitboard {
        let around = attacks::king(center) & self.pieces.occupied();
        let squares = (around - self.pieces.by_type(PieceType::Pawn)).with(center);
        for square in squares.squares() {
            self.remove(square);
        }
        squares
    }

    /// Removes the castling rights whose king or rook was on a touched square.
    fn drop_rights(&mut self, touched: Bitboard, kings: [Option<Square>; Color::COUNT]) {
        for (right, (color, _)) in self.castling.iter_mut().zip(CastleSide::BY_COLOR) {
            let is_touched = |square: Option<Square>| square.is_none_or(|s| touched.contains(s));
            if is_touched(*right) || is_touched(kings[color]) {
                *right = None;
            }
        }
    }
}
