//! Material of a position: `KRP*vKR`.

use super::ParseConditionError;
use ferz::{Color, Piece, PieceType, Position};
use std::ops::RangeInclusive;
use std::str::FromStr;

/// The numbers of pieces of two sides as ranges.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MaterialPattern {
    sides: [SideMaterial; 2],
    /// The number of all pieces and pawns.
    total: RangeInclusive<u8>,
}

/// The numbers of the pieces of a side.
#[derive(Clone, PartialEq, Eq, Debug)]
struct SideMaterial {
    /// The numbers of queens, rooks, bishops, knights and pawns.
    counts: [RangeInclusive<u8>; 5],
    /// The number of pieces that are bishops or knights, besides those above.
    minor: RangeInclusive<u8>,
}

impl SideMaterial {
    /// Returns all numbers.
    fn ranges(&self) -> impl Iterator<Item = &RangeInclusive<u8>> {
        self.counts.iter().chain([&self.minor])
    }

    /// Returns the numbers of bishops and of knights.
    fn minors(&self) -> [&RangeInclusive<u8>; 2] {
        [&self.counts[2], &self.counts[3]]
    }

    /// Returns true if a side with these numbers of pieces has this material.
    fn matches(&self, found: [u8; 5]) -> bool {
        if self.minor == (0..=0) {
            return self.counts.iter().zip(found).all(|(range, count)| range.contains(&count));
        }
        let [queens, rooks, _, _, pawns] = &self.counts;
        let is_in = |range: &RangeInclusive<u8>, place: usize| range.contains(&found[place]);
        if !(is_in(queens, 0) && is_in(rooks, 1) && is_in(pawns, 4)) {
            return false;
        }
        // The other minor pieces are those that bishops and knights of their own letters leave.
        let minors = || self.minors().into_iter().zip([found[2], found[3]]);
        let most = minors().map(|(range, count)| count.checked_sub(*range.start()));
        let least = minors().map(|(range, count)| count.saturating_sub(*range.end()));
        most.sum::<Option<u8>>().is_some_and(|most| {
            least.sum::<u8>() <= *self.minor.end() && most >= *self.minor.start()
        })
    }

    /// Returns false if no side with at least these numbers of pieces has this material.
    fn allows(&self, least: [u8; 5]) -> bool {
        let [queens, rooks, _, _, pawns] = &self.counts;
        let over = self.minors().into_iter().zip([least[2], least[3]]);
        let over: u8 = over.map(|(range, count)| count.saturating_sub(*range.end())).sum();
        least[0] <= *queens.end()
            && least[1] <= *rooks.end()
            && least[4] <= *pawns.end()
            && over <= *self.minor.end()
    }
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

    /// Returns false if no position with at least these numbers of pieces, by their indices, has this material.
    pub(crate) fn allows(&self, least: &[u8; Piece::ALL.len()]) -> bool {
        let fits = |side: &SideMaterial, color: Color| {
            side.allows(Self::TYPES.map(|(kind, _)| least[Piece::new(color, kind).index()]))
        };
        Color::ALL
            .into_iter()
            .any(|color| fits(&self.sides[0], color) && fits(&self.sides[1], !color))
    }

    /// Returns the least number of all pieces and pawns.
    pub(crate) fn least_pieces(&self) -> u64 {
        (*self.total.start()).into()
    }

    /// Returns true if the position has this material with a colour as the first side.
    pub fn matches(&self, position: &Position, first: Color) -> bool {
        if !self.total.contains(&(position.occupied().len() as u8)) {
            return false;
        }
        let has = |side: &SideMaterial, color: Color| {
            side.matches(Self::TYPES.map(|(kind, _)| position.count(Piece::new(color, kind)) as u8))
        };
        has(&self.sides[0], first) && has(&self.sides[1], !first)
    }
}

/// Parses the pieces of two sides, such as `KRPvKR`, with a number or a range after a letter: `R2`,
/// `P2-4`, `P3+`, `P+` for one or more, `P*` for any number. `M` is a bishop or a knight. Letters that are repeated add up.
impl FromStr for MaterialPattern {
    type Err = ParseConditionError;

    fn from_str(text: &str) -> Result<Self, ParseConditionError> {
        let mut parser = MaterialParser { text, offset: 0 };
        let first = parser.side()?;
        if parser.take(&['v', 'V']).is_none() {
            return Err(parser.error("`v` between the sides or a piece (QRBNPM), like KRPvKR"));
        }
        let sides = [first, parser.side()?];
        if parser.offset < text.len() {
            return Err(parser.error("a piece (QRBNPM) or the end, like KR2P*vKRP1-3"));
        }
        let total = |bound: fn(&RangeInclusive<u8>) -> &u8| {
            let counts = sides.iter().flat_map(SideMaterial::ranges).map(bound);
            counts.fold(2_u8, |sum, &count| sum.saturating_add(count))
        };
        let total = total(RangeInclusive::start)..=total(RangeInclusive::end);
        Ok(Self { sides, total })
    }
}

/// A text of material and the place up to which it has been read.
struct MaterialParser<'a> {
    text: &'a str,
    offset: usize,
}

