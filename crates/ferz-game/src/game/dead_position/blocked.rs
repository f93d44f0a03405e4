//! Static analysis of blocked positions.
//!
//! For each piece, a set of squares is computed that contains every square it can reach in any
//! series of legal moves, from any order of moves of both sides. The sets start with the squares of
//! the position and grow until nothing changes. A piece that can neither move nor be captured is
//! fixed: it blocks its square for ever, and the king of the other side never enters the squares
//! that a fixed pawn, knight or king attacks. The analysis gives up if a pawn can promote.

use ferz::{Bitboard, Board, Color, PieceType, Rank, Square, attacks};

/// A piece with the squares that it may reach.
#[derive(Clone, Copy)]
struct Reach {
    start: Square,
    piece_type: PieceType,
    color: Color,
    squares: Bitboard,
}

/// The squares that the pieces of a position may reach.
struct BlockedSquares {
    pieces: Vec<Reach>,
    /// The squares of pieces that can neither move nor be captured.
    fixed: Bitboard,
    /// The squares on which a side may capture, by colour.
    captures: [Bitboard; Color::COUNT],
    /// The en passant square of the position.
    en_passant: Option<Square>,
}

/// A pawn can promote, so that the analysis does not apply.
struct CanPromote;

/// Returns true if the analysis proves that `side` cannot checkmate. False means nothing.
pub(super) fn is_unwinnable(position: &Board, side: Color) -> bool {
    if position.castling_rights() != ferz::CastlingRights::NONE {
        return false;
    }
    let mut analysis = BlockedSquares::of(position);
    analysis.complete().is_ok() && !analysis.may_checkmate(side)
}

impl BlockedSquares {
    fn of(position: &Board) -> Self {
        let reach = |start: Square| {
            let piece = position.piece_on(start)?;
            let (piece_type, color) = (piece.piece_type(), piece.color());
            Some(Reach { start, piece_type, color, squares: Bitboard::of(start) })
        };
        Self {
            pieces: position.occupied().squares().filter_map(reach).collect(),
            fixed: position.occupied(),
            captures: [Bitboard::EMPTY; Color::COUNT],
            en_passant: position.en_passant(),
        }
    }

    /// Grows the sets until nothing changes.
    fn complete(&mut self) -> Result<(), CanPromote> {
        let mut is_changed = true;
        while is_changed {
            is_changed = false;
            for index in 0..self.pieces.len() {
                let piece = self.pieces[index];
                let mut reached = piece.squares;
                let targets = match piece.piece_type {
                    PieceType::Pawn => self.pawn_targets(piece)?,
                    _ => self.piece_targets(piece),
                };
                reached |= targets.moves | targets.captures;
                is_changed |= reached != piece.squares;
                is_changed |= !targets.captures.is_subset(self.captures[piece.color]);
                self.pieces[index].squares = reached;
                self.captures[piece.color] |= targets.captures;
            }
            is_changed |= self.release_pieces();
        }
        Ok(())
    }

    /// Removes the pieces that can move or be captured from the fixed ones. Returns true if there
    /// are any.
    fn release_pieces(&mut self) -> bool {
        let before = self.fixed;
        for piece in &self.pieces {
            let is_captured = piece.piece_type != PieceType::King
                && piece.squares.intersects(self.captures[!piece.color]);
            if is_captured || piece.squares != Bitboard::of(piece.start) {
                self.fixed = self.fixed.without(piece.start);
            }
        }
        self.fixed != before
    }

    /// Returns the pieces of a colour.
    fn of_color(&self, color: Color) -> impl Iterator<Item = &Reach> {
        self.pieces.iter().filter(move |piece| piece.color == color)
    }

    /// Returns the fixed pieces of a colour.
    fn fixed_pieces(&self, color: Color) -> impl Iterator<Item = &Reach> {
        self.of_color(color).filter(|piece| self.fixed.contains(piece.start))
    }

    /// Returns the squares of the fixed pieces of a colour.
    fn fixed_squares(&self, color: Color) -> Bitboard {
        self.fixed_pieces(color).map(|piece| piece.start).collect()
    }

