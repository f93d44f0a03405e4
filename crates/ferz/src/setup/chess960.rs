use super::Setup;
use crate::types::{Color, File, PieceType, Rank, Square};
use PieceType::{Bishop, King, Knight, Queen, Rook};

/// The back rank of standard chess from the a-file; number 518 in Chess960.
pub(super) const STANDARD_ARRAY: [PieceType; 8] =
    [Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook];

/// The arrangements of two knights on five free squares, in Scharnagl's order.
const KNIGHTS: [(usize, usize); 10] =
    [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];

impl Setup {
    /// Creates the initial setup of a Chess960 game with Scharnagl's number 0 to 959, in which 518
    /// is standard chess. Returns `None` for a larger number.
    pub fn chess960(number: u16) -> Option<Self> {
        Self::double_chess960(number, number)
    }

    /// Creates the initial setup of a double Chess960 game with a number 0 to 959 for each side.
    /// Returns `None` for a larger number.
    pub fn double_chess960(white: u16, black: u16) -> Option<Self> {
        Some(Self::from_back_ranks([&back_rank(white)?, &back_rank(black)?]))
    }

    /// Returns the Chess960 number if this is an initial setup, castling rights and counters
    /// included.
    pub fn chess960_number(&self) -> Option<u16> {
        let (white, black) = self.double_chess960_numbers()?;
        (white == black).then_some(white)
    }

    /// Returns the numbers of White and Black if this is an initial setup of double Chess960.
    pub fn double_chess960_numbers(&self) -> Option<(u16, u16)> {
        let number = |color: Color| {
            let mut pieces = [PieceType::Pawn; 8];
            for file in File::ALL {
                let square = Square::new(file, color.relative_rank(Rank::First));
                pieces[file] = self.piece_on(square)?.piece_type();
            }
            back_rank_number(pieces)
        };
        let numbers = (number(Color::White)?, number(Color::Black)?);
        let start = Self::double_chess960(numbers.0, numbers.1)?;
        (*self == start).then_some(numbers)
    }
}

/// Returns the back rank with this number.
fn back_rank(number: u16) -> Option<[PieceType; 8]> {
    if number >= 960 {
        return None;
    }
    let number = usize::from(number);
    let mut rank: [Option<PieceType>; 8] = [None; 8];
    rank[number % 4 * 2 + 1] = Some(Bishop);
    rank[number / 4 % 4 * 2] = Some(Bishop);
    put_on_free(&mut rank, number / 16 % 6, Queen);
    let (first, second) = KNIGHTS[number / 96];
    // The first knight has occupied one of the five squares.
    put_on_free(&mut rank, first, Knight);
    put_on_free(&mut rank, second - 1, Knight);
    for piece in [Rook, King, Rook] {
        put_on_free(&mut rank, 0, piece);
    }
    Some(rank.map(|piece| piece.unwrap_or(Rook)))
}

/// Puts a piece on the `nth` free file, counted from 0.
fn put_on_free(rank: &mut [Option<PieceType>; 8], nth: usize, piece: PieceType) {
    if let Some(free) = rank.iter_mut().filter(|square| square.is_none()).nth(nth) {
        *free = Some(piece);
    }
}

/// Returns the number of a back rank, or `None` if it has none.
fn back_rank_number(pieces: [PieceType; 8]) -> Option<u16> {
    let bishop_on = |parity: usize| {
        pieces.iter().skip(parity).step_by(2).position(|&piece_type| piece_type == Bishop)
    };
    let (light, dark) = (bishop_on(1)?, bishop_on(0)?);
    let mut without_bishops = pieces.into_iter().filter(|&piece_type| piece_type != Bishop);
    let queen = without_bishops.clone().position(|piece_type| piece_type == Queen)?;
    let mut knights = without_bishops
        .by_ref()
        .filter(|&piece_type| piece_type != Queen)
        .enumerate()
        .filter(|&(_, piece_type)| piece_type == Knight)
        .map(|(place, _)| place);
    let pair = (knights.next()?, knights.next()?);
    let knights = KNIGHTS.iter().position(|&known| known == pair)?;
    let number = u16::try_from(light + 4 * dark + 16 * queen + 96 * knights).ok()?;
    // Rejects back ranks with the king outside its rooks or with a third bishop.
    (back_rank(number)? == pieces).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup::SetupFaults;
    use alloc::string::String;

    fn letters(number: u16) -> String {
        back_rank(number).unwrap().iter().map(|piece_type| piece_type.letter()).collect()
    }

    #[test]
    fn published_numbers_give_published_back_ranks() {
        let rows = [
            (0, "bbqnnrkr"),
            (1, "bqnbnrkr"),
            (518, "rnbqkbnr"),
            (534, "rnbkqbnr"),
            (959, "rkrnnqbb"),
        ];
        for (number, array) in rows {
            assert_eq!(letters(number), array);
        }
        assert_eq!(Setup::chess960(518), Some(Setup::start()));
        assert_eq!(Setup::chess960(960), None);
        assert_eq!(Setup::double_chess960(0, 960), None);
    }

    #[test]
    fn every_number_round_trips_and_is_legal() {
        for number in 0..960 {
            let setup = Setup::chess960(number).unwrap();
            assert_eq!(setup.chess960_number(), Some(number));
            assert_eq!(setup.faults(), SetupFaults::NONE, "{number}");
            let other = 959 - number;
            let double = Setup::double_chess960(number, other).unwrap();
            assert_eq!(double.double_chess960_numbers(), Some((number, other)));
            assert_eq!(double.chess960_number(), None);
        }
    }

    #[test]
    fn other_setups_have_no_number() {
        let mut moved = Setup::start();
        moved.side_to_move = Color::Black;
        assert_eq!(moved.chess960_number(), None);
        let mut lost_right = Setup::start();
        lost_right.castling[0] = None;
        assert_eq!(lost_right.chess960_number(), None);
        assert_eq!(Setup::empty().chess960_number(), None);
        let mut three_bishops = STANDARD_ARRAY;
        three_bishops[0] = Bishop;
        assert_eq!(back_rank_number(three_bishops), None);
        assert_eq!(
            back_rank_number([King, Bishop, Queen, Rook, Bishop, Knight, Knight, Rook]),
            None
        );
    }
}
