//! The positions on which the moves of a game are made: of chess, or of chess and variants.

use super::tags::Variant;
use super::tree::make;
use super::visitor::{MoveToken, PgnErrorKind, decode};
use crate::GameResult;
use ferz::notation::{CastlingMode, FenCorrection, FenOptions, ParseSanProblem, SanPattern};
use ferz::{Color, Move, Position};
use ferz_variants::{EndReason, Rules};
use std::fmt::Debug;

/// The start of a game by its tags: the position, `None` for the initial one of standard chess, and a
/// warning.
pub(super) type Start<P> = (Option<P>, Option<PgnErrorKind>);

/// A position on which a [`Player`](super::Player) makes the moves of a game: [`Position`], which refuses
/// games of variants, or [`AnyPosition`].
pub trait GamePosition: Clone {
    /// The moves.
    type Move: Copy + PartialEq + Debug;

    /// Returns the initial position of standard chess.
    fn standard() -> Self;

    /// Reads the start position of a game by its tags `FEN` and `Variant`: the position, `None` for the
    /// initial one of standard chess, and the warning of a FEN that was corrected.
    ///
    /// # Errors
    /// If the game has other rules, or the FEN is not a position.
    fn start(fen: Option<String>, variant: Option<String>) -> Result<Start<Self>, PgnErrorKind>;

    /// Finds the legal move of a token in SAN.
    ///
    /// # Errors
    /// If the token does not match exactly one legal move.
    fn token_move(&self, token: MoveToken<'_>) -> Result<Self::Move, ParseSanProblem>;

    /// Finds the legal move of a text in SAN.
    ///
    /// # Errors
    /// As [`token_move`](Self::token_move).
    fn san_move(&self, text: &[u8]) -> Result<Self::Move, ParseSanProblem>;

    /// Finds the legal move of a text in UCI notation.
    fn uci_move(&self, text: &str) -> Option<Self::Move>;

    /// Returns true for a capture.
    fn is_capture(mv: Self::Move) -> bool;

    /// Returns true if the side to move is in check.
    fn in_check(&self) -> bool;

    /// Returns the last move, `None` after a null move.
    fn last_move(&self) -> Option<Self::Move>;

    /// Makes a legal move, `None` being the null move.
    fn make(&mut self, mv: Option<Self::Move>);

    /// Takes back the last move or null move.
    fn undo(&mut self);
}

impl GamePosition for Position {
    type Move = Move;

    fn standard() -> Self {
        Self::startpos()
    }

    fn start(fen: Option<String>, variant: Option<String>) -> Result<Start<Self>, PgnErrorKind> {
        let castling = match variant {
            None => CastlingMode::Detect,
            Some(found) => match Variant::from_tag(&found) {
                Some(Variant::Standard) => CastlingMode::Standard,
                Some(Variant::Wild) => CastlingMode::Detect,
                Some(Variant::Chess960) => CastlingMode::Chess960,
                None => return Err(PgnErrorKind::Variant { found }),
            },
        };
        let Some(found) = fen else { return Ok((None, None)) };
        match Self::from_fen_corrected(found.trim(), fen_options().castling_mode(castling)) {
            Ok((position, corrections)) => Ok((Some(position), first_warning(corrections))),
            Err(reason) => Err(PgnErrorKind::Fen { found, reason }),
        }
    }

    // Compiled once, not for each visitor.
    #[inline(never)]
    fn token_move(&self, token: MoveToken<'_>) -> Result<Move, ParseSanProblem> {
        token.parse().and_then(|pattern| self.find_san(&pattern))
    }

    fn san_move(&self, text: &[u8]) -> Result<Move, ParseSanProblem> {
        SanPattern::parse(text).and_then(|pattern| self.find_san(&pattern))
    }

    fn uci_move(&self, text: &str) -> Option<Move> {
        self.parse_uci(text).ok()
    }

    fn is_capture(mv: Move) -> bool {
        mv.is_capture()
    }

    fn in_check(&self) -> bool {
        self.in_check()
    }

    fn last_move(&self) -> Option<Move> {
        self.last_move()
    }

    #[inline(always)]
    fn make(&mut self, mv: Option<Move>) {
        make(self, mv);
    }

    fn undo(&mut self) {
        if self.undo_move().is_none() {
            self.undo_null_move();
        }
    }
}

/// Without the side to move the moves could be misread.
fn fen_options() -> FenOptions {
    FenOptions::LENIENT.min_fields(2)
}

fn first_warning(corrections: Vec<FenCorrection>) -> Option<PgnErrorKind> {
    let first = corrections.into_iter().next();
    first.map(|correction| PgnErrorKind::CorrectedFen { correction })
}

/// A position of a game of standard chess, Chess960 or a variant.
#[derive(Debug)]
pub enum AnyPosition {
    /// Of standard chess or Chess960.
    Chess(Position),
    /// Of a variant.
    Variant(ferz_variants::Position),
}

impl Clone for AnyPosition {
    fn clone(&self) -> Self {
        match self {
            Self::Chess(position) => Self::Chess(position.clone()),
            Self::Variant(position) => Self::Variant(position.clone()),
        }
    }

