//! Kinds of endgames by their material, and how long a game has them.

use ferz::{Bitboard, Color, PieceType, Position};
use std::fmt;
use std::str::FromStr;

/// A kind of endgame by the pieces beside the kings; any number of pawns belongs to each.
///
/// A position can be of several kinds: an endgame of bishops of opposite colours is one of bishops and one
/// of minor pieces too.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum EndgameKind {
    /// Pawns only, one or more
    Pawn,
    /// One or more knights on each side, no other pieces
    Knight,
    /// One or more bishops on each side, no other pieces
    Bishop,
    /// One bishop on each side, on squares of different colours, no other pieces
    OppositeBishops,
    /// Bishops on one side against knights on the other, no other pieces
    BishopKnight,
    /// Bishops or knights on each side, no other pieces
    Minor,
    /// One or more rooks on each side, no other pieces
    Rook,
    /// A rook with a bishop or knight on each side, no other pieces
    RookMinor,
    /// One or more queens on each side, no other pieces
    Queen,
}

impl EndgameKind {
    /// All kinds.
    pub const ALL: [Self; 9] = [
        Self::Pawn,
        Self::Knight,
        Self::Bishop,
        Self::OppositeBishops,
        Self::BishopKnight,
        Self::Minor,
        Self::Rook,
        Self::RookMinor,
        Self::Queen,
    ];

    /// Returns the name for arguments, tables and JSON, such as `opposite-bishops`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pawn => "pawn",
            Self::Knight => "knight",
            Self::Bishop => "bishop",
            Self::OppositeBishops => "opposite-bishops",
            Self::BishopKnight => "bishop-knight",
            Self::Minor => "minor",
            Self::Rook => "rook",
            Self::RookMinor => "rook-minor",
            Self::Queen => "queen",
        }
    }

    /// Returns the material in one line. Kings, and pawns of any number, are not named.
    pub fn description(self) -> &'static str {
        match self {
            Self::Pawn => "Pawns only, one or more",
            Self::Knight => "One or more knights on each side, no other pieces",
            Self::Bishop => "One or more bishops on each side, no other pieces",
            Self::OppositeBishops => {
                "One bishop on each side, on squares of different colours, no other pieces"
            }
            Self::BishopKnight => {
                "Bishops on one side against knights on the other, no other pieces"
            }
            Self::Minor => "Bishops or knights on each side, no other pieces",
            Self::Rook => "One or more rooks on each side, no other pieces",
            Self::RookMinor => "A rook with a bishop or knight on each side, no other pieces",
            Self::Queen => "One or more queens on each side, no other pieces",
        }
    }

    /// Returns the kinds of a position; none if it is no endgame of a kind.
    ///
    /// ```
    /// use ferz::Position;
    /// use ferz_database::facts::EndgameKind;
    /// let bishops = Position::from_fen("4k3/4b3/8/8/8/8/4BP2/4K3 w - - 0 50")?;
    /// let kinds = [EndgameKind::Bishop, EndgameKind::OppositeBishops, EndgameKind::Minor];
    /// assert_eq!(EndgameKind::of(&bishops), kinds);
    /// assert_eq!(EndgameKind::of(&Position::startpos()), []);
    /// # Ok::<(), ferz::notation::FenError>(())
    /// ```
    pub fn of(position: &Position) -> &'static [Self] {
        use PieceType::{Bishop, Knight, Pawn, Queen, Rook};
        let of = |piece_type| position.by_type(piece_type);
        // Most positions of a game.
        if of(Queen).any() && (of(Rook) | of(Bishop) | of(Knight)).any() {
            return &[];
        }
        let counts = |color| {
            let count = |piece_type| position.pieces(color, piece_type).len();
            (count(Queen), count(Rook), count(Bishop), count(Knight))
        };
        let is_opposite =
            || of(Bishop).intersects(Bitboard::LIGHT) && of(Bishop).intersects(Bitboard::DARK);
        match (counts(Color::White), counts(Color::Black)) {
            ((0, 0, 0, 0), (0, 0, 0, 0)) if of(Pawn).any() => &[Self::Pawn],
            ((1.., 0, 0, 0), (1.., 0, 0, 0)) => &[Self::Queen],
            ((0, 1.., 0, 0), (0, 1.., 0, 0)) => &[Self::Rook],
            ((0, 1, 1, 0) | (0, 1, 0, 1), (0, 1, 1, 0) | (0, 1, 0, 1)) => &[Self::RookMinor],
            ((0, 0, 0, 1..), (0, 0, 0, 1..)) => &[Self::Knight, Self::Minor],
            ((0, 0, 1, 0), (0, 0, 1, 0)) if is_opposite() => {
                &[Self::Bishop, Self::OppositeBishops, Self::Minor]
            }
            ((0, 0, 1.., 0), (0, 0, 1.., 0)) => &[Self::Bishop, Self::Minor],
            ((0, 0, 1.., 0), (0, 0, 0, 1..)) | ((0, 0, 0, 1..), (0, 0, 1.., 0)) => {
                &[Self::BishopKnight, Self::Minor]
            }
            ((0, 0, b, n), (0, 0, c, m)) if b + n > 0 && c + m > 0 => &[Self::Minor],
            _ => &[],
        }
    }
}

/// The error for text that is no name of a kind of endgame.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected a kind of endgame, like rook or pawn")]
pub struct ParseEndgameKindError;

