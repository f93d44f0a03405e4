//! Faults of setups, and the validation that finds them.
//!
//! Checkers are validated by retrograde analysis of one ply: a position with checkers is reachable
//! only if some last move of the opponent, taken back, leaves a position in which the king was not
//! attacked, since it was the opponent's turn. Each candidate for the last move is taken back in turn.

use super::Setup;
use crate::attacks;
use crate::pieces::Pieces;
use crate::text::truncated;
use crate::types::{Bitboard, CastleSide, Color, Piece, PieceType, Rank, Square, set_operators};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

/// A set of reasons for which a [`Setup`](super::Setup) is not a legal position.
///
/// `|` is the union, `&` the intersection and `-` the difference. `Display` writes the reasons,
/// separated by `; `.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SetupFaults(u16);

/// Declares one fault a row: constant, bit and error text.
macro_rules! faults {
    ($($(#[$doc:meta])* $name:ident = $bit:literal, $words:literal;)+) => {
        impl SetupFaults {
            $($(#[$doc])* pub const $name: Self = Self(1 << $bit);)+

            /// Each fault with its name and its error text, in the order of reports.
            const TABLE: &[(Self, &str, &str)] =
                &[$((Self::$name, stringify!($name), $words)),+];
        }
    };
}

faults! {
    /// White has no king.
    NO_WHITE_KING = 0, "White has no king";
    /// Black has no king.
    NO_BLACK_KING = 1, "Black has no king";
    /// White has more than one king.
    SEVERAL_WHITE_KINGS = 2, "White has more than one king";
    /// Black has more than one king.
    SEVERAL_BLACK_KINGS = 3, "Black has more than one king";
    /// A king of the side that is not to move is attacked.
    OPPONENT_IN_CHECK = 4, "the side that is not to move is in check";
    /// A pawn is on the first or the eighth rank.
    PAWN_ON_BACK_RANK = 5, "a pawn stands on the first or last rank";
    /// A side has more than 16 pieces, pawns and king included. It then also has
    /// [`TOO_MANY_PAWNS`](Self::TOO_MANY_PAWNS) or [`TOO_MANY_PROMOTED`](Self::TOO_MANY_PROMOTED).
    TOO_MANY_PIECES = 6, "a side has more than 16 pieces";
    /// A side has more than 8 pawns.
    TOO_MANY_PAWNS = 7, "a side has more than 8 pawns";
    /// A side has more promoted pieces than missing pawns. Promoted are the knights, bishops of one
    /// square colour, rooks and queens in excess of the initial setup.
    TOO_MANY_PROMOTED = 8, "a side has more promoted pieces than missing pawns";
    /// A castling right without its king on the back rank or without its rook on that side of the
    /// king, or that the [`CastlingMode`](crate::notation::CastlingMode) of a FEN excludes. The right is
    /// dropped if the fault is ignored.
    IMPOSSIBLE_CASTLING = 9, "a castling right lacks its king or its rook";
    /// An en passant square that no double push can have passed: it is on the wrong rank, the pawn
    /// is missing, the square itself or the pawn's origin is occupied, or the king now to move was
    /// already attacked before the push. The square is dropped if the fault is ignored.
    IMPOSSIBLE_EN_PASSANT = 10, "no double push can have left the en passant square";
    /// More than two checkers, or two that no single move can have produced, such as two knights.
    /// One checker is never a fault. An impossible en passant square is treated as absent. The
    /// position can be played if the fault is ignored.
    IMPOSSIBLE_CHECKERS = 11, "no last move can have led to these checkers";
    /// A full move number of 0, or an en passant square with a halfmove clock above 0. The position
    /// can be played if the fault is ignored.
    BAD_COUNTERS = 12, "bad counters: the full move number is 0, or the halfmove clock is not 0 after a double push";
}

impl SetupFaults {
    /// The empty set.
    pub const NONE: Self = Self(0);

    /// The faults that [`Position::from_setup_ignoring`](crate::Position::from_setup_ignoring) can
    /// ignore. The others, about kings, pawns on back ranks and a capturable king, break the rules
    /// of movement.
    pub const IGNORABLE: Self = Self(
        Self::TOO_MANY_PIECES.0
            | Self::TOO_MANY_PAWNS.0
            | Self::TOO_MANY_PROMOTED.0
            | Self::IMPOSSIBLE_CASTLING.0
            | Self::IMPOSSIBLE_EN_PASSANT.0
            | Self::IMPOSSIBLE_CHECKERS.0
            | Self::BAD_COUNTERS.0,
    );

    /// Returns the faults in this set or in `other`: `|` for constants.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns true if there is no fault.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns true if every fault of `other` is in this set.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Returns true if at least one fault of `other` is in this set.
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns an iterator over the single faults.
    pub fn iter(self) -> impl Iterator<Item = Self> {
        Self::TABLE.iter().map(|row| row.0).filter(move |&fault| self.contains(fault))
    }

    /// Returns the fault with the name of its constant, or `None` for another text.
    ///
    /// ```
    /// use ferz::SetupFaults;
    /// assert_eq!(SetupFaults::from_name("TOO_MANY_PAWNS"), Some(SetupFaults::TOO_MANY_PAWNS));
    /// assert_eq!(SetupFaults::from_name("TOO_MANY"), None);
    /// ```
    pub fn from_name(name: &str) -> Option<Self> {
        Self::TABLE.iter().find(|row| row.1 == name).map(|row| row.0)
    }

    /// Returns an iterator over the names of the faults, which are those of the constants and remain
    /// the same in later versions.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        Self::TABLE.iter().filter(move |row| self.contains(row.0)).map(|row| row.1)
    }

    /// Returns an iterator over the error texts of the faults.
    pub fn reasons(self) -> impl Iterator<Item = &'static str> {
        Self::TABLE.iter().filter(move |row| self.contains(row.0)).map(|row| row.2)
    }

    /// Adds `fault` if `found` is true.
    pub(super) fn add_if(&mut self, found: bool, fault: Self) {
        if found {
            *self |= fault;
        }
    }
}

set_operators!(SetupFaults);

impl fmt::Display for SetupFaults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("no fault");
        }
        f.write_str(&self.reasons().collect::<Vec<_>>().join("; "))
    }
}

