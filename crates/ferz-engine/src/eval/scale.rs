//! Scale factors of drawish endgames, by the material and by rules that test the squares.
//!
//! Rules are named by their material, the stronger side first: `krpkr` is rook and pawn against
//! rook.

use super::attacks::same_color_squares;
use super::counts::{MaterialCounts, SideCounts, StrongSideView};
use super::kpk;
use ferz::position::PIECE_VALUE;
use ferz::{Bitboard, Board, Color, File, PieceType, Rank, Square, attacks};

/// The scale factor of a normal endgame.
pub(super) const SCALE_NORMAL: i32 = 64;
/// The scale factor of a draw.
const SCALE_DRAW: i32 = 0;
/// The scale factor of a draw with practical winning chances.
const SCALE_DRAWISH: i32 = 4;
/// The scale factor of a side without pawns that leads by a minor piece or less, with more pieces left.
const SCALE_PAWNLESS: i32 = 14;

/// The scale factor of a material distribution for one stronger side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct EndgameScale {
    /// The factor of [`SCALE_NORMAL`] where no rule applies.
    factor: i32,
    /// Set if the stronger side has no pawns and too small a lead to win.
    pawnless: bool,
    /// The rule that tests the squares.
    rule: Option<ScaleRule>,
}

/// A rule that scales an endgame by the squares of its pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ScaleRule {
    /// One bishop each: opposite-coloured bishops.
    Bishops,
    /// Bishops and pawns against king and pawns: rook pawns with bishops of the wrong colour.
    Kbpk,
    /// Bishop and pawn against a minor piece: blockade of the pawn.
    Kbpkm,
    /// Knight and pawn against a bare king: rook pawn on the seventh rank.
    Knpk,
    /// Pawns against a bare king: all on a rook file.
    Kppk,
    /// Pawn against pawn.
    Kpkp,
    /// Rook and pawn against rook.
    Krpkr,
    /// Queen against rook and pawns: fortress.
    Kqkrp,
}

impl EndgameScale {
    /// Returns the scaling of a material distribution.
    pub(super) fn of(counts: &MaterialCounts, strong: Color) -> Self {
        let (own, other) = (counts[strong], counts[!strong]);
        match pawnless_factor(own, other) {
            Some(factor) => Self { factor, pawnless: true, rule: None },
            // Winning chances grow with the number of own pawns.
            None => Self {
                factor: (40 + 6 * i32::from(own[0])).min(SCALE_NORMAL),
                pawnless: false,
                rule: ScaleRule::of(own, other),
            },
        }
    }

    /// Returns the factor of a position, of [`SCALE_NORMAL`].
    #[inline]
    pub(super) fn factor(self, pos: &Board, strong: Color, passed: Bitboard) -> i32 {
        let by_rule =
            self.rule.and_then(|rule| rule.factor(StrongSideView { pos, strong }, passed));
        by_rule.unwrap_or(self.factor)
    }

    /// Returns the factor of an endgame that its material or squares make a draw or drawish, which
    /// a network has seen too rarely to know; `None` leaves the value as it is, as that of
    /// opposite-coloured bishops with pawns.
    #[inline]
    pub(super) fn draw_factor(self, pos: &Board, strong: Color) -> Option<i32> {
        if self.pawnless {
            return Some(self.factor);
        }
        let rule = self.rule.filter(|&rule| rule != ScaleRule::Bishops)?;
        rule.factor(StrongSideView { pos, strong }, Bitboard::EMPTY)
    }
}

/// Returns the factor of a side without pawns that leads by a minor piece or less.
fn pawnless_factor(own: SideCounts, other: SideCounts) -> Option<i32> {
    let [rook, bishop] =
        [PieceType::Rook, PieceType::Bishop].map(|piece_type| PIECE_VALUE[piece_type].middlegame());
    let (ours, theirs) = (non_pawn_material(own), non_pawn_material(other));
    (own[0] == 0 && ours - theirs <= bishop).then_some(if ours < rook {
        SCALE_DRAW
    } else if theirs <= bishop {
        SCALE_DRAWISH
    } else {
        SCALE_PAWNLESS
    })
}

