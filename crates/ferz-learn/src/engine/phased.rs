// [start:head]
//! An evaluation in two phases, with weights that were learned.

use crate::bitboard::Bitboard;
use crate::bitboards::Bitboards;
use crate::board::Board;
use crate::types::*;
use std::array;
use std::sync::LazyLock;
// [end:head]

// [start:terms]
/// The number of terms: places of six types, then the others.
pub const TERMS: usize = 211;
// The first numbers of the terms that are no places.
const BISHOP_PAIR: usize = 192;
const DOUBLED: usize = 193;
const ISOLATED: usize = 194;
const PASSED: usize = 195;
const MOBILITY: usize = 203;
const ROOK_OPEN: usize = 207;
const ROOK_HALF_OPEN: usize = 208;
const SHIELD: usize = 209;
const TEMPO: usize = 210;

/// Returns the term of a piece on a square. Left and right are the same, and so are White's first
/// rank and Black's: 32 places of each type.
pub fn place(piece: Piece, square: Square) -> usize {
    let rank = square.rank().abs_diff(piece.color.first_rank());
    let file = square.file().min(7 - square.file());
    32 * piece.kind as usize + 4 * usize::from(rank) + usize::from(file)
}

/// Returns the squares of a file.
fn file_of(square: Square) -> Bitboard {
    Bitboard(Bitboard::FILE_A.0 << square.file())
}

/// Returns the squares of the files beside that of a square.
fn files_beside(square: Square) -> Bitboard {
    let file = file_of(square);
    file.shift((1, 0)) | file.shift((-1, 0))
}

/// Returns the squares of all ranks before a square, seen from a side.
fn before(square: Square, color: Color) -> Bitboard {
    let rank = 8 * u32::from(square.rank());
    Bitboard(match color {
        Color::White => (!0 << rank) << 8,
        Color::Black => !(!0 << rank),
    })
}
// [end:terms]

// [start:pawns]
/// Reports the terms of the pawns of both sides: the number of the term, and 1 for White or -1 for
/// Black.
pub fn pawn_terms(board: &Bitboards, mut add: impl FnMut(usize, i32)) {
    for color in [Color::White, Color::Black] {
        let sign = i32::from(color.forward());
        let own = board.pieces(color, PieceType::Pawn);
        let enemies = board.pieces(!color, PieceType::Pawn);
        for square in own {
            add(place(Piece { color, kind: PieceType::Pawn }, square), sign);
            let (file, beside) = (file_of(square), files_beside(square));
            let before = before(square, color);
            if !(own & file & before).is_empty() {
                add(DOUBLED, sign);
            }
            if (own & beside).is_empty() {
                add(ISOLATED, sign);
            }
            if (enemies & (file | beside) & before).is_empty() {
                add(PASSED + usize::from(square.rank().abs_diff(color.first_rank())), sign);
            }
        }
    }
}
// [end:pawns]

// [start:pieces]
/// Reports the terms of the other pieces, and of the move.
pub fn piece_terms(board: &Bitboards, mut add: impl FnMut(usize, i32)) {
    let occupied = board.occupied();
    for color in [Color::White, Color::Black] {
        let sign = i32::from(color.forward());
        let own_pawns = board.pieces(color, PieceType::Pawn);
        let pawns = own_pawns | board.pieces(!color, PieceType::Pawn);
        let free = !board.of_color(color);
        for (number, &kind) in PieceType::ALL[1..].iter().enumerate() {
            for square in board.pieces(color, kind) {
                let piece = Piece { color, kind };
                add(place(piece, square), sign);
                if kind == PieceType::King {
                    let shield = board.attacks(piece, square, occupied) & own_pawns;
                    add(SHIELD, sign * shield.len() as i32);
                    continue;
                }
                let targets = board.attacks(piece, square, occupied) & free;
                add(MOBILITY + number, sign * targets.len() as i32);
                let file = file_of(square);
                if kind == PieceType::Rook && (file & own_pawns).is_empty() {
                    let is_open = (file & pawns).is_empty();
                    add(if is_open { ROOK_OPEN } else { ROOK_HALF_OPEN }, sign);
                }
            }
        }
        if board.pieces(color, PieceType::Bishop).more_than_one() {
            add(BISHOP_PAIR, sign);
        }
    }
    add(TEMPO, i32::from(board.side_to_move().forward()));
}

/// Returns the phase: 24 with all pieces, 0 without any.
pub fn phase(board: &Bitboards) -> i32 {
    let worth = [
        (PieceType::Knight, 1),
        (PieceType::Bishop, 1),
        (PieceType::Rook, 2),
        (PieceType::Queen, 4),
    ];
    let count = |kind| (board.pieces(Color::White, kind) | board.pieces(Color::Black, kind)).len();
    let phase: i32 = worth.iter().map(|&(kind, worth)| worth * count(kind) as i32).sum();
    // Promoted queens can make it more.
    phase.min(24)
}
// [end:pieces]

