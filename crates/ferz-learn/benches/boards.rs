//! The four boards and the four sliders beside `ferz`, and single questions in several ways: `cargo bench -p ferz-learn`
//! prints all tables, `cargo bench -p ferz-learn -- questions` those of single questions.
//!
//! Each row counts the same trees by the same function. Rounds are interleaved, and the best round
//! counts, in processor time.

use cpu_time::ProcessTime;
use ferz::Position;
use ferz_learn::bitboard::Bitboard;
use ferz_learn::bitboards::Bitboards;
use ferz_learn::board::Board;
use ferz_learn::board_0x88::Board0x88;
use ferz_learn::fen::{START, Setup};
use ferz_learn::mailbox::Mailbox;
use ferz_learn::mailbox_10x12::Mailbox10x12;
use ferz_learn::popcount;
use ferz_learn::random::Random;
use ferz_learn::sliders::rotated::Rotated;
use ferz_learn::sliders::{
    Sliders, difference::Difference, fill::Fill, loops::Loops, magic::Magic, pext::Pext, rays::Rays,
};
use ferz_learn::twelve::TwelveSets;
use ferz_learn::types::{Color, Move, Piece, Square};
use std::hint::black_box;

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

/// A way to answer a question: its name, bytes of tables, sources, and the answers to all questions in
/// one number, which is that of the first row.
struct Way {
    name: &'static str,
    bytes: usize,
    sources: &'static [&'static str],
    answer: fn(&Questions) -> u64,
}

/// Squares and sets of occupied squares, and boards in both forms.
struct Questions {
    sets: Vec<(Square, Bitboard, Rotated)>,
    eight: Bitboards,
    twelve: TwelveSets,
}

fn questions() -> Questions {
    let mut random = Random(22);
    let set = |index| {
        let occupied = Bitboard(random.next() & random.next());
        (Square::from_index(index), occupied, Rotated::new(occupied))
    };
    let sets = (0..16_384).map(set).collect();
    let eight = Bitboards::from_fen(TREES[1].0).expect("the position is valid");
    let mut twelve = TwelveSets::default();
    for square in eight.occupied() {
        twelve.toggle(eight.piece_on(square).expect("the square is occupied"), square);
    }
    Questions { sets, eight, twelve }
}

/// Returns the attacks of queens by one of the ways, combined.
fn queens<S: Sliders>(questions: &Questions) -> u64 {
    let attacks = |(from, occupied, _): &(Square, Bitboard, Rotated)| {
        S::queen_attacks(black_box(*from), black_box(*occupied)).0
    };
    questions.sets.iter().map(attacks).fold(0, |all, set| all ^ set)
}

fn rotated_queens(questions: &Questions) -> u64 {
    let attacks = |(from, _, rotated): &(Square, Bitboard, Rotated)| {
        let (from, rotated) = (black_box(*from), black_box(rotated));
        (rotated.bishop_attacks(from) | rotated.rook_attacks(from)).0
    };
    questions.sets.iter().map(attacks).fold(0, |all, set| all ^ set)
}

/// Returns the sum of the sizes of all sets.
fn sizes(questions: &Questions, count: impl Fn(u64) -> u32) -> u64 {
    questions.sets.iter().map(|(_, set, _)| u64::from(count(black_box(set.0)))).sum()
}

/// Returns a number of the pieces on all squares.
fn pieces_on(questions: &Questions, piece_on: impl Fn(Square) -> Option<Piece>) -> u64 {
    let number = |square| piece_on(black_box(square)).map_or(0, |piece| piece.kind as u64 + 1);
    questions.sets.iter().map(|&(square, ..)| number(square)).sum()
}

/// Prints how long each way takes, as a multiple of the first one.
fn print_ways(heading: &str, ways: &[Way]) {
    let questions = questions();
    let mut best = vec![f64::INFINITY; ways.len()];
    for _ in 0..10 * ROUNDS {
        for (way, best) in ways.iter().zip(&mut best) {
            let start = ProcessTime::now();
            for _ in 0..8 {
                let right = (ways[0].answer)(&questions) == (way.answer)(&questions);
                assert!(right, "{} is wrong", way.name);
            }
            *best = best.min(start.elapsed().as_secs_f64());
        }
    }
    println!("| {heading} | time | bytes of tables | lines of code |");
    println!("|---|---|---|---|");
    for (way, seconds) in ways.iter().zip(&best) {
        // Each round has run the first way beside this one.
        let time = 2.0 * seconds / best[0] - 1.0;
        let lines = lines(way.sources);
        println!("| {} | {time:.2} | {} | {lines} |", way.name, way.bytes);
    }
    println!();
}

/// Prints the tables of single questions.
fn print_questions() {
    let way = |name, bytes, sources, answer| Way { name, bytes, sources, answer };
    const LOOPS: &str = include_str!("../src/sliders/loops.rs");
    const MAGIC: &str = include_str!("../src/sliders/magic.rs");
    const PEXT: &str = include_str!("../src/sliders/pext.rs");
    let of_magics = (102_400 + 5_248) * 8;
    print_ways(
        "attacks of a queen",
        &[
            way("magics", of_magics, &[MAGIC], queens::<Magic>),
            way("PEXT", of_magics, &[PEXT], queens::<Pext>),
            way("rays", 8 * 64 * 8, &[include_str!("../src/sliders/rays.rs")], queens::<Rays>),
            way(
                "obstruction difference",
                4 * 64 * 16,
                &[include_str!("../src/sliders/difference.rs")],
                queens::<Difference>,
            ),
            way("filling", 0, &[include_str!("../src/sliders/fill.rs")], queens::<Fill>),
            way(
                "rotated sets, kept",
                // For each line of each square: all settings of its inner squares.
                8 * 2 * (4_096 + 1_282),
                &[include_str!("../src/sliders/rotated.rs")],
                rotated_queens,
            ),
            way("loops", 0, &[LOOPS], queens::<Loops>),
        ],
    );
    print_ways(
        "size of a set",
        &[
            way("`count_ones`", 0, &[], |questions| sizes(questions, u64::count_ones)),
            way("in groups", 0, &[], |questions| sizes(questions, popcount::by_groups)),
            way("by table", 65_536, &[], |questions| sizes(questions, popcount::by_table)),
            way("by loop", 0, &[], |questions| sizes(questions, popcount::by_loop)),
        ],
    );
    print_ways(
        "piece on a square",
        &[
            way("map", 64 * 2, &[], |questions| {
                pieces_on(questions, |square| questions.eight.piece_on(square))
            }),
            way("twelve sets", 0, &[include_str!("../src/twelve.rs")], |questions| {
                pieces_on(questions, |square| questions.twelve.piece_on(square))
            }),
        ],
    );
}

fn main() {
    if std::env::args().any(|argument| argument == "questions") {
        return print_questions();
    }
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
    print_questions();
}
