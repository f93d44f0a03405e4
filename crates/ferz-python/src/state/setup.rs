//! Conversions to and from `ferz::Position` and `ferz::Setup`, and the positions of Chess960.

use super::State;
use crate::chess_move::Move;
use ferz::{
    Bitboard, CastleSide, Color, InvalidSetup, Piece, PieceType, Position, Rank, Setup,
    SetupFaults, Square,
};

impl State {
    /// Returns the state of a setup. `chess960` is false.
    pub fn of_setup(setup: &Setup) -> Self {
        let mut state = Self::empty();
        for square in Square::ALL {
            if let Some(piece) = setup.piece_on(square) {
                state.add(square, piece);
            }
        }
        state.castling_rights = setup.castling.into_iter().flatten().collect();
        state.turn = setup.side_to_move;
        state.ep_square = setup.en_passant;
        state.halfmove_clock = setup.halfmove_clock.into();
        state.fullmove_number = setup.fullmove_number.into();
        state
    }

    /// Returns the state of a position, with its en passant square whether or not a capture is
    /// legal.
    pub fn of_position(position: &Position) -> Self {
        let mut state = Self::of_setup(&position.setup());
        state.ep_square = position.en_passant_target();
        state.chess960 = position.is_chess960();
        state
    }

    /// Returns the setup with the possible castling rights. Counters above 65535 are lowered to it.
    pub fn setup(&self) -> Setup {
        let mut setup = self.placement();
        setup.side_to_move = self.turn;
        for (color, side) in CastleSide::BY_COLOR {
            setup.set_castling_rook(color, side, self.rights_of(color, Some(side)).first());
        }
        setup.en_passant = self.ep_square;
        setup.halfmove_clock = u16::try_from(self.halfmove_clock).unwrap_or(u16::MAX);
        setup.fullmove_number = u16::try_from(self.fullmove_number).unwrap_or(u16::MAX);
        setup
    }

    /// Returns a setup of the pieces alone.
    fn placement(&self) -> Setup {
        let mut setup = Setup::empty();
        for (square, piece) in self.piece_list(Bitboard::ALL) {
            setup.pieces[square] = Some(piece);
        }
        setup
    }

    /// Returns the position without history.
    ///
    /// # Errors
    /// The faults of the board that no legal moves can be computed for, such as a missing king.
    pub fn position(&self) -> Result<Position, InvalidSetup> {
        let mut position = Position::from_setup_ignoring(&self.setup(), SetupFaults::IGNORABLE)?;
        position.set_chess960(self.chess960);
        Ok(position)
    }

    /// Returns the legal move of a position that is written like this on its board.
    pub fn find_in(&self, mv: Move, position: &Position) -> Option<ferz::Move> {
        let mv = self.king_takes_rook(mv);
        position.legal_moves().into_iter().find(|found| {
            (found.from(), found.to(), found.promotion()) == (mv.from, mv.to, mv.promotion)
                && mv.drop.is_none()
        })
    }

    /// Returns a move of the position as this board writes it.
    pub fn move_of(&self, mv: ferz::Move) -> Move {
        let plain = Move::promoting(mv.from(), mv.to(), mv.promotion());
        self.king_squares(plain, self.chess960)
    }

    /// Returns the pieces as pairs of square and piece, by ascending square.
    pub fn piece_list(&self, mask: Bitboard) -> impl Iterator<Item = (Square, Piece)> {
        (self.occupied & mask).squares().filter_map(|square| Some((square, self.piece_at(square)?)))
    }

    /// Returns the Chess960 number if the pieces are those of an initial position.
    pub fn chess960_placement(&self) -> Option<u16> {
        if self.promoted.any()
            || self.pieces(Color::White, PieceType::Pawn) != Bitboard::rank(Rank::Second)
        {
            return None;
        }
        let mut setup = self.placement();
        // A number requires all castling rights, those of the outermost rooks.
        for (color, side) in CastleSide::BY_COLOR {
            setup.set_castling_rook(color, side, setup.outermost_rook(color, side));
        }
        setup.chess960_number()
    }
}
