//! Positions: the answers are those of the library in Rust, in games of random moves.

use super::*;
use ferz::{Move, Position, Square};

fn state(position: *const FerzPosition) -> FerzPositionState {
    // SAFETY: the structure has numbers alone.
    let mut state: FerzPositionState = unsafe { std::mem::zeroed() };
    state.struct_size = size_of::<FerzPositionState>() as u32;
    assert_eq!(unsafe { ferz_position_state(position, &mut state) }, FERZ_OK);
    state
}

fn move_text(position: *const FerzPosition, notation: i32, mv: u16) -> Result<String, i32> {
    text_of(|buffer, capacity, length| unsafe {
        ferz_position_move_text(position, notation, mv, buffer, capacity, length)
    })
}

fn compare(handle: *const FerzPosition, position: &Position, random: &mut fastrand::Rng) {
    assert_eq!(fen(handle), position.fen());
    let expected: Vec<u16> = position.legal_moves().iter().map(|mv| mv.bits()).collect();
    assert_eq!(moves(handle), expected);
    for (kind, key) in [
        (FERZ_KEY_POSITION, position.key()),
        (FERZ_KEY_POLYGLOT, position.polyglot_key()),
        (FERZ_KEY_MATERIAL, position.material_key()),
    ] {
        let mut found = 0;
        assert_eq!(unsafe { ferz_position_key(handle, kind, &mut found) }, FERZ_OK);
        assert_eq!(found, key);
    }
    let state = state(handle);
    assert_eq!(state.checkers, position.checkers().0);
    assert_eq!(state.in_check, u8::from(position.in_check()));
    assert_eq!(state.side_to_move as usize, position.side_to_move().index());
    assert_eq!(state.repetitions as usize, position.repetition_count());
    assert_eq!(state.legal_moves as usize, expected.len());
    for square in Square::ALL {
        let letter = b" PNBRQKpnbrqk"[state.board[square.index()] as usize] as char;
        let expected = position.piece_on(square).map_or(' ', |piece| piece.letter());
        assert_eq!(letter, expected);
        let (mut attacked, mut attackers) = (0, 0);
        let index = square.index() as u32;
        let code = unsafe { ferz_position_attacks(handle, index, &mut attacked, &mut attackers) };
        assert_eq!(code, FERZ_OK);
        assert_eq!(attacked, position.attacks_from(square).0);
        assert_eq!(attackers, position.attackers_to(square).0);
    }
    for &mv in &position.legal_moves() {
        for (notation, expected) in [
            (FERZ_NOTATION_SAN, position.san(mv).to_string()),
            (FERZ_NOTATION_UCI, position.uci(mv).to_string()),
        ] {
            assert_eq!(move_text(handle, notation, mv.bits()).as_ref(), Ok(&expected));
            assert_eq!(parse(handle, notation, &expected), Ok(mv.bits()));
        }
        let threshold = random.i32(-900..900);
        let mut see = -1;
        let code = unsafe { ferz_position_see_ge(handle, mv.bits(), threshold, &mut see) };
        assert_eq!((code, see), (FERZ_OK, position.see_ge(mv, threshold).into()));
    }
}

#[test]
fn positions_of_random_games_are_those_of_the_library() {
    let mut random = fastrand::Rng::with_seed(67);
    for start in [None, Some("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9")] {
        let handle = position(start);
        let mut reference =
            start.map_or(Position::startpos(), |fen| Position::from_fen(fen).unwrap());
        for _ in 0..60 {
            compare(handle, &reference, &mut random);
            let moves = reference.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves[random.usize(..moves.len())];
            let made = match random.bool() {
                true => make(handle, mv.bits()),
                false => unsafe { ferz_position_make_legal(handle, &mv.bits(), 1) },
            };
            assert_eq!(made, FERZ_OK);
            reference.do_move(mv);
            if random.u8(..4) == 0 {
                let mut undone = 0;
                assert_eq!(unsafe { ferz_position_undo(handle, &mut undone, 1) }, FERZ_OK);
                assert_eq!(Move::from_bits(undone), reference.undo_move());
            }
        }
        let mut copy = null_mut();
        assert_eq!(unsafe { ferz_position_copy(handle, &mut copy) }, FERZ_OK);
        assert_eq!(fen(copy), fen(handle));
        let plies = reference.plies_from_null() as usize;
        let mut line = vec![0; plies + 1];
        let undo =
            |line: &mut [u16]| unsafe { ferz_position_undo(copy, line.as_mut_ptr(), line.len()) };
        assert_eq!(undo(&mut line), FERZ_ERROR_NOT_FOUND);
        assert_eq!(message(), "there are not as many moves to undo");
        assert_eq!((fen(copy), &line), (reference.fen().to_string(), &vec![0; plies + 1]));
        line.pop();
        assert_eq!(undo(&mut line), FERZ_OK);
        let first = start.map_or(Position::startpos(), |fen| Position::from_fen(fen).unwrap());
        assert_eq!(fen(copy), first.fen());
        assert_eq!(unsafe { ferz_position_make_legal(copy, line.as_ptr(), line.len()) }, FERZ_OK);
        compare(copy, &reference, &mut random);
        compare(handle, &reference, &mut random);
        free(copy);
        free(handle);
    }
}

