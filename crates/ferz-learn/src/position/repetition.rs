// [start:head]
//! Positions that occur again, and those that are about to.

use super::Position;
use crate::bitboard::Bitboard;
use crate::leapers::{king_attacks, knight_attacks};
use crate::sliders::Sliders;
use crate::sliders::loops::Loops;
use crate::sliders::rays::between;
use crate::types::*;
use crate::zobrist::{black_to_move, piece_key};
use std::sync::LazyLock;
// [end:head]

// [start:earlier]
impl Position {
    /// Returns the number of earlier positions that the current one may equal: those since the last
    /// capture, pawn move or null move.
    fn reversible_plies(&self) -> usize {
        let clock = usize::from(self.board().state().halfmove_clock);
        clock.min(self.top().plies_from_null).min(self.plies())
    }

    /// Returns the key of the position some plies ago.
    fn key_before(&self, plies: usize) -> u64 {
        self.entries[self.plies() - plies].board.key()
    }

    /// Returns how many plies ago the position has occurred, the last time first.
    pub fn occurrences(&self) -> impl Iterator<Item = usize> {
        // Two plies change the place of a piece of each side; it takes four to restore both.
        let plies = (4..=self.reversible_plies()).step_by(2);
        plies.filter(|&plies| self.key_before(plies) == self.board().key())
    }
}
// [end:earlier]

// [start:table]
/// The reversible moves of all pieces, each pair of squares once for each piece, by what they change
/// in the key. Each stands in one of two places (cuckoo hashing), so a lookup reads two entries.
struct ReversibleMoves {
    entries: Vec<Option<(u64, Square, Square)>>,
    count: usize,
}

const SIZE: usize = 8192;

/// Returns the two places that an entry may have.
fn places(change: u64) -> [usize; 2] {
    [change as usize % SIZE, (change >> 16) as usize % SIZE]
}

static REVERSIBLE: LazyLock<ReversibleMoves> = LazyLock::new(|| {
    let mut table = ReversibleMoves { entries: vec![None; SIZE], count: 0 };
    for color in [Color::White, Color::Black] {
        for &kind in &PieceType::ALL[1..] {
            for from in Square::all() {
                for to in attacks(kind, from).filter(|&to| to > from) {
                    let piece = Piece { color, kind };
                    let change = piece_key(piece, from) ^ piece_key(piece, to) ^ black_to_move();
                    table.insert((change, from, to));
                }
            }
        }
    }
    table
});

/// Returns the attacks of a piece other than a pawn on an empty board.
fn attacks(kind: PieceType, from: Square) -> Bitboard {
    match kind {
        PieceType::Knight => knight_attacks(from),
        PieceType::King => king_attacks(from),
        PieceType::Bishop => Loops::bishop_attacks(from, Bitboard::EMPTY),
        PieceType::Rook => Loops::rook_attacks(from, Bitboard::EMPTY),
        _ => Loops::queen_attacks(from, Bitboard::EMPTY),
    }
}

impl ReversibleMoves {
    fn insert(&mut self, mut entry: (u64, Square, Square)) {
        self.count += 1;
        let mut place = places(entry.0)[0];
        // An entry that has to leave goes to its other place, and may drive another one out.
        while let Some(evicted) = self.entries[place].replace(entry) {
            let [first, second] = places(evicted.0);
            place = if place == first { second } else { first };
            entry = evicted;
        }
    }

    fn find(&self, change: u64) -> Option<(Square, Square)> {
        let found = places(change).map(|place| self.entries[place]);
        let (_, a, b) = found.into_iter().flatten().find(|&(key, ..)| key == change)?;
        Some((a, b))
    }
}
// [end:table]

// [start:upcoming]
impl Position {
    /// Returns a legal move of the side to move that leads to an earlier position, with the number of
    /// plies between that one and this.
    pub fn upcoming_repetition(&self) -> Option<(Move, usize)> {
        let (board, us) = (self.board(), self.board().state().side_to_move);
        // The move itself is one ply, so that an odd number is needed; one alone is the enemy's.
        (3..=self.reversible_plies()).step_by(2).find_map(|plies| {
            let (a, b) = REVERSIBLE.find(board.key() ^ self.key_before(plies))?;
            let is_free = (between(a, b) & board.occupied()).is_empty();
            let (from, to) = if board.piece_on(a).is_some() { (a, b) } else { (b, a) };
            let is_own = board.piece_on(from)?.color == us;
            let mv = Move::new(from, to, MoveKind::Quiet);
            (is_free && is_own).then_some((mv, plies))
        })
    }
}
// [end:upcoming]