impl MaterialParser<'_> {
    /// Parses the pieces of a side.
    fn side(&mut self) -> Result<SideMaterial, ParseConditionError> {
        if self.take(&['K', 'k']).is_none() {
            return Err(self.error("a king, like KRPvKR, KRP*vKRP1-3 or KQ+P2-4vKQP*"));
        }
        let mut counts = [const { 0_u8..=0 }; 6];
        while let Some(index) = self.piece() {
            let at = self.offset;
            let (range, count) = (self.range()?, &counts[index]);
            let start = count.start() + range.start();
            if start > MaterialPattern::MAX {
                let expected = format!("at most {} pieces of a type", MaterialPattern::MAX);
                return Err(ParseConditionError::at(self.text, at, expected));
            }
            counts[index] = start..=(count.end() + range.end()).min(MaterialPattern::MAX);
        }
        let [counts @ .., minor] = counts;
        Ok(SideMaterial { counts, minor })
    }

    /// Consumes the letter of a piece and returns its index, behind those of the types for a minor piece.
    fn piece(&mut self) -> Option<usize> {
        let letter = self.text[self.offset..].chars().next()?.to_ascii_uppercase();
        let types = MaterialPattern::TYPES;
        let index = types.iter().position(|&(_, known)| known == letter);
        let index = index.or((letter == 'M').then_some(types.len()))?;
        self.offset += 1;
        Some(index)
    }

    /// Parses the range after a letter: one piece without it.
    fn range(&mut self) -> Result<RangeInclusive<u8>, ParseConditionError> {
        const MAX: u8 = MaterialPattern::MAX;
        match self.take(&['*', '+']) {
            Some('*') => return Ok(0..=MAX),
            Some(_) => return Ok(1..=MAX),
            None => {}
        }
        let Some(first) = self.number()? else { return Ok(1..=1) };
        if self.take(&['+']).is_some() {
            return Ok(first..=MAX);
        }
        if self.take(&['-']).is_none() {
            return Ok(first..=first);
        }
        let at = self.offset;
        let last = self.number()?.filter(|&last| first <= last);
        let expected = || format!("a number from {first} to {MAX}");
        let last = last.ok_or_else(|| ParseConditionError::at(self.text, at, expected()))?;
        Ok(first..=last)
    }

    /// Consumes the digits of a number. `None` without a digit.
    fn number(&mut self) -> Result<Option<u8>, ParseConditionError> {
        let rest = &self.text[self.offset..];
        let length = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let digits = &rest[..length];
        if digits.is_empty() {
            return Ok(None);
        }
        match digits.parse() {
            Ok(number) if number <= MaterialPattern::MAX => {
                self.offset += length;
                Ok(Some(number))
            }
            _ => Err(self.error("a number from 0 to 16")),
        }
    }

    /// Consumes the next character if it is one of these.
    fn take(&mut self, expected: &[char]) -> Option<char> {
        let next = self.text[self.offset..].chars().next().filter(|c| expected.contains(c))?;
        self.offset += next.len_utf8();
        Some(next)
    }

    fn error(&self, expected: &'static str) -> ParseConditionError {
        ParseConditionError::at(self.text, self.offset, expected)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(material: &str, fen: &str, first: [bool; 2]) -> bool {
        let position = Position::from_fen(fen).unwrap();
        let material: MaterialPattern = material.parse().unwrap();
        Color::ALL.into_iter().any(|side| first[side] && material.matches(&position, side))
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
    }

    /// Compares minor pieces with all ways to assign them to the letters.
    #[test]
    fn minor_pieces_are_bishops_or_knights() {
        for (material, ranges) in [
            ("KMvK", [0..=0, 0..=0, 1..=1]),
            ("KM2vK", [0..=0, 0..=0, 2..=2]),
            ("KBMvK", [1..=1, 0..=0, 1..=1]),
            ("KB*MvK", [0..=16, 0..=0, 1..=1]),
            ("KB0-1N2+M1-2vK", [0..=1, 2..=16, 1..=2]),
            ("KNM*vK", [0..=0, 1..=1, 0..=16]),
        ] {
            let found: MaterialPattern = material.parse().unwrap();
            for (bishops, knights) in (0..5).flat_map(|b| (0..5).map(move |n| (b, n))) {
                let [of_bishops, of_knights, of_minors] = &ranges;
                let expected = (0..=bishops).any(|b| {
                    (0..=knights).any(|n| {
                        of_bishops.contains(&b)
                            && of_knights.contains(&n)
                            && of_minors.contains(&(bishops - b + knights - n))
                    })
                });
                let numbers = [0, 0, bishops, knights, 0];
                assert_eq!(found.sides[0].matches(numbers), expected, "{material} {numbers:?}");
                assert!(found.sides[0].allows(numbers) || !expected, "{material} {numbers:?}");
            }
        }
        let fen = "4k3/8/8/8/8/8/8/NB2K3 w - - 0 1";
        assert!(matches("KM2vK", fen, [true; 2]) && matches("KNMvK", fen, [true, false]));
        assert!(!matches("KNNvK", fen, [true; 2]) && !matches("KMvK", fen, [true; 2]));
    }

    #[test]
    fn faults_have_a_place() {
        for (bad, message) in [
            ("", "column 1: found the end, expected a king"),
            ("KR", "column 3: found the end, expected `v`"),
            ("RvK", "column 1: found `R`, expected a king"),
            ("KRxKR", "column 3: found `x`, expected `v`"),
            ("KRvKK", "column 5: found `K`, expected a piece"),
            ("KRvKRvK", "column 6: found `v`, expected a piece"),
            ("KR17vK", "column 3: found `1`, expected a number from 0 to 16"),
            ("KP3-2vK", "column 5: found `2`, expected a number from 3 to 16"),
            ("KP-2vK", "column 3: found `-`, expected `v`"),
            ("KP2-vK", "column 5: found `v`, expected a number from 2"),
            ("K*vK", "column 2: found `*`, expected `v`"),
            ("KP999999999999vK", "column 3: found `9`, expected a number"),
            ("KP**vK", "column 4: found `*`, expected `v`"),
            ("KP9+P9vK", "column 6: found `9`, expected at most 16"),
            ("KéK", "column 2: found `é`"),
        ] {
            let error = bad.parse::<MaterialPattern>().unwrap_err().to_string();
            assert!(error.starts_with(message), "{bad}: {error}");
        }
    }
}