#[test]
fn every_number_is_made_only_if_it_is_a_legal_move() {
    let handle =
        position(Some("r3k2r/p1pp1pb1/bn2Qnp1/2qPN3/1p2P3/2N5/PPPBBPPP/R3K2R b KQkq - 3 2"));
    let legal = moves(handle);
    for mv in 0..=u16::MAX {
        let made = make(handle, mv);
        assert_eq!(made == FERZ_OK, legal.contains(&mv), "{mv}");
        if made == FERZ_OK {
            assert_eq!(unsafe { ferz_position_undo(handle, null_mut(), 1) }, FERZ_OK);
        } else {
            assert_eq!(made, FERZ_ERROR_ILLEGAL);
        }
    }
    free(handle);
}

#[test]
fn illegal_moves_that_are_made_leave_memory_valid() {
    let mut random = fastrand::Rng::with_seed(7);
    for _ in 0..2_000 {
        let handle = position(None);
        let bits: Vec<u16> = std::iter::repeat_with(|| random.u16(..)).take(24).collect();
        for mv in &bits {
            // Numbers that are no moves are refused, others made, or a panic is caught.
            unsafe { ferz_position_make_legal(handle, mv, 1) };
        }
        let mut list = [0; FERZ_MOVES_MAX];
        let (mut count, mut nodes, mut outcome) = (0, 0, 0);
        // SAFETY: the structure has numbers alone.
        let mut state: FerzPositionState = unsafe { std::mem::zeroed() };
        state.struct_size = size_of::<FerzPositionState>() as u32;
        let codes = unsafe {
            [
                ferz_position_legal_moves(handle, list.as_mut_ptr(), list.len(), &mut count),
                ferz_position_outcome(handle, &mut outcome),
                ferz_position_state(handle, &mut state),
                ferz_position_move_text(handle, 0, bits[0], null_mut(), 0, &mut count),
                ferz_perft(handle, 2, &mut nodes),
                ferz_position_undo(handle, null_mut(), 5),
            ]
        };
        let text = text_of(|buffer, capacity, length| unsafe {
            ferz_position_fen(handle, buffer, capacity, length)
        });
        assert!(codes.iter().all(|code| (FERZ_OK..=FERZ_ERROR_INTERNAL).contains(code)));
        assert!(text.is_ok() || text == Err(FERZ_ERROR_INTERNAL));
        free(handle);
    }
    let handle = position(None);
    let unused_kind = [12 | 28 << 6, 12 | 28 << 6 | 3 << 12];
    let made = unsafe { ferz_position_make_legal(handle, unused_kind.as_ptr(), 2) };
    assert_eq!(made, FERZ_ERROR_ILLEGAL);
    assert_eq!(unsafe { ferz_position_make_legal(handle, null(), 1) }, FERZ_ERROR_NULL);
    assert_eq!(unsafe { ferz_position_make_legal(handle, null(), 0) }, FERZ_OK);
    free(handle);
}