impl fmt::Debug for SetupFaults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SetupFaults({})", self.names().collect::<Vec<_>>().join(" | "))
    }
}

/// The error for a text that is not the name of a fault.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{name:?} is not the name of a setup fault")]
#[non_exhaustive]
pub struct UnknownFaultError {
    /// The text, as [`truncated`] shortens it.
    pub name: String,
}

/// Reads the names of faults, separated by `|`, with white space around them: the text between the
/// parentheses of `Debug`. A blank text is the empty set.
impl FromStr for SetupFaults {
    type Err = UnknownFaultError;

    fn from_str(text: &str) -> Result<Self, UnknownFaultError> {
        let mut faults = Self::NONE;
        if text.trim().is_empty() {
            return Ok(faults);
        }
        for name in text.split('|').map(str::trim) {
            let unknown = || UnknownFaultError { name: truncated(name) };
            faults |= Self::from_name(name).ok_or_else(unknown)?;
        }
        Ok(faults)
    }
}

/// Serialises the names as a sequence.
#[cfg(feature = "serde")]
impl serde::Serialize for SetupFaults {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.names())
    }
}

/// Deserialises a sequence of names.
#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for SetupFaults {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let names = Vec::<String>::deserialize(deserializer)?;
        let fault = |name: &String| {
            let unknown = || UnknownFaultError { name: truncated(name) };
            Self::from_name(name).ok_or_else(unknown).map_err(serde::de::Error::custom)
        };
        names.iter().try_fold(Self::NONE, |faults, name| Ok(faults | fault(name)?))
    }
}

/// The error for a setup that is not a legal position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct InvalidSetup(
    /// The faults that were not ignored; never empty.
    pub SetupFaults,
);

/// Returns the faults of a setup.
pub(super) fn faults(setup: &Setup) -> SetupFaults {
    let pieces = &setup.sets();
    let us = setup.side_to_move;
    let castling = possible_castling(setup, pieces);
    let en_passant = setup.en_passant.filter(|&to| en_passant_is_possible(pieces, us, to));

    let mut faults = king_faults(pieces) | material_faults(pieces);
    let safe = |king| pieces.attackers_of(us, king, pieces.occupied()).is_empty();
    let kings_safe = pieces.pieces(!us, PieceType::King).squares().all(safe);
    faults.add_if(!kings_safe, SetupFaults::OPPONENT_IN_CHECK);
    faults.add_if(castling != setup.castling, SetupFaults::IMPOSSIBLE_CASTLING);
    faults.add_if(en_passant != setup.en_passant, SetupFaults::IMPOSSIBLE_EN_PASSANT);
    faults.add_if(counters_are_bad(setup, en_passant), SetupFaults::BAD_COUNTERS);

    // A possible en passant square determines the last move, which has been checked.
    if en_passant.is_none() {
        let reachable = double_check_is_reachable(pieces, us);
        faults.add_if(!reachable, SetupFaults::IMPOSSIBLE_CHECKERS);
    }
    faults
}

