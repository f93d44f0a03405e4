//! Leaf counts by kind of move: the columns of the classic perft tables.

use crate::parallel::{Counts, Error, Event, Split, share, unless_cancelled};
use ferz::{Move, Position};
use std::ops::{AddAssign, ControlFlow};

/// Number of leaves of each kind. A leaf may be of several kinds.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Statistics {
    /// All leaves.
    pub nodes: u128,
    /// Leaves after a capture, en passant included.
    pub captures: u128,
    /// Leaves after an en passant capture.
    pub en_passant: u128,
    /// Leaves after castling.
    pub castles: u128,
    /// Leaves after a promotion.
    pub promotions: u128,
    /// Leaves in check, checkmates included.
    pub checks: u128,
    /// Leaves in check from one piece other than the moved one.
    pub discovered_checks: u128,
    /// Leaves in check from two pieces.
    pub double_checks: u128,
    /// Leaves in checkmate.
    pub mates: u128,
}

impl Statistics {
    /// Counts the leaves `depth` plies below a position by kind. At depth 0 the position is the
    /// only leaf and has no kind.
    ///
    /// # Errors
    /// [`Error::Cancelled`] if the progress callback cancels the count; others if no thread can be
    /// started or a worker thread panics. [`divide`] returns the result of a cancelled count.
    pub fn count(
        root: &Position,
        depth: u32,
        threads: usize,
        progress: impl FnMut(Event) -> ControlFlow<()>,
    ) -> Result<Self, Error> {
        let counts = divide(root, depth, threads, progress)?;
        if counts.is_finished() { Ok(counts.leaves) } else { Err(Error::Cancelled) }
    }