/// Returns the middlegame value of a side's pieces without pawns, in centipawns.
fn non_pawn_material(counts: SideCounts) -> i32 {
    [PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen]
        .map(|piece_type| {
            i32::from(counts[piece_type.index()]) * PIECE_VALUE[piece_type].middlegame()
        })
        .iter()
        .sum()
}

impl ScaleRule {
    fn of(own: SideCounts, other: SideCounts) -> Option<Self> {
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

    /// Returns the factor of a position, of [`SCALE_NORMAL`]; `None` if the rule does not apply.
    fn factor(self, view: StrongSideView, passed: Bitboard) -> Option<i32> {
        match self {
            Self::Bishops => opposite_bishops(view, passed),
            Self::Kbpk => kbpk(view),
            Self::Kbpkm => kbpkm(view).or_else(|| opposite_bishops(view, passed)),
            Self::Knpk => knpk(view),
            Self::Kppk => kppk(view),
            Self::Kpkp => kpkp(view),
            Self::Krpkr => krpkr(view),
            Self::Kqkrp => kqkrp(view),
        }
    }
}

/// Opposite-coloured bishops: the factor grows with passed pawns, or with own men if other pieces
/// are left.
fn opposite_bishops(view: StrongSideView, passed: Bitboard) -> Option<i32> {
    let pos = view.pos;
    let bishops = pos.by_type(PieceType::Bishop);
    if bishops.len() != 2 || (bishops & Bitboard::DARK).len() != 1 {
        return None;
    }
    let others = [PieceType::Knight, PieceType::Rook, PieceType::Queen];
    let only_bishops = others.into_iter().all(|piece_type| pos.by_type(piece_type).is_empty());
    let own = pos.by_color(view.strong);
    let factor =
        if only_bishops { 18 + 4 * (passed & own).len() as i32 } else { 28 + 3 * own.len() as i32 };
    Some(factor.min(SCALE_NORMAL))
}

/// Bishops and rook pawns: a draw if the weaker king holds the promotion corner and no bishop
/// attacks it.
fn kbpk(view: StrongSideView) -> Option<i32> {
    let corner = Square::new(rook_pawn_file(view)?, Rank::Eighth);
    let bishops = view.pos.pieces(view.strong, PieceType::Bishop);
    let corner_color = same_color_squares(corner.relative_to(view.strong));
    let holds = view.weak_king().distance(corner) <= 1;
    (!bishops.intersects(corner_color) && holds).then_some(SCALE_DRAW)
}

/// Bishop and pawn against a minor piece: a draw if the weaker king stands before the pawn on a
/// square that the bishop cannot attack, drawish on other squares up to the sixth rank.
fn kbpkm(view: StrongSideView) -> Option<i32> {
    let (king, pawn) = (view.weak_king(), view.own(PieceType::Pawn));
    if king.file() != pawn.file() || king.rank() <= pawn.rank() {
        return None;
    }
    if !same_color_squares(view.own(PieceType::Bishop)).contains(king) {
        return Some(SCALE_DRAW);
    }
    (king.rank() <= Rank::Sixth).then_some(SCALE_DRAWISH)
}

/// Knight and rook pawn on the seventh rank: a draw if the weaker king holds the corner. The knight
/// is tied to the pawn, and the stronger king cannot approach without stalemate.
fn knpk(view: StrongSideView) -> Option<i32> {
    let pawn = view.own(PieceType::Pawn);
    let corner = Square::new(pawn.file(), Rank::Eighth);
    let on_seventh = pawn.rank() == Rank::Seventh && matches!(pawn.file(), File::A | File::H);
    (on_seventh && view.weak_king().distance(corner) <= 1).then_some(SCALE_DRAW)
}

/// Pawns on one rook file: a draw if the weaker king stands before all of them.
fn kppk(view: StrongSideView) -> Option<i32> {
    let file = rook_pawn_file(view)?;
    let pawns = view.pos.pieces(view.strong, PieceType::Pawn);
    let king = view.weak_king();
    let before = pawns.squares().all(|pawn| pawn.relative_to(view.strong).rank() < king.rank());
    (before && king.file().distance(file) <= 1).then_some(SCALE_DRAW)
}

/// Pawn against pawn: drawish if the bitbase has a draw without the weaker pawn. A centre or knight
/// pawn from the fifth rank on is excluded, as the weaker pawn may obstruct its own king.
fn kpkp(view: StrongSideView) -> Option<i32> {
    let pawn = view.own(PieceType::Pawn);
    let far = pawn.rank() >= Rank::Fifth && !matches!(pawn.file(), File::A | File::H);
    let won = || kpk::is_won(view.king(), pawn, view.weak_king(), view.to_move());
    (!far && !won()).then_some(SCALE_DRAWISH)
}

/// Rook and pawn against rook: standard drawing positions.
fn krpkr(view: StrongSideView) -> Option<i32> {
    let (king, weak_king) = (view.king(), view.weak_king());
    let (rook, weak_rook) = (view.own(PieceType::Rook), view.other(PieceType::Rook));
    let pawn = view.own(PieceType::Pawn);
    let promotion = Square::new(pawn.file(), Rank::Eighth);
    let before_pawn = weak_king.distance(promotion) <= 1;
    // Philidor: the rook cuts off the sixth rank while the pawn is behind it.
    let cut_off = before_pawn && pawn.rank() <= Rank::Fifth && king.rank() <= Rank::Fifth;
    if cut_off && weak_rook.rank() == Rank::Sixth {
        return Some(SCALE_DRAWISH);
    }
    // Philidor, pawn on the sixth: the rook checks from behind.
    let from_behind = before_pawn && pawn.rank() == Rank::Sixth && king.rank() <= Rank::Sixth;
    if from_behind && weak_rook.rank() <= Rank::Second && !view.to_move() {
        return Some(SCALE_DRAWISH);
    }
    // The stronger rook blocks its own pawn on the seventh, with the weaker rook behind the pawn
    // and the weaker king out of reach of checks.
    let blocked = pawn.rank() == Rank::Seventh && rook == promotion;
    let king_is_safe =
        weak_king.rank() == Rank::Seventh && weak_king.file().distance(pawn.file()) > 4;
    if blocked && king_is_safe && weak_rook.file() == pawn.file() && king.distance(pawn) > 1 {
        return Some(SCALE_DRAWISH);
    }
    // The weaker king stands before the pawn.
    let ahead = weak_king.rank() > pawn.rank() && weak_king.file().distance(pawn.file()) <= 1;
    (ahead && pawn.rank() <= Rank::Fifth).then_some(24)
}

/// Queen against rook and pawns: a draw if the rook on its third rank, defended by a pawn beside
/// its king, cuts off the stronger king.
fn kqkrp(view: StrongSideView) -> Option<i32> {
    let (king, rook) = (view.weak_king(), view.other(PieceType::Rook));
    if rook.rank() != Rank::Sixth || view.king().rank() >= Rank::Sixth {
        return None;
    }
    let pawns = view.pos.pieces(!view.strong, PieceType::Pawn);
    let holds = pawns
        .squares()
        .map(|pawn| pawn.relative_to(view.strong))
        .any(|pawn| attacks::pawn(Color::Black, pawn).contains(rook) && pawn.distance(king) <= 1);
    holds.then_some(SCALE_DRAW)
}

/// Returns the rook file on which all pawns of the stronger side stand.
fn rook_pawn_file(view: StrongSideView) -> Option<File> {
    let pawns = view.pos.pieces(view.strong, PieceType::Pawn);
    [File::A, File::H].into_iter().find(|&file| pawns.is_subset(Bitboard::file(file)))
}
