//! Pawn structure, cached by the pawn key, and passed pawns.

use super::attacks::{AttackMaps, adjacent, front_spans};
use super::weights::{
    BACKWARD, CASTLING_TO_COME, CONNECTED, DOUBLED, ISOLATED, KING_HALF_OPEN_FILE, PASSED,
    PASSED_BLOCKED, PASSED_DEFENDED, PASSED_FREE, PASSED_OTHER_KING, PASSED_OWN_KING, SHELTER,
    STORM, STORM_BLOCKED, UNOPPOSED,
};
use ferz::{
    Bitboard, Board, CastleSide, CastlingRights, Color, File, PhaseScore, PieceSums, PieceType,
    Rank, Square, attacks,
};

/// The evaluation of a pawn structure, one cache line.
#[derive(Clone, Copy, Default)]
#[repr(align(64))]
pub(super) struct Pawns {
    key: u64,
    /// The pawn structure score, by side.
    pub(super) score: [PhaseScore; 2],
    /// The passed pawns of both sides.
    pub(super) passed: Bitboard,
    /// The squares that the pawns of a side attack now or after advances, by side.
    pub(super) attack_spans: [Bitboard; 2],
    /// The cached king shelters among these pawns, by side.
    pub(super) shelters: [Shelter; 2],
}

/// The number of cached pawn structures.
const SLOTS: usize = 1 << 12;

/// A cache of pawn structure evaluations.
pub(super) struct PawnTable(Box<[Pawns]>);

/// An empty table.
impl Default for PawnTable {
    fn default() -> Self {
        // The key of a position without pawns is 0, and its evaluation is that of an empty slot.
        Self(vec![Pawns::default(); SLOTS].into_boxed_slice())
    }
}

impl PawnTable {
    /// Returns the pawn structure evaluation of a position, cached or computed.
    pub(super) fn get(&mut self, pos: &Board, sums: &PieceSums) -> &mut Pawns {
        let key = sums.pawn_key();
        let slot = &mut self.0[key as usize % SLOTS];
        if slot.key != key {
            *slot = Pawns::of(pos, key);
        }
        slot
    }
}

impl Pawns {
    /// Evaluates the pawn structure of a position.
    pub(super) fn of(pos: &Board, key: u64) -> Self {
        let mut passed = Bitboard::EMPTY;
        let mut attack_spans = [Bitboard::EMPTY; 2];
        for us in Color::ALL {
            let own = pos.pieces(us, PieceType::Pawn);
            let other = pos.pieces(!us, PieceType::Pawn);
            attack_spans[us] = adjacent(own).shift(us.forward())
                | adjacent(front_spans(own, us)).shift(us.forward());
            for square in own {
                let ahead = front_spans(Bitboard::of(square), us);
                if !(ahead | adjacent(ahead)).intersects(other) && !ahead.intersects(own) {
                    passed = passed.with(square);
                }
            }
        }
        let score = Color::ALL.map(|us| structure(pos, us));
        Self { key, score, passed, attack_spans, shelters: Default::default() }
    }
}

/// Evaluates the pawn structure of one side.
fn structure(pos: &Board, us: Color) -> PhaseScore {
    let mut score = PhaseScore::ZERO;
    let own = pos.pieces(us, PieceType::Pawn);
    for square in own {
        add_pawn(us, square, own, pos.pieces(!us, PieceType::Pawn), &mut score);
    }
    score
}

/// Adds the weights of one pawn: doubled, isolated, connected or backward.
fn add_pawn(us: Color, square: Square, own: Bitboard, other: Bitboard, score: &mut PhaseScore) {
    let pawn = Bitboard::of(square);
    let ahead = front_spans(pawn, us);
    let neighbours = own & adjacent(Bitboard::file(square.file()));
    let support = attacks::pawn(!us, square) & own;
    let phalanx = adjacent(pawn) & own;
    let opposed = ahead.intersects(other);
    if ahead.intersects(own) {
        *score += DOUBLED;
    }
    if neighbours.is_empty() {
        *score += ISOLATED;
        *score += UNOPPOSED * i32::from(!opposed);
    } else if (support | phalanx).any() {
        *score += CONNECTED[us.relative_rank(square.rank()).index()];
    } else {
        // Backward: every neighbour is ahead, and an enemy pawn attacks the stop square.
        let behind = front_spans(pawn | pawn.shift(us.forward()), !us);
        let stop = pawn.shift(us.forward()).first();
        let attacked = stop.is_some_and(|stop| attacks::pawn(us, stop).intersects(other));
        if attacked && !(adjacent(behind) | adjacent(pawn)).intersects(neighbours) {
            *score += BACKWARD;
            *score += UNOPPOSED * i32::from(!opposed);
        }
    }
}

