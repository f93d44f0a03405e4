use super::Setup;
use crate::types::{CastleSide, Piece, Square};

impl Setup {
    /// Returns the setup with the colours exchanged: pieces, castling rights and the en passant
    /// square are mirrored top to bottom, and the other side is to move. The counters stay.
    #[must_use]
    pub fn flip_colors(&self) -> Self {
        let mut flipped = self.clone();
        for square in Square::ALL {
            let piece = self.piece_on(square.flip_rank());
            flipped.pieces[square] =
                piece.map(|piece| Piece::new(!piece.color(), piece.piece_type()));
        }
        for (color, side) in CastleSide::BY_COLOR {
            let rook = self.castling_rook(!color, side).map(Square::flip_rank);
            flipped.set_castling_rook(color, side, rook);
        }
        flipped.side_to_move = !self.side_to_move;
        flipped.en_passant = self.en_passant.map(Square::flip_rank);
        flipped
    }

    /// Returns the setup mirrored left to right, without castling rights.
    ///
    /// Rights cannot be mirrored, not even in Chess960: the king castles to the c- or the g-file,
    /// which are not mirror images of each other.
    #[must_use]
    pub fn mirror_files(&self) -> Self {
        let mut mirrored = self.clone();
        for square in Square::ALL {
            mirrored.pieces[square] = self.piece_on(square.flip_file());
        }
        mirrored.castling = [None; 4];
        mirrored.en_passant = self.en_passant.map(Square::flip_file);
        mirrored
    }

    /// Returns the setup rotated by 180 degrees with the colours exchanged, without castling rights:
    /// the board from the other side. A rotation alone would reverse the direction of the pawns.
    #[must_use]
    pub fn rotate(&self) -> Self {
        self.flip_colors().mirror_files()
    }
}