#[test]
fn outcomes_are_ends_and_claims() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let back = "Nf3 Nf6 Ng1 Ng8 ";
    for (fen, line, expected) in [
        (start, "", FERZ_OUTCOME_NONE),
        (start, "f3 e5 g4 Qh4#", FERZ_OUTCOME_CHECKMATE),
        ("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", "Qg6", FERZ_OUTCOME_STALEMATE),
        ("7k/8/5K2/6q1/8/8/8/8 w - - 0 1", "Kxg5", FERZ_OUTCOME_INSUFFICIENT_MATERIAL),
        ("7k/8/8/8/8/8/R7/K7 w - - 149 100", "Rb2", FERZ_OUTCOME_SEVENTY_FIVE_MOVES),
        ("7k/8/8/8/8/8/R7/K7 w - - 99 100", "Rb2", FERZ_OUTCOME_FIFTY_MOVES),
        (start, &back.repeat(2), FERZ_OUTCOME_THREEFOLD_REPETITION),
        (start, &back.repeat(4), FERZ_OUTCOME_FIVEFOLD_REPETITION),
    ] {
        let handle = position(Some(fen));
        play(handle, line);
        let mut outcome = -1;
        assert_eq!(unsafe { ferz_position_outcome(handle, &mut outcome) }, FERZ_OK);
        assert_eq!(outcome, expected, "{fen} {line}");
        free(handle);
    }
}

#[test]
fn leaves_are_counted() {
    let handle = position(None);
    let mut nodes = 0;
    assert_eq!(unsafe { ferz_perft(handle, 4, &mut nodes) }, FERZ_OK);
    assert_eq!(nodes, 197_281);
    assert_eq!(unsafe { ferz_perft(handle, 16, &mut nodes) }, FERZ_ERROR_ARGUMENT);
    free(handle);
}

#[test]
fn castling_is_read_as_the_mode_says() {
    let fen_text = c("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1");
    for (mode, expected) in [
        (FERZ_CASTLING_STANDARD, FERZ_ERROR_PARSE),
        (FERZ_CASTLING_CHESS960, FERZ_OK),
        (FERZ_CASTLING_DETECT, FERZ_OK),
        (3, FERZ_ERROR_ARGUMENT),
    ] {
        let mut handle = null_mut();
        let code = unsafe { ferz_position_new(fen_text.as_ptr(), mode, &mut handle) };
        assert_eq!(code, expected, "{mode}");
        assert_eq!(handle.is_null(), code != FERZ_OK);
        if code == FERZ_OK {
            assert_eq!((state(handle).chess960, state(handle).castling_rights), (1, 15));
            free(handle);
        }
    }
}

#[test]
fn wrong_arguments_are_errors_with_messages() {
    let handle = position(None);
    let mut out = null_mut();
    let new = |fen: &[u8], out| unsafe { ferz_position_new(fen.as_ptr().cast(), 2, out) };
    assert_eq!(new(b"\xff\0", &mut out), FERZ_ERROR_UTF8);
    assert_eq!(new(b"no fen\0", &mut out), FERZ_ERROR_PARSE);
    assert!(!message().is_empty());
    assert_eq!(unsafe { ferz_position_new(null(), 2, null_mut()) }, FERZ_ERROR_NULL);
    assert_eq!(make(null_mut(), 1), FERZ_ERROR_NULL);
    assert_eq!(make(std::ptr::dangling_mut(), 1), FERZ_ERROR_HANDLE);
    assert_eq!(message(), "the handle was freed or never existed");
    let mut game = null_mut();
    assert_eq!(unsafe { ferz_game_new(handle, &mut game) }, FERZ_OK);
    assert_eq!(make(game.cast(), 1), FERZ_ERROR_TYPE);
    assert_eq!(message(), "expected the handle of a position, found a game");
    assert_eq!(parse(handle, FERZ_NOTATION_SAN, "e5"), Err(FERZ_ERROR_PARSE));
    assert_eq!(parse(handle, 2, "e4"), Err(FERZ_ERROR_ARGUMENT));
    let mut count = 0;
    let mut few = [7; 19];
    let code = unsafe { ferz_position_legal_moves(handle, few.as_mut_ptr(), 19, &mut count) };
    assert_eq!((code, count, few), (FERZ_ERROR_BUFFER, 20, [7; 19]));
    // SAFETY: the structure has numbers alone.
    let mut state: FerzPositionState = unsafe { std::mem::zeroed() };
    assert_eq!(unsafe { ferz_position_state(handle, &mut state) }, FERZ_ERROR_ARGUMENT);
    free(game);
    free(handle);
    assert_eq!(free_code(handle), FERZ_ERROR_HANDLE);
    assert_eq!(free_code(null_mut::<u8>()), FERZ_OK);
    assert_eq!(make(handle, 1), FERZ_ERROR_HANDLE);
    assert_eq!(ferz_abi_version(), FERZ_ABI_VERSION);
}
