use super::super::cursor::{Cursor, Word};
use super::super::truncated;
use super::{FenOptions, FenTextError, FenTextProblem, castle_side_of_rook, castling_rook_square};
use crate::Setup;
use crate::types::{CastleSide, Color, File, Piece, Rank, Square};
use core::str::FromStr;

/// Reads a FEN; the setup need not be legal.
impl FromStr for Setup {
    type Err = FenTextError;

    fn from_str(text: &str) -> Result<Self, FenTextError> {
        Self::from_fen_with(text, FenOptions::STRICT)
    }
}

impl Setup {
    /// Reads a FEN with the minimum number of fields of the options. The setup need not be legal:
    /// the ignored faults of the options have no effect here.
    ///
    /// # Errors
    /// For text that is not a FEN, or has too few or too many fields.
    pub fn from_fen_with(fen: &str, options: FenOptions) -> Result<Self, FenTextError> {
        let mut cursor = Cursor::new(fen);
        let required = options.required_fields();
        let mut setup = read_epd_fields(&mut cursor, required)?;
        let fields = 4 + read_counters(&mut cursor, &mut setup)?;
        match cursor.word() {
            Some(word) => Err(error(7, word, (word.column, FenTextProblem::TrailingText))),
            None if fields < required => Err(missing(fields + 1, &cursor)),
            None => Ok(setup),
        }
    }
}

/// The column and the kind of an error within a field.
type FieldError = (usize, FenTextProblem);

/// Reads the first four fields, which FEN and EPD share. The fields up to `required` must be there.
pub(in super::super) fn read_epd_fields(
    cursor: &mut Cursor<'_>,
    required: usize,
) -> Result<Setup, FenTextError> {
    let mut setup = Setup::empty();
    for field in 1..=4 {
        let Some(word) = cursor.word() else {
            return if field > required { Ok(setup) } else { Err(missing(field, cursor)) };
        };
        let result = match field {
            1 => read_placement(word, &mut setup),
            2 => read_side(word).map(|side| setup.side_to_move = side),
            3 => read_castling(word, &mut setup),
            _ => read_en_passant(word).map(|square| setup.en_passant = square),
        };
        result.map_err(|problem| error(field, word, problem))?;
    }
    Ok(setup)
}

/// Reads the optional fields 5 and 6, each up to white space or a semicolon. Returns the number of
/// fields read.
pub(in super::super) fn read_counters(
    cursor: &mut Cursor<'_>,
    setup: &mut Setup,
) -> Result<usize, FenTextError> {
    for field in [5, 6] {
        cursor.skip_space();
        let word = cursor.take_until(|c| c.is_whitespace() || c == ';');
        if word.text.is_empty() {
            return Ok(field - 5);
        }
        let number = read_number(word).map_err(|problem| error(field, word, problem))?;
        match field {
            5 => setup.halfmove_clock = number,
            _ => setup.fullmove_number = number,
        }
    }
    Ok(2)
}

/// Returns the error for a text that ends before a field.
fn missing(field: usize, cursor: &Cursor<'_>) -> FenTextError {
    let word = Word { text: "", column: cursor.column() };
    error(field, word, (word.column, FenTextProblem::MissingField))
}

fn error(field: usize, word: Word<'_>, (column, problem): FieldError) -> FenTextError {
    FenTextError { field, column, text: truncated(word.text), problem }
}

/// Returns the error for an unexpected character or an unexpected end of the field.
const fn unexpected(column: usize, found: Option<char>, expected: &'static str) -> FieldError {
    (column, FenTextProblem::Unexpected { found, expected })
}