    /// Keeps the memory of a position of chess, which most games have.
    fn clone_from(&mut self, source: &Self) {
        match (self, source) {
            (Self::Chess(position), Self::Chess(source)) => position.clone_from(source),
            (target, source) => *target = source.clone(),
        }
    }
}

impl GamePosition for AnyPosition {
    type Move = ferz_variants::Move;

    fn standard() -> Self {
        Self::Chess(Position::standard())
    }

    fn start(fen: Option<String>, variant: Option<String>) -> Result<Start<Self>, PgnErrorKind> {
        let has_other_rules = |name: &&String| Variant::from_tag(name).is_none();
        let rules =
            variant.as_ref().filter(has_other_rules).and_then(|name| Rules::from_name(name));
        let Some(rules) = rules else {
            let (position, warning) = Position::start(fen, variant)?;
            return Ok((position.map(Self::Chess), warning));
        };
        let Some(found) = fen else {
            return Ok((Some(Self::Variant(ferz_variants::Position::start(rules))), None));
        };
        match ferz_variants::Board::from_fen_corrected(found.trim(), rules, fen_options()) {
            Ok((board, corrections)) => {
                Ok((Some(Self::Variant(board.into())), first_warning(corrections)))
            }
            Err(reason) => Err(PgnErrorKind::VariantFen { found, rules, reason: Box::new(reason) }),
        }
    }

    #[inline(never)]
    fn token_move(&self, token: MoveToken<'_>) -> Result<Self::Move, ParseSanProblem> {
        match self {
            Self::Chess(position) => position.token_move(token).map(Into::into),
            Self::Variant(_) => self.san_move(token.text()),
        }
    }

    fn san_move(&self, text: &[u8]) -> Result<Self::Move, ParseSanProblem> {
        match self {
            Self::Chess(position) => position.san_move(text).map(Into::into),
            Self::Variant(position) => position.board().parse_san(&decode(text)),
        }
    }

    fn uci_move(&self, text: &str) -> Option<Self::Move> {
        match self {
            Self::Chess(position) => position.uci_move(text).map(Into::into),
            Self::Variant(position) => position.board().parse_uci(text).ok(),
        }
    }

    fn is_capture(mv: Self::Move) -> bool {
        mv.is_capture()
    }

    fn in_check(&self) -> bool {
        match self {
            Self::Chess(position) => position.in_check(),
            Self::Variant(position) => position.board().in_check(),
        }
    }

    fn last_move(&self) -> Option<Self::Move> {
        match self {
            Self::Chess(position) => position.last_move().map(Into::into),
            Self::Variant(position) => position.last_move(),
        }
    }

    #[inline]
    fn make(&mut self, mv: Option<Self::Move>) {
        match (self, mv) {
            // A move found on a position of chess is one of chess.
            (Self::Chess(position), mv) => position.make(mv.and_then(ferz_variants::Move::chess)),
            (Self::Variant(position), Some(mv)) => position.do_move(mv),
            (Self::Variant(position), None) => position.do_null_move(),
        }
    }

    fn undo(&mut self) {
        match self {
            Self::Chess(position) => position.undo(),
            Self::Variant(position) => drop(position.undo()),
        }
    }
}

impl AnyPosition {
    /// Returns the side to move.
    pub fn side_to_move(&self) -> Color {
        match self {
            Self::Chess(position) => position.side_to_move(),
            Self::Variant(position) => position.board().side_to_move(),
        }
    }

    /// Returns the number of the current move.
    pub fn fullmove_number(&self) -> u16 {
        match self {
            Self::Chess(position) => position.fullmove_number(),
            Self::Variant(position) => position.board().fullmove_number(),
        }
    }

    /// Returns the mark of a legal move in SAN: `+` for a check, `#` for a move that decides the game, or
    /// nothing.
    pub fn mark(&self, mv: ferz_variants::Move) -> &'static str {
        let san = match (self, mv.chess()) {
            (Self::Chess(position), Some(mv)) if position.gives_check(mv) => {
                position.san(mv).to_string()
            }
            (Self::Chess(_), _) => return "",
            (Self::Variant(position), _) => position.board().san(mv),
        };
        match san.as_bytes() {
            [.., b'#'] => "#",
            [.., b'+'] => "+",
            _ => "",
        }
    }

    /// Returns the result of a game that is over on the board, with its reason in words. Draws by material
    /// are left out, since players agree on another result by resigning before.
    pub fn end(&self) -> Option<(GameResult, String)> {
        match self {
            Self::Chess(position) if position.is_checkmate() => {
                let winner = !position.side_to_move();
                Some((GameResult::win(winner), format!("{winner} has given mate")))
            }
            Self::Chess(position) => position
                .is_stalemate()
                .then(|| (GameResult::Draw, "the last position is stalemate".to_owned())),
            Self::Variant(position) => {
                let board = position.board();
                let end =
                    board.outcome().filter(|e| e.reason != EndReason::InsufficientMaterial)?;
                let rules = board.rules();
                Some(match end.winner {
                    Some(winner) => (
                        GameResult::win(winner),
                        format!("{winner} has won by the rules of {rules}"),
                    ),
                    None => {
                        (GameResult::Draw, format!("the game is drawn by the rules of {rules}"))
                    }
                })
            }
        }
    }
}
