//! Compares the calls of the shared library with those of the library in Rust: `border LIBRARY`.
//!
//! Makes and undoes each legal move of six positions, and lists their moves: user time of interleaved rounds, the least
//! of each. Prints the time by C in that by Rust.

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
type Undo = unsafe extern "C" fn(*mut FerzPosition, *mut u16) -> i32;
type List = unsafe extern "C" fn(*const FerzPosition, *mut u16, usize, *mut usize) -> i32;

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

/// Returns the least times of two interleaved works.
fn least(mut works: [&mut dyn FnMut(); 2]) -> [f64; 2] {
    let mut least = [f64::INFINITY; 2];
    for _ in 0..ROUNDS {
        for (work, least) in works.iter_mut().zip(&mut least) {
            let start = Instant::now();
            work();
            *least = least.min(start.elapsed().as_secs_f64());
        }
    }
    least
}

fn main() {
    let path = std::env::args().nth(1).expect("border LIBRARY");
    let library = Library::open(&path);
    // SAFETY: the types are those of the header.
    let (new, make, make_legal, undo, list) = unsafe {
        (
            library.function::<New>("ferz_position_new"),
            library.function::<Make>("ferz_position_make"),
            library.function::<Make>("ferz_position_make_legal"),
            library.function::<Undo>("ferz_position_undo"),
            library.function::<List>("ferz_position_legal_moves"),
        )
    };
    let mut sums = [0.0; 3];
    println!("position  make_legal+undo  make+undo  list");
    for (index, fen) in POSITIONS.into_iter().enumerate() {
        let mut position = Position::from_fen(fen).expect("a position");
        let moves: Vec<Move> = position.legal_moves().to_vec();
        let repeats = REPEATS * 30 / moves.len();
        let text = CString::new(fen).expect("a text");
        let mut handle = null_mut();
        // SAFETY: the arguments are valid, as for all calls below.
        assert_eq!(unsafe { new(text.as_ptr(), 0, &mut handle) }, FERZ_OK);
        let by_c = |make: Make| {
            for _ in 0..repeats / 10 {
                for mv in &moves {
                    // SAFETY: as above.
                    let codes = unsafe { (make(handle, mv.bits()), undo(handle, null_mut())) };
                    assert_eq!(black_box(codes), (FERZ_OK, FERZ_OK));
                }
            }
        };
        let mut scratch = position.clone();
        let unchecked = least([&mut || by_c(make_legal), &mut || {
            for _ in 0..repeats / 10 {
                for &mv in &moves {
                    position.do_move(black_box(mv));
                    black_box(position.undo_move());
                }
            }
        }]);
        let checked = least([&mut || by_c(make), &mut || {
            for _ in 0..repeats / 10 {
                for &mv in &moves {
                    assert!(scratch.try_do_move(black_box(mv)).is_ok());
                    black_box(scratch.undo_move());
                }
            }
        }]);
        let mut buffer = [0; FERZ_MOVES_MAX];
        let listed = least([
            &mut || {
                for _ in 0..repeats {
                    let mut count = 0;
                    // SAFETY: as above.
                    let code =
                        unsafe { list(handle, buffer.as_mut_ptr(), buffer.len(), &mut count) };
                    assert_eq!(black_box((code, count)), (FERZ_OK, moves.len()));
                }
            },
            &mut || {
                for _ in 0..repeats {
                    assert_eq!(black_box(&black_box(&scratch).legal_moves()).len(), moves.len());
                }
            },
        ]);
        let ratios = [unchecked, checked, listed].map(|[c, rust]| c / rust);
        println!("{index:>8}  {:>15.3}  {:>9.3}  {:>4.3}", ratios[0], ratios[1], ratios[2]);
        sums.iter_mut().zip(ratios).for_each(|(sum, ratio)| *sum += ratio.ln());
    }
    let means = sums.map(|sum| (sum / POSITIONS.len() as f64).exp());
    println!("    mean  {:>15.3}  {:>9.3}  {:>4.3}", means[0], means[1], means[2]);
}
