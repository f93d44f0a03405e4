//! Moves made, passed and taken back as the bytes say, from any start of double Chess960: what is
//! told of a move is what making it shows, and taking all of it back leads to where it began.

#![no_main]

use ferz::{Move, Position, Setup};
use libfuzzer_sys::fuzz_target;

/// The position after the move is what was told before it.
fn make(position: &mut Position, mv: Move) {
    let (check, key) = (position.gives_check(mv), position.key_after(mv));
    assert!(position.pseudo_legal(mv) && position.legal(mv));
    position.do_move(mv);
    assert_eq!((position.in_check(), position.key()), (check, key), "{mv:?}");
}

/// Any sixteen bits may be tried; those that are legal are among the legal moves.
fn try_any(position: &mut Position, bits: u16) -> bool {
    let Some(mv) = Move::from_bits(bits) else { return false };
    let listed = position.legal_moves().contains(&mv);
    assert_eq!(position.try_do_move(mv).is_ok(), listed, "{mv:?}");
    listed
}

fuzz_target!(|bytes: &[u8]| {
    let [white, black, steps @ ..] = bytes else { return };
    let number = |byte: u8| u16::from(byte) * 15 / 4;
    let setup = Setup::double_chess960(number(*white), number(*black)).expect("below 960");
    let start = Position::from_setup(&setup).expect("a start is legal");
    let mut position = start.clone();
    let mut made = 0;
    for (nth, &step) in steps.iter().enumerate().take(400) {
        let moves = position.legal_moves();
        assert_eq!(position.legal_count(), moves.len());
        match step {
            255 if !position.in_check() => {
                position.do_null_move();
                made += 1;
            }
            253..=255 if made > 0 => {
                if position.undo_move().is_none() {
                    position.undo_null_move();
                }
                made -= 1;
            }
            252 => {
                let bits = u16::from_le_bytes([nth as u8, step ^ moves.len() as u8]);
                made += usize::from(try_any(&mut position, bits));
            }
            _ if moves.is_empty() => {}
            _ => {
                let mv = moves[usize::from(step) % moves.len()];
                position.see_ge(mv, i32::from(step) - 128);
                make(&mut position, mv);
                made += 1;
            }
        }
    }
    for _ in 0..made {
        if position.undo_move().is_none() {
            position.undo_null_move();
        }
    }
    assert!(position == start && position.key() == start.key());
});
