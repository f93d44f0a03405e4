//! A driver of random calls from two threads: handles of wrong type and generation, null pointers, short buffers and
//! texts that are not UTF-8. No call may fault, and each returns a documented code.
//!
//! `FERZ_COUNT` is the number of calls, `FERZ_SEED` the seed.

use super::*;
use fastrand::Rng;
use std::ffi::c_void;
use std::sync::Mutex;

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().expect("a number"))
}

const TEXTS: [&[u8]; 14] = [
    b"e4\0",
    b"e2e4\0",
    b"Nf3\0",
    b"O-O\0",
    b"\0",
    b"\xff\xfe\0",
    b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\0",
    b"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -\0",
    b"8/8/8/8/8/8/8/8 w - - 0 1\0",
    b"White\0",
    b"Result\0",
    b"1-0\0",
    b"1. e4 e5 (1... c5 {Sicilian} 2. Nf3 $1) 2. Nf3 Nc6 *\n\n1. d4 Ke4 1-0\0",
    b"/no/such/file\0",
];

/// The handles of one thread, with freed and wrong ones among them, and those that both threads share.
struct Driver<'a> {
    random: Rng,
    own: Vec<usize>,
    /// Books, tablebases and engines, which both threads may use and free.
    shared: &'a Mutex<Vec<usize>>,
    codes: [u64; 16],
}

impl Driver<'_> {
    fn handle<T>(&mut self) -> *mut T {
        let shared = || self.shared.lock().unwrap().clone();
        let value = match self.random.u8(..20) {
            0 => 0,
            // A number that is no handle of the other thread: its generation does not occur.
            1 => self.random.usize(..) | 0xF000_0000 << 32,
            2 | 3 => {
                let shared = shared();
                shared.get(self.random.usize(..8)).copied().unwrap_or(0)
            }
            _ if self.own.is_empty() => 0,
            _ => self.own[self.random.usize(..self.own.len())],
        };
        value as *mut T
    }

    fn keep<T>(&mut self, handle: *mut T) {
        match self.own.len() {
            0..30 => self.own.push(handle as usize),
            len => {
                // The old one stays in no list; it is freed so that the table does not fill.
                let at = self.random.usize(..len);
                free_code(self.own[at] as *mut c_void);
                self.own[at] = handle as usize;
            }
        }
    }

    fn text(&mut self) -> *const c_char {
        match self.random.u8(..12) {
            0 => null(),
            _ => TEXTS[self.random.usize(..TEXTS.len())].as_ptr().cast(),
        }
    }

    fn mv(&mut self, position: *const FerzPosition) -> u16 {
        let mut moves = [0; FERZ_MOVES_MAX];
        let mut count = 0;
        if self.random.u8(..4) > 0 {
            unsafe {
                ferz_position_legal_moves(position, moves.as_mut_ptr(), moves.len(), &mut count)
            };
        }
        match count {
            0 => self.random.u16(..),
            count => moves[self.random.usize(..count)],
        }
    }

    /// Makes one call of a function that takes a position or a game.
    fn call(&mut self) -> i32 {
        let mut buffer = [0 as c_char; 64];
        let capacity = self.random.usize(..=64);
        let buffer = match self.random.u8(..16) {
            0 => null_mut(),
            _ => buffer.as_mut_ptr(),
        };
        let mut length = 0;
        let place = if self.random.u8(..8) == 0 { null_mut() } else { &raw mut length };
        let number = self.random.u32(..12);
        let small = self.random.i32(-1..4);
        let text = self.text();
        unsafe {
            match self.random.u8(..26) {
                0 => {
                    let mut position = null_mut();
                    let code = ferz_position_new(text, small, &mut position);
                    if code == FERZ_OK {
                        self.keep(position);
                    }
                    code
                }
                1 => {
                    let mut position = null_mut();
                    let code = ferz_position_copy(self.handle(), &mut position);
                    if code == FERZ_OK {
                        self.keep(position);
                    }
                    code
                }
                2 => ferz_position_fen(self.handle(), buffer, capacity, place),
                3 => {
                    let mut state: FerzPositionState = std::mem::zeroed();
                    state.struct_size = [0, size_of::<FerzPositionState>() as u32][capacity & 1];
                    ferz_position_state(self.handle(), &mut state)
                }
                4 => {
                    let mut key = 0;
                    ferz_position_key(self.handle(), small, &mut key)
                }
                5 => ferz_position_attacks(self.handle(), number * 7, null_mut(), null_mut()),
                6 => {
                    let (position, mut result) = (self.handle(), 0);
                    let mv = self.mv(position);
                    ferz_position_see_ge(position, mv, small * 100, &mut result)
                }
                7 => {
                    let mut outcome = 0;
                    ferz_position_outcome(self.handle(), &mut outcome)
                }
                8 => {
                    let mut moves = [0; 64];
                    let moves = moves.as_mut_ptr();
                    ferz_position_legal_moves(self.handle(), moves, capacity, place)
                }
                9..=11 => {
                    let position = self.handle();
                    let mv = self.mv(position);
                    ferz_position_make(position, mv)
                }
                12 => {
                    let (position, mut line) = (self.handle(), [0; 4]);
                    let line = if buffer.is_null() { null_mut() } else { line.as_mut_ptr() };
                    match ferz_position_undo(position, line, capacity & 3) {
                        FERZ_OK => ferz_position_make_legal(position, line, capacity & 3),
                        code => code,
                    }
                }
                13 => {
                    let mut mv = 0;
                    ferz_position_parse_move(self.handle(), small, text, &mut mv)
                }
                14 => {
                    let position = self.handle();
                    let mv = self.mv(position);
                    ferz_position_move_text(position, small, mv, buffer, capacity, place)
                }
                15 => {
                    let mut nodes = 0;
                    ferz_perft(self.handle(), number / 6, &mut nodes)
                }
                16 => {
                    let mut game = null_mut();
                    let code = ferz_game_new(self.handle(), &mut game);
                    if code == FERZ_OK {
                        self.keep(game);
                    }
                    code
                }
                17 => {
                    let (mut game, pgn) = (null_mut(), TEXTS[12]);
                    let cut = self.random.usize(..pgn.len());
                    let code =
                        ferz_game_parse(pgn.as_ptr().cast(), cut, &mut game, place, null_mut());
                    if code == FERZ_OK {
                        self.keep(game);
                    }
                    code
                }
                18 => ferz_game_write(self.handle(), buffer, capacity, place),
                19 => ferz_game_tag(self.handle(), text, buffer, capacity, place),
                20 => {
                    let value = self.text();
                    ferz_game_set_tag(self.handle(), text, value)
                }
                21 => {
                    let mut node: FerzNode = std::mem::zeroed();
                    node.struct_size = size_of::<FerzNode>() as u32;
                    ferz_game_node(self.handle(), number, &mut node)
                }
                22 => {
                    let mv = self.random.u16(..);
                    ferz_game_add_move(self.handle(), number, mv, null_mut())
                }
                23 => ferz_game_set_comment(self.handle(), number, small, text),
                24 => ferz_game_add_nag(self.handle(), number, capacity as u8),
                _ => self.call_shared(),
            }
        }
    }

    /// Makes one call of a function of books, tablebases and engines, or frees an object.
    fn call_shared(&mut self) -> i32 {
        let text = self.text();
        unsafe {
            match self.random.u8(..9) {
                0 => ferz_free(self.handle()),
                1 => {
                    let mut moves = [FerzBookMove { mv: 0, weight: 0, learn: 0 }; 4];
                    let capacity = self.random.usize(..=4);
                    let (book, position) = (self.handle(), self.handle());
                    ferz_book_moves(book, position, moves.as_mut_ptr(), capacity, null_mut())
                }
                2 => {
                    let (tables, position) = (self.handle(), self.handle());
                    ferz_tablebases_probe(tables, position, null_mut(), null_mut())
                }
                3 => {
                    let value = self.text();
                    ferz_engine_set_option(self.handle(), text, value)
                }
                4 => {
                    let mut limits: FerzLimits = std::mem::zeroed();
                    limits.struct_size = size_of::<FerzLimits>() as u32;
                    limits.nodes = self.random.u64(1..60);
                    let (engine, position) = (self.handle(), self.handle());
                    ferz_engine_search(engine, position, &limits)
                }
                5 => ferz_engine_stop(self.handle()),
                6 => ferz_engine_wait(self.handle(), 1, null_mut(), null_mut()),
                7 => ferz_engine_ponder_hit(self.handle()),
                _ => ferz_engine_new_game(self.handle()),
            }
        }
    }
}

