// [start:head]
//! Keys and sums that follow the pieces: pawns, material and squares.

use super::Bitboards;
use crate::sliders::Sliders;
use crate::types::*;
use crate::zobrist::{piece_key, state_key};
// [end:head]

// [start:values]
/// The value of each type in hundredths of a pawn, in the opening and in the endgame.
const VALUES: [[i32; 2]; 6] = [[90, 110], [320, 300], [330, 320], [480, 520], [950, 960], [0, 0]];
/// What a step towards the centre is worth to each type.
const CENTER: [[i32; 2]; 6] = [[6, 0], [9, 6], [5, 4], [2, 0], [1, 5], [-12, 10]];
/// The share of each type in the phase of a game: 24 with all pieces, 0 with kings and pawns.
const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];

/// Returns the value of a piece on a square to its own side.
fn value(piece: Piece, square: Square) -> [i32; 2] {
    let kind = piece.kind as usize;
    // From 0 at the edge to 3 in the centre.
    let distance = |n: u8| (2 * i32::from(n) - 7).abs() / 2;
    let center = 3 - distance(square.file()).max(distance(square.rank()));
    [0, 1].map(|phase| VALUES[kind][phase] + center * CENTER[kind][phase])
}
// [end:values]

// [start:sums]
/// What is known of the pieces without a look at each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sums {
    /// A key of the pawns of both sides.
    pub pawn_key: u64,
    /// A key of the numbers of pieces of each colour and type.
    pub material_key: u64,
    /// The values of all pieces on their squares in the opening and in the endgame, White's less
    /// Black's.
    pub score: [i32; 2],
    /// The values of the pieces of each colour without pawns, as in the opening.
    pub non_pawn_material: [i32; 2],
    /// 24 with all pieces of the start, 0 with kings and pawns; more after promotions.
    pub phase: i32,
    counts: [[u8; 6]; 2],
}

impl Sums {
    /// Returns the sums of a board by a look at each piece.
    pub fn of<S: Sliders>(board: &Bitboards<S>) -> Sums {
        let mut sums = Sums {
            pawn_key: 0,
            material_key: 0,
            score: [0; 2],
            non_pawn_material: [0; 2],
            phase: 0,
            counts: [[0; 6]; 2],
        };
        for square in board.occupied() {
            sums.add(board.piece_on(square).expect("the square is occupied"), square);
        }
        sums
    }

    /// Returns how many pieces of a colour and type there are.
    pub fn count(&self, color: Color, kind: PieceType) -> u8 {
        self.counts[color as usize][kind as usize]
    }
}
// [end:sums]

// [start:change]
impl Sums {
    /// Adds a piece.
    fn add(&mut self, piece: Piece, square: Square) {
        let (color, kind) = (piece.color as usize, piece.kind as usize);
        // The number of this type so far stands for a square: "there is a second white rook".
        let number = Square::from_index(usize::from(self.counts[color][kind]));
        self.counts[color][kind] += 1;
        self.change(piece, square, number, 1);
    }

    /// Removes a piece.
    fn remove(&mut self, piece: Piece, square: Square) {
        let (color, kind) = (piece.color as usize, piece.kind as usize);
        self.counts[color][kind] -= 1;
        let number = Square::from_index(usize::from(self.counts[color][kind]));
        self.change(piece, square, number, -1);
    }

    /// Adds a piece `times` times: once, or minus once.
    fn change(&mut self, piece: Piece, square: Square, number: Square, times: i32) {
        self.material_key ^= piece_key(piece, number);
        let kind = piece.kind as usize;
        if piece.kind == PieceType::Pawn {
            self.pawn_key ^= piece_key(piece, square);
        } else {
            self.non_pawn_material[piece.color as usize] += times * VALUES[kind][0];
        }
        self.phase += times * PHASE[kind];
        let sign = if piece.color == Color::White { times } else { -times };
        for (sum, value) in self.score.iter_mut().zip(value(piece, square)) {
            *sum += sign * value;
        }
    }
}
// [end:change]