/// Parses a [name](EndgameKind::name).
impl FromStr for EndgameKind {
    type Err = ParseEndgameKindError;

    fn from_str(name: &str) -> Result<Self, ParseEndgameKindError> {
        Self::ALL.into_iter().find(|kind| kind.name() == name).ok_or(ParseEndgameKindError)
    }
}

/// Writes the name.
impl fmt::Display for EndgameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The number of plies that a game has of each kind of endgame.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct EndgamePlies {
    plies: [u32; EndgameKind::ALL.len()],
    /// The kinds of the last position, and its numbers of men and pawns. A capture changes the first number and
    /// a promotion the second, so the kinds stay while both do.
    kinds: &'static [EndgameKind],
    counts: (usize, usize),
}

impl EndgamePlies {
    /// The usual least number of plies of an endgame, five moves of each side: fewer are often a passing exchange, or
    /// the last moves of a game that is decided.
    pub const DEFAULT: u32 = 10;

    /// Adds the next move, of either side, by the position before it.
    pub fn add(&mut self, before: &Position) {
        let counts = (before.occupied().len(), before.by_type(PieceType::Pawn).len());
        if counts != self.counts {
            (self.kinds, self.counts) = (EndgameKind::of(before), counts);
        }
        for &kind in self.kinds {
            self.plies[kind as usize] += 1;
        }
    }

    /// Returns the number of plies of a kind.
    pub(crate) fn of(&self, kind: EndgameKind) -> u32 {
        self.plies[kind as usize]
    }

    /// Sets the number of plies of a kind.
    pub(crate) fn set(&mut self, kind: EndgameKind, plies: u32) {
        self.plies[kind as usize] = plies;
    }

    /// Returns the kinds of which the game has at least this number of plies, in all.
    pub fn lasting(&self, plies: u32) -> impl Iterator<Item = EndgameKind> {
        EndgameKind::ALL.into_iter().filter(move |&kind| self.plies[kind as usize] >= plies)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the names of the kinds of a position whose sides have these pieces and no pawns.
    fn names(white: &str, black: &str) -> Vec<&'static str> {
        let fen = format!("4k3/8/{}/8/8/{white}/8/4K3 w - - 0 50", black.to_lowercase());
        let position = Position::from_fen(&fen).unwrap();
        EndgameKind::of(&position).iter().map(|kind| kind.name()).collect()
    }

    #[test]
    fn kinds_are_those_of_the_literature() {
        // The first squares of the third rank and of the sixth have different colours.
        for (white, black, expected) in [
            ("8", "8", &[][..]),
            ("P7", "8", &["pawn"]),
            ("P7", "P7", &["pawn"]),
            ("N7", "N7", &["knight", "minor"]),
            ("NN6", "NP6", &["knight", "minor"]),
            ("B7", "B7", &["bishop", "opposite-bishops", "minor"]),
            ("B7", "1B6", &["bishop", "minor"]),
            ("BB6", "B7", &["bishop", "minor"]),
            ("B7", "N7", &["bishop-knight", "minor"]),
            ("NP6", "BB6", &["bishop-knight", "minor"]),
            ("BN6", "N7", &["minor"]),
            ("N7", "8", &[]),
            ("N7", "P7", &[]),
            ("R7", "R7", &["rook"]),
            ("RRP5", "RP6", &["rook"]),
            ("RPP5", "8", &[]),
            ("R7", "N7", &[]),
            ("RN6", "R7", &[]),
            ("RN6", "RB6", &["rook-minor"]),
            ("RBP5", "RBP5", &["rook-minor"]),
            ("RBN5", "RBN5", &[]),
            ("RRN5", "RRN5", &[]),
            ("Q7", "Q7", &["queen"]),
            ("QQP5", "QP6", &["queen"]),
            ("Q7", "8", &[]),
            ("Q7", "R7", &[]),
            ("QR6", "QR6", &[]),
            ("QN6", "Q7", &[]),
        ] {
            assert_eq!(names(white, black), expected, "{white} {black}");
            let mut exchanged = names(black, white);
            let mut expected = expected.to_vec();
            exchanged.sort_unstable();
            expected.sort_unstable();
            assert_eq!(exchanged, expected, "{black} {white}");
        }
    }

    #[test]
    fn names_are_read_again() {
        for kind in EndgameKind::ALL {
            assert_eq!(kind.name().parse(), Ok(kind));
            assert_eq!(EndgameKind::ALL[kind as usize], kind);
        }
        assert!("rooks".parse::<EndgameKind>().is_err());
    }

    #[test]
    fn plies_are_those_of_the_whole_game() {
        let mut position = Position::from_fen("8/1P2k3/8/8/8/1r6/4K2p/1R6 w - - 0 50").unwrap();
        let mut plies = EndgamePlies::default();
        // A promotion, after whose refutation the rook endgame goes on, and the exchange of the rooks.
        for san in ["b8=Q", "Rxb8", "Rh1", "Rb2+", "Kf3", "Rb1", "Rxb1", "Kf7", "Kg2"] {
            plies.add(&position);
            position.do_move(position.parse_san(san).unwrap());
        }
        let lasting = |least| plies.lasting(least).collect::<Vec<_>>();
        assert_eq!(lasting(1), [EndgameKind::Rook]);
        assert_eq!((lasting(6), lasting(7)), (vec![EndgameKind::Rook], vec![]));
    }
}
