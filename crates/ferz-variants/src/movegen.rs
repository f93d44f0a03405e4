//! Legal moves: pseudo-legal ones, less those after which a king is in check.

use crate::{Board, Move, Rules};
use alloc::vec::Vec;
use ferz::{
    Bitboard, CastleSide, CastlingPath, Color, Direction, MoveFlag, PieceType, Rank, Square,
    attacks,
};

impl Board {
    /// Returns the legal moves; none if the game has ended by the rules of the variant.
    pub fn legal_moves(&self) -> Vec<Move> {
        if self.variant_end().is_some() {
            return Vec::new();
        }
        if self.rules.is_losing_chess() {
            return self.losing_moves();
        }
        let mut moves = Vec::with_capacity(64);
        self.push_moves(&mut moves, !self.pieces.by_color(self.side_to_move));
        self.push_en_passant(&mut moves);
        self.push_castling(&mut moves);
        let safe = self.always_safe_origins();
        moves.retain(|&mv| {
            (safe.contains(mv.from()) && !mv.is_en_passant()) || self.keeps_kings_safe(mv)
        });
        if self.rules.has_drops() {
            self.push_drops(&mut moves, self.drop_targets());
        }
        moves
    }

    /// Returns the moves of the pieces without tests of checks, compulsory captures and the end of the game:
    /// for programs that tell why a move is not legal. Castling does not leave the king in check; drops may.
    ///
    /// ```
    /// use ferz_variants::{Board, Rules};
    /// let board = Board::from_fen("8/8/8/3p4/8/2N5/8/8 w - - 0 1", Rules::Antichess)?;
    /// assert_eq!((board.legal_moves().len(), board.pseudo_legal_moves().len()), (1, 8));
    /// # Ok::<(), ferz_variants::FenError>(())
    /// ```
    pub fn pseudo_legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(64);
        self.push_moves(&mut moves, !self.pieces.by_color(self.side_to_move));
        self.push_en_passant(&mut moves);
        let castling = moves.len();
        self.push_castling(&mut moves);
        if self.rules.has_royal_king(self.side_to_move) {
            let legal = moves.split_off(castling).into_iter();
            moves.extend(legal.filter(|&mv| self.keeps_kings_safe(mv)));
        }
        if self.rules.has_drops() {
            self.push_drops(&mut moves, !self.pieces.occupied());
        }
        moves
    }

    /// Returns true if there is a legal move.
    pub fn has_legal_move(&self) -> bool {
        !self.legal_moves().is_empty()
    }

    /// Returns true if a move is legal.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.legal_moves().contains(&mv)
    }

    /// Returns the moves of Antichess and its kin: captures if there are any.
    fn losing_moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(64);
        self.push_moves(&mut moves, self.pieces.by_color(!self.side_to_move));
        self.push_en_passant(&mut moves);
        if moves.is_empty() {
            self.push_moves(&mut moves, !self.pieces.occupied());
            self.push_castling(&mut moves);
        }
        moves
    }

    /// Returns the squares from which no move other than en passant leaves the own king in check: those
    /// off its lines if it is not in check. Without them each move would be made to test it.
    fn always_safe_origins(&self) -> Bitboard {
        let us = self.side_to_move;
        match (self.rules, self.king(us)) {
            // Explosions open other lines, and checks to the other side count.
            (Rules::Atomic | Rules::RacingKings, _) => Bitboard::EMPTY,
            (_, None) => Bitboard::ALL,
            (_, Some(_)) if self.checkers_of(us).any() => Bitboard::EMPTY,
            (_, Some(king)) => !(attacks::bishop_rays(king) | attacks::rook_rays(king)).with(king),
        }
    }

    /// Returns true if a pseudo-legal move leaves no king in check that must not be.
    fn keeps_kings_safe(&self, mv: Move) -> bool {
        let us = self.side_to_move;
        let after = self.after(mv);
        match self.rules {
            // A king that captures explodes. An explosion of the enemy king ends the game, also for a king in
            // check.
            Rules::Atomic => {
                after.king(us).is_some()
                    && (after.king(!us).is_none() || after.checkers_of(us).is_empty())
            }
            Rules::RacingKings => {
                after.checkers_of(us).is_empty() && after.checkers_of(!us).is_empty()
            }
            _ => after.checkers_of(us).is_empty(),
        }
    }

    /// Returns true if an en passant capture is legal.
    pub(crate) fn has_legal_en_passant(&self) -> bool {
        let mut moves = Vec::new();
        self.push_en_passant(&mut moves);
        self.variant_end().is_none()
            && moves.into_iter().any(|mv| self.rules.is_losing_chess() || self.keeps_kings_safe(mv))
    }

    /// Returns true if the king of the side to move can legally reach the eighth rank by this move.
    pub(crate) fn can_reach_goal(&self) -> bool {
        let us = self.side_to_move;
        let Some(king) = self.king(us) else { return false };
        let goal = attacks::king(king) & Bitboard::rank(Rank::Eighth);
        let mut moves = Vec::new();
        self.push_to(&mut moves, king, goal - self.pieces.by_color(us));
        moves.into_iter().any(|mv| self.keeps_kings_safe(mv))
    }

    /// Adds the moves other than en passant, castling and drops with a target in `targets`.
    fn push_moves(&self, moves: &mut Vec<Move>, targets: Bitboard) {
        let us = self.side_to_move;
        let occupied = self.pieces.occupied();
        for piece in PieceType::ALL {
            for from in self.pieces(us, piece).squares() {
                let to = match piece {
                    PieceType::Pawn => {
                        self.push_pawn(moves, from, targets);
                        continue;
                    }
                    _ => attacks::of(piece, from, occupied),
                };
                self.push_to(moves, from, to & targets);
            }
        }
    }

    /// Adds the moves of a piece.
    fn push_to(&self, moves: &mut Vec<Move>, from: Square, targets: Bitboard) {
        let occupied = self.pieces.occupied();
        for to in targets.squares() {
            let flag = if occupied.contains(to) { MoveFlag::Capture } else { MoveFlag::Quiet };
            moves.push(Move::new(from, to, flag));
        }
    }

    /// Adds the captures and pushes of a pawn.
    fn push_pawn(&self, moves: &mut Vec<Move>, from: Square, targets: Bitboard) {
        let us = self.side_to_move;
        let free = !self.pieces.occupied();
        let captures = attacks::pawn(us, from) & self.pieces.by_color(!us) & targets;
        for to in captures.squares() {
            self.push_pawn_move(moves, from, to, true);
        }
        let Some(to) = from.step(us.forward()).filter(|&to| free.contains(to)) else { return };
        if targets.contains(to) {
            self.push_pawn_move(moves, from, to, false);
        }
        let rank = from.rank();
        let starts = rank == us.relative_rank(Rank::Second)
            || self.rules == Rules::Horde && us == Color::White && rank == Rank::First;
        if starts
            && let Some(to) = to.step(us.forward())
            && (free & targets).contains(to)
        {
            moves.push(Move::new(from, to, MoveFlag::DoublePush));
        }
    }

    /// Adds a pawn move, on the last rank one for each promotion piece.
    fn push_pawn_move(&self, moves: &mut Vec<Move>, from: Square, to: Square, captures: bool) {
        if to.rank() != self.side_to_move.relative_rank(Rank::Eighth) {
            let flag = if captures { MoveFlag::Capture } else { MoveFlag::Quiet };
            moves.push(Move::new(from, to, flag));
            return;
        }
        let flags = PieceType::PROMOTIONS.into_iter();
        moves.extend(
            flags
                .filter_map(|piece| MoveFlag::promotion(piece, captures))
                .map(|flag| Move::new(from, to, flag)),
        );
        if self.rules.is_losing_chess() {
            moves.push(Move::king_promotion(from, to, captures));
        }
    }

    /// Adds the en passant captures.
    fn push_en_passant(&self, moves: &mut Vec<Move>) {
        let us = self.side_to_move;
        let Some(to) = self.passed else { return };
        let capturers = attacks::pawn(!us, to) & self.pieces(us, PieceType::Pawn);
        moves.extend(capturers.squares().map(|from| Move::new(from, to, MoveFlag::EnPassant)));
    }

    /// Adds castling moves whose path is empty and not attacked. The king's target is tested with the
    /// other moves, since it may be safe only with the rook on its new square.
    fn push_castling(&self, moves: &mut Vec<Move>) {
        let us = self.side_to_move;
        let Some(king) = self.castling_king(us) else { return };
        let occupied = self.pieces.occupied();
        let is_royal = self.rules.has_royal_king(us);
        for side in CastleSide::ALL {
            let Some(rook) = self.castling_rook(us, side) else { continue };
            let path = CastlingPath::of(king, rook);
            let tested = path.safe.without(path.king_to).with(king);
            let is_safe = |square: Square| {
                self.is_shielded(square, !us)
                    || self.attackers_of(!us, square, occupied.without(king)).is_empty()
            };
            if !path.empty.intersects(occupied) && (!is_royal || tested.squares().all(is_safe)) {
                moves.push(Move::new(king, rook, MoveFlag::Castle));
            }
        }
    }

    /// Returns the empty squares on which a drop does not leave the side to move in check. Drops unveil
    /// nothing, so that all are such squares without check.
    pub fn drop_targets(&self) -> Bitboard {
        let us = self.side_to_move;
        let checkers = self.checkers_of(us);
        let empty = !self.pieces.occupied();
        match (checkers.first(), self.king(us)) {
            (Some(_), Some(_)) if checkers.more_than_one() => Bitboard::EMPTY,
            (Some(checker), Some(king)) => empty & attacks::between(checker, king),
            _ => empty,
        }
    }

    /// Adds the drops on some of the empty squares, of pawns none on the back ranks.
    fn push_drops(&self, moves: &mut Vec<Move>, targets: Bitboard) {
        let back_ranks = Bitboard::rank(Rank::First) | Bitboard::rank(Rank::Eighth);
        for (piece, count) in self.pockets[self.side_to_move].counts() {
            if count > 0 {
                let excluded = if piece == PieceType::Pawn { back_ranks } else { Bitboard::EMPTY };
                let squares = (targets - excluded).squares();
                moves.extend(squares.filter_map(|to| Move::dropping(piece, to)));
            }
        }
    }
}

/// Returns the direction from the square passed by a double push to the pawn that `us` captures.
pub(crate) fn behind(us: Color) -> Direction {
    (!us).forward()
}
