//! FEN of variants, in all spellings of the field.
//!
//! To the FEN of chess come, in Crazyhouse, the pockets as `[Qn]` or as a ninth rank `/Qn` and `~` behind a
//! promoted piece, and in Three-check the checks still to give before the counters (`3+3`) or those
//! given behind them (`+0+0`). They are cut off, and the rest is read by `ferz`.

use crate::{Board, InvalidSetup, Pocket, Rules, Setup};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Write};
use ferz::notation::{FenCorrection, FenOptions, FenTextError, truncated};
use ferz::{Bitboard, Color, File, Piece, PieceType, Rank, SetupFaults, Square};

/// The errors of reading a position from a FEN.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FenError {
    /// The part that chess has too is not a FEN.
    #[error(transparent)]
    Text(#[from] FenTextError),
    /// The pockets are not letters of pieces, or not closed.
    #[error("the pockets {0:?} are not letters of PNBRQpnbrq")]
    Pockets(String),
    /// The checks are not two numbers.
    #[error("the checks {0:?} are not two numbers from 0 to 3, like 3+3 or +0+0")]
    Checks(String),
    /// The setup is not legal under the rules.
    #[error("illegal position: {0}")]
    Setup(#[from] InvalidSetup),
}

impl Board {
    /// Reads a FEN with the options [`FenOptions::STRICT`].
    ///
    /// # Errors
    /// For text that is not a FEN, and for a setup that is not legal under the rules.
    pub fn from_fen(fen: &str, rules: Rules) -> Result<Self, FenError> {
        Self::from_fen_corrected(fen, rules, FenOptions::STRICT).map(|(board, _)| board)
    }

    /// Reads a FEN with fewer fields or with faults, as far as the options allow, and returns the
    /// corrections.
    ///
    /// # Errors
    /// As [`from_fen`](Self::from_fen), for what the options do not ignore.
    pub fn from_fen_corrected(
        fen: &str,
        rules: Rules,
        options: FenOptions,
    ) -> Result<(Self, Vec<FenCorrection>), FenError> {
        let parts = Parts::read(fen, rules)?;
        let read = ferz::Setup::from_fen_with(&parts.chess, options);
        let chess = read.map_err(|error| parts.at_original_column(error))?;
        let setup = Setup { chess, ..parts.setup };
        let ignored = options.ignored_faults();
        let board = Self::from_setup_ignoring(rules, &setup, ignored)?;
        let corrected = ferz::Setup::from_fen_corrected(&parts.chess, options);
        let (_, mut corrections) = corrected.map_err(|error| parts.at_original_column(error))?;
        let faults = setup.faults(rules) & ignored;
        corrections.retain(|correction| match correction {
            FenCorrection::IgnoredFault(fault) => faults.contains(*fault),
            FenCorrection::CastlingRights { .. } => {
                faults.contains(SetupFaults::IMPOSSIBLE_CASTLING)
            }
            FenCorrection::EnPassant { .. } => faults.contains(SetupFaults::IMPOSSIBLE_EN_PASSANT),
            _ => true,
        });
        Ok((board, corrections))
    }

    /// Returns the FEN: the pockets in brackets, queens first, the checks still to give before the
    /// counters, castling rights in X-FEN, and the en passant square only if a capture is legal.
    pub fn fen(&self) -> String {
        self.to_string()
    }

    fn write_placement(&self, f: &mut impl Write) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            let mut empty = 0;
            for file in File::ALL {
                let square = Square::new(file, rank);
                let Some(piece) = self.piece_on(square) else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    write!(f, "{empty}")?;
                    empty = 0;
                }
                f.write_char(piece.letter())?;
                if self.rules.has_drops() && self.promoted.contains(square) {
                    f.write_char('~')?;
                }
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            f.write_str(if rank == Rank::First { "" } else { "/" })?;
        }
        Ok(())
    }

    fn write_pockets(&self, f: &mut impl Write) -> fmt::Result {
        f.write_char('[')?;
        for color in Color::ALL {
            for piece in PieceType::ALL.into_iter().rev() {
                for _ in 0..self.pockets[color].count(piece) {
                    f.write_char(Piece::new(color, piece).letter())?;
                }
            }
        }
        f.write_char(']')
    }
}

/// Writes the FEN: see [`Board::fen`].
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_placement(f)?;
        if self.rules.has_drops() {
            self.write_pockets(f)?;
        }
        // The fields after the placement are those of chess.
        let chess = self.setup().chess.to_string();
        let mut fields = chess.split(' ').skip(1);
        for field in fields.by_ref().take(3) {
            write!(f, " {field}")?;
        }
        if self.rules == Rules::ThreeCheck {
            let [white, black] = self.checks_left;
            write!(f, " {white}+{black}")?;
        }
        fields.try_for_each(|field| write!(f, " {field}"))
    }
}

