//! Insufficient material: sides that cannot win by any sequence of legal moves, by material alone.
//!
//! The tables are those of Lichess (scalachess, Copyright (c) 2012-2014 Thibault Duplessis, MIT licence;
//! its notice is in `NOTICE`), without its proofs for closed positions.

use crate::{Board, Rules};
use PieceType::{Bishop, King, Knight, Pawn, Queen, Rook};
use ferz::{Bitboard, Color, PieceType};

impl Board {
    /// Returns true if a side cannot win by any sequence of legal moves, by material alone. It then does
    /// not win when the other side runs out of time.
    pub fn has_insufficient_material(&self, color: Color) -> bool {
        let is_bare = self.pieces.by_color(color).is_subset(self.pieces.by_type(King));
        match self.rules {
            Rules::Chess => self.pieces.has_insufficient_material(color),
            Rules::KingOfTheHill | Rules::Crazyhouse | Rules::RacingKings => false,
            Rules::ThreeCheck => is_bare,
            Rules::Atomic => is_bare || self.cannot_explode_or_mate(),
            Rules::Horde => color == Color::White && self.horde_cannot_win(),
            Rules::Antichess | Rules::Giveaway | Rules::Suicide => {
                self.has_bishops_that_never_meet() || self.knight_cannot_be_lost(color)
            }
        }
    }

    /// Returns true if in Atomic neither side can explode or mate a king.
    fn cannot_explode_or_mate(&self) -> bool {
        let occupied = self.pieces.occupied();
        let consists_of = |types: &[PieceType]| {
            let of_types =
                types.iter().fold(Bitboard::EMPTY, |set, &piece| set | self.pieces.by_type(piece));
            occupied.is_subset(of_types)
        };
        let bishops = self.pieces.by_type(Bishop);
        let differ = bishops.intersects(Bitboard::LIGHT) && bishops.intersects(Bitboard::DARK);
        if Color::ALL.into_iter().all(|color| self.pieces.by_color(color).more_than_one()) {
            // One bishop each that cannot capture the other; with several a helpmate is possible.
            return consists_of(&[King, Bishop]) && occupied.len() <= 4 && differ;
        }
        if consists_of(&[King, Knight]) {
            return occupied.len() <= 4;
        }
        consists_of(&[King, Rook, Bishop, Knight]) && !differ && occupied.len() <= 3
    }

    /// Returns true if both sides have bishops alone, on squares of one colour for each side, not the
    /// same.
    fn has_bishops_that_never_meet(&self) -> bool {
        if self.pieces.by_type(Bishop) != self.pieces.occupied() {
            return false;
        }
        let (white, black) =
            (self.pieces.by_color(Color::White), self.pieces.by_color(Color::Black));
        let stand_on = |a: Bitboard, b: Bitboard| white.is_subset(a) && black.is_subset(b);
        white.any()
            && black.any()
            && (stand_on(Bitboard::LIGHT, Bitboard::DARK)
                || stand_on(Bitboard::DARK, Bitboard::LIGHT))
    }

    /// Returns true if both sides have one knight alone, and that of a side can never be captured: the
    /// colours of their squares and the side to move decide.
    fn knight_cannot_be_lost(&self, color: Color) -> bool {
        let occupied = self.pieces.occupied();
        let one_each = self.pieces.by_type(Knight) == occupied
            && Color::ALL.into_iter().all(|color| self.pieces.by_color(color).len() == 1);
        let same_color = occupied.is_subset(Bitboard::LIGHT) || occupied.is_subset(Bitboard::DARK);
        one_each && (color == self.side_to_move) != same_color
    }

    /// Returns true if White cannot mate in Horde.
    fn horde_cannot_win(&self) -> bool {
        let count = |color, piece, on: Bitboard| (self.pieces(color, piece) & on).len();
        let numbers = |color| Numbers {
            pawns: count(color, Pawn, Bitboard::ALL),
            knights: count(color, Knight, Bitboard::ALL),
            light_bishops: count(color, Bishop, Bitboard::LIGHT),
            dark_bishops: count(color, Bishop, Bitboard::DARK),
            rooks: count(color, Rook, Bitboard::ALL),
            queens: count(color, Queen, Bitboard::ALL),
            kings: count(color, King, Bitboard::ALL),
        };
        HordeMaterial::new(numbers(Color::White), numbers(Color::Black)).cannot_mate()
    }
}

/// The numbers of the pieces of a side.
#[derive(Clone, Copy)]
struct Numbers {
    pawns: usize,
    knights: usize,
    light_bishops: usize,
    dark_bishops: usize,
    rooks: usize,
    queens: usize,
    kings: usize,
}

impl Numbers {
    const fn bishops(&self) -> usize {
        self.light_bishops + self.dark_bishops
    }

