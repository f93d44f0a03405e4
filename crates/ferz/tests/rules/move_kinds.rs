//! What each kind of move list holds, against the rule book written from scratch.

use crate::plain::{MoveSet, Plain, set_of};
use crate::walk::{all_starts, walk};
use core::ops::ControlFlow;
use ferz::{
    Captures, Evasions, GenType, Legal, Move, NonEvasions, PieceType, Position, QuietChecks, Quiets,
};

/// The list of one kind as a set; a move that comes twice fails.
fn generated<G: GenType>(position: &Position) -> MoveSet {
    set_of(position.generate::<G>().iter().copied())
}

fn filtered(moves: &[Move], keep: impl Fn(Move) -> bool) -> MoveSet {
    set_of(moves.iter().copied().filter(|&mv| keep(mv)))
}

#[test]
fn captures_and_quiets_partition_the_non_evasions() {
    walk(&all_starts(), 1200, 120, |position, _| {
        if position.in_check() {
            return;
        }
        let (captures, quiets) = (generated::<Captures>(position), generated::<Quiets>(position));
        assert!(captures.is_disjoint(&quiets), "{}", position.fen());
        let both: MoveSet = captures.union(&quiets).copied().collect();
        assert_eq!(both, generated::<NonEvasions>(position), "{}", position.fen());
        let wanted = |mv: Move| match mv.promotion() {
            Some(piece) => piece == PieceType::Queen,
            None => mv.is_capture(),
        };
        let moves = position.generate::<NonEvasions>();
        assert_eq!(captures, filtered(&moves, wanted), "{}", position.fen());
    });
}

#[test]
fn non_evasions_and_evasions_are_the_pseudo_legal_moves_of_a_plain_rule_book() {
    walk(&all_starts(), 800, 120, |position, _| {
        let expected = set_of(Plain::of(position).pseudo_legal());
        let found = if position.in_check() {
            generated::<Evasions>(position)
        } else {
            generated::<NonEvasions>(position)
        };
        assert_eq!(found, expected, "{}", position.fen());
    });
}

#[test]
fn legal_moves_are_the_pseudo_legal_moves_that_leave_the_king_safe() {
    walk(&all_starts(), 800, 120, |position, _| {
        let plain = Plain::of(position);
        let moves = plain.pseudo_legal();
        let expected = filtered(&moves, |mv| plain.is_safe(mv));
        assert_eq!(generated::<Legal>(position), expected, "{}", position.fen());
        assert_eq!(filtered(&moves, |mv| position.legal(mv)), expected, "{}", position.fen());
    });
}

#[test]
fn quiet_checks_are_the_quiets_that_check_and_knights_that_check_by_themselves() {
    let mut by_knights = 0;
    walk(&all_starts(), 1600, 120, |position, _| {
        if position.in_check() {
            return;
        }
        let plain = Plain::of(position);
        let checks = |mv: Move| match mv.promotion() {
            None => plain.gives_check(mv),
            Some(piece) => {
                let checkers = plain.after(mv).checkers(!plain.us);
                piece == PieceType::Knight && checkers.contains(mv.to())
            }
        };
        let quiets = position.generate::<Quiets>();
        let expected = filtered(&quiets, checks);
        by_knights += quiets.iter().filter(|mv| mv.is_promotion() && checks(**mv)).count();
        assert_eq!(generated::<QuietChecks>(position), expected, "{}", position.fen());
    });
    assert!(cfg!(miri) || by_knights > 0, "no knight promotion gave check");
}

#[test]
fn legal_moves_are_counted_shown_and_listed_alike() {
    walk(&all_starts(), 1200, 120, |position, _| {
        let listed = position.legal_moves();
        assert_eq!(position.legal_count(), listed.len(), "{}", position.fen());
        assert_eq!(position.has_legal_move(), !listed.is_empty(), "{}", position.fen());
        let mut shown = Vec::new();
        let end = position.for_each_legal(|mv| {
            shown.push(mv);
            ControlFlow::<()>::Continue(())
        });
        assert!(end.is_continue());
        assert_eq!(set_of(shown), set_of(listed.iter().copied()), "{}", position.fen());
    });
}

#[test]
fn a_visit_of_the_legal_moves_stops_when_it_is_told_to() {
    walk(&all_starts(), 200, 120, |position, random| {
        let stop_at = random.usize(..=position.legal_count());
        let mut visited = 0;
        let end = position.for_each_legal(|mv| {
            visited += 1;
            if visited > stop_at { ControlFlow::Break(mv) } else { ControlFlow::Continue(()) }
        });
        let there_are_more = stop_at < position.legal_count();
        assert_eq!(end.is_break(), there_are_more, "{}", position.fen());
        assert_eq!(visited, (stop_at + 1).min(position.legal_count()), "{}", position.fen());
    });
}
