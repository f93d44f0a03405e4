//! PGN by callbacks and as a tree; books and tablebases.

use super::*;
use std::ffi::{CStr, c_void};
use std::fmt::Write;

const TEXT: &str = "[White \"A \\\"b\\\" ♘\"]\n[Result \"1-0\"]\n\n{start} 1. e4 $1 (1. d4 {queen's} d5) e5 2. -- Nc6 1-0\n\n\
                    [FEN \"1r2k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1\"]\n\n1. O-O Kd7 2. Ke4 *\n";

/// What the callbacks have received, and their answer to moves.
#[derive(Default)]
struct Log {
    text: String,
    answer: i32,
}

unsafe fn log<'a>(user: *mut c_void) -> &'a mut Log {
    unsafe { &mut *user.cast::<Log>() }
}

unsafe fn str<'a>(text: *const c_char) -> &'a str {
    unsafe { CStr::from_ptr(text) }.to_str().unwrap()
}

unsafe extern "C" fn begin_game(user: *mut c_void, number: u64) {
    write!(unsafe { log(user) }.text, "game {number}; ").unwrap();
}
unsafe extern "C" fn tag(user: *mut c_void, name: *const c_char, value: *const c_char) {
    unsafe { write!(log(user).text, "{}={}; ", str(name), str(value)).unwrap() };
}
unsafe extern "C" fn begin_moves(user: *mut c_void, fen: *const c_char, chess960: i32) -> i32 {
    let fen = unsafe { str(fen) };
    write!(unsafe { log(user) }.text, "{}.. {chess960}; ", &fen[..8]).unwrap();
    FERZ_CONTINUE
}
unsafe extern "C" fn played(user: *mut c_void, mv: u16, key: u64) -> i32 {
    let log = unsafe { log(user) };
    assert_ne!(key, 0);
    let square = |index: u16| (b'a' + (index % 8) as u8) as char;
    let (from, to) = (mv & 63, mv >> 6 & 63);
    write!(log.text, "{}{}{}{}; ", square(from), from / 8 + 1, square(to), to / 8 + 1).unwrap();
    log.answer
}
unsafe extern "C" fn nag(user: *mut c_void, nag: u8) {
    write!(unsafe { log(user) }.text, "${nag}; ").unwrap();
}
unsafe extern "C" fn comment(user: *mut c_void, text: *const c_char) {
    unsafe { write!(log(user).text, "{{{}}}; ", str(text)).unwrap() };
}
unsafe extern "C" fn begin_variation(user: *mut c_void) -> i32 {
    unsafe { log(user) }.text += "(; ";
    FERZ_CONTINUE
}
unsafe extern "C" fn end_variation(user: *mut c_void) {
    unsafe { log(user) }.text += "); ";
}
unsafe extern "C" fn end_game(user: *mut c_void, result: i32) {
    writeln!(unsafe { log(user) }.text, "end {result}").unwrap();
}
unsafe extern "C" fn error(user: *mut c_void, message: *const c_char, is_warning: i32) {
    assert!(!unsafe { str(message) }.is_empty());
    write!(unsafe { log(user) }.text, "error {is_warning}; ").unwrap();
}

fn callbacks() -> FerzPgnCallbacks {
    FerzPgnCallbacks {
        struct_size: size_of::<FerzPgnCallbacks>() as u32,
        begin_game: Some(begin_game),
        tag: Some(tag),
        begin_moves: Some(begin_moves),
        played: Some(played),
        nag: Some(nag),
        comment: Some(comment),
        begin_variation: Some(begin_variation),
        end_variation: Some(end_variation),
        end_game: Some(end_game),
        error: Some(error),
    }
}

fn read(text: &str, callbacks: &FerzPgnCallbacks, answer: i32) -> (String, u64) {
    let mut log = Log { answer, ..Log::default() };
    let mut games = 0;
    let user = (&raw mut log).cast();
    let code =
        unsafe { ferz_pgn_read(text.as_ptr().cast(), text.len(), callbacks, user, &mut games) };
    assert_eq!(code, FERZ_OK, "{}", message());
    (log.text, games)
}