fn read_placement(word: Word<'_>, setup: &mut Setup) -> Result<(), FieldError> {
    let mut ranks = Rank::ALL.into_iter().rev();
    let mut rank = Rank::Eighth;
    ranks.next();
    let mut squares = 0;
    let width = |rank, squares, column| (column, FenTextProblem::RankWidth { rank, squares });
    for (column, c) in word.columns() {
        if c == '/' {
            if squares != 8 {
                return Err(width(rank, squares, column));
            }
            let end = || unexpected(column, Some(c), "the end of the field");
            rank = ranks.next().ok_or_else(end)?;
            squares = 0;
        } else if let Some(empty) = c.to_digit(10).filter(|n| (1..=8).contains(n)) {
            squares += empty as usize;
        } else if let Some(piece) = Piece::from_letter(c) {
            if let Some(file) = File::from_index(squares) {
                setup.pieces[Square::new(file, rank)] = Some(piece);
            }
            squares += 1;
        } else {
            let expected = "one of PNBRQKpnbrqk, a digit 1-8 or /";
            return Err(unexpected(column, Some(c), expected));
        }
        if squares > 8 {
            return Err(width(rank, squares, column));
        }
    }
    if squares != 8 {
        return Err(width(rank, squares, word.end()));
    }
    match ranks.next() {
        None => Ok(()),
        Some(_) => Err(unexpected(word.end(), None, "/ and another rank")),
    }
}

fn read_side(word: Word<'_>) -> Result<Color, FieldError> {
    let mut columns = word.columns();
    let side = match columns.next() {
        Some((_, 'w')) => Color::White,
        Some((_, 'b')) => Color::Black,
        Some((column, c)) => return Err(unexpected(column, Some(c), "w or b")),
        None => return Err(unexpected(word.end(), None, "w or b")),
    };
    ends(columns).map(|()| side)
}

/// Checks that the field has ended.
fn ends(mut rest: impl Iterator<Item = (usize, char)>) -> Result<(), FieldError> {
    match rest.next() {
        None => Ok(()),
        Some((column, c)) => Err(unexpected(column, Some(c), "the end of the field")),
    }
}

fn read_castling(word: Word<'_>, setup: &mut Setup) -> Result<(), FieldError> {
    if word.text == "-" {
        return Ok(());
    }
    for (column, c) in word.columns() {
        let color = if c.is_ascii_uppercase() { Color::White } else { Color::Black };
        let (side, rook) = match (c.to_ascii_lowercase(), File::from_letter(c)) {
            ('k', _) => {
                (CastleSide::KingSide, castling_rook_square(setup, color, CastleSide::KingSide))
            }
            ('q', _) => {
                (CastleSide::QueenSide, castling_rook_square(setup, color, CastleSide::QueenSide))
            }
            (_, Some(file)) => {
                let rook = Square::new(file, color.relative_rank(Rank::First));
                (castle_side_of_rook(setup, color, file), rook)
            }
            _ => {
                let expected = "- alone, or letters of KQkq, A-H and a-h";
                return Err(unexpected(column, Some(c), expected));
            }
        };
        if setup.castling_rook(color, side).is_some() {
            return Err((column, FenTextProblem::RepeatedRight { found: c }));
        }
        setup.set_castling_rook(color, side, Some(rook));
    }
    Ok(())
}

fn read_en_passant(word: Word<'_>) -> Result<Option<Square>, FieldError> {
    if word.text == "-" {
        return Ok(None);
    }
    let mut columns = word.columns();
    let mut next = |expected| match columns.next() {
        Some((column, c)) => Ok((column, c)),
        None => Err(unexpected(word.end(), None, expected)),
    };
    let (column, c) = next("- or a square")?;
    let file = File::from_letter(c)
        .filter(|_| c.is_ascii_lowercase())
        .ok_or_else(|| unexpected(column, Some(c), "- or a file a-h"))?;
    let (column, c) = next("a rank 1-8")?;
    let rank = Rank::from_digit(c).ok_or_else(|| unexpected(column, Some(c), "a rank 1-8"))?;
    ends(columns).map(|()| Some(Square::new(file, rank)))
}

fn read_number(word: Word<'_>) -> Result<u16, FieldError> {
    for (column, c) in word.columns() {
        if !c.is_ascii_digit() {
            return Err(unexpected(column, Some(c), "a digit"));
        }
    }
    // Only digits are left, so the only error is overflow.
    word.text.parse().map_err(|_| (word.column, FenTextProblem::NumberTooLarge))
}
