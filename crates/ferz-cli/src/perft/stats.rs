//! What kinds of moves lead to the leaves: the columns of the classic perft tables.

use super::crew;
use super::plan::Plan;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::text::grouped;
use ferz::{Move, Position};
use serde::Serialize;
use std::ops::AddAssign;

/// How many leaves there are of each kind. A leaf may be of several.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
pub(super) struct Stats {
    /// All leaves.
    pub(super) nodes: u128,
    /// Reached by a capture, en passant too.
    pub(super) captures: u128,
    /// Reached by capturing en passant.
    pub(super) en_passant: u128,
    /// Reached by castling.
    pub(super) castles: u128,
    /// Reached by a promotion.
    pub(super) promotions: u128,
    /// In check, mates too.
    pub(super) checks: u128,
    /// In check from one piece, which is not the one that moved.
    pub(super) discovered_checks: u128,
    /// In check from two pieces.
    pub(super) double_checks: u128,
    /// Mated.
    pub(super) mates: u128,
}

impl Stats {
    /// The columns with their names, in the order of the classic tables.
    fn columns(&self) -> [(&'static str, u128); 9] {
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

    /// A line for each kind.
    pub(super) fn table(&self) -> String {
        let columns = self.columns();
        let width = columns.iter().map(|(_, count)| grouped(*count).len()).max().unwrap_or(0);
        let row = |(name, count): (&str, u128)| format!("{name:<18} {:>width$}\n", grouped(count));
        columns.into_iter().map(row).collect()
    }

    /// Adds the leaves `depth` plies below a position.
    fn walk(&mut self, position: &mut Position, depth: u32) {
        for &mv in &position.legal_moves() {
            if depth == 1 {
                self.enter(position, mv);
            } else {
                position.do_move(mv);
                self.walk(position, depth - 1);
                position.undo_move();
            }
        }
    }

    /// Adds the leaf that a move leads to.
    fn enter(&mut self, position: &mut Position, mv: Move) {
        self.nodes += 1;
        self.captures += u128::from(mv.is_capture());
        self.en_passant += u128::from(mv.is_en_passant());
        self.castles += u128::from(mv.is_castling());
        self.promotions += u128::from(mv.promotion().is_some());
        if position.gives_check(mv) {
            position.do_move(mv);
            let checkers = position.checkers();
            // The rook that castled gives its check itself.
            let discovered = !mv.is_castling() && !checkers.contains(mv.to());
            self.checks += 1;
            self.double_checks += u128::from(checkers.more_than_one());
            self.discovered_checks += u128::from(discovered && !checkers.more_than_one());
            self.mates += u128::from(!position.has_legal_move());
            position.undo_move();
        }
    }
}

impl AddAssign for Stats {
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

/// The kinds of all leaves of a tree. The position itself, at depth 0, is of no kind.
///
/// # Errors
/// If interrupted, or if no thread can be had.
pub(super) fn count(root: &Position, depth: u32, threads: usize) -> Result<Stats, Failure> {
    let mut total = Stats::default();
    let mut plan = Plan::new(root, depth);
    let work: fn(&mut Position, u32) -> Stats = match (plan.depth, depth) {
        (_, 0) => |_, _| Stats { nodes: 1, ..Stats::default() },
        // Cut to the leaves: their moves must be seen from one ply above.
        (0, _) => {
            plan.subtrees.truncate(1);
            plan.subtrees.iter_mut().for_each(|subtree| subtree.line.clear());
            plan.depth = depth;
            below
        }
        _ => below,
    };
    let todo: Vec<usize> = (0..plan.subtrees.len()).collect();
    let mut progress = Progress::by_steps();
    progress.expect_steps(todo.len());
    crew::share(root, plan, todo, threads, work, |_, stats| {
        progress.step(stats.nodes);
        total += stats;
        Ok(())
    })?;
    Ok(total)
}

fn below(position: &mut Position, depth: u32) -> Stats {
    let mut stats = Stats::default();
    stats.walk(position, depth);
    stats
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Position, depth, and the columns of the tables that chess programmers compare with.
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
    fn the_kinds_are_those_of_the_classic_tables() {
        for (fen, depth, expected) in KNOWN {
            let root = match fen {
                "startpos" => Position::startpos(),
                fen => fen.parse().unwrap(),
            };
            let stats = count(&root, depth, 2).unwrap();
            assert_eq!(stats.columns().map(|column| column.1), expected, "{fen} depth {depth}");
        }
    }

    #[test]
    fn a_mated_position_has_no_leaves_below() {
        let mated: Position = "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1".parse().unwrap();
        for depth in 1..=3 {
            assert_eq!(count(&mated, depth, 1).unwrap(), Stats::default());
        }
    }
}
