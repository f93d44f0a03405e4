//! FEN (Forsyth-Edwards Notation), with X-FEN and Shredder-FEN for Chess960.
//!
//! ```text
//! rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2
//! 1 piece placement                               2 3    4  5 6
//! ```
//!
//! [`str::parse`] reads a [`Setup`] or a [`Position`]. `Display` writes X-FEN, and [`Setup::fen`]
//! either style.
//!
//! The reader accepts more than the standard form: any white space between, before and after the
//! fields; castling letters in any order and in both styles; adjacent digits in the piece placement
//! (`44` for `8`); and text that ends after field 4, as in EPD, or after field 5. The missing
//! counters are then 0 and 1. Text after field 6 is an error. [`FenOptions`] also admit shorter texts
//! and positions with faults, and the functions `from_fen_corrected` return each correction as a
//! [`FenCorrection`].
//!
//! A FEN does not name its variant. In standard chess the letters `KQkq` require the king on its
//! initial square and the rook in the corner (FIDE 3.8), in X-FEN they name the outermost rook of any
//! king on its back rank. A caller that knows the variant selects the reading by [`CastlingMode`]. For
//! all others the field is X-FEN if each of its rights is then possible, and standard otherwise. File
//! letters such as `HAha` name rooks of Chess960 in any mode.

use crate::setup::InvalidSetup;
use crate::text::{Cursor, Word, truncated};
use crate::types::{CastleSide, CastlingRights, Color, File, Piece, Rank, Square};
use crate::{Board, Position, Setup, SetupFaults};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Write as _};
use core::str::FromStr;

impl Board {
    /// Reads a FEN, as [`str::parse`] does, with the options [`FenOptions::STRICT`].
    ///
    /// # Errors
    /// [`FenError::Text`] for text that is not a FEN, and [`FenError::Setup`] with all faults for a
    /// setup that is not legal.
    pub fn from_fen(fen: &str) -> Result<Self, FenError> {
        Self::from_fen_with(fen, FenOptions::STRICT)
    }

    /// Reads a FEN with fewer fields or with faults, as far as the options allow.
    /// [`from_fen_corrected`](Self::from_fen_corrected) also returns the corrections.
    ///
    /// # Errors
    /// [`FenError::Text`] for text that is not a FEN, and [`FenError::Setup`] with all faults that
    /// the options do not ignore.
    pub fn from_fen_with(fen: &str, options: FenOptions) -> Result<Self, FenError> {
        let setup = Setup::from_fen_with(fen, options)?;
        Ok(Self::from_setup_ignoring(&setup, options.ignored_faults())?)
    }

    /// Reads a FEN with fewer fields or with faults, and returns the corrections; none for a FEN of six
    /// fields without faults.
    ///
    /// # Errors
    /// As [`from_fen_with`](Self::from_fen_with).
    pub fn from_fen_corrected(
        fen: &str,
        options: FenOptions,
    ) -> Result<(Self, Vec<FenCorrection>), FenError> {
        let (setup, corrections) = Setup::from_fen_corrected(fen, options)?;
        Ok((Self::from_setup_ignoring(&setup, options.ignored_faults())?, corrections))
    }

    /// Returns the FEN, with castling rights in X-FEN and the en passant square only if a pawn can
    /// capture there. See [`Setup::fen`] for Shredder-FEN.
    pub fn fen(&self) -> String {
        self.to_string()
    }
}

/// Writes the FEN: see [`Board::fen`].
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.setup().fmt(f)
    }
}

/// Reads a FEN: see [`Board::from_fen`].
impl FromStr for Board {
    type Err = FenError;

    fn from_str(fen: &str) -> Result<Self, FenError> {
        Self::from_fen(fen)
    }
}

impl Position {
    /// Reads a FEN, as [`str::parse`] does, with the options [`FenOptions::STRICT`].
    ///
    /// # Errors
    /// As [`Board::from_fen`].
    pub fn from_fen(fen: &str) -> Result<Self, FenError> {
        Board::from_fen(fen).map(Self::from)
    }

    /// Reads a FEN with fewer fields or with faults: see [`Board::from_fen_with`].
    ///
    /// # Errors
    /// As [`Board::from_fen_with`].
    pub fn from_fen_with(fen: &str, options: FenOptions) -> Result<Self, FenError> {
        Board::from_fen_with(fen, options).map(Self::from)
    }

