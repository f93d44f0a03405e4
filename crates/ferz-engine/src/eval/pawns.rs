//! Pawn structure, which depends on pawns alone and is remembered by the pawn key.

use super::fill::{beside, front_spans};
use super::ledger::TermAccumulator;
use super::shelter::Shelter;
use super::weights::{BACKWARD, CONNECTED, DOUBLED, ISOLATED, UNOPPOSED};
use ferz::{Bitboard, Color, File, PieceType, Position, Score, Square, attacks};

/// What the pawns of a position say, in one cache line.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Pawns {
    key: u64,
    /// The structure's worth, by side.
    pub(super) score: [Score; 2],
    /// The passed pawns of both sides.
    pub(super) passed: Bitboard,
    /// The squares that pawns of a side may come to attack, by side.
    pub(super) attack_spans: [Bitboard; 2],
    /// The kings' shelters among these pawns, by side.
    pub(super) shelters: [Shelter; 2],
}

/// The structures that are remembered.
const SLOTS: usize = 1 << 12;

/// Remembered structures.
pub(super) struct PawnTable(Box<[Pawns]>);

impl PawnTable {
    pub(super) fn new() -> Self {
        // No pawns at all have the key 0 and are worth nothing, as an empty slot says.
        let empty = Pawns {
            key: 0,
            score: [Score::ZERO; 2],
            passed: Bitboard::EMPTY,
            attack_spans: [Bitboard::EMPTY; 2],
            shelters: [Shelter::UNKNOWN; 2],
        };
        Self(vec![empty; SLOTS].into_boxed_slice())
    }

    pub(super) fn get(&mut self, pos: &Position) -> &mut Pawns {
        let slot = &mut self.0[pos.pawn_key() as usize % SLOTS];
        if slot.key != pos.pawn_key() {
            *slot = Pawns::of(pos);
        }
        slot
    }
}

/// The files beside a file.
fn files_beside(file: File) -> Bitboard {
    beside(Bitboard::file(file))
}

impl Pawns {
    /// Works out what the pawns of a position say.
    pub(super) fn of(pos: &Position) -> Self {
        let mut passed = Bitboard::EMPTY;
        let mut attack_spans = [Bitboard::EMPTY; 2];
        for us in Color::ALL {
            let own = pos.pieces(us, PieceType::Pawn);
            let other = pos.pieces(!us, PieceType::Pawn);
            attack_spans[us] =
                beside(own).shift(us.forward()) | beside(front_spans(own, us)).shift(us.forward());
            for square in own {
                let ahead = front_spans(Bitboard::of(square), us);
                if !(ahead | beside(ahead)).intersects(other) && !ahead.intersects(own) {
                    passed = passed.with(square);
                }
            }
        }
        let score = Color::ALL.map(|us| structure(pos, us));
        let shelters = [Shelter::UNKNOWN; 2];
        Self { key: pos.pawn_key(), score, passed, attack_spans, shelters }
    }
}

/// The worth of a side's pawns as they stand to each other.
pub(super) fn structure<L: TermAccumulator>(pos: &Position, us: Color) -> L {
    let mut worth = L::default();
    let own = pos.pieces(us, PieceType::Pawn);
    for square in own {
        place(us, square, own, pos.pieces(!us, PieceType::Pawn), &mut worth);
    }
    worth
}

/// The worth of one pawn's place among the others.
fn place<L: TermAccumulator>(
    us: Color,
    square: Square,
    own: Bitboard,
    other: Bitboard,
    worth: &mut L,
) {
    let this = Bitboard::of(square);
    let ahead = front_spans(this, us);
    let neighbours = own & files_beside(square.file());
    let support = attacks::pawn(!us, square) & own;
    let phalanx = beside(this) & own;
    let opposed = ahead.intersects(other);
    if ahead.intersects(own) {
        worth.add(DOUBLED, 1);
    }
    if neighbours.is_empty() {
        worth.add(ISOLATED, 1);
        worth.add(UNOPPOSED, i32::from(!opposed));
    } else if (support | phalanx).any() {
        worth.add(CONNECTED.at(us.relative_rank(square.rank()).index()), 1);
    } else {
        // Backward: every neighbour is ahead, and the next square is watched by a pawn.
        let behind = front_spans(this | this.shift(us.forward()), !us);
        let stop = this.shift(us.forward()).first();
        let watched = stop.is_some_and(|stop| attacks::pawn(us, stop).intersects(other));
        if watched && !(beside(behind) | beside(this)).intersects(neighbours) {
            worth.add(BACKWARD, 1);
            worth.add(UNOPPOSED, i32::from(!opposed));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::ledger::Weight;
    use super::*;

    fn pawns(fen: &str) -> Pawns {
        Pawns::of(&Position::from_fen(fen).unwrap())
    }

    #[test]
    fn passed_pawns_have_no_pawn_ahead() {
        let found = pawns("4k3/1p4p1/8/3P4/8/8/P5P1/4K3 w - - 0 1").passed;
        assert_eq!(found, Bitboard::of(Square::D5));
        let found = pawns("4k3/8/8/3P4/8/8/3P2P1/4K3 w - - 0 1").passed;
        let expected = Bitboard::of(Square::D5).with(Square::G2);
        assert_eq!(found, expected);
    }

    #[test]
    fn weak_pawns_are_worth_less() {
        let of = |fen: &str| pawns(fen).score[0];
        let [isolated, doubled, unopposed] =
            [ISOLATED, DOUBLED, UNOPPOSED].map(|only| Weight::from(only).value());
        assert_eq!(of("4k3/8/8/8/8/8/P7/4K3 w - - 0 1"), isolated + unopposed);
        let both = (isolated + unopposed) * 2 + doubled;
        assert_eq!(of("4k3/8/8/8/P7/8/P7/4K3 w - - 0 1"), both);
        let backward = of("4k3/8/8/2p5/4P3/3P4/8/4K3 w - - 0 1");
        let also = of("4k3/8/8/1p6/4P3/2P5/8/4K3 w - - 0 1");
        assert!(backward != also);
    }
}
