//! Every sixteen bits that a damaged hash table may hold.

use crate::plain::{Plain, set_of};
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
fn of_all_encodings_those_that_would_be_generated_are_pseudo_legal_and_no_others() {
    walk(&all_starts(), 150, 100, |position, _| {
        let found =
            (0..=u16::MAX).filter_map(Move::from_bits).filter(|&mv| position.pseudo_legal(mv));
        let expected = set_of(pseudo_legal_moves(position));
        assert_eq!(set_of(found), expected, "{}", position.fen());
    });
}

#[test]
#[cfg_attr(miri, ignore = "too many encodings")]
fn of_all_encodings_the_legal_moves_are_legal_and_no_others() {
    walk(&all_starts(), 150, 100, |position, _| {
        let found = (0..=u16::MAX).filter_map(Move::from_bits).filter(|&mv| position.is_legal(mv));
        let expected = set_of(position.legal_moves().iter().copied());
        assert_eq!(set_of(found), expected, "{}", position.fen());
    });
}

#[test]
fn no_encoding_can_be_tried_that_is_not_legal() {
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
fn the_moves_of_other_positions_are_judged_like_any_others() {
    let mut last: Vec<Move> = Vec::new();
    walk(&all_starts(), 600, 100, |position, _| {
        let own = set_of(Plain::of(position).pseudo_legal());
        for &mv in &last {
            assert_eq!(
                position.pseudo_legal(mv),
                own.contains(&mv.bits()),
                "{mv:?} at {}",
                position.fen()
            );
        }
        last = pseudo_legal_moves(position);
    });
}