/// Evaluates the passed pawns of one side: rank, king distances, defence and free path.
pub(super) fn passed(pos: &Board, us: Color, pawns: &Pawns, maps: &AttackMaps) -> PhaseScore {
    let mut score = PhaseScore::ZERO;
    for square in pawns.passed & pos.by_color(us) {
        let rank = us.relative_rank(square.rank()).index();
        score += PASSED[rank];
        let Some(stop) = Bitboard::of(square).shift(us.forward()).first() else { continue };
        let distance = |color| pos.king(color).distance(stop).min(5) as i32;
        score += PASSED_OTHER_KING[rank] * distance(!us);
        score += PASSED_OWN_KING[rank] * distance(us);
        if maps.by[us][PieceType::Pawn].contains(square) {
            score += PASSED_DEFENDED[rank];
        }
        if pos.occupied().contains(stop) {
            score += PASSED_BLOCKED[rank];
        } else {
            let path = front_spans(Bitboard::of(square), us);
            let controlled = pos.by_color(!us) | (maps.all[!us] - maps.all[us]);
            if !path.intersects(controlled) {
                score += PASSED_FREE[rank];
            }
        }
    }
    score
}

/// The last computed shelter of a side in a pawn structure.
#[derive(Clone, Copy)]
pub(super) struct Shelter {
    key: u16,
    score: PhaseScore,
}

/// An empty cache entry, with a key that no position has.
impl Default for Shelter {
    fn default() -> Self {
        Self { key: u16::MAX, score: PhaseScore::ZERO }
    }
}

impl Shelter {
    /// Returns the shelter score of a side, cached or computed. The pawns must be those of the
    /// entry that holds this cache.
    #[inline(always)]
    pub(super) fn get(&mut self, pos: &Board, us: Color) -> PhaseScore {
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
fn shelter_key(pos: &Board, us: Color) -> u16 {
    let rights = pos.castling_rights() & CastlingRights::both(us);
    let heavy = u16::from(heavy_pieces(pos, !us).any());
    pos.king(us).index() as u16 | u16::from(rights.bits()) << 6 | heavy << 10
}

/// Returns the rooks and queens of a side.
#[inline(always)]
fn heavy_pieces(pos: &Board, us: Color) -> Bitboard {
    pos.pieces(us, PieceType::Rook) | pos.pieces(us, PieceType::Queen)
}

/// Evaluates the shelter at the king's square, or after castling if that is better.
fn shelter(pos: &Board, us: Color) -> PhaseScore {
    let here = shelter_at(pos, us, pos.king(us));
    let castled = |(side, file)| {
        let possible = pos.castling_rights().contains(CastlingRights::of(us, side));
        possible.then(|| {
            shelter_at(pos, us, Square::new(file, us.relative_rank(Rank::First))) + CASTLING_TO_COME
        })
    };
    let sides = [(CastleSide::KingSide, File::G), (CastleSide::QueenSide, File::C)];
    sides
        .into_iter()
        .filter_map(castled)
        .fold(here, |best, score| if score.middlegame() > best.middlegame() { score } else { best })
}

/// Evaluates the pawns on the three files next to a king square.
fn shelter_at(pos: &Board, us: Color, king: Square) -> PhaseScore {
    let own = pos.pieces(us, PieceType::Pawn);
    let other = pos.pieces(!us, PieceType::Pawn);
    let exposed = heavy_pieces(pos, !us).any();
    let not_behind = not_behind(us, king);
    let mut score = PhaseScore::ZERO;
    for file in king_files(king) {
        let from_edge = file.index().min(7 - file.index());
        let own_rank = nearest_rank(own & not_behind, us, file);
        let other_rank = nearest_rank(other & not_behind, us, file);
        score += SHELTER[8 * from_edge + own_rank];
        let blocked = own_rank > 0 && other_rank == own_rank + 1;
        score += if blocked { STORM_BLOCKED[other_rank] } else { STORM[other_rank] };
        if exposed && !Bitboard::file(file).intersects(own) {
            score += KING_HALF_OPEN_FILE;
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
    use ferz::Position;

    fn pawns(fen: &str) -> Pawns {
        Pawns::of(&Position::from_fen(fen).unwrap(), 1)
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
    fn weak_pawns_add_their_weights() {
        let score = |fen: &str| pawns(fen).score[0];
        assert_eq!(score("4k3/8/8/8/8/8/P7/4K3 w - - 0 1"), ISOLATED + UNOPPOSED);
        let both = (ISOLATED + UNOPPOSED) * 2 + DOUBLED;
        assert_eq!(score("4k3/8/8/8/P7/8/P7/4K3 w - - 0 1"), both);
        let backward = score("4k3/8/8/2p5/4P3/3P4/8/4K3 w - - 0 1");
        let not_attacked = score("4k3/8/8/1p6/4P3/2P5/8/4K3 w - - 0 1");
        assert_ne!(backward, not_attacked);
    }

    #[test]
    fn cached_shelter_is_recomputed_if_an_input_changes() {
        let mut cache = Shelter::default();
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
