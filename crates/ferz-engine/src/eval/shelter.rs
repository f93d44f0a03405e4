//! The pawns that shelter a king, remembered beside the pawn structure.

use super::fill::front_spans;
use super::ledger::TermAccumulator;
use super::weights::{CASTLING_TO_COME, KING_HALF_OPEN_FILE, SHELTER, STORM, STORM_BLOCKED};
use ferz::{
    Bitboard, CastleSide, CastlingRights, Color, File, PieceType, Position, Rank, Score, Square,
};

/// The last shelter that was worked out for a side and a pawn structure.
#[derive(Clone, Copy)]
pub(super) struct Shelter {
    situation: u16,
    worth: Score,
}

impl Shelter {
    /// None yet.
    pub(super) const UNKNOWN: Self = Self { situation: u16::MAX, worth: Score::ZERO };

    /// The worth of a side's shelter, among the pawns for which this is remembered.
    #[inline(always)]
    pub(super) fn get(&mut self, pos: &Position, us: Color) -> Score {
        let situation = situation(pos, us);
        if self.situation != situation {
            *self = Self { situation, worth: shelter(pos, us) };
        }
        self.worth
    }
}

/// All that a shelter depends on besides the pawns, as a number.
#[inline(always)]
fn situation(pos: &Position, us: Color) -> u16 {
    let rights = pos.castling_rights() & CastlingRights::both(us);
    let heavy = u16::from(heavy(pos, !us).any());
    pos.king(us).index() as u16 | u16::from(rights.bits()) << 6 | heavy << 10
}

/// The pieces that open files are for.
#[inline(always)]
fn heavy(pos: &Position, us: Color) -> Bitboard {
    pos.pieces(us, PieceType::Rook) | pos.pieces(us, PieceType::Queen)
}

/// The shelter where the king stands, or where it may castle to if that is better.
pub(super) fn shelter<L: TermAccumulator>(pos: &Position, us: Color) -> L {
    let here = shelter_at(pos, us, pos.king(us));
    let castled = |(side, file)| {
        let possible = pos.castling_rights().contains(CastlingRights::of(us, side));
        possible.then(|| {
            let mut there: L =
                shelter_at(pos, us, Square::new(file, us.relative_rank(Rank::First)));
            there.add(CASTLING_TO_COME, 1);
            there
        })
    };
    let sides = [(CastleSide::KingSide, File::G), (CastleSide::QueenSide, File::C)];
    sides.into_iter().filter_map(castled).fold(here, |best: L, there| {
        if there.middlegame() > best.middlegame() { there } else { best }
    })
}

/// The pawns on the three files about a king.
fn shelter_at<L: TermAccumulator>(pos: &Position, us: Color, king: Square) -> L {
    let own = pos.pieces(us, PieceType::Pawn);
    let other = pos.pieces(!us, PieceType::Pawn);
    let exposed = heavy(pos, !us).any();
    let not_behind = not_behind(us, king);
    let mut worth = L::default();
    for file in files_about(king) {
        let from_edge = file.index().min(7 - file.index());
        let own_rank = nearest(own & not_behind, us, file);
        let other_rank = nearest(other & not_behind, us, file);
        worth.add(SHELTER.at(8 * from_edge + own_rank), 1);
        let blocked = own_rank > 0 && other_rank == own_rank + 1;
        worth.add(if blocked { STORM_BLOCKED } else { STORM }.at(other_rank), 1);
        if exposed && !Bitboard::file(file).intersects(own) {
            worth.add(KING_HALF_OPEN_FILE, 1);
        }
    }
    worth
}

/// The king's file and its neighbours; by the edge, the three that are nearest.
pub(super) fn files_about(king: Square) -> impl Iterator<Item = File> {
    let centre = king.file().index().clamp(1, 6);
    (centre - 1..=centre + 1).filter_map(File::from_index)
}

/// The squares that are not behind a side's king.
#[inline(always)]
pub(super) fn not_behind(us: Color, king: Square) -> Bitboard {
    !front_spans(Bitboard::rank(king.rank()), !us)
}

/// The rank, as a side counts it from 0, of the pawn on a file that is nearest to the side's end of
/// the board; 0 if there is none.
#[inline(always)]
pub(super) fn nearest(pawns: Bitboard, us: Color, file: File) -> usize {
    let pawns = pawns & Bitboard::file(file);
    let nearest = if us == Color::White { pawns.first() } else { pawns.last() };
    nearest.map_or(0, |square| us.relative_rank(square.rank()).index())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_remembered_is_worked_out_anew_when_something_changes() {
        let mut remembered = Shelter::UNKNOWN;
        // One pawn structure: castling, the king's place and the other side's rooks change.
        for fen in [
            "r3k3/ppp3pp/8/8/8/8/PPP3P1/4K2R w K - 0 1",
            "r3k3/ppp3pp/8/8/8/8/PPP3P1/4K2R w - - 0 1",
            "r3k3/ppp3pp/8/8/8/8/PPP3P1/6KR w - - 0 1",
            "n3k3/ppp3pp/8/8/8/8/PPP3P1/6KR w - - 0 1",
        ] {
            let pos = Position::from_fen(fen).unwrap();
            let before = remembered.worth;
            for _ in 0..2 {
                assert_eq!(remembered.get(&pos, Color::White), shelter(&pos, Color::White));
            }
            assert_ne!(remembered.worth, before, "{fen}");
        }
    }
}
