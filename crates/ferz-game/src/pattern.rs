//! Patterns of pieces, to search positions.

use ferz::{Bitboard, Board, File, Piece, Rank, Square};
use std::ops::RangeInclusive;
use std::str::FromStr;

/// A pattern of pieces that a position contains or does not contain.
///
/// The text is a list of conditions, separated by commas or spaces, all of which must hold. A
/// condition consists of pieces and squares, and holds if one of the pieces is on one of the squares:
///
/// | text | condition |
/// |---|---|
/// | `Nf5` | a white knight on f5 |
/// | `pd6` | a black pawn on d6 |
/// | `_h7` | h7 is empty |
/// | `Ag1`, `ag1` | any white piece, any black piece on g1 |
/// | `[NB]f5` | a white knight or a white bishop on f5 |
/// | `Ra-h7`, `Pe4-6` | on one of the squares a7 to h7, or e4 to e6 |
/// | `Ka-c1-2` | on one of the six squares from a1 to c2 |
/// | `k[g8,h8]` | on g8 or h8 |
/// | `q` | a black queen on any square |
/// | `!q`, `!pa-h7` | no black queen, no black pawn on the seventh rank |
///
/// A text with `/` is a board instead: eight ranks as in FEN, where `?` is a square with any content
/// and `*` the rest of a rank with any content. Digits are empty squares, and `A`, `a` and `[NB]` have
/// the meaning that they have in a list.
///
/// ```
/// use ferz::Position;
/// use ferz_game::pattern::PositionPattern;
///
/// let position = Position::from_fen("r4rk1/5ppp/8/3pN3/3P4/8/5PPP/R4RK1 w - - 0 20")?;
/// let outpost: PositionPattern = "Ne5, Pd4, pd5, !p[d6,f6]".parse()?;
/// assert!(outpost.matches(&position));
/// assert!(!outpost.flip_colors().matches(&position));
///
/// let castled: PositionPattern = "*/*/*/*/*/*/?????PPP/????1RK1".parse()?;
/// assert!(castled.matches(&position) && castled.flip_colors().matches(&position));
///
/// let error = "Ne9".parse::<PositionPattern>().unwrap_err();
/// assert_eq!(error.to_string(), "column 3: found `9`, expected a rank from 1 to 8");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionPattern {
    conditions: Vec<Condition>,
}

impl PositionPattern {
    /// The maximum length of a text in bytes.
    pub const MAX_LENGTH: usize = 1024;

    /// Returns true if all conditions hold. The side to move, castling rights and counters have no
    /// meaning.
    pub fn matches(&self, position: &Board) -> bool {
        self.conditions.iter().all(|condition| condition.holds(position))
    }

    /// Returns false if the pattern matches no position in which each piece is only on the squares of its set, by the index
    /// of the piece. Conditions on empty squares and on absent pieces exclude nothing.
    pub fn can_match(&self, squares: &[Bitboard; Piece::ALL.len()]) -> bool {
        self.conditions.iter().all(|condition| condition.can_hold(squares))
    }

    /// Returns the pattern with the colours exchanged and the board flipped: the pattern from the
    /// other side.
    pub fn flip_colors(&self) -> Self {
        Self { conditions: self.conditions.iter().map(Condition::flip_colors).collect() }
    }
}

impl FromStr for PositionPattern {
    type Err = ParsePatternError;

    fn from_str(text: &str) -> Result<Self, ParsePatternError> {
        if text.len() > Self::MAX_LENGTH {
            return Err(ParsePatternError::TooLong { length: text.len() });
        }
        let mut parser = Parser { rest: text, column: 1 };
        let conditions = if text.contains('/') { parser.board()? } else { parser.list()? };
        Ok(Self { conditions })
    }
}

/// An error in the text of a [`PositionPattern`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ParsePatternError {
    /// A character that has no meaning in its place.
    #[error("column {column}: found {}, expected {expected}", shown(*found))]
    Unexpected {
        /// The column in characters, from 1.
        column: usize,
        /// The character, or `None` at the end of the text.
        found: Option<char>,
        /// The text expected.
        expected: &'static str,
    },
    /// More bytes than [`PositionPattern::MAX_LENGTH`].
    #[error("found {length} bytes, expected at most {}", PositionPattern::MAX_LENGTH)]
    TooLong {
        /// The number of bytes.
        length: usize,
    },
}

fn shown(found: Option<char>) -> String {
    found.map_or("the end".to_owned(), |found| format!("`{}`", found.escape_debug()))
}

/// A condition: one of the pieces is on one of the squares, or none is.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Condition {
    pieces: PatternPieces,
    squares: Bitboard,
    is_negated: bool,
}