    /// Returns the squares that the king of the other side can never enter: those that fixed
    /// pawns, knights and kings attack.
    fn forbidden_to_king(&self, by: Color) -> Bitboard {
        self.fixed_pieces(by).fold(Bitboard::EMPTY, |squares, piece| {
            squares
                | match piece.piece_type {
                    PieceType::Pawn => attacks::pawn(by, piece.start),
                    PieceType::Knight => attacks::knight(piece.start),
                    PieceType::King => attacks::king(piece.start),
                    _ => Bitboard::EMPTY,
                }
        })
    }

    /// Returns the squares that a piece other than a pawn may move to from any of its squares.
    fn piece_targets(&self, piece: Reach) -> Targets {
        let mut targets = piece.attacked(self.fixed) - self.fixed_squares(piece.color);
        if piece.piece_type == PieceType::King {
            targets -= self.forbidden_to_king(!piece.color);
        }
        let king = self.of_color(!piece.color).find(|other| other.piece_type == PieceType::King);
        if let Some(king) = king.filter(|king| self.fixed.contains(king.start)) {
            targets = targets.without(king.start);
        }
        Targets { moves: targets, captures: targets }
    }

    /// Returns the squares that a pawn may move to from any of its squares.
    fn pawn_targets(&self, pawn: Reach) -> Result<Targets, CanPromote> {
        let color = pawn.color;
        let free = !self.fixed;
        let single = pawn.squares.shift(color.forward()) & free;
        let third_rank = Bitboard::relative_rank(color, Rank::Third);
        let double = (single & third_rank).shift(color.forward()) & free;
        let mut victims = self.en_passant.map_or(Bitboard::EMPTY, Bitboard::of);
        for other in self.of_color(!color).filter(|other| other.piece_type != PieceType::King) {
            victims |= other.squares;
            if other.piece_type == PieceType::Pawn {
                victims |= other.passed_square();
            }
        }
        let captures = pawn.attacked(self.fixed) & victims;
        let moves = single | double;
        if (moves | captures).intersects(Bitboard::relative_rank(color, Rank::Eighth)) {
            return Err(CanPromote);
        }
        Ok(Targets { moves, captures })
    }

    /// Returns true if checkmate by `side` is not excluded: on some square of the enemy king a
    /// check is possible while each neighbouring square may be attacked or occupied.
    fn may_checkmate(&self, side: Color) -> bool {
        let king_of = |color| {
            self.of_color(color)
                .find(|piece| piece.piece_type == PieceType::King)
                .map_or(Bitboard::EMPTY, |king| king.squares)
        };
        let others = |color| self.of_color(color).filter(|p| p.piece_type != PieceType::King);
        let enemy_start = self.of_color(!side).find(|p| p.piece_type == PieceType::King);
        // A slider attacks the squares behind the king that it checks.
        let blockers = enemy_start.map_or(self.fixed, |king| self.fixed.without(king.start));
        let attacked =
            others(side).fold(Bitboard::EMPTY, |squares, piece| squares | piece.attacked(blockers));
        let denied = others(!side).fold(attacked, |squares, piece| squares | piece.squares);
        let own_king = king_of(side);
        (king_of(!side) & attacked).squares().any(|king| {
            let escapes = attacks::king(king) - denied;
            let near = own_king - attacks::king(king) - Bitboard::of(king);
            near.squares().any(|own| escapes.is_subset(attacks::king(own)))
        })
    }
}

/// The squares that a piece may move to.
struct Targets {
    moves: Bitboard,
    captures: Bitboard,
}

impl Reach {
    /// Returns the squares that the piece attacks from any square that it may reach.
    fn attacked(&self, blockers: Bitboard) -> Bitboard {
        self.squares.squares().fold(Bitboard::EMPTY, |attacked, from| {
            attacked
                | match self.piece_type {
                    PieceType::Pawn => attacks::pawn(self.color, from),
                    piece_type => attacks::of(piece_type, from, blockers),
                }
        })
    }

    /// Returns the square that a pawn on its initial square may pass by a double push.
    fn passed_square(&self) -> Bitboard {
        let second = Bitboard::relative_rank(self.color, Rank::Second);
        let passed = (Bitboard::of(self.start) & second).shift(self.color.forward());
        if self.squares.intersects(passed.shift(self.color.forward())) {
            passed
        } else {
            Bitboard::EMPTY
        }
    }
}