#[test]
fn callbacks_receive_games_in_their_order() {
    let first = "game 1; White=A \"b\" ♘; Result=1-0; rnbqkbnr.. 0; {start}; e2e4; $1; (; d2d4; {queen's}; d7d5; ); e7e5; \
                 a1a1; error 1; b8c6; end 1\n";
    let second = "game 2; FEN=1r2k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1; 1r2k3/8/.. 1; e1g1; e8d7; error 0; end 0\n";
    assert_eq!(read(TEXT, &callbacks(), FERZ_CONTINUE), (format!("{first}{second}"), 2));
    let (skipped, games) = read(TEXT, &callbacks(), FERZ_SKIP);
    assert!(games == 2 && !skipped.contains("b8c6"), "{skipped}");
    let (stopped, games) = read(TEXT, &callbacks(), FERZ_STOP);
    assert_eq!((stopped.matches("game").count(), games), (1, 1), "{stopped}");
    let none = FerzPgnCallbacks {
        begin_game: None,
        tag: None,
        begin_moves: None,
        played: None,
        nag: None,
        comment: None,
        begin_variation: None,
        end_variation: None,
        end_game: None,
        error: None,
        ..callbacks()
    };
    assert_eq!(read(TEXT, &none, FERZ_CONTINUE), (String::new(), 2));
}

#[test]
fn files_are_read_as_texts() {
    let path = std::env::temp_dir().join(format!("ferz-c-{}.pgn", std::process::id()));
    std::fs::write(&path, TEXT).unwrap();
    let mut log = Log::default();
    let user = (&raw mut log).cast();
    let name = c(path.to_str().unwrap());
    let read_file = |name: &CString| unsafe {
        ferz_pgn_read_file(name.as_ptr(), &callbacks(), user, null_mut())
    };
    assert_eq!(read_file(&name), FERZ_OK);
    assert_eq!(log.text, read(TEXT, &callbacks(), FERZ_CONTINUE).0);
    std::fs::remove_file(&path).unwrap();
    assert_eq!(read_file(&name), FERZ_ERROR_IO);
    assert!(message().contains("ferz-c-"), "{}", message());
}

fn node(game: *const FerzGame, number: u32) -> Result<FerzNode, i32> {
    // SAFETY: the structure has numbers alone.
    let mut node: FerzNode = unsafe { std::mem::zeroed() };
    node.struct_size = size_of::<FerzNode>() as u32;
    match unsafe { ferz_game_node(game, number, &mut node) } {
        FERZ_OK => Ok(node),
        code => Err(code),
    }
}