    /// Reads a FEN with fewer fields or with faults, and returns the corrections: see
    /// [`Board::from_fen_corrected`].
    ///
    /// ```
    /// use ferz::Position;
    /// use ferz::notation::{CastlingMode, FenOptions};
    ///
    /// let options = FenOptions::LENIENT.castling_mode(CastlingMode::Standard);
    /// let fen = "4k3/8/8/8/8/8/8/R5K1 w Q - 0 1";
    /// let (position, corrections) = Position::from_fen_corrected(fen, options)?;
    /// assert!(position.castling_rights().is_empty());
    /// assert!(corrections[0].to_string().starts_with("castling rights Q read as -"));
    /// # Ok::<(), ferz::notation::FenError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Board::from_fen_with`].
    pub fn from_fen_corrected(
        fen: &str,
        options: FenOptions,
    ) -> Result<(Self, Vec<FenCorrection>), FenError> {
        let (board, corrections) = Board::from_fen_corrected(fen, options)?;
        Ok((board.into(), corrections))
    }
}

/// Writes the FEN: see [`Board::fen`].
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.board().fmt(f)
    }
}

/// Reads a FEN: see [`Position::from_fen`].
impl FromStr for Position {
    type Err = FenError;

    fn from_str(fen: &str) -> Result<Self, FenError> {
        Self::from_fen(fen)
    }
}

/// Returns the rook of the letter `K`, `Q`, `k` or `q`: the outermost rook, or the corner if there
/// is none, so that the setup still has the right and its fault is reported.
fn castling_rook_square(setup: &Setup, color: Color, side: CastleSide) -> Square {
    setup.outermost_rook(color, side).unwrap_or(side.standard_rook(color))
}

/// Returns the side of a castling rook given by its file, relative to the king. If the king is on
/// the same file or not on its back rank, the nearer corner decides.
fn castle_side_of_rook(setup: &Setup, color: Color, rook: File) -> CastleSide {
    let divide = match setup.back_rank_king(color).map(Square::file) {
        Some(king) if king != rook => king,
        _ => File::D,
    };
    if rook > divide { CastleSide::KingSide } else { CastleSide::QueenSide }
}

/// The reading of the castling letters `K`, `Q`, `k` and `q`. A right that the mode excludes is a fault,
/// [`SetupFaults::IMPOSSIBLE_CASTLING`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum CastlingMode {
    /// Standard chess: the king is on its initial square, the rook in the corner.
    Standard,
    /// Chess960 in X-FEN: the king is on its back rank, and the outermost rook has the right.
    Chess960,
    /// X-FEN if each right of the field is then possible, otherwise standard chess. So a Chess960
    /// position is read as one, and rights that were left in the text when the king had moved are not
    /// turned into rights of Chess960.
    #[default]
    Detect,
}

/// Options of a FEN reader: the number of fields that a text must have, the faults with which a position
/// is accepted, and the reading of castling letters.
///
/// ```
/// use ferz::notation::FenOptions;
/// use ferz::{Position, SetupFaults};
///
/// let board = "4k3/8/8/8/8/8/4P3/4K3";
/// assert!(Position::from_fen(board).is_err());
/// let position = Position::from_fen_with(board, FenOptions::STRICT.min_fields(1))?;
/// assert_eq!(position.fen(), "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
///
/// let stale_rights = "4k3/8/8/8/8/8/4P3/4K3 w KQ - 0 0";
/// let faults = SetupFaults::IMPOSSIBLE_CASTLING | SetupFaults::BAD_COUNTERS;
/// let position = Position::from_fen_with(stale_rights, FenOptions::STRICT.ignore(faults))?;
/// assert_eq!(position.fen(), "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
/// # Ok::<(), ferz::notation::FenError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FenOptions {
    min_fields: usize,
    ignored: SetupFaults,
    castling: CastlingMode,
    skips_dashes: bool,
}

impl FenOptions {
    /// The options of [`Position::from_fen`](crate::Position::from_fen) and [`str::parse`]: at
    /// least the four fields that FEN and EPD share, and no faults.
    pub const STRICT: Self = Self {
        min_fields: 4,
        ignored: SetupFaults::NONE,
        castling: CastlingMode::Detect,
        skips_dashes: false,
    };

    /// The most forgiving options: the piece placement suffices, all faults in
    /// [`SetupFaults::IGNORABLE`] are ignored, and dashes in place of counters are skipped.
    pub const LENIENT: Self = Self {
        min_fields: 1,
        ignored: SetupFaults::IGNORABLE,
        castling: CastlingMode::Detect,
        skips_dashes: true,
    };