fn king_faults(pieces: &Pieces) -> SetupFaults {
    let mut faults = SetupFaults::NONE;
    let white = pieces.pieces(Color::White, PieceType::King);
    let black = pieces.pieces(Color::Black, PieceType::King);
    faults.add_if(white.is_empty(), SetupFaults::NO_WHITE_KING);
    faults.add_if(black.is_empty(), SetupFaults::NO_BLACK_KING);
    faults.add_if(white.more_than_one(), SetupFaults::SEVERAL_WHITE_KINGS);
    faults.add_if(black.more_than_one(), SetupFaults::SEVERAL_BLACK_KINGS);
    faults
}

fn material_faults(pieces: &Pieces) -> SetupFaults {
    let mut faults = SetupFaults::NONE;
    let back_ranks = Bitboard::rank(Rank::First) | Bitboard::rank(Rank::Eighth);
    for color in Color::ALL {
        let of = |piece_type| pieces.pieces(color, piece_type);
        let pawns = of(PieceType::Pawn);
        let beyond = |squares: Bitboard, at_first: usize| squares.len().saturating_sub(at_first);
        let promoted = beyond(of(PieceType::Knight), 2)
            + beyond(of(PieceType::Bishop) & Bitboard::LIGHT, 1)
            + beyond(of(PieceType::Bishop) & Bitboard::DARK, 1)
            + beyond(of(PieceType::Rook), 2)
            + beyond(of(PieceType::Queen), 1);
        faults.add_if(pawns.intersects(back_ranks), SetupFaults::PAWN_ON_BACK_RANK);
        faults.add_if(pieces.by_color(color).len() > 16, SetupFaults::TOO_MANY_PIECES);
        faults.add_if(pawns.len() > 8, SetupFaults::TOO_MANY_PAWNS);
        faults.add_if(promoted > missing(pawns), SetupFaults::TOO_MANY_PROMOTED);
    }
    faults
}

/// Returns the number of missing pawns.
fn missing(pawns: Bitboard) -> usize {
    8_usize.saturating_sub(pawns.len())
}

/// Returns the castling rights whose king and rook are in place.
pub(super) fn possible_castling(setup: &Setup, pieces: &Pieces) -> [Option<Square>; 4] {
    CastleSide::BY_COLOR.map(|(color, side)| {
        let back_rank = Bitboard::relative_rank(color, Rank::First);
        let king = only_king(pieces, color).filter(|&king| back_rank.contains(king))?;
        let rooks = pieces.pieces(color, PieceType::Rook) & back_rank;
        let stands = |&rook: &Square| rooks.contains(rook) && CastleSide::of(king, rook) == side;
        setup.castling_rook(color, side).filter(stands)
    })
}

/// Returns true if the last move, by the opponent of `us`, can have been a double push over `to`:
/// the king of `us` was not attacked before it. Accepted if `us` does not have exactly one king.
fn en_passant_is_possible(pieces: &Pieces, us: Color, to: Square) -> bool {
    let Some((origin, pushed)) = pieces.double_push_over(us, to) else { return false };
    let Some(king) = only_king(pieces, us) else { return true };
    let push = LastMove::of(PieceType::Pawn, origin, pushed);
    Retraction { now: pieces, us, king }.was_safe_before(push)
}

/// Returns true for impossible counters. A clock that exceeds the plies given by the move number is
/// accepted: many published positions have one.
fn counters_are_bad(setup: &Setup, en_passant: Option<Square>) -> bool {
    setup.fullmove_number == 0 || (en_passant.is_some() && setup.halfmove_clock > 0)
}