// [start:tests]
#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn all_reversible_moves_are_in_the_table() {
        assert_eq!(REVERSIBLE.count, 3_668);
        assert_eq!(REVERSIBLE.entries.iter().flatten().count(), 3_668);
        let e4: Square = "e4".parse().unwrap();
        let b1: Square = "b1".parse().unwrap();
        let queen = Piece { color: Color::Black, kind: PieceType::Queen };
        let change = piece_key(queen, e4) ^ piece_key(queen, b1) ^ black_to_move();
        assert_eq!(REVERSIBLE.find(change), Some((b1, e4)));
        assert_eq!(REVERSIBLE.find(piece_key(queen, e4)), None);
    }

    /// Plays games of few pieces, in which positions occur again.
    fn play(mut check: impl FnMut(&mut Position)) {
        let mut random = Random(19);
        for fen in STARTS.iter().cycle().take(60) {
            let mut position = Position::from_fen(fen).unwrap();
            for ply in 0..120 {
                check(&mut position);
                let moves = position.board().legal_by_stages();
                if moves.is_empty() {
                    break;
                }
                // A null move now and then ends what may be repeated.
                if ply % 50 == 49 && position.checks().checkers.is_empty() {
                    position.do_null_move();
                    continue;
                }
                position.do_move(moves[random.next() as usize % moves.len()]);
            }
        }
    }

    /// The judge compares whole boards.
    #[test]
    fn occurrences_are_equal_boards() {
        let mut found = 0;
        play(|position| {
            let plies: Vec<usize> = position.occurrences().collect();
            let board = position.board();
            for back in 1..=position.reversible_plies() {
                let other = &position.entries[position.plies() - back].board;
                let [state, earlier] = [board, other].map(|board| *board.state());
                let is_equal = Square::all().all(|s| board.piece_on(s) == other.piece_on(s))
                    && state.side_to_move == earlier.side_to_move
                    && state.castling == earlier.castling
                    && state.en_passant == earlier.en_passant;
                assert_eq!(plies.contains(&back), is_equal);
                found += usize::from(is_equal);
            }
        });
        assert!(found > 50, "{found}");
    }

    #[test]
    fn a_null_move_is_a_border() {
        let mut position = Position::from_fen(crate::fen::START).unwrap();
        let key = position.board().key();
        for (from, to) in [("g1", "f3"), ("f3", "g1")] {
            let [from, to] = [from, to].map(|text| text.parse().unwrap());
            position.do_move(Move::new(from, to, MoveKind::Quiet));
            position.do_null_move();
        }
        assert_eq!(position.board().key(), key);
        assert_eq!(position.occurrences().next(), None);
    }

    /// The judge makes each legal move and looks back.
    #[test]
    fn an_upcoming_repetition_is_a_move_that_repeats() {
        let mut found = 0;
        play(|position| {
            let upcoming = position.upcoming_repetition();
            let repeating: Vec<Move> = position
                .board()
                .legal_by_stages()
                .into_iter()
                .filter(|&mv| {
                    position.do_move(mv);
                    let repeats = position.occurrences().next().is_some();
                    position.undo();
                    repeats
                })
                .collect();
            assert_eq!(upcoming.is_some(), !repeating.is_empty());
            if let Some((mv, _)) = upcoming {
                assert!(repeating.contains(&mv));
                found += 1;
            }
        });
        assert!(found > 500, "{found}");
    }

    const STARTS: [&str; 4] = [
        "4k3/8/8/3n4/8/8/3R4/4K3 w - - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "8/8/1k1b4/8/2p5/8/3P2K1/5Q2 w - - 0 1",
        "1r1k1r2/8/8/8/8/8/8/1R1K1R2 w FBfb - 0 1",
    ];
}
// [end:tests]
