//! Perft: counts of the whole tree, published and by the peers.

use crate::peers::{cozy_board, cozy_perft};
use crate::perft_rows::{CHESS960, CLASSIC, Row, TRAPS};
use crate::walk::position;
use ferz::{Position, Setup, perft};

/// Trees up to this size are listed ply by ply.
const LIST: u64 = 6_000_000;
/// Trees up to this size are made leaf by leaf, with every consistency check at each of them.
const MAKE: u64 = 250_000;

/// Counts a position in every way that its size allows.
fn assert_leaves(name: &str, position: &mut Position, depth: u32, leaves: u64) {
    assert_eq!(perft::count(position, depth), leaves.into(), "{name}: count to {depth}");
    if leaves <= LIST {
        assert_eq!(perft::list(position, depth), leaves, "{name}: list to {depth}");
    }
    if leaves <= MAKE {
        assert_eq!(perft::make(position, depth), leaves, "{name}: make to {depth}");
    }
}

/// Checks the rows as they stand and with the colours changed, and returns how many leaves that
/// were.
fn assert_rows(rows: &[Row]) -> u64 {
    let mut total = 0;
    for row in rows {
        let mut position = position(row.fen);
        let mirror = position.flip_colors();
        for &(depth, leaves) in row.leaves {
            assert_leaves(row.name, &mut position, depth, leaves);
            assert_eq!(perft::count(&mirror, depth), leaves.into(), "{} mirrored", row.name);
            total += leaves;
        }
    }
    total
}

#[test]
#[cfg_attr(miri, ignore = "too many leaves")]
fn six_classic_positions_have_their_published_counts() {
    assert!(assert_rows(CLASSIC) >= 100_000_000);
}

#[test]
#[cfg_attr(miri, ignore = "too many leaves")]
fn famous_traps_catch_nothing() {
    assert!(assert_rows(TRAPS) >= 20_000_000);
}

#[test]
#[cfg_attr(miri, ignore = "too many leaves")]
fn chess960_positions_have_their_published_counts() {
    assert!(assert_rows(CHESS960) >= 100_000_000);
}

#[test]
#[cfg_attr(miri, ignore = "too many leaves")]
fn every_chess960_start_counts_as_cozy_chess_does() {
    for number in 0..960 {
        assert_equal_to_cozy(&format!("start {number}"), number, number, 3);
    }
}

#[test]
#[cfg_attr(miri, ignore = "too many leaves")]
fn double_chess960_starts_count_as_cozy_chess_does() {
    for white in (0..960_u16).step_by(5) {
        let black = (white + 401) * 7 % 960;
        assert_equal_to_cozy(&format!("starts {white} and {black}"), white, black, 4);
    }
}

fn assert_equal_to_cozy(name: &str, white: u16, black: u16, depth: u32) {
    let setup = Setup::double_chess960(white, black).expect("numbers below 960");
    let mut position = Position::from_setup(&setup).expect("a start is legal");
    let leaves = cozy_perft(&cozy_board(&position), depth);
    assert!(leaves > 18_u64.pow(depth) / 2, "a start has about twenty moves");
    assert_eq!(perft::count(&position, depth), leaves.into(), "{name}: count");
    if depth == 3 {
        assert_eq!(perft::list(&mut position, depth), leaves, "{name}: list");
    }
}

/// Positions of a kind that nobody has published: the peer counts them here and now.
const UNPUBLISHED: &[&str] = &[
    // A check by the pawn that has just pushed: taking it in passing is the answer.
    "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
    "8/8/8/8/1k1PpN1R/8/8/4K3 b - d3 0 1",
    // Pinned along the file, along the diagonal of the capture, and across it.
    "3k4/8/8/3pP3/8/8/8/3RK3 w - d6 0 1",
    "4k3/1b6/8/2pP4/4K3/8/8/8 w - c6 0 1",
    "1b2k3/8/3p4/3Pp3/5K2/8/8/8 w - e6 0 1",
    // Two pawns may take in passing, one of them pinned.
    "4k3/8/8/K1PpP2r/8/8/8/8 w - d6 0 1",
    // A rook that castles is pinned, or shelters the king until it leaves.
    "4k3/8/8/8/8/8/8/rR2K3 w Q - 0 1",
    "4k3/8/8/8/8/8/8/qRK5 w B - 0 1",
    "7k/8/8/8/8/8/8/rRK2R2 w FB - 0 1",
    "4k3/8/8/8/8/8/6p1/R3K2R w KQ - 0 1",
    "rk5r/8/8/8/8/8/1p6/RK5R w HAha - 0 1",
    "3rkr2/8/8/8/8/8/8/3RKR2 w FDfd - 0 1",
    "rk1r4/p7/8/8/8/8/P7/RK1R4 b DAda - 0 1",
    // A rook is taken on its square by a promotion.
    "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R w KQkq - 0 1",
    "1r1k1r2/P5P1/8/8/8/8/p5p1/1R1K1R2 w FBfb - 0 1",
    // Double checks of many kinds; no move, and only the king's.
    "3k4/8/8/8/3N4/8/3R4/3K4 w - - 0 1",
    "4k3/8/8/8/4N3/2B5/8/4RK2 w - - 0 1",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "k7/2Q5/8/8/8/8/8/K7 b - - 0 1",
    "q3k2q/8/2b2b2/8/8/2B2B2/8/Q3K2Q w - - 0 1",
    "1q2k2q/1b3b2/8/8/8/8/2B1B3/Q2K3Q b - - 0 1",
];

#[test]
#[cfg_attr(miri, ignore = "too many leaves")]
fn unpublished_traps_count_as_cozy_chess_does() {
    for fen in UNPUBLISHED {
        let mut position = position(fen);
        let board = cozy_board(&position);
        for depth in 1..=4 {
            assert_leaves(fen, &mut position, depth, cozy_perft(&board, depth));
        }
    }
}

#[test]
fn depth_zero_is_one_leaf_and_a_finished_game_has_none_below() {
    let mut start = Position::startpos();
    assert_eq!((perft::make(&mut start, 0), perft::list(&mut start, 0)), (1, 1));
    assert_eq!(perft::count(&start, 0), 1);
    let mut mate = position("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3");
    for depth in 1..4 {
        assert_leaves("fool's mate", &mut mate, depth, 0);
    }
}