// [start:follow]
impl Sums {
    /// Follows a move that is about to be made on `board`.
    pub fn follow<S: Sliders>(&mut self, board: &Bitboards<S>, mv: Move) {
        let piece = board.piece_on(mv.from).expect("a piece moves");
        self.remove(piece, mv.from);
        if let Some(square) = mv.captures_on() {
            self.remove(board.piece_on(square).expect("a piece is captured"), square);
        }
        if mv.kind == MoveKind::Castle {
            let rook = Piece { kind: PieceType::Rook, ..piece };
            let (king_to, rook_to) = mv.castling_targets();
            self.remove(rook, mv.to);
            self.add(piece, king_to);
            self.add(rook, rook_to);
        } else {
            let kind = mv.promotion().unwrap_or(piece.kind);
            self.add(Piece { kind, ..piece }, mv.to);
        }
    }

    /// Returns the score for a side, between the opening and the endgame by phase.
    pub fn tapered(&self, side: Color) -> i32 {
        let phase = self.phase.min(24);
        let score = (self.score[0] * phase + self.score[1] * (24 - phase)) / 24;
        if side == Color::White { score } else { -score }
    }
}
// [end:follow]

// [start:key_after]
impl<S: Sliders> Bitboards<S> {
    /// Returns the key of the position after a move, without making it.
    pub fn key_after(&self, mv: Move) -> u64 {
        let piece = self.piece_on(mv.from).expect("a piece moves");
        let mut key = self.key() ^ piece_key(piece, mv.from);
        if let Some(square) = mv.captures_on() {
            key ^= piece_key(self.piece_on(square).expect("a piece is captured"), square);
        }
        if mv.kind == MoveKind::Castle {
            let rook = Piece { kind: PieceType::Rook, ..piece };
            let (king_to, rook_to) = mv.castling_targets();
            key ^= piece_key(rook, mv.to) ^ piece_key(piece, king_to) ^ piece_key(rook, rook_to);
        } else {
            let kind = mv.promotion().unwrap_or(piece.kind);
            key ^= piece_key(Piece { kind, ..piece }, mv.to);
        }
        let mut next = *self.state();
        next.advance(piece, mv);
        // A double push captures nothing, so the pawns that could take are those of this board.
        key ^ state_key(self.state()) ^ state_key(&self.without_useless_en_passant(next))
    }
}
// [end:key_after]

// [start:tests]
#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::fen::START;
    use crate::random::Random;
    use crate::sliders::magic::Magic;

    fn sums(fen: &str) -> Sums {
        Sums::of(&Bitboards::<Magic>::from_fen(fen).unwrap())
    }

    #[test]
    fn the_start_is_equal_and_full() {
        let sums = sums(START);
        assert_eq!((sums.score, sums.phase), ([0, 0], 24));
        assert_eq!(sums.non_pawn_material, [2 * (320 + 330 + 480) + 950; 2]);
        assert_eq!(sums.count(Color::Black, PieceType::Pawn), 8);
    }

    #[test]
    fn the_material_key_does_not_see_squares() {
        let [a, b] = ["4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "4k3/8/8/3R4/8/2R5/8/4K3 w - - 0 1"];
        assert_eq!(sums(a).material_key, sums(b).material_key);
        for other in ["4k3/8/8/3R4/8/8/8/4K3 w - - 0 1", "4k3/8/8/3r4/8/2R5/8/4K3 w - - 0 1"] {
            assert_ne!(sums(a).material_key, sums(other).material_key);
        }
    }

    /// The judges compute everything anew after each move.
    #[test]
    fn sums_and_keys_follow_the_moves() {
        let mut random = Random(13);
        for fen in STARTS.iter().cycle().take(120) {
            let mut board = Bitboards::<Magic>::from_fen(fen).unwrap();
            for _ in 0..80 {
                let moves = board.legal_moves();
                for &mv in &moves {
                    let mut after = board.clone();
                    after.make(mv);
                    assert_eq!(board.key_after(mv), after.key(), "{mv} {fen}");
                }
                let Some(&mv) = moves.get(random.next() as usize % moves.len().max(1)) else {
                    break;
                };
                let mut followed = Sums::of(&board);
                followed.follow(&board, mv);
                board.make(mv);
                assert_eq!(followed, Sums::of(&board), "{mv} {fen}");
            }
        }
    }

    const STARTS: [&str; 4] = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "1rnkrbbq/pp1p2pp/1n3p2/1Bp1p3/1P6/1N2P3/P1PP1PPP/1RNKR1BQ w EBeb - 0 9",
    ];
}
// [end:tests]
