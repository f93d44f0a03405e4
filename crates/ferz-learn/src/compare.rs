// [start:head]
//! Two boards side by side: the position at which their legal moves differ.

use crate::board::Board;
use crate::types::*;
// [end:head]

// [start:compare]
/// Returns the legal moves in the order of their texts: boards list them in orders of their own.
pub fn sorted_moves(board: &mut impl Board) -> Vec<String> {
    let mut moves: Vec<String> = board.legal_moves().iter().map(Move::to_string).collect();
    moves.sort();
    moves
}

/// Returns the moves that lead to a position at which two boards have different legal moves, if
/// there is one within fewer than `depth` plies.
pub fn find_difference<A: Board, B: Board>(a: &mut A, b: &mut B, depth: u32) -> Option<Vec<Move>> {
    if depth == 0 {
        return None;
    }
    if sorted_moves(a) != sorted_moves(b) {
        return Some(Vec::new());
    }
    for mv in a.legal_moves() {
        let (undo_a, undo_b) = (a.do_move(mv), b.do_move(mv));
        let line = find_difference(a, b, depth - 1);
        a.undo_move(mv, undo_a);
        b.undo_move(mv, undo_b);
        if let Some(line) = line {
            return Some([vec![mv], line].concat());
        }
    }
    None
}
// [end:compare]

// [start:tests]
#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitboards::Bitboards;
    use crate::mailbox::Mailbox;
    use crate::random::Random;
    use crate::sliders::magic::Magic;

    const POSITIONS: [&str; 8] = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N w - - 0 1",
        "1rnkrbbq/pp1p2pp/1n3p2/1Bp1p3/1P6/1N2P3/P1PP1PPP/1RNKR1BQ w EBeb - 0 9",
        // The rook on b1 shields the king with which it may not castle.
        "4k3/8/8/8/8/8/8/rRK5 w B - 0 1",
        // The pawn that gives check can be captured en passant.
        "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
    ];

    /// The positions of the tables, with a depth and the number of leaves.
    const COUNTS: [(&str, u32, u64); 16] = [
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4, 4_085_603),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4, 43_238),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4, 422_333),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 3, 62_379),
        ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N w - - 0 1", 4, 182_838),
        ("3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1", 6, 1_134_888),
        ("8/8/4k3/8/2p5/8/B2P2K1/8 w - - 0 1", 6, 1_015_133),
        ("8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1", 6, 1_440_467),
        ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", 6, 661_072),
        ("r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1", 4, 1_274_206),
        ("r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1", 4, 1_720_476),
        ("2K2r2/4P3/8/8/8/8/8/3k4 w - - 0 1", 6, 3_821_001),
        ("8/8/1P2K3/8/2n5/1q6/8/5k2 b - - 0 1", 5, 1_004_658),
        ("K1k5/8/P7/8/8/8/8/8 w - - 0 1", 6, 2_217),
        ("8/8/2k5/5q2/5n2/8/5K2/8 b - - 0 1", 4, 23_527),
        ("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", 1, 218),
    ];

    fn boards(fen: &str) -> (Bitboards<Magic>, Mailbox) {
        (Bitboards::from_fen(fen).unwrap(), Mailbox::from_fen(fen).unwrap())
    }

    #[test]
    fn the_positions_of_the_tables_are_counted() {
        for (fen, depth, leaves) in COUNTS {
            let mut board = Bitboards::<Magic>::from_fen(fen).unwrap();
            assert_eq!(board.perft(depth), leaves, "{fen}");
        }
    }

    #[test]
    fn the_fast_board_has_the_moves_of_the_first_one() {
        for fen in POSITIONS {
            let (mut fast, mut first) = boards(fen);
            // Short lines first.
            let find = |depth| find_difference(&mut fast, &mut first, depth);
            for mv in (1..=3).find_map(find).unwrap_or_default() {
                println!("{mv}");
                fast.do_move(mv);
                first.do_move(mv);
            }
            assert_eq!(sorted_moves(&mut fast), sorted_moves(&mut first), "{fen}");
        }
    }

    #[test]
    fn random_games_show_no_difference() {
        let mut random = Random(12);
        for fen in POSITIONS.iter().cycle().take(60) {
            let (mut fast, mut first) = boards(fen);
            let start = fast.clone();
            let mut line = Vec::new();
            for _ in 0..80 {
                assert!(fast.is_consistent(), "{fen}");
                assert_eq!(sorted_moves(&mut fast), sorted_moves(&mut first), "{fen}");
                let moves = fast.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let mv = moves[random.next() as usize % moves.len()];
                first.do_move(mv);
                line.push((mv, fast.do_move(mv)));
            }
            for (mv, undo) in line.into_iter().rev() {
                fast.undo_move(mv, undo);
            }
            assert!(fast.is_consistent() && fast.key() == start.key(), "{fen}");
        }
    }
}
// [end:tests]
