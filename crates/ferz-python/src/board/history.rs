//! Positions with the moves that led to them, for repetitions in searches.

use super::Ply;
use crate::state::State;
use ferz::Position;

/// Returns the position of a state with as many of its last moves as are legal, or `None` if no move
/// is, or if fields have been assigned since.
pub(super) fn position(stack: &[Ply], now: &State) -> Option<Position> {
    (0..stack.len())
        .find_map(|first| replay(&stack[first..]))
        .filter(|position| agrees(&State::of_position(position), now))
}

/// Returns the position after moves, or `None` if one is not legal.
fn replay(plies: &[Ply]) -> Option<Position> {
    let mut position = plies.first()?.before.position().ok()?;
    for ply in plies {
        if !ply.mv.is_null() {
            position.do_move(ply.before.find_in(ply.mv, &position)?);
        } else if position.in_check() {
            return None;
        } else {
            position.do_null_move();
        }
    }
    Some(position)
}

/// Returns true if the states are equal but for promoted pieces and the notation of castling.
fn agrees(reached: &State, now: &State) -> bool {
    State { chess960: now.chess960, ..*reached }.repeats(now)
        && reached.halfmove_clock == now.halfmove_clock
        && reached.fullmove_number == now.fullmove_number
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess_move::Move;

    /// Plays moves in UCI notation and returns the stack and the state after them.
    fn play(fen: &str, moves: &str) -> (Vec<Ply>, State) {
        let mut state = State::empty();
        assert_eq!(state.set_fen(fen), Ok(()));
        let mut stack = Vec::new();
        for uci in moves.split_whitespace() {
            let Ok(mv) = Move::parse_uci(uci) else { panic!("{uci}") };
            stack.push(Ply { before: state, mv });
            state.make(mv);
        }
        (stack, state)
    }

    #[test]
    fn repetitions_are_kept() {
        let fen = "4k3/P7/8/8/8/8/8/4K2R w K - 5 9";
        let (stack, now) = play(fen, "a7a8q e8e7 e1g1 e7d7 g1h1 d7c7 h1g1 c7d7 g1h1 d7c7");
        let Some(position) = position(&stack, &now) else { panic!("all moves are legal") };
        assert_eq!(position.repetition_count(), 2);
        assert_eq!(position.fen(), now.default_fen());
        assert_eq!(position.rule50(), 9);
    }

    #[test]
    fn moves_before_an_illegal_one_are_dropped() {
        let (stack, now) = play(crate::state::STARTING_FEN, "e2e5 g8f6 0000 f6g8 g1f3 g8f6");
        let Some(position) = position(&stack, &now) else { panic!("the last moves are legal") };
        assert_eq!((position.fen(), position.plies_from_null()), (now.default_fen(), 3));
        assert_eq!(super::position(&stack[..1], &stack[1].before), None);
        assert_eq!(super::position(&[], &now), None);
    }

    #[test]
    fn assigned_fields_are_noticed() {
        let (stack, now) = play(crate::state::STARTING_FEN, "e2e4 e7e5");
        assert!(position(&stack, &now).is_some());
        for changed in [
            State { turn: !now.turn, ..now },
            State { halfmove_clock: 3, ..now },
            State { castling_rights: ferz::Bitboard::EMPTY, ..now },
        ] {
            assert!(position(&stack, &changed).is_none());
        }
    }
}
