//! Six classic positions and their published counts.

/// Position with two depths and their counts.
pub(crate) struct Row {
    pub(crate) name: &'static str,
    pub(crate) fen: &'static str,
    /// Depth and count for counters that make every leaf.
    pub(crate) shallow: (u32, u128),
    /// Depth and count for the others.
    pub(crate) deep: (u32, u128),
}

pub(crate) const POSITIONS: [Row; 6] = [
    Row {
        name: "start",
        fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        shallow: (5, 4_865_609),
        deep: (6, 119_060_324),
    },
    Row {
        name: "kiwipete",
        fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        shallow: (4, 4_085_603),
        deep: (5, 193_690_690),
    },
    Row {
        name: "pos. 3",
        fen: "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        shallow: (6, 11_030_083),
        deep: (7, 178_633_661),
    },
    Row {
        name: "pos. 4",
        fen: "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        shallow: (5, 15_833_292),
        deep: (5, 15_833_292),
    },
    Row {
        name: "pos. 5",
        fen: "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        shallow: (4, 2_103_487),
        deep: (5, 89_941_194),
    },
    Row {
        name: "pos. 6",
        fen: "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        shallow: (4, 3_894_594),
        deep: (5, 164_075_551),
    },
];