    /// Returns the options with another minimum number of fields, limited to 1 to 6. Missing fields
    /// are White to move, no castling rights, no en passant square and the counters 0 and 1.
    #[must_use]
    pub const fn min_fields(self, fields: usize) -> Self {
        let min_fields = match fields {
            0 => 1,
            1..=6 => fields,
            _ => 6,
        };
        Self { min_fields, ..self }
    }

    /// Returns the options with `faults` added to the ignored faults. Only those in
    /// [`SetupFaults::IGNORABLE`] have an effect: see
    /// [`Position::from_setup_ignoring`](crate::Position::from_setup_ignoring).
    #[must_use]
    pub const fn ignore(self, faults: SetupFaults) -> Self {
        Self { ignored: self.ignored.union(faults), ..self }
    }

    /// Returns the options with another reading of castling letters.
    #[must_use]
    pub const fn castling_mode(self, castling: CastlingMode) -> Self {
        Self { castling, ..self }
    }

    /// Returns the options with dashes skipped that are in place of the counters.
    #[must_use]
    pub const fn skip_dashes(self) -> Self {
        Self { skips_dashes: true, ..self }
    }

    /// Returns the ignored faults.
    pub const fn ignored_faults(self) -> SetupFaults {
        self.ignored
    }
}

/// [`FenOptions::STRICT`].
impl Default for FenOptions {
    fn default() -> Self {
        Self::STRICT
    }
}

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
        Fields::read(fen, options).map(|fields| fields.setup)
    }

    /// Reads a FEN with the options, without its ignored faults as far as [`Setup::sanitized`] removes
    /// them, and returns the corrections. The setup need not be legal: [`Setup::faults`] returns the
    /// faults that it keeps.
    ///
    /// # Errors
    /// As [`from_fen_with`](Self::from_fen_with).
    pub fn from_fen_corrected(
        fen: &str,
        options: FenOptions,
    ) -> Result<(Self, Vec<FenCorrection>), FenTextError> {
        let Fields { setup, castling, missing, dashes } = Fields::read(fen, options)?;
        let ignored = options.ignored & SetupFaults::IGNORABLE;
        let corrected = setup.sanitized(ignored);
        let mut corrections = Vec::new();
        if let Some(first) = missing {
            corrections.push(FenCorrection::MissingFields { first });
        }
        for fault in (setup.faults() & ignored).iter() {
            corrections.push(match (setup.en_passant, corrected.en_passant) {
                _ if fault == SetupFaults::IMPOSSIBLE_CASTLING => FenCorrection::CastlingRights {
                    found: truncated(castling),
                    read: castling_text(&corrected),
                },
                (Some(square), None) if fault == SetupFaults::IMPOSSIBLE_EN_PASSANT => {
                    FenCorrection::EnPassant { square }
                }
                _ => FenCorrection::IgnoredFault(fault),
            });
        }
        corrections.extend((dashes > 0).then_some(FenCorrection::Dashes));
        Ok((corrected, corrections))
    }
}

/// A correction of a faulty FEN. `Display` names it in words.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FenCorrection {
    /// The text ends before a field. This field and those after it have the values of a position
    /// without castling rights at the start of a game.
    MissingFields {
        /// The number of the first missing field, 2 to 6.
        first: usize,
    },
    /// Castling rights without king and rook in place were dropped.
    CastlingRights {
        /// The text of the field, as [`truncated`] shortens it.
        found: String,
        /// The field without these rights, in X-FEN.
        read: String,
    },
    /// An en passant square was dropped that no double push can have passed.
    EnPassant {
        /// The square.
        square: Square,
    },
    /// Dashes in place of the counters were skipped.
    Dashes,
    /// A fault that play from the position on does not need corrected.
    IgnoredFault(SetupFaults),
}

impl fmt::Display for FenCorrection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MissingFields { first } => {
                f.write_str("missing fields read as ")?;
                let mut separator = "";
                for (field, value) in (2..).zip(DEFAULT_FIELDS).filter(|(n, _)| n >= first) {
                    write!(f, "{separator}{} {value}", field_name(field))?;
                    separator = ", ";
                }
                Ok(())
            }
            Self::CastlingRights { found, read } => {
                let fault = SetupFaults::IMPOSSIBLE_CASTLING;
                write!(f, "castling rights {found} read as {read}: {fault}")
            }
            Self::EnPassant { square } => {
                let fault = SetupFaults::IMPOSSIBLE_EN_PASSANT;
                write!(f, "en passant square {square} removed: {fault}")
            }
            Self::Dashes => f.write_str("dashes in place of the counters skipped"),
            Self::IgnoredFault(fault) => fault.fmt(f),
        }
    }
}