    const fn has_bishop_pair(&self) -> bool {
        self.light_bishops > 0 && self.dark_bishops > 0
    }

    const fn all(&self) -> usize {
        self.pawns + self.knights + self.bishops() + self.rooks + self.queens + self.kings
    }
}

/// The material of a horde and of Black, which obstructs its own king.
///
/// The cases are those of scalachess, which have been checked against a list of mates for each.
struct HordeMaterial {
    horde: Numbers,
    black: Numbers,
    /// The horde's pieces with at most two bishops of a square colour: more cover no further squares.
    units: usize,
    /// Black's bishops on the squares of the horde's bishops, and on the others.
    same_bishops: usize,
    other_bishops: usize,
}

impl HordeMaterial {
    fn new(horde: Numbers, black: Numbers) -> Self {
        let bishops = horde.light_bishops.min(2) + horde.dark_bishops.min(2);
        let (same_bishops, other_bishops) = if horde.light_bishops > 0 {
            (black.light_bishops, black.dark_bishops)
        } else {
            (black.dark_bishops, black.light_bishops)
        };
        let units = horde.pawns + horde.knights + horde.rooks + horde.queens + bishops;
        Self { horde, black, units, same_bishops, other_bishops }
    }

    fn cannot_mate(&self) -> bool {
        let Self { horde, black, units, .. } = *self;
        match units {
            0 => return true,
            4.. => return false,
            _ => {}
        }
        if units >= 2 && (horde.pawns > 0 || horde.queens > 0) {
            return false;
        }
        // A rook and a bishop do not mate a king whose other pieces stand on the bishop's colour.
        let is_rook_and_bishop = units == 2 && horde.rooks == 1 && horde.bishops() == 1;
        if units >= 2
            && horde.rooks > 0
            && !(is_rook_and_bishop && black.all() - self.same_bishops == 1)
        {
            return false;
        }
        match units {
            1 => black.all() == 1 || self.lone_piece_cannot_mate(),
            2 => black.all() == 1 || self.two_minors_cannot_mate(),
            // Two bishops of one colour and a knight need a piece of Black that loses a tempo.
            _ => {
                let mates = horde.knights == 2 && horde.bishops() == 1
                    || horde.knights == 3
                    || horde.has_bishop_pair();
                !mates && black.all() == 1
            }
        }
    }

    fn lone_piece_cannot_mate(&self) -> bool {
        let Self { horde, black, .. } = *self;
        if horde.queens == 1 {
            return !(black.pawns >= 1
                || black.rooks >= 1
                || black.light_bishops >= 2
                || black.dark_bishops >= 2);
        }
        if horde.pawns == 1 {
            let none = Numbers { pawns: 0, ..horde };
            let queen = Self::new(Numbers { queens: 1, ..none }, black);
            let knight = Self::new(Numbers { knights: 1, ..none }, black);
            return queen.cannot_mate() && knight.cannot_mate();
        }
        if horde.rooks == 1 {
            return !(black.pawns >= 2
                || black.rooks >= 1 && black.pawns >= 1
                || black.rooks >= 1 && black.knights >= 1
                || black.pawns >= 1 && black.knights >= 1);
        }
        if horde.bishops() > 0 {
            return self.other_bishops + black.pawns < 2;
        }
        !self.knight_smothers()
    }

    /// Returns true if Black has the pieces with which a lone knight mates its king in the corner.
    fn knight_smothers(&self) -> bool {
        let black = &self.black;
        let (bishops, all) = (black.bishops(), black.all());
        let kinds = [black.knights, black.rooks, bishops, black.pawns];
        let distinct = kinds.into_iter().filter(|&count| count >= 1).count();
        let obstructs = black.knights >= 2 || black.pawns >= 2 || distinct >= 2;
        let is_enough = |bishops: usize| bishops < 2 || all - bishops >= 3;
        all >= 4 && obstructs && is_enough(black.dark_bishops) && is_enough(black.light_bishops)
    }

    fn two_minors_cannot_mate(&self) -> bool {
        let Self { horde, black, other_bishops, same_bishops, .. } = *self;
        if horde.knights == 2 {
            return black.pawns + black.bishops() + black.knights < 1;
        }
        if horde.has_bishop_pair() {
            return !(black.pawns >= 1
                || black.bishops() >= 1
                || black.knights >= 1 && black.rooks + black.queens >= 1);
        }
        if horde.bishops() >= 1 && horde.knights >= 1 {
            return !(black.pawns >= 1 || other_bishops >= 1 || black.all() - same_bishops >= 3);
        }
        // Two pieces that can stand on the squares beside the king that the bishops do not attack.
        black.pawns + other_bishops + black.knights < 2
    }
}
