//! Endgames that are recognised by their material and have an evaluation function of their own.
//!
//! Functions are named by their material, the stronger side first: `krkp` is rook against pawn.

use super::attacks::same_color_squares;
use super::counts::{MaterialCounts, SideCounts, StrongSideView};
use super::kpk;
use crate::value::{DRAW, Value};
use ferz::position::PIECE_VALUE;
use ferz::{Bitboard, Board, Color, File, PieceSums, PieceType, Rank, Square};

/// The base value of a won endgame: above the sum of all other terms, below tablebase wins.
pub(super) const KNOWN_WIN: Value = 10_000;

/// The factor on mating progress (king distances): a step must be worth more than the pruning
/// margins of the search, or the search prunes the winning plan.
const PROGRESS_FACTOR: Value = 4;

/// The value of winning the last pawn with a rook, less than a rook because the pawn still stands.
const ROOK_WINS_PAWN: Value = 500;

const BARE: SideCounts = [0, 0, 0, 0, 0];
const PAWN: SideCounts = [1, 0, 0, 0, 0];
const KNIGHT: SideCounts = [0, 1, 0, 0, 0];
const BISHOP: SideCounts = [0, 0, 1, 0, 0];
const ROOK: SideCounts = [0, 0, 0, 1, 0];
const QUEEN: SideCounts = [0, 0, 0, 0, 1];
const BISHOP_KNIGHT: SideCounts = [0, 1, 1, 0, 0];
const TWO_KNIGHTS: SideCounts = [0, 2, 0, 0, 0];

/// A recognised endgame, the stronger side's pieces first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Endgame {
    /// Insufficient material of both sides: bare kings, a minor piece against a bare king or
    /// another minor piece, or two knights against a bare king.
    Draw,
    /// Mating material against a bare king.
    Kxk,
    /// Bishop and knight against a bare king.
    Kbnk,
    /// Pawn against a bare king.
    Kpk,
    /// Pawns, alone or with bishops or up to two knights, against a bare king.
    Kpsk,
    /// Rook against pawn.
    Krkp,
    /// Rook against bishop.
    Krkb,
    /// Rook against knight.
    Krkn,
    /// Queen against pawn.
    Kqkp,
    /// Queen against rook, bishop or knight.
    Kqkx,
    /// Two knights against pawn.
    Knnkp,
}

impl Endgame {
    /// Returns the endgame with this material and its stronger side.
    pub(super) fn recognise(counts: &MaterialCounts) -> Option<(Self, Color)> {
        Color::ALL.into_iter().find_map(|strong| {
            Self::of(counts[strong], counts[!strong]).map(|endgame| (endgame, strong))
        })
    }

    fn of(strong: SideCounts, weak: SideCounts) -> Option<Self> {
        Some(match (strong, weak) {
            (BARE | KNIGHT | BISHOP, BARE | KNIGHT | BISHOP) | (TWO_KNIGHTS, BARE) => Self::Draw,
            (BISHOP_KNIGHT, BARE) => Self::Kbnk,
            (PAWN, BARE) => Self::Kpk,
            (_, BARE) if is_mating_material(strong) => Self::Kxk,
            (_, BARE) => Self::Kpsk,
            (ROOK, PAWN) => Self::Krkp,
            (ROOK, BISHOP) => Self::Krkb,
            (ROOK, KNIGHT) => Self::Krkn,
            (QUEEN, PAWN) => Self::Kqkp,
            (QUEEN, ROOK | BISHOP | KNIGHT) => Self::Kqkx,
            (TWO_KNIGHTS, PAWN) => Self::Knnkp,
            _ => return None,
        })
    }

    /// Returns the name of the endgame in plain words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Draw => "insufficient material",
            Self::Kxk => "mating material against a bare king",
            Self::Kbnk => "bishop and knight against a bare king",
            Self::Kpk => "pawn against a bare king",
            Self::Kpsk => "pawns against a bare king",
            Self::Krkp => "rook against pawn",
            Self::Krkb => "rook against bishop",
            Self::Krkn => "rook against knight",
            Self::Kqkp => "queen against pawn",
            Self::Kqkx => "queen against a piece",
            Self::Knnkp => "two knights against pawn",
        }
    }

    /// Evaluates the position for the stronger side; `None` leaves it to the evaluation terms.
    pub(super) fn evaluate(self, pos: &Board, strong: Color) -> Option<Value> {
        let view = StrongSideView { pos, strong };
        Some(match self {
            Self::Draw => DRAW,
            Self::Kxk => kxk(view),
            Self::Kbnk => kbnk(view),
            Self::Kpk => kpk(view),
            Self::Kpsk => return kpsk(view),
            Self::Krkp => krkp(view),
            Self::Krkb => krkb(view),
            Self::Krkn => krkn(view),
            Self::Kqkp => kqkp(view),
            Self::Kqkx => kqkx(view),
            Self::Knnkp => knnkp(view),
        })
    }
}