/// The values of missing fields from the second on: those of [`Setup::empty`].
const DEFAULT_FIELDS: [&str; 5] = ["w", "-", "-", "0", "1"];

/// The fields of a FEN.
struct Fields<'a> {
    setup: Setup,
    /// The text of the castling rights.
    castling: &'a str,
    /// The number of the first missing field.
    missing: Option<usize>,
    /// The number of dashes skipped.
    dashes: usize,
}

impl<'a> Fields<'a> {
    fn read(fen: &'a str, options: FenOptions) -> Result<Self, FenTextError> {
        let mut cursor = Cursor::new(fen);
        let mut fields = Self::read_shared(&mut cursor, options)?;
        let counters = read_counters(&mut cursor, &mut fields.setup, options.skips_dashes)?;
        let read = fields.missing.map_or(4, |first| first - 1) + counters.fields;
        fields.dashes = counters.dashes;
        match cursor.word() {
            Some(word) => Err(error(7, word, (word.column, FenTextProblem::TrailingText))),
            None if read < options.min_fields => Err(missing(read + 1, &cursor)),
            None => Ok(Self { missing: (read < 6).then_some(read + 1), ..fields }),
        }
    }

    /// Reads the first four fields, which FEN and EPD share.
    fn read_shared(cursor: &mut Cursor<'a>, options: FenOptions) -> Result<Self, FenTextError> {
        let (mut setup, mut castling) = (Setup::empty(), "-");
        for field in 1..=4 {
            let Some(word) = cursor.word() else {
                let missing = if field > options.min_fields {
                    Ok(field)
                } else {
                    Err(missing(field, cursor))
                };
                return Ok(Self { setup, castling, missing: Some(missing?), dashes: 0 });
            };
            let result = match field {
                1 => read_placement(word, &mut setup),
                2 => read_side(word).map(|side| setup.side_to_move = side),
                3 => {
                    castling = word.text;
                    read_castling(word, &mut setup, options.castling)
                }
                _ => read_en_passant(word).map(|square| setup.en_passant = square),
            };
            result.map_err(|problem| error(field, word, problem))?;
        }
        Ok(Self { setup, castling, missing: None, dashes: 0 })
    }
}

/// The column and the kind of an error within a field.
type FieldError = (usize, FenTextProblem);

/// Reads the first four fields, which FEN and EPD share.
pub(super) fn read_epd_fields(cursor: &mut Cursor<'_>) -> Result<Setup, FenTextError> {
    Fields::read_shared(cursor, FenOptions::STRICT).map(|fields| fields.setup)
}

/// Skips words that are a dash, each up to white space or a semicolon, and returns their number.
pub(super) fn skip_dashes(cursor: &mut Cursor<'_>) -> usize {
    let mut count = 0;
    loop {
        let mut ahead = cursor.clone();
        ahead.skip_space();
        if ahead.take_until(|c| c.is_whitespace() || c == ';').text != "-" {
            return count;
        }
        *cursor = ahead;
        count += 1;
    }
}

/// The numbers of counters and of dashes in their place.
pub(super) struct CounterFields {
    fields: usize,
    dashes: usize,
}

