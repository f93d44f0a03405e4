//! Published perft counts.

/// A position with its leaf counts.
pub(crate) struct Row {
    pub(crate) name: &'static str,
    pub(crate) fen: &'static str,
    /// Depths and leaf counts.
    pub(crate) leaves: &'static [(u32, u64)],
}

/// The six positions of the Chess Programming Wiki.
pub(crate) const CLASSIC: &[Row] = &[
    Row {
        name: "start",
        fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        leaves: &[(1, 20), (2, 400), (3, 8_902), (4, 197_281), (5, 4_865_609), (6, 119_060_324)],
    },
    Row {
        name: "kiwipete",
        fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        leaves: &[(1, 48), (2, 2_039), (3, 97_862), (4, 4_085_603), (5, 193_690_690)],
    },
    Row {
        name: "position 3, en passant and pins on ranks",
        fen: "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        leaves: &[
            (1, 14),
            (2, 191),
            (3, 2_812),
            (4, 43_238),
            (5, 674_624),
            (6, 11_030_083),
            (7, 178_633_661),
        ],
    },
    Row {
        name: "position 4, castling through the fire",
        fen: "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        leaves: &[(1, 6), (2, 264), (3, 9_467), (4, 422_333), (5, 15_833_292)],
    },
    Row {
        name: "position 5, a pawn about to promote",
        fen: "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        leaves: &[(1, 44), (2, 1_486), (3, 62_379), (4, 2_103_487), (5, 89_941_194)],
    },
    Row {
        name: "position 6, a middlegame",
        fen: "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        leaves: &[(1, 46), (2, 2_079), (3, 89_890), (4, 3_894_594), (5, 164_075_551)],
    },
];

/// Edge cases of the rules, most of them by Martin Sedlacek.
pub(crate) const TRAPS: &[Row] = &[
    Row {
        name: "en passant, pinned on the rank",
        fen: "3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1",
        leaves: &[(6, 1_134_888)],
    },
    Row {
        name: "en passant, pinned on a diagonal",
        fen: "8/8/4k3/8/2p5/8/B2P2K1/8 w - - 0 1",
        leaves: &[(6, 1_015_133)],
    },
    Row {
        name: "en passant uncovers a check",
        fen: "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1",
        leaves: &[(1, 15), (2, 126), (3, 1_928), (6, 1_440_467)],
    },
    Row {
        name: "castling short gives check",
        fen: "5k2/8/8/8/8/8/8/4K2R w K - 0 1",
        leaves: &[(6, 661_072)],
    },
    Row {
        name: "castling long gives check",
        fen: "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1",
        leaves: &[(6, 803_711)],
    },
    Row {
        name: "rights lost when a rook is taken",
        fen: "r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1",
        leaves: &[(4, 1_274_206)],
    },
    Row {
        name: "castling prevented by attacks",
        fen: "r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1",
        leaves: &[(4, 1_720_476)],
    },
    Row {
        name: "promotion out of check",
        fen: "2K2r2/4P3/8/8/8/8/8/3k4 w - - 0 1",
        leaves: &[(6, 3_821_001)],
    },
    Row {
        name: "discovered checks",
        fen: "8/8/1P2K3/8/2n5/1q6/8/5k2 b - - 0 1",
        leaves: &[(5, 1_004_658)],
    },
    Row {
        name: "promotion gives check",
        fen: "4k3/1P6/8/8/8/8/K7/8 w - - 0 1",
        leaves: &[(6, 217_342)],
    },
    Row {
        name: "underpromotion gives check",
        fen: "8/P1k5/K7/8/8/8/8/8 w - - 0 1",
        leaves: &[(6, 92_683)],
    },
    Row {
        name: "stalemate of oneself",
        fen: "K1k5/8/P7/8/8/8/8/8 w - - 0 1",
        leaves: &[(6, 2_217)],
    },
    Row {
        name: "stalemate and mate",
        fen: "8/k1P5/8/1K6/8/8/8/8 w - - 0 1",
        leaves: &[(7, 567_584)],
    },
    Row { name: "double checks", fen: "8/8/2k5/5q2/5n2/8/5K2/8 b - - 0 1", leaves: &[(4, 23_527)] },
    Row {
        name: "promotions on every side",
        fen: "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N w - - 0 1",
        leaves: &[(1, 24), (2, 496), (3, 9_483), (4, 182_838), (5, 3_605_103)],
    },
    Row {
        name: "pawns race to promote",
        fen: "8/PPPk4/8/8/8/8/4Kppp/8 w - - 0 1",
        leaves: &[(5, 1_533_145)],
    },
    Row {
        name: "every right to castle",
        fen: "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        leaves: &[(1, 26), (2, 568), (3, 13_744), (4, 314_346), (5, 7_594_526)],
    },
    Row {
        name: "the most moves of any known position",
        fen: "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
        leaves: &[(1, 218)],
    },
];

