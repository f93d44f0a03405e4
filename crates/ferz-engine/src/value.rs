//! What a position is worth: centipawns of the engine's own scale, mates, and the words for bounds.

use ferz::Position;

/// The worth of a position for the side to move, in the engine's own centipawns.
///
/// Between `-`[`EVAL_LIMIT`] and [`EVAL_LIMIT`] it is a judgement; from [`TABLE_BOUND`] to
/// [`TABLE_WIN`] a position [`TABLE_WIN`]` - |value|` plies away that a tablebase knows to be won;
/// beyond, a mate that is [`MATE`]` - |value|` plies away.
pub type Value = i32;

/// The deepest a search may go, in plies from the root.
pub const MAX_PLY: usize = 240;
/// A draw.
pub const DRAW: Value = 0;
/// Mate on the board, seen by the winner.
pub const MATE: Value = 32_000;
/// More than any value.
pub const INFINITE: Value = 32_001;
/// No value at all: the static evaluation of a position in check, an empty slot.
pub const NONE: Value = 32_002;
/// The least value that is a mate.
pub const MATE_BOUND: Value = MATE - MAX_PLY as Value;
/// A position that a tablebase knows to be won, seen by the winner.
pub const TB_WIN: Value = MATE_BOUND - 1;
/// The least value that is a win by tablebases.
pub const TB_BOUND: Value = TB_WIN - MAX_PLY as Value;
/// The largest judgement that is neither a mate nor a win by tablebases.
pub const EVAL_LIMIT: Value = TB_BOUND - 1;

/// How a value relates to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Bound {
    /// The true value is at most this: every move failed low.
    Upper = 1,
    /// The true value is at least this: a move failed high.
    Lower = 2,
    /// This is the true value.
    Exact = 3,
}

impl Bound {
    /// The bound with these two bits, `None` for zero.
    pub(crate) const fn from_bits(bits: u8) -> Option<Self> {
        match bits & 3 {
            1 => Some(Self::Upper),
            2 => Some(Self::Lower),
            3 => Some(Self::Exact),
            _ => None,
        }
    }

    /// Whether the true value may be this or more.
    #[inline(always)]
    pub const fn is_lower(self) -> bool {
        self as u8 & Self::Lower as u8 != 0
    }

    /// Whether the true value may be this or less.
    #[inline(always)]
    pub const fn is_upper(self) -> bool {
        self as u8 & Self::Upper as u8 != 0
    }

    /// Whether a value with this bound settles a search against `beta`: at least beta and a lower
    /// bound, or below beta and an upper bound.
    #[inline(always)]
    pub(crate) const fn allows_cutoff(self, value: Value, beta: Value) -> bool {
        if value >= beta { self.is_lower() } else { self.is_upper() }
    }
}

/// Mate given `ply` plies from the root.
#[inline(always)]
pub const fn mate_in(ply: usize) -> Value {
    MATE - ply as Value
}

/// Mate suffered `ply` plies from the root.
#[inline(always)]
pub const fn mated_in(ply: usize) -> Value {
    -MATE + ply as Value
}

/// Whether the value is a mate for one side or the other.
#[inline(always)]
pub const fn is_mate(value: Value) -> bool {
    value.abs() >= MATE_BOUND && value.abs() <= MATE
}

/// A position `ply` plies from the root that a tablebase knows to be won.
#[inline(always)]
pub const fn tb_win_in(ply: usize) -> Value {
    TB_WIN - ply as Value
}

/// Whether the value is a mate or a win by tablebases, for one side or the other.
#[inline(always)]
pub const fn is_decided(value: Value) -> bool {
    value.abs() >= TB_BOUND && value.abs() <= MATE
}

/// Returns true if the side to move is mated or lost by tablebases. `-INFINITE` counts as lost.
#[inline(always)]
pub(crate) const fn is_loss(value: Value) -> bool {
    value <= -TB_BOUND
}

/// The plies to the position that a tablebase knows to be won or lost, `None` for any other value.
pub const fn plies_to_tb(value: Value) -> Option<i32> {
    if is_decided(value) && !is_mate(value) { Some(TB_WIN - value.abs()) } else { None }
}

/// The full moves to mate, negative for the side that is mated; `None` for any other value.
///
/// `Some(0)` is a side that is mated already.
pub const fn moves_to_mate(value: Value) -> Option<i32> {
    if !is_mate(value) {
        None
    } else if value > 0 {
        Some((MATE - value + 1) / 2)
    } else {
        Some(-(MATE + value) / 2)
    }
}

/// A value as the table keeps it: mates and wins counted from the node, not from the root.
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

/// A value from the table, mates and wins counted from the root again.
///
/// One that the fifty-move rule would cut off first may have been found along another path with a
/// younger counter: it becomes the best judgement.
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
    fn mates_count_full_moves() {
        assert_eq!(moves_to_mate(mate_in(1)), Some(1));
        assert_eq!(moves_to_mate(mate_in(3)), Some(2));
        assert_eq!(moves_to_mate(mated_in(0)), Some(0));
        assert_eq!(moves_to_mate(mated_in(2)), Some(-1));
        assert_eq!(moves_to_mate(EVAL_LIMIT), None);
        assert_eq!(moves_to_mate(NONE), None);
    }

    #[test]
    fn the_table_keeps_mates_by_distance_from_the_node() {
        let pos = Position::startpos();
        for value in [mate_in(7), mated_in(9), tb_win_in(6), -tb_win_in(5), 0, EVAL_LIMIT] {
            let stored = to_tt(value, 4);
            assert_eq!(from_tt(stored, 4, &pos), value);
        }
        assert_eq!(from_tt(to_tt(mate_in(7), 4), 2, &pos), mate_in(5));
        assert_eq!(to_tt(NONE, 4), NONE);
    }

    #[test]
    fn judgements_wins_and_mates_keep_apart() {
        assert!(!is_decided(EVAL_LIMIT) && is_decided(EVAL_LIMIT + 1));
        assert!(!is_mate(TB_WIN) && is_mate(TB_WIN + 1));
        assert_eq!(plies_to_tb(-tb_win_in(7)), Some(7));
        assert_eq!(plies_to_tb(tb_win_in(MAX_PLY)), Some(MAX_PLY as i32));
        assert_eq!((plies_to_tb(EVAL_LIMIT), plies_to_tb(mate_in(3))), (None, None));
    }

    #[test]
    fn what_the_fifty_move_rule_cuts_off_is_a_judgement() {
        let pos = Position::from_fen("8/8/8/8/8/2k5/8/KQ6 w - - 95 90").unwrap();
        for (end, value) in [(MATE, mate_in(6)), (TB_WIN, tb_win_in(6))] {
            assert_eq!(from_tt(value, 0, &pos), EVAL_LIMIT);
            assert_eq!(from_tt(-value, 0, &pos), -EVAL_LIMIT);
            assert_eq!(from_tt(end - 3, 0, &pos), end - 3);
        }
    }

    #[test]
    fn bounds_settle_on_their_own_side() {
        assert!(Bound::Lower.allows_cutoff(10, 10) && !Bound::Lower.allows_cutoff(9, 10));
        assert!(Bound::Upper.allows_cutoff(9, 10) && !Bound::Upper.allows_cutoff(10, 10));
        assert!(Bound::Exact.allows_cutoff(9, 10) && Bound::Exact.allows_cutoff(11, 10));
    }
}
