//! Setups: the contents of a FEN of a variant before validation, and their faults.

use crate::{Board, Rules};
use ferz::{Bitboard, Color, PieceType, Rank, SetupFaults};

/// The captured pieces that a side can drop in Crazyhouse.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Pocket([u8; 5]);

impl Pocket {
    /// The maximum number of pieces that a [`Setup`] may have in both pockets. Together with those of
    /// a full board they do not overflow a count.
    pub const MAX_PIECES: usize = 64;

    /// An empty pocket.
    pub const EMPTY: Self = Self([0; 5]);

    /// Returns the number of pieces of a type; 0 for kings.
    #[inline]
    pub const fn count(&self, piece: PieceType) -> usize {
        match piece {
            PieceType::King => 0,
            _ => self.0[piece as usize] as usize,
        }
    }

    /// Returns the number of all pieces.
    pub fn len(&self) -> usize {
        self.0.into_iter().map(usize::from).sum()
    }

    /// Returns true if there is no piece.
    pub fn is_empty(&self) -> bool {
        *self == Self::EMPTY
    }

    /// Adds a piece. A king and the 256th piece of a type are not added.
    #[inline]
    pub fn add(&mut self, piece: PieceType) {
        if piece != PieceType::King {
            let count = &mut self.0[piece as usize];
            *count = count.saturating_add(1);
        }
    }

    /// Removes a piece, and returns true if there was one.
    #[inline]
    pub fn remove(&mut self, piece: PieceType) -> bool {
        let found = self.count(piece) > 0;
        if found {
            self.0[piece as usize] -= 1;
        }
        found
    }

    /// Returns the pieces with their numbers, pawns first.
    pub fn counts(&self) -> impl Iterator<Item = (PieceType, usize)> {
        PieceType::ALL.into_iter().zip(self.0).map(|(piece, count)| (piece, count.into()))
    }
}

/// The contents of a FEN of a variant: those of a FEN of chess, promoted pieces, pockets and the checks
/// still to give.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    /// Pieces, side to move, castling rights, en passant square and counters.
    pub chess: ferz::Setup,
    /// The squares of promoted pieces, which enter a pocket as pawns.
    pub promoted: Bitboard,
    /// The pocket of each side, White's first.
    pub pockets: [Pocket; Color::COUNT],
    /// The checks that each side still has to give to win, White's first.
    pub checks_left: [u8; Color::COUNT],
}

impl From<ferz::Setup> for Setup {
    fn from(chess: ferz::Setup) -> Self {
        Self {
            chess,
            promoted: Bitboard::EMPTY,
            pockets: [Pocket::EMPTY; 2],
            checks_left: [Setup::CHECKS; 2],
        }
    }
}

impl Setup {
    /// The checks that win a game of Three-check.
    pub const CHECKS: u8 = 3;

    /// Returns the faults of chess that are faults under these rules too.
    pub fn faults(&self, rules: Rules) -> SetupFaults {
        use SetupFaults as F;
        let of_chess = self.chess.faults();
        let recomputed = F::IMPOSSIBLE_CASTLING | F::OPPONENT_IN_CHECK;
        let kings =
            F::NO_WHITE_KING | F::NO_BLACK_KING | F::SEVERAL_WHITE_KINGS | F::SEVERAL_BLACK_KINGS;
        let numbers = F::TOO_MANY_PIECES | F::TOO_MANY_PAWNS | F::TOO_MANY_PROMOTED;
        let us = self.chess.side_to_move;
        let own_king_missing = if us == Color::White { F::NO_WHITE_KING } else { F::NO_BLACK_KING };
        let permitted = match rules {
            Rules::Chess | Rules::KingOfTheHill | Rules::ThreeCheck => F::NONE,
            // A dropped piece gives check beside any other.
            Rules::Crazyhouse => numbers | F::IMPOSSIBLE_CHECKERS,
            Rules::RacingKings => F::IMPOSSIBLE_CHECKERS,
            // The king of the side to move has exploded, or explosions have opened lines.
            Rules::Atomic => F::IMPOSSIBLE_CHECKERS | F::IMPOSSIBLE_EN_PASSANT | own_king_missing,
            Rules::Horde => F::NO_WHITE_KING | F::PAWN_ON_BACK_RANK | numbers,
            Rules::Antichess | Rules::Giveaway | Rules::Suicide => {
                kings | F::IMPOSSIBLE_CHECKERS | F::IMPOSSIBLE_EN_PASSANT
            }
        };
        let mut faults = of_chess - permitted - recomputed;
        let board = Board::arranged(rules, self);
        // Antichess ignores the rights of a FEN, which the initial one of chess has.
        if board.castling != self.chess.castling && rules != Rules::Antichess {
            faults |= F::IMPOSSIBLE_CASTLING;
        }
        if board.passed != self.chess.en_passant {
            faults |= F::IMPOSSIBLE_EN_PASSANT;
        }
        // The last move may have left its own king in check if it exploded the other.
        if board.checkers_of(!us).any() && !of_chess.intersects(permitted & kings) {
            faults |= F::OPPONENT_IN_CHECK;
        }
        faults | self.faults_of_numbers(rules)
    }

