//! Split of the tree into subtrees.

use ferz::{MAX_MOVES, Move, Position};

/// Depth below which a subtree is not split further: its count takes less time than its overhead.
const MIN_SUBTREE_DEPTH: u32 = 4;
/// Maximum number of plies from the root to the subtrees.
const MAX_SPLIT_PLIES: u32 = 3;

/// Part of the tree below a line of moves.
#[derive(Clone, Debug)]
pub(crate) struct Subtree {
    /// Moves from the root; empty for the whole tree.
    pub(crate) line: Vec<Move>,
}

impl Subtree {
    /// Returns the line in UCI notation, with spaces between the moves.
    pub(crate) fn uci(&self, root: &Position) -> String {
        let mut position = root.clone();
        let mut words = Vec::with_capacity(self.line.len());
        for &mv in &self.line {
            words.push(position.uci(mv).to_string());
            position.do_move(mv);
        }
        words.join(" ")
    }
}

/// Subtrees that together contain each leaf once.
pub(crate) struct Split {
    /// Subtrees in the order of move generation.
    pub(crate) subtrees: Vec<Subtree>,
    /// Depth of each subtree.
    pub(crate) depth: u32,
}

impl Split {
    /// Splits a tree of `depth` plies. The result depends on the position and the depth alone, so a
    /// checkpoint file fits every later run.
    pub(crate) fn new(root: &Position, depth: u32) -> Self {
        let plies = depth.saturating_sub(MIN_SUBTREE_DEPTH).clamp(1, MAX_SPLIT_PLIES).min(depth);
        let mut subtrees = Vec::new();
        let mut line = Vec::new();
        collect(&mut root.clone(), plies, &mut line, &mut subtrees);
        Self { subtrees, depth: depth - plies }
    }

    /// Returns the smallest and the largest number of leaves that a subtree can have, by the legal
    /// moves at its root.
    pub(crate) fn bounds(&self, root: &Position, index: usize) -> (u128, u128) {
        let Some(plies_below) = self.depth.checked_sub(1) else { return (1, 1) };
        let mut position = root.clone();
        self.subtrees[index].line.iter().for_each(|&mv| position.do_move(mv));
        let moves = position.legal_count() as u128;
        if plies_below == 0 {
            return (moves, moves);
        }
        (0, moves.saturating_mul((MAX_MOVES as u128).saturating_pow(plies_below)))
    }
}

/// Adds a subtree for each line of `plies` legal moves.
fn collect(position: &mut Position, plies: u32, line: &mut Vec<Move>, subtrees: &mut Vec<Subtree>) {
    if plies == 0 {
        subtrees.push(Subtree { line: line.clone() });
        return;
    }
    for &mv in &position.legal_moves() {
        line.push(mv);
        position.do_move(mv);
        collect(position, plies - 1, line, subtrees);
        position.undo_move();
        line.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::count::count;

    #[test]
    fn subtrees_contain_every_leaf_once() {
        let root: Position = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1".parse().unwrap();
        for depth in 0..=6 {
            let split = Split::new(&root, depth);
            let mut sum = 0;
            for subtree in &split.subtrees {
                let mut position = root.clone();
                subtree.line.iter().for_each(|&mv| position.do_move(mv));
                sum += count(&position, split.depth);
            }
            assert_eq!(sum, count(&root, depth), "depth {depth}");
        }
    }

    #[test]
    fn deeper_trees_have_more_subtrees() {
        let root = Position::startpos();
        for (depth, subtrees, left) in
            [(0, 1, 0), (1, 20, 0), (5, 20, 4), (6, 400, 4), (9, 8902, 6)]
        {
            let split = Split::new(&root, depth);
            assert_eq!((split.subtrees.len(), split.depth), (subtrees, left));
        }
        let mated: Position = "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1".parse().unwrap();
        assert!(Split::new(&mated, 3).subtrees.is_empty());
    }

    #[test]
    fn every_count_is_within_its_bounds() {
        let root: Position = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1".parse().unwrap();
        for depth in 0..=6 {
            let split = Split::new(&root, depth);
            for (index, subtree) in split.subtrees.iter().enumerate() {
                let mut position = root.clone();
                subtree.line.iter().for_each(|&mv| position.do_move(mv));
                let (min, max) = split.bounds(&root, index);
                assert!((min..=max).contains(&count(&position, split.depth)), "depth {depth}");
            }
        }
        let deep = Split { subtrees: Split::new(&root, 1).subtrees, depth: 64 };
        assert_eq!(deep.bounds(&root, 0), (0, u128::MAX));
    }

    #[test]
    fn a_subtree_is_written_as_its_moves() {
        let root = Position::startpos();
        let split = Split::new(&root, 6);
        assert!(split.subtrees.iter().any(|subtree| subtree.uci(&root) == "e2e4 e7e5"));
    }
}