/// Reads the optional fields 5 and 6, each up to white space or a semicolon.
pub(super) fn read_counters(
    cursor: &mut Cursor<'_>,
    setup: &mut Setup,
    skips_dashes: bool,
) -> Result<CounterFields, FenTextError> {
    let mut counters = CounterFields { fields: 0, dashes: 0 };
    loop {
        if skips_dashes {
            counters.dashes += skip_dashes(cursor);
        }
        cursor.skip_space();
        let mut ahead = cursor.clone();
        let word = ahead.take_until(|c| c.is_whitespace() || c == ';');
        if word.text.is_empty() || counters.fields == 2 {
            return Ok(counters);
        }
        counters.fields += 1;
        let field = 4 + counters.fields;
        let number = read_number(word).map_err(|problem| error(field, word, problem))?;
        *cursor = ahead;
        match field {
            5 => setup.halfmove_clock = number,
            _ => setup.fullmove_number = number,
        }
    }
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

fn read_castling(word: Word<'_>, setup: &mut Setup, mode: CastlingMode) -> Result<(), FieldError> {
    if word.text == "-" {
        return Ok(());
    }
    // The rights that have a letter of their side, at the indices of the rights.
    let mut by_side = [None; 4];
    for (column, c) in word.columns() {
        let color = if c.is_ascii_uppercase() { Color::White } else { Color::Black };
        let (side, rook) = match (c.to_ascii_lowercase(), File::from_letter(c)) {
            ('k', _) => (CastleSide::KingSide, None),
            ('q', _) => (CastleSide::QueenSide, None),
            (_, Some(file)) => {
                let rook = Square::new(file, color.relative_rank(Rank::First));
                (castle_side_of_rook(setup, color, file), Some(rook))
            }
            _ => {
                let expected = "- alone, or letters of KQkq, A-H and a-h";
                return Err(unexpected(column, Some(c), expected));
            }
        };
        if setup.castling_rook(color, side).is_some() {
            return Err((column, FenTextProblem::RepeatedRight { found: c }));
        }
        if rook.is_none() {
            by_side[CastlingRights::index(color, side)] = Some((color, side));
        }
        let rook = rook.unwrap_or_else(|| castling_rook_square(setup, color, side));
        setup.set_castling_rook(color, side, Some(rook));
    }
    let is_standard = match mode {
        CastlingMode::Standard => true,
        CastlingMode::Chess960 => false,
        CastlingMode::Detect => setup.possible_castling() != setup.castling,
    };
    if is_standard {
        exclude_chess960(setup, by_side.into_iter().flatten());
    }
    Ok(())
}

/// Replaces the rook of each of these rights that is possible in Chess960 only by the corner of the
/// other side, which makes the right a fault of the setup.
fn exclude_chess960(setup: &mut Setup, rights: impl Iterator<Item = (Color, CastleSide)>) {
    let possible = setup.possible_castling();
    for (color, side) in rights {
        let is_possible = possible[CastlingRights::index(color, side)].is_some();
        if is_possible && !has_standard_right(setup, color, side) {
            let other = side.other().standard_rook(color);
            setup.set_castling_rook(color, side, Some(other));
        }
    }
}

/// Returns true if a right is one of standard chess: its rook is that of the corner and the king on the
/// e-file. The right must be possible.
fn has_standard_right(setup: &Setup, color: Color, side: CastleSide) -> bool {
    setup.castling_rook(color, side) == Some(side.standard_rook(color))
        && setup.back_rank_king(color).is_some_and(|king| king.file() == File::E)
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

/// The notation of castling rights in a FEN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum FenStyle {
    /// `KQkq` for the outermost rook of a side, a file letter for another: identical to a standard
    /// FEN where that is unambiguous.
    #[default]
    XFen,
    /// File letters of the rooks: `HAha` at the start of a standard game.
    Shredder,
}

/// A setup written as a FEN in one style, created by [`Setup::fen`].
#[derive(Clone, Copy, Debug)]
pub struct Fen<'a> {
    setup: &'a Setup,
    style: FenStyle,
}

impl Setup {
    /// Returns a value that displays the FEN in a style. The setup's own `Display` is
    /// [`FenStyle::XFen`].
    ///
    /// The text parses to an equal setup, unless the rook of a castling right is not on the back
    /// rank or on the wrong side of the king.
    pub fn fen(&self, style: FenStyle) -> Fen<'_> {
        Fen { setup: self, style }
    }

    /// Writes the first four fields, which FEN and EPD share.
    pub(in super::super) fn write_epd_fields(
        &self,
        f: &mut fmt::Formatter<'_>,
        style: FenStyle,
    ) -> fmt::Result {
        write_placement(self, f)?;
        write!(f, " {} ", self.side_to_move.letter())?;
        write_castling(self, f, style)?;
        match self.en_passant {
            Some(square) => write!(f, " {square}"),
            None => f.write_str(" -"),
        }
    }
}

impl fmt::Display for Fen<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let setup = self.setup;
        setup.write_epd_fields(f, self.style)?;
        write!(f, " {} {}", setup.halfmove_clock, setup.fullmove_number)
    }
}

/// Writes the FEN with castling rights in X-FEN.
impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fen(FenStyle::XFen).fmt(f)
    }
}

fn write_placement(setup: &Setup, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for rank in Rank::ALL.into_iter().rev() {
        let mut empty = 0;
        for file in File::ALL {
            let Some(piece) = setup.piece_on(Square::new(file, rank)) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                write!(f, "{empty}")?;
                empty = 0;
            }
            f.write_char(piece.letter())?;
        }
        if empty > 0 {
            write!(f, "{empty}")?;
        }
        if rank != Rank::First {
            f.write_char('/')?;
        }
    }
    Ok(())
}

