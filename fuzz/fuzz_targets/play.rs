//! Random moves, null moves and undos, selected by the bytes, from any start position of double
//! Chess960: predictions about a move hold after it, and undoing all moves restores the start.

#![no_main]

use ferz::{Move, Position, Setup};
use libfuzzer_sys::fuzz_target;

/// Makes a move and checks the predicted key and check against the new position.
fn make_checked(position: &mut Position, mv: Move) {
    let (gives_check, key) = (position.gives_check(mv), position.key_after(mv));
    assert!(position.is_pseudo_legal(mv) && position.keeps_king_safe(mv));
    position.do_move(mv);
    assert_eq!((position.in_check(), position.key()), (gives_check, key), "{mv:?}");
}

/// Tries to make a move of any sixteen bits, which succeeds if and only if the move is legal. Returns
/// true if it was made.
fn try_bits(position: &mut Position, bits: u16) -> bool {
    let Some(mv) = Move::from_bits(bits) else { return false };
    let is_legal = position.legal_moves().contains(&mv);
    assert_eq!(position.try_do_move(mv).is_ok(), is_legal, "{mv:?}");
    is_legal
}

fuzz_target!(|bytes: &[u8]| {
    let [white, black, steps @ ..] = bytes else { return };
    let number = |byte: u8| u16::from(byte) * 15 / 4;
    let setup = Setup::double_chess960(number(*white), number(*black)).expect("below 960");
    let start = Position::from_setup(&setup).expect("start positions are legal");
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
                made += usize::from(try_bits(&mut position, bits));
            }
            _ if moves.is_empty() => {}
            _ => {
                let mv = moves[usize::from(step) % moves.len()];
                position.see_ge(mv, i32::from(step) - 128);
                make_checked(&mut position, mv);
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