/// Opens a book and tablebases and starts an engine, if there are few.
fn refill(shared: &Mutex<Vec<usize>>) {
    let mut shared = shared.lock().unwrap();
    let folder = c(concat!(env!("CARGO_MANIFEST_DIR"), "/../ferz-syzygy/tests/data"));
    shared.retain(|&handle| {
        // A stop is harmless, and tells whether the handle is valid.
        ferz_engine_stop(handle as *const FerzEngine) != FERZ_ERROR_HANDLE
    });
    if shared.len() < 2 {
        let (mut tables, mut engine) = (null_mut(), null_mut());
        unsafe {
            assert_eq!(ferz_tablebases_open(folder.as_ptr(), &mut tables), FERZ_OK);
            assert_eq!(ferz_engine_new(None, null_mut(), &mut engine), FERZ_OK);
            ferz_engine_set_option(engine, c("Hash").as_ptr(), c("1").as_ptr());
        }
        shared.extend([tables as usize, engine as usize]);
    }
}

#[test]
fn random_calls_from_two_threads_do_not_fault() {
    let (count, seed) = (setting("FERZ_COUNT", 100_000), setting("FERZ_SEED", 1));
    let shared = Mutex::default();
    let run = |seed| {
        let random = Rng::with_seed(seed);
        let mut driver = Driver { random, own: Vec::new(), shared: &shared, codes: [0; 16] };
        for call in 0..count / 2 {
            if call % 512 == 0 {
                refill(&shared);
            }
            let code = driver.call();
            driver.codes[usize::try_from(code).unwrap()] += 1;
        }
        for handle in driver.own.drain(..) {
            free_code(handle as *mut c_void);
        }
        driver.codes
    };
    let run = &run;
    let [first, second] = std::thread::scope(|scope| {
        let threads = [seed, seed + 1].map(|seed| scope.spawn(move || run(seed)));
        threads.map(|thread| thread.join().unwrap())
    });
    for handle in shared.into_inner().unwrap() {
        free_code(handle as *mut c_void);
    }
    let codes: Vec<_> = first.iter().zip(second).map(|(first, second)| first + second).collect();
    println!("calls by code: {codes:?}");
    assert_eq!(codes[FERZ_ERROR_INTERNAL as usize], 0, "{codes:?}");
    for code in [
        FERZ_OK,
        FERZ_ERROR_NULL,
        FERZ_ERROR_HANDLE,
        FERZ_ERROR_TYPE,
        FERZ_ERROR_BUFFER,
        FERZ_ERROR_UTF8,
        FERZ_ERROR_PARSE,
        FERZ_ERROR_ILLEGAL,
    ] {
        assert!(codes[code as usize] > 0, "{code}: {codes:?}");
    }
}
