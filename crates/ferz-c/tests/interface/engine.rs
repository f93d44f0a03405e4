//! The engine: searches, events, and calls from several threads.

use super::*;
use std::ffi::{CStr, c_void};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Rank, kind of the score, score, moves, nodes, and wins, draws and losses.
type Line = (u32, u32, i32, Vec<u16>, u64, [u16; 3]);

/// What the callback has received.
#[derive(Default)]
struct Received {
    lines: Vec<Line>,
    texts: Vec<String>,
    done: Vec<Vec<u16>>,
    /// The engine, for calls from the callback, and what they return.
    engine: usize,
    refused: Vec<i32>,
}

unsafe extern "C" fn receive(user: *mut c_void, event: *const FerzEvent) {
    let (received, event) = unsafe { (&*user.cast::<Mutex<Received>>(), &*event) };
    assert_eq!(event.struct_size as usize, size_of::<FerzEvent>());
    let moves = match event.move_count {
        0 => Vec::new(),
        count => unsafe { std::slice::from_raw_parts(event.moves, count) }.to_vec(),
    };
    let mut received = received.lock().unwrap();
    match event.kind {
        FERZ_EVENT_LINE => {
            let (kind, score, nodes) = (event.score_kind, event.score, event.nodes);
            received.lines.push((event.rank, kind, score, moves, nodes, event.wdl));
        }
        FERZ_EVENT_TEXT => {
            let text = unsafe { CStr::from_ptr(event.text) }.to_str().unwrap().to_owned();
            received.texts.push(text);
        }
        FERZ_EVENT_DONE => {
            received.done.push(moves);
            let engine = received.engine as *mut FerzEngine;
            if !engine.is_null() {
                let wait = unsafe { ferz_engine_wait(engine, -1, null_mut(), null_mut()) };
                let refused = [wait, ferz_engine_new_game(engine), free_code(engine)];
                received.refused.extend(refused);
                assert_eq!(ferz_engine_stop(engine), FERZ_OK);
            }
        }
        other => panic!("event {other}"),
    }
}

fn engine(received: &Mutex<Received>) -> *mut FerzEngine {
    let mut engine = null_mut();
    let user = (&raw const *received).cast_mut().cast();
    assert_eq!(unsafe { ferz_engine_new(Some(receive), user, &mut engine) }, FERZ_OK);
    engine
}

fn set(engine: *const FerzEngine, name: &str, value: &str) -> i32 {
    unsafe { ferz_engine_set_option(engine, c(name).as_ptr(), c(value).as_ptr()) }
}

fn limits() -> FerzLimits {
    // SAFETY: null pointers and zeros are valid.
    let mut limits: FerzLimits = unsafe { std::mem::zeroed() };
    limits.struct_size = size_of::<FerzLimits>() as u32;
    limits
}

fn search(engine: *const FerzEngine, position: *const FerzPosition, limits: &FerzLimits) -> i32 {
    unsafe { ferz_engine_search(engine, position, limits) }
}

fn wait(engine: *const FerzEngine) -> (u16, u16) {
    let (mut best, mut reply) = (1, 1);
    assert_eq!(unsafe { ferz_engine_wait(engine, -1, &mut best, &mut reply) }, FERZ_OK);
    (best, reply)
}

