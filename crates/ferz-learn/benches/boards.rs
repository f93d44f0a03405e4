//! The four boards and the four sliders beside `ferz`: `cargo bench -p ferz-learn` prints two tables.
//!
//! Each row counts the same trees by the same function. Rounds are interleaved, and the best round
//! counts, in processor time.

use cpu_time::ProcessTime;
use ferz::Position;
use ferz_learn::bitboards::Bitboards;
use ferz_learn::board::Board;
use ferz_learn::board_0x88::Board0x88;
use ferz_learn::fen::{START, Setup};
use ferz_learn::mailbox::Mailbox;
use ferz_learn::mailbox_10x12::Mailbox10x12;
use ferz_learn::sliders::{loops::Loops, magic::Magic, pext::Pext, rays::Rays};
use ferz_learn::types::{Color, Move};

const ROUNDS: usize = 15;
/// Positions, depths and leaves.
const TREES: [(&str, u32, u64); 3] = [
    (START, 5, 4_865_609),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4, 4_085_603),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 674_624),
];

/// A row: its name, the bytes of a board, its sources, and the count.
struct Row {
    name: &'static str,
    bytes: usize,
    sources: &'static [&'static str],
    count: fn(&str, u32) -> u64,
}

/// Bitboards that find out by making each move if it is legal, as the arrays do.
struct MadeToSee(Bitboards);

impl Board for MadeToSee {
    type Undo = <Bitboards as Board>::Undo;

    fn from_setup(setup: &Setup) -> MadeToSee {
        MadeToSee(Bitboards::from_setup(setup))
    }

    fn side_to_move(&self) -> Color {
        self.0.side_to_move()
    }

    fn pseudo_legal_moves(&self, moves: &mut Vec<Move>) {
        self.0.pseudo_legal_moves(moves);
    }

    fn do_move(&mut self, mv: Move) -> Self::Undo {
        self.0.do_move(mv)
    }

    fn undo_move(&mut self, mv: Move, undo: Self::Undo) {
        self.0.undo_move(mv, undo);
    }

    fn in_check(&self, color: Color) -> bool {
        self.0.in_check(color)
    }
}

fn count<B: Board>(fen: &str, depth: u32) -> u64 {
    B::from_fen(fen).expect("the position is valid").perft(depth)
}

/// Counts the same leaves by `ferz`, with the same last ply.
fn count_by_ferz(fen: &str, depth: u32) -> u64 {
    fn perft(position: &mut Position, depth: u32) -> u64 {
        let moves = position.legal_moves();
        if depth == 1 {
            return moves.len() as u64;
        }
        let mut count = 0;
        for &mv in &moves {
            position.do_move(mv);
            count += perft(position, depth - 1);
            position.undo_move();
        }
        count
    }
    perft(&mut Position::from_fen(fen).expect("the position is valid"), depth)
}

/// Lines of code: without tests, comments and empty lines.
fn lines(sources: &[&str]) -> usize {
    let code = |source: &&str| {
        let end = source.find("#[cfg(test)]").unwrap_or(source.len());
        let is_code = |line: &&str| !line.trim().is_empty() && !line.trim().starts_with("//");
        source[..end].lines().filter(is_code).count()
    };
    sources.iter().map(code).sum()
}

fn print(heading: &str, rows: &[Row]) {
    let mut best = vec![f64::INFINITY; rows.len()];
    for _ in 0..ROUNDS {
        for (row, best) in rows.iter().zip(&mut best) {
            let start = ProcessTime::now();
            for (fen, depth, leaves) in TREES {
                assert_eq!((row.count)(fen, depth), leaves, "{} counts wrong", row.name);
            }
            *best = best.min(start.elapsed().as_secs_f64());
        }
    }
    let leaves: u64 = TREES.iter().map(|(_, _, leaves)| leaves).sum();
    println!("| {heading} | million leaves a second | bytes of a board | lines of code |");
    println!("|---|---|---|---|");
    for (row, seconds) in rows.iter().zip(best) {
        let speed = leaves as f64 / seconds / 1e6;
        let lines = match lines(row.sources) {
            0 => "".into(),
            lines => lines.to_string(),
        };
        println!("| {} | {speed:.1} | {} | {lines} |", row.name, row.bytes);
    }
    println!();
}

const BITBOARDS: &[&str] = &[
    include_str!("../src/bitboard.rs"),
    include_str!("../src/leapers.rs"),
    include_str!("../src/random.rs"),
    include_str!("../src/sliders/mod.rs"),
    include_str!("../src/sliders/loops.rs"),
    include_str!("../src/sliders/rays.rs"),
    include_str!("../src/sliders/magic.rs"),
    include_str!("../src/zobrist.rs"),
    include_str!("../src/bitboards/mod.rs"),
    include_str!("../src/bitboards/making.rs"),
    include_str!("../src/bitboards/movegen.rs"),
    include_str!("../src/bitboards/legality.rs"),
    include_str!("../src/bitboards/castling.rs"),
    include_str!("../src/bitboards/en_passant.rs"),
    include_str!("../src/bitboards/rules.rs"),
];

fn main() {
    // Tables that are made at first use are made here.
    count::<Bitboards<Magic>>(START, 2);
    count::<Bitboards<Pext>>(START, 2);
    let board = |name, bytes, sources, count| Row { name, bytes, sources, count };
    print(
        "board",
        &[
            board(
                "8x8, copied",
                size_of::<Mailbox>(),
                &[include_str!("../src/mailbox.rs")],
                count::<Mailbox>,
            ),
            board(
                "10x12",
                size_of::<Mailbox10x12>(),
                &[include_str!("../src/mailbox_10x12.rs")],
                count::<Mailbox10x12>,
            ),
            board(
                "0x88 with lists",
                size_of::<Board0x88>(),
                &[include_str!("../src/board_0x88.rs")],
                count::<Board0x88>,
            ),
            board(
                "bitboards, each move made",
                size_of::<MadeToSee>(),
                BITBOARDS,
                count::<MadeToSee>,
            ),
            board("bitboards", size_of::<Bitboards>(), BITBOARDS, count::<Bitboards>),
            board("`ferz`", size_of::<ferz::Board>(), &[], count_by_ferz),
        ],
    );
    let bytes = size_of::<Bitboards>();
    let slider = |name, sources, count| Row { name, bytes, sources, count };
    print(
        "sliders of the bitboards",
        &[
            slider("loops", &[include_str!("../src/sliders/loops.rs")], count::<Bitboards<Loops>>),
            slider("rays", &[include_str!("../src/sliders/rays.rs")], count::<Bitboards<Rays>>),
            slider("magics", &[include_str!("../src/sliders/magic.rs")], count::<Bitboards<Magic>>),
            slider("PEXT", &[include_str!("../src/sliders/pext.rs")], count::<Bitboards<Pext>>),
        ],
    );
}