/// Positions with many combinations of rights, from the Chess960 suite of the Chess Programming
/// Wiki.
pub(crate) const CHESS960: &[Row] = &[
    Row {
        name: "Chess960 suite, position 1",
        fen: "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        leaves: &[(1, 21), (2, 528), (3, 12_189), (4, 326_672), (5, 8_146_062)],
    },
    Row {
        name: "Chess960 suite, position 11",
        fen: "qnr1bkrb/pppp2pp/3np3/5p2/8/P2P2P1/NPP1PP1P/QN1RBKRB w GDg - 3 9",
        leaves: &[(1, 33), (2, 823), (3, 26_895), (4, 713_420), (5, 23_114_629)],
    },
    Row {
        name: "Chess960 suite, position 28",
        fen: "nb1n1kbr/ppp1rppp/3pq3/P3p3/8/4P3/1PPPRPPP/NBQN1KBR w Hh - 1 9",
        leaves: &[(1, 19), (2, 566), (3, 11_786), (4, 358_337), (5, 8_047_916)],
    },
    Row {
        name: "Chess960 suite, position 57",
        fen: "n1rbbqkr/pp1pppp1/7p/P1p5/1n6/2PP4/1P2PPPP/NNRBBQKR w HChc - 0 9",
        leaves: &[(1, 22), (2, 631), (3, 14_978), (4, 431_801), (5, 10_911_545)],
    },
    Row {
        name: "Chess960 suite, position 75",
        fen: "n1rkbqrb/pp1ppp2/2n3p1/2p4p/P5PP/1P6/2PPPP2/NNRKBQRB w GCgc - 0 9",
        leaves: &[(1, 24), (2, 804), (3, 20_712), (4, 684_001), (5, 18_761_475)],
    },
    Row {
        name: "Chess960 suite, position 89",
        fen: "nnrbbrkq/1pp2ppp/3p4/p3p3/3P1P2/1P2P3/P1P3PP/NNRBBKRQ w GC - 1 9",
        leaves: &[(1, 31), (2, 827), (3, 24_538), (4, 663_082), (5, 19_979_594)],
    },
    Row {
        name: "Chess960 suite, position 120",
        fen: "nb1r1nkr/ppp1ppp1/2bp4/7p/3P2qP/P6R/1PP1PPP1/NBQRBNK1 w Dhd - 1 9",
        leaves: &[(1, 38), (2, 1_691), (3, 60_060), (4, 2_526_992), (5, 88_557_078)],
    },
    Row {
        name: "Chess960 suite, position 147",
        fen: "1nrnqkrb/2ppp1pp/p7/1p3p2/5P2/N5K1/PPPPP2P/B1RNQ1RB w gc - 0 9",
        leaves: &[(1, 33), (2, 725), (3, 23_572), (4, 559_823), (5, 18_547_476)],
    },
    Row {
        name: "Chess960 suite, position 161",
        fen: "bnrbk1qr/1ppp1ppp/p2np3/8/P7/2N2P2/1PPPP1PP/B1RBNKQR w HC - 0 9",
        leaves: &[(1, 26), (2, 621), (3, 17_569), (4, 451_452), (5, 13_514_201)],
    },
    Row {
        name: "Chess960 suite, position 190",
        fen: "1rnkrbbq/pp1p2pp/1n3p2/1Bp1p3/1P6/1N2P3/P1PP1PPP/1RNKR1BQ w EBeb - 0 9",
        leaves: &[(1, 33), (2, 992), (3, 32_244), (4, 983_481), (5, 31_703_749)],
    },
    Row {
        name: "Chess960 suite, position 251",
        fen: "nrkqbr1b/1pppp1pp/5pn1/p6N/1P3P2/8/P1PPP1PP/NRKQB1RB w GBb - 0 9",
        leaves: &[(1, 26), (2, 494), (3, 13_815), (4, 296_170), (5, 8_763_742)],
    },
    Row {
        name: "Chess960 suite, position 291",
        fen: "bqr1krnb/ppppppp1/7p/3n4/1P4P1/P4N2/2PPPP1P/BQNRKR1B w FDf - 3 9",
        leaves: &[(1, 31), (2, 709), (3, 22_936), (4, 559_830), (5, 18_608_857)],
    },
    Row {
        name: "Chess960 suite, position 328",
        fen: "nb1qbkrn/pprp1pp1/7p/2p1pB2/Q1PP4/8/PP2PPPP/N1R1BKRN w GCg - 2 9",
        leaves: &[(1, 47), (2, 1_128), (3, 50_723), (4, 1_306_753), (5, 56_747_878)],
    },
    Row {
        name: "Chess960 suite, position 362",
        fen: "nrkr1bqn/ppp1pppp/3p4/1b6/7P/P7/1PPPPPP1/NRKRBBQN w DBdb - 1 9",
        leaves: &[(1, 17), (2, 457), (3, 9_083), (4, 243_872), (5, 5_503_579)],
    },
    Row {
        name: "Chess960 suite, position 383",
        fen: "nr1rnqbb/ppp1pp1p/3k2p1/3p4/1P5P/3P1N2/P1P1PPP1/NRKR1QBB w DB - 1 9",
        leaves: &[(1, 25), (2, 758), (3, 18_547), (4, 543_643), (5, 13_890_077)],
    },
    Row {
        name: "Chess960 suite, position 412",
        fen: "rbqnn1br/p1pppk1p/1p4p1/5p2/8/P1P2P2/1PBPP1PP/R1QNNKBR w HA - 0 9",
        leaves: &[(1, 31), (2, 756), (3, 23_877), (4, 625_194), (5, 20_036_784)],
    },
    Row {
        name: "Chess960 suite, position 455",
        fen: "r1bnkqrb/1ppppppp/p3n3/8/6P1/4N3/PPPPPPRP/RNB1KQ1B w Aga - 1 9",
        leaves: &[(1, 23), (2, 457), (3, 11_416), (4, 250_551), (5, 6_666_787)],
    },
    Row {
        name: "Chess960 suite, position 555",
        fen: "rnkn1qrb/pp1bp1pp/2p5/1N1p1p2/8/2P5/PPKPPPPP/R2NBQRB w ga - 2 9",
        leaves: &[(1, 27), (2, 533), (3, 14_549), (4, 330_747), (5, 9_206_957)],
    },
    Row {
        name: "Chess960 suite, position 590",
        fen: "q1rkrbbn/ppp1pppp/8/3p4/1PnP4/P7/1RP1PPPP/Q1NKRBBN w Ee - 1 9",
        leaves: &[(1, 20), (2, 520), (3, 10_769), (4, 278_067), (5, 6_452_205)],
    },
    Row {
        name: "Chess960 suite, position 623",
        fen: "rnqk1nbb/1pp2ppp/3pr3/p3p3/3P1P2/2N3N1/PPP1P1PP/R1QKR1BB w EAa - 1 9",
        leaves: &[(1, 29), (2, 883), (3, 26_412), (4, 815_098), (5, 25_144_295)],
    },
    Row {
        name: "Chess960 suite, position 663",
        fen: "r1bkrnqb/pp3ppp/n1ppp3/8/1P5P/P7/R1PPPPP1/1NBKRNQB w Eea - 0 9",
        leaves: &[(1, 21), (2, 482), (3, 11_417), (4, 275_339), (5, 7_112_890)],
    },
    Row {
        name: "Chess960 suite, position 813",
        fen: "rkqbr1bn/p2ppppp/1pp2n2/8/5P2/3P1N2/PPP1PRPP/RKQB2BN w Aa - 3 9",
        leaves: &[(1, 24), (2, 574), (3, 14_593), (4, 371_597), (5, 10_066_892)],
    },
    Row {
        name: "Chess960 suite, position 878",
        fen: "1qkrnbbn/1rpppppp/pp6/5N2/P4P2/8/1PPPP1PP/QRKRNBB1 w DBd - 3 9",
        leaves: &[(1, 30), (2, 542), (3, 16_646), (4, 345_172), (5, 10_976_745)],
    },
    Row {
        name: "Chess960 suite, position 925",
        fen: "1krbqnbn/1p2pppp/r1pp4/p7/8/1P1P2PP/P1P1PP2/RKRBQNBN w CAc - 0 9",
        leaves: &[(1, 21), (2, 566), (3, 13_519), (4, 375_128), (5, 9_700_847)],
    },
    Row {
        name: "Chess960 suite, position 956",
        fen: "r1krnnbq/pp1ppp1p/6p1/2p5/2P5/P3P3/Rb1P1PPP/1BKRNNBQ w Dda - 0 9",
        leaves: &[(1, 2), (2, 61), (3, 1_312), (4, 40_072), (5, 937_188)],
    },
];

