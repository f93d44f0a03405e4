//! Positions and random numbers for the tests.

use ferz::{Position, Setup};

/// Pseudo-random numbers, the same on every machine: SplitMix64 (Steele, Lea and Flood).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    /// Returns a number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() >> 32) as usize % bound
    }

    /// Returns true once in `times`.
    pub(crate) fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// Returns a number from -1 to 1.
    pub(crate) fn float(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1_u64 << 23) as f32 - 1.0
    }
}

const STANDARD: [&str; 12] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R b KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R w KQkq - 0 1",
    "4k2r/p3P1P1/8/3pP3/2PpP3/8/P5p1/R3K3 w Qk - 0 1",
    "2bqkb2/8/8/3r4/3R4/8/8/2BQKB2 b - - 0 1",
    "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
    "8/3k4/8/2pPp3/2P1P3/8/4K3/8 w - c6 0 1",
];

/// Returns positions of standard chess from the opening to the endgame.
pub(crate) fn standard() -> Vec<Position> {
    let read = |fen: &str| Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    STANDARD.map(read).to_vec()
}

/// Returns starts of Chess960, where both sides have the same array.
pub(crate) fn chess960() -> Vec<Position> {
    (0..32).map(|n| start(n * 30, n * 30)).collect()
}

/// Returns starts of double Chess960.
pub(crate) fn double_chess960() -> Vec<Position> {
    (0..32).map(|n| start(n * 30, 959 - n * 29)).collect()
}

/// Returns all of the above.
pub(crate) fn all() -> Vec<Position> {
    [standard(), chess960(), double_chess960()].concat()
}

fn start(white: u16, black: u16) -> Position {
    let setup = Setup::double_chess960(white, black).expect("numbers below 960");
    Position::from_setup(&setup).expect("a start is legal")
}
