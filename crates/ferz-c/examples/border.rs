//! Compares the calls of the shared library with those of the library in Rust: `border LIBRARY`.
//!
//! Makes and undoes lines of moves from six positions and each of their legal moves, and lists them: times of interleaved
//! rounds, the least of each. Prints the time by C in that by Rust.

use ferz::{Move, Position};
use ferz_c::{FERZ_MOVES_MAX, FERZ_OK, FerzPosition};
use std::ffi::{CString, c_char, c_int, c_void};
use std::hint::black_box;
use std::ptr::null_mut;
use std::time::Instant;

unsafe extern "C" {
    fn dlopen(path: *const c_char, flags: c_int) -> *mut c_void;
    fn dlsym(library: *mut c_void, name: *const c_char) -> *mut c_void;
}

const POSITIONS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
];

const ROUNDS: usize = 15;
const REPEATS: usize = 20_000;

type New = unsafe extern "C" fn(*const c_char, i32, *mut *mut FerzPosition) -> i32;
type Make = unsafe extern "C" fn(*mut FerzPosition, u16) -> i32;
type MakeLegal = unsafe extern "C" fn(*mut FerzPosition, *const u16, usize) -> i32;
type Undo = unsafe extern "C" fn(*mut FerzPosition, *mut u16, usize) -> i32;
type List = unsafe extern "C" fn(*const FerzPosition, *mut u16, usize, *mut usize) -> i32;

/// The functions of the shared library that are compared.
struct Functions {
    new: New,
    make: Make,
    make_legal: MakeLegal,
    undo: Undo,
    list: List,
}

struct Library(*mut c_void);

impl Library {
    fn open(path: &str) -> Self {
        const RTLD_NOW: c_int = 2;
        let path = CString::new(path).expect("a path");
        // SAFETY: the path ends with a zero byte.
        let library = unsafe { dlopen(path.as_ptr(), RTLD_NOW) };
        assert!(!library.is_null(), "{path:?} cannot be loaded");
        Self(library)
    }

    /// Returns a function, whose type is `T`.
    unsafe fn function<T>(&self, name: &str) -> T {
        let name = CString::new(name).expect("a name");
        // SAFETY: the library is loaded, the name ends with a zero byte.
        let address = unsafe { dlsym(self.0, name.as_ptr()) };
        assert!(!address.is_null(), "{name:?} is missing");
        // SAFETY: the caller's.
        unsafe { std::mem::transmute_copy(&address) }
    }
}

impl Functions {
    fn of(library: &Library) -> Self {
        // SAFETY: the types are those of the header.
        unsafe {
            Self {
                new: library.function("ferz_position_new"),
                make: library.function("ferz_position_make"),
                make_legal: library.function("ferz_position_make_legal"),
                undo: library.function("ferz_position_undo"),
                list: library.function("ferz_position_legal_moves"),
            }
        }
    }

    /// Makes a line of moves by one call and undoes it by another.
    fn line(&self, handle: *mut FerzPosition, line: &[u16], repeats: usize) {
        for _ in 0..repeats {
            let (moves, count) = (black_box(line.as_ptr()), line.len());
            // SAFETY: the handle is valid, and there are `count` moves.
            let codes = unsafe {
                ((self.make_legal)(handle, moves, count), (self.undo)(handle, null_mut(), count))
            };
            assert_eq!(black_box(codes), (FERZ_OK, FERZ_OK));
        }
    }

    /// Makes and undoes each move by calls of its own.
    fn each(&self, handle: *mut FerzPosition, moves: &[u16], repeats: usize) {
        for _ in 0..repeats {
            for mv in moves {
                // SAFETY: the handle is valid.
                let codes =
                    unsafe { ((self.make)(handle, *mv), (self.undo)(handle, null_mut(), 1)) };
                assert_eq!(black_box(codes), (FERZ_OK, FERZ_OK));
            }
        }
    }

    fn list(&self, handle: *mut FerzPosition, expected: usize, repeats: usize) {
        let mut buffer = [0; FERZ_MOVES_MAX];
        for _ in 0..repeats {
            let mut count = 0;
            // SAFETY: the handle is valid, and the buffer has the places of its length.
            let code =
                unsafe { (self.list)(handle, buffer.as_mut_ptr(), buffer.len(), &mut count) };
            assert_eq!(black_box((code, count)), (FERZ_OK, expected));
        }
    }
}

