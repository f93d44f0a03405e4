//! The contents of each generation type, against the reference implementation.

use crate::reference::{MoveSet, Reference, set_of};
use crate::walk::{all_starts, walk};
use core::ops::ControlFlow;
use ferz::{
    Captures, Evasions, GenType, Legal, Move, MoveList, NonEvasions, PieceType, Position,
    QuietChecks, Quiets,
};

/// Returns the moves of one type. Fails if a move occurs twice.
fn generated<G: GenType>(position: &Position) -> MoveSet {
    set_of(position.generate::<G>().iter().copied())
}

fn filtered(moves: &[Move], keep: impl Fn(Move) -> bool) -> MoveSet {
    set_of(moves.iter().copied().filter(|&mv| keep(mv)))
}

#[test]
fn captures_and_quiets_partition_non_evasions() {
    walk(&all_starts(), 1200, 120, |position, _| {
        if position.in_check() {
            return;
        }
        let (captures, quiets) = (generated::<Captures>(position), generated::<Quiets>(position));
        assert!(captures.is_disjoint(&quiets), "{}", position.fen());
        let both: MoveSet = captures.union(&quiets).copied().collect();
        assert_eq!(both, generated::<NonEvasions>(position), "{}", position.fen());
        let expected = |mv: Move| match mv.promotion() {
            Some(piece) => piece == PieceType::Queen,
            None => mv.is_capture(),
        };
        let moves = position.generate::<NonEvasions>();
        assert_eq!(captures, filtered(&moves, expected), "{}", position.fen());
    });
}

#[test]
fn legal_moves_are_selected_by_type_and_origin() {
    walk(&all_starts(), 400, 120, |position, _| {
        let (legal, fen) = (position.legal_moves(), position.fen());
        let noisy = |mv: Move| match mv.promotion() {
            Some(piece) => piece == PieceType::Queen,
            None => mv.is_capture(),
        };
        let captures = set_of(position.legal_captures().iter().copied());
        assert_eq!(captures, filtered(&legal, noisy), "{fen}");
        let quiets = set_of(position.legal_quiets().iter().copied());
        assert_eq!(quiets, filtered(&legal, |mv| !noisy(mv)), "{fen}");
        assert_eq!(*position.legal_quiets(), *position.board().legal_quiets(), "{fen}");
        let origins = position.by_type(PieceType::Knight) | position.by_type(PieceType::King);
        let found = set_of(position.legal_moves_from(origins).iter().copied());
        assert_eq!(found, filtered(&legal, |mv| origins.contains(mv.from())), "{fen}");
    });
}

#[test]
fn every_type_is_limited_to_the_evasions_in_check() {
    walk(&all_starts(), 1600, 120, |position, _| {
        if !position.in_check() {
            assert_eq!(generated::<Evasions>(position), generated::<NonEvasions>(position));
            return;
        }
        let evasions = position.generate::<Evasions>();
        let noisy = |mv: Move| match mv.promotion() {
            Some(piece) => piece == PieceType::Queen,
            None => mv.is_capture(),
        };
        let fen = position.fen();
        assert_eq!(generated::<NonEvasions>(position), filtered(&evasions, |_| true), "{fen}");
        assert_eq!(generated::<Captures>(position), filtered(&evasions, noisy), "{fen}");
        assert_eq!(generated::<Quiets>(position), filtered(&evasions, |mv| !noisy(mv)), "{fen}");
        let checks = |mv: Move| {
            let knight = mv.promotion().is_none_or(|piece| piece == PieceType::Knight);
            !noisy(mv) && knight && position.gives_check(mv)
        };
        assert_eq!(generated::<QuietChecks>(position), filtered(&evasions, checks), "{fen}");
    });
}

fn pseudo_legal(position: &Position) -> MoveList {
    if position.in_check() {
        position.generate::<Evasions>()
    } else {
        position.generate::<NonEvasions>()
    }
}

#[test]
fn pseudo_legal_moves_equal_the_reference() {
    walk(&all_starts(), 800, 120, |position, _| {
        let expected = set_of(Reference::of(position).pseudo_legal());
        let found = set_of(pseudo_legal(position).iter().copied());
        assert_eq!(found, expected, "{}", position.fen());
    });
}

#[test]
fn legal_moves_are_pseudo_legal_moves_with_safe_king() {
    walk(&all_starts(), 800, 120, |position, _| {
        let reference = Reference::of(position);
        let moves = reference.pseudo_legal();
        let expected = filtered(&moves, |mv| reference.is_safe(mv));
        assert_eq!(generated::<Legal>(position), expected, "{}", position.fen());
        assert_eq!(
            filtered(&moves, |mv| position.keeps_king_safe(mv)),
            expected,
            "{}",
            position.fen()
        );
    });
}

#[test]
fn quiet_checks_are_checking_quiets_and_knight_promotions() {
    let mut by_knights = 0;
    walk(&all_starts(), 1600, 120, |position, _| {
        if position.in_check() {
            return;
        }
        let reference = Reference::of(position);
        let checks = |mv: Move| match mv.promotion() {
            None => reference.gives_check(mv),
            Some(piece) => {
                let checkers = reference.after(mv).checkers(!reference.us);
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
fn count_list_and_visit_of_legal_moves_agree() {
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
fn visit_of_legal_moves_stops_at_break() {
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