/// Returns the castling field in X-FEN.
fn castling_text(setup: &Setup) -> String {
    let mut text = String::new();
    // A string takes any text.
    let _ = write_castling(setup, &mut text, FenStyle::XFen);
    text
}

fn write_castling(setup: &Setup, f: &mut impl fmt::Write, style: FenStyle) -> fmt::Result {
    if setup.castling == [None; 4] {
        return f.write_char('-');
    }
    let possible = setup.possible_castling();
    let all_possible = possible == setup.castling;
    for (color, side) in CastleSide::BY_COLOR {
        let Some(rook) = setup.castling_rook(color, side) else { continue };
        let is_possible = possible[CastlingRights::index(color, side)].is_some();
        // Beside an impossible right the letters of sides are those of standard chess.
        let letter_is_read = all_possible || !is_possible || has_standard_right(setup, color, side);
        let names_side = style == FenStyle::XFen
            && rook == castling_rook_square(setup, color, side)
            && letter_is_read;
        // No file letter describes a rook on the wrong side of the king.
        let by_side = names_side || castle_side_of_rook(setup, color, rook.file()) != side;
        let letter = match side {
            CastleSide::KingSide if by_side => 'k',
            CastleSide::QueenSide if by_side => 'q',
            _ => rook.file().letter(),
        };
        f.write_char(match color {
            Color::White => letter.to_ascii_uppercase(),
            Color::Black => letter,
        })?;
    }
    Ok(())
}

/// The error for text that is not a FEN, with its place.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("FEN field {field} ({}{}), column {column}: {problem}", field_name(*field), quoted(text))]
#[non_exhaustive]
pub struct FenTextError {
    /// The number of the field from 1; 7 for text after the sixth.
    pub field: usize,
    /// The column of the character, counted from 1 over the whole text; one past the end if the
    /// text ended.
    pub column: usize,
    /// The text of the field, as [`truncated`] shortens it; empty if the
    /// field is missing.
    pub text: String,
    /// The kind of error.
    pub problem: FenTextProblem,
}

/// The kinds of errors in the text of a FEN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FenTextProblem {
    /// The text ends before a required field.
    MissingField,
    /// An invalid character, or the end of an incomplete field.
    Unexpected {
        /// The character found; `None` at the end of the field.
        found: Option<char>,
        /// The expected characters.
        expected: &'static str,
    },
    /// A rank that does not have eight squares.
    RankWidth {
        /// The rank.
        rank: Rank,
        /// The number of squares read.
        squares: usize,
    },
    /// A castling right that occurs twice.
    RepeatedRight {
        /// The letter of the second occurrence.
        found: char,
    },
    /// A counter above 65535.
    NumberTooLarge,
    /// Text after the sixth field.
    TrailingText,
}

/// The errors of reading a position from a FEN.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FenError {
    /// The text is not a FEN.
    #[error(transparent)]
    Text(#[from] FenTextError),
    /// The setup is not legal.
    #[error("illegal position: {0}")]
    Setup(#[from] InvalidSetup),
}

/// The text of a field after its name, or nothing without text.
fn quoted(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!(" {text:?}") }
}

/// Returns the name of a field.
fn field_name(number: usize) -> &'static str {
    match number {
        1 => "piece placement",
        2 => "side to move",
        3 => "castling rights",
        4 => "en passant square",
        5 => "halfmove clock",
        6 => "full move number",
        _ => "after the last field",
    }
}

impl fmt::Display for FenTextProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::MissingField => f.write_str("the text ends before this field"),
            Self::Unexpected { found: Some(found), expected } => {
                write!(f, "expected {expected}, found {found:?}")
            }
            Self::Unexpected { found: None, expected } => {
                write!(f, "expected {expected}, but the field ends")
            }
            Self::RankWidth { rank, squares } if squares > 8 => {
                write!(f, "rank {rank} has more than 8 squares")
            }
            Self::RankWidth { rank, squares } => {
                write!(f, "rank {rank} has {squares} squares, expected 8")
            }
            Self::RepeatedRight { found } => {
                write!(f, "{found:?} repeats a castling right")
            }
            Self::NumberTooLarge => f.write_str("the number is above 65535"),
            Self::TrailingText => f.write_str("expected the end of the text after six fields"),
        }
    }
}
