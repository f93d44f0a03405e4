//! Endgames that are harder to win than their material says: by the material alone, or by a rule
//! that asks where the men stand.

mod bishops;
mod heavy;
mod pawns;

use super::counts::{Army, Counts};
use super::view::StrongSideView;
use ferz::position::PIECE_VALUE;
use ferz::{Bitboard, Color, PieceType, Position};

/// Nothing is taken off.
pub(in crate::eval) const FULL: i32 = 64;
/// Nothing is left: a draw.
const DRAWN: i32 = 0;
/// A draw that the stronger side may hope to win against mistakes.
const DRAWISH: i32 = 4;

/// How much of an endgame's value a side that would win can hope for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Scaling {
    /// Of [`FULL`], where no rule says otherwise.
    factor: u8,
    /// What asks for the places of the men.
    rule: Option<Rule>,
}

/// What makes an endgame hard to win; the stronger side's men are named first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Rule {
    /// Each side has one bishop, perhaps on squares of different colours.
    Bishops,
    /// Bishops and pawns against king and pawns: the pawns may be on a rook's file, and the bishops
    /// not of the corner's colour.
    Kbpk,
    /// Bishop and pawn against a minor piece: the king may stand where no bishop drives it away.
    Kbpkm,
    /// Knight and pawn against a bare king: the pawn may have come too far.
    Knpk,
    /// Pawns against a bare king: they may all be on a rook's file.
    Kppk,
    /// Pawn against pawn.
    Kpkp,
    /// Rook and pawn against rook.
    Krpkr,
    /// Queen against rook and pawns.
    Kqkrp,
}

impl Scaling {
    /// Nothing is taken off and nothing asked.
    pub(super) const NONE: Self = Self { factor: FULL as u8, rule: None };

    /// What the material says of the chances of a side.
    pub(super) fn of(material: &Counts, strong: Color) -> Self {
        let (own, other) = (material.army(strong), material.army(!strong));
        match without_pawns(own, other) {
            Some(factor) => Self { factor, rule: None },
            // The more pawns, the better the chances of making one of them a queen.
            None => Self { factor: (40 + 6 * own[0]).min(FULL as u8), rule: Rule::of(own, other) },
        }
    }

    /// The factor for a position, of [`FULL`].
    #[inline]
    pub(super) fn factor(self, pos: &Position, strong: Color, passed: Bitboard) -> i32 {
        let ruled = self.rule.and_then(|rule| rule.factor(StrongSideView { pos, strong }, passed));
        ruled.unwrap_or(i32::from(self.factor))
    }
}

/// Without pawns, a minor piece more does not win, and one alone never does.
fn without_pawns(own: Army, other: Army) -> Option<u8> {
    let [rook, bishop] =
        [PieceType::Rook, PieceType::Bishop].map(|kind| PIECE_VALUE[kind].middlegame());
    let (ours, theirs) = (pieces_worth(own), pieces_worth(other));
    (own[0] == 0 && ours - theirs <= bishop).then_some(if ours < rook {
        0
    } else if theirs <= bishop {
        4
    } else {
        14
    })
}

/// The middlegame value of an army without its pawns, in centipawns.
fn pieces_worth(army: Army) -> i32 {
    let worth = |kind: PieceType| i32::from(army[kind.index()]) * PIECE_VALUE[kind].middlegame();
    [PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen]
        .map(worth)
        .iter()
        .sum()
}

impl Rule {
    fn of(own: Army, other: Army) -> Option<Self> {
        Some(match (own, other) {
            ([(1..), 0, (1..), 0, 0], [_, 0, 0, 0, 0]) => Self::Kbpk,
            ([1, 0, 1, 0, 0], [0, 1, 0, 0, 0] | [0, 0, 1, 0, 0]) => Self::Kbpkm,
            ([1, 1, 0, 0, 0], [0, 0, 0, 0, 0]) => Self::Knpk,
            ([(2..), 0, 0, 0, 0], [0, 0, 0, 0, 0]) => Self::Kppk,
            ([1, 0, 0, 0, 0], [1, 0, 0, 0, 0]) => Self::Kpkp,
            ([1, 0, 0, 1, 0], [0, 0, 0, 1, 0]) => Self::Krpkr,
            ([0, 0, 0, 0, 1], [(1..), 0, 0, 1, 0]) => Self::Kqkrp,
            ([_, _, 1, _, _], [_, _, 1, _, _]) => Self::Bishops,
            _ => return None,
        })
    }

    /// What it says of a position, of [`FULL`]; `None` where it does not apply.
    fn factor(self, view: StrongSideView, passed: Bitboard) -> Option<i32> {
        match self {
            Self::Bishops => bishops::opposite(view, passed),
            Self::Kbpk => bishops::wrong_corner(view),
            Self::Kbpkm => bishops::blockade(view).or_else(|| bishops::opposite(view, passed)),
            Self::Knpk => pawns::knight_and_rook_pawn(view),
            Self::Kppk => pawns::on_a_rook_file(view),
            Self::Kpkp => pawns::against_pawn(view),
            Self::Krpkr => heavy::rook_and_pawn(view),
            Self::Kqkrp => heavy::queen_against_fortress(view),
        }
    }
}
