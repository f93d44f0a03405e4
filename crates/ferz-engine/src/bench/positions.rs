//! The positions of the bench and its table size.

/// The size of the transposition table in MiB.
pub const HASH_MIB: usize = 16;

/// The positions: openings, middlegames, endgames, mates, draws and Chess960.
pub const POSITIONS: &[&str] = &[
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "rnbqkbnr/ppp2p1p/3pp1p1/8/5P2/4P1P1/PPPP3P/RNBQKBNR w KQkq - 0 4",
    "r1bqkb1r/ppppp1pp/2n2n2/5p2/3P1P2/6P1/PPP1P2P/RNBQKBNR w KQkq - 0 4",
    "rn2kb1r/ppp1ppp1/3q2bp/3p4/3P3B/4P3/PPPN1PPP/R2QKB1R w KQkq - 2 9",
    "rnbq1rk1/pp3pbp/3p2p1/2pPp2n/4P3/2PB1N1P/PP3PP1/RNBQ1RK1 w - - 5 9",
    "r2qk2r/ppp2pb1/2np1npp/4p3/4PPb1/2NP2P1/PPP1N1BP/R1BQ1RK1 w kq - 1 9",
    "2r3k1/5ppp/p3p3/1p1bP3/3P4/P4P2/1r1B2PP/R2R2K1 b - - 3 25",
    "6k1/5p2/4p1p1/1Q5p/2P2q2/7P/5PP1/6K1 b - - 0 40",
    "8/8/1p2k3/1P1p4/3P1K2/8/8/8 w - - 12 60",
    "8/5pk1/6p1/R6p/5P1P/r5P1/5K2/8 w - - 4 45",
    "3r2k1/pp3p1p/4p1p1/3nP3/3N4/1P3PP1/P6P/3R2K1 w - - 1 28",
    "1k1r3r/ppp2p1p/2nq1np1/3p4/3P4/2PBPN2/PP1Q1PPP/1R3RK1 b - - 0 16",
    "r1b2rk1/ppq1bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 6 9",
    "4k3/8/8/8/8/8/4PPPP/4K3 w - - 0 1",
    "8/8/8/4k3/8/8/2B1N3/4K3 w - - 10 80",
    "8/1p3k2/p1p2p2/P1P2P1p/1P2K2P/8/8/8 b - - 3 50",
    "r1bq1rk1/pp1nbppp/2p1pn2/3p2B1/2PP4/2NBPN2/PP3PPP/R2QK2R w KQ - 4 8",
    "2kr3r/pbpq1pp1/1pn1pn1p/3p4/1bPP3B/2NBPN2/PPQ2PPP/R4RK1 w - - 2 12",
    "5rk1/1p1q1ppp/pQ6/3b4/8/2P1B3/P4PPP/4R1K1 b - - 1 24",
    "r4rk1/2p2ppp/p2b1q2/1p1Qp3/4P1b1/2PB4/PP3PPP/R1B2RK1 w - - 3 16",
    "8/3n1k2/3p1p2/p1pP1P2/PpP1K1N1/1P6/8/8 w - - 5 55",
    "6k1/pp4p1/2p5/2bp4/8/P5Pb/1P3rrP/2BRRN1K b - - 0 1",
    "r2q1rk1/1b2bppp/p2p1n2/np2p3/3PP3/5N1P/PPBN1PP1/R1BQR1K1 b - - 0 14",
    "4rrk1/pp1n1pp1/q5p1/P1pP4/2n3P1/7P/1P3PB1/R1BQ1RK1 w - - 3 22",
    "qnrbbkrn/pppppppp/8/8/8/8/PPPPPPPP/QNRBBKRN w GCgc - 0 1",
    "rbkrnnbq/pppppppp/8/8/8/8/PPPPPPPP/NRNQBKRB w GBda - 0 1",
];

#[cfg(test)]
mod tests {
    use super::*;
    use ferz::Position;

    #[test]
    fn every_position_is_legal() {
        for fen in POSITIONS {
            Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        }
    }
}