impl Condition {
    fn holds(&self, position: &Board) -> bool {
        self.squares.intersects(self.pieces.squares(position)) != self.is_negated
    }

    fn can_hold(&self, squares: &[Bitboard; Piece::ALL.len()]) -> bool {
        let PatternPieces(pieces) = self.pieces;
        let has = |piece: &Piece| pieces >> piece.index() & 1 != 0;
        self.is_negated
            || pieces & PatternPieces::EMPTY != 0
            || Piece::ALL
                .iter()
                .filter(|piece| has(piece))
                .any(|piece| self.squares.intersects(squares[piece.index()]))
    }

    fn flip_colors(&self) -> Self {
        Self { pieces: self.pieces.flip_colors(), squares: self.squares.flip_ranks(), ..*self }
    }
}

/// A set of pieces and the empty square: a bit for each piece, by its index, and one for the empty
/// square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct PatternPieces(u16);

impl PatternPieces {
    /// The bits of the white pieces, whose indices are even.
    const WHITE: u16 = 0b0101_0101_0101;
    const BLACK: u16 = Self::WHITE << 1;
    const EMPTY: u16 = 1 << Piece::ALL.len();

    fn flip_colors(self) -> Self {
        let (white, black) = (self.0 & Self::WHITE, self.0 & Self::BLACK);
        Self(white << 1 | black >> 1 | self.0 & Self::EMPTY)
    }

    /// Returns the squares of the pieces in a position.
    fn squares(self, position: &Board) -> Bitboard {
        let has_empty = self.0 & Self::EMPTY != 0;
        let mut squares = if has_empty { !position.occupied() } else { Bitboard::EMPTY };
        let mut rest = self.0;
        while let Some(piece) = Piece::from_index(rest.trailing_zeros() as usize) {
            squares |= position.pieces(piece.color(), piece.piece_type());
            rest &= rest - 1;
        }
        squares
    }
}

/// The rest of a text.
struct Parser<'a> {
    rest: &'a str,
    /// The column of its first character.
    column: usize,
}

type Parsed<T> = Result<T, ParsePatternError>;