/// Returns true if at most one piece gives check, or if some last move of the opponent leads to the
/// double check. Also returns true if `us` does not have exactly one king. Castling is no
/// candidate: all lines it opens are on the rank of the castled pieces.
///
/// A single checker is always accepted: widely used test positions have one that no move can have
/// given (`r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -`).
fn double_check_is_reachable(pieces: &Pieces, us: Color) -> bool {
    let Some(king) = only_king(pieces, us) else { return true };
    if !pieces.attackers_of(!us, king, pieces.occupied()).more_than_one() {
        return true;
    }
    let retraction = Retraction { now: pieces, us, king };
    pieces.by_color(!us).squares().any(|to| retraction.reachable_by_move_to(to))
}

/// The current board and the king that may not have been attacked before the last move.
struct Retraction<'a> {
    now: &'a Pieces,
    us: Color,
    king: Square,
}

/// A candidate for the opponent's last move.
#[derive(Clone, Copy)]
struct LastMove {
    from: Square,
    to: Square,
    /// The type after the move.
    type_after: PieceType,
    /// The type before the move: a pawn for a promotion.
    type_before: PieceType,
    /// The captured piece and its square.
    captured: Option<(PieceType, Square)>,
}

impl LastMove {
    /// Creates a move that neither captures nor promotes.
    const fn of(piece_type: PieceType, from: Square, to: Square) -> Self {
        Self { from, to, type_after: piece_type, type_before: piece_type, captured: None }
    }

    /// Returns the same move as a capture on its target. The type of the captured piece is
    /// arbitrary: only its square matters.
    const fn capturing(self) -> Self {
        Self { captured: Some((PieceType::Knight, self.to)), ..self }
    }
}

impl Retraction<'_> {
    /// Returns true if the king was not attacked before the move. A capture also requires that `us`
    /// lacks a piece.
    fn was_safe_before(&self, last: LastMove) -> bool {
        let them = !self.us;
        let mut before = *self.now;
        before.toggle(Piece::new(them, last.type_after), Bitboard::of(last.to));
        before.toggle(Piece::new(them, last.type_before), Bitboard::of(last.from));
        if let Some((piece_type, square)) = last.captured {
            before.toggle(Piece::new(self.us, piece_type), Bitboard::of(square));
        }
        let is_missing = last.captured.is_none() || before.by_color(self.us).len() <= 16;
        is_missing && before.attackers_of(them, self.king, before.occupied()).is_empty()
    }

    /// Returns true if some last move to `to` is possible.
    fn reachable_by_move_to(&self, to: Square) -> bool {
        let is_on = |piece_type: &PieceType| self.now.pieces(!self.us, *piece_type).contains(to);
        match PieceType::ALL.into_iter().find(is_on) {
            None => false,
            Some(PieceType::Pawn) => {
                self.reachable_by_pawn(to, PieceType::Pawn) || self.reachable_by_en_passant(to)
            }
            Some(piece_type) => {
                let promotes = piece_type != PieceType::King
                    && to.rank() == self.us.relative_rank(Rank::First);
                self.reachable_by_piece(to, piece_type)
                    || (promotes && self.reachable_by_pawn(to, piece_type))
            }
        }
    }

    fn reachable_by_piece(&self, to: Square, piece_type: PieceType) -> bool {
        let occupied = self.now.occupied();
        let origins = attacks::of(piece_type, to, occupied) - occupied;
        origins.squares().any(|from| {
            let quiet = LastMove::of(piece_type, from, to);
            self.was_safe_before(quiet) || self.was_safe_before(quiet.capturing())
        })
    }

    /// Returns true if a pawn's push or capture to `to` is possible, after which its type is
    /// `type_after`.
    fn reachable_by_pawn(&self, to: Square, type_after: PieceType) -> bool {
        let them = !self.us;
        let back = self.us.forward();
        let first_rank = Bitboard::relative_rank(them, Rank::First);
        let may_stand = |from: &Square| !(self.now.occupied() | first_rank).contains(*from);
        let push = to.step(back).filter(may_stand);
        let double = push
            .filter(|_| to.rank() == them.relative_rank(Rank::Fourth))
            .and_then(|passed| passed.step(back))
            .filter(may_stand);
        let step = |from| LastMove { type_after, ..LastMove::of(PieceType::Pawn, from, to) };
        let mut captures = attacks::pawn(self.us, to).squares().filter(may_stand);
        push.into_iter().chain(double).any(|from| self.was_safe_before(step(from)))
            || captures.any(|from| self.was_safe_before(step(from).capturing()))
    }

    fn reachable_by_en_passant(&self, to: Square) -> bool {
        let them = !self.us;
        let (Some(passed), Some(origin)) = (to.step(self.us.forward()), to.step(them.forward()))
        else {
            return false;
        };
        let occupied = self.now.occupied();
        let origins = attacks::pawn(self.us, to) - occupied;
        to.rank() == them.relative_rank(Rank::Sixth)
            && !occupied.intersects(Bitboard::of(passed).with(origin))
            && origins.squares().any(|from| {
                let captured = Some((PieceType::Pawn, passed));
                let step = LastMove::of(PieceType::Pawn, from, to);
                self.was_safe_before(LastMove { captured, ..step })
            })
    }
}