#[test]
fn a_tree_is_read_edited_and_written() {
    let (mut game, mut consumed, mut is_complete) = (null_mut(), 0, -1);
    let parse = |text: &str, game: *mut _, consumed: *mut _, is_complete: *mut _| unsafe {
        ferz_game_parse(text.as_ptr().cast(), text.len(), game, consumed, is_complete)
    };
    assert_eq!(parse(TEXT, &mut game, &mut consumed, &mut is_complete), FERZ_OK);
    assert_eq!((is_complete, TEXT[consumed..].trim_start().starts_with("[FEN")), (1, true));
    let root = node(game, FERZ_NODE_ROOT).unwrap();
    assert_eq!((root.parent, root.mv, root.depth), (FERZ_NODE_NONE, 0, 0));
    let e4 = node(game, root.first_child).unwrap();
    assert_eq!((e4.depth, e4.nag_count), (1, 1));
    let d4 = node(game, e4.next_sibling).unwrap();
    assert_eq!(d4.next_sibling, FERZ_NODE_NONE);
    assert_eq!(node(game, 99).err(), Some(FERZ_ERROR_NOT_FOUND));
    let comment = |number, place| {
        text_of(|buffer, capacity, length| unsafe {
            ferz_game_comment(game, number, place, buffer, capacity, length)
        })
    };
    assert_eq!(comment(FERZ_NODE_ROOT, FERZ_COMMENT_AFTER).unwrap(), "start");
    assert_eq!(comment(e4.next_sibling, FERZ_COMMENT_AFTER).unwrap(), "queen's");
    let tag = |name| {
        text_of(|buffer, capacity, length| unsafe {
            ferz_game_tag(game, c(name).as_ptr(), buffer, capacity, length)
        })
    };
    assert_eq!(tag("White").unwrap(), "A \"b\" ♘");
    assert_eq!((tag("Result").as_deref(), tag("Black")), (Ok("1-0"), Err(FERZ_ERROR_NOT_FOUND)));

    let mut position = null_mut();
    assert_eq!(unsafe { ferz_game_position(game, e4.next_sibling, &mut position) }, FERZ_OK);
    let mv = super::parse(position, FERZ_NOTATION_SAN, "Nf6").unwrap();
    free(position);
    let mut added = 0;
    assert_eq!(unsafe { ferz_game_add_move(game, e4.next_sibling, mv, &mut added) }, FERZ_OK);
    let again = unsafe { ferz_game_add_move(game, FERZ_NODE_ROOT, mv, null_mut()) };
    assert_eq!(again, FERZ_ERROR_ILLEGAL);
    assert_eq!(unsafe { ferz_game_add_nag(game, added, 5) }, FERZ_OK);
    let set = |text: &str| unsafe {
        ferz_game_set_comment(game, added, FERZ_COMMENT_AFTER, c(text).as_ptr())
    };
    assert_eq!((set("old"), set("Indian")), (FERZ_OK, FERZ_OK));
    let set_tag = |name: &str, value: &str| unsafe {
        ferz_game_set_tag(game, c(name).as_ptr(), c(value).as_ptr())
    };
    assert_eq!(set_tag("Black", "B"), FERZ_OK);
    assert_eq!(set_tag("Result", "0-1"), FERZ_OK);
    assert_eq!(set_tag("FEN", "x"), FERZ_ERROR_ARGUMENT);
    let written = text_of(|buffer, capacity, length| unsafe {
        ferz_game_write(game, buffer, capacity, length)
    });
    let written = written.unwrap();
    assert!(written.contains("[Black \"B\"]\n"), "{written}");
    let line = written.split("\n\n").nth(1).unwrap().replace('\n', " ");
    let expected =
        "{start} 1. e4 $1 (1. d4 {queen's} 1... d5 (1... Nf6 $5 {Indian})) 1... e5 2. -- Nc6 0-1";
    assert_eq!(line.trim(), expected);
    free(game);

    // The second game has an illegal move.
    let rest = &TEXT[consumed..];
    assert_eq!(parse(rest, &mut game, &mut consumed, &mut is_complete), FERZ_OK);
    assert_eq!(is_complete, 0);
    assert!(message().contains("Ke4"), "{}", message());
    free(game);
    let after = parse(&rest[consumed..], &mut game, &mut consumed, &mut is_complete);
    assert_eq!(after, FERZ_ERROR_NOT_FOUND);
}

#[test]
fn books_have_moves_by_weight() {
    use ferz_game::book::{BookEntry, BookMove, write_book};
    let start = ferz::Position::startpos();
    let entry = |san: &str, weight| BookEntry {
        key: start.polyglot_key(),
        mv: BookMove::new(start.parse_san(san).unwrap()),
        weight,
        learn: 0,
    };
    let mut bytes = Vec::new();
    write_book(&[entry("d4", 3), entry("e4", 9)], &mut bytes).unwrap();
    let path = std::env::temp_dir().join(format!("ferz-c-{}.bin", std::process::id()));
    std::fs::write(&path, bytes).unwrap();
    let (mut book, name) = (null_mut(), c(path.to_str().unwrap()));
    assert_eq!(unsafe { ferz_book_open(name.as_ptr(), &mut book) }, FERZ_OK);
    let position = position(None);
    let mut found = [FerzBookMove { mv: 0, weight: 0, learn: 0 }; 8];
    let mut count = 0;
    let probe = |found: &mut [FerzBookMove], count: &mut usize| unsafe {
        ferz_book_moves(book, position, found.as_mut_ptr(), found.len(), count)
    };
    assert_eq!(probe(&mut found, &mut count), FERZ_OK);
    let e4 = start.parse_san("e4").unwrap().bits();
    assert_eq!((count, found[0].mv, found[0].weight, found[1].weight), (2, e4, 9, 3));
    play(position, "a3");
    assert_eq!((probe(&mut found, &mut count), count), (FERZ_OK, 0));
    free(book);
    assert_eq!(probe(&mut found, &mut count), FERZ_ERROR_HANDLE);
    free(position);
    std::fs::remove_file(&path).unwrap();
    assert_eq!(unsafe { ferz_book_open(name.as_ptr(), &mut book) }, FERZ_ERROR_IO);
}