impl Parser<'_> {
    fn list(&mut self) -> Parsed<Vec<Condition>> {
        let mut conditions = Vec::new();
        self.skip(|c| c == ',' || c == ' ');
        loop {
            conditions.push(self.condition()?);
            let separators = self.skip(|c| c == ',' || c == ' ');
            if self.peek().is_none() {
                return Ok(conditions);
            }
            if separators == 0 {
                return Err(self.unexpected("a comma before the next condition"));
            }
        }
    }

    fn condition(&mut self) -> Parsed<Condition> {
        let is_negated = self.accept('!');
        let pieces = self.pieces("a piece like N, n, [NB], A, a or _")?;
        let squares = match self.peek() {
            Some('[' | 'a'..='h') => self.squares()?,
            None | Some(',' | ' ') => Bitboard::ALL,
            Some(_) => return Err(self.unexpected("a square, or a comma")),
        };
        Ok(Condition { pieces, squares, is_negated })
    }

    /// Parses a piece or a set of pieces in brackets.
    fn pieces(&mut self, expected: &'static str) -> Parsed<PatternPieces> {
        if !self.accept('[') {
            return self.take(piece_set).ok_or_else(|| self.unexpected(expected));
        }
        let mut set = PatternPieces(0);
        loop {
            let pieces = self.take(piece_set);
            set.0 |= pieces.ok_or_else(|| self.unexpected("a piece within brackets"))?.0;
            if self.accept(']') {
                return Ok(set);
            }
        }
    }

    /// Parses a range of squares, or several in brackets.
    fn squares(&mut self) -> Parsed<Bitboard> {
        if !self.accept('[') {
            return self.range();
        }
        let mut squares = Bitboard::EMPTY;
        loop {
            squares |= self.range()?;
            if self.accept(']') {
                return Ok(squares);
            }
            if !self.accept(',') {
                return Err(self.unexpected("a comma or a closing bracket"));
            }
        }
    }

    /// Parses files and ranks, such as `e4`, `a-h7` or `e4-6`.
    fn range(&mut self) -> Parsed<Bitboard> {
        let file = |c| File::from_letter(c).filter(|_| c.is_ascii_lowercase()).map(File::index);
        let files = self.ends(file, "a file from a to h", "a file that is not before the first")?;
        let rank = |c| Rank::from_digit(c).map(Rank::index);
        let ranks = self.ends(rank, "a rank from 1 to 8", "a rank that is not before the first")?;
        let contains = |square: &Square| {
            files.contains(&square.file().index()) && ranks.contains(&square.rank().index())
        };
        Ok(Bitboard::ALL.into_iter().filter(contains).collect())
    }

    /// Parses an index, or two with a hyphen.
    fn ends(
        &mut self,
        index: impl Fn(char) -> Option<usize>,
        expected: &'static str,
        expected_last: &'static str,
    ) -> Parsed<RangeInclusive<usize>> {
        let first = self.take(&index).ok_or_else(|| self.unexpected(expected))?;
        if !self.accept('-') {
            return Ok(first..=first);
        }
        let last = self.take(|c| index(c).filter(|&last| last >= first));
        last.map(|last| first..=last).ok_or_else(|| self.unexpected(expected_last))
    }

    fn board(&mut self) -> Parsed<Vec<Condition>> {
        let mut conditions = Vec::new();
        for rank in Rank::ALL.into_iter().rev() {
            if rank != Rank::Eighth && !self.accept('/') {
                return Err(self.unexpected("`/` and another rank"));
            }
            self.rank(rank, &mut conditions)?;
        }
        if self.peek().is_some() {
            Err(self.unexpected("the end after eight ranks"))
        } else {
            Ok(conditions)
        }
    }

    /// Parses a rank of a board.
    fn rank(&mut self, rank: Rank, conditions: &mut Vec<Condition>) -> Parsed<()> {
        let mut files = File::ALL.into_iter().map(|file| Square::new(file, rank));
        while files.len() > 0 {
            let is_digit = |c: char| c.to_digit(10).filter(|digit| (1..=8).contains(digit));
            if self.accept('*') {
                return Ok(());
            } else if self.accept('?') {
                files.next();
            } else if let Some(count) = self.peek().and_then(is_digit) {
                if count as usize > files.len() {
                    return Err(self.unexpected("at most eight squares in a rank"));
                }
                self.take(is_digit);
                let squares = files.by_ref().take(count as usize);
                conditions
                    .extend(squares.map(|square| on(square, PatternPieces(PatternPieces::EMPTY))));
            } else {
                let pieces = self.pieces("a piece, a number of empty squares, ? or *")?;
                conditions.extend(files.next().map(|square| on(square, pieces)));
            }
        }
        Ok(())
    }

    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// Consumes the next character if the function returns a value for it.
    fn take<T>(&mut self, value: impl Fn(char) -> Option<T>) -> Option<T> {
        let c = self.peek()?;
        let value = value(c)?;
        self.rest = &self.rest[c.len_utf8()..];
        self.column += 1;
        Some(value)
    }

    fn accept(&mut self, expected: char) -> bool {
        self.take(|c| (c == expected).then_some(())).is_some()
    }

    /// Consumes characters and returns their number.
    fn skip(&mut self, is_skipped: impl Fn(char) -> bool) -> usize {
        let start = self.column;
        while self.take(|c| is_skipped(c).then_some(())).is_some() {}
        self.column - start
    }

    #[cold]
    fn unexpected(&self, expected: &'static str) -> ParsePatternError {
        ParsePatternError::Unexpected { column: self.column, found: self.peek(), expected }
    }
}

/// Returns the condition that a square has one of the pieces.
fn on(square: Square, pieces: PatternPieces) -> Condition {
    Condition { pieces, squares: square.into(), is_negated: false }
}