/// Returns true if the pieces can force mate against a bare king.
///
/// Bishops alone must be of both colours, which `kxk` tests. Bishops with pawns are left to the
/// evaluation terms, as all pawns may stand on a rook file of the wrong colour.
fn is_mating_material([pawns, knights, bishops, rooks, queens]: SideCounts) -> bool {
    queens + rooks > 0
        || knights >= 3
        || (bishops >= 1 && knights >= 1)
        || (bishops >= 2 && pawns == 0)
}

/// Mating material against a bare king: drives the king to the edge and the kings together.
fn kxk(view: StrongSideView) -> Value {
    let bishops = view.pos.pieces(view.strong, PieceType::Bishop);
    let only_bishops = bishops.len() + 2 == view.pos.occupied().len();
    let one_color = bishops.is_subset(Bitboard::DARK) || bishops.is_subset(Bitboard::LIGHT);
    if is_stalemate(view) || (only_bishops && one_color) {
        return DRAW;
    }
    let progress = kings_proximity(view) + push_to_edge(view.weak_king());
    KNOWN_WIN + material(view) + PROGRESS_FACTOR * progress
}

/// Bishop and knight: drives the king to a corner of the bishop's colour.
fn kbnk(view: StrongSideView) -> Value {
    if is_stalemate(view) {
        return DRAW;
    }
    let king = view.weak_king();
    let dark = Bitboard::DARK.contains(view.own(PieceType::Bishop));
    // Flipped if the bishop is light, so that a1 and h8 are the mating corners.
    let file = if dark { king.file().index() } else { 7 - king.file().index() };
    let push_to_corner = (file as Value + king.rank().index() as Value - 7).abs();
    let progress = kings_proximity(view) + push_to_edge(king) / 2 + 30 * push_to_corner;
    KNOWN_WIN + material(view) + PROGRESS_FACTOR * progress
}

/// Pawn against a bare king: exact, from the bitbase.
fn kpk(view: StrongSideView) -> Value {
    let pawn = view.own(PieceType::Pawn);
    if kpk::is_won(view.king(), pawn, view.weak_king(), view.to_move()) {
        winning_pawn(view, pawn)
    } else {
        DRAW
    }
}

/// Pawns, perhaps with minor pieces, against a bare king: won if one pawn wins alone by the
/// bitbase, or if a minor piece escorts a pawn that the king cannot capture.
fn kpsk(view: StrongSideView) -> Option<Value> {
    let pawns = view.pos.pieces(view.strong, PieceType::Pawn).squares();
    let winners = pawns.map(|pawn| pawn.relative_to(view.strong)).filter(|&pawn| {
        kpk::is_won(view.king(), pawn, view.weak_king(), view.to_move()) || is_escorted(view, pawn)
    });
    winners.map(|pawn| winning_pawn(view, pawn)).max()
}

/// Returns true if a minor piece escorts a pawn to promotion.
///
/// A pawn on a rook file needs a bishop of the promotion square's colour, or a knight and a pawn
/// below the seventh rank. The weaker king must not attack the pawn, unless the pawn is defended by
/// its king.
fn is_escorted(view: StrongSideView, pawn: Square) -> bool {
    let own = |piece_type| view.pos.pieces(view.strong, piece_type);
    let (knights, bishops) = (own(PieceType::Knight), own(PieceType::Bishop));
    let promotion = Square::new(pawn.file(), Rank::Eighth).relative_to(view.strong);
    let controls_promotion = match pawn.file() {
        File::A | File::H => {
            (knights.any() && pawn.rank() < Rank::Seventh)
                || bishops.intersects(same_color_squares(promotion))
        }
        _ => (knights | bishops).any(),
    };
    controls_promotion && (view.weak_king().distance(pawn) > 2 || view.king().distance(pawn) == 1)
}

/// Returns the value of a pawn that promotes, below that of the queen it becomes.
fn winning_pawn(view: StrongSideView, pawn: Square) -> Value {
    KNOWN_WIN + material(view) + 20 * pawn.rank().index() as Value
}

