//! King shelter: own and enemy pawns before the king, cached beside the pawn structure.

use super::spans::front_spans;
use super::term_accumulator::TermAccumulator;
use super::weights::{CASTLING_TO_COME, KING_HALF_OPEN_FILE, SHELTER, STORM, STORM_BLOCKED};
use ferz::{
    Bitboard, CastleSide, CastlingRights, Color, File, PieceType, Position, Rank, Score, Square,
};

/// The last computed shelter of a side in a pawn structure.
#[derive(Clone, Copy)]
pub(super) struct Shelter {
    key: u16,
    score: Score,
}

impl Shelter {
    /// An empty cache entry.
    pub(super) const NONE: Self = Self { key: u16::MAX, score: Score::ZERO };

    /// Returns the shelter score of a side, cached or computed. The pawns must be those of the
    /// entry that holds this cache.
    #[inline(always)]
    pub(super) fn get(&mut self, pos: &Position, us: Color) -> Score {
        let key = shelter_key(pos, us);
        if self.key != key {
            *self = Self { key, score: shelter(pos, us) };
        }
        self.score
    }
}

/// Packs the inputs of a shelter other than the pawns: king square, castling rights, and the
/// presence of enemy rooks or queens.
#[inline(always)]
fn shelter_key(pos: &Position, us: Color) -> u16 {
    let rights = pos.castling_rights() & CastlingRights::both(us);
    let heavy = u16::from(heavy_pieces(pos, !us).any());
    pos.king(us).index() as u16 | u16::from(rights.bits()) << 6 | heavy << 10
}

/// Returns the rooks and queens of a side.
#[inline(always)]
fn heavy_pieces(pos: &Position, us: Color) -> Bitboard {
    pos.pieces(us, PieceType::Rook) | pos.pieces(us, PieceType::Queen)
}

/// Evaluates the shelter at the king's square, or after castling if that is better.
pub(super) fn shelter<A: TermAccumulator>(pos: &Position, us: Color) -> A {
    let here = shelter_at(pos, us, pos.king(us));
    let castled = |(side, file)| {
        let possible = pos.castling_rights().contains(CastlingRights::of(us, side));
        possible.then(|| {
            let mut score: A =
                shelter_at(pos, us, Square::new(file, us.relative_rank(Rank::First)));
            score.add(CASTLING_TO_COME, 1);
            score
        })
    };
    let sides = [(CastleSide::KingSide, File::G), (CastleSide::QueenSide, File::C)];
    sides.into_iter().filter_map(castled).fold(here, |best: A, score| {
        if score.middlegame() > best.middlegame() { score } else { best }
    })
}

/// Evaluates the pawns on the three files next to a king square.
fn shelter_at<A: TermAccumulator>(pos: &Position, us: Color, king: Square) -> A {
    let own = pos.pieces(us, PieceType::Pawn);
    let other = pos.pieces(!us, PieceType::Pawn);
    let exposed = heavy_pieces(pos, !us).any();
    let not_behind = not_behind(us, king);
    let mut score = A::default();
    for file in king_files(king) {
        let from_edge = file.index().min(7 - file.index());
        let own_rank = nearest_rank(own & not_behind, us, file);
        let other_rank = nearest_rank(other & not_behind, us, file);
        score.add(SHELTER.at(8 * from_edge + own_rank), 1);
        let blocked = own_rank > 0 && other_rank == own_rank + 1;
        score.add(if blocked { STORM_BLOCKED } else { STORM }.at(other_rank), 1);
        if exposed && !Bitboard::file(file).intersects(own) {
            score.add(KING_HALF_OPEN_FILE, 1);
        }
    }
    score
}

/// Returns the king's file and its neighbours; for a king on the edge, the three nearest files.
pub(super) fn king_files(king: Square) -> impl Iterator<Item = File> {
    let centre = king.file().index().clamp(1, 6);
    (centre - 1..=centre + 1).filter_map(File::from_index)
}

/// Returns the squares on the king's rank and in front of it.
#[inline(always)]
pub(super) fn not_behind(us: Color, king: Square) -> Bitboard {
    !front_spans(Bitboard::rank(king.rank()), !us)
}

/// Returns the relative rank, from 0, of the pawn on a file nearest to a side's first rank; 0 if
/// there is none.
#[inline(always)]
pub(super) fn nearest_rank(pawns: Bitboard, us: Color, file: File) -> usize {
    let pawns = pawns & Bitboard::file(file);
    let nearest = if us == Color::White { pawns.first() } else { pawns.last() };
    nearest.map_or(0, |square| us.relative_rank(square.rank()).index())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cached_shelter_is_recomputed_if_an_input_changes() {
        let mut cache = Shelter::NONE;
        // The pawns stay the same; castling rights, king square and enemy rooks change.
        for fen in [
            "r3k3/ppp3pp/8/8/8/8/PPP3P1/4K2R w K - 0 1",
            "r3k3/ppp3pp/8/8/8/8/PPP3P1/4K2R w - - 0 1",
            "r3k3/ppp3pp/8/8/8/8/PPP3P1/6KR w - - 0 1",
            "n3k3/ppp3pp/8/8/8/8/PPP3P1/6KR w - - 0 1",
        ] {
            let pos = Position::from_fen(fen).unwrap();
            let before = cache.score;
            for _ in 0..2 {
                assert_eq!(cache.get(&pos, Color::White), shelter(&pos, Color::White));
            }
            assert_ne!(cache.score, before, "{fen}");
        }
    }
}
