//! Published leaf counts.

use ferz_variants::Rules::{
    self, Antichess, Atomic, Chess, Crazyhouse, Giveaway, Horde, KingOfTheHill, RacingKings,
    ThreeCheck,
};
use ferz_variants::{Board, divide, perft};

/// The counts of the files `*.perft` of scalachess (`test-kit/src/test/resources`, MIT licence), which are
/// those of shakmaty's tests too, from depth 1 on.
const SCALACHESS: &[(Rules, &str, &[u64])] = &[
    (
        ThreeCheck,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 1+1",
        &[48, 2_039, 97_848],
    ),
    (ThreeCheck, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 1+1", &[26, 562, 13_410]),
    (Antichess, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -", &[20, 400, 8_067, 153_299]),
    (Antichess, "8/1p6/8/8/8/8/P7/8 w - -", &[2, 4, 4, 3, 1, 0]),
    (Antichess, "8/2p5/8/8/8/8/P7/8 w - -", &[2, 4, 4, 4, 4, 4, 4, 4, 12, 36, 312, 2_557, 30_873]),
    (Atomic, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", &[20, 400, 8_902, 197_326]),
    (
        Atomic,
        "rn2kb1r/1pp1p2p/p2q1pp1/3P4/2P3b1/4PN2/PP3PPP/R2QKB1R b KQkq -",
        &[40, 1_238, 45_237, 1_434_825],
    ),
    (Atomic, "rn1qkb1r/p5pp/2p5/3p4/N3P3/5P2/PPP4P/R1BQK3 w Qkq -", &[28, 833, 23_353, 714_499]),
    (Atomic, "8/8/8/8/8/8/2k5/rR4KR w KQ -", &[18, 180, 4_364, 61_401, 1_603_055]),
    (Atomic, "r3k1rR/5K2/8/8/8/8/8/8 b kq -", &[25, 282, 6_753, 98_729, 2_587_730]),
    (Atomic, "Rr2k1rR/3K4/3p4/8/8/8/7P/8 w kq -", &[21, 465, 10_631, 241_478, 5_800_275]),
    (
        Atomic,
        "rn2kb1r/1pp1p2p/p2q1pp1/3P4/2P3b1/4PN2/PP3PPP/R2QKB1R b KQkq -",
        &[40, 1_238, 45_237, 1_434_825],
    ),
    (Crazyhouse, "2k5/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - -", &[301, 75_353]),
    (Crazyhouse, "2k5/8/8/8/8/8/8/4K3[Qn] w - -", &[67, 3_083, 88_634, 932_554]),
    (
        Crazyhouse,
        "r1bqk2r/pppp1ppp/2n1p3/4P3/1b1Pn3/2NB1N2/PPP2PPP/R1BQK2R[] b KQkq -",
        &[42, 1_347, 58_057, 2_083_382],
    ),
    (Crazyhouse, "4k3/1Q~6/8/8/4b3/8/Kpp5/8/ b - - 0 1", &[20, 360, 5_445, 132_758]),
    (
        Horde,
        "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq -",
        &[8, 128, 1_274, 23_310],
    ),
    (Horde, "4k3/pp4q1/3P2p1/8/P3PP2/PPP2r2/PPP5/PPPP4 b - -", &[30, 241, 6_633, 56_539]),
    (Horde, "k7/5p2/4p2P/3p2P1/2p2P2/1p2P2P/p2P2P1/2P2P2 w - -", &[13, 172, 2_205, 33_781]),
    (RacingKings, "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - -", &[21, 421, 11_264, 296_242, 9_472_927]),
    (RacingKings, "4brn1/2K2k2/8/8/8/8/8/8 w - -", &[6, 33, 178, 3_151, 12_981, 265_932]),
    (RacingKings, "8/8/1rk4K/8/8/8/2bnNBR1/qrbnNBRQ b - -", &[36, 697, 26_592, 661_533]),
];

/// The counts of `tests/perft.sh` of Fairy-Stockfish (commit 036a365) that are not those of scalachess, and
/// position 2 of "Perft Results" of the Chess Programming Wiki: position, depth, count.
const OTHERS: &[(Rules, &str, u32, u64)] = &[
    (Giveaway, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4, 153_299),
    (Giveaway, "8/1p6/8/8/8/8/P7/8 w - - 0 1", 4, 3),
    (Giveaway, "8/2p5/8/8/8/8/P7/8 w - - 0 1", 12, 2_557),
    (Crazyhouse, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1", 4, 197_281),
    (Crazyhouse, "2k5/8/8/8/8/8/8/4K3/Qn w - - 0 1", 3, 88_634),
    (RacingKings, "6r1/2K5/5k2/8/3R4/8/8/8 w - - 0 1", 4, 86_041),
    (RacingKings, "6R1/2k5/5K2/8/3r4/8/8/8 b - - 0 1", 4, 86_009),
    (KingOfTheHill, "rnb2b1r/ppp2ppp/3k4/8/1PKp1pn1/3Pq3/PBP1P2P/RN1Q1B1R w - - 4 12", 3, 19_003),
    (ThreeCheck, "7r/1p4p1/pk3p2/RN6/8/P5Pp/3p1P1P/4R1K1 w - - 1+3 1 39", 3, 12_407),
    (ThreeCheck, "7r/1p4p1/pk3p2/RN6/8/P5Pp/3p1P1P/4R1K1 w - - 1 39 +2+0", 3, 12_407),
    (Atomic, "r4b1r/2kb1N2/p2Bpnp1/8/2Pp3p/1P1PPP2/P5PP/R3K2R b KQ - 0 1", 2, 148),
    (Atomic, "1R4kr/4K3/8/8/8/8/8/8 b k - 0 1", 4, 17_915),
    (Horde, "4k3/7r/8/P7/2p1n2P/3p2P1/1P3P2/PPP1PPP1 w - - 0 1", 4, 128_809),
    (Horde, "rnbqkbnr/6p1/2p1Pp1P/P1PPPP2/Pp4PP/1p2PPPP/1P2PPPP/PP1nPPPP b kq a3 0 18", 4, 197_287),
    (Chess, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 97_862),
];

/// Returns the largest count that is tested; `FERZ_VARIANT_LEAVES` raises it.
fn max_leaves() -> u64 {
    let set = std::env::var("FERZ_VARIANT_LEAVES").ok();
    set.map_or(200_000, |text| text.parse().expect("FERZ_VARIANT_LEAVES is a number"))
}

#[test]
fn published_counts_are_met() {
    let published = SCALACHESS.iter().flat_map(|&(rules, fen, counts)| {
        (1..).zip(counts).map(move |(depth, &count)| (rules, fen, depth, count))
    });
    let (max, mut tested) = (max_leaves(), 0);
    for (rules, fen, depth, count) in published.chain(OTHERS.iter().copied()) {
        if count <= max {
            let board =
                Board::from_fen(fen, rules).unwrap_or_else(|error| panic!("{fen}: {error}"));
            assert_eq!(perft(&board, depth), count, "{rules} {fen} at depth {depth}");
            tested += 1;
        }
    }
    assert!(tested >= 80, "{tested}");
}

#[test]
fn division_sums_to_the_count() {
    for rules in Rules::ALL {
        let board = Board::start(rules);
        let rows = divide(&board, 3);
        assert_eq!(rows.len(), board.legal_moves().len());
        assert_eq!(rows.iter().map(|row| row.1).sum::<u64>(), perft(&board, 3));
        assert!(divide(&board, 0).is_empty() && perft(&board, 0) == 1);
    }
}
