//! Random games with a preference for rare moves, and their coverage.

use fastrand::Rng;
use ferz::{Color, Move, PieceType, Position, Setup};

/// Parses a legal FEN.
pub(crate) fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

const STANDARD: [&str; 14] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R w KQkq - 0 1",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
    "4k2r/p3P1P1/8/3pP3/2PpP3/8/P5p1/R3K3 w Qk - 0 1",
    "2bqkb2/8/8/3r4/3R4/8/8/2BQKB2 w - - 0 1",
    "q3k2q/8/2b2b2/8/8/2B2B2/8/Q3K2Q w - - 0 1",
];

/// Returns positions of standard chess from the opening to the endgame.
pub(crate) fn standard() -> Vec<Position> {
    STANDARD.map(position).to_vec()
}

/// Returns initial positions of Chess960 and double Chess960, and positions with rights of inner
/// rooks.
pub(crate) fn chess960() -> Vec<Position> {
    let start = |white, black| {
        let setup = Setup::double_chess960(white, black).expect("numbers below 960");
        Position::from_setup(&setup).expect("a start is legal")
    };
    let singles = (0..48).map(|n| start(n * 20, n * 20));
    let doubles = (0..48).map(|n| start(n * 20, 959 - n * 19));
    let inner = [
        "1r1k1r1r/p1pppppp/8/8/8/8/P1PPPPPP/2R1K1RR b Gf - 0 1",
        "rk5r/1p6/8/8/8/8/8/1R1KR2R w Ek - 0 1",
        "1rk3r1/8/8/8/8/8/8/R4KR1 w GAgb - 0 1",
        "rkr5/8/8/8/8/8/8/5RKR w HFca - 0 1",
    ];
    singles.chain(doubles).chain(inner.map(position)).collect()
}

/// Returns the positions of both functions above.
pub(crate) fn all_starts() -> Vec<Position> {
    let mut starts = standard();
    starts.extend(chess960());
    starts
}

/// Returns a random legal move. In one of four cases it is castling, en passant, a promotion or a
/// check if there is one.
pub(crate) fn choose_move(position: &Position, random: &mut Rng) -> Option<Move> {
    let moves = position.legal_moves();
    if random.usize(..4) == 0 {
        let rare = |mv: &Move| {
            mv.is_castling() || mv.is_en_passant() || mv.is_promotion() || position.gives_check(*mv)
        };
        let rare: Vec<Move> = moves.iter().copied().filter(rare).collect();
        if let Some(&mv) = random.choice(&rare) {
            return Some(mv);
        }
    }
    random.choice(&moves).copied()
}

/// Counts of features in random games, by name.
pub(crate) struct Coverage([(&'static str, usize); 15]);

impl Coverage {
    pub(crate) fn new() -> Self {
        Self(
            [
                "capture",
                "double push",
                "en passant",
                "castling to the king side",
                "castling to the queen side",
                "promotion to a knight",
                "promotion to a bishop",
                "promotion to a rook",
                "promotion to a queen",
                "capture with promotion",
                "check",
                "double check",
                "pinned piece",
                "discovered check",
                "end of the game",
            ]
            .map(|name| (name, 0)),
        )
    }

    fn add(&mut self, name: &str, seen: bool) {
        let entry = self.0.iter_mut().find(|entry| entry.0 == name);
        entry.unwrap_or_else(|| panic!("unknown feature {name}")).1 += usize::from(seen);
    }

    /// Counts the features of a position and of the move made there.
    pub(crate) fn count(&mut self, position: &Position, mv: Option<Move>) {
        let (us, checkers) = (position.side_to_move(), position.checkers());
        self.add("check", checkers.any());
        self.add("double check", checkers.more_than_one());
        self.add("pinned piece", position.pinned(us).any());
        let Some(mv) = mv else { return self.add("end of the game", true) };
        self.add("capture", mv.is_capture());
        self.add("double push", mv.is_double_push());
        self.add("en passant", mv.is_en_passant());
        self.add("castling to the king side", mv.is_castling() && mv.to() > mv.from());
        self.add("castling to the queen side", mv.is_castling() && mv.to() < mv.from());
        self.add("capture with promotion", mv.is_capture() && mv.is_promotion());
        if let Some(piece) = mv.promotion() {
            self.add(&format!("promotion to a {piece}"), true);
        }
        let leaves = position.discovered_check_candidates().contains(mv.from());
        self.add("discovered check", leaves && position.gives_check(mv));
    }

    /// Fails if a feature never occurred.
    pub(crate) fn assert_complete(&self) {
        for (name, count) in self.0 {
            assert!(cfg!(miri) || count > 0, "no {name} in any game");
        }
    }
}

/// Calls `visit` for each position of random games with at most `plies` plies, null moves included.
/// `visit` must undo its changes.
///
/// # Panics
/// If a feature of [`Coverage`] occurs in none of the games.
pub(crate) fn walk(
    starts: &[Position],
    games: usize,
    plies: usize,
    mut visit: impl FnMut(&mut Position, &mut Rng),
) {
    let mut coverage = Coverage::new();
    let (games, plies) = if cfg!(miri) { (2, 10) } else { (games, plies) };
    for game in 0..games {
        let mut random = Rng::with_seed(game as u64);
        let mut position = starts[game % starts.len()].clone();
        for _ in 0..plies {
            visit(&mut position, &mut random);
            let mv = choose_move(&position, &mut random);
            coverage.count(&position, mv);
            match mv {
                None => break,
                Some(_) if !position.in_check() && random.usize(..40) == 0 => {
                    position.do_null_move()
                }
                Some(mv) => position.do_move(mv),
            }
        }
    }
    coverage.assert_complete();
}

/// Ensures that tests of piece types have positions with them.
#[test]
fn random_games_contain_every_piece_of_both_sides() {
    let mut seen = [[0_usize; PieceType::COUNT]; Color::COUNT];
    walk(&standard(), 200, 120, |position, _| {
        for color in Color::ALL {
            for piece_type in PieceType::ALL {
                seen[color][piece_type] += usize::from(position.pieces(color, piece_type).any());
            }
        }
    });
    assert!(seen.as_flattened().iter().all(|&count| cfg!(miri) || count > 100), "{seen:?}");
}
