//! Every position of the perft suites, on every board and with every slider.

use crate::perft_rows::{CHESS960, CLASSIC, TRAPS};
use ferz_learn::bitboards::Bitboards;
use ferz_learn::board::Board;
use ferz_learn::board_0x88::Board0x88;
use ferz_learn::mailbox::Mailbox;
use ferz_learn::mailbox_10x12::Mailbox10x12;
use ferz_learn::sliders::{loops::Loops, magic::Magic, pext::Pext, rays::Rays};

/// Counts each position to the deepest depth with at most so many leaves, or to its only depth.
fn counts_all<B: Board>(most: u64) {
    for row in CLASSIC.iter().chain(TRAPS).chain(CHESS960) {
        let mut board = B::from_fen(row.fen).expect(row.name);
        let small = row.leaves.iter().rev().find(|&&(_, leaves)| leaves <= most);
        let &(depth, leaves) = small.unwrap_or(&row.leaves[0]);
        assert_eq!(board.perft(depth), leaves, "{} at depth {depth}", row.name);
    }
}

#[test]
fn mailbox() {
    counts_all::<Mailbox>(400_000);
}

#[test]
fn mailbox_10x12() {
    counts_all::<Mailbox10x12>(400_000);
}

#[test]
fn board_0x88() {
    counts_all::<Board0x88>(400_000);
}

#[test]
fn bitboards_with_magics() {
    counts_all::<Bitboards<Magic>>(1_000_000);
}

#[test]
fn bitboards_with_other_sliders() {
    counts_all::<Bitboards<Loops>>(300_000);
    counts_all::<Bitboards<Rays>>(300_000);
    counts_all::<Bitboards<Pext>>(300_000);
}