#[test]
fn a_search_sends_lines_and_its_best_move() {
    let received = Mutex::default();
    let engine = engine(&received);
    assert_eq!(set(engine, "multipv", "2"), FERZ_OK);
    let start = position(Some("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"));
    let depth = FerzLimits { depth: 6, ..limits() };
    assert_eq!(search(engine, start, &depth), FERZ_OK);
    let (best, reply) = wait(engine);
    let mate = parse(start, FERZ_NOTATION_SAN, "Ra8#").unwrap();
    assert_eq!((best, reply), (mate, 0));
    let found = std::mem::take(&mut *received.lock().unwrap());
    assert_eq!(found.done, [vec![mate]]);
    let mates: Vec<_> = found.lines.iter().filter(|line| line.3.first() == Some(&mate)).collect();
    assert!(mates.iter().any(|line| (line.0, line.1, line.2) == (1, FERZ_SCORE_MATE, 1)));
    assert!(mates.last().is_some_and(|line| line.4 > 0 && line.5 == [1000, 0, 0]), "{mates:?}");
    let legal = moves(start);
    assert!(found.lines.iter().all(|line| legal.contains(&line.3[0])));
    assert!(found.lines.iter().any(|line| line.0 == 2));

    let only = moves(start)[..2].to_vec();
    let only_two = FerzLimits { search_moves: only.as_ptr(), search_move_count: 2, ..depth };
    assert_eq!(search(engine, start, &only_two), FERZ_OK);
    assert!(only.contains(&wait(engine).0));
    let wrong = [0];
    let illegal = FerzLimits { search_moves: wrong.as_ptr(), search_move_count: 1, ..depth };
    assert_eq!(search(engine, start, &illegal), FERZ_ERROR_ILLEGAL);
    play(start, "Ra8#");
    assert_eq!(search(engine, start, &depth), FERZ_OK);
    assert_eq!(wait(engine), (0, 0));
    free(start);
    free(engine);
}

#[test]
fn castling_of_a_search_is_the_move_of_the_position() {
    let received = Mutex::default();
    let engine = engine(&received);
    for (fen, option) in [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "false"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "true"),
        ("1r2k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1", "false"),
    ] {
        assert_eq!(set(engine, "UCI_Chess960", option), FERZ_OK);
        let start = position(Some(fen));
        let castling = parse(start, FERZ_NOTATION_SAN, "O-O").unwrap();
        let only =
            FerzLimits { depth: 3, search_moves: &castling, search_move_count: 1, ..limits() };
        assert_eq!(search(engine, start, &only), FERZ_OK);
        assert_eq!(wait(engine).0, castling, "{fen} {option}");
        free(start);
    }
    let lines = &received.lock().unwrap().lines;
    assert!(!lines.is_empty() && lines.iter().all(|line| !line.3.is_empty()));
    free(engine);
}

#[test]
fn a_search_without_limit_ends_by_stop_alone() {
    let received = Mutex::default();
    let engine = engine(&received);
    let start = position(None);
    for limits in [limits(), FerzLimits { infinite: 1, depth: 1, ..limits() }] {
        assert_eq!(search(engine, start, &limits), FERZ_OK);
        let waited = unsafe { ferz_engine_wait(engine, 30, null_mut(), null_mut()) };
        assert_eq!(waited, FERZ_ERROR_TIMEOUT);
        assert_eq!(search(engine, start, &limits), FERZ_ERROR_BUSY);
        assert_eq!(set(engine, "Hash", "1"), FERZ_ERROR_BUSY);
        assert_eq!(ferz_engine_new_game(engine), FERZ_ERROR_BUSY);
        assert_eq!(ferz_engine_stop(engine), FERZ_OK);
        assert!(moves(start).contains(&wait(engine).0));
    }
    let ponder = FerzLimits { ponder: 1, depth: 1, ..limits() };
    assert_eq!(search(engine, start, &ponder), FERZ_OK);
    let waited = unsafe { ferz_engine_wait(engine, 30, null_mut(), null_mut()) };
    assert_eq!(waited, FERZ_ERROR_TIMEOUT);
    assert_eq!(ferz_engine_ponder_hit(engine), FERZ_OK);
    wait(engine);
    assert_eq!(received.lock().unwrap().done.len(), 3);
    free(start);
    free(engine);
}