#[test]
fn tablebases_are_probed() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../ferz-syzygy/tests/data");
    let mut tables = null_mut();
    let open = |path: &str, to| unsafe { ferz_tablebases_open(c(path).as_ptr(), to) };
    assert_eq!(open("/no such folder", &mut tables), FERZ_ERROR_IO);
    assert_eq!(open(folder, &mut tables), FERZ_OK, "{}", message());
    let probe = |fen: &str| {
        let position = position(Some(fen));
        let (mut wdl, mut dtz) = (9, 0);
        let code = unsafe { ferz_tablebases_probe(tables, position, &mut wdl, &mut dtz) };
        free(position);
        (code, wdl, dtz)
    };
    let (code, wdl, dtz) = probe("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1");
    assert!(code == FERZ_OK && wdl == 2 && dtz > 0, "{code} {wdl} {dtz} {}", message());
    assert_eq!(
        probe("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").0,
        FERZ_ERROR_NOT_FOUND
    );
    free(tables);
}

/// Adds moves to a node of a game, whose position they move on, and returns the last node.
fn add(game: *mut FerzGame, position: *mut FerzPosition, mut node: u32, line: &str) -> u32 {
    for san in line.split(' ') {
        let mv = parse(position, FERZ_NOTATION_SAN, san).unwrap();
        assert_eq!(unsafe { ferz_game_add_move(game, node, mv, &mut node) }, FERZ_OK);
        assert_eq!(make(position, mv), FERZ_OK);
    }
    node
}

fn new_game(start: *const FerzPosition) -> *mut FerzGame {
    let mut game = null_mut();
    assert_eq!(unsafe { ferz_game_new(start, &mut game) }, FERZ_OK);
    game
}

fn expect_result(game: *mut FerzGame, expected: &str) {
    let written = text_of(|buffer, capacity, length| unsafe {
        ferz_game_write(game, buffer, capacity, length)
    });
    let written = written.unwrap();
    assert!(written.contains(&format!("[Result \"{expected}\"]")), "{written}");
    assert!(written.trim_end().ends_with(expected), "{written}");
    free(game);
}

#[test]
fn a_game_that_ends_has_its_result() {
    let mate = "f3 e5 g4 Qh4#";
    let four_times = ["Nf3 Nf6 Ng1 Ng8"; 4].join(" ");
    // The start, the moves, the result that is set before them, and that after them.
    for (fen, line, set, expected) in [
        (None, mate, None, "0-1"),
        (None, "f3 e5 g4", None, "*"),
        (None, mate, Some("1/2-1/2"), "1/2-1/2"),
        (Some("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1"), "Qg6", None, "1/2-1/2"),
        (Some("7k/8/5K2/6q1/8/8/8/8 w - - 0 1"), "Kxg5", None, "1/2-1/2"),
        (Some("7k/8/8/8/8/8/R7/K7 w - - 149 100"), "Rb2", None, "1/2-1/2"),
        (None, &four_times, None, "1/2-1/2"),
    ] {
        let start = position(fen);
        let game = new_game(start);
        if let Some(result) = set {
            let code = unsafe { ferz_game_set_tag(game, c("Result").as_ptr(), c(result).as_ptr()) };
            assert_eq!(code, FERZ_OK);
        }
        add(game, start, FERZ_NODE_ROOT, line);
        expect_result(game, expected);
        free(start);
    }
}

#[test]
fn the_end_of_a_variation_is_not_that_of_the_game() {
    let start = position(None);
    let game = new_game(start);
    let e5 = add(game, start, FERZ_NODE_ROOT, "f3 e5");
    add(game, start, e5, "Nh3");
    assert_eq!(unsafe { ferz_position_undo(start, null_mut(), 1) }, FERZ_OK);
    add(game, start, e5, "g4 Qh4#");
    expect_result(game, "*");
    free(start);
}
