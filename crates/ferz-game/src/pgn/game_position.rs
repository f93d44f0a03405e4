//! The positions on which the moves of a game are made: of chess, or of chess and variants.

use super::tags::Variant;
use super::visitor::{MoveToken, PgnErrorKind, decode};
use crate::GameResult;
use crate::game::without_history;
use ferz::notation::{
    CastlingMode, FenCorrection, FenOptions, FenStyle, ParseSanProblem, SanPattern,
};
use ferz::{Color, Move, PieceType, Position, Setup};
use ferz_variants::{EndReason, Rules};
use std::fmt::{self, Debug, Display};

/// The start of a game by its tags: the position, `None` for the initial one of standard chess, and a
/// warning.
pub(super) type Start<P> = (Option<P>, Option<PgnErrorKind>);

/// A position on which the moves of a game are made, by a [`Player`](super::Player) or in a
/// [`Tree`](super::Tree): [`Position`], which refuses games of variants, or [`AnyPosition`].
///
/// Moves as arguments are legal in the position.
pub trait GamePosition: Clone + PartialEq + Debug {
    /// The moves.
    type Move: Copy + PartialEq + Debug + Into<ferz_variants::Move>;

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

    /// Returns the position of chess; `None` for one of a variant.
    fn chess(&self) -> Option<&Position>;

    /// Returns the rules of a variant; `None` for chess.
    fn variant(&self) -> Option<Rules>;

    /// Returns the side to move.
    fn side_to_move(&self) -> Color;

    /// Returns the number of the current move.
    fn fullmove_number(&self) -> u16;

    /// Returns the FEN.
    fn fen(&self) -> String;

    /// Returns the key, which does not tell the rules.
    fn key(&self) -> u64;

    /// Returns a move in SAN.
    fn san(&self, mv: Self::Move) -> impl Display;

    /// Returns a move in UCI notation.
    fn uci(&self, mv: Self::Move) -> impl Display;

    /// Returns the type of the piece that a move takes from its origin; `None` for a drop.
    fn moved_piece(&self, mv: Self::Move) -> Option<PieceType>;

    /// Returns true if the side to move is in check.
    fn in_check(&self) -> bool;

    /// Returns the result of a game that is over on the board, with its reason in words. Draws by material
    /// are left out, since players agree on another result by resigning before.
    fn end(&self) -> Option<(GameResult, String)>;

    /// Returns true for the initial position of standard chess.
    fn is_standard_start(&self) -> bool {
        let chess = self.chess();
        chess.is_some_and(|chess| chess.setup() == Setup::start() && !chess.is_chess960())
    }

    /// Returns the position without the moves that led to it.
    fn without_history(&self) -> Self;

    /// Returns the tag `FEN` of a game from this position, if it is not the initial one of standard chess.
    fn start_fen(&self) -> Option<String>;