#[test]
fn an_error_of_the_search_is_the_code_of_those_who_wait() {
    let received = Mutex::default();
    let engine = engine(&received);
    // The queen takes the king, which is no legal move: the search cannot find the king.
    let start = position(None);
    let (queen, king, capture) = (3, 60 << 6, 8 << 12);
    assert_eq!(unsafe { ferz_position_make_legal(start, &(queen | king | capture), 1) }, FERZ_OK);
    let address = engine as usize;
    let waiter = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(20));
        unsafe { ferz_engine_wait(address as *const _, -1, null_mut(), null_mut()) }
    });
    assert_eq!(search(engine, start, &limits()), FERZ_OK);
    let mut best = 1;
    let waited = unsafe { ferz_engine_wait(engine, -1, &mut best, null_mut()) };
    assert_eq!((waited, best), (FERZ_ERROR_INTERNAL, 1));
    assert_eq!(waiter.join().unwrap(), FERZ_ERROR_INTERNAL);
    let received = received.lock().unwrap();
    assert!(
        received.texts.len() == 1 && received.texts[0].contains("king"),
        "{:?}",
        received.texts
    );
    assert_eq!(received.done, [Vec::new()]);
    let other = position(None);
    let codes =
        [search(engine, other, &limits()), set(engine, "Hash", "2"), ferz_engine_new_game(engine)];
    assert_eq!(codes, [FERZ_ERROR_INTERNAL; 3]);
    free(start);
    free(other);
    free(engine);
}

#[test]
fn options_are_listed_and_checked() {
    let received = Mutex::default();
    let engine = engine(&received);
    let mut names = Vec::new();
    loop {
        // SAFETY: the structure has numbers alone.
        let mut option: FerzOption = unsafe { std::mem::zeroed() };
        option.struct_size = size_of::<FerzOption>() as u32;
        match unsafe { ferz_engine_option(names.len(), &mut option) } {
            FERZ_OK => {}
            code => {
                assert_eq!(code, FERZ_ERROR_NOT_FOUND);
                break;
            }
        }
        let name = unsafe { CStr::from_ptr(option.name.as_ptr()) }.to_str().unwrap();
        names.push(name.to_owned());
        if name == "Hash" {
            let found = (option.kind, option.default_value, option.min);
            assert_eq!(found, (FERZ_OPTION_SPIN, 16, 1));
        }
    }
    let expected: Vec<_> =
        ferz_session::options::declarations().map(|option| option.name).collect();
    assert_eq!(names, expected);
    assert_eq!(set(engine, "Hash", "0"), FERZ_ERROR_PARSE);
    assert!(message().starts_with("option Hash: "), "{}", message());
    assert_eq!(set(engine, "Hsah", "1"), FERZ_ERROR_PARSE);
    let clear = unsafe { ferz_engine_set_option(engine, c("Clear Hash").as_ptr(), null()) };
    assert_eq!(clear, FERZ_OK);
    assert_eq!(set(engine, "BookFile", "/no such book"), FERZ_OK);
    let texts = received.lock().unwrap().texts.clone();
    assert!(texts.len() == 1 && texts[0].contains("/no such book"), "{texts:?}");
    free(engine);
}

#[test]
fn a_callback_cannot_wait_for_itself() {
    let received = Mutex::default();
    let engine = engine(&received);
    received.lock().unwrap().engine = engine as usize;
    let start = position(None);
    assert_eq!(search(engine, start, &FerzLimits { nodes: 500, ..limits() }), FERZ_OK);
    wait(engine);
    assert_eq!(received.lock().unwrap().refused, [FERZ_ERROR_CALLBACK; 3]);
    free(start);
    free(engine);
}

#[test]
fn an_engine_is_freed_while_it_searches_and_another_thread_waits() {
    let received = Mutex::default();
    let engine = engine(&received);
    let start = position(None);
    assert_eq!(search(engine, start, &limits()), FERZ_OK);
    let address = engine as usize;
    let waiter = std::thread::spawn(move || {
        let engine = address as *const FerzEngine;
        unsafe { ferz_engine_wait(engine, -1, null_mut(), null_mut()) }
    });
    std::thread::sleep(Duration::from_millis(50));
    let started = Instant::now();
    free(engine);
    let after = received.lock().unwrap().lines.len();
    // The waiter may have come late, when the handle was no longer valid.
    assert!(matches!(waiter.join().unwrap(), FERZ_OK | FERZ_ERROR_HANDLE));
    assert!(started.elapsed() < Duration::from_secs(20));
    let received = received.lock().unwrap();
    assert!(received.lines.len() == after && received.done.is_empty());
    free(start);
}
