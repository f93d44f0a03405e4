//! Material of a position: `KRP*vKR`.

use ferz::{Color, Piece, PieceType, Position};
use std::ops::RangeInclusive;
use std::str::{Chars, FromStr};

/// The numbers of pieces of two sides, from the queen to the pawn, as ranges.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MaterialPattern {
    sides: [[RangeInclusive<u8>; 5]; 2],
    /// The number of all pieces and pawns.
    total: RangeInclusive<u8>,
}

impl MaterialPattern {
    /// The types of pieces besides the king, with their letters.
    const TYPES: [(PieceType, char); 5] = [
        (PieceType::Queen, 'Q'),
        (PieceType::Rook, 'R'),
        (PieceType::Bishop, 'B'),
        (PieceType::Knight, 'N'),
        (PieceType::Pawn, 'P'),
    ];

    /// The largest number of pieces of a type.
    const MAX: u8 = 16;

    /// Returns true if the position has this material, with one of these colours as the first side.
    pub fn matches(&self, position: &Position, first: [bool; 2]) -> bool {
        if !self.total.contains(&(position.occupied().len() as u8)) {
            return false;
        }
        let has = |side: &[RangeInclusive<u8>; 5], color: Color| {
            side.iter().zip(Self::TYPES).all(|(range, (piece_type, _))| {
                range.contains(&(position.count(Piece::new(color, piece_type)) as u8))
            })
        };
        Color::ALL.into_iter().any(|color| {
            first[color.index()] && has(&self.sides[0], color) && has(&self.sides[1], !color)
        })
    }
}

/// Parses the pieces of two sides, such as `KRPvKR`, with a number or a range after a letter: `R2`,
/// `P2-4`, `P3+`, `P+` for one or more, `P*` for any number.
impl FromStr for MaterialPattern {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let sides = || {
            let (first, second) = text.split_once('v')?;
            Some([side(first)?, side(second)?])
        };
        let sides: [_; 2] = sides().ok_or(
            "expected the pieces of two sides, like KRPvKR, KRP*vKR, KQ+P2-4vKQP* or KR2vKRB",
        )?;
        let total = |bound: fn(&RangeInclusive<u8>) -> &u8| {
            sides.iter().flatten().map(bound).fold(2_u8, |sum, &count| sum.saturating_add(count))
        };
        let total = total(RangeInclusive::start)..=total(RangeInclusive::end);
        Ok(Self { sides, total })
    }
}

/// Parses the pieces of a side. Letters that are repeated add up.
fn side(text: &str) -> Option<[RangeInclusive<u8>; 5]> {
    let mut counts = [const { 0_u8..=0 }; 5];
    let mut chars = text.strip_prefix(['K', 'k'])?.chars();
    while let Some(letter) = chars.next() {
        let letter = letter.to_ascii_uppercase();
        let index = MaterialPattern::TYPES.iter().position(|&(_, known)| known == letter)?;
        let (range, count) = (range(&mut chars)?, &counts[index]);
        let end = count.end().saturating_add(*range.end()).min(MaterialPattern::MAX);
        counts[index] = count.start().checked_add(*range.start())?..=end;
        if counts[index].is_empty() {
            return None;
        }
    }
    Some(counts)
}

/// Parses the range after a letter: one piece without it.
fn range(chars: &mut Chars<'_>) -> Option<RangeInclusive<u8>> {
    if let Some(open) = after(chars, '*').map(|()| 0).or_else(|| after(chars, '+').map(|()| 1)) {
        return Some(open..=MaterialPattern::MAX);
    }
    let Some(first) = digits(chars) else { return Some(1..=1) };
    let first = first.ok()?;
    if after(chars, '+').is_some() {
        return Some(first..=MaterialPattern::MAX);
    }
    if after(chars, '-').is_none() {
        return Some(first..=first);
    }
    let last = digits(chars)?.ok()?;
    (first <= last).then_some(first..=last)
}

/// Consumes a character if it is the next one.
fn after(chars: &mut Chars<'_>, expected: char) -> Option<()> {
    let rest = chars.as_str().strip_prefix(expected)?;
    *chars = rest.chars();
    Some(())
}

/// Consumes the digits of a number up to [`MaterialPattern::MAX`]. `None` without a digit.
fn digits(chars: &mut Chars<'_>) -> Option<Result<u8, ()>> {
    let text = chars.as_str();
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    if digits.is_empty() {
        return None;
    }
    *chars = rest.chars();
    let number = digits.parse().ok().filter(|&number| number <= MaterialPattern::MAX);
    Some(number.ok_or(()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(material: &str, fen: &str, first: [bool; 2]) -> bool {
        let position = Position::from_fen(fen).unwrap();
        material.parse::<MaterialPattern>().unwrap().matches(&position, first)
    }

    #[test]
    fn material_is_that_of_either_side() {
        let matches = |material: &str, fen: &str| matches(material, fen, [true; 2]);
        let fen = "4k3/8/8/4p3/8/4r3/8/R3K3 w - - 0 1";
        assert!(matches("KRPvKR", fen) && matches("KRvKRP", fen));
        assert!(!matches("KRPvKRP", fen) && !matches("KRRvKP", fen) && !matches("KvK", fen));
        let start = Position::startpos().fen();
        assert!(matches("kqrrbbnnppppppppvkqrrbbnnpppppppp", &start));
        assert!(
            matches("KQR2B2N2P8vKQR2B2N2P8", &start) && matches("KQ*R*B*N*P*vKQRRBBNNP+", &start)
        );
    }

    #[test]
    fn the_first_side_can_have_a_colour() {
        let fen = "4k3/8/8/4p3/8/4r3/8/R3K3 w - - 0 1";
        let [white, black] = [[true, false], [false, true]];
        assert!(matches("KRPvKR", fen, black) && !matches("KRPvKR", fen, white));
        assert!(matches("KRvKRP", fen, white) && !matches("KRvKRP", fen, black));
    }

    #[test]
    fn numbers_have_ranges() {
        let fen = "4k3/4pp2/8/4p3/8/4r3/P7/R3K3 w - - 0 1";
        for (material, expected) in [
            ("KRP*vKRP*", true),
            ("KRP+vKRP+", true),
            ("KRPvKRP3", true),
            ("KRPvKRP3+", true),
            ("KRPvKRP4+", false),
            ("KRPvKRP2-3", true),
            ("KRPvKRP1-2", false),
            ("KRPvKRPPP", true),
            ("KRPvKRPP+", true),
            ("KRB*PvKRQ0-1P3", true),
            ("KRP*vKR", false),
            ("KR0P1vKRP3", false),
        ] {
            assert_eq!(matches(material, fen, [true; 2]), expected, "{material}");
        }
        for bad in [
            "",
            "KR",
            "RvK",
            "KRxKR",
            "KRvKK",
            "KRvKRvK",
            "KR17vK",
            "KP3-2vK",
            "KP-2vK",
            "KP2-vK",
            "K*vK",
            "KP999999999999vK",
            "KP**vK",
            "KP9+P9vK",
        ] {
            assert!(bad.parse::<MaterialPattern>().is_err(), "{bad}");
        }
    }
}