/// Rook against pawn: compares the moves that the pawn and the stronger king need to the promotion
/// square.
fn krkp(view: StrongSideView) -> Value {
    let (king, pawn) = (view.king(), view.other(PieceType::Pawn));
    if king.file() == pawn.file() && king.rank() < pawn.rank() {
        return ROOK_WINS_PAWN;
    }
    let promotion = Square::new(pawn.file(), Rank::First);
    // The weaker king must first reach the pawn to escort it.
    let delay = view.weak_king().distance(pawn) - 1 + usize::from(view.to_move());
    let tempi = (pawn.rank().index() + delay) as Value - king.distance(promotion) as Value;
    (60 * (tempi + 5)).clamp(10, ROOK_WINS_PAWN)
}

/// Rook against bishop: mostly a draw; better with the king on the edge.
fn krkb(view: StrongSideView) -> Value {
    20 + push_to_edge(view.weak_king()) / 2
}

/// Rook against knight: mostly a draw; better with the king on the edge and the knight far from it.
fn krkn(view: StrongSideView) -> Value {
    let knight = view.other(PieceType::Knight);
    let apart = view.weak_king().distance(knight) as Value - 1;
    20 + push_to_edge(view.weak_king()) / 2 + 25 * apart + proximity(view.king(), knight) / 4
}

/// Queen against pawn: won, except against a rook or bishop pawn on its seventh rank beside its
/// king with the stronger king far away (stalemate).
fn kqkp(view: StrongSideView) -> Value {
    let (king, weak_king) = (view.king(), view.weak_king());
    let pawn = view.other(PieceType::Pawn);
    let near = proximity(king, pawn);
    let stalemate_file = matches!(pawn.file(), File::A | File::C | File::F | File::H);
    let about_to_promote = pawn.rank() == Rank::Second && weak_king.distance(pawn) == 1;
    let promotion = Square::new(pawn.file(), Rank::First);
    if about_to_promote && stalemate_file && king.distance(promotion) > 3 {
        return near;
    }
    queen_advantage(PieceType::Pawn) + near
}

/// Queen against rook, bishop or knight: drives the king to the edge.
fn kqkx(view: StrongSideView) -> Value {
    let (king, weak_king) = (view.king(), view.weak_king());
    let piece = [PieceType::Rook, PieceType::Bishop, PieceType::Knight]
        .into_iter()
        .find(|&piece_type| view.pos.pieces(!view.strong, piece_type).any())
        .unwrap_or(PieceType::Rook);
    // A piece far from its king is exposed to double attacks.
    let apart = weak_king.distance(view.other(piece)) as Value;
    let progress = push_to_edge(weak_king) + proximity(king, weak_king) + 2 * apart;
    queen_advantage(piece) + 2 * PROGRESS_FACTOR * progress
}

/// Two knights against pawn: near a draw. Mate needs the pawn to have a move left in place of
/// stalemate, so a pawn further back is better for the knights.
fn knnkp(view: StrongSideView) -> Value {
    let pawn_steps = view.other(PieceType::Pawn).rank().index() as Value;
    10 + 4 * pawn_steps + push_to_edge(view.weak_king()) / 4
}

/// Returns true if the bare king is stalemated.
fn is_stalemate(view: StrongSideView) -> bool {
    !view.to_move() && view.pos.is_stalemate()
}

/// Returns the stronger side's material in endgame values.
fn material(view: StrongSideView) -> Value {
    let pawns = view.pos.pieces(view.strong, PieceType::Pawn).len() as Value;
    let pawn = PIECE_VALUE[PieceType::Pawn].endgame();
    PieceSums::of(view.pos).non_pawn_material(view.strong) + pawn * pawns
}

/// Returns the endgame value of a queen less that of the opponent's piece.
fn queen_advantage(piece: PieceType) -> Value {
    PIECE_VALUE[PieceType::Queen].endgame() - PIECE_VALUE[piece].endgame()
}

/// Returns a bonus for a king near the edge and corners: 0 in the centre, 90 in a corner.
fn push_to_edge(king: Square) -> Value {
    let from_centre = |index: usize| if index < 4 { 3 - index } else { index - 4 } as Value;
    let (file, rank) = (from_centre(king.file().index()), from_centre(king.rank().index()));
    5 * (file * file + rank * rank)
}

/// Returns a bonus for two near squares: 0 at opposite edges, 60 side by side.
fn proximity(one: Square, other: Square) -> Value {
    10 * (7 - one.distance(other) as Value)
}

fn kings_proximity(view: StrongSideView) -> Value {
    proximity(view.king(), view.weak_king())
}
