//! Counting kernel against published counts and against the generator of the rules.

use ferz::{Position, Setup};

/// Rows of the rules' own perft tests.
#[path = "../../../ferz/tests/rules/perft_rows.rs"]
mod perft_rows;

use perft_rows::{CHESS960, CLASSIC, Row, TRAPS, UNPUBLISHED};

/// Largest number of leaves that is also counted by [`ferz_perft::bulk`].
const MAX_LISTED: u64 = 6_000_000;
/// Largest number of leaves that is also counted by [`ferz_perft::make`].
const MAX_MADE: u64 = 250_000;

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Counts a position by each method that its size allows, and its color-flipped position.
fn assert_leaves(name: &str, fen: &str, depth: u32, leaves: u64) {
    let mut position = position(fen);
    assert_eq!(ferz_perft::count(&position, depth), leaves.into(), "{name}: count to {depth}");
    let flipped = position.flip_colors();
    assert_eq!(ferz_perft::count(&flipped, depth), leaves.into(), "{name}: flipped to {depth}");
    if leaves <= MAX_LISTED {
        assert_eq!(ferz_perft::bulk(&mut position, depth), leaves, "{name}: bulk to {depth}");
    }
    if leaves <= MAX_MADE {
        assert_eq!(ferz_perft::make(&mut position, depth), leaves, "{name}: make to {depth}");
    }
}

/// Checks published rows and returns their number of leaves.
fn assert_rows(rows: &[Row]) -> u64 {
    let mut total = 0;
    for row in rows {
        for &(depth, leaves) in row.leaves {
            assert_leaves(row.name, row.fen, depth, leaves);
            total += leaves;
        }
    }
    total
}

#[test]
fn six_classic_positions_have_their_published_counts() {
    assert!(assert_rows(CLASSIC) >= 100_000_000);
}

#[test]
fn special_rules_have_their_published_counts() {
    assert!(assert_rows(TRAPS) >= 20_000_000);
}

#[test]
fn chess960_positions_have_their_published_counts() {
    assert!(assert_rows(CHESS960) >= 100_000_000);
}

#[test]
fn unpublished_positions_count_the_same_by_all_methods() {
    for fen in UNPUBLISHED {
        for depth in 1..=4 {
            let leaves = ferz_perft::bulk(&mut position(fen), depth);
            assert_leaves(fen, fen, depth, leaves);
        }
    }
}

fn assert_start(white: u16, black: u16, depth: u32) {
    let setup = Setup::double_chess960(white, black).expect("numbers below 960");
    let mut position = Position::from_setup(&setup).expect("a start position is legal");
    let bulk = u128::from(ferz_perft::bulk(&mut position, depth));
    assert_eq!(ferz_perft::count(&position, depth), bulk, "starts {white} and {black}");
}

#[test]
fn every_chess960_start_counts_as_in_bulk() {
    (0..960).for_each(|number| assert_start(number, number, 3));
}

#[test]
fn double_chess960_starts_count_as_in_bulk() {
    (0..960).step_by(5).for_each(|white| assert_start(white, (white + 401) * 7 % 960, 4));
}

#[test]
fn depth_zero_is_one_leaf_and_checkmate_has_none_below() {
    let start = Setup::start().to_string();
    assert_leaves("start", &start, 0, 1);
    let mate = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    for depth in 1..4 {
        assert_leaves("fool's mate", mate, depth, 0);
    }
}
