//! Search values: evaluations in internal centipawns, tablebase wins, mates, and bounds.

use ferz::Position;

pub use ferz::Bound;

/// The value of a position for the side to move, in internal centipawns.
///
/// Absolute values up to [`EVAL_LIMIT`] are evaluations; from [`TB_BOUND`] to [`TB_WIN`] tablebase
/// wins, [`TB_WIN`]` - |value|` plies away; from [`MATE_BOUND`] to [`MATE`] mates, [`MATE`]` - |value|`
/// plies away.
pub type Value = i32;

/// The maximum distance from the root, in plies.
pub const MAX_PLY: usize = 240;
/// The value of a draw.
pub const DRAW: Value = 0;
/// The value of a position in which the opponent is mated.
pub const MATE: Value = 32_000;
/// A value above all others.
pub const INFINITE: Value = 32_001;
/// No value, such as the static evaluation in check.
pub const NONE: Value = 32_002;
/// The smallest value of a mate.
pub const MATE_BOUND: Value = MATE - MAX_PLY as Value;
/// The value of a tablebase win at the root.
pub const TB_WIN: Value = MATE_BOUND - 1;
/// The smallest value of a tablebase win.
pub const TB_BOUND: Value = TB_WIN - MAX_PLY as Value;
/// The largest evaluation.
pub const EVAL_LIMIT: Value = TB_BOUND - 1;

/// Returns the value of giving mate `ply` plies from the root.
#[inline(always)]
pub const fn mate_in(ply: usize) -> Value {
    MATE - ply as Value
}

/// Returns the value of being mated `ply` plies from the root.
#[inline(always)]
pub const fn mated_in(ply: usize) -> Value {
    -MATE + ply as Value
}

/// Returns true if the value is a mate for either side.
#[inline(always)]
pub const fn is_mate(value: Value) -> bool {
    value.abs() >= MATE_BOUND && value.abs() <= MATE
}

/// Returns the value of a tablebase win `ply` plies from the root.
#[inline(always)]
pub const fn tb_win_in(ply: usize) -> Value {
    TB_WIN - ply as Value
}

/// Returns true if the value is a mate or tablebase win for either side.
#[inline(always)]
pub const fn is_decided(value: Value) -> bool {
    value.abs() >= TB_BOUND && value.abs() <= MATE
}

/// Returns true if the side to move is mated or lost by tablebases. `-INFINITE` counts as lost.
#[inline(always)]
pub(crate) const fn is_loss(value: Value) -> bool {
    value <= -TB_BOUND
}

/// Returns the distance to a tablebase win or loss in plies, `None` for any other value.
pub const fn plies_to_tb(value: Value) -> Option<i32> {
    if is_decided(value) && !is_mate(value) { Some(TB_WIN - value.abs()) } else { None }
}

/// Returns the distance to mate in full moves, negative if the side to move is mated, 0 if it is mated
/// now; `None` for any other value.
pub const fn moves_to_mate(value: Value) -> Option<i32> {
    if !is_mate(value) {
        None
    } else if value > 0 {
        Some((MATE - value + 1) / 2)
    } else {
        Some(-(MATE + value) / 2)
    }
}

/// Converts a value for the transposition table: decided values count from the node, not the root.
#[inline]
pub(crate) const fn to_tt(value: Value, ply: usize) -> Value {
    if value == NONE || !is_decided(value) {
        value
    } else if value > 0 {
        value + ply as Value
    } else {
        value - ply as Value
    }
}

/// Converts a value from the transposition table: decided values count from the root.
///
/// A decided value that the fifty-move rule would prevent from here is replaced by the largest
/// evaluation, since it was stored with a smaller counter.
#[inline]
pub(crate) fn from_tt(value: Value, ply: usize, pos: &Position) -> Value {
    if value == NONE || !is_decided(value) {
        return value;
    }
    let end = if is_mate(value) { MATE } else { TB_WIN };
    if end - value.abs() > 99 - Value::from(pos.rule50().min(99)) {
        return EVAL_LIMIT * value.signum();
    }
    value - ply as Value * value.signum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mate_distance_is_in_full_moves() {
        assert_eq!(moves_to_mate(mate_in(1)), Some(1));
        assert_eq!(moves_to_mate(mate_in(3)), Some(2));
        assert_eq!(moves_to_mate(mated_in(0)), Some(0));
        assert_eq!(moves_to_mate(mated_in(2)), Some(-1));
        assert_eq!(moves_to_mate(EVAL_LIMIT), None);
        assert_eq!(moves_to_mate(NONE), None);
    }

    #[test]
    fn table_stores_mate_distance_from_the_node() {
        let pos = Position::startpos();
        for value in [mate_in(7), mated_in(9), tb_win_in(6), -tb_win_in(5), 0, EVAL_LIMIT] {
            let stored = to_tt(value, 4);
            assert_eq!(from_tt(stored, 4, &pos), value);
        }
        assert_eq!(from_tt(to_tt(mate_in(7), 4), 2, &pos), mate_in(5));
        assert_eq!(to_tt(NONE, 4), NONE);
    }

    #[test]
    fn evaluations_tablebase_wins_and_mates_are_disjoint() {
        assert!(!is_decided(EVAL_LIMIT) && is_decided(EVAL_LIMIT + 1));
        assert!(!is_mate(TB_WIN) && is_mate(TB_WIN + 1));
        assert_eq!(plies_to_tb(-tb_win_in(7)), Some(7));
        assert_eq!(plies_to_tb(tb_win_in(MAX_PLY)), Some(MAX_PLY as i32));
        assert_eq!((plies_to_tb(EVAL_LIMIT), plies_to_tb(mate_in(3))), (None, None));
    }

    #[test]
    fn wins_beyond_the_fifty_move_rule_become_evaluations() {
        let pos = Position::from_fen("8/8/8/8/8/2k5/8/KQ6 w - - 95 90").unwrap();
        for (end, value) in [(MATE, mate_in(6)), (TB_WIN, tb_win_in(6))] {
            assert_eq!(from_tt(value, 0, &pos), EVAL_LIMIT);
            assert_eq!(from_tt(-value, 0, &pos), -EVAL_LIMIT);
            assert_eq!(from_tt(end - 3, 0, &pos), end - 3);
        }
    }
}