/// Returns the square of a king if its side has exactly one.
fn only_king(pieces: &Pieces, color: Color) -> Option<Square> {
    let kings = pieces.pieces(color, PieceType::King);
    if kings.more_than_one() { None } else { kings.first() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;
    use alloc::vec::Vec;

    #[test]
    fn faults_have_distinct_bits_and_texts() {
        let all: Vec<_> = SetupFaults::TABLE.iter().collect();
        for (nth, row) in all.iter().enumerate() {
            assert_eq!(row.0.0.count_ones(), 1);
            assert!(!row.2.is_empty());
            for other in &all[..nth] {
                assert!(!row.0.intersects(other.0) && row.2 != other.2);
            }
        }
    }

    #[test]
    fn display_lists_every_reason() {
        let faults = SetupFaults::NO_BLACK_KING | SetupFaults::BAD_COUNTERS;
        assert_eq!(
            faults.to_string(),
            "Black has no king; bad counters: the full move number is 0, or the halfmove clock is \
             not 0 after a double push"
        );
        assert_eq!(SetupFaults::NONE.to_string(), "no fault");
        assert_eq!(alloc::format!("{faults:?}"), "SetupFaults(NO_BLACK_KING | BAD_COUNTERS)");
        assert_eq!(faults.iter().count(), 2);
        assert_eq!(faults - SetupFaults::IGNORABLE, SetupFaults::NO_BLACK_KING);
    }

    #[test]
    fn names_round_trip_as_text() {
        let all = SetupFaults::TABLE.iter().fold(SetupFaults::NONE, |all, row| all | row.0);
        for faults in all.iter().chain([all, SetupFaults::NONE, SetupFaults::IGNORABLE]) {
            let names: Vec<_> = faults.names().collect();
            assert_eq!(names.len(), faults.iter().count());
            assert_eq!(names.join(" | ").parse(), Ok(faults));
            assert_eq!(names.join("|").parse(), Ok(faults));
        }
        let [only] = SetupFaults::NO_WHITE_KING.names().collect::<Vec<_>>()[..] else { panic!() };
        assert_eq!(only, "NO_WHITE_KING");
        for (text, name) in [
            ("NO_WHITE_KING | X", "X"),
            ("no_white_king", "no_white_king"),
            ("NO_WHITE_KING|", ""),
            ("NO_WHITE_KING BAD_COUNTERS", "NO_WHITE_KING BAD_COUNTERS"),
        ] {
            assert_eq!(text.parse::<SetupFaults>().unwrap_err().name, name);
        }
        let long = "x".repeat(1000).parse::<SetupFaults>().unwrap_err();
        assert_eq!(long.name.chars().count(), 65);
    }

    #[cfg(feature = "serde")]
    #[test]
    fn faults_serialize_as_names() {
        let faults = SetupFaults::NO_BLACK_KING | SetupFaults::BAD_COUNTERS;
        let json = "[\"NO_BLACK_KING\",\"BAD_COUNTERS\"]";
        assert_eq!(serde_json::to_string(&faults).unwrap(), json);
        assert_eq!(serde_json::from_str::<SetupFaults>(json).unwrap(), faults);
        assert_eq!(serde_json::from_str::<SetupFaults>("[]").unwrap(), SetupFaults::NONE);
        let error = serde_json::from_str::<SetupFaults>("[\"NO_KING\"]").unwrap_err();
        assert!(error.to_string().contains("\"NO_KING\" is not the name"), "{error}");
    }
}