    /// Returns the columns with their titles, in the order of the classic tables.
    pub fn columns(&self) -> [(&'static str, u128); 9] {
        [
            ("Nodes", self.nodes),
            ("Captures", self.captures),
            ("En passant", self.en_passant),
            ("Castles", self.castles),
            ("Promotions", self.promotions),
            ("Checks", self.checks),
            ("Discovered checks", self.discovered_checks),
            ("Double checks", self.double_checks),
            ("Checkmates", self.mates),
        ]
    }

    /// Counts a single leaf: the position after a move, or the position itself.
    fn of_leaf(root: &Position, first: Option<Move>) -> Self {
        let mut statistics = Self::default();
        match first {
            Some(mv) => statistics.add_leaf(&mut root.clone(), mv),
            None => statistics.nodes = 1,
        }
        statistics
    }

    /// Counts the leaves `depth` plies below a position, at least one, on this thread.
    fn below(position: &mut Position, depth: u32) -> Self {
        let mut statistics = Self::default();
        statistics.walk(position, depth);
        statistics
    }

    /// Adds the leaves `depth` plies below a position.
    fn walk(&mut self, position: &mut Position, depth: u32) {
        for &mv in &position.legal_moves() {
            if depth == 1 {
                self.add_leaf(position, mv);
            } else {
                position.do_move(mv);
                self.walk(position, depth - 1);
                position.undo_move();
            }
        }
    }

    /// Adds the leaf after a move.
    fn add_leaf(&mut self, position: &mut Position, mv: Move) {
        self.nodes += 1;
        self.captures += u128::from(mv.is_capture());
        self.en_passant += u128::from(mv.is_en_passant());
        self.castles += u128::from(mv.is_castling());
        self.promotions += u128::from(mv.promotion().is_some());
        if position.gives_check(mv) {
            position.do_move(mv);
            let checkers = position.checkers();
            // A check by the castling rook is a direct check, although `to` is not its square.
            let discovered = !mv.is_castling() && !checkers.contains(mv.to());
            self.checks += 1;
            self.double_checks += u128::from(checkers.more_than_one());
            self.discovered_checks += u128::from(discovered && !checkers.more_than_one());
            self.mates += u128::from(!position.has_legal_move());
            position.undo_move();
        }
    }
}

/// Counts the leaves `depth` plies below a position by kind, separately for each first move. At depth
/// 0 the position is the only leaf, without a first move.
///
/// A cancelled count is no error: the result then has [unfinished](Counts::is_finished) subtrees, as
/// that of [`parallel::divide`](crate::parallel::divide).
///
/// # Errors
/// If no thread can be started, or a worker thread panics.
pub fn divide(
    root: &Position,
    depth: u32,
    threads: usize,
    mut progress: impl FnMut(Event) -> ControlFlow<()>,
) -> Result<Counts<Statistics>, Error> {
    let split = Split::new(root, depth);
    let firsts = split.first_moves();
    let mut counts = Counts::new(root, &split);
    let todo: Vec<usize> = (0..split.lines.len()).collect();
    let started = progress(Event::Started { subtrees: todo.len() });
    let result = unless_cancelled(started).and_then(|()| {
        let mut add = |finished: Option<(usize, Statistics)>| {
            let Some((index, statistics)) = finished else {
                return unless_cancelled(progress(Event::Waiting));
            };
            counts.add(firsts[index], statistics);
            counts.counted_now += statistics;
            unless_cancelled(progress(Event::Finished { leaves: statistics.nodes }))
        };
        if split.depth > 0 {
            return share(root, split, todo, threads, Statistics::below, add);
        }
        // The subtrees are single leaves, but the kind of a leaf is the kind of the move that leads
        // to it.
        let leaves = firsts.iter().map(|&first| Statistics::of_leaf(root, first));
        (0..).zip(leaves).try_for_each(|finished| add(Some(finished)))
    });
    counts.unless_failed(result)
}

impl AddAssign for Statistics {
    fn add_assign(&mut self, other: Self) {
        self.nodes += other.nodes;
        self.captures += other.captures;
        self.en_passant += other.en_passant;
        self.castles += other.castles;
        self.promotions += other.promotions;
        self.checks += other.checks;
        self.discovered_checks += other.discovered_checks;
        self.double_checks += other.double_checks;
        self.mates += other.mates;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(root: &Position, depth: u32, threads: usize) -> Statistics {
        Statistics::count(root, depth, threads, |_| ControlFlow::Continue(())).unwrap()
    }

    /// Position, depth and published columns.
    const KNOWN: [(&str, u32, [u128; 9]); 10] = [
        ("startpos", 0, [1, 0, 0, 0, 0, 0, 0, 0, 0]),
        ("startpos", 1, [20, 0, 0, 0, 0, 0, 0, 0, 0]),
        ("startpos", 4, [197_281, 1_576, 0, 0, 0, 469, 0, 0, 8]),
        ("startpos", 5, [4_865_609, 82_719, 258, 0, 0, 27_351, 6, 0, 347]),
        (KIWIPETE, 1, [48, 8, 0, 2, 0, 0, 0, 0, 0]),
        (KIWIPETE, 3, [97_862, 17_102, 45, 3_162, 0, 993, 0, 0, 1]),
        (KIWIPETE, 4, [4_085_603, 757_163, 1_929, 128_013, 15_172, 25_523, 42, 6, 43]),
        (ROOKS, 5, [674_624, 52_051, 1_165, 0, 0, 52_950, 1_292, 3, 0]),
        (ROOKS, 4, [43_238, 3_348, 123, 0, 0, 1_680, 106, 0, 17]),
        (PROMOTIONS, 4, [422_333, 131_393, 0, 7_795, 60_032, 15_492, 19, 0, 5]),
    ];
    const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    const ROOKS: &str = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
    const PROMOTIONS: &str = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1";

    #[test]
    fn statistics_equal_the_published_tables() {
        for (fen, depth, expected) in KNOWN {
            let root = match fen {
                "startpos" => Position::startpos(),
                fen => fen.parse().unwrap(),
            };
            let statistics = count(&root, depth, 2);
            assert_eq!(
                statistics.columns().map(|column| column.1),
                expected,
                "{fen} depth {depth}"
            );
        }
    }

    #[test]
    fn statistics_are_those_of_the_first_moves() {
        let root: Position = KIWIPETE.parse().unwrap();
        for depth in 1..=3 {
            let counts = divide(&root, depth, 2, |_| ControlFlow::Continue(())).unwrap();
            assert_eq!((counts.rows.len(), counts.is_finished()), (48, true));
            let mut sum = Statistics::default();
            for row in &counts.rows {
                let mut position = root.clone();
                position.do_move(row.mv);
                assert_eq!(row.leaves.nodes, crate::count(&position, depth - 1), "{}", row.uci);
                sum += row.leaves;
            }
            assert_eq!((sum, counts.counted_now), (counts.leaves, counts.leaves));
        }
    }

    #[test]
    fn a_cancelled_count_has_partial_statistics() {
        let root: Position = KIWIPETE.parse().unwrap();
        let mut finished = 0;
        let counts = divide(&root, 3, 1, |event| {
            finished += usize::from(matches!(event, Event::Finished { .. }));
            if finished < 5 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })
        .unwrap();
        assert_eq!((counts.subtrees, counts.unfinished), (48, 43));
        assert!(counts.leaves.nodes > 0 && counts.leaves.nodes < 97_862);
        let cancelled = Statistics::count(&root, 3, 1, |_| ControlFlow::Break(()));
        assert!(matches!(cancelled, Err(Error::Cancelled)));
    }

    #[test]
    fn a_checkmated_position_has_no_leaves_below() {
        let mated: Position = "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1".parse().unwrap();
        for depth in 1..=3 {
            assert_eq!(count(&mated, depth, 1), Statistics::default());
        }
    }
}
