use super::super::cursor::{Cursor, Word};
use super::{FenTextError, FenTextProblem, castle_side_of_rook, castling_rook_square};
use crate::Setup;
use crate::types::{CastleSide, Color, File, Piece, Rank, Square};
use core::str::FromStr;

/// Reads a FEN; the setup need not be legal.
impl FromStr for Setup {
    type Err = FenTextError;

    fn from_str(text: &str) -> Result<Self, FenTextError> {
        let mut cursor = Cursor::new(text);
        let mut setup = read_epd_fields(&mut cursor)?;
        read_counters(&mut cursor, &mut setup)?;
        match cursor.word() {
            None => Ok(setup),
            Some(word) => Err(error(7, word.column, FenTextProblem::TrailingText)),
        }
    }
}

/// Reads the first four fields, which FEN and EPD share.
pub(in super::super) fn read_epd_fields(cursor: &mut Cursor<'_>) -> Result<Setup, FenTextError> {
    let mut setup = Setup::empty();
    read_placement(required(cursor, 1)?, &mut setup)?;
    setup.side_to_move = read_side(required(cursor, 2)?)?;
    read_castling(required(cursor, 3)?, &mut setup)?;
    setup.en_passant = read_en_passant(required(cursor, 4)?)?;
    Ok(setup)
}

/// Reads the optional fields 5 and 6, each up to white space or a semicolon. Returns true if there
/// was one.
pub(in super::super) fn read_counters(
    cursor: &mut Cursor<'_>,
    setup: &mut Setup,
) -> Result<bool, FenTextError> {
    let mut counters = [setup.halfmove_clock, setup.fullmove_number];
    let mut found = false;
    for (counter, field) in counters.iter_mut().zip(5..) {
        cursor.skip_space();
        let word = cursor.take_until(|c| c.is_whitespace() || c == ';');
        if word.text.is_empty() {
            break;
        }
        *counter = read_number(word, field)?;
        found = true;
    }
    [setup.halfmove_clock, setup.fullmove_number] = counters;
    Ok(found)
}

fn required<'a>(cursor: &mut Cursor<'a>, field: usize) -> Result<Word<'a>, FenTextError> {
    let word = cursor.word();
    word.ok_or_else(|| error(field, cursor.column(), FenTextProblem::MissingField))
}

const fn error(field: usize, column: usize, problem: FenTextProblem) -> FenTextError {
    FenTextError { field, column, problem }
}

/// Returns the error for an unexpected character or an unexpected end of the field.
fn unexpected(
    field: usize,
    column: usize,
    found: Option<char>,
    expected: &'static str,
) -> FenTextError {
    error(field, column, FenTextProblem::Unexpected { found, expected })
}

fn read_placement(word: Word<'_>, setup: &mut Setup) -> Result<(), FenTextError> {
    const FIELD: usize = 1;
    let mut ranks = Rank::ALL.into_iter().rev();
    let mut rank = Rank::Eighth;
    ranks.next();
    let mut squares = 0;
    let width =
        |rank, squares, column| error(FIELD, column, FenTextProblem::RankWidth { rank, squares });
    for (column, c) in word.columns() {
        if c == '/' {
            if squares != 8 {
                return Err(width(rank, squares, column));
            }
            let end = || unexpected(FIELD, column, Some(c), "the end of the field");
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
            return Err(unexpected(FIELD, column, Some(c), expected));
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
        Some(_) => Err(unexpected(FIELD, word.end(), None, "/ and another rank")),
    }
}

fn read_side(word: Word<'_>) -> Result<Color, FenTextError> {
    const FIELD: usize = 2;
    let mut columns = word.columns();
    let side = match columns.next() {
        Some((_, 'w')) => Color::White,
        Some((_, 'b')) => Color::Black,
        Some((column, c)) => return Err(unexpected(FIELD, column, Some(c), "w or b")),
        None => return Err(unexpected(FIELD, word.end(), None, "w or b")),
    };
    ends(FIELD, columns).map(|()| side)
}

/// Checks that the field has ended.
fn ends(field: usize, mut rest: impl Iterator<Item = (usize, char)>) -> Result<(), FenTextError> {
    match rest.next() {
        None => Ok(()),
        Some((column, c)) => Err(unexpected(field, column, Some(c), "the end of the field")),
    }
}

fn read_castling(word: Word<'_>, setup: &mut Setup) -> Result<(), FenTextError> {
    const FIELD: usize = 3;
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
                return Err(unexpected(FIELD, column, Some(c), expected));
            }
        };
        if setup.castling_rook(color, side).is_some() {
            return Err(error(FIELD, column, FenTextProblem::RepeatedRight { found: c }));
        }
        setup.set_castling_rook(color, side, Some(rook));
    }
    Ok(())
}

fn read_en_passant(word: Word<'_>) -> Result<Option<Square>, FenTextError> {
    const FIELD: usize = 4;
    if word.text == "-" {
        return Ok(None);
    }
    let mut columns = word.columns();
    let mut next = |expected| match columns.next() {
        Some((column, c)) => Ok((column, c)),
        None => Err(unexpected(FIELD, word.end(), None, expected)),
    };
    let (column, c) = next("- or a square")?;
    let file = File::from_letter(c)
        .filter(|_| c.is_ascii_lowercase())
        .ok_or_else(|| unexpected(FIELD, column, Some(c), "- or a file a-h"))?;
    let (column, c) = next("a rank 1-8")?;
    let rank =
        Rank::from_digit(c).ok_or_else(|| unexpected(FIELD, column, Some(c), "a rank 1-8"))?;
    ends(FIELD, columns).map(|()| Some(Square::new(file, rank)))
}

fn read_number(word: Word<'_>, field: usize) -> Result<u16, FenTextError> {
    for (column, c) in word.columns() {
        if !c.is_ascii_digit() {
            return Err(unexpected(field, column, Some(c), "a digit"));
        }
    }
    // Only digits are left, so the only error is overflow.
    word.text.parse().map_err(|_| error(field, word.column, FenTextProblem::NumberTooLarge))
}
