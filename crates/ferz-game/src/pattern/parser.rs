//! The text of patterns.

use super::{Condition, ParsePatternError, PatternPieces, PositionPattern};
use ferz::{Bitboard, Color, File, Piece, Rank, Square};
use std::ops::RangeInclusive;

/// Parses a list of conditions or a board.
///
/// # Errors
/// The first character that has no meaning, or a text that is too long.
pub(super) fn parse(text: &str) -> Result<Vec<Condition>, ParsePatternError> {
    if text.len() > PositionPattern::MAX_LENGTH {
        return Err(ParsePatternError::TooLong { length: text.len() });
    }
    let mut parser = Parser { rest: text, column: 1 };
    if text.contains('/') { parser.board() } else { parser.list() }
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
            if self.peek().is_none() {
                return Ok(conditions);
            }
            if self.skip(|c| c == ',' || c == ' ') == 0 {
                return Err(self.unexpected("a comma before the next condition"));
            }
            if self.peek().is_none() {
                return Ok(conditions);
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
        let mut set = PatternPieces::NONE;
        loop {
            let pieces = self.take(piece_set);
            set = set.union(pieces.ok_or_else(|| self.unexpected("a piece within brackets"))?);
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
                conditions.extend(squares.map(|square| on(square, PatternPieces::EMPTY)));
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
    match letter {
        'A' => Some(PatternPieces::of_color(Color::White)),
        'a' => Some(PatternPieces::of_color(Color::Black)),
        '_' => Some(PatternPieces::EMPTY),
        _ => Piece::from_letter(letter).map(PatternPieces::of),
    }
}
