//! The documented panics. Those of illegal moves and of a wrong `gives_check` hold in every debug
//! build: their messages are not those of the feature `paranoid`.

use ferz::{Board, Move, MoveFlag, PieceType, Position, Square, attacks};

/// A move from an empty square.
const FROM_NOWHERE: Move = Move::new(Square::E4, Square::E5, MoveFlag::Quiet);

#[test]
#[should_panic(expected = "origin and target of a move must differ")]
fn a_move_between_equal_squares() {
    Move::new(Square::E2, Square::E2, MoveFlag::Quiet);
}

#[test]
#[should_panic(expected = "a pawn's attacks depend on its colour")]
fn attacks_of_a_pawn_without_colour() {
    attacks::pseudo(PieceType::Pawn, Square::E2);
}

#[test]
#[should_panic(expected = "a pawn's attacks depend on its colour")]
fn attacks_of_a_pawn_without_colour_on_a_board() {
    attacks::of(PieceType::Pawn, Square::E2, Board::startpos().occupied());
}

#[test]
#[should_panic(expected = "no piece on e4")]
fn gives_check_from_an_empty_square() {
    Board::startpos().gives_check(FROM_NOWHERE);
}

#[test]
#[should_panic(expected = "no piece on e4")]
fn see_from_an_empty_square() {
    Board::startpos().see_ge(FROM_NOWHERE, 0);
}

#[test]
#[should_panic(expected = "no piece on e4")]
fn key_after_a_move_from_an_empty_square() {
    Board::startpos().key_after(FROM_NOWHERE);
}

#[test]
#[should_panic(expected = "a null move in check")]
fn a_null_move_in_check() {
    Position::from_fen("4k3/8/8/8/8/8/8/r3K3 w - - 0 1").unwrap().do_null_move();
}

#[test]
#[should_panic(expected = "a null move in check")]
fn passing_in_check() {
    Position::from_fen("4k3/8/8/8/8/8/8/r3K3 w - - 0 1").unwrap().board().to_owned().pass();
}

#[cfg(debug_assertions)]
#[test]
#[should_panic(expected = "is not legal in")]
fn an_illegal_move_of_a_board() {
    Board::startpos().play(Move::new(Square::E2, Square::E5, MoveFlag::Quiet));
}

#[cfg(debug_assertions)]
#[test]
#[should_panic(expected = "is not legal in")]
fn a_move_that_leaves_the_king_in_check() {
    let mut position = Position::from_fen("4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1").unwrap();
    position.do_move(Move::new(Square::E2, Square::C3, MoveFlag::Quiet));
}

#[cfg(debug_assertions)]
#[test]
#[should_panic(expected = "wrong gives_check")]
fn no_check_claimed_for_a_check() {
    let mut position = Position::from_fen("4k3/8/8/8/8/8/8/R3K3 w - - 0 1").unwrap();
    let check = position.parse_uci("a1a8").unwrap();
    position.do_move_with(check, Some(false), &mut ());
}

#[cfg(debug_assertions)]
#[test]
#[should_panic(expected = "wrong gives_check")]
fn a_check_claimed_for_a_quiet_move() {
    let mut position = Position::startpos();
    let quiet = position.parse_uci("e2e4").unwrap();
    position.do_move_with(quiet, Some(true), &mut ());
}
