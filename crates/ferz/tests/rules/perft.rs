//! Perft: published counts, and counts by cozy-chess, for the rules' own generator. The crate
//! `ferz-perft` checks its counting kernel with the same rows.

use crate::peers::{cozy_board, cozy_perft};
use crate::perft_rows::{CHESS960, CLASSIC, Row, TRAPS, UNPUBLISHED};
use crate::walk::position;
use ferz::{Position, Setup};

/// Largest number of leaves that is counted by listing the last ply.
const MAX_LISTED: u64 = 6_000_000;
/// Largest number of leaves that is counted by making every move, with all consistency checks.
const MAX_MADE: u64 = 250_000;

/// Counts leaves; `MAKE` makes the moves of the last ply instead of listing them.
fn leaves<const MAKE: bool>(position: &mut Position, depth: u32) -> u64 {
    let moves = match depth {
        0 => return 1,
        1 if !MAKE => return position.legal_moves().len() as u64,
        _ => position.legal_moves(),
    };
    let mut sum = 0;
    for &mv in &moves {
        position.do_move(mv);
        sum += leaves::<MAKE>(position, depth - 1);
        position.undo_move();
    }
    sum
}

/// Counts a position by each method that its size allows. Returns the number of leaves checked.
fn assert_leaves(name: &str, position: &mut Position, depth: u32, expected: u64) -> u64 {
    if expected > MAX_LISTED {
        return 0;
    }
    assert_eq!(leaves::<false>(position, depth), expected, "{name}: list to {depth}");
    if expected <= MAX_MADE {
        assert_eq!(leaves::<true>(position, depth), expected, "{name}: make to {depth}");
    }
    expected
}

/// Checks the published rows and returns the number of leaves checked.
fn assert_rows(rows: &[Row]) -> u64 {
    let mut total = 0;
    for row in rows {
        let mut position = position(row.fen);
        for &(depth, leaves) in row.leaves {
            total += assert_leaves(row.name, &mut position, depth, leaves);
        }
    }
    total
}

#[test]
#[cfg_attr(miri, ignore = "too many leaves")]
fn classic_positions_have_published_counts() {
    assert!(assert_rows(CLASSIC) >= 10_000_000);
}

#[test]
#[cfg_attr(miri, ignore = "too many leaves")]
fn edge_cases_have_published_counts() {
    assert!(assert_rows(TRAPS) >= 10_000_000);
}

#[test]
#[cfg_attr(miri, ignore = "too many leaves")]
fn chess960_positions_have_their_published_counts() {
    assert!(assert_rows(CHESS960) >= 10_000_000);
}

#[test]
#[cfg_attr(miri, ignore = "too many leaves")]
fn chess960_starts_equal_cozy_chess() {
    for number in 0..960 {
        assert_equal_to_cozy(&format!("start {number}"), number, number, 3);
    }
}

#[test]
#[cfg_attr(miri, ignore = "too many leaves")]
fn double_chess960_starts_equal_cozy_chess() {
    for white in (0..960_u16).step_by(5) {
        let black = (white + 401) * 7 % 960;
        assert_equal_to_cozy(&format!("starts {white} and {black}"), white, black, 4);
    }
}

fn assert_equal_to_cozy(name: &str, white: u16, black: u16, depth: u32) {
    let setup = Setup::double_chess960(white, black).expect("numbers below 960");
    let mut position = Position::from_setup(&setup).expect("a start is legal");
    let expected = cozy_perft(&cozy_board(&position), depth);
    assert!(expected > 18_u64.pow(depth) / 2, "a start has about twenty moves");
    assert_eq!(leaves::<false>(&mut position, depth), expected, "{name}");
}

#[test]
#[cfg_attr(miri, ignore = "too many leaves")]
fn edge_cases_equal_cozy_chess() {
    for fen in UNPUBLISHED {
        let mut position = position(fen);
        let board = cozy_board(&position);
        for depth in 1..=4 {
            assert_leaves(fen, &mut position, depth, cozy_perft(&board, depth));
        }
    }
}

#[test]
fn depth_0_is_one_leaf_and_checkmate_has_none() {
    let mut start = Position::startpos();
    assert_eq!((leaves::<true>(&mut start, 0), leaves::<false>(&mut start, 0)), (1, 1));
    let mut mate = position("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3");
    for depth in 1..4 {
        assert_leaves("fool's mate", &mut mate, depth, 0);
    }
}