/// Positions without published counts, compared with cozy-chess.
pub(crate) const UNPUBLISHED: &[&str] = &[
    // A double push gives check, and the en passant capture removes the checker.
    "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
    "8/8/8/8/1k1PpN1R/8/8/4K3 b - d3 0 1",
    // The capturer is pinned along the file, along the diagonal of the capture, and across it.
    "3k4/8/8/3pP3/8/8/8/3RK3 w - d6 0 1",
    "4k3/1b6/8/2pP4/4K3/8/8/8 w - c6 0 1",
    "1b2k3/8/3p4/3Pp3/5K2/8/8/8 w - e6 0 1",
    // Two pawns may capture en passant; one is pinned.
    "4k3/8/8/K1PpP2r/8/8/8/8 w - d6 0 1",
    // The castling rook is pinned, or shields the king until it leaves.
    "4k3/8/8/8/8/8/8/rR2K3 w Q - 0 1",
    "4k3/8/8/8/8/8/8/qRK5 w B - 0 1",
    "7k/8/8/8/8/8/8/rRK2R2 w FB - 0 1",
    "4k3/8/8/8/8/8/6p1/R3K2R w KQ - 0 1",
    "rk5r/8/8/8/8/8/1p6/RK5R w HAha - 0 1",
    "3rkr2/8/8/8/8/8/8/3RKR2 w FDfd - 0 1",
    "rk1r4/p7/8/8/8/8/P7/RK1R4 b DAda - 0 1",
    // A promotion captures a castling rook.
    "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R w KQkq - 0 1",
    "1r1k1r2/P5P1/8/8/8/8/p5p1/1R1K1R2 w FBfb - 0 1",
    // Double checks; stalemate; only king moves.
    "3k4/8/8/8/3N4/8/3R4/3K4 w - - 0 1",
    "4k3/8/8/8/4N3/2B5/8/4RK2 w - - 0 1",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "k7/2Q5/8/8/8/8/8/K7 b - - 0 1",
    "q3k2q/8/2b2b2/8/8/2B2B2/8/Q3K2Q w - - 0 1",
    "1q2k2q/1b3b2/8/8/8/8/2B1B3/Q2K3Q b - - 0 1",
];