    /// Returns the tag `Variant` of a game from this position, if it is not one of standard chess.
    fn variant_name(&self) -> Option<&'static str> {
        let is_chess960 = || self.chess()?.is_chess960().then_some("Chess960");
        self.variant().map(Rules::name).or_else(is_chess960)
    }

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

    #[inline]
    fn chess(&self) -> Option<&Position> {
        Some(self)
    }

    fn variant(&self) -> Option<Rules> {
        None
    }

    fn side_to_move(&self) -> Color {
        (**self).side_to_move()
    }

    fn fullmove_number(&self) -> u16 {
        (**self).fullmove_number()
    }

    fn fen(&self) -> String {
        (**self).fen()
    }

    fn key(&self) -> u64 {
        (**self).key()
    }

    fn san(&self, mv: Move) -> impl Display {
        (**self).san(mv)
    }

    fn uci(&self, mv: Move) -> impl Display {
        (**self).uci(mv)
    }

    fn moved_piece(&self, mv: Move) -> Option<PieceType> {
        self.piece_on(mv.from()).map(|piece| piece.piece_type())
    }

    fn in_check(&self) -> bool {
        (**self).in_check()
    }

    fn end(&self) -> Option<(GameResult, String)> {
        if self.is_checkmate() {
            let winner = !self.side_to_move();
            return Some((GameResult::win(winner), format!("{winner} has given mate")));
        }
        self.is_stalemate().then(|| (GameResult::Draw, "the last position is stalemate".to_owned()))
    }

    fn without_history(&self) -> Self {
        without_history(self)
    }

    fn start_fen(&self) -> Option<String> {
        let is_custom = !self.is_standard_start();
        is_custom.then(|| self.setup().fen(FenStyle::XFen).to_string())
    }

    fn last_move(&self) -> Option<Move> {
        self.last_move()
    }

    #[inline(always)]
    fn make(&mut self, mv: Option<Move>) {
        match mv {
            Some(mv) => self.do_move(mv),
            None => self.do_null_move(),
        }
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

    // The result of the function for chess is in memory: a copy of it would wait for that to be written.
    #[inline(always)]
    fn token_move(&self, token: MoveToken<'_>) -> Result<Self::Move, ParseSanProblem> {
        match self {
            Self::Chess(position) => match position.token_move(token) {
                Ok(mv) => Ok(mv.into()),
                Err(problem) => Err(problem),
            },
            Self::Variant(_) => self.san_move(token.text()),
        }
    }

    #[cold]
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

    #[inline]
    fn chess(&self) -> Option<&Position> {
        match self {
            Self::Chess(position) => Some(position),
            Self::Variant(_) => None,
        }
    }

    fn variant(&self) -> Option<Rules> {
        match self {
            Self::Chess(_) => None,
            Self::Variant(position) => Some(position.board().rules()),
        }
    }

    fn side_to_move(&self) -> Color {
        match self {
            Self::Chess(position) => position.side_to_move(),
            Self::Variant(position) => position.board().side_to_move(),
        }
    }

    fn fullmove_number(&self) -> u16 {
        match self {
            Self::Chess(position) => position.fullmove_number(),
            Self::Variant(position) => position.board().fullmove_number(),
        }
    }

    fn fen(&self) -> String {
        match self {
            Self::Chess(position) => position.fen(),
            Self::Variant(position) => position.board().fen(),
        }
    }

    fn key(&self) -> u64 {
        match self {
            Self::Chess(position) => position.key(),
            Self::Variant(position) => position.board().key(),
        }
    }

    fn san(&self, mv: Self::Move) -> impl Display {
        match (self, mv.chess()) {
            (Self::Chess(position), Some(mv)) => MoveText::Chess(position.san(mv)),
            (Self::Chess(_), None) => unreachable!("a move of chess"),
            (Self::Variant(position), _) => MoveText::Variant(position.board().san(mv)),
        }
    }

    fn uci(&self, mv: Self::Move) -> impl Display {
        match (self, mv.chess()) {
            (Self::Chess(position), Some(mv)) => MoveText::Chess(position.uci(mv)),
            (Self::Chess(_), None) => unreachable!("a move of chess"),
            (Self::Variant(position), _) => MoveText::Variant(position.board().uci(mv)),
        }
    }

    fn moved_piece(&self, mv: Self::Move) -> Option<PieceType> {
        if mv.drop_piece().is_some() {
            return None;
        }
        let piece = match self {
            Self::Chess(position) => position.piece_on(mv.from()),
            Self::Variant(position) => position.board().piece_on(mv.from()),
        };
        piece.map(|piece| piece.piece_type())
    }

    fn in_check(&self) -> bool {
        match self {
            Self::Chess(position) => position.in_check(),
            Self::Variant(position) => position.board().in_check(),
        }
    }

    fn end(&self) -> Option<(GameResult, String)> {
        let board = match self {
            Self::Chess(position) => return position.end(),
            Self::Variant(position) => position.board(),
        };
        let end = board.outcome().filter(|end| end.reason != EndReason::InsufficientMaterial)?;
        let rules = board.rules();
        Some(match end.winner {
            Some(winner) => {
                (GameResult::win(winner), format!("{winner} has won by the rules of {rules}"))
            }
            None => (GameResult::Draw, format!("the game is drawn by the rules of {rules}")),
        })
    }

    fn without_history(&self) -> Self {
        match self {
            Self::Chess(position) => Self::Chess(without_history(position)),
            Self::Variant(position) => Self::Variant((*position.board()).into()),
        }
    }

    fn start_fen(&self) -> Option<String> {
        let board = match self {
            Self::Chess(position) => return position.start_fen(),
            Self::Variant(position) => position.board(),
        };
        // Horde and Racing Kings have the tag from their initial position too, as on Lichess.
        let is_arranged_as_chess = ferz_variants::Board::start(Rules::Chess).sets() == board.sets();
        let is_start = is_arranged_as_chess && *board == ferz_variants::Board::start(board.rules());
        (!is_start).then(|| board.fen())
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
    /// Returns the mark of a legal move in SAN: `+` for a check, `#` for a move that decides the game, or
    /// nothing.
    pub fn mark(&self, mv: ferz_variants::Move) -> &'static str {
        if let (Self::Chess(position), Some(mv)) = (self, mv.chess())
            && !position.gives_check(mv)
        {
            return "";
        }
        match self.san(mv).to_string().as_bytes() {
            [.., b'#'] => "#",
            [.., b'+'] => "+",
            _ => "",
        }
    }
}

/// Compares the boards.
impl PartialEq for AnyPosition {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Chess(position), Self::Chess(other)) => position == other,
            (Self::Variant(position), Self::Variant(other)) => position.board() == other.board(),
            _ => false,
        }
    }
}

impl Eq for AnyPosition {}

/// A move in a notation.
enum MoveText<T> {
    Chess(T),
    Variant(String),
}

impl<T: Display> Display for MoveText<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Chess(text) => text.fmt(f),
            Self::Variant(text) => f.pad(text),
        }
    }
}