/// Returns the pieces of a letter.
fn piece_set(letter: char) -> Option<PatternPieces> {
    Some(PatternPieces(match letter {
        'A' => PatternPieces::WHITE,
        'a' => PatternPieces::BLACK,
        '_' => PatternPieces::EMPTY,
        _ => 1 << Piece::from_letter(letter)?.index(),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz::{Position, Square};
    use proptest::prelude::*;

    fn pattern(text: &str) -> PositionPattern {
        text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    const FEN: &str = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 6 5";

    #[test]
    fn conditions_are_those_of_the_text() {
        let position = Position::from_fen(FEN).unwrap();
        for (text, expected) in [
            ("Nf3", true),
            ("nf3", false),
            ("Nf3,Pe4,pe5,_e3", true),
            ("  Nf3 Pe4,, pe5 ,", true),
            ("Nf3,Pe5", false),
            ("_e4", false),
            ("Ae4,ae5", true),
            ("Ae5", false),
            ("ae4", false),
            ("[NB]c4,[NB]c3", true),
            ("[Nn_]d4", true),
            ("[NBRQK]e4", false),
            ("Ra-h1", true),
            ("Ra-h2", false),
            ("Pe3-5", true),
            ("Pe5-8", false),
            ("Ka-c1-2", false),
            ("Kc-g1-2", true),
            ("K[g1,e1]", true),
            ("k[g8,h8,a-c7-8]", false),
            ("q", true),
            ("!q", false),
            ("!pa-h6", true),
            ("!pa-h7", false),
            ("!_", false),
            ("b,a,A,_", true),
            (FEN.split(' ').next().unwrap(), true),
            ("*/*/*/*/*/*/*/*", true),
            ("????????/*/*/2b1p3/2B1P3/??N??N??/*/*", true),
            ("*/*/*/2b1p3/2B5/*/*/*", false),
            ("*/*/*/??[bn]*/??A?P*/*/*/R?????1R", true),
            ("*/*/*/????a3/*/*/*/*", true),
            ("8/8/8/8/8/8/8/8", false),
        ] {
            assert_eq!(pattern(text).matches(&position), expected, "{text}");
        }
    }

    #[test]
    fn errors_have_a_column() {
        for (text, error) in [
            ("", "column 1: found the end, expected a piece like N"),
            (" ,", "column 3: found the end, expected a piece"),
            ("e4", "column 1: found `e`, expected a piece"),
            ("Nf", "column 3: found the end, expected a rank from 1 to 8"),
            ("Nf9", "column 3: found `9`, expected a rank"),
            ("NF5", "column 2: found `F`, expected a square, or a comma"),
            ("Nf5Pe4", "column 4: found `P`, expected a comma before"),
            ("Nf5, Xe4", "column 6: found `X`"),
            ("Nf5-", "column 5: found the end, expected a rank that is not before"),
            ("Nh-a1", "column 4: found `a`, expected a file that is not before the first"),
            ("N[f5", "column 5: found the end, expected a comma or a closing"),
            ("N[]", "column 3: found `]`, expected a file"),
            ("[]f5", "column 2: found `]`, expected a piece within"),
            ("[N", "column 3: found the end, expected a piece within"),
            ("!!N", "column 2: found `!`"),
            ("N\u{1b}", "column 2: found `\\u{1b}`"),
            ("éf5", "column 1: found `é`"),
            ("/", "column 1: found `/`, expected a piece, a number of empty"),
            ("8/8", "column 4: found the end, expected `/` and another rank"),
            ("8/8/8/8/8/8/8/8 w", "column 16: found ` `, expected the end after eight"),
            ("8/8/8/8/8/8/8/8/8", "column 16: found `/`, expected the end after eight"),
            ("7P1/8/8/8/8/8/8/8", "column 3: found `1`, expected `/`"),
            ("7P/44/5P4/8/8/8/8/8", "column 9: found `4`, expected at most eight"),
            ("7/8/8/8/8/8/8/8", "column 2: found `/`, expected a piece, a number"),
            ("0/8/8/8/8/8/8/8", "column 1: found `0`"),
        ] {
            let found = text.parse::<PositionPattern>().unwrap_err().to_string();
            assert!(found.starts_with(error), "{text}: {found}");
        }
        let long = "Nf5,".repeat(300);
        assert_eq!(
            long.parse::<PositionPattern>(),
            Err(ParsePatternError::TooLong { length: 1200 })
        );
    }

    #[test]
    fn each_square_and_piece_is_found() {
        let position = Position::from_fen(FEN).unwrap();
        for square in Square::ALL {
            for letter in "PNBRQKpnbrqk".chars() {
                let is_there =
                    position.piece_on(square).map(|piece| piece.letter()) == Some(letter);
                assert_eq!(pattern(&format!("{letter}{square}")).matches(&position), is_there);
                assert_eq!(pattern(&format!("!{letter}{square}")).matches(&position), !is_there);
            }
            let is_empty = position.piece_on(square).is_none();
            assert_eq!(pattern(&format!("_{square}")).matches(&position), is_empty);
            assert_eq!(pattern(&format!("[Aa]{square}")).matches(&position), !is_empty);
        }
    }

    proptest! {
        /// A pattern matches a position if the flipped pattern matches the flipped position.
        #[test]
        fn flipped_patterns_match_flipped_positions(text in "(!?[NBRQKPnbrqkpAa_][a-h][1-8],){1,3}") {
            let position = Position::from_fen(FEN).unwrap();
            let other = position.flip_colors();
            let pattern = pattern(&text);
            prop_assert_eq!(pattern.matches(&position), pattern.flip_colors().matches(&other));
            prop_assert_eq!(pattern.flip_colors().flip_colors(), pattern);
        }

        /// No text causes a panic, and the column of an error is in the text or at its end.
        #[test]
        fn any_text_is_a_pattern_or_an_error(text in r"([NBRQKPAa_\[\]!,/?*é0-9a-h -]|\PC){0,40}") {
            match text.parse::<PositionPattern>() {
                Ok(pattern) => { pattern.matches(&Position::startpos()); }
                Err(ParsePatternError::Unexpected { column, found, .. }) => {
                    prop_assert_eq!(text.chars().nth(column - 1), found);
                }
                Err(error) => prop_assert!(text.len() > PositionPattern::MAX_LENGTH, "{}", error),
            }
        }
    }
}