// [start:weights]
/// The weights of the terms in hundredths of a pawn: with all pieces, and without any.
pub type Weights = [[i32; 2]; TERMS];

/// The weights that the program `tune` has written.
static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| parse(include_str!("weights.txt")));

/// Reads weights: a line with two numbers for each term. What is missing is 0.
fn parse(text: &str) -> Weights {
    let mut numbers =
        text.split_whitespace().map(|word| word.parse().expect("weights are numbers"));
    array::from_fn(|_| array::from_fn(|_| numbers.next().unwrap_or(0)))
}
// [end:weights]

// [start:evaluator]
/// The pawns of both sides, and the sum of their terms.
type PawnEntry = ([Bitboard; 2], [i32; 2]);

/// The evaluation with its cache of pawns: most moves leave the pawns as they are.
pub struct Phased {
    pawns: Vec<PawnEntry>,
}

impl Default for Phased {
    fn default() -> Phased {
        Phased { pawns: vec![Default::default(); 4096] }
    }
}

impl Phased {
    /// Returns the value of a position for the side to move.
    pub fn evaluate(&mut self, board: &Bitboards) -> i32 {
        let weights = &*WEIGHTS;
        let mut sum = self.pawns(board, weights);
        let mut add = |term: usize, count: i32| {
            sum[0] += count * weights[term][0];
            sum[1] += count * weights[term][1];
        };
        piece_terms(board, &mut add);
        let phase = phase(board);
        let value = (sum[0] * phase + sum[1] * (24 - phase)) / 24;
        value * i32::from(board.side_to_move().forward())
    }

    fn pawns(&mut self, board: &Bitboards, weights: &Weights) -> [i32; 2] {
        let sets = [Color::White, Color::Black].map(|color| board.pieces(color, PieceType::Pawn));
        let mixed = sets[0].0.wrapping_mul(0x9E37_79B9_7F4A_7C15)
            ^ sets[1].0.wrapping_mul(0x94D0_49BB_1331_11EB);
        let entry = &mut self.pawns[(mixed >> 52) as usize];
        // The sets themselves are compared, so that no other pawns are taken for these.
        if entry.0 != sets {
            let mut sum = [0; 2];
            pawn_terms(board, |term, count| {
                sum[0] += count * weights[term][0];
                sum[1] += count * weights[term][1];
            });
            *entry = (sets, sum);
        }
        entry.1
    }
}
// [end:evaluator]

// [start:tests]
#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn terms(fen: &str) -> Vec<i32> {
        let board = Bitboards::from_fen(fen).unwrap();
        let mut counts = vec![0; TERMS];
        pawn_terms(&board, |term, count| counts[term] += count);
        piece_terms(&board, |term, count| counts[term] += count);
        counts
    }

    #[test]
    fn terms_are_those_of_the_position() {
        let counts = terms("4k3/p6p/8/2P5/2P5/8/6P1/R3K1NR w - - 0 1");
        assert_eq!(counts[DOUBLED..PASSED], [1, 2 + 1 - 2]);
        // Both c pawns and the black a pawn are passed, the others meet.
        assert_eq!(counts[PASSED..MOBILITY], [0, -1, 0, 1, 1, 0, 0, 0]);
        assert_eq!(counts[ROOK_OPEN], 0);
        assert_eq!(counts[ROOK_HALF_OPEN], 2);
        assert_eq!(counts[MOBILITY], 3);
    }

    /// Swaps the sides of a FEN: ranks in the other order, and the other colours.
    fn swapped(fen: &str) -> String {
        let fields: Vec<&str> = fen.split(' ').collect();
        let ranks: Vec<&str> = fields[0].split('/').rev().collect();
        let swap = |c: char| {
            if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }
        };
        let pieces: String = ranks.join("/").chars().map(swap).collect();
        let side = if fields[1] == "w" { "b" } else { "w" };
        format!("{pieces} {side} - - 0 1")
    }

    #[test]
    fn both_sides_are_evaluated_alike() {
        let mut phased = Phased::default();
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w - - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        ] {
            let mut value = |fen: &str| phased.evaluate(&Bitboards::from_fen(fen).unwrap());
            assert_eq!(value(fen), value(&swapped(fen)), "{fen}");
        }
    }

    #[test]
    fn the_cache_changes_nothing() {
        let mut random = Random(5);
        let mut kept = Phased::default();
        for _ in 0..20 {
            let mut board = Bitboards::from_fen(crate::fen::START).unwrap();
            for _ in 0..60 {
                let moves = board.legal_moves();
                if moves.is_empty() {
                    break;
                }
                board.do_move(moves[random.next() as usize % moves.len()]);
                assert_eq!(kept.evaluate(&board), Phased::default().evaluate(&board));
            }
        }
    }
}
// [end:tests]