/// A FEN without what chess does not have, and the setup of the rest.
struct Parts {
    chess: String,
    /// The column of each character of `chess` in the original text.
    columns: Vec<usize>,
    /// The setup with an empty board.
    setup: Setup,
}

impl Parts {
    fn read(fen: &str, rules: Rules) -> Result<Self, FenError> {
        let mut parts =
            Self { chess: String::new(), columns: Vec::new(), setup: ferz::Setup::empty().into() };
        let mut column = 1;
        let mut field = 0;
        for piece in fen.split_inclusive(char::is_whitespace) {
            let word = piece.trim_end();
            if word.is_empty() {
                parts.keep(piece, column);
            } else {
                let is_checks = rules == Rules::ThreeCheck && field >= 4 && word.contains('+');
                if is_checks {
                    let checks = read_checks(word);
                    parts.setup.checks_left =
                        checks.ok_or_else(|| FenError::Checks(truncated(word)))?;
                } else if field == 0 {
                    parts.read_placement(piece, column, rules)?;
                } else {
                    parts.keep(piece, column);
                }
                field += 1;
            }
            column += piece.chars().count();
        }
        Ok(parts)
    }

    /// Appends text that chess has too.
    fn keep(&mut self, text: &str, column: usize) {
        self.chess.push_str(text);
        self.columns.extend((column..).take(text.chars().count()));
    }

    /// Reads the piece placement with promoted pieces and pockets.
    fn read_placement(&mut self, text: &str, column: usize, rules: Rules) -> Result<(), FenError> {
        let (mut rank, mut file, mut after_piece) = (7_usize, 0_usize, false);
        for (place, c) in text.char_indices() {
            let is_ninth_rank = c == '/' && rank == 0;
            if rules.has_drops() && (c == '[' || is_ninth_rank) {
                let space = text.trim_end().len();
                self.read_pockets(&text[place..space])?;
                self.keep(&text[space..], column + text[..space].chars().count());
                return Ok(());
            }
            let square =
                |file: usize| Some(Square::new(File::from_index(file)?, Rank::from_index(rank)?));
            match c {
                '~' if after_piece => {
                    let promoted = file.checked_sub(1).and_then(square);
                    self.setup.promoted |= promoted.map_or(Bitboard::EMPTY, Bitboard::of);
                    after_piece = false;
                    continue;
                }
                '/' if rank > 0 => (rank, file) = (rank - 1, 0),
                _ => file += c.to_digit(10).unwrap_or(1) as usize,
            }
            after_piece = c.is_ascii_alphabetic();
            self.keep(c.encode_utf8(&mut [0; 4]), column + text[..place].chars().count());
        }
        Ok(())
    }

    /// Reads the pockets, `[Qn]` or `/Qn`; none is empty.
    fn read_pockets(&mut self, text: &str) -> Result<(), FenError> {
        let invalid = || FenError::Pockets(truncated(text));
        let letters = match text.strip_prefix('[') {
            Some(rest) => rest.strip_suffix(']').ok_or_else(invalid)?,
            None => &text[1..],
        };
        // An empty pocket is also a dash.
        for letter in letters.chars().filter(|_| letters != "-") {
            let piece = Piece::from_letter(letter).ok_or_else(invalid)?;
            let pocket: &mut Pocket = &mut self.setup.pockets[piece.color()];
            if piece.piece_type() == PieceType::King || pocket.len() > Pocket::MAX_PIECES {
                return Err(invalid());
            }
            pocket.add(piece.piece_type());
        }
        Ok(())
    }

    /// Returns an error with its column in the original text.
    fn at_original_column(&self, mut error: FenTextError) -> FenTextError {
        let end = self.columns.last().map_or(1, |last| last + 1);
        error.column = self.columns.get(error.column.wrapping_sub(1)).copied().unwrap_or(end);
        error
    }
}

/// Reads the checks still to give, `3+3`, or those given, `+0+0`.
fn read_checks(word: &str) -> Option<[u8; Color::COUNT]> {
    let (is_given, word) = match word.strip_prefix('+') {
        Some(rest) => (true, rest),
        None => (false, word),
    };
    let (white, black) = word.split_once('+')?;
    let number = |text: &str| {
        let one = text.len() == 1;
        let number = text.parse().ok().filter(|&number| one && number <= Setup::CHECKS)?;
        Some(if is_given { Setup::CHECKS - number } else { number })
    };
    Some([number(white)?, number(black)?])
}
