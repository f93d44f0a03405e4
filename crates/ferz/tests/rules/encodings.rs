//! All 16-bit encodings, as from a corrupt hash table.

use crate::reference::{Reference, set_of};
use crate::walk::{all_starts, walk};
use ferz::{Evasions, Move, NonEvasions, Position};

fn pseudo_legal_moves(position: &Position) -> Vec<Move> {
    let moves = if position.in_check() {
        position.generate::<Evasions>()
    } else {
        position.generate::<NonEvasions>()
    };
    moves.to_vec()
}

#[test]
#[cfg_attr(miri, ignore = "too many encodings")]
fn pseudo_legal_encodings_are_the_generated_moves() {
    walk(&all_starts(), 150, 100, |position, _| {
        let found =
            (0..=u16::MAX).filter_map(Move::from_bits).filter(|&mv| position.is_pseudo_legal(mv));
        let expected = set_of(pseudo_legal_moves(position));
        assert_eq!(set_of(found), expected, "{}", position.fen());
    });
}

#[test]
#[cfg_attr(miri, ignore = "too many encodings")]
fn legal_encodings_are_the_legal_moves() {
    walk(&all_starts(), 150, 100, |position, _| {
        let found = (0..=u16::MAX).filter_map(Move::from_bits).filter(|&mv| position.is_legal(mv));
        let expected = set_of(position.legal_moves().iter().copied());
        assert_eq!(set_of(found), expected, "{}", position.fen());
    });
}

#[test]
fn try_do_move_rejects_illegal_encodings() {
    walk(&all_starts(), 150, 60, |position, random| {
        let before = position.clone();
        for _ in 0..100 {
            let Some(mv) = Move::from_bits(random.u16(..)) else { continue };
            let legal = before.legal_moves().contains(&mv);
            assert_eq!(position.try_do_move(mv).is_ok(), legal, "{mv:?} at {}", before.fen());
            if legal {
                position.undo_move();
            }
            assert!(*position == before, "{mv:?} at {}", before.fen());
        }
    });
}

#[test]
fn pseudo_legal_is_correct_for_moves_of_other_positions() {
    let mut last: Vec<Move> = Vec::new();
    walk(&all_starts(), 600, 100, |position, _| {
        let own = set_of(Reference::of(position).pseudo_legal());
        for &mv in &last {
            assert_eq!(
                position.is_pseudo_legal(mv),
                own.contains(&mv.bits()),
                "{mv:?} at {}",
                position.fen()
            );
        }
        last = pseudo_legal_moves(position);
    });
}