    /// Returns the faults of numbers and back ranks for the rules under which those of chess differ.
    fn faults_of_numbers(&self, rules: Rules) -> SetupFaults {
        let pieces = self.chess.sets();
        let pawns = pieces.by_type(PieceType::Pawn);
        let mut faults = SetupFaults::NONE;
        match rules {
            Rules::Horde => {
                let rank = Bitboard::rank;
                let black = pieces.by_color(Color::Black);
                let last = pawns & (rank(Rank::Eighth) | rank(Rank::First) & black);
                if last.any() {
                    faults |= SetupFaults::PAWN_ON_BACK_RANK;
                }
                if black.len() > 16 {
                    faults |= SetupFaults::TOO_MANY_PIECES;
                }
            }
            Rules::Crazyhouse => {
                let sum = |number: fn(&super::Pocket) -> usize| -> usize {
                    self.pockets.iter().map(number).sum()
                };
                if pieces.occupied().len() + sum(Pocket::len) > 32 {
                    faults |= SetupFaults::TOO_MANY_PIECES;
                }
                let pocket_pawns = sum(|pocket| pocket.count(PieceType::Pawn));
                if (pawns | self.promoted).len() + pocket_pawns > 16 {
                    faults |= SetupFaults::TOO_MANY_PAWNS;
                }
            }
            _ => {}
        }
        faults
    }

    /// Returns the fault that only these rules have.
    pub fn rules_fault(&self, rules: Rules) -> Option<RulesFault> {
        let pieces = self.chess.sets();
        let kings = pieces.by_type(PieceType::King);
        let pocketed: usize = self.pockets.iter().map(Pocket::len).sum();
        let board = Board::arranged(rules, self);
        match rules {
            Rules::RacingKings => {
                let home = kings & Bitboard::rank(Rank::Eighth);
                if pieces.by_type(PieceType::Pawn).any() {
                    return Some(RulesFault::RacingPawns);
                }
                if board.in_check() {
                    return Some(RulesFault::RacingCheck);
                }
                let black_moves = self.chess.side_to_move == Color::Black;
                (black_moves && home.intersects(pieces.by_color(Color::Black)))
                    .then_some(RulesFault::RaceIsOver)
            }
            Rules::Horde => kings
                .intersects(pieces.by_color(Color::White))
                .then_some(RulesFault::WhiteKingInHorde),
            Rules::Crazyhouse => {
                (pocketed > Pocket::MAX_PIECES).then_some(RulesFault::TooManyInPockets)
            }
            Rules::ThreeCheck => self
                .checks_left
                .iter()
                .any(|&checks| checks > Self::CHECKS)
                .then_some(RulesFault::TooManyChecks),
            _ => None,
        }
    }
}

/// A reason of a variant's own rules against a [`Setup`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RulesFault {
    /// A pawn in Racing Kings.
    #[error("Racing Kings has no pawns")]
    RacingPawns,
    /// A check in Racing Kings.
    #[error("no side can be in check in Racing Kings")]
    RacingCheck,
    /// Black to move in Racing Kings with its king on the eighth rank: the game ended before.
    #[error("Black is to move although its king has reached the eighth rank")]
    RaceIsOver,
    /// A white king in Horde.
    #[error("White has no king in Horde")]
    WhiteKingInHorde,
    /// More pieces in the pockets than [`Pocket::MAX_PIECES`].
    #[error("the pockets have more than {} pieces", Pocket::MAX_PIECES)]
    TooManyInPockets,
    /// More checks still to give than [`Setup::CHECKS`].
    #[error("a side has more than {} checks to give", Setup::CHECKS)]
    TooManyChecks,
}

/// The error for a setup that is not a legal position under some rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidSetup {
    /// Faults that chess has too, as far as they were not ignored.
    #[error("{0}")]
    Chess(SetupFaults),
    /// A fault of the rules alone.
    #[error("{0}")]
    Rules(#[from] RulesFault),
}
