//! Endgames whose outcome is known from the material alone or nearly so, each with an evaluation of
//! its own: how far the stronger side has come on the way that wins.

pub(super) mod kpk;
mod lone_king;
mod queen;
mod rook;

use super::counts::{Army, Counts};
use super::view::StrongSideView;
use crate::value::{DRAW, Value};
use ferz::{Color, PieceType, Position, Square};

/// A win that needs no more than technique is worth this and more; well above all that material and
/// position add up to otherwise, so that it is gone for, and well below any proven win.
pub(super) const SURE_WIN: Value = 10_000;

/// What a step on the way to a win is multiplied by: were it worth less than the margins by which the
/// search prunes, the search would not see the way.
const TECHNIQUE: Value = 4;

const BARE: Army = [0, 0, 0, 0, 0];
const PAWN: Army = [1, 0, 0, 0, 0];
const KNIGHT: Army = [0, 1, 0, 0, 0];
const BISHOP: Army = [0, 0, 1, 0, 0];
const ROOK: Army = [0, 0, 0, 1, 0];
const QUEEN: Army = [0, 0, 0, 0, 1];
const BISHOP_KNIGHT: Army = [0, 1, 1, 0, 0];
const TWO_KNIGHTS: Army = [0, 2, 0, 0, 0];

/// A recognised endgame, the stronger side's men first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Endgame {
    /// Too little to win for either side: nothing, a minor piece, or two knights against a bare
    /// king, and a minor piece against another.
    Draw,
    /// Enough to mate against a bare king.
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
    /// The endgame that the material is, and its stronger side.
    pub(super) fn recognise(material: &Counts) -> Option<(Self, Color)> {
        Color::ALL.into_iter().find_map(|strong| {
            Self::of(material.army(strong), material.army(!strong)).map(|this| (this, strong))
        })
    }

    fn of(strong: Army, weak: Army) -> Option<Self> {
        Some(match (strong, weak) {
            (BARE | KNIGHT | BISHOP, BARE | KNIGHT | BISHOP) | (TWO_KNIGHTS, BARE) => Self::Draw,
            (BISHOP_KNIGHT, BARE) => Self::Kbnk,
            (PAWN, BARE) => Self::Kpk,
            (_, BARE) if is_mating(strong) => Self::Kxk,
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

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Draw => "too little material to win",
            Self::Kxk => "mate of a bare king",
            Self::Kbnk => "mate with bishop and knight",
            Self::Kpk => "pawn against king",
            Self::Kpsk => "pawns against king",
            Self::Krkp => "rook against pawn",
            Self::Krkb => "rook against bishop",
            Self::Krkn => "rook against knight",
            Self::Kqkp => "queen against pawn",
            Self::Kqkx => "queen against a piece",
            Self::Knnkp => "two knights against pawn",
        }
    }

    /// What the position is worth to the stronger side; `None` where its place says too little.
    pub(super) fn value(self, pos: &Position, strong: Color) -> Option<Value> {
        let view = StrongSideView { pos, strong };
        Some(match self {
            Self::Draw => DRAW,
            Self::Kxk => lone_king::mate(view),
            Self::Kbnk => lone_king::bishop_and_knight(view),
            Self::Kpk => lone_king::pawn(view),
            Self::Kpsk => return lone_king::pawns(view),
            Self::Krkp => rook::against_pawn(view),
            Self::Krkb => rook::against_bishop(view),
            Self::Krkn => rook::against_knight(view),
            Self::Kqkp => queen::against_pawn(view),
            Self::Kqkx => queen::against_piece(view),
            Self::Knnkp => knights_against_pawn(view),
        })
    }
}

/// Whether these pieces mate a bare king. Bishops alone must be of both colours, which only the
/// position tells; with pawns besides they are left to the common evaluation, for the pawns may
/// all be on the wrong file.
fn is_mating([pawns, knights, bishops, rooks, queens]: Army) -> bool {
    queens + rooks > 0
        || knights >= 3
        || (bishops >= 1 && knights >= 1)
        || (bishops >= 2 && pawns == 0)
}

/// How near a king is to the edge and the corners: 0 in the centre, 90 in a corner.
fn driven_to_edge(king: Square) -> Value {
    let from_centre = |index: usize| if index < 4 { 3 - index } else { index - 4 } as Value;
    let (file, rank) = (from_centre(king.file().index()), from_centre(king.rank().index()));
    5 * (file * file + rank * rank)
}

/// How near two men are to each other: 0 at opposite edges, 60 side by side.
fn nearness(one: Square, other: Square) -> Value {
    10 * (7 - one.distance(other) as Value)
}

/// Two knights hold a king without mating it, unless a pawn still has a move when it would be
/// stalemate. That is seldom and long: little more than a draw, the further back the pawn the
/// better.
fn knights_against_pawn(view: StrongSideView) -> Value {
    let pawn_to_go = view.other(PieceType::Pawn).rank().index() as Value;
    10 + 4 * pawn_to_go + driven_to_edge(view.other_king()) / 4
}