/// Returns the least time of a work in that of another one, in turn.
fn ratio(mut c: impl FnMut(), mut rust: impl FnMut()) -> f64 {
    let mut least = [f64::INFINITY; 2];
    let mut measure = |index: usize, work: &mut dyn FnMut()| {
        let start = Instant::now();
        work();
        least[index] = least[index].min(start.elapsed().as_secs_f64());
    };
    for _ in 0..ROUNDS {
        measure(0, &mut c);
        measure(1, &mut rust);
    }
    least[0] / least[1]
}

/// Returns eight consecutive moves, of different kinds.
fn line_of(position: &Position) -> Vec<Move> {
    let mut position = position.clone();
    let next = |ply: usize| {
        let moves = position.legal_moves();
        let mv = *moves.get(ply * 7 % moves.len().max(1))?;
        position.do_move(mv);
        Some(mv)
    };
    (0..8).map_while(next).collect()
}

/// Compares lines, single moves that are known to be legal, single moves that are checked, and lists.
fn compare(functions: &Functions, fen: &str) -> [f64; 4] {
    let mut position = Position::from_fen(fen).expect("a position");
    let text = CString::new(fen).expect("a text");
    let mut handle = null_mut();
    // SAFETY: the text ends with a zero byte.
    assert_eq!(unsafe { (functions.new)(text.as_ptr(), 0, &mut handle) }, FERZ_OK);
    let bits = |moves: &[Move]| moves.iter().map(|mv| mv.bits()).collect::<Vec<_>>();
    let (moves, line) = (position.legal_moves().to_vec(), line_of(&position));
    let (move_bits, line_bits) = (bits(&moves), bits(&line));
    let repeats = REPEATS * 3 / moves.len();
    let lines = ratio(
        || functions.line(handle, &line_bits, REPEATS * 3 / line.len()),
        || {
            for _ in 0..REPEATS * 3 / line.len() {
                black_box(&line).iter().for_each(|&mv| position.do_move(mv));
                line.iter().for_each(|_| assert!(black_box(position.undo_move()).is_some()));
            }
        },
    );
    let single = ratio(
        || {
            for _ in 0..repeats {
                move_bits.chunks(1).for_each(|mv| functions.line(handle, mv, 1));
            }
        },
        || {
            for _ in 0..repeats {
                for &mv in &moves {
                    position.do_move(black_box(mv));
                    assert!(black_box(position.undo_move()).is_some());
                }
            }
        },
    );
    let checked = ratio(
        || functions.each(handle, &move_bits, repeats),
        || {
            for _ in 0..repeats {
                for &mv in &moves {
                    assert!(position.try_do_move(black_box(mv)).is_ok());
                    assert!(black_box(position.undo_move()).is_some());
                }
            }
        },
    );
    let list = ratio(
        || functions.list(handle, moves.len(), repeats * 10),
        || {
            for _ in 0..repeats * 10 {
                assert_eq!(black_box(&black_box(&position).legal_moves()).len(), moves.len());
            }
        },
    );
    [lines, single, checked, list]
}

fn print_row(name: &str, [line, single, checked, list]: [f64; 4]) {
    println!("{name:>8}  {line:>15.3}  {single:>15.3}  {checked:>9.3}  {list:>4.3}");
}

fn main() {
    let path = std::env::args().nth(1).expect("border LIBRARY");
    let functions = Functions::of(&Library::open(&path));
    println!("position  line of 8, undo  make_legal+undo  make+undo  list");
    let mut sums = [0.0; 4];
    for (index, fen) in POSITIONS.into_iter().enumerate() {
        let ratios = compare(&functions, fen);
        print_row(&index.to_string(), ratios);
        sums.iter_mut().zip(ratios).for_each(|(sum, ratio)| *sum += ratio.ln());
    }
    print_row("mean", sums.map(|sum: f64| (sum / POSITIONS.len() as f64).exp()));
}
